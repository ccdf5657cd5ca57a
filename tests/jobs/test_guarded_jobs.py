"""Jobs of guarded matches: the seat that requested one reads, follows and stops it; other clients do not find it."""

from __future__ import annotations

import logging
import re
from hashlib import blake2b

import msgspec
import pytest
from msgspec.structs import replace

from referee_service.games import GAMES
from referee_service.jobs.heartbeat import live_workers
from referee_service.jobs.rq_logs import redact_rq_logs
from referee_service.kernel.chance import Chance, commitment, seed_key
from referee_service.kernel.codec import encode
from referee_service.services.matches.crypto import SealedPayload
from tests.api.calls import new_match, problem
from tests.contract.playthroughs import sampled_plies
from tests.jobs.conftest import client_of, metric, wait_until
from tests.jobs.test_job_flow import bots_of, guarded_body
from tests.jobs.test_jobs import BOTS, LONG_SEARCH, SHORT_SEARCH

INVENTED_ID = "0" * 32


def bearer(credential, **headers):
    return {"Authorization": f"Bearer {credential}", **headers}


def calls(client, job, headers):
    """Return the responses to every call about a job, the one that stops it last."""
    path = f"/v1/jobs/{job}"
    return [
        client.get(path, headers=headers),
        client.get(f"{path}/events", headers=headers),
        client.delete(path, headers=headers),
    ]


@pytest.fixture
def guarded_job(client, start_worker):
    """Start a long search in a guarded match; return its match, its seat and its id."""
    start_worker()
    table, body = guarded_body(client, **LONG_SEARCH)
    return table, table["turn"]["seat"], client.post(BOTS, json=body).json["id"]


# --- credentials ------------------------------------------------------------------------------------------------------


def test_a_job_of_a_guarded_match_is_unknown_without_the_credential_of_its_seat(client, guarded_job):
    table, seat, job = guarded_job
    other_table, _ = guarded_body(client)
    wrong_credentials = [
        table["credentials"]["seats"][1 - seat],
        *other_table["credentials"]["seats"],
        other_table["credentials"]["keeper"],
        "invented",
        "é",
        "",
    ]
    for headers in ({}, {"X-API-Key": table["credentials"]["seats"][seat]}, *map(bearer, wrong_credentials)):
        for hidden, invented in zip(calls(client, job, headers), calls(client, INVENTED_ID, headers), strict=True):
            body = problem(hidden, 404, "unknown-job")
            assert body | {"request_id": ""} == problem(invented, 404, "unknown-job") | {"request_id": ""}
            assert set(hidden.headers.keys()) == set(invented.headers.keys())
    assert bots_of(client).runner.find(job).stopped is False


def test_the_seat_that_requested_a_job_reads_follows_and_stops_it(client, guarded_job):
    table, seat, job = guarded_job
    headers = bearer(table["credentials"]["seats"][seat])
    assert client.get(f"/v1/jobs/{job}", headers=headers).json["id"] == job
    stream = client.get(f"/v1/jobs/{job}/events", headers=headers)
    assert next(iter(stream.response)).startswith(b"event: progress")
    stream.close()
    assert client.delete(f"/v1/jobs/{job}", headers=headers).json["status"] == "stopped"


def test_the_keeper_reads_and_follows_a_job_but_does_not_stop_it(client, guarded_job):
    table, _, job = guarded_job
    headers = bearer(table["credentials"]["keeper"])
    read, followed, stopped = calls(client, job, headers)
    assert read.json["id"] == job
    assert next(iter(followed.response)).startswith(b"event: progress")
    followed.close()
    problem(stopped, 403, "bad-credential")
    assert client.get(f"/v1/jobs/{job}", headers=headers).json["status"] in ("queued", "running")


def test_an_api_key_is_sent_as_its_own_header_beside_the_credential(redis, start_worker):
    start_worker()
    client = client_of(redis, REFEREE_API_KEYS="anna,berta")
    anna, berta = {"X-API-Key": "anna"}, {"X-API-Key": "berta"}
    table = client.post("/v1/games/burgundy/states", json={"seats": 2, "guarded": True}, headers=anna).json
    credential = table["credentials"]["seats"][table["turn"]["seat"]]
    body = {"sealed_state": table["sealed_state"], "credential": credential, **LONG_SEARCH}
    job = client.post(BOTS, json=body, headers=bearer("anna")).json["id"]
    for headers in (bearer("anna"), anna, bearer("anna", **{"X-API-Key": credential})):
        problem(client.get(f"/v1/jobs/{job}", headers=headers), 404, "unknown-job")
    problem(client.get(f"/v1/jobs/{job}", headers=bearer(credential)), 401, "bad-key")
    problem(client.get(f"/v1/jobs/{job}", headers=bearer(credential, **berta)), 404, "unknown-job")
    assert client.get(f"/v1/jobs/{job}", headers=bearer(credential, **anna)).json["id"] == job
    assert client.delete(f"/v1/jobs/{job}", headers=bearer(credential, **anna)).json["status"] == "stopped"


