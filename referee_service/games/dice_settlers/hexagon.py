"""The Bot's hexagon: how its dice and tokens are laid around it, and how its marker moves."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.dice_settlers.content import GOLD, PIONEER, TOKENS, content
from referee_service.games.dice_settlers.questions import BotAct, QueueDice, RollDice
from referee_service.games.dice_settlers.state import BOT, Bot, Side, State, the_bot
from referee_service.kernel.events import note
from referee_service.kernel.pending import push
from referee_service.kernel.state import CHANCE
from referee_service.kernel.values import add_to, bag_of, put, size_of


def with_bot(state: State, **fields: object) -> State:
    """The state with some fields of the Bot changed."""
    return replace(state, bot=replace(the_bot(state), **fields))


def pieces_at(side: Side) -> int:
    """The dice and tokens at a side."""
    return size_of(side.dice) + bool(side.token)


def clockwise(bot: Bot) -> list[int]:
    """The sides from the one after the marker on; the marker's own comes last."""
    count = len(bot.sides)
    return [(bot.marker + step) % count for step in range(1, count + 1)]


def tents_in_supply(state: State) -> int:
    """The Bot's tents in the general supply: it has only so many in all."""
    on_map = sum(place.tents[BOT] for place in state.map)
    return content(state).numbers["bot_all_tents"] - on_map - the_bot(state).tents


# --- rolling --------------------------------------------------------------------------------------------------------


def dice_taken(state: State) -> int:
    """How many dice the Bot takes from its queue: by its length, and not many more than the player's quota."""
    bot, taken = the_bot(state), 0
    for row in content(state).pack.queue:
        if len(bot.queue) >= row.least:
            taken = row.taken
    return min(taken, len(bot.queue), state.players[0].quota + state.options.bot_cap)


def roll_for_bot(state: State) -> State:
    """The Bot takes the first dice of its queue, and chance rolls them."""
    bot, taken = the_bot(state), dice_taken(state)
    state = with_bot(state, queue=bot.queue[taken:])
    return push(state, RollDice(CHANCE, BOT, bot.queue[:taken]))


def assign_dice(state: State, rolled: tuple[str, ...]) -> State:
    """Actions to their sides, then pioneers where least lies, then tokens for resources, whose dice queue again."""
    tables = content(state)
    dice = [tables.faces[die] for die in rolled]
    for colour, symbol in dice:
        if symbol in tables.hexagon:
            state = put_die(state, tables.hexagon.index(symbol), colour)
    for colour, symbol in dice:
        if symbol == PIONEER:
            state = put_die(state, emptiest(the_bot(state)), colour)
    state = place_tokens(state, [symbol for _, symbol in dice if symbol in TOKENS])
    back = bag_of(colour for colour, symbol in dice if symbol in TOKENS)
    return push(state, QueueDice(CHANCE, back)) if back else state


def put_die(state: State, at: int, colour: str) -> State:
    """A die is laid at a side."""
    bot = the_bot(state)
    side = bot.sides[at]
    state = with_bot(state, sides=put(bot.sides, at, replace(side, dice=add_to(side.dice, colour))))
    return note(state, "bot_die_placed", BOT, colour=colour, action=content(state).hexagon[at])


def emptiest(bot: Bot) -> int:
    """The side with the fewest dice and tokens, the first one clockwise among equals."""
    return min(clockwise(bot), key=lambda at: pieces_at(bot.sides[at]))


def place_tokens(state: State, tokens: list[str]) -> State:
    """With an empty centre all go there; else one by one to sides without, fewest dice first, then there."""
    if not the_bot(state).centre:
        for token in tokens:
            state = store_token(state, token)
        return state
    for token in tokens:
        bot = the_bot(state)
        free = [at for at in clockwise(bot) if not bot.sides[at].token]
        if free:
            at = min(free, key=lambda at: size_of(bot.sides[at].dice))
            state = with_bot(state, sides=put(bot.sides, at, replace(bot.sides[at], token=token)))
            state = note(state, "bot_token_placed", BOT, token=token, action=content(state).hexagon[at])
        else:
            state = store_token(state, token)
    return state


def store_token(state: State, token: str) -> State:
    """A token comes to the centre; in the gold rush it becomes gold."""
    stored = GOLD if state.options.gold_rush else token
    state = with_bot(state, centre=add_to(the_bot(state).centre, stored))
    return note(state, "bot_token_stored", BOT, token=stored)


# --- acting ---------------------------------------------------------------------------------------------------------


def is_idle(bot: Bot) -> bool:
    """Whether nothing lies around the hexagon."""
    return not any(pieces_at(side) for side in bot.sides)


def stops_at(bot: Bot, steps: int) -> int:
    """Where the marker stops: every die and token is a step, what lies at its own side comes last."""
    left, order = steps, clockwise(bot)
    while True:
        for at in order:
            left -= pieces_at(bot.sides[at])
            if left <= 0:
                return at


def move_marker(state: State, steps: int) -> State:
    """The marker moves; what lies where it stops is the force of the action, and is cleared away."""
    bot = the_bot(state)
    at = stops_at(bot, steps)
    side, action = bot.sides[at], content(state).hexagon[at]
    state = with_bot(state, marker=at, sides=put(bot.sides, at, Side(())))
    if side.token and state.options.gold_rush:
        state = store_token(state, side.token)
    state = note(state, "bot_acts", BOT, action=action, force=pieces_at(side))
    state = push(state, BotAct(0, action, pieces_at(side)))
    return push(state, QueueDice(CHANCE, side.dice)) if side.dice else state
