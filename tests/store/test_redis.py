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
from pathlib import Path
from threading import Event, Thread

import pytest
from redis import Redis

from referee_service.store import GUARD_SECONDS, Commit, Store, StoreHealth, StoreUnavailable
from referee_service.store.build_id import build_id
from referee_service.store.circuit_breaker import MAX_PAUSE_SECONDS
from referee_service.store.embedded import embedded_redis
from referee_service.store.redis import RedisStore
from tests.store.conftest import PATIENT

AB, AC, BC = Commit("a", 0, "b", 1), Commit("a", 0, "c", 1), Commit("b", 1, "c", 2)
CACHE_KEY = f"referee:1:cache:{build_id()}:digest".encode()
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
    assert [here.commit("match", AB), there.commit("match", AC)] == ["first", "other"]
    assert here.health() == StoreHealth(
        "redis", up=True, shared=True, hits=0, misses=0, failures=0, warnings=("one-redis",)
    )


def test_all_keys_have_the_prefix_and_expire(server, client):
    store = RedisStore(server.url, PATIENT)
    store.put("digest", b"state", seconds=60)
    store.begin_guard("match")
    store.commit("match", AB)
    lifetimes = {key: client.ttl(key) for key in client.scan_iter()}
    assert lifetimes.keys() == {CACHE_KEY, b"referee:1:guard:match"}
    assert 50 < lifetimes[CACHE_KEY] <= 60
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
from referee_service.store import Commit
from referee_service.store.redis import RedisStore

url, name = sys.argv[1:]
store, line = RedisStore(url, 10.0), Barrier(4)
store.get("warm")

def run(lane):
    statuses = []
    for ply in range(50):
        line.wait()
        statuses.append(store.commit("match", Commit(f"base-{ply}", 2 * ply, f"{name}-{lane}", 2 * ply + 1)))
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
        assert took(assert_unavailable, store.commit, "match", AB)[1] < ONE_TIMEOUT_AT_MOST
        assert took(assert_unavailable, store.begin_guard, "another")[1] < ONE_TIMEOUT_AT_MOST
    health, seconds = took(store.health)
    assert (health.up, health.shared, health.misses, health.failures) == (False, True, 3, 1)
    assert seconds < ONE_TIMEOUT_AT_MOST


@pytest.mark.alone
def test_cache_and_guards_work_again_at_most_a_pause_after_an_outage(private_server):
    store = RedisStore(private_server.url, TIMEOUT)
    private_server.stop()
    assert store.get("digest") is None
    assert_unavailable(store.begin_guard, "match")
    private_server.start()
    wait_until(lambda: store.health().up, seconds=2 * MAX_PAUSE_SECONDS)
    store.begin_guard("match")
    assert store.commit("match", AB) == "first"
    store.put("digest", b"state", seconds=60)
    assert store.get("digest") == b"state"


def test_guards_that_redis_lost_fail_closed(private_server):
    store = RedisStore(private_server.url, PATIENT)
    store.begin_guard("match")
    assert store.commit("match", AB) == "first"
    private_server.stop()
    private_server.start()
    assert store.commit("match", AC) == "lost"
    assert store.commit("match", BC) == "lost"


@pytest.mark.alone
def test_a_commit_without_an_answer_may_be_repeated(private_server):
    store = RedisStore(private_server.url, TIMEOUT)
    store.begin_guard("match")
    with hanging(private_server):
        assert_unavailable(store.commit, "match", AB)  # the server still executes it when it continues
    wait_until(lambda: store.health().up)
    assert store.commit("match", AB) == "same"
    assert store.commit("match", AC) == "other"


@pytest.mark.alone
def test_outage_and_recovery_are_logged_once_without_the_password(private_server, caplog):
    caplog.set_level(logging.DEBUG, "referee_service")
    store = RedisStore(private_server.url, TIMEOUT)
    private_server.stop()
    for _ in range(5):
        store.get("digest")
        assert_unavailable(store.commit, "match", AB)
    private_server.start()
    wait_until(lambda: len(caplog.records) == 2)
    for _ in range(5):
        store.get("digest")
    failure, recovery = (record.getMessage() for record in caplog.records)
    assert failure.startswith("Redis is unreachable; what needs it is refused: ")
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
    """Check the time of the first call and of later ones: calls of the cache, of guards and of health."""
    assert TIMEOUT * 0.9 < took(store.get, "digest")[1] < ONE_TIMEOUT_AT_MOST
    _, seconds = took(lambda: [(store.get("digest"), store.put("digest", b"", seconds=60)) for _ in range(100)])
    _, guard_seconds = took(lambda: [assert_unavailable(store.commit, "match", AB) for _ in range(100)])
    health, more_seconds = took(store.health)
    assert seconds + guard_seconds + more_seconds < TIMEOUT * 0.9
    assert (health.up, health.cache_up, health.hits, health.misses, health.failures) == (False, False, 0, 101, 1)


