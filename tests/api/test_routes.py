"""Routes of the service, as a client uses them."""

import json
from copy import deepcopy

import pytest

from referee_service.app import create_app
from referee_service.games import GAMES
from referee_service.kernel.codec import digest, encode
from referee_service.kernel.records import parse_record, record_json, record_text
from referee_service.settings import Settings
from tests.api.calls import BURGUNDY, new_match, post, post_error, problem
from tests.contract.playthroughs import playthrough

POSITION = {
    *("game", "ruleset", "content", "ply", "state", "digest", "turn"),
    *("legal_actions", "played", "events", "result"),
}


@pytest.fixture
def start(client):
    return new_match(client)


# --- the catalogue --------------------------------------------------------------------------------------------------


def test_the_list_of_games_has_seats_rulesets_and_packs(client):
    burgundy = next(game for game in client.get("/v1/games").json["games"] if game["game"] == "burgundy")
    assert burgundy["title"] == "The Castles of Burgundy"
    assert (burgundy["game"], burgundy["seats"], burgundy["rulesets"]) == ("burgundy", [2, 3, 4], ["1"])


def test_a_game_shows_options_verbs_and_provenance(client):
    burgundy = client.get(BURGUNDY).json
    assert burgundy["verbs"].keys() == GAMES["burgundy"].verbs.keys()
    assert burgundy["verbs"]["place_tile"]["fields"]["space"] == {"domain": "space"}
    assert burgundy["verbs"]["roll_die"]["chance"] is True
    assert "boards" in str(burgundy["options"])
    (shares,) = burgundy["packs"].values()
    assert shares["rulebook"] > 0
    assert burgundy["picture_parts"] == ["table"]


def test_rules_are_available_in_both_languages(client):
    english = client.get(f"{BURGUNDY}/rules").json["rules"]
    french = client.get(f"{BURGUNDY}/rules", headers={"Accept-Language": "fr"}).json["rules"]
    assert [rule["rule"] for rule in english] == [rule["rule"] for rule in french]
    assert [rule["title"] for rule in english] != [rule["title"] for rule in french]


def test_one_rule_is_found_by_its_id(client):
    assert client.get(f"{BURGUNDY}/rules/place_tile.touching").json["rule"] == "place_tile.touching"
    problem(client.get(f"{BURGUNDY}/rules/no.such"), 404, "unknown-rule")


# --- positions ------------------------------------------------------------------------------------------------------


def test_a_new_state_is_a_position(start):
    assert start.keys() == POSITION
    assert start["state"].keys() == {"game", "ruleset", "content", "chance", "ply", "board"}
    assert start["turn"].keys() == {"seat", "question", "prompt", "verbs", "facts"}
    assert {"kind", "notation", "label", "touches"} <= start["legal_actions"][0].keys()
    assert start["played"][0].keys() == {"seat", "kind", "action", "notation"}
    assert start["result"] is None


def test_the_digest_is_the_hash_of_the_state_in_the_response(client):
    response = client.post(f"{BURGUNDY}/states", json={"seats": 2})
    state = response.data.partition(b'"state":')[2].partition(b',"digest"')[0]
    assert response.json["digest"] == digest(state)


def test_the_same_seed_gives_the_same_position_and_no_seed_a_random_one(client, start):
    assert new_match(client) == start
    bodies = [{"seats": 2}, {"seats": 2, "chance": {"mode": "seeded"}}] * 2
    unseeded = [client.post(f"{BURGUNDY}/states", json=body).json["digest"] for body in bodies]
    assert len(set(unseeded)) == 4


def test_with_table_chance_the_client_reports_the_dice(client):
    before = client.post(f"{BURGUNDY}/states", json={"seats": 2, "chance": {"mode": "table"}}).json
    assert before["turn"]["seat"] == "chance"
    after = post(client, "moves", state=before["state"], seat="chance", notation="pick_starter seat=1")
    (move,) = after["played"]
    assert move.keys() == {"seat", "kind", "action", "notation"}
    assert (move["seat"], move["kind"], move["notation"]) == ("chance", "pick_starter", "pick_starter seat=1")


# --- moves ----------------------------------------------------------------------------------------------------------


def test_a_move_may_be_an_action_a_line_or_a_list(client, start):
    action = start["legal_actions"][0]
    bare = {name: value for name, value in action.items() if name not in ("notation", "label", "touches")}
    seat = start["turn"]["seat"]
    responses = [
        post(client, "moves", state=start["state"], action=action),
        post(client, "moves", state=start["state"], action=bare),
        post(client, "moves", state=start["state"], seat=seat, action=bare),
        post(client, "moves", state=start["state"], notation=action["notation"]),
        post(client, "moves", digest=start["digest"], notation=action["notation"]),
        post(client, "moves", state=start["state"], moves=[{"seat": seat, "notation": action["notation"]}]),
    ]
    assert responses == responses[:1] * len(responses)
    assert responses[0]["ply"] == start["ply"] + 1
    assert responses[0].keys() == POSITION


