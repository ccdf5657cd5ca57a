"""Automatic answers: frames with at most one possible answer, and frames that only resume a waiting step."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from referee_service.games.dice_settlers.content.tables import PIONEER, content
from referee_service.games.dice_settlers.exploration import (
    auto_defend,
    auto_follow,
    lay_explored_tile,
    lay_start_tile,
    legal_cells,
)
from referee_service.games.dice_settlers.free_actions import crowded_factories, house_sites
from referee_service.games.dice_settlers.gains import take_die
from referee_service.games.dice_settlers.main_actions import can_act, can_continue
from referee_service.games.dice_settlers.map_tiles import recruitable
from referee_service.games.dice_settlers.payment import auto_pay
from referee_service.games.dice_settlers.printed_bot.actions import (
    auto_bot_act,
    auto_bot_raid,
    auto_bot_recruit,
    auto_bot_settle,
)
from referee_service.games.dice_settlers.printed_bot.hexagon import assign_dice, is_idle
from referee_service.games.dice_settlers.questions import (
    ActingFrame,
    AdjustFrame,
    ChooseTileFrame,
    DealStartFrame,
    DrawDiceFrame,
    DrawTechnologiesFrame,
    DrawTilesFrame,
    LayStartFrame,
    PlaceTileFrame,
    QueueDiceFrame,
    RecruitingFrame,
    RerollFrame,
    ResearchingFrame,
    RollDiceFrame,
)
from referee_service.games.dice_settlers.state import State, is_bot, require_bot
from referee_service.games.dice_settlers.turns import keep_dice, refill_bag
from referee_service.kernel.events import emit
from referee_service.kernel.pending import expect_top, lapse, pop, replace_top
from referee_service.kernel.state import CHANCE
from referee_service.kernel.tuples import with_player


def auto_deal_start(state: State) -> State:
    """Close the question once enough start tiles are on offer."""
    return state if expect_top(state, DealStartFrame).remaining else pop(state)


def auto_draw_technologies(state: State) -> State:
    """Close the question once enough technologies of this type are drawn."""
    return state if expect_top(state, DrawTechnologiesFrame).remaining else pop(state)


def auto_lay_start(state: State) -> State:
    """Lay the first start tile, and that of the printed Bot, on the first legal cell. All cells are equivalent."""
    needs_no_choice = not state.map or is_bot(state, expect_top(state, LayStartFrame).side)
    return lay_start_tile(state, legal_cells(state)[0]) if needs_no_choice else state


def auto_draw_dice(state: State) -> State:
    """Close the question once enough dice are drawn, or none are left. Only a draw for the quota refills the bag."""
    frame = expect_top(state, DrawDiceFrame)
    player = state.players[frame.to]
    if not frame.remaining:
        return pop(state)
    if player.bag:
        return state
    return refill_bag(state, frame.to) if frame.refill and player.spent else pop(state)


def auto_roll_dice(state: State) -> State:
    """Close the question once all dice are rolled. Dice of the printed Bot then go around its hexagon."""
    frame = expect_top(state, RollDiceFrame)
    if frame.dice:
        return state
    return assign_dice(pop(state), frame.rolled) if is_bot(state, frame.to) else pop(state)


def auto_adjust(state: State) -> State:
    """Drop the question if the player has no die that the spent symbol could change or draw."""
    frame = expect_top(state, AdjustFrame)
    return state if state.active_player.active or (frame.price != PIONEER and state.active_player.bag) else lapse(state)


def auto_reroll(state: State) -> State:
    """Roll the dice in hand once there are three of them, or no active die remains."""
    dice = expect_top(state, RerollFrame).dice
    if len(dice) < content(state).numbers["most_rerolled"] and state.active_player.active:
        return state
    return replace_top(state, RollDiceFrame(CHANCE, state.active_side, dice))


def auto_keep_dice(state: State) -> State:
    """Clean up at once if the player has no active die to keep."""
    return state if state.active_player.active else keep_dice(pop(state), state.active_side, ())


def auto_acting(state: State) -> State:
    """Close the action if no further symbol can be spent on it."""
    return state if can_continue(state, expect_top(state, ActingFrame)) else pop(state)


def auto_extra_action(state: State) -> State:
    """Drop the extra action if no main action is possible."""
    return state if can_act(state) else lapse(state)


def auto_recruiting(state: State) -> State:
    """Take the recruited dice once they are paid."""
    frame = expect_top(state, RecruitingFrame)
    state = pop(state)
    for colour in frame.dice:
        state = take_die(state, state.active_side, colour)
    return state


def auto_researching(state: State) -> State:
    """Give the technology once it is paid."""
    frame, seat = expect_top(state, ResearchingFrame), state.active_side
    technologies = tuple(sorted((*state.active_player.technologies, frame.technology)))
    state = with_player(pop(state), seat, technologies=technologies)
    return emit(state, "technology_researched", seat, technology=frame.technology)


def auto_draw_tiles(state: State) -> State:
    """Close the question if enough tiles are drawn or the deck is empty."""
    return state if expect_top(state, DrawTilesFrame).remaining and state.deck else pop(state)


def auto_choose_tile(state: State) -> State:
    """Choose the tile if only one was drawn."""
    frame = expect_top(state, ChooseTileFrame)
    return (
        replace_top(state, PlaceTileFrame(frame.seat, frame.tiles[0], state.active_side))
        if len(frame.tiles) == 1
        else state
    )


def auto_place_tile(state: State) -> State:
    """Lay the tile if only one cell is legal."""
    cells = legal_cells(state)
    return lay_explored_tile(state, cells[0]) if len(cells) == 1 else state


def auto_gain_die(state: State) -> State:
    """Take the die if one colour is possible, or drop the question if none is."""
    colours = recruitable(state, state.active_side)
    if len(colours) > 1:
        return state
    return take_die(pop(state), state.active_side, colours[0]) if colours else lapse(state)


def auto_build_house(state: State) -> State:
    """Drop the question if no tile can get a house."""
    return state if house_sites(state) else lapse(state)


def auto_queue_dice(state: State) -> State:
    """Close the question once all dice are in the queue. Dice of one colour need no chance."""
    frame = expect_top(state, QueueDiceFrame)
    if not frame.dice:
        return pop(state)
    if len(frame.dice) > 1:
        return state
    ((colour, count),) = frame.dice
    bot = require_bot(state)
    return replace(pop(state), bot=replace(bot, dice_queue=(*bot.dice_queue, *[colour] * count)))


def auto_bot_move(state: State) -> State:
    """Skip the printed Bot's turn if no piece lies around its hexagon."""
    return emit(pop(state), "passed", state.active_side) if is_idle(require_bot(state)) else state


