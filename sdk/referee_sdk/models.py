"""Responses about matches as frozen dataclasses, with the field names of the HTTP JSON. `catalogue` has the others."""

from __future__ import annotations

from collections.abc import Iterator, KeysView, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from referee_sdk.decoder import decode_all

Seat = int | str
"""A seat number, or `"chance"`."""

CHANCE = "chance"

State = Mapping[str, Any]
"""An open state: plain JSON that a caller may store and send back."""


ACTION_EXTRAS = ("kind", "notation", "label", "touches")
"""Members of an action's JSON that are not fields of its verb."""


@dataclass(frozen=True)
class Action:
    """An action: its verb (`kind`), its fields, one line of notation, and a label in the client's language.

    `touches` has a group of place names per click that chooses the action; a click on any place of the group is
    enough. Only listed actions have it, so two actions can be equal without it.
    """

    kind: str
    fields: Mapping[str, Any] = field(default_factory=dict, hash=False)
    notation: str = ""
    label: str = ""
    touches: tuple[tuple[str, ...], ...] = field(default=(), compare=False)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Action:
        """Return the action that a JSON object of a legal list describes."""
        fields = {name: value for name, value in data.items() if name not in ACTION_EXTRAS}
        touches = tuple(tuple(group) for group in data.get("touches", ()))
        return cls(str(data["kind"]), fields, str(data.get("notation", "")), str(data.get("label", "")), touches)

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object for a request: verb and fields, without notation, label and touches."""
        return {"kind": self.kind, **self.fields}

    def __getitem__(self, name: str) -> Any:
        """Return the value of a field: `action["depot"]`."""
        return self.fields[name]

    def __contains__(self, name: object) -> bool:
        """Return whether the action has a field: `"depot" in action`."""
        return name in self.fields

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names of the fields."""
        return iter(self.fields)

    def keys(self) -> KeysView[str]:
        """Return the names of the fields, so that `dict(action)` has the fields."""
        return self.fields.keys()

    def get(self, name: str, default: Any = None) -> Any:
        """Return the value of a field, or `default` if the action has no such field."""
        return self.fields.get(name, default)

    def __str__(self) -> str:
        return self.label or self.notation or self.kind


class SupportsJson(Protocol):
    """An object that is an action as JSON, such as the typed actions of a game."""

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object of the action: its verb as `kind`, and its fields."""


Move = Action | SupportsJson | Mapping[str, Any] | str
"""An action of a legal list, a typed action, an action as JSON, or a line of notation."""


@dataclass(frozen=True)
class Turn:
    """The seat that decides now, the open question with its prompt, and the verbs that answer it.

    `facts` has what the prompt states as data: the price, the component that asks, by its id.
    """

    seat: int | str
    question: str
    prompt: str
    verbs: tuple[str, ...]
    facts: dict[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class PlayedMove:
    """A played action. `action` and `notation` are None if the requesting seat may not see them."""

    seat: int | str
    kind: str
    action: Action | None = None
    notation: str | None = None


@dataclass(frozen=True)
class Event:
    """A game event: its facts as JSON, and a sentence in the client's language."""

    kind: str
    seat: int | str
    facts: dict[str, Any]
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Refusal:
    """A rule that forbids a move: its id, title, filled message, facts, and its place in the rulebook."""

    rule: str
    title: str
    message: str
    facts: dict[str, Any]
    source: str


@dataclass(frozen=True)
class Fault:
    """A reason why a state is impossible; `path` is the place in the state."""

    path: str
    rule: str
    title: str
    message: str
    facts: dict[str, Any]


@dataclass(frozen=True)
class ScoreLine:
    """Points that one scoring rule gives to a seat."""

    rule: str
    title: str
    count: int
    points: int


@dataclass(frozen=True)
class Rival:
    """An opponent without a seat, such as the printed Bot of Dice Settlers: `label` is its name for people."""

    name: str
    label: str
    score: int
    lines: tuple[ScoreLine, ...]


Side = int | str
"""A side that is ranked: a seat by its number, or a rival by its name."""