def test_all_actions_of_a_list_are_played_or_none(client, start):
    seat, line = start["turn"]["seat"], start["legal_actions"][0]["notation"]
    workers = f"take_workers die={start['state']['board']['players'][seat]['dice'][1]}"
    steps = [{"seat": seat, "notation": line}, {"seat": seat, "notation": workers}]
    both = post(client, "moves", state=start["state"], moves=steps)
    one = post(client, "moves", state=start["state"], notation=line)
    assert both["state"] == post(client, "moves", digest=one["digest"], notation=workers)["state"]
    assert [move["notation"] for move in both["played"]][:2] == [line, workers]
    error = post_error(client, "moves", 409, "illegal-move", state=start["state"], moves=[*steps, *steps])
    assert error["index"] == 2


def test_an_illegal_move_gets_every_refusing_rule_and_similar_legal_moves(client, start):
    seat = start["turn"]["seat"]
    error = post_error(client, "moves", 409, "illegal-move", state=start["state"], notation="take_workers die=7")
    assert [refusal["rule"] for refusal in error["refusals"]] == ["referee.field"]
    wrong = post_error(
        client, "moves", 409, "illegal-move", state=start["state"], notation="place_tile die=1 tile=bank space=0"
    )
    rules = {refusal["rule"] for refusal in wrong["refusals"]}
    assert {"place_tile.stored"} < rules
    assert wrong["refusals"][0].keys() == {"rule", "title", "message", "facts", "source"}
    assert 0 < len(wrong["suggestions"]) <= 5
    other = post_error(client, "moves", 409, "illegal-move", state=start["state"], seat=1 - seat, notation="end_turn")
    assert [refusal["rule"] for refusal in other["refusals"]] == ["referee.seat"]
    assert other["suggestions"] == []


def test_suggested_moves_can_be_played(client, start):
    error = post_error(client, "moves", 409, "illegal-move", state=start["state"], notation="take_workers die=7")
    for near in error["suggestions"]:
        post(client, "moves", state=start["state"], action=near)


def test_a_verdict_has_a_preview_before_chance_acts(client, start):
    line = start["legal_actions"][0]["notation"]
    legal = post(client, "verdicts", state=start["state"], notation=line)
    assert (legal["legal"], legal["refusals"], legal["suggestions"]) == (True, [], [])
    assert legal["preview"]["ply"] == start["ply"] + 1
    illegal = post(client, "verdicts", state=start["state"], notation="take_workers die=7", language="fr")
    assert (illegal["legal"], illegal["preview"]) == (False, None)
    assert illegal["refusals"][0]["rule"] == "referee.field"


def test_the_legal_list_equals_that_of_the_position_and_can_be_filtered_by_kind(client, start):
    assert post(client, "legal-actions", state=start["state"])["legal_actions"] == start["legal_actions"]
    filtered = post(client, "legal-actions", state=start["state"], kind="take_workers")["legal_actions"]
    assert filtered == [action for action in start["legal_actions"] if action["kind"] == "take_workers"] != []
    post_error(client, "legal-actions", 422, "schema-mismatch", state=start["state"], kind="castle")


def test_every_listed_action_is_legal(client, start):
    for action in start["legal_actions"]:
        assert post(client, "verdicts", digest=start["digest"], action=action)["legal"]


# --- views, audits, scores ------------------------------------------------------------------------------------------


def test_only_the_view_of_the_seat_to_move_has_legal_actions(client, start):
    seat = start["turn"]["seat"]
    view = post(client, "views", state=start["state"], seat=seat)
    assert view["legal_actions"] == start["legal_actions"]
    assert view["text"]
    for other in (1 - seat, None):
        assert post(client, "views", state=start["state"], seat=other)["legal_actions"] == []
    assert post(client, "views", state=start["state"])["seat"] is None


def test_a_seat_that_does_not_exist_has_no_view(client, start):
    error = post_error(client, "views", 409, "impossible-setup", state=start["state"], seat=4)
    assert error["detail"] == "Seat 4 does not exist; this match has seats 0 to 1."


def test_an_audit_finds_faults_only_in_an_impossible_state(client, start):
    assert post(client, "audits", state=start["state"]) == {"possible": True, "faults": []}
    audit = post(client, "audits", state=with_extra_tile(start["state"]), language="fr")
    assert not audit["possible"]
    assert audit["faults"][0].keys() == {"path", "rule", "title", "message", "facts"}


def test_an_impossible_state_is_rejected(client, start):
    wrong = with_extra_tile(start["state"])
    for call, more in (("moves", {"notation": "end_turn"}), ("verdicts", {"notation": "end_turn"}), ("scores", {})):
        error = post_error(client, call, 409, "impossible-state", state=wrong, **more)
        assert error["faults"]


