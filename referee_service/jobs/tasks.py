"""Tasks that workers run: functions that take and return JSON."""

from __future__ import annotations

import logging
from time import monotonic

import msgspec
from redis import Redis, RedisError
from rq import get_current_job
from rq.job import Job as RqJob
from rq.results import Result

from referee_service.bots.choice import Choice
from referee_service.games import GAMES
from referee_service.jobs.redis_keys import TOTALS_KEY, stop_key
from referee_service.services.bots.search_task import ReportProgress, SearchTask, run_search_task

_log = logging.getLogger(__name__)


_REPORT_SCRIPT = """
if redis.call('EXISTS', KEYS[1]) == 0 then return 1 end
redis.call('HSET', KEYS[1], 'meta', ARGV[1])
return redis.call('EXISTS', KEYS[2])
"""
"""Store the progress of a search in its RQ job. Returns 1 if the search must stop: on request, or without an RQ job."""


def run_search(task: str) -> str:
    """Run a search. Takes a `SearchTask` and returns a `SearchResult`, both as JSON."""
    rq_job = get_current_job()
    assert rq_job is not None, "only RQ workers call this function"
    earlier = rq_job.latest_result()
    if earlier is not None and earlier.type == Result.Type.SUCCESSFUL:
        return str(earlier.return_value)  # its first worker was reported dead, but finished the search
    start = monotonic()
    result = run_search_task(GAMES, msgspec.json.decode(task, type=SearchTask), progress_reporter(rq_job))
    add_to_totals(rq_job.connection, sum(each.choice.iterations for each in result.choices), monotonic() - start)
    return msgspec.json.encode(result).decode()


def progress_reporter(rq_job: RqJob) -> ReportProgress:
    """Return a callback that stores the progress of a search in its RQ job and returns whether the search must stop."""

    def report(so_far: Choice) -> bool:
        best = msgspec.to_builtins(so_far.ranking[0])
        rq_job.meta |= {"iterations": so_far.iterations, "nodes": so_far.nodes, "best": best}
        try:
            return bool(
                rq_job.connection.eval(
                    _REPORT_SCRIPT, 2, rq_job.key, stop_key(rq_job.id), rq_job.serializer.dumps(rq_job.meta)
                )
            )
        except RedisError:  # the search continues; waiting clients get `search-unavailable`
            return False

    return report


def add_to_totals(connection: Redis, iterations: int, seconds: float) -> None:
    """Add a search to the totals that /metrics shows. An unreachable Redis is logged and ignored."""
    try:
        connection.hincrby(TOTALS_KEY, "iterations", iterations)
        connection.hincrbyfloat(TOTALS_KEY, "seconds", seconds)
    except RedisError as error:
        _log.warning("a search is missing from the totals: %s", type(error).__name__)
