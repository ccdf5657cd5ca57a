"""Examples that run: a web page, a chat bot, and a repository with CI checks."""

from __future__ import annotations

import html
import json
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest

from examples import chat_bot, web_frontend
from referee_sdk.chat import Attachment, MenuOption, Message, TableManager
from referee_sdk.webhook import MAX_PICTURES, PictureStore, response_body
from tests.kernel.toy import GAME as TOY
from tests.sdk.matches import ROOT, every_game, fewest_seats
from tests.sdk.test_pytest_plugin import PLUGINS

pytest_plugins = ["pytester"]

EXAMPLES = ROOT / "examples"


@contextmanager
def running(server: ThreadingHTTPServer) -> Iterator[Callable[..., str]]:
    """Run a server, and yield a function that requests a path with an optional form."""
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()

    def request(path: str = "/", **form: str) -> str:
        data = urlencode(form).encode() if form else None
        with urlopen(f"http://127.0.0.1:{server.server_address[1]}{path}", data, timeout=30) as response:
            return response.read().decode()

    try:
        yield request
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def error_status(request: Callable[..., str], path: str = "/", **form: str) -> int:
    """Return the status of a request that fails."""
    with pytest.raises(HTTPError) as caught:
        request(path, **form)
    caught.value.close()
    return caught.value.code


@pytest.fixture(autouse=True)
def silent(monkeypatch):
    for handler in (web_frontend.Frontend, BaseHTTPRequestHandler):
        monkeypatch.setattr(handler, "log_message", lambda *_: None)


# --- the web frontend -------------------------------------------------------------------------------------------------


def form_of(page: str) -> tuple[str, list[str]]:
    """Return the saved match of a page, and the moves of its buttons."""
    saved = html.unescape(re.search(r'name="saved" value="([^"]+)"', page)[1])
    return saved, [html.unescape(move) for move in re.findall(r'<button name="move" value="([^"]+)"', page)]


@every_game
def test_the_web_frontend_plays_every_game(client, game):
    with running(web_frontend.serve(client, 0)) as request:
        assert f"/new?game={game}&amp;seats={fewest_seats(game)}" in request()
        page = request(f"/new?game={game}&seats={fewest_seats(game)}")
        saved, moves = form_of(page)
        assert re.search(r'<svg [^>]*>.* class="highlights" .*</svg>', page, re.DOTALL)
        after = request("/move", saved=saved, move=moves[0])
        assert form_of(after)[0] != saved
        assert client.resume(form_of(after)[0]).decision_count == 1


def test_the_web_frontend_shows_rulings_and_undoes(client):
    with running(web_frontend.serve(client, 0)) as request:
        saved, moves = form_of(request("/new?game=burgundy&seats=2"))
        assert moves[-1] == "undo"
        assert "✗ You still have " in request("/move", saved=saved, move="end_turn")
        after, _ = form_of(request("/move", saved=saved, move=moves[0]))
        assert form_of(request("/move", saved=after, move="undo"))[0] == saved
        assert error_status(request, "/move", saved="nonsense", move="undo") == 400
        assert error_status(request, "/move", move="undo") == 400


# --- the chat bot -----------------------------------------------------------------------------------------------------


def say(request: Callable[..., str], user: str, text: str) -> dict[str, str]:
    return json.loads(request(token="sesame", channel_id="games", user_name=user, text=text))


def test_the_chat_bot_responds_to_a_webhook(client):
    with running(chat_bot.serve(TableManager(client), "sesame", 0)) as request:
        assert say(request, "ann", "hello")["text"].startswith("`new GAME [SEATS] [BOT]` opens a table")
        say(request, "ann", "new burgundy")
        assert say(request, "bob", "join")["text"].startswith("**The Castles of Burgundy**: ann, bob")
        assert "**ann**: 0" in say(request, "zoe", "score")["text"]
        assert say(request, "ann", "close")["text"] == "ann closed the table."
        assert error_status(request, token="guessed", text="new burgundy") == 403


