"""Reference page: one HTML file that works offline."""

from __future__ import annotations

import json
import re
import subprocess

import pytest
import yaml

from referee_service.app import create_app
from referee_service.settings import Settings


@pytest.fixture(scope="module")
def client():
    return create_app(Settings(api_keys=frozenset(["a-key"]))).test_client()


@pytest.fixture(scope="module")
def page(client) -> str:
    response = client.get("/docs")
    assert response.status_code == 200
    assert response.content_type == "text/html; charset=utf-8"
    return response.text


def test_the_page_refers_to_no_other_host(page):
    assert not re.search(r"https?:|//[a-z]+\.[a-z]|@import|url\(|srcset", page)
    addresses = re.findall(r"""(?:src|href|action)\s*=\s*["']([^"']*)["']""", page)
    assert {address for address in addresses if not address.startswith(("#", "data:"))} == {
        "/openapi.yaml",
        "/openapi.json",
    }
    assert re.findall(r"""fetch\((["'`][^)]*)\)""", page) == ['"/openapi.json"']


def test_the_content_security_policy_forbids_other_hosts(page):
    (policy,) = re.findall(r'Content-Security-Policy"\s+content="([^"]*)"', page)
    assert "default-src 'none'" in policy
    assert "connect-src 'self'" in policy
    assert not re.search(r"\*|https?:", policy)


def test_the_script_never_inserts_markup(page):
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", page)


def test_the_page_and_the_openapi_document_need_no_key(client):
    document = client.get("/openapi.json")
    assert document.status_code == 200
    assert document.json == yaml.safe_load(client.get("/openapi.yaml").data)
    assert client.get("/v1/games").status_code == 401


def test_the_script_of_the_page_has_no_syntax_error(page, tmp_path):
    script = tmp_path / "docs.js"
    script.write_text("\n".join(re.findall(r"<script>(.*?)</script>", page, re.DOTALL)))
    process = subprocess.run(["node", "--check", script], capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr


def test_every_schema_reference_of_the_document_exists(client):
    text = client.get("/openapi.json").text
    schemas = json.loads(text)["components"]["schemas"]
    assert {name.rpartition("/")[2] for name in re.findall(r'"(#/components/schemas/[^"]+)"', text)} <= schemas.keys()
