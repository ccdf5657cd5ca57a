"""Rooms with real workers: bots of each kind, time limits, and workers that die."""

from __future__ import annotations

import time

import pytest

from tests.jobs.conftest import wait_until
from tests.rooms.tables import RoomTable, new_room, problem

GREEDY = {"bot": "greedy"}
SEARCH = {"bot": "search", "budget": {"iterations": 30}}


def ply(room: RoomTable) -> int:
    return room.look("watcher")["position"]["ply"]


@pytest.mark.parametrize("bot", [GREEDY, SEARCH], ids=["greedy", "search"])
def test_a_worker_moves_the_bots_of_a_room(client, start_worker, bot):
    start_worker()
    room = new_room(client.application, "dice_settlers", 2, bots={"0": bot, "1": {"bot": "random"}})
    start = ply(room)
    wait_until(lambda: ply(room) > start + 12)
    assert room.call("DELETE", "", "creator").status_code == 204


def test_a_worker_decides_after_the_time_limit(client, start_worker):
    start_worker()
    room = new_room(client.application, seconds=10)
    room.look(0), room.look(1)
    before, start = ply(room), time.monotonic()
    wait_until(lambda: ply(room) > before)
    assert time.monotonic() - start > 8


def test_no_worker_no_bots(client):
    response = client.post("/v1/rooms", json={"game": "burgundy", "seats": 2, "bots": {"1": GREEDY}})
    assert problem(response) == (503, "no-worker")
    assert response.headers["Retry-After"]


def test_another_worker_takes_over_the_rooms_of_one_that_dies(client, start_worker):
    first = start_worker()
    rooms = [
        new_room(client.application, "dice_settlers", 2, bots={"0": {"bot": "search"}, "1": {"bot": "search"}})
        for _ in range(2)
    ]
    starts = [ply(room) for room in rooms]
    wait_until(lambda: any(ply(room) > start for room, start in zip(rooms, starts, strict=True)))
    first.kill()
    first.wait()
    starts = [ply(room) for room in rooms]
    start_worker()
    wait_until(lambda: all(ply(room) > start for room, start in zip(rooms, starts, strict=True)))


def test_two_workers_play_each_choice_once(client, start_worker):
    start_worker()
    start_worker()
    room = new_room(client.application, "dice_settlers", 3, bots={str(seat): GREEDY for seat in range(3)})
    start = ply(room)
    wait_until(lambda: ply(room) > start + 60)
    record = room.call("GET", "/record", "watcher").json["record"]
    assert len(record["moves"]) >= 60
    seen = room.look("watcher", "?since=0")["position"]
    assert len(seen["played"]) == seen["ply"]


def test_a_worker_without_the_secret_leaves_rooms_alone(client, redis, start_worker):
    from referee_service.app import worker_parts
    from referee_service.settings import Settings

    parts = worker_parts(Settings.from_env({"REDIS_URL": redis.url}), redis.url)
    assert parts.rooms is None
