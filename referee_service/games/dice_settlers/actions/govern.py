"""Free action: with a lead in tents become governor of a tile; three tents become a house."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.dice_settlers.content import content
from referee_service.games.dice_settlers.free import governable
from referee_service.games.dice_settlers.land import leads_enough, replace_tents_by_house
from referee_service.games.dice_settlers.mains import governed_lead
from referee_service.games.dice_settlers.state import NOBODY, State, TileField, houses_left, place_of
from referee_service.kernel.game import verb
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action


class Govern(Action, frozen=True, tag="govern"):
    """Become governor of this tile."""

    tile: TileField


def candidates(state: State) -> list[Govern]:
    """Every tile with lead enough."""
    return [Govern(place.tile) for place in governable(state)]


def objections(state: State, action: Govern) -> Iterator[Refusal]:
    """Why this tile may not be governed; nothing yielded means it may."""
    place, lead = place_of(state, action.tile), governed_lead(state, state.me)
    if place is not None and place.house != NOBODY:
        yield refuse("govern.house", tile=action.tile)
    if place is None or not leads_enough(place, state.active, lead):
        yield refuse("govern.lead", tile=action.tile, lead=lead)
    elif place.tents[state.active] < content(state).numbers["govern_tents"]:
        yield refuse("govern.tents", tile=action.tile)
    if not houses_left(state, state.active):
        yield refuse("govern.left")


def apply(state: State, action: Govern) -> State:
    """A house stands there for good."""
    return replace_tents_by_house(state, action.tile, state.active)


GOVERN = verb(Govern, candidates, objections, apply, exact=True)
