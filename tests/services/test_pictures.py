"""Tests of pictures of positions: the sentence of a game that is over."""

from dataclasses import replace

import pytest

from referee_service.games import GAMES
from referee_service.kernel.score import Result, Rival
from referee_service.kernel.state import ScoreLine
from referee_service.services.pictures import PICTURES, PictureOptions, draw_position
from tests.contract.playthroughs import playthrough

NAMES = ("Ann", "Bob")


def bar_of_result(result, language="en"):
    """Return the words in the bar of a finished game with this result."""
    game = replace(GAMES["burgundy"], result=lambda state: result)
    state = playthrough("burgundy", 2, 0).matches[-1].state
    scene = draw_position(game, PICTURES["burgundy"], state, None, language, PictureOptions(names=NAMES))
    return next(text.text for text in scene.texts if text.text.startswith(("The game", "La partie")))


def result_of(*winners, scores=(40, 30)):
    """Return a result with these winners, and the printed Bot with 50 points."""
    return Result(winners, scores, (), ((), ()), (Rival("bot", (ScoreLine("any", 1, 50),)),))


@pytest.mark.parametrize(
    ("winners", "language", "sentence"),
    [
        ((0,), "en", "The game is over: Ann wins with 40 points."),
        ((0,), "fr", "La partie est finie : Ann gagne avec 40 points."),
        ((0, 1), "en", "The game is over: Ann and Bob win with 40 points."),
        ((0, 1), "fr", "La partie est finie : Ann et Bob gagnent avec 40 points."),
        (("bot",), "en", "The game is over: bot wins with 50 points."),
        ((), "en", "The game is over: no side wins."),
        ((), "fr", "La partie est finie : personne ne gagne."),
    ],
)
def test_the_bar_of_a_finished_game_names_the_winners(winners, language, sentence):
    assert bar_of_result(result_of(*winners), language) == sentence


def test_one_point_is_singular():
    assert bar_of_result(result_of(0, scores=(1, 0))) == "The game is over: Ann wins with 1 point."
