"""Audit of pieces: every copy of a card or building is in exactly one place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee_service.kernel.bags import merge_bags, size_of
from referee_service.kernel.rules import Fault, fault

from ..content.tables import DECKS, content
from ..questions import PurchaseFrame
from ..state import State, buildings_of


def pieces(state: State) -> Iterator[Fault]:
    """Check the count of every card and building, and the contents of decks and piles."""
    tables, counts = content(state), Counter[str]()
    for deck in state.decks:
        counts.update(dict(deck.cards))
        counts.update([deck.last] if deck.last else [])
    for player in state.players:
        counts.update(dict(player.hand))
        counts.update(land.card for land in player.lands[1:] if land.card)
        counts.update(buildings_of(player))
        counts.update(unit.card for unit in player.units)
    counts.update(dict(state.removed))
    counts.update(dict(state.hidden_buildings))
    counts.update(pile.top for pile in state.piles if pile.top)
    counts.update(frame.card for frame in state.pending if isinstance(frame, PurchaseFrame) and frame.card)
    whole = merge_bags(*tables.decks.values(), tuple((row.id, row.copies) for row in tables.buildings.values()))
    for piece, total in whole:
        if counts[piece] != total:
            yield fault("removed", "audit.pieces", piece=piece, found=counts[piece], total=total)
    yield from _decks(state)
    if size_of(state.hidden_buildings) != sum(pile.hidden_count for pile in state.piles):
        yield fault(
            "hidden_buildings",
            "audit.piles",
            found=size_of(state.hidden_buildings),
            wanted=sum(pile.hidden_count for pile in state.piles),
        )


def _decks(state: State) -> Iterator[Fault]:
    """Check that every card lies in its own deck, and that a deck with cards still has its last card."""
    deck_of = content(state).deck_of
    for at, deck in enumerate(state.decks):
        held = [*(card for card, _ in deck.cards), *([deck.last] if deck.last else [])]
        if any(deck_of[card] != at for card in held):
            yield fault(f"decks[{at}]", "audit.deck", deck=DECKS[at])
        if deck.cards and not deck.last and state.phase != "draft":
            yield fault(f"decks[{at}]", "audit.deck", deck=DECKS[at])
