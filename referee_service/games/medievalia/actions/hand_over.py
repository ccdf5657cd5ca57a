"""Verb `hand_over`: hand over the produced resources to the ally. The first time in a turn, one of them is lost."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.medievalia.fields import Resource
from referee_service.games.medievalia.questions import AllyHelpFrame
from referee_service.games.medievalia.state import State
from referee_service.kernel.bags import count_in, remove_from, size_of
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import expect_top, pop
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class HandOver(Action, frozen=True, tag="hand_over"):
    """The transfer of produced resources. `lost` is the resource that the transfer costs, or None if it is free."""

    lost: Resource | None


def costs_resource(state: State) -> bool:
    """Return whether this transfer costs a resource. The first one of a turn that transfers anything does."""
    return bool(expect_top(state, AllyHelpFrame).pool) and not state.ally_fee_paid


def candidates(state: State) -> list[HandOver]:
    """Return one action for every kind that can be lost, or a single action if the transfer is free."""
    return (
        [HandOver(kind) for kind, _ in expect_top(state, AllyHelpFrame).pool]
        if costs_resource(state)
        else [HandOver(None)]
    )


def objections(state: State, action: HandOver) -> Iterator[Refusal]:
    """Yield a refusal if `lost` is given without need, is missing, or is not among the produced resources."""
    if costs_resource(state) != (action.lost is not None):
        yield refuse("hand_over.surcharge", due=int(costs_resource(state)))
    elif action.lost is not None and not count_in(expect_top(state, AllyHelpFrame).pool, action.lost):
        yield refuse("hand_over.lost", resource=action.lost)


def apply(state: State, action: HandOver) -> State:
    """Move the resources to the pool for the next purchase."""
    frame = expect_top(state, AllyHelpFrame)
    transferred = remove_from(frame.pool, action.lost) if action.lost is not None else frame.pool
    state = replace(pop(state), ally_pool=transferred, ally_fee_paid=state.ally_fee_paid or action.lost is not None)
    return emit(state, "handed_over", frame.seat, count=size_of(transferred))


HAND_OVER = verb(HandOver, candidates, objections, apply, exact=True)
