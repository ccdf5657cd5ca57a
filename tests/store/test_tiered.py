"""The process' own cache in front of a shared one: what is near is answered here, writes follow, nobody waits."""

from threading import Event

import pytest

from referee_service.store import StoreHealth
from referee_service.store.memory import MemoryStore
from referee_service.store.redis import RedisStore
from referee_service.store.tiered import BATCH_SIZE, MAX_PENDING_WRITES, TieredStore
from tests.store.conftest import PATIENT


class Slow(MemoryStore):
    """A shared store that takes nothing until it is let, and remembers how it was asked."""

    def __init__(self):
        super().__init__(1 << 24)
        self.open, self.busy, self.batches, self.asked = Event(), Event(), [], []

    def get(self, key, *, local_only=False):
        self.asked.append(key)
        return super().get(key)

    def put_many(self, values, *, seconds):
        self.busy.set()
        self.open.wait()
        self.batches.append(len(values))
        for key, value in values.items():
            self.put(key, value, seconds=seconds)

    def health(self):
        return StoreHealth("redis", up=True, shared=True, hits=1, misses=2, failures=0)


@pytest.fixture
def shared():
    slow = Slow()
    slow.open.set()
    return slow


@pytest.fixture
def store(shared):
    return TieredStore(MemoryStore(1 << 24), shared)


def test_what_was_put_here_is_answered_here_while_the_write_is_still_on_its_way(store, shared):
    shared.open.clear()
    store.put("digest", b"state", seconds=60)
    assert store.get("digest") == b"state"
    assert shared.asked == []
    shared.open.set()


def test_what_was_put_reaches_the_shared_store(store, shared):
    store.put("digest", b"state", seconds=60)
    store.flush()
    assert shared.get("digest") == b"state"


def test_what_others_put_is_found(store, shared):
    shared.put("digest", b"state", seconds=60)
    assert store.get("digest") == b"state"


def test_what_is_near_never_leaves_and_is_never_asked_for(store, shared):
    store.put("list", b"[]", seconds=60, local_only=True)
    assert store.get("list", local_only=True) == b"[]"
    assert store.get("another", local_only=True) is None
    store.flush()
    assert shared.asked == []
    assert shared.get("list") is None


def test_many_values_leave_together(store, shared):
    shared.open.clear()
    for number in range(200):
        store.put(str(number), b"state", seconds=60)
    shared.open.set()
    store.flush()
    assert sum(shared.batches) == 200
    assert max(shared.batches) <= BATCH_SIZE
    assert len(shared.batches) <= 1 + 200 // BATCH_SIZE + 1


def test_when_too_many_wait_new_ones_are_dropped_and_counted(store, shared):
    shared.open.clear()
    store.put("first", b"state", seconds=60)
    assert shared.busy.wait(10)
    for number in range(MAX_PENDING_WRITES + 50):
        store.put(str(number), b"state", seconds=60)
    assert store.health().dropped == 50
    shared.open.set()
    store.flush()
    store.put("later", b"state", seconds=60)
    store.flush()
    assert shared.get("later") == b"state"


def test_what_was_found_near_counts_as_a_hit(store):
    store.put("digest", b"state", seconds=60)
    store.get("digest")
    store.get("digest")
    health = store.health()
    assert (health.hits, health.misses, health.shared, health.kind) == (3, 2, True, "redis")


def test_nothing_is_sent_for_no_time(store, shared):
    store.put("digest", b"state", seconds=0)
    store.flush()
    assert store.get("digest") is None
    assert shared.batches == []


def test_with_a_real_redis_every_process_finds_what_one_has_put(server, client):
    one, two = (TieredStore(MemoryStore(1 << 24), RedisStore(server.url, PATIENT)) for _ in range(2))
    values = {f"digest-{number}": bytes([number]) * 5000 for number in range(200)}
    for key, value in values.items():
        one.put(key, value, seconds=60)
    one.flush()
    assert {key: two.get(key) for key in values} == values
    assert all(0 < client.ttl(key) <= 60 for key in client.scan_iter())
    one.begin_guard("match")
    assert two.commit("match", "a", "b") == "first"


def test_a_redis_that_is_gone_costs_the_writer_nothing(mortal):
    store = TieredStore(MemoryStore(1 << 24), RedisStore(mortal.url, PATIENT))
    mortal.stop()
    for number in range(100):
        store.put(str(number), b"state", seconds=60)
    store.flush()
    assert store.get("99") == b"state"
    assert not store.health().up
