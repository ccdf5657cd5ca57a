"""Cards in an empire: what they can do, which of them are meant, and how they come and go."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.empires_north.content.cards import WORKER, Ability, Card, goods_named_by
from referee_service.games.empires_north.content.schema import CardFilter, EmpireCount, PerCount
from referee_service.games.empires_north.content.tables import abilities_of, card_of, scenario
from referee_service.games.empires_north.state import Player, Site, State, site_at
from referee_service.kernel.bags import Bag, add_to, count_in, size_of
from referee_service.kernel.events import emit
from referee_service.kernel.tuples import with_player

COPY_OF_NOTHING = -1
"""The twin of a copy whose card has left."""


# --- what a card can do ---------------------------------------------------------------------------------------------


def ability_source(player: Player, site: Site) -> str:
    """The card whose Action, Specials and bank this one has: its own, or those of the card it copies."""
    if site.copied_slot is None:
        return site.card
    copied = site_at(player, site.copied_slot)
    return copied.card if copied is not None else ""


def action_of(state: State, player: Player, site: Site) -> tuple[str, int] | None:
    """The card and number of the Action that a card in an empire has, if any."""
    source = site.card if site.copied_slot is None else ability_source(player, site)
    action = card_of(state, source).action if source else None
    return (source, action) if action is not None else None


def bank_of(state: State, player: Player, site: Site) -> Ability | None:
    """The bank that a card in an empire is, if it is one."""
    source = ability_source(player, site)
    at = card_of(state, source).storage if source else None
    return abilities_of(state, source)[at] if at is not None else None


def has_room_for(state: State, player: Player, site: Site, good: str) -> bool:
    """Whether a good may be assigned to a card: banks take what they accept up to their capacity."""
    bank = bank_of(state, player, site)
    if bank is None:
        return card_of(state, site.card).kinds == ("scenario",)
    return good in goods_named_by(bank.row.accept or "") and size_of(site.goods) < bank.row.capacity


# --- which cards are meant ------------------------------------------------------------------------------------------


def kind_of(site: Site, card: Card) -> str:
    """The kind as which a card lies in an empire: one of two kinds is an upgrade if it lies under a field."""
    if len(card.kinds) == 1:
        return card.kinds[0]
    return "field_upgrade" if site.host is not None else "field"


def fits_filter(card: Card, wanted: CardFilter) -> bool:
    """Whether a card of a hand or pile is meant."""
    if wanted.type_in and card.type not in wanted.type_in:
        return False
    if wanted.kind_in and not any(kind in wanted.kind_in for kind in card.kinds):
        return False
    return not wanted.island or card.is_island


def site_fits_filter(state: State, site: Site, wanted: CardFilter) -> bool:
    """Whether a card of an empire is meant; the location of a scenario never is."""
    card = card_of(state, site.card)
    kind = kind_of(site, card)
    if kind == "scenario" or (wanted.exhausted and not site.exhausted):
        return False
    if wanted.kind_in and kind not in wanted.kind_in:
        return False
    return fits_filter(card, wanted)


def sites_fitting(state: State, player: Player, wanted: CardFilter) -> Iterator[Site]:
    """The cards of an empire that are meant."""
    return (site for site in player.empire if site_fits_filter(state, site, wanted))


def fields_of(state: State, player: Player) -> list[Site]:
    """The fields of an empire, upgrades apart."""
    return [site for site in player.empire if kind_of(site, card_of(state, site.card)) in ("base_field", "field")]


def harvest_yield(state: State, player: Player, slot: int) -> dict[str, int]:
    """What harvesting a field brings: its goods and those of its upgrades."""
    found: dict[str, int] = {}
    for site in player.empire:
        if slot in (site.slot, site.host):
            for good, count in card_of(state, site.card).goods:
                found[good] = found.get(good, 0) + count
    return found


def upgrade_hosts(state: State, player: Player, card: Card) -> list[Site]:
    """The fields that an upgrade may lie under: those that yield one of its goods."""
    wanted = {good for good, _ in card.goods}
    return [
        field
        for field in fields_of(state, player)
        if any(good in wanted for good, _ in card_of(state, field.card).goods)
    ]


def action_sites(state: State, player: Player) -> list[Site]:
    """The cards of an empire with an Action, the scenario's own location apart."""
    return [
        site
        for site in player.empire
        if action_of(state, player, site) is not None and card_of(state, site.card).kinds != ("scenario",)
    ]


