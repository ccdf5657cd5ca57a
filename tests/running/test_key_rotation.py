"""Rotation of REFEREE_SECRET in three deploys, each with a process of the former and one of the next settings."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest

from tests.running.conftest import PATIENCE, REFEREE, ROOT, ServerProcess, clean_environment, wait_until
from tests.running.connections import RawResponse, ask, head

OLD, NEW = f"old:{'0123456789abcdef' * 4}", f"new:{'fedcba9876543210' * 4}"
SETTINGS = (OLD, f"{OLD},{NEW}", f"{NEW},{OLD}", NEW)
"""The secret before the rotation and after each of its three deploys."""
DEPLOYS = tuple(pairwise(SETTINGS))
"""The settings of the two processes that run side by side during each deploy."""


def post(server: ServerProcess, call: str, **fields: object) -> RawResponse:
    """Call the service about a match of Burgundy."""
    body = json.dumps(fields).encode()
    return ask(server, head(f"/v1/games/burgundy/{call}", Content_Length=len(body)) + body)


class Table:
    """A guarded match. Every request may go to another process."""

    def __init__(self, server: ServerProcess) -> None:
        response = post(server, "states", seats=2, guarded=True)
        assert response.status == 201, response.body
        self.position = response.json
        self.credentials = self.position["credentials"]["seats"]

    @property
    def access(self) -> dict[str, str]:
        """The sealed state, and the credential of the seat to move."""
        credential = self.credentials[self.position["turn"]["seat"]]
        return {"sealed_state": self.position["sealed_state"], "credential": credential}

    def play(self, server: ServerProcess) -> RawResponse:
        """Play the first legal action; keep the position if the service accepts it."""
        legal = post(server, "legal-actions", **self.access)
        if legal.status != 200:
            return legal
        response = post(server, "moves", **self.access, action=legal.json["legal_actions"][0])
        if response.status == 200:
            self.position = response.json
        return response

    def play_everywhere(self, *servers: ServerProcess) -> None:
        """Play on the servers in turn, so that each continues what the other has sealed."""
        for server in servers * 3:
            response = self.play(server)
            assert response.status == 200, response.body


@pytest.fixture
def start_worker(redis_server) -> Iterator[Callable[[str], None]]:
    """Return a function that starts a search worker with a secret, in place of the one before."""
    workers: list[subprocess.Popen[bytes]] = []

    def stop() -> None:
        for worker in workers:
            worker.terminate()
            worker.wait(timeout=PATIENCE)
        workers.clear()

    def start(secret: str) -> None:
        stop()
        variables = clean_environment(REDIS_URL=redis_server.url, REFEREE_SECRET=secret)
        workers.append(subprocess.Popen([*REFEREE, "worker"], cwd=ROOT, env=variables))

    yield start
    stop()


def test_matches_and_searches_continue_during_every_deploy_of_a_rotation(start, start_worker, empty_redis):
    tables: list[tuple[str, Table]] = []
    for before, after in DEPLOYS:
        start_worker(after)  # workers are replaced before the web processes
        former = start("serve", "--port", "0", REDIS_URL=empty_redis.url, REFEREE_SECRET=before)
        following = start("serve", "--port", "0", REDIS_URL=empty_redis.url, REFEREE_SECRET=after)
        tables += [(before, Table(former)), (after, Table(following))]
        secrets = after.split(",")
        playable = [table for settings, table in tables if settings.split(",")[0] in secrets]
        assert len(playable) >= 2
        for table in playable:
            table.play_everywhere(former, following)
            _search_on_one_and_read_on_the_other(table, former, following)
        former.stop()
        following.stop()
    assert {settings.split(",")[0] for settings, _ in tables} == {OLD, NEW}


def _search_on_one_and_read_on_the_other(table: Table, one: ServerProcess, other: ServerProcess) -> None:
    """Let a bot play a move: the job is requested from one process and read from the other."""
    request = {"bot": "search", "budget": {"iterations": 1000}, "play": True, **table.access}
    wait_until(lambda: "referee_search_workers 1.0" in ask(one, head("/metrics", "GET")).body.decode())
    started = post(one, "bot-moves", **request)
    assert started.status == 202, started.body
    path, authorization = f"{started.headers['location']}?wait=30", f"Bearer {request['credential']}"
    job = ask(other, head(path, "GET", Authorization=authorization)).json
    assert job["status"] == "finished", job
    table.position = job["result"]["position"]


def test_a_removed_secret_ends_the_matches_that_were_set_up_under_it(start, empty_redis):
    former = start("serve", "--port", "0", REDIS_URL=empty_redis.url, REFEREE_SECRET=SETTINGS[2])
    table = Table(start("serve", "--port", "0", REDIS_URL=empty_redis.url, REFEREE_SECRET=OLD))
    table.play_everywhere(former)  # the new secret has sealed the state, but the credentials come from the old one
    last = start("serve", "--port", "0", REDIS_URL=empty_redis.url, REFEREE_SECRET=NEW)
    refused = table.play(last)
    assert (refused.status, refused.json["code"]) == (403, "bad-credential")
    assert table.play(former).status == 200, "with the old secret the match continues"


def test_a_secret_that_seals_before_all_processes_know_it_is_refused_by_the_others(start, empty_redis):
    former = start("serve", "--port", "0", REDIS_URL=empty_redis.url, REFEREE_SECRET=OLD)
    hasty = start("serve", "--port", "0", REDIS_URL=empty_redis.url, REFEREE_SECRET=SETTINGS[2])
    refused = Table(hasty).play(former)
    assert (refused.status, refused.json["code"]) == (403, "bad-sealed-state")
