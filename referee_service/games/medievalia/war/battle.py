"""Conflicts: who can fight, who strikes whom, how much damage is dealt, and what is left at the end."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.medievalia.content.tables import CITY_HOST, army_name, content, guard_name, host_name
from referee_service.games.medievalia.elimination import eliminate
from referee_service.games.medievalia.fiefs import ally_of, home_fief, is_neutral
from referee_service.games.medievalia.state import (
    ALREADY_FOUGHT,
    NO_HOST,
    Battle,
    HealFrame,
    ShootFrame,
    State,
    TakeDamageFrame,
    Unit,
    is_guarded,
)
from referee_service.games.medievalia.units import (
    ready_units,
    remove_pieces,
    remove_territory,
    remove_unit,
    update_land,
    update_units,
)
from referee_service.games.medievalia.war.defence import (
    army_bonus,
    battle_place,
    bonus_available_to,
    building_bonus,
    remaining_bonus_at,
    spend_bonus,
)
from referee_service.kernel.events import emit
from referee_service.kernel.pending import push
from referee_service.kernel.tuples import without

SUPPORT_POWERS = ("heal", "shoot")
"""The powers of cards that serve without joining an army."""


def current_battle(state: State) -> Battle:
    """The conflict going on, where there must be one."""
    assert state.battle is not None
    return state.battle


def available_fighters(state: State, seat: int, fief: str) -> list[Unit]:
    """The cards with which a player can begin a conflict in a fief; in a neutral one turned cards fight too."""
    if is_neutral(state, fief):
        return [unit for unit in state.players[seat].units if unit.fief == fief and not unit.army]
    return ready_units(state, seat, fief)


def has_cards_in(state: State, seat: int, fief: str) -> bool:
    """Whether a player has anything in a fief that can be attacked."""
    return fief == home_fief(seat) or any(unit.fief == fief for unit in state.players[seat].units)


def unassigned_fighters(state: State, seat: int) -> list[str]:
    """Cards that away from home must still join an army: all but those who shoot and heal from behind."""
    battle = current_battle(state)
    if battle.fief == home_fief(seat):
        return []
    troops = content(state).troops
    return [
        unit.card for unit in ready_units(state, seat, battle.fief) if troops[unit.card].power not in SUPPORT_POWERS
    ]


def armies(state: State) -> list[int]:
    """The armies of the attacker."""
    battle = current_battle(state)
    return sorted({unit.army for unit in state.players[battle.attacker].units if unit.army > 0})


def engaged_armies(state: State) -> set[int]:
    """The armies that the defender has sent cards against."""
    return {unit.army for unit in state.players[current_battle(state).defender].units if unit.army > 0}


def next_striking_army(state: State) -> int | None:
    """The first army that nobody engages and that has no target yet."""
    busy = engaged_armies(state) | {army for army, _ in current_battle(state).targets}
    return next((army for army in armies(state) if army not in busy), None)


def exposed_units(state: State) -> Iterator[tuple[str, Unit]]:
    """The cards of the defender that an army may strike by themselves, those alike once; guards with their host."""
    battle, named = current_battle(state), set()
    for unit in state.players[battle.defender].units:
        if unit.fief == battle.fief and not unit.army:
            target = _target_name(unit)
            if target not in named:
                named.add(target)
                yield target, unit


def _target_name(unit: Unit) -> str:
    if unit.host != NO_HOST:
        return guard_name(unit.host, unit.card)
    return f"turned_{unit.card}" if unit.turned else unit.card


def strike_targets(state: State) -> list[str]:
    """Everything an unengaged army may strike."""
    battle = current_battle(state)
    found = [army_name(army) for army in sorted(engaged_armies(state))]
    found += [target for target, _ in exposed_units(state)]
    if battle.fief == home_fief(battle.defender):
        lands = state.players[battle.defender].lands
        found += [host_name(host) for host, land in enumerate(lands) if land.card]
    return found


# --- damage ---------------------------------------------------------------------------------------------------------


def begin_damage(state: State) -> State:
    """Both sides deal their damage at the same time; then come archers, then priests, the attacker's first."""
    last_first = list(reversed(support_order(state)))
    heals, shots = map(HealFrame, last_first), map(ShootFrame, last_first)
    return push(state, *heals, *shots, *reversed(list(_damage_frames(state))))


def support_order(state: State) -> list[int]:
    """Who may use archers and priests, in order: the attacker with his ally, then the defender with his."""
    battle = current_battle(state)
    seats = (battle.attacker, ally_of(state, battle.attacker), battle.defender, ally_of(state, battle.defender))
    return [seat for seat in seats if seat is not None]


def _damage_frames(state: State) -> Iterator[TakeDamageFrame]:
    battle, struck = current_battle(state), dict(current_battle(state).targets)
    for army in armies(state):
        ours = [unit.card for unit in state.players[battle.attacker].units if unit.army == army]
        host = struck.get(army, NO_HOST)
        theirs = _opponents_of(state, army, host)
        yield TakeDamageFrame(battle.attacker, army, _attack(state, theirs), bonus=army_bonus(state, ours))
        bonus = _bonus_against(state, army) if host == NO_HOST else building_bonus(state, battle.defender, host)
        yield TakeDamageFrame(battle.defender, army, _attack(state, ours), bonus=bonus, host=host)


def _bonus_against(state: State, army: int) -> int:
    """The points of defence of those who fight an army; a guard struck by itself has those of its land."""
    seat = current_battle(state).defender
    theirs = [unit for unit in state.players[seat].units if unit.army == army]
    return sum(building_bonus(state, seat, unit.host) for unit in theirs) + army_bonus(
        state, [unit.card for unit in theirs]
    )


