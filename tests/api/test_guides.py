"""`llms.txt` and the guides for agents over HTTP: open, cacheable, with links and requests that work."""

from __future__ import annotations

import gzip
import json
import re
from urllib.parse import urljoin

import pytest
from flask.testing import FlaskClient

from referee_service.app import create_app
from referee_service.games import GAMES
from referee_service.services.guides import guide_text
from referee_service.settings import Settings
from tests.api.calls import problem

PATHS = ["/llms.txt", *(f"/guides/{game}.md" for game in GAMES)]
LINK = re.compile(r"\]\(([^)]+)\)")
REQUEST = re.compile(r"`POST ([^`]+)` with `([^`]+)`")


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    """Return a client of a service that needs a key for its API."""
    return create_app(Settings(api_keys=frozenset(["a-key"]))).test_client()


@pytest.fixture(scope="module")
def open_client() -> FlaskClient:
    """Return a client of a service without keys."""
    return create_app().test_client()


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("accept", [None, "text/html", "application/json"])
def test_guides_need_no_key_and_no_accept_header(client, path, accept):
    response = client.get(path, headers={"Accept": accept} if accept else {})
    assert response.status_code == 200
    assert response.content_type == f"text/{'plain' if path == '/llms.txt' else 'markdown'}; charset=utf-8"
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert response.headers.getlist("Content-Language") == ["en"]
    assert response.headers.getlist("Cache-Control") == ["public, max-age=300"]


@pytest.mark.parametrize("path", PATHS)
def test_guides_are_cacheable_and_compressed(client, path):
    first = client.get(path)
    again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    small = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(small.data) == first.data


def test_a_guide_is_the_page_of_its_game(client):
    for game in GAMES:
        assert client.get(f"/guides/{game}.md").text == guide_text(game) != ""


@pytest.mark.parametrize(
    ("path", "code"), [("/guides/chess.md", "unknown-game"), ("/guides/..%2Fllms.md", "not-found")]
)
def test_there_is_no_other_guide(open_client, path, code):
    problem(open_client.get(path), 404, code)


def test_the_overview_has_the_form_of_llmstxt_org(client):
    title, blank, summary, *rest = client.get("/llms.txt").text.splitlines()
    assert title == "# Referee"
    assert blank == ""
    assert summary.startswith("> ")
    sections = [line for line in rest if line.startswith("#")]
    assert sections == ["## Guides", "## Reference", "## Optional"]
    lists = client.get("/llms.txt").text.split("## Guides")[1]
    lines = [line for line in lists.splitlines() if line and not line.startswith("#")]
    assert all(re.match(r"- \[[^\]]+\]\([^)]+\)", line) for line in lines)


@pytest.mark.parametrize("base", ["/llms.txt", "/prefix/llms.txt"])
def test_every_link_of_the_overview_works_also_behind_a_prefix(open_client, base):
    text = open_client.get("/llms.txt").text
    links = LINK.findall(text)
    assert len(links) >= 3 * len(GAMES) + 4
    for link in links:
        address = urljoin(base, link)
        assert address.startswith(base.removesuffix("llms.txt"))
        assert open_client.get(address.removeprefix("/prefix")).status_code == 200, link


def test_the_requests_of_the_overview_play_a_match(open_client):
    digest, answered = "", {}
    for path, body in REQUEST.findall(open_client.get("/llms.txt").text):
        request = json.loads(body.replace("…", digest))
        if path.endswith("/moves"):
            request["notation"] = answered["states"]["legal_actions"][0]
        response = open_client.post(f"/{path}", json=request)
        assert response.status_code < 300, response.text
        answered[path.rpartition("/")[2]] = response.json
        digest = response.json.get("digest", digest)
    assert [*answered] == ["states", "moves", "verdicts", "views", "bot-moves", "scores"]
    assert isinstance(answered["moves"]["legal_actions"][0], str)
    assert "state" not in answered["states"]
    assert answered["verdicts"]["legal"] is False
    assert answered["views"]["text"].startswith("The Castles of Burgundy\n")
    assert answered["bot-moves"]["position"]["digest"] != answered["moves"]["digest"]


def test_guides_are_not_in_the_openapi_document(open_client):
    paths = open_client.get("/openapi.json").json["paths"]
    assert not [path for path in paths if "guides" in path or "llms" in path]
