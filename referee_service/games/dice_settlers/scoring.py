"""Final score: tiles, technologies, dice pairs and houses; lines of the printed Bot; the result."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee_service.kernel.bags import size_of
from referee_service.kernel.events import emit
from referee_service.kernel.score import Result, Rival, award, rank_sides, total_points
from referee_service.kernel.state import ScoreLine

from .content.schema import Counted
from .content.tables import content
from .map_tiles import adjacent_tiles, is_controller, quota_of
from .printed_bot.gains import award_bot
from .printed_bot.priorities import bot_dice
from .state import MapTile, State, dice_of, is_bot, require_bot, side_name, sides_of

NEIGHBOUR_COUNT = 6
"""Neighbours of a hexagonal cell."""


# --- counts ---------------------------------------------------------------------------------------------------------


def controlled(state: State, side: int) -> list[MapTile]:
    """Return the tiles that a side controls."""
    return [map_tile for map_tile in state.map if is_controller(map_tile, side)]


def houses_on_map(state: State, side: int) -> int:
    """Return how many houses a side has built."""
    return sum(map_tile.house == side for map_tile in state.map)


def dice_owned(state: State, side: int) -> int:
    """Return how many dice a side has, in all places."""
    return bot_dice(state).total() if is_bot(state, side) else dice_of(state.players[side])


def is_runner_up(map_tile: MapTile, side: int) -> bool:
    """Return whether a side comes second on a tile: most tents among the sides without control."""
    rivals = [tents for other, tents in enumerate(map_tile.tents) if not is_controller(map_tile, other)]
    return not is_controller(map_tile, side) and 0 < map_tile.tents[side] == max(rivals, default=0)


def _controlled_factories(state: State, seat: int) -> int:
    """Return how many factories a seat controls."""
    factories = content(state).factories
    return sum(map_tile.tile in factories for map_tile in controlled(state, seat))


def _surrounded_tiles(state: State, seat: int) -> int:
    """Return how many tiles with six neighbours a seat controls."""
    return sum(
        is_controller(map_tile, seat) and len(adjacent_tiles(state, index)) == NEIGHBOUR_COUNT
        for index, map_tile in enumerate(state.map)
    )


def _shared_technologies(state: State, seat: int) -> int:
    """Return how many technologies of a seat at least two other players have as well."""
    return sum(
        sum(name in other.technologies for other in state.players) > 2 for name in state.players[seat].technologies
    )


COUNTERS: dict[Counted, Callable[[State, int], int]] = {
    "house": houses_on_map,
    "die": dice_owned,
    "technology": lambda state, seat: len(state.players[seat].technologies),
    "shared_technology": _shared_technologies,
    "controlled_tile": lambda state, seat: len(controlled(state, seat)),
    "controlled_factory": _controlled_factories,
    "surrounded_tile": _surrounded_tiles,
    "quota": lambda state, seat: quota_of(state, seat) - content(state).numbers["quota_base"],
}
"""Counter for each thing that a technology may score for."""


# --- score lines ----------------------------------------------------------------------------------------------------


def final_score_lines(state: State, side: int) -> Iterator[ScoreLine]:
    """Yield every line of a side's final score. Points gained during play are not among them."""
    tables = content(state)
    for map_tile in state.map:
        row = tables.tiles[map_tile.tile].row
        if row.first and is_controller(map_tile, side):
            yield ScoreLine("score.tile_first", 1, row.first)
        elif row.second and is_runner_up(map_tile, side):
            yield ScoreLine("score.tile_second", 1, row.second)
    yield from _technology_lines(state, side)
    pairs = dice_owned(state, side) // 2
    if pairs:
        yield ScoreLine("score.dice", pairs, pairs * tables.numbers["dice_pair"])
    houses = houses_on_map(state, side)
    if houses:
        yield ScoreLine("score.houses", houses, houses * houses)
    if is_bot(state, side):
        yield from _bot_lines(state)


def _technology_lines(state: State, side: int) -> Iterator[ScoreLine]:
    """Yield the points of a side's cards. The printed Bot scores no card effects."""
    technologies = require_bot(state).technologies if is_bot(state, side) else state.players[side].technologies
    for name in technologies:
        row = content(state).technologies[name].row
        if row.points:
            yield ScoreLine("score.technology", 1, row.points)
        if row.per and not is_bot(state, side):
            counted = COUNTERS[row.per](state, side)
            if counted:
                yield ScoreLine("score.technology_effect", counted, counted * row.each)


def _bot_lines(state: State) -> Iterator[ScoreLine]:
    """Yield the further lines of the printed Bot, for its technologies and tokens."""
    bot, options = require_bot(state), state.options
    technologies, tokens = len(bot.technologies), size_of(bot.centre) + sum(bool(edge.token) for edge in bot.edges)
    if technologies and options.bot_technology:
        yield ScoreLine("score.bot_technology", technologies, technologies * options.bot_technology)
    if tokens and options.bot_token:
        yield ScoreLine("score.bot_token", tokens, tokens * options.bot_token)


def score(state: State) -> State:
    """Award the final score to every side."""
    lines = [list(final_score_lines(state, side)) for side in range(sides_of(state))]
    for side, side_lines in enumerate(lines):
        for line in side_lines:
            if is_bot(state, side):
                state = award_bot(state, line.points, line.rule, line.count)
            else:
                state = award(state, side, line.points, line.rule, count=line.count)
        state = emit(state, "scored", side, points=side_points(state, side), who=side_name(state, side))
    return state


def side_points(state: State, side: int) -> int:
    """Return the points of a side so far."""
    if is_bot(state, side):
        return sum(line.points for line in require_bot(state).points)
    return total_points(state, side)


def rivals(state: State) -> tuple[Rival, ...]:
    """Return the printed Bot of a solo game with its points so far, else no rival."""
    return () if state.bot is None else (Rival("bot", state.bot.points),)


def result(state: State) -> Result | None:
    """Return the result of a finished game, else None. Most points win, and ties share the win.

    In a solo game the printed Bot is ranked like a player.
    """
    return rank_sides(state, tie_break=lambda seat: (), rivals=rivals(state)) if state.stage == "over" else None