def _opponents_of(state: State, army: int, host: int) -> list[str]:
    """Everything that deals damage to an army: cards sent against it, or a land with all that guard it."""
    defender = state.players[current_battle(state).defender]
    if host == NO_HOST:
        return [unit.card for unit in defender.units if unit.army == army]
    land = defender.lands[host]
    city = [land.card] if host == CITY_HOST else []
    return [*(unit.card for unit in defender.units if _is_guarding(unit, host)), *land.buildings, *city]


def _is_guarding(unit: Unit, host: int) -> bool:
    """Whether a card fights for its land; one that was struck by itself fights alone."""
    return unit.host == host and unit.army <= 0


def _attack(state: State, cards: list[str]) -> int:
    tables = content(state)
    return sum(tables.attack[card] for card in cards)


def defence(state: State, name: str) -> int:
    """The defence of a card or military building."""
    tables = content(state)
    return tables.troops[name].defence if name in tables.troops else tables.buildings[name].defence


def is_dead(state: State, unit: Unit) -> bool:
    """Whether a card has taken as much damage as it has defence."""
    return unit.wounds >= content(state).troops[unit.card].defence


def damage_targets(state: State, frame: TakeDamageFrame) -> list[str]:
    """What can still take damage here: cards, and the military buildings of a land."""
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
    """How much of the bonus a card or military building may be given."""
    assert isinstance(frame.seat, int)
    if name not in content(state).troops:
        return _spare_bonus(state, frame)
    return min(frame.bonus, bonus_available_to(state, frame.seat, _damaged_unit(state, frame, name)))


def _spare_bonus(state: State, frame: TakeDamageFrame) -> int:
    """What the civil buildings of a land that is struck can still give."""
    assert isinstance(frame.seat, int)
    return min(frame.bonus, remaining_bonus_at(state, frame.seat, host_name(frame.host)))


def damage_choices(state: State, frame: TakeDamageFrame) -> list[tuple[str, int]]:
    """Which card may take damage next, and with how much of the bonus; one alone gets all it may."""
    names = damage_targets(state, frame)
    if len(names) == 1 and frame.host != CITY_HOST:
        return [(names[0], max_bonus(state, frame, names[0]))]
    return [(name, bonus) for name in dict.fromkeys(names) for bonus in range(max_bonus(state, frame, name) + 1)]


def apply_damage(state: State, frame: TakeDamageFrame, name: str, bonus: int) -> tuple[State, TakeDamageFrame]:
    """One card takes damage until it falls; what is too much for the last card of an army stays on it."""
    seat, names = frame.seat, damage_targets(state, frame)
    assert isinstance(seat, int)
    if name not in content(state).troops:
        strength = defence(state, name) + bonus
        taken = min(frame.remaining, strength)
        state = spend_bonus(state, seat, host_name(frame.host), min(bonus, taken))
        if taken == strength:
            battle = current_battle(state)
            state = replace(
                state,
                battle=replace(
                    battle, falling_buildings=tuple(sorted((*battle.falling_buildings, (frame.host, name))))
                ),
            )
        return state, replace(frame, remaining=frame.remaining - taken, bonus=frame.bonus - bonus)
    unit = _damaged_unit(state, frame, name)
    last = len(names) == 1 and frame.host == NO_HOST
    taken = frame.remaining if last else min(frame.remaining, defence(state, name) - unit.wounds + bonus)
    hurt = replace(unit, wounds=unit.wounds + max(0, taken - bonus))
    state = spend_bonus(state, seat, battle_place(unit), min(bonus, taken))
    units = tuple(sorted((*without(state.players[seat].units, unit), hurt)))
    players = (*state.players[:seat], replace(state.players[seat], units=units), *state.players[seat + 1 :])
    return replace(state, players=players), replace(frame, remaining=frame.remaining - taken, bonus=frame.bonus - bonus)


def _damaged_unit(state: State, frame: TakeDamageFrame, name: str) -> Unit:
    """The card of this name that takes the damage."""
    assert isinstance(frame.seat, int)
    return next(
        unit
        for unit in state.players[frame.seat].units
        if (unit.army == frame.army if frame.host == NO_HOST else _is_guarding(unit, frame.host))
        and unit.card == name
        and not is_dead(state, unit)
    )


def hit_land(state: State, frame: TakeDamageFrame) -> State:
    """Nobody guards it any more: a point is enough for a territory, the city has its own defence."""
    tables, battle = content(state), current_battle(state)
    needed = tables.city.defence + _spare_bonus(state, frame) if frame.host == CITY_HOST else 1
    if frame.remaining < needed:
        return state
    return replace(state, battle=replace(battle, falling_hosts=tuple(sorted((*battle.falling_hosts, frame.host)))))


# --- the end --------------------------------------------------------------------------------------------------------


def end_battle(state: State) -> State:
    """The dead leave the game, then broken buildings and lands that nobody guards any more."""
    battle = current_battle(state)
    for seat in (battle.attacker, battle.defender):
        for unit in state.players[seat].units:
            if unit.fief == battle.fief and unit.wounds and is_dead(state, unit):
                state = emit(remove_unit(state, seat, unit), "killed", seat, card=unit.card)
        state = update_units(state, seat, lambda unit: unit.army > 0, army=ALREADY_FOUGHT)
    for host, name in battle.falling_buildings:
        kept = without(state.players[battle.defender].lands[host].buildings, name)
        state = remove_pieces(update_land(state, battle.defender, host, buildings=kept), [name])
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
    if host == CITY_HOST:
        return eliminate(emit(state, "city_destroyed", seat), seat)
    state = emit(state, "territory_destroyed", seat, card=state.players[seat].lands[host].card)
    return remove_territory(state, seat, host)
