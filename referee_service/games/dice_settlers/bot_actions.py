"""What the Bot does: its six actions, force by force."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from referee_service.games.dice_settlers.bot_gains import bot_leaves, bot_scores, bot_takes_die
from referee_service.games.dice_settlers.bot_priorities import (
    HUMAN,
    governs,
    raid_choices,
    raid_strength,
    recruit_choices,
    research_choice,
    settle_choices,
    tokens_paid,
    traded,
)
from referee_service.games.dice_settlers.content import content
from referee_service.games.dice_settlers.hexagon import tents_in_supply, with_bot
from referee_service.games.dice_settlers.land import give_tents, place_own_tent, replace_tents_by_house, take_back_tent
from referee_service.games.dice_settlers.questions import BotAct, BotRaid, BotRecruit, BotSettle, ChooseTile, DrawTiles
from referee_service.games.dice_settlers.state import BOT, State, has_room, houses_left, number, place_of, the_bot
from referee_service.kernel.events import note
from referee_service.kernel.pending import asking, pop, push, swap
from referee_service.kernel.state import CHANCE
from referee_service.kernel.values import bag_of, take_from

SHIELDED = 1
"""The point that the Bot gets in place of a raid of which nothing is left."""


def bot_act(state: State) -> State:
    """Leads that the player gave away become houses, then the action begins."""
    frame = asking(state, BotAct)
    return BEGIN[frame.action](govern_everywhere(pop(state)), frame.force)


# --- recruit --------------------------------------------------------------------------------------------------------


def begin_recruit(state: State, force: int) -> State:
    """One die, or two with force enough."""
    return push(state, BotRecruit(HUMAN, dice_wanted(state, force), force))


def dice_wanted(state: State, force: int) -> int:
    """How many dice the Bot recruits with this force."""
    return 2 if force >= content(state).numbers["bot_recruit_two"] else 1


def force_used(state: State, force: int, dice: int) -> int:
    """The force that recruiting so many dice took: where one was meant all of it, else one for the first of two."""
    if dice == dice_wanted(state, force):
        return content(state).numbers["bot_recruit_two"] if dice == 2 else force
    return dice


def recruit_by_itself(state: State) -> State:
    """Dice come while there is no choice; at the end force that was not used is worth points."""
    frame, choices = asking(state, BotRecruit), recruit_choices(state)
    if not frame.left or not choices:
        used = force_used(state, frame.force, dice_wanted(state, frame.force) - frame.left)
        return bot_leaves(pop(state), frame.force - used)
    if len(choices) > 1:
        return state
    return bot_takes_die(swap(state, replace(frame, left=frame.left - 1)), choices[0])


# --- explore --------------------------------------------------------------------------------------------------------


def begin_explore(state: State, force: int) -> State:
    """One tile is turned up for one force; the rest is worth points."""
    if not state.deck or not has_room(state, BOT):
        return bot_leaves(state, force)
    return push(bot_leaves(state, force - 1), ChooseTile(HUMAN, ()), DrawTiles(CHANCE, 1))


# --- settle ---------------------------------------------------------------------------------------------------------


def begin_settle(state: State, force: int) -> State:
    """Tents are placed force by force."""
    return push(state, BotSettle(HUMAN, force))


def settle_by_itself(state: State) -> State:
    """Tents are placed while there is no choice; without tents the Bot fetches some with all its force."""
    frame = asking(state, BotSettle)
    if not frame.force and not frame.free:
        return pop(state)
    if not the_bot(state).tents:
        return fetch_tents(pop(state), frame.force) if not frame.free else pop(state)
    choices = settle_choices(state)
    if not choices:
        return bot_leaves(pop(state), frame.force)
    return state if len(choices) > 1 else bot_settles(state, choices[0])


def bot_settles(state: State, tile: str) -> State:
    """A tent is placed, and may make the Bot governor."""
    frame = asking(state, BotSettle)
    rest = replace(frame, force=0, free=False) if frame.free else replace(frame, force=frame.force - 1)
    return govern_at_once(place_own_tent(swap(state, rest), tile, BOT), tile)


def fetch_tents(state: State, force: int) -> State:
    """All force left fetches tents, and one is placed; if they are too few the force is worth points as well."""
    numbers, supply = content(state).numbers, tents_in_supply(state)
    wanted = numbers["bot_few_tents"] if force == 1 else numbers["bot_many_tents"]
    got = min(wanted, supply)
    if got < wanted:
        state = bot_leaves(state, force)
    state = note(give_tents(state, BOT, got), "tents_gained", BOT, count=got)
    return push(state, BotSettle(HUMAN, 0, free=True)) if got else state


def govern_at_once(state: State, tile: str) -> State:
    """With the lead a house is built at once, if one is left."""
    place = place_of(state, tile)
    assert place is not None
    ready = governs(state, place) and houses_left(state, BOT) > 0
    return replace_tents_by_house(state, tile, BOT) if ready else state


def govern_everywhere(state: State) -> State:
    """Governing is a free action: wherever it has the lead the Bot does it, where most points are first."""
    tiles = content(state).tiles
    for place in sorted(state.map, key=lambda place: -tiles[place.tile].row.first):
        state = govern_at_once(state, place.tile)
    return state


# --- raid -----------------------------------------------------------------------------------------------------------


def begin_raid(state: State, force: int) -> State:
    """Shields lessen the force; if nothing is left the Bot gets a point instead, however its force is valued."""
    left = force - number(state, state.players[HUMAN], "shield")
    return push(state, BotRaid(HUMAN, left)) if left > 0 else bot_scores(state, SHIELDED, "score.bot_shielded")


def raid_by_itself(state: State) -> State:
    """The tile is clear, or nothing can be raided; else the player chooses among equals."""
    frame = asking(state, BotRaid)
    choices = raid_choices(state, frame.force)
    if not choices:
        return bot_leaves(pop(state), frame.force)
    return state if len(choices) > 1 else bot_raids(state, choices[0])


def bot_raids(state: State, tile: str) -> State:
    """Tent by tent on this tile; a house is built as soon as the lead is there; what is left is worth points."""
    force = asking(state, BotRaid).force
    state = pop(state)
    while force:
        place = place_of(state, tile)
        assert place is not None
        if not raid_strength(state, place, force):
            break
        state = place_own_tent(take_back_tent(state, tile, HUMAN), tile, BOT)
        state, force = govern_at_once(state, tile), force - 1
    return bot_leaves(state, force)


# --- trade and research ---------------------------------------------------------------------------------------------


def begin_trade(state: State, force: int) -> State:
    """Tokens of the centre become points, up to three for each force; unused force is worth points."""
    per_force = content(state).numbers["bot_trade_set"]
    held = [token for token, count in the_bot(state).centre for _ in range(count)]
    given = traded(held, force * per_force)
    state = discard(state, given)
    state = bot_scores(state, len(given) * state.options.bot_trade, "score.bot_trade", len(given))
    return bot_leaves(state, force - -(-len(given) // per_force))


def discard(state: State, tokens: list[str]) -> State:
    """Tokens of the centre go back to the general supply."""
    centre = the_bot(state).centre
    for token, count in bag_of(tokens):
        centre = take_from(centre, token, count)
    return with_bot(state, centre=centre)


def begin_research(state: State, force: int) -> State:
    """The best technology that can be had; the rest of the force is worth points."""
    technology = research_choice(state, force)
    if technology is None:
        return bot_leaves(state, force)
    state = discard(state, tokens_paid(state, technology) or [])
    state = with_bot(state, technologies=tuple(sorted((*the_bot(state).technologies, technology))))
    state = note(state, "technology_researched", BOT, technology=technology)
    return bot_leaves(state, force - content(state).technologies[technology].row.research)


BEGIN: dict[str, Callable[[State, int], State]] = {
    "recruit": begin_recruit,
    "explore": begin_explore,
    "settle": begin_settle,
    "raid": begin_raid,
    "trade": begin_trade,
    "research": begin_research,
}
