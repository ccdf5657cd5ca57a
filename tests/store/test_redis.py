"""The store in Redis when all is well between processes, and when Redis is killed, hangs or talks nonsense."""

import json
import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from threading import Event, Thread

import pytest
from redis import Redis

from referee_service.store import GUARD_SECONDS, Store, StoreHealth, StoreUnavailable
from referee_service.store.redis import MAX_BACKOFF_SECONDS, MIN_BACKOFF_SECONDS, CircuitBreaker, RedisStore
from tests.store.conftest import PATIENT

ROOT = Path(__file__).parents[2]
TIMEOUT = 0.5
ALMOST_TWICE = 0.9
"""Less than two timeouts, and enough more than one for a busy machine."""


def took(call, *arguments, **options):
    """What a call returns, and the seconds it took."""
    start = time.perf_counter()
    result = call(*arguments, **options)
    return result, time.perf_counter() - start


def refusing(call, *arguments):
    with pytest.raises(StoreUnavailable):
        call(*arguments)


def until(question, *, seconds=20):
    """Ask until the answer is yes."""
    latest = time.monotonic() + seconds
    while not question():
        assert time.monotonic() < latest, "it never came true"
        time.sleep(0.02)


# --- in Redis --------------------------------------------------------------------------------------------------------


def test_two_processes_see_the_same_cache_and_the_same_guards(server, client):
    here: Store = RedisStore(server.url, PATIENT)
    there: Store = RedisStore(server.url, PATIENT)
    here.put("digest", b"state", seconds=60)
    here.begin_guard("match")
    assert there.get("digest") == b"state"
    assert [here.commit("match", "a", "b"), there.commit("match", "a", "c")] == ["first", "other"]
    assert here.health() == StoreHealth("redis", up=True, shared=True, hits=0, misses=0, failures=0)


def test_all_keys_stand_under_our_prefix_and_end_some_day(server, client):
    store = RedisStore(server.url, PATIENT)
    store.put("digest", b"state", seconds=60)
    store.begin_guard("match")
    store.commit("match", "a", "b")
    left = {key: client.ttl(key) for key in client.scan_iter()}
    assert left.keys() == {b"referee:1:cache:digest", b"referee:1:guard:match"}
    assert 50 < left[b"referee:1:cache:digest"] <= 60
    assert GUARD_SECONDS - 60 < left[b"referee:1:guard:match"] <= GUARD_SECONDS


@pytest.mark.alone
def test_redis_itself_ends_a_value_in_time(server, client):
    store = RedisStore(server.url, PATIENT)
    store.put("digest", b"state", seconds=1)
    assert store.get("digest") == b"state"
    until(lambda: store.get("digest") is None, seconds=5)


RACER = """
import json, sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from referee_service.store.redis import RedisStore

url, name = sys.argv[1:]
store, line = RedisStore(url, 10.0), Barrier(4)
store.get("warm")

def run(lane):
    told = []
    for ply in range(50):
        line.wait()
        told.append(store.commit("match", f"base-{ply}", f"{name}-{lane}"))
    return told

print("ready", flush=True)
sys.stdin.readline()
with ThreadPoolExecutor(4) as pool:
    print(json.dumps(list(pool.map(run, range(4)))))
"""


