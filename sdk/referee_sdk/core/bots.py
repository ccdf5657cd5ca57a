"""Calls about bots and jobs: bot moves, long polling, and event streams."""

from __future__ import annotations

import time
from collections.abc import Callable

from referee_sdk.bots import BotMove, BotRequest, Job, bot_request_body
from referee_sdk.core.exchange import Pause, Request, Steps
from referee_sdk.core.sender import LOG, Sender, api_path, json_object
from referee_sdk.errors import BotFailed
from referee_sdk.models import SealedState, StateSource
from referee_sdk.responses import decode_job, decode_response, job_access, job_of_event

LONG_POLL_SECONDS = 1
"""Seconds that the service may hold one long-polling request for a job."""
POLL_SECONDS = 0.25
"""Pause before the next poll if the service did not hold the request."""

OnProgress = Callable[[Job], None] | None


class BotCalls(Sender):
    """Calls about bots and jobs."""

    def bot_move(
        self, source: StateSource, bot: str, request: BotRequest, on_progress: OnProgress = None
    ) -> Steps[BotMove]:
        """Request the move of a bot, and wait for it if it is a search."""
        started = yield from self.start_bot_move(source, bot, request)
        if isinstance(started, BotMove):
            return started
        return (yield from self.wait_for_job(started, on_progress))

    def start_bot_move(self, source: StateSource, bot: str, request: BotRequest) -> Steps[BotMove | Job]:
        """Request the move of a bot, or the job of a search."""
        response = yield from self.post_about_state(source, "bot-moves", bot_request_body(bot, request))
        if "status" not in response:
            return decode_response(BotMove, response)
        return decode_job(response, source.credential if isinstance(source, SealedState) else None)

    def job(self, job: Job | str, credential: str | None = None, wait: int = 0) -> Steps[Job]:
        """Request a job. With `wait`, the service responds when it ends, or after that many seconds."""
        return (yield from self._job("GET", job, credential, wait))

    def stop_job(self, job: Job | str, credential: str | None) -> Steps[Job]:
        """Stop a job."""
        return (yield from self._job("DELETE", job, credential, None))

    def _job(self, method: str, job: Job | str, credential: str | None, wait: int | None) -> Steps[Job]:
        job_id, credential = job_access(job, credential)
        request = self.request(
            method, api_path("jobs", job_id), params={"wait": wait}, credential=credential, wait=wait or 0
        )
        return decode_job((yield from self.send(request, json_object)), credential)

    def wait_for_job(self, job: Job, on_progress: OnProgress) -> Steps[BotMove]:
        """Poll a job until it ends, and return its move. Raises `BotFailed` if it fails or is stopped."""
        while not job.is_done:
            polled_at = time.monotonic()
            job = yield from self.job(job, wait=LONG_POLL_SECONDS)
            if on_progress is not None:
                on_progress(job)
            if not job.is_done and time.monotonic() < polled_at + POLL_SECONDS:
                yield Pause(POLL_SECONDS)  # the service holds only a limited number of requests
        if job.status != "finished" or job.result is None:
            raise BotFailed(f"The search ended without a move ({job.status}). {job.error or ''}".rstrip(), job)
        return job.result

    def job_events(self, job: Job | str, credential: str | None) -> JobEvents:
        """Return the reader of the event stream of a job."""
        job_id, credential = job_access(job, credential)
        path = api_path("jobs", job_id, "events")
        return JobEvents(self.request("GET", path, accept="text/event-stream", credential=credential), credential)


class JobEvents:
    """Reader of the event stream of a job. If the service closes the stream early, it is opened again."""

    def __init__(self, request: Request, credential: str | None) -> None:
        self._request, self._credential = request, credential
        self._is_wanted = True

    def next_request(self) -> Request | None:
        """Return the request that opens the stream, or None if the job has ended.

        A stream without events is not opened again, because that could repeat without an end.
        """
        is_wanted, self._is_wanted = self._is_wanted, False
        if is_wanted:
            LOG.debug("%s %s: event stream", self._request.method, self._request.path)
        return self._request if is_wanted else None

    def read(self, line: str) -> Job | None:
        """Return the progress that a line of the stream reports, if any. Raises `InvalidResponse`."""
        if not line.startswith("data:"):
            return None
        job = job_of_event(line, self._credential)
        self._is_wanted = not job.is_done
        return job
