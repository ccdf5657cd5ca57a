"""Snapshots of a match, the steps between them, and the reasons against an undo."""

from __future__ import annotations

from dataclasses import dataclass

from referee_sdk.core.calls import Calls
from referee_sdk.core.exchange import Steps
from referee_sdk.errors import RulesError
from referee_sdk.models import CHANCE, Action, Event, Position, Result, SealedState, State, Turn
from referee_sdk.records import Record, RecordedMove


@dataclass(frozen=True)
class Snapshot:
    """A match at one point: its state or sealed state, turn and result. `legal_actions` is None until fetched."""

    source: Position | State | str
    turn: Turn | None
    result: Result | None
    legal_actions: tuple[Action, ...] | None = None


@dataclass(frozen=True)
class Step:
    """One decision that a match played, and what is needed to undo it.

    `before` is None in a resumed match: `undo` then replays the record. `move_count` and `event_count` are the lengths
    of both lists before the decision. `reveals` has the reasons of `revealed_by`.
    """

    before: Snapshot | None
    seat: int | str
    move_count: int
    event_count: int
    reveals: tuple[str, ...]


@dataclass(frozen=True)
class UndoneSteps:
    """The match before an undo, kept in case the guard rejects another move."""

    snapshot: Snapshot
    steps: list[Step]
    moves: list[RecordedMove]
    events: list[Event]


def snapshot_of(position: Position, *, mover: int | str | None = None) -> Snapshot:
    """Return the snapshot of a position.

    In a guarded match the position lists legal actions only for the seat that moved, so another seat fetches its own.
    A position that did not include them has none, so they are fetched while a turn is due.
    """
    if position.sealed_state is None:
        legal = position.legal_actions or (None if position.turn is not None else ())
        return Snapshot(position, position.turn, position.result, legal)
    is_for_mover = position.turn is not None and position.turn.seat == mover
    return Snapshot(
        position.sealed_state, position.turn, position.result, position.legal_actions if is_for_mover else None
    )


def fetch_snapshot(calls: Calls, source: State | SealedState) -> Steps[Snapshot]:
    """Request turn, legal actions and result of a state, and return its snapshot."""
    response = yield from calls.legal_actions(source, None)
    result = None if response.turn else (yield from calls.score(source)).result
    state = source.ciphertext if isinstance(source, SealedState) else source
    return Snapshot(state, response.turn, result, response.legal_actions)


def replay_snapshot(calls: Calls, record: Record) -> Steps[Snapshot]:
    """Return the snapshot after the last move of a record. Raises `RulesError` if a move is not possible."""
    replay = yield from calls.replay(record, None)
    if replay.position is None:
        raise RulesError(f"This match cannot have been played: move {replay.index}: {replay.reason}")
    return snapshot_of(replay.position)


def revealed_by(seat: int | str, position: Position) -> tuple[str, ...]:
    """Return what the decision that led to this position revealed: reasons not to undo it.

    The guard of a match may refuse more than this.
    """
    is_guarded = position.sealed_state is not None
    reasons = {
        "chance": any(move.seat == CHANCE for move in position.played) and seat != CHANCE,
        "other-seat": is_guarded and position.turn is not None and position.turn.seat != seat,
        "over": is_guarded and position.turn is None,
    }
    return tuple(reason for reason, applies in reasons.items() if applies)


def undo_objections(steps: list[Step]) -> tuple[str, ...]:
    """Return the reasons against an undo of these steps, each once."""
    reasons = [reason for step in steps for reason in step.reveals]
    other_seats = {step.seat for step in steps} - {steps[0].seat, CHANCE}
    return tuple(dict.fromkeys([*reasons, *(["other-seat"] if other_seats else [])]))
