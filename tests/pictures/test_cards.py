"""Tests of cards: their height follows their content, and their text stays inside."""

import pytest

from referee_service.pictures.cards import (
    Card,
    Sign,
    card_height,
    draw_backs,
    draw_card,
    draw_compact_card,
    draw_signs,
    signs_width,
)
from referee_service.pictures.geometry import Box
from referee_service.pictures.palette import LIGHT
from referee_service.pictures.scene import Scene

CARD = Card(
    name="The Warehouse of the Alchemists",
    glyph="crate",
    colour="#4E7F3A",
    when="Action",
    icons=(Sign("piece", "wood", 2), Sign("arrow"), Sign("points", count=5)),
    words="Pay 2 wood: gain 5 points, and 1 point more for each building in the street of this one.",
    price=(Sign("piece", "clay"), Sign("piece", "stone", 3)),
    fact=(Sign("piece", "gold"),),
    count=3,
)


@pytest.mark.parametrize("width", [150, 220, 400])
def test_a_card_grows_until_all_its_text_fits(width):
    scene = Scene(LIGHT, width=width + 20)
    box = Box(10, 10, width, card_height(CARD, width))
    draw_card(scene, CARD, box)
    assert all(box.contains(text.box, slack=1) for text in scene.texts)
    assert " ".join(text.text for text in scene.texts).count("street") == 1


def test_a_narrow_card_is_higher():
    assert card_height(CARD, 150) > card_height(CARD, 400)


def test_a_line_of_icons_is_as_wide_as_its_parts():
    assert signs_width((Sign("piece", "wood"),), 20) == 20
    assert signs_width((Sign("piece", "wood", 2),), 20) > 20


def test_a_glyph_on_a_disc_has_the_colour_of_its_kind():
    scene = Scene(LIGHT, width=100)
    draw_signs(scene, (Sign("disc", "igloo", colour="#2F6DA6"),), 0, 20, 20)
    assert 'fill="#2F6DA6"' in scene.elements[0]
    assert "glyph_igloo" in scene.icons


def test_other_players_have_compact_cards_and_backs():
    scene = Scene(LIGHT, width=400)
    draw_compact_card(scene, CARD, Box(0, 0, 150, 60))
    draw_backs(scene, 7, Box(0, 80, 200, 44), glyph="sword")
    assert [text.text for text in scene.texts][-1] == "×7"
    assert CARD.name in [text.text for text in scene.texts]
