"""The Redis store: shared by processes, and with a Redis that is killed, hangs or sends nonsense."""

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
ONE_TIMEOUT_AT_MOST = 0.9
"""Upper bound in seconds for one timeout on a busy machine. Two timeouts take longer."""


def took(call, *arguments, **options):
    """Return the result of a call and the seconds it took."""
    start = time.perf_counter()
    result = call(*arguments, **options)
    return result, time.perf_counter() - start


def assert_unavailable(call, *arguments):
    with pytest.raises(StoreUnavailable):
        call(*arguments)


def wait_until(condition, *, seconds=20):
    """Wait until a condition holds, and fail after `seconds`."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "the condition never held"
        time.sleep(0.02)


# --- several processes -----------------------------------------------------------------------------------------------


def test_two_processes_see_the_same_cache_and_the_same_guards(server, client):
    here: Store = RedisStore(server.url, PATIENT)
    there: Store = RedisStore(server.url, PATIENT)
    here.put("digest", b"state", seconds=60)
    here.begin_guard("match")
    assert there.get("digest") == b"state"
    assert [here.commit("match", "a", "b"), there.commit("match", "a", "c")] == ["first", "other"]
    assert here.health() == StoreHealth("redis", up=True, shared=True, hits=0, misses=0, failures=0)


def test_all_keys_have_the_prefix_and_expire(server, client):
    store = RedisStore(server.url, PATIENT)
    store.put("digest", b"state", seconds=60)
    store.begin_guard("match")
    store.commit("match", "a", "b")
    lifetimes = {key: client.ttl(key) for key in client.scan_iter()}
    assert lifetimes.keys() == {b"referee:1:cache:digest", b"referee:1:guard:match"}
    assert 50 < lifetimes[b"referee:1:cache:digest"] <= 60
    assert GUARD_SECONDS - 60 < lifetimes[b"referee:1:guard:match"] <= GUARD_SECONDS


@pytest.mark.alone
def test_redis_expires_a_value_in_time(server, client):
    store = RedisStore(server.url, PATIENT)
    store.put("digest", b"state", seconds=1)
    assert store.get("digest") == b"state"
    wait_until(lambda: store.get("digest") is None, seconds=5)


RACER = """
import json, sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from referee_service.store.redis import RedisStore

url, name = sys.argv[1:]
store, line = RedisStore(url, 10.0), Barrier(4)
store.get("warm")

def run(lane):
    statuses = []
    for ply in range(50):
        line.wait()
        statuses.append(store.commit("match", f"base-{ply}", f"{name}-{lane}"))
    return statuses

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
    lanes = [lane for racer in racers for lane in json.loads(racer.communicate(timeout=60)[0])]
    assert [Counter(ply) for ply in zip(*lanes, strict=True)] == [Counter(first=1, other=15)] * 50
    assert sum(lane.count("first") > 0 for lane in lanes) > 1, "one racer won every ply, so there was no race"


# --- Redis killed ----------------------------------------------------------------------------------------------------


@dataclass
class CacheUser:
    """A thread that uses the cache continuously and records its hits, its slowest call and its errors."""

    store: RedisStore
    key: str
    is_over: Event = field(default_factory=Event)
    hits: list[float] = field(default_factory=list)
    slowest: float = 0.0
    errors: list[object] = field(default_factory=list)

    def run(self):
        while not self.is_over.wait(0.001):
            try:
                _, put_seconds = took(self.store.put, self.key, self.key.encode(), seconds=60)
                value, get_seconds = took(self.store.get, self.key)
            except Exception as error:
                self.errors.append(error)
                return
            self.slowest = max(self.slowest, put_seconds, get_seconds)
            if value == self.key.encode():
                self.hits.append(time.monotonic())
            elif value is not None:
                self.errors.append(value)


@contextmanager
def running(users):
    with ThreadPoolExecutor(len(users)) as pool:
        for user in users:
            pool.submit(user.run)
        try:
            yield
        finally:
            for user in users:
                user.is_over.set()


def restart(server, users):
    """Stop and start the server. No user has hits during the outage, and every user has hits after it."""
    server.stop()
    stop_time = time.monotonic()
    time.sleep(0.3)
    assert not [hit for user in users for hit in user.hits if hit > stop_time + 0.1]
    server.start()
    start_time = time.monotonic()
    wait_until(lambda: all(user.hits[-1] > start_time for user in users))


