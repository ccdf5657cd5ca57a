"""Page and kit over HTTP: negotiation, addresses with the hash of all files, caching, policy, other origins."""

from __future__ import annotations

import gzip
import os
import re
import shutil
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from referee_service.app import create_app
from referee_service.services.web_files import WebFolder, imports, module_closure, read_files
from referee_service.settings import Settings
from tests.api.calls import problem

WEB = Path(__file__).parents[2] / "web"
BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
INDEX = {"referee": "a rules backend for board games", "docs": "/docs", "contract": "/openapi.yaml"}
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    """Return a client of a service that needs a key for everything else."""
    return create_app(Settings(api_keys=frozenset(["a-key"]))).test_client()


def kit_of(client: FlaskClient) -> str:
    """Return the address of the kit that the page has."""
    (address,) = set(re.findall(r'"(kit/[0-9a-f]{16})/', client.get("/", headers=BROWSER).text))
    return f"/{address}"


# --- the page ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "accept", [None, "*/*", "application/json", "application/json, text/html;q=0.9", "text/html;q=0", "image/*"]
)
def test_a_program_gets_the_links(client, accept):
    response = client.get("/", headers={"Accept": accept} if accept else {})
    assert (response.status_code, response.content_type, response.json) == (200, "application/json", INDEX)
    assert response.headers["Vary"] == "Accept"
    assert response.headers.getlist("Cache-Control") == ["no-store"]


