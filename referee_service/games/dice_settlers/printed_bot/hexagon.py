"""Hexagon of the printed Bot: dice and tokens at its edges, its centre, and its action marker."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.bags import add_to, bag_of, size_of
from referee_service.kernel.events import emit
from referee_service.kernel.pending import push
from referee_service.kernel.state import CHANCE
from referee_service.kernel.tuples import with_item

from ..content.tables import GOLD, PIONEER, TOKENS, content
from ..questions import BotActFrame, QueueDiceFrame, RollDiceFrame
from ..state import BOT, Bot, HexagonEdge, State, require_bot


def with_bot(state: State, **fields: object) -> State:
    """Replace fields of the printed Bot."""
    return replace(state, bot=replace(require_bot(state), **fields))


def pieces_at_edge(edge: HexagonEdge) -> int:
    """Return how many dice and tokens lie at an edge."""
    return size_of(edge.dice) + bool(edge.token)


def edges_clockwise(bot: Bot) -> list[int]:
    """Return the edge indices clockwise from the marker. The marker's own edge comes last."""
    count = len(bot.edges)
    return [(bot.marker + step) % count for step in range(1, count + 1)]


def tents_in_supply(state: State) -> int:
    """Return the printed Bot's tents in the general supply. It has a limited number in all."""
    on_map = sum(map_tile.tents[BOT] for map_tile in state.map)
    return content(state).numbers["bot_all_tents"] - on_map - require_bot(state).tents


# --- roll -----------------------------------------------------------------------------------------------------------


def dice_to_take(state: State) -> int:
    """Return how many dice the printed Bot takes from its queue.

    The length of the queue decides, up to the player's quota plus the option `bot_cap`.
    """
    bot, taken = require_bot(state), 0
    for row in content(state).pack.queue:
        if len(bot.dice_queue) >= row.least:
            taken = row.taken
    return min(taken, len(bot.dice_queue), state.players[0].quota + state.options.bot_cap)


def roll_for_bot(state: State) -> State:
    """Take the first dice of the queue and ask chance to roll them."""
    bot, taken = require_bot(state), dice_to_take(state)
    state = with_bot(state, dice_queue=bot.dice_queue[taken:])
    return push(state, RollDiceFrame(CHANCE, BOT, bot.dice_queue[:taken]))


def assign_dice(state: State, rolled: tuple[str, ...]) -> State:
    """Put the rolled dice at the edges: first action symbols, then pioneers where fewest pieces lie.

    Each resource symbol brings a token, and its die returns to the queue.
    """
    tables = content(state)
    dice = [tables.faces[die] for die in rolled]
    for colour, symbol in dice:
        if symbol in tables.hexagon:
            state = put_die(state, tables.hexagon.index(symbol), colour)
    for colour, symbol in dice:
        if symbol == PIONEER:
            state = put_die(state, emptiest_edge(require_bot(state)), colour)
    state = place_tokens(state, [symbol for _, symbol in dice if symbol in TOKENS])
    back = bag_of(colour for colour, symbol in dice if symbol in TOKENS)
    return push(state, QueueDiceFrame(CHANCE, back)) if back else state


def put_die(state: State, index: int, colour: str) -> State:
    """Put a die at an edge."""
    bot = require_bot(state)
    edge = bot.edges[index]
    state = with_bot(state, edges=with_item(bot.edges, index, replace(edge, dice=add_to(edge.dice, colour))))
    return emit(state, "bot_die_placed", BOT, colour=colour, action=content(state).hexagon[index])


def emptiest_edge(bot: Bot) -> int:
    """Return the edge with the fewest pieces, the first one clockwise in a tie."""
    return min(edges_clockwise(bot), key=lambda index: pieces_at_edge(bot.edges[index]))


def place_tokens(state: State, tokens: list[str]) -> State:
    """Put all tokens into the centre if it is empty.

    Otherwise put each at the edge without a token that has the fewest dice, or into the centre if no edge is free.
    """
    if not require_bot(state).centre:
        for token in tokens:
            state = store_token(state, token)
        return state
    for token in tokens:
        bot = require_bot(state)
        free = [index for index in edges_clockwise(bot) if not bot.edges[index].token]
        if free:
            index = min(free, key=lambda index: size_of(bot.edges[index].dice))
            state = with_bot(state, edges=with_item(bot.edges, index, replace(bot.edges[index], token=token)))
            state = emit(state, "bot_token_placed", BOT, token=token, action=content(state).hexagon[index])
        else:
            state = store_token(state, token)
    return state


def store_token(state: State, token: str) -> State:
    """Put a token into the centre. In the Gold Rush variant it becomes gold."""
    stored = GOLD if state.options.gold_rush else token
    state = with_bot(state, centre=add_to(require_bot(state).centre, stored))
    return emit(state, "bot_token_stored", BOT, token=stored)


# --- marker ---------------------------------------------------------------------------------------------------------


def is_idle(bot: Bot) -> bool:
    """Return whether no die and no token lies around the hexagon."""
    return not any(pieces_at_edge(edge) for edge in bot.edges)


def marker_stop(bot: Bot, steps: int) -> int:
    """Return the edge where the marker stops. Each die and token counts as one step."""
    remaining, order = steps, edges_clockwise(bot)
    while True:
        for index in order:
            remaining -= pieces_at_edge(bot.edges[index])
            if remaining <= 0:
                return index


def move_marker(state: State, steps: int) -> State:
    """Move the marker and begin the action of its new edge.

    The pieces there give the force. The edge is cleared, and its dice return to the queue.
    """
    bot = require_bot(state)
    index = marker_stop(bot, steps)
    edge, action = bot.edges[index], content(state).hexagon[index]
    state = with_bot(state, marker=index, edges=with_item(bot.edges, index, HexagonEdge(())))
    if edge.token and state.options.gold_rush:
        state = store_token(state, edge.token)
    state = emit(state, "bot_acts", BOT, action=action, force=pieces_at_edge(edge))
    state = push(state, BotActFrame(0, action, pieces_at_edge(edge)))
    return push(state, QueueDiceFrame(CHANCE, edge.dice)) if edge.dice else state
