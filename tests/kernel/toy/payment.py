"""How Caravan pays: cards from the hand; gold settles any debt, and two cards alike are changed into gold."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from referee_service.kernel.bags import add_to, remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.payment import PaymentFrame, PaymentRules, PaymentSource
from referee_service.kernel.score import award
from referee_service.kernel.tuples import with_player
from tests.kernel.toy.content.tables import ANY, GOLD, GOODS, content
from tests.kernel.toy.state import State

CARDS = {good: PaymentSource(good, stock=good, produces=((good, 1),)) for good in GOODS}
CHANGES = [
    PaymentSource(f"change_{good}", stock="", produces=((GOLD, 1),), consumes=((good, 2),), piece_cost=0)
    for good in GOODS
    if good != GOLD
]
SOURCES = (*CARDS.values(), *CHANGES)
WILD = {ANY: frozenset(GOODS), **{good: frozenset({good, GOLD}) for good in GOODS}}


def sources(state: State) -> tuple[Sequence[PaymentSource], dict[str, int]]:
    """The cards in hand, and every change of two for one."""
    hand = dict(state.me.hand)
    return [*(CARDS[good] for good in hand), *CHANGES], hand


def use(state: State, source: PaymentSource) -> State:
    """A card is laid on the discard pile; a change moves nothing."""
    if not source.piece_cost:
        return state
    state = with_player(state, state.current, hand=remove_from(state.me.hand, source.stock))
    return replace(state, discard=add_to(state.discard, source.stock))


def paid(state: State, payment: PaymentFrame) -> State:
    """The stall opens: it is worth its points, does what it does at once, and everybody hears of it."""
    seat, stall = state.current, content(state).stalls[payment.purpose]
    state = with_player(state, seat, stalls=tuple(sorted((*state.me.stalls, payment.purpose))))
    state = replace(state, market=remove_from(state.market, payment.purpose))
    state = award(state, seat, stall.value, "build.value")
    for effect in stall.on_build:
        state = effect(state, seat)
    return emit(state, "opened", seat, stall=payment.purpose)


TILL = PaymentRules(sources=sources, use=use, on_paid=paid, wildcards=WILD)
