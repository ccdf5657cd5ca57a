"""The view as text: sections for the table and each seat, that fit a terminal and explain every mark."""

from __future__ import annotations

import re

import pytest

from referee_service.games.burgundy import GAME
from referee_service.kernel.text_table import HexGrid, Legend, TextContext, view_text, write_text
from tests.games.burgundy.positions import given, idle, new_game, opening, question, random_game

WORDS = GAME.catalogue()

each_language = pytest.mark.parametrize("language", ["en", "fr"])


def sections(state, language="en", names=()):
    """Return the sections of a view."""
    return list(GAME.sections(state, TextContext(WORDS, language, names)))


@each_language
@pytest.mark.parametrize("seed", [1, 2])
def test_every_part_of_a_game_for_two_fits_a_terminal(language, seed):
    for state in random_game(2, "random", seed)[::25]:
        for section in sections(state, language):
            lines = write_text([section]).split("\n")
            assert len(lines) <= 24, "\n".join(lines)
            assert max(map(len, lines)) <= 80


@each_language
def test_every_mark_of_an_estate_is_in_the_legend(language):
    for state in random_game(2, "random", 3)[::25]:
        for section in sections(state, language)[1:]:
            grids = [block for block in section.blocks if isinstance(block, HexGrid)]
            legend = {mark for block in section.blocks if isinstance(block, Legend) for mark, _ in block.marks}
            for cell in (cell for grid in grids for cell in grid.cells):
                mark = re.sub(r"^\d+ \d?|\d+$", "", cell.lines[0])
                assert mark in legend, (cell.lines, legend)


@each_language
def test_marks_of_different_tiles_differ(language):
    tiles = GAME.packs.get(GAME.packs.resolve_id(None)).tiles
    marks = {}
    for tile in tiles:
        (grid,) = [b for b in sections(given(estate={0: tile}), language)[1].blocks if isinstance(b, HexGrid)]
        marks[tile] = grid.cells[0].lines[0]
    assert len(set(marks.values())) == len(tiles)


def test_the_table_names_the_players_and_the_depots():
    state = given(dice=[2, 5], depots={0: ["ship"], 3: ["bank", "bank"]}, depot_goods={3: ["red", "red", "pink"]})
    text = view_text(GAME, state, WORDS, "en", names=["Ann", "Bob"], part="table")
    assert "Turn order: Ann, Bob." in text
    assert re.search(r"^3 +2 banks +1 pink, 2 red$", text, re.MULTILINE)
    assert re.search(r"^black +ship$", text, re.MULTILINE)
    assert re.search(r"^Ann +\d+ +2, 5 ", text, re.MULTILINE)


def test_a_seat_is_drawn_with_its_estate():
    state = given(
        dice=[2], silver=1, workers=2, storage=["mine"], goods=["red"], estate={0: "pig_4", 12: "knowledge_3"}
    )
    text = view_text(GAME, state, WORDS, "en", part="seat.0")
    assert text.startswith(
        "Seat 0: 0 points, player board 1\nDie 2; 1 silverling; 2 workers; goods: 1 red. Storage: mine."
    )
    assert "| 0 4Pig|  1 c5 |" in text
    assert "| 12 K3 |" in text
    assert "K knowledge by number" in text


def test_the_plain_form_has_a_sentence_for_every_space():
    state = given(estate={0: "pig_4"})
    english = view_text(GAME, state, WORDS, "en", part="seat.0", plain=True)
    french = view_text(GAME, state, WORDS, "fr", part="seat.0", plain=True)
    assert "Space 0: tile with 4 pigs.\nSpace 1: empty, for a castle, die 5." in english
    assert "Case 0 : tuile de 4 cochons.\nCase 1 : vide, pour un château, dé 5." in french


def test_a_seat_without_a_board_or_castle_is_shown_too():
    state = idle(new_game(2, "chosen").state, lambda found: question(found) == "choose_board")
    assert view_text(GAME, state, WORDS, "en", part="seat.1").startswith("Seat 1: 0 points\n1 silverling;")
    assert "The estate has no castle yet." in view_text(GAME, opening(2, (1, 1)), WORDS, "en", part="seat.1")
