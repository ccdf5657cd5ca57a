"""The view as text."""

from __future__ import annotations

from referee_service.kernel.bags import Bag, bag_of
from referee_service.kernel.catalogue import Catalogue
from referee_service.kernel.rules import Language
from tests.kernel.toy.view import View


def render_text(seen: View, catalogue: Catalogue, language: Language) -> str:
    """Return the view as text: the title, one line per seat (hand size, visible hand, stalls), and the market."""

    def piece_list(pieces: Bag) -> str:
        return ", ".join(f"{count} {catalogue.piece_name(piece, language)}" for piece, count in pieces)

    seats = [
        f"{seat} ({seen.hand_sizes[seat]})  {piece_list(player.hand)}  {piece_list(bag_of(player.stalls))}".rstrip()
        for seat, player in enumerate(seen.board.players)
    ]
    return "\n".join([catalogue.title[language], *seats, piece_list(seen.board.market)])
