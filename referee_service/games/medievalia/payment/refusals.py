"""Refusals of payment sources: the rule of the game why a source that the game knows cannot be used now."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from referee_service.kernel.game import Verb
from referee_service.kernel.pending import expect_top
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action

from ..content.tables import BUREAUCRAT_POWER, content, host_name, place_name
from ..fiefs import home_fief
from ..fields import NO_HOST
from ..questions import AllyHelpFrame, PurchaseFrame
from ..spots import land_facts, missing_card_facts
from ..state import State
from .names import parse_source
from .rules import current_purchase


def with_reasons(checked: Verb[State], rule: str) -> Verb[State]:
    """Return a verb that gives the rule of the game instead of the general `rule` if there is one.

    A component that is no source is refused under `payment.kind`.
    """

    def objections(state: State, action: Action) -> Iterator[Refusal]:
        for refusal in checked.objections(state, action):
            yield (_reason(state, str(refusal.facts["source"])) if refusal.rule == rule else None) or refusal

    return dataclasses.replace(checked, objections=objections, kinds={"source": "payment.kind"})


def _reason(state: State, source: str) -> Refusal | None:
    """Return why the seat to move cannot use a source, or None if only the general rule says it.

    An ally who helps uses neither powers nor conversions, so the general rule covers these.
    """
    top = state.pending[-1]
    purchase = None if isinstance(top, AllyHelpFrame) else current_purchase(state)
    seat = expect_top(state, AllyHelpFrame).seat if purchase is None else state.active_seat
    assert isinstance(seat, int)
    named = parse_source(source)
    if named.resource:
        return refuse("payment.hand", card=named.card)
    if named.conversion:
        return _conversion_reason(state, source) if purchase is not None else None
    if named.host is not None:
        reason = _host_reason(state, seat, purchase, named.host, named.card or None)
    else:
        reason = _unit_reason(state, seat, purchase, named.card, NO_HOST, is_power=named.is_power)
    if purchase is None and (named.artists or named.is_power):
        return None
    return reason or (refuse("payment.artist", count=named.artists) if named.artists else None)


def _conversion_reason(state: State, source: str) -> Refusal:
    """Return what a conversion or a trade needs."""
    kind, give, *_ = source.split("_")
    if kind == "trade":
        return refuse("payment.merchant", resource=give)
    return refuse("payment.convert", resource=give, count=content(state).numbers["convert"])


def _host_reason(
    state: State, seat: int, purchase: PurchaseFrame | None, host: int, power_card: str | None
) -> Refusal | None:
    """Return why a land cannot be turned, or None if it can."""
    land = state.players[seat].lands[host]
    if not land.card:
        return refuse("payment.land", host=host)
    if purchase is not None and purchase.what == "building" and purchase.at == host:
        return refuse("payment.reserved", source=host_name(host), **land_facts(state, seat, host))
    if power_card is not None:
        return _unit_reason(state, seat, purchase, power_card, host, is_power=True)
    if not land.turned:
        return None
    return refuse("payment.turned", source=host_name(host), **land_facts(state, seat, host))


def _unit_reason(
    state: State, seat: int, purchase: PurchaseFrame | None, card: str, host: int, *, is_power: bool
) -> Refusal | None:
    """Return why a unit cannot be turned for its work or its power, or None if it can."""
    saves_costs = is_power and content(state).troops[card].power == BUREAUCRAT_POWER
    if saves_costs and purchase is not None and purchase.what != "building":
        return refuse("payment.bureaucrat", card=card)
    where = (card, home_fief(seat), host, False)
    if any((unit.card, unit.fief, unit.host, unit.turned) == where for unit in state.players[seat].units):
        return None
    at = None if host == NO_HOST else host
    return refuse("payment.card", card=card, place=place_name(at), **missing_card_facts(state, seat, at))
