"""Position of a seat as short text: who plays, what happened, the table, the question and the numbered moves."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence

from referee_sdk.agents.moves import numbered, price_note
from referee_sdk.agents.news import news_lines
from referee_sdk.agents.seat import AgentSeat
from referee_sdk.agents.texts import Texts
from referee_sdk.models import Action, Result, Score, ScoreLine

_DECORATION = re.compile(r"[\s/\\|]+")
"""Lines of a map that have only borders of cells."""


class PositionText:
    """Texts about one seat, in one language."""

    def __init__(self, texts: Texts, seat: AgentSeat) -> None:
        self.texts, self.seat = texts, seat

    def header(self) -> str:
        """Return who plays which seat."""
        seat, texts = self.seat, self.texts
        own = texts.get("you", seats=texts.seats(seat.seats)) if seat.seats else texts.get("watching")
        names: dict[str, tuple[int, ...]] = {}
        for index, name in enumerate(seat.players):
            if name and index not in seat.seats:
                names[name] = (*names.get(name, ()), index)
        others = [texts.get("players", bot=name, seats=texts.seats(seats)) for name, seats in names.items()]
        return " ".join([f"{seat.game}.", own, *others])

    def table(self, part: str = "") -> str:
        """Return the table, or a part of it, without lines that only draw borders."""
        lines = self.seat.view(part or None).replace("\N{NO-BREAK SPACE}", " ").splitlines()
        return "\n".join(line.rstrip() for line in lines if not (line and _DECORATION.fullmatch(line)))

    def news(self) -> list[str]:
        """Return the sentences of what happened since the last call, and what the seat has seen anew in secret.

        Events do not name hidden cards, so the lines of the hand show which ones were drawn.
        """
        return [*news_lines(self.seat.news(), self.texts, self.seat.explained), *self.new_secrets()]

    def new_secrets(self) -> tuple[str, ...]:
        """Return the lines that only this seat sees, if they have changed since the agent got them."""
        lines = self.seat.private_lines()
        before, self.seat.secrets = self.seat.secrets, tuple(each.replace("\N{NO-BREAK SPACE}", " ") for each in lines)
        return () if self.seat.secrets == before else self.seat.secrets

    def decision(self) -> list[str]:
        """Return the question and the numbered moves, or who decides, or the result. Numbers then refer to it."""
        seat, texts = self.seat, self.texts
        seat.shown = None
        if seat.is_over:
            return self.end()
        trouble = seat.trouble
        if trouble is not None:
            return [texts.get("bot failed", seat=trouble[0], reason=trouble[1])]
        if not seat.is_own_turn:
            return [texts.get("not your turn" if seat.seats else "decides", seat=seat.mover)]
        prompt = seat.prompt
        lines = [prompt if len(seat.seats) == 1 else texts.get("to move as", prompt=prompt, seat=seat.mover)]
        if (deadline := seat.deadline) is not None:
            lines.append(texts.get("deadline", seconds=round(deadline)))
        return [*lines, self.numbered_moves()]

    def numbered_moves(self) -> str:
        """Return the numbered legal moves. Numbers of the agent then refer to this list."""
        legal = self.seat.legal_actions()
        return numbered(self._show(legal), [price_note(action.label) for action in legal])

    def explained_moves(self) -> str:
        """Return the question and the numbered moves as sentences, which name what stands at a place."""
        legal = self.seat.legal_actions()
        self._show(legal)
        moves = (f"{number} {action.notation}: {action.label}" for number, action in enumerate(legal, 1))
        return "\n".join([self.seat.prompt, *moves])

    def _show(self, legal: Sequence[Action]) -> tuple[str, ...]:
        """Return the notations of a list, to which the numbers of the agent refer from now on."""
        self.seat.shown, self.seat.shown_at = tuple(action.notation for action in legal), time.monotonic()
        return self.seat.shown

    def end(self) -> list[str]:
        """Return the result of a match that is over."""
        texts, result = self.texts, self.seat.result
        if result is None:
            return [texts.get("resigned")]
        return [texts.get("over"), *self._result(result), texts.get("after over")]

    def _result(self, result: Result) -> list[str]:
        texts = self.texts
        labels = {rival.name: rival.label for rival in result.rivals}
        points = [(self._side(seat), score) for seat, score in enumerate(result.scores)]
        points += [(rival.label, rival.score) for rival in result.rivals]
        scores = ", ".join(texts.get("score", side=side, points=score) for side, score in points)
        if not result.winners:
            return [texts.get("scores", scores=scores), texts.get("no winner")]
        winners = ", ".join(self._side(side) if isinstance(side, int) else labels[side] for side in result.winners)
        return [texts.get("scores", scores=scores), texts.get("winners", winners=winners)]

    def score(self, score: Score) -> str:
        """Return the points of every side with their lines."""
        sides = [(self._side(seat), total) for seat, total in enumerate(score.scores)]
        lines = [self._score_line(side, total, score.lines[seat]) for seat, (side, total) in enumerate(sides)]
        lines += [self._score_line(rival.label, rival.score, rival.lines) for rival in score.rivals]
        return "\n".join(lines if score.result is None else [*lines, *self._result(score.result)])

    def _score_line(self, side: str, total: int, lines: Sequence[ScoreLine]) -> str:
        parts = (f"{line.title} {line.points}" + (f" ({line.count}×)" if line.count > 1 else "") for line in lines)
        text, details = f"{side}{self.texts.get('colon')}{total}", ", ".join(parts)
        return f"{text} = {details}" if details else text

    def _side(self, seat: int) -> str:
        name = self.texts.get("seat", seat=seat)
        players = self.seat.players
        player = players[seat] if seat < len(players) and seat not in self.seat.seats else ""
        return f"{name} ({player})" if player else name
