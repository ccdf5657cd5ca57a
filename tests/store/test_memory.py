"""The store inside one process: how much it keeps, and what it lets go first."""

import tracemalloc

from referee_service.store import GUARD_SECONDS, Store, StoreHealth
from referee_service.store.memory import ENTRY_OVERHEAD_BYTES, MemoryStore


def room_for(entries, *, key="a", value=b""):
    return entries * (ENTRY_OVERHEAD_BYTES + len(key) + len(value))


def filled(store, keys, value=b"1234"):
    for key in keys:
        store.put(key, value, seconds=60)
    return store


def kept(store, keys):
    return "".join(key for key in keys if store.get(key) is not None)


def test_it_keeps_what_fits_and_lets_the_oldest_go(clock):
    store = filled(MemoryStore(room_for(3, value=b"1234"), clock=clock), "abcd")
    assert kept(store, "abcd") == "bcd"


def test_what_was_used_stays(clock):
    store = filled(MemoryStore(room_for(3, value=b"1234"), clock=clock), "abc")
    store.get("a")
    filled(store, "d")
    assert kept(store, "abcd") == "acd"


def test_a_large_value_takes_the_room_of_many(clock):
    store = filled(MemoryStore(room_for(4), clock=clock), "abcd", b"")
    filled(store, "e", bytes(room_for(2)))  # with its own entry it takes the room of three
    assert kept(store, "abcde") == "de"


def test_a_value_larger_than_the_whole_store_pushes_nothing_out(clock):
    store = filled(MemoryStore(room_for(2), clock=clock), "ab", b"")
    filled(store, "c", bytes(room_for(2)))
    assert kept(store, "abc") == "ab"


def test_a_replaced_value_gives_its_room_back(clock):
    store = MemoryStore(room_for(2, value=b"1234"), clock=clock)
    for _ in range(10):
        filled(store, "ab")
    assert kept(store, "ab") == "ab"


def test_an_ended_value_gives_its_room_back(clock):
    store = filled(MemoryStore(room_for(2, value=b"1234"), clock=clock), "ab")
    clock.forward(60)
    assert kept(store, "ab") == ""
    assert kept(filled(store, "cd"), "cd") == "cd"


def test_a_store_without_room_keeps_nothing(clock):
    assert kept(filled(MemoryStore(0, clock=clock), "ab"), "ab") == ""


def test_a_full_cache_never_pushes_out_a_guard(clock):
    store = MemoryStore(room_for(2), clock=clock)
    store.begin_guard("match")
    filled(store, "abcdefgh", b"")
    assert store.commit("match", "a", "b") == "first"


def test_ended_guards_give_their_room_back(clock):
    store = MemoryStore(0, clock=clock)
    tracemalloc.start()
    try:
        for month in range(10):
            for match in range(500):
                store.begin_guard(f"{month}-{match}")
            clock.forward(GUARD_SECONDS)
        store.begin_guard("last")
        kept_bytes, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept_bytes < 200_000, "ten months were kept instead of one"


def test_many_small_values_weigh_what_was_promised():
    store = MemoryStore(1 << 20)
    tracemalloc.start()
    try:
        for number in range(20_000):
            store.put(f"{number:032x}", str(number).encode(), seconds=60)
        weight, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert 0.5 * (1 << 20) < weight < 1.1 * (1 << 20)


def test_it_is_always_up_and_never_shared(clock):
    store: Store = MemoryStore(100, clock=clock)
    assert store.health() == StoreHealth("memory", up=True, shared=False, hits=0, misses=0, failures=0)
