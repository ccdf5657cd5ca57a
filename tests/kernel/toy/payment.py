"""Payment rules of Caravan: cards from the hand pay. Gold pays any debt, and two equal cards convert into gold."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from referee_service.kernel.bags import add_to, remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.payment import PaymentFrame, PaymentRules, PaymentSource
from referee_service.kernel.score import award
from referee_service.kernel.tuples import with_player
from tests.kernel.toy.content.schema import ANY, GOLD, GOODS
from tests.kernel.toy.content.tables import content
from tests.kernel.toy.state import State

CARDS = {good: PaymentSource(good, stock=good, produces=((good, 1),)) for good in GOODS}
CONVERSIONS = [
    PaymentSource(f"change_{good}", stock="", produces=((GOLD, 1),), consumes=((good, 2),), piece_cost=0)
    for good in GOODS
    if good != GOLD
]
SOURCES = (*CARDS.values(), *CONVERSIONS)
WILDCARDS = {ANY: frozenset(GOODS), **{good: frozenset({good, GOLD}) for good in GOODS}}


def sources(state: State) -> tuple[Sequence[PaymentSource], dict[str, int]]:
    """Return the cards in hand and all conversions, and the number of cards of each kind."""
    hand = dict(state.active_player.hand)
    return [*(CARDS[good] for good in hand), *CONVERSIONS], hand


def use(state: State, source: PaymentSource) -> State:
    """Move a card to the discard pile. A conversion moves nothing."""
    if not source.piece_cost:
        return state
    state = with_player(state, state.active_seat, hand=remove_from(state.active_player.hand, source.stock))
    return replace(state, discard=add_to(state.discard, source.stock))


def open_stall(state: State, payment: PaymentFrame) -> State:
    """Give the paid stall to the player, score it, and apply its effects."""
    seat, stall = state.active_seat, content(state).stalls[payment.purpose]
    state = with_player(state, seat, stalls=tuple(sorted((*state.active_player.stalls, payment.purpose))))
    state = replace(state, market=remove_from(state.market, payment.purpose))
    state = award(state, seat, stall.value, "build.value")
    for effect in stall.on_build:
        state = effect(state, seat)
    return emit(state, "opened", seat, stall=payment.purpose)


PAYMENT_RULES = PaymentRules(sources=sources, use=use, on_paid=open_stall, wildcards=WILDCARDS)
