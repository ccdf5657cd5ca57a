"""Questions that partly answer themselves: what happens where nobody has a choice."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from referee_service.games.dice_settlers.bot_actions import bot_act, raid_by_itself, recruit_by_itself, settle_by_itself
from referee_service.games.dice_settlers.content import PIONEER, content
from referee_service.games.dice_settlers.exploring import (
    defend_by_itself,
    follow_by_itself,
    lay_explored,
    lay_start_tile,
    spots,
)
from referee_service.games.dice_settlers.free import crowded_factories, house_sites
from referee_service.games.dice_settlers.gains import gain_a_die
from referee_service.games.dice_settlers.hexagon import assign_dice, is_idle
from referee_service.games.dice_settlers.mains import can_act, can_go_on
from referee_service.games.dice_settlers.paying import pay_the_only_way
from referee_service.games.dice_settlers.questions import (
    Acting,
    Adjust,
    ChooseTile,
    DealStart,
    DrawDice,
    DrawTechnologies,
    DrawTiles,
    LayStart,
    PlaceTile,
    QueueDice,
    Recruiting,
    Reroll,
    Researching,
    RollDice,
)
from referee_service.games.dice_settlers.state import State, is_bot, recruitable, the_bot
from referee_service.games.dice_settlers.turns import keep_dice, refill_bag
from referee_service.kernel.events import note
from referee_service.kernel.pending import asking, lapse, pop, swap
from referee_service.kernel.state import CHANCE
from referee_service.kernel.values import change


def deal_start(state: State) -> State:
    """Enough start tiles lie open."""
    return state if asking(state, DealStart).left else pop(state)


def draw_technologies(state: State) -> State:
    """Enough technologies of this type lie on the table."""
    return state if asking(state, DrawTechnologies).left else pop(state)


def lay_start(state: State) -> State:
    """The first tile lies anywhere, and so does the Bot's: all places are alike."""
    alone = not state.map or is_bot(state, asking(state, LayStart).side)
    return lay_start_tile(state, spots(state)[0]) if alone else state


def draw_dice(state: State) -> State:
    """Enough are drawn, or nothing is left to draw; only for the quota the bag is refilled."""
    frame = asking(state, DrawDice)
    player = state.players[frame.to]
    if not frame.left:
        return pop(state)
    if player.bag:
        return state
    return refill_bag(state, frame.to) if frame.refill and player.spent else pop(state)


def roll_dice(state: State) -> State:
    """All are rolled; the Bot's are laid around its hexagon."""
    frame = asking(state, RollDice)
    if frame.dice:
        return state
    return assign_dice(pop(state), frame.rolled) if is_bot(state, frame.to) else pop(state)


def adjust(state: State) -> State:
    """A symbol may leave nothing to do with it."""
    frame = asking(state, Adjust)
    return state if state.me.active or (frame.price != PIONEER and state.me.bag) else lapse(state)


def reroll(state: State) -> State:
    """Three dice are in hand, or no other is left."""
    dice = asking(state, Reroll).dice
    if len(dice) < content(state).numbers["most_rerolled"] and state.me.active:
        return state
    return swap(state, RollDice(CHANCE, state.active, dice))


def keep_nothing(state: State) -> State:
    """Who has no active dice keeps none."""
    return state if state.me.active else keep_dice(pop(state), state.active, ())


def acting(state: State) -> State:
    """Nothing more can be spent on the action."""
    return state if can_go_on(state, asking(state, Acting)) else pop(state)


def extra_action(state: State) -> State:
    """No action is possible, so it is lost."""
    return state if can_act(state) else lapse(state)


def recruiting(state: State) -> State:
    """The dice are paid."""
    frame = asking(state, Recruiting)
    state = pop(state)
    for colour in frame.dice:
        state = gain_a_die(state, state.active, colour)
    return state


def researching(state: State) -> State:
    """The technology is paid."""
    frame, seat = asking(state, Researching), state.active
    technologies = tuple(sorted((*state.me.technologies, frame.technology)))
    state = change(pop(state), seat, technologies=technologies)
    return note(state, "technology_researched", seat, technology=frame.technology)


def draw_tiles(state: State) -> State:
    """Enough tiles are turned up, or none is left."""
    return state if asking(state, DrawTiles).left and state.deck else pop(state)


def choose_only_tile(state: State) -> State:
    """One tile leaves no choice."""
    frame = asking(state, ChooseTile)
    return swap(state, PlaceTile(frame.seat, frame.tiles[0], state.active)) if len(frame.tiles) == 1 else state


def place_only_spot(state: State) -> State:
    """One place leaves no choice."""
    found = spots(state)
    return lay_explored(state, found[0]) if len(found) == 1 else state


def gain_only_die(state: State) -> State:
    """One colour leaves no choice, none gives nothing."""
    colours = recruitable(state, state.active)
    if len(colours) > 1:
        return state
    return gain_a_die(pop(state), state.active, colours[0]) if colours else lapse(state)


def build_house(state: State) -> State:
    """Where no house can be built the effect is lost."""
    return state if house_sites(state) else lapse(state)


def queue_dice(state: State) -> State:
    """All dice are in the queue; those of one colour need no lot."""
    frame = asking(state, QueueDice)
    if not frame.dice:
        return pop(state)
    if len(frame.dice) > 1:
        return state
    ((colour, count),) = frame.dice
    bot = the_bot(state)
    return replace(pop(state), bot=replace(bot, queue=(*bot.queue, *[colour] * count)))


def bot_move(state: State) -> State:
    """With nothing around its hexagon the Bot does nothing."""
    return note(pop(state), "passed", state.active) if is_idle(the_bot(state)) else state


def remove_tent(state: State) -> State:
    """No factory is crowded by the Bot."""
    return state if crowded_factories(state) else pop(state)


BY_ITSELF: dict[str, Callable[[State], State]] = {
    "deal_start": deal_start,
    "draw_technologies": draw_technologies,
    "lay_start": lay_start,
    "draw_dice": draw_dice,
    "roll_dice": roll_dice,
    "adjust": adjust,
    "reroll": reroll,
    "keep_dice": keep_nothing,
    "acting": acting,
    "extra_action": extra_action,
    "recruiting": recruiting,
    "researching": researching,
    "draw_tiles": draw_tiles,
    "choose_tile": choose_only_tile,
    "place_tile": place_only_spot,
    "follow": follow_by_itself,
    "defend": defend_by_itself,
    "gain_die": gain_only_die,
    "build_house": build_house,
    "queue_dice": queue_dice,
    "bot_move": bot_move,
    "bot_act": bot_act,
    "bot_recruit": recruit_by_itself,
    "bot_settle": settle_by_itself,
    "bot_raid": raid_by_itself,
    "remove_tent": remove_tent,
    "payment": pay_the_only_way,
}
"""For each question the step that needs no answer; the same state where one is needed."""
