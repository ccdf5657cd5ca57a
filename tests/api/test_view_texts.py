"""Views as text: names of players, width, parts and the plain form, and bad input."""

import pytest

from referee_service.app import create_app
from referee_service.games import GAMES
from tests.api.calls import new_match, post, post_error, problem
from tests.kernel.toy import GAME as TOY

ALL = {**GAMES, TOY.name: TOY}


@pytest.fixture(scope="module")
def toy_app():
    """Return a service that also has the toy game."""
    return create_app(games=ALL)


@pytest.fixture
def toy(toy_app):
    return toy_app.test_client()


@pytest.fixture
def start(toy):
    return new_match(toy, game="caravan")


def text(client, start, game="caravan", **more):
    return post(client, "views", game=game, digest=start["digest"], **more)["text"]


def test_players_have_the_names_of_the_request_or_their_seats(toy, start):
    assert "Seat 0" in text(toy, start)
    assert "Place 1" in text(toy, start, language="fr")
    named = text(toy, start, names=["Zoé"])
    assert "Zoé" in named
    assert "Seat 1" in named
    assert "Seat 0" not in named


def test_names_change_only_the_text(toy, start):
    plain, named = (
        post(toy, "views", game="caravan", digest=start["digest"], **more) for more in ({}, {"names": ["A"]})
    )
    assert plain.keys() == named.keys()
    assert {name for name in plain if plain[name] != named[name]} == {"text"}


def test_one_request_does_not_name_the_players_of_another(toy, start):
    assert "Ada" in text(toy, start, names=["Ada", "Bob"])
    assert "Ada" not in text(toy, start)


@pytest.mark.parametrize("width", [40, 80, 200])
def test_no_line_is_wider_than_requested(toy, start, width):
    assert max(map(len, text(toy, start, width=width).splitlines())) <= width


def test_without_a_width_lines_have_at_most_80_characters(toy, start):
    assert text(toy, start) == text(toy, start, width=80)


def test_a_part_is_shown_alone(toy, start):
    parts = [text(toy, start, part=part) for part in ("market", "seats")]
    assert "\n\n".join(parts) == text(toy, start)


def test_the_plain_form_has_sentences(toy, start):
    plain = text(toy, start, plain=True, names=["Ada"])
    assert "Player: Ada; Cards: " in plain
    assert plain != text(toy, start, names=["Ada"])


@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_unknown_part_gets_all_parts(toy, start, language):
    body = {"digest": start["digest"], "part": "kitchen"}
    response = toy.post("/v1/games/caravan/views", json=body, headers={"Accept-Language": language})
    detail = problem(response, 422, "unknown-part")["detail"]
    assert "kitchen" in detail
    assert "market, seats" in detail


def test_more_names_than_seats_are_refused(toy, start):
    error = post_error(toy, "views", 422, "too-many-names", game="caravan", digest=start["digest"], names=["A"] * 3)
    assert error["detail"].startswith("`names` has 3 names, and this match has 2 seats;")


@pytest.mark.parametrize(
    "more",
    [
        {"names": [""]},
        {"names": ["x" * 41]},
        {"names": ["x"] * 5},
        {"names": "Ada"},
        {"names": [1]},
        {"names": [None]},
        *({"names": [f"A{sign}b"]} for sign in "\n\r\t\0\x1b\x7f\x85\u2028\u2029\u202e\u2066"),
        {"names": ["Ada\n"]},
        {"names": ["\nAda"]},
        {"width": 39},
        {"width": 201},
        {"width": "80"},
        {"width": 80.5},
        {"width": True},
        {"part": ""},
        {"part": 0},
        {"plain": "yes"},
        {"plain": 1},
    ],
)
def test_bad_text_options_do_not_fit_the_schema(toy, start, more):
    post_error(toy, "views", 422, "schema-mismatch", game="caravan", digest=start["digest"], **more)


@pytest.mark.parametrize("name", ["x" * 40, "Zoé 王 O'Neil", "🙂", "{seat}", "%s"])
def test_other_names_are_shown_unchanged(toy, start, name):
    assert name in text(toy, start, names=[name], width=200)


@pytest.mark.parametrize("game", ALL)
def test_every_game_has_a_text_with_every_option(toy, game):
    start = new_match(toy, game=game)
    for more in ({}, {"names": ["Ada", "Bob"]}, {"width": 40}, {"plain": True}, {"language": "fr", "plain": True}):
        assert text(toy, start, game=game, **more)
