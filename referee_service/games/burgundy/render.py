"""The view as text: the round, the depots and every player's estate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from referee_service.kernel.catalogue import Catalogue
from referee_service.kernel.rules import Fact, Language
from referee_service.kernel.score import total_points
from referee_service.kernel.text_table import Section, TextContext

from .content.tables import BLACK_DEPOT, DEPOTS, KIND_BY_LETTER, KINDS, content
from .state import Player, State

CELL_WIDTH = 9
"""Characters for one space of an estate."""
LETTER_BY_KIND = {kind: letter for letter, kind in KIND_BY_LETTER.items()}


def sections(seen: State, context: TextContext) -> Iterator[Section]:
    """Yield the sections of the view."""
    yield Section(
        "table", context.catalogue.title[context.language], (render_text(seen, context.catalogue, context.language),)
    )


def render_text(seen: State, catalogue: Catalogue, language: Language) -> str:
    """Return the view as text: the round, the depots, then every player with the estate row by row."""

    def line(caption: str, **facts: Fact) -> str:
        return catalogue.format(catalogue.captions[caption], facts, language)

    def piece_list(pieces: Iterable[str]) -> str:
        counts = Counter(pieces).items()
        names = (catalogue.piece_name(piece, language) + (f" ×{count}" if count > 1 else "") for piece, count in counts)
        return ", ".join(names) or "–"

    lines = [
        line(
            "round",
            phase=seen.phase,
            round=seen.round,
            order=seen.turn_order,
            white=seen.white_die or None,
            coming=seen.round_goods,
        ),
        *(
            line(
                "depot",
                depot=depot,
                tiles=piece_list(seen.depots[depot]),
                goods=piece_list(seen.depot_goods[depot - 1]),
            )
            for depot in DEPOTS
        ),
        line("black", tiles=piece_list(seen.depots[BLACK_DEPOT])),
        line("track", track=tuple(" ".join(map(str, pieces)) or "–" for pieces in seen.track)),
    ]
    for seat, player in enumerate(seen.players):
        bonuses = tuple(kind for kind in KINDS if seat in seen.bonuses.of(kind))
        lines += ["", line("player", seat=seat, points=total_points(seen, seat), board=player.board, bonuses=bonuses)]
        lines += [line("owned", **_owned_facts(player, piece_list)), *_render_estate(seen, player, catalogue, language)]
    return "\n".join(lines)


def _owned_facts(player: Player, piece_list: Callable[[Iterable[str]], str]) -> dict[str, Fact]:
    """Return the facts of the caption `owned`: what the player has beside the estate."""
    return {
        "dice": player.dice,
        "storage": piece_list(player.storage),
        "goods": piece_list(player.goods),
        "sold": piece_list(player.sold),
        "silver": player.silver,
        "workers": player.workers,
    }


def _render_estate(seen: State, player: Player, catalogue: Catalogue, language: Language) -> Iterator[str]:
    """Yield the rows of an estate: an empty space as `space:die colour`, a tile by the start of its name."""
    if not player.estate:
        return
    board, rows = content(seen).boards[player.board], content(seen).pack.dice_pattern
    widest, at = max(map(len, rows)), 0
    for row in rows:
        cells = []
        for space in range(at, at + len(row)):
            letter = LETTER_BY_KIND[board.spaces[space].kind]
            tile = catalogue.piece_name(player.estate[space], language)[: CELL_WIDTH - 3]
            cells.append((f"[{tile}]" if tile else f"{space}:{board.numbers[space]}{letter}").center(CELL_WIDTH))
        yield " " * ((widest - len(row)) * CELL_WIDTH // 2) + "".join(cells).rstrip()
        at += len(row)
