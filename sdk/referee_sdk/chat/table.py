"""A table in a chat: named people say things, and the table answers in short Markdown. It knows no particular chat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from referee_sdk import packing
from referee_sdk.answers import CHANCE, Action, Event, Refusal
from referee_sdk.bots import Job
from referee_sdk.chat.listening import Listener
from referee_sdk.chat.messages import Message, escaped, fenced, fitted
from referee_sdk.chat.offering import Offer
from referee_sdk.chat.telling import Teller
from referee_sdk.chat.words import COMMANDS, WHY
from referee_sdk.client import Client, Language
from referee_sdk.errors import (
    BadRequest,
    IllegalMove,
    RateLimited,
    RefereeError,
    RulesRefuse,
    ServerFailed,
    UnreadableNotation,
    WouldReveal,
)
from referee_sdk.match import Match
from referee_sdk.records import Chance

Thinking = Callable[[str, Job], None]
"""Told how far a bot's search is: the bot's name, and the job."""

HEARD = 500
"""How much of what somebody writes is read: the longest notation that the service takes."""


@dataclass(frozen=True)
class Bot:
    """A seat that the service plays: `random`, `greedy`, or `search` with a budget."""

    name: str = "greedy"
    iterations: int | None = None
    milliseconds: int | None = None


@dataclass
class TakeBack:
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
        seats: Sequence[str | Bot],
        *,
        names: Mapping[str, str] | None = None,
        limit: int = 2000,
        page: int = 10,
        thinking: Thinking | None = None,
    ) -> None:
        self.match, self.seats, self.names = match, tuple(seats), dict(names or {})
        self.limit, self.page, self.thinking = limit, page, thinking
        self.teller = Teller(match.client.language, [_name(seat) for seat in self.seats], self.names)
        self.listener = Listener(match)
        self._offer: Offer | None = None
        self._take_back: TakeBack | None = None

    @classmethod
    def open(
        cls,
        client: Client,
        game: str,
        seats: Sequence[str | Bot],
        *,
        language: Language = "en",
        seed: str | None = None,
        chance: Chance | None = None,
        options: Mapping[str, Any] | None = None,
        **settings: Any,
    ) -> Table:
        """A new match for these seats, people by their names."""
        speaking = client.speaking(language)
        match = speaking.new(game, seats=len(seats), seed=seed, chance=chance, options=options)
        return cls(match, seats, **settings)

    # --- saving -------------------------------------------------------------------------------------------------------

    def save(self) -> str:
        """The table as one string, for the host alone: it holds all that is hidden."""
        seats = [asdict(seat) if isinstance(seat, Bot) else seat for seat in self.seats]
        kept = {"match": self.match.save(), "seats": seats, "language": self.match.client.language}
        return packing.packed({**kept, "names": self.names, "limit": self.limit, "page": self.page})

    @classmethod
    def resume(cls, client: Client, saved: str, *, thinking: Thinking | None = None) -> Table:
        """The table that `save` wrote down."""
        kept = packing.unpacked(saved)
        try:
            seats = [Bot(**seat) if isinstance(seat, dict) else seat for seat in kept["seats"]]
            match = client.speaking(kept["language"]).resume(kept["match"])
            settings = {name: kept[name] for name in ("names", "limit", "page")}
            return cls(match, seats, **settings, thinking=thinking)
        except (KeyError, TypeError) as error:
            raise BadRequest("This is no saved table.") from error

    # --- who sits here ------------------------------------------------------------------------------------------------

    @property
    def people(self) -> list[str]:
        """Everybody who plays, each once."""
        return list(dict.fromkeys(seat for seat in self.seats if isinstance(seat, str)))

    @property
    def deciding(self) -> str | Bot | None:
        """Who decides now: a person, a bot, or None when chance does or the game is over."""
        seat = self.match.seat
        return self.seats[seat] if isinstance(seat, int) else None

    # --- talking ------------------------------------------------------------------------------------------------------

    def begin(self) -> list[Message]:
        """What to say when the table opens or is taken up again."""
        title = self.match.client.game(self.match.game).title
        people = ", ".join(self.teller.name(seat) for seat in range(len(self.seats)))
        return [*fitted([self.teller.says("seated", title=title, people=people)], self.limit), *self._go_on()]

    def say(self, person: str, text: str) -> list[Message]:
        """What the table answers to what somebody wrote."""
        said = " ".join(text[:HEARD].replace("’", "'").split())
        try:
            waited = self._go_on() if isinstance(self.deciding, Bot) else []
            return waited + self._answered(person, said)
        except RefereeError as error:
            return self._tell("failed", reason=error.detail, to=person)

    def choose(self, person: str, offer: str, number: int) -> list[Message]:
        """A button: the choice of that number, if `offer` is still what is offered; an old list plays nothing."""
        if offer == self.offer or self._may_not_move(person) is not None:
            return self.say(person, str(number))
        return self._tell("old", to=self._hidden_from_others(person)) + self._ask()

    @property
    def offer(self) -> str:
        """A short name for the list that numbers choose from now."""
        return f"{self.match.plies}-{self._offered_now().name}"

    def _offered_now(self) -> Offer:
        """What is offered; after a restart, the whole list."""
        if self._offer is None:
            self._offer = Offer(self.match.legal())
        return self._offer

    def _answered(self, person: str, said: str) -> list[Message]:
        command = COMMANDS.get(said.lower())
        if command is not None:
            answer: Callable[[str], list[Message]] = getattr(self, f"_{command}")
            return answer(person)
        question = next((said[len(why) :].strip(" ?") for why in WHY if said.lower().startswith(f"{why} ")), None)
        refused = self._may_not_move(person)
        if refused is not None:
            return refused
        if question is not None:
            return self._why(person, question)
        return self._numbered(person, int(said)) if said.isascii() and said.isdigit() else self._written(person, said)

    def _may_not_move(self, person: str) -> list[Message] | None:
        """Why this person cannot decide now, or None."""
        if self.match.turn is None:
            return self._tell("over")
        if person not in self.people:
            return self._tell("watching", person=self.teller.person(person), to=person)
        if self.match.seat != CHANCE and self.deciding != person:
            assert isinstance(self.match.seat, int)
            return self._tell("not your turn", person=self.teller.name(self.match.seat))
        return None

    # --- moves --------------------------------------------------------------------------------------------------------

    def _numbered(self, person: str, number: int) -> list[Message]:
        offer = self._offered_now()
        action = offer.chosen(number)
        if action is None:
            to = self._hidden_from_others(person)  # how many there are may tell something of a hand
            return self._tell("no such number", number=number, count=len(offer.actions), to=to)
        return self._play(person, action)

    def _written(self, person: str, said: str) -> list[Message]:
        """A move in notation or in free words."""
        if self.listener.begins_with_a_verb(said) and "=" in said:
            return self._play(person, said)
        understood = self.listener.meant(said)
        if understood.is_sure:
            return self._play(person, understood.actions[0])
        if understood.actions:
            return self._offered(understood.actions, "which", to=self._hidden_from_others(person))
        if self.listener.verb_meant(said) is not None:
            return self._why(person, said)  # a move, but none that is allowed now
        return self._tell("not understood", text=escaped(said[:80]), to=self._hidden_from_others(person))

    def _play(self, person: str, move: Action | str) -> list[Message]:
        try:
            events = self.match.play(move)
        except IllegalMove as error:
            return self._refused(person, error.refusals, error.suggestions)
        except UnreadableNotation as error:
            return fitted([error.detail], self.limit, to=self._hidden_from_others(person))
        return self._go_on(self.teller.events(events))

    def _go_on(self, told: Sequence[str] = ()) -> list[Message]:
        """Let bots play until a person must decide, and ask that person; first what was `told` to have happened."""
        self._take_back, self._offer = None, None
        lines = list(told)
        try:
            while isinstance(bot := self.deciding, Bot):
                lines += self.teller.events(self._bot_move(bot))
            asked = self._score("") if self.match.is_over else self._ask()
        except (ServerFailed, RateLimited) as error:
            asked = self._tell("stuck", reason=error.detail)
        return fitted(lines, self.limit) + asked

    def _bot_move(self, bot: Bot) -> tuple[Event, ...]:
        seat = self.match.seat
        assert isinstance(seat, int)
        name, thinking = self.teller.name(seat), self.thinking
        return self.match.bot(
            bot.name,
            iterations=bot.iterations,
            milliseconds=bot.milliseconds,
            on_progress=(lambda job: thinking(name, job)) if thinking else None,
        )

    def _why(self, person: str, question: str) -> list[Message]:
        """Whether a move is allowed, and the rulings if not."""
        to = self._hidden_from_others(person)
        line = self.listener.line_meant(question)
        if line is None:
            return self._tell("write it", form=self.listener.form_of(question), to=to)
        try:
            verdict = self.match.why(line)
        except UnreadableNotation as error:
            return fitted([error.detail], self.limit, to=to)
        if verdict.legal:
            return self._tell("legal", notation=line, to=to)
        return self._tell("judged", notation=line, to=to) + self._refused(person, verdict.refusals, verdict.suggestions)

    def _refused(self, person: str, refusals: Sequence[Refusal], suggestions: Sequence[Action]) -> list[Message]:
        """All rulings, and near moves to choose from."""
        to = self._hidden_from_others(person)
        told = fitted([self.teller.says("refused"), *map(self.teller.refusal, refusals)], self.limit, to=to)
        return told + (self._offered(suggestions, "near", to=to) if suggestions else [])

    # --- take-backs ---------------------------------------------------------------------------------------------------

    def _undo(self, person: str) -> list[Message]:
        seat = self._last_seat_of(person)
        if seat is None:
            return self._tell("nothing to undo", person=self.teller.person(person))
        try:
            self.match.undo(seat=seat)
        except WouldReveal as error:
            others = set(self.people) - {person}
            self._take_back = TakeBack(person, seat, others or {person})
            return self._ask_for_agreement(error.reasons)
        except RulesRefuse:
            return self._tell("nothing to undo", person=self.teller.person(person))
        return self._tell("undone", person=self.teller.person(person)) + self._go_on()

    def _ask_for_agreement(self, reasons: Sequence[str]) -> list[Message]:
        assert self._take_back is not None
        told = ", ".join(self.teller.says("over-since" if reason == "over" else reason) for reason in reasons)
        asked = ", ".join(self.teller.person(each) for each in sorted(self._take_back.waiting))
        return self._tell("reveals", person=self.teller.person(self._take_back.person), reasons=told, asked=asked)

    def _agree(self, person: str) -> list[Message]:
        wanted = self._take_back
        if wanted is None or person not in wanted.waiting:
            return self._tell("nothing to agree", to=person)
        wanted.waiting.discard(person)
        agreed = self._tell("agreed", person=self.teller.person(person))
        if wanted.waiting:
            return agreed
        self.match.undo(seat=wanted.seat, anyway=True)
        return [*agreed, *self._tell("undone", person=self.teller.person(wanted.person)), *self._go_on()]

    def _last_seat_of(self, person: str) -> int | None:
        """The seat of this person that decided last."""
        own = {seat for seat, sitting in enumerate(self.seats) if sitting == person}
        return next((seat for seat in reversed(self.match.deciders) if isinstance(seat, int) and seat in own), None)

    # --- questions ----------------------------------------------------------------------------------------------------

    def _help(self, person: str) -> list[Message]:
        return self._tell("help", example=self.listener.example())

    def _table(self, person: str) -> list[Message]:
        """The board: as everybody sees it, or as this person does where something is hidden."""
        seat = self._own_seat(person)
        own = self.match.view(seat)
        to = person if seat is not None and self._has_secrets(seat) else None
        return fenced(self.teller.board(own.text), self.limit, to=to)

    def _score(self, person: str) -> list[Message]:
        score = self.match.score()
        lines = [line for seat in range(len(self.seats)) for line in self.teller.score(seat, score)]
        return fitted([*lines, *self.teller.winners(score.result)], self.limit)

    def _moves(self, person: str) -> list[Message]:
        """The whole list, from its beginning."""
        return self._ask() if self.match.turn is not None else self._tell("over")

    def _more(self, person: str) -> list[Message]:
        """The next page of what was offered."""
        refused = self._may_not_move(person)
        return refused if refused is not None else self._page(None, to=self._hidden_from_others(person))

    # --- telling ------------------------------------------------------------------------------------------------------

    def _ask(self) -> list[Message]:
        """Ask whoever decides; the choices privately where they show what others may not see."""
        turn = self.match.turn
        assert turn is not None
        self._offer = Offer(self.match.legal())
        if not isinstance(turn.seat, int):
            return self._page(self.teller.says("dice", prompt=turn.prompt), to=None)
        asked = self.teller.says("turn", person=self.teller.name(turn.seat), prompt=turn.prompt)
        person = self.seats[turn.seat]
        if not isinstance(person, str) or not self._has_secrets(turn.seat):
            return self._page(asked, to=None)
        note = self.teller.says("private", person=self.teller.name(turn.seat))
        return [*fitted([asked, note], self.limit), *self._page(asked, to=person)]

    def _offered(self, actions: Sequence[Action], word: str, *, to: str | None) -> list[Message]:
        """Some actions as a new numbered list."""
        self._offer = Offer(actions)
        return self._page(self.teller.says(word), to=to)

    def _page(self, title: str | None, *, to: str | None) -> list[Message]:
        """The next page of what is offered, under a title."""
        offer = self._offered_now()
        choices = offer.next_page(self.page)
        lines = [] if title is None else [title]
        lines += [f"`{choice.number}` {self.teller.named(choice.label)}" for choice in choices]
        if offer.left:
            lines.append(self.teller.says("more", left=offer.left))
        *first, last = fitted(lines, self.limit, to=to)
        return [*first, Message(last.text, to, choices)]

    def _tell(self, word: str, *, to: str | None = None, **facts: object) -> list[Message]:
        return fitted([self.teller.says(word, **facts)], self.limit, to=to)

    # --- secrets ------------------------------------------------------------------------------------------------------

    def _own_seat(self, person: str) -> int | None:
        """The seat that this person decides for now, else the first one."""
        if self.deciding == person and isinstance(self.match.seat, int):
            return self.match.seat
        return next((seat for seat, sitting in enumerate(self.seats) if sitting == person), None)

    def _has_secrets(self, seat: int) -> bool:
        """Whether a seat sees what a spectator does not."""
        own, public = self.match.view(seat).view, self.match.view(None).view
        return {**own, "seat": None} != {**public, "seat": None}

    def _hidden_from_others(self, person: str) -> str | None:
        """To whom an answer about this person's moves goes: to all, or to the person alone."""
        seat = self._own_seat(person)
        return person if seat is not None and self._has_secrets(seat) else None


def _name(seat: str | Bot) -> str:
    return seat if isinstance(seat, str) else f"{seat.name} 🤖"
