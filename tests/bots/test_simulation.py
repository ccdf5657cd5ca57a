"""Tests of simulation: the order of actions by their priors."""

import pytest
from msgspec.structs import replace

from referee_service.bots.simulation import DEFAULT_PRIOR, Branch, StateTable, ordered_actions
from referee_service.games import GAMES
from referee_service.kernel.engine import legal_actions
from referee_service.kernel.notation import notation
from referee_service.kernel.state import verb_of
from tests.bots.positions import TOY, opening


@pytest.mark.parametrize("game", [*GAMES.values(), TOY], ids=lambda game: game.name)
def test_priors_are_for_verbs_of_the_game_and_pay_cheapest_has_the_highest(game):
    assert set(game.bot_hints.verb_priors) <= set(game.verbs)
    assert all(0 <= prior <= 1 for prior in game.bot_hints.verb_priors.values())
    if "pay_cheapest" in game.verbs:
        assert game.bot_hints.verb_priors["pay_cheapest"] == 1.0


def test_actions_with_a_high_prior_come_first():
    state, _ = opening(TOY)
    actions, verb_priors = ordered_actions(TOY, state), TOY.bot_hints.verb_priors
    assert sorted(map(notation, actions)) == sorted(map(notation, legal_actions(TOY, state)))
    priors = [verb_priors.get(verb_of(action), DEFAULT_PRIOR) for action in actions]
    assert priors == sorted(priors, reverse=True)
    assert len(set(priors)) > 1


def test_equal_states_of_a_search_are_one_object_and_branches_sample_their_own_chance():
    state, _ = opening(TOY)
    table = StateTable(TOY)
    first, second = Branch(table.find(state)), Branch(table.find(replace(state)))
    assert first.simulated is second.simulated
    action = first.simulated.legal()[0]
    assert first.child(action) is not second.child(action)
    assert first.child(action).simulated is second.child(action).simulated
    assert first.samples is not second.samples
    assert len(table.states) == 2
