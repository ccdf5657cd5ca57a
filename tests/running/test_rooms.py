"""Rooms on a real server: event streams that hold no thread, several clients and processes, bots of a real worker."""

from __future__ import annotations

import json
import signal
import socket
import time
from contextlib import closing

import pytest

from tests.running.conftest import ServerProcess, running_referee, wait_until
from tests.running.connections import RawResponse, ask, connect, head
from tests.running.test_watched_jobs import wait_for_worker, watchers

SECRET = {"REFEREE_SECRET": "first:0123456789abcdef0123456789abcdef"}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Start a service with two processes and a worker that the tests of this file share."""
    variables = {**SECRET, "REFEREE_PROCESSES": "2"}
    with running_referee(tmp_path_factory.mktemp("rooms"), "up", "--port", "0", **variables) as server:
        wait_for_worker(server)
        yield server


class Room:
    """A room on a server."""

    def __init__(self, server: ServerProcess, **body: object) -> None:
        self.server = server
        created = self._send("POST", "/v1/rooms", "", {"game": "burgundy", "seats": 2, **body}).json
        self.path, self.secrets = f"/v1/rooms/{created['id']}", created["credentials"]

    def credential(self, who: int | str) -> str:
        return self.secrets["seats"][who] if isinstance(who, int) else self.secrets[who]

    def send(self, method: str, path: str, who: int | str, body: dict | None = None) -> RawResponse:
        """Send a request with the credential of a viewer."""
        return self._send(method, f"{self.path}{path}", self.credential(who), body)

    def _send(self, method: str, path: str, credential: str, body: dict | None) -> RawResponse:
        raw = b"" if body is None else json.dumps(body).encode()
        request = head(path, method, Authorization=f"Bearer {credential}", Content_Length=len(raw)) + raw
        return ask(self.server, request)

    def look(self, who: int | str = "watcher") -> dict:
        return self.send("GET", "", who).json

    def play(self) -> dict:
        """Play the first legal action of the seat to move."""
        seat = self.look()["position"]["turn"]["seat"]
        position = self.look(seat)["position"]
        body = {"expect": position["digest"], "notation": position["legal_actions"][0]["notation"]}
        return self.send("POST", "/moves", seat, body).json

    def stream(self, who: int | str, *, by_ticket: bool = False) -> EventReader:
        """Open an event stream."""
        if not by_ticket:
            headers = {"Authorization": f"Bearer {self.credential(who)}"}
            return EventReader(self.server, f"{self.path}/events", headers)
        ticket = self.send("POST", "/tickets", who, {}).json["ticket"]
        return EventReader(self.server, f"{self.path}/events?ticket={ticket}", {})


class EventReader:
    """A client of an event stream. `next` returns the next event as name and data."""

    def __init__(self, server: ServerProcess, path: str, headers: dict[str, str]) -> None:
        self.client: socket.socket = connect(server)
        self.client.sendall(head(path, "GET", Accept="text/event-stream", **headers))
        self.lines = self.client.makefile("rb")
        assert b" 200 " in self.lines.readline()

    def next(self) -> tuple[str, dict]:
        name = ""
        for raw in self.lines:
            field, _, value = raw.decode().strip().partition(": ")
            if field == "event":
                name = value
            if field == "data":
                return name, json.loads(value)
        raise EOFError("the stream has ended")

    def close(self) -> None:
        self.lines.close()
        self.client.close()


def test_each_client_is_told_to_look_after_each_move(server):
    room = Room(server)
    streams = [room.stream(0), room.stream(1, by_ticket=True), room.stream("watcher")]
    for stream in streams:
        assert stream.next()[0] == "look"
    for _ in range(3):
        played = room.play()
        expected = {"version": played["version"], "ply": played["position"]["ply"]}
        for stream in streams:
            while (event := stream.next()) != ("look", expected):
                assert event[1]["version"] <= expected["version"]
    assert room.send("DELETE", "", "creator").status == 204
    for stream in streams:
        while (event := stream.next())[0] != "gone":
            assert event[0] == "look"
        with pytest.raises(EOFError):
            stream.next()
        stream.close()


def test_a_client_whose_connection_dropped_sees_all_moves_when_it_is_back(server):
    room = Room(server)
    stream = room.stream(0)
    stream.next()
    known = room.look(0)["position"]["ply"]
    stream.close()
    for _ in range(3):
        room.play()
    again = room.stream(0)
    version = again.next()[1]["version"]
    assert version == room.look()["version"]
    missed = room.send("GET", f"?since={known}", 0).json["position"]
    assert len(missed["played"]) == missed["ply"] - known
    again.close()


def test_a_stream_keeps_its_seat_present(server):
    room = Room(server)
    stream = room.stream(1)
    wait_until(lambda: stream.next() is not None)
    assert [player["is_away"] for player in room.look()["players"]] == [False, False]
    stream.close()


@pytest.mark.alone
def test_streams_of_rooms_hold_no_thread_and_leave_with_their_client(server):
    room = Room(server)
    streams = [room.stream("watcher") for _ in range(60)]
    for stream in streams:
        stream.next()
    start = time.monotonic()
    played = room.play()
    assert time.monotonic() - start < 3
    for stream in streams:
        while stream.next()[1]["version"] < played["version"]:
            pass
        stream.close()
    wait_until(lambda: watchers(server) == 0)


def test_a_bot_of_a_worker_plays_and_the_person_is_told(server):
    room = Room(server, bots={"1": {"bot": "greedy"}}, seconds=3600)
    stream = room.stream(0)
    for _ in range(6):
        wait_until(lambda: room.look()["position"]["turn"]["seat"] == 0)
        room.play()
    wait_until(lambda: room.look()["position"]["turn"]["seat"] == 0)
    latest = room.look()["version"]
    while stream.next()[1]["version"] < latest:
        pass
    stream.close()


def test_the_log_has_neither_ids_nor_secrets_of_rooms(server):
    room = Room(server)
    room.stream(0, by_ticket=True).close()
    room.play()
    wait_until(lambda: "/v1/rooms/<id>/moves" in server.logs)
    text = server.logs + server.output
    assert "ticket=" not in text
    for secret in (room.path, *room.secrets["seats"], room.secrets["watcher"], room.secrets["creator"]):
        assert secret not in text


def test_a_friend_without_a_key_sends_bodies_to_a_room_of_a_service_with_keys(start):
    server = start("up", "--port", "0", REFEREE_API_KEYS="correct-horse", **SECRET)
    body = json.dumps({"game": "burgundy", "seats": 2}).encode()
    request = head("/v1/rooms", X_API_Key="correct-horse", Content_Length=len(body)) + body
    created = ask(server, request).json
    room = object.__new__(Room)
    room.server, room.path, room.secrets = server, f"/v1/rooms/{created['id']}", created["credentials"]
    assert room.play()["position"]["ply"] > 0


def test_streams_end_when_the_server_stops(tmp_path):
    with running_referee(tmp_path, "up", "--port", "0", **SECRET) as server:
        stream = Room(server).stream("watcher")
        stream.next()
        _, seconds = server.stop(signal.SIGTERM)
        assert seconds < 15
        with closing(stream), pytest.raises((EOFError, ConnectionError)):
            stream.next()
