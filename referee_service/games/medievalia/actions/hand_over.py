"""Hand over what you produced for your ally; the first time in a turn one resource of it is lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from referee_service.games.medievalia.state import AllyHelp, State
from referee_service.kernel.events import note
from referee_service.kernel.game import verb
from referee_service.kernel.pending import asking, pop
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action, Domain
from referee_service.kernel.values import count_in, size_of, take_from


class HandOver(Action, frozen=True, tag="hand_over"):
    """Hand over what was produced; `lost` is the resource that the transfer costs, where it costs one."""

    lost: Annotated[str, Domain("resource")] | None


def is_due(state: State) -> bool:
    """Whether this transfer costs a resource: the first of a turn does."""
    return bool(asking(state, AllyHelp).pool) and not state.helped


def candidates(state: State) -> list[HandOver]:
    """One for every kind that can be lost, or just one."""
    return [HandOver(kind) for kind, _ in asking(state, AllyHelp).pool] if is_due(state) else [HandOver(None)]


def objections(state: State, action: HandOver) -> Iterator[Refusal]:
    """The price of the transfer is paid from what is transferred, and only when it is due."""
    if is_due(state) != (action.lost is not None):
        yield refuse("hand_over.surcharge", due=int(is_due(state)))
    elif action.lost is not None and not count_in(asking(state, AllyHelp).pool, action.lost):
        yield refuse("hand_over.lost", resource=action.lost)


def apply(state: State, action: HandOver) -> State:
    """It lies ready for the next purchase."""
    frame = asking(state, AllyHelp)
    gift = take_from(frame.pool, action.lost) if action.lost is not None else frame.pool
    state = replace(pop(state), gift=gift, helped=state.helped or action.lost is not None)
    return note(state, "handed_over", frame.seat, count=size_of(gift))


HAND_OVER = verb(HandOver, candidates, objections, apply, exact=True)
