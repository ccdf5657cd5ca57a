"""The tiered store: a local cache in front of a shared store, with write-behind."""

from threading import Event

import pytest

from referee_service.store import Commit, StoreHealth
from referee_service.store.memory import MemoryStore
from referee_service.store.redis import RedisStore
from referee_service.store.tiered import BATCH_SIZE, MAX_PENDING_WRITES, TieredStore
from tests.store.conftest import PATIENT


class BlockableStore(MemoryStore):
    """A shared store whose writes can be blocked. It records its lookups and the sizes of its batches."""

    def __init__(self):
        super().__init__(1 << 24)
        self.open, self.busy, self.batches, self.lookups = Event(), Event(), [], []

    def get(self, key, *, local_only=False):
        self.lookups.append(key)
        return super().get(key)

    def put_many(self, values, *, seconds, is_offer=False):
        self.busy.set()
        self.open.wait()
        self.batches.append(len(values))
        for key, value in values.items():
            (self.offer if is_offer else self.put)(key, value, seconds=seconds)

    def health(self):
        return StoreHealth("redis", up=True, shared=True, hits=1, misses=2, failures=0)


@pytest.fixture
def shared():
    store = BlockableStore()
    store.open.set()
    return store


@pytest.fixture
def store(shared):
    return TieredStore(MemoryStore(1 << 24), shared)


def test_a_local_value_is_found_while_its_write_is_pending(store, shared):
    shared.open.clear()
    store.put("digest", b"state", seconds=60)
    assert store.get("digest") == b"state"
    assert shared.lookups == []
    shared.open.set()


def test_every_value_reaches_the_shared_store(store, shared):
    store.put("digest", b"state", seconds=60)
    store.flush()
    assert shared.get("digest") == b"state"


def test_an_offer_reaches_the_shared_store_and_hides_no_value_of_it(store, shared):
    shared.put("known", b"state and note", seconds=60)
    for key in ("known", "new"):
        store.offer(key, b"state", seconds=60)
    store.flush()
    assert shared.lookups == []
    assert [store.get("known"), store.get("new")] == [b"state and note", b"state"]


def test_values_of_other_processes_are_found(store, shared):
    shared.put("digest", b"state", seconds=60)
    assert store.get("digest") == b"state"


def test_a_local_only_value_never_reaches_the_shared_store(store, shared):
    store.put("list", b"[]", seconds=60, local_only=True)
    assert store.get("list", local_only=True) == b"[]"
    assert store.get("another", local_only=True) is None
    store.flush()
    assert shared.lookups == []
    assert shared.get("list") is None


def test_many_values_are_sent_in_batches(store, shared):
    shared.open.clear()
    for number in range(200):
        store.put(str(number), b"state", seconds=60)
    shared.open.set()
    store.flush()
    assert sum(shared.batches) == 200
    assert max(shared.batches) <= BATCH_SIZE
    assert len(shared.batches) <= 1 + 200 // BATCH_SIZE + 1


def test_a_full_write_queue_drops_and_counts_new_values(store, shared):
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


def test_a_local_hit_counts_as_a_hit(store):
    store.put("digest", b"state", seconds=60)
    store.get("digest")
    store.get("digest")
    health = store.health()
    assert (health.hits, health.misses, health.shared, health.kind) == (3, 2, True, "redis")


def test_a_value_for_zero_seconds_is_not_sent(store, shared):
    store.put("digest", b"state", seconds=0)
    store.flush()
    assert store.get("digest") is None
    assert shared.batches == []


def test_with_a_real_redis_every_process_finds_the_values_of_another(server, client):
    one, two = (TieredStore(MemoryStore(1 << 24), RedisStore(server.url, PATIENT)) for _ in range(2))
    values = {f"digest-{number}": bytes([number]) * 5000 for number in range(200)}
    for key, value in values.items():
        one.put(key, value, seconds=60)
    one.flush()
    assert {key: two.get(key) for key in values} == values
    assert all(0 < client.ttl(key) <= 60 for key in client.scan_iter())
    one.begin_guard("match")
    assert two.commit("match", Commit("a", 0, "b", 1)) == "first"


def test_an_outage_of_redis_does_not_delay_writes(private_server):
    store = TieredStore(MemoryStore(1 << 24), RedisStore(private_server.url, PATIENT))
    private_server.stop()
    for number in range(100):
        store.put(str(number), b"state", seconds=60)
    store.flush()
    assert store.get("99") == b"state"
    assert not store.health().up
