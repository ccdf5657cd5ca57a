"""Battles: fighters and armies, targets, and the losses at the end."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.tuples import without

from ..content.tables import CITY_HOST, army_name, content, guard_name, host_name
from ..elimination import eliminate
from ..fiefs import home_fief, is_neutral
from ..fields import ALREADY_FOUGHT, NO_HOST
from ..spots import land_facts, space_of
from ..state import Battle, State, Unit, is_guarded
from ..units import ready_units, remove_pieces, remove_territory, remove_unit, replace_unit, update_land, update_units
from .defence import is_dead

SUPPORT_POWERS = ("heal", "shoot")
"""The powers of units that may support a battle without joining an army."""


def current_battle(state: State) -> Battle:
    """Return the current battle. There must be one."""
    assert state.battle is not None
    return state.battle


def available_fighters(state: State, seat: int, fief: str) -> list[Unit]:
    """Return the units with which a player can begin a battle in a fief. In a neutral fief turned units fight too."""
    if is_neutral(state, fief):
        return [unit for unit in state.players[seat].units if unit.fief == fief and not unit.army]
    return ready_units(state, seat, fief)


def can_be_attacked_in(state: State, seat: int, fief: str) -> bool:
    """Return whether a player can be attacked in a fief: always at home, elsewhere only with a unit there."""
    return fief == home_fief(seat) or any(unit.fief == fief for unit in state.players[seat].units)


def unassigned_fighters(state: State, seat: int) -> list[str]:
    """Return the cards that must still join an army.

    Away from home all ready units must, except archers and priests.
    """
    battle = current_battle(state)
    if battle.fief == home_fief(seat):
        return []
    troops = content(state).troops
    return [
        unit.card for unit in ready_units(state, seat, battle.fief) if troops[unit.card].power not in SUPPORT_POWERS
    ]


def has_complete_armies(state: State) -> bool:
    """Return whether the attacker has armies, and no unit of either side must still join one."""
    battle = current_battle(state)
    if not armies(state):
        return False
    if is_neutral(state, battle.fief):
        return True  # all units there have joined at once
    return not unassigned_fighters(state, battle.attacker) and not unassigned_fighters(state, battle.defender)


def is_before_strikes(state: State) -> bool:
    """Return whether armies are formed now: they are numbered without a gap, and nothing is struck yet."""
    battle, formed = current_battle(state), armies(state)
    if is_neutral(state, battle.fief) or formed != list(range(1, len(formed) + 1)):
        return False
    is_struck = battle.targets or battle.struck_buildings or battle.falling_buildings or battle.falling_hosts
    return not (is_struck or battle.bonus_given)


def armies(state: State) -> list[int]:
    """Return the numbers of the attacker's armies, sorted."""
    battle = current_battle(state)
    return sorted({unit.army for unit in state.players[battle.attacker].units if unit.army > 0})


def engaged_armies(state: State) -> set[int]:
    """Return the armies that units of the defender fight against."""
    return {unit.army for unit in state.players[current_battle(state).defender].units if unit.army > 0}


def next_striking_army(state: State) -> int | None:
    """Return the first army without opponent and target, or None."""
    battle = current_battle(state)
    busy = engaged_armies(state) | {army for army, *_ in (*battle.targets, *battle.struck_buildings)}
    return next((army for army in armies(state) if army not in busy), None)


def exposed_units(state: State) -> Iterator[tuple[str, Unit]]:
    """Yield the single units of the defender that an army may strike, with their target names. Equal ones come once."""
    battle, seen = current_battle(state), set()
    for unit in state.players[battle.defender].units:
        if unit.fief == battle.fief and not unit.army:
            target = _target_name(unit)
            if target not in seen:
                seen.add(target)
                yield target, unit


def _target_name(unit: Unit) -> str:
    """Return the name of a single unit as a target."""
    if unit.host != NO_HOST:
        return guard_name(unit.host, unit.card)
    return f"turned_{unit.card}" if unit.turned else unit.card


