"""Villagers: an action uses some, basic or bonus ones as their owner likes; it is the one action of the turn."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.settlement.state import State
from referee_service.kernel.events import note
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.values import change


def mixes(state: State, needed: int) -> range:
    """How many of the villagers needed may be bonus ones; nothing when there are too few, or the action is used."""
    me = state.me
    if state.acted:
        return range(0)
    return range(max(0, needed - me.villagers), min(needed, me.bonus) + 1)


def villager_objections(state: State, needed: int, bonus: int) -> Iterator[Refusal]:
    """Why so many villagers, some of them bonus ones, may not be used for an action now."""
    me = state.me
    if state.acted:
        yield refuse("turn.one_action")
    if bonus > needed:
        yield refuse("villagers.needed", bonus=bonus, needed=needed)
    if bonus > me.bonus:
        yield refuse("villagers.bonus", bonus=bonus, held=me.bonus)
    if needed - bonus > me.villagers:
        yield refuse("villagers.basic", basic=needed - bonus, held=me.villagers, needed=needed)


def send_villagers(state: State, needed: int, bonus: int) -> State:
    """Place the villagers; the action of this turn is used."""
    seat, me = state.active, state.me
    used = {"villagers": me.villagers - needed + bonus, "bonus": me.bonus - bonus, "bonus_used": me.bonus_used + bonus}
    state = replace(change(state, seat, **used), acted=True, swapped=())
    return note(state, "villagers_used", seat, villagers=needed, bonus=bonus)
