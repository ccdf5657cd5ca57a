"""Checks of requests about rooms: who may do what, and when."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from referee_service.kernel.game import AnyGame
from referee_service.kernel.mismatches import mismatch
from referee_service.kernel.state import Options
from referee_service.services.errors import ServiceError
from referee_service.services.rooms.room import Player, Room, RoomBot, RoomSetup
from referee_service.services.rooms.views import OpenRoom, is_away


def typed_options(game: AnyGame, setup: RoomSetup) -> Options:
    """Return the options of a set-up. Raises ServiceError `impossible-setup` if the game has no such options."""
    try:
        options: Options = msgspec.json.decode(setup.options, type=game.options_type)
    except msgspec.ValidationError as error:
        raise ServiceError(
            "impossible-setup.options", game=game.name, why=mismatch(error, game.options_type)
        ) from error
    return options


def check_players(setup: RoomSetup) -> None:
    """Check that names and bots belong to seats of the match. Raises ServiceError."""
    if len(setup.names) > setup.seats:
        raise ServiceError("too-many-names.seats", found=len(setup.names), seats=setup.seats)
    for seat in setup.bots:
        if seat >= setup.seats:
            raise ServiceError("impossible-setup.seat", seat=seat, last=setup.seats - 1)


def check_playing(room: Room) -> None:
    """Check that the match of a room goes on. Raises ServiceError `room-over`."""
    if room.status != "playing":
        raise ServiceError(f"room-over.{room.status}")


def acting_seat(opened: OpenRoom) -> int:
    """Return the seat of a principal that wants to act. Raises ServiceError `bad-credential` for any other one."""
    if opened.seat is None:
        raise ServiceError("bad-credential.role")
    return opened.seat


def changeable_player(
    opened: OpenRoom, seat: int, now: float, *, name: str | UnsetType, bot: RoomBot | UnsetType | None
) -> Player:
    """Return the changed player of a seat if the principal may change it. Raises ServiceError if not."""
    room = opened.room
    if seat >= room.setup.seats:
        raise ServiceError("impossible-setup.seat", seat=seat, last=room.setup.seats - 1)
    if opened.principal == "watcher" or (opened.seat != seat and (name is not UNSET or not bot)):
        raise ServiceError("bad-credential.role")
    if opened.seat != seat and not is_away(room, opened.seen, seat, now):
        raise ServiceError("seat-present.seat", seat=seat)
    player = room.player(seat)
    if bot is not UNSET:
        check_playing(room)
        if player.is_resigned:
            raise ServiceError("room-over.seat", seat=seat)
        player = replace(player, bot=bot)
    return player if name is UNSET else replace(player, name=name)
