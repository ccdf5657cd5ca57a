"""Requests, responses and pauses as data: the steps of a call, which a client performs."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

Json = dict[str, Any]
T = TypeVar("T")


@dataclass(frozen=True)
class Request:
    """An HTTP request: a path below the base URL, and the timeout in seconds. Its `repr` shows no secret."""

    method: str
    path: str
    timeout: float
    headers: Mapping[str, str] = field(repr=False)
    params: Mapping[str, Any] = field(default_factory=dict)
    content: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Response:
    """An HTTP response, read completely. The names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    content: bytes = field(repr=False)


@dataclass(frozen=True)
class Pause:
    """A pause in seconds before the next step."""

    seconds: float


Step = Request | Pause
Steps = Generator[Step, Any, T]
"""A call: it yields steps, receives a `Response` for each request, and returns its result.

If a request cannot be sent or gets no response, the client throws a `RefereeError` into the generator.
"""
