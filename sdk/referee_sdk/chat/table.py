"""A table in a chat: named people say things, and the table answers in short Markdown. It knows no particular chat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from referee_sdk import savefile
from referee_sdk.bots import Job
from referee_sdk.chat.formatter import ChatFormatter
from referee_sdk.chat.menu import ActionMenu
from referee_sdk.chat.messages import Message, code_block, escape_markdown, split_messages
from referee_sdk.chat.move_parser import MoveParser
from referee_sdk.chat.texts import COMMANDS, WHY_PREFIXES
from referee_sdk.client import Client, Language
from referee_sdk.errors import (
    BadRequest,
    IllegalMove,
    RateLimited,
    RefereeError,
    RulesError,
    ServerError,
    UndoRefused,
    UnreadableNotation,
)
from referee_sdk.match import Match
from referee_sdk.models import CHANCE, Action, Event, Refusal
from referee_sdk.records import Chance

OnBotProgress = Callable[[str, Job], None]
"""Told how far a bot's search is: the bot's name, and the job."""

MAX_INPUT_CHARS = 500
"""How much of what somebody writes is read: the longest notation that the service takes."""


@dataclass(frozen=True)
class BotSeat:
    """A seat that the service plays: `random`, `greedy`, or `search` with a budget."""

    name: str = "greedy"
    iterations: int | None = None
    milliseconds: int | None = None


@dataclass
class UndoRequest:
    """A take-back that others must agree to, because something was revealed since."""

    person: str
    seat: int
    waiting: set[str]


class Table:
    """One match with the people at it. Whatever they write goes into `say`; what it returns goes to them.

    A person is whatever the chat knows people by; `names` says how to call those whose names are not to be shown.
    """

    def __init__(
        self,
        match: Match,
        seats: Sequence[str | BotSeat],
        *,
        names: Mapping[str, str] | None = None,
        limit: int = 2000,
        page: int = 10,
        on_bot_progress: OnBotProgress | None = None,
    ) -> None:
        self.match, self.seats, self.names = match, tuple(seats), dict(names or {})
        self.limit, self.page, self.on_bot_progress = limit, page, on_bot_progress
        self.teller = ChatFormatter(match.client.language, [_seat_name(seat) for seat in self.seats], self.names)
        self.listener = MoveParser(match)
        self._offer: ActionMenu | None = None
        self._take_back: UndoRequest | None = None

    @classmethod
    def open(
        cls,
        client: Client,
        game: str,
        seats: Sequence[str | BotSeat],
        *,
        language: Language = "en",
        seed: str | None = None,
        chance: Chance | None = None,
        options: Mapping[str, Any] | None = None,
        **settings: Any,
    ) -> Table:
        """A new match for these seats, people by their names."""
        speaking = client.with_language(language)
        match = speaking.new_match(game, seats=len(seats), seed=seed, chance=chance, options=options)
        return cls(match, seats, **settings)

    # --- saving -------------------------------------------------------------------------------------------------------

    def save(self) -> str:
        """The table as one string, for the host alone: it holds all that is hidden."""
        seats = [asdict(seat) if isinstance(seat, BotSeat) else seat for seat in self.seats]
        kept = {"match": self.match.save(), "seats": seats, "language": self.match.client.language}
        return savefile.dumps({**kept, "names": self.names, "limit": self.limit, "page": self.page})

    @classmethod
    def resume(cls, client: Client, saved: str, *, on_bot_progress: OnBotProgress | None = None) -> Table:
        """The table that `save` wrote down."""
        kept = savefile.loads(saved)
        try:
            seats = [BotSeat(**seat) if isinstance(seat, dict) else seat for seat in kept["seats"]]
            match = client.with_language(kept["language"]).resume(kept["match"])
            settings = {name: kept[name] for name in ("names", "limit", "page")}
            return cls(match, seats, **settings, on_bot_progress=on_bot_progress)
        except (KeyError, TypeError) as error:
            raise BadRequest("This is no saved table.") from error

    # --- who sits here ------------------------------------------------------------------------------------------------

    @property
    def people(self) -> list[str]:
        """Everybody who plays, each once."""
        return list(dict.fromkeys(seat for seat in self.seats if isinstance(seat, str)))

    @property
    def current_player(self) -> str | BotSeat | None:
        """Who decides now: a person, a bot, or None when chance does or the game is over."""
        seat = self.match.seat
        return self.seats[seat] if isinstance(seat, int) else None

    # --- talking ------------------------------------------------------------------------------------------------------

    def begin(self) -> list[Message]:
        """What to say when the table opens or is taken up again."""
        title = self.match.client.game(self.match.game).title
        people = ", ".join(self.teller.name(seat) for seat in range(len(self.seats)))
        return [
            *split_messages([self.teller.text("seated", title=title, people=people)], self.limit),
            *self._run_bots(),
        ]

    def say(self, user: str, text: str) -> list[Message]:
        """What the table answers to what somebody wrote."""
        said = " ".join(text[:MAX_INPUT_CHARS].replace("’", "'").split())
        try:
            waited = self._run_bots() if isinstance(self.current_player, BotSeat) else []
            return waited + self._handle(user, said)
        except RefereeError as error:
            return self._reply("failed", reason=error.detail, to=user)

    def choose(self, user: str, menu_id: str, number: int) -> list[Message]:
        """A button: the choice of that number, if `offer` is still what is offered; an old list plays nothing."""
        if menu_id == self.menu_id or self._turn_error(user) is not None:
            return self.say(user, str(number))
        return self._reply("old", to=self._reply_recipient(user)) + self._prompt()

    @property
    def menu_id(self) -> str:
        """A short name for the list that numbers choose from now."""
        return f"{self.match.decision_count}-{self._current_menu().id}"

    def _current_menu(self) -> ActionMenu:
        """What is offered; after a restart, the whole list."""
        if self._offer is None:
            self._offer = ActionMenu(self.match.legal_actions())
        return self._offer

    def _handle(self, user: str, said: str) -> list[Message]:
        command = COMMANDS.get(said.lower())
        if command is not None:
            answer: Callable[[str], list[Message]] = getattr(self, f"_{command}")
            return answer(user)
        question = next(
            (said[len(why) :].strip(" ?") for why in WHY_PREFIXES if said.lower().startswith(f"{why} ")), None
        )
        refused = self._turn_error(user)
        if refused is not None:
            return refused
        if question is not None:
            return self._why(user, question)
        return (
            self._play_numbered(user, int(said)) if said.isascii() and said.isdigit() else self._play_text(user, said)
        )

    def _turn_error(self, user: str) -> list[Message] | None:
        """Why this person cannot decide now, or None."""
        if self.match.turn is None:
            return self._reply("over")
        if user not in self.people:
            return self._reply("watching", person=self.teller.person(user), to=user)
        if self.match.seat != CHANCE and self.current_player != user:
            assert isinstance(self.match.seat, int)
            return self._reply("not your turn", person=self.teller.name(self.match.seat))
        return None

    # --- moves --------------------------------------------------------------------------------------------------------

    def _play_numbered(self, user: str, number: int) -> list[Message]:
        offer = self._current_menu()
        action = offer.get(number)
        if action is None:
            to = self._reply_recipient(user)  # how many there are may tell something of a hand
            return self._reply("no such number", number=number, count=len(offer.actions), to=to)
        return self._play(user, action)

    def _play_text(self, user: str, said: str) -> list[Message]:
        """A move in notation or in free words."""
        if self.listener.looks_like_notation(said) and "=" in said:
            return self._play(user, said)
        understood = self.listener.interpret(said)
        if understood.is_unique:
            return self._play(user, understood.actions[0])
        if understood.actions:
            return self._new_menu(understood.actions, "which", to=self._reply_recipient(user))
        if self.listener.interpret_verb(said) is not None:
            return self._why(user, said)  # a move, but none that is allowed now
        return self._reply("not understood", text=escape_markdown(said[:80]), to=self._reply_recipient(user))

    def _play(self, user: str, move: Action | str) -> list[Message]:
        try:
            events = self.match.play(move)
        except IllegalMove as error:
            return self._refusal_messages(user, error.refusals, error.suggestions)
        except UnreadableNotation as error:
            return split_messages([error.detail], self.limit, to=self._reply_recipient(user))
        return self._run_bots(self.teller.events(events))

    def _run_bots(self, told: Sequence[str] = ()) -> list[Message]:
        """Let bots play until a person must decide, and ask that person; first what was `told` to have happened."""
        self._take_back, self._offer = None, None
        lines = list(told)
        try:
            while isinstance(bot := self.current_player, BotSeat):
                lines += self.teller.events(self._bot_move(bot))
            asked = self._score("") if self.match.is_over else self._prompt()
        except (ServerError, RateLimited) as error:
            asked = self._reply("stuck", reason=error.detail)
        return split_messages(lines, self.limit) + asked

    def _bot_move(self, bot: BotSeat) -> tuple[Event, ...]:
        seat = self.match.seat
        assert isinstance(seat, int)
        name, thinking = self.teller.name(seat), self.on_bot_progress
        return self.match.play_bot(
            bot.name,
            iterations=bot.iterations,
            milliseconds=bot.milliseconds,
            on_progress=(lambda job: thinking(name, job)) if thinking else None,
        )

    def _why(self, user: str, question: str) -> list[Message]:
        """Whether a move is allowed, and the rulings if not."""
        to = self._reply_recipient(user)
        line = self.listener.to_notation(question)
        if line is None:
            return self._reply("write it", form=self.listener.usage_for(question), to=to)
        try:
            verdict = self.match.judge(line)
        except UnreadableNotation as error:
            return split_messages([error.detail], self.limit, to=to)
        if verdict.legal:
            return self._reply("legal", notation=line, to=to)
        return self._reply("judged", notation=line, to=to) + self._refusal_messages(
            user, verdict.refusals, verdict.suggestions
        )

    def _refusal_messages(self, user: str, refusals: Sequence[Refusal], suggestions: Sequence[Action]) -> list[Message]:
        """All rulings, and near moves to choose from."""
        to = self._reply_recipient(user)
        told = split_messages([self.teller.text("refused"), *map(self.teller.refusal, refusals)], self.limit, to=to)
        return told + (self._new_menu(suggestions, "near", to=to) if suggestions else [])

    # --- take-backs ---------------------------------------------------------------------------------------------------

    def _undo(self, user: str) -> list[Message]:
        seat = self._last_seat_of(user)
        if seat is None:
            return self._reply("nothing to undo", person=self.teller.person(user))
        try:
            self.match.undo(seat=seat)
        except UndoRefused as error:
            others = set(self.people) - {user}
            self._take_back = UndoRequest(user, seat, others or {user})
            return self._request_undo_consent(error.reasons)
        except RulesError:
            return self._reply("nothing to undo", person=self.teller.person(user))
        return self._reply("undone", person=self.teller.person(user)) + self._run_bots()

    def _request_undo_consent(self, reasons: Sequence[str]) -> list[Message]:
        assert self._take_back is not None
        told = ", ".join(self.teller.text("over-since" if reason == "over" else reason) for reason in reasons)
        asked = ", ".join(self.teller.person(each) for each in sorted(self._take_back.waiting))
        return self._reply("reveals", person=self.teller.person(self._take_back.person), reasons=told, asked=asked)

    def _agree(self, user: str) -> list[Message]:
        wanted = self._take_back
        if wanted is None or user not in wanted.waiting:
            return self._reply("nothing to agree", to=user)
        wanted.waiting.discard(user)
        agreed = self._reply("agreed", person=self.teller.person(user))
        if wanted.waiting:
            return agreed
        self.match.undo(seat=wanted.seat, force=True)
        return [*agreed, *self._reply("undone", person=self.teller.person(wanted.person)), *self._run_bots()]

    def _last_seat_of(self, user: str) -> int | None:
        """The seat of this person that decided last."""
        own = {seat for seat, sitting in enumerate(self.seats) if sitting == user}
        return next(
            (seat for seat in reversed(self.match.decision_seats) if isinstance(seat, int) and seat in own), None
        )

    # --- questions ----------------------------------------------------------------------------------------------------

    def _help(self, user: str) -> list[Message]:
        return self._reply("help", example=self.listener.example())

    def _table(self, user: str) -> list[Message]:
        """The board: as everybody sees it, or as this person does where something is hidden."""
        seat = self._own_seat(user)
        own = self.match.view(seat)
        to = user if seat is not None and self._has_private_view(seat) else None
        return code_block(self.teller.board(own.text), self.limit, to=to)

    def _score(self, user: str) -> list[Message]:
        score = self.match.score()
        lines = [line for seat in range(len(self.seats)) for line in self.teller.score(seat, score)]
        return split_messages([*lines, *self.teller.winners(score.result)], self.limit)

    def _moves(self, user: str) -> list[Message]:
        """The whole list, from its beginning."""
        return self._prompt() if self.match.turn is not None else self._reply("over")

    def _more(self, user: str) -> list[Message]:
        """The next page of what was offered."""
        refused = self._turn_error(user)
        return refused if refused is not None else self._page(None, to=self._reply_recipient(user))

    # --- telling ------------------------------------------------------------------------------------------------------

    def _prompt(self) -> list[Message]:
        """Ask whoever decides; the choices privately where they show what others may not see."""
        turn = self.match.turn
        assert turn is not None
        self._offer = ActionMenu(self.match.legal_actions())
        if not isinstance(turn.seat, int):
            return self._page(self.teller.text("dice", prompt=turn.prompt), to=None)
        asked = self.teller.text("turn", person=self.teller.name(turn.seat), prompt=turn.prompt)
        person = self.seats[turn.seat]
        if not isinstance(person, str) or not self._has_private_view(turn.seat):
            return self._page(asked, to=None)
        note = self.teller.text("private", person=self.teller.name(turn.seat))
        return [*split_messages([asked, note], self.limit), *self._page(asked, to=person)]

    def _new_menu(self, actions: Sequence[Action], word: str, *, to: str | None) -> list[Message]:
        """Some actions as a new numbered list."""
        self._offer = ActionMenu(actions)
        return self._page(self.teller.text(word), to=to)

    def _page(self, title: str | None, *, to: str | None) -> list[Message]:
        """The next page of what is offered, under a title."""
        offer = self._current_menu()
        choices = offer.next_page(self.page)
        lines = [] if title is None else [title]
        lines += [f"`{choice.number}` {self.teller.with_names(choice.label)}" for choice in choices]
        if offer.remaining:
            lines.append(self.teller.text("more", left=offer.remaining))
        *first, last = split_messages(lines, self.limit, to=to)
        return [*first, Message(last.text, to, choices)]

    def _reply(self, word: str, *, to: str | None = None, **facts: object) -> list[Message]:
        return split_messages([self.teller.text(word, **facts)], self.limit, to=to)

    # --- secrets ------------------------------------------------------------------------------------------------------

    def _own_seat(self, user: str) -> int | None:
        """The seat that this person decides for now, else the first one."""
        if self.current_player == user and isinstance(self.match.seat, int):
            return self.match.seat
        return next((seat for seat, sitting in enumerate(self.seats) if sitting == user), None)

    def _has_private_view(self, seat: int) -> bool:
        """Whether a seat sees what a spectator does not."""
        own, public = self.match.view(seat).view, self.match.view(None).view
        return {**own, "seat": None} != {**public, "seat": None}

    def _reply_recipient(self, user: str) -> str | None:
        """To whom an answer about this person's moves goes: to all, or to the person alone."""
        seat = self._own_seat(user)
        return user if seat is not None and self._has_private_view(seat) else None


def _seat_name(seat: str | BotSeat) -> str:
    return seat if isinstance(seat, str) else f"{seat.name} 🤖"
