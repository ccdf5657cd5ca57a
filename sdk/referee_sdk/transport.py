"""HTTP transport: requests with retries, and responses as JSON or errors.

Every call is safe to repeat: a set-up has an idempotency key, a guarded match gives the same response to the same move,
and equal searches run once. So all calls that fail are retried, except event streams.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar

import requests
from requests import Response, Session
from requests.exceptions import ChunkedEncodingError, ConnectionError, ContentDecodingError, RequestException, Timeout

from referee_sdk.errors import (
    InvalidResponse,
    RateLimited,
    RefereeError,
    ServerError,
    TimedOut,
    Unreachable,
    error_from_problem,
)

Json = dict[str, Any]
T = TypeVar("T")


@dataclass(frozen=True)
class RetryPolicy:
    """Retries of a call: total attempts, and exponential back-off in seconds with jitter.

    A `Retry-After` header replaces the back-off. If it exceeds `max_wait_seconds`, the error is raised at once.
    """

    max_attempts: int = 4
    backoff_seconds: float = 0.25
    max_wait_seconds: float = 10.0
    sleep: Callable[[float], None] = time.sleep

    def wait(self, attempts: int, retry_after: float | None) -> float | None:
        """Return the seconds to wait after this number of attempts, or None to give up."""
        if attempts >= self.max_attempts or (retry_after is not None and retry_after > self.max_wait_seconds):
            return None
        if retry_after is not None:
            return retry_after
        backoff: float = min(self.backoff_seconds * 2 ** (attempts - 1), self.max_wait_seconds)
        return backoff * random.uniform(0.5, 1.0)  # jitter: clients that failed together retry at different times


@dataclass
class Transport:
    """Requests session with the base URL, headers and timeout (seconds) of a service."""

    base_url: str
    session: Session
    headers: Mapping[str, str]
    timeout: float
    retries: RetryPolicy

    def with_credential(self, credential: str | None) -> Transport:
        """Return this transport with the credential of a guarded match in each request, or unchanged without one."""
        if credential is None:
            return self
        return replace(self, headers={**self.headers, "Authorization": f"Bearer {credential}"})

    def call(
        self,
        method: str,
        path: str,
        body: Json | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        **params: Any,
    ) -> Json:
        """Send a request with retries and return the JSON object of the response. Retries send the same headers."""

        def call_once() -> Json:
            with self._send(method, path, body, params, headers=headers) as response:
                return _json_object(response)

        return self._with_retries(call_once)

    def text(self, path: str) -> str:
        """Send a GET request with retries and return the response as text."""

        def get() -> str:
            with self._send("GET", path, None, {}) as response:
                return response.text

        return self._with_retries(get)

    def content(self, method: str, path: str, accept: str, body: Json | None = None, **params: Any) -> bytes:
        """Send a request with retries and return the bytes of the response, in the media type `accept`."""

        def call_once() -> bytes:
            with self._send(method, path, body, params, accept=accept) as response:
                return bytes(response.content)

        return self._with_retries(call_once)

    def lines(self, path: str) -> Iterator[str]:
        """Yield the lines of an event stream as they arrive, without retries."""
        with self._send("GET", path, None, {}, accept="text/event-stream") as response, _transport_errors():
            yield from (line.decode() for line in response.iter_lines())

    def _with_retries(self, call: Callable[[], T]) -> T:
        """Return the result of `call`, or raise the error of the last attempt."""
        attempts = 0
        while True:
            attempts += 1
            try:
                return call()
            except (ServerError, RateLimited) as error:
                pause = self.retries.wait(attempts, error.retry_after)
                if pause is None:
                    raise
                self.retries.sleep(pause)

    @contextmanager
    def _send(
        self,
        method: str,
        path: str,
        body: Json | None,
        params: Mapping[str, Any],
        *,
        accept: str = "application/json",
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[Response]:
        """Send one request and yield the open response. Raises the error of a response with status 300 or more."""
        with _transport_errors():
            response = self.session.request(
                method,
                f"{self.base_url}{path}",
                json=body,
                params={name: value for name, value in params.items() if value is not None},
                headers={**self.headers, **(headers or {}), "Accept": accept},
                timeout=self.timeout,
                stream=True,
            )
            with response:
                if response.status_code >= 300:
                    raise _response_error(response)
                yield response


@contextmanager
def _transport_errors() -> Iterator[None]:
    """Convert exceptions of `requests` into `RefereeError`s."""
    try:
        yield
    except Timeout as error:
        raise TimedOut(f"The service did not respond in time: {error}") from error
    except (ChunkedEncodingError, ContentDecodingError) as error:
        raise InvalidResponse(f"The response is incomplete: {error}") from error
    except ConnectionError as error:
        # While it reads a body, requests reports a read timeout as a connection error.
        error_class = TimedOut if "timed out" in str(error).lower() else Unreachable
        raise error_class(f"The service cannot be reached: {error}") from error
    except RequestException as error:
        raise Unreachable(f"The request cannot be sent: {error}") from error


def _json_object(response: Response) -> Json:
    if response.status_code == requests.codes.no_content:
        return {}
    try:
        data = json.loads(response.content)
    except ValueError as error:
        raise InvalidResponse("The response is not JSON.", status=response.status_code) from error
    if not isinstance(data, dict):
        raise InvalidResponse("The response is not a JSON object.", status=response.status_code)
    return data


def _response_error(response: Response) -> RefereeError:
    """Return the error for a response. Its body may have any form, because a proxy may have sent it."""
    try:
        problem = json.loads(response.content)
    except ValueError:
        problem = {}
    error = error_from_problem(response.status_code, problem if isinstance(problem, dict) else {})
    if isinstance(error, ServerError | RateLimited):
        error.retry_after = _retry_after_seconds(response.headers.get("Retry-After"))
    if not error.request_id:
        error.request_id = response.headers.get("X-Request-Id", "")
    return error


def _retry_after_seconds(retry_after: str | None) -> float | None:
    """Return the seconds of a `Retry-After` header, which is a number or a date; None if unreadable."""
    if not retry_after:
        return None
    try:
        return max(0.0, float(retry_after))
    except ValueError:
        pass
    try:
        date = parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    return max(0.0, (date - datetime.now(UTC)).total_seconds())
