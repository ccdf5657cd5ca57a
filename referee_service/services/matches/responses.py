"""The answers of the service as plain data, in the reader's language. The api only writes them down."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, Raw, Struct, UnsetType

from referee_service.kernel.records import RecordedMove
from referee_service.kernel.rules import Fact
from referee_service.kernel.state import Action, Seat, State

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
