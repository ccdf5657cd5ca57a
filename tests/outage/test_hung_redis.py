"""A Redis that hangs: it keeps its connections and answers nothing, as on a machine that swaps."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections import Counter
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import cycle

import pytest
from redis import Redis

from referee_service.store.embedded import embedded_redis
from tests.running.conftest import REFEREE, clean_environment, start_server

pytestmark = pytest.mark.alone

GAME = "/v1/games/burgundy"
GUARDED_CLIENTS = 16
SECONDS = 4.0
"""Duration of one measurement."""
SLACK_SECONDS = 0.02
"""Added to a limit that is a ratio, because a busy machine adds pauses of this length."""


class Caller:
    """A client with one connection, which repeats a request and records statuses and durations."""

    def __init__(self, address: str) -> None:
        self.connection = HTTPConnection(address.removeprefix("http://"), timeout=30)
        self.statuses: Counter[int] = Counter()
        self.seconds: list[float] = []

    def call(self, method: str, path: str, body: object = None) -> dict[str, object]:
        start = time.perf_counter()
        content = None if body is None else json.dumps(body)
        self.connection.request(method, path, content, {"Content-Type": "application/json"})
        response = self.connection.getresponse()
        raw = response.read()
        self.seconds.append(time.perf_counter() - start)
        self.statuses[response.status] += 1
        return json.loads(raw) if response.headers.get_content_subtype().endswith("json") else {"text": raw.decode()}

    def quantile(self, share: float) -> float:
        return sorted(self.seconds)[int(share * (len(self.seconds) - 1))]


class Service:
    """A running service with its own Redis, which the test suspends."""

    def __init__(self, address: str, redis_url: str) -> None:
        self.address, self.redis_url, self.callers = address, redis_url, []
        caller = self.caller()
        body = {"seats": 2, "chance": {"mode": "seeded", "seed": "hung"}}
        position, self.moves = caller.call("POST", f"{GAME}/states", body), []
        for _ in range(40):
            move = {"state": position["state"], "action": position["legal_actions"][0]}
            self.moves.append(move)
            position = caller.call("POST", f"{GAME}/moves", move)

    def caller(self):
        self.callers.append(Caller(self.address))
        return self.callers[-1]

    def close(self):
        for caller in self.callers:
            caller.connection.close()

    @contextmanager
    def hanging(self):
        with Redis.from_url(self.redis_url) as client:
            process = client.info("server")["process_id"]
        os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(process, signal.SIGCONT)

    @contextmanager
    def guarded_load(self):
        """Run clients that set up guarded matches, each with a short pause after a response."""
        is_over, callers = threading.Event(), [self.caller() for _ in range(GUARDED_CLIENTS)]

        def run(caller):
            while not is_over.wait(0.05):
                caller.call("POST", f"{GAME}/states", {"seats": 2, "guarded": True})

        threads = [threading.Thread(target=run, args=(caller,)) for caller in callers]
        for thread in threads:
            thread.start()
        try:
            yield callers
        finally:
            is_over.set()
            for thread in threads:
                thread.join()

    def play(self):
        """Play open moves one after another for SECONDS."""
        caller, end = self.caller(), time.monotonic() + SECONDS
        for move in cycle(self.moves):
            caller.call("POST", f"{GAME}/moves", move)
            if time.monotonic() > end:
                return caller


@pytest.fixture
def service(tmp_path):
    with embedded_redis() as redis:
        environment = clean_environment(
            REDIS_URL=redis.url,
            REFEREE_SECRET="0123456789abcdef0123456789abcdef",
            REFEREE_RATE_LIMIT="100000000/day",
            REFEREE_PORT="0",
        )
        server = start_server((*REFEREE, "serve"), environment, tmp_path)
        try:
            service = Service(server.address, redis.url)
            yield service
            service.close()
        finally:
            server.stop()


def figures(name, caller):
    return f"{name}: {len(caller.seconds)} calls, p50 {1000 * caller.quantile(0.5):.1f} ms, " + (
        f"p99 {1000 * caller.quantile(0.99):.1f} ms, worst {1000 * caller.quantile(1):.0f} ms {dict(caller.statuses)}"
    )


def test_open_moves_do_not_wait_for_a_hung_redis(service, record_property):
    service.play()
    normal = service.play()
    with service.hanging():
        hung = service.play()
    record_property("figures", figures("open moves, normal", normal))
    record_property("figures", figures("open moves, hung", hung))
    assert set(hung.statuses) == {200}
    assert hung.quantile(0.99) < 2 * normal.quantile(0.99) + SLACK_SECONDS


def test_a_client_with_few_calls_waits_once(service, record_property):
    """No request pays for the probes, which is what a client with few calls would notice."""
    caller = service.caller()
    with service.hanging():
        for move in cycle(service.moves):
            caller.call("POST", f"{GAME}/moves", move)
            time.sleep(0.05)
            if len(caller.seconds) == 100:
                break
    record_property("figures", figures("open moves, 20 a second, hung", caller))
    assert sum(seconds > 0.1 for seconds in caller.seconds) <= 1


def test_open_moves_do_not_wait_beside_guarded_clients_of_a_hung_redis(service, record_property):
    with service.guarded_load():
        normal = service.play()
    with service.hanging(), service.guarded_load() as refused:
        hung = service.play()
    record_property("figures", figures("open moves beside 16 guarded clients, normal", normal))
    record_property("figures", figures("open moves beside 16 guarded clients, hung", hung))
    record_property("figures", figures("one of the guarded clients, hung", refused[0]))
    assert set(hung.statuses) == {200}
    assert all(set(caller.statuses) == {503} for caller in refused)
    assert hung.quantile(0.99) < 2 * normal.quantile(0.99) + SLACK_SECONDS


def test_a_scrape_and_a_readiness_probe_of_a_hung_redis_take_less_than_a_second(service, record_property):
    with service.hanging():
        scrapes, probes = service.caller(), service.caller()
        for _ in range(5):
            text = scrapes.call("GET", "/metrics")["text"]
            assert "referee_store_up 0.0" in text
            assert "referee_search_queued NaN" in text
            assert probes.call("GET", "/readyz")["ready"]
            time.sleep(0.3)
    record_property("figures", figures("/metrics, hung", scrapes))
    record_property("figures", figures("/readyz, hung", probes))
    assert scrapes.quantile(1) < 1
    assert probes.quantile(1) < 1


def test_guarded_matches_are_served_a_second_after_redis_is_back(service):
    caller = service.caller()
    with service.hanging():
        end = time.monotonic() + 3
        while time.monotonic() < end:
            assert caller.call("POST", f"{GAME}/states", {"seats": 2, "guarded": True})["code"] == "guard-unavailable"
    start = time.monotonic()
    while "sealed_state" not in caller.call("POST", f"{GAME}/states", {"seats": 2, "guarded": True}):
        assert time.monotonic() - start < 1.5
        time.sleep(0.02)
