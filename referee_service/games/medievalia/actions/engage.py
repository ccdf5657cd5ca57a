"""Verb `engage`: send a unit of the defender against an attacking army."""

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


class Engage(Action, frozen=True, tag="engage"):
    """A unit of the defender sent against an army."""

    card: Troop
    army: Army


def candidates(state: State) -> list[Engage]:
    """Return an action for every kind of ready unit and every army."""
    battle = current_battle(state)
    cards = dict.fromkeys(unit.card for unit in ready_units(state, battle.defender, battle.fief))
    return [Engage(card, army) for card in cards for army in armies(state)]


def objections(state: State, action: Engage) -> Iterator[Refusal]:
    """Yield every reason why this unit may not be sent against that army."""
    battle = current_battle(state)
    if action.card not in [unit.card for unit in ready_units(state, battle.defender, battle.fief)]:
        yield refuse("engage.card", card=action.card, fief=battle.fief)
    if action.army not in armies(state):
        yield refuse("engage.army", army=action.army)


def apply(state: State, action: Engage) -> State:
    """Send the unit against the army. All units sent against one army fight together."""
    battle = current_battle(state)
    unit = next(u for u in ready_units(state, battle.defender, battle.fief) if u.card == action.card)
    state = replace_unit(state, battle.defender, unit, replace(unit, army=action.army))
    return emit(state, "engaged", battle.defender, card=action.card, army=action.army)


ENGAGE = verb(Engage, candidates, objections, apply, exact=True)