def with_extra_tile(state):
    state = deepcopy(state)
    state["board"]["depots"][1].append("mine")
    return state


def test_a_score_is_the_sum_of_its_lines(client):
    match = playthrough("burgundy", 2, 1).matches[-1]
    score = post(client, "scores", state=state_json(match))
    assert score["scores"] == [sum(line["points"] for line in seat) for seat in score["lines"]]
    assert score["result"]["scores"] == score["scores"]
    assert {"rule", "title", "count", "points"} == score["lines"][0][0].keys()
    listed = post(client, "legal-actions", state=state_json(match))
    assert listed == {"turn": None, "legal_actions": []}


@pytest.mark.parametrize(("language", "label"), [("en", "The Bot"), ("fr", "Le Bot")])
def test_the_score_of_a_solo_game_has_the_printed_bot(client, language, label):
    game, played = GAMES["dice_settlers"], playthrough("dice_settlers", 1, 0)
    headers = {"Accept-Language": language}
    scored = [match for match in played.matches if game.turn(match.state) and match.state.bot.points]
    for match in (scored[0], scored[-1], played.matches[-1]):
        body = {"state": state_json(match)}
        score = client.post("/v1/games/dice_settlers/scores", json=body, headers=headers).get_json()
        (rival,) = score["rivals"]
        assert (rival["name"], rival["label"]) == ("bot", label)
        assert rival["score"] == sum(line["points"] for line in rival["lines"]) > 0
        assert len(score["scores"]) == len(score["lines"]) == 1
    best = max(rival["score"], *score["scores"])
    points = {0: score["scores"][0], "bot": rival["score"]}
    assert score["result"]["winners"] == [side for side in points if points[side] == best]
    assert score["result"]["rivals"] == score["rivals"]
    replayed = post(client, "replays", game="dice_settlers", text=record_text(played.record))
    assert replayed["position"]["result"]["ranking"] == score["result"]["ranking"]
    assert replayed["position"]["result"]["rivals"][0]["score"] == rival["score"]


def test_a_game_without_rivals_has_an_empty_list(client):
    match = playthrough("burgundy", 2, 1).matches[-1]
    score = post(client, "scores", state=state_json(match))
    assert score["rivals"] == score["result"]["rivals"] == []


def state_json(match):
    return json.loads(encode(match))


# --- replays --------------------------------------------------------------------------------------------------------


def test_the_score_of_an_unfinished_game_has_the_points_so_far(client):
    """Buildings of Medievalia are awarded at the end only, but count from the moment they stand."""
    game = GAMES["medievalia"]
    plies = playthrough("medievalia", 2, 1).matches
    match = next(match for match in plies if game.turn(match.state) and any(game.points_so_far(match.state)))
    score = post(client, "scores", game="medievalia", state=state_json(match))
    assert sum(score["scores"]) > 0
    assert score["scores"] == [sum(line["points"] for line in seat) for seat in score["lines"]]
    assert score["result"] is None


def test_a_record_is_replayed_from_json_and_from_text(client):
    record = playthrough("burgundy", 3, 1).record
    by_text = post(client, "replays", text=record_text(record))
    by_json = post(client, "replays", record=json.loads(record_json(record)))
    assert by_text == by_json
    assert by_text["valid"]
    assert by_text["position"]["result"]["winners"]
    assert parse_record(record_text(record)) == record


def test_the_replay_of_an_illegal_record_has_the_index_of_the_first_illegal_move(client):
    record = playthrough("burgundy", 2, 1).record
    lines = record_text(record).splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith(("0 ", "1 ")))
    lines[first] = lines[first][:2] + "sell_goods die=1 goods=pink"
    replay = post(client, "replays", text="\n".join(lines), language="fr")
    assert not replay["valid"]
    assert replay["index"] == first - lines.index("") - 1
    assert replay["refusals"]
    error = post_error(client, "replays", 409, "unreadable-notation", text="game: burgundy")
    assert error["detail"].startswith("`text` cannot be read: ")
    other = post(client, "replays", text=record_text(record).replace("game: burgundy", "game: caravan"))
    assert (other["valid"], other["index"]) == (False, -1)


def test_errors_are_in_the_clients_language(client, start):
    french = {"Accept-Language": "fr"}
    line = client.post(f"{BURGUNDY}/moves", json={"state": start["state"], "notation": "danser"}, headers=french).json
    assert line["title"] == "La notation ne peut être lue"
    reason = "'danser' n'est pas un verbe de burgundy ; utilisez "
    assert line["detail"].startswith(f"`notation` ne peut être lue : {reason}")
    unknown = client.get("/v1/games/chess", headers=french).json
    assert unknown["detail"] == "Ce service n'a pas ce jeu ; /v1/games donne tous les jeux."
    record = record_text(playthrough("burgundy", 2, 1).record).replace("game: burgundy", "game: caravan")
    assert post(client, "replays", text=record)["reason"] == "this is a record of caravan 1, not burgundy 1"
    reason = post(client, "replays", text=record, language="fr")["reason"]
    assert reason == "c'est un relevé de caravan 1, non de burgundy 1"


