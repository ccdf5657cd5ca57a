"""Records: the SDK reads and writes the same texts and the same JSON as the service; the sample corpus is complete."""

from __future__ import annotations

import json

import pytest

from referee_sdk import Client, Record, UnreadableRecord
from referee_service.kernel.records import parse_record, parse_record_json, record_json, record_text
from tests.golden.record import HERE as GOLDEN
from tests.sdk.corpus import CORPUS, names_of
from tests.sdk.matches import every_game

RECORDED = sorted(GOLDEN.glob("*.game"))


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_text_and_json_are_those_of_the_service(path):
    written = path.read_text()
    record, theirs = Record.from_text(written), parse_record(written)
    assert parse_record_json(json.dumps(record.to_json()).encode()) == theirs
    assert Record.parse(record_json(theirs).decode()) == record
    assert record.to_text() == record_text(theirs)
    assert Record.parse(json.dumps(record.to_json())) == record == Record.parse(record.to_text())


@every_game
def test_a_record_of_actions_reads_as_notation(client, game):
    match = client.new_match(game, seed="1")
    action = match.legal_actions()[0]
    match.play(action)
    written = match.record().to_json()
    at = [move.get("notation") for move in written["moves"]].index(action.notation)
    written["moves"][at] = {"seat": written["moves"][at]["seat"], "action": action.to_json()}
    assert Record.from_json(written) == match.record()


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("game: burgundy\n", None, "the header lacks ruleset, content, seats, chance"),
        ("game: x\nruleset: 1\ncontent: y\nseats: two\nchance: seeded\n", None, "the header cannot be read"),
        ("game: x\nruleset: 1\ncontent: y\nseats: 2\nchance: loaded\n", None, "chance is one of seeded, table, secret"),
        ("game: x\n\n# hm\nme take_tile\n", 4, "a move is a seat and an action"),
        ("{", None, "no record"),
        ('{"game": "x"}', None, "no record"),
    ],
)
def test_what_is_no_record_is_told_with_its_place(text, line, reason):
    with pytest.raises(UnreadableRecord, match=reason) as caught:
        Record.parse(text)
    assert caught.value.line == line


def test_comments_and_lines_are_kept_apart():
    text = (
        'game: x\nruleset: 1\ncontent: y\nseats: 2\nchance: seeded\nseed: "a: # b"\n\n0 go far=1 # why not\n\n1 rest\n'
    )
    record = Record.from_text(text)
    assert record.chance.seed == "a: # b"
    assert [(move.seat, move.notation, move.line) for move in record.moves] == [(0, "go far=1", 8), (1, "rest", 10)]


@every_game
def test_the_corpus_has_complete_games_in_all_forms(client: Client, game):
    """Fails when rules changed, or for a new game: the head of corpus.py says how to write the files again."""
    records = {name: Record.parse((CORPUS / name).read_text()) for name in names_of(game)}
    for name, record in records.items():
        replay = client.replay(record)
        assert replay.valid, f"{name}: {replay.reason}"
        assert record.result["scores"] == list(replay.position.result.scores), name
    text, as_json, reported = records.values()
    assert text == as_json
    assert reported.chance.mode == "table"