def test_a_credential_in_the_header_of_an_open_service_changes_no_other_call(client):
    digest = new_match(client)["digest"]
    found = client.post("/v1/games/burgundy/scores", json={"digest": digest}, headers=bearer("a credential"))
    assert found.status_code == 200, "the cache namespace is that of a client without a key"


# --- ids --------------------------------------------------------------------------------------------------------------


def test_the_id_of_a_guarded_job_needs_the_secret_of_the_service(client, guarded_job):
    _, _, job = guarded_job
    spec = bots_of(client).runner.find(job).spec
    computed = blake2b(msgspec.json.encode(("job", (spec,))), digest_size=16).hexdigest()
    assert re.fullmatch("[0-9a-f]{32}", job)
    assert job != computed
    for search_id in bots_of(client).runner.find(job).searches:
        assert client.get(f"/v1/jobs/{search_id}").status_code == 404


def test_an_open_match_with_the_same_view_does_not_show_that_a_guarded_search_exists(client, start_worker):
    """A seat could otherwise guess the hand of another seat: the right guess would be answered at once."""
    start_worker()
    table, body = guarded_body(client, **SHORT_SEARCH)
    first = client.post(f"{BOTS}?wait=30", json=body)
    assert first.status_code == 200
    match = bots_of(client).matches.crypto.unseal(table["sealed_state"], game="burgundy").state
    guess = msgspec.json.decode(match)
    guess["chance"] |= {"mode": "table", "seed": ""}
    again = client.post(f"{BOTS}?wait=30", json={"state": guess, **SHORT_SEARCH})
    assert again.json["moves"] == first.json["moves"]
    assert metric(client, "referee_search_iterations") == 2 * 60, "the open match runs its own search"


def test_lines_of_rq_are_logged_without_their_arguments(caplog):
    redact_rq_logs()
    logger = logging.getLogger("rq.worker")
    logger.warning("Worker %s: job %s failed (%s)", "w", INVENTED_ID, "the whole task")
    logger.warning(f"Failed to restore {INVENTED_ID}")
    lines = [record.getMessage() for record in caplog.records]
    assert lines == ["RQ: Worker …: job … failed (…)", "RQ: rq.worker"]


# --- no leaks ---------------------------------------------------------------------------------------------------------


def equal_looking_matches(game, seats, seat):
    """Return two matches that look equal to this seat, which is to move, and differ for another one."""
    for ply in sampled_plies(game, seats, each=5):
        state = ply.before.state
        for number in range(8) if ply.seat == seat else ():
            other = game.determinize(game.view(state, seat), seed_key(str(number)))
            if other != state:
                return ply.before, replace(ply.before, state=other)
    raise AssertionError("every sampled state is determined by the view")


def masked(response, *ids):
    """Return status, headers and body as bytes; ids, sealed states and request ids have only their length."""
    text = msgspec.json.encode([response.status_code, sorted(response.headers.items()), response.text]).decode()
    for hidden in (*ids, response.headers["X-Request-Id"]):
        text = text.replace(hidden, "*" * len(hidden))
    return re.sub(r"first\.[\w-]{1000,}", lambda sealed: "*" * len(sealed[0]), text)


def all_responses(client, match_id, match, seat, seats, **request):
    """Return all responses about one search of a seat, without ids. Redis is empty before it."""
    bots, game = bots_of(client), GAMES[match.game]
    connection, crypto = bots.searches.connection, bots.matches.crypto
    connection.flushall()
    bots.matches.store.begin_guard(match_id)
    wait_until(lambda: live_workers(connection))
    sealed_state = crypto.seal(SealedPayload(match_id, "base", seats, encode(match)), game=game.name)
    credential = crypto.credential_for(match_id, seat)
    body = {"sealed_state": sealed_state, "credential": credential, **request}
    path = f"/v1/games/{game.name}/bot-moves"
    accepted = client.post(path, json=body)
    job = accepted.json["id"]
    assert accepted.headers["Location"] == f"/v1/jobs/{job}"
    wait_until(lambda: client.get(f"/v1/jobs/{job}?wait=5", headers=bearer(credential)).json["status"] == "finished")
    responses = [
        accepted,
        client.post(path, json=body),
        *calls(client, job, bearer(credential)),
        *calls(client, job, {}),
    ]
    assert [response.status_code for response in responses] == [202, 200, 200, 200, 200, 404, 404, 404]
    return [masked(response, job) for response in responses]


@pytest.mark.parametrize("request_fields", [{}, {"play": True}], ids=["choice", "played"])
@pytest.mark.parametrize("game", ["empires_north", "medievalia"])
def test_positions_that_look_equal_to_a_seat_give_byte_identical_job_responses(
    client, start_worker, game, request_fields
):
    start_worker()
    seat = 0
    matches = equal_looking_matches(GAMES[game], 2, seat)
    crypto = bots_of(client).matches.crypto
    match_id = crypto.new_match_id()
    chance = Chance("secret", commitment(crypto.chance_key(match_id)), matches[0].chance.count)
    request = {"bot": "search", "budget": {"iterations": 12}, "seed": "1", **request_fields}
    first, second = [
        all_responses(client, match_id, replace(match, chance=chance), seat, 2, **request) for match in matches
    ]
    assert first == second
