"""Bots: their choices, their rankings, and searches that give the same result on every machine."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from referee_service.bots import greedy_bot, mcts, random_bot
from referee_service.bots.arena import play_game, wilson_interval
from referee_service.bots.choice import ActionRank, Choice, merge_choices
from referee_service.bots.evaluation import score_leads
from referee_service.bots.mcts import MctsSearch
from referee_service.bots.registry import bot_from_spec
from referee_service.bots.simulation import DEFAULT_PRIOR, apply_and_pay, ordered_actions
from referee_service.games import GAMES
from referee_service.kernel.engine import legal_actions
from referee_service.kernel.game import BotHints
from referee_service.kernel.notation import notation
from referee_service.kernel.score import Result
from referee_service.kernel.state import verb_of
from tests.bots.positions import forced, opening
from tests.kernel.toy import GAME as TOY

BURGUNDY, SETTLEMENT = GAMES["burgundy"], GAMES["settlement"]
each_bot = pytest.mark.parametrize("bot", ["random", "greedy", "search:40"])
each_game = pytest.mark.parametrize("game", [BURGUNDY, SETTLEMENT, TOY], ids=lambda game: game.name)


@each_game
@each_bot
def test_the_ranking_has_every_legal_action_once_and_the_chosen_one_first(game, bot):
    state, seat = opening(game)
    choice = bot_from_spec(bot)(game, game.view(state, seat), "1")
    assert sorted(each.notation for each in choice.ranking) == sorted(map(notation, legal_actions(game, state)))
    assert choice.notation == choice.ranking[0].notation
    visits = [each.visits for each in choice.ranking]
    assert visits == sorted(visits, reverse=True)


@each_game
@each_bot
def test_the_same_seed_gives_the_same_answer(game, bot):
    state, seat = opening(game)
    view = game.view(state, seat)
    assert bot_from_spec(bot)(game, view, "7") == bot_from_spec(bot)(game, view, "7")


def test_another_seed_gives_another_random_action():
    state, seat = opening(BURGUNDY)
    drawn = {random_bot.choose(BURGUNDY, BURGUNDY.view(state, seat), str(seed)).notation for seed in range(20)}
    assert len(drawn) > 3


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
    state = forced(SETTLEMENT, seats=1)
    choice = mcts.choose(SETTLEMENT, SETTLEMENT.view(state, 0), "1", iterations=100)
    assert (choice.iterations, len(choice.ranking)) == (0, 1)


def test_a_view_hides_nothing_only_if_all_sampled_states_are_equal(monkeypatch):
    determinize = mcts.determinize
    monkeypatch.setattr(mcts, "determinize", lambda game, view, key, at: determinize(game, view, key, max(0, at - 4)))
    for game, hides in ((TOY, True), (BURGUNDY, False)):
        state, seat = opening(game)
        assert MctsSearch(game, game.view(state, seat), "1").hides_information is hides


@each_game
def test_a_search_stops_early_only_if_its_choice_is_certain(game):
    """The ladder saves the iterations that cannot change the choice."""
    state, seat = opening(game)
    for seed in "12345":
        full = mcts.choose(game, game.view(state, seat), seed, iterations=90)
        cut = mcts.choose_with_early_stop(game, game.view(state, seat), seed, iterations=90)
        assert cut.notation == full.notation
        assert cut.iterations <= full.iterations == 90


def test_a_rollout_ends_when_another_seat_decides():
    state, seat = opening(SETTLEMENT)
    search = MctsSearch(SETTLEMENT, SETTLEMENT.view(state, seat), "1")
    leaf = search.determinizations[0]
    end = search._rollout(leaf, seat)
    assert end.seat != seat
    for other in legal_actions(SETTLEMENT, state):
        assert end.leads()[seat] >= score_leads(SETTLEMENT, apply_and_pay(SETTLEMENT, state, other))[seat]
    assert search._rollout(leaf, 1 - seat) is leaf, "another seat decides there"


@pytest.mark.parametrize("game", [*GAMES.values(), TOY], ids=lambda game: game.name)
def test_priors_name_verbs_of_the_game_and_prefer_the_cheapest_payment(game):
    assert set(game.bot_hints.verb_priors) <= set(game.verbs)
    assert all(0 <= share <= 1 for share in game.bot_hints.verb_priors.values())
    if "pay_cheapest" in game.verbs:
        assert game.bot_hints.verb_priors["pay_cheapest"] == 1.0


def test_actions_with_a_high_prior_come_first():
    state, _ = opening(TOY)
    listed, priors = ordered_actions(TOY, state), TOY.bot_hints.verb_priors
    assert sorted(map(notation, listed)) == sorted(map(notation, legal_actions(TOY, state)))
    shares = [priors.get(verb_of(action), DEFAULT_PRIOR) for action in listed]
    assert shares == sorted(shares, reverse=True)
    assert len(set(shares)) > 1


def test_actions_with_a_low_prior_get_fewer_visits():
    state, seat = opening(BURGUNDY)

    def visits(share):
        priors = {**BURGUNDY.bot_hints.verb_priors, "take_workers": share}
        game = replace(BURGUNDY, bot_hints=replace(BURGUNDY.bot_hints, verb_priors=priors))
        ranking = mcts.choose(game, game.view(state, seat), "1", iterations=80).ranking
        return sum(each.visits for each in ranking if each.notation.startswith("take_workers"))

    assert visits(0.0) < visits(1.0)


def test_a_search_keeps_its_limit_of_states(monkeypatch):
    monkeypatch.setattr(mcts, "MAX_STATES", 150)
    for game in (BURGUNDY, TOY):
        state, seat = opening(game)
        search = MctsSearch(game, game.view(state, seat), "1")
        choice = search.run(lambda done, _: done == 400)
        assert choice.iterations == 400
        assert search.state_count[0] < 150 + 400


def test_greedy_picks_the_action_with_the_best_evaluation():
    state, seat = opening(BURGUNDY)
    choice = greedy_bot.choose(BURGUNDY, BURGUNDY.view(state, seat), "")
    assert choice.value == max(each.value for each in choice.ranking)


def test_a_lead_is_measured_against_the_best_opponent_and_never_a_partner():
    class Game:
        bot_hints = BotHints(expected_scores=lambda state: [10, 4, 7])
        result = staticmethod(lambda state: None)

    assert score_leads(Game, None) == (3, -6, -3)
    Game.bot_hints = BotHints(expected_scores=lambda state: [9, 5, 9, 5], teams=lambda state: [(0, 2), (1, 3)])
    assert score_leads(Game, None) == (4, -4, 4, -4)
    Game.bot_hints = BotHints(expected_scores=lambda state: [42])
    assert score_leads(Game, None) == (42,)
    Game.bot_hints = BotHints(expected_scores=lambda state: [42], rival_scores=lambda state: [40])
    assert score_leads(Game, None) == (2,)


def test_a_win_adds_the_bonus_of_the_game():
    class Game:
        bot_hints = BotHints(expected_scores=lambda state: [0, 0])
        result = staticmethod(lambda state: Result(winners=(1,), scores=(3, 2), ranking=((1,), (0,)), lines=((), ())))

    assert score_leads(Game, None) == (1, -1)
    Game.bot_hints = BotHints(expected_scores=lambda state: [0, 0], win_bonus=8.0)
    assert score_leads(Game, None) == (-7, 7)


def test_searches_of_one_view_are_merged_by_their_visits():
    one = Choice((ActionRank("a", 3, 1.0), ActionRank("b", 1, 0.0)), 4, nodes=30)
    two = Choice((ActionRank("b", 4, 2.0), ActionRank("a", 1, 5.0)), 5, nodes=40, stopped=True)
    both = merge_choices([one, two])
    assert both.ranking == (ActionRank("b", 5, 1.6), ActionRank("a", 4, 2.0))
    assert (both.iterations, both.nodes, both.stopped) == (9, 70, True)


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


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_greedy_beats_random(game):
    """The ladder measures how often; a few games show that no sign is wrong."""
    wins = 0
    for seed in range(6):
        players = [bot_from_spec("greedy"), bot_from_spec("random")]
        seat = seed % 2
        wins += seat in play_game(game, players if seat == 0 else players[::-1], f"strength {seed}").winners
    assert wins >= 5


def test_the_wilson_interval_of_few_games_is_wide():
    low, high = wilson_interval(57, 60)
    assert (round(low, 3), round(high, 3)) == (0.863, 0.983)
    assert wilson_interval(10, 10)[0] < 0.75


@pytest.mark.parametrize("spec", ["", "search", "search:0", "search:x", "greedy:3", "stockfish"])
def test_an_unknown_bot_is_refused(spec):
    with pytest.raises(ValueError, match="is not a bot"):
        bot_from_spec(spec)
