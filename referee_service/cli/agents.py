"""Agents: programs that play a seat with lines of JSON. docs/agents.md describes the protocol.

An agent gets only what its seat may see: never the state, the seed or the name of its opponent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from heapq import nlargest
from time import monotonic
from types import TracebackType
from typing import Final

import msgspec
from msgspec import Struct

from referee_service.bots.arena import OpenQuestion
from referee_service.cli.agent_program import EXIT_SECONDS, MAX_LINE_BYTES, AgentProgram, ProgramEnded, TimeExceeded
from referee_service.cli.contestants import Contestant, Forfeit
from referee_service.kernel.catalogue import reason_text
from referee_service.kernel.engine import judge, legal_actions, nearest_legal_actions
from referee_service.kernel.game import AnyGame
from referee_service.kernel.narration import action_label, narrate, question_prompt, turn_facts
from referee_service.kernel.notation import CodecError, notation, parse_notation
from referee_service.kernel.places import action_facts
from referee_service.kernel.rules import Language
from referee_service.kernel.score import Result
from referee_service.kernel.state import Action, Event
from referee_service.kernel.text_table import view_text
from referee_service.services.guides import guide_text

PROTOCOL: Final = 1
"""Version of the protocol. It grows if agents must change."""

TEXTS: Final[Mapping[str, Mapping[Language, str]]] = {
    "unreadable": {
        "en": 'This line is no answer. Write one line of JSON: {"move": 1}, or the notation of a move in place of 1.',
        "fr": 'Cette ligne n’est pas une réponse. Écrivez une ligne de JSON : {"move": 1}, ou la notation d’un coup à'
        " la place de 1.",
    },
    "number": {
        "en": "There is no move {number}. Choose a number from 1 to {count}.",
        "fr": "Il n’y a pas de coup {number}. Choisissez un nombre de 1 à {count}.",
    },
    "surplus": {
        "en": "Lines that you wrote before this question were not used: {count}. The first one: {line}. Write only"
        " answers to standard output, one line per question, and everything else to standard error.",
        "fr": "Des lignes que vous avez écrites avant cette question n’ont pas servi : {count}. La première : {line}."
        " N’écrivez sur la sortie standard que des réponses, une par question, et le reste sur l’erreur standard.",
    },
    "illegal": {
        "en": "The rules forbid {move}. Choose one of the moves of the list.",
        "fr": "Les règles interdisent {move}. Choisissez un des coups de la liste.",
    },
}


MAX_SHOWN_CHARS: Final = 80
"""Longest text of an agent that a message repeats."""
MAX_SUGGESTIONS: Final = 5


class AgentLimits(Struct, frozen=True):
    """What an agent may do: seconds for each question with all its answers, and refused answers per question."""

    seconds: float = 30.0
    repeats: int = 3
    language: Language = "en"


class Answer(Struct, frozen=True):
    """One line of an agent. Other fields are for people who read the log of the agent."""

    move: int | str


class Refused(Exception):
    """Raised for an answer that is no legal move. `message` is the error for the agent."""

    def __init__(self, text: str, **details: object) -> None:
        super().__init__(text)
        self.message = {"type": "error", "message": text, **details}


class Agent(Contestant):
    """A program that plays one seat of one game."""

    def __init__(self, command: Sequence[str], game: AnyGame, seat: int, seats: int, limits: AgentLimits) -> None:
        super().__init__()
        self._limits, self._seat = limits, seat
        self._start = {
            "type": "start",
            "protocol": PROTOCOL,
            "game": game.name,
            "title": game.catalogue().title[limits.language],
            "seat": seat,
            "seats": seats,
            "language": limits.language,
            "seconds": limits.seconds,
            "repeats": limits.repeats,
            "guide": guide_text(game.name),
        }
        self._catalogue = game.catalogue()
        self._program = AgentProgram(command)

    def __enter__(self) -> Agent:
        """Return the agent."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the program: at once if it has lost the game."""
        self._program.close(0 if self.forfeit else EXIT_SECONDS)

    def choose(self, question: OpenQuestion) -> Action:
        """Return the move of the agent. Raises Forfeit after too many refused answers, too late, or without program."""
        deadline = monotonic() + self._limits.seconds
        legal = legal_actions(question.game, question.state)
        self._catalogue = question.game.texts(question.state.pack)
        try:
            if self.decisions == 1:
                self._send(self._start, deadline)
            self._send(self._question(question, legal), deadline)
            return self._accepted_move(question, legal, deadline)
        except TimeExceeded as error:
            raise Forfeit("time", f"no answer within {self._limits.seconds:g} seconds") from error
        except ProgramEnded as error:
            code = self._program.exit_code()
            raise Forfeit("exit", "output closed" if code is None else f"exit code {code}") from error

    def _accepted_move(self, question: OpenQuestion, legal: Sequence[Action], deadline: float) -> Action:
        """Return the first legal answer. Raises Forfeit after too many others."""
        for repeats_left in range(self._limits.repeats, -1, -1):
            try:
                return self._read_move(self._program.receive(deadline), question, legal)
            except Refused as error:
                self.refused += 1
                if not repeats_left:
                    raise Forfeit("illegal", str(error)) from error
                self._send({**error.message, "repeats_left": repeats_left - 1}, deadline)
        raise AssertionError("the last refused answer forfeits")

    def end(self, events: Sequence[Event], result: Result | None) -> None:
        """Send the last events and the result. A program that has ended already does not get them."""
        outcome = {} if result is None else {"winners": result.winners, "scores": result.scores}
        message = {"type": "end", "events": self._sentences(events), "forfeit": result is None, **outcome}
        try:
            self._send(message, monotonic() + 1)
        except (ProgramEnded, TimeExceeded):
            return

    def _send(self, message: Mapping[str, object], deadline: float) -> None:
        """Send a message. One that wants an answer says which lines before it were not used."""
        surplus = self._surplus(deadline) if message["type"] in ("decide", "error") else {}
        self._program.send(msgspec.json.encode({**message, **surplus}), deadline)

    def _surplus(self, deadline: float) -> Mapping[str, object]:
        """Discard the lines that the agent has written before a question, and return the member that says so."""
        count, first = self._program.discard_lines(deadline)
        if not count:
            return {}
        line = first[:MAX_SHOWN_CHARS].decode(errors="replace")
        self.surplus, self.note = self.surplus + count, self.note or f"first surplus line: {line}"
        return {"surplus": self._text("surplus", count=count, line=line)}

    def _sentences(self, events: Sequence[Event]) -> list[str]:
        return [narrate(self._catalogue, event, self._limits.language, self._seat) for event in events]

    def _question(self, question: OpenQuestion, legal: Sequence[Action]) -> dict[str, object]:
        """Return the message of a question: what the seat sees, and its legal moves with their numbers."""
        game, state, language, view = question.game, question.state, self._limits.language, question.view
        return {
            "type": "decide",
            "seat": question.seat,
            "prompt": question_prompt(self._catalogue, question.turn, language, turn_facts(game, state, question.turn)),
            "events": self._sentences(question.events),
            "moves": [
                {
                    "number": number,
                    "notation": notation(action),
                    "label": action_label(
                        self._catalogue, action, language, action_facts(game, state, question.seat, action)
                    ),
                }
                for number, action in enumerate(legal, 1)
            ],
            "text": view_text(game, view, self._catalogue, language),
            "view": view,
        }

    def _read_move(self, line: bytes, question: OpenQuestion, legal: Sequence[Action]) -> Action:
        """Return the legal action that a line names. Raises Refused."""
        try:
            if len(line) > MAX_LINE_BYTES:
                raise Refused(self._text("unreadable"))
            move = msgspec.json.decode(line, type=Answer).move
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Refused(self._text("unreadable")) from error
        if isinstance(move, int):
            if not 1 <= move <= len(legal):
                raise Refused(self._text("number", number=move, count=len(legal)))
            return legal[move - 1]
        try:
            action = parse_notation(question.game, move)
        except CodecError as error:
            near = _similar_lines(move, [notation(each) for each in legal])
            raise Refused(reason_text(error.reason, self._limits.language), suggestions=near) from error
        if refusals := judge(question.game, question.state, question.seat, action):
            rulings = [self._catalogue.ruling(refusal, self._limits.language) for refusal in refusals]
            reasons = [{"rule": each.rule, "message": each.message, "source": each.source} for each in rulings]
            nearest = nearest_legal_actions(question.game, question.state, question.seat, action)
            suggestions = [notation(each) for each in nearest]
            raise Refused(self._text("illegal", move=move[:MAX_SHOWN_CHARS]), reasons=reasons, suggestions=suggestions)
        return action

    def _text(self, name: str, **facts: object) -> str:
        text = TEXTS[name][self._limits.language]
        return text.format_map(facts) if facts else text


def _similar_lines(text: str, lines: Sequence[str]) -> list[str]:
    """Return the legal moves that look most like a text that cannot be read."""
    matcher = SequenceMatcher(b=text[:MAX_SHOWN_CHARS], autojunk=False)

    def likeness(line: str) -> float:
        matcher.set_seq1(line)
        return matcher.ratio()

    return nlargest(MAX_SUGGESTIONS, lines, likeness)
