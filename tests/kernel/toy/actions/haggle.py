"""The verb `haggle`: ask for another card in return. It opens a question on top of the open one."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import expect_top, push, replace_top
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action
from tests.kernel.toy.content.schema import GOODS
from tests.kernel.toy.questions import RequestFrame
from tests.kernel.toy.state import GoodField, State


class Haggle(Action, frozen=True, tag="haggle"):
    """Ask for another card in return."""

    good: GoodField


def candidates(state: State) -> list[Haggle]:
    """Return one action per other kind of card, or none if the seat has haggled."""
    request = expect_top(state, RequestFrame)
    return [] if request.haggled else [Haggle(good) for good in GOODS if good != request.good]


def objections(state: State, action: Haggle) -> Iterator[Refusal]:
    """Yield every reason why the seat may not haggle for this card."""
    request = expect_top(state, RequestFrame)
    if request.haggled:
        yield refuse("haggle.once")
    if action.good == request.good:
        yield refuse("haggle.other", good=action.good)


def apply(state: State, action: Haggle) -> State:
    """Ask the other seat. Its answer reopens the first question."""
    request = expect_top(state, RequestFrame)
    state = emit(state, "asked", request.seat, whom=request.by, good=action.good)
    state = replace_top(state, replace(request, haggled=True))
    return push(state, RequestFrame(request.by, action.good, by=request.seat, haggled=True))


HAGGLE = verb(Haggle, candidates, objections, apply, exact=True)
