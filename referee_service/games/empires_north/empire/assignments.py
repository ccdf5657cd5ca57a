"""Goods and workers that are assigned to cards of an empire, and released from them."""

from __future__ import annotations

from referee_service.kernel.bags import add_to
from referee_service.kernel.tuples import with_player

from ..content.cards import WORKER, Effect, goods_named_by
from ..state import State, amount_of, site_at
from .cards import has_room_for, sites_fitting, update_site


def legal_assignments(state: State, seat: int, each: Effect, slot: int | None) -> list[tuple[str, int]]:
    """Return the (good, slot) pairs that an effect may assign now."""
    player = state.players[seat]
    sites = [site_at(player, slot)] if each.targets_itself else list(sites_fitting(state, player, each.card_filter))
    return [
        (good, site.slot)
        for good in goods_named_by(each.goods)
        if (player.workers if good == WORKER else amount_of(player, good))
        for site in sites
        if site is not None and has_room_for(state, player, site, good)
    ]


def with_assigned(state: State, seat: int, good: str, slot: int) -> State:
    """Move a good or a worker from the supply to a card."""
    player = state.players[seat]
    site = site_at(player, slot)
    assert site is not None
    state = update_site(state, seat, slot, goods=add_to(site.goods, good))
    if good == WORKER:
        return with_player(state, seat, workers=player.workers - 1)
    return with_player(state, seat, goods=add_to(player.goods, good, -1))


def releasable_goods(state: State, seat: int, each: Effect) -> list[tuple[str, int]]:
    """Return the (good, slot) pairs that an effect may release now."""
    goods = goods_named_by(each.goods)
    sites = sites_fitting(state, state.players[seat], each.card_filter)
    return [(good, site.slot) for site in sites for good, _ in site.goods if good in goods]


def with_released(state: State, seat: int, good: str, slot: int) -> State:
    """Move a good or a worker from a card to the supply."""
    player = state.players[seat]
    site = site_at(player, slot)
    assert site is not None
    state = update_site(state, seat, slot, goods=add_to(site.goods, good, -1))
    if good == WORKER:
        return with_player(state, seat, workers=player.workers + 1)
    return with_player(state, seat, goods=add_to(player.goods, good))
