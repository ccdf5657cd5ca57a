"""Raid of a card with an Action in another empire: the card is exhausted.

A raid costs a raze token, unless an effect raids.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.bags import add_to
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player

from ..content.cards import RAZE
from ..content.tables import content
from ..effects.requirements import raidable
from ..empire.cards import action_of, exhaust_site
from ..facts import twin_facts
from ..fields import RaidedSeat, RaidedSlot
from ..state import State, amount_of, site_at


class Raid(Action, frozen=True, tag="raid"):
    """A card with an Action in another player's empire is exhausted."""

    seat: RaidedSeat
    slot: RaidedSlot


def raiding_seat(state: State) -> int:
    """Return the seat that raids: the one that an effect asks, else the seat in turn."""
    seat = state.pending[-1].seat if state.pending else state.active_seat
    assert isinstance(seat, int)
    return seat


def price(state: State) -> int:
    """Return the number of raze tokens that the raid costs."""
    return 0 if state.pending else content(state).numbers["raid_raze"]


def candidates(state: State) -> list[Raid]:
    """Return every card of the other players that can be raided."""
    raider = raiding_seat(state)
    if amount_of(state.players[raider], RAZE) < price(state):
        return []
    others = [(seat, player) for seat, player in enumerate(state.players) if seat != raider]
    return [Raid(seat, site.slot) for seat, player in others for site in raidable(state, player)]


def objections(state: State, action: Raid) -> Iterator[Refusal]:
    """Yield every reason why this card may not be raided."""
    raider, wanted = raiding_seat(state), price(state)
    if amount_of(state.players[raider], RAZE) < wanted:
        yield refuse("raid.token", needed=wanted)
    if action.seat == raider or action.seat >= len(state.players):
        yield refuse("raid.other", seat=action.seat)
        return
    victim = state.players[action.seat]
    if victim.passed:
        yield refuse("raid.passed", seat=action.seat)
    site = site_at(victim, action.slot)
    if site is None or action_of(state, victim, site) is None:
        card, empty = (site.card, None) if site is not None else (None, action.slot)
        yield refuse("raid.action", seat=action.seat, slot=action.slot, card=card, empty=empty)
    elif site.exhausted:
        yield refuse("raid.ready", card=site.card)


def apply(state: State, action: Raid) -> State:
    """Discard the token and exhaust the card."""
    raider, cost = raiding_seat(state), price(state)
    if state.pending:
        state = pop(state)
    else:
        state = replace(
            with_player(state, raider, goods=add_to(state.players[raider].goods, RAZE, -cost)), has_acted=True
        )
    state = emit(state, "raided", raider, victim=action.seat)
    return exhaust_site(state, action.seat, action.slot)


def facts(state: State, action: Raid) -> dict[str, Fact]:
    """Return the card that is raided, and the price."""
    victim = state.players[action.seat]
    site = site_at(victim, action.slot)
    assert site is not None
    return {"slot_holds": site.card, "cost": (RAZE,) * price(state), **twin_facts(victim, action.slot)}


RAID = verb(Raid, candidates, objections, apply, exact=True, facts=facts)
