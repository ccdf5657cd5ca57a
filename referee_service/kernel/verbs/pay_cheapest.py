"""Pay the whole rest of a price the cheapest way: fewest pieces, then least surplus, then fewest steps."""

from __future__ import annotations

from typing import TypeVar

from referee_service.kernel.game import Verb, verb
from referee_service.kernel.payment import Payment, Till, brought, cheapest, is_paid, next_step
from referee_service.kernel.pending import asking, pop
from referee_service.kernel.ruling import Refusal
from referee_service.kernel.state import Action, State
from referee_service.kernel.values import drop

S = TypeVar("S", bound=State)


class PayCheapest(Action, frozen=True, tag="pay_cheapest"):
    """Pay the rest of the price the cheapest way."""


def candidates(state: State) -> list[PayCheapest]:
    """A payment that opened can be completed, so this is always open."""
    return [PayCheapest()]


def objections(state: State, action: PayCheapest) -> tuple[Refusal, ...]:
    """Nothing forbids it: every step kept the price payable."""
    return ()


def pay_cheapest_verb(till: Till[S]) -> Verb[S]:
    """The verb, for a game with this till."""

    def apply(state: S, action: PayCheapest) -> S:
        frame, (sources, stocks) = asking(state, Payment), till.sources(state)
        if till.way is not None:
            left: tuple[str, ...] | None = till.way(state, frame)
        else:
            left = cheapest(frame.owed, frame.pool, sources, stocks, till.wild)
        assert left is not None, "a payment that opened can be completed"
        named = {source.name: source for source in sources if source.name in left}
        while not is_paid(till, frame):
            source = next_step(left, frame.pool, named)
            left, frame = drop(left, source.name), brought(frame, source)
            state = till.use(state, source)
        return till.paid(pop(state), frame)

    return verb(PayCheapest, candidates, objections, apply, exact=True)
