"""The view as text."""

from __future__ import annotations

import re
from itertools import product

import pytest
from msgspec.structs import replace

from referee_service.games.settlement import GAME
from referee_service.kernel.text_table import view_text
from tests.games.settlement.positions import (
    WOOD,
    draft,
    given,
    opening,
    random_game,
)

WORDS = GAME.catalogue()

each_language = pytest.mark.parametrize("language", ["en", "fr"])


@each_language
def test_the_table_reads_as_text(language):
    state = given(seats=1, land={0: WOOD}, monsters=(0,), colony={4: "bank"}, stored={4: 2})
    text = view_text(GAME, state, WORDS, language)
    assert {"en": "0: wood, gnoll here", "fr": "0 : bois, gnoll ici"}[language] in text
    assert {"en": "4: bank, 2 gold", "fr": "4 : banque, 2 or"}[language] in text
    for other in (draft(4), opening(3)):
        assert "{" not in view_text(GAME, other, WORDS, language)


def test_a_seat_is_shown_with_its_name_points_and_zones():
    state = given(land={1: WOOD}, fortifications=(1,), activated_fortifications=(1,), regions=(1, 0, 0), villagers=4)
    state = replace(state, players=(replace(state.players[0], heroes=("defender_01",)), *state.players[1:]))
    lines = view_text(GAME, state, WORDS, "en", names=("Ann", "Bob"), part="seat.0", width=120).splitlines()
    assert lines[:2] == ["Ann – 1 point", "Reserve: empty. Villagers: 4."]
    assert "Heroes: Defender 1 (1 point)." in lines
    assert any(
        re.match(r"region I \(activated\) +0: unexplored +1: wood, fortified, activated", line) for line in lines
    )


def test_the_offers_show_the_price_with_the_surcharge():
    text = view_text(
        GAME,
        given(hero_row=("adventurer_08", "adventurer_07", "defender_01", "artisan_07")),
        WORDS,
        "en",
        part="offers",
        width=120,
    )
    assert re.search(r"0 +Adventurer 8 +3 wood, 2 diamonds, 1 gold +1 per terrain +1 villager +gnoll", text)


@each_language
def test_every_part_of_a_game_of_two_fits_a_terminal(language):
    parts = ("table", "offers", "seat.0", "seat.1")
    for state, part in product(random_game(2, 1)[::9], parts):
        lines = view_text(GAME, state, WORDS, language, part=part).splitlines()
        assert len(lines) <= 24, part
        assert max(map(len, lines)) <= 80, part
