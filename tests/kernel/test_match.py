"""Tests of a match: set-up, moves, and the three modes of chance."""

import pytest

from referee_service.kernel.chance import Chance, commitment, match_key, seed_key
from referee_service.kernel.engine import legal_actions
from referee_service.kernel.match import MoveRefused, new_match, play_chance, play_move
from referee_service.kernel.state import CHANCE
from tests.kernel.positions import after_chance, new_toy_match
from tests.kernel.toy import GAME
from tests.kernel.toy.actions.ask import Ask
from tests.kernel.toy.actions.rest import Rest
from tests.kernel.toy.decisions.cards import Draw


def test_in_a_new_match_chance_has_not_acted():
    match = new_toy_match()
    assert (match.game, match.ruleset, match.ply) == ("caravan", "1", 0)
    assert GAME.turn(match.state).seat == CHANCE
    assert match.state.events == ()


@pytest.mark.parametrize(
    ("seats", "content", "error"), [(3, None, ValueError), (0, None, ValueError), (2, "dunes", LookupError)]
)
def test_an_impossible_set_up_raises_an_error_with_the_reason(seats, content, error):
    with pytest.raises(error, match=r"played by 2, 4, not|no content pack 'dunes'; there are oasis@"):
        new_match(GAME, seats=seats, chance=Chance("seeded", ""), content=content)


def test_a_pack_may_be_named_with_or_without_its_digest():
    by_name = new_match(GAME, seats=2, chance=Chance("table", ""), content="oasis")
    by_id = new_match(GAME, seats=2, chance=Chance("table", ""), content=by_name.state.pack)
    assert by_name == by_id == new_match(GAME, seats=2, chance=Chance("table", ""))


def test_a_move_counts_as_one_ply():
    match = after_chance(new_toy_match())
    step = play_move(GAME, match, 0, Rest())
    assert step.match.ply == match.ply + 1
    assert [(move.seat, move.notation) for move in step.recorded_moves] == [(0, "rest")]
    assert [event.kind for event in step.events] == ["rested"]


def test_an_illegal_move_raises_an_error_with_all_refusals():
    with pytest.raises(MoveRefused, match=r"ask\.other") as refused:
        play_move(GAME, after_chance(new_toy_match()), 0, Ask(0, "silk"))
    assert [refusal.rule for refusal in refused.value.refusals] == ["ask.other"]


def test_a_game_has_a_result_only_at_its_end():
    match = after_chance(new_toy_match(rounds=1))
    while legal_actions(GAME, match.state):
        assert GAME.result(match.state) is None
        match = after_chance(play_move(GAME, match, GAME.turn(match.state).seat, Rest()).match)
    assert GAME.result(match.state).scores == (0, 0)
    assert GAME.turn(match.state) is None


# --- chance ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["seeded", "secret"])
def test_a_client_cannot_choose_the_outcome_if_the_service_rolls(mode):
    with pytest.raises(MoveRefused) as refused:
        play_move(GAME, new_toy_match(mode), CHANCE, Draw("silk"))
    assert [refusal.rule for refusal in refused.value.refusals] == ["referee.chance_mode"]


def test_in_a_table_match_the_client_reports_the_outcomes_of_chance():
    match = play_move(GAME, new_toy_match("table"), CHANCE, Draw("gold")).match
    assert match.state.players[0].hand == (("gold", 1),)
    assert match.chance.count == 1


def test_in_a_seeded_match_chance_acts_until_a_seat_must_decide():
    step = play_chance(GAME, new_toy_match())
    assert GAME.turn(step.match.state).seat == 0
    assert {move.seat for move in step.recorded_moves} == {CHANCE}
    assert step.match.chance.count == step.match.ply == len(step.moves)
    assert play_chance(GAME, step.match).moves == ()


def test_equal_seeds_deal_equal_cards_and_another_seed_deals_others():
    hands = [after_chance(new_toy_match(seed=seed)).state.players for seed in ("tea", "tea", "coffee")]
    assert hands[0] == hands[1] != hands[2]


def test_a_table_match_ignores_a_key():
    match = new_toy_match("table")
    assert play_chance(GAME, match, seed_key("tea")).match == match


def test_in_a_secret_match_chance_needs_the_key():
    key = match_key(b"secret", "match-1")
    match = new_toy_match("secret", seed=commitment(key))
    assert play_chance(GAME, match).match == match
    rolled = after_chance(match, key)
    assert GAME.turn(rolled.state).seat == 0
    assert rolled.chance == Chance("secret", commitment(key), rolled.ply)


def test_a_secret_match_accepts_only_the_key_of_its_commitment():
    key = match_key(b"secret", "match")
    match = new_match(GAME, seats=2, chance=Chance("secret", commitment(key)))
    assert play_chance(GAME, match, key).moves
    with pytest.raises(ValueError, match="committed"):
        play_chance(GAME, match, match_key(b"other", "match"))
