"""A room as one viewer sees it: players, position, log, and record."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import replace

from referee_service.kernel.chance import Chance
from referee_service.kernel.codec import digest
from referee_service.kernel.game import AnyGame
from referee_service.kernel.records import ClaimedResult, Record, RecordedMove, record_text
from referee_service.services.context import ClientContext
from referee_service.services.matches.crypto import RoomPrincipal
from referee_service.services.matches.guard import visible_digest
from referee_service.services.matches.loader import LoadedMatch
from referee_service.services.matches.playthrough import Playthrough
from referee_service.services.matches.positions import presenter_for
from referee_service.services.matches.responses import EMPTY_LIST, Position
from referee_service.services.matches.service import MatchService
from referee_service.services.rooms.log import LogEntry, shown_moves
from referee_service.services.rooms.responses import (
    BudgetResponse,
    RecordDownload,
    RecordLine,
    RoomPlayer,
    RoomRecord,
    RoomViewer,
    SeatBot,
)
from referee_service.services.rooms.room import AWAY_SECONDS, Player, Room, RoomBot


@dataclass(frozen=True, slots=True)
class RoomClient:
    """The client of a request about a room: its credential, its language, and the ply up to which it knows the log.

    `origin` is the address of the service as the client sees it, for links.
    """

    credential: str = field(repr=False)
    context: ClientContext
    origin: str = ""
    since: int | None = None


class OpenRoom(Struct, frozen=True):
    """A room that a client has opened: its game, its match as the principal sees it, and when its seats were seen."""

    room: Room
    game: AnyGame
    principal: RoomPrincipal
    loaded_match: LoadedMatch
    seen: Mapping[int, float]

    @property
    def seat(self) -> int | None:
        """The seat of the principal, or None for watchers and the creator."""
        return self.principal if isinstance(self.principal, int) else None


def position_digest(opened: OpenRoom) -> str:
    """Return the digest that a move must expect. It is different for each position that the room has had."""
    seen = visible_digest(opened.game, opened.loaded_match)
    return digest(msgspec.json.encode((seen, opened.room.changes)))


def is_away(room: Room, seen: Mapping[int, float], seat: int, now: float) -> bool:
    """Return whether the person at a seat was not seen for AWAY_SECONDS, counted from the creation of the room."""
    player = room.player(seat)
    if player.bot is not None or player.is_resigned:
        return False
    return now - seen.get(seat, room.created_at) > AWAY_SECONDS


def first_entry(room: Room, since: int | None) -> int:
    """Return the index of the first log entry that a client does not know. Without `since` it is the last one."""
    return len(room.log_plies) - 1 if since is None else bisect_right(room.log_plies, since)


def room_viewer(opened: OpenRoom) -> RoomViewer:
    """Return whose credential opened a room."""
    return RoomViewer(opened.principal if isinstance(opened.principal, str) else "seat", opened.seat)


def room_players(opened: OpenRoom, now: float) -> list[RoomPlayer]:
    """Return who plays each seat."""
    return [
        RoomPlayer(
            seat=seat,
            name=player.name,
            bot=_seat_bot(player.bot),
            has_joined=player.has_joined,
            is_away=is_away(opened.room, opened.seen, seat, now),
            is_resigned=player.is_resigned,
        )
        for seat, player in enumerate(opened.room.players)
    ]


def _seat_bot(bot: RoomBot | None) -> SeatBot | None:
    if bot is None:
        return None
    has_budget = bot.iterations is not None or bot.milliseconds is not None
    return SeatBot(bot.bot, BudgetResponse(bot.iterations, bot.milliseconds) if has_budget else None)


def room_position(
    matches: MatchService, opened: OpenRoom, entries: Sequence[LogEntry], context: ClientContext
) -> Position:
    """Return the position of a room as its viewer may see it, with the moves and events of these log entries.

    The chance key is public once nothing more can be played.
    """
    game, loaded_match, room = opened.game, opened.loaded_match, opened.room
    presenter = presenter_for(game, loaded_match, context)
    playthrough = Playthrough(loaded_match.match)
    position = matches.positions.guarded_position(game, loaded_match, playthrough, context)
    may_act = room.status == "playing" and opened.seat is not None and _is_person(room.player(opened.seat))
    return replace(
        position,
        digest=position_digest(opened),
        turn=position.turn if room.status == "playing" else None,
        legal_actions=position.legal_actions if may_act else EMPTY_LIST,
        played=shown_moves(presenter, entries),
        events=presenter.events([event for entry in entries for event in entry.events], context.actions),
        chance_key=matches.guard.chance_key(room.id).hex() if room.status != "playing" else UNSET,
    )


def _is_person(player: Player) -> bool:
    return player.bot is None


def room_record(matches: MatchService, opened: OpenRoom, entries: Sequence[LogEntry]) -> RecordDownload:
    """Return the record of a room as its viewer may see it. It is complete once nothing more can be played."""
    room, game, match = opened.room, opened.game, opened.loaded_match.match
    is_complete, moves = room.status != "playing", [move for entry in entries for move in entry.moves]
    chance, options = Chance("secret", match.chance.seed), room.setup.options
    found = game.result(match.state)
    result = ClaimedResult(found.winners, found.scores, found.rival_scores) if found is not None else None
    lines = [
        RecordLine(move.seat, move.notation if is_complete or move.is_seen_by(opened.seat) else None) for move in moves
    ]
    shown = RoomRecord(
        game=game.name,
        ruleset=game.ruleset,
        content=room.content,
        seats=room.setup.seats,
        options=options,
        chance=chance,
        moves=lines,
        result=result,
    )
    text = None
    if is_complete:
        recorded = tuple(RecordedMove(move.seat, move.notation) for move in moves)
        named = msgspec.json.decode(options, type=dict[str, msgspec.Raw])
        record = Record(game.name, game.ruleset, room.content, room.setup.seats, named, chance, recorded, result)
        text = record_text(record)
    return RecordDownload(
        record=shown,
        text=text,
        is_complete=is_complete,
        commitment=match.chance.seed,
        chance_key=matches.guard.chance_key(room.id).hex() if is_complete else UNSET,
    )
