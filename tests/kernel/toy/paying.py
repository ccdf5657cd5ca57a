"""How Caravan pays: cards from the hand; gold settles any debt, and two cards alike are changed into gold."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from referee_service.kernel.events import note
from referee_service.kernel.payment import Payment, Source, Till
from referee_service.kernel.score import award
from referee_service.kernel.values import add_to, change, take_from
from tests.kernel.toy.content import ANY, GOLD, GOODS, content
from tests.kernel.toy.state import State

CARDS = {good: Source(good, stock=good, gives=((good, 1),)) for good in GOODS}
CHANGES = [
    Source(f"change_{good}", stock="", gives=((GOLD, 1),), takes=((good, 2),), pieces=0)
    for good in GOODS
    if good != GOLD
]
SOURCES = (*CARDS.values(), *CHANGES)
WILD = {ANY: frozenset(GOODS), **{good: frozenset({good, GOLD}) for good in GOODS}}


def sources(state: State) -> tuple[Sequence[Source], dict[str, int]]:
    """The cards in hand, and every change of two for one."""
    hand = dict(state.me.hand)
    return [*(CARDS[good] for good in hand), *CHANGES], hand


def use(state: State, source: Source) -> State:
    """A card is laid on the discard pile; a change moves nothing."""
    if not source.pieces:
        return state
    state = change(state, state.current, hand=take_from(state.me.hand, source.stock))
    return replace(state, discard=add_to(state.discard, source.stock))


def paid(state: State, payment: Payment) -> State:
    """The stall opens: it is worth its points, does what it does at once, and everybody hears of it."""
    seat, stall = state.current, content(state).stalls[payment.purpose]
    state = change(state, seat, stalls=tuple(sorted((*state.me.stalls, payment.purpose))))
    state = replace(state, market=take_from(state.market, payment.purpose))
    state = award(state, seat, stall.value, "build.value")
    for effect in stall.on_build:
        state = effect(state, seat)
    return note(state, "opened", seat, stall=payment.purpose)


TILL = Till(sources=sources, use=use, paid=paid, wild=WILD)
