"""Every card is somewhere, once: the cards of a clan with their player, the islands with anybody."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from referee_service.games.empires_north.audit.shape import own_location
from referee_service.games.empires_north.content import PILES, SHELF, card_of
from referee_service.games.empires_north.questions import Boosted, Landing, Place
from referee_service.games.empires_north.state import Player, State
from referee_service.kernel.ruling import Fault, fault
from referee_service.kernel.values import Bag, bag_of, count_in, merge


def pieces(state: State) -> Iterator[Fault]:
    """Clan cards seat by seat, then islands."""
    clans = [player.clan for player in state.players if player.clan]
    if len(set(clans)) != len(clans):
        yield fault("players", "audit.sorted")
        return
    islands: list[Bag] = [bag_of(frame.island for frame in state.pending if isinstance(frame, Landing))]
    for seat, player in enumerate(state.players):
        cards, own = holdings(state.pack, player)
        between = in_between(state, seat)
        if between:
            at_sea = bag_of(card for card in between if card_of(state, card).is_island)
            cards, own = merge(cards, bag_of(between), tuple((card, -n) for card, n in at_sea)), merge(own, at_sea)
        islands.append(own)
        yield from _compare(f"players[{seat}]", cards, wanted_of(state.pack, player.clan, own_location(state)))
        if any(count > count_in(player.looked, card) for card, count in player.kept):
            yield fault(f"players[{seat}].kept", "audit.pieces", piece=player.kept[0][0], found=1, total=0)
    for pile in PILES:
        lying = state.isles(pile)
        islands += [lying.pile, lying.discard, bag_of(lying.open)]
    yield from _compare("near", merge(*islands), all_islands(state.pack))


@lru_cache(maxsize=20_000)
def holdings(pack: str, player: Player) -> tuple[Bag, Bag]:
    """Every card that a player has in hand, piles and empire: clan cards, and islands."""
    whole = merge(player.hand, player.deck, player.discard, player.looked, bag_of(site.card for site in player.empire))
    islands = SHELF.find(pack).domains["island"]
    return tuple(pair for pair in whole if pair[0] not in islands), tuple(pair for pair in whole if pair[0] in islands)


def in_between(state: State, seat: int) -> list[str]:
    """The cards of a player that are being placed or played, or lie beneath others."""
    played = [f.card for f in state.pending if isinstance(f, Place | Boosted) and f.seat == seat and f.card]
    return played + list(state.solo.covered if state.solo is not None else ())


@lru_cache(maxsize=64)
def wanted_of(pack: str, clan: str, location: tuple[str, ...]) -> Bag:
    """The cards that a player must have: the deck, the base fields, and the scenario's location."""
    tables = SHELF.find(pack)
    return merge(tables.decks[clan], bag_of((*tables.clans[clan].base_fields, *location))) if clan else ()


@lru_cache(maxsize=8)
def all_islands(pack: str) -> Bag:
    """Every island there is."""
    return merge(*SHELF.find(pack).isles.values())


def _compare(path: str, found: Bag, wanted: Bag) -> Iterator[Fault]:
    if found == wanted:
        return
    for piece in sorted({name for name, _ in (*found, *wanted)}):
        if count_in(found, piece) != count_in(wanted, piece):
            yield fault(path, "audit.pieces", piece=piece, found=count_in(found, piece), total=count_in(wanted, piece))
