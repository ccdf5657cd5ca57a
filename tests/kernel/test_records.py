"""A whole play written down, as JSON and as text, and played again."""

import random
import re
from importlib.resources import files

import msgspec
import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from referee_service.kernel.catalogue import GameTexts, reason_text
from referee_service.kernel.chance import Chance
from referee_service.kernel.engine import legal_actions
from referee_service.kernel.match import play_chance, play_move
from referee_service.kernel.notation import CodecError, parse_notation
from referee_service.kernel.records import (
    ClaimedResult,
    RecordedMove,
    parse_record,
    parse_record_json,
    record_json,
    record_text,
)
from referee_service.kernel.replay import ReplayError, new_record, replay, replay_matches
from referee_service.kernel.rules import make_reason
from referee_service.kernel.state import CHANCE
from tests.kernel.positions import new_toy_match
from tests.kernel.toy import GAME


def play(rounds=2, seed="tea"):
    """A seeded game by lot: its record, and the match it led to."""
    lot, begun = random.Random(seed), new_toy_match(seed=seed, rounds=rounds)
    step = play_chance(GAME, begun)
    moves = [*step.moves]
    while now := GAME.turn(step.match.state):
        action = lot.choice(legal_actions(GAME, step.match.state))
        step = play_move(GAME, step.match, now.seat, action)
        moves += step.moves
        step = play_chance(GAME, step.match)
        moves += step.moves
    record = new_record(GAME, begun, seats=2, options=GAME.options_type(rounds=rounds))
    return replace(record, moves=tuple(moves)), step.match


RECORD, LAST = play()
BY_HAND = """
# Two friends, one afternoon.
game: caravan
ruleset: 1
content: oasis
seats: 2
options: {"rounds": 1}
chance: table

chance draw good=silk   # first cards
chance draw good=salt
chance draw good=gold
chance draw good=gold
chance roll pace=slow

# the first turn
chance draw good=spice
0 rest  # nothing to do yet
"""


def test_replaying_a_record_leads_to_the_state_that_was_played():
    assert replay(GAME, RECORD) == LAST


def test_a_record_is_the_same_after_json_and_after_text():
    assert parse_record_json(record_json(RECORD)) == RECORD
    assert parse_record(record_text(RECORD)) == RECORD


def test_a_record_can_be_written_by_hand_with_comments():
    match = replay(GAME, parse_record(BY_HAND))
    assert match.ply == 7
    assert match.state.players[0].hand == (("salt", 1), ("silk", 1), ("spice", 1))
    assert GAME.turn(match.state).question == "pace"


@pytest.mark.parametrize("seed", ["", "a # b", '"quoted"', "two\nlines", "  spaces ", "é", "x: y"])
def test_a_seed_may_hold_anything(seed):
    record = replace(RECORD, chance=Chance("seeded", seed))
    assert parse_record(record_text(record)) == record
    assert parse_record_json(record_json(record)) == record


def test_positions_show_the_start_and_every_move():
    shown = list(replay_matches(GAME, RECORD))
    assert [match.ply for match in shown] == list(range(len(RECORD.moves) + 1))
    assert shown[-1] == LAST


def test_a_seeded_record_may_leave_out_what_chance_brought():
    chosen = tuple(move for move in RECORD.moves if move.seat != CHANCE)
    assert len(chosen) < len(RECORD.moves)
    assert play_chance(GAME, replay(GAME, replace(RECORD, moves=chosen))).match == LAST


def test_a_table_record_says_itself_what_chance_brought():
    at_table = replace(RECORD, chance=Chance("table", ""))
    assert replay(GAME, at_table).state == LAST.state


def test_a_table_record_cannot_leave_chance_out():
    chosen = tuple(move for move in RECORD.moves if move.seat != CHANCE)
    with pytest.raises(ReplayError, match="move 0") as diverged:
        replay(GAME, replace(RECORD, chance=Chance("table", ""), moves=chosen))
    assert diverged.value.refusals[0].rule == "referee.seat"


def with_move(index, seat, notation):
    """The record with one move written otherwise."""
    moves = (*RECORD.moves[:index], RecordedMove(seat, notation), *RECORD.moves[index + 1 :])
    return replace(RECORD, moves=moves)


def first_choice():
    return next(index for index, move in enumerate(RECORD.moves) if move.seat != CHANCE)


@pytest.mark.parametrize(
    ("seat", "notation", "rule"),
    [(0, "give", "referee.verb"), (1, "rest", "referee.seat"), (0, "ask seat=0 good=silk", "ask.other")],
)
def test_the_first_illegal_move_is_named_with_its_ruling(seat, notation, rule):
    index = first_choice()
    with pytest.raises(ReplayError, match=f"move {index}: {notation} is refused") as diverged:
        replay(GAME, with_move(index, seat, notation))
    assert diverged.value.index == index
    assert [refusal.rule for refusal in diverged.value.refusals] == [rule]


