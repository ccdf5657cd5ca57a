"""Tests of the random bot."""

from referee_service.bots import random_bot
from tests.bots.positions import BURGUNDY, opening


def test_other_seeds_give_other_actions():
    state, seat = opening(BURGUNDY)
    picked = {random_bot.choose(BURGUNDY, BURGUNDY.view(state, seat), str(seed)).notation for seed in range(20)}
    assert len(picked) > 3
