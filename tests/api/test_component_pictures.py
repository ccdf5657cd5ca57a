"""Route of pictures of components: formats, language, options, caches and errors."""

import gzip
from xml.etree import ElementTree

import pytest

from referee_service.app import create_app
from referee_service.games import GAMES
from referee_service.settings import Settings
from tests.api.calls import problem
from tests.api.slow_pool import full_pool
from tests.kernel.toy import GAME as TOY

SVG, PNG, JSON = "image/svg+xml", "image/png", "application/json"
BROWSER = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8"
BANK = "/v1/games/burgundy/components/bank"


@pytest.fixture(scope="module")
def png_app():
    """Return a service whose rendering processes end with the tests."""
    app = create_app(games={**GAMES, TOY.name: TOY})
    yield app
    app.extensions["referee.stop"]()


@pytest.fixture
def client(png_app):
    return png_app.test_client()


def draw(client, path=BANK, accept="*/*", language="en", **query):
    """Send a request for the picture of a component and return the response."""
    headers = {"Accept": accept, "Accept-Language": language}
    return client.get(f"{path}/picture", query_string=query, headers=headers)


def size(png):
    """Return width and height of a PNG."""
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


# --- formats --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [("*/*", SVG), ("", SVG), ("image/*", SVG), (BROWSER, SVG), (PNG, PNG), (f"{SVG};q=0.5, {PNG}", PNG)],
)
def test_the_accept_header_selects_the_format(client, accept, media_type):
    response = draw(client, accept=accept)
    assert (response.status_code, response.content_type) == (200, media_type)
    assert {"Accept", "Accept-Encoding", "Accept-Language"} <= set(response.vary)
    assert response.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"


@pytest.mark.parametrize("accept", [JSON, "text/html", "image/webp", f"{SVG};q=0"])
def test_another_format_is_not_acceptable(client, accept):
    assert SVG in problem(draw(client, accept=accept), 406, "not-acceptable")["detail"]


def test_the_width_changes_the_size_and_not_the_drawing(client):
    small, large = (draw(client, accept=PNG, width=width).data for width in (240, 960))
    (width, height), (double, higher) = size(small), size(large)
    assert (width, double) == (240, 960)
    assert abs(higher - 4 * height) <= 4
    assert size(draw(client, accept=PNG).data)[0] == 480
    root = ElementTree.fromstring(draw(client, width=960).data)
    assert (root.get("width"), root.get("viewBox").split()[2]) == ("960", "480")


def test_an_svg_is_compressed_if_the_client_accepts_gzip(client):
    response = client.get(f"{BANK}/picture", headers={"Accept-Encoding": "gzip"})
    assert response.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(response.data) == draw(client).data
    png = client.get(f"{BANK}/picture", headers={"Accept-Encoding": "gzip", "Accept": PNG})
    assert "Content-Encoding" not in png.headers


# --- what is drawn --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "name"), [("en", "Bank"), ("fr-CH, en;q=0.5", "Banque"), ("de", "Bank")])
def test_title_and_description_are_the_name_and_the_text(client, language, name):
    response = draw(client, language=language)
    text = client.get(BANK, headers={"Accept-Language": language}).json["text"]
    _, title, description, *_ = ElementTree.fromstring(response.data).iter()
    assert (title.text, description.text) == (name, f"{name}. {text}")
    assert b'data-holds="bank"' in response.data


def test_themes_have_different_colours(client):
    light, dark = draw(client).text, draw(client, theme="dark").text
    assert draw(client, theme="light").text == light
    assert 'data-theme="light"' in light
    assert 'data-theme="dark"' in dark
    assert "#FBF8F1" in light
    assert "#FBF8F1" not in dark


def test_the_default_pack_may_be_named(client):
    for pack in ("printed-2011", GAMES["burgundy"].packs.resolve_id(None)):
        assert draw(client, pack=pack).data == draw(client).data


