"""Routes of pictures: formats, viewers, options, caches and errors."""

import gzip
import re
from xml.etree import ElementTree

import pytest

from referee_service.app import create_app
from referee_service.games import GAMES
from referee_service.pictures.pool import RendererDied
from referee_service.services.picture_service import MAX_DRAWINGS
from referee_service.services.pictures import PICTURES
from referee_service.settings import Settings
from tests.api.calls import new_match, post, problem
from tests.api.openapi import schema_errors
from tests.api.slow_pool import full_pool
from tests.kernel.toy import GAME as TOY

SVG, PNG, JSON = "image/svg+xml", "image/png", "application/json"
BROWSER = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8"


@pytest.fixture
def start(client):
    return new_match(client)


@pytest.fixture(scope="module")
def png_app():
    """Return a service whose rendering processes end with the tests."""
    app = create_app(games={**GAMES, TOY.name: TOY})
    yield app
    app.extensions["referee.stop"]()


def draw(client, position, accept="*/*", game="burgundy", language="en", **body):
    """Send a request for a picture and return the response."""
    source = {} if "sealed_state" in body else {"digest": position["digest"]}
    headers = {"Accept": accept, "Accept-Language": language}
    return client.post(f"/v1/games/{game}/pictures", json={**source, **body}, headers=headers)


def element(response, name):
    """Return the first element of an SVG response with this name."""
    return next(each for each in ElementTree.fromstring(response.data).iter() if each.tag.endswith(f"}}{name}"))


def places(response):
    """Return the places of a JSON response by name."""
    return {each["name"]: each for each in response.json["places"]}


# --- formats --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [("*/*", SVG), ("", SVG), ("image/*", SVG), (BROWSER, SVG), (JSON, JSON), (f"{SVG};q=0.5, {JSON}", JSON)],
)
def test_the_accept_header_selects_the_format(client, start, accept, media_type):
    response = draw(client, start, accept)
    assert (response.status_code, response.content_type) == (200, media_type)
    assert "Accept" in response.vary
    assert response.headers["Cache-Control"] == "no-store"


def test_a_png_has_the_requested_width(png_app):
    client = png_app.test_client()
    response = draw(client, new_match(client), PNG, width=640)
    assert response.content_type == PNG
    assert response.data.startswith(b"\x89PNG")
    assert int.from_bytes(response.data[16:20], "big") == 640


def test_json_has_the_size_and_the_box_of_every_place(client, start):
    response = draw(client, start, JSON, seat=0, width=600)
    assert schema_errors("burgundy_pictures", "200", response.json) == []
    assert response.json["width"] == 600
    large = draw(client, start, JSON, seat=0).json
    assert abs(large["height"] - 2 * response.json["height"]) <= 1
    for each in response.json["places"]:
        x, y, width, height = each["box"]
        assert 0 <= x < x + width <= 600
        assert 0 <= y < y + height <= response.json["height"]
        assert each["alt"]


@pytest.mark.parametrize("game", PICTURES)
def test_svg_and_json_have_the_same_places(client, game):
    start = new_match(client, game=game)
    groups = ElementTree.fromstring(draw(client, start, SVG, game, seat=0).data).iter()
    drawn = [each.get("data-place") for each in groups if each.get("data-place")]
    assert drawn == list(places(draw(client, start, JSON, game, seat=0)))


def test_a_picture_is_compressed_if_the_client_accepts_gzip(client, start):
    headers = {"Accept-Encoding": "gzip"}
    response = client.post("/v1/games/burgundy/pictures", json={"digest": start["digest"]}, headers=headers)
    assert response.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(response.data) == draw(client, start).data


def test_a_browser_loads_and_runs_nothing_in_a_picture(client, start):
    assert draw(client, start).headers["Content-Security-Policy"] == "default-src 'none'; sandbox"


