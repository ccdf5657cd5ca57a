"""Tests of simulation: the order of actions by their priors."""

import gc

import pytest
from msgspec.structs import replace

from referee_service.bots.mcts import MctsSearch
from referee_service.bots.simulation import DEFAULT_PRIOR, Branch, SimulatedState, StateTable, ordered_actions
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
    assert first.child(table, action) is not second.child(table, action)
    assert first.child(table, action).simulated is second.child(table, action).simulated
    assert first.samples is not second.samples
    assert len(table.states) == 2


def test_a_search_forms_no_reference_cycle():
    state, seat = opening(TOY)
    gc.collect()
    gc.disable()
    try:
        search = MctsSearch(TOY, TOY.view(state, seat), "1")
        search.run(lambda done, _: done == 50)
        assert [each for each in gc.get_objects() if isinstance(each, SimulatedState)]
        del search
        assert not [each for each in gc.get_objects() if isinstance(each, SimulatedState)]
    finally:
        gc.enable()
