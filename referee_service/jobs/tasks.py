"""What workers run: plain functions of JSON."""

from __future__ import annotations

import logging
from time import monotonic

import msgspec
from redis import Redis, RedisError
from rq import get_current_job
from rq.job import Job
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
"""Keep the progress of a job; whether to stop, because somebody says so or because nobody knows the job any more."""


def run_search(task: str) -> str:
    """Search as the task says; the thought it came to."""
    job = get_current_job()
    assert job is not None, "a worker runs this"
    done = job.latest_result()
    if done is not None and done.type == Result.Type.SUCCESSFUL:
        return str(done.return_value)  # by a worker that was thought lost, and was not
    began = monotonic()
    thought = run_search_task(GAMES, msgspec.json.decode(task, type=SearchTask), progress_reporter(job))
    add_to_totals(job.connection, sum(each.choice.iterations for each in thought.decisions), monotonic() - began)
    return msgspec.json.encode(thought).decode()


def progress_reporter(job: Job) -> ReportProgress:
    """Keep the progress of a search in its job, and see whether somebody stopped it."""

    def report(so_far: Choice) -> bool:
        best = msgspec.to_builtins(so_far.ranking[0])
        job.meta |= {"iterations": so_far.iterations, "nodes": so_far.nodes, "best": best}
        try:
            return bool(
                job.connection.eval(_REPORT_SCRIPT, 2, job.key, stop_key(job.id), job.serializer.dumps(job.meta))
            )
        except RedisError:  # the search goes on; whoever waits for it sees that Redis is away
            return False

    return report


def add_to_totals(connection: Redis, iterations: int, seconds: float) -> None:
    """Add a search to the totals that /metrics shows."""
    try:
        connection.hincrby(TOTALS_KEY, "iterations", iterations)
        connection.hincrbyfloat(TOTALS_KEY, "seconds", seconds)
    except RedisError as error:
        _log.warning("a search was not counted: %s", type(error).__name__)
