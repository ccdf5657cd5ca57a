"""Sender: one request with its headers, retries and log lines, and its response as JSON, bytes or an error.

Every call is safe to repeat: a set-up has an idempotency key, a guarded match gives the same response to the same move,
and equal searches run once. So all calls that fail are retried, except event streams.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, get_args
from urllib.parse import quote

from referee_sdk.core.bodies import state_fields
from referee_sdk.core.exchange import Json, Pause, Request, Response, Steps
from referee_sdk.core.failures import moved
from referee_sdk.core.retries import RetryPolicy, retry_after_seconds
from referee_sdk.errors import (
    BadRequest,
    InvalidResponse,
    RateLimited,
    RefereeError,
    ServerError,
    UnknownState,
    error_from_problem,
)
from referee_sdk.models import StateSource
from referee_sdk.options import Language
from referee_sdk.responses import decode_response
from referee_sdk.version import USER_AGENT, VersionCheck

LOG = logging.getLogger("referee_sdk")
LOG.addHandler(logging.NullHandler())  # without it, Python prints warnings of programs that configure no logging
NO_CONTENT = 204
MAX_TIMEOUT_SECONDS = 86_400
JSON = "application/json"

T = TypeVar("T")


@dataclass(frozen=True)
class CallSettings:
    """Settings of all calls of a client: language, API key, timeout in seconds, retries, and the version check."""

    language: Language = "en"
    api_key: str | None = field(default=None, repr=False)
    timeout: float = 10.0
    retries: RetryPolicy = field(default_factory=RetryPolicy)
    version: VersionCheck = field(default_factory=VersionCheck, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.language not in get_args(Language):
            raise BadRequest(f"The language is one of {', '.join(get_args(Language))}, not {self.language!r}.")
        if not 0 < self.timeout <= MAX_TIMEOUT_SECONDS:
            raise BadRequest(
                f"The timeout is a positive number of seconds, at most {MAX_TIMEOUT_SECONDS}, not {self.timeout}."
            )

    def headers(self, credential: str | None) -> dict[str, str]:
        """Return the headers of every request. `Authorization` has the credential of a guarded match."""
        headers = {"Accept-Language": self.language, "User-Agent": USER_AGENT}
        if self.api_key is not None:
            headers["X-API-Key"] = self.api_key
        if credential is not None:
            headers["Authorization"] = f"Bearer {credential}"
        return headers


class Sender:
    """Base class of all calls: builds requests, sends them with retries, and reads responses."""

    def __init__(self, settings: CallSettings) -> None:
        self.settings = settings

    def request(
        self,
        method: str,
        path: str,
        body: Json | None = None,
        *,
        accept: str = JSON,
        headers: Mapping[str, str] | None = None,
        params: Mapping[str, Any] | None = None,
        credential: str | None = None,
        wait: float = 0,
    ) -> Request:
        """Return a request. `wait` are seconds beyond the timeout that the service may hold it.

        Parameters that are None are not sent. Raises `BadRequest` if the body cannot be written as JSON, or a header
        has characters that HTTP forbids.
        """
        sent = {**self.settings.headers(credential), **(headers or {}), "Accept": accept}
        _check_headers(sent)
        if body is not None:
            sent["Content-Type"] = JSON
        present = {name: value for name, value in (params or {}).items() if value is not None}
        content = None if body is None else _encode(body)
        return Request(method, path, self.settings.timeout + wait, sent, present, content)

    def send(self, request: Request, read: Callable[[Response], T]) -> Steps[T]:
        """Send a request with retries and return what `read` makes of the response. Retries send the same headers.

        Raises the error of the last attempt. An error that another attempt cannot change is raised at once.
        """
        attempt = 1
        while True:
            try:
                return (yield from self._attempt(request, read, attempt))
            except (ServerError, RateLimited) as error:
                pause = self.settings.retries.wait(attempt, error.retry_after)
                if pause is None or _is_permanent(error):
                    raise
                failure = type(error).__name__
            LOG.warning(
                "%s %s failed (%s, attempt %d); next attempt in %.2f s",
                request.method,
                request.path,
                failure,
                attempt,
                pause,
            )
            yield Pause(pause)
            attempt += 1

    def _attempt(self, request: Request, read: Callable[[Response], T], attempt: int) -> Steps[T]:
        """Send a request once. The log has neither bodies nor headers, which contain states and secrets."""
        started_at = time.monotonic()
        response: Response = yield request
        milliseconds = 1000 * (time.monotonic() - started_at)
        LOG.debug(
            "%s %s: %d, %.1f ms, attempt %d", request.method, request.path, response.status, milliseconds, attempt
        )
        self.settings.version.check(response.headers, is_success=response.status < 300)
        raise_for_status(response)
        return read(response)

    def get(self, model: type[T], path: str, params: Mapping[str, Any] | None = None) -> Steps[T]:
        """Send a GET request and decode the response."""
        return decode_response(model, (yield from self.send(self.request("GET", path, params=params), json_object)))

    def post(self, game: str, call: str, body: Json) -> Steps[Json]:
        """Post a request about a game and return the JSON object of the response."""
        return (yield from self.send(self.request("POST", api_path("games", game, call), body), json_object))

    def post_about_state(self, source: StateSource, call: str, body: Json) -> Steps[Json]:
        """Post a request about a state: by digest if there is one, with the full state if that is not cached."""
        return (yield from first_known(source, lambda game, fields: self.post(game, call, {**fields, **body})))

    def call(self, model: type[T], source: StateSource, call: str, body: Json) -> Steps[T]:
        """Post a request about a state and decode the response."""
        return decode_response(model, (yield from self.post_about_state(source, call, body)))


def first_known(source: StateSource, send: Callable[[str, Json], Steps[T]]) -> Steps[T]:
    """Return the response to the first request whose state the service knows. The last error is raised."""
    game, choices = state_fields(source)
    for fields in choices[:-1]:
        try:
            return (yield from send(game, fields))
        except UnknownState:
            continue
    return (yield from send(game, choices[-1]))


def raise_for_status(response: Response) -> None:
    """Raise the error of a response with status 300 or more. Its body may have any form: a proxy may have sent it."""
    if response.status < 300:
        return
    if response.status < 400 and (location := response.headers.get("location")):
        raise moved(location, response.status)
    try:
        problem = json.loads(response.content)
    except ValueError:
        problem = {}
    error: RefereeError = error_from_problem(response.status, problem if isinstance(problem, dict) else {})
    if isinstance(error, ServerError | RateLimited):
        error.retry_after = retry_after_seconds(response.headers.get("retry-after"))
    if not error.request_id:
        error.request_id = response.headers.get("x-request-id", "")
    raise error


def _is_permanent(error: ServerError | RateLimited) -> bool:
    """Return whether no later attempt can succeed: without Redis there are no workers or rooms."""
    return error.code in ("no-worker", "rooms-unavailable") and error.retry_after is None


def json_object(response: Response) -> Json:
    """Return the JSON object of a response. Raises `InvalidResponse` if it is none."""
    if response.status == NO_CONTENT:
        return {}
    try:
        data = json.loads(response.content)
    except ValueError as error:
        raise InvalidResponse("The response is not JSON.", status=response.status) from error
    if not isinstance(data, dict):
        raise InvalidResponse("The response is not a JSON object.", status=response.status)
    return data


def _check_headers(headers: Mapping[str, str]) -> None:
    """Raise `BadRequest` for a header that HTTP forbids, such as a key that ends with a line break."""
    for name, value in headers.items():
        if not (value.isascii() and value.isprintable()) or value != value.strip():
            raise BadRequest(f"The header {name} may have printable ASCII characters only, without spaces around them.")


def api_path(*parts: str) -> str:
    """Return the path of a call. Parts that a user wrote may have any characters."""
    return "/".join(["/v1", *(quote(part, safe="") for part in parts)])


def _encode(body: Json) -> bytes:
    try:
        return json.dumps(body, separators=(",", ":"), allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise BadRequest(f"The request cannot be written as JSON: {error}.") from error
