"""Moves and undo in a room: the room after them, and the new entries of its log. Nothing is stored here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from referee_service.kernel.game import AnyGame
from referee_service.services.context import ClientContext
from referee_service.services.errors import ServiceError
from referee_service.services.matches.crypto import RoomPrincipal
from referee_service.services.matches.loader import LoadedMatch, SealedState
from referee_service.services.matches.move_requests import MoveRequest
from referee_service.services.matches.service import MatchService, Played
from referee_service.services.rooms.log import LogEntry, log_entry
from referee_service.services.rooms.room import MAX_UNDOS, ReversibleStep, Room

_SERVER: ClientContext = ClientContext(include=frozenset())
"""Context of what the service plays for a seat."""


class RoomChange(NamedTuple):
    """A room after a change, and the entries that its log gets."""

    room: Room
    entries: Sequence[LogEntry] = ()


def match_source(matches: MatchService, room: Room, principal: RoomPrincipal) -> SealedState:
    """Return the match of a room as a principal sees it. The creator sees what a watcher sees.

    Raises ServiceError `rooms-unavailable` without the secret.
    """
    if matches.crypto is None:
        raise ServiceError("rooms-unavailable.no-secret")
    viewer = "watcher" if principal == "creator" else principal
    return SealedState(room.sealed_state, matches.crypto.credential_for(room.id, viewer))


def played_room(
    matches: MatchService,
    game: AnyGame,
    room: Room,
    seat: int,
    requests: Sequence[MoveRequest],
    now: float,
    context: ClientContext = _SERVER,
) -> RoomChange:
    """Return the room after moves of a seat and the chance that follows. Raises the errors of `MatchService.play`."""
    before = matches.loader.load(game, match_source(matches, room, seat), context)
    played = matches.play(game, before, requests, context)
    entry = log_entry(game, played.playthrough, room.setup.seats)
    after, turn = _payload_base(played.after), game.turn(played.after.match.state)
    assert played.after.payload is not None
    assert turn is None or isinstance(turn.seat, int), "the chance of a guarded match has acted"
    changed = replace(
        room,
        sealed_state=matches.guard.seal(game, played.after.payload),
        to_move=turn.seat if turn is not None else None,
        status="over" if turn is None else "playing",
        changes=room.changes + 1,
        log_plies=(*room.log_plies, entry.ply),
    )
    changed = _with_step(room, changed, played) if after == _payload_base(before) else _without_steps(changed)
    return RoomChange(changed.with_deadline(now), (entry,))


def _payload_base(loaded_match: LoadedMatch) -> str:
    """Return the digest of the last position that cannot be taken back."""
    assert loaded_match.payload is not None
    return loaded_match.payload.base


def _with_step(before: Room, after: Room, played: Played) -> Room:
    """Return the room with one more step to take back. After MAX_UNDOS steps the earlier ones stay played."""
    if len(before.steps) >= MAX_UNDOS:
        return _without_steps(after)
    lines = tuple(move.recorded.notation for move in played.playthrough.moves)
    base_state = before.base_state or before.sealed_state
    return replace(after, base_state=base_state, steps=(*before.steps, ReversibleStep(lines, before.deadline)))


def _without_steps(room: Room) -> Room:
    return replace(room, base_state="", steps=())


def undone_room(matches: MatchService, game: AnyGame, room: Room, seat: int) -> Room:
    """Return the room without the last step: the steps before it are played again from the base state.

    The decision gets its earlier deadline back, so undo wins no time.
    """
    *steps, last = room.steps
    source = match_source(matches, replace(room, sealed_state=room.base_state), seat)
    loaded_match = matches.loader.load(game, source, _SERVER)
    for step in steps:
        loaded_match = matches.play(game, loaded_match, [(seat, line) for line in step.lines], _SERVER).after
    assert loaded_match.payload is not None
    sealed_state = matches.guard.seal(game, loaded_match.payload) if steps else room.base_state
    return replace(
        room,
        sealed_state=sealed_state,
        base_state=room.base_state if steps else "",
        steps=tuple(steps),
        changes=room.changes + 1,
        undos=room.undos + 1,
        deadline=last.deadline,
        log_plies=room.log_plies[:-1],
    )
