"""Long wars by lot: legal lists are exact, nothing leaks, every game ends within its bound."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

from referee_service.games.medievalia import GAME
from referee_service.kernel.chance import seed_key
from referee_service.kernel.engine import judge
from tests.contract.playthroughs import misjudged, wide_offers
from tests.games.medievalia.positions import legal, question, war_by_lot

each_table = pytest.mark.parametrize("seats", [2, 3, 4])
MOST_LISTED = 260


def by_question(seats, each):
    """Some positions of wars for each question."""
    asked = defaultdict(list)
    for seed in range(10, 16):
        for state in war_by_lot(seats, seed)[1:]:
            asked[question(state)].append(state)
    return [state for states in asked.values() for state in states[:: max(1, len(states) // each)][:each]]


@each_table
def test_wide_offers_that_nothing_forbids_are_the_legal_list(seats):
    lot = random.Random(seats)
    for state in by_question(seats, each=5):
        turn = GAME.turn(state)
        for verb in turn.verbs if turn else ():
            offers = wide_offers(GAME, state, GAME.verbs[verb], lot)
            assert not misjudged(GAME, state, [*offers[::3], *legal(state, verb)])
            assert len(legal(state)) <= MOST_LISTED


@each_table
def test_states_that_look_the_same_give_the_same_answers(seats):
    for state in by_question(seats, each=8):
        for seat in (*range(seats), None):
            seen = GAME.view(state, seat)
            imagined = GAME.determinize(seen, seed_key("war"))
            assert GAME.view(imagined, seat) == seen
            assert not list(GAME.audit(imagined))
            assert GAME.turn(imagined) == GAME.turn(state)
            if GAME.turn(state) and GAME.turn(state).seat == seat:
                assert legal(imagined) == legal(state)


@each_table
def test_no_position_is_a_dead_end(seats):
    for state in by_question(seats, each=30):
        turn = GAME.turn(state)
        assert bool(legal(state)) == (turn is not None)
        assert not any(judge(GAME, state, turn.seat, action) for action in legal(state)[:5])


@each_table
def test_every_game_ends_within_its_bound(seats):
    for seed in range(3):
        positions = war_by_lot(seats, seed, most=GAME.max_actions)
        assert GAME.result(positions[-1]) is not None
        assert len(positions) < GAME.max_actions
