"""Choice of a resource to gain."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from referee_service.games.empires_north.content.cards import RESOURCES
from referee_service.games.empires_north.economy.supply import receive
from referee_service.games.empires_north.questions import GainResourceFrame
from referee_service.games.empires_north.state import State, deciding_seat
from referee_service.kernel.game import verb
from referee_service.kernel.pending import expect_top, pop, replace_top
from referee_service.kernel.rules import Refusal
from referee_service.kernel.shape import Domain
from referee_service.kernel.state import Action


class ChooseResource(Action, frozen=True, tag="choose_resource"):
    """A resource of this kind is gained."""

    resource: Annotated[str, Domain("resource")]


def candidates(state: State) -> list[ChooseResource]:
    """Return every resource. The supply never runs out."""
    return [ChooseResource(resource) for resource in RESOURCES]


def objections(state: State, action: ChooseResource) -> tuple[Refusal, ...]:
    """Return no reasons: every resource may be chosen."""
    return ()


def apply(state: State, action: ChooseResource) -> State:
    """Gain the resource, and close the question after the last one."""
    frame, seat = expect_top(state, GainResourceFrame), deciding_seat(state)
    state = pop(state) if frame.remaining == 1 else replace_top(state, replace(frame, remaining=frame.remaining - 1))
    return receive(state, seat, ((action.resource, 1),), "score.event")


CHOOSE_RESOURCE = verb(ChooseResource, candidates, objections, apply, exact=True)