@pytest.mark.alone
def test_the_cache_survives_outages_without_errors_and_recovers(private_server):
    store = RedisStore(private_server.url, TIMEOUT)
    users = [CacheUser(store, f"key-{number}") for number in range(8)]
    with running(users):
        wait_until(lambda: all(len(user.hits) > 20 for user in users))
        restart(private_server, users)
        restart(private_server, users)
    assert [user.errors for user in users] == [[]] * 8
    assert max(user.slowest for user in users) < ONE_TIMEOUT_AT_MOST


@pytest.mark.alone
def test_during_an_outage_the_cache_misses_at_once_and_the_guard_raises(private_server):
    store = RedisStore(private_server.url, TIMEOUT)
    store.put("digest", b"state", seconds=60)
    store.begin_guard("match")
    private_server.stop()
    for _ in range(3):
        assert took(store.get, "digest")[1] < ONE_TIMEOUT_AT_MOST
        assert took(store.put, "digest", b"state", seconds=60)[1] < ONE_TIMEOUT_AT_MOST
        assert took(assert_unavailable, store.commit, "match", "a", "b")[1] < ONE_TIMEOUT_AT_MOST
        assert took(assert_unavailable, store.begin_guard, "another")[1] < ONE_TIMEOUT_AT_MOST
    health, seconds = took(store.health)
    assert (health.up, health.shared, health.misses) == (False, True, 3)
    assert health.failures >= 7
    assert seconds < ONE_TIMEOUT_AT_MOST


def test_a_guard_call_works_at_once_after_an_outage_and_closes_the_circuit(private_server, clock):
    store = RedisStore(private_server.url, PATIENT, clock=clock)
    private_server.stop()
    assert store.get("digest") is None
    assert_unavailable(store.begin_guard, "match")
    private_server.start()
    store.begin_guard("match")
    assert store.commit("match", "a", "b") == "first"
    store.put("digest", b"state", seconds=60)
    assert store.get("digest") == b"state"
    assert store.health().up


def test_the_cache_works_again_after_the_backoff(private_server, clock):
    store = RedisStore(private_server.url, PATIENT, clock=clock)
    store.put("digest", b"state", seconds=60)
    private_server.stop()
    assert store.get("digest") is None
    private_server.start()
    store.put("digest", b"state", seconds=60)
    assert not store.health().up, "the circuit is still open"
    clock.forward(MIN_BACKOFF_SECONDS)
    assert store.health().up
    store.put("digest", b"state", seconds=60)
    assert store.get("digest") == b"state"


def test_guards_that_redis_lost_fail_closed(private_server):
    store = RedisStore(private_server.url, PATIENT)
    store.begin_guard("match")
    assert store.commit("match", "a", "b") == "first"
    private_server.stop()
    private_server.start()
    assert store.commit("match", "a", "c") == "lost"
    assert store.commit("match", "b", "c") == "lost"


@pytest.mark.alone
def test_a_commit_without_an_answer_may_be_repeated(private_server, clock):
    store = RedisStore(private_server.url, TIMEOUT, clock=clock)
    store.begin_guard("match")
    with hanging(private_server):
        assert_unavailable(store.commit, "match", "a", "b")  # the server still executes it when it continues
    wait_until(lambda: Redis.from_url(private_server.url).hlen("referee:1:guard:match") == 2)
    assert store.commit("match", "a", "b") == "same"
    assert store.commit("match", "a", "c") == "other"


def test_outage_and_recovery_are_logged_once_without_the_password(private_server, clock, caplog):
    caplog.set_level(logging.DEBUG, "referee_service")
    store = RedisStore(private_server.url, PATIENT, clock=clock)
    private_server.stop()
    for _ in range(5):
        store.get("digest")
        assert_unavailable(store.commit, "match", "a", "b")
    private_server.start()
    clock.forward(MAX_BACKOFF_SECONDS)
    for _ in range(5):
        store.get("digest")
    failure, recovery = (record.getMessage() for record in caplog.records)
    assert failure.startswith("Redis is unreachable; only the local cache is used, and guarded moves are refused: ")
    assert recovery == "Redis is back"
    assert private_server.url.split("@")[0].removeprefix("redis://:") not in caplog.text


