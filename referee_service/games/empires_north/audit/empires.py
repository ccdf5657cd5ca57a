"""Cards lie in an empire as play can have laid them."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.empires_north.audit.cache import cached_faults
from referee_service.games.empires_north.content.cards import WORKER, Card, goods_named_by
from referee_service.games.empires_north.content.tables import card_of, scenario
from referee_service.games.empires_north.effects.requirements import is_copy
from referee_service.games.empires_north.empire.cards import (
    COPY_OF_NOTHING,
    ability_source,
    action_of,
    bank_of,
    keeps_islands,
    site_fits_filter,
    upgrade_hosts,
)
from referee_service.games.empires_north.empire.placement import used_foundations
from referee_service.games.empires_north.state import Player, Site, State, site_at
from referee_service.kernel.bags import size_of
from referee_service.kernel.rules import Fault, fault


def empires(state: State) -> Iterator[Fault]:
    """Every card of every empire, and foundations where they are needed."""
    for seat in range(len(state.players)):
        yield from cached_faults(state, seat, _empire)
    yield from _foundations(state)


def _empire(state: State, player: Player, path: str) -> Iterator[Fault]:
    """The cards of one empire; islands are elsewhere only where they can be."""
    for site in player.empire:
        card = card_of(state, site.card)
        checks = (
            not card.is_boost,
            _upgrades(state, player, site, card),
            _copies(state, player, site),
            _exhausted_fits(state, player, site, card),
            _goods_fit(state, player, site, card),
            _triggered_fits(state, player, site),
            _is_invaded(state, player, site),
        )
        if not all(checks):
            yield fault(f"{path}.empire", "audit.empire", card=site.card)
    for pile in (player.hand, player.deck, player.discard, player.looked_at):
        for name, _ in pile:
            if card_of(state, name).is_island and not keeps_islands(state):
                yield fault(path, "audit.empire", card=name)


def _upgrades(state: State, player: Player, site: Site, card: Card) -> bool:
    """An upgrade lies under a field with its goods; nothing else lies under anything."""
    if site.host is None:
        return card.is_field or not card.is_upgrade
    return card.is_upgrade and any(host.slot == site.host for host in upgrade_hosts(state, player, card))


def _copies(state: State, player: Player, site: Site) -> bool:
    """Only a copy has a twin, and that is a card of the empire which is meant and no copy itself."""
    if site.copied_slot is None:
        return True
    if card_of(state, site.card).kinds == ("scenario",) or not is_copy(state.pack, site.card):
        return False
    twin = site_at(player, site.copied_slot)
    if twin is None:
        return site.copied_slot == COPY_OF_NOTHING
    if card_of(state, twin.card).kinds == ("scenario",) or is_copy(state.pack, twin.card) or twin.slot == site.slot:
        return False
    filters = [
        each.card_filter
        for ability in card_of(state, site.card).abilities
        for each in ability.effects
        if each.name == "copy"
    ]
    return any(site_fits_filter(state, twin, wanted) for wanted in filters)


def _exhausted_fits(state: State, player: Player, site: Site, card: Card) -> bool:
    """What is exhausted has an Action, or lost it with its twin; a scenario may exhaust fields."""
    if not site.exhausted or site.copied_slot == COPY_OF_NOTHING or action_of(state, player, site) is not None:
        return True
    return state.solo is not None and card.is_field and site.host is None


def _goods_fit(state: State, player: Player, site: Site, card: Card) -> bool:
    """Goods lie on banks that accept them, within their capacity; in a scenario on its location."""
    if not site.goods or site.copied_slot == COPY_OF_NOTHING:
        return True
    if card.kinds == ("scenario",):
        words = [each.goods for ability in card.abilities for each in ability.effects if each.name == "assign"]
        return all(any(good in goods_named_by(word) for word in words) for good, _ in site.goods)
    bank = bank_of(state, player, site)
    if bank is None:
        return False
    fitting = all(good in goods_named_by(bank.row.accept or "") and good != WORKER for good, _ in site.goods)
    return fitting and size_of(site.goods) <= bank.row.capacity


def _triggered_fits(state: State, player: Player, site: Site) -> bool:
    """Only specials with a limit are remembered, and within it."""
    if not site.triggered or site.copied_slot == COPY_OF_NOTHING:
        return list(site.triggered) == sorted(site.triggered)
    source = card_of(state, ability_source(player, site))
    limits = {at: source.abilities[at].row.limit for at in source.specials}
    within = all(site.triggered.count(at) <= limits.get(at, 0) for at in site.triggered)
    return within and list(site.triggered) == sorted(site.triggered)


def _is_invaded(state: State, player: Player, site: Site) -> bool:
    """Invaders come only in a scenario that wants tribute, and only to Actions."""
    if not site.invaded:
        return True
    wants = state.solo is not None and bool(scenario(state).rules.tribute)
    return wants and (action_of(state, player, site) is not None or site.copied_slot == COPY_OF_NOTHING)


def _foundations(state: State) -> Iterator[Fault]:
    """Where foundations are needed there are enough; elsewhere there are none, and nothing is covered."""
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
