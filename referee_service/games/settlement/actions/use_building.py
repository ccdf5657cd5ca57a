"""The verb `use_building`: use a building of an activated street, or one just placed. Using is optional."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.settlement.content.tables import ANY_BASIC, content
from referee_service.games.settlement.fields import SpaceField
from referee_service.games.settlement.questions import GiveBasicFrame, UseBuildingsFrame
from referee_service.games.settlement.reserve import give_back
from referee_service.games.settlement.state import State, basics_of, can_use
from referee_service.kernel.bags import Bag
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import expect_top, pop, push, replace_top
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_item, with_player, without


class UseBuilding(Action, frozen=True, tag="use_building"):
    """Use the building on a space of the player's colony."""

    space: SpaceField


def candidates(state: State) -> list[UseBuilding]:
    """Return every waiting building that can be used."""
    waiting = expect_top(state, UseBuildingsFrame).spaces
    return [UseBuilding(space) for space in waiting if can_use(state, state.active_player, space)]


def objections(state: State, action: UseBuilding) -> Iterator[Refusal]:
    """Yield every reason why this building may not be used."""
    if action.space not in expect_top(state, UseBuildingsFrame).spaces:
        yield refuse("use_building.active", space=action.space)
    elif not can_use(state, state.active_player, action.space):
        yield refuse("use_building.price", building=state.active_player.colony[action.space])


def apply(state: State, action: UseBuilding) -> State:
    """Return what the building takes to the supply, and apply its effects."""
    seat, building = state.active_seat, content(state).buildings[state.active_player.colony[action.space]]
    rest = without(expect_top(state, UseBuildingsFrame).spaces, action.space)
    state = replace(replace_top(state, UseBuildingsFrame(seat, rest)) if rest else pop(state), evenly_exchanged=())
    state = emit(state, "building_used", seat, building=building.id)
    given = _resources_consumed(state, building.give)
    for each in building.on_use:
        state = each(state, seat)
    if given is None:
        return push(state, GiveBasicFrame(seat, action.space))
    stored = state.active_player.stored[action.space] + building.row.stores
    return with_player(
        give_back(state, seat, given), seat, stored=with_item(state.active_player.stored, action.space, stored)
    )


def _resources_consumed(state: State, give: Bag) -> Bag | None:
    """Return what leaves the reserve, or None if the player must choose a basic resource."""
    wanted, basics = dict(give), basics_of(state.active_player)
    count = wanted.pop(ANY_BASIC, 0)
    if count and len(set(basics)) > 1:
        return None
    return (*sorted(wanted.items()), *(((basics[0], count),) if count else ()))


USE_BUILDING = verb(UseBuilding, candidates, objections, apply, exact=True)
