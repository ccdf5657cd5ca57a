"""GameHarness bots over HTTP, without any worker: what answers at once, and what is refused."""

import pytest

from tests.api.asking import ask, new_match, problem, refused
from tests.api.test_contract import misfits

each_bot = pytest.mark.parametrize("bot", ["random", "greedy"])


@each_bot
@pytest.mark.parametrize("game", ["burgundy", "settlement"])
def test_a_cheap_bot_answers_at_once_and_its_answer_fits(client, game, bot):
    start = new_match(client, game=game)
    move = ask(client, "bot-moves", game=game, state=start["state"], bot=bot)
    assert misfits(f"{game}_bot_moves", "200", move) == []
    assert move["action"] in start["legal_actions"]
    assert move["seat"] == start["turn"]["seat"]
    assert "position" not in move


@each_bot
def test_a_whole_turn_is_played_and_told_as_one_position(client, bot):
    start = new_match(client)
    move = ask(client, "bot-moves", state=start["state"], bot=bot, until="turn_end", play=True)
    assert misfits("burgundy_bot_moves", "200", move) == []
    position = move["position"]
    assert position["turn"]["seat"] != move["seat"]
    own = [played["notation"] for played in position["played"] if played["seat"] == move["seat"]]
    assert own == [each["action"]["notation"] for each in move["moves"]]
    assert position["legal_actions"]
    assert position["ply"] == start["ply"] + len(position["played"])


def test_parts_of_the_position_may_be_left_out(client):
    start = new_match(client)
    move = ask(client, "bot-moves", digest=start["digest"], bot="greedy", play=True, include=["played"])
    assert "played" in move["position"]
    assert not {"state", "legal_actions", "events"} & move["position"].keys()
    assert ask(client, "legal-actions", digest=move["position"]["digest"])["legal_actions"]


def test_the_same_seed_draws_the_same_lot(client):
    state = new_match(client)["state"]
    drawn = [ask(client, "bot-moves", state=state, bot="random", seed=seed)["action"] for seed in ("1", "1", *"23456")]
    assert drawn[0] == drawn[1]
    assert any(each != drawn[0] for each in drawn)


def test_labels_are_in_the_readers_language(client):
    state = new_match(client)["state"]
    labels = [
        ask(client, "bot-moves", state=state, bot="greedy", language=language)["action"]["label"]
        for language in ("en", "fr")
    ]
    assert labels[0] != labels[1]


def test_another_seat_is_refused_with_its_rule(client):
    start = new_match(client)
    other = 1 - start["turn"]["seat"]
    body = refused(client, "bot-moves", 409, "illegal-move", state=start["state"], bot="greedy", seat=other)
    assert [refusal["rule"] for refusal in body["refusals"]] == ["referee.seat"]


def test_chance_is_nobody_a_bot_can_play(client):
    waiting = new_match(client, chance={"mode": "table"})
    assert waiting["turn"]["seat"] == "chance"
    refused(client, "bot-moves", 409, "illegal-move", state=waiting["state"], bot="greedy")


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
def test_what_does_not_fit_the_schema_is_refused(client, wrong):
    refused(client, "bot-moves", 422, "schema-mismatch", state=new_match(client)["state"], **wrong)


def test_without_redis_there_are_no_searches(client):
    answer = client.post("/v1/games/burgundy/bot-moves", json={"state": new_match(client)["state"], "bot": "search"})
    problem(answer, 503, "no-worker")
    assert answer.headers["Retry-After"]
    problem(client.get("/v1/jobs/nobody"), 404, "unknown-job")
