"""Conflicts: who can fight, who strikes whom, how much damage is dealt, and what is left at the end."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.medievalia.content import CITY, army_name, content, guard_name, host_name
from referee_service.games.medievalia.defence import (
    give_defence,
    left_at,
    place_of,
    shields,
    spare_defence,
    walls,
)
from referee_service.games.medievalia.elimination import eliminate
from referee_service.games.medievalia.realm import home, is_neutral, partner
from referee_service.games.medievalia.state import (
    FOUGHT,
    FREE,
    Battle,
    Heal,
    Shoot,
    State,
    TakeDamage,
    Unit,
    is_guarded,
)
from referee_service.games.medievalia.units import (
    change_land,
    change_units,
    leaves,
    lose_land,
    ready_units,
    remove_unit,
)
from referee_service.kernel.events import note
from referee_service.kernel.pending import push
from referee_service.kernel.values import drop

SUPPORT = ("heal", "shoot")
"""The powers of cards that serve without joining an army."""


def battle_of(state: State) -> Battle:
    """The conflict going on, where there must be one."""
    assert state.battle is not None
    return state.battle


def fighters_in(state: State, seat: int, fief: str) -> list[Unit]:
    """The cards with which a player can begin a conflict in a fief; in a neutral one turned cards fight too."""
    if is_neutral(state, fief):
        return [unit for unit in state.players[seat].units if unit.fief == fief and not unit.army]
    return ready_units(state, seat, fief)


def has_cards_in(state: State, seat: int, fief: str) -> bool:
    """Whether a player has anything in a fief that can be attacked."""
    return fief == home(seat) or any(unit.fief == fief for unit in state.players[seat].units)


def held_back(state: State, seat: int) -> list[str]:
    """Cards that away from home must still join an army: all but those who shoot and heal from behind."""
    battle = battle_of(state)
    if battle.fief == home(seat):
        return []
    troops = content(state).troops
    return [unit.card for unit in ready_units(state, seat, battle.fief) if troops[unit.card].power not in SUPPORT]


def armies(state: State) -> list[int]:
    """The armies of the attacker."""
    battle = battle_of(state)
    return sorted({unit.army for unit in state.players[battle.attacker].units if unit.army > 0})


def engaged(state: State) -> set[int]:
    """The armies that the defender has sent cards against."""
    return {unit.army for unit in state.players[battle_of(state).defender].units if unit.army > 0}


def next_to_strike(state: State) -> int | None:
    """The first army that nobody engages and that has no target yet."""
    busy = engaged(state) | {army for army, _ in battle_of(state).struck}
    return next((army for army in armies(state) if army not in busy), None)


def exposed(state: State) -> Iterator[tuple[str, Unit]]:
    """The cards of the defender that an army may strike by themselves, those alike once; guards with their host."""
    battle, named = battle_of(state), set()
    for unit in state.players[battle.defender].units:
        if unit.fief == battle.fief and not unit.army:
            target = _target_name(unit)
            if target not in named:
                named.add(target)
                yield target, unit


def _target_name(unit: Unit) -> str:
    if unit.host != FREE:
        return guard_name(unit.host, unit.card)
    return f"turned_{unit.card}" if unit.turned else unit.card


def targets(state: State) -> list[str]:
    """Everything an unengaged army may strike."""
    battle = battle_of(state)
    found = [army_name(army) for army in sorted(engaged(state))]
    found += [target for target, _ in exposed(state)]
    if battle.fief == home(battle.defender):
        lands = state.players[battle.defender].lands
        found += [host_name(host) for host, land in enumerate(lands) if land.card]
    return found


# --- damage ---------------------------------------------------------------------------------------------------------


def damage_begins(state: State) -> State:
    """Both sides deal their damage at the same time; then come archers, then priests, the attacker's first."""
    last_first = list(reversed(ranks(state)))
    heals, shots = map(Heal, last_first), map(Shoot, last_first)
    return push(state, *heals, *shots, *reversed(list(_blows(state))))


def ranks(state: State) -> list[int]:
    """Who may use archers and priests, in order: the attacker with his ally, then the defender with his."""
    battle = battle_of(state)
    seats = (battle.attacker, partner(state, battle.attacker), battle.defender, partner(state, battle.defender))
    return [seat for seat in seats if seat is not None]


def _blows(state: State) -> Iterator[TakeDamage]:
    battle, struck = battle_of(state), dict(battle_of(state).struck)
    for army in armies(state):
        ours = [unit.card for unit in state.players[battle.attacker].units if unit.army == army]
        host = struck.get(army, FREE)
        theirs = _facing(state, army, host)
        yield TakeDamage(battle.attacker, army, _attack(state, theirs), bonus=shields(state, ours))
        bonus = _bonus_against(state, army) if host == FREE else walls(state, battle.defender, host)
        yield TakeDamage(battle.defender, army, _attack(state, ours), bonus=bonus, host=host)


def _bonus_against(state: State, army: int) -> int:
    """The points of defence of those who fight an army; a guard struck by itself has those of its land."""
    seat = battle_of(state).defender
    theirs = [unit for unit in state.players[seat].units if unit.army == army]
    return sum(walls(state, seat, unit.host) for unit in theirs) + shields(state, [unit.card for unit in theirs])


def _facing(state: State, army: int, host: int) -> list[str]:
    """Everything that deals damage to an army: cards sent against it, or a land with all that guard it."""
    defender = state.players[battle_of(state).defender]
    if host == FREE:
        return [unit.card for unit in defender.units if unit.army == army]
    land = defender.lands[host]
    city = [land.card] if host == CITY else []
    return [*(unit.card for unit in defender.units if _guards(unit, host)), *land.buildings, *city]