# --- caches ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("accept", [SVG, PNG])
def test_a_picture_may_be_cached_and_revalidated(client, accept):
    first = draw(client, accept=accept)
    etag = first.headers["ETag"]
    assert first.headers.getlist("Cache-Control") == ["public, max-age=3600"]
    again = client.get(f"{BANK}/picture", headers={"Accept": accept, "If-None-Match": etag})
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", etag)
    assert again.vary == first.vary
    others = [draw(client, accept=accept, language="fr"), draw(client, accept=accept, theme="dark")]
    assert etag not in {other.headers["ETag"] for other in others}
    assert client.get(f"{BANK}/picture", headers={"Accept": accept, "If-None-Match": '"x"'}).data == first.data


def test_a_service_with_api_keys_forbids_shared_caches():
    client = create_app(Settings.from_env({"REFEREE_API_KEYS": "k" * 20})).test_client()
    problem(client.get(f"{BANK}/picture"), 401, "bad-key")
    response = client.get(f"{BANK}/picture", headers={"X-API-Key": "k" * 20})
    assert response.headers["Cache-Control"] == "private, max-age=3600"


def test_a_finished_picture_is_not_drawn_again(monkeypatch):
    app = create_app()
    rendered = []
    service = app.extensions["referee.component_pictures"]
    monkeypatch.setattr(service._pool, "render", lambda svg, width: rendered.append(width) or b"png")
    client = app.test_client()
    assert draw(client, accept=PNG).data == draw(client, accept=PNG).data == b"png"
    assert rendered == [480]
    drawn = draw(client).data
    monkeypatch.setattr(service, "_drawings", {"burgundy": None})
    assert draw(client).data == drawn


# --- errors ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("accept", [SVG, PNG])
@pytest.mark.parametrize(
    ("component", "query"), [("banq", {}), ("invented", {}), ("bank", {"pack": "invented"}), ("%F0%9F%98%80", {})]
)
def test_what_does_not_exist_gets_the_error_of_the_component(client, component, query, accept, language):
    path = f"/v1/games/burgundy/components/{component}"
    expected = client.get(path, query_string=query, headers={"Accept-Language": language}).json
    found = problem(draw(client, path, accept, language, **query), 404, expected["code"])
    assert {**found, "request_id": ""} == {**expected, "request_id": ""}


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"width": 199}, "query.width"),
        ({"width": 2401}, "query.width"),
        ({"width": "wide"}, "query.width"),
        ({"theme": "sepia"}, "query.theme"),
        ({"pack": ""}, "query.pack"),
    ],
)
@pytest.mark.parametrize("accept", [SVG, PNG])
def test_bad_input_gets_a_clear_error(client, query, field, accept):
    response = draw(client, accept=accept, **query)
    assert field in problem(response, 422, "schema-mismatch")["detail"]
    assert response.headers["Cache-Control"] == "no-store"


def test_a_game_without_pictures_gets_a_clear_error(client):
    inn = "/v1/games/caravan/components/inn"
    assert inn in problem(draw(client, inn), 404, "no-picture")["detail"]
    assert inn in problem(draw(client, inn, PNG, "fr"), 404, "no-picture")["detail"]
    problem(draw(client, "/v1/games/caravan/components/invented"), 404, "unknown-component")


def test_a_component_is_still_json_and_only_get_is_allowed(client):
    problem(client.get(BANK, headers={"Accept": SVG}), 406, "not-acceptable")
    problem(client.post(f"{BANK}/picture", json={}), 405, "method-not-allowed")


def test_components_and_positions_share_the_queue_of_png_pictures(monkeypatch):
    app = create_app()
    with full_pool(app, monkeypatch, lambda width: draw(app.test_client(), accept=PNG, width=width).status_code):
        refused = draw(app.test_client(), accept=PNG, width=600)
        assert problem(refused, 429, "pictures-busy")
        assert int(refused.headers["Retry-After"]) > 0
        assert draw(app.test_client(), width=600).status_code == 200