@pytest.mark.parametrize("accept", [BROWSER["Accept"], "text/html", "TEXT/HTML", "text/html, application/json"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_browser_gets_the_page_in_its_language(client, accept, language):
    response = client.get("/", headers={"Accept": accept, "Accept-Language": language})
    assert response.content_type == "text/html; charset=utf-8"
    assert f'<html lang="{language}"' in response.text
    assert response.headers.getlist("Content-Language") == [language]
    assert {"Accept", "Accept-Language", "Accept-Encoding"} <= set(response.headers["Vary"].split(", "))


def test_a_page_is_revalidated_each_time(client):
    first = client.get("/", headers=BROWSER)
    assert first.headers.getlist("Cache-Control") == ["no-cache"]
    again = client.get("/", headers={**BROWSER, "If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["Content-Security-Policy"] == first.headers["Content-Security-Policy"]
    french = client.get("/", headers={**BROWSER, "Accept-Language": "fr"})
    assert french.headers["ETag"] != first.headers["ETag"]


def test_the_policy_of_the_page_allows_only_the_service_and_nothing_inline(client):
    response = client.get("/", headers=BROWSER)
    policy = dict(part.strip().split(" ", 1) for part in response.headers["Content-Security-Policy"].split(";"))
    assert policy == {
        **dict.fromkeys(("default-src", "base-uri", "form-action", "frame-ancestors"), "'none'"),
        **dict.fromkeys(("script-src", "style-src", "connect-src", "font-src"), "'self'"),
        "img-src": "'self' data: blob:",
    }
    assert response.headers["Referrer-Policy"] == "no-referrer"
    assert not re.search(r"<script>|<style|\sstyle=|\son\w+=", response.text)


def test_every_address_of_the_page_is_relative_and_exists(client):
    """Relative ones work behind a proxy that adds a prefix."""
    addresses = re.findall(r"""(?:src|href)=["']([^"'#]+)["']""", client.get("/", headers=BROWSER).text)
    assert any(address.endswith("icon.svg") for address in addresses)
    for address in addresses:
        assert not address.startswith(("/", "http")), address
        assert client.get(f"/{address}").status_code == 200, address
    assert "{" not in client.get("/", headers=BROWSER).text.partition("</head>")[0]


# --- the kit ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(WEB.rglob("*.*")), ids=lambda path: path.relative_to(WEB).as_posix())
def test_every_file_is_served_except_the_template_of_the_page(client, path):
    response = client.get(f"{kit_of(client)}/{path.relative_to(WEB).as_posix()}")
    if path.name == "index.html":
        problem(response, 404, "not-found")
    else:
        assert response.data == path.read_bytes()
        assert response.content_type == TYPES[path.suffix]


def test_a_file_under_the_right_hash_never_changes(client):
    response = client.get(f"{kit_of(client)}/theme.js", headers={"Accept-Encoding": "gzip"})
    assert response.headers.getlist("Cache-Control") == ["public, max-age=31536000, immutable"]
    assert response.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(response.data) == (WEB / "theme.js").read_bytes()
    assert response.headers["Content-Language"] == "en, fr"


@pytest.mark.parametrize("digest", ["0123456789abcdef", "older", "é"])
def test_a_file_under_another_hash_is_revalidated(client, digest):
    first = client.get(f"/kit/{digest}/theme.js")
    assert first.data == (WEB / "theme.js").read_bytes()
    assert first.headers.getlist("Cache-Control") == ["no-cache"]
    again = client.get(f"/kit/{digest}/theme.js", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_other_pages_load_the_kit_at_a_stable_address(client):
    response = client.get("/kit/referee.js")
    assert response.text == f'export * from ".{kit_of(client).removeprefix("/kit")}/referee.js";\n'
    assert response.headers.getlist("Cache-Control") == ["public, max-age=300"]
    assert response.headers["ETag"]


@pytest.mark.parametrize("origins", ["", "https://play.example", "*"])
def test_every_origin_may_load_the_kit(origins):
    client = create_app(Settings.from_env({"REFEREE_CORS_ORIGINS": origins} if origins else {})).test_client()
    for path in ("/kit/referee.js", f"{kit_of(client)}/theme.js"):
        response = client.get(path, headers={"Origin": "https://play.example"})
        assert response.headers.getlist("Access-Control-Allow-Origin") == ["*"]


@pytest.mark.parametrize("path", ["/", "/kit/referee.js", "/kit/x/theme.js", "/favicon.ico"])
def test_head_has_the_headers_of_get_and_nothing_else_is_allowed(client, path):
    got, head = client.get(path, headers=BROWSER), client.head(path, headers=BROWSER)
    assert (head.status_code, head.data) == (200, b"")
    for name in ("ETag", "Cache-Control", "Content-Type", "Content-Length", "Content-Language"):
        assert head.headers[name] == got.headers[name]
    problem(client.post(path, headers={"X-API-Key": "a-key"}), 405, "method-not-allowed")


@pytest.mark.parametrize(
    "name",
    [
        "none.js",
        "page",
        "page/",
        "../pyproject.toml",
        "..%2Fpyproject.toml",
        "page/../../LICENSE",
        "/etc/passwd",
        "%00",
    ],
)
def test_other_paths_are_not_found(client, name):
    response = client.get(f"/kit/x/{name}", headers={"X-API-Key": "a-key"})
    if response.status_code == 308:  # Werkzeug removes double slashes
        response = client.get(response.location, headers={"X-API-Key": "a-key"})
    problem(response, 404, "not-found")
    assert response.headers["Cache-Control"] == "no-store"


def test_a_browser_finds_an_icon(client):
    response = client.get("/favicon.ico")
    assert (response.content_type, response.data) == ("image/svg+xml", (WEB / "page/icon.svg").read_bytes())


def test_files_of_the_kit_are_not_limited():
    client = create_app(Settings(rate_limit="1/hour")).test_client()
    paths = ("/kit/referee.js", "/kit/x/theme.js", "/kit/x/language.js", "/v1/games", "/v1/games")
    assert [client.get(path).status_code for path in paths] == [200, 200, 200, 200, 429]


# --- changes and imports ----------------------------------------------------------------------------------------------


@pytest.fixture
def copied(tmp_path) -> Path:
    return shutil.copytree(WEB, tmp_path / "web")


def change(path: Path, text: str) -> None:
    """Write a file with a later time, because a test may write twice within the resolution of the clock."""
    later = path.stat().st_mtime_ns + 1_000_000
    path.write_text(text)
    os.utime(path, ns=(later, later))


def test_a_changed_file_changes_the_hash(copied):
    before = read_files(copied)
    assert read_files(copied).digest == before.digest
    (copied / "notes.txt").write_text("Not served, so it changes nothing.")
    assert read_files(copied).digest == before.digest
    (copied / "theme.js").rename(copied / "theme2.js")
    assert read_files(copied).digest != before.digest


def test_a_watched_folder_shows_changes_and_an_installed_one_does_not(copied):
    watched, installed = WebFolder(copied, is_watched=True), WebFolder(copied, is_watched=False)
    before = watched.files()
    assert installed.files().digest == before.digest
    change(copied / "theme.js", "// Another look.\n")
    after = watched.files()
    assert after.files["theme.js"].body.raw == b"// Another look.\n"
    assert after.digest != before.digest
    assert watched.files() is after
    assert installed.files().digest == before.digest


def test_a_page_that_has_loaded_its_first_files_gets_the_rest_of_the_same_version(copied):
    watched = WebFolder(copied, is_watched=True)
    before = watched.files()
    change(copied / "theme.js", "// Another look.\n")
    assert watched.files(before.digest) is before
    assert watched.files("another").digest != before.digest


def test_the_page_preloads_every_module_that_it_imports(copied):
    (copied / "page/app.js").write_text(
        '// The page.\nimport {\n  a,\n} from "../a.js";\nimport "./b.js";\nexport const c = "./c.js";\n'
        '/** @typedef {import("../d.js").D} D */\nconst later = () => import("./e.js");\n'
    )
    for name in ("a.js", "page/b.js", "page/c.js", "d.js", "page/e.js"):
        (copied / name).write_text('// A module.\nexport * from "./f.js";\nimport x from "./none.js";\n')
    (copied / "f.js").write_text('// A circle.\nimport { a } from "./a.js";\n')
    files = read_files(copied)
    assert module_closure(files.files, "page/app.js") == ["a.js", "f.js", "page/app.js", "page/b.js"]
    page = files.pages["en"].raw.decode()
    preloaded = re.findall(r'<link rel="modulepreload" href="([^"]+)">', page)
    assert preloaded == [f"kit/{files.digest}/{name}" for name in ("a.js", "f.js", "page/app.js", "page/b.js")]


def test_every_import_names_a_file():
    for path in WEB.rglob("*.js"):
        name = path.relative_to(WEB).as_posix()
        missing = [other for other in imports(name, path.read_text()) if not (WEB / other).is_file()]
        assert not missing, name
