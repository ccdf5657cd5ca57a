"""The view as text."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.bags import bag_of
from referee_service.kernel.text_table import Section, Table, TextContext
from tests.kernel.toy.view import View


def sections(seen: View, context: TextContext) -> Iterator[Section]:
    """Yield the market, and one row per seat: hand size, visible hand, stalls."""
    yield Section(
        "market",
        context.catalogue.title[context.language],
        (f"{context.caption('market')}: {context.counted(seen.board.market)}",),
    )
    rows = tuple(
        (
            context.player(seat),
            str(seen.hand_sizes[seat]),
            context.counted(player.hand),
            context.counted(bag_of(player.stalls)),
        )
        for seat, player in enumerate(seen.board.players)
    )
    head = tuple(context.caption(name) for name in ("player", "cards", "hand", "stalls"))
    yield Section("seats", context.caption("players"), (Table(head, rows),))
