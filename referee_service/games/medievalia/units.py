"""Cards on the table: finding them, moving them, turning them, taking them away."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from referee_service.games.medievalia.content import content
from referee_service.games.medievalia.state import FREE, NONE, Land, State, Unit
from referee_service.kernel.values import add_to, change, drop, put

Wanted = Callable[[Unit], bool]


def swap_unit(state: State, seat: int, old: Unit, new: Unit) -> State:
    """One card stands differently."""
    units = state.players[seat].units
    return change(state, seat, units=tuple(sorted((*drop(units, old), new))))


def change_units(state: State, seat: int, wanted: Wanted, **fields: object) -> State:
    """All these cards of a player stand differently."""
    units = state.players[seat].units
    changed = tuple(sorted(replace(unit, **fields) if wanted(unit) else unit for unit in units))
    return change(state, seat, units=changed) if changed != units else state


def remove_unit(state: State, seat: int, unit: Unit) -> State:
    """A card leaves the game."""
    state = change(state, seat, units=drop(state.players[seat].units, unit))
    return leaves(state, [unit.card])


def leaves(state: State, pieces: Iterable[str]) -> State:
    """Cards and buildings are out of the game."""
    gone = state.gone
    for piece in pieces:
        gone = add_to(gone, piece)
    return replace(state, gone=gone)


def ready_units(state: State, seat: int, fief: str) -> list[Unit]:
    """The cards of a player that may be sent into a conflict in this fief: unturned, on no guard, not fought yet."""
    return [
        unit
        for unit in state.players[seat].units
        if unit.fief == fief and unit.host == FREE and not unit.turned and not unit.army
    ]


def change_land(state: State, seat: int, host: int, **fields: object) -> State:
    """A city or territory is changed."""
    lands = state.players[seat].lands
    return change(state, seat, lands=put(lands, host, replace(lands[host], **fields)))


def turn_host(state: State, seat: int, host: int) -> State:
    """A land and everything on it are turned together."""
    state = change_land(state, seat, host, turned=True)
    return change_units(state, seat, lambda unit: unit.host == host, turned=True)


def turn_unit(state: State, seat: int, unit: Unit) -> State:
    """A card is turned, and with it the land where it stands and all others there."""
    if unit.host != FREE:
        return turn_host(state, seat, unit.host)
    return swap_unit(state, seat, unit, replace(unit, turned=True))


def lose_land(state: State, seat: int, host: int) -> State:
    """A territory is lost with its buildings; cards that stood there stand in the fief."""
    land = state.players[seat].lands[host]
    state = leaves(state, (land.card, *land.buildings) if land.card in content(state).territories else land.buildings)
    state = change(state, seat, lands=put(state.players[seat].lands, host, Land()))
    return change_units(state, seat, lambda unit: unit.host == host, host=FREE)


def free_place(state: State, seat: int) -> int | None:
    """The first place for a territory that is empty."""
    return next((host for host, land in enumerate(state.players[seat].lands) if land.card == NONE and host), None)


def forget_turn(state: State) -> State:
    """Wounds heal, marches and conflicts are forgotten, what an ally produced is lost."""
    for seat in range(len(state.players)):
        state = change_units(state, seat, lambda unit: True, moved=0, army=0, wounds=0)
    return replace(state, stationed=(), gift=(), asked=False, helped=False, fronts=(), battle=None)
