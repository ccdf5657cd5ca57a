"""Battles: fighters and armies, targets, damage, and the losses at the end."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.pending import push
from referee_service.kernel.state import Frame
from referee_service.kernel.tuples import without

from ..content.tables import CITY_HOST, army_name, content, guard_name, host_name
from ..elimination import eliminate
from ..fiefs import ally_of, home_fief, is_neutral
from ..fields import ALREADY_FOUGHT, NO_HOST
from ..questions import HealFrame, ShootFrame, TakeDamageFrame
from ..state import Battle, State, Unit, is_guarded
from ..units import ready_units, remove_pieces, remove_territory, remove_unit, replace_unit, update_land, update_units
from .defence import army_bonus, battle_place, bonus_available_to, building_bonus, remaining_bonus_at, spend_bonus

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


def armies(state: State) -> list[int]:
    """Return the numbers of the attacker's armies, sorted."""
    battle = current_battle(state)
    return sorted({unit.army for unit in state.players[battle.attacker].units if unit.army > 0})


def engaged_armies(state: State) -> set[int]:
    """Return the armies that units of the defender fight against."""
    return {unit.army for unit in state.players[current_battle(state).defender].units if unit.army > 0}


def next_striking_army(state: State) -> int | None:
    """Return the first army without opponent and target, or None."""
    busy = engaged_armies(state) | {army for army, _ in current_battle(state).targets}
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


def strike_targets(state: State) -> list[str]:
    """Return the names of everything that an unengaged army may strike."""
    battle = current_battle(state)
    targets = [army_name(army) for army in sorted(engaged_armies(state))]
    targets += [target for target, _ in exposed_units(state)]
    if battle.fief == home_fief(battle.defender):
        lands = state.players[battle.defender].lands
        targets += [host_name(host) for host, land in enumerate(lands) if land.card]
    return targets


# --- damage ---------------------------------------------------------------------------------------------------------


def begin_damage(state: State) -> State:
    """Open the questions of the damage."""
    return push(state, *damage_questions(state))


def damage_questions(state: State) -> tuple[Frame, ...]:
    """Return the questions of the damage, the last one first: priests, archers, and all damage on top.

    Both sides deal damage at the same time, so all amounts are computed here.
    """
    last_first = list(reversed(support_order(state)))
    heals, shots = map(HealFrame, last_first), map(ShootFrame, last_first)
    return (*heals, *shots, *reversed(list(_damage_frames(state))))


def support_order(state: State) -> list[int]:
    """Return the seats that may use archers and priests: attacker, its ally, defender, its ally."""
    battle = current_battle(state)
    seats = (battle.attacker, ally_of(state, battle.attacker), battle.defender, ally_of(state, battle.defender))
    return [seat for seat in seats if seat is not None]


def _damage_frames(state: State) -> Iterator[TakeDamageFrame]:
    """Yield two frames for each army: the damage that it takes, and the damage that its opponents take."""
    battle, targets = current_battle(state), dict(current_battle(state).targets)
    for army in armies(state):
        attackers = [unit.card for unit in state.players[battle.attacker].units if unit.army == army]
        host = targets.get(army, NO_HOST)
        opponents = _opponents_of(state, army, host)
        yield TakeDamageFrame(battle.attacker, army, _attack(state, opponents), bonus=army_bonus(state, attackers))
        bonus = _bonus_against(state, army) if host == NO_HOST else building_bonus(state, battle.defender, host)
        yield TakeDamageFrame(battle.defender, army, _attack(state, attackers), bonus=bonus, host=host)


def _bonus_against(state: State, army: int) -> int:
    """Return the bonus of the units that fight an army. A guard that was struck alone has the bonus of its land."""
    seat = current_battle(state).defender
    opponents = [unit for unit in state.players[seat].units if unit.army == army]
    return sum(building_bonus(state, seat, unit.host) for unit in opponents) + army_bonus(
        state, [unit.card for unit in opponents]
    )


def _opponents_of(state: State, army: int, host: int) -> list[str]:
    """Return the names of all that deal damage to an army: units sent against it, or a land with its guards."""
    defender = state.players[current_battle(state).defender]
    if host == NO_HOST:
        return [unit.card for unit in defender.units if unit.army == army]
    land = defender.lands[host]
    city = [land.card] if host == CITY_HOST else []
    return [*(unit.card for unit in defender.units if _is_guarding(unit, host)), *land.buildings, *city]


def _is_guarding(unit: Unit, host: int) -> bool:
    """Return whether a unit fights as a guard of a land. A guard that was struck alone does not."""
    return unit.host == host and unit.army <= 0


def _attack(state: State, cards: list[str]) -> int:
    """Return the total attack of these cards and buildings."""
    tables = content(state)
    return sum(tables.attack[card] for card in cards)


def defence(state: State, name: str) -> int:
    """Return the defence of a unit or military building by name."""
    tables = content(state)
    return tables.troops[name].defence if name in tables.troops else tables.buildings[name].defence


