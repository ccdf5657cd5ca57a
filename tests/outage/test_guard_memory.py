"""The memory that guards need: a whole guarded match of each game in a real Redis."""

from __future__ import annotations

import random

import pytest
from redis import Redis

from referee_service.app import create_app
from referee_service.games import GAMES
from referee_service.settings import Settings
from referee_service.store import FINISHED_GUARD_SECONDS, RECENT_COMMITS

MAX_GUARD_BYTES = 1024


@pytest.mark.parametrize("game", GAMES)
def test_the_guard_of_a_whole_match_stays_below_a_kilobyte_and_expires_a_day_after_it(game, empty_redis):
    settings = Settings(
        redis_url=empty_redis.url, redis_timeout_seconds=10.0, secrets=(("0", b"0123456789abcdef"),), cache_seconds=0
    )
    client, chooser, committed = create_app(settings).test_client(), random.Random(game), []
    position = client.post(f"/v1/games/{game}/states", json={"seats": 2, "guarded": True}).json
    credentials = position["credentials"]["seats"]
    with Redis.from_url(empty_redis.url) as redis:
        (guard,) = redis.scan_iter("referee:1:guard:*")
        while position["turn"]:
            line = chooser.choice(position["legal_actions"])["notation"] if position["legal_actions"] else None
            seat = position["turn"]["seat"]
            own_state = {"sealed_state": position["sealed_state"], "credential": credentials[seat]}
            if line is None:
                listed = client.post(f"/v1/games/{game}/legal-actions", json=own_state).json["legal_actions"]
                line = chooser.choice(listed)["notation"]
            request, count = {**own_state, "notation": line}, redis.hget(guard, "count")
            response = client.post(f"/v1/games/{game}/moves", json=request)
            assert response.status_code == 200, response.json
            position = response.json
            committed += [request] if redis.hget(guard, "count") != count else []
            assert redis.memory_usage(guard, samples=0) <= MAX_GUARD_BYTES
        assert 0 < redis.ttl(guard) <= FINISHED_GUARD_SECONDS
    repeats = [client.post(f"/v1/games/{game}/moves", json=request) for request in committed]
    assert len(repeats) > 2 * RECENT_COMMITS
    assert {repeat.json.get("code") for repeat in repeats[:-RECENT_COMMITS]} == {"already-played"}
    assert [repeat.status_code for repeat in repeats[-RECENT_COMMITS:]] == [200] * RECENT_COMMITS
