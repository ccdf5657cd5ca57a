"""`examples/conformance.py`: it accepts the service of this project, and finds what a wrong service does."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from werkzeug.serving import make_server
from werkzeug.test import run_wsgi_app

from examples.conformance import main as check
from examples.conformance import wait_seconds
from referee_service.app import create_app
from referee_service.games import GAMES
from referee_service.services.conformance import export
from referee_service.services.conformance.size import SIZES
from tests.running.conftest import running_referee

TINY = replace(
    SIZES["small"], games=1, greedy_seats=0, patience=0, samples=20, attempts=4, searched_plies=1, max_perft_lines=60
)
Fault = Callable[[str, dict], None]
"""Changes the JSON of a response, given the last part of the path."""


@pytest.fixture(scope="module")
def kit(tmp_path_factory) -> Path:
    """Return a kit of all games, smaller than a small one."""
    folder = tmp_path_factory.mktemp("kit")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(export.SIZES, "small", TINY)
        export.export_kit(folder, GAMES.values(), seed="tiny", size="small")
    return folder


@pytest.fixture(scope="module")
def app() -> Iterator[object]:
    """Return the service as a WSGI app."""
    created = create_app()
    yield created
    created.extensions["referee.stop"]()


@contextmanager
def served(app) -> Iterator[str]:
    """Serve a WSGI app over HTTP, and yield its URL."""
    server = make_server("127.0.0.1", 0, app)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def with_fault(app, fault: Fault, *, has_batches: bool = False):
    """Return a WSGI proxy of the service that changes its responses. Without batches, verdicts come one by one."""

    def proxy(environ, start_response):
        path, body = environ["PATH_INFO"].rpartition("/")[2], request_json(environ)
        if "batch" in body and not has_batches:
            refused = json.dumps({"code": "schema-mismatch"}).encode()
            start_response("422 Unprocessable", [("Content-Type", "application/json")])
            return [refused]
        environ.pop("HTTP_ACCEPT_ENCODING", None)  # the proxy reads JSON only
        chunks, status, headers = run_wsgi_app(app, environ, buffered=True)
        found = json.loads(b"".join(chunks))
        fault(path, found)
        headers["Content-Length"] = str(len(raw := json.dumps(found).encode()))
        start_response(status, list(headers))
        return [raw]

    return proxy


def request_json(environ) -> dict:
    """Return the body of a request, which stays readable."""
    raw = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    environ["wsgi.input"] = BytesIO(raw)
    return json.loads(raw) if raw else {}


# --- the service of this project --------------------------------------------------------------------------------------


def test_the_service_of_this_project_conforms(kit, tmp_path, capsys):
    with running_referee(tmp_path, "serve", "--port", "0") as server:
        assert check([str(kit), "--url", server.address]) == 0
    *lines, last = capsys.readouterr().out.splitlines()
    assert len(lines) == 7 * len(GAMES)
    assert all(line.endswith(" equal") and " 0 equal" not in line for line in lines)
    assert last.startswith("no differences in ")


def test_a_service_that_judges_several_moves_at_once_gets_fewer_requests(kit, app, capsys):
    for service in (app, with_fault(app, lambda path, found: None)):
        with served(service) as url:
            assert check([str(kit), "--url", url, "--game", "settlement", "--subject", "refusals"]) == 0
    counts = [int(line.split()[3]) for line in capsys.readouterr().out.splitlines() if "requests" in line]
    assert counts[0] * 3 < counts[1]


# --- wrong services ---------------------------------------------------------------------------------------------------


def drop_a_legal_action(path: str, found: dict) -> None:
    """Remove one legal action from lists of several."""
    if path == "legal-actions" and len(found["legal_actions"]) > 1:
        found["legal_actions"].pop()


def give_a_point(path: str, found: dict) -> None:
    """Add a point to the first seat."""
    if path == "scores":
        found["scores"][0] += 1


def accept_everything(path: str, found: dict) -> None:
    """Accept every move."""
    if path == "verdicts":
        found.update(legal=True, refusals=[])


def cite_one_rule(path: str, found: dict) -> None:
    """Name only the first rule that forbids a move."""
    if path == "verdicts":
        found["refusals"] = found["refusals"][:1]


def lose_an_event(path: str, found: dict) -> None:
    """Leave out the last event."""
    if path == "moves" and found["events"]:
        found["events"].pop()


def change_the_state(path: str, found: dict) -> None:
    """Change one value of the next state."""
    if path == "moves":
        found["state"]["ply"] += 1


def lose_a_line(path: str, found: dict) -> None:
    """Leave out a legal action from every preview."""
    if path == "verdicts" and found["preview"]["turn"]:
        found["preview"]["legal_actions"] = found["preview"]["legal_actions"][1:]


def name_another_winner(path: str, found: dict) -> None:
    """Let no side win."""
    if path == "replays":
        found["position"]["result"]["winners"] = []


def doubt_a_state(path: str, found: dict) -> None:
    """Call every state impossible."""
    if path == "audits":
        found["possible"] = False


def omit_a_field(path: str, found: dict) -> None:
    """Leave out a field that every response has."""
    found.pop("legal_actions", None)


@pytest.mark.parametrize(
    ("fault", "subject", "reported"),
    [
        (drop_a_legal_action, "positions", "legal: missing ["),
        (omit_a_field, "positions", "legal: expected ["),
        (give_a_point, "scores", "scores[0]: expected "),
        (accept_everything, "refusals", "legal: expected false, found true"),
        (cite_one_rule, "refusals", "rules: missing ["),
        (lose_an_event, "transitions", "events: missing ["),
        (change_the_state, "transitions", "state.ply: expected "),
        (lose_a_line, "perft", "2[0]: expected "),
        (name_another_winner, "records", "result.winners: missing ["),
        (doubt_a_state, "states", "possible: expected true, found false"),
    ],
)
def test_a_wrong_service_is_found(kit, app, capsys, fault, subject, reported):
    with served(with_fault(app, fault)) as url:
        assert check([str(kit), "--url", url, "--game", "settlement", "--subject", subject]) == 1
    output = capsys.readouterr().out
    assert f"settlement: {subject}: " in output
    assert " differ" in output
    assert reported in output
    assert sum(line.startswith("    ") and line[4] != " " for line in output.splitlines()) <= 3, "the first ones only"


def hide_the_state(path: str, found: dict) -> None:
    """Leave out the state of every preview."""
    if path == "verdicts":
        found["preview"]["state"] = None


def name_no_status(path: str, found: dict) -> None:
    """Leave out the status of every result of a batch."""
    for result in found.get("results", []):
        del result["status"]


@pytest.mark.parametrize(
    ("fault", "subject", "reported"),
    [
        (hide_the_state, "perft", '"preview": {'),
        (name_no_status, "refusals", 'status: expected "(nothing)", found 0'),
    ],
)
def test_a_response_of_another_form_is_a_difference(kit, app, capsys, fault, subject, reported):
    with served(with_fault(app, fault, has_batches=fault is name_no_status)) as url:
        assert check([str(kit), "--url", url, "--game", "settlement", "--subject", subject]) == 1
    assert reported in capsys.readouterr().out


def test_further_fields_of_an_audit_are_no_difference(kit, app):
    with served(with_fault(app, lambda path, found: found.update(checked_in=7))) as url:
        assert check([str(kit), "--url", url, "--game", "settlement", "--subject", "states"]) == 0


def test_a_right_service_passes_through_the_same_proxy(kit, app):
    with served(with_fault(app, lambda path, found: None)) as url:
        assert check([str(kit), "--url", url, "--game", "settlement"]) == 0


# --- checks that cannot run -------------------------------------------------------------------------------------------


def copy_of(kit: Path, folder: Path) -> Path:
    """Return a copy of the kit with the files of one game."""
    (folder / "settlement").mkdir()
    for path in (Path("manifest.json"), *(path.relative_to(kit) for path in (kit / "settlement").iterdir())):
        (folder / path).write_bytes((kit / path).read_bytes())
    return folder


def rewrite(path: Path, old: str, new: str) -> None:
    """Replace a text in a file."""
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("settlement/states.jsonl", '"ply":', '"ply" :', "was changed after the export"),
        ("manifest.json", '"format": 1', '"format": 2', "has format 2, and this program reads 1"),
        ("manifest.json", '"ruleset": "1"', '"ruleset": "0"', "the kit has ruleset 0, the service ['1']"),
        ("manifest.json", '"format"', "format", "is not a kit"),
    ],
)
def test_a_kit_that_does_not_fit_is_refused(kit, app, tmp_path, capsys, file, old, new, message):
    folder = copy_of(kit, tmp_path)
    rewrite(folder / file, old, new)
    with served(app) as url:
        assert check([str(folder), "--url", url, "--game", "settlement"]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("field", ["rulesets", "content"])
def test_a_service_that_does_not_list_its_rulesets_is_named(kit, app, capsys, field):
    with served(with_fault(app, lambda path, found: found.pop(field, None))) as url:
        assert check([str(kit), "--url", url, "--game", "settlement"]) == 2
    assert f"the service does not list `{field}` of settlement" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("2", 2), ("-1", 0), ("inf", 60), ("soon", 1), ("Wed, 01 Jan 2020 00:00:00 GMT", 0)]
    + [(f"Fri, 01 Jan 2100 00:00:00 {zone}", 60) for zone in ("GMT", "-0000")],
)
def test_too_many_requests_wait_for_seconds_or_until_a_date(header, seconds):
    assert wait_seconds(header) == seconds


def test_a_service_that_does_not_respond_is_named(kit, capsys):
    assert check([str(kit), "--url", "http://127.0.0.1:9"]) == 2
    assert "start the service, or correct --url" in capsys.readouterr().err


def test_an_unknown_game_is_named(kit, capsys):
    assert check([str(kit), "--game", "chess"]) == 2
    assert "the kit has no game chess; it has burgundy" in capsys.readouterr().err