def is_dead(state: State, unit: Unit) -> bool:
    """Return whether a unit has at least as many wounds as defence."""
    return unit.wounds >= content(state).troops[unit.card].defence


def damage_targets(state: State, frame: TakeDamageFrame) -> list[str]:
    """Return the names that can still take this damage: units, and the military buildings of a land."""
    battle, seat = current_battle(state), frame.seat
    assert isinstance(seat, int)
    player = state.players[seat]
    if frame.host == NO_HOST:
        return [unit.card for unit in player.units if unit.army == frame.army and not is_dead(state, unit)]
    tables = content(state)
    military = [name for name in player.lands[frame.host].buildings if name not in tables.civil]
    for host, name in battle.falling_buildings:
        if host == frame.host:
            military.remove(name)
    return [
        *(unit.card for unit in player.units if _is_guarding(unit, frame.host) and not is_dead(state, unit)),
        *military,
    ]


def max_bonus(state: State, frame: TakeDamageFrame, name: str) -> int:
    """Return how much of the bonus a unit or military building may get."""
    assert isinstance(frame.seat, int)
    if name not in content(state).troops:
        return _spare_bonus(state, frame)
    return min(frame.bonus, bonus_available_to(state, frame.seat, _damaged_unit(state, frame, name)))


def _spare_bonus(state: State, frame: TakeDamageFrame) -> int:
    """Return the bonus that the civil buildings of the struck land can still give."""
    assert isinstance(frame.seat, int)
    return min(frame.bonus, remaining_bonus_at(state, frame.seat, host_name(frame.host)))


def damage_choices(state: State, frame: TakeDamageFrame) -> list[tuple[str, int]]:
    """Return the possible answers: a name and the bonus it gets.

    A single target gets the whole bonus, except on the city, which can use the bonus itself.
    """
    names = damage_targets(state, frame)
    if len(names) == 1 and frame.host != CITY_HOST:
        return [(names[0], max_bonus(state, frame, names[0]))]
    return [(name, bonus) for name in dict.fromkeys(names) for bonus in range(max_bonus(state, frame, name) + 1)]


def apply_damage(state: State, frame: TakeDamageFrame, name: str, bonus: int) -> tuple[State, TakeDamageFrame]:
    """Deal damage to one card until it falls. Return the state and the frame with the remaining damage."""
    if name in content(state).troops:
        state, taken = _damage_unit(state, frame, name, bonus)
    else:
        state, taken = _damage_building(state, frame, name, bonus)
    return state, replace(frame, remaining=frame.remaining - taken, bonus=frame.bonus - bonus)


def _damage_building(state: State, frame: TakeDamageFrame, name: str, bonus: int) -> tuple[State, int]:
    """Deal damage to a military building. Return the state and the damage taken."""
    assert isinstance(frame.seat, int)
    strength = defence(state, name) + bonus
    taken = min(frame.remaining, strength)
    state = spend_bonus(state, frame.seat, host_name(frame.host), min(bonus, taken))
    if taken == strength:
        battle = current_battle(state)
        falling = tuple(sorted((*battle.falling_buildings, (frame.host, name))))
        state = replace(state, battle=replace(battle, falling_buildings=falling))
    return state, taken


def _damage_unit(state: State, frame: TakeDamageFrame, name: str, bonus: int) -> tuple[State, int]:
    """Deal damage to a unit. Return the state and the damage taken.

    The last unit of an army takes all remaining damage, even more than it can bear.
    """
    assert isinstance(frame.seat, int)
    unit = _damaged_unit(state, frame, name)
    is_last = len(damage_targets(state, frame)) == 1 and frame.host == NO_HOST
    taken = frame.remaining if is_last else min(frame.remaining, defence(state, name) - unit.wounds + bonus)
    state = spend_bonus(state, frame.seat, battle_place(unit), min(bonus, taken))
    return replace_unit(state, frame.seat, unit, replace(unit, wounds=unit.wounds + max(0, taken - bonus))), taken


def _damaged_unit(state: State, frame: TakeDamageFrame, name: str) -> Unit:
    """Return the first living unit of this name that the damage can hit."""
    assert isinstance(frame.seat, int)
    return next(
        unit
        for unit in state.players[frame.seat].units
        if (unit.army == frame.army if frame.host == NO_HOST else _is_guarding(unit, frame.host))
        and unit.card == name
        and not is_dead(state, unit)
    )


def hit_land(state: State, frame: TakeDamageFrame) -> State:
    """Mark an unguarded land as falling if the damage suffices: one point for a territory, its defence for the city."""
    tables, battle = content(state), current_battle(state)
    needed = tables.city.defence + _spare_bonus(state, frame) if frame.host == CITY_HOST else 1
    if frame.remaining < needed:
        return state
    return replace(state, battle=replace(battle, falling_hosts=tuple(sorted((*battle.falling_hosts, frame.host)))))


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
        state = emit(state, "building_destroyed", battle.defender, building=name)
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
    state = emit(state, "territory_destroyed", seat, card=state.players[seat].lands[host].card)
    return remove_territory(state, seat, host)