@pytest.mark.alone
def test_a_silent_server_costs_one_timeout_and_then_nothing():
    with server_replying(None) as url:
        assert_costs_one_timeout_and_then_nothing(RedisStore(url, TIMEOUT))


@pytest.mark.alone
def test_a_hanging_redis_costs_one_timeout_and_then_nothing(private_server):
    store = RedisStore(private_server.url, TIMEOUT)
    store.put("digest", b"state", seconds=60)
    with hanging(private_server):
        assert_costs_one_timeout_and_then_nothing(store)
    wait_until(lambda: store.get("digest") == b"state", seconds=2 * MAX_PAUSE_SECONDS)


@pytest.mark.alone
def test_a_hanging_redis_costs_a_new_connection_one_timeout_too(private_server):
    with hanging(private_server):
        assert_costs_one_timeout_and_then_nothing(RedisStore(private_server.url, TIMEOUT))


@pytest.mark.alone
def test_no_call_waits_again_however_long_redis_hangs(private_server):
    store = RedisStore(private_server.url, TIMEOUT)
    with hanging(private_server):
        store.get("digest")
        end = time.monotonic() + 4 * MAX_PAUSE_SECONDS
        slowest = 0.0
        while time.monotonic() < end:
            slowest = max(slowest, took(store.get, "digest")[1], took(assert_unavailable, store.begin_guard, "m")[1])
            time.sleep(0.01)
    assert slowest < TIMEOUT / 2
    assert store.health().failures == 1


@pytest.mark.alone
def test_a_late_reply_is_never_used_for_another_call(private_server):
    store = RedisStore(private_server.url, TIMEOUT)
    store.put("a", b"A", seconds=60)
    store.put("b", b"B", seconds=60)
    with hanging(private_server):
        assert store.get("a") is None
    wait_until(lambda: store.health().up)
    assert [store.get("b"), store.get("a"), store.get("c")] == [b"B", b"A", None]


# --- two servers -----------------------------------------------------------------------------------------------------


@pytest.fixture
def cache_server():
    with embedded_redis("cache") as server:
        yield server


def test_the_cache_and_the_guards_are_in_their_own_redis(private_server, cache_server):
    store = RedisStore(private_server.url, PATIENT, cache_url=cache_server.url)
    store.put("digest", b"state", seconds=60)
    store.begin_guard("match")
    with Redis.from_url(private_server.url) as data, Redis.from_url(cache_server.url) as cache:
        assert data.keys() == [b"referee:1:guard:match"]
        assert cache.keys() == [CACHE_KEY]
    assert store.health().warnings == ()


def test_without_the_cache_redis_guards_work_and_the_reverse(private_server, cache_server):
    store = RedisStore(private_server.url, PATIENT, cache_url=cache_server.url)
    cache_server.stop()
    assert store.get("digest") is None
    store.begin_guard("match")
    assert (store.health().up, store.health().cache_up) == (True, False)
    cache_server.start()
    wait_until(lambda: store.health().cache_up)
    private_server.stop()
    assert_unavailable(store.commit, "match", AB)
    store.put("digest", b"state", seconds=60)
    assert store.get("digest") == b"state"
    assert (store.health().up, store.health().cache_up) == (False, True)


@pytest.mark.parametrize("change", [("/0", "/1"), ("127.0.0.1", "localhost")])
def test_two_addresses_of_one_server_are_a_warning_that_is_logged_once(private_server, change, caplog):
    store = RedisStore(private_server.url, PATIENT, cache_url=private_server.url.replace(*change))
    assert store.health().warnings == ("one-redis",)
    assert store.health().warnings == ("one-redis",)
    assert [record.getMessage().partition(";")[0] for record in caplog.records] == ["cache and data are in one Redis"]


