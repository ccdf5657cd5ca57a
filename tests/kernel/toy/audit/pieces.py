"""Piece checks: every card and every stall of the pack is in exactly one place."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.bags import bag_of, count_in, merge_bags
from referee_service.kernel.rules import Fault, fault
from tests.kernel.toy.content.tables import content
from tests.kernel.toy.state import State


def pieces(state: State) -> Iterator[Fault]:
    """Yield a fault for each kind of card or stall with a wrong total."""
    hands = [player.hand for player in state.players]
    owned = [bag_of(player.stalls) for player in state.players]
    for path, wanted, bags in (
        ("deck", content(state).cards, (state.deck, state.discard, *hands)),
        ("market", content(state).market, (state.market, *owned)),
    ):
        found = merge_bags(*bags)
        for piece in sorted({name for name, _ in (*found, *wanted)}):
            counts = {"wanted": count_in(wanted, piece), "found": count_in(found, piece)}
            if counts["wanted"] != counts["found"]:
                yield fault(path, "state.pieces", piece=piece, **counts)
