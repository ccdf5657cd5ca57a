"""Units and lands on the table: functions that find, change, turn and remove them.

A host is the index of a land in its fief: 0 is the city, 1 to 4 are the places for territories. Buildings and units
stand on it; the rulebook says that they are associated with the land. To turn a card is the rulebook's word for using
it: it is turned by 90° until the start of its player's next turn. The turn of a player is always written as a noun.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from referee_service.kernel.bags import add_to
from referee_service.kernel.tuples import with_item, with_player, without

from .content.tables import content
from .fields import NO_CARD, NO_HOST
from .state import Land, State, Unit

UnitFilter = Callable[[Unit], bool]
"""Predicate that selects units."""


def replace_unit(state: State, seat: int, old: Unit, new: Unit) -> State:
    """Replace one unit of a player."""
    units = state.players[seat].units
    return with_player(state, seat, units=tuple(sorted((*without(units, old), new))))


def update_units(state: State, seat: int, selects: UnitFilter, **fields: object) -> State:
    """Change fields of all units of a player that the filter selects. Return the same state if nothing changes."""
    units = state.players[seat].units
    changed = tuple(sorted(replace(unit, **fields) if selects(unit) else unit for unit in units))
    return with_player(state, seat, units=changed) if changed != units else state


def remove_unit(state: State, seat: int, unit: Unit) -> State:
    """Remove a unit from the game."""
    state = with_player(state, seat, units=without(state.players[seat].units, unit))
    return remove_pieces(state, [unit.card])


def remove_pieces(state: State, pieces: Iterable[str]) -> State:
    """Add cards and buildings to the removed pieces. The caller takes them from the table."""
    removed = state.removed
    for piece in pieces:
        removed = add_to(removed, piece)
    return replace(state, removed=removed)


def ready_units(state: State, seat: int, fief: str) -> list[Unit]:
    """Return the units that a player may send into a battle in a fief: unturned, on no land, not in an army yet."""
    return [
        unit
        for unit in state.players[seat].units
        if unit.fief == fief and unit.host == NO_HOST and not unit.turned and not unit.army
    ]


def update_land(state: State, seat: int, host: int, **fields: object) -> State:
    """Change fields of a city or territory."""
    lands = state.players[seat].lands
    return with_player(state, seat, lands=with_item(lands, host, replace(lands[host], **fields)))


def turn_host(state: State, seat: int, host: int) -> State:
    """Turn a land together with all units on it."""
    state = update_land(state, seat, host, turned=True)
    return update_units(state, seat, lambda unit: unit.host == host, turned=True)


def turn_unit(state: State, seat: int, unit: Unit) -> State:
    """Turn a unit. If it stands on a land, turn the land and all units there too."""
    if unit.host != NO_HOST:
        return turn_host(state, seat, unit.host)
    return replace_unit(state, seat, unit, replace(unit, turned=True))


def remove_territory(state: State, seat: int, host: int) -> State:
    """Remove a territory and its buildings from the game. Units on it become free units of the fief."""
    land = state.players[seat].lands[host]
    state = remove_pieces(
        state, (land.card, *land.buildings) if land.card in content(state).territories else land.buildings
    )
    state = with_player(state, seat, lands=with_item(state.players[seat].lands, host, Land()))
    return update_units(state, seat, lambda unit: unit.host == host, host=NO_HOST)


def first_empty_place(state: State, seat: int) -> int | None:
    """Return the first empty place for a territory, or None if the fief is full."""
    return next((host for host, land in enumerate(state.players[seat].lands) if land.card == NO_CARD and host), None)


def reset_turn_marks(state: State) -> State:
    """Clear everything that lasts one turn: wounds, marches, battles, moves inside the fief, help of the ally."""
    for seat in range(len(state.players)):
        state = update_units(state, seat, lambda unit: True, fiefs_marched=0, army=0, wounds=0)
    return replace(
        state, moved_units=(), ally_pool=(), ally_asked=False, ally_fee_paid=False, fought_fronts=(), battle=None
    )
