"""The cheapest way to pay a price, reckoned rather than searched for: a reserve may be too rich to try everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee_service.games.settlement.content import BASICS, DIAMOND, GOLD, Exchange, content
from referee_service.games.settlement.state import State, permits
from referee_service.kernel.payment import Payment


class Purse:
    """What lies down for a price and what is still at hand, while the way to pay it is worked out."""

    def __init__(self, state: State, payment: Payment) -> None:
        numbers = content(state).numbers
        self.basics_for_basic, self.diamonds_for_gold = numbers["basics_for_basic"], numbers["diamonds_for_gold"]
        self.is_even = permits(state, state.me, "even_exchange")
        self.owed: Counter[str] = Counter(dict(payment.owed))
        self.laid: Counter[str] = Counter(dict(payment.pool))
        self.held: Counter[str] = Counter(dict(state.me.reserve))
        self.steps: list[str] = []

    def way(self) -> tuple[str, ...]:
        """The steps, in order of their names."""
        gold = self._settle(GOLD, self.owed[GOLD])
        diamonds = self._settle(DIAMOND, self.owed[DIAMOND] + gold * self.diamonds_for_gold)
        self.steps += [Exchange((DIAMOND,) * self.diamonds_for_gold, GOLD).name] * gold
        self.steps += [Exchange(BASICS, DIAMOND).name] * diamonds
        lacking = {basic: self._settle(basic, self.owed[basic] + diamonds) for basic in BASICS}
        for basic, count in lacking.items():
            for _ in range(count):
                self._make(basic)
        return tuple(sorted(self.steps))

    def _settle(self, kind: str, count: int) -> int:
        """Set aside so many of a kind, from what lies down and then from what is held; how many are lacking."""
        down = min(count, self.laid[kind])
        more = min(count - down, self.held[kind])
        self.laid[kind] -= down
        self._lay(kind, more)
        return count - down - more

    def _lay(self, kind: str, count: int) -> None:
        self.held[kind] -= count
        self.steps += [kind] * count

    def _make(self, basic: str) -> None:
        """Exchange something for a basic resource that is lacking: the way that lays down the fewest pieces more."""
        ways = [
            (cost, step, way) for step, way in enumerate(self._ways(basic)) if (cost := self._cost(way)) is not None
        ]
        _, _, way = min(ways, key=lambda each: each[:2])
        for kind, count in Counter(way.give).items():
            if way.even:
                self.held[kind] -= 1
                continue
            down = min(count, self.laid[kind])
            self.laid[kind] -= down
            self._lay(kind, count - down)
        self.steps.append(way.name)

    def _ways(self, basic: str) -> Iterator[Exchange]:
        """Every exchange that could bring this basic resource now."""
        for kind in BASICS if self.is_even else ():
            if self.held[kind]:
                yield Exchange((kind,), basic, even=True)
        yield Exchange((GOLD,), basic)
        spare = [kind for kind in BASICS for _ in range(self.laid[kind])]
        spare += [kind for kind in BASICS for _ in range(self.held[kind])]
        if len(spare) >= self.basics_for_basic:
            yield Exchange(tuple(sorted(spare[: self.basics_for_basic])), basic)
        yield Exchange((DIAMOND,) * self.diamonds_for_gold, basic)

    def _cost(self, way: Exchange) -> int | None:
        """How many pieces this exchange would lay down; None when there are too few."""
        if way.even:
            return 1
        wanted = Counter(way.give)
        if any(self.laid[kind] + self.held[kind] < count for kind, count in wanted.items()):
            return None
        return sum(max(0, count - self.laid[kind]) for kind, count in wanted.items())
