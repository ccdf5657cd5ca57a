"""The replay store: it reads another store and changes nothing outside this process."""

from __future__ import annotations

import pytest

from referee_service.store import Commit
from referee_service.store.memory import MemoryStore
from referee_service.store.redis import RedisStore
from referee_service.store.replay import ReplayStore
from referee_service.store.tiered import TieredStore
from tests.store.conftest import PATIENT


@pytest.fixture
def shared(empty_redis):
    return RedisStore(empty_redis.url, PATIENT)


@pytest.fixture
def store(shared):
    return TieredStore(MemoryStore(1 << 24), shared)


def test_a_replay_reads_the_shared_cache_and_writes_only_the_local_one(store, shared):
    shared.put("theirs", b"1", seconds=60)
    replay = ReplayStore(store)
    assert replay.get("theirs") == b"1"
    replay.put("ours", b"2", seconds=60)
    replay.flush()
    store.flush()
    assert replay.get("ours", local_only=True) == store.get("ours") == b"2"
    assert shared.get("ours") is None


def test_a_replay_takes_every_commit_as_recorded_and_records_none(store):
    replay = ReplayStore(store)
    replay.begin_guard("match")
    assert replay.commit("match", Commit("base", 0, "after", 1)) == "same"
    assert store.commit("match", Commit("base", 0, "after", 1)) == "lost"
    assert replay.health().kind == "redis"
