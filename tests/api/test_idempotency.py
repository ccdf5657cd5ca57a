"""Header `Idempotency-Key`: a set-up that is sent twice gives one match, byte by byte."""

from concurrent.futures import ThreadPoolExecutor
from secrets import token_hex

import pytest
from redis import Redis

from referee_service.app import create_app
from referee_service.settings import Settings
from referee_service.store.embedded import embedded_redis
from tests.api.calls import BURGUNDY, problem
from tests.api.conftest import LONG_TIMEOUT, SECRET
from tests.running.conftest import wait_until

GUARDED = {"seats": 2, "guarded": True}
OPEN = {"seats": 2}
each_kind = pytest.mark.parametrize("body", [GUARDED, OPEN], ids=["guarded", "open"])


def new_app(redis, **variables):
    """Return the app of another process with this Redis."""
    environ = {"REDIS_URL": redis.url, "REFEREE_SECRET": SECRET, "REFEREE_REDIS_TIMEOUT": str(LONG_TIMEOUT)}
    return create_app(Settings.from_env({**environ, **variables}))


@pytest.fixture
def client(redis):
    return new_app(redis).test_client()


def set_up(client, body, key, *, path=BURGUNDY, **headers):
    """Send a set-up with this key and return the response."""
    return client.post(f"{path}/states", json=body, headers={"Idempotency-Key": key, **headers})


@each_kind
def test_the_same_key_and_body_give_the_same_bytes_in_every_process(redis, client, body):
    key = token_hex(16)
    first = set_up(client, body, key)
    assert first.status_code == 201
    assert ("credentials" in first.json) is ("guarded" in body)
    assert set_up(client, body, key).data == first.data
    assert set_up(new_app(redis).test_client(), body, key).data == first.data


@each_kind
def test_another_key_or_no_key_gives_another_match(client, body):
    first = set_up(client, body, token_hex(16)).json
    for response in (set_up(client, body, token_hex(16)), client.post(f"{BURGUNDY}/states", json=body)):
        assert response.json["digest"] != first["digest"]
        assert response.json.get("commitment", 1) != first.get("commitment", 2)


@each_kind
def test_the_order_of_fields_and_the_language_do_not_make_another_body(client, body):
    key = token_hex(16)
    body = {**body, "options": {"boards": "basic", "tie_break": "fewest_empty"}}
    first = set_up(client, body, key).json
    reordered = {
        "options": {"tie_break": "fewest_empty", "boards": "basic"},
        **dict(reversed(body.items())),
        "seats": 2.0,
    }
    assert set_up(client, reordered, key).json == first
    assert set_up(client, body, key, **{"Accept-Language": "fr"}).json["digest"] == first["digest"]


@each_kind
@pytest.mark.parametrize("change", [{"seats": 3}, {"options": {"boards": "basic"}}, {"include": ["events"]}])
def test_another_body_with_the_same_key_is_a_conflict(redis, client, body, change):
    key = token_hex(16)
    set_up(client, body, key)
    client.application.extensions["referee.stop"]()
    for other in (client, new_app(redis).test_client()):
        problem(set_up(other, {**body, **change}, key), 409, "idempotency-key-reused")
    french = problem(
        set_up(client, {**body, **change}, key, **{"Accept-Language": "fr"}), 409, "idempotency-key-reused"
    )
    assert "autre clé" in french["detail"]


def test_the_same_key_is_a_conflict_for_another_game_and_for_an_open_match(client):
    key = token_hex(16)
    set_up(client, GUARDED, key)
    problem(set_up(client, GUARDED, key, path="/v1/games/settlement"), 409, "idempotency-key-reused")
    problem(set_up(client, OPEN, key), 409, "idempotency-key-reused")


def test_a_guarded_match_is_a_conflict_even_if_the_cache_is_off(redis):
    key, client = token_hex(16), new_app(redis, REFEREE_CACHE_SECONDS="0").test_client()
    set_up(client, GUARDED, key)
    problem(set_up(client, {**GUARDED, "seats": 3}, key), 409, "idempotency-key-reused")


@each_kind
def test_the_key_of_one_client_means_nothing_for_another(redis, body):
    app, key = new_app(redis, REFEREE_API_KEYS="one,two"), token_hex(16)
    first = set_up(app.test_client(), body, key, **{"X-API-Key": "one"})
    second = set_up(app.test_client(), body, key, **{"X-API-Key": "two"})
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json["digest"] != second.json["digest"]
    assert first.json.get("credentials", 1) != second.json.get("credentials", 2)
    third = set_up(app.test_client(), {**body, "seats": 3}, key, **{"Authorization": "Bearer two"})
    problem(third, 409, "idempotency-key-reused")


def test_a_set_up_that_is_not_possible_does_not_use_up_the_key(client):
    key = token_hex(16)
    problem(set_up(client, {**GUARDED, "options": {"first_player": 7}}, key), 409, "impossible-setup")
    assert set_up(client, GUARDED, key).status_code == 201


