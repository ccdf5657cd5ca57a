"""Verb `clear_land`: give up a territory with all its buildings."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.bags import Bag
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action

from ..content.tables import CITY_HOST, WORKFORCE, content
from ..fields import TerritoryHost
from ..payment.rules import can_afford, request_purchase_payment
from ..questions import PurchaseFrame
from ..spots import Facts
from ..state import State


class ClearLand(Action, frozen=True, tag="clear_land"):
    """A territory given up for workforce. It leaves the game with its buildings."""

    host: TerritoryHost


def price(state: State) -> Bag:
    """Return the price of giving up a territory, in workforce."""
    return ((WORKFORCE, content(state).numbers["clear_price"]),)


def candidates(state: State) -> list[ClearLand]:
    """Return an action for every territory, if the player can pay."""
    if not can_afford(state, PurchaseFrame(state.active_seat, "clear"), price(state)):
        return []
    return [ClearLand(host) for host, land in enumerate(state.active_player.lands) if host and land.card]


def objections(state: State, action: ClearLand) -> Iterator[Refusal]:
    """Yield every reason why this territory may not be given up."""
    if action.host == CITY_HOST:
        yield refuse("clear_land.city")
    elif not state.active_player.lands[action.host].card:
        yield refuse("clear_land.land", host=action.host)
    if not can_afford(state, PurchaseFrame(state.active_seat, "clear"), price(state)):
        yield refuse("clear_land.price", price=price(state)[0][1])


def apply(state: State, action: ClearLand) -> State:
    """Request the price. The territory leaves the game once it is paid."""
    purchase = PurchaseFrame(state.active_seat, "clear", at=action.host)
    return request_purchase_payment(replace(state, moved_units=()), purchase, price(state))


def facts(state: State, action: ClearLand) -> Facts:
    """Return the price, and the buildings that are lost with the territory."""
    lands = state.active_player.lands
    buildings = lands[action.host].buildings if 0 <= action.host < len(lands) else ()
    return {"price": price(state)[0][1], "buildings": buildings}


CLEAR_LAND = verb(ClearLand, candidates, objections, apply, exact=True, facts=facts, is_minor=True)