def test_an_svg_may_contain_its_font(client, start):
    response = draw(client, start, font="embed")
    (style,) = (each for each in ElementTree.fromstring(response.data).iter() if each.tag.endswith("}style"))
    assert style.text.count("@font-face") == 2
    assert "@import" not in style.text
    assert set(re.findall(r'url\("([^,]+),', style.text)) == {"data:font/woff2;base64"}
    policy = response.headers["Content-Security-Policy"]
    assert policy == "default-src 'none'; style-src 'unsafe-inline'; font-src data:; sandbox"
    by_digest = client.get(path_of(start), query_string={"font": "embed"})
    assert by_digest.data == response.data
    headers = {"If-None-Match": by_digest.headers["ETag"]}
    unchanged = client.get(path_of(start), query_string={"font": "embed"}, headers=headers)
    assert unchanged.status_code == 304
    assert {each.headers["Content-Security-Policy"] for each in (by_digest, unchanged)} == {policy}


def test_an_svg_has_no_style_unless_it_contains_its_font(client, start):
    for response in (draw(client, start), draw(client, start, font="page"), client.get(path_of(start))):
        assert b"<style" not in response.data
        assert response.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"


@pytest.mark.parametrize("accept", [JSON, PNG])
def test_other_formats_ignore_the_font(png_app, accept):
    client = png_app.test_client()
    start = new_match(client)
    with_font = draw(client, start, accept, font="embed", width=300)
    assert with_font.data == draw(client, start, accept, width=300).data
    assert with_font.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"


def test_a_png_path_ignores_the_font(png_app):
    client = png_app.test_client()
    path = path_of(new_match(client), "png")
    responses = [client.get(path, query_string={"width": 300, **query}) for query in ({}, {"font": "embed"})]
    assert responses[0].data == responses[1].data
    assert {each.headers["Content-Security-Policy"] for each in responses} == {"default-src 'none'; sandbox"}


def test_other_paths_never_respond_with_an_image(client, start):
    for call in ("views", "scores", "components/pictures"):
        response = client.post(f"/v1/games/burgundy/{call}", json={"digest": start["digest"]}, headers={"Accept": SVG})
        assert response.status_code in (405, 406), call
    problem(client.get("/v1/games/burgundy/components/pictures", headers={"Accept": SVG}), 406, "not-acceptable")


@pytest.mark.parametrize("accept", ["text/html", "image/webp", f"{SVG};q=0"])
def test_a_format_that_is_not_drawn_is_not_acceptable(client, start, accept):
    detail = problem(draw(client, start, accept), 406, "not-acceptable")["detail"]
    assert SVG in detail


# --- what is drawn --------------------------------------------------------------------------------------------------


def test_the_description_is_the_view_as_plain_text(client, start):
    for language in ("en", "fr"):
        response = draw(client, start, SVG, language=language, seat=1, names=["Ada"])
        body = {"digest": start["digest"], "seat": 1, "names": ["Ada"], "plain": True}
        text = post(client, "views", language=language, **body)["text"]
        assert element(response, "desc").text == text
        assert "Ada" in text


def test_only_the_seat_to_move_sees_what_it_can_touch(client, start):
    seat = start["turn"]["seat"]
    assert b'role="button"' in draw(client, start, seat=seat).data
    for other in (1 - seat, None):
        assert b'role="button"' not in draw(client, start, seat=other).data
    assert b'role="button"' not in draw(client, start, seat=seat, highlight="none").data


def test_chosen_places_are_marked(client, start):
    seat, place = start["turn"]["seat"], start["legal_actions"][0]["touches"][0][0]
    drawn = ElementTree.fromstring(draw(client, start, seat=seat, chosen=[place]).data)
    (group,) = (each for each in drawn.iter() if each.get("data-place") == place)
    assert group.get("class") == "place chosen"


def test_a_state_and_its_digest_give_the_same_picture(client, start):
    by_state = client.post("/v1/games/burgundy/pictures", json={"state": start["state"]})
    assert by_state.data == draw(client, start).data


def test_themes_parts_and_seats_have_ids_of_their_own(client):
    start = new_match(client, game="settlement")
    bodies = ({}, {"theme": "dark"}, {"part": "table"}, {"seat": 0}, {"seat": 1}, {"width": 600})
    pictures = [draw(client, start, SVG, "settlement", **body).text for body in bodies]
    ids = [set(re.findall(r' id="([^"]+)"', svg)) for svg in pictures]
    assert all(ids)
    assert len(set.union(*ids)) == sum(map(len, ids))


