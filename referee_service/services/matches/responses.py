"""Response structs of the match service, as plain data in one language. The API only encodes them as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from referee_service.kernel.rules import Fact
from referee_service.kernel.score import Side
from referee_service.kernel.state import Seat

ActionJson = dict[str, object]
"""An action as clients receive it: its fields, its notation, its label, and what a player touches to choose it."""

ActionForm = Literal["full", "notation"]
"""How legal lists are written: `full` objects, or one line of notation each.

In the short form, what a text says is not repeated as data: events have no facts, and a result has no score lines.
"""

EMPTY_LIST = Raw(b"[]")
"""The legal list for a principal that may not see it."""


class TurnResponse(Struct, frozen=True):
    """The seat that decides now, the question with its prompt and facts, and the verbs that answer it."""

    seat: Seat
    question: str
    prompt: str
    verbs: tuple[str, ...]
    facts: Annotated[
        Mapping[str, Fact],
        Meta(description="Public facts of the question that the prompt states; components by their ids"),
    ]


class MoveResponse(Struct, frozen=True, omit_defaults=True):
    """A played move. Action and notation are omitted if the seat of the response did not see them."""

    seat: Seat
    kind: str
    action: ActionJson | None = None
    notation: str | None = None


class EventResponse(Struct, frozen=True, kw_only=True):
    """An event with its sentence. `facts` are omitted if the request has `actions: "notation"`."""

    kind: str
    seat: Seat
    facts: dict[str, Fact] | UnsetType = UNSET
    text: str


class RefusalResponse(Struct, frozen=True):
    """A refusal with the title, message and source of its rule."""

    rule: str
    title: str
    message: str
    facts: dict[str, Fact]
    source: str


class FaultResponse(Struct, frozen=True):
    """A fault of a state with its path and its message."""

    path: str
    rule: str
    title: str
    message: str
    facts: dict[str, Fact]


class ScoreLineResponse(Struct, frozen=True):
    """The points of a seat from one rule."""

    rule: str
    title: str
    count: int
    points: int


class RivalResponse(Struct, frozen=True):
    """An opponent without a seat, with its name, its points and its score lines."""

    name: str
    label: str
    score: int
    lines: tuple[ScoreLineResponse, ...]


class ResultResponse(Struct, frozen=True):
    """The result of a finished game. `winners` and `ranking` have seat numbers and names of rivals."""

    winners: tuple[Side, ...]
    scores: tuple[int, ...]
    ranking: tuple[tuple[Side, ...], ...]
    lines: tuple[tuple[ScoreLineResponse, ...], ...]
    rivals: tuple[RivalResponse, ...]


class Credentials(Struct, frozen=True):
    """The credentials of all seats and of the keeper, who sees everything and plays nothing."""

    seats: tuple[str, ...]
    keeper: str


class Position(Struct, frozen=True, kw_only=True):
    """A match as one client may see it, with everything it needs to continue."""

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
    text: str | UnsetType = UNSET
    result: ResultResponse | None = None
    credentials: Credentials | UnsetType = UNSET
    commitment: str | UnsetType = UNSET
    chance_key: str | UnsetType = UNSET


DEFAULT_PARTS = ("state", "legal_actions", "played", "events")
"""The parts of a position that a request without `include` gets."""
POSITION_PARTS = (*DEFAULT_PARTS, "text")
"""The optional parts of a position. `include` selects among them."""
VIEW_PARTS = ("view", "text", "legal_actions")
"""The optional parts of a view. `include` selects among them; without it a request gets all."""


class Verdict(Struct, frozen=True, kw_only=True):
    """The verdict on a move: its refusals, or for a legal move the position after it, before chance acts."""

    legal: bool
    refusals: Sequence[RefusalResponse]
    suggestions: Sequence[ActionJson]
    preview: Position | None = None


class PlaceVerdict(Struct, frozen=True, kw_only=True):
    """The verdict on places that a player points at.

    `legal` says whether the places together stand for a legal action. `candidates` are at most three actions that they
    may mean, the legal ones first, then those with the fewest refusals. If there are none, `refusals` says why: the
    game is over, another seat is to move, or no answer to the open question uses these places. `suggestions` has legal
    actions that touch some of the places.
    """

    legal: bool
    refusals: Sequence[RefusalResponse]
    candidates: Sequence[ActionJson]
    suggestions: Sequence[ActionJson]


class LegalActions(Struct, frozen=True):
    """The legal actions of the seat to move."""

    turn: TurnResponse | None
    legal_actions: Raw


class SeatView(Struct, frozen=True, kw_only=True):
    """The view of one seat or of a spectator, as JSON and as text with the width, names and part of the request."""

    seat: int | None
    view: object | UnsetType = UNSET
    text: str | UnsetType = UNSET
    turn: TurnResponse | None
    legal_actions: Raw | UnsetType = UNSET
    commitment: str | UnsetType = UNSET
    chance_key: str | UnsetType = UNSET


class Audit(Struct, frozen=True):
    """The audit of a state: whether it is possible, and the faults of the first audit stage that finds any."""

    possible: bool
    faults: Sequence[FaultResponse]


class Score(Struct, frozen=True):
    """The current score of every seat and rival with its lines, and the result if the game is over."""

    scores: tuple[int, ...]
    lines: tuple[tuple[ScoreLineResponse, ...], ...]
    rivals: tuple[RivalResponse, ...]
    result: ResultResponse | None


class Replay(Struct, frozen=True, kw_only=True):
    """The replay of a record: its last position if it is valid, else its first invalid move with the reason."""

    valid: bool
    index: int | None = None
    reason: str | None = None
    refusals: Sequence[RefusalResponse] = ()
    position: Position | None = None
