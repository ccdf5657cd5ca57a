"""Use the power of a priest: a point of damage less for a card of your side in the fief of the conflict."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from referee_service.games.medievalia.conflict import is_dead
from referee_service.games.medievalia.content import content
from referee_service.games.medievalia.defence import place_of
from referee_service.games.medievalia.state import Fief, Host, State, Troop, Unit
from referee_service.games.medievalia.support import helped_by, helpers, in_reach, named, seat_of
from referee_service.games.medievalia.units import swap_unit, turn_unit
from referee_service.kernel.events import note
from referee_service.kernel.game import verb
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action, Domain

POWER = "heal"


class Heal(Action, frozen=True, tag="heal"):
    """A card heals another."""

    card: Troop
    fief: Fief
    host: Host | None
    target: Troop
    place: Annotated[str, Domain("place")]


def wounded(state: State) -> list[Unit]:
    """The cards that can be healed, best last: those that can be saved most easily, then the most hurt."""
    found = [unit for unit in in_reach(state, helped_by(state, seat_of(state))) if unit.wounds]
    return sorted(
        found,
        key=lambda unit: (is_dead(state, unit), -unit.wounds if is_dead(state, unit) else unit.wounds, not unit.turned),
    )


def pairs(state: State) -> dict[tuple[str, str, int | None, str, str], tuple[Unit, Unit]]:
    """Every healer with everybody else who is wounded, by how an action names them."""
    seat = seat_of(state)
    own, hurt = helped_by(state, seat) == seat, wounded(state)
    units = list(state.players[seat].units)
    return {
        (*named(healer), unit.card, place_of(unit)): (healer, unit)
        for healer in reversed(helpers(state, seat, POWER))
        for unit in hurt
        if not own or healer != unit or units.count(healer) > 1
    }


def candidates(state: State) -> list[Heal]:
    """Every priest with every wounded card."""
    return [Heal(*names) for names in sorted(pairs(state), key=str)]


def objections(state: State, action: Heal) -> Iterator[Refusal]:
    """Why this cannot be healed; nothing yielded means it can."""
    healer = (action.card, action.fief, action.host)
    is_healer = healer in [named(unit) for unit in helpers(state, seat_of(state), POWER)]
    if not is_healer:
        yield refuse("heal.priest", card=action.card, fief=action.fief)
    if (action.target, action.place) not in [(unit.card, place_of(unit)) for unit in wounded(state)]:
        yield refuse("heal.target", target=action.target)
    elif is_healer and (*healer, action.target, action.place) not in pairs(state):
        yield refuse("heal.itself", card=action.card)


def apply(state: State, action: Heal) -> State:
    """The priest is turned with all that stand by it; the other one has a wound less."""
    seat = seat_of(state)
    chosen = (action.card, action.fief, action.host, action.target, action.place)
    healer, hurt = pairs(state)[chosen]
    state = swap_unit(
        state, helped_by(state, seat), hurt, replace(hurt, wounds=max(0, hurt.wounds - content(state).numbers["cure"]))
    )
    state = turn_unit(state, seat, healer)
    return note(state, "healed", seat, card=action.card, target=action.target)


HEAL = verb(Heal, candidates, objections, apply, exact=True)
