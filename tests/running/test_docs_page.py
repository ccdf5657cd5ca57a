"""The reference page: one file that works with no internet."""

from __future__ import annotations

import json
import re
import shutil
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
    answer = client.get("/docs")
    assert answer.status_code == 200
    assert answer.content_type == "text/html; charset=utf-8"
    return answer.text


def test_the_page_names_nothing_outside_the_service(page):
    assert not re.search(r"https?:|//[a-z]+\.[a-z]|@import|url\(|srcset", page)
    addresses = re.findall(r"""(?:src|href|action)\s*=\s*["']([^"']*)["']""", page)
    assert {address for address in addresses if not address.startswith(("#", "data:"))} == {
        "/openapi.yaml",
        "/openapi.json",
    }
    assert re.findall(r"""fetch\((["'`][^)]*)\)""", page) == ['"/openapi.json"']


def test_the_browser_is_told_to_refuse_all_else(page):
    (policy,) = re.findall(r'Content-Security-Policy"\s+content="([^"]*)"', page)
    assert "default-src 'none'" in policy
    assert "connect-src 'self'" in policy
    assert not re.search(r"\*|https?:", policy)


def test_texts_are_never_put_in_as_markup(page):
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", page)


def test_the_page_and_its_contract_need_no_key(client):
    contract = client.get("/openapi.json")
    assert contract.status_code == 200
    assert contract.json == yaml.safe_load(client.get("/openapi.yaml").data)
    assert client.get("/v1/games").status_code == 401


@pytest.mark.skipif(shutil.which("node") is None, reason="node reads the script")
def test_the_script_of_the_page_can_be_read(page, tmp_path):
    script = tmp_path / "docs.js"
    script.write_text("\n".join(re.findall(r"<script>(.*?)</script>", page, re.DOTALL)))
    checked = subprocess.run(["node", "--check", script], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr


def test_every_link_of_the_contract_leads_to_a_schema(client):
    text = client.get("/openapi.json").text
    schemas = json.loads(text)["components"]["schemas"]
    assert {name.rpartition("/")[2] for name in re.findall(r'"(#/components/schemas/[^"]+)"', text)} <= schemas.keys()