# --- Redis hangs -----------------------------------------------------------------------------------------------------


@contextmanager
def hanging(server):
    """Suspend the server with open sockets, as happens when its machine swaps or its disk is stuck."""
    with Redis.from_url(server.url) as client:
        process = client.info("server")["process_id"]
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


@contextmanager
def server_replying(reply):
    """Yield the URL of a server that sends `reply` to every call. With None it accepts calls and sends nothing."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        if reply is not None:
            Thread(target=_send_replies, args=(listener, reply), daemon=True).start()
        yield f"redis://127.0.0.1:{listener.getsockname()[1]}/0"
        with suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)


def _send_replies(listener, reply):
    with suppress(OSError):
        while True:
            connection, _ = listener.accept()
            with connection, suppress(OSError):
                while reply and connection.recv(65536):
                    connection.sendall(reply)


def assert_costs_one_timeout_and_then_nothing(store):
    """Check the time of the first and of later calls. The clock of the circuit does not move, so no call is retried."""
    assert TIMEOUT * 0.9 < took(store.get, "digest")[1] < ONE_TIMEOUT_AT_MOST
    _, seconds = took(lambda: [(store.get("digest"), store.put("digest", b"", seconds=60)) for _ in range(100)])
    health, more_seconds = took(store.health)
    assert seconds + more_seconds < TIMEOUT * 0.9
    assert (health.up, health.hits, health.misses, health.failures) == (False, 0, 101, 1)


@pytest.mark.alone
def test_a_silent_server_costs_one_timeout_and_then_nothing(clock):
    with server_replying(None) as url:
        assert_costs_one_timeout_and_then_nothing(RedisStore(url, TIMEOUT, clock=clock))


@pytest.mark.alone
def test_a_hanging_redis_costs_one_timeout_and_then_nothing(private_server, clock):
    store = RedisStore(private_server.url, TIMEOUT, clock=clock)
    store.put("digest", b"state", seconds=60)
    with hanging(private_server):
        assert_costs_one_timeout_and_then_nothing(store)
    clock.forward(MIN_BACKOFF_SECONDS)
    assert store.get("digest") == b"state"


@pytest.mark.alone
def test_a_hanging_redis_costs_a_new_connection_one_timeout_too(private_server, clock):
    with hanging(private_server):
        assert_costs_one_timeout_and_then_nothing(RedisStore(private_server.url, TIMEOUT, clock=clock))


@pytest.mark.alone
def test_after_the_backoff_one_call_tries_and_the_others_miss_at_once(clock):
    with server_replying(None) as url:
        store = RedisStore(url, TIMEOUT, clock=clock)
        store.get("digest")
        clock.forward(MIN_BACKOFF_SECONDS)
        with ThreadPoolExecutor(16) as pool:
            seconds = sorted(pool.map(lambda _: took(store.get, "digest")[1], range(16)))
        assert TIMEOUT * 0.9 < seconds[-1] < ONE_TIMEOUT_AT_MOST
        assert seconds[-2] < TIMEOUT * 0.9
        assert store.health().failures == 2


@pytest.mark.alone
def test_a_guard_call_always_tries_for_one_timeout(private_server, clock):
    store = RedisStore(private_server.url, TIMEOUT, clock=clock)
    with hanging(private_server):
        for failures in (1, 2, 3):
            assert TIMEOUT * 0.9 < took(assert_unavailable, store.commit, "match", "a", "b")[1] < ONE_TIMEOUT_AT_MOST
            assert store.health().failures == failures


@pytest.mark.alone
def test_a_late_reply_is_never_used_for_another_call(private_server, clock):
    store = RedisStore(private_server.url, TIMEOUT, clock=clock)
    store.put("a", b"A", seconds=60)
    store.put("b", b"B", seconds=60)
    with hanging(private_server):
        assert store.get("a") is None
    clock.forward(MIN_BACKOFF_SECONDS)
    assert [store.get("b"), store.get("a"), store.get("c")] == [b"B", b"A", None]


# --- invalid replies -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "reply",
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
    ids=lambda reply: ascii(reply[:20]),
)
def test_for_any_reply_the_cache_never_raises_and_the_guard_raises_only_store_unavailable(reply, clock):
    with server_replying(reply) as url:
        store = RedisStore(url, TIMEOUT / 5, clock=clock)
        assert isinstance(store.get("digest"), bytes | None)
        clock.forward(MAX_BACKOFF_SECONDS)
        store.put("digest", b"state", seconds=60)
        clock.forward(MAX_BACKOFF_SECONDS)
        assert_unavailable(store.commit, "match", "a", "b")
        clock.forward(MAX_BACKOFF_SECONDS)
        assert store.health().failures >= 1


def test_a_new_connection_sends_only_its_command():
    """Each further command on connecting costs a round trip, and a timeout if the server does not respond."""
    with socket.create_server(("127.0.0.1", 0)) as listener, ThreadPoolExecutor(1) as pool:
        store = RedisStore(f"redis://127.0.0.1:{listener.getsockname()[1]}/0", PATIENT)
        value = pool.submit(store.get, "digest")
        connection, _ = listener.accept()
        with connection:
            assert connection.recv(65536) == b"*2\r\n$3\r\nGET\r\n$22\r\nreferee:1:cache:digest\r\n"
            connection.sendall(b"$5\r\nstate\r\n")
            assert value.result() == b"state"


def test_with_a_wrong_password_the_store_is_down(server, client, clock):
    store = RedisStore(server.url.replace("redis://:", "redis://:not-"), PATIENT, clock=clock)
    assert store.get("digest") is None
    assert_unavailable(store.begin_guard, "match")
    assert not store.health().up


def test_a_full_redis_misses_and_raises_for_guards(private_server, clock):
    store = RedisStore(private_server.url, PATIENT, clock=clock)
    store.begin_guard("match")
    with Redis.from_url(private_server.url) as client:
        client.config_set("maxmemory", 1)
        store.put("digest", b"state", seconds=60)
        assert_unavailable(store.commit, "match", "a", "b")
        client.config_set("maxmemory", 0)
    assert store.commit("match", "a", "b") == "first"


# --- circuit breaker -------------------------------------------------------------------------------------------------


def allowed_times(circuit, clock, seconds, step=0.05):
    """Return the times at which calls are allowed if every call fails."""
    start, times = clock.now, []
    while clock.now < start + seconds:
        if circuit.allows_call():
            times.append(round(clock.now - start, 2))
            circuit.record_failure()
        clock.forward(step)
    return times


def test_the_backoff_grows_from_half_a_second_to_ten(clock):
    times = allowed_times(CircuitBreaker(clock), clock, 60)
    pauses = [later - earlier for earlier, later in pairwise(times)]
    assert pauses == pytest.approx([0.5, 1, 2, 4, 8, 10, 10, 10, 10], abs=0.06)


def test_a_success_closes_the_circuit_and_resets_the_backoff(clock):
    circuit = CircuitBreaker(clock)
    allowed_times(circuit, clock, 60)
    assert circuit.record_success()
    assert all(circuit.allows_call() for _ in range(10))
    assert allowed_times(circuit, clock, 1) == pytest.approx([0, 0.5], abs=0.06)


def test_concurrent_failures_open_the_circuit_once(clock):
    circuit = CircuitBreaker(clock)
    assert [circuit.record_failure() for _ in range(10)] == [True] + [False] * 9
    assert not circuit.allows_call()
    clock.forward(MIN_BACKOFF_SECONDS)
    assert circuit.allows_call()


def test_after_the_backoff_one_of_many_calls_is_allowed(clock):
    circuit = CircuitBreaker(clock)
    circuit.record_failure()
    clock.forward(MIN_BACKOFF_SECONDS)
    with ThreadPoolExecutor(16) as pool:
        assert sum(pool.map(lambda _: circuit.allows_call(), range(1000))) == 1


def test_a_call_that_never_ends_does_not_keep_the_circuit_open(clock):
    circuit = CircuitBreaker(clock)
    circuit.record_failure()
    clock.forward(MIN_BACKOFF_SECONDS)
    assert circuit.allows_call()
    assert not circuit.allows_call()
    clock.forward(2 * MIN_BACKOFF_SECONDS)
    assert circuit.allows_call()


def test_a_success_does_not_close_a_closed_circuit(clock):
    assert not CircuitBreaker(clock).record_success()
