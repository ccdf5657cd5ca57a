"""Defects of record files: each has a status, a code, a line to blame and a sentence."""

from __future__ import annotations

import json

import pytest

from referee_sdk.check_texts import EXPECTED, TEXTS
from referee_sdk.record_check import CheckResult, check_file
from referee_sdk.record_header import HEADERS, JSON_FIELDS
from tests.sdk.check_files import BURGUNDY
from tests.sdk.corpus import CORPUS

TEXT = BURGUNDY.read_text()
JSON = json.loads(BURGUNDY.with_suffix(".json").read_text())
LAST_LINE = len(TEXT.splitlines())


@pytest.fixture
def check(client, tmp_path):
    """Return a function that checks a file with this content."""

    def check_content(content: str | bytes, *, language: str = "en") -> CheckResult:
        path = tmp_path / "record.game"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return check_file(client.with_language(language), path)

    return check_content


def line_of(start: str) -> int:
    """Return the number of the first line that starts so."""
    return next(number for number, line in enumerate(TEXT.splitlines(), start=1) if line.startswith(start))


# --- a record that is not finished ------------------------------------------------------------------------------------


def test_a_record_that_ends_before_its_claimed_result_is_not_finished(check):
    lines = TEXT.splitlines(keepends=True)[:-40]
    result = check("".join(lines))
    assert (result.status, result.code, result.line) == ("invalid", "not-finished", len(lines))
    assert result.reason.startswith("not finished: the header claims the scores 49-67, but the match is not over")


@pytest.mark.parametrize("ending", ["0 place_ti", "chanc", "0", "0 place_tile die=5 tile"])
def test_a_file_that_ends_in_the_middle_of_a_move_is_not_finished(check, ending):
    lines = TEXT.splitlines(keepends=True)[:-40]
    result = check("".join(lines) + ending)
    assert (result.status, result.code, result.line) == ("invalid", "not-finished", len(lines) + 1)
    assert result.reason.startswith("not finished: the file may have been cut in its last line; ")
    assert check("".join(lines) + ending + "\n").code in ("illegal-move", "unreadable-record")


def test_a_file_that_ends_in_the_middle_of_a_name_is_not_finished(check):
    content = TEXT[: TEXT.index("draw_goods goods=") + len("draw_goods goods=p")]
    result = check(content)
    assert (result.code, result.line, result.refusals) == ("not-finished", len(content.splitlines()), ())
    assert "cut in its last line; This game has no goods tile called “" in result.sentence
    assert [refusal.rule for refusal in check(content + "\n").refusals] == ["referee.field"]


@pytest.mark.parametrize("length", [2, 25, 60, 200])
def test_a_json_file_that_is_cut_is_not_finished(check, length):
    content = BURGUNDY.with_suffix(".json").read_text()
    assert check(content[:-length]).code == "not-finished"


@pytest.mark.parametrize("after", ["sea", "seats: 2", "seats: 2\nchan"])
def test_a_file_that_ends_inside_its_header_is_not_finished(check, after):
    content = TEXT[: TEXT.index("seats:")] + after
    result = check(content)
    assert (result.code, result.line) == ("not-finished", len(content.splitlines()))
    assert "chance" in result.reason


def test_every_record_cut_anywhere_is_not_reported_as_an_error(check):
    for length in range(1, len(TEXT), 997):
        result = check(TEXT[:length])
        assert result.status == "invalid", length
        assert result.reason


def test_a_record_without_a_claim_may_stop_anywhere(check):
    lines = [line for line in TEXT.splitlines(keepends=True)[:-40] if not line.startswith("result:")]
    result = check("".join(lines))
    assert result.valid
    assert next(result.report_lines()).endswith("moves are legal, not finished")