def auto_remove_tent(state: State) -> State:
    """Close the question if no factory is crowded by the printed Bot."""
    return state if crowded_factories(state) else pop(state)


STEP_BY_QUESTION: dict[str, Callable[[State], State]] = {
    "deal_start": auto_deal_start,
    "draw_technologies": auto_draw_technologies,
    "lay_start": auto_lay_start,
    "draw_dice": auto_draw_dice,
    "roll_dice": auto_roll_dice,
    "adjust": auto_adjust,
    "reroll": auto_reroll,
    "keep_dice": auto_keep_dice,
    "acting": auto_acting,
    "extra_action": auto_extra_action,
    "recruiting": auto_recruiting,
    "researching": auto_researching,
    "draw_tiles": auto_draw_tiles,
    "choose_tile": auto_choose_tile,
    "place_tile": auto_place_tile,
    "follow": auto_follow,
    "defend": auto_defend,
    "gain_die": auto_gain_die,
    "build_house": auto_build_house,
    "queue_dice": auto_queue_dice,
    "bot_move": auto_bot_move,
    "bot_act": auto_bot_act,
    "bot_recruit": auto_bot_recruit,
    "bot_settle": auto_bot_settle,
    "bot_raid": auto_bot_raid,
    "remove_tent": auto_remove_tent,
    "payment": auto_pay,
}
"""Automatic step of each question. It returns the same state if the seat must answer."""