# --- clients --------------------------------------------------------------------------------------------------------


def test_accept_language_selects_the_language(client):
    french = client.post(f"{BURGUNDY}/states", json={"seats": 2}, headers={"Accept-Language": "fr-CH, fr;q=0.9"})
    assert french.headers["Content-Language"] == "fr"
    assert french.json["turn"]["prompt"].startswith("À vous")
    for other in ("en", "de", "en-GB,fr;q=0.5", "", "*"):
        response = client.post(f"{BURGUNDY}/states", json={"seats": 2}, headers={"Accept-Language": other})
        assert response.headers["Content-Language"] == "en"
        assert response.json["turn"]["prompt"].startswith("Your turn")


@pytest.mark.parametrize("part", ["state", "legal_actions", "played", "events"])
def test_include_selects_the_parts_of_a_position(client, part):
    response = new_match(client, include=[part])
    assert response.keys() == POSITION - {"state", "legal_actions", "played", "events"} | {part}
    post_error(client, "states", 422, "schema-mismatch", seats=2, include=["turn"])


def test_a_digest_is_valid_only_for_the_api_key_that_created_it():
    app = create_app(Settings.from_env({"REFEREE_API_KEYS": "mine-0123456789abcdef,yours-0123456789abcdef"}))
    client = app.test_client()
    mine, yours = ({"X-API-Key": f"{name}-0123456789abcdef"} for name in ("mine", "yours"))
    start = client.post(f"{BURGUNDY}/states", json={"seats": 2}, headers=mine).json
    body = {"digest": start["digest"]}
    assert client.post(f"{BURGUNDY}/scores", json=body, headers=mine).status_code == 200
    problem(client.post(f"{BURGUNDY}/scores", json=body, headers=yours), 404, "unknown-state")
    bearer = {"Authorization": "Bearer mine-0123456789abcdef"}
    assert client.post(f"{BURGUNDY}/scores", json=body, headers=bearer).status_code == 200
    for wrong in ({}, {"X-API-Key": "other"}, {"Authorization": "Basic mine-0123456789abcdef"}, {"X-API-Key": "é"}):
        problem(client.post(f"{BURGUNDY}/scores", json=body, headers=wrong), 401, "bad-key")
    assert client.get("/healthz").status_code == 200
    assert client.options(f"{BURGUNDY}/scores").status_code == 200


def test_a_digest_is_valid_in_every_process_that_shares_the_store(guarded, redis):
    start = new_match(guarded, seed="shared")
    elsewhere = create_app(Settings.from_env({"REDIS_URL": redis.url, "REFEREE_REDIS_TIMEOUT": "10"})).test_client()
    line = start["legal_actions"][0]["notation"]
    assert post(elsewhere, "moves", digest=start["digest"], notation=line)["ply"] == start["ply"] + 1
    assert elsewhere.get("/readyz").json["store"]["shared"] is True


def test_only_configured_origins_get_cors_headers():
    app = create_app(Settings.from_env({"REFEREE_CORS_ORIGINS": "https://play.example"}))
    client = app.test_client()
    allowed = client.options(f"{BURGUNDY}/moves", headers={"Origin": "https://play.example"})
    assert allowed.headers["Access-Control-Allow-Origin"] == "https://play.example"
    assert "Content-Type" in allowed.headers["Access-Control-Allow-Headers"]
    other = client.get("/v1/games", headers={"Origin": "https://evil.example"})
    assert "Access-Control-Allow-Origin" not in other.headers


def test_every_response_has_a_request_id_and_forbids_sniffing_and_caching(client):
    for response in (client.get("/healthz"), client.get("/nowhere"), client.get("/metrics")):
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["Cache-Control"] == "no-store"
        assert response.headers["X-Request-Id"]


# --- operations -----------------------------------------------------------------------------------------------------


def test_operators_get_health_readiness_metrics_and_the_openapi_document(client):
    assert client.get("/healthz").json == {"alive": True}
    assert client.get("/readyz").json["store"]["kind"] == "memory"
    new = new_match(client, seed="metrics")
    post(client, "verdicts", state=new["state"], notation="take_workers die=7")
    metrics = client.get("/metrics").text
    assert 'referee_verdicts_total{game="burgundy",rule="referee.field"}' in metrics
    assert "referee_request_seconds_bucket" in metrics
    assert "openapi: 3.1.0" in client.get("/openapi.yaml").text