# --- headers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "code", "sentence"),
    [
        ("game: burgundy", "game: chess", "wrong-header", "the service has no game 'chess'; it has burgundy, "),
        ("seats: 2", "seats: 9", "wrong-header", "burgundy has 2, 3, 4 seats, not 9"),
        ("seats: 2", "seats: two", "wrong-header", "the header `seats` must be a whole number, not two"),
        ("seats: 2", "sets: 2", "wrong-header", "no header is named `sets`; write `seats`"),
        ("seats: 2", "Seats: 2", "wrong-header", "no header is named `Seats`; write `seats`"),
        ("seats: 2", "players: 2", "wrong-header", "no header is named `players`; use game, ruleset, "),
        ("seats: 2", "seats 2", "wrong-header", "this is neither a header `name: value` nor a move"),
        ("options: {}", "seats: 2", "wrong-header", "the header `seats` appears twice"),
        ("options: {}", "options: {", "wrong-header", "the header `options` must be a JSON object, not {"),
        ("options: {}", "options: []", "wrong-header", "the header `options` must be a JSON object, not []"),
        ("options: {}", 'options: {"bords":1}', "wrong-header", "the match cannot be set up: unknown field `bords` in"),
        (
            "options: {}",
            'options: {"boards":"x"}',
            "wrong-header",
            "the match cannot be set up: Invalid enum value 'x'",
        ),
        ("options: {}", 'options: {"first_player":7}', "wrong-header", "the match cannot be set up: first_player is"),
        ("chance: seeded", "chance: dice", "wrong-header", "the header `chance` must be one of seeded, table, secret"),
        ('seed: "corpus', "seed: \"'corpus", "illegal-move", "the seed gives "),
        ('"corpus 2"', '"corpus 2', "wrong-header", "the header `seed` must be a JSON string or a word"),
        ('"winners"', '"winers"', "wrong-header", "the header `result` must be JSON such as"),
        ("ruleset: 1", "ruleset: 2", "other-ruleset", "this record needs ruleset 2 of burgundy; the service has 1"),
        (
            "content: printed-2011@",
            "content: printed-2011@0",
            "other-ruleset",
            "this record needs the content pack printed-2011@0e69a6d09daae90b9 of burgundy; the service has printed",
        ),
        ("[49,67]", "[49,68]", "wrong-result", "the record claims the scores 49-68; they are 49-67"),
        ('"winners":[1]', '"winners":[0]', "wrong-result", "the record claims the winners [0]; they are [1]"),
    ],
)
def test_a_wrong_header_is_blamed_on_its_line(check, old, new, code, sentence):
    assert old in TEXT
    changed = TEXT.replace(old, new, 1)
    result = check(changed)
    assert (result.status, result.code) == ("invalid", code)
    assert result.sentence.startswith(sentence)
    if code != "illegal-move":
        assert new in changed.splitlines()[result.line - 1]


@pytest.mark.parametrize("game", ["../games", "burgundy?", "burgundy/rules", "%00", "a b"])
def test_a_game_that_is_no_name_is_blamed_on_its_line(check, game):
    result = check(TEXT.replace("game: burgundy", f"game: {game}", 1))
    assert (result.code, result.line) == ("wrong-header", line_of("game:"))
    assert result.reason.startswith(f"the service has no game {game!r}; ")


def test_a_missing_header_is_named(check):
    result = check(TEXT.replace("seats: 2\n", "", 1))
    assert (result.code, result.reason) == ("wrong-header", "the header lacks seats")
    assert result.line == line_of("result:") - 1


@pytest.mark.parametrize("chance", ["seeded", "table", "secret"])
def test_seeded_chance_needs_a_seed(check, chance):
    lines = [line for line in TEXT.splitlines(keepends=True) if not line.startswith("seed:")]
    text = check("".join(lines).replace("chance: seeded", f"chance: {chance}", 1))
    json_form = check(json.dumps({**JSON, "chance": {"mode": chance}}, indent=1))
    for result in (text, json_form):
        is_missing = (result.code, result.reason) == ("wrong-header", "the header lacks seed")
        assert is_missing is (chance == "seeded")


def test_a_header_without_options_is_blamed_on_the_seats(check, client):
    """Options that are left out have defaults, so only the number of seats can be wrong for them."""
    content = TEXT.replace("options: {}\n", "").replace("seats: 2", "seats: 5", 1)
    assert check(content).line == line_of("seats:")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seats": "2"}, 'the header `seats` must be a whole number, not "2"'),
        ({"seats": 7}, "burgundy has 2, 3, 4 seats, not 7"),
        ({"chance": "seeded"}, "the header `chance` must be one of seeded, table, secret"),
        ({"ruleset": "9"}, "this record needs ruleset 9 of burgundy"),
        ({"moves": {}}, "the header `moves` must be a list"),
        ({"optons": {}}, "no header is named `optons`; write `options`"),
    ],
)
def test_a_wrong_header_in_json_is_blamed_on_its_line(check, change, sentence):
    content = json.dumps({**JSON, **change}, indent=1)
    result = check(content)
    assert (result.status, result.sentence.startswith(sentence)) == ("invalid", True), result.sentence
    (name,) = change
    assert f'"{name}"' in content.splitlines()[result.line - 1]


def test_an_illegal_move_in_json_is_blamed_on_its_line(check):
    moves = [*JSON["moves"][:100], {"seat": 99, "notation": "end_turn"}, *JSON["moves"][100:]]
    content = json.dumps({**JSON, "moves": moves}, indent=1)
    result = check(content)
    assert (result.code, result.move) == ("illegal-move", "99 end_turn")
    assert content.splitlines()[result.line - 1].strip() == '"notation": "end_turn"'
    assert check(json.dumps({**JSON, "moves": moves})).line == 1


@pytest.mark.parametrize(
    "move", [1, "0 end_turn", {}, {"seat": 0}, {"seat": 0, "action": 5}, {"seat": [], "notation": 1}]
)
def test_a_wrong_move_in_json_is_not_a_record(check, move):
    result = check(json.dumps({**JSON, "moves": [move]}))
    assert (result.status, result.code) == ("invalid", "unreadable-record")
    assert result.reason


def test_json_that_lacks_a_header_names_it(check):
    assert check(json.dumps({name: value for name, value in JSON.items() if name != "seats"})).reason == (
        "the header lacks seats"
    )


