"""The view as text: the common board and every player's wilderness and colony."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee_service.kernel.catalogue import Catalogue
from referee_service.kernel.rules import Fact, Language
from referee_service.kernel.text_table import Section, TextContext

from .content.tables import COLUMNS, LEVELS, STREETS
from .scoring import rank_of, score_lines
from .state import Player, State, is_solo, spaces_of_region, spaces_of_street

CELL_WIDTH = 30
"""Characters for one space of a board."""


def sections(seen: State, context: TextContext) -> Iterator[Section]:
    """Yield the sections of the view."""
    yield Section(
        "table", context.catalogue.title[context.language], (render_text(seen, context.catalogue, context.language),)
    )


def render_text(seen: State, catalogue: Catalogue, language: Language) -> str:
    """Return the view as text: the round, the common board, then every player with wilderness and colony."""

    def line(caption: str, **facts: Fact) -> str:
        return catalogue.format(catalogue.captions[caption], facts, language)

    def piece_list(pieces: Iterable[tuple[str, int]]) -> str:
        named = (catalogue.piece_name(piece, language) + (f" ×{count}" if count > 1 else "") for piece, count in pieces)
        return ", ".join(named) or "–"

    market = [
        (f"{at}: {catalogue.piece_name(slot.building, language)}", slot.count) for at, slot in enumerate(seen.market)
    ]
    lines = [
        line("round", round=seen.round, first=seen.first_seat, turn=seen.active_seat),
        line("market", market=piece_list(market)),
        line("row", row=tuple(hero or "–" for hero in seen.hero_row)),
        line("artefacts", artefacts=piece_list((artefact, 1) for artefact in seen.artefacts)),
    ]
    for seat, player in enumerate(seen.players):
        points = sum(each.points for each in score_lines(seen, player))
        lines += ["", line("player", seat=seat, points=points, artefact=player.artefact or None)]
        lines.append(
            line(
                "owned",
                villagers=player.villagers,
                bonus=player.bonus_villagers,
                reserve=piece_list(player.reserve),
                heroes=piece_list((hero, 1) for hero in player.heroes),
            )
        )
        lines += _render_board(player, catalogue, language)
    if seen.stage == "over" and is_solo(seen):
        lines += ["", line("rank", rank=rank_of(seen))]
    return "\n".join(lines)


def _render_board(player: Player, catalogue: Catalogue, language: Language) -> Iterator[str]:
    """Yield the wilderness from region III down, then the streets. `!` marks a monster, `#` a fortification."""

    def cell(space: int, piece: str, marks: str) -> str:
        return f"{space}:{catalogue.piece_name(piece, language) if piece else ' –'}{marks}"[: CELL_WIDTH - 1].ljust(
            CELL_WIDTH
        )

    for region in reversed(LEVELS):
        cells = []
        for at in spaces_of_region(region):
            marks = (" !" if at in player.monsters else "") + (" #" if at in player.fortifications else "")
            cells.append(cell(at, player.wilderness[at], marks))
        yield f"  {'I' * region:<{COLUMNS}} " + "".join(cells).rstrip()
    for street in STREETS:
        tokens = [
            cell(at, player.colony[at], f" ({n})" if (n := player.stored[at]) else "")
            for at in spaces_of_street(street)
        ]
        yield "      " + "".join(tokens).rstrip()
