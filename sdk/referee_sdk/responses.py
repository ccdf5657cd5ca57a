"""Responses of the service as dataclasses, and the credential that reads a job."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, TypeVar

from referee_sdk.bots import Job
from referee_sdk.decoder import DecodeError, decode
from referee_sdk.errors import InvalidResponse

T = TypeVar("T")


def decode_response(model: type[T], response: object) -> T:
    """Return the JSON of a response as an instance of `model`. Raises `InvalidResponse` if it does not fit."""
    try:
        return decode(model, response)
    except DecodeError as error:
        raise InvalidResponse(f"The response does not have the documented form: {error}") from error


def job_access(job: Job | str, credential: str | None) -> tuple[str, str | None]:
    """Return the id of a job and the credential for it: the given one, or else that of the job."""
    return (job.id, credential or job.credential) if isinstance(job, Job) else (job, credential)


def decode_job(response: dict[str, Any], credential: str | None) -> Job:
    """Return the job of a response, with the credential that reads it. Raises `InvalidResponse`."""
    return replace(decode_response(Job, response), credential=credential)


def job_of_event(line: str, credential: str | None) -> Job:
    """Return the job of one `data:` line of an event stream. Raises `InvalidResponse`."""
    try:
        return decode_job(json.loads(line.removeprefix("data:")), credential)
    except ValueError as error:
        raise InvalidResponse("A line of the event stream is not JSON.") from error
