"""The verb `pay`: use one source of a payment. Every step must leave the price payable."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, TypeVar

from referee_service.kernel.game import Verb, verb
from referee_service.kernel.payment import (
    PaymentFrame,
    PaymentRules,
    can_use,
    keeps_payable,
    usable_sources,
    use_source,
)
from referee_service.kernel.pending import expect_top
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.shape import Domain
from referee_service.kernel.state import Action, State

S = TypeVar("S", bound=State)


class Pay(Action, frozen=True, tag="pay"):
    """One use of a source of a payment. Every use must leave the rest of the price payable."""

    source: Annotated[str, Domain("source")]
    """Source to use once: a piece that pays, or a conversion of what is paid so far."""


def pay_verb(rules: PaymentRules[S]) -> Verb[S]:
    """Build the verb for a game with these payment rules."""

    def candidates(state: S) -> list[Pay]:
        return [Pay(source.name) for source in usable_sources(rules, state, expect_top(state, PaymentFrame))]

    def objections(state: S, action: Pay) -> Iterator[Refusal]:
        named = [source for source in rules.sources(state)[0] if source.name == action.source]
        if not named or not can_use(rules, state, expect_top(state, PaymentFrame), named[0]):
            yield refuse("pay.source", source=action.source)
        elif not keeps_payable(rules, state, expect_top(state, PaymentFrame), named[0]):
            yield refuse("pay.completable", source=action.source)

    def apply(state: S, action: Pay) -> S:
        return use_source(
            rules,
            state,
            expect_top(state, PaymentFrame),
            next(s for s in rules.sources(state)[0] if s.name == action.source),
        )

    return verb(Pay, candidates, objections, apply, exact=True, any_name=True)
