"""Parts of responses: `include` selects or is refused in every call, and `actions` selects the short form."""

from collections.abc import Iterator
from hashlib import blake2b
from math import ceil

import pytest

from referee_service.api.openapi.examples import request_examples
from referee_service.bots.registry import INSTANT_BOTS
from referee_service.games import GAMES
from referee_service.services.context import ClientContext
from referee_service.services.matches.loader import StateRef
from tests.api.calls import new_match, post, post_error
from tests.api.openapi import schema_errors

LINES = {"actions": "notation"}
SHORT = {"include": ["events", "legal_actions"], **LINES}
MEDIAN_BYTES, P99_BYTES = 1_000, 3_000
"""Limits of a body of `POST moves` in the short form, over whole games."""
MAX_GUARDED_BYTES = 24_000
CLIENT_ID = blake2b(b"", digest_size=8).hexdigest()
"""Name of all clients without an API key in the cache."""
PARTS = {"state", "legal_actions", "played", "events", "text"}


@pytest.fixture
def start(client) -> dict:
    return new_match(client)


def guarded_match(client, game: str, **more) -> dict:
    """Set up a guarded match and return its first position."""
    response = client.post(f"/v1/games/{game}/states", json={"seats": 2, "guarded": True, **more})
    assert response.status_code == 201, response.text
    return response.json


def lines_of(actions: list[dict]) -> list[str]:
    return [action["notation"] for action in actions]


# --- include --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("call", ["legal-actions", "scores", "audits", "pictures"])
def test_a_call_without_parts_refuses_include(client, start, call):
    source = {"state": start["state"]} if call == "audits" else {"digest": start["digest"]}
    error = post_error(client, call, 422, "schema-mismatch", **source, include=["state"])
    assert "include: Unknown field. " in error["detail"]


def test_a_verdict_on_places_refuses_include_and_actions(client, start):
    places = [start["legal_actions"][0]["touches"][0][0]]
    for extra in ({"include": []}, LINES):
        error = post_error(client, "verdicts", 422, "schema-mismatch", digest=start["digest"], places=places, **extra)
        assert f"{next(iter(extra))}: Leave it out beside places." in error["detail"]


@pytest.mark.parametrize("call", ["moves", "verdicts", "views", "replays", "bot-moves", "states"])
def test_an_unknown_part_is_refused_with_all_valid_parts(client, start, call):
    error = post_error(client, call, 422, "schema-mismatch", digest=start["digest"], include=["texts"])
    valid = ("view", "text", "legal_actions") if call == "views" else sorted(PARTS)
    assert all(part in error["detail"] for part in valid)


@pytest.mark.parametrize("include", [[], ["view"], ["text"], ["legal_actions"], ["view", "text", "legal_actions"]])
def test_include_selects_the_parts_of_a_view(client, start, include):
    view = post(client, "views", digest=start["digest"], seat=0, include=include)
    assert view.keys() == {"seat", "turn", *include}
    assert view.items() <= post(client, "views", digest=start["digest"], seat=0).items()
    assert schema_errors("burgundy_views", "200", view) == []


def test_include_selects_the_parts_of_a_preview(client, start):
    line = start["legal_actions"][0]["notation"]
    verdict = post(client, "verdicts", digest=start["digest"], notation=line, include=["text"])
    assert verdict["preview"].keys() & PARTS == {"text"}


# --- text -----------------------------------------------------------------------------------------------------------


def test_text_is_the_view_of_the_seat_to_move_and_only_on_request(client, start):
    assert "text" not in start
    action = start["legal_actions"][0]["notation"]
    after = post(client, "moves", digest=start["digest"], notation=action, include=["text"])
    view = post(client, "views", digest=after["digest"], seat=after["turn"]["seat"], include=["text"])
    assert after["text"] == view["text"]
    assert schema_errors("burgundy_moves", "200", after) == []
    french = post(client, "moves", digest=start["digest"], notation=action, include=["text"], language="fr")
    assert french["text"] != after["text"]


def test_text_after_the_end_is_that_of_a_spectator(client, start):
    position = start
    while position["turn"] is not None:
        bot = {"bot": "random", "play": True, "until": "turn_end", "include": ["text"], **LINES}
        position = post(client, "bot-moves", digest=position["digest"], **bot)["position"]
    assert position["text"] == post(client, "views", digest=position["digest"])["text"]
    score = post(client, "scores", digest=position["digest"])
    assert (position["result"]["scores"], position["result"]["lines"]) == (score["scores"], [])
    assert score["lines"][0]


