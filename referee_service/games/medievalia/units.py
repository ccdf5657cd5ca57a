"""Cards on the table: finding them, moving them, turning them, taking them away."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from referee_service.games.medievalia.content.tables import content
from referee_service.games.medievalia.state import NO_CARD, NO_HOST, Land, State, Unit
from referee_service.kernel.bags import add_to
from referee_service.kernel.tuples import with_item, with_player, without

UnitFilter = Callable[[Unit], bool]


def replace_unit(state: State, seat: int, old: Unit, new: Unit) -> State:
    """One card stands differently."""
    units = state.players[seat].units
    return with_player(state, seat, units=tuple(sorted((*without(units, old), new))))


def update_units(state: State, seat: int, wanted: UnitFilter, **fields: object) -> State:
    """All these cards of a player stand differently."""
    units = state.players[seat].units
    changed = tuple(sorted(replace(unit, **fields) if wanted(unit) else unit for unit in units))
    return with_player(state, seat, units=changed) if changed != units else state


def remove_unit(state: State, seat: int, unit: Unit) -> State:
    """A card leaves the game."""
    state = with_player(state, seat, units=without(state.players[seat].units, unit))
    return remove_pieces(state, [unit.card])


def remove_pieces(state: State, pieces: Iterable[str]) -> State:
    """Cards and buildings are out of the game."""
    gone = state.removed
    for piece in pieces:
        gone = add_to(gone, piece)
    return replace(state, removed=gone)


def ready_units(state: State, seat: int, fief: str) -> list[Unit]:
    """The cards of a player that may be sent into a conflict in this fief: unturned, on no guard, not fought yet."""
    return [
        unit
        for unit in state.players[seat].units
        if unit.fief == fief and unit.host == NO_HOST and not unit.turned and not unit.army
    ]


def update_land(state: State, seat: int, host: int, **fields: object) -> State:
    """A city or territory is changed."""
    lands = state.players[seat].lands
    return with_player(state, seat, lands=with_item(lands, host, replace(lands[host], **fields)))


def turn_host(state: State, seat: int, host: int) -> State:
    """A land and everything on it are turned together."""
    state = update_land(state, seat, host, turned=True)
    return update_units(state, seat, lambda unit: unit.host == host, turned=True)


def turn_unit(state: State, seat: int, unit: Unit) -> State:
    """A card is turned, and with it the land where it stands and all others there."""
    if unit.host != NO_HOST:
        return turn_host(state, seat, unit.host)
    return replace_unit(state, seat, unit, replace(unit, turned=True))


def remove_territory(state: State, seat: int, host: int) -> State:
    """A territory is lost with its buildings; cards that stood there stand in the fief."""
    land = state.players[seat].lands[host]
    state = remove_pieces(
        state, (land.card, *land.buildings) if land.card in content(state).territories else land.buildings
    )
    state = with_player(state, seat, lands=with_item(state.players[seat].lands, host, Land()))
    return update_units(state, seat, lambda unit: unit.host == host, host=NO_HOST)


def first_empty_place(state: State, seat: int) -> int | None:
    """The first place for a territory that is empty."""
    return next((host for host, land in enumerate(state.players[seat].lands) if land.card == NO_CARD and host), None)


def reset_turn_marks(state: State) -> State:
    """Wounds heal, marches and conflicts are forgotten, what an ally produced is lost."""
    for seat in range(len(state.players)):
        state = update_units(state, seat, lambda unit: True, fiefs_marched=0, army=0, wounds=0)
    return replace(
        state, moved_units=(), ally_pool=(), ally_asked=False, ally_fee_paid=False, fought_fronts=(), battle=None
    )
