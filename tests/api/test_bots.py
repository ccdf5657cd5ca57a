"""Bots over HTTP without workers: immediate moves and rejected requests."""

import pytest

from tests.api.calls import new_match, post, post_error, problem
from tests.api.openapi import schema_errors

each_bot = pytest.mark.parametrize("bot", ["random", "greedy"])


@each_bot
@pytest.mark.parametrize("game", ["burgundy", "settlement"])
def test_random_and_greedy_bots_return_a_legal_move_immediately(client, game, bot):
    start = new_match(client, game=game)
    move = post(client, "bot-moves", game=game, state=start["state"], bot=bot)
    assert schema_errors(f"{game}_bot_moves", "200", move) == []
    assert move["action"] in start["legal_actions"]
    assert move["seat"] == start["turn"]["seat"]
    assert "position" not in move


@each_bot
def test_a_bot_plays_a_whole_turn_and_returns_one_position(client, bot):
    start = new_match(client)
    move = post(client, "bot-moves", state=start["state"], bot=bot, until="turn_end", play=True)
    assert schema_errors("burgundy_bot_moves", "200", move) == []
    position = move["position"]
    assert position["turn"]["seat"] != move["seat"]
    own_moves = [played["notation"] for played in position["played"] if played["seat"] == move["seat"]]
    assert own_moves == [choice["action"]["notation"] for choice in move["moves"]]
    assert position["legal_actions"]
    assert position["ply"] == start["ply"] + len(position["played"])


def test_parts_of_the_position_may_be_left_out(client):
    start = new_match(client)
    move = post(client, "bot-moves", digest=start["digest"], bot="greedy", play=True, include=["played"])
    assert "played" in move["position"]
    assert not {"state", "legal_actions", "events"} & move["position"].keys()
    assert post(client, "legal-actions", digest=move["position"]["digest"])["legal_actions"]


def test_the_random_bot_repeats_its_choice_for_the_same_seed(client):
    state = new_match(client)["state"]
    actions = [
        post(client, "bot-moves", state=state, bot="random", seed=seed)["action"] for seed in ("1", "1", *"23456")
    ]
    assert actions[0] == actions[1]
    assert any(action != actions[0] for action in actions)


def test_labels_are_in_the_clients_language(client):
    state = new_match(client)["state"]
    labels = [
        post(client, "bot-moves", state=state, bot="greedy", language=language)["action"]["label"]
        for language in ("en", "fr")
    ]
    assert labels[0] != labels[1]


def test_a_bot_move_for_a_seat_not_in_turn_is_refused(client):
    start = new_match(client)
    other = 1 - start["turn"]["seat"]
    body = post_error(client, "bot-moves", 409, "illegal-move", state=start["state"], bot="greedy", seat=other)
    assert [refusal["rule"] for refusal in body["refusals"]] == ["referee.seat"]


def test_a_bot_cannot_play_for_chance(client):
    start = new_match(client, chance={"mode": "table"})
    assert start["turn"]["seat"] == "chance"
    post_error(client, "bot-moves", 409, "illegal-move", state=start["state"], bot="greedy")


@pytest.mark.parametrize(
    "wrong",
    [
        {"bot": "stockfish"},
        {},
        {"bot": "search", "budget": {}},
        {"bot": "search", "budget": {"iterations": 0}},
        {"bot": "search", "budget": {"iterations": 5, "milliseconds": 5}},
        {"bot": "greedy", "until": "dawn"},
        {"bot": "search", "workers": 17},
        {"bot": "greedy", "play": 1},
    ],
)
def test_an_invalid_bot_request_is_rejected(client, wrong):
    post_error(client, "bot-moves", 422, "schema-mismatch", state=new_match(client)["state"], **wrong)


def test_a_service_without_redis_rejects_searches(client):
    response = client.post("/v1/games/burgundy/bot-moves", json={"state": new_match(client)["state"], "bot": "search"})
    problem(response, 503, "no-worker")
    assert "Retry-After" not in response.headers  # no later attempt can succeed
    problem(client.get("/v1/jobs/missing"), 404, "unknown-job")


@pytest.mark.parametrize("parts", [{"include": []}, {"actions": "notation"}])
def test_a_search_with_parts_is_refused_because_its_job_has_none(client, parts):
    state = new_match(client)["state"]
    body = {"state": state, "bot": "search", **parts}
    problem(client.post("/v1/games/burgundy/bot-moves", json=body), 409, "parts-unavailable")
    assert client.post("/v1/games/burgundy/bot-moves", json={**body, "bot": "greedy"}).status_code == 200
