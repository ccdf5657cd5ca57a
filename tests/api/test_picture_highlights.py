"""Highlights of pictures over HTTP: numbers of the legal list, the last move, and what a seat sees of it."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from referee_service.services.pictures import PICTURES
from tests.api.calls import new_match, post

SVG = "image/svg+xml"


def drawn(client, position, game="burgundy", **body):
    """Return the picture of a position as an element."""
    source = {} if "sealed_state" in body else {"digest": position["digest"]}
    response = client.post(f"/v1/games/{game}/pictures", json={**source, **body})
    assert response.status_code == 200, response.json
    return ElementTree.fromstring(response.data)


def numbers(root):
    """Return the texts of the numbers of a picture."""
    groups = [each for each in root.iter() if each.get("class") == "keys"]
    return [text.text for group in groups for text in group.iter() if text.text]


def rings(root):
    """Return how many shapes the highlights of a picture have."""
    return len(next(each for each in root.iter() if each.get("class") == "highlights"))


def play(client, position, game="burgundy", index=0):
    """Play a legal action of a position and return the next position."""
    action = position["legal_actions"][index]
    return post(client, "moves", game=game, digest=position["digest"], notation=action["notation"])


@pytest.mark.parametrize("game", PICTURES)
def test_legal_actions_have_their_numbers_for_the_seat_to_move_only(client, game):
    position, seen = new_match(client, game=game), 0
    for _ in range(8):
        seat = position["turn"]["seat"]
        shown = " ".join(numbers(drawn(client, position, game, seat=seat)))
        seen += bool(shown)
        for part in shown.replace("–", " ").split():
            assert 1 <= int(part) <= len(position["legal_actions"])
        assert numbers(drawn(client, position, game, seat=1 - seat)) == []
        assert numbers(drawn(client, position, game, seat=seat, highlight="none")) == []
        position = play(client, position, game)
    assert seen >= 4


@pytest.mark.parametrize("game", PICTURES)
def test_the_last_move_is_shown_to_all_seats(client, game):
    start = position = new_match(client, game=game)
    assert rings(drawn(client, start, game, seat=0, highlight="last")) == 0
    seen = 0
    for _ in range(8):
        position = play(client, position, game)
        seen += any(rings(drawn(client, position, game, seat=seat, highlight="last")) for seat in (0, 1, None))
    assert seen >= 3


def test_a_picture_of_a_cached_state_may_show_the_last_move(client):
    position = new_match(client)
    while not rings(drawn(client, position, highlight="last")):
        position = play(client, position)
    path = f"/v1/games/burgundy/pictures/{position['digest']}.svg"
    shown = client.get(path, query_string={"highlight": "last"})
    assert rings(ElementTree.fromstring(shown.data)) > 0
    assert shown.headers["Cache-Control"] == "no-cache"
    assert rings(ElementTree.fromstring(client.get(path).data)) == 0


@pytest.mark.parametrize("game", PICTURES)
def test_a_position_of_a_record_shows_what_each_move_changed(client, game):
    (path,) = (Path(__file__).parents[2] / "examples/corpus").glob(f"{game}-4-table.game")
    seen = 0
    for ply in range(100, 120):
        position = post(client, "replays", game=game, text=path.read_text(), until=ply, include=[])["position"]
        seen += rings(drawn(client, position, game, highlight="last")) > 0
    assert seen >= 5
    start = post(client, "replays", game=game, text=path.read_text(), until=0, include=[])
    assert rings(drawn(client, start["position"], game, highlight="last")) == 0


def test_a_drawn_piece_of_a_record_is_marked_without_a_touch(client):
    path = Path(__file__).parents[2] / "examples/corpus/settlement-4-table.game"
    steps = post(client, "replays", game="settlement", text=path.read_text(), include=["steps"])["steps"]
    ply = next(step["ply"] for step in steps if step["notation"].startswith("draw_building"))
    body = post(client, "replays", game="settlement", text=path.read_text(), until=ply, include=[])
    assert rings(drawn(client, body["position"], "settlement", highlight="last")) > 0


def test_the_last_move_of_a_guarded_match_comes_with_its_sealed_state(guarded):
    start = guarded.post("/v1/games/burgundy/states", json={"seats": 2, "guarded": True}).json
    credentials = start["credentials"]["seats"]
    position, found = start, 0
    for _ in range(6):
        seat = position["turn"]["seat"]
        source = {"sealed_state": position["sealed_state"], "credential": credentials[seat]}
        legal = guarded.post("/v1/games/burgundy/legal-actions", json=source).json["legal_actions"]
        body = {**source, "notation": legal[0]["notation"]}
        position = guarded.post("/v1/games/burgundy/moves", json=body).json
        for credential in credentials:
            body = {"sealed_state": position["sealed_state"], "credential": credential, "highlight": "last"}
            found += rings(drawn(guarded, position, **body)) > 0
    assert found >= 6