def _guards(unit: Unit, host: int) -> bool:
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


def standing(state: State, frame: TakeDamage) -> list[str]:
    """What can still take damage here: cards, and the military buildings of a land."""
    battle, seat = battle_of(state), frame.seat
    assert isinstance(seat, int)
    player = state.players[seat]
    if frame.host == FREE:
        return [unit.card for unit in player.units if unit.army == frame.army and not is_dead(state, unit)]
    tables = content(state)
    military = [name for name in player.lands[frame.host].buildings if name not in tables.civil]
    for host, name in battle.broken:
        if host == frame.host:
            military.remove(name)
    return [*(unit.card for unit in player.units if _guards(unit, frame.host) and not is_dead(state, unit)), *military]


def most_bonus(state: State, frame: TakeDamage, name: str) -> int:
    """How much of the bonus a card or military building may be given."""
    assert isinstance(frame.seat, int)
    if name not in content(state).troops:
        return _spare_bonus(state, frame)
    return min(frame.bonus, spare_defence(state, frame.seat, _taker(state, frame, name)))


def _spare_bonus(state: State, frame: TakeDamage) -> int:
    """What the civil buildings of a land that is struck can still give."""
    assert isinstance(frame.seat, int)
    return min(frame.bonus, left_at(state, frame.seat, host_name(frame.host)))


def damage_choices(state: State, frame: TakeDamage) -> list[tuple[str, int]]:
    """Which card may take damage next, and with how much of the bonus; one alone gets all it may."""
    names = standing(state, frame)
    if len(names) == 1 and frame.host != CITY:
        return [(names[0], most_bonus(state, frame, names[0]))]
    return [(name, bonus) for name in dict.fromkeys(names) for bonus in range(most_bonus(state, frame, name) + 1)]


def take(state: State, frame: TakeDamage, name: str, bonus: int) -> tuple[State, TakeDamage]:
    """One card takes damage until it falls; what is too much for the last card of an army stays on it."""
    seat, names = frame.seat, standing(state, frame)
    assert isinstance(seat, int)
    if name not in content(state).troops:
        strength = defence(state, name) + bonus
        taken = min(frame.left, strength)
        state = give_defence(state, seat, host_name(frame.host), min(bonus, taken))
        if taken == strength:
            battle = battle_of(state)
            state = replace(state, battle=replace(battle, broken=tuple(sorted((*battle.broken, (frame.host, name))))))
        return state, replace(frame, left=frame.left - taken, bonus=frame.bonus - bonus)
    unit = _taker(state, frame, name)
    last = len(names) == 1 and frame.host == FREE
    taken = frame.left if last else min(frame.left, defence(state, name) - unit.wounds + bonus)
    hurt = replace(unit, wounds=unit.wounds + max(0, taken - bonus))
    state = give_defence(state, seat, place_of(unit), min(bonus, taken))
    units = tuple(sorted((*drop(state.players[seat].units, unit), hurt)))
    players = (*state.players[:seat], replace(state.players[seat], units=units), *state.players[seat + 1 :])
    return replace(state, players=players), replace(frame, left=frame.left - taken, bonus=frame.bonus - bonus)


def _taker(state: State, frame: TakeDamage, name: str) -> Unit:
    """The card of this name that takes the damage."""
    assert isinstance(frame.seat, int)
    return next(
        unit
        for unit in state.players[frame.seat].units
        if (unit.army == frame.army if frame.host == FREE else _guards(unit, frame.host))
        and unit.card == name
        and not is_dead(state, unit)
    )


def land_is_hit(state: State, frame: TakeDamage) -> State:
    """Nobody guards it any more: a point is enough for a territory, the city has its own defence."""
    tables, battle = content(state), battle_of(state)
    needed = tables.city.defence + _spare_bonus(state, frame) if frame.host == CITY else 1
    if frame.left < needed:
        return state
    return replace(state, battle=replace(battle, fallen=tuple(sorted((*battle.fallen, frame.host)))))


# --- the end --------------------------------------------------------------------------------------------------------


def battle_ends(state: State) -> State:
    """The dead leave the game, then broken buildings and lands that nobody guards any more."""
    battle = battle_of(state)
    for seat in (battle.attacker, battle.defender):
        for unit in state.players[seat].units:
            if unit.fief == battle.fief and unit.wounds and is_dead(state, unit):
                state = note(remove_unit(state, seat, unit), "killed", seat, card=unit.card)
        state = change_units(state, seat, lambda unit: unit.army > 0, army=FOUGHT)
    for host, name in battle.broken:
        kept = drop(state.players[battle.defender].lands[host].buildings, name)
        state = leaves(change_land(state, battle.defender, host, buildings=kept), [name])
        state = note(state, "building_destroyed", battle.defender, building=name)
    fronts = tuple(sorted((*state.fronts, (battle.fief, battle.defender))))
    state = replace(state, battle=None, fronts=fronts, phase="war")
    for host in battle.fallen:
        if not state.players[battle.defender].alive:
            break
        if not is_guarded(content(state), state.players[battle.defender], host):
            state = _falls(state, battle.defender, host)
    return state


def _falls(state: State, seat: int, host: int) -> State:
    if host == CITY:
        return eliminate(note(state, "city_destroyed", seat), seat)
    state = note(state, "territory_destroyed", seat, card=state.players[seat].lands[host].card)
    return lose_land(state, seat, host)
