"""Choose the island for a ship of the queue: one that lies open, or blindly the first of a pile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from referee_service.games.empires_north.declaring import reachable
from referee_service.games.empires_north.picking import chooser
from referee_service.games.empires_north.questions import Blind, Landing, Voyage
from referee_service.games.empires_north.state import State
from referee_service.games.empires_north.voyages import ship_of, take_open
from referee_service.kernel.events import note
from referee_service.kernel.game import verb
from referee_service.kernel.pending import asking, swap
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import CHANCE, Action, Domain


class Land(Action, frozen=True, tag="land"):
    """Sail to an island of a pile; without a name, to the first one face down."""

    pile: Annotated[str, Domain("pile")]
    island: Annotated[str, Domain("island")] | None = None


def candidates(state: State) -> list[Land]:
    """Every open island in reach, and the top of every pile in reach."""
    offers = list[Land]()
    for pile in reachable(state, ship_of(state, asking(state, Voyage))):
        isles = state.isles(pile)
        offers += [Land(pile, island) for island in isles.open]
        offers += [Land(pile)] if isles.pile or isles.discard else []
    return offers


def objections(state: State, action: Land) -> Iterator[Refusal]:
    """Why the ship may not sail there; nothing yielded means it may."""
    isles = state.isles(action.pile)
    if action.pile == "distant" and not ship_of(state, asking(state, Voyage)).fish:
        yield refuse("land.fish")
    if action.island is None and not (isles.pile or isles.discard):
        yield refuse("land.pile", pile=action.pile)
    if action.island is not None and action.island not in isles.open:
        yield refuse("land.open", island=action.island, pile=action.pile)


def apply(state: State, action: Land) -> State:
    """An open island is taken; a blind one is turned up first."""
    frame, seat = asking(state, Voyage), chooser(state)
    pile: Literal["near", "distant"] = "near" if action.pile == "near" else "distant"
    state = note(state, "landed", seat, pile=pile, island=action.island)
    if action.island is None:
        return swap(state, Blind(CHANCE, frame.place, frame.does, pile))
    return swap(take_open(state, pile, action.island), Landing(seat, frame.place, frame.does, pile, action.island))


LAND = verb(Land, candidates, objections, apply, exact=True)