def test_a_move_that_cannot_be_read_is_named_too():
    with pytest.raises(ReplayError, match="'dance' is not a verb of caravan") as diverged:
        replay(GAME, with_move(first_choice(), 0, "dance"))
    assert diverged.value.index == first_choice()


def test_a_seeded_record_cannot_choose_its_own_luck():
    drawn = RECORD.moves[0].notation
    other = next(line for line in ("draw good=silk", "draw good=salt") if line != drawn)
    with pytest.raises(ReplayError, match=f"the seed gives {drawn}, not {other}"):
        replay(GAME, with_move(0, CHANCE, other))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"game": "chess"}, "a record of chess 1, not caravan 1"),
        ({"ruleset": "9"}, "a record of caravan 9, not caravan 1"),
        ({"content": "dunes"}, "no content pack 'dunes'"),
        ({"seats": 3}, "played by 2, 4, not 3"),
        ({"options": {"rounds": 99}}, "<= 6"),
        ({"options": {"colour": "red"}}, "unknown field `colour`"),
    ],
)
def test_a_record_that_cannot_begin_says_why(changes, reason):
    record = parse_record_json(record_json(RECORD))
    if "options" in changes:
        text = record_text(record).replace('{"rounds":2}', str(changes["options"]).replace("'", '"'))
        record = parse_record(text)
    else:
        record = replace(record, **changes)
    with pytest.raises(ReplayError, match=reason):
        replay(GAME, record)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the header lacks game, ruleset, content, seats, chance"),
        ("game: caravan\nruleset: 1\n", "the header lacks content, seats, chance"),
        (BY_HAND.replace("seats: 2", "seats: two"), "the header cannot be read"),
        (BY_HAND.replace("chance: table", "chance: loaded"), "the header cannot be read: Invalid enum value 'loaded'"),
        (BY_HAND.replace('{"rounds": 1}', "short"), "the header cannot be read"),
        (BY_HAND.replace("0 rest", "white rest"), "line 18: a move is a seat and an action, but found 'white rest"),
        (BY_HAND.replace("0 rest", "² rest"), "line 18"),
        (BY_HAND.replace("0 rest", "0"), "line 18"),
    ],
)
def test_text_that_is_no_record_says_where(text, reason):
    with pytest.raises(CodecError, match=reason):
        parse_record(text)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{}",
        b'{"game":"\xff"}',
        record_json(RECORD).replace(b'"seats":2', b'"seats":"2"'),
        record_json(RECORD).replace(b'"count":0', b'"count":-1'),
        record_json(RECORD).replace(b'"rounds":2', b'"rounds":' + b"[" * 100_000),
    ],
    ids=lambda raw: str(raw[:20]),
)
def test_json_that_is_no_record_is_an_error(raw):
    with pytest.raises(CodecError):
        parse_record_json(raw)


def test_a_record_may_write_its_moves_as_json_actions():
    as_json = tuple(
        RecordedMove(move.seat, action=to_builtins(parse_notation(GAME, move.notation))) for move in RECORD.moves
    )
    written = replace(RECORD, moves=as_json)
    assert parse_record_json(record_json(written)) == written
    assert replay(GAME, written) == replay(GAME, RECORD)


def test_a_record_may_claim_how_the_game_ended_and_a_false_claim_is_found():
    outcome = GAME.result(LAST.state)
    true = replace(RECORD, result=ClaimedResult(outcome.winners, outcome.scores))
    assert parse_record(record_text(true)) == true
    assert replay(GAME, true) == LAST
    with pytest.raises(ReplayError, match="the record claims") as diverged:
        replay(GAME, replace(RECORD, result=ClaimedResult(outcome.winners, tuple(s + 1 for s in outcome.scores))))
    assert diverged.value.index == len(RECORD.moves)


def test_a_record_that_cannot_begin_is_not_blamed_on_a_move():
    with pytest.raises(ReplayError) as diverged:
        replay(GAME, replace(RECORD, seats=3))
    assert diverged.value.index == -1


def test_a_record_without_moves_of_chance_is_settled_at_its_end():
    chosen = tuple(move for move in RECORD.moves if move.seat != CHANCE)[:1]
    match = replay(GAME, replace(RECORD, moves=chosen))
    assert GAME.turn(match.state).seat != CHANCE


def test_every_reason_is_told_in_both_languages_with_the_same_facts():
    words = msgspec.yaml.decode((files("referee_service.kernel") / "texts.yaml").read_bytes(), type=GameTexts)
    slots = re.compile(r"\{(\w+)(?:!r)?\}")
    for name, text in words.reasons.items():
        assert set(slots.findall(text.en)) == set(slots.findall(text.fr)), name
        assert text.en != text.fr, name
    assert reason_text(make_reason("twice", field="die"), "fr") == "die est donné deux fois"