@dataclass(frozen=True)
class Result:
    """End of a game: winners, final scores by seat, and ranking (groups of tied sides, best first)."""

    winners: tuple[Side, ...]
    scores: tuple[int, ...]
    ranking: tuple[tuple[Side, ...], ...]
    lines: tuple[tuple[ScoreLine, ...], ...]
    rivals: tuple[Rival, ...] = ()

    @property
    def rival_scores(self) -> dict[str, int]:
        """The points of each rival by name."""
        return {rival.name: rival.score for rival in self.rivals}


@dataclass(frozen=True)
class Credentials:
    """Secrets of a guarded match: one per seat, and the keeper's, which sees all and plays nothing."""

    seats: tuple[str, ...]
    keeper: str


@dataclass(frozen=True)
class SealedState:
    """An encrypted state of a guarded match, and the credential of the seat or keeper that makes the request."""

    game: str
    ciphertext: str
    credential: str


@dataclass(frozen=True)
class StateRef:
    """A state named by its digest; valid while the service caches it."""

    game: str
    digest: str


@dataclass(frozen=True, kw_only=True)
class Position:
    """A state with its turn. Parts that the request did not include are None or empty.

    `text` is the table as text, for requests with `include=["text", …]`.
    """

    game: str
    ruleset: str
    content: str
    ply: int
    digest: str
    signature: str | None = None
    turn: Turn | None
    state: dict[str, Any] | None = None
    sealed_state: str | None = None
    legal_actions: tuple[Action, ...] = ()
    played: tuple[PlayedMove, ...] = ()
    events: tuple[Event, ...] = ()
    text: str | None = None
    result: Result | None = None
    credentials: Credentials | None = None
    commitment: str | None = None
    chance_key: str | None = None

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.turn is None


StateSource = Position | SealedState | StateRef | State
"""The state a call is about: an earlier position, a sealed state, a digest, or an open state."""


@dataclass(frozen=True)
class Verdict:
    """Whether a move is legal: the refusals if not, else a preview of the position after it, before chance acts."""

    legal: bool
    refusals: tuple[Refusal, ...]
    suggestions: tuple[Action, ...]
    preview: Position | None = None

    def __bool__(self) -> bool:
        return self.legal


@dataclass(frozen=True)
class JudgedAction:
    """An action that pointed places may mean: whether it is legal, and the refusals if not."""

    action: Action
    legal: bool
    refusals: tuple[Refusal, ...]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> JudgedAction:
        """Return the candidate of a JSON object, which has `legal` and `refusals` beside the fields of the action."""
        fields = {name: value for name, value in data.items() if name not in ("legal", "refusals")}
        return cls(Action.from_json(fields), bool(data["legal"]), decode_all(Refusal, data["refusals"]))

    def __bool__(self) -> bool:
        return self.legal


@dataclass(frozen=True)
class PlaceVerdict:
    """What pointed places may mean: at most three candidates, the legal ones first, and similar legal actions.

    `refusals` has a reason that holds for every action: the game is over, or another seat is to move.
    """

    legal: bool
    refusals: tuple[Refusal, ...]
    candidates: tuple[JudgedAction, ...]
    suggestions: tuple[Action, ...]

    def __bool__(self) -> bool:
        return self.legal


@dataclass(frozen=True)
class LegalActions:
    """All legal actions of the seat to move."""

    turn: Turn | None
    legal_actions: tuple[Action, ...]


@dataclass(frozen=True)
class SeatView:
    """The state as one seat or a spectator (`seat` None) sees it, as JSON and as text."""

    seat: int | None
    view: dict[str, Any]
    text: str
    turn: Turn | None
    legal_actions: tuple[Action, ...]
    commitment: str | None = None
    chance_key: str | None = None


@dataclass(frozen=True)
class Audit:
    """Whether a state is possible, and every fault found in it."""

    possible: bool
    faults: tuple[Fault, ...]

    def __bool__(self) -> bool:
        return self.possible


@dataclass(frozen=True)
class Score:
    """The score so far by seat, line by line, that of the rivals, and the result once the game is over."""

    scores: tuple[int, ...]
    lines: tuple[tuple[ScoreLine, ...], ...]
    result: Result | None
    rivals: tuple[Rival, ...] = ()


@dataclass(frozen=True)
class Replay:
    """Result of a replay: the last position, or index, reason and refusals of the first impossible move."""

    valid: bool
    index: int | None = None
    reason: str | None = None
    refusals: tuple[Refusal, ...] = ()
    position: Position | None = None

    def __bool__(self) -> bool:
        return self.valid
