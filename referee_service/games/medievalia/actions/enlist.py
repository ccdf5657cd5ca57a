"""Verb `enlist`: put a unit of the attacker into an army."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.medievalia.fields import Army, Troop
from referee_service.games.medievalia.state import State
from referee_service.games.medievalia.units import ready_units, replace_unit
from referee_service.games.medievalia.war.battle import armies, current_battle
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class Enlist(Action, frozen=True, tag="enlist"):
    """A unit put into an army. The next free number founds a new army."""

    card: Troop
    army: Army


def candidates(state: State) -> list[Enlist]:
    """Return an action for every kind of ready unit and every army, a new one included."""
    cards = dict.fromkeys(unit.card for unit in ready_units(state, state.active_seat, current_battle(state).fief))
    return [Enlist(card, army) for card in cards for army in range(1, len(armies(state)) + 2)]


def objections(state: State, action: Enlist) -> Iterator[Refusal]:
    """Yield every reason why this unit may not join that army."""
    fief = current_battle(state).fief
    if action.card not in [unit.card for unit in ready_units(state, state.active_seat, fief)]:
        yield refuse("enlist.card", card=action.card, fief=fief)
    if action.army > len(armies(state)) + 1:
        yield refuse("enlist.army", army=action.army, next=len(armies(state)) + 1)


def apply(state: State, action: Enlist) -> State:
    """Put the unit into the army for this battle."""
    unit = next(u for u in ready_units(state, state.active_seat, current_battle(state).fief) if u.card == action.card)
    state = replace_unit(state, state.active_seat, unit, replace(unit, army=action.army))
    return emit(state, "enlisted", state.active_seat, card=action.card, army=action.army)


ENLIST = verb(Enlist, candidates, objections, apply, exact=True)
