"""Reference page: Swagger UI from the package, with a policy that forbids other hosts."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest
import yaml

from referee_service.app import create_app
from referee_service.games import GAMES
from referee_service.settings import Settings
from tests.typescript.node import PACKAGES

VIEWER = Path(__file__).parents[2] / "referee_service/api/openapi/viewer/swagger-ui"


@pytest.fixture(scope="module")
def client():
    return create_app(Settings(api_keys=frozenset(["a-key"]))).test_client()


@pytest.fixture(scope="module")
def page(client) -> str:
    response = client.get("/docs")
    assert response.status_code == 200
    assert response.content_type == "text/html; charset=utf-8"
    return response.text


def test_the_viewer_is_the_unchanged_package():
    """A new version is copied from `node_modules` after a change of `tests/typescript/package.json`."""
    copied = [path for path in VIEWER.iterdir() if path.is_file()]
    assert len(copied) >= 7
    for path in copied:
        assert path.read_bytes() == (PACKAGES / "swagger-ui-dist" / path.name).read_bytes(), path.name


def listed_documents(page: str) -> list[dict[str, str]]:
    (encoded,) = re.findall(r'data-documents="([^"]*)"', page)
    return json.loads(unescape(encoded))


def test_the_page_loads_only_files_of_the_service(client, page):
    addresses = re.findall(r"""(?:src|href)\s*=\s*["']([^"']*)["']""", page)
    files = [address for address in addresses if address.startswith("/docs/")]
    assert {address for address in addresses if address not in files} == {"data:,", "/openapi.yaml"}
    for address in files:
        response = client.get(address)
        assert response.status_code == 200, address
        assert response.content_type in ("text/javascript; charset=utf-8", "text/css; charset=utf-8")
        assert response.headers["ETag"]


def test_the_policy_forbids_other_hosts_and_inline_scripts(client, page):
    policy = client.get("/docs").headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self';")
    assert "connect-src 'self';" in policy
    assert not re.search(r"\*|https?:|unsafe", policy)
    assert not re.search(r"<script>|<style|\sstyle=|\son\w+=", page)


def test_an_unknown_file_of_the_page_is_not_found(client):
    assert client.get("/docs/page.html").status_code == 404
    assert client.get("/docs/..%2Fdocument.py", headers={"X-API-Key": "a-key"}).status_code == 404


def test_the_page_lists_the_document_of_any_game_of_each_game_and_of_all(client, page):
    documents = listed_documents(page)
    assert [each["url"] for each in documents] == [
        "/openapi-generic.yaml",
        *(f"/v1/games/{game}/openapi.yaml" for game in GAMES),
        "/openapi.yaml",
    ]
    for each in documents:
        assert yaml.load(client.get(each["url"]).data, yaml.CSafeLoader)["openapi"] == "3.1.0", each


def test_documents_need_no_key_and_are_cacheable(client):
    assert client.get("/v1/games").status_code == 401
    for path in ("/openapi.json", "/openapi-generic.json", "/v1/games/burgundy/openapi.json"):
        first = client.get(path, headers={"Accept-Encoding": "gzip"})
        assert (first.status_code, first.headers["Content-Encoding"]) == (200, "gzip")
        assert "max-age" in first.headers["Cache-Control"]
        again = client.get(path, headers={"Accept-Encoding": "gzip", "If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")
        assert client.get(path).json == yaml.load(client.get(path.replace(".json", ".yaml")).data, yaml.CSafeLoader)


def test_an_unknown_game_has_no_document(client):
    response = client.get("/v1/games/chess/openapi.yaml")
    assert (response.status_code, response.json["code"]) == (404, "unknown-game")
