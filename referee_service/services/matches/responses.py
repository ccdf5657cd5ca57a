"""Response structs of the match service, as plain data in one language. The API only encodes them as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import UNSET, Raw, Struct, UnsetType

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
    """Seat that decides now, counted from 0, or `chance` if the client reports real dice."""
    question: str
    """Name of the question that the seat answers now."""
    prompt: str
    """The question as a sentence for the player."""
    verbs: tuple[str, ...]
    """Verbs that answer the question. Not every one needs to have a legal action now."""
    facts: Mapping[str, Fact]
    """Public facts of the question that the prompt states. Components are named by their ids."""


class MoveResponse(Struct, frozen=True, omit_defaults=True):
    """A played move. Action and notation are omitted if the seat of the response did not see them."""

    seat: Seat
    """Seat that played the move, counted from 0, or `chance` for dice and draws."""
    kind: str
    """Verb of the played action. It is always visible."""
    action: ActionJson | None = None
    """The played action with its fields. Omitted if the seat of the response did not see it."""
    notation: str | None = None
    """The action as one line of a record. Omitted if the seat of the response did not see it."""


class EventResponse(Struct, frozen=True, kw_only=True):
    """An event with its sentence. `facts` are omitted if the request has `actions: "notation"`."""

    kind: str
    """What happened, as a name for programs."""
    seat: Seat
    """Seat that the event is about, or `chance`."""
    facts: dict[str, Fact] | UnsetType = UNSET
    """Numbers, ids and names of the event. Omitted if the request has `actions: "notation"`."""
    text: str
    """The event as a sentence."""


class RefusalResponse(Struct, frozen=True):
    """A refusal with the title, message and source of its rule."""

    rule: str
    """Id of the rule that forbids the move, as `GET …/rules` lists it."""
    title: str
    """The rule in a few words."""
    message: str
    """Sentence that says why the rule forbids this move now."""
    facts: dict[str, Fact]
    """Numbers, ids and names that the message states."""
    source: str
    """Where the rulebook has the rule, or which ruling decides it."""


class FaultResponse(Struct, frozen=True):
    """A fault of a state with its path and its message."""

    path: str
    """Where the fault lies in the board of the state, such as `players[0].dice`."""
    rule: str
    """Id of the violated invariant."""
    title: str
    """The invariant in a few words."""
    message: str
    """Sentence that says what is impossible here."""
    facts: dict[str, Fact]
    """Numbers, ids and names that the message states."""


class ScoreLineResponse(Struct, frozen=True):
    """The points of a seat from one rule."""

    rule: str
    """Id of the rule that gives these points."""
    title: str
    """The rule in a few words."""
    count: int
    """How many times the rule gave points."""
    points: int
    """Sum of the points that the rule gave. It may be negative."""


class RivalResponse(Struct, frozen=True):
    """An opponent without a seat, with its name, its points and its score lines."""

    name: str
    """Id of the opponent, as winners and ranking name it, such as `bot`."""
    label: str
    """Name of the opponent for people."""
    score: int
    """Sum of the points of its lines."""
    lines: tuple[ScoreLineResponse, ...]
    """Where its points come from, one line per rule."""


class ResultResponse(Struct, frozen=True):
    """The result of a finished game. `winners` and `ranking` have seat numbers and names of rivals."""

    winners: tuple[Side, ...]
    """Seats that win, counted from 0, and names of rivals. Empty if all lose together."""
    scores: tuple[int, ...]
    """Final points by seat."""
    ranking: tuple[tuple[Side, ...], ...]
    """Places from first to last. Seats and rivals that share a place stand together."""
    lines: tuple[tuple[ScoreLineResponse, ...], ...]
    """Where the points of each seat come from, by seat, one line per rule."""
    rivals: tuple[RivalResponse, ...]
    """Opponents without a seat, with their points."""


class Credentials(Struct, frozen=True):
    """The credentials of all seats and of the keeper, who sees everything and plays nothing."""

    seats: tuple[str, ...]
    """Secret of each seat, by seat. It lets a client play for the seat and see what the seat sees."""
    keeper: str
    """Secret of the keeper, who sees the whole state and plays no move."""


class Position(Struct, frozen=True, kw_only=True):
    """A match as one client may see it, with everything it needs to continue."""

    game: str
    """Name of the game, as in the path of the call."""
    ruleset: str
    """Version of the rules that judge this match."""
    content: str
    """Pack with the components of the match, and the digest of its data."""
    ply: int
    """Number of moves played so far, those of chance included."""
    state: Raw | UnsetType = UNSET
    """The open state, which the next request sends back unchanged. Guarded matches have `sealed_state`."""
    sealed_state: str | UnsetType = UNSET
    """The encrypted state of a guarded match. Every state of a game has the same length."""
    digest: str
    """Hash of the state. A request may send it in place of the state while the service caches that."""
    signature: str | UnsetType = UNSET
    """Proof that the service made the open state. Sent beside the state, it saves the audit."""
    turn: TurnResponse | None
    """The decision that is due now; null if the game is over."""
    legal_actions: Raw | UnsetType = UNSET
    """All legal actions of the seat to move. Empty for a client that may not see them."""
    played: Sequence[MoveResponse] | UnsetType = UNSET
    """Moves that the request played, and those of chance that followed, in order."""
    events: Sequence[EventResponse] | UnsetType = UNSET
    """What happened during these moves, in order, as far as the client may see it."""
    text: str | UnsetType = UNSET
    """The position as text, if `include` has it: what the seat of the response sees, or else the seat to move."""
    result: ResultResponse | None = None
    """Winners and scores once the game is over, else null."""
    credentials: Credentials | UnsetType = UNSET
    """Secrets of a new guarded match. Only its set-up returns them."""
    commitment: str | UnsetType = UNSET
    """Hash of the secret chance key of a guarded match, from its start on."""
    chance_key: str | UnsetType = UNSET
    """The chance key of a guarded match that is over. It proves every die and draw."""


DEFAULT_PARTS = ("state", "legal_actions", "played", "events")
"""The parts of a position that a request without `include` gets."""
POSITION_PARTS = (*DEFAULT_PARTS, "text")
"""The optional parts of a position. `include` selects among them."""
REPLAY_PARTS = (*POSITION_PARTS, "steps")
"""The optional parts of a replay: those of its position, and its steps."""
VIEW_PARTS = ("view", "text", "legal_actions")
"""The optional parts of a view. `include` selects among them; without it a request gets all."""


class Verdict(Struct, frozen=True, kw_only=True):
    """The verdict on a move."""

    legal: bool
    """Whether the seat may play the move now."""
    refusals: Sequence[RefusalResponse]
    """Every rule that forbids the move. Empty if it is legal."""
    suggestions: Sequence[ActionJson]
    """Legal actions that are similar to a refused move."""
    preview: Position | None = None
    """The position after a legal move, before chance acts. Null in guarded matches and for refused moves."""


class PlaceVerdict(Struct, frozen=True, kw_only=True):
    """The verdict on places that a player points at."""

    legal: bool
    """Whether the places together stand for a legal action."""
    refusals: Sequence[RefusalResponse]
    """Why no action uses these places. Empty if there are candidates."""
    candidates: Sequence[ActionJson]
    """Actions that the player may mean, legal ones first, at most three."""
    suggestions: Sequence[ActionJson]
    """Legal actions that touch some of the places."""


class LegalActions(Struct, frozen=True):
    """The legal actions of the seat to move."""

    turn: TurnResponse | None
    """The decision that is due now; null if the game is over."""
    legal_actions: Raw
    """The complete list, or that of one verb. Empty for a client that may not see it."""


class SeatView(Struct, frozen=True, kw_only=True):
    """The view of one seat or of a spectator, as JSON and as text."""

    seat: int | None
    """Seat whose view this is, counted from 0, or null for a spectator."""
    view: object | UnsetType = UNSET
    """The board as this seat sees it. Hidden pieces are left out or replaced by counts."""
    text: str | UnsetType = UNSET
    """The same view as text."""
    turn: TurnResponse | None
    """The decision that is due now; null if the game is over."""
    legal_actions: Raw | UnsetType = UNSET
    """Legal actions, if this seat is to move. Else empty."""
    commitment: str | UnsetType = UNSET
    """Hash of the secret chance key of a guarded match, from its start on."""
    chance_key: str | UnsetType = UNSET
    """The chance key of a guarded match that is over. It proves every die and draw."""


class Audit(Struct, frozen=True):
    """The audit of a state: whether it is possible, and its faults."""

    possible: bool
    """Whether play can reach the state, as far as the audit knows."""
    faults: Sequence[FaultResponse]
    """Violated invariants of the first audit stage that finds any."""


class Score(Struct, frozen=True):
    """The current score of every seat and rival."""

    scores: tuple[int, ...]
    """Points so far, by seat."""
    lines: tuple[tuple[ScoreLineResponse, ...], ...]
    """Where the points of each seat come from, by seat, one line per rule."""
    rivals: tuple[RivalResponse, ...]
    """Opponents without a seat, with their points so far."""
    result: ResultResponse | None
    """Winners and final scores once the game is over, else null."""


class ChanceProof(Struct, frozen=True):
    """How chance selected an outcome."""

    act: int
    """How often chance had acted before."""
    bound: int
    """The number is below it; 1 for a single outcome."""
    number: int | None
    """Number that the key gives; null without a key or for a single outcome."""
    verified: bool | None
    """Whether the outcome follows from the key; null without one."""


class ReplayStepResponse(Struct, frozen=True):
    """One move of a replay, and what it did."""

    ply: int
    """Number of moves up to this one."""
    seat: Seat
    """Seat that moved, or `chance`."""
    notation: str
    """The action as one line."""
    label: str
    """The action as a sentence."""
    text: str
    """What happened, with all secrets."""
    scores: tuple[int, ...]
    """Points after the move, by seat."""
    rivals: dict[str, int]
    """Points of opponents without a seat."""
    chance: ChanceProof | None
    """For a move of chance, how it was selected."""


class Replay(Struct, frozen=True, kw_only=True):
    """The replay of a record: its last position if it is valid, else its first invalid move with the reason."""

    valid: bool
    """Whether every move of the record is legal and its claimed result right."""
    index: int | None = None
    """First invalid move, counted from 0. Null if the record is valid or its header is wrong."""
    reason: str | None = None
    """Sentence that says why the record is invalid, or null."""
    refusals: Sequence[RefusalResponse] = ()
    """Every rule that forbids the first invalid move."""
    position: Position | None = None
    """The position after the last move of a valid record, else null."""
    steps: Sequence[ReplayStepResponse] | UnsetType = UNSET
    """If `include` has it: every move, up to the first invalid one."""
