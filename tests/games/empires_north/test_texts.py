"""Texts: names in both languages, and the view as text."""

from __future__ import annotations

import pytest

from referee_service.games.empires_north.content.tables import PACKS
from referee_service.kernel.text_table import view_text
from tests.games.empires_north.positions import GAME, given

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
