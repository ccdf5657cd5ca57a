"""Typed client generated from openapi.yaml: it sets up a match and plays a move."""

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import httpx
import pytest

from referee_service.app import create_app

OPENAPI_FILE = Path(__file__).parents[2] / "openapi.yaml"


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Generate the client and return the name of its package."""
    config = tmp_path / "config.yaml"
    binary = dict.fromkeys(("image/svg+xml", "image/png"), "application/octet-stream")
    config.write_text(json.dumps({"post_hooks": [], "content_type_overrides": binary}))
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none", "--fail-on-warning"]
    paths = ["--path", OPENAPI_FILE, "--output-path", tmp_path / "referee_client", "--config", config]
    process = subprocess.run([*command, *paths], capture_output=True, text=True, cwd=tmp_path)
    assert process.returncode == 0, process.stdout + process.stderr
    monkeypatch.syspath_prepend(tmp_path)
    return "referee_client"


def test_a_generated_client_plays_a_move(package):
    client = import_module(package).Client(
        base_url="http://referee", httpx_args={"transport": httpx.WSGITransport(app=create_app())}
    )
    models = import_module(f"{package}.models")
    states, moves = (import_module(f"{package}.api.burgundy.burgundy_{call}") for call in ("states", "moves"))

    seeded = models.ChanceRequest(mode=models.ChanceRequestMode.SEEDED, seed="1")
    start = states.sync(client=client, body=models.BurgundyNewStateRequest(seats=2, chance=seeded))
    assert isinstance(start, models.BurgundyPosition)
    assert isinstance(start.state, models.BurgundyState)

    die = start.state.board.players[start.turn.seat].dice[0]
    action = models.BurgundyTakeWorkersAction(kind="take_workers", die=die)
    assert action.to_dict() in [
        {name: legal.to_dict()[name] for name in ("kind", "die")} for legal in take_workers_actions(start, models)
    ]
    after = moves.sync(client=client, body=models.BurgundyMoveRequest(state=start.state, action=action))
    assert isinstance(after, models.BurgundyPosition)
    assert after.ply == start.ply + 1

    decline = models.BurgundyDeclineAction(kind="decline")  # answers no open question
    problem = moves.sync(client=client, body=models.BurgundyMoveRequest(state=after.state, action=decline))
    assert isinstance(problem, models.BurgundyProblem)
    assert problem.code == "illegal-move"
    assert problem.refusals[0].rule


def take_workers_actions(position, models):
    return [action for action in position.legal_actions if isinstance(action, models.BurgundyTakeWorkersAction)]
