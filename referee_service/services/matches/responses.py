"""The answers of the service as plain data, in the reader's language. The api only writes them down."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from referee_service.kernel import engine
from referee_service.kernel.codec import RecordedMove, notation
from referee_service.kernel.events import redact_event
from referee_service.kernel.game import AnyGame
from referee_service.kernel.narration import action_label, narrate, question_prompt
from referee_service.kernel.rules import Catalogue, Fact, Fault, Language, Refusal
from referee_service.kernel.score import Result
from referee_service.kernel.state import Action, Event, ScoreLine, Seat, State, Turn, verb_of

ActionJson = dict[str, object]
"""An action as clients read it: its JSON, its notation and its label."""

PlayedAction = tuple[State, RecordedMove, Action]
"""An action that was taken, as a record has it and as it is, with the state it was taken in."""

EMPTY_LIST = Raw(b"[]")
"""What a reader gets who may not see a legal list."""


class TurnResponse(Struct, frozen=True):
    """Who decides now, what is asked, and the verbs that answer."""

    seat: Seat
    question: str
    prompt: str
    verbs: tuple[str, ...]


class MoveResponse(Struct, frozen=True, omit_defaults=True):
    """An action that was played; its fields and notation are left out where this reader did not see them."""

    seat: Seat
    kind: str
    action: ActionJson | None = None
    notation: str | None = None


class EventResponse(Struct, frozen=True):
    """Something that happened, with its sentence."""

    kind: str
    seat: Seat
    facts: dict[str, Fact]
    text: str


class RefusalResponse(Struct, frozen=True):
    """A refusal written out."""

    rule: str
    title: str
    message: str
    facts: dict[str, Fact]
    source: str


class FaultResponse(Struct, frozen=True):
    """A reason why a state is impossible, with its place."""

    path: str
    rule: str
    title: str
    message: str
    facts: dict[str, Fact]


class ScoreLineResponse(Struct, frozen=True):
    """Points under one rule."""

    rule: str
    title: str
    count: int
    points: int


class ResultResponse(Struct, frozen=True):
    """How the game ended."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    lines: tuple[tuple[ScoreLineResponse, ...], ...]


class Credentials(Struct, frozen=True):
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
    sealed_state: str | UnsetType = UNSET
    digest: str
    turn: TurnResponse | None
    legal_actions: Raw | UnsetType = UNSET
    played: Sequence[MoveResponse] | UnsetType = UNSET
    events: Sequence[EventResponse] | UnsetType = UNSET
    result: ResultResponse | None = None
    credentials: Credentials | UnsetType = UNSET
    commitment: str | UnsetType = UNSET
    chance_key: str | UnsetType = UNSET


POSITION_PARTS = ("state", "legal_actions", "played", "events")
"""The parts of a position that `include` may leave out."""


class Verdict(Struct, frozen=True, kw_only=True):
    """Whether a move is legal and why not; a legal one with the position after it, before chance acts."""

    legal: bool
    refusals: Sequence[RefusalResponse]
    suggestions: Sequence[ActionJson]
    preview: Position | None = None


class LegalActions(Struct, frozen=True):
    """Everything the seat to move may do."""

    turn: TurnResponse | None
    legal_actions: Raw


class SeatView(Struct, frozen=True):
    """What one seat, or a spectator, sees."""

    seat: int | None
    view: object
    text: str
    turn: TurnResponse | None
    legal_actions: Raw
    commitment: str | UnsetType = UNSET
    chance_key: str | UnsetType = UNSET


class Audit(Struct, frozen=True):
    """Whether a state is possible, and every fault that speaks against it."""

    possible: bool
    faults: Sequence[FaultResponse]


class Score(Struct, frozen=True):
    """The score so far, line by line, and the result once the game is over."""

    scores: tuple[int, ...]
    lines: tuple[tuple[ScoreLineResponse, ...], ...]
    result: ResultResponse | None


class Replay(Struct, frozen=True, kw_only=True):
    """A record judged: valid with its last position, or the first move that cannot have been played."""

    valid: bool
    index: int | None = None
    reason: str | None = None
    refusals: Sequence[RefusalResponse] = ()
    position: Position | None = None


@lru_cache(maxsize=8192)
def _action_json(catalogue: Catalogue, action: Action, language: Language) -> ActionJson:
    """An action written out: the same few thousand come up again and again, so they are kept. To be read only."""
    fields = msgspec.to_builtins(action)
    assert isinstance(fields, dict)
    return {**fields, "notation": notation(action), "label": action_label(catalogue, action, language)}


class Presenter:
    """Says what happened in one game, in one language, to one reader (None: to everybody)."""

    def __init__(self, game: AnyGame, language: Language, reader: int | None = None) -> None:
        self.game, self.language, self.reader = game, language, reader
        self.catalogue: Catalogue = game.catalogue()

    def turn(self, turn: Turn | None) -> TurnResponse | None:
        """The turn with its prompt."""
        if turn is None:
            return None
        return TurnResponse(turn.seat, turn.question, question_prompt(self.catalogue, turn, self.language), turn.verbs)

    def action(self, action: Action) -> ActionJson:
        """An action with its notation and label."""
        return _action_json(self.catalogue, action, self.language)

    def legal_actions(self, state: State, *, kind: str | None = None) -> list[ActionJson]:
        """The legal list in words."""
        return [self.action(action) for action in engine.legal_actions(self.game, state, kind=kind)]

    def moves(self, taken: Iterable[PlayedAction], *, sees_all: bool) -> list[MoveResponse]:
        """What was played, as far as this reader saw it."""
        return [self._move(*each, sees_all=sees_all) for each in taken]

    def _move(self, state: State, move: RecordedMove, action: Action, *, sees_all: bool) -> MoveResponse:
        if not sees_all and engine.visible_action(self.game, state, action, self.reader) is None:
            return MoveResponse(move.seat, verb_of(action))
        return MoveResponse(move.seat, verb_of(action), self.action(action), move.notation)

    def events(self, events: Iterable[Event]) -> list[EventResponse]:
        """What happened, narrated for this reader."""
        return [self._event(event) for event in events]

    def _event(self, event: Event) -> EventResponse:
        seen = redact_event(event, self.reader)
        return EventResponse(seen.kind, seen.seat, seen.facts, narrate(self.catalogue, seen, self.language))

    def refusals(self, refusals: Iterable[Refusal]) -> list[RefusalResponse]:
        """Refusals as rulings."""
        rulings = [self.catalogue.ruling(refusal, self.language) for refusal in refusals]
        return [RefusalResponse(r.rule, r.title, r.message, r.facts, r.source) for r in rulings]

    def faults(self, faults: Iterable[Fault]) -> list[FaultResponse]:
        """Faults as sentences."""
        rulings = [(fault.path, self.catalogue.ruling(fault, self.language)) for fault in faults]
        return [FaultResponse(path, r.rule, r.title, r.message, r.facts) for path, r in rulings]

    def lines(self, points: Sequence[Sequence[ScoreLine]]) -> tuple[tuple[ScoreLineResponse, ...], ...]:
        """Cited points with the titles of their rules."""
        rules = self.catalogue.rules
        return tuple(
            tuple(
                ScoreLineResponse(line.rule, rules[line.rule].title[self.language], line.count, line.points)
                for line in seat
            )
            for seat in points
        )

    def result(self, result: Result | None) -> ResultResponse | None:
        """The end of the game."""
        if result is None:
            return None
        return ResultResponse(result.winners, result.scores, result.ranking, self.lines(result.lines))
