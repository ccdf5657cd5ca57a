"""The answers of the service as frozen dataclasses: what the contract says, in the words of the contract."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Seat = int | str
"""A seat number, or `"chance"`."""

CHANCE = "chance"

State = Mapping[str, Any]
"""An open state: plain JSON, to be kept and sent back."""


@dataclass(frozen=True)
class Action:
    """Something that can be done: its verb, its fields, one line of notation, and a label to show."""

    kind: str
    fields: Mapping[str, Any] = field(default_factory=dict, hash=False)
    notation: str = ""
    label: str = ""

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> Action:
        """As it stands in a legal list."""
        own = {name: value for name, value in given.items() if name not in ("kind", "notation", "label")}
        return cls(str(given["kind"]), own, str(given.get("notation", "")), str(given.get("label", "")))

    def to_json(self) -> dict[str, Any]:
        """As the service reads it."""
        return {"kind": self.kind, **self.fields}

    def __getitem__(self, name: str) -> Any:
        """A field: `action["depot"]`."""
        return self.fields[name]

    def __str__(self) -> str:
        return self.label or self.notation or self.kind


@dataclass(frozen=True)
class Turn:
    """Who decides now, what is asked, and the verbs that answer."""

    seat: int | str
    question: str
    prompt: str
    verbs: tuple[str, ...]


@dataclass(frozen=True)
class PlayedMove:
    """An action that was played; its fields and notation are missing where this reader did not see them."""

    seat: int | str
    kind: str
    action: Action | None = None
    notation: str | None = None


@dataclass(frozen=True)
class Event:
    """Something that happened, with its sentence."""

    kind: str
    seat: int | str
    facts: dict[str, Any]
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Refusal:
    """A rule that forbids a move: its id, its title, the sentence with the facts, its place in the rulebook."""

    rule: str
    title: str
    message: str
    facts: dict[str, Any]
    source: str


@dataclass(frozen=True)
class Fault:
    """A reason why a state is impossible, with its place."""

    path: str
    rule: str
    title: str
    message: str
    facts: dict[str, Any]


@dataclass(frozen=True)
class ScoreLine:
    """Points under one rule."""

    rule: str
    title: str
    count: int
    points: int


@dataclass(frozen=True)
class Result:
    """How the game ended."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    lines: tuple[tuple[ScoreLine, ...], ...]


@dataclass(frozen=True)
class Credentials:
    """The secrets of a guarded match: one for each seat, and the keeper's, which sees the whole table."""

    seats: tuple[str, ...]
    keeper: str


@dataclass(frozen=True)
class SealedState:
    """A state of a guarded match with the pass of whoever asks."""

    game: str
    ciphertext: str
    credential: str


@dataclass(frozen=True)
class StateRef:
    """A state by its digest, while the service remembers it."""

    game: str
    digest: str


@dataclass(frozen=True, kw_only=True)
class Position:
    """A state with its turn: all that is needed to go on."""

    game: str
    ruleset: str
    content: str
    ply: int
    digest: str
    turn: Turn | None
    state: dict[str, Any] | None = None
    sealed_state: str | None = None
    legal_actions: tuple[Action, ...] = ()
    played: tuple[PlayedMove, ...] = ()
    events: tuple[Event, ...] = ()
    result: Result | None = None
    credentials: Credentials | None = None
    commitment: str | None = None
    chance_key: str | None = None

    @property
    def is_over(self) -> bool:
        """Whether nobody decides any more."""
        return self.turn is None


StateSource = Position | SealedState | StateRef | State
"""What a call may be about: a position from before, a sealed state, a digest, or an open state."""


@dataclass(frozen=True)
class Verdict:
    """Whether a move is legal and why not; a legal one with the position after it, before chance acts."""

    legal: bool
    refusals: tuple[Refusal, ...]
    suggestions: tuple[Action, ...]
    preview: Position | None = None

    def __bool__(self) -> bool:
        return self.legal


@dataclass(frozen=True)
class LegalActions:
    """Everything the seat to move may do."""

    turn: Turn | None
    legal_actions: tuple[Action, ...]


@dataclass(frozen=True)
class SeatView:
    """What one seat, or a spectator, sees: as JSON and as text."""

    seat: int | None
    view: dict[str, Any]
    text: str
    turn: Turn | None
    legal_actions: tuple[Action, ...]
    commitment: str | None = None
    chance_key: str | None = None


@dataclass(frozen=True)
class Audit:
    """Whether a state is possible, and every fault that speaks against it."""

    possible: bool
    faults: tuple[Fault, ...]

    def __bool__(self) -> bool:
        return self.possible


@dataclass(frozen=True)
class Score:
    """The score so far, line by line, and the result once the game is over."""

    scores: tuple[int, ...]
    lines: tuple[tuple[ScoreLine, ...], ...]
    result: Result | None


@dataclass(frozen=True)
class Replay:
    """A record judged: valid with its last position, or the first move that cannot have been played."""

    valid: bool
    index: int | None = None
    reason: str | None = None
    refusals: tuple[Refusal, ...] = ()
    position: Position | None = None

    def __bool__(self) -> bool:
        return self.valid


# --- the catalogue --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class GameSummary:
    """A game in one line: how many play, by which rulesets, with which content packs."""

    game: str
    title: str
    seats: tuple[int, ...]
    rulesets: tuple[str, ...]
    content: tuple[str, ...]


@dataclass(frozen=True)
class GameList:
    """The games that can be played."""

    games: tuple[GameSummary, ...]


@dataclass(frozen=True)
class VerbField:
    """A field of a verb: the domain its values come from."""

    domain: str


@dataclass(frozen=True)
class Verb:
    """A verb: what it is called, whether only chance takes it, and its fields."""

    title: str
    chance: bool
    fields: dict[str, VerbField]


@dataclass(frozen=True)
class GameInfo:
    """One game: seats, the JSON Schema of its options, its verbs, and for every pack the rows of each provenance."""

    game: str
    title: str
    seats: tuple[int, ...]
    rulesets: tuple[str, ...]
    content: tuple[str, ...]
    options: dict[str, Any]
    verbs: dict[str, Verb]
    packs: dict[str, dict[str, int]]


@dataclass(frozen=True)
class Rule:
    """A rule in words, and where the rulebook has it."""

    rule: str
    title: str
    message: str
    source: str


@dataclass(frozen=True)
class RuleList:
    """The rule catalogue of a game."""

    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class ContentTables:
    """The component tables of every pack of a game, each row with its provenance."""

    packs: dict[str, dict[str, Any]]
