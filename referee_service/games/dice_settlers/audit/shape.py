"""Audit of shape: known names, right lengths, numbers in range, and sorted sets."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec import Struct

from referee_service.games.dice_settlers.content.tables import (
    MAIN_ACTIONS,
    MAX_COORDINATE,
    SEAT_COUNTS,
    SYMBOLS,
    TOKENS,
    Content,
    content,
)
from referee_service.games.dice_settlers.state import NO_SIDE, Bot, MapTile, Player, State, sides_of
from referee_service.kernel.bags import Bag
from referee_service.kernel.rules import Fault, fault
from referee_service.kernel.state import CHANCE

MAX_NUMBER = 500
"""Upper bound of any count; no game reaches it."""


def names_and_lengths(state: State) -> Iterator[Fault]:
    """Yield a fault for each list of the wrong length and each name that the pack does not have."""
    tables, seats = content(state), len(state.players)
    if seats not in SEAT_COUNTS:
        yield fault("players", "audit.shape", found=seats, wanted="1, 2, 3, 4")
        return
    if (state.bot is None) != (seats > 1):
        yield fault("bot", "audit.shape", found=sides_of(state), wanted=max(2, seats))
        return
    yield from _length("score_lines", state.score_lines, seats)
    yield from _length("start_tiles", state.start_tiles, sides_of(state))
    yield from _known("technologies", state.technologies, tables.technologies)
    yield from _known("start_offer", state.start_offer, tables.tiles)
    yield from _known("start_tiles", state.start_tiles, {"", *tables.tiles})
    for name in ("start_deck", "deck"):
        yield from _known(name, _names(getattr(state, name)), tables.tiles)
    for name in ("supply", "sold"):
        yield from _known(name, _names(getattr(state, name)), tables.dice)
    sides = sides_of(state)
    for index, map_tile in enumerate(state.map):
        if map_tile.tile not in tables.tiles or len(map_tile.tents) != sides:
            yield from _known(f"map[{index}].tile", [map_tile.tile], tables.tiles)
            yield from _length(f"map[{index}].tents", map_tile.tents, sides)
    for seat, player in enumerate(state.players):
        yield from _player_names(tables, player, f"players[{seat}]")
    if state.bot is not None:
        yield from _bot_names(tables, state.bot)
    for index, frame in enumerate(state.pending):
        yield from _frame_names(tables, frame, f"pending[{index}]")


def _player_names(tables: Content, player: Player, path: str) -> Iterator[Fault]:
    """Yield a fault for each unknown name of a player."""
    yield from _known(f"{path}.bag", _names(player.bag), tables.dice)
    yield from _known(f"{path}.active", _names(player.active), tables.faces)
    yield from _known(f"{path}.spent", _names(player.spent), tables.dice)
    yield from _known(f"{path}.tokens", _names(player.tokens), TOKENS)
    yield from _known(f"{path}.technologies", player.technologies, tables.technologies)
    yield from _known(f"{path}.used_technologies", player.used_technologies, tables.technologies)
    yield from _known(f"{path}.used_factories", player.used_factories, tables.tiles)
    yield from _known(f"{path}.actions_done", player.actions_done, MAIN_ACTIONS)
    yield from _known(f"{path}.extra_symbols", _names(player.extra_symbols), SYMBOLS)


def _bot_names(tables: Content, bot: Bot) -> Iterator[Fault]:
    """Yield a fault for each unknown name, or a wrong number of edges, of the printed Bot."""
    yield from _known("bot.dice_queue", bot.dice_queue, tables.dice)
    yield from _length("bot.edges", bot.edges, len(tables.hexagon))
    for index, edge in enumerate(bot.edges):
        yield from _known(f"bot.edges[{index}].dice", _names(edge.dice), tables.dice)
        yield from _known(f"bot.edges[{index}].token", [edge.token], ("", *TOKENS))
    yield from _known("bot.centre", _names(bot.centre), TOKENS)
    yield from _known("bot.technologies", bot.technologies, tables.technologies)


def _frame_names(tables: Content, frame: Struct, path: str) -> Iterator[Fault]:
    """Yield a fault for each unknown name in a frame, by the field that holds it."""
    single: dict[str, Collection[str]] = {
        "technology": tables.technologies,
        "action": MAIN_ACTIONS,
        "tile": {"", *tables.tiles},
        "price": ("pioneer", "resource"),
        "seal": {row.id for row in tables.pack.seals} | {"explosive"},
    }
    several: dict[str, Collection[str]] = {"tiles": tables.tiles, "rolled": tables.faces, "dice": tables.dice}
    for field, known in single.items():
        if hasattr(frame, field):
            yield from _known(f"{path}.{field}", [getattr(frame, field)], known)
    for field, known in several.items():
        for each in getattr(frame, field, ()):
            yield from _known(f"{path}.{field}", [each if isinstance(each, str) else each[0]], known)


def _names(bag: Bag) -> list[str]:
    """Return the names in a bag."""
    return [name for name, _ in bag]


def _length(path: str, row: Sequence[object], wanted: int) -> Iterator[Fault]:
    """Yield a fault if a list does not have the wanted length."""
    if len(row) != wanted:
        yield fault(path, "audit.shape", found=len(row), wanted=wanted)


def _known(path: str, names: Iterable[str], known: Collection[str]) -> Iterator[Fault]:
    """Yield a fault for each name that is not known."""
    for name in names:
        if name not in known:
            yield fault(path, "audit.known", name=name)


# --- ranges and order -----------------------------------------------------------------------------------------------


def ranges_and_order(state: State) -> Iterator[Fault]:
    """Yield a fault for each number out of range and each set that is not sorted."""
    numbers, sides = content(state).numbers, sides_of(state)
    yield from _range("round", state.round, 0, numbers["most_rounds"] + 1)
    yield from _range("turn_index", state.turn_index, 0, numbers["turns"] * sides - 1)
    yield from _range("first_side", state.first_side, 0, sides - 1)
    yield from _range("active_side", state.active_side, 0, sides - 1)
    if state.options.first_player is not None:
        yield from _range("options.first_player", state.options.first_player, 0, len(state.players) - 1)
    yield from _set("start_offer", state.start_offer)
    if len(set(state.technologies)) != len(state.technologies):
        yield fault("technologies", "audit.sorted")
    for name in ("start_deck", "deck", "supply", "sold"):
        yield from _bag(name, getattr(state, name))
    for index, map_tile in enumerate(state.map):
        yield from _map_tile_ranges(map_tile, f"map[{index}]", sides)
    for seat, player in enumerate(state.players):
        yield from _player_ranges(state, player, f"players[{seat}]")
    if state.bot is not None:
        yield from _bot_ranges(state, state.bot)
    for index, frame in enumerate(state.pending):
        yield from _frame_ranges(frame, f"pending[{index}]", sides, len(state.players))


def _map_tile_ranges(map_tile: MapTile, path: str, sides: int) -> Iterator[Fault]:
    """Yield a fault for each number of a map tile that is out of range."""
    inside = -MAX_COORDINATE <= map_tile.q <= MAX_COORDINATE and -MAX_COORDINATE <= map_tile.r <= MAX_COORDINATE
    if inside and min(map_tile.tents) >= 0 and max(map_tile.tents) <= MAX_NUMBER and NO_SIDE <= map_tile.house < sides:
        return
    for coordinate in (map_tile.q, map_tile.r):
        yield from _range(path, coordinate, -MAX_COORDINATE, MAX_COORDINATE)
    for tents in map_tile.tents:
        yield from _range(f"{path}.tents", tents, 0, MAX_NUMBER)
    yield from _range(f"{path}.house", map_tile.house, NO_SIDE, sides - 1)


def _player_ranges(state: State, player: Player, path: str) -> Iterator[Fault]:
    """Yield a fault for each number or set of a player that is out of range or not sorted."""
    numbers = content(state).numbers
    yield from _range(f"{path}.quota", player.quota, numbers["quota_base"], numbers["quota_most"])
    yield from _range(f"{path}.tents", player.tents, 0, MAX_NUMBER)
    for name in ("bag", "active", "spent", "tokens", "extra_symbols"):
        yield from _bag(f"{path}.{name}", getattr(player, name))
    for name in ("technologies", "used_technologies"):
        yield from _set(f"{path}.{name}", getattr(player, name))
    if list(player.used_factories) != sorted(player.used_factories) or len(set(player.actions_done)) != len(
        player.actions_done
    ):
        yield fault(f"{path}.used_factories", "audit.sorted")


def _bot_ranges(state: State, bot: Bot) -> Iterator[Fault]:
    """Yield a fault for each number or set of the printed Bot that is out of range or not sorted."""
    numbers = content(state).numbers
    yield from _range("bot.marker", bot.marker, 0, len(bot.edges) - 1)
    yield from _range("bot.tents", bot.tents, 0, numbers["bot_all_tents"])
    yield from _bag("bot.centre", bot.centre)
    yield from _set("bot.technologies", bot.technologies)
    for index, edge in enumerate(bot.edges):
        yield from _bag(f"bot.edges[{index}].dice", edge.dice)


def _frame_ranges(frame: Struct, path: str, sides: int, seats: int) -> Iterator[Fault]:
    """Yield a fault for each number or set of a frame that is out of range or not sorted."""
    bounds = {
        "side": (0, sides - 1),
        "to": (0, sides - 1),
        "remaining": (0, MAX_NUMBER),
        "force": (0, MAX_NUMBER),
        "spent": (1, MAX_NUMBER),
        "bonus": (0, MAX_NUMBER),
    }
    seat = getattr(frame, "seat", None)
    if seat != CHANCE and isinstance(seat, int):
        yield from _range(f"{path}.seat", seat, 0, seats - 1)
    for field, (low, high) in bounds.items():
        value = getattr(frame, field, None)
        if isinstance(value, int):
            yield from _range(f"{path}.{field}", value, low, high)
    for field in ("dice", "owed", "pool"):
        row = getattr(frame, field, ())
        if row and not isinstance(row[0], str):
            yield from _bag(f"{path}.{field}", row)
    yield from _set(f"{path}.tiles", getattr(frame, "tiles", ()))
    for shield in getattr(frame, "shields", ()):
        yield from _range(f"{path}.shields", shield, 0, MAX_NUMBER)


def _range(path: str, value: int, low: int, high: int) -> Iterator[Fault]:
    """Yield a fault if a number is out of range."""
    if not low <= value <= high:
        yield fault(path, "audit.range", found=value, low=low, high=high)


def _set(path: str, row: Sequence[str]) -> Iterator[Fault]:
    """Yield a fault if a list is not sorted or has duplicates."""
    if list(row) != sorted(set(row)):
        yield fault(path, "audit.sorted")


def _bag(path: str, bag: Bag) -> Iterator[Fault]:
    """Yield a fault if a bag is not sorted, has duplicates or a count out of range."""
    last = ""
    for piece, count in bag:
        if not (last < piece and 1 <= count <= MAX_NUMBER):
            break
        last = piece
    else:
        return
    yield from _set(path, [piece for piece, _ in bag])
    for _, count in bag:
        yield from _range(path, count, 1, MAX_NUMBER)
