"""Cards in an empire: their abilities, filters and counts, and how they enter and leave."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.bags import add_to, count_in, size_of
from referee_service.kernel.events import emit
from referee_service.kernel.tuples import with_player

from ..content.cards import WORKER, Ability, Card, goods_named_by
from ..content.schema import CardFilter, EmpireCount, PerCount
from ..content.tables import abilities_of, card_of, scenario
from ..state import Player, Site, State, site_at

COPY_OF_NOTHING = -1
"""The `copied_slot` of a copy whose original has left."""


# --- what a card can do ---------------------------------------------------------------------------------------------


def ability_source(player: Player, site: Site) -> str:
    """Return the card whose Action, specials and bank a site has: its own, or that of the copied card.

    Return an empty string if the copied card has left.
    """
    if site.copied_slot is None:
        return site.card
    copied = site_at(player, site.copied_slot)
    return copied.card if copied is not None else ""


def action_of(state: State, player: Player, site: Site) -> tuple[str, int] | None:
    """Return the card and the ability index of a site's Action, or None."""
    source = site.card if site.copied_slot is None else ability_source(player, site)
    action = card_of(state, source).action if source else None
    return (source, action) if action is not None else None


def bank_of(state: State, player: Player, site: Site) -> Ability | None:
    """Return the bank ability of a site, or None."""
    source = ability_source(player, site)
    at = card_of(state, source).storage if source else None
    return abilities_of(state, source)[at] if at is not None else None


def has_room_for(state: State, player: Player, site: Site, good: str) -> bool:
    """Return whether a good may be assigned to a card. A bank has a capacity and accepts certain goods."""
    bank = bank_of(state, player, site)
    if bank is None:
        return card_of(state, site.card).kinds == ("scenario",)
    return good in goods_named_by(bank.row.accept or "") and size_of(site.goods) < bank.row.capacity


# --- filters --------------------------------------------------------------------------------------------------------


def kind_of(site: Site, card: Card) -> str:
    """Return the kind of a site. A card of two kinds is an upgrade if it lies under a field."""
    if len(card.kinds) == 1:
        return card.kinds[0]
    return "field_upgrade" if site.host is not None else "field"


def fits_filter(card: Card, wanted: CardFilter) -> bool:
    """Return whether a card of a hand or pile fits a filter."""
    if wanted.type_in and card.type not in wanted.type_in:
        return False
    if wanted.kind_in and not any(kind in wanted.kind_in for kind in card.kinds):
        return False
    return not wanted.island or card.is_island


def site_fits_filter(state: State, site: Site, wanted: CardFilter) -> bool:
    """Return whether a card in an empire fits a filter. The location of a scenario never does."""
    card = card_of(state, site.card)
    kind = kind_of(site, card)
    if kind == "scenario" or (wanted.exhausted and not site.exhausted):
        return False
    if wanted.kind_in and kind not in wanted.kind_in:
        return False
    return fits_filter(card, wanted)


def sites_fitting(state: State, player: Player, wanted: CardFilter) -> Iterator[Site]:
    """Return the cards of an empire that fit a filter."""
    return (site for site in player.empire if site_fits_filter(state, site, wanted))


def fields_of(state: State, player: Player) -> list[Site]:
    """Return the fields of an empire, without upgrades."""
    return [site for site in player.empire if kind_of(site, card_of(state, site.card)) in ("base_field", "field")]


def ready_fields(state: State, player: Player) -> list[int]:
    """Return the slots of the fields that are not exhausted."""
    return [site.slot for site in fields_of(state, player) if not site.exhausted]


def harvest_yield(state: State, player: Player, slot: int) -> dict[str, int]:
    """Return the goods of a field and of its upgrades."""
    goods: dict[str, int] = {}
    for site in player.empire:
        if slot in (site.slot, site.host):
            for good, count in card_of(state, site.card).goods:
                goods[good] = goods.get(good, 0) + count
    return goods


def upgrade_hosts(state: State, player: Player, card: Card) -> list[Site]:
    """Return the fields that an upgrade may lie under: those that yield one of its goods."""
    wanted = {good for good, _ in card.goods}
    return [
        field
        for field in fields_of(state, player)
        if any(good in wanted for good, _ in card_of(state, field.card).goods)
    ]


def action_sites(state: State, player: Player) -> list[Site]:
    """Return the cards of an empire with an Action, without the scenario's own location."""
    return [
        site
        for site in player.empire
        if action_of(state, player, site) is not None and card_of(state, site.card).kinds != ("scenario",)
    ]


