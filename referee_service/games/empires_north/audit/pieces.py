"""Checks that every card exists once: clan cards at their player, islands anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from referee_service.kernel.bags import Bag, bag_of, count_in, merge_bags
from referee_service.kernel.memos import MEMO_ENTRIES
from referee_service.kernel.rules import Fault, fault

from ..content.tables import PACKS, PILES, card_of
from ..questions import DiscardBoostFrame, LandingFrame, PlaceFrame
from ..state import Player, State
from .shape import own_location


def pieces(state: State) -> Iterator[Fault]:
    """Yield missing and doubled cards: clan cards seat by seat, then islands."""
    clans = [player.clan for player in state.players if player.clan]
    if len(set(clans)) != len(clans):
        yield fault("players", "audit.sorted")
        return
    islands: list[Bag] = [bag_of(frame.island for frame in state.pending if isinstance(frame, LandingFrame))]
    for seat, player in enumerate(state.players):
        cards, islands_held = holdings(state.pack, player)
        between = cards_in_transit(state, seat)
        if between:
            at_sea = bag_of(card for card in between if card_of(state, card).is_island)
            cards, islands_held = (
                merge_bags(cards, bag_of(between), tuple((card, -n) for card, n in at_sea)),
                merge_bags(islands_held, at_sea),
            )
        islands.append(islands_held)
        yield from _compare(f"players[{seat}]", cards, expected_cards(state.pack, player.clan, own_location(state)))
        if any(count > count_in(player.looked_at, card) for card, count in player.kept):
            yield fault(f"players[{seat}].kept", "audit.pieces", piece=player.kept[0][0], found=1, total=0)
    for pile in PILES:
        lying = state.islands(pile)
        islands += [lying.pile, lying.discard, bag_of(lying.face_up)]
    yield from _compare("near", merge_bags(*islands), all_islands(state.pack))


@lru_cache(maxsize=MEMO_ENTRIES)
def holdings(pack: str, player: Player) -> tuple[Bag, Bag]:
    """Return the clan cards and the islands in a player's hand, piles and empire."""
    whole = merge_bags(
        player.hand, player.deck, player.discard, player.looked_at, bag_of(site.card for site in player.empire)
    )
    islands = PACKS.get(pack).domains["island"]
    return tuple(pair for pair in whole if pair[0] not in islands), tuple(pair for pair in whole if pair[0] in islands)


def cards_in_transit(state: State, seat: int) -> list[str]:
    """Return the cards of a player that wait to be placed or discarded, or that other cards cover."""
    waiting = [
        f.card for f in state.pending if isinstance(f, PlaceFrame | DiscardBoostFrame) and f.seat == seat and f.card
    ]
    return waiting + list(state.solo.covered if state.solo is not None else ())


@lru_cache(maxsize=64)
def expected_cards(pack: str, clan: str, location: tuple[str, ...]) -> Bag:
    """Return the cards that a player must have: the deck, the base fields, and the scenario's location."""
    tables = PACKS.get(pack)
    return merge_bags(tables.decks[clan], bag_of((*tables.clans[clan].base_fields, *location))) if clan else ()


@lru_cache(maxsize=8)
def all_islands(pack: str) -> Bag:
    """Return every island of the pack."""
    return merge_bags(*PACKS.get(pack).islands.values())


def _compare(path: str, actual: Bag, wanted: Bag) -> Iterator[Fault]:
    """Yield a fault for every piece whose count is wrong."""
    if actual == wanted:
        return
    for piece in sorted({name for name, _ in (*actual, *wanted)}):
        if count_in(actual, piece) != count_in(wanted, piece):
            yield fault(path, "audit.pieces", piece=piece, found=count_in(actual, piece), total=count_in(wanted, piece))
