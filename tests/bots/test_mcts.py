"""Tests of the search: budget, early stop, rollout, priors, memory limit and reproducibility."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from referee_service.bots import mcts
from referee_service.bots.evaluation import score_leads
from referee_service.bots.mcts import MctsSearch
from referee_service.bots.simulation import apply_and_pay
from referee_service.games import GAMES
from referee_service.kernel.engine import legal_actions
from tests.bots.positions import BURGUNDY, SETTLEMENT, TOY, each_game, forced, opening


@each_game
def test_a_search_runs_exactly_its_budget_of_iterations(game):
    state, seat = opening(game)
    choice = mcts.choose(game, game.view(state, seat), "1", iterations=33)
    assert choice.iterations == 33 == sum(each.visits for each in choice.ranking)


def test_a_stopped_search_returns_its_current_choice():
    state, seat = opening(BURGUNDY)
    seen = []
    choice = MctsSearch(BURGUNDY, BURGUNDY.view(state, seat), "1").run(
        lambda done, so_far: seen.append(so_far().notation) or done == 5
    )
    assert (choice.iterations, len(seen)) == (5, 5)
    assert seen[-1] == choice.notation


def test_a_single_legal_action_needs_no_search():
    state = forced(TOY, seats=2)
    choice = mcts.choose(TOY, TOY.view(state, TOY.turn(state).seat), "1", iterations=100)
    assert (choice.iterations, len(choice.ranking)) == (0, 1)


def test_a_view_hides_nothing_only_if_all_sampled_states_are_equal(monkeypatch):
    determinize = mcts.determinize
    monkeypatch.setattr(mcts, "determinize", lambda game, view, key, at: determinize(game, view, key, max(0, at - 4)))
    for game, hides in ((TOY, True), (BURGUNDY, False)):
        state, seat = opening(game)
        assert MctsSearch(game, game.view(state, seat), "1").hides_information is hides


@each_game
def test_a_search_stops_early_only_if_its_choice_is_certain(game):
    """`referee ladder` skips the iterations that cannot change the choice."""
    state, seat = opening(game)
    for seed in "12345":
        full = mcts.choose(game, game.view(state, seat), seed, iterations=90)
        early = mcts.choose_with_early_stop(game, game.view(state, seat), seed, iterations=90)
        assert early.notation == full.notation
        assert early.iterations <= full.iterations == 90


def test_a_rollout_ends_when_another_seat_decides():
    state, seat = opening(SETTLEMENT)
    search = MctsSearch(SETTLEMENT, SETTLEMENT.view(state, seat), "1")
    leaf = search.determinizations[0].simulated
    end = search._rollout(leaf, seat)
    assert end.seat != seat
    for other in legal_actions(SETTLEMENT, state):
        assert end.leads()[seat] >= score_leads(SETTLEMENT, apply_and_pay(SETTLEMENT, state, other))[seat]
    assert search._rollout(leaf, 1 - seat) is leaf


def test_actions_with_a_low_prior_get_fewer_visits():
    state, seat = opening(BURGUNDY)

    def visits(prior):
        priors = {**BURGUNDY.bot_hints.verb_priors, "take_workers": prior}
        game = replace(BURGUNDY, bot_hints=replace(BURGUNDY.bot_hints, verb_priors=priors))
        ranking = mcts.choose(game, game.view(state, seat), "1", iterations=80).ranking
        return sum(each.visits for each in ranking if each.notation.startswith("take_workers"))

    assert visits(0.0) < visits(1.0)


def test_a_search_stays_within_its_limit_of_states(monkeypatch):
    monkeypatch.setattr(mcts, "MAX_STATES", 150)
    for game in (BURGUNDY, TOY):
        state, seat = opening(game)
        search = MctsSearch(game, game.view(state, seat), "1")
        choice = search.run(lambda done, _: done == 400)
        assert choice.iterations == 400
        assert len(search.table.states) < 150 + 400


def test_a_search_does_not_depend_on_the_hash_seed():
    script = (
        "from referee_service.bots import mcts; from referee_service.games import GAMES;"
        "from tests.bots.positions import opening; import msgspec;"
        "games = [*GAMES.values(), __import__('tests.kernel.toy', fromlist=['GAME']).GAME];"
        "found = [mcts.choose(g, g.view(*opening(g)), '1', iterations=60) for g in games];"
        "print(msgspec.json.encode(found).decode())"
    )
    root = Path(__file__).parents[2]
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
            cwd=root,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(outputs) == 1
    assert len(json.loads(outputs.pop())) == len(GAMES) + 1
