"""Actions of the printed Bot, each with the force of its dice and token."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from referee_service.kernel.bags import bag_of, remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.pending import expect_top, pop, push, replace_top
from referee_service.kernel.state import CHANCE

from ..content.tables import content
from ..map_tiles import (
    change_tent_supply,
    find_map_tile,
    has_explore_cell,
    houses_remaining,
    place_own_tent,
    replace_tents_by_house,
    return_tent,
)
from ..questions import BotRaidFrame, BotRecruitFrame, BotSettleFrame, ChooseTileFrame, DrawTilesFrame
from ..state import BOT, State, number_bonus, require_bot, side_name
from .gains import award_bot, score_unused_force
from .hexagon import tents_in_supply, with_bot
from .priorities import HUMAN_SIDE, raid_strength, research_choice, tokens_paid, tokens_to_trade, would_govern

SHIELDED_POINTS = 1
"""Points of the printed Bot for a raid whose whole force is absorbed by shields."""


# --- recruit --------------------------------------------------------------------------------------------------------


def begin_recruit(state: State, force: int) -> State:
    """Begin to recruit one die, or two with enough force."""
    return push(state, BotRecruitFrame(HUMAN_SIDE, dice_to_recruit(state, force), force))


def dice_to_recruit(state: State, force: int) -> int:
    """Return how many dice the printed Bot recruits with this force."""
    return 2 if force >= content(state).numbers["bot_recruit_two"] else 1


def force_used(state: State, force: int, dice: int) -> int:
    """Return the force that was used for this number of recruited dice.

    Two dice use `bot_recruit_two` force, and one intended die uses all. An incomplete recruitment uses one per die.
    """
    if dice == dice_to_recruit(state, force):
        return content(state).numbers["bot_recruit_two"] if dice == 2 else force
    return dice


# --- explore --------------------------------------------------------------------------------------------------------


def begin_explore(state: State, force: int) -> State:
    """Draw one tile for one force and score the rest as unused. Without a tile or a cell, score all force."""
    if not state.deck or not has_explore_cell(state, BOT):
        return score_unused_force(state, force)
    return push(score_unused_force(state, force - 1), ChooseTileFrame(HUMAN_SIDE, ()), DrawTilesFrame(CHANCE, 1))


# --- settle ---------------------------------------------------------------------------------------------------------


def begin_settle(state: State, force: int) -> State:
    """Begin to place tents, one per force."""
    return push(state, BotSettleFrame(HUMAN_SIDE, force))


def bot_settles(state: State, tile: str) -> State:
    """Place a tent of the printed Bot, and govern the tile if it now has the lead."""
    frame = expect_top(state, BotSettleFrame)
    rest = replace(frame, force=0, free=False) if frame.free else replace(frame, force=frame.force - 1)
    return govern_tile(place_own_tent(replace_top(state, rest), tile, BOT), tile)


def fetch_tents(state: State, force: int) -> State:
    """Take tents from the general supply for all remaining force, and place one of them.

    If the supply has too few, the force also scores as unused.
    """
    numbers, supply = content(state).numbers, tents_in_supply(state)
    wanted = numbers["bot_few_tents"] if force == 1 else numbers["bot_many_tents"]
    got = min(wanted, supply)
    if got < wanted:
        state = score_unused_force(state, force)
    state = emit(change_tent_supply(state, BOT, got), "tents_gained", BOT, count=got, who=side_name(state, BOT))
    return push(state, BotSettleFrame(HUMAN_SIDE, 0, free=True)) if got else state


def govern_tile(state: State, tile: str) -> State:
    """Build a house of the printed Bot if it has the lead and a house is left."""
    map_tile = find_map_tile(state, tile)
    assert map_tile is not None
    ready = would_govern(state, map_tile) and houses_remaining(state, BOT) > 0
    return replace_tents_by_house(state, tile, BOT) if ready else state


def govern_all_tiles(state: State) -> State:
    """Govern every tile with a lead, tiles with most points first. Governing is a free action."""
    tiles = content(state).tiles
    for map_tile in sorted(state.map, key=lambda map_tile: -tiles[map_tile.tile].row.first):
        state = govern_tile(state, map_tile.tile)
    return state


# --- raid -----------------------------------------------------------------------------------------------------------


def begin_raid(state: State, force: int) -> State:
    """Reduce the force by the player's shields and begin the raid.

    If no force remains, the printed Bot gets a fixed point, whatever option `bot_leftover` says.
    """
    remaining = force - number_bonus(state, state.players[HUMAN_SIDE], "shield")
    return (
        push(state, BotRaidFrame(HUMAN_SIDE, remaining))
        if remaining > 0
        else award_bot(state, SHIELDED_POINTS, "score.bot_shielded")
    )


def bot_raids(state: State, tile: str) -> State:
    """Replace the player's tents on this tile one by one, and govern with the lead. Score the unused force."""
    force = expect_top(state, BotRaidFrame).force
    state = pop(state)
    while force:
        map_tile = find_map_tile(state, tile)
        assert map_tile is not None
        if not raid_strength(state, map_tile, force):
            break
        state = place_own_tent(return_tent(state, tile, HUMAN_SIDE), tile, BOT)
        state, force = govern_tile(state, tile), force - 1
    return score_unused_force(state, force)


# --- trade and research ---------------------------------------------------------------------------------------------


def begin_trade(state: State, force: int) -> State:
    """Trade tokens of the centre for points, up to a full set per force. Score the unused force."""
    per_force = content(state).numbers["bot_trade_set"]
    held = [token for token, count in require_bot(state).centre for _ in range(count)]
    given = tokens_to_trade(held, force * per_force)
    state = discard_tokens(state, given)
    state = award_bot(state, len(given) * state.options.bot_trade, "score.bot_trade", len(given))
    return score_unused_force(state, force - -(-len(given) // per_force))


def discard_tokens(state: State, tokens: list[str]) -> State:
    """Return tokens of the centre to the general supply."""
    centre = require_bot(state).centre
    for token, count in bag_of(tokens):
        centre = remove_from(centre, token, count)
    return with_bot(state, centre=centre)


def begin_research(state: State, force: int) -> State:
    """Research the best payable technology and score the remaining force."""
    technology = research_choice(state, force)
    if technology is None:
        return score_unused_force(state, force)
    state = discard_tokens(state, tokens_paid(state, technology) or [])
    state = with_bot(state, technologies=tuple(sorted((*require_bot(state).technologies, technology))))
    state = emit(state, "technology_researched", BOT, technology=technology, who=side_name(state, BOT))
    return score_unused_force(state, force - content(state).technologies[technology].row.research)


BEGIN_BY_ACTION: dict[str, Callable[[State, int], State]] = {
    "recruit": begin_recruit,
    "explore": begin_explore,
    "settle": begin_settle,
    "raid": begin_raid,
    "trade": begin_trade,
    "research": begin_research,
}
"""First step of each action of the printed Bot, with its force."""