def test_a_name_may_have_any_characters(client, png_app, start):
    name = "<b>&\"'\uffff\ufffe\U0001f600"
    assert "�" in draw(client, start, names=[name]).text
    assert "<b>&" in element(draw(client, start, names=[name]), "desc").text
    png_client = png_app.test_client()
    assert draw(png_client, new_match(png_client), PNG, names=[name]).status_code == 200


# --- guarded matches ------------------------------------------------------------------------------------------------


def test_a_credential_shows_the_picture_of_its_own_seat(guarded):
    start = guarded.post("/v1/games/medievalia/states", json={"seats": 2, "guarded": True}).json

    def sealed(credential, **body):
        body = {"sealed_state": start["sealed_state"], "credential": credential, **body}
        return draw(guarded, start, JSON, "medievalia", **body)

    first, second = start["credentials"]["seats"]
    keeper = start["credentials"]["keeper"]
    assert sealed(first).data == sealed(first, seat=0).data == sealed(keeper, seat=0).data
    assert sealed(first).data != sealed(second).data
    problem(sealed(first, seat=1), 403, "bad-credential")
    problem(sealed("invented"), 403, "bad-credential")
    path = f"/v1/games/medievalia/pictures/{start['digest']}.svg"
    problem(guarded.get(path), 404, "unknown-state")


# --- errors ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "status", "code", "detail"),
    [
        ({"part": "cellar"}, 422, "unknown-part", "send one of: table."),
        ({"chosen": ["cellar.1"]}, 422, "unknown-place", "`chosen` has “cellar.1”"),
        ({"names": ["A", "B", "C"]}, 422, "too-many-names", "3 names"),
        ({"names": ["A\nB"]}, 422, "schema-mismatch", "names"),
        ({"chosen": ["button.end_turn"] * 9}, 422, "schema-mismatch", "chosen"),
        ({"width": 199}, 422, "schema-mismatch", "width"),
        ({"width": 2401}, 422, "schema-mismatch", "width"),
        ({"theme": "sepia"}, 422, "schema-mismatch", "theme"),
        ({"font": "web"}, 422, "schema-mismatch", "font"),
        ({"highlight": "all"}, 422, "schema-mismatch", "highlight"),
        ({"seat": 2}, 409, "impossible-setup", "Seat 2"),
    ],
)
@pytest.mark.parametrize("accept", [SVG, PNG, JSON])
def test_bad_input_gets_a_clear_error(client, start, accept, body, status, code, detail):
    assert detail in problem(draw(client, start, accept, **body), status, code)["detail"]


def test_an_unknown_part_of_a_card_game_gets_all_parts(client):
    start = new_match(client, game="settlement")
    response = draw(client, start, SVG, "settlement", part="seat.2")
    assert "table, mine, seat.0, seat.1." in problem(response, 422, "unknown-part")["detail"]
    for part in ("table", "mine", "seat.1"):
        assert draw(client, start, SVG, "settlement", part=part).status_code == 200


def test_a_game_without_a_picture_gets_a_clear_error(png_app):
    client = png_app.test_client()
    start = new_match(client, game="caravan")
    for accept in (SVG, PNG, JSON):
        assert "caravan/views" in problem(draw(client, start, accept, "caravan"), 404, "no-picture")["detail"]
    problem(client.get(f"/v1/games/caravan/pictures/{start['digest']}.svg"), 404, "no-picture")


def test_too_many_waiting_png_pictures_are_refused(monkeypatch):
    app = create_app()
    client = app.test_client()
    start = new_match(client)

    def request(width):
        return draw(app.test_client(), start, PNG, width=width).status_code

    with full_pool(app, monkeypatch, request):
        refused = draw(client, start, PNG, width=600)
        assert problem(refused, 429, "pictures-busy")
        assert int(refused.headers["Retry-After"]) > 0
        assert draw(client, start, SVG, width=600).status_code == 200
    assert draw(client, start, PNG, width=600).status_code == 200


