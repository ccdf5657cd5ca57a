"""`referee judge`: one answer per line, in order, as the service answers single requests."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.judge import judge_rates
from referee_service.app import create_app
from referee_service.cli.judge import MAX_LINE_BYTES, LineJudge
from referee_service.games import GAMES
from tests.api.calls import new_match

COMMAND = [sys.executable, "-m", "referee_service.cli", "judge"]
SEEN_RATE, NEW_RATE = 600, 200
"""Verdicts per second that every machine must reach. `make bench` measures the real ones: 2,000 and 600."""


@pytest.fixture(scope="module")
def client():
    return create_app().test_client()


@pytest.fixture
def process() -> Iterator[subprocess.Popen]:
    """Run the command with pipes. It is ended with the test."""
    pipe = subprocess.PIPE
    with subprocess.Popen(COMMAND, stdin=pipe, stdout=pipe, stderr=pipe) as started:
        yield started
        started.kill()


def ask(process: subprocess.Popen, line: object) -> dict:
    """Send one line, leave the input open, and return the answer."""
    process.stdin.write(json.dumps(line).encode() + b"\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


def answer(line: object, language: str = "en") -> dict:
    return json.loads(LineJudge(language).answer(json.dumps(line).encode()))


@pytest.mark.parametrize("name", GAMES)
def test_an_answer_has_the_status_and_body_of_a_single_request(client, name):
    start, line_judge = new_match(client, game=name), LineJudge()
    action = start["legal_actions"][-1]
    bodies = [
        ("verdicts", {"notation": action["notation"]}),
        ("verdicts", {"action": action, "include": ["text", "legal_actions"], "actions": "notation"}),
        ("verdicts", {"places": [action["touches"][0][0]]}),
        ("verdicts", {"notation": action["notation"], "seat": 1 - start["turn"]["seat"]}),
        ("verdicts", {"notation": "nonsense"}),
        ("verdicts", {}),
        ("legal-actions", {"kind": action["kind"]}),
        ("legal-actions", {"actions": "notation"}),
    ]
    for call, body in bodies:
        body = {"state": start["state"], **body}
        expected = client.post(f"/v1/games/{name}/{call}", json=body)
        line = {"game": name, "call": call, "id": [call, None], **body}
        found = json.loads(line_judge.answer(json.dumps(line).encode()))
        problem = {**expected.json}
        problem.pop("request_id", None)
        assert found == {"id": [call, None], "status": expected.status_code, "body": problem}


def test_the_language_is_that_of_the_line_or_of_the_command(client):
    line = {"game": "burgundy", "state": new_match(client)["state"], "notation": "end_turn", "seat": 1}
    english, french = answer(line), answer(line, "fr")
    assert english["body"]["refusals"][0]["message"] != french["body"]["refusals"][0]["message"]
    assert answer({**line, "language": "fr"}) == french
    assert answer({**line, "language": "en"}, "fr") == english


def test_a_digest_of_an_earlier_line_is_known(client):
    start, line_judge = new_match(client), LineJudge()
    lines = [{"state": start["state"]}, {"digest": start["digest"]}]
    found = [
        json.loads(line_judge.answer(json.dumps({"game": "burgundy", "call": "legal-actions", **line}).encode()))
        for line in lines
    ]
    assert found[0] == found[1]
    assert found[0]["body"]["legal_actions"] == start["legal_actions"]


@pytest.mark.parametrize(
    ("line", "status", "code", "detail"),
    [
        (b"", 400, "invalid-json", "JSON"),
        (b"nonsense", 400, "invalid-json", "JSON"),
        (b'{"game":"burgundy"', 400, "invalid-json", "JSON"),
        (b"[]", 422, "schema-mismatch", "Must be an object"),
        (b"{}", 422, "schema-mismatch", "game: Missing data"),
        (b'{"game":"chess"}', 422, "schema-mismatch", "game: Must be one of: burgundy"),
        (b'{"game":"burgundy","call":"moves"}', 422, "schema-mismatch", "call: Must be one of"),
        (b'{"game":"burgundy","language":"de"}', 422, "schema-mismatch", "language: Must be one of"),
        (b'{"game":"burgundy","note":1}', 422, "schema-mismatch", "note: Unknown field."),
        (b'{"game":"burgundy","batch":[]}', 422, "schema-mismatch", "batch: Unknown field."),
        (b'{"game":"burgundy","state":{},"notation":"x"}', 422, "schema-mismatch", "state"),
        (b'"%s"' % (b"x" * MAX_LINE_BYTES), 413, "body-too-large", ""),
        (b'{"game":"burgundy","sealed_state":"x","credential":"y","notation":"x"}', 403, "bad-sealed-state", ""),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_bad_line_gets_its_problem(line, status, code, detail):
    found = json.loads(LineJudge().answer(line))
    assert (found["status"], found["body"]["status"], found["body"]["code"]) == (status, status, code)
    assert detail in found["body"]["detail"]


def test_a_bad_line_gets_its_id_back():
    assert answer({"game": 5, "id": {"n": 1}})["id"] == {"n": 1}
    assert answer({"game": "burgundy", "id": None})["id"] is None
    assert "id" not in answer({"game": "burgundy"})


# --- the command ----------------------------------------------------------------------------------------------------


def test_answers_come_while_the_input_is_open_and_in_order(process, client):
    state = new_match(client)["state"]
    for number in range(3):
        found = ask(process, {"game": "burgundy", "id": number, "state": state, "notation": "end_turn"})
        assert (found["id"], found["status"]) == (number, 200)
    lines = [{"game": "burgundy", "id": number, "state": state, "notation": "end_turn"} for number in range(50)]
    text = "\n".join("nonsense" if line["id"] == 7 else json.dumps(line) for line in lines)
    output, errors = process.communicate(text.encode())  # the last line has no line break
    found = [json.loads(line) for line in output.splitlines()]
    assert [each.get("id") for each in found] == [None if number == 7 else number for number in range(50)]
    assert {each["status"] for each in found} == {200, 400}
    assert (process.returncode, errors) == (0, b"")


def test_an_endless_line_is_not_stored(process):
    process.stdin.write(b"x" * (3 * MAX_LINE_BYTES) + b"\n")
    assert ask(process, {"game": "burgundy"})["status"] == 413
    assert json.loads(process.stdout.readline())["status"] == 422
    output, errors = process.communicate()
    assert (process.returncode, output, errors) == (0, b"", b"")


def test_ctrl_c_ends_it_quietly(process):
    ask(process, {"game": "burgundy"})
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=20)
    assert (process.returncode, output, errors) == (130, b"", b"")


def test_a_closed_pipe_ends_it_quietly():
    reader, writer = os.pipe()
    pipe = subprocess.PIPE
    with subprocess.Popen(COMMAND, stdin=pipe, stdout=writer, stderr=pipe) as process:
        os.close(writer)
        os.close(reader)
        _, errors = process.communicate(b'{"game":"burgundy"}\n' * 10)
    assert (process.returncode, errors) == (0, b"")


@pytest.mark.alone
@pytest.mark.parametrize("name", GAMES)
def test_verdicts_are_fast(name, record_property):
    rates = judge_rates(GAMES[name], games=1)
    record_property(
        "figures", f"referee judge, {name}: {rates.seen:,.0f} verdicts/s in seen states, {rates.new:,.0f} in new"
    )
    assert rates.seen > SEEN_RATE
    assert rates.new > NEW_RATE


def test_the_example_of_the_docs_is_the_real_answer():
    page = (Path(__file__).parents[2] / "docs/http.md").read_text()
    ((line, expected),) = re.findall(r"^\$ echo '(.*)' \| referee judge\n(.*)$", page, re.MULTILINE)
    assert LineJudge().answer(line.encode()).decode() == expected


@pytest.mark.parametrize("line", [b'{"game":"burgundy","id":"\xff","digest":"x"}', b'{"id":"\xff"}'])
def test_an_id_that_is_not_json_is_never_repeated(line):
    answer = json.loads(LineJudge().answer(line).decode())
    assert "id" not in answer
    assert answer["status"] in (400, 422)
