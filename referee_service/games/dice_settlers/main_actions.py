"""Main actions: when one may begin, what its symbols cost, and how an action of several symbols goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from referee_service.games.dice_settlers.content.tables import RESOURCE, content
from referee_service.games.dice_settlers.map_tiles import (
    bonus_symbols,
    has_explore_cell,
    is_present,
    reachable,
    recruitable,
    terrains_of,
)
from referee_service.games.dice_settlers.payment import can_pay_tokens, request_symbols
from referee_service.games.dice_settlers.questions import ActingFrame, ExtraActionFrame
from referee_service.games.dice_settlers.state import MapTile, Player, State, number_bonus, sides_of
from referee_service.games.dice_settlers.symbols import max_symbols
from referee_service.kernel.bags import size_of
from referee_service.kernel.events import emit
from referee_service.kernel.pending import pop, push, replace_top, top
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.tuples import with_player

# --- when ----------------------------------------------------------------------------------------------------------


def action_in_progress(state: State, action: str) -> ActingFrame | None:
    """This action, if it is being done symbol by symbol."""
    frame = top(state)
    return frame if isinstance(frame, ActingFrame) and frame.action == action else None


def can_begin(state: State, action: str) -> bool:
    """Whether a main action may begin now, whatever it costs."""
    frame = top(state)
    return action not in state.active_player.actions_done and (
        isinstance(frame, ExtraActionFrame) or (frame is None and not state.has_acted)
    )


def can_begin_or_continue(state: State, action: str) -> bool:
    """Whether an action may begin, or go on."""
    return can_begin(state, action) or action_in_progress(state, action) is not None


def timing_objections(state: State, action: str) -> Iterator[Refusal]:
    """Why this is not the time for an action."""
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


def symbols_to_pay(state: State, action: str, count: int) -> int:
    """How many of so many symbols must be paid: controlled tiles give the others."""
    bonus = bonus_symbols(state, state.active_side, action)
    least = 0 if state.options.bonus_alone else 1
    return max(least, count - bonus)


def can_spend(state: State, action: str, symbol: str) -> bool:
    """Whether one symbol more can be spent on an action, or the first."""
    if max_symbols(state, state.active_player, symbol):
        return True
    frame = action_in_progress(state, action)
    bonus = frame.bonus if frame else bonus_symbols(state, state.active_side, action)
    return bonus > 0 and (state.options.bonus_alone or frame is not None)


def symbol_objections(state: State, action: str, symbol: str) -> Iterator[Refusal]:
    """Why no symbol can be spent on an action."""
    if not can_spend(state, action, symbol):
        yield refuse("action.symbol", symbol=symbol)


def begin_action(state: State, action: str) -> State:
    """A main action begins: it counts as done in this round."""
    seat = state.active_side
    state = pop(state) if isinstance(top(state), ExtraActionFrame) else replace(state, has_acted=True)
    state = with_player(state, seat, actions_done=(*state.active_player.actions_done, action))
    return emit(state, "action_begun", seat, action=action)


def spend_symbol(state: State, action: str, symbol: str, **progress: object) -> State:
    """One symbol is spent on an action that goes on symbol by symbol, and its progress noted; the first begins it."""
    seat, frame = state.active_side, action_in_progress(state, action)
    if frame is None:
        frame = ActingFrame(seat, action, 0, bonus_symbols(state, seat, action))
        state = push(begin_action(state, action), frame)
    free = frame.bonus > 0 and (state.options.bonus_alone or frame.spent > 0)
    state = replace_top(state, replace(frame, spent=frame.spent + 1, bonus=frame.bonus - free, **progress))
    return request_symbols(state, seat, symbol, 0 if free else 1, action)


# --- what is possible -----------------------------------------------------------------------------------------------


def can_recruit(state: State) -> bool:
    """A symbol, and a die of an accessible colour."""
    cheapest, most = content(state).recruit_costs[0], max_symbols(state, state.active_player, "recruit")
    payable = most >= cheapest or most >= symbols_to_pay(state, "recruit", cheapest)
    return payable and bool(recruitable(state, state.active_side))


def can_explore(state: State) -> bool:
    """A symbol, a tile in the deck, and a place for it."""
    return (
        max_symbols(state, state.active_player, "explore") > 0
        and bool(state.deck)
        and has_explore_cell(state, state.active_side)
    )


def can_settle(state: State) -> bool:
    """A symbol is enough: a tent can always be taken."""
    return can_spend(state, "settle", "settle")


def raided_sides(state: State, place: MapTile) -> list[int]:
    """The sides with tents to raid on a tile."""
    return [side for side in range(sides_of(state)) if side != state.active_side and place.tents[side]]


def raidable(state: State) -> list[MapTile]:
    """The tiles where the player in turn is present and somebody else has a tent."""
    return [place for place in state.map if is_present(place, state.active_side) and raided_sides(state, place)]


def can_raid(state: State) -> bool:
    """A symbol, a tent of your own, and somebody to raid."""
    return state.active_player.tents > 0 and can_spend(state, "raid", "raid") and bool(raidable(state))


def can_harvest(state: State) -> bool:
    """A symbol of a resource."""
    return max_symbols(state, state.active_player, RESOURCE) > 0


def can_trade(state: State) -> bool:
    """A symbol, and two tokens or a die: the die just spent will do."""
    me = state.active_player
    something = size_of(me.tokens) > 1 or bool(me.active) or bool(me.spent)
    return something and can_spend(state, "trade", "trade")


def researchable(state: State) -> list[str]:
    """The technologies that the player in turn can research."""
    me, tables = state.active_player, content(state).technologies
    symbols, terrains = max_symbols(state, me, "research"), terrains_of(state, state.active_side)
    return [
        name
        for name in state.technologies
        if name not in me.technologies
        and tables[name].row.research <= symbols
        and terrains.issuperset(tables[name].row.terrains)
        and can_pay_tokens(me, tables[name].tokens)
    ]


def can_research(state: State) -> bool:
    """A technology whose price and terrains you have."""
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
"""What each main action needs; what is found out quickly stands first."""


def can_act(state: State) -> bool:
    """Whether a main action is possible for the player in turn that was not done in this round."""
    done = state.active_player.actions_done
    return any(possible(state) for action, possible in CAN_DO_ACTION.items() if action not in done)


def can_continue(state: State, frame: ActingFrame) -> bool:
    """Whether one symbol more can be spent on the action under way."""
    if frame.action == "raid":
        place = next(each for each in state.map if each.tile == frame.tile)
        return bool(raided_sides(state, place)) and state.active_player.tents > 0 and can_spend(state, "raid", "raid")
    if frame.recalling and any(place.tents[state.active_side] for place in state.map):
        return True
    return CAN_DO_ACTION[frame.action](state)


# --- free actions ---------------------------------------------------------------------------------------------------


def governor_lead(state: State, player: Player) -> int:
    """The lead in tents that makes a governor."""
    return content(state).numbers["govern_lead"] + number_bonus(state, player, "govern_lead")


def settle_targets(state: State) -> list[MapTile]:
    """The tiles where the player in turn may put a tent."""
    return reachable(state, state.active_side)
