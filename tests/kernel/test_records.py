"""Tests of records as text and as JSON."""

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from referee_service.kernel.chance import Chance
from referee_service.kernel.notation import CodecError, parse_notation
from referee_service.kernel.records import RecordedMove, parse_record, parse_record_json, record_json, record_text
from referee_service.kernel.replay import replay
from tests.kernel.sample_record import HANDWRITTEN, RECORD
from tests.kernel.toy import GAME


def test_a_record_round_trips_through_json_and_text():
    assert parse_record_json(record_json(RECORD)) == RECORD
    assert parse_record(record_text(RECORD)) == RECORD


def test_a_record_may_be_written_by_hand_with_comments():
    match = replay(GAME, parse_record(HANDWRITTEN))
    assert match.ply == 7
    assert match.state.players[0].hand == (("salt", 1), ("silk", 1), ("spice", 1))
    assert GAME.turn(match.state).question == "roll_pace"


@pytest.mark.parametrize("seed", ["", "a # b", '"quoted"', "two\nlines", "  spaces ", "é", "x: y"])
def test_any_seed_round_trips(seed):
    record = replace(RECORD, chance=Chance("seeded", seed))
    assert parse_record(record_text(record)) == record
    assert parse_record_json(record_json(record)) == record


def test_moves_may_be_json_actions():
    moves = tuple(
        RecordedMove(move.seat, action=to_builtins(parse_notation(GAME, move.notation))) for move in RECORD.moves
    )
    record = replace(RECORD, moves=moves)
    assert parse_record_json(record_json(record)) == record
    assert replay(GAME, record) == replay(GAME, RECORD)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the header lacks game, ruleset, content, seats, chance"),
        ("game: caravan\nruleset: 1\n", "the header lacks content, seats, chance"),
        (HANDWRITTEN.replace("seats: 2", "seats: two"), "the header cannot be read"),
        (
            HANDWRITTEN.replace("chance: table", "chance: loaded"),
            "the header cannot be read: Invalid enum value 'loaded'",
        ),
        (HANDWRITTEN.replace('{"rounds": 1}', "short"), "the header cannot be read"),
        (HANDWRITTEN.replace("0 rest", "white rest"), "line 18: a move is a seat and an action, but found 'white rest"),
        (HANDWRITTEN.replace("0 rest", "² rest"), "line 18"),
        (HANDWRITTEN.replace("0 rest", "0"), "line 18"),
    ],
)
def test_text_that_is_not_a_record_raises_an_error_with_the_place(text, reason):
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
def test_json_that_is_not_a_record_raises_an_error(raw):
    with pytest.raises(CodecError):
        parse_record_json(raw)
