"""Exchange resources with the supply: at any moment of your turn, and once more after the last pass."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated

from msgspec.structs import replace

from referee_service.games.settlement.content.tables import PACKS, content
from referee_service.games.settlement.content.tables import ExchangeRate as Rate
from referee_service.games.settlement.reserve import covers_price, give_back
from referee_service.games.settlement.state import Resource, State, has_permit
from referee_service.kernel.bags import Bag, add_to, bag_of
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action, Domain
from referee_service.kernel.tuples import with_player


class Exchange(Action, frozen=True, tag="exchange"):
    """Give resources, in order of their names, and get another one."""

    give: tuple[Annotated[str, Domain("resource")], ...]
    get: Resource


def candidates(state: State) -> list[Exchange]:
    """Every exchange that the reserve allows."""
    return [
        Exchange(rate.give, rate.get)
        for rate in _affordable_rates(state.pack, state.active_player.reserve)
        if _is_rate_allowed(state, rate)
    ]


@lru_cache(maxsize=8192)
def _affordable_rates(pack: str, reserve: Bag) -> tuple[Rate, ...]:
    """The rates that a reserve can serve: asked at every step of a turn, so worked out once for each."""
    return tuple(rate for rate in PACKS.get(pack).exchanges.values() if covers_price(reserve, bag_of(rate.give)))


def _is_rate_allowed(state: State, rate: Rate) -> bool:
    """An even exchange needs a permit, and does not give away what was just got so."""
    return not rate.is_even or not any(True for _ in _refusals(state, rate))


def objections(state: State, action: Exchange) -> Iterator[Refusal]:
    """Why this exchange is not open; nothing yielded means it is."""
    rate = content(state).exchanges.get((action.give, action.get))
    if rate is None:
        yield refuse("exchange.rate", give=action.give, get=action.get)
    else:
        yield from _refusals(state, rate)


def _refusals(state: State, rate: Rate) -> Iterator[Refusal]:
    if not covers_price(state.active_player.reserve, bag_of(rate.give)):
        yield refuse("exchange.held", give=rate.give)
    if rate.is_even and not has_permit(state, state.active_player, "even_exchange"):
        yield refuse("exchange.even")
    if rate.is_even and rate.give[0] in state.evenly_exchanged:
        yield refuse("ruling.even_exchange", resource=rate.give[0])


def apply(state: State, action: Exchange) -> State:
    """The supply takes the one and gives the other."""
    seat, rate = state.active_seat, content(state).exchanges[action.give, action.get]
    state = give_back(state, seat, bag_of(action.give))
    state = with_player(state, seat, reserve=add_to(state.active_player.reserve, action.get))
    swapped = tuple(sorted({*state.evenly_exchanged, action.get})) if rate.is_even else ()
    return emit(replace(state, evenly_exchanged=swapped), "exchanged", seat, give=action.give, get=action.get)


EXCHANGE = verb(Exchange, candidates, objections, apply, exact=True)
