"""Where a match stands, the steps that led there, and what a step has shown to somebody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee_sdk.answers import CHANCE, Action, Event, Position, Result, Sealed, State, Turn
from referee_sdk.errors import RulesRefuse
from referee_sdk.records import Record, RecordedMove

if TYPE_CHECKING:
    from referee_sdk.client import Client


@dataclass(frozen=True)
class Moment:
    """Where a match stands: its state or token, and who decides. `legal` is None until somebody asks."""

    source: Position | State | str
    turn: Turn | None
    result: Result | None
    legal: tuple[Action, ...] | None = None


@dataclass(frozen=True)
class Step:
    """One decision that was played: what was before (None: to be replayed), by whom, and why it cannot be unseen."""

    before: Moment | None
    seat: int | str
    moves: int
    events: int
    reveals: tuple[str, ...]


@dataclass(frozen=True)
class Undone:
    """All that a take-back took back, should the guard hold on to it."""

    moment: Moment
    steps: list[Step]
    moves: list[RecordedMove]
    events: list[Event]


def moment_of(position: Position, *, mover: int | str | None = None) -> Moment:
    """A position as a moment. In a guarded match only the seat that moved was told what it may do."""
    if position.token is None:
        return Moment(position, position.turn, position.result, position.legal_actions)
    is_for_mover = position.turn is not None and position.turn.seat == mover
    return Moment(position.token, position.turn, position.result, position.legal_actions if is_for_mover else None)


def asked_moment(client: Client, source: State | Sealed) -> Moment:
    """The moment of a state or token that we know nothing else of."""
    listed = client.legal_actions(source)
    result = None if listed.turn else client.score(source).result
    kept = source.token if isinstance(source, Sealed) else source
    return Moment(kept, listed.turn, result, listed.legal_actions)


def replayed_moment(client: Client, record: Record) -> Moment:
    """The moment that a record leads to."""
    replay = client.replay(record)
    if replay.position is None:
        raise RulesRefuse(f"This match cannot have been played: move {replay.index}: {replay.reason}")
    return moment_of(replay.position)


def reveals(seat: int | str, position: Position) -> tuple[str, ...]:
    """What somebody knows after this decision that cannot be made unknown; the guard of a match is stricter."""
    is_guarded = position.token is not None
    told = {
        "chance": any(move.seat == CHANCE for move in position.played) and seat != CHANCE,
        "other-seat": is_guarded and position.turn is not None and position.turn.seat != seat,
        "over": is_guarded and position.turn is None,
    }
    return tuple(reason for reason, is_so in told.items() if is_so)


def reasons_against(back: list[Step]) -> tuple[str, ...]:
    """Why taking all of these back would reveal something."""
    told = [reason for step in back for reason in step.reveals]
    others = {step.seat for step in back} - {back[0].seat, CHANCE}
    return tuple(dict.fromkeys([*told, *(["other-seat"] if others else [])]))
