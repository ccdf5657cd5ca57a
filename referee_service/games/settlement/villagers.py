"""Villagers: an action uses some, basic or bonus ones as the player chooses. A turn has one action."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.tuples import with_player

from .state import State


def bonus_villager_options(state: State, needed: int) -> range:
    """Return the possible numbers of bonus villagers for an action. The range is empty if the action is impossible."""
    if state.has_acted:
        return range(0)
    player = state.active_player
    return bonus_villager_counts(player.villagers, player.bonus_villagers, needed)


def bonus_villager_counts(villagers: int, bonus_villagers: int, needed: int) -> range:
    """Return the numbers of bonus villagers with which a player with these villagers has as many as needed."""
    return range(max(0, needed - villagers), min(needed, bonus_villagers) + 1)


def turn_objections(state: State) -> Iterator[Refusal]:
    """Yield a refusal if the action of this turn is used."""
    if state.has_acted:
        yield refuse("turn.one_action")


def villager_objections(state: State, needed: int, bonus: int) -> Iterator[Refusal]:
    """Yield every reason why an action may not use these villagers, `bonus` of them bonus villagers."""
    player = state.active_player
    yield from turn_objections(state)
    if bonus > needed:
        yield refuse("villagers.needed", bonus=bonus, needed=needed)
    if bonus > player.bonus_villagers:
        held = player.bonus_villagers or None
        yield refuse("villagers.bonus", bonus=bonus, held=held, lacking=None if held else "bonus_villager")
    if needed - bonus > player.villagers:
        held = player.villagers or None
        lacking = None if held else "basic_villager"
        yield refuse("villagers.basic", basic=needed - bonus, held=held, needed=needed, lacking=lacking)


def villager_pieces(needed: int, bonus: int) -> tuple[str, ...]:
    """Return the villagers of an action one by one, basic ones first."""
    return ("villager",) * (needed - bonus) + ("bonus_villager",) * bonus


def use_villagers(state: State, needed: int, bonus: int) -> State:
    """Use the villagers, and mark the action of this turn as used."""
    seat, player = state.active_seat, state.active_player
    used = {
        "villagers": player.villagers - needed + bonus,
        "bonus_villagers": player.bonus_villagers - bonus,
        "bonus_used": player.bonus_used + bonus,
    }
    state = replace(with_player(state, seat, **used), has_acted=True, evenly_exchanged=())
    return emit(state, "villagers_used", seat, villagers=villager_pieces(needed, bonus))
