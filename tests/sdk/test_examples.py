"""The examples run: a web page, a chat bot, a repository with CI checks, a tournament."""

from __future__ import annotations

import html
import json
import re
import shlex
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest
import yaml

from examples import chat_bot, web_frontend
from referee_sdk.chat import TableManager
from referee_sdk.commands.check import main as check
from tests.kernel.toy import GAME as TOY
from tests.sdk.matches import ROOT, every_game, fewest_seats
from tests.sdk.test_plugin import PLUGINS

pytest_plugins = ["pytester"]

EXAMPLES = ROOT / "examples"


@contextmanager
def running(server: ThreadingHTTPServer) -> Iterator[Callable[..., str]]:
    """Ask a server: an address, and a form to post."""
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()

    def ask(path: str = "/", **form: str) -> str:
        data = urlencode(form).encode() if form else None
        with urlopen(f"http://127.0.0.1:{server.server_address[1]}{path}", data, timeout=30) as answer:
            return answer.read().decode()

    try:
        yield ask
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def refused(ask: Callable[..., str], path: str = "/", **form: str) -> int:
    """The status of a request that is refused."""
    with pytest.raises(HTTPError) as caught:
        ask(path, **form)
    caught.value.close()
    return caught.value.code


@pytest.fixture(autouse=True)
def silent(monkeypatch):
    for handler in (web_frontend.Frontend, chat_bot.Webhook):
        monkeypatch.setattr(handler, "log_message", lambda *_: None)


# --- the web frontend -----------------------------------------------------------------------------------------------


def form_of(shown: str) -> tuple[str, list[str]]:
    """What a page remembers, and the moves on its buttons."""
    saved = html.unescape(re.search(r'name="saved" value="([^"]+)"', shown)[1])
    return saved, [html.unescape(move) for move in re.findall(r'<button name="move" value="([^"]+)"', shown)]


@every_game
def test_the_web_frontend_plays_every_game(client, game):
    with running(web_frontend.serve(client, 0)) as ask:
        assert f"/new?game={game}&amp;seats={fewest_seats(game)}" in ask()
        shown = ask(f"/new?game={game}&seats={fewest_seats(game)}")
        saved, moves = form_of(shown)
        after = ask("/move", saved=saved, move=moves[0])
        assert form_of(after)[0] != saved
        assert client.resume(form_of(after)[0]).decision_count == 1


def test_the_web_frontend_shows_rulings_and_takes_back(client):
    with running(web_frontend.serve(client, 0)) as ask:
        saved, moves = form_of(ask("/new?game=burgundy&seats=2"))
        assert moves[-1] == "undo"
        assert "You still have dice" in ask("/move", saved=saved, move="end_turn")
        after, _ = form_of(ask("/move", saved=saved, move=moves[0]))
        assert form_of(ask("/move", saved=after, move="undo"))[0] == saved
        assert refused(ask, "/move", saved="nonsense", move="undo") == 400
        assert refused(ask, "/move", move="undo") == 400


# --- the chat bot ---------------------------------------------------------------------------------------------------


def say(ask: Callable[..., str], person: str, text: str) -> dict[str, str]:
    return json.loads(ask(token="sesame", channel_id="games", user_name=person, text=text))


def test_the_chat_bot_answers_a_webhook(client):
    with running(chat_bot.serve(TableManager(client), "sesame", 0)) as ask:
        assert say(ask, "ann", "hello")["text"] == chat_bot.USAGE
        say(ask, "ann", "new burgundy")
        assert say(ask, "bob", "join")["text"].startswith("**The Castles of Burgundy**: ann, bob")
        assert "**ann**: 0" in say(ask, "zoe", "score")["text"]
        assert say(ask, "ann", "close")["text"] == "ann closed the table."
        assert refused(ask, token="guessed", text="new burgundy") == 403


def test_the_chat_bot_tells_secrets_to_their_owner_alone(toy_client):
    hall = TableManager(toy_client)
    with running(chat_bot.serve(hall, "sesame", 0)) as ask:
        say(ask, "ann", f"new {TOY.name}")
        say(ask, "bob", "join")
        mover = hall.table("games").current_player
        assert say(ask, mover, "moves")["response_type"] == "ephemeral"
        assert say(ask, "zoe", "table")["response_type"] == "in_channel"


# --- CI checks ------------------------------------------------------------------------------------------------------


@pytest.fixture
def repository(tmp_path):
    return shutil.copytree(EXAMPLES / "ci-check", tmp_path / "repository")


def test_the_workflow_checks_the_records(repository, monkeypatch, capsys):
    steps = yaml.safe_load((repository / ".github/workflows/records.yml").read_text())["jobs"]["check"]["steps"]
    (line,) = [step["run"] for step in steps if "referee-check" in step.get("run", "")]
    monkeypatch.chdir(repository)
    arguments = [*shlex.split(line)[1:], "--app", "tests.sdk.service:shared"]
    assert check(arguments) == 0
    assert (repository / "report.xml").exists()
    record = next((repository / "records").iterdir())
    record.write_text(record.read_text() + "0 end_turn\n")
    assert check(arguments) == 1
    assert "referee.over" in capsys.readouterr().out


def test_its_tests_pass(pytester):
    shutil.copytree(EXAMPLES / "ci-check", pytester.path, dirs_exist_ok=True)
    done = pytester.runpytest_inprocess(*PLUGINS)
    done.assert_outcomes(passed=3)
