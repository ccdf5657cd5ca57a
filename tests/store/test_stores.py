"""The behaviour that all stores share: one suite over the in-process, the Redis and the tiered store."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from referee_service.store import FINISHED_GUARD_SECONDS, GUARD_SECONDS, MAX_VALUE_BYTES, RECENT_COMMITS, Commit
from tests.store.conftest import memory_bench, redis_bench

AB, AC = Commit("a", 0, "b", 1), Commit("a", 0, "c", 1)
RACERS = 16
DAY = 24 * 60 * 60


# --- the cache -------------------------------------------------------------------------------------------------------


def test_get_returns_the_value_of_put(store):
    store.put("digest", b"state", seconds=60)
    assert store.get("digest") == b"state"
    assert store.get("digest") == b"state"


def test_an_unknown_key_is_a_miss(store):
    store.put("digest", b"state", seconds=60)
    assert store.get("another") is None


def test_an_empty_value_is_a_hit(store):
    store.put("digest", b"", seconds=60)
    assert store.get("digest") == b""


def test_a_value_may_have_any_bytes(store):
    every_byte = bytes(range(256)) * 3
    store.put("digest", every_byte, seconds=60)
    assert store.get("digest") == every_byte


def test_a_later_value_replaces_an_earlier_one(store):
    store.put("digest", b"earlier", seconds=60)
    store.put("digest", b"later", seconds=60)
    assert store.get("digest") == b"later"


def test_an_offer_is_cached_unless_there_is_a_value(store):
    store.put("known", b"earlier", seconds=60)
    for key in ("known", "new"):
        store.offer(key, b"offered", seconds=60)
    store.flush()
    assert [store.get("known"), store.get("new")] == [b"earlier", b"offered"]


def test_a_value_expires_after_its_seconds(bench):
    bench.store.put("digest", b"state", seconds=60)
    bench.later(59)
    assert bench.store.get("digest") == b"state"
    bench.later(1)
    assert bench.store.get("digest") is None


def test_get_does_not_extend_the_lifetime_of_a_value(bench):
    bench.store.put("digest", b"state", seconds=60)
    for _ in range(3):
        bench.later(20)
        value = bench.store.get("digest")
    assert value is None


def test_put_extends_the_lifetime_of_a_value(bench):
    bench.store.put("digest", b"state", seconds=60)
    bench.later(40)
    bench.store.put("digest", b"state", seconds=60)
    bench.later(40)
    assert bench.store.get("digest") == b"state"


@pytest.mark.parametrize("seconds", [0, -1])
def test_a_value_without_lifetime_is_not_stored(store, seconds):
    store.put("digest", b"state", seconds=seconds)
    assert store.get("digest") is None


def test_values_up_to_the_limit_are_stored_and_larger_ones_are_not(store):
    store.put("just", bytes(MAX_VALUE_BYTES), seconds=60)
    store.put("over", bytes(MAX_VALUE_BYTES + 1), seconds=60)
    assert store.get("just") == bytes(MAX_VALUE_BYTES)
    assert store.get("over") is None


@pytest.mark.parametrize("key", ["", "é", "a b\r\nDEL c\0", "\ud800", "k" * 100_000], ids=ascii)
def test_any_text_may_be_a_key(store, key):
    assert store.get(key) is None
    store.put(key, b"state", seconds=60)
    assert store.get(key) == b"state"


def test_hits_and_misses_are_counted(store):
    store.get("digest")
    store.put("digest", b"state", seconds=60)
    store.get("digest")
    store.get("digest")
    health = store.health()
    assert (health.up, health.hits, health.misses, health.failures) == (True, 2, 1, 0)


def test_hits_and_misses_of_all_threads_are_counted(store):
    store.put("digest", b"state", seconds=60)
    with ThreadPoolExecutor(RACERS) as pool:
        list(pool.map(store.get, ["digest", "another"] * 500))
    assert (store.health().hits, store.health().misses) == (500, 500)


# --- the guard -------------------------------------------------------------------------------------------------------


def chain(length):
    """Return successive commits of a match. The first one is AB."""
    names = ["a", "b", *(f"p{ply}" for ply in range(2, length + 1))]
    return [Commit(names[ply], ply, names[ply + 1], ply + 1) for ply in range(length)]


def test_the_first_commit_of_a_position_is_first(store):
    store.begin_guard("match")
    assert store.commit("match", AB) == "first"


def test_a_repeated_commit_is_the_same(store):
    store.begin_guard("match")
    store.commit("match", AB)
    assert store.commit("match", AB) == "same"


def test_another_continuation_is_other_and_is_not_recorded(store):
    store.begin_guard("match")
    store.commit("match", AB)
    assert store.commit("match", AC) == "other"
    assert store.commit("match", AB) == "same"


def test_each_position_has_its_own_commit(store):
    store.begin_guard("match")
    assert [store.commit("match", commit) for commit in chain(3)] == ["first"] * 3
    elsewhere = [replace(commit, after="elsewhere") for commit in chain(4)]
    assert [store.commit("match", commit) for commit in elsewhere] == ["other"] * 3 + ["first"]


def test_a_guard_knows_the_last_four_commits_and_refuses_repeats_of_older_ones(store):
    store.begin_guard("match")
    commits = chain(50)
    assert [store.commit("match", commit) for commit in commits] == ["first"] * 50
    assert [store.commit("match", commit) for commit in commits] == ["other"] * 46 + ["same"] * RECENT_COMMITS


def test_a_position_of_the_same_ply_that_was_not_committed_is_refused(store):
    """It can exist after a failover that lost commits, if the match was continued otherwise."""
    store.begin_guard("match")
    for commit in chain(6):
        store.commit("match", commit)
    assert store.commit("match", Commit("elsewhere", 6, "z", 7)) == "other"
    assert store.commit("match", Commit("unknown", -1, "z", 7)) == "other"


def test_a_guard_that_lost_commits_continues_from_a_later_position(store):
    store.begin_guard("match")
    store.commit("match", AB)
    later = Commit("p5", 5, "p6", 6)
    assert store.commit("match", later) == "first"
    assert store.commit("match", replace(later, after="z")) == "other"
    assert store.commit("match", Commit("b", 1, "c", 2)) == "other"


def test_a_first_commit_may_have_any_base(store):
    store.begin_guard("match")
    assert store.commit("match", Commit("a", -1, "b", 7)) == "first"
    assert store.commit("match", Commit("b", -1, "c", 8)) == "first"


def test_guards_of_two_matches_are_independent(store):
    store.begin_guard("one")
    store.begin_guard("two")
    assert store.commit("one", AB) == "first"
    assert store.commit("two", AC) == "first"


def test_a_commit_without_a_guard_is_lost_and_creates_none(store):
    assert store.commit("match", AB) == "lost"
    assert store.commit("match", AB) == "lost"


def test_begin_guard_twice_keeps_the_commits(store):
    store.begin_guard("match")
    store.commit("match", AB)
    store.begin_guard("match")
    assert store.commit("match", AC) == "other"


@pytest.mark.parametrize("name", ["", "begun", "base:", "é", "\ud800"], ids=ascii)
def test_no_name_is_special(store, name):
    commit = Commit(name, 0, name, 1)
    assert store.commit(name, commit) == "lost"
    store.begin_guard(name)
    assert store.commit(name, commit) == "first"
    assert store.commit(name, commit) == "same"
    assert store.commit(name, replace(commit, after="z")) == "other"


def test_a_guard_without_commits_expires_after_ninety_days(bench):
    bench.store.begin_guard("match")
    bench.later(90 * DAY)
    assert bench.store.commit("match", AB) == "lost"


def test_each_commit_extends_the_guard_to_ninety_days(bench):
    bench.store.begin_guard("match")
    for commit in chain(3):
        bench.later(90 * DAY - 10)
        assert bench.store.commit("match", commit) == "first"
    bench.later(90 * DAY - 10)
    assert bench.store.commit("match", AC) == "other"
    bench.later(10)
    assert bench.store.commit("match", AB) == "lost"


def test_the_guard_of_a_finished_match_expires_after_a_day(bench):
    last = Commit("a", 0, "b", 1, is_last=True)
    for match in ("over", "open"):
        bench.store.begin_guard(match)
    assert bench.store.commit("over", last) == "first"
    assert bench.store.commit("open", AB) == "first"
    bench.later(DAY - 10)
    assert bench.store.commit("over", last) == "same"
    assert bench.store.commit("over", AC) == "other"
    bench.later(10)
    assert [bench.store.commit(match, AB) for match in ("over", "open")] == ["lost", "same"]


def test_an_expired_guard_does_not_affect_others(bench):
    bench.store.begin_guard("played")
    bench.store.begin_guard("old")
    bench.later(80 * DAY)
    bench.store.begin_guard("young")
    bench.store.commit("played", AB)
    bench.later(10 * DAY)
    assert [bench.store.commit(match, AB) for match in ("old", "played", "young")] == ["lost", "same", "first"]


def test_cache_and_guards_have_separate_keys(store):
    store.put("match", b"state", seconds=60)
    assert store.commit("match", AB) == "lost"
    store.begin_guard("match")
    assert store.get("match") == b"state"


def race(store, afters, ply):
    """Commit all continuations of a position at the same time and return their statuses."""
    line = Barrier(len(afters))

    def commit(after):
        line.wait()
        return store.commit("match", Commit(f"base-{ply}", 2 * ply, after, 2 * ply + 1))

    with ThreadPoolExecutor(len(afters)) as pool:
        return list(pool.map(commit, afters))


def test_of_sixteen_concurrent_different_continuations_exactly_one_is_first(store):
    store.begin_guard("match")
    for ply in range(20):
        afters = [f"after-{racer}" for racer in range(RACERS)]
        statuses = race(store, afters, ply)
        assert sorted(statuses) == ["first"] + ["other"] * (RACERS - 1)
        assert race(store, [afters[statuses.index("first")]], ply) == ["same"]


def test_of_sixteen_concurrent_equal_continuations_exactly_one_is_first(store):
    store.begin_guard("match")
    for ply in range(20):
        assert sorted(race(store, ["after"] * RACERS, ply)) == ["first"] + ["same"] * (RACERS - 1)


# --- memory and Redis compared ---------------------------------------------------------------------------------------

NAMES = st.sampled_from(["a", "b", "c"])
PLIES = st.integers(-1, 8)
SECONDS = st.sampled_from([-1, 0, 10, 60])
CALLS = st.one_of(
    st.tuples(st.just("get"), NAMES),
    st.tuples(st.just("put"), NAMES, st.binary(max_size=4) | st.just(bytes(MAX_VALUE_BYTES + 1)), SECONDS),
    st.tuples(st.just("begin_guard"), NAMES),
    st.tuples(st.just("commit"), NAMES, st.builds(Commit, NAMES, PLIES, NAMES, PLIES, st.booleans())),
    st.tuples(st.just("later"), st.sampled_from([5, 30, FINISHED_GUARD_SECONDS, GUARD_SECONDS - 10, GUARD_SECONDS])),
)


def result_of(bench, call, *values):
    if call == "later":
        return bench.later(*values)
    if call == "put":
        *values, seconds = values
        return bench.store.put(*values, seconds=seconds)
    return getattr(bench.store, call)(*values)


@settings(max_examples=60)
@given(calls=st.lists(CALLS, max_size=30))
def test_both_stores_return_the_same_for_any_calls(server, calls):
    memory, redis = memory_bench(), redis_bench(server)
    for call in calls:
        assert result_of(memory, *call) == result_of(redis, *call), call
    expected = replace(memory.store.health(), kind="redis", shared=True, warnings=("one-redis",))
    assert expected == redis.store.health()


def test_a_guard_knows_the_request_that_created_it(store):
    assert store.begin_guard("match", "first")
    assert store.begin_guard("match", "first"), "a repetition"
    assert not store.begin_guard("match", "second")
    assert store.begin_guard("other", "second")


def test_commits_never_push_the_request_out_of_a_guard(store):
    store.begin_guard("match", "first")
    for ply in range(3 * RECENT_COMMITS):
        assert store.commit("match", Commit(f"{ply}", ply, f"{ply + 1}", ply + 1)) == "first"
    assert store.begin_guard("match", "first")
    assert not store.begin_guard("match", "second")
