"""Transcripts of search jobs. The worker runs in the test process: a search is read at exact iterations."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from flask import Flask
from redis import Redis

from referee_service.jobs import tasks
from referee_service.jobs.heartbeat import heartbeat, live_workers
from referee_service.jobs.redis_keys import WORKERS_KEY
from referee_service.jobs.tasks import WORKER_PARTS, WorkerParts
from referee_service.jobs.worker import search_worker
from referee_service.services.bots import search_task
from tests.jobs.conftest import wait_until
from tests.leaks.transcript import Table, Transcript, bytes_of, masked

SEARCH = {"bot": "search", "budget": {"iterations": 12}, "seed": "1"}
WORKER_NAME = "in-process"
INVENTED_ID = "0" * 32
REPORTS = 2
"""Number of progress reports after which a running search is read."""


class Worker:
    """A search worker in this process, on the Redis of an app."""

    def __init__(self, app: Flask, url: str, monkeypatch) -> None:
        self.connection, bots = Redis.from_url(url), app.extensions["referee.bots"]
        self.parts = (bots.searches, bots.runner)
        self._report: Callable[[], object] = lambda: None
        original = tasks.progress_reporter

        def progress_reporter(rq_job):
            report = original(rq_job)

            def report_and_read(so_far):
                must_stop = report(so_far)
                self._report()
                return must_stop

            return report_and_read

        monkeypatch.setattr(search_task, "REPORT_SECONDS", 0.0)  # reports depend on iterations, not on time
        monkeypatch.setattr(tasks, "progress_reporter", progress_reporter)

    def empty_redis(self) -> None:
        """Delete all jobs, searches, guards and cached responses. Heartbeats stay."""
        keys = [key for key in self.connection.keys("*") if key.decode() != WORKERS_KEY]
        if keys:
            self.connection.delete(*keys)

    def run(self, on_report: Callable[[], object] = lambda: None) -> None:
        """Run all searches in the queues, and call the function after each progress report."""
        token, worker = WORKER_PARTS.set(WorkerParts(*self.parts)), search_worker(self.connection, WORKER_NAME)
        self._report = on_report
        try:
            while (found := worker.dequeue_job_and_maintain_ttl(None)) is not None:
                worker.execute_job(*found)
        finally:
            WORKER_PARTS.reset(token)


@contextmanager
def running_worker(app: Flask, url: str, monkeypatch) -> Iterator[Worker]:
    """Return a worker whose heartbeats the service sees."""
    worker = Worker(app, url, monkeypatch)
    with heartbeat(url, WORKER_NAME), worker.connection:
        wait_until(lambda: live_workers(worker.connection))
        yield worker


class JobReader:
    """Reads one job of a seat, as this seat and as others, and keeps every response."""

    def __init__(self, table: Table, seat: int, job: str) -> None:
        self.table, self.seat, self.job, self.found = table, seat, job, {}

    def call(self, method: str, path: str, seat: int, job: str = "", *, first_event: bool = False) -> bytes:
        """Return the bytes of a response about a job. A stream that has not ended gives its first event only."""
        headers = {"Authorization": f"Bearer {self.table.credential(seat)}"}
        response = self.table.client.open(f"/v1/jobs/{job or self.job}{path}", method=method, headers=headers)
        if not first_event:
            return bytes_of(response)
        event = next(iter(response.response))
        response.close()
        return masked(response, event.decode())

    def read(self, stage: str, *, is_over: bool = False) -> None:
        """Keep what the seat reads now. Each other seat must get what it gets for an invented id."""
        self.found["GET", stage] = self.call("GET", "", self.seat)
        self.found["events", stage] = self.call("GET", "/events", self.seat, first_event=not is_over)
        for other in range(self.table.seats):
            for method, path in (("GET", ""), ("GET", "/events"), ("DELETE", "")) if other != self.seat else ():
                hidden, invented = (self.call(method, path, other, job) for job in (self.job, INVENTED_ID))
                assert hidden == invented, (hidden, invented)
                self.found[f"{method} {path} of seat {other}", stage] = hidden

    def stop(self, stage: str) -> None:
        """Stop the job and keep the response."""
        self.found["DELETE", stage] = self.call("DELETE", "", self.seat)


def search_transcript(worker: Worker, table: Table, seat: int, **request) -> Transcript:
    """Return all responses about two searches of a seat: one that finishes, and one that the seat stops."""
    transcripts: Transcript = {}
    for is_stopped in (False, True):
        worker.empty_redis()
        table.matches.store.begin_guard(table.match_id)
        body = {"sealed_state": table.sealed(), **SEARCH, **request}
        accepted = table.post("bot-moves", seat, **body)
        assert accepted.status_code == 202, accepted.text
        reader = JobReader(table, seat, accepted.json["id"])
        assert accepted.headers["Location"] == f"/v1/jobs/{reader.job}"
        reader.found["POST", "queued"] = bytes_of(accepted)
        reader.read("queued")
        worker.run(_on_report(reader, is_stopped=is_stopped))
        reader.read("over", is_over=True)
        reader.found["POST", "again"] = bytes_of(table.post("bot-moves", seat, **body))
        reader.stop("over")
        transcripts |= {(f"{call} stopped={is_stopped}", stage): text for (call, stage), text in reader.found.items()}
    return transcripts


def _on_report(reader: JobReader, *, is_stopped: bool) -> Callable[[], None]:
    """Return a function that reads a running job for its first reports, and then stops it if requested."""
    reports = iter(range(REPORTS))

    def read() -> None:
        number = next(reports, None)
        if number is not None:
            reader.read(f"report {number}")
            if is_stopped and number == REPORTS - 1:
                reader.stop("running")

    return read