def test_a_rendering_process_that_dies_twice_gets_a_clear_error(client, start, monkeypatch):
    pool = client.application.extensions["referee.pictures"]._pool

    def die(svg, width):
        raise RendererDied

    monkeypatch.setattr(pool, "render", die)
    problem(draw(client, start, PNG, width=777), 503, "pictures-unavailable")


def test_too_many_drawings_are_refused_and_cached_ones_are_not(client, start):
    service = client.application.extensions["referee.pictures"]
    cached = draw(client, start).data
    for _ in range(MAX_DRAWINGS):
        service._slots.acquire()
    try:
        refused = draw(client, start, width=601)
        problem(refused, 429, "pictures-busy")
        assert int(refused.headers["Retry-After"]) > 0
        assert draw(client, start).data == cached
    finally:
        for _ in range(MAX_DRAWINGS):
            service._slots.release()
    assert draw(client, start, width=601).status_code == 200


# --- pictures of cached states --------------------------------------------------------------------------------------


def path_of(start, suffix="svg", game="burgundy"):
    return f"/v1/games/{game}/pictures/{start['digest']}.{suffix}"


def test_get_and_post_give_the_same_picture(client, start):
    query = {"seat": 1, "theme": "dark", "width": 600, "part": "table"}
    response = client.get(path_of(start), query_string=query, headers={"Accept": BROWSER})
    assert response.content_type == SVG
    assert response.data == draw(client, start, **query).data


def test_a_png_of_a_cached_state(png_app):
    client = png_app.test_client()
    response = client.get(path_of(new_match(client), "png"), query_string={"width": 300})
    assert response.content_type == PNG
    assert int.from_bytes(response.data[16:20], "big") == 300


def test_a_picture_may_be_cached_and_revalidated(client, start):
    first = client.get(path_of(start))
    assert first.headers.getlist("Cache-Control") == ["public, max-age=3600"]
    assert {"Accept-Encoding", "Accept-Language"} <= set(first.vary)
    again = client.get(path_of(start), headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", first.headers["ETag"])
    french = client.get(path_of(start), headers={"Accept-Language": "fr"})
    assert french.headers["ETag"] != first.headers["ETag"]


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("0" * 32 + ".svg", 404, "unknown-state"),
        ("0" * 32 + ".png", 404, "unknown-state"),
        ("invented.svg", 404, "unknown-state"),
        ("0" * 32 + ".gif", 404, "not-found"),
        ("0" * 32, 404, "not-found"),
        ("{digest}.svg?width=1", 422, "schema-mismatch"),
        ("{digest}.svg?theme=sepia", 422, "schema-mismatch"),
        ("{digest}.svg?font=web", 422, "schema-mismatch"),
        ("{digest}.svg?seat=x", 422, "schema-mismatch"),
        ("{digest}.svg?seat=9", 409, "impossible-setup"),
        ("{digest}.svg?part=cellar", 422, "unknown-part"),
    ],
)
def test_a_bad_address_gets_a_clear_error(client, start, path, status, code):
    response = client.get(f"/v1/games/burgundy/pictures/{path.format(digest=start['digest'])}")
    problem(response, status, code)
    assert response.headers["Cache-Control"] == "no-store"


def test_a_png_path_does_not_respond_to_clients_that_accept_only_svg(client, start):
    problem(client.get(path_of(start, "png"), headers={"Accept": SVG}), 406, "not-acceptable")


def test_a_service_with_api_keys_draws_only_for_the_client_that_sent_the_state():
    client = create_app(Settings.from_env({"REFEREE_API_KEYS": f"{'k' * 20},{'l' * 20}"})).test_client()
    first, second = ({"X-API-Key": letter * 20} for letter in "kl")
    body = {"seats": 2, "chance": {"mode": "seeded", "seed": "1"}}
    start = client.post("/v1/games/burgundy/states", json=body, headers=first).json
    problem(client.get(path_of(start)), 401, "bad-key")
    problem(client.get(path_of(start), headers=second), 404, "unknown-state")
    assert client.get(path_of(start), headers=first).headers["Cache-Control"] == "private, max-age=3600"
