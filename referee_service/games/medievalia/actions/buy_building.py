"""Verb `buy_building`: buy the open building of a pile for a city or territory that stays unturned."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.bags import pieces_of
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_item

from ..content.tables import content
from ..fields import NO_CARD, Host, PileNumber
from ..payment.rules import can_afford, request_purchase_payment
from ..questions import PurchaseFrame
from ..spots import Facts, land_facts, space_of, top_building
from ..state import Pile, State


class BuyBuilding(Action, frozen=True, tag="buy_building"):
    """A purchase of the open building of a pile. Its price is paid next, then it is placed."""

    pile: PileNumber
    host: Host
    """Unturned land of the seat that gets the building: 0 is the city, 1 to 4 are territories."""


def purchase_for(state: State, action: BuyBuilding) -> PurchaseFrame:
    """Return the frame of the purchase that an action begins."""
    return PurchaseFrame(state.active_seat, "building", state.piles[action.pile].top, action.host, action.pile)


def candidates(state: State) -> list[BuyBuilding]:
    """Return an action for every affordable open building and every unturned land with room."""
    tables, maximum = content(state), content(state).numbers["buildings_per_host"]
    hosts = [
        host
        for host, land in enumerate(state.active_player.lands)
        if land.card and not land.turned and len(land.buildings) < maximum
    ]
    offers = [BuyBuilding(index, host) for index, pile in enumerate(state.piles) if pile.top for host in hosts]
    return [
        offer
        for offer in offers
        if can_afford(state, purchase_for(state, offer), tables.costs[state.piles[offer.pile].top])
    ]


def objections(state: State, action: BuyBuilding) -> Iterator[Refusal]:
    """Yield every reason why this building may not be bought for that land."""
    tables, land, top = content(state), state.active_player.lands[action.host], state.piles[action.pile].top
    if not top:
        yield refuse("buy_building.pile", pile=action.pile)
    if not land.card:
        yield refuse("buy_building.land", host=action.host)
    if land.turned:
        yield refuse("buy_building.turned", host=action.host, space=space_of(action.host))
    if len(land.buildings) >= tables.numbers["buildings_per_host"]:
        most = tables.numbers["buildings_per_host"]
        yield refuse("buy_building.room", host=action.host, space=space_of(action.host), most=most)
    if top and not can_afford(state, purchase_for(state, action), tables.costs[top]):
        yield refuse("buy_building.price", building=top, host=action.host, **facts(state, action))


def apply(state: State, action: BuyBuilding) -> State:
    """Take the building from its pile and request its price. It is placed once it is paid."""
    purchase, pile = purchase_for(state, action), state.piles[action.pile]
    state = replace(state, piles=with_item(state.piles, action.pile, Pile(NO_CARD, pile.hidden_count)), moved_units=())
    return request_purchase_payment(state, purchase, content(state).costs[purchase.card])


def facts(state: State, action: BuyBuilding) -> Facts:
    """Return the price of the building, and the space of its land."""
    top = top_building(state, state.active_seat, action.pile)
    space = land_facts(state, state.active_seat, action.host)["space"]
    return {"price": pieces_of(content(state).costs.get(top, ())), "space": space}


BUY_BUILDING = verb(BuyBuilding, candidates, objections, apply, exact=True, facts=facts)
