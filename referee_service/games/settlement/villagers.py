"""Villagers: an action uses some, basic or bonus ones as the player chooses. A turn has one action."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.settlement.state import State
from referee_service.kernel.events import emit
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.tuples import with_player


def bonus_villager_options(state: State, needed: int) -> range:
    """Return the possible numbers of bonus villagers for an action. The range is empty if the action is impossible."""
    me = state.active_player
    if state.has_acted:
        return range(0)
    return range(max(0, needed - me.villagers), min(needed, me.bonus_villagers) + 1)


def villager_objections(state: State, needed: int, bonus: int) -> Iterator[Refusal]:
    """Yield every reason why an action may not use these villagers, `bonus` of them bonus villagers."""
    me = state.active_player
    if state.has_acted:
        yield refuse("turn.one_action")
    if bonus > needed:
        yield refuse("villagers.needed", bonus=bonus, needed=needed)
    if bonus > me.bonus_villagers:
        yield refuse("villagers.bonus", bonus=bonus, held=me.bonus_villagers)
    if needed - bonus > me.villagers:
        yield refuse("villagers.basic", basic=needed - bonus, held=me.villagers, needed=needed)


def use_villagers(state: State, needed: int, bonus: int) -> State:
    """Use the villagers, and mark the action of this turn as used."""
    seat, me = state.active_seat, state.active_player
    used = {
        "villagers": me.villagers - needed + bonus,
        "bonus_villagers": me.bonus_villagers - bonus,
        "bonus_used": me.bonus_used + bonus,
    }
    state = replace(with_player(state, seat, **used), has_acted=True, evenly_exchanged=())
    return emit(state, "villagers_used", seat, villagers=needed, bonus=bonus)
