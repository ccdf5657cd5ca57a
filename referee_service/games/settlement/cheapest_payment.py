"""The cheapest way to pay a price, reckoned rather than searched for: a reserve may be too rich to try everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee_service.games.settlement.content.tables import BASICS, DIAMOND, GOLD, ExchangeRate, content
from referee_service.games.settlement.state import State, has_permit
from referee_service.kernel.payment import PaymentFrame


class PaymentPlanner:
    """What lies down for a price and what is still at hand, while the way to pay it is worked out."""

    def __init__(self, state: State, payment: PaymentFrame) -> None:
        numbers = content(state).numbers
        self.basics_for_basic, self.diamonds_for_gold = numbers["basics_for_basic"], numbers["diamonds_for_gold"]
        self.is_even = has_permit(state, state.active_player, "even_exchange")
        self.owed: Counter[str] = Counter(dict(payment.owed))
        self.laid: Counter[str] = Counter(dict(payment.pool))
        self.held: Counter[str] = Counter(dict(state.active_player.reserve))
        self.steps: list[str] = []

    def way(self) -> tuple[str, ...]:
        """The steps, in order of their names."""
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
        """Set aside so many of a kind, from what lies down and then from what is held; how many are lacking."""
        down = min(count, self.laid[kind])
        more = min(count - down, self.held[kind])
        self.laid[kind] -= down
        self._use(kind, more)
        return count - down - more

    def _use(self, kind: str, count: int) -> None:
        self.held[kind] -= count
        self.steps += [kind] * count

    def _exchange_for(self, basic: str) -> None:
        """Exchange something for a basic resource that is lacking: the way that lays down the fewest pieces more."""
        ways = [
            (cost, step, way)
            for step, way in enumerate(self._exchanges_for(basic))
            if (cost := self._exchange_cost(way)) is not None
        ]
        _, _, way = min(ways, key=lambda each: each[:2])
        for kind, count in Counter(way.give).items():
            if way.is_even:
                self.held[kind] -= 1
                continue
            down = min(count, self.laid[kind])
            self.laid[kind] -= down
            self._use(kind, count - down)
        self.steps.append(way.name)

    def _exchanges_for(self, basic: str) -> Iterator[ExchangeRate]:
        """Every exchange that could bring this basic resource now."""
        for kind in BASICS if self.is_even else ():
            if self.held[kind]:
                yield ExchangeRate((kind,), basic, is_even=True)
        yield ExchangeRate((GOLD,), basic)
        spare = [kind for kind in BASICS for _ in range(self.laid[kind])]
        spare += [kind for kind in BASICS for _ in range(self.held[kind])]
        if len(spare) >= self.basics_for_basic:
            yield ExchangeRate(tuple(sorted(spare[: self.basics_for_basic])), basic)
        yield ExchangeRate((DIAMOND,) * self.diamonds_for_gold, basic)

    def _exchange_cost(self, way: ExchangeRate) -> int | None:
        """How many pieces this exchange would lay down; None when there are too few."""
        if way.is_even:
            return 1
        wanted = Counter(way.give)
        if any(self.laid[kind] + self.held[kind] < count for kind, count in wanted.items()):
            return None
        return sum(max(0, count - self.laid[kind]) for kind, count in wanted.items())
