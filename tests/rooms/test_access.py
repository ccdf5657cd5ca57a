"""Access to rooms: API keys, tickets, services that cannot have rooms, logs."""

from __future__ import annotations

import json
import logging

import pytest
from redis import Redis

from referee_service.app import create_app
from referee_service.settings import Settings
from referee_service.store.embedded import embedded_redis
from referee_service.store.rooms import TICKET_SECONDS
from tests.rooms.conftest import SECRET, create_room_app
from tests.rooms.tables import Clock, RoomTable, new_room, problem

SETUP = {"game": "burgundy", "seats": 2}
KEY = "correct-horse"


# --- API keys ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def closed(empty_redis) -> tuple:
    """Return a service with API keys, and a room that was created with one."""
    app = create_room_app(empty_redis, Clock(), REFEREE_API_KEYS=KEY)
    created = app.test_client().post("/v1/rooms", json=SETUP, headers={"X-API-Key": KEY})
    assert created.status_code == 201
    secrets = created.json["credentials"]
    return app, RoomTable(app, created.json["id"], secrets["seats"], secrets["watcher"], secrets["creator"])


def test_only_the_creation_of_a_room_needs_an_api_key(closed):
    app, room = closed
    assert problem(app.test_client().post("/v1/rooms", json=SETUP)) == (401, "bad-key")
    bearer = {"Authorization": f"Bearer {room.seats[0]}", "X-API-Key": f"{room.id}.{room.seats[0]}"}
    assert problem(app.test_client().post("/v1/rooms", json=SETUP, headers=bearer)) == (401, "bad-key")
    room.play()
    for call in ("views", "scores", "legal-actions", "pictures", "tickets"):
        assert room.post(f"/{call}", "watcher").status_code in (200, 201)
    assert room.look(0, "?since=0")["position"]["events"]
    assert room.call("GET", "/record", 0).status_code == 200


def test_the_key_of_a_room_opens_the_texts_of_games_and_jobs_and_nothing_more(closed):
    app, room = closed
    client = app.test_client()
    games = ("/v1/games", "/v1/games/burgundy", "/v1/games/burgundy/rules", "/v1/games/burgundy/components")
    for credential in (*room.seats, room.watcher, room.creator):
        headers = {"X-API-Key": f"{room.id}.{credential}"}
        assert [client.get(path, headers=headers).status_code for path in games] == [200] * 4
        assert problem(client.post("/v1/games/burgundy/states", json={"seats": 2}, headers=headers)) == (401, "bad-key")
    for wrong in (f"{room.id}.wrong", f".{room.seats[0]}", room.seats[0], f"first~{'A' * 22}.{room.seats[0]}", "."):
        assert problem(client.get(games[0], headers={"X-API-Key": wrong})) == (401, "bad-key")


def test_a_friend_without_a_key_gets_a_hint_by_search(closed):
    app, room = closed
    seat = room.turn()
    hint = room.post("/bot-moves?wait=10", seat, bot="search", budget={"iterations": 2})
    assert hint.status_code == 200
    assert hint.json["action"]["notation"]
    assert "position" not in hint.json
    job = next(iter(app.extensions["referee.bots"].searches.jobs))
    headers = {"X-API-Key": f"{room.id}.{room.seats[seat]}", "Authorization": f"Bearer {room.seats[seat]}"}
    found = app.test_client().get(f"/v1/jobs/{job}", headers=headers)
    assert found.json["status"] == "finished"
    assert "sealed_state" not in found.text
    for other in (room.seats[1 - seat], room.watcher, room.creator):
        headers = {"X-API-Key": f"{room.id}.{other}", "Authorization": f"Bearer {other}"}
        assert problem(app.test_client().get(f"/v1/jobs/{job}", headers=headers)) == (404, "unknown-job")


# --- tickets and streams ----------------------------------------------------------------------------------------------


def first_events(response, count: int) -> list[bytes]:
    """Return the first parts of a stream, and close it."""
    parts = [next(response.iter_encoded()) for _ in range(count)]
    response.close()
    return parts


def test_a_ticket_opens_one_stream(app, empty_redis):
    room = new_room(app)
    ticket = room.post("/tickets", 0).json
    assert ticket["seconds"] == TICKET_SECONDS
    with Redis.from_url(empty_redis.url) as redis:
        assert 0 < redis.ttl(f"referee:1:room-ticket:{ticket['ticket']}") <= TICKET_SECONDS
    path = f"/v1/rooms/{room.id}/events?ticket={ticket['ticket']}"
    stream = app.test_client().get(path)
    assert stream.content_type == "text/event-stream"
    retry, look = first_events(stream, 2)
    seen = room.look("watcher")
    event = {"version": seen["version"], "ply": seen["position"]["ply"]}
    assert retry == b"retry: 2000\n\n"
    assert look == b"event: look\ndata: " + json.dumps(event, separators=(",", ":")).encode() + b"\n\n"
    assert problem(app.test_client().get(path)) == (403, "bad-credential")
    other = new_room(app)
    ticket = other.post("/tickets", "watcher").json["ticket"]
    assert problem(app.test_client().get(f"/v1/rooms/{room.id}/events?ticket={ticket}")) == (403, "bad-credential")
    assert problem(app.test_client().get(f"/v1/rooms/{room.id}/events")) == (401, "missing-credential")