@pytest.mark.alone
def test_of_sixteen_racers_in_four_processes_exactly_one_is_first(server, client):
    RedisStore(server.url, PATIENT).begin_guard("match")
    racers = [
        subprocess.Popen(
            [sys.executable, "-c", RACER, server.url, name],
            cwd=ROOT,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for name in "abcd"
    ]
    assert [racer.stdout.readline() for racer in racers] == ["ready\n"] * 4
    for racer in racers:
        racer.stdin.write("\n")
        racer.stdin.flush()
    told = [lane for racer in racers for lane in json.loads(racer.communicate(timeout=60)[0])]
    assert [Counter(ply) for ply in zip(*told, strict=True)] == [Counter(first=1, other=15)] * 50
    assert sum(lane.count("first") > 0 for lane in told) > 1, "nobody raced: one racer won every ply"


# --- killed ----------------------------------------------------------------------------------------------------------


@dataclass
class Player:
    """A thread that uses the cache without a rest, and what it saw."""

    store: RedisStore
    key: str
    is_over: Event = field(default_factory=Event)
    hits: list[float] = field(default_factory=list)
    slowest: float = 0.0
    trouble: list[object] = field(default_factory=list)

    def play(self):
        while not self.is_over.wait(0.001):
            try:
                _, putting = took(self.store.put, self.key, self.key.encode(), seconds=60)
                value, getting = took(self.store.get, self.key)
            except Exception as error:
                self.trouble.append(error)
                return
            self.slowest = max(self.slowest, putting, getting)
            if value == self.key.encode():
                self.hits.append(time.monotonic())
            elif value is not None:
                self.trouble.append(value)


@contextmanager
def playing(players):
    with ThreadPoolExecutor(len(players)) as pool:
        for player in players:
            pool.submit(player.play)
        try:
            yield
        finally:
            for player in players:
                player.is_over.set()


def kill_and_bring_back(server, players):
    """Nobody hits while the server is gone, everybody does after it is back."""
    server.stop()
    killed = time.monotonic()
    time.sleep(0.3)
    assert not [hit for player in players for hit in player.hits if hit > killed + 0.1]
    server.start()
    back = time.monotonic()
    until(lambda: all(player.hits[-1] > back for player in players))


@pytest.mark.alone
def test_redis_killed_in_the_middle_is_never_noticed_by_the_cache_and_it_recovers(mortal):
    store = RedisStore(mortal.url, TIMEOUT)
    players = [Player(store, f"key-{number}") for number in range(8)]
    with playing(players):
        until(lambda: all(len(player.hits) > 20 for player in players))
        kill_and_bring_back(mortal, players)
        kill_and_bring_back(mortal, players)
    assert [player.trouble for player in players] == [[]] * 8
    assert max(player.slowest for player in players) < ALMOST_TWICE


@pytest.mark.alone
def test_while_redis_is_gone_the_cache_misses_at_once_and_the_guard_says_so(mortal):
    store = RedisStore(mortal.url, TIMEOUT)
    store.put("digest", b"state", seconds=60)
    store.begin_guard("match")
    mortal.stop()
    for _ in range(3):
        assert took(store.get, "digest")[1] < ALMOST_TWICE
        assert took(store.put, "digest", b"state", seconds=60)[1] < ALMOST_TWICE
        assert took(refusing, store.commit, "match", "a", "b")[1] < ALMOST_TWICE
        assert took(refusing, store.begin_guard, "another")[1] < ALMOST_TWICE
    health, seconds = took(store.health)
    assert (health.up, health.shared, health.misses) == (False, True, 3)
    assert health.failures >= 7
    assert seconds < ALMOST_TWICE


def test_a_guard_works_again_at_once_when_redis_is_back_and_brings_the_cache_with_it(mortal, clock):
    store = RedisStore(mortal.url, PATIENT, clock=clock)
    mortal.stop()
    assert store.get("digest") is None
    refusing(store.begin_guard, "match")
    mortal.start()
    store.begin_guard("match")
    assert store.commit("match", "a", "b") == "first"
    store.put("digest", b"state", seconds=60)
    assert store.get("digest") == b"state"
    assert store.health().up


def test_the_cache_works_again_after_a_pause_when_redis_is_back(mortal, clock):
    store = RedisStore(mortal.url, PATIENT, clock=clock)
    store.put("digest", b"state", seconds=60)
    mortal.stop()
    assert store.get("digest") is None
    mortal.start()
    store.put("digest", b"state", seconds=60)
    assert not store.health().up, "the circuit is open, so nobody asked yet"
    clock.forward(MIN_BACKOFF_SECONDS)
    assert store.health().up
    store.put("digest", b"state", seconds=60)
    assert store.get("digest") == b"state"


def test_guards_lost_with_redis_fail_closed(mortal):
    store = RedisStore(mortal.url, PATIENT)
    store.begin_guard("match")
    assert store.commit("match", "a", "b") == "first"
    mortal.stop()
    mortal.start()
    assert store.commit("match", "a", "c") == "lost"
    assert store.commit("match", "b", "c") == "lost"


@pytest.mark.alone
def test_a_commit_whose_answer_was_lost_may_be_repeated(mortal, clock):
    store = RedisStore(mortal.url, TIMEOUT, clock=clock)
    store.begin_guard("match")
    with hanging(mortal):
        refusing(store.commit, "match", "a", "b")  # it lies in the server's socket and will be carried out
    until(lambda: Redis.from_url(mortal.url).hlen("referee:1:guard:match") == 2)
    assert store.commit("match", "a", "b") == "same"
    assert store.commit("match", "a", "c") == "other"


def test_going_and_coming_back_is_logged_once_and_without_the_password(mortal, clock, caplog):
    caplog.set_level(logging.DEBUG, "referee_service")
    store = RedisStore(mortal.url, PATIENT, clock=clock)
    mortal.stop()
    for _ in range(5):
        store.get("digest")
        refusing(store.commit, "match", "a", "b")
    mortal.start()
    clock.forward(MAX_BACKOFF_SECONDS)
    for _ in range(5):
        store.get("digest")
    gone, back = (record.getMessage() for record in caplog.records)
    assert gone.startswith("Redis failed, so nothing is cached until it is back: ")
    assert back == "Redis is back"
    assert mortal.url.split("@")[0].removeprefix("redis://:") not in caplog.text


# --- slow ------------------------------------------------------------------------------------------------------------


@contextmanager
def hanging(server):
    """The server stands still, with its sockets open, as it does when its machine swaps or its disk is stuck."""
    with Redis.from_url(server.url) as client:
        process = client.info("server")["process_id"]
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


@contextmanager
def saying(words):
    """The address of a server that accepts and says this to every call; None: it accepts and never says anything."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        if words is not None:
            Thread(target=_say, args=(listener, words), daemon=True).start()
        yield f"redis://127.0.0.1:{listener.getsockname()[1]}/0"
        with suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)


def _say(listener, words):
    with suppress(OSError):
        while True:
            connection, _ = listener.accept()
            with connection, suppress(OSError):
                while words and connection.recv(65536):
                    connection.sendall(words)


def assert_costs_one_timeout_and_then_nothing(store):
    """The clock of the circuit stands still meanwhile, so nobody tries again."""
    assert TIMEOUT * 0.9 < took(store.get, "digest")[1] < ALMOST_TWICE
    _, seconds = took(lambda: [(store.get("digest"), store.put("digest", b"", seconds=60)) for _ in range(100)])
    health, more_seconds = took(store.health)
    assert seconds + more_seconds < TIMEOUT * 0.9
    assert (health.up, health.hits, health.misses, health.failures) == (False, 0, 101, 1)


@pytest.mark.alone
def test_a_silent_server_costs_one_timeout_and_then_nothing(clock):
    with saying(None) as url:
        assert_costs_one_timeout_and_then_nothing(RedisStore(url, TIMEOUT, clock=clock))


@pytest.mark.alone
def test_a_hanging_redis_costs_one_timeout_and_then_nothing(mortal, clock):
    store = RedisStore(mortal.url, TIMEOUT, clock=clock)
    store.put("digest", b"state", seconds=60)
    with hanging(mortal):
        assert_costs_one_timeout_and_then_nothing(store)
    clock.forward(MIN_BACKOFF_SECONDS)
    assert store.get("digest") == b"state"


@pytest.mark.alone
def test_a_hanging_redis_costs_a_new_connection_one_timeout_too(mortal, clock):
    with hanging(mortal):
        assert_costs_one_timeout_and_then_nothing(RedisStore(mortal.url, TIMEOUT, clock=clock))


@pytest.mark.alone
def test_after_the_pause_one_call_tries_and_the_others_go_on(clock):
    with saying(None) as url:
        store = RedisStore(url, TIMEOUT, clock=clock)
        store.get("digest")
        clock.forward(MIN_BACKOFF_SECONDS)
        with ThreadPoolExecutor(16) as pool:
            seconds = sorted(pool.map(lambda _: took(store.get, "digest")[1], range(16)))
        assert TIMEOUT * 0.9 < seconds[-1] < ALMOST_TWICE
        assert seconds[-2] < TIMEOUT * 0.9
        assert store.health().failures == 2


@pytest.mark.alone
def test_a_guard_call_always_tries_and_waits_one_timeout(mortal, clock):
    store = RedisStore(mortal.url, TIMEOUT, clock=clock)
    with hanging(mortal):
        for failures in (1, 2, 3):
            assert TIMEOUT * 0.9 < took(refusing, store.commit, "match", "a", "b")[1] < ALMOST_TWICE
            assert store.health().failures == failures


@pytest.mark.alone
def test_a_late_answer_is_never_taken_for_the_answer_to_another_question(mortal, clock):
    store = RedisStore(mortal.url, TIMEOUT, clock=clock)
    store.put("a", b"A", seconds=60)
    store.put("b", b"B", seconds=60)
    with hanging(mortal):
        assert store.get("a") is None
    clock.forward(MIN_BACKOFF_SECONDS)
    assert [store.get("b"), store.get("a"), store.get("c")] == [b"B", b"A", None]


# --- talking nonsense ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        b"",
        b"\r\n",
        b"HTTP/1.1 400 Bad Request\r\n\r\n",
        b"+OK\r\n",
        b"-ERR no\r\n",
        b"-OOM command not allowed when used memory > 'maxmemory'.\r\n",
        b"-LOADING Redis is loading the dataset in memory\r\n",
        b"-NOAUTH Authentication required.\r\n",
        b"-READONLY You can't write against a read only replica.\r\n",
        b":1\r\n",
        b":one\r\n",
        b"$three\r\none\r\n",
        b"*1\r\n$5\r\nfirst\r\n",
        b"*one\r\n",
        b"$5\r\nfirst",
        b"$9\r\nthe first\r\n",
        b"*1\r\n" * 5000,
        b"\xff\xfe\x00\r\n",
        bytes(range(255, -1, -1)) * 4,
    ],
    ids=lambda words: ascii(words[:20]),
)
def test_whatever_the_server_says_the_cache_never_raises_and_the_guard_only_says_it_is_down(words, clock):
    with saying(words) as url:
        store = RedisStore(url, TIMEOUT / 5, clock=clock)
        assert isinstance(store.get("digest"), bytes | None)
        clock.forward(MAX_BACKOFF_SECONDS)
        store.put("digest", b"state", seconds=60)
        clock.forward(MAX_BACKOFF_SECONDS)
        refusing(store.commit, "match", "a", "b")
        clock.forward(MAX_BACKOFF_SECONDS)
        assert store.health().failures >= 1


def test_a_new_connection_asks_its_question_at_once():
    """Every word more on connecting is a round trip more, and a silent server could cost a timeout for each."""
    with socket.create_server(("127.0.0.1", 0)) as listener, ThreadPoolExecutor(1) as pool:
        store = RedisStore(f"redis://127.0.0.1:{listener.getsockname()[1]}/0", PATIENT)
        answer = pool.submit(store.get, "digest")
        connection, _ = listener.accept()
        with connection:
            assert connection.recv(65536) == b"*2\r\n$3\r\nGET\r\n$22\r\nreferee:1:cache:digest\r\n"
            connection.sendall(b"$5\r\nstate\r\n")
            assert answer.result() == b"state"


def test_a_wrong_password_is_a_store_that_is_down(server, client, clock):
    store = RedisStore(server.url.replace("redis://:", "redis://:not-"), PATIENT, clock=clock)
    assert store.get("digest") is None
    refusing(store.begin_guard, "match")
    assert not store.health().up


def test_a_full_redis_misses_and_refuses_to_guard(mortal, clock):
    store = RedisStore(mortal.url, PATIENT, clock=clock)
    store.begin_guard("match")
    with Redis.from_url(mortal.url) as client:
        client.config_set("maxmemory", 1)
        store.put("digest", b"state", seconds=60)
        refusing(store.commit, "match", "a", "b")
        client.config_set("maxmemory", 0)
    assert store.commit("match", "a", "b") == "first"


# --- the circuit -----------------------------------------------------------------------------------------------------


def tries(circuit, clock, seconds, step=0.05):
    """The moments at which calls are let through, asking all the time and failing every time."""
    start, moments = clock.now, []
    while clock.now < start + seconds:
        if circuit.allows_call():
            moments.append(round(clock.now - start, 2))
            circuit.record_failure()
        clock.forward(step)
    return moments


def test_pauses_grow_from_half_a_second_to_ten(clock):
    moments = tries(CircuitBreaker(clock), clock, 60)
    pauses = [later - earlier for earlier, later in pairwise(moments)]
    assert pauses == pytest.approx([0.5, 1, 2, 4, 8, 10, 10, 10, 10], abs=0.06)


def test_one_success_closes_it_and_the_next_pause_is_short_again(clock):
    circuit = CircuitBreaker(clock)
    tries(circuit, clock, 60)
    assert circuit.record_success()
    assert all(circuit.allows_call() for _ in range(10))
    assert tries(circuit, clock, 1) == pytest.approx([0, 0.5], abs=0.06)


def test_many_failures_at_once_open_it_once(clock):
    circuit = CircuitBreaker(clock)
    assert [circuit.record_failure() for _ in range(10)] == [True] + [False] * 9
    assert not circuit.allows_call()
    clock.forward(MIN_BACKOFF_SECONDS)
    assert circuit.allows_call()


def test_of_many_who_ask_after_the_pause_one_is_let_through(clock):
    circuit = CircuitBreaker(clock)
    circuit.record_failure()
    clock.forward(MIN_BACKOFF_SECONDS)
    with ThreadPoolExecutor(16) as pool:
        assert sum(pool.map(lambda _: circuit.allows_call(), range(1000))) == 1


def test_a_try_that_never_ends_does_not_keep_it_open_for_ever(clock):
    circuit = CircuitBreaker(clock)
    circuit.record_failure()
    clock.forward(MIN_BACKOFF_SECONDS)
    assert circuit.allows_call()
    assert not circuit.allows_call()
    clock.forward(2 * MIN_BACKOFF_SECONDS)
    assert circuit.allows_call()


def test_a_closed_circuit_tells_nothing_new(clock):
    assert not CircuitBreaker(clock).record_success()
