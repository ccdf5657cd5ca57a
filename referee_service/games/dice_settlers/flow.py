"""The sequence of play: who decides now, and what happens by itself between two decisions."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from referee_service.games.dice_settlers.bot_actions import (
    bot_act,
    raid_by_itself,
    recruit_by_itself,
    settle_by_itself,
)
from referee_service.games.dice_settlers.content import PIONEER, content
from referee_service.games.dice_settlers.exploring import (
    defend_by_itself,
    follow_by_itself,
    lay_explored,
    lay_start_tile,
    settle_start_tiles,
    spots,
)
from referee_service.games.dice_settlers.free import crowded_factories, has_free_action, house_sites
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
from referee_service.games.dice_settlers.rolling import can_spend_any
from referee_service.games.dice_settlers.scoring import score
from referee_service.games.dice_settlers.setup import draft_order
from referee_service.games.dice_settlers.state import (
    State,
    is_bot,
    is_triggered,
    recruitable,
    sides_of,
    the_bot,
)
from referee_service.games.dice_settlers.turns import (
    begin_actions,
    begin_round,
    clean_up,
    keep_dice,
    next_roll,
    next_turn,
    refill_bag,
)
from referee_service.kernel.events import note
from referee_service.kernel.pending import asking, lapse, pop, swap, who_decides
from referee_service.kernel.state import CHANCE, Seat, question_of
from referee_service.kernel.values import change

MAIN = ("recruit", "explore", "settle", "raid", "harvest", "trade_tokens", "trade_die", "research")
"""The verbs of the main actions."""
QUESTIONS: dict[str, tuple[str, ...]] = {
    "roll": ("spend_symbol", "end_roll"),
    "turn": (*MAIN, "use_factory", "govern", "explode", "end_turn"),
    "pick_starter": ("pick_starter",),
    "draw_technologies": ("draw_technology",),
    "deal_start": ("draw_start",),
    "take_start": ("take_start",),
    "bot_start": ("bot_start",),
    "lay_start": ("place_tile",),
    "draw_dice": ("draw_die",),
    "roll_dice": ("roll_die",),
    "adjust": ("set_die", "reroll", "draw_two"),
    "reroll": ("reroll", "throw_dice"),
    "keep_dice": ("keep_dice",),
    "acting": ("settle", "raid", "harvest", "trade_tokens", "trade_die", "end_action"),
    "extra_action": MAIN,
    "recruiting": (),
    "researching": (),
    "sell_die": ("sell_die",),
    "draw_tiles": ("draw_tile",),
    "choose_tile": ("choose_tile",),
    "place_tile": ("place_tile",),
    "follow": ("add_tent", "decline"),
    "defend": ("add_tent", "decline"),
    "gain_die": ("choose_colour",),
    "gain_tokens": ("choose_token",),
    "build_house": ("build_house",),
    "queue_dice": ("queue_die",),
    "bot_move": ("move_bot",),
    "bot_act": (),
    "bot_recruit": ("choose_colour",),
    "bot_settle": ("choose_for_bot",),
    "bot_raid": ("choose_for_bot",),
    "remove_tent": ("remove_tent", "decline"),
    "payment": ("pay", "pay_cheapest"),
}
"""Every question of the game and the verbs that answer it; some are answered by what happens by itself."""


# --- who decides ----------------------------------------------------------------------------------------------------


def in_turn(state: State) -> tuple[Seat, str] | None:
    """Where no question is open, a player rolls or acts."""
    if state.stage == "over":
        return None
    return state.active, "roll" if state.stage == "roll" else "turn"


turn = who_decides(QUESTIONS, in_turn)


# --- what happens by itself -----------------------------------------------------------------------------------------


def proceed(state: State) -> State:
    """The next thing that happens without anybody deciding, or the same state."""
    if state.pending:
        step = BY_ITSELF.get(question_of(state.pending[-1]))
        return step(state) if step is not None else state
    return IN_STAGE[state.stage](state)


def begin_play(state: State) -> State:
    """All start tiles lie: tents and bonuses come, and the first round begins."""
    return begin_round(settle_start_tiles(state, draft_order(state)))


def go_on_rolling(state: State) -> State:
    """Who can spend nothing has rolled; after the Bot come the actions."""
    if state.turn == len(state.players):
        return begin_actions(state)
    return state if can_spend_any(state) else next_roll(state)


def go_on_acting(state: State) -> State:
    """A turn ends by itself where nothing can be done."""
    if is_bot(state, state.active):
        return next_turn(state)
    if (not state.acted and can_act(state)) or has_free_action(state):
        return state
    return next_turn(state if state.acted else note(state, "passed", state.active))


def go_on_cleaning(state: State) -> State:
    """The next player cleans up; then the round is over, and perhaps the game."""
    if state.turn + 1 < len(state.players):
        return clean_up(state, state.turn + 1)
    state = note(state, "round_ended", CHANCE, round=state.round)
    if state.ending:
        return replace(note(score(state), "game_ended", CHANCE), stage="over")
    if is_triggered(state):
        state = note(replace(state, ending=True), "end_triggered", CHANCE)
    return begin_round(replace(state, first=(state.first + 1) % sides_of(state)))


IN_STAGE: dict[str, Callable[[State], State]] = {
    "draft": begin_play,
    "roll": go_on_rolling,
    "action": go_on_acting,
    "cleanup": go_on_cleaning,
    "over": lambda state: state,
}


# --- questions that partly answer themselves ------------------------------------------------------------------------


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
