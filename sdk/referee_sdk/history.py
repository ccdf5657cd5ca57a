"""Where a match stands, the steps that led there, and what a step has shown to somebody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee_sdk.errors import RulesError
from referee_sdk.models import CHANCE, Action, Event, Position, Result, SealedState, State, Turn
from referee_sdk.records import Record, RecordedMove

if TYPE_CHECKING:
    from referee_sdk.client import Client


@dataclass(frozen=True)
class Snapshot:
    """Where a match stands: its state or token, and who decides. `legal` is None until somebody asks."""

    source: Position | State | str
    turn: Turn | None
    result: Result | None
    legal: tuple[Action, ...] | None = None


@dataclass(frozen=True)
class Step:
    """One decision that was played: what was before (None: to be replayed), by whom, and why it cannot be unseen."""

    before: Snapshot | None
    seat: int | str
    moves: int
    events: int
    reveals: tuple[str, ...]


@dataclass(frozen=True)
class UndoneSteps:
    """All that a take-back took back, should the guard hold on to it."""

    moment: Snapshot
    steps: list[Step]
    moves: list[RecordedMove]
    events: list[Event]


def snapshot_of(position: Position, *, mover: int | str | None = None) -> Snapshot:
    """A position as a moment. In a guarded match only the seat that moved was told what it may do."""
    if position.sealed_state is None:
        return Snapshot(position, position.turn, position.result, position.legal_actions)
    is_for_mover = position.turn is not None and position.turn.seat == mover
    return Snapshot(
        position.sealed_state, position.turn, position.result, position.legal_actions if is_for_mover else None
    )


def fetch_snapshot(client: Client, source: State | SealedState) -> Snapshot:
    """The moment of a state or token that we know nothing else of."""
    listed = client.legal_actions(source)
    result = None if listed.turn else client.score(source).result
    kept = source.ciphertext if isinstance(source, SealedState) else source
    return Snapshot(kept, listed.turn, result, listed.legal_actions)


def replay_snapshot(client: Client, record: Record) -> Snapshot:
    """The moment that a record leads to."""
    replay = client.replay(record)
    if replay.position is None:
        raise RulesError(f"This match cannot have been played: move {replay.index}: {replay.reason}")
    return snapshot_of(replay.position)


def revealed_by(seat: int | str, position: Position) -> tuple[str, ...]:
    """What somebody knows after this decision that cannot be made unknown; the guard of a match is stricter."""
    is_guarded = position.sealed_state is not None
    told = {
        "chance": any(move.seat == CHANCE for move in position.played) and seat != CHANCE,
        "other-seat": is_guarded and position.turn is not None and position.turn.seat != seat,
        "over": is_guarded and position.turn is None,
    }
    return tuple(reason for reason, is_so in told.items() if is_so)


def undo_objections(back: list[Step]) -> tuple[str, ...]:
    """Why taking all of these back would reveal something."""
    told = [reason for step in back for reason in step.reveals]
    others = {step.seat for step in back} - {back[0].seat, CHANCE}
    return tuple(dict.fromkeys([*told, *(["other-seat"] if others else [])]))
