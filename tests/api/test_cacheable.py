"""Cacheable GET responses: ETag, Cache-Control, 304, gzip, Vary, HEAD, and the headers of every response."""

import gzip

import pytest
from flask.testing import FlaskClient

from referee_service import __version__
from referee_service.app import create_app
from referee_service.games import GAMES
from referee_service.settings import Settings
from tests.api.calls import BURGUNDY, problem

RULE = next(iter(GAMES["burgundy"].catalogue().rules))
PATHS = ("/v1/games", BURGUNDY, f"{BURGUNDY}/rules", f"{BURGUNDY}/rules/{RULE}")
PATHS += (f"{BURGUNDY}/components", f"{BURGUNDY}/components/bank")
each_path = pytest.mark.parametrize("path", PATHS)
ORIGIN = "https://play.example"


@each_path
def test_a_response_has_an_etag_and_is_304_while_it_is_unchanged(client, path):
    first = client.get(path)
    assert first.headers["Cache-Control"] == "public, max-age=3600"
    assert first.headers["Vary"] == "Accept-Encoding, Accept-Language, Origin"
    again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    for name in ("ETag", "Cache-Control", "Vary", "Referee-Version"):
        assert again.headers[name] == first.headers[name]
    other = client.get(path, headers={"If-None-Match": '"another"'})
    assert (other.status_code, other.data) == (200, first.data)


@each_path
def test_each_language_and_encoding_has_its_own_etag(client, path):
    sent = [{}, {"Accept-Language": "fr"}, {"Accept-Encoding": "gzip"}]
    responses = [client.get(path, headers=headers) for headers in sent]
    etags = {(response.data, response.headers["ETag"]) for response in responses}
    assert len({etag for _, etag in etags}) == len({data for data, _ in etags})
    assert responses[0].headers["ETag"] != responses[1].headers["ETag"]


@each_path
def test_a_large_body_is_compressed_if_the_client_accepts_it(client, path):
    plain, packed = client.get(path), client.get(path, headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in plain.headers
    if len(plain.data) > 1_000:
        assert packed.headers["Content-Encoding"] == "gzip"
    body = gzip.decompress(packed.data) if "Content-Encoding" in packed.headers else packed.data
    assert body == plain.data
    assert len(packed.data) <= len(plain.data)


@each_path
def test_head_has_the_headers_of_get_and_no_body(client, path):
    got, head = client.get(path), client.head(path)
    assert (head.status_code, head.data) == (200, b"")
    for name in ("ETag", "Cache-Control", "Content-Type", "Content-Length"):
        assert head.headers[name] == got.headers[name]


@pytest.fixture(scope="module")
def locked() -> FlaskClient:
    """Return a client of a service that needs an API key."""
    return create_app(Settings.from_env({"REFEREE_API_KEYS": "first-key"})).test_client()


@each_path
def test_a_service_with_api_keys_lets_only_the_client_cache(locked, path):
    response = locked.get(path, headers={"X-API-Key": "first-key"})
    assert response.headers["Cache-Control"] == "private, max-age=3600"
    assert {"Authorization", "X-API-Key"} <= set(response.headers["Vary"].split(", "))
    refused = locked.get(path, headers={"If-None-Match": response.headers["ETag"]})
    problem(refused, 401, "bad-key")
    assert refused.headers["Cache-Control"] == "no-store"


def test_an_unknown_rule_is_not_cached(client):
    response = client.get(f"{BURGUNDY}/rules/nothing")
    problem(response, 404, "unknown-rule")
    assert response.headers["Cache-Control"] == "no-store"
    assert "ETag" not in response.headers


def test_every_response_names_the_version_of_the_service(client):
    responses = [client.get(path) for path in ("/v1/games", "/nowhere", "/healthz", "/metrics", "/openapi.yaml")]
    responses += [client.post(f"{BURGUNDY}/states", json={"seats": seats}) for seats in (2, 99)]
    responses += [client.options("/v1/games"), client.delete("/v1/games")]
    assert [response.headers.getlist("Referee-Version") for response in responses] == [[__version__]] * len(responses)


def test_a_browser_may_cache_a_preflight_response_and_read_the_version():
    client = create_app(Settings.from_env({"REFEREE_CORS_ORIGINS": ORIGIN})).test_client()
    preflight = client.options(f"{BURGUNDY}/moves", headers={"Origin": ORIGIN, "Access-Control-Request-Method": "POST"})
    assert int(preflight.headers["Access-Control-Max-Age"]) >= 3600
    response = client.get("/v1/games", headers={"Origin": ORIGIN})
    assert {"ETag", "Referee-Version"} <= set(response.headers["Access-Control-Expose-Headers"].split(", "))
    assert "Access-Control-Max-Age" not in response.headers
    assert "Access-Control-Max-Age" not in client.options("/v1/games").headers
