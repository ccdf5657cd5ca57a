"""Pictures in the SDK: of open and guarded matches, in notebooks, and the places in them."""

from __future__ import annotations

import pytest

from referee_sdk import BadRequest, Chance, Client, Forbidden, PicturePlaces, SealedState
from referee_sdk.decoder import DecodeError, decode
from tests.kernel.toy import GAME as TOY
from tests.sdk.matches import every_game, new_match

PNG = b"\x89PNG"


def png_size(png: bytes) -> tuple[int, int]:
    """Return the width and height in the header of a PNG."""
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


def test_a_match_has_a_picture_for_every_seat_and_for_spectators(client):
    match = new_match(client, "medievalia")
    own, public = match.picture(match.seat, format="svg"), match.picture(format="svg")
    assert b'role="button"' in own
    assert b'role="button"' not in public
    assert own == client.picture(match.state, seat=match.seat)


def test_a_png_has_the_size_of_its_places(client):
    match = new_match(client, "burgundy")
    png = match.picture(0, width=600, names=["Ann", "Bob"])
    assert png.startswith(PNG)
    places = match.picture_places(0, width=600)
    assert png_size(png) == (places.width, places.height)


@every_game
def test_every_place_of_a_legal_action_has_a_box(client, game):
    match = new_match(client, game)
    drawn = match.picture_places(match.seat)
    boxes = {place.name: place for place in drawn.places}
    touched = {place for action in match.legal_actions() for group in action.touches for place in group}
    assert touched
    assert touched <= set(boxes)
    for name in touched:
        x, y, width, height = boxes[name].box
        assert 0 <= x < x + width <= drawn.width
        assert 0 <= y < y + height <= drawn.height
        assert boxes[name].alt


def test_places_take_the_options_of_a_picture(client):
    position = client.set_up("settlement", seats=2, chance=Chance("seeded", "x"))
    names = {place.name for place in client.picture_places(position, seat=0, part="mine").places}
    assert any(name.startswith("colony.0.") for name in names)
    assert not any(name.startswith("market.") for name in names)
    with pytest.raises(BadRequest) as caught:
        client.picture_places(position, part="cellar")
    assert caught.value.code == "unknown-part"


@pytest.mark.parametrize("highlight", ["legal", "last", "none"])
def test_a_cached_picture_has_the_same_highlights(client, highlight):
    start = client.set_up("burgundy", seats=2, chance=Chance("seeded", "x"))
    position = client.move(start, start.legal_actions[0])
    cached = client.cached_picture("burgundy", position.digest, seat=position.turn.seat, highlight=highlight)
    assert cached == client.picture(position, seat=position.turn.seat, highlight=highlight)
    assert (b'<g class="keys">' in cached) is (highlight == "legal")


def test_a_box_has_four_numbers():
    place = {"name": "depot.1", "shape": "rect", "box": [1, 2, 3], "holds": "", "alt": "Depot 1"}
    with pytest.raises(DecodeError, match="expected 4 items, got 3"):
        decode(PicturePlaces, {"width": 600, "height": 400, "places": [place]})


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_notebook_shows_the_board_of_the_seat_to_move(client, language):
    match = new_match(client.with_language(language), "medievalia")
    assert match._repr_svg_() == match.picture(match.seat, format="svg", font="embed").decode()


def test_a_notebook_shows_the_final_board(client):
    match = new_match(client, "settlement")
    while not match.is_over:
        match.play(-1)
    assert match._repr_svg_() == match.picture(format="svg", font="embed").decode()


def test_a_game_without_pictures_has_none_in_a_notebook(toy_client):
    assert toy_client.new_match(TOY.name, seats=2)._repr_svg_() is None


def test_a_guarded_match_is_drawn_with_its_credentials(live: Client):
    match = live.new_match("medievalia", guarded=True)
    first, second, public = (match.picture(seat, format="svg") for seat in (0, 1, None))
    assert len({first, second, public}) == 3
    assert match.picture(0).startswith(PNG)
    assert match._repr_svg_() == match.picture(match.seat, format="svg", font="embed").decode()


def test_a_player_of_a_guarded_match_sees_only_the_own_picture(live: Client):
    host = live.new_match("medievalia", guarded=True)
    player = live.match_from(SealedState(host.game, host.sealed_state, host.credentials.seats[1]))
    assert player._repr_svg_() == host.picture(1, format="svg", font="embed").decode()
    with pytest.raises(Forbidden):
        player.picture(0)


def test_the_catalogue_names_the_parts_of_pictures(client, toy_client):
    assert client.game("burgundy").picture_parts == ("table",)
    assert client.game("settlement").picture_parts[:3] == ("table", "mine", "seat.0")
    assert toy_client.game(TOY.name).picture_parts == ()