def guardable_sites(state: State, player: Player) -> list[Site]:
    """Return the locations of an empire that are neither fields nor islands."""
    return [site for site in player.empire if card_of(state, site.card).is_location]


# --- counting -------------------------------------------------------------------------------------------------------


def evaluate_amount(state: State, player: Player, wanted: int | PerCount) -> int:
    """Return an amount of the content as a number. A `PerCount` is counted in the empire."""
    if isinstance(wanted, int):
        return wanted
    amount = count_in_empire(state, player, wanted.per) // wanted.every * wanted.times
    return amount if wanted.max is None else min(amount, wanted.max)


def count_in_empire(state: State, player: Player, what: EmpireCount) -> int:
    """Return the count of cards, assigned goods, types or sets of types in an empire."""
    if what.cards_in_empire is not None:
        return sum(1 for _ in sites_fitting(state, player, what.cards_in_empire))
    if what.assigned is not None:
        goods = goods_named_by(what.assigned.what)
        sites = sites_fitting(state, player, what.assigned.where)
        return sum(count for site in sites for good, count in site.goods if good in goods)
    types = [card_of(state, site.card).type for site in player.empire]
    if what.sets_of_types:
        return min(types.count(wanted) for wanted in what.sets_of_types)
    return len({each for each in types if each})


# --- entering and leaving -------------------------------------------------------------------------------------------


def update_site(state: State, seat: int, slot: int, **fields: object) -> State:
    """Return the state with some fields of one card in an empire changed."""
    empire = state.players[seat].empire
    return with_player(state, seat, empire=tuple(replace(s, **fields) if s.slot == slot else s for s in empire))


def exhaust_site(state: State, seat: int, slot: int) -> State:
    """Exhaust a card of an empire."""
    site = site_at(state.players[seat], slot)
    assert site is not None
    return emit(update_site(state, seat, slot, exhausted=True), "exhausted", seat, slot=slot, card=site.card)


def add_card(state: State, seat: int, card: str, host: int | None = None) -> tuple[State, int]:
    """Add a refreshed card to an empire, in the first free slot. Return the state and the slot."""
    player = state.players[seat]
    taken = {site.slot for site in player.empire}
    slot = next(at for at in range(len(taken) + 1) if at not in taken)
    empire = tuple(sorted((*player.empire, Site(slot, card, host=host)), key=lambda site: site.slot))
    return with_player(state, seat, empire=empire), slot


def remove_card(state: State, seat: int, slot: int, *, to_hand: bool) -> State:
    """Remove a card from an empire.

    Goods on it are lost and workers on it become spent. Its upgrades are discarded, and its copies lose their
    abilities.
    """
    site = site_at(state.players[seat], slot)
    assert site is not None
    state = remove_site(state, seat, slot)
    state = emit(return_card(state, seat, site.card, to_hand=to_hand), "left", seat, card=site.card, slot=slot)
    for upgrade in [each.slot for each in state.players[seat].empire if each.host == slot]:
        state = remove_card(state, seat, upgrade, to_hand=False)
    return state


def remove_site(state: State, seat: int, slot: int) -> State:
    """Take a card out of an empire, with everything on it. The card itself goes nowhere."""
    player = state.players[seat]
    site = site_at(player, slot)
    assert site is not None
    rest = (each for each in player.empire if each.slot != slot)
    empire = tuple(replace(each, copied_slot=COPY_OF_NOTHING) if each.copied_slot == slot else each for each in rest)
    return with_player(state, seat, empire=empire, spent_workers=player.spent_workers + count_in(site.goods, WORKER))


def return_card(state: State, seat: int, card: str, *, to_hand: bool) -> State:
    """Put a card into its owner's hand or discard pile. An island goes back to its own discard pile."""
    player, pile = state.players[seat], card_of(state, card).pile
    if pile and not keeps_islands(state):
        islands = state.islands(pile)
        return replace(state, **{pile: replace(islands, discard=add_to(islands.discard, card))})
    if to_hand:
        return with_player(state, seat, hand=add_to(player.hand, card))
    return with_player(state, seat, discard=add_to(player.discard, card))


def keeps_islands(state: State) -> bool:
    """Return whether islands stay among the player's own cards, as in the Pirates scenario."""
    return state.solo is not None and scenario(state).rules.keeps_pillaged