def test_a_full_cache_evicts_old_values_and_neither_guards_nor_counts(private_server, cache_server):
    store = RedisStore(private_server.url, PATIENT, cache_url=cache_server.url)
    store.begin_guard("match")
    with Redis.from_url(cache_server.url) as cache:
        assert cache.config_get("maxmemory-policy") == {"maxmemory-policy": "allkeys-lru"}
        cache.config_set("maxmemory", cache.info("memory")["used_memory"] + (1 << 20))
        for number in range(100):
            store.put(f"digest-{number}", bytes(100_000), seconds=60)
        assert cache.info("stats")["evicted_keys"] > 50
    assert store.get("digest-99") == bytes(100_000)
    assert store.commit("match", AB) == "first"
    assert store.health().failures == 0


def test_a_data_redis_that_evicts_is_a_warning(private_server, cache_server):
    store = RedisStore(private_server.url, PATIENT, cache_url=cache_server.url)
    assert store.health().warnings == ()
    with Redis.from_url(private_server.url) as client:
        client.config_set("maxmemory-policy", "volatile-ttl")
    assert store.health().warnings == ("data-redis-evicts",)


def test_a_redis_that_refuses_writes_says_why_and_keeps_the_circuit_closed(private_server, cache_server, caplog):
    store = RedisStore(private_server.url, PATIENT, cache_url=cache_server.url)
    store.begin_guard("match")
    with Redis.from_url(private_server.url) as client:
        client.config_set("maxmemory", 1)
        for _ in range(3):
            assert_unavailable(store.commit, "match", AB)
        health = store.health()
        assert (health.up, health.refusal) == (True, "full")
        client.config_set("maxmemory", 0)
        client.replicaof("127.0.0.1", 1)
        assert_unavailable(store.commit, "match", AB)
        assert store.health().refusal == "read-only"
        client.replicaof("NO", "ONE")
    assert store.commit("match", AB) == "first"
    assert store.health().refusal is None
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == ["Redis refuses a command"]


def test_a_guard_of_an_earlier_version_continues(server, client):
    client.hset("referee:1:guard:match", mapping={"begun": "", "base:a": "b", "base:b": "c"})
    store = RedisStore(server.url, PATIENT)
    assert [store.commit("match", commit) for commit in (AB, AC, BC)] == ["same", "other", "same"]
    assert store.commit("match", Commit("c", -1, "d", 3)) == "first"
    assert store.commit("match", Commit("d", 3, "e", 4)) == "first"


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
def test_for_any_reply_the_cache_never_raises_and_the_guard_raises_only_store_unavailable(reply):
    """Every call has its own store, because the first failure stops all later calls."""
    with server_replying(reply) as url:
        assert isinstance(RedisStore(url, TIMEOUT / 5).get("digest"), bytes | None)
        RedisStore(url, TIMEOUT / 5).put("digest", b"state", seconds=60)
        store = RedisStore(url, TIMEOUT / 5)
        assert_unavailable(store.commit, "match", AB)
        assert store.health().failures >= 1
        assert RedisStore(url, TIMEOUT / 5).health().hits == 0


def test_a_new_connection_sends_only_its_command():
    """Each further command on connecting costs a round trip, and a timeout if the server does not respond."""
    with socket.create_server(("127.0.0.1", 0)) as listener, ThreadPoolExecutor(1) as pool:
        store = RedisStore(f"redis://127.0.0.1:{listener.getsockname()[1]}/0", PATIENT)
        value = pool.submit(store.get, "digest")
        connection, _ = listener.accept()
        with connection:
            assert connection.recv(65536) == b"*2\r\n$3\r\nGET\r\n$%d\r\n%b\r\n" % (len(CACHE_KEY), CACHE_KEY)
            connection.sendall(b"$5\r\nstate\r\n")
            assert value.result() == b"state"


def test_with_a_wrong_password_the_store_is_down(server, client):
    store = RedisStore(server.url.replace("redis://:", "redis://:not-"), PATIENT)
    assert store.get("digest") is None
    assert_unavailable(store.begin_guard, "match")
    assert not store.health().up


def test_a_full_redis_misses_and_raises_for_guards(private_server):
    store = RedisStore(private_server.url, PATIENT)
    store.begin_guard("match")
    with Redis.from_url(private_server.url) as client:
        client.config_set("maxmemory", 1)
        store.put("digest", b"state", seconds=60)
        assert_unavailable(store.commit, "match", AB)
        client.config_set("maxmemory", 0)
    assert store.commit("match", AB) == "first"