def guardable_sites(state: State, player: Player) -> list[Site]:
    """The locations of an empire that are neither fields nor islands."""
    return [site for site in player.empire if card_of(state, site.card).is_location]


# --- counting -------------------------------------------------------------------------------------------------------


def evaluate_amount(state: State, player: Player, wanted: int | PerCount) -> int:
    """An amount as content writes it: a number, or so much for every few of what is counted."""
    if isinstance(wanted, int):
        return wanted
    found = count_in_empire(state, player, wanted.per) // wanted.every * wanted.times
    return found if wanted.max is None else min(found, wanted.max)


def count_in_empire(state: State, player: Player, what: EmpireCount) -> int:
    """How much there is of something in an empire."""
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


# --- coming and going -----------------------------------------------------------------------------------------------


def update_site(state: State, seat: int, slot: int, **fields: object) -> State:
    """The state with some fields of one card in an empire changed."""
    empire = state.players[seat].empire
    return with_player(state, seat, empire=tuple(replace(s, **fields) if s.slot == slot else s for s in empire))


def add_card(state: State, seat: int, card: str, host: int | None = None) -> tuple[State, int]:
    """A card comes into an empire, refreshed, in the first free slot."""
    player = state.players[seat]
    taken = {site.slot for site in player.empire}
    slot = next(at for at in range(len(taken) + 1) if at not in taken)
    empire = tuple(sorted((*player.empire, Site(slot, card, host=host)), key=lambda site: site.slot))
    return with_player(state, seat, empire=empire), slot


def remove_card(state: State, seat: int, slot: int, *, to_hand: bool) -> State:
    """A card leaves an empire: goods on it are lost, workers spent, upgrades fall, copies of it go blank."""
    site = site_at(state.players[seat], slot)
    assert site is not None
    state = remove_site(state, seat, slot)
    state = emit(return_card(state, seat, site.card, to_hand=to_hand), "left", seat, card=site.card, slot=slot)
    for upgrade in [each.slot for each in state.players[seat].empire if each.host == slot]:
        state = remove_card(state, seat, upgrade, to_hand=False)
    return state


def remove_site(state: State, seat: int, slot: int) -> State:
    """A card is taken out of an empire, with all that lies on it."""
    player = state.players[seat]
    site = site_at(player, slot)
    assert site is not None
    rest = (each for each in player.empire if each.slot != slot)
    empire = tuple(replace(each, copied_slot=COPY_OF_NOTHING) if each.copied_slot == slot else each for each in rest)
    return with_player(state, seat, empire=empire, spent_workers=player.spent_workers + count_in(site.goods, WORKER))


def return_card(state: State, seat: int, card: str, *, to_hand: bool) -> State:
    """A card goes to its owner's hand or discard pile; an island that leaves goes back to its own pile."""
    player, pile = state.players[seat], card_of(state, card).pile
    if pile and not keeps_islands(state):
        isles = state.islands(pile)
        return replace(state, **{pile: replace(isles, discard=add_to(isles.discard, card))})
    if to_hand:
        return with_player(state, seat, hand=add_to(player.hand, card))
    return with_player(state, seat, discard=add_to(player.discard, card))


def keeps_islands(state: State) -> bool:
    """Whether islands belong to the player's own cards once they were had."""
    return state.solo is not None and scenario(state).rules.keeps_pillaged


def assigned_goods(player: Player) -> Bag:
    """All that is assigned to cards of an empire."""
    found: Bag = ()
    for site in player.empire:
        for good, count in site.goods:
            found = add_to(found, good, count)
    return found
