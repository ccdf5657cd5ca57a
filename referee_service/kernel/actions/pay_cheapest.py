"""Pay the whole rest of a price the cheapest way: fewest pieces, then least surplus, then fewest steps."""

from __future__ import annotations

from typing import TypeVar

from referee_service.kernel.game import Verb, verb
from referee_service.kernel.payment import PaymentFrame, PaymentRules, cheapest_steps, is_paid, next_step, payment_after
from referee_service.kernel.pending import expect_top, pop
from referee_service.kernel.rules import Refusal
from referee_service.kernel.state import Action, State
from referee_service.kernel.tuples import without

S = TypeVar("S", bound=State)


class PayCheapest(Action, frozen=True, tag="pay_cheapest"):
    """Pay the rest of the price the cheapest way."""


def candidates(state: State) -> list[PayCheapest]:
    """A payment that opened can be completed, so this is always open."""
    return [PayCheapest()]


def objections(state: State, action: PayCheapest) -> tuple[Refusal, ...]:
    """Nothing forbids it: every step kept the price payable."""
    return ()


def pay_cheapest_verb(till: PaymentRules[S]) -> Verb[S]:
    """The verb, for a game with this till."""

    def apply(state: S, action: PayCheapest) -> S:
        frame, (sources, stocks) = expect_top(state, PaymentFrame), till.sources(state)
        if till.cheapest_steps is not None:
            left: tuple[str, ...] | None = till.cheapest_steps(state, frame)
        else:
            left = cheapest_steps(frame.owed, frame.pool, sources, stocks, till.wildcards)
        assert left is not None, "a payment that opened can be completed"
        named = {source.name: source for source in sources if source.name in left}
        while not is_paid(till, frame):
            source = next_step(left, frame.pool, named)
            left, frame = without(left, source.name), payment_after(frame, source)
            state = till.use(state, source)
        return till.on_paid(pop(state), frame)

    return verb(PayCheapest, candidates, objections, apply, exact=True)
