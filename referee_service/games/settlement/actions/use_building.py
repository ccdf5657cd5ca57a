"""Use a building of the street just activated, or one just built; none must be used."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.settlement.content import BASIC, content
from referee_service.games.settlement.reserve import give_back
from referee_service.games.settlement.state import GiveBasic, Space, State, UseBuildings, basics_of, can_use
from referee_service.kernel.events import note
from referee_service.kernel.game import verb
from referee_service.kernel.pending import asking, pop, push, swap
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.values import Bag, change, drop, put


class UseBuilding(Action, frozen=True, tag="use_building"):
    """Use the building on a space of your colony."""

    space: Space


def candidates(state: State) -> list[UseBuilding]:
    """Every building that waits and can do something."""
    waiting = asking(state, UseBuildings).spaces
    return [UseBuilding(space) for space in waiting if can_use(state, state.me, space)]


def objections(state: State, action: UseBuilding) -> Iterator[Refusal]:
    """Why this building may not be used; nothing yielded means it may."""
    if action.space not in asking(state, UseBuildings).spaces:
        yield refuse("use_building.active", space=action.space)
    elif not can_use(state, state.me, action.space):
        yield refuse("use_building.price", building=state.me.colony[action.space])


def apply(state: State, action: UseBuilding) -> State:
    """What the building is given leaves the reserve; then it does what it does."""
    seat, building = state.active, content(state).buildings[state.me.colony[action.space]]
    rest = drop(asking(state, UseBuildings).spaces, action.space)
    state = replace(swap(state, UseBuildings(seat, rest)) if rest else pop(state), swapped=())
    state = note(state, "building_used", seat, building=building.id)
    given = _given(state, building.give)
    for each in building.on_use:
        state = each(state, seat)
    if given is None:
        return push(state, GiveBasic(seat, action.space))
    stored = state.me.stored[action.space] + building.row.stores
    return change(give_back(state, seat, given), seat, stored=put(state.me.stored, action.space, stored))


def _given(state: State, give: Bag) -> Bag | None:
    """What leaves the reserve; None where the owner has the choice among several basic resources."""
    wanted, basics = dict(give), basics_of(state.me)
    count = wanted.pop(BASIC, 0)
    if count and len(set(basics)) > 1:
        return None
    return (*sorted(wanted.items()), *(((basics[0], count),) if count else ()))


USE_BUILDING = verb(UseBuilding, candidates, objections, apply, exact=True)
