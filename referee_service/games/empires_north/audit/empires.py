"""Cards lie in an empire as play can have laid them."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.empires_north.audit.memo import unless_clean
from referee_service.games.empires_north.binding import WORKER, Card, goods_meant
from referee_service.games.empires_north.content import card_of, scenario
from referee_service.games.empires_north.declaring import copies, founded
from referee_service.games.empires_north.empire import (
    BLANK,
    action_of,
    bank_of,
    hosts_for,
    is_site_meant,
    keeps_islands,
    source_of,
)
from referee_service.games.empires_north.state import Player, Site, State, site_at
from referee_service.kernel.ruling import Fault, fault
from referee_service.kernel.values import size_of


def empires(state: State) -> Iterator[Fault]:
    """Every card of every empire, and foundations where they are needed."""
    for seat in range(len(state.players)):
        yield from unless_clean(state, seat, _empire)
    yield from _foundations(state)


def _empire(state: State, player: Player, path: str) -> Iterator[Fault]:
    """The cards of one empire; islands are elsewhere only where they can be."""
    for site in player.empire:
        card = card_of(state, site.card)
        checks = (
            not card.is_boost,
            _upgrades(state, player, site, card),
            _copies(state, player, site),
            _is_tired(state, player, site, card),
            _holds(state, player, site, card),
            _reacted(state, player, site),
            _is_invaded(state, player, site),
        )
        if not all(checks):
            yield fault(f"{path}.empire", "audit.empire", card=site.card)
    for pile in (player.hand, player.deck, player.discard, player.looked):
        for name, _ in pile:
            if card_of(state, name).is_island and not keeps_islands(state):
                yield fault(path, "audit.empire", card=name)


def _upgrades(state: State, player: Player, site: Site, card: Card) -> bool:
    """An upgrade lies under a field with its goods; nothing else lies under anything."""
    if site.host is None:
        return card.is_field or not card.is_upgrade
    return card.is_upgrade and any(host.slot == site.host for host in hosts_for(state, player, card))


def _copies(state: State, player: Player, site: Site) -> bool:
    """Only a copy has a twin, and that is a card of the empire which is meant and no copy itself."""
    if site.twin is None:
        return True
    if card_of(state, site.card).kinds == ("scenario",) or not copies(state.pack, site.card):
        return False
    twin = site_at(player, site.twin)
    if twin is None:
        return site.twin == BLANK
    if card_of(state, twin.card).kinds == ("scenario",) or copies(state.pack, twin.card) or twin.slot == site.slot:
        return False
    filters = [
        each.meant for ability in card_of(state, site.card).abilities for each in ability.effects if each.name == "copy"
    ]
    return any(is_site_meant(state, twin, wanted) for wanted in filters)


def _is_tired(state: State, player: Player, site: Site, card: Card) -> bool:
    """What is exhausted has an Action, or lost it with its twin; a scenario may exhaust fields."""
    if not site.exhausted or site.twin == BLANK or action_of(state, player, site) is not None:
        return True
    return state.solo is not None and card.is_field and site.host is None


def _holds(state: State, player: Player, site: Site, card: Card) -> bool:
    """Goods lie on banks that accept them, within their capacity; in a scenario on its location."""
    if not site.goods or site.twin == BLANK:
        return True
    if card.kinds == ("scenario",):
        words = [each.what for ability in card.abilities for each in ability.effects if each.name == "assign"]
        return all(any(good in goods_meant(word) for word in words) for good, _ in site.goods)
    bank = bank_of(state, player, site)
    if bank is None:
        return False
    fitting = all(good in goods_meant(bank.row.accept or "") and good != WORKER for good, _ in site.goods)
    return fitting and size_of(site.goods) <= bank.row.capacity


def _reacted(state: State, player: Player, site: Site) -> bool:
    """Only specials with a limit are remembered, and within it."""
    if not site.fired or site.twin == BLANK:
        return list(site.fired) == sorted(site.fired)
    source = card_of(state, source_of(player, site))
    limits = {at: source.abilities[at].row.limit for at in source.specials}
    within = all(site.fired.count(at) <= limits.get(at, 0) for at in site.fired)
    return within and list(site.fired) == sorted(site.fired)


def _is_invaded(state: State, player: Player, site: Site) -> bool:
    """Invaders come only in a scenario that wants tribute, and only to Actions."""
    if not site.invaded:
        return True
    wants = state.solo is not None and bool(scenario(state).rules.tribute)
    return wants and (action_of(state, player, site) is not None or site.twin == BLANK)


def _foundations(state: State) -> Iterator[Fault]:
    """Where foundations are needed there are enough; elsewhere there are none, and nothing is covered."""
    if state.solo is None:
        return
    rules, solo = scenario(state).rules, state.solo
    if rules.cover is None and (solo.foundations or solo.covered):
        yield fault("solo.foundations", "audit.range", found=solo.foundations, low=0, high=0)
    if rules.cover is not None and founded(state, 0) > solo.foundations:
        yield fault("solo.foundations", "audit.range", found=solo.foundations, low=founded(state, 0), high=99)
    for name in solo.covered:
        card = card_of(state, name)
        if not card.is_location or card.action is None:
            yield fault("solo.covered", "audit.empire", card=name)
