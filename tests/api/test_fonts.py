"""Routes of the font: stylesheet and faces for pages of any origin, cached long and without a key."""

import gzip
import io
import re
from itertools import product

import pytest
from fontTools.ttLib import TTFont

from referee_service.app import create_app
from referee_service.pictures.faces import linked_faces
from referee_service.settings import Settings
from tests.api.calls import problem

STYLESHEET = "/fonts/referee-sans.css"
FACES = {400: "/fonts/referee-sans-400.woff2", 700: "/fonts/referee-sans-700.woff2"}
YEAR_SECONDS, DAY_SECONDS = 31_536_000, 86_400

each_path = pytest.mark.parametrize("path", [STYLESHEET, *FACES.values()])


def test_the_stylesheet_links_both_faces(client):
    response = client.get(STYLESHEET)
    assert response.content_type == "text/css; charset=utf-8"
    assert response.text == linked_faces()
    addresses = re.findall(r'url\("([^"]+)"\)', response.text)
    assert [address.partition("?")[0] for address in addresses] == [path.rpartition("/")[2] for path in FACES.values()]
    for address in addresses:
        assert client.get(f"/fonts/{address}").status_code == 200


@pytest.mark.parametrize("weight", FACES)
def test_a_face_is_a_font_of_its_weight(client, weight):
    response = client.get(FACES[weight])
    assert response.content_type == "font/woff2"
    font = TTFont(io.BytesIO(response.data))
    assert (font["name"].getBestFamilyName(), font["OS/2"].usWeightClass) == ("Referee Sans", weight)


@each_path
def test_a_font_may_be_cached_long_and_revalidated(client, path):
    first = client.get(path)
    seconds = DAY_SECONDS if path == STYLESHEET else YEAR_SECONDS
    assert first.headers.getlist("Cache-Control") == [f"public, max-age={seconds}"]
    again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    for header in ("ETag", "Cache-Control", "Access-Control-Allow-Origin"):
        assert again.headers.getlist(header) == first.headers.getlist(header)


def test_only_the_stylesheet_is_compressed_again(client):
    headers = {"Accept-Encoding": "gzip"}
    assert gzip.decompress(client.get(STYLESHEET, headers=headers).data) == linked_faces().encode()
    for path in FACES.values():
        assert "Content-Encoding" not in client.get(path, headers=headers).headers


@pytest.mark.parametrize("origins", ["", "https://play.example", "*"])
def test_every_origin_may_use_a_font(origins):
    client = create_app(Settings.from_env({"REFEREE_CORS_ORIGINS": origins} if origins else {})).test_client()
    for path, origin in product([STYLESHEET, *FACES.values()], ["https://play.example", "https://other.example"]):
        response = client.get(path, headers={"Origin": origin})
        assert response.headers.getlist("Access-Control-Allow-Origin") == ["*"]


def test_a_font_needs_no_api_key():
    client = create_app(Settings.from_env({"REFEREE_API_KEYS": "k" * 20})).test_client()
    for path in (STYLESHEET, *FACES.values()):
        response = client.get(path, headers={"Accept": "text/css,*/*;q=0.1"})
        assert response.status_code == 200
        assert response.headers["Cache-Control"].startswith("public")


@each_path
def test_a_font_is_only_read(client, path):
    assert client.head(path).status_code == 200
    refused = client.post(path)
    problem(refused, 405, "method-not-allowed")
    assert set(refused.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}


@pytest.mark.parametrize(
    "path", ["/fonts", "/fonts/", "/fonts/referee-sans-800.woff2", "/fonts/OFL.txt", "/fonts/../app.py"]
)
def test_other_files_are_not_found(client, path):
    problem(client.get(path), 404, "not-found")