def test_a_stream_shows_each_change_and_the_end_of_the_room(app, clock, monkeypatch):
    room = new_room(app)
    room.look(0), room.look(1)
    streams = app.extensions["referee.room_streams"]
    actions = [room.play, lambda: None, lambda: room.call("DELETE", "", "creator")]

    def act(seconds: float) -> None:
        clock.forward(seconds)
        actions.pop(0)()

    monkeypatch.setattr(streams, "_sleep", act)
    events = list(streams.stream(room.id, 0))
    assert [event.splitlines()[0] for event in events] == [
        b"retry: 2000",
        b"event: look",
        b"event: look",
        b"event: gone",
    ]
    assert list(streams.stream(room.id, None))[1:] == [b"event: gone\ndata: {}\n\n"]


def test_a_stream_notes_that_its_seat_is_present_and_sends_comments(app, clock, monkeypatch):
    room = new_room(app)
    room.look(0)
    streams = app.extensions["referee.room_streams"]
    monkeypatch.setattr(streams, "_sleep", lambda seconds: clock.forward(16))
    events = list(streams.stream(room.id, 1))
    assert b": \n\n" in events
    assert [player["is_away"] for player in room.look("watcher")["players"]] == [True, False]


def test_few_streams_hold_threads(app):
    room = new_room(app)
    client = app.test_client()
    headers = {"Authorization": f"Bearer {room.watcher}"}
    open_streams = [client.get(f"/v1/rooms/{room.id}/events", headers=headers) for _ in range(4)]
    assert problem(client.get(f"/v1/rooms/{room.id}/events", headers=headers)) == (503, "server-busy")
    for stream in open_streams:
        stream.close()
    client.get(f"/v1/rooms/{room.id}/events", headers=headers).close()


# --- services that cannot have rooms ----------------------------------------------------------------------------------


def test_a_service_without_redis_has_no_rooms():
    client = create_app(Settings.from_env({"REFEREE_SECRET": SECRET})).test_client()
    refused = client.post("/v1/rooms", json=SETUP)
    assert problem(refused) == (503, "rooms-unavailable")
    assert "Redis" in refused.json["detail"]
    assert "Retry-After" not in refused.headers
    headers = {"Authorization": "Bearer x"}
    assert problem(client.get(f"/v1/rooms/first~{'A' * 22}", headers=headers)) == (503, "rooms-unavailable")


def test_a_service_with_redis_and_without_a_secret_has_no_rooms(empty_redis):
    client = create_app(Settings.from_env({"REDIS_URL": empty_redis.url})).test_client()
    refused = client.post("/v1/rooms", json=SETUP)
    assert problem(refused) == (503, "rooms-unavailable")
    assert "REFEREE_SECRET" in refused.json["detail"]
    assert "Retry-After" not in refused.headers


@pytest.mark.alone
def test_rooms_are_unavailable_while_redis_is_full_or_does_not_respond():
    with embedded_redis() as server:
        app = create_room_app(server, Clock(), REFEREE_REDIS_TIMEOUT="1")
        room, clock = new_room(app), app.extensions["referee.rooms"].repository.clock
        room.look(0)
        clock.forward(30)
        with Redis.from_url(server.url) as redis:
            redis.config_set("maxmemory", "1")
        assert room.look(0)["status"] == "playing"
        for refused in (app.test_client().post("/v1/rooms", json=SETUP), room.post("/tickets", "watcher")):
            assert problem(refused) == (503, "rooms-unavailable")
            assert "memory" in refused.json["detail"]
            assert refused.headers["Retry-After"]
        assert room.look("watcher")["status"] == "playing"
        with Redis.from_url(server.url) as redis:
            redis.config_set("maxmemory", "0")
        room.look(0)
        server.stop()
        for refused in (app.test_client().post("/v1/rooms", json=SETUP), room.call("GET", "", 0)):
            assert problem(refused) == (503, "rooms-unavailable")
            assert "unreachable" in refused.json["detail"]


def test_the_lifetime_of_rooms_is_a_setting(empty_redis):
    app = create_room_app(empty_redis, Clock(), REFEREE_ROOM_DAYS="2")
    room = new_room(app)
    assert room.look("watcher")["expires_in"] == 2 * 86_400


def test_secrets_are_neither_logged_nor_measured_nor_in_error_texts(app, caplog):
    caplog.set_level(logging.DEBUG)
    room = new_room(app)
    ticket = room.post("/tickets", 0).json["ticket"]
    app.test_client().get(f"/v1/rooms/{room.id}/events?ticket={ticket}").close()
    room.play()
    refused = room.call("GET", "", room.seats[0][:-1]).text
    shown = [*(record.getMessage() + str(record.__dict__) for record in caplog.records), refused]
    shown.append(app.test_client().get("/metrics").text)
    for secret in (*room.seats, room.watcher, room.creator, ticket, room.id):
        assert not any(secret in text for text in shown)
