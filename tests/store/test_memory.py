"""The in-process store: its size limit and its order of eviction."""

import tracemalloc

from referee_service.store import GUARD_SECONDS, Commit, Store, StoreHealth
from referee_service.store.memory import ENTRY_OVERHEAD_BYTES, MemoryStore


def bytes_for(entries, *, key="a", value=b""):
    return entries * (ENTRY_OVERHEAD_BYTES + len(key) + len(value))


def filled(store, keys, value=b"1234"):
    for key in keys:
        store.put(key, value, seconds=60)
    return store


def found_keys(store, keys):
    return "".join(key for key in keys if store.get(key) is not None)


def test_a_full_store_evicts_the_oldest_value(clock):
    store = filled(MemoryStore(bytes_for(3, value=b"1234"), clock=clock), "abcd")
    assert found_keys(store, "abcd") == "bcd"


def test_a_used_value_is_not_evicted(clock):
    store = filled(MemoryStore(bytes_for(3, value=b"1234"), clock=clock), "abc")
    store.get("a")
    filled(store, "d")
    assert found_keys(store, "abcd") == "acd"


def test_a_large_value_evicts_several_small_ones(clock):
    store = filled(MemoryStore(bytes_for(4), clock=clock), "abcd", b"")
    filled(store, "e", bytes(bytes_for(2)))  # with its overhead it needs the space of three
    assert found_keys(store, "abcde") == "de"


def test_a_value_larger_than_the_whole_store_evicts_nothing(clock):
    store = filled(MemoryStore(bytes_for(2), clock=clock), "ab", b"")
    filled(store, "c", bytes(bytes_for(2)))
    assert found_keys(store, "abc") == "ab"


def test_a_replaced_value_frees_its_space(clock):
    store = MemoryStore(bytes_for(2, value=b"1234"), clock=clock)
    for _ in range(10):
        filled(store, "ab")
    assert found_keys(store, "ab") == "ab"


def test_an_expired_value_frees_its_space(clock):
    store = filled(MemoryStore(bytes_for(2, value=b"1234"), clock=clock), "ab")
    clock.forward(60)
    assert found_keys(store, "ab") == ""
    assert found_keys(filled(store, "cd"), "cd") == "cd"


def test_a_store_of_size_zero_stores_nothing(clock):
    assert found_keys(filled(MemoryStore(0, clock=clock), "ab"), "ab") == ""


def test_a_full_cache_never_evicts_a_guard(clock):
    store = MemoryStore(bytes_for(2), clock=clock)
    store.begin_guard("match")
    filled(store, "abcdefgh", b"")
    assert store.commit("match", Commit("a", 0, "b", 1)) == "first"


def test_expired_guards_free_their_memory(clock):
    store = MemoryStore(0, clock=clock)
    tracemalloc.start()
    try:
        for month in range(10):
            for match in range(500):
                store.begin_guard(f"{month}-{match}")
            clock.forward(GUARD_SECONDS)
        store.begin_guard("last")
        used_bytes, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert used_bytes < 200_000, "expired guards must be removed"


def test_many_small_values_use_the_configured_memory():
    store = MemoryStore(1 << 20)
    tracemalloc.start()
    try:
        for number in range(20_000):
            store.put(f"{number:032x}", str(number).encode(), seconds=60)
        used_bytes, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert 0.5 * (1 << 20) < used_bytes < 1.1 * (1 << 20)


def test_it_is_always_up_and_never_shared(clock):
    store: Store = MemoryStore(100, clock=clock)
    assert store.health() == StoreHealth("memory", up=True, shared=False, hits=0, misses=0, failures=0)
