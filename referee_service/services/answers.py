"""The answers of the service as plain data, in the reader's language. The api only writes them down."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from referee_service.kernel import play
from referee_service.kernel.codec import Move, notation
from referee_service.kernel.events import shown_to
from referee_service.kernel.game import AnyGame
from referee_service.kernel.ruling import Catalogue, Fact, Fault, Language, Refusal
from referee_service.kernel.score import Result
from referee_service.kernel.state import Action, Event, Line, Seat, State, Turn, verb_of
from referee_service.kernel.telling import label, narration, prompt

Listed = dict[str, object]
"""An action as clients read it: its JSON, its notation and its label."""

Taken = tuple[State, Move, Action]
"""An action that was taken, as a record has it and as it is, with the state it was taken in."""

EMPTY_LIST = Raw(b"[]")
"""What a reader gets who may not see a legal list."""


class ShownTurn(Struct, frozen=True):
    """Who decides now, what is asked, and the verbs that answer."""

    seat: Seat
    question: str
    prompt: str
    verbs: tuple[str, ...]


class ShownMove(Struct, frozen=True, omit_defaults=True):
    """An action that was played; its fields and notation are left out where this reader did not see them."""

    seat: Seat
    kind: str
    action: Listed | None = None
    notation: str | None = None


class ShownEvent(Struct, frozen=True):
    """Something that happened, with its sentence."""

    kind: str
    seat: Seat
    facts: dict[str, Fact]
    text: str


class ShownRefusal(Struct, frozen=True):
    """A refusal written out."""

    rule: str
    title: str
    message: str
    facts: dict[str, Fact]
    source: str


class ShownFault(Struct, frozen=True):
    """A reason why a state is impossible, with its place."""

    path: str
    rule: str
    title: str
    message: str
    facts: dict[str, Fact]


class ShownLine(Struct, frozen=True):
    """Points under one rule."""

    rule: str
    title: str
    count: int
    points: int


class ShownResult(Struct, frozen=True):
    """How the game ended."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    lines: tuple[tuple[ShownLine, ...], ...]


class Passes(Struct, frozen=True):
    """The secrets that let people speak for their seats, and the keeper see the whole table."""

    seats: tuple[str, ...]
    keeper: str


class Position(Struct, frozen=True, kw_only=True):
    """A state with its turn: all that a client needs to go on."""

    game: str
    ruleset: str
    content: str
    ply: int
    state: Raw | UnsetType = UNSET
    token: str | UnsetType = UNSET
    digest: str
    turn: ShownTurn | None
    legal_actions: Raw | UnsetType = UNSET
    played: Sequence[ShownMove] | UnsetType = UNSET
    events: Sequence[ShownEvent] | UnsetType = UNSET
    result: ShownResult | None = None
    passes: Passes | UnsetType = UNSET
    commitment: str | UnsetType = UNSET
    chance_key: str | UnsetType = UNSET


PARTS = ("state", "legal_actions", "played", "events")
"""The parts of a position that `include` may leave out."""


class Verdict(Struct, frozen=True, kw_only=True):
    """Whether a move is legal and why not; a legal one with the position after it, before chance acts."""

    legal: bool
    refusals: Sequence[ShownRefusal]
    suggestions: Sequence[Listed]
    preview: Position | None = None


class LegalList(Struct, frozen=True):
    """Everything the seat to move may do."""

    turn: ShownTurn | None
    legal_actions: Raw


class View(Struct, frozen=True):
    """What one seat, or a spectator, sees."""

    seat: int | None
    view: object
    text: str
    turn: ShownTurn | None
    legal_actions: Raw
    commitment: str | UnsetType = UNSET
    chance_key: str | UnsetType = UNSET


class Audit(Struct, frozen=True):
    """Whether a state is possible, and every fault that speaks against it."""

    possible: bool
    faults: Sequence[ShownFault]


class Score(Struct, frozen=True):
    """The score so far, line by line, and the result once the game is over."""

    scores: tuple[int, ...]
    lines: tuple[tuple[ShownLine, ...], ...]
    result: ShownResult | None


class Replay(Struct, frozen=True, kw_only=True):
    """A record judged: valid with its last position, or the first move that cannot have been played."""

    valid: bool
    index: int | None = None
    reason: str | None = None
    refusals: Sequence[ShownRefusal] = ()
    position: Position | None = None


@lru_cache(maxsize=8192)
def _listed(catalogue: Catalogue, action: Action, language: Language) -> Listed:
    """An action written out: the same few thousand come up again and again, so they are kept. To be read only."""
    fields = msgspec.to_builtins(action)
    assert isinstance(fields, dict)
    return {**fields, "notation": notation(action), "label": label(catalogue, action, language)}


class Teller:
    """Says what happened in one game, in one language, to one reader (None: to everybody)."""

    def __init__(self, game: AnyGame, language: Language, reader: int | None = None) -> None:
        self.game, self.language, self.reader = game, language, reader
        self.catalogue: Catalogue = game.catalogue()

    def turn(self, turn: Turn | None) -> ShownTurn | None:
        """The turn with its prompt."""
        if turn is None:
            return None
        return ShownTurn(turn.seat, turn.question, prompt(self.catalogue, turn, self.language), turn.verbs)

    def listed(self, action: Action) -> Listed:
        """An action with its notation and label."""
        return _listed(self.catalogue, action, self.language)

    def legal(self, state: State, *, kind: str | None = None) -> list[Listed]:
        """The legal list in words."""
        return [self.listed(action) for action in play.legal_actions(self.game, state, kind=kind)]

    def played(self, taken: Iterable[Taken], *, sees_all: bool) -> list[ShownMove]:
        """What was played, as far as this reader saw it."""
        return [self._move(*each, sees_all=sees_all) for each in taken]

    def _move(self, state: State, move: Move, action: Action, *, sees_all: bool) -> ShownMove:
        if not sees_all and play.shown(self.game, state, action, self.reader) is None:
            return ShownMove(move.seat, verb_of(action))
        return ShownMove(move.seat, verb_of(action), self.listed(action), move.notation)

    def events(self, events: Iterable[Event]) -> list[ShownEvent]:
        """What happened, narrated for this reader."""
        return [self._event(event) for event in events]

    def _event(self, event: Event) -> ShownEvent:
        seen = shown_to(event, self.reader)
        return ShownEvent(seen.kind, seen.seat, seen.facts, narration(self.catalogue, seen, self.language))

    def refusals(self, refusals: Iterable[Refusal]) -> list[ShownRefusal]:
        """Refusals as rulings."""
        rulings = [self.catalogue.ruling(refusal, self.language) for refusal in refusals]
        return [ShownRefusal(r.rule, r.title, r.message, r.facts, r.source) for r in rulings]

    def faults(self, faults: Iterable[Fault]) -> list[ShownFault]:
        """Faults as sentences."""
        rulings = [(fault.path, self.catalogue.ruling(fault, self.language)) for fault in faults]
        return [ShownFault(path, r.rule, r.title, r.message, r.facts) for path, r in rulings]

    def lines(self, points: Sequence[Sequence[Line]]) -> tuple[tuple[ShownLine, ...], ...]:
        """Cited points with the titles of their rules."""
        rules = self.catalogue.rules
        return tuple(
            tuple(ShownLine(line.rule, rules[line.rule].title[self.language], line.count, line.points) for line in seat)
            for seat in points
        )

    def result(self, result: Result | None) -> ShownResult | None:
        """The end of the game."""
        if result is None:
            return None
        return ShownResult(result.winners, result.scores, result.ranking, self.lines(result.lines))
