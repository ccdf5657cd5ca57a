"""Tasks that workers run: functions that take JSON and store their result."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextvars import ContextVar
from time import monotonic
from typing import NamedTuple

import msgspec
from redis import Redis, RedisError
from rq import get_current_job
from rq.job import Job as RqJob

from referee_service.bots.choice import Choice
from referee_service.jobs.queue import RqSearchQueue
from referee_service.jobs.redis_keys import TOTALS_KEY, stop_key
from referee_service.services.bots.job_runner import JobRunner
from referee_service.services.bots.search_task import ReportProgress, SearchTask, run_search_task

_log = logging.getLogger(__name__)


class WorkerParts(NamedTuple):
    """What the tasks of a worker use: the queue, and the runner that advances jobs."""

    searches: RqSearchQueue
    runner: JobRunner


WORKER_PARTS: ContextVar[WorkerParts] = ContextVar("WORKER_PARTS")
"""The parts of the worker that runs in this process."""

_REPORT_SCRIPT = """
if redis.call('EXISTS', KEYS[1]) == 0 then return 1 end
redis.call('HSET', KEYS[1], 'meta', ARGV[1])
return redis.call('EXISTS', KEYS[2])
"""
"""Store the progress of a search in its RQ job. Returns 1 if the search must stop: on request, or without an RQ job."""


def run_search(task: str) -> None:
    """Run a search, store its result, and advance the jobs that need it. Takes a `SearchTask` as JSON.

    The task ends after the jobs are advanced. If its worker dies before, the task runs again, finds the result and
    advances the jobs then. A search that no job needs any more does not start.
    """
    rq_job, (searches, runner) = get_current_job(), WORKER_PARTS.get()
    assert rq_job is not None, "only RQ workers call this function"
    has_ended = searches.load_result(rq_job.id) is not None
    while not has_ended and any(runner.is_active(job_id) for job_id in searches.jobs_of(rq_job.id)):
        start = monotonic()
        result = run_search_task(runner.games, msgspec.json.decode(task, type=SearchTask), progress_reporter(rq_job))
        add_to_totals(rq_job.connection, sum(each.choice.iterations for each in result.choices), monotonic() - start)
        has_ended = searches.save_result(rq_job.id, result)
    advance_jobs(runner, searches.jobs_of(rq_job.id))
    searches.end(rq_job.id)


def advance_jobs(runner: JobRunner, job_ids: Sequence[str]) -> None:
    """Advance several jobs. Raises the first error after all of them had their turn: one must not hold up others."""
    errors: list[Exception] = []
    for job_id in job_ids:
        try:
            runner.advance(job_id)
        except Exception as error:
            errors.append(error)
    if errors:
        raise errors[0]


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