def test_text_in_a_guarded_match_is_that_of_the_credential_and_for_the_keeper_that_of_a_spectator(guarded):
    start = guarded_match(guarded, "empires_north", include=["text"])
    keeper = {"sealed_state": start["sealed_state"], "credential": start["credentials"]["keeper"]}
    spectator, own = (
        post(guarded, "views", game="empires_north", **keeper, seat=seat)["text"]
        for seat in (None, start["turn"]["seat"])
    )
    assert spectator != own
    assert start["text"] == spectator
    seat = start["turn"]["seat"]
    mover = {**keeper, "credential": start["credentials"]["seats"][seat]}
    line = post(guarded, "legal-actions", game="empires_north", **mover, **LINES)["legal_actions"][0]
    after = post(guarded, "moves", game="empires_north", **mover, notation=line, include=["text"])
    later = {"sealed_state": after["sealed_state"], "credential": mover["credential"]}
    assert after["text"] == post(guarded, "views", game="empires_north", **later)["text"]


# --- actions --------------------------------------------------------------------------------------------------------


def test_legal_lists_are_lines_of_notation_in_every_call(client, start):
    digest, lines = start["digest"], lines_of(start["legal_actions"])
    seat, line = start["turn"]["seat"], lines[0]
    assert post(client, "legal-actions", digest=digest, **LINES)["legal_actions"] == lines
    kind = start["legal_actions"][0]["kind"]
    of_kind = [each for each in lines if each.split()[0] == kind]
    assert post(client, "legal-actions", digest=digest, kind=kind, **LINES)["legal_actions"] == of_kind
    assert post(client, "views", digest=digest, seat=seat, **LINES)["legal_actions"] == lines
    assert new_match(client, **LINES)["legal_actions"] == lines
    full = post(client, "moves", digest=digest, notation=line)
    after = post(client, "moves", digest=digest, notation=line, **LINES)
    assert after["legal_actions"] == lines_of(full["legal_actions"])
    verdict = post(client, "verdicts", digest=digest, notation=line, **LINES)
    full_verdict = post(client, "verdicts", digest=digest, notation=line)
    assert verdict["preview"]["legal_actions"] == lines_of(full_verdict["preview"]["legal_actions"])
    bot = {"digest": digest, "bot": "greedy", "play": True}
    played, short = (post(client, "bot-moves", **bot, **form)["position"] for form in ({}, LINES))
    assert short["legal_actions"] == lines_of(played["legal_actions"])
    for operation, body in (("moves", after), ("verdicts", verdict)):
        assert schema_errors(f"burgundy_{operation}", "200", body) == []


def test_a_replay_returns_lines_of_notation(client):
    body = request_examples(GAMES["burgundy"])["replays"]["text"]["value"]
    full, short = (post(client, "replays", **body, **form)["position"] for form in ({}, LINES))
    assert short["legal_actions"] == lines_of(full["legal_actions"])


def test_events_of_the_short_form_have_no_facts(client, start):
    line = start["legal_actions"][0]["notation"]
    full, short = (post(client, "moves", digest=start["digest"], notation=line, **form) for form in ({}, LINES))
    assert full["events"]
    assert short["events"] == [{k: v for k, v in event.items() if k != "facts"} for event in full["events"]]


def test_another_form_is_refused(client, start):
    error = post_error(client, "legal-actions", 422, "schema-mismatch", digest=start["digest"], actions="lines")
    assert "actions: Must be one of: full, notation." in error["detail"]


# --- sizes ----------------------------------------------------------------------------------------------------------


def body_sizes(app, name: str, bot: str, seats: int) -> Iterator[int]:
    """Play a whole game by `POST moves` in the short form, and yield the size of each body."""
    client, loader, game = app.test_client(), app.extensions["referee.matches"].loader, GAMES[name]
    position = new_match(client, game=name, seats=seats, seed=bot, **SHORT)
    while (turn := position["turn"]) is not None:
        state = loader.load(game, StateRef(position["digest"]), ClientContext(client_id=CLIENT_ID)).match.state
        line = INSTANT_BOTS[bot](game, game.view(state, turn["seat"]), str(position["ply"])).notation
        body = {"digest": position["digest"], "notation": line, **SHORT}
        response = client.post(f"/v1/games/{name}/moves", json=body)
        yield len(response.data)
        position = response.json


@pytest.mark.parametrize("name", GAMES)
def test_a_move_in_the_short_form_has_a_small_body(app, name, record_property):
    games = [("random", seats) for seats in GAMES[name].seats] + [("greedy", 2)]
    sizes = sorted(size for bot, seats in games for size in body_sizes(app, name, bot, seats))
    median, p99 = sizes[len(sizes) // 2], sizes[ceil(len(sizes) * 0.99) - 1]
    record_property("figures", f"{name}: {len(sizes)} moves, median {median} bytes, p99 {p99} bytes")
    assert median <= MEDIAN_BYTES
    assert p99 <= P99_BYTES


@pytest.mark.parametrize("name", GAMES)
def test_a_guarded_set_up_without_parts_is_hardly_larger_than_its_sealed_state(guarded, name):
    for seats in GAMES[name].seats:
        response = guarded.post(f"/v1/games/{name}/states", json={"seats": seats, "guarded": True, "include": []})
        assert response.status_code == 201
        assert len(response.data) <= MAX_GUARDED_BYTES
        assert len(response.json["sealed_state"]) > MAX_GUARDED_BYTES * 0.9
