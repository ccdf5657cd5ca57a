"""Routes of components: language, search, ETag, gzip, errors, and sizes."""

import gzip
import json

import pytest

from referee_service.app import create_app
from referee_service.games import GAMES
from referee_service.settings import Settings
from tests.api.calls import problem
from tests.kernel.toy import GAME as TOY

CARAVAN = "/v1/games/caravan"
MAX_LIST_BYTES = 60_000
MAX_COMPONENT_BYTES = 2_000
ALL = {**GAMES, TOY.name: TOY}


@pytest.fixture(scope="module")
def toy_app():
    """Return a service that also has the toy game."""
    return create_app(games=ALL)


@pytest.fixture
def toy(toy_app):
    return toy_app.test_client()


def test_the_list_is_in_the_preferred_language(toy):
    for language, name in (("en", "Inn"), ("fr-CH, en;q=0.5", "Auberge"), ("de", "Inn")):
        response = toy.get(f"{CARAVAN}/components", headers={"Accept-Language": language})
        inn = next(each for each in response.json["components"] if each["id"] == "inn")
        assert inn.keys() == {"id", "kind", "name", "text"}
        assert inn["name"] == name


def test_kind_pack_and_q_select_components(toy):
    def found(**query):
        return [each["id"] for each in toy.get(f"{CARAVAN}/components", query_string=query).json["components"]]

    assert found(kind="good") == ["gold", "salt", "silk", "spice"]
    assert found(q="ÉPICE", pack="oasis") == ["spice"]
    assert found(q="nothing") == []


def test_one_component_has_facts_rules_provenance_and_pack(toy):
    inn = toy.get(f"{CARAVAN}/components/inn", query_string={"pack": "oasis"}).json
    assert inn.keys() == {"id", "kind", "name", "text", "facts", "rules", "provenance", "pack"}
    assert inn["rules"][0] == {"rule": "build.price", "title": TOY.catalogue().rules["build.price"].title.en}
    assert inn["pack"] == TOY.packs.resolve_id(None)


# --- caches ---------------------------------------------------------------------------------------------------------

PATHS = [
    f"{CARAVAN}/components",
    f"{CARAVAN}/components?q=s",
    f"{CARAVAN}/components?kind=stall",
    f"{CARAVAN}/components/inn",
]


@pytest.mark.parametrize("path", PATHS)
def test_a_response_may_be_cached_and_revalidated(toy, path):
    first = toy.get(path)
    assert first.headers.getlist("Cache-Control") == ["public, max-age=3600"]
    assert {"Accept-Encoding", "Accept-Language"} <= set(first.vary)
    etag = first.headers["ETag"]
    assert not etag.startswith("W/")
    for condition in (etag, f"W/{etag}", f'"other", {etag}', "*"):
        again = toy.get(path, headers={"If-None-Match": condition})
        assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", etag)
        assert again.headers.getlist("Cache-Control") == ["public, max-age=3600"]
        assert again.vary == first.vary
        assert "Content-Type" not in again.headers
    assert toy.get(path, headers={"If-None-Match": '"other"'}).data == first.data


@pytest.mark.parametrize("path", PATHS)
def test_each_language_and_encoding_has_its_own_etag(toy, path):
    headers = [
        {},
        {"Accept-Language": "fr"},
        {"Accept-Encoding": "gzip"},
        {"Accept-Language": "fr", "Accept-Encoding": "gzip"},
    ]
    responses = [toy.get(path, headers=each) for each in headers]
    by_bytes = {response.data: response.headers["ETag"] for response in responses}
    assert len(by_bytes) == len(set(by_bytes.values()))
    for response, sent in zip(responses, headers, strict=True):
        again = toy.get(path, headers={**sent, "If-None-Match": response.headers["ETag"]})
        assert again.status_code == 304


def test_a_body_is_compressed_if_the_client_accepts_gzip(toy):
    plain = toy.get(f"{CARAVAN}/components")
    assert "Content-Encoding" not in plain.headers
    for accepted in ("gzip", "br, gzip;q=0.5", "*"):
        response = toy.get(f"{CARAVAN}/components", headers={"Accept-Encoding": accepted})
        assert response.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(response.data) == plain.data
        assert int(response.headers["Content-Length"]) == len(response.data) < len(plain.data)
    for refused in ("identity", "br", "gzip;q=0", "gzip;q=0, *"):
        response = toy.get(f"{CARAVAN}/components", headers={"Accept-Encoding": refused})
        assert response.data == plain.data
        assert "Content-Encoding" not in response.headers


