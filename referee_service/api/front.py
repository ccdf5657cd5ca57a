"""Contract between the app and the server in front of it: keys of the WSGI environment, refusals, requests that wait.

The server in `referee_service/server` reads bodies and waits for jobs on its event loop, so that neither occupies a
thread. Under any other WSGI server these keys are missing, and the app waits in its thread.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from flask import Flask

from referee_service.api.flask_app import current_request
from referee_service.services.bots.queue import ACTIVE_STATUSES
from referee_service.services.bots.responses import Job
from referee_service.services.context import ClientContext
from referee_service.services.errors import ServiceError

REFUSAL_KEY: Final = "referee.refusal"
"""Environment key: name of the error with which the app must answer, because the server did not accept the request."""
WATCHES_KEY: Final = "referee.watches"
"""Environment key: present if the server can watch for the app. An event stream stores what it watches here."""
COUNTED_KEY: Final = "referee.counted"
"""Environment key: present if the rate limit has counted the request before it reaches the app."""
RESUMED_KEY: Final = "referee.resumed"
"""Environment key: id of the job for which this request has already waited."""


class RoomWatch(NamedTuple):
    """A room whose changes an event stream sends. A seat is present while it watches."""

    room_id: str
    seat: int | None


class JobWatch(BaseException):
    """A job that a request watches for some seconds. Raised through Flask, it ends the request without a response.

    It is no Exception, so that no error handler turns it into a response. The server then waits for the job and sends
    the same request again with RESUMED_KEY.
    """

    def __init__(self, job: Job, context: ClientContext, seconds: float) -> None:
        super().__init__(job.id)
        self.job, self.context, self.seconds = job, context, seconds


def add_refusals(app: Flask) -> None:
    """Answer requests that the server did not accept with their error, before any other check."""

    @app.before_request
    def refuse_request() -> None:
        name = current_request().environ.get(REFUSAL_KEY)
        if name is not None:
            raise ServiceError(name)


def server_watches_jobs() -> bool:
    """Return whether the server can watch jobs for the current request."""
    return WATCHES_KEY in current_request().environ


def resumed_job_id() -> str | None:
    """Return the id of the job for which the current request has already waited, or None."""
    job_id: str | None = current_request().environ.get(RESUMED_KEY)
    return job_id


def wait_outside(job: Job, context: ClientContext, seconds: float) -> None:
    """Release the thread until the job is over: raise `JobWatch`. Return if there is nothing to wait for."""
    if seconds and job.status in ACTIVE_STATUSES and resumed_job_id() is None:
        raise JobWatch(job, context, seconds)


def stream_outside(watch: JobWatch | RoomWatch) -> None:
    """Give the event stream of the current response to the server."""
    current_request().environ[WATCHES_KEY] = watch