@pytest.mark.parametrize("content", ["{]", '{"game": tru}', "{" * 100_000, '{"a":' * 100_000])
def test_a_file_with_wrong_json_is_not_a_record(check, content):
    assert check(content).code in ("unreadable-record", "not-finished")


def test_a_number_with_too_many_digits_is_blamed_on_its_line(check):
    result = check(json.dumps(JSON, indent=1).replace('"seats": 2', f'"seats": {"9" * 5000}'))
    assert (result.status, result.code) == ("invalid", "unreadable-record")
    assert result.reason == "this is not a record in JSON: a number has too many digits"
    assert json.dumps(JSON, indent=1).splitlines()[result.line - 1].strip() == '"seats": 2,'


@pytest.mark.parametrize("value", ["[" * 100_000, '{"a":' * 100_000, '{"a":' + "9" * 5000 + "}"])
def test_a_header_that_cannot_be_decoded_is_blamed_on_its_line(check, value):
    result = check(TEXT.replace("options: {}", f"options: {value}"))
    assert (result.status, result.code, result.line) == ("invalid", "wrong-header", line_of("options:"))
    assert result.reason == f"the header `options` must be a JSON object, not {value[:200]}…"


@pytest.mark.parametrize("depth", range(850, 1000, 10))
def test_nested_brackets_of_any_depth_are_not_valid(check, depth):
    options = '{"a":' * depth + "1" + "}" * depth
    assert check(TEXT.replace("options: {}", f"options: {options}")).status != "valid"
    assert check(json.dumps(JSON).replace('"options": {}', f'"options": {options}')).status != "valid"


@pytest.mark.parametrize("content", ["", "\n \n", "\ufeff"])
def test_an_empty_file_is_not_a_record(check, content):
    result = check(content)
    assert (result.status, result.code, result.reason) == ("invalid", "unreadable-record", "the file is empty")


def test_a_line_that_is_no_move_is_blamed(check):
    result = check(TEXT.replace("\n\nchance ", "\n\nchance pick_starter seat=0\n!\nchance ", 1))
    assert (result.code, result.line) == ("unreadable-record", line_of("chance pick") + 1)
    assert result.reason == "a move is a seat and an action, not '!'"


def test_an_illegal_last_move_without_a_line_break_has_its_ruling(check):
    content = TEXT.rstrip("\n") + "\n0 end_turn"
    result = check(content)
    assert (result.code, result.line) == ("illegal-move", LAST_LINE + 1)
    assert result.sentence == result.refusals[0].message


def test_a_byte_order_mark_is_ignored(check):
    assert check("\ufeff" + TEXT).valid


# --- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "reason"),
    [(b"\xff\xfe\x00", "is not UTF-8 (byte 0); save it as UTF-8"), (b"game: \x00", "is not a text file")],
)
def test_a_file_that_is_not_text_is_an_error(check, content, reason):
    result = check(content)
    assert (result.status, result.code, result.reason) == ("error", "unreadable-file", reason)


def test_a_file_that_cannot_be_opened_is_an_error(client, tmp_path):
    (tmp_path / "loop.game").symlink_to(tmp_path / "loop.game")
    for name in ("loop.game", "missing.game", "x" * 300):
        result = check_file(client, tmp_path / name)
        assert (result.status, result.code, result.valid) == ("error", "unreadable-file", False)
        assert result.reason.startswith("cannot be read: ")


def test_a_folder_without_records_is_an_error(client, tmp_path):
    result = check_file(client, tmp_path)
    assert (result.status, result.reason) == ("error", "this folder has no *.game file")


def test_a_record_that_is_too_large_is_an_error(check):
    result = check(TEXT + "# comment\n" * 1_000_000)
    assert (result.status, result.code) == ("error", "not-judged")


# --- languages --------------------------------------------------------------------------------------------------------


def test_sentences_are_in_french_on_request(check):
    result = check(TEXT.replace("seats: 2", "seats: 9"), language="fr")
    assert result.reason == "burgundy se joue à 2, 3, 4, non à 9"
    assert next(check(TEXT, language="fr").report_lines()).endswith("346 coups sont légaux, scores 49-67")


def test_a_wrong_option_lists_what_is_permitted_once_in_each_language(check):
    field, value = (TEXT.replace("options: {}", f"options: {wrong}") for wrong in ('{"bords":1}', '{"boards":"x"}'))
    assert check(field).reason.endswith("valid fields: boards, first_player, tie_break")
    assert "valid values: basic, " in check(value).reason
    french = check(value, language="fr").reason
    assert french.startswith("la partie ne peut être mise en place : valeur inconnue 'x' dans `$.boards` ; valeurs")


def test_every_text_has_both_languages():
    assert all(set(text) == {"en", "fr"} for text in (*TEXTS.values(), *EXPECTED.values()))
    assert set(EXPECTED) == {*HEADERS, *JSON_FIELDS}


def test_every_record_of_the_corpus_is_valid(client):
    for path in sorted(CORPUS.iterdir()):
        result = check_file(client, path)
        assert (result.status, result.code, result.reason) == ("valid", "", ""), path
