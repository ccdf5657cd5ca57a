"""Random wars: legal lists are exact, views hide secrets, and every game ends within its bound."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

from referee_service.games.medievalia import GAME
from referee_service.kernel.chance import seed_key
from referee_service.kernel.engine import judge
from tests.contract.playthroughs import misjudged, wide_offers
from tests.games.medievalia.positions import legal, question
from tests.games.medievalia.random_games import random_war

each_table = pytest.mark.parametrize("seats", [2, 3, 4])
MAX_LEGAL_ACTIONS = 260
"""Upper bound of the legal actions in these positions."""


def by_question(seats, each):
    """Return some positions of random wars for each question."""
    positions = defaultdict(list)
    for seed in range(10, 16):
        for state in random_war(seats, seed)[1:]:
            positions[question(state)].append(state)
    return [state for states in positions.values() for state in states[:: max(1, len(states) // each)][:each]]


@each_table
def test_candidates_without_objections_are_the_legal_list(seats):
    rng = random.Random(seats)
    for state in by_question(seats, each=5):
        turn = GAME.turn(state)
        for verb in turn.verbs if turn else ():
            offers = wide_offers(GAME, state, GAME.verbs[verb], rng)
            assert not misjudged(GAME, state, [*offers[::3], *legal(state, verb)])
            assert len(legal(state)) <= MAX_LEGAL_ACTIONS


@each_table
def test_states_with_equal_views_have_equal_legal_actions(seats):
    for state in by_question(seats, each=8):
        for seat in (*range(seats), None):
            seen = GAME.view(state, seat)
            sampled = GAME.determinize(seen, seed_key("war"))
            assert GAME.view(sampled, seat) == seen
            assert not list(GAME.audit(sampled))
            assert GAME.turn(sampled) == GAME.turn(state)
            if GAME.turn(state) and GAME.turn(state).seat == seat:
                assert legal(sampled) == legal(state)


@each_table
def test_every_open_position_has_a_legal_action(seats):
    for state in by_question(seats, each=30):
        turn = GAME.turn(state)
        assert bool(legal(state)) == (turn is not None)
        assert not any(judge(GAME, state, turn.seat, action) for action in legal(state)[:5])


@each_table
def test_every_game_ends_within_its_bound(seats):
    for seed in range(3):
        positions = random_war(seats, seed, max_positions=GAME.max_actions)
        assert GAME.result(positions[-1]) is not None
        assert len(positions) < GAME.max_actions
