"""Rows of a kit: one struct for each line of its files, and the manifest."""

from __future__ import annotations

from typing import Final

from msgspec import Raw, Struct

from referee_service.kernel.rules import Fact
from referee_service.kernel.score import Side
from referee_service.kernel.state import Seat, Turn

FORMAT: Final = 1
"""Version of the format. It grows if a reader of the format before would misread a kit."""


class StateRow(Struct, frozen=True):
    """A state and its digest. All other rows name states by their digests."""

    digest: str
    state: Raw


class OutcomeRow(Struct, frozen=True):
    """One outcome of chance with its weight."""

    notation: str
    weight: int


class PositionRow(Struct, frozen=True, omit_defaults=True):
    """What is due in a state, and every legal action, sorted. For chance also the outcomes in their order."""

    state: str
    turn: Turn
    legal: tuple[str, ...]
    outcomes: tuple[OutcomeRow, ...] = ()


class RefusalRow(Struct, frozen=True):
    """An illegal move, and the ids of all rules that forbid it, sorted."""

    state: str
    seat: Seat
    notation: str
    rules: tuple[str, ...]


class MoveRow(Struct, frozen=True):
    """One played move."""

    seat: Seat
    notation: str


class EventRow(Struct, frozen=True):
    """An event with the facts that all seats see."""

    kind: str
    seat: Seat
    facts: dict[str, Fact]


class TransitionRow(Struct, frozen=True):
    """A legal move with all moves that it causes (chance included), the next state and the events."""

    state: str
    seat: Seat
    notation: str
    action: Raw
    played: tuple[MoveRow, ...]
    next: str
    events: tuple[EventRow, ...]


class ScoreLineRow(Struct, frozen=True):
    """The points of one side from one rule, and how often the rule applied."""

    rule: str
    count: int
    points: int


class RivalRow(Struct, frozen=True):
    """An opponent without a seat, with its points and score lines."""

    name: str
    score: int
    lines: tuple[ScoreLineRow, ...]


class ResultRow(Struct, frozen=True):
    """The result of a finished match. Sides are seat numbers and names of rivals."""

    winners: tuple[Side, ...]
    scores: tuple[int, ...]
    ranking: tuple[tuple[Side, ...], ...]


class ScoreRow(Struct, frozen=True):
    """The points and score lines of every seat and rival now, and the result if the game is over."""

    state: str
    scores: tuple[int, ...]
    lines: tuple[tuple[ScoreLineRow, ...], ...]
    rivals: tuple[RivalRow, ...]
    result: ResultRow | None


class PerftRow(Struct, frozen=True):
    """The number of lines of play of one depth, and of different positions at their ends."""

    state: str
    depth: int
    lines: int
    positions: int


class RecordRow(Struct, frozen=True):
    """A whole game as text and as JSON, with its last state and its result."""

    name: str
    policy: str
    text: str
    record: Raw
    end: str
    result: ResultRow


class Coverage(Struct, frozen=True):
    """Which names of a game occur in its kit, and which do not. Each list is sorted."""

    questions: int
    verbs: int
    rules: int
    questions_missing: tuple[str, ...]
    """Questions without a position, although a seat or chance may have to answer them."""
    verbs_missing: tuple[str, ...]
    """Verbs without a transition."""
    automatic_questions: tuple[str, ...]
    """Questions that no verb answers: they never wait for a seat."""
    rules_without_refusal: tuple[str, ...]
    """Rules that may forbid a move, but forbid none in this kit."""


class FileRow(Struct, frozen=True):
    """One file of a kit: its path, number of rows, size and SHA-256."""

    path: str
    rows: int
    bytes: int
    sha256: str


class GameRow(Struct, frozen=True):
    """One game of a kit: which rules and content it has, its files by subject, and its coverage."""

    game: str
    ruleset: str
    content: str
    seats: tuple[int, ...]
    files: dict[str, FileRow]
    coverage: Coverage


class Manifest(Struct, frozen=True):
    """The contents of a kit."""

    format: int
    referee: str
    seed: str
    size: str
    games: tuple[GameRow, ...]
