"""Tests of replay: legal records lead to the played state, and errors name the first bad move."""

import dataclasses
from contextlib import nullcontext

import pytest
from msgspec.structs import replace

from referee_service.kernel.chance import Chance
from referee_service.kernel.match import play_chance
from referee_service.kernel.records import ClaimedResult, RecordedMove, parse_record, record_text
from referee_service.kernel.replay import ReplayError, replay, replay_matches
from referee_service.kernel.score import Rival
from referee_service.kernel.state import CHANCE, ScoreLine
from tests.kernel.sample_record import LAST_MATCH, MOVES_OF_SEATS, RECORD
from tests.kernel.toy import GAME

FIRST_DECISION = next(index for index, move in enumerate(RECORD.moves) if move.seat != CHANCE)
"""Index of the first move that a seat plays."""


def with_move(index, seat, notation):
    """Return the record with one move replaced."""
    moves = (*RECORD.moves[:index], RecordedMove(seat, notation), *RECORD.moves[index + 1 :])
    return replace(RECORD, moves=moves)


def with_options(options):
    """Return the record with other options, written as JSON."""
    return parse_record(record_text(RECORD).replace('{"rounds":2}', options))


def test_a_replay_ends_in_the_played_match():
    assert replay(GAME, RECORD) == LAST_MATCH


def test_replay_matches_yields_the_start_and_the_match_after_every_move():
    matches = list(replay_matches(GAME, RECORD))
    assert [match.ply for match in matches] == list(range(len(RECORD.moves) + 1))
    assert matches[-1] == LAST_MATCH


# --- moves of chance ------------------------------------------------------------------------------------------------


def test_a_seeded_record_may_omit_the_moves_of_chance():
    assert len(MOVES_OF_SEATS) < len(RECORD.moves)
    assert play_chance(GAME, replay(GAME, replace(RECORD, moves=MOVES_OF_SEATS))).match == LAST_MATCH


def test_a_replay_without_moves_of_chance_ends_at_a_decision():
    match = replay(GAME, replace(RECORD, moves=MOVES_OF_SEATS[:1]))
    assert GAME.turn(match.state).seat != CHANCE


def test_a_table_record_states_the_outcomes_of_chance():
    assert replay(GAME, replace(RECORD, chance=Chance("table", ""))).state == LAST_MATCH.state


def test_a_table_record_cannot_omit_the_moves_of_chance():
    with pytest.raises(ReplayError, match="move 0") as failed:
        replay(GAME, replace(RECORD, chance=Chance("table", ""), moves=MOVES_OF_SEATS))
    assert failed.value.refusals[0].rule == "referee.seat"


def test_moves_of_chance_in_a_seeded_record_must_match_the_seed():
    drawn = RECORD.moves[0].notation
    other = next(line for line in ("draw good=silk", "draw good=salt") if line != drawn)
    with pytest.raises(ReplayError, match=f"the seed gives {drawn}, not {other}"):
        replay(GAME, with_move(0, CHANCE, other))


# --- errors ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "notation", "rule"),
    [(0, "give", "referee.verb"), (1, "rest", "referee.seat"), (0, "ask seat=0 good=silk", "ask.other")],
)
def test_an_illegal_move_raises_an_error_with_its_index_and_refusals(seat, notation, rule):
    with pytest.raises(ReplayError, match=f"move {FIRST_DECISION}: {notation} is refused") as failed:
        replay(GAME, with_move(FIRST_DECISION, seat, notation))
    assert failed.value.index == FIRST_DECISION
    assert [refusal.rule for refusal in failed.value.refusals] == [rule]


def test_an_unreadable_move_raises_an_error_with_its_index():
    with pytest.raises(ReplayError, match="'dance' is not a verb of caravan") as failed:
        replay(GAME, with_move(FIRST_DECISION, 0, "dance"))
    assert failed.value.index == FIRST_DECISION


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (replace(RECORD, game="chess"), "a record of chess 1, not caravan 1"),
        (replace(RECORD, ruleset="9"), "a record of caravan 9, not caravan 1"),
        (replace(RECORD, content="dunes"), "no content pack 'dunes'"),
        (replace(RECORD, seats=3), "played by 2, 4, not 3"),
        (with_options('{"rounds": 99}'), "<= 6"),
        (with_options('{"colour": "red"}'), "unknown field `colour`"),
    ],
    ids=["game", "ruleset", "content", "seats", "option value", "option name"],
)
def test_an_impossible_set_up_raises_an_error_with_the_reason(record, reason):
    with pytest.raises(ReplayError, match=reason):
        replay(GAME, record)


def test_an_impossible_set_up_has_the_index_minus_one():
    with pytest.raises(ReplayError) as failed:
        replay(GAME, replace(RECORD, seats=3))
    assert failed.value.index == -1


def test_a_record_may_claim_the_scores_of_rivals():
    result = replace(GAME.result(LAST_MATCH.state), rivals=(Rival("bot", (ScoreLine("build.value", 1, 7),)),))
    game = dataclasses.replace(GAME, result=lambda state: result if GAME.result(state) else None)
    for rivals, is_refused in (({}, False), ({"bot": 7}, False), ({"bot": 8}, True), ({"cat": 7}, True)):
        record = replace(RECORD, result=ClaimedResult(result.winners, result.scores, rivals))
        assert parse_record(record_text(record)) == record
        with pytest.raises(ReplayError, match="bot 7") if is_refused else nullcontext():
            replay(game, record)
    with pytest.raises(ReplayError, match="bot 7; they are"):
        replay(GAME, replace(RECORD, result=ClaimedResult(result.winners, result.scores, {"bot": 7})))


def test_a_record_may_claim_its_result_and_a_false_claim_raises_an_error():
    result = GAME.result(LAST_MATCH.state)
    honest = replace(RECORD, result=ClaimedResult(result.winners, result.scores))
    assert parse_record(record_text(honest)) == honest
    assert replay(GAME, honest) == LAST_MATCH
    false_claim = ClaimedResult(result.winners, tuple(score + 1 for score in result.scores))
    with pytest.raises(ReplayError, match="the record claims") as failed:
        replay(GAME, replace(RECORD, result=false_claim))
    assert failed.value.index == len(RECORD.moves)


def test_a_false_claim_about_the_winners_raises_an_error():
    result = GAME.result(LAST_MATCH.state)
    for winners in ((), (99,), ("bot",), (*result.winners, 99)):
        with pytest.raises(ReplayError, match="the record claims the winners") as failed:
            replay(GAME, replace(RECORD, result=ClaimedResult(winners, result.scores)))
        assert failed.value.index == len(RECORD.moves)
    honest = ClaimedResult(result.winners[::-1], result.scores)
    assert replay(GAME, replace(RECORD, result=honest)) == LAST_MATCH


def test_a_record_that_claims_a_result_before_the_end_is_not_finished():
    result = GAME.result(LAST_MATCH.state)
    record = replace(RECORD, moves=RECORD.moves[:-1], result=ClaimedResult(result.winners, result.scores))
    with pytest.raises(ReplayError, match="not finished: the record claims the scores") as failed:
        replay(GAME, record)
    assert failed.value.index == len(record.moves)
