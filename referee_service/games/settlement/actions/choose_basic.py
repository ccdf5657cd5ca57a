"""The verb `choose_basic`: choose a basic resource to give to a building, or to gain."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.settlement.content.tables import BASICS
from referee_service.games.settlement.fields import ResourceField
from referee_service.games.settlement.questions import GiveBasicFrame
from referee_service.games.settlement.reserve import give_back, receive
from referee_service.games.settlement.state import State, amount_of
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class ChooseBasic(Action, frozen=True, tag="choose_basic"):
    """Choose a basic resource."""

    resource: ResourceField


def is_given(state: State) -> bool:
    """Return whether the resource leaves the reserve. Otherwise it is gained."""
    return isinstance(state.pending[-1], GiveBasicFrame)


def candidates(state: State) -> list[ChooseBasic]:
    """Return every basic resource, or only those held if one is given."""
    allowed = [basic for basic in BASICS if not is_given(state) or amount_of(state.active_player, basic)]
    return [ChooseBasic(basic) for basic in allowed]


def objections(state: State, action: ChooseBasic) -> Iterator[Refusal]:
    """Yield every reason why this resource may not be chosen."""
    if action.resource not in BASICS:
        yield refuse("choose_basic.basic", resource=action.resource)
    elif is_given(state) and not amount_of(state.active_player, action.resource):
        yield refuse("choose_basic.held", resource=action.resource)


def apply(state: State, action: ChooseBasic) -> State:
    """Return the resource to the supply, or take it from there."""
    if is_given(state):
        return give_back(pop(state), state.active_seat, ((action.resource, 1),))
    return receive(pop(state), state.active_seat, action.resource)


CHOOSE_BASIC = verb(ChooseBasic, candidates, objections, apply, exact=True)
