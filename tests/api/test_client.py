"""A typed client generated from openapi.yaml sets up a match and plays a move."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import httpx
import pytest

from referee_service.app import create_app

CONTRACT = Path(__file__).parents[2] / "openapi.yaml"


@pytest.fixture
def generated(tmp_path, monkeypatch):
    """The name of the generated package."""
    config = tmp_path / "config.yaml"
    config.write_text("post_hooks: []\n")
    program = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none", "--fail-on-warning"]
    where = ["--path", CONTRACT, "--output-path", tmp_path / "referee_client", "--config", config]
    done = subprocess.run([*program, *where], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    monkeypatch.syspath_prepend(tmp_path)
    return "referee_client"


def test_a_generated_client_plays_a_move(generated):
    client = import_module(generated).Client(
        base_url="http://referee", httpx_args={"transport": httpx.WSGITransport(app=create_app())}
    )
    models = import_module(f"{generated}.models")
    states, moves = (import_module(f"{generated}.api.burgundy.burgundy_{call}") for call in ("states", "moves"))

    seeded = models.ChanceRequest(mode=models.ChanceRequestMode.SEEDED, seed="1")
    start = states.sync(client=client, body=models.BurgundyNewStateRequest(seats=2, chance=seeded))
    assert isinstance(start, models.BurgundyPosition)
    assert isinstance(start.state, models.BurgundyState)

    die = start.state.board.players[start.turn.seat].dice[0]
    action = models.BurgundyTakeWorkersAction(kind=models.BurgundyTakeWorkersActionKind.TAKE_WORKERS, die=die)
    assert action.to_dict() in [
        {name: listed.to_dict()[name] for name in ("kind", "die")} for listed in workers(start, models)
    ]
    after = moves.sync(client=client, body=models.BurgundyMoveRequest(state=start.state, action=action))
    assert isinstance(after, models.BurgundyPosition)
    assert after.ply == start.ply + 1

    refused = moves.sync(
        client=client, body=models.BurgundyMoveRequest(state=after.state, action=after_nothing(models))
    )
    assert isinstance(refused, models.Problem)
    assert refused.code == "illegal-move"
    assert refused.refusals[0].rule


def workers(position, models):
    return [listed for listed in position.legal_actions if isinstance(listed, models.BurgundyTakeWorkersAction)]


def after_nothing(models):
    """An action that nobody is asked for."""
    return models.BurgundyDeclineAction(kind=models.BurgundyDeclineActionKind.DECLINE)
