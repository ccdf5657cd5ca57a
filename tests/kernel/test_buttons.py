"""Buttons and chips: the places that stand for verbs."""

import dataclasses

import pytest

from referee_service.kernel.places import is_button
from tests.kernel.toy import GAME

CHIP = "action.build"
WITH_CHIP = dataclasses.replace(
    GAME, verbs={**GAME.verbs, "build": dataclasses.replace(GAME.verbs["build"], chip=CHIP)}
)


@pytest.mark.parametrize(
    ("place", "expected"),
    [("button.rest", True), (CHIP, True), ("button.invented", False), ("button", False), ("rest", False), ("", False)],
)
def test_a_button_names_a_verb_and_a_chip_is_that_of_a_verb(place, expected):
    assert is_button(WITH_CHIP, place) is expected
