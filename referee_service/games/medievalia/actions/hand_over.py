"""Hand over what you produced for your ally; the first time in a turn one resource of it is lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from referee_service.games.medievalia.state import AllyHelpFrame, State
from referee_service.kernel.bags import count_in, remove_from, size_of
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import expect_top, pop
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action, Domain


class HandOver(Action, frozen=True, tag="hand_over"):
    """Hand over what was produced; `lost` is the resource that the transfer costs, where it costs one."""

    lost: Annotated[str, Domain("resource")] | None


def costs_resource(state: State) -> bool:
    """Whether this transfer costs a resource: the first of a turn does."""
    return bool(expect_top(state, AllyHelpFrame).pool) and not state.ally_fee_paid


def candidates(state: State) -> list[HandOver]:
    """One for every kind that can be lost, or just one."""
    return (
        [HandOver(kind) for kind, _ in expect_top(state, AllyHelpFrame).pool]
        if costs_resource(state)
        else [HandOver(None)]
    )


def objections(state: State, action: HandOver) -> Iterator[Refusal]:
    """The price of the transfer is paid from what is transferred, and only when it is due."""
    if costs_resource(state) != (action.lost is not None):
        yield refuse("hand_over.surcharge", due=int(costs_resource(state)))
    elif action.lost is not None and not count_in(expect_top(state, AllyHelpFrame).pool, action.lost):
        yield refuse("hand_over.lost", resource=action.lost)


def apply(state: State, action: HandOver) -> State:
    """It lies ready for the next purchase."""
    frame = expect_top(state, AllyHelpFrame)
    gift = remove_from(frame.pool, action.lost) if action.lost is not None else frame.pool
    state = replace(pop(state), ally_pool=gift, ally_fee_paid=state.ally_fee_paid or action.lost is not None)
    return emit(state, "handed_over", frame.seat, count=size_of(gift))


HAND_OVER = verb(HandOver, candidates, objections, apply, exact=True)
