"""Assign a good of your supply to a card."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.empires_north.binding import WORKER
from referee_service.games.empires_north.declaring import assignments
from referee_service.games.empires_north.empire import set_site
from referee_service.games.empires_north.picking import asked, chooser
from referee_service.games.empires_north.questions import Assign as Assigning
from referee_service.games.empires_north.running import asking_effect, beneath
from referee_service.games.empires_north.state import GoodName, Slot, State, site_at
from referee_service.kernel.events import note
from referee_service.kernel.game import verb
from referee_service.kernel.pending import asking, swap
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.values import add_to, change


class Assign(Action, frozen=True, tag="assign"):
    """Assign a good, or a worker, to the card in a slot."""

    good: GoodName
    slot: Slot


def open_ways(state: State) -> list[tuple[str, int]]:
    """What can be assigned, and where."""
    return assignments(state, chooser(state), asking_effect(state), beneath(state).slot)


def candidates(state: State) -> list[Assign]:
    """Every good that fits on a card."""
    return [Assign(*way) for way in open_ways(state)]


def objections(state: State, action: Assign) -> Iterator[Refusal]:
    """Why this good may not lie there; nothing yielded means it may."""
    if (action.good, action.slot) not in open_ways(state):
        yield refuse("assign.fits", good=action.good, slot=action.slot)


def apply(state: State, action: Assign) -> State:
    """The good moves from the supply to the card and stays there."""
    frame, seat, player = asking(state, Assigning), chooser(state), asked(state)
    site = site_at(player, action.slot)
    assert site is not None
    state = swap(state, replace(frame, left=frame.left - 1, begun=True))
    state = set_site(state, seat, action.slot, goods=add_to(site.goods, action.good))
    if action.good == WORKER:
        state = change(state, seat, workers=player.workers - 1)
    else:
        state = change(state, seat, goods=add_to(player.goods, action.good, -1))
    return note(state, "laid_on", seat, good=action.good, card=site.card)


ASSIGN = verb(Assign, candidates, objections, apply, exact=True)
