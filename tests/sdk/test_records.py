"""Records: the SDK reads and writes the same text and JSON as the service. The sample corpus is complete."""

from __future__ import annotations

import json

import pytest

from referee_sdk import Client, Record, UnreadableRecord
from referee_service.kernel.records import parse_record, parse_record_json, record_json, record_text
from tests.golden.record import HERE as GOLDEN
from tests.sdk.corpus import CORPUS, file_names
from tests.sdk.matches import every_game

GOLDEN_RECORDS = sorted(GOLDEN.glob("*.game"))


@pytest.mark.parametrize("path", GOLDEN_RECORDS, ids=lambda path: path.stem)
def test_text_and_json_equal_those_of_the_service(path):
    text = path.read_text()
    record, service_record = Record.from_text(text), parse_record(text)
    assert parse_record_json(json.dumps(record.to_json()).encode()) == service_record
    assert Record.parse(record_json(service_record).decode()) == record
    assert record.to_text() == record_text(service_record)
    assert Record.parse(json.dumps(record.to_json())) == record == Record.parse(record.to_text())


@every_game
def test_actions_in_a_json_record_become_notation(client, game):
    match = client.new_match(game, seed="1")
    action = match.legal_actions()[0]
    match.play(action)
    data = match.record().to_json()
    index = [move.get("notation") for move in data["moves"]].index(action.notation)
    data["moves"][index] = {"seat": data["moves"][index]["seat"], "action": action.to_json()}
    assert Record.from_json(data) == match.record()


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("game: burgundy\n", None, "the header lacks ruleset, content, seats, chance"),
        ("game: x\nruleset: 1\ncontent: y\nseats: two\nchance: seeded\n", None, "the header cannot be read"),
        ("game: x\nruleset: 1\ncontent: y\nseats: 2\nchance: loaded\n", None, "chance is one of seeded, table, secret"),
        ("game: x\n\n# hm\nme take_tile\n", 4, "a move is a seat and an action"),
        ("{", None, "not a record"),
        ('{"game": "x"}', None, "not a record"),
    ],
)
def test_an_unreadable_record_names_the_bad_line(text, line, reason):
    with pytest.raises(UnreadableRecord, match=reason) as caught:
        Record.parse(text)
    assert caught.value.line == line


def test_comments_are_skipped_and_lines_are_numbered():
    text = (
        'game: x\nruleset: 1\ncontent: y\nseats: 2\nchance: seeded\nseed: "a: # b"\n\n0 go far=1 # why not\n\n1 rest\n'
    )
    record = Record.from_text(text)
    assert record.chance.seed == "a: # b"
    assert [(move.seat, move.notation, move.line) for move in record.moves] == [(0, "go far=1", 8), (1, "rest", 10)]


@every_game
def test_the_corpus_has_complete_games_in_all_forms(client: Client, game):
    """Fails after a change of rules and for a new game; corpus.py describes how to write the files again."""
    records = {name: Record.parse((CORPUS / name).read_text()) for name in file_names(game)}
    for name, record in records.items():
        replay = client.replay(record)
        assert replay.valid, f"{name}: {replay.reason}"
        assert record.result["scores"] == list(replay.position.result.scores), name
    text, as_json, reported = records.values()
    assert text == as_json
    assert reported.chance.mode == "table"
