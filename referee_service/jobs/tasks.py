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
from referee_service.jobs.heartbeat import DEAD_AFTER_SECONDS
from referee_service.jobs.queue import RqSearchQueue
from referee_service.jobs.redis_keys import QUEUE_KEYS, RUNNING_KEY, TOTALS_KEY, WORKERS_KEY, stop_key
from referee_service.services.bots.job_runner import JobRunner
from referee_service.services.bots.search_task import ReportProgress, SearchTask, run_search_task
from referee_service.services.rooms.bots import RoomBots

_log = logging.getLogger(__name__)


class WorkerParts(NamedTuple):
    """What a worker uses: the queue, the runner that advances jobs, and the bots of rooms.

    A worker without the secret of the service has no bots of rooms.
    """

    searches: RqSearchQueue
    runner: JobRunner
    rooms: RoomBots | None = None


WORKER_PARTS: ContextVar[WorkerParts] = ContextVar("WORKER_PARTS")
"""The parts of the worker that runs in this process."""

_REPORT_SCRIPT = """
if redis.call('EXISTS', KEYS[1]) == 0 then return 'stop' end
redis.call('HSET', KEYS[1], 'meta', ARGV[1])
if redis.call('EXISTS', KEYS[2]) == 1 then return 'stop' end
local function taken_by(worker)
    local entry = redis.call('HGET', KEYS[3], worker)
    if not entry then return nil, 0 end
    local queue, since = string.match(entry, '^(%S+) %S+ (%S+)$')
    return queue, tonumber(since)
end
local queue, since = taken_by(ARGV[2])
local workers = redis.call('ZRANGEBYSCORE', KEYS[4], tonumber(redis.call('TIME')[1]) - tonumber(ARGV[3]), '+inf')
if not queue or #workers < 2 then return 'continue' end
for _, worker in ipairs(workers) do
    local other_queue, other_since = taken_by(worker)
    if other_queue ~= queue or other_since > since then return 'continue' end
end
for at = 5, #KEYS do
    if KEYS[at] ~= queue and redis.call('LLEN', KEYS[at]) > 0 then return 'preempt' end
end
return 'continue'
"""
"""Store the progress of a search in its RQ job, and return whether it must end.

`stop`: on request, or without an RQ job. `preempt`: one queue holds every worker while another one waits, and this
worker began last, so its search has the least to lose.
"""


class SearchPreempted(Exception):
    """Raised in a search that makes room for another client. Workers enqueue it again, and it starts anew."""


def run_search(task: str) -> None:
    """Run a search, store its result, and advance the jobs that need it. Takes a `SearchTask` as JSON.

    The task ends after the jobs are advanced. If its worker dies before, the task runs again, finds the result and
    advances the jobs then. A search that no job needs any more does not start.
    """
    rq_job, (searches, runner, _) = get_current_job(), WORKER_PARTS.get()
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
    """Return a callback that stores the progress of a search in its RQ job and returns whether the search must stop.

    The callback raises SearchPreempted if the search must make room for another client.
    """
    worker = rq_job.worker_name or ""
    keys = (rq_job.key, stop_key(rq_job.id), RUNNING_KEY, WORKERS_KEY, *QUEUE_KEYS)

    def report(so_far: Choice) -> bool:
        best = msgspec.to_builtins(so_far.ranking[0])
        rq_job.meta |= {"iterations": so_far.iterations, "nodes": so_far.nodes, "best": best}
        try:
            verdict = rq_job.connection.eval(
                _REPORT_SCRIPT, len(keys), *keys, rq_job.serializer.dumps(rq_job.meta), worker, DEAD_AFTER_SECONDS
            )
        except RedisError:  # the search continues; waiting clients get `search-unavailable`
            return False
        if verdict == b"preempt":
            raise SearchPreempted
        return bool(verdict == b"stop")

    return report


def add_to_totals(connection: Redis, iterations: int, seconds: float) -> None:
    """Add a search to the totals that /metrics shows. An unreachable Redis is logged and ignored."""
    try:
        connection.hincrby(TOTALS_KEY, "iterations", iterations)
        connection.hincrbyfloat(TOTALS_KEY, "seconds", seconds)
    except RedisError as error:
        _log.warning("a search is missing from the totals: %s", type(error).__name__)
