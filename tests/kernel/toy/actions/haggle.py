"""Before answering, ask for another card in return: a question on top of the question."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import push, replace_top, top
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action
from tests.kernel.toy.content.tables import GOODS
from tests.kernel.toy.state import Asked, GoodField, State


class Haggle(Action, frozen=True, tag="haggle"):
    """Ask for another card in return."""

    good: GoodField


def candidates(state: State) -> list[Haggle]:
    """Every other kind, once."""
    asked = top(state)
    return [] if asked.haggled else [Haggle(good) for good in GOODS if good != asked.good]


def objections(state: State, action: Haggle) -> Iterator[Refusal]:
    """Why this may not be haggled for; nothing yielded means it may."""
    asked = top(state)
    if asked.haggled:
        yield refuse("haggle.once")
    if action.good == asked.good:
        yield refuse("haggle.other", good=action.good)


def apply(state: State, action: Haggle) -> State:
    """The one who asked must answer first; then the first question is open again."""
    asked = top(state)
    state = emit(state, "asked", asked.seat, whom=asked.by, good=action.good)
    state = replace_top(state, replace(asked, haggled=True))
    return push(state, Asked(asked.by, action.good, by=asked.seat, haggled=True))


HAGGLE = verb(Haggle, candidates, objections, apply, exact=True)