def exposed_buildings(state: State) -> dict[str, tuple[int, str]]:
    """Return the military buildings that an army may strike alone (`ruling.building_alone`), as host and name.

    The keys are their names as targets.
    """
    battle, civil = current_battle(state), content(state).civil
    if battle.fief != home_fief(battle.defender):
        return {}
    lands = state.players[battle.defender].lands
    return {
        guard_name(host, name): (host, name)
        for host, land in enumerate(lands)
        for name in land.buildings
        if name not in civil
    }


def strike_targets(state: State) -> list[str]:
    """Return the names of everything that an unengaged army may strike."""
    battle = current_battle(state)
    targets = [army_name(army) for army in sorted(engaged_armies(state))]
    targets += [target for target, _ in exposed_units(state)]
    targets += exposed_buildings(state)
    if battle.fief == home_fief(battle.defender):
        lands = state.players[battle.defender].lands
        targets += [host_name(host) for host, land in enumerate(lands) if land.card]
    return targets


def give_target(state: State, army: int, target: str) -> State:
    """Give an army its target. Armies with the same target become one army."""
    battle = current_battle(state)
    if target.startswith("host_"):
        host = int(target[5:])
        if (other := {at: by for by, at in battle.targets}.get(host)) is not None:
            return join_army(state, army, other)
        return replace(state, battle=replace(battle, targets=(*battle.targets, (army, host))))
    if (building := exposed_buildings(state).get(target)) is not None:
        if (other := {(at, name): by for by, at, name in battle.struck_buildings}.get(building)) is not None:
            return join_army(state, army, other)
        return replace(state, battle=replace(battle, struck_buildings=(*battle.struck_buildings, (army, *building))))
    for other in engaged_armies(state):
        if target == army_name(other):
            return join_army(state, army, other)
    unit = dict(exposed_units(state))[target]
    return replace_unit(state, battle.defender, unit, replace(unit, army=army))


def join_army(state: State, army: int, other: int) -> State:
    """Move all units of an army into another army."""
    return update_units(state, current_battle(state).attacker, lambda unit: unit.army == army, army=other)


# --- the end --------------------------------------------------------------------------------------------------------


def end_battle(state: State) -> State:
    """End the battle: remove dead units, then destroyed buildings, then falling lands without a guard.

    A guard that was healed keeps its land, however much damage the land took (`ruling.one_heal`).
    """
    battle = current_battle(state)
    for seat in (battle.attacker, battle.defender):
        for unit in state.players[seat].units:
            if unit.fief == battle.fief and unit.wounds and is_dead(state, unit):
                state = emit(remove_unit(state, seat, unit), "killed", seat, card=unit.card)
        state = update_units(state, seat, lambda unit: unit.army > 0, army=ALREADY_FOUGHT)
    for host, name in battle.falling_buildings:
        buildings = without(state.players[battle.defender].lands[host].buildings, name)
        state = remove_pieces(update_land(state, battle.defender, host, buildings=buildings), [name])
        land = land_facts(state, battle.defender, host)
        state = emit(state, "building_destroyed", battle.defender, building=name, **land)
    fronts = tuple(sorted((*state.fought_fronts, (battle.fief, battle.defender))))
    state = replace(state, battle=None, fought_fronts=fronts, phase="war")
    for host in battle.falling_hosts:
        if not state.players[battle.defender].alive:
            break
        if not is_guarded(content(state), state.players[battle.defender], host):
            state = _land_falls(state, battle.defender, host)
    return state


def _land_falls(state: State, seat: int, host: int) -> State:
    """Destroy a territory, or eliminate the player if the host is the city."""
    if host == CITY_HOST:
        return eliminate(emit(state, "city_destroyed", seat), seat)
    land = state.players[seat].lands[host]
    facts = {"card": land.card, "buildings": land.buildings, "space": space_of(host)}
    state = emit(state, "territory_destroyed", seat, **facts)
    return remove_territory(state, seat, host)
