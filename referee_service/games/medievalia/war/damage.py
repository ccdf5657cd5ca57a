"""Damage of a battle: who deals it, who takes it in which order, and the lands that fall."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.pending import push
from referee_service.kernel.state import Frame

from ..content.tables import CITY_HOST, content, host_name
from ..fiefs import ally_of
from ..fields import NO_HOST
from ..questions import HealFrame, ShootFrame, TakeDamageFrame
from ..state import State, Unit
from ..units import replace_unit
from .battle import armies, current_battle
from .defence import (
    army_bonus,
    battle_place,
    bonus_available_to,
    building_bonus,
    defence,
    is_dead,
    remaining_bonus_at,
    spend_bonus,
)


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
    battle = current_battle(state)
    hosts = dict(battle.targets) | {army: host for army, host, _ in battle.struck_buildings}
    for army in armies(state):
        attackers = [unit.card for unit in state.players[battle.attacker].units if unit.army == army]
        host = hosts.get(army, NO_HOST)
        opponents = opponents_of(state, army, host)
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


def opponents_of(state: State, army: int, host: int) -> list[str]:
    """Return the names of all that deal damage to an army.

    They are the units sent against it, a military building struck alone, or a land with its guards.
    """
    defender = state.players[current_battle(state).defender]
    if host == NO_HOST:
        return [unit.card for unit in defender.units if unit.army == army]
    buildings = _fighting_buildings(state, army, host)
    if _is_struck_alone(state, army):
        return buildings
    city = [defender.lands[host].card] if host == CITY_HOST else []
    return [*(unit.card for unit in defender.units if _is_guarding(unit, host)), *buildings, *city]


def _is_struck_alone(state: State, army: int) -> bool:
    """Return whether an army strikes a military building alone."""
    return any(army == striking for striking, _, _ in current_battle(state).struck_buildings)


def _fighting_buildings(state: State, army: int, host: int) -> list[str]:
    """Return the military buildings of a host that an army fights: the one it strikes alone, or those struck by none.

    Equal buildings of a host fight together.
    """
    battle, civil = current_battle(state), content(state).civil
    by_name = {name: striking for striking, at, name in battle.struck_buildings if at == host}
    striker = army if _is_struck_alone(state, army) else None
    buildings = state.players[battle.defender].lands[host].buildings
    return [name for name in buildings if name not in civil and by_name.get(name) == striker]


def is_land_struck(state: State, frame: TakeDamageFrame) -> bool:
    """Return whether damage that remains hits a land: the land is the target, not units or a building alone."""
    return frame.host != NO_HOST and not _is_struck_alone(state, frame.army)


def _is_guarding(unit: Unit, host: int) -> bool:
    """Return whether a unit fights as a guard of a land. A guard that was struck alone does not."""
    return unit.host == host and unit.army <= 0


def _attack(state: State, cards: list[str]) -> int:
    """Return the total attack of these cards and buildings."""
    tables = content(state)
    return sum(tables.attack[card] for card in cards)


def damage_targets(state: State, frame: TakeDamageFrame) -> list[str]:
    """Return the names that can still take this damage: units, and the military buildings of a land."""
    battle, seat = current_battle(state), frame.seat
    assert isinstance(seat, int)
    player = state.players[seat]
    if frame.host == NO_HOST:
        return [unit.card for unit in player.units if unit.army == frame.army and not is_dead(state, unit)]
    military = _fighting_buildings(state, frame.army, frame.host)
    for host, name in battle.falling_buildings:
        if host == frame.host and name in military:
            military.remove(name)
    if _is_struck_alone(state, frame.army):
        return military
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
    if len(names) == 1 and not (frame.host == CITY_HOST and is_land_struck(state, frame)):
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
