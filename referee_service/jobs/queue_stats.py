"""Figures of the search queues: one script reads all of them, so a scrape of /metrics costs one round trip."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from redis import Redis
from rq.job import Job as RqJob

from referee_service.jobs.heartbeat import DEAD_AFTER_SECONDS
from referee_service.jobs.redis_keys import QUEUE_KEYS, TOTALS_KEY, WORKERS_KEY
from referee_service.services.bots.queue import QueueStats

_STATS_SCRIPT: Final = """
local now, queued, oldest = tonumber(redis.call('TIME')[1]), 0, ''
for at = 3, #KEYS do
    queued = queued + redis.call('LLEN', KEYS[at])
    local first = redis.call('LINDEX', KEYS[at], 0)
    local since = first and redis.call('HGET', ARGV[2] .. first, 'enqueued_at')
    if since and (oldest == '' or since < oldest) then oldest = since end
end
local workers = redis.call('ZCOUNT', KEYS[1], now - tonumber(ARGV[1]), '+inf')
local totals = redis.call('HMGET', KEYS[2], 'iterations', 'seconds')
return {queued, oldest, workers, totals[1] or '0', totals[2] or '0'}
"""
"""Return the length of all queues, the time of the oldest search in them, the live workers, and the totals."""


def read_stats(connection: Redis) -> QueueStats:
    """Return the figures of all queues and workers, in one round trip."""
    keys = (WORKERS_KEY, TOTALS_KEY, *QUEUE_KEYS)
    reply = connection.eval(_STATS_SCRIPT, len(keys), *keys, DEAD_AFTER_SECONDS, RqJob.redis_job_namespace_prefix)
    assert isinstance(reply, list), "the script returns a list"
    queued, oldest, workers, iterations, seconds = reply
    return QueueStats(
        queued=int(queued),
        oldest_seconds=_age(oldest.decode()),
        workers=int(workers),
        iterations=int(iterations),
        seconds=float(seconds),
    )


def _age(enqueued_at: str) -> float:
    """Return the seconds since a time in the format of RQ, or 0 without one."""
    if not enqueued_at:
        return 0.0
    return max(0.0, (datetime.now(UTC) - datetime.fromisoformat(enqueued_at)).total_seconds())
