"""The two agents of examples/: rules of thumb, and a language model behind an address."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from referee_service.cli.main import main
from referee_service.games import GAMES
from tests.cli.agents import entry

EXAMPLES = Path(__file__).parents[2] / "examples"
MAX_LINES = 60


def example(name: str) -> str:
    return entry([sys.executable, str(EXAMPLES / f"{name}.py")], name)


def tournament(game: str, *agents: str, games: int) -> int:
    return main(
        ["tournament", game, "--agents", *agents, "--games", str(games), "--processes", "1", "--seed", "tournament"]
    )


def row(output: str, name: str) -> list[str]:
    """Return the cells of an agent in the table."""
    return next(
        [cell.strip() for cell in line.split("|")]
        for line in output.splitlines()
        if f"| {name} |" in line and "games" not in line
    )


@pytest.mark.parametrize("name", ["agent", "llm_agent"])
def test_the_agents_are_short(name):
    assert len((EXAMPLES / f"{name}.py").read_text().splitlines()) <= MAX_LINES


@pytest.mark.parametrize("game", GAMES)
def test_rules_of_thumb_beat_chance_in_every_game(game, capsys):
    assert tournament(game, example("agent"), "random", games=12) == 0
    _, _, games, wins, _, refused, lost, *_ = row(capsys.readouterr().out, "agent")
    assert (games, refused, lost) == ("12", "0", "–")
    assert float(wins.rstrip("%")) > 55


class Model(HTTPServer):
    """A stand-in for a language model: it takes the first move, after one that the rules forbid."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), ModelHandler)
        self.requests: list[dict] = []
        self.keys: set[str | None] = set()


class ModelHandler(BaseHTTPRequestHandler):
    """Answers chat completions."""

    server: Model

    def do_POST(self) -> None:
        """Answer one request."""
        assert self.path == "/v1/chat/completions"
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if request["model"] == "missing":
            body = b'{"error": {"message": "no model of the name missing"}}'
            self.send_response(404)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            return
        self.server.requests.append(request)
        self.server.keys.add(self.headers["Authorization"])
        text = {1: "MOVE 999", 3: None}.get(
            len(self.server.requests), "I think of move 2, but prefer the first.\n**MOVE 1**"
        )
        body = json.dumps({"choices": [{"message": {"role": "assistant", "content": text}}]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@pytest.fixture
def model() -> Iterator[Model]:
    server = Model()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_language_model_plays_a_whole_game(model, monkeypatch, capsys):
    monkeypatch.setenv("LLM_URL", f"http://127.0.0.1:{model.server_address[1]}/v1/")
    monkeypatch.setenv("LLM_MODEL", "stand-in")
    monkeypatch.setenv("LLM_API_KEY", "sesame")
    assert tournament("settlement", example("llm_agent"), "random", games=1) == 0
    assert row(capsys.readouterr().out, "llm_agent")[5:7] == ["2", "–"], "the move and the empty answer"
    assert model.keys == {"Bearer sesame"}
    first, second, _, after_empty, *later = model.requests
    assert first["model"] == "stand-in"
    task, question = [message["content"] for message in first["messages"]]
    assert task.startswith("You play seat 0 of Settlement.\n")
    assert "\n1. " in question
    roles = [message["role"] for message in second["messages"]]
    assert roles == ["system", "user", "assistant", "user"], "the reasons go back to the model"
    assert "There is no move 999" in second["messages"][-1]["content"]
    assert "'' is not a verb of settlement" in after_empty["messages"][-1]["content"]
    assert len(later) > 20
    assert {len(request["messages"]) for request in later} == {2}


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("", "llm_agent: no language model at LLM_URL='' "),
        ("http://127.0.0.1:9/v1", "at LLM_URL='http://127.0.0.1:9/v1' "),
    ],
)
def test_without_a_language_model_the_agent_says_so_in_one_line(url, sentence, monkeypatch, capfd):
    monkeypatch.setenv("LLM_URL", url)
    assert tournament("burgundy", example("llm_agent"), "random", games=1) == 0
    output, errors = capfd.readouterr()
    assert sentence in errors
    assert "Traceback" not in errors
    assert "exit: exit code 1" in output


def test_a_model_that_the_service_lacks_is_named(model, monkeypatch, capfd):
    monkeypatch.setenv("LLM_URL", f"http://127.0.0.1:{model.server_address[1]}/v1")
    monkeypatch.setenv("LLM_MODEL", "missing")
    assert tournament("burgundy", example("llm_agent"), "random", games=1) == 0
    errors = capfd.readouterr().err
    assert "HTTP Error 404: Not Found" in errors
    assert "no model of the name missing" in errors
