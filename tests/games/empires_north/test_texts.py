"""Texts: names in both languages, and the view as text."""

from __future__ import annotations

import pytest

from referee_service.games.empires_north.content.tables import PACKS
from referee_service.kernel.text_table import view_text
from tests.games.empires_north.positions import GAME, given, random_game

TABLES = PACKS.get(PACKS.resolve_id(None))
NAMES = GAME.catalogue().names


@pytest.mark.parametrize("domain", ["card", "clan", "tile", "good", "resource", "pile", "event"])
def test_every_piece_has_a_name(domain):
    assert [piece for piece in TABLES.domains[domain] if piece not in NAMES] == []


def test_every_option_and_every_type_has_a_name():
    assert [option for option in TABLES.domains["option"] if f"option_{option}" not in NAMES] == []
    assert [f"type_{each}" for clan in TABLES.pack.clans for each in clan.types if f"type_{each}" not in NAMES] == []


@pytest.mark.parametrize(("language", "word"), [("en", "Axe Yard"), ("fr", "Cour des haches")])
def test_the_table_shows_hands_only_to_their_owner(language, word):
    state = given(hand=("axe_yard",), empire=("watchtower",), queue=((0, "fish"),), goods={"wood": 2})
    shown = view_text(GAME, GAME.view(state, 0), GAME.catalogue(), language)
    hidden = view_text(GAME, GAME.view(state, 1), GAME.catalogue(), language)
    assert word in shown
    assert word not in hidden


def test_the_table_of_a_scenario_names_it():
    text = view_text(GAME, GAME.view(given(seats=1, scenario="outpost"), 0), GAME.catalogue(), "en")
    assert "The Outpost" in text
    assert "Foundations: 5." in text


LINES, COLUMNS = 24, 80
"""The size of a terminal that one part of a view fits into."""


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_part_of_a_game_of_two_fits_a_terminal(language):
    for state in random_game(2)[::25]:
        for part in ("table", "seat.0", "seat.1"):
            lines = view_text(GAME, GAME.view(state, 0), GAME.catalogue(), language, part=part).split("\n")
            assert len(lines) <= LINES, (part, lines)
            assert max(map(len, lines)) <= COLUMNS


def test_the_view_names_players_pawns_and_ships():
    state = given(pawns=("sail", "-explore"), queue=((1, "fish raze"),), empire=("axe_yard", "twin_ships"))
    shown = view_text(GAME, GAME.view(state, None), GAME.catalogue(), "en", names=("Anna", "Ben"))
    for line in (
        "Explore    Anna (exhausted)",
        "Queue of ships: 1. Ben (fish, raze token).",
        "Anna – Ulaf, 0 points",
        "Hand: no card.",
        "Actions          3 Axe Yard",
        "other locations  4 Twin Ships",
    ):
        assert line in shown.replace("\N{NO-BREAK SPACE}", " ").split("\n")


def test_the_plain_view_has_a_sentence_for_each_row():
    shown = view_text(GAME, GAME.view(given(), 0), GAME.catalogue(), "en", plain=True, part="table")
    assert "Tile: Sail; Pawns: none." in shown.split("\n")
