"""Every card is somewhere, once: the cards of a clan with their player, the islands with anybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from referee_service.games.empires_north.content import PILES, SHELF, card_of, content, scenario
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
    islands = Counter(frame.island for frame in state.pending if isinstance(frame, Landing))
    for seat, player in enumerate(state.players):
        cards, isles = holdings(state.pack, player)
        found, own = Counter(dict(cards)), Counter(dict(isles))
        for card in in_between(state, seat):
            (own if card in own or card_of(state, card).is_island else found)[card] += 1
        islands.update(own)
        yield from _compare(f"players[{seat}]", found, wanted_of(state, player))
        if any(count > count_in(player.looked, card) for card, count in player.kept):
            yield fault(f"players[{seat}].kept", "audit.pieces", piece=player.kept[0][0], found=1, total=0)
    wanted: Counter[str] = Counter()
    for pile in PILES:
        lying = state.isles(pile)
        for names in (dict(lying.pile), dict(lying.discard), lying.open):
            islands.update(names)
        wanted.update(dict(content(state).isles[pile]))
    yield from _compare("near", islands, wanted)


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


def wanted_of(state: State, player: Player) -> Counter[str]:
    """The cards that a player must have: the deck, the base fields, and the scenario's location."""
    tables = content(state)
    if not player.clan:
        return Counter()
    wanted = Counter(dict(tables.decks[player.clan]))
    wanted.update(tables.clans[player.clan].base_fields)
    if state.solo is not None and (location := scenario(state).location) is not None:
        wanted[location.id] = 1
    return wanted


def _compare(path: str, found: Counter[str], wanted: Counter[str]) -> Iterator[Fault]:
    if found == wanted:
        return
    for piece in sorted({*found, *wanted}):
        if found[piece] != wanted[piece]:
            yield fault(path, "audit.pieces", piece=piece, found=found[piece], total=wanted[piece])
