"""Main actions: when one may begin, what its symbols cost, how it continues symbol by symbol."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from referee_service.kernel.bags import size_of
from referee_service.kernel.events import emit
from referee_service.kernel.pending import pop, push, replace_top, top
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.tuples import with_player

from .content.tables import RESOURCE, content
from .map_tiles import bonus_symbols, has_explore_cell, is_present, reachable, recruitable, terrains_of
from .payment import can_pay_tokens, request_symbols
from .questions import ActingFrame, ExtraActionFrame
from .state import MapTile, Player, State, is_bot, number_bonus, sides_of
from .symbols import max_symbols

MAIN_VERBS = ("recruit", "explore", "settle", "raid", "harvest", "trade_tokens", "trade_die", "research")
"""Verbs of the main actions."""

# --- timing ---------------------------------------------------------------------------------------------------------


def action_in_progress(state: State, action: str) -> ActingFrame | None:
    """Return the frame of this action if it is on top of the stack, else None."""
    frame = top(state)
    return frame if isinstance(frame, ActingFrame) and frame.action == action else None


def can_begin(state: State, action: str) -> bool:
    """Return whether a main action may begin now, without a check of its cost."""
    frame = top(state)
    is_open = not state.has_acted if frame is None else isinstance(frame, ExtraActionFrame)
    return is_open and action not in state.active_player.actions_done


def can_begin_or_continue(state: State, action: str) -> bool:
    """Return whether an action may begin or continue."""
    frame = top(state)
    return frame.action == action if isinstance(frame, ActingFrame) else can_begin(state, action)


def timing_objections(state: State, action: str) -> Iterator[Refusal]:
    """Yield every reason why this is not the time for an action."""
    frame = top(state)
    if isinstance(frame, ActingFrame):
        if frame.action != action:
            yield refuse("action.under_way", action=frame.action)
        return
    if frame is None and state.has_acted:
        yield refuse("action.one", action=action)
    if action in state.active_player.actions_done:
        yield refuse("action.different", action=action)


# --- symbols --------------------------------------------------------------------------------------------------------


def can_spend(state: State, action: str, symbol: str) -> bool:
    """Return whether the player can spend a symbol on an action, as its first or a further one."""
    if max_symbols(state, state.active_player, symbol):
        return True
    frame = action_in_progress(state, action)
    bonus = frame.bonus if frame else bonus_symbols(state, state.active_side, action)
    return bonus > 0 and (state.options.bonus_alone or frame is not None)


def symbol_objections(state: State, action: str, symbol: str) -> Iterator[Refusal]:
    """Yield a refusal if the player can spend no symbol on an action."""
    if not can_spend(state, action, symbol):
        yield refuse("action.symbol", symbol=symbol)


def begin_action(state: State, action: str) -> State:
    """Begin a main action: it counts as done in this round."""
    seat = state.active_side
    state = pop(state) if isinstance(top(state), ExtraActionFrame) else replace(state, has_acted=True)
    state = with_player(state, seat, actions_done=(*state.active_player.actions_done, action))
    return emit(state, "action_begun", seat, action=action)


def spend_symbol(state: State, action: str, symbol: str, **progress: object) -> State:
    """Spend one symbol on an action, and begin the action if it is the first.

    `progress` has further fields of the `ActingFrame` to update. A bonus symbol is free, any other is requested.
    """
    seat, frame = state.active_side, action_in_progress(state, action)
    if frame is None:
        frame = ActingFrame(seat, action, 0, bonus_symbols(state, seat, action))
        state = push(begin_action(state, action), frame)
    free = frame.bonus > 0 and (state.options.bonus_alone or frame.spent > 0)
    state = replace_top(state, replace(frame, spent=frame.spent + 1, bonus=frame.bonus - free, **progress))
    return request_symbols(state, seat, symbol, 0 if free else 1, action)


def recruit_prices(state: State) -> list[int]:
    """Return how many symbols the active player must pay for one die, for two, and so on.

    Controlled tiles give the others.
    """
    bonus = bonus_symbols(state, state.active_side, "recruit")
    least = 0 if state.options.bonus_alone else 1
    return [max(least, cost - bonus) for cost in content(state).recruit_costs]


def recruit_price(state: State, dice: int) -> int:
    """Return how many symbols the active player must pay for this number of dice."""
    return recruit_prices(state)[dice - 1]


# --- possible actions -----------------------------------------------------------------------------------------------


def can_recruit(state: State) -> bool:
    """Return whether the player can pay for a die and the supply has one of an accessible colour."""
    cheapest, max_count = content(state).recruit_costs[0], max_symbols(state, state.active_player, "recruit")
    payable = max_count >= cheapest or max_count >= recruit_price(state, 1)
    return payable and bool(recruitable(state, state.active_side))


def access_objections(state: State, colour: str) -> Iterator[Refusal]:
    """Yield a refusal if the player is not present on the terrain of a colour. White dice have no terrain."""
    terrain = content(state).dice[colour].row.terrain
    if not terrain:
        yield refuse("recruit.white", colour=colour)
    elif terrain not in terrains_of(state, state.active_side):
        yield refuse("recruit.access", colour=colour, terrain=terrain)


def can_explore(state: State) -> bool:
    """Return whether the player has a symbol, the deck a tile, and the map a cell for it."""
    return (
        max_symbols(state, state.active_player, "explore") > 0
        and bool(state.deck)
        and has_explore_cell(state, state.active_side)
    )


def can_settle(state: State) -> bool:
    """Return whether the player has a symbol. A tent can always be taken."""
    return can_spend(state, "settle", "settle")


def raidable_sides(state: State, map_tile: MapTile) -> list[int]:
    """Return the other sides that have tents on a tile."""
    return [side for side in range(sides_of(state)) if side != state.active_side and map_tile.tents[side]]


def raidable_tiles(state: State) -> list[MapTile]:
    """Return the tiles where the active player is present and another side has a tent."""
    return [
        map_tile
        for map_tile in state.map
        if is_present(map_tile, state.active_side) and raidable_sides(state, map_tile)
    ]


def raid_shields(state: State) -> tuple[int, ...]:
    """Return how many symbols of a raid each side may ignore."""
    return tuple(
        0 if is_bot(state, side) else number_bonus(state, state.players[side], "shield")
        for side in range(sides_of(state))
    )


def can_raid(state: State) -> bool:
    """Return whether the player has a symbol, a tent and a tile to raid."""
    return state.active_player.tents > 0 and can_spend(state, "raid", "raid") and bool(raidable_tiles(state))


def can_harvest(state: State) -> bool:
    """Return whether the player has a resource symbol."""
    return max_symbols(state, state.active_player, RESOURCE) > 0


def can_trade(state: State) -> bool:
    """Return whether the player has a symbol and two tokens or a die. The die just spent counts."""
    player = state.active_player
    has_goods_to_trade = size_of(player.tokens) > 1 or bool(player.active) or bool(player.spent)
    return has_goods_to_trade and can_spend(state, "trade", "trade")


def researchable(state: State) -> list[str]:
    """Return the technologies that the active player can research."""
    player, tables = state.active_player, content(state).technologies
    symbols, terrains = max_symbols(state, player, "research"), terrains_of(state, state.active_side)
    return [
        name
        for name in state.technologies
        if name not in player.technologies
        and tables[name].row.research <= symbols
        and terrains.issuperset(tables[name].row.terrains)
        and can_pay_tokens(player, tables[name].tokens)
    ]


def can_research(state: State) -> bool:
    """Return whether the player can research any technology."""
    return max_symbols(state, state.active_player, "research") > 0 and bool(researchable(state))


CAN_DO_ACTION: dict[str, Callable[[State], bool]] = {
    "settle": can_settle,
    "harvest": can_harvest,
    "trade": can_trade,
    "recruit": can_recruit,
    "explore": can_explore,
    "raid": can_raid,
    "research": can_research,
}
"""Check for each main action. The cheapest checks stand first."""


def can_act(state: State) -> bool:
    """Return whether the active player can do a main action not yet done in this round."""
    done = state.active_player.actions_done
    return any(possible(state) for action, possible in CAN_DO_ACTION.items() if action not in done)


def has_two_actions(state: State) -> bool:
    """Return whether the active player can do two different main actions."""
    done = state.active_player.actions_done
    possible = (action for action, is_possible in CAN_DO_ACTION.items() if action not in done and is_possible(state))
    return next(possible, None) is not None and next(possible, None) is not None


def can_continue(state: State, frame: ActingFrame) -> bool:
    """Return whether one more symbol can be spent on the action in progress."""
    if frame.action == "raid":
        map_tile = next(each for each in state.map if each.tile == frame.tile)
        return (
            bool(raidable_sides(state, map_tile)) and state.active_player.tents > 0 and can_spend(state, "raid", "raid")
        )
    if frame.recalling and any(map_tile.tents[state.active_side] for map_tile in state.map):
        return True
    return CAN_DO_ACTION[frame.action](state)


# --- leads and targets ----------------------------------------------------------------------------------------------


def governor_lead(state: State, player: Player) -> int:
    """Return the lead in tents that governing needs."""
    return content(state).numbers["govern_lead"] + number_bonus(state, player, "govern_lead")


def settle_targets(state: State) -> list[MapTile]:
    """Return the tiles where the active player may place a tent."""
    return reachable(state, state.active_side)
