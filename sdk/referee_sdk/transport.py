"""One call over HTTP: what is sent, what is tried again and when, and which error an answer stands for.

Every call of the service may safely be sent twice: it keeps no game, a guarded match answers an equal move equally, and
an equal search is searched once. So whatever fails on the way is tried again.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
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
    """How often a call is tried in all, and how long we wait between: twice as long each time, or what is asked for.

    A service that asks for more than `longest` seconds is not waited for: the error comes at once, with `retry_after`.
    """

    max_attempts: int = 4
    backoff_seconds: float = 0.25
    max_wait_seconds: float = 10.0
    sleep: Callable[[float], None] = time.sleep

    def wait(self, tried: int, asked: float | None) -> float | None:
        """Seconds to wait after that many tries; None when it is time to give up."""
        if tried >= self.max_attempts or (asked is not None and asked > self.max_wait_seconds):
            return None
        if asked is not None:
            return asked
        grown: float = min(self.backoff_seconds * 2 ** (tried - 1), self.max_wait_seconds)
        return grown * random.uniform(0.5, 1.0)  # so that clients that failed together do not come back together


@dataclass
class Transport:
    """A session with the address of a service."""

    base_url: str
    session: Session
    headers: Mapping[str, str]
    timeout: float
    retries: RetryPolicy

    def call(self, method: str, path: str, body: Json | None = None, **params: Any) -> Json:
        """The JSON object that a call answers."""
        answered: Json = self._with_retries(lambda: self._call_once(method, path, body, params))
        return answered

    def _call_once(self, method: str, path: str, body: Json | None, params: Mapping[str, Any]) -> Json:
        with self._send(method, path, body, params) as answer:
            return _json_object(answer)

    def text(self, path: str) -> str:
        """The text that a call answers."""

        def once() -> str:
            with self._send("GET", path, None, {}) as answer:
                return answer.text

        return self._with_retries(once)

    def lines(self, path: str) -> Iterator[str]:
        """The lines of a streamed answer, as they come."""
        with self._send("GET", path, None, {}, accept="text/event-stream") as answer, _transport_errors():
            yield from (line.decode() for line in answer.iter_lines())

    def _with_retries(self, once: Callable[[], T]) -> T:
        """Whatever `once` answers, at the latest with the last try; else the error of the last try."""
        tried = 0
        while True:
            tried += 1
            try:
                return once()
            except (ServerError, RateLimited) as error:
                pause = self.retries.wait(tried, error.retry_after)
                if pause is None:
                    raise
                self.retries.sleep(pause)

    @contextmanager
    def _send(
        self, method: str, path: str, body: Json | None, params: Mapping[str, Any], *, accept: str = "application/json"
    ) -> Iterator[Response]:
        """An answer that is no error, open to be read."""
        with _transport_errors():
            answer = self.session.request(
                method,
                f"{self.base_url}{path}",
                json=body,
                params={name: value for name, value in params.items() if value is not None},
                headers={**self.headers, "Accept": accept},
                timeout=self.timeout,
                stream=True,
            )
            with answer:
                if answer.status_code >= 300:
                    raise _response_error(answer)
                yield answer


@contextmanager
def _transport_errors() -> Iterator[None]:
    """Errors of the carrier in the words of the family."""
    try:
        yield
    except Timeout as error:
        raise TimedOut(f"The service did not answer in time: {error}") from error
    except (ChunkedEncodingError, ContentDecodingError) as error:
        raise InvalidResponse(f"The answer broke off: {error}") from error
    except ConnectionError as error:
        # While a body is read, requests tells a read timeout as a lost connection.
        kind = TimedOut if "timed out" in str(error).lower() else Unreachable
        raise kind(f"The service cannot be reached: {error}") from error
    except RequestException as error:
        raise Unreachable(f"No such request can be sent: {error}") from error


def _json_object(answer: Response) -> Json:
    if answer.status_code == requests.codes.no_content:
        return {}
    try:
        read = json.loads(answer.content)
    except ValueError as error:
        raise InvalidResponse("The answer is not JSON.", status=answer.status_code) from error
    if not isinstance(read, dict):
        raise InvalidResponse("The answer is not a JSON object.", status=answer.status_code)
    return read


def _response_error(answer: Response) -> RefereeError:
    """The error that an answer stands for; a proxy in between may answer with anything."""
    try:
        problem = json.loads(answer.content)
    except ValueError:
        problem = {}
    error = error_from_problem(answer.status_code, problem if isinstance(problem, dict) else {})
    if isinstance(error, ServerError | RateLimited):
        error.retry_after = _seconds(answer.headers.get("Retry-After"))
    if not error.request_id:
        error.request_id = answer.headers.get("X-Request-Id", "")
    return error


def _seconds(retry_after: str | None) -> float | None:
    """The header, which is a number of seconds or a date."""
    if not retry_after:
        return None
    try:
        return max(0.0, float(retry_after))
    except ValueError:
        pass
    try:
        at = parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    return max(0.0, (at - datetime.now(UTC)).total_seconds())
