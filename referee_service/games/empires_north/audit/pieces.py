"""Every card is somewhere, once: the cards of a clan with their player, the islands with anybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee_service.games.empires_north.content import PILES, content, scenario
from referee_service.games.empires_north.questions import Boosted, Landing, Place
from referee_service.games.empires_north.state import Player, State
from referee_service.kernel.ruling import Fault, fault
from referee_service.kernel.values import count_in


def pieces(state: State) -> Iterator[Fault]:
    """Clan cards seat by seat, then islands."""
    tables, islands = content(state), Counter[str]()
    clans = [player.clan for player in state.players if player.clan]
    if len(set(clans)) != len(clans):
        yield fault("players", "audit.sorted")
        return
    for seat, player in enumerate(state.players):
        found = owned(state, seat, player)
        wanted: Counter[str] = Counter()
        if player.clan:
            wanted.update(dict(tables.decks[player.clan]))
            wanted.update(tables.clans[player.clan].base_fields)
            if state.solo is not None and (location := scenario(state).location) is not None:
                wanted[location.id] = 1
        for card in list(found):
            if card in tables.cards and tables.cards[card].is_island:
                islands[card] += found.pop(card)
        yield from _compare(f"players[{seat}]", found, wanted)
        if any(count > count_in(player.looked, card) for card, count in player.kept):
            yield fault(f"players[{seat}].kept", "audit.pieces", piece=player.kept[0][0], found=1, total=0)
    wanted = Counter()
    for pile in PILES:
        isles = state.isles(pile)
        islands.update(dict(isles.pile))
        islands.update(dict(isles.discard))
        islands.update(isles.open)
        wanted.update(dict(tables.isles[pile]))
    islands.update(frame.island for frame in state.pending if isinstance(frame, Landing))
    yield from _compare("near", islands, wanted)


def owned(state: State, seat: int, player: Player) -> Counter[str]:
    """Every card that a player has somewhere."""
    found = Counter(site.card for site in player.empire)
    for pile in (player.hand, player.deck, player.discard, player.looked):
        found.update(dict(pile))
    found.update(f.card for f in state.pending if isinstance(f, Place | Boosted) and f.seat == seat)
    if state.solo is not None:
        found.update(state.solo.covered)
    return found


def _compare(path: str, found: Counter[str], wanted: Counter[str]) -> Iterator[Fault]:
    for piece in sorted({*found, *wanted}):
        if found[piece] != wanted[piece]:
            yield fault(path, "audit.pieces", piece=piece, found=found[piece], total=wanted[piece])
