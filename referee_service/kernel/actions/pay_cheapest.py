"""The verb `pay_cheapest`: pay the rest of a price the cheapest way, as the game defines it."""

from __future__ import annotations

from typing import TypeVar

from referee_service.kernel.game import Verb, verb
from referee_service.kernel.payment import PaymentFrame, PaymentRules, is_paid, next_step, payment_after
from referee_service.kernel.pending import expect_top, pop
from referee_service.kernel.rules import Refusal
from referee_service.kernel.state import Action, State
from referee_service.kernel.tuples import without

S = TypeVar("S", bound=State)


class PayCheapest(Action, frozen=True, tag="pay_cheapest"):
    """The rest of the price, paid at once in the cheapest way."""


def candidates(state: State) -> list[PayCheapest]:
    """Return the only action of this verb. An open payment can always be completed."""
    return [PayCheapest()]


def objections(state: State, action: PayCheapest) -> tuple[Refusal, ...]:
    """Return no refusal: every earlier step has kept the price payable."""
    return ()


def pay_cheapest_verb(rules: PaymentRules[S]) -> Verb[S]:
    """Build the verb for a game with these payment rules."""

    def apply(state: S, action: PayCheapest) -> S:
        frame = expect_top(state, PaymentFrame)
        steps = rules.cheapest_steps(state, frame)
        named = {source.name: source for source in rules.sources(state)[0] if source.name in steps}
        while not is_paid(rules, frame):
            source = next_step(steps, frame.pool, named)
            steps, frame = without(steps, source.name), payment_after(frame, source)
            state = rules.use(state, source)
        return rules.on_paid(pop(state), frame)

    return verb(PayCheapest, candidates, objections, apply, exact=True)