def test_a_repeated_set_up_does_not_reopen_a_match_that_went_on(client):
    key = token_hex(16)
    first = set_up(client, GUARDED, key).json
    seat = first["turn"]["seat"]
    credential = first["credentials"]["seats"][seat]
    ends = [action for action in first["legal_actions"] if action["kind"] == "take_workers"]
    start = {"credential": credential, "sealed_state": first["sealed_state"]}
    position = client.post(f"{BURGUNDY}/moves", json={**start, "action": ends[0]}).json
    while position["turn"]["seat"] == seat:
        body = {"sealed_state": position["sealed_state"], "credential": credential}
        action = client.post(f"{BURGUNDY}/legal-actions", json=body).json["legal_actions"][0]
        position = client.post(f"{BURGUNDY}/moves", json={**body, "action": action}).json
    again = set_up(client, GUARDED, key).json
    assert again == first
    body = {"sealed_state": again["sealed_state"], "credential": credential}
    for _ in range(20):
        legal = client.post(f"{BURGUNDY}/legal-actions", json=body).json["legal_actions"]
        response = client.post(f"{BURGUNDY}/moves", json={**body, "action": legal[-1]})
        if response.status_code != 200:
            break
        body["sealed_state"] = response.json["sealed_state"]
    problem(response, 409, "already-played")


@pytest.mark.parametrize("bodies", [[GUARDED, {**GUARDED, "seats": 3}], [OPEN]], ids=["guarded", "open"])
def test_processes_that_race_with_one_key_set_up_one_match(redis, bodies):
    *clients, third = [new_app(redis).test_client() for _ in range(3)]
    for _ in range(10):
        key = token_hex(16)
        requests = [(client, body) for client in clients for body in bodies for _ in range(2)]
        with ThreadPoolExecutor(len(requests)) as pool:
            responses = list(pool.map(lambda request: set_up(*request, key), requests))  # noqa: B023
        made = [response.data for response in responses if response.status_code == 201]
        assert made
        assert len(set(made)) == 1
        for client in clients:
            client.application.extensions["referee.stop"]()
        winner = next(body for (_, body), each in zip(requests, responses, strict=True) if each.status_code == 201)
        assert set_up(third, winner, key).data == made[0]
        for response in responses:
            if response.status_code != 201:
                problem(response, 409, "idempotency-key-reused")


def test_redis_has_neither_the_key_nor_a_credential(redis, client):
    key = token_hex(16)
    position = set_up(client, GUARDED, key).json
    set_up(client, OPEN, open_key := token_hex(16))
    client.application.extensions["referee.stop"]()
    with Redis.from_url(redis.url) as connection:
        stored = b""
        for name in connection.scan_iter():
            is_hash = connection.type(name) == b"hash"
            stored += name + (repr(connection.hgetall(name)).encode() if is_hash else connection.get(name) or b"")
    assert b"set-up" in stored
    for secret in (key, open_key, *position["credentials"]["seats"], position["credentials"]["keeper"]):
        assert secret.encode() not in stored


@pytest.mark.alone
def test_without_redis_an_open_set_up_repeats_and_a_guarded_one_waits():
    with embedded_redis() as server:
        client, key, other = new_app(server, REFEREE_REDIS_TIMEOUT="0.2").test_client(), token_hex(16), token_hex(16)
        before = set_up(client, OPEN, key)
        guarded = set_up(client, GUARDED, other)
        server.stop()
        assert set_up(client, OPEN, key).data == before.data
        assert set_up(new_app(server, REFEREE_REDIS_TIMEOUT="0.2").test_client(), OPEN, key).data == before.data
        problem(set_up(client, GUARDED, other), 503, "guard-unavailable")
        server.start()
        wait_until(lambda: client.get("/readyz").json["store"]["up"])
        assert set_up(client, GUARDED, other).data == guarded.data


@pytest.mark.parametrize("key", ["", "short", "x" * 15, "x" * 201, "with a space in it", "clé-avec-un-accent-aigu"])
def test_a_key_that_others_could_guess_or_that_is_malformed_is_refused(client, key):
    response = set_up(client, OPEN, key)
    assert "Idempotency-Key" in problem(response, 422, "schema-mismatch")["detail"]


def test_the_document_describes_the_header(client):
    document = client.get("/openapi.json").json
    paths, header = document["paths"], document["components"]["parameters"]["IdempotencyKey"]
    assert {"$ref": "#/components/parameters/IdempotencyKey"} in paths[f"{BURGUNDY}/states"]["post"]["parameters"]
    assert (header["in"], header["required"], header["schema"]["minLength"]) == ("header", False, 16)
    assert "IdempotencyKey" not in str(paths[f"{BURGUNDY}/moves"])
