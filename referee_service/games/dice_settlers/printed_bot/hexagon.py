"""The Bot's hexagon: how its dice and tokens are laid around it, and how its marker moves."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.dice_settlers.content.tables import GOLD, PIONEER, TOKENS, content
from referee_service.games.dice_settlers.questions import BotActFrame, QueueDiceFrame, RollDiceFrame
from referee_service.games.dice_settlers.state import BOT, Bot, HexagonEdge, State, require_bot
from referee_service.kernel.bags import add_to, bag_of, size_of
from referee_service.kernel.events import emit
from referee_service.kernel.pending import push
from referee_service.kernel.state import CHANCE
from referee_service.kernel.tuples import with_item


def with_bot(state: State, **fields: object) -> State:
    """The state with some fields of the Bot changed."""
    return replace(state, bot=replace(require_bot(state), **fields))


def pieces_at_edge(side: HexagonEdge) -> int:
    """The dice and tokens at a side."""
    return size_of(side.dice) + bool(side.token)


def edges_clockwise(bot: Bot) -> list[int]:
    """The sides from the one after the marker on; the marker's own comes last."""
    count = len(bot.edges)
    return [(bot.marker + step) % count for step in range(1, count + 1)]


def tents_in_supply(state: State) -> int:
    """The Bot's tents in the general supply: it has only so many in all."""
    on_map = sum(place.tents[BOT] for place in state.map)
    return content(state).numbers["bot_all_tents"] - on_map - require_bot(state).tents


# --- rolling --------------------------------------------------------------------------------------------------------


def dice_to_take(state: State) -> int:
    """How many dice the Bot takes from its queue: by its length, and not many more than the player's quota."""
    bot, taken = require_bot(state), 0
    for row in content(state).pack.queue:
        if len(bot.dice_queue) >= row.least:
            taken = row.taken
    return min(taken, len(bot.dice_queue), state.players[0].quota + state.options.bot_cap)


def roll_for_bot(state: State) -> State:
    """The Bot takes the first dice of its queue, and chance rolls them."""
    bot, taken = require_bot(state), dice_to_take(state)
    state = with_bot(state, dice_queue=bot.dice_queue[taken:])
    return push(state, RollDiceFrame(CHANCE, BOT, bot.dice_queue[:taken]))


def assign_dice(state: State, rolled: tuple[str, ...]) -> State:
    """Actions to their sides, then pioneers where least lies, then tokens for resources, whose dice queue again."""
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


def put_die(state: State, at: int, colour: str) -> State:
    """A die is laid at a side."""
    bot = require_bot(state)
    side = bot.edges[at]
    state = with_bot(state, edges=with_item(bot.edges, at, replace(side, dice=add_to(side.dice, colour))))
    return emit(state, "bot_die_placed", BOT, colour=colour, action=content(state).hexagon[at])


def emptiest_edge(bot: Bot) -> int:
    """The side with the fewest dice and tokens, the first one clockwise among equals."""
    return min(edges_clockwise(bot), key=lambda at: pieces_at_edge(bot.edges[at]))


def place_tokens(state: State, tokens: list[str]) -> State:
    """With an empty centre all go there; else one by one to sides without, fewest dice first, then there."""
    if not require_bot(state).centre:
        for token in tokens:
            state = store_token(state, token)
        return state
    for token in tokens:
        bot = require_bot(state)
        free = [at for at in edges_clockwise(bot) if not bot.edges[at].token]
        if free:
            at = min(free, key=lambda at: size_of(bot.edges[at].dice))
            state = with_bot(state, edges=with_item(bot.edges, at, replace(bot.edges[at], token=token)))
            state = emit(state, "bot_token_placed", BOT, token=token, action=content(state).hexagon[at])
        else:
            state = store_token(state, token)
    return state


def store_token(state: State, token: str) -> State:
    """A token comes to the centre; in the gold rush it becomes gold."""
    stored = GOLD if state.options.gold_rush else token
    state = with_bot(state, centre=add_to(require_bot(state).centre, stored))
    return emit(state, "bot_token_stored", BOT, token=stored)


# --- acting ---------------------------------------------------------------------------------------------------------


def is_idle(bot: Bot) -> bool:
    """Whether nothing lies around the hexagon."""
    return not any(pieces_at_edge(side) for side in bot.edges)


def marker_stop(bot: Bot, steps: int) -> int:
    """Where the marker stops: every die and token is a step, what lies at its own side comes last."""
    left, order = steps, edges_clockwise(bot)
    while True:
        for at in order:
            left -= pieces_at_edge(bot.edges[at])
            if left <= 0:
                return at


def move_marker(state: State, steps: int) -> State:
    """The marker moves; what lies where it stops is the force of the action, and is cleared away."""
    bot = require_bot(state)
    at = marker_stop(bot, steps)
    side, action = bot.edges[at], content(state).hexagon[at]
    state = with_bot(state, marker=at, edges=with_item(bot.edges, at, HexagonEdge(())))
    if side.token and state.options.gold_rush:
        state = store_token(state, side.token)
    state = emit(state, "bot_acts", BOT, action=action, force=pieces_at_edge(side))
    state = push(state, BotActFrame(0, action, pieces_at_edge(side)))
    return push(state, QueueDiceFrame(CHANCE, side.dice)) if side.dice else state
