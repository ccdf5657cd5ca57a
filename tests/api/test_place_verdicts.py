"""Verdicts on places over HTTP: what a click means, in open and guarded matches, and bad input."""

import pytest

from referee_service.app import create_app
from referee_service.games import GAMES
from tests.api.calls import new_match, post, post_error, problem
from tests.kernel.toy import GAME as TOY


@pytest.fixture(scope="module")
def toy_app():
    """Return a service that also has the toy game."""
    return create_app(games={**GAMES, TOY.name: TOY})


@pytest.fixture
def toy(toy_app):
    return toy_app.test_client()


@pytest.fixture
def start(toy):
    return new_match(toy, game="caravan")


def point(client, start, *places, language="en", **more):
    body = {"digest": start["digest"], "places": list(places), **more}
    return post(client, "verdicts", game="caravan", language=language, **body)


def test_a_click_on_what_a_legal_action_touches_means_it(toy, start):
    for action in start["legal_actions"]:
        places = [group[0] for group in action["touches"]]
        verdict = point(toy, start, *places)
        assert verdict["legal"]
        assert {**action, "legal": True, "refusals": []} in verdict["candidates"]


def test_a_click_on_what_is_refused_gets_every_reason_in_the_clients_language(toy, start):
    seat = start["turn"]["seat"]
    verdict = point(toy, start, f"seat.{seat}", "choice.silk", language="fr")
    assert verdict.keys() == {"legal", "refusals", "candidates", "suggestions"}
    (candidate,) = verdict["candidates"]
    assert (verdict["legal"], candidate["legal"], candidate["notation"]) == (False, False, f"ask seat={seat} good=silk")
    assert [refusal["rule"] for refusal in candidate["refusals"]] == ["ask.other"]
    assert candidate["refusals"][0]["title"] == TOY.catalogue().rules["ask.other"].title.fr
    assert verdict["suggestions"]


def test_a_candidate_can_be_sent_back_as_an_action(toy, start):
    (candidate,) = point(toy, start, "button.rest")["candidates"]
    post(toy, "moves", game="caravan", digest=start["digest"], action=candidate)


def test_a_seat_that_is_not_to_move_gets_no_candidates(toy, start):
    verdict = point(toy, start, "market.inn", seat=1 - start["turn"]["seat"])
    assert (verdict["legal"], verdict["candidates"], verdict["suggestions"]) == (False, [], [])
    assert [refusal["rule"] for refusal in verdict["refusals"]] == ["referee.seat"]


def test_equal_requests_get_the_cached_verdict(toy, start):
    assert point(toy, start, "seat.1") == point(toy, start, "seat.1")
    assert point(toy, start, "seat.1", language="fr") != point(toy, start, "seat.1")
    assert point(toy, start, "seat.1", "choice.silk") != point(toy, start, "seat.1")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_unknown_place_is_named(toy, start, language):
    body = {"digest": start["digest"], "places": ["seat.1", "depot.9"]}
    response = toy.post("/v1/games/caravan/verdicts", json=body, headers={"Accept-Language": language})
    assert "depot.9" in problem(response, 422, "unknown-place")["detail"]


@pytest.mark.parametrize(
    "more",
    [
        {"places": []},
        {"places": ["seat.1"] * 9},
        {"places": "seat.1"},
        {"places": [1]},
        {"places": [None]},
        {"places": [""]},
        {"places": ["x" * 201]},
        {"places": None},
        {"places": ["seat.1"], "notation": "rest"},
        {"places": ["seat.1"], "action": {"kind": "rest"}},
        {"places": ["seat.1"], "seat": "red"},
        {},
    ],
)
def test_malformed_places_do_not_fit_the_schema(toy, start, more):
    post_error(toy, "verdicts", 422, "schema-mismatch", game="caravan", digest=start["digest"], **more)


def test_exactly_one_of_action_notation_and_places_is_needed(toy, start):
    error = post_error(toy, "verdicts", 422, "schema-mismatch", game="caravan", digest=start["digest"])
    assert "Give exactly one of action or notation or places." in error["detail"]


def test_moves_take_no_places(toy, start):
    body = {"digest": start["digest"], "places": ["button.rest"]}
    post_error(toy, "moves", 422, "schema-mismatch", game="caravan", **body)


# --- guarded matches ------------------------------------------------------------------------------------------------


@pytest.fixture
def sealed(guarded):
    """Return a guarded match of the toy game: for each seat, the body of a request with its credential."""
    start = guarded.post("/v1/games/caravan/states", json={"seats": 2, "guarded": True}).json
    credentials = [*start["credentials"]["seats"], start["credentials"]["keeper"]]
    return [{"sealed_state": start["sealed_state"], "credential": each} for each in credentials]


def test_a_seat_of_a_guarded_match_points_at_what_it_sees(guarded, sealed):
    view = post(guarded, "views", game="caravan", **sealed[0])
    own = [f"hand.0.{good}" for good, _ in view["view"]["board"]["players"][0]["hand"]]
    verdict = post(guarded, "verdicts", game="caravan", places=own[:1], **sealed[0])
    assert verdict["candidates"] == []
    assert post(guarded, "verdicts", game="caravan", places=["seat.1"], **sealed[0])["legal"]


def test_hidden_and_invented_places_of_a_guarded_match_get_equal_errors(guarded, sealed):
    def error(place):
        found = post_error(guarded, "verdicts", 422, "unknown-place", game="caravan", places=[place], **sealed[0])
        return found["detail"].replace(place, "*")

    names = [f"hand.1.{good}" for good in ("gold", "salt", "silk", "spice", "invented")]
    assert len({error(name) for name in names}) == 1


def test_a_credential_points_for_its_own_seat_only(guarded, sealed):
    for body, seat in ((sealed[0], 1), (sealed[1], 0), (sealed[2], 0)):
        post_error(guarded, "verdicts", 403, "bad-credential", game="caravan", places=["seat.1"], seat=seat, **body)
    other = post(guarded, "verdicts", game="caravan", places=["seat.1"], **sealed[1])
    assert [refusal["rule"] for refusal in other["refusals"]] == ["referee.seat"]
    assert other["candidates"] == []
