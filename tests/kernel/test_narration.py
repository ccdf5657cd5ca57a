"""Tests of narration: labels, prompts and event sentences of the toy game."""

import pytest

from referee_service.kernel.narration import action_label, narrate, question_prompt
from referee_service.kernel.state import Event, Turn
from tests.kernel.toy import GAME
from tests.kernel.toy.actions.ask import Ask


def test_labels_prompts_and_event_sentences_come_from_the_catalogue():
    catalogue = GAME.catalogue()
    assert action_label(catalogue, Ask(1, "silk"), "fr") == "Demander une soie à la place 1"
    assert question_prompt(catalogue, Turn(0, "trade", ()), "en") == "Build, ask or rest."
    assert narrate(catalogue, Event("rested", 1), "en") == "Seat 1 rests."


@pytest.mark.parametrize(
    ("seat", "sentence"),
    [(0, "Seat 0 draws a card: silk."), (1, "Seat 0 draws a card."), (None, "Seat 0 draws a card.")],
)
def test_a_secret_is_narrated_only_to_the_seats_that_see_it(seat, sentence):
    event = Event("drawn", 0, {}, {"good": "silk"}, (0,))
    assert narrate(GAME.catalogue(), event, "en", seat) == sentence