def test_a_body_that_gzip_would_not_shorten_is_sent_plain(toy):
    response = toy.get(f"{CARAVAN}/components?q=nothing", headers={"Accept-Encoding": "gzip"})
    assert response.json == {"components": []}
    assert "Content-Encoding" not in response.headers


def test_a_head_request_has_the_headers_and_no_body(toy):
    head, got = toy.head(f"{CARAVAN}/components/inn"), toy.get(f"{CARAVAN}/components/inn")
    assert (head.status_code, head.data, head.headers["ETag"]) == (200, b"", got.headers["ETag"])


def test_only_the_client_may_cache_the_components_of_a_service_with_api_keys():
    client = create_app(Settings.from_env({"REFEREE_API_KEYS": "k" * 20}), games=ALL).test_client()
    problem(client.get(f"{CARAVAN}/components"), 401, "bad-key")
    response = client.get(f"{CARAVAN}/components", headers={"X-API-Key": "k" * 20})
    assert response.headers["Cache-Control"] == "private, max-age=3600"


def test_other_responses_are_not_cached(toy):
    for path in ("/healthz", f"{CARAVAN}/components/no_such", f"{CARAVAN}/components?kind=castle"):
        assert toy.get(path).headers.getlist("Cache-Control") == ["no-store"]


# --- errors ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "status", "code", "detail"),
    [
        ("components/auberje", 404, "unknown-component", "the nearest one is “inn”."),
        ("components/zzzzzz", 404, "unknown-component", "/v1/games/caravan/components lists all components."),
        ("components/inn?pack=dunes", 404, "unknown-pack", "send one of: oasis@"),
        ("components?pack=dunes", 404, "unknown-pack", "send one of: oasis@"),
        ("components?kind=castle", 404, "unknown-kind", "send one of: good, stall."),
        ("components?q=", 422, "schema-mismatch", "query.q: "),
        ("components?kind=", 422, "schema-mismatch", "query.kind: "),
        (f"components?q={'x' * 201}", 422, "schema-mismatch", "query.q: "),
        (f"components/inn?pack={'x' * 201}", 422, "schema-mismatch", "query.pack: "),
        ("content", 404, "not-found", "This path does not exist"),
    ],
)
def test_bad_input_gets_a_clear_error(toy, path, status, code, detail):
    assert detail in problem(toy.get(f"{CARAVAN}/{path}"), status, code)["detail"]


def test_errors_are_in_french_for_french_clients(toy):
    response = toy.get(f"{CARAVAN}/components/auberje", headers={"Accept-Language": "fr"})
    assert "le plus proche est « inn »." in problem(response, 404, "unknown-component")["detail"]


# --- every game -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ALL)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_lists_and_components_of_every_game_are_small(toy, game, language, record_property):
    headers = {"Accept-Language": language}
    listed = toy.get(f"/v1/games/{game}/components", headers=headers)
    assert len(listed.data) <= MAX_LIST_BYTES
    bodies = {}
    for each in listed.json["components"]:
        response = toy.get(f"/v1/games/{game}/components/{each['id']}", headers=headers)
        assert response.status_code == 200
        assert {name: response.json[name] for name in each} == each
        bodies[each["id"]] = len(response.data)
    assert {name: size for name, size in bodies.items() if size > MAX_COMPONENT_BYTES} == {}
    packed = len(gzip.compress(listed.data))
    sizes = (
        f"{len(listed.data):,} bytes, {packed:,} compressed, the largest component {max(bodies.values(), default=0):,}"
    )
    record_property("figures", f"components of {game} in {language}: {len(bodies)}, {sizes}")


def test_equal_requests_get_equal_bytes_from_all_processes(toy):
    first, second = (create_app(games=ALL).test_client().get(f"{CARAVAN}/components") for _ in range(2))
    assert (first.data, first.headers["ETag"]) == (second.data, second.headers["ETag"])
    assert json.loads(first.data) == toy.get(f"{CARAVAN}/components").json