def test_the_chat_bot_shows_hidden_information_only_to_its_owner(toy_client):
    manager = TableManager(toy_client, announce_private=False, reading_seconds=0)
    with running(chat_bot.serve(manager, "sesame", 0)) as request:
        say(request, "ann", f"new {TOY.name}")
        opening = say(request, "bob", "join")
        mover = manager.table("games").current_player
        assert opening["response_type"] == "in_channel"
        assert opening["text"].endswith(f"\n\n@{mover}: write `moves`, and only you see your hand and your moves.")
        own = say(request, mover, "moves")
        assert (own["response_type"], own["text"].splitlines()[1][:4]) == ("ephemeral", "`1` ")
        assert say(request, "zoe", "table")["response_type"] == "in_channel"


MENU = (MenuOption(1, "secret"),)


def test_a_public_response_has_no_private_message():
    messages = [Message("• Ann moves"), Message("`1` secret", "ann", MENU), Message("`1` other secret", "bob", MENU)]
    body = response_body(messages, "ann", PictureStore(None))
    hint = "write `moves`, and only you see your hand and your moves."
    assert body == {"text": f"• Ann moves\n\n@ann: {hint}\n\n@bob: {hint}", "response_type": "in_channel"}
    assert response_body(messages[1:2], "ann", PictureStore(None))["text"] == "`1` secret"


def test_a_public_response_names_the_commands_in_the_language_of_the_table(toy_client):
    messages = [Message("• Ann joue"), Message("`1` secret", "ann", MENU), Message("board", "bob")]
    text = response_body(messages, "bob", PictureStore(None), "fr")["text"]
    assert text.splitlines()[2:] == [
        "@ann : écrivez `coups` pour voir votre main et vos coups, sans que les autres les voient.",
        "",
        "@bob : cette réponse n'est que pour vous : écrivez encore le même texte.",
    ]
    manager = TableManager(toy_client, announce_private=False)
    with running(chat_bot.serve(manager, "sesame", 0)) as request:
        say(request, "ann", f"ouvrir {TOY.name}")
        assert " : écrivez `coups` pour " in say(request, "bob", "rejoindre")["text"]


def test_a_whole_match_can_be_played_over_the_webhook(client):
    manager = TableManager(client, pictures=False, announce_private=False)
    with running(chat_bot.serve(manager, "sesame", 0)) as request:
        say(request, "ann", "ouvrir settlement 1")
        for _ in range(400):
            table = manager.table("games")
            if table.match.is_over:
                break
            say(request, "ann", table.match.legal_actions()[-1].notation)
        assert "🏁" in say(request, "ann", "score")["text"]


def test_the_chat_bot_has_at_most_sixty_lines():
    assert len((EXAMPLES / "chat_bot.py").read_text().splitlines()) <= 60


def test_the_chat_bot_shows_pictures_at_addresses_that_cannot_be_guessed(client):
    server = chat_bot.serve(TableManager(client), "sesame", 0, "http://bot.example")
    with running(server) as request:
        say(request, "ann", "new burgundy")
        text = say(request, "bob", "join")["text"]
        ((alt, path),) = re.findall(
            r"!\[(.+)\]\(http://bot\.example(/pictures/[\w-]{20,}/burgundy-0-table\.png)\)", text
        )
        assert alt.startswith("The Castles of Burgundy. Phase A, round 1.")
        with urlopen(f"http://127.0.0.1:{server.server_address[1]}{path}", timeout=30) as response:
            assert response.headers["Content-Type"] == "image/png"
            assert response.read().startswith(b"\x89PNG")
        assert error_status(request, "/pictures/guessed/burgundy-0-table.png") == 404


def test_the_chat_bot_keeps_only_the_latest_pictures():
    store = PictureStore("http://bot.example")
    images = [store.markdown(Attachment(b"png", "a.png", "[alt]")) for _ in range(MAX_PICTURES + 1)]
    assert images[0].startswith("![(alt)](http://bot.example/pictures/")
    assert len(store.contents) == MAX_PICTURES
    assert not any(path in images[0] for path in store.contents)


def test_the_chat_bot_without_an_address_draws_nothing(client):
    with running(chat_bot.serve(TableManager(client, pictures=False), "sesame", 0)) as request:
        say(request, "ann", "new burgundy")
        assert "![" not in say(request, "bob", "join")["text"]


# --- CI checks --------------------------------------------------------------------------------------------------------


def test_the_tests_of_the_repository_pass(pytester):
    shutil.copytree(EXAMPLES / "ci-check", pytester.path, dirs_exist_ok=True)
    result = pytester.runpytest_inprocess(*PLUGINS)
    result.assert_outcomes(passed=3)
