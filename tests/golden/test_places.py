"""Golden places: pictures of every question of every game have their places where they were before.

If a change of a picture is intended, write the files again as places.py explains.
"""

from __future__ import annotations

import json

import pytest

from referee_service.games import GAMES
from referee_service.services.pictures import PICTURES
from tests.golden.places import FOLDER, OVER, places_of, positions

RARE = {"build_house", "tribute"}
"""Questions that hardly any game asks: Dice Settlers' and Empires of the North's."""
HINT = "if this is intended: PYTHONPATH=. python -m tests.golden.places"


@pytest.mark.parametrize("name", PICTURES)
def test_every_place_lies_where_it_lay_before(name):
    game = GAMES[name]
    expected = json.loads((FOLDER / f"{name}.json").read_text())
    found = positions(game)
    assert list(found) == list(expected), HINT
    for question, match in found.items():
        assert places_of(game, match) == expected[question], f"{question}; {HINT}"


@pytest.mark.parametrize("name", PICTURES)
def test_the_golden_positions_have_every_question_of_a_seat(name):
    found = {each.partition(" ")[2] for each in json.loads((FOLDER / f"{name}.json").read_text())}
    game = GAMES[name]
    chance = {verb.name for verb in game.verbs.values() if verb.outcomes}
    questions = {question for question, verbs in game.flow.verbs.items() if not set(verbs) <= chance}
    assert questions | {OVER} == found | (RARE & questions)
