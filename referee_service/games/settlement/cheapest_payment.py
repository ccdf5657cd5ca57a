"""The cheapest payment of a price. It is computed, because a large reserve has too many payments to search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from referee_service.kernel.payment import PaymentFrame

from .content.tables import BASICS, DIAMOND, GOLD, ExchangeRate, content
from .state import State, has_permit


class PaymentPlanner:
    """The resources laid down and held while the steps of one payment are computed."""

    def __init__(self, state: State, payment: PaymentFrame) -> None:
        """Start from the resources already laid down and the reserve of the active player."""
        numbers = content(state).numbers
        self.basics_for_basic, self.diamonds_for_gold = numbers["basics_for_basic"], numbers["diamonds_for_gold"]
        self.has_even_exchange = has_permit(state, state.active_player, "even_exchange")
        self.owed: Counter[str] = Counter(dict(payment.owed))
        self.laid: Counter[str] = Counter(dict(payment.pool))
        self.held: Counter[str] = Counter(dict(state.active_player.reserve))
        self.steps: list[str] = []

    def plan(self) -> tuple[str, ...]:
        """Return the names of the steps that pay the rest of the price, sorted. The price must be payable."""
        gold = self._set_aside(GOLD, self.owed[GOLD])
        diamonds = self._set_aside(DIAMOND, self.owed[DIAMOND] + gold * self.diamonds_for_gold)
        self.steps += [ExchangeRate((DIAMOND,) * self.diamonds_for_gold, GOLD).name] * gold
        self.steps += [ExchangeRate(BASICS, DIAMOND).name] * diamonds
        lacking = {basic: self._set_aside(basic, self.owed[basic] + diamonds) for basic in BASICS}
        for basic, count in lacking.items():
            for _ in range(count):
                self._exchange_for(basic)
        return tuple(sorted(self.steps))

    def _set_aside(self, kind: str, count: int) -> int:
        """Set aside `count` of a kind, laid ones first, then held ones. Return how many are missing."""
        from_laid = min(count, self.laid[kind])
        from_held = min(count - from_laid, self.held[kind])
        self.laid[kind] -= from_laid
        self._use(kind, from_held)
        return count - from_laid - from_held

    def _use(self, kind: str, count: int) -> None:
        """Lay down `count` held resources of a kind."""
        self.held[kind] -= count
        self.steps += [kind] * count

    def _exchange_for(self, basic: str) -> None:
        """Exchange resources for a missing basic one, at the rate that lays down the fewest further pieces."""
        options = [
            (cost, place, rate)
            for place, rate in enumerate(self._exchanges_for(basic))
            if (cost := self._exchange_cost(rate)) is not None
        ]
        _, _, rate = min(options, key=lambda option: option[:2])
        for kind, count in Counter(rate.give).items():
            if rate.is_even:
                self.held[kind] -= 1
                continue
            from_laid = min(count, self.laid[kind])
            self.laid[kind] -= from_laid
            self._use(kind, count - from_laid)
        self.steps.append(rate.name)

    def _exchanges_for(self, basic: str) -> Iterator[ExchangeRate]:
        """Yield every exchange that may bring this basic resource. Some may give more than the player has."""
        for kind in BASICS if self.has_even_exchange else ():
            if self.held[kind]:
                yield ExchangeRate((kind,), basic, is_even=True)
        yield ExchangeRate((GOLD,), basic)
        spare = (kind for stock in (self.laid, self.held) for kind in BASICS for _ in range(stock[kind]))
        give = tuple(sorted(islice(spare, self.basics_for_basic)))
        if len(give) == self.basics_for_basic:
            yield ExchangeRate(give, basic)
        yield ExchangeRate((DIAMOND,) * self.diamonds_for_gold, basic)

    def _exchange_cost(self, rate: ExchangeRate) -> int | None:
        """Return the number of pieces that this exchange lays down, or None if the player has too few."""
        if rate.is_even:
            return 1
        wanted = Counter(rate.give)
        if any(self.laid[kind] + self.held[kind] < count for kind, count in wanted.items()):
            return None
        return sum(max(0, count - self.laid[kind]) for kind, count in wanted.items())
