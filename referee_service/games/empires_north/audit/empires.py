"""Checks that the cards of an empire lie as play can have laid them."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.bags import size_of
from referee_service.kernel.rules import Fault, fault

from ..content.cards import Card, goods_named_by
from ..content.tables import card_of, scenario
from ..effects.requirements import is_copy
from ..empire.cards import (
    COPY_OF_NOTHING,
    ability_source,
    action_of,
    bank_of,
    keeps_islands,
    site_fits_filter,
    upgrade_hosts,
)
from ..empire.placement import used_foundations
from ..state import Player, Site, State, site_at
from .cache import cached_faults


def empires(state: State) -> Iterator[Fault]:
    """Yield the faults of every empire, and of the foundations."""
    for seat in range(len(state.players)):
        yield from cached_faults(state, seat, _empire)
    yield from _foundations(state)


def _empire(state: State, player: Player, path: str) -> Iterator[Fault]:
    """Yield the faults of one empire, and islands in piles where the game cannot put them."""
    for site in player.empire:
        card = card_of(state, site.card)
        checks = (
            not card.is_boost,
            _upgrades(state, player, site, card),
            _copies(state, player, site),
            _exhausted_fits(state, player, site, card),
            _goods_fit(state, player, site, card),
            _triggered_fits(state, player, site),
            _invaded_fits(state, player, site),
        )
        if not all(checks):
            yield fault(f"{path}.empire", "audit.empire", card=site.card)
    for pile in (player.hand, player.deck, player.discard, player.looked_at):
        for name, _ in pile:
            if card_of(state, name).is_island and not keeps_islands(state):
                yield fault(path, "audit.empire", card=name)


def _upgrades(state: State, player: Player, site: Site, card: Card) -> bool:
    """Return whether the card lies correctly: an upgrade under a field with its goods, other cards under nothing."""
    if site.host is None:
        return card.is_field or not card.is_upgrade
    return card.is_upgrade and any(host.slot == site.host for host in upgrade_hosts(state, player, card))


def _copies(state: State, player: Player, site: Site) -> bool:
    """Return whether `copied_slot` fits: only a copy has it, and it names a card that this copy may copy."""
    if site.copied_slot is None:
        return True
    if card_of(state, site.card).kinds == ("scenario",) or not is_copy(state.pack, site.card):
        return False
    original = site_at(player, site.copied_slot)
    if original is None:
        return site.copied_slot == COPY_OF_NOTHING
    is_scenario = card_of(state, original.card).kinds == ("scenario",)
    if is_scenario or is_copy(state.pack, original.card) or original.slot == site.slot:
        return False
    filters = [
        each.card_filter
        for ability in card_of(state, site.card).abilities
        for each in ability.effects
        if each.name == "copy"
    ]
    return any(site_fits_filter(state, original, wanted) for wanted in filters)


def _exhausted_fits(state: State, player: Player, site: Site, card: Card) -> bool:
    """Return whether the card can be exhausted: it has or had an Action, or a scenario exhausted a field."""
    if not site.exhausted or site.copied_slot == COPY_OF_NOTHING or action_of(state, player, site) is not None:
        return True
    return state.solo is not None and card.is_field and site.host is None


def _goods_fit(state: State, player: Player, site: Site, card: Card) -> bool:
    """Return whether the goods can lie there: on a bank that accepts them, or on a scenario's location."""
    if not site.goods or site.copied_slot == COPY_OF_NOTHING:
        return True
    if card.kinds == ("scenario",):
        words = [each.goods for ability in card.abilities for each in ability.effects if each.name == "assign"]
        return all(any(good in goods_named_by(word) for word in words) for good, _ in site.goods)
    bank = bank_of(state, player, site)
    if bank is None:
        return False
    fitting = all(good in goods_named_by(bank.row.accept or "") for good, _ in site.goods)
    return fitting and size_of(site.goods) <= bank.row.capacity


def _triggered_fits(state: State, player: Player, site: Site) -> bool:
    """Return whether the recorded reactions are sorted and within the limits of the specials."""
    if not site.triggered or site.copied_slot == COPY_OF_NOTHING:
        return list(site.triggered) == sorted(site.triggered)
    source = card_of(state, ability_source(player, site))
    limits = {at: source.abilities[at].row.limit for at in source.specials}
    within = all(site.triggered.count(at) <= limits.get(at, 0) for at in site.triggered)
    return within and list(site.triggered) == sorted(site.triggered)


def _invaded_fits(state: State, player: Player, site: Site) -> bool:
    """Return whether an invader can be on the card: only in a scenario with tribute, and only with an Action."""
    if not site.invaded:
        return True
    wants = state.solo is not None and bool(scenario(state).rules.tribute)
    return wants and (action_of(state, player, site) is not None or site.copied_slot == COPY_OF_NOTHING)


def _foundations(state: State) -> Iterator[Fault]:
    """Yield the faults of foundations: enough where they are needed, and none elsewhere."""
    if state.solo is None:
        return
    rules, solo = scenario(state).rules, state.solo
    if rules.cover is None and (solo.foundations or solo.covered):
        yield fault("solo.foundations", "audit.range", found=solo.foundations, low=0, high=0)
    if rules.cover is not None and used_foundations(state, 0) > solo.foundations:
        yield fault("solo.foundations", "audit.range", found=solo.foundations, low=used_foundations(state, 0), high=99)
    for name in solo.covered:
        card = card_of(state, name)
        if not card.is_location or card.action is None:
            yield fault("solo.covered", "audit.empire", card=name)
