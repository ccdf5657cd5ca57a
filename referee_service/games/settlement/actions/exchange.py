"""The verb `exchange`: give resources to the supply for another one, at a fixed rate."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.bags import add_to
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.keyed_candidates import KeyedCandidates
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player

from ..content.tables import BASICS, DIAMOND, PACKS, ExchangeRate, content
from ..fields import ResourceField
from ..payment import Funds, funds_of
from ..places import reserve_places
from ..reserve import covers_price, give_back
from ..state import State, has_permit, is_last_round


class Exchange(Action, frozen=True, tag="exchange"):
    """Exchange resources with the supply at a fixed rate, at any time of the turn."""

    give: tuple[ResourceField, ...]
    """Resources that the seat gives, one by one, sorted by name, such as two of `wood` for another basic resource."""
    get: ResourceField
    """The one resource that the seat gets: `clay`, `stone`, `wood`, `diamond` or `gold`."""


def key(state: State) -> tuple[Funds, tuple[str, ...]]:
    """Return the funds of the seat, and what it has exchanged evenly."""
    return funds_of(state), state.evenly_exchanged


def offers(funds: Funds, evenly_exchanged: tuple[str, ...]) -> list[Exchange]:
    """Return every exchange that the reserve covers and the rules allow."""
    return [
        Exchange(rate.give, rate.get)
        for rate in PACKS.get(funds.pack).exchanges.values()
        if covers_price(funds.reserve, rate.price)
        and (not rate.is_even or (funds.has_even_exchange and rate.give[0] not in evenly_exchanged))
    ]


candidates = KeyedCandidates(key, offers)


def objections(state: State, action: Exchange) -> Iterator[Refusal]:
    """Yield every reason why this exchange is not allowed."""
    rate = content(state).exchanges.get((action.give, action.get))
    if rate is None and is_gift(state, action):
        yield refuse("ruling.no_gift", get=action.get)
        rate = ExchangeRate(action.give, action.get, is_even=len(action.give) == 1)
    if rate is None:
        yield refuse("exchange.rate", give=action.give, get=action.get, **_rate_facts(state, action.get))
    else:
        yield from _refusals(state, rate)


def _rate_facts(state: State, get: str) -> dict[str, Fact]:
    """Return what a resource costs: other basic ones or diamonds for a basic resource (`others`), else its `rate`."""
    numbers = content(state).numbers
    diamonds = numbers["diamonds_for_gold"]
    if get in BASICS:
        return {"others": numbers["basics_for_basic"], "diamonds": diamonds}
    return {"rate": BASICS if get == DIAMOND else (DIAMOND,) * diamonds}


def is_gift(state: State, action: Exchange) -> bool:
    """Return whether basic resources are given, at a rate of the book, for a basic one that is among them."""
    is_rate = len(action.give) in (1, content(state).numbers["basics_for_basic"])
    return is_rate and action.get in action.give and all(given in BASICS for given in action.give)


def _refusals(state: State, rate: ExchangeRate) -> Iterator[Refusal]:
    """Yield the reasons against an exchange at a known rate."""
    if not covers_price(state.active_player.reserve, rate.price):
        lacking: dict[str, Fact] = {"give": rate.give} if len(rate.give) > 1 else {"lacking": rate.give[0]}
        yield refuse("exchange.held", **lacking)
    if rate.is_even and not has_permit(state, state.active_player, "even_exchange"):
        yield refuse(_rule_against_even_exchange(state))
    if rate.is_even and rate.give[0] in state.evenly_exchanged:
        yield refuse("ruling.even_exchange", resource=rate.give[0])


def _rule_against_even_exchange(state: State) -> str:
    """Return the rule that a player without the permit breaks. An artefact stops helping when its owner passes."""
    player = state.active_player
    if not player.passed or "even_exchange" not in content(state).artefacts[player.artefact].permits:
        return "exchange.even"
    return "ruling.last_pass" if is_last_round(state) else "ruling.pass_exchange"


def apply(state: State, action: Exchange) -> State:
    """Return the given resources to the supply and take the other one."""
    seat, rate = state.active_seat, content(state).exchanges[action.give, action.get]
    state = give_back(state, seat, rate.price)
    state = with_player(state, seat, reserve=add_to(state.active_player.reserve, action.get))
    exchanged = tuple(sorted({*state.evenly_exchanged, action.get})) if rate.is_even else ()
    return emit(replace(state, evenly_exchanged=exchanged), "exchanged", seat, give=action.give, get=action.get)


EXCHANGE = verb(
    Exchange,
    candidates,
    objections,
    apply,
    exact=True,
    kinds={"give": "exchange.resource", "get": "exchange.resource"},
    spot=reserve_places,
)
