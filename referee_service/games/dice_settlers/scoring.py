"""Points at the end: tiles, technologies, pairs of dice, houses; what the Bot gets beside; who has won."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee_service.games.dice_settlers.content.schema import Counted
from referee_service.games.dice_settlers.content.tables import content
from referee_service.games.dice_settlers.map_tiles import adjacent_tiles, is_controller, quota_of
from referee_service.games.dice_settlers.printed_bot.gains import award_bot
from referee_service.games.dice_settlers.printed_bot.priorities import bot_dice
from referee_service.games.dice_settlers.state import BOT, MapTile, State, dice_of, is_bot, require_bot, sides_of
from referee_service.kernel.bags import size_of
from referee_service.kernel.events import emit
from referee_service.kernel.score import Result, award, rank_seats, total_points
from referee_service.kernel.state import ScoreLine

NEIGHBOUR_COUNT = 6


# --- what is counted ------------------------------------------------------------------------------------------------


def controlled(state: State, side: int) -> list[MapTile]:
    """The tiles that a side controls."""
    return [place for place in state.map if is_controller(place, side)]


def houses_on_map(state: State, side: int) -> int:
    """The houses that a side has built."""
    return sum(place.house == side for place in state.map)


def dice_owned(state: State, side: int) -> int:
    """All dice of a side."""
    return bot_dice(state).total() if is_bot(state, side) else dice_of(state, state.players[side])


def is_runner_up(place: MapTile, side: int) -> bool:
    """Whether a side comes second on a tile: most tents of those who do not control it."""
    rivals = [tents for other, tents in enumerate(place.tents) if not is_controller(place, other)]
    return not is_controller(place, side) and 0 < place.tents[side] == max(rivals, default=0)


def _factories(state: State, seat: int) -> int:
    factories = content(state).factories
    return sum(place.tile in factories for place in controlled(state, seat))


def _surrounded(state: State, seat: int) -> int:
    return sum(
        is_controller(place, seat) and len(adjacent_tiles(state, at)) == NEIGHBOUR_COUNT
        for at, place in enumerate(state.map)
    )


def _shared(state: State, seat: int) -> int:
    """Technologies that two other players have as well."""
    return sum(
        sum(name in other.technologies for other in state.players) > 2 for name in state.players[seat].technologies
    )


COUNTERS: dict[Counted, Callable[[State, int], int]] = {
    "house": houses_on_map,
    "die": dice_owned,
    "technology": lambda state, seat: len(state.players[seat].technologies),
    "shared_technology": _shared,
    "controlled_tile": lambda state, seat: len(controlled(state, seat)),
    "controlled_factory": _factories,
    "surrounded_tile": _surrounded,
    "quota": lambda state, seat: quota_of(state, seat) - content(state).numbers["quota_base"],
}
"""What a technology may score for each of."""


# --- lines ----------------------------------------------------------------------------------------------------------


def final_score_lines(state: State, side: int) -> Iterator[ScoreLine]:
    """Every line of a side's final score, the points of the game itself aside."""
    tables = content(state)
    for place in state.map:
        row = tables.tiles[place.tile].row
        if row.first and is_controller(place, side):
            yield ScoreLine("score.tile_first", 1, row.first)
        elif row.second and is_runner_up(place, side):
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
    """The points of the cards; what cards score beside is not for the Bot."""
    own = require_bot(state).technologies if is_bot(state, side) else state.players[side].technologies
    for name in own:
        row = content(state).technologies[name].row
        if row.points:
            yield ScoreLine("score.technology", 1, row.points)
        if row.per and not is_bot(state, side):
            counted = COUNTERS[row.per](state, side)
            if counted:
                yield ScoreLine("score.technology_effect", counted, counted * row.each)


def _bot_lines(state: State) -> Iterator[ScoreLine]:
    """What the Bot gets beside: for technologies and for tokens left."""
    bot, options = require_bot(state), state.options
    technologies, tokens = len(bot.technologies), size_of(bot.centre) + sum(bool(side.token) for side in bot.edges)
    if technologies and options.bot_technology:
        yield ScoreLine("score.bot_technology", technologies, technologies * options.bot_technology)
    if tokens and options.bot_token:
        yield ScoreLine("score.bot_token", tokens, tokens * options.bot_token)


def score(state: State) -> State:
    """Everybody scores."""
    lines = [list(final_score_lines(state, side)) for side in range(sides_of(state))]
    for side, found in enumerate(lines):
        for line in found:
            if is_bot(state, side):
                state = award_bot(state, line.points, line.rule, line.count)
            else:
                state = award(state, side, line.points, line.rule, count=line.count)
        state = emit(state, "scored", side, points=side_points(state, side))
    return state


def side_points(state: State, side: int) -> int:
    """All points of a side so far."""
    if is_bot(state, side):
        return sum(line.points for line in require_bot(state).points)
    return total_points(state, side)


def result(state: State) -> Result | None:
    """Most points win, ties share; alone the Bot must not have more: else the first place is nobody's."""
    if state.stage != "over":
        return None
    found = rank_seats(state, tie_break=lambda seat: ())
    if state.bot is not None and side_points(state, BOT) > side_points(state, 0):
        return Result(winners=(), scores=found.scores, ranking=((), *found.ranking), lines=found.lines)
    return found
