"""Verb `dismiss`: remove an unturned unit of the player in turn from the game."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action

from ..content.tables import place_name
from ..facts import where_facts
from ..fiefs import off_map_refusals
from ..fields import NO_HOST, UnitFief, UnitHost, UnturnedTroop
from ..spots import Facts, land_facts
from ..state import State, Unit
from ..units import remove_unit


class Dismiss(Action, frozen=True, tag="dismiss"):
    """An unturned unit that its owner removes from the game, so that it needs no food."""

    card: UnturnedTroop
    fief: UnitFief
    host: UnitHost | None


def units_named_by(state: State, action: Dismiss) -> list[Unit]:
    """Return the unturned units that an action names."""
    at = NO_HOST if action.host is None else action.host
    where = (action.card, action.fief, at)
    return [
        unit for unit in state.active_player.units if (unit.card, unit.fief, unit.host) == where and not unit.turned
    ]


def candidates(state: State) -> list[Dismiss]:
    """Return an action for every unturned unit. Equal units give one action."""
    places = dict.fromkeys((unit.card, unit.fief, unit.host) for unit in state.active_player.units if not unit.turned)
    return [Dismiss(card, fief, None if host == NO_HOST else host) for card, fief, host in places]


def objections(state: State, action: Dismiss) -> Iterator[Refusal]:
    """Yield a refusal if there is no such unturned unit."""
    yield from off_map_refusals(state, action.fief)
    if not units_named_by(state, action):
        where = {**facts(state, action), **land_facts(state, state.active_seat, action.host)}
        yield refuse("dismiss.unturned", card=action.card, fief=action.fief, place=place_name(action.host), **where)


def apply(state: State, action: Dismiss) -> State:
    """Remove the unit from the game."""
    state = remove_unit(replace(state, moved_units=()), state.active_seat, units_named_by(state, action)[0])
    return emit(state, "dismissed", state.active_seat, card=action.card)


def facts(state: State, action: Dismiss) -> Facts:
    """Return where the card stands."""
    return where_facts(state, state.active_seat, action.fief, action.host)


DISMISS = verb(
    Dismiss,
    candidates,
    objections,
    apply,
    exact=True,
    kinds={"card": "dismiss.kind", "fief": "fief.kind"},
    facts=facts,
    is_minor=True,
)
