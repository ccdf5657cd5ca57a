"""Routes for jobs: status of a search, its progress as server-sent events, and its cancellation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain

import msgspec
from flask import Response, request

from referee_service.api import front
from referee_service.api.client_context import job_context_of
from referee_service.api.dependencies import bot_service
from referee_service.api.front import JobWatch
from referee_service.api.openapi.document import GET_ERRORS, JOB_SECURITY
from referee_service.api.openapi.struct_schemas import SCHEMA_REF, Json
from referee_service.api.schemas.parser import Blueprint
from referee_service.api.schemas.queries import MAX_WAIT_SECONDS, WaitQuery
from referee_service.services.bots.responses import Job
from referee_service.services.errors import ServiceError

MAX_STREAM_SECONDS = 120.0
"""Longest event stream. Browsers reconnect automatically."""

JOB_ERRORS = GET_ERRORS | {403: "FORBIDDEN", 409: "CONFLICT", 410: "GONE", 503: "SERVICE_UNAVAILABLE"}
CREDENTIAL_NOTE = (
    " In a guarded match it needs the credential of the seat or of the keeper; without it the job is unknown."
)
GET_JOB_DESCRIPTION = (
    "Returns the status of the search, the best first action so far, and the result once it is finished. `?wait=`"
    " delays the response until the job is over, at most this number of seconds, unless too many requests wait."
    f"{CREDENTIAL_NOTE}"
)
JOB_EVENTS_DESCRIPTION = (
    f"Streams the job as server-sent events: one `progress` event per change, until it is over.{CREDENTIAL_NOTE}"
)
STOP_JOB_DESCRIPTION = (
    "Stops the search. `best` keeps the best move found so far, and `result` the moves of a turn that were decided"
    " before. Only the client that started the job can stop it. In a guarded match it needs the credential of the seat."
)


def jobs_blueprint() -> Blueprint:
    """Return the blueprint with the job routes. They serve the jobs of all games."""
    blueprint = Blueprint("jobs", __name__, url_prefix="/v1/jobs", description="Jobs of bots")

    def get(query: dict[str, int], id: str) -> Response:
        context = job_context_of(request)
        if not front.server_watches_jobs():
            return _job_response(bot_service().get_job(id, context, wait=query["wait"]))
        job = bot_service().get_job(id, context)
        front.wait_outside(job, context, query["wait"])
        return _job_response(job)

    def events(id: str) -> Response:
        context = job_context_of(request)
        if front.server_watches_jobs():
            front.stream_outside(JobWatch(bot_service().get_job(id, context), context, MAX_STREAM_SECONDS))
            return Response(content_type="text/event-stream")
        jobs = bot_service().watch_job(id, context, seconds=MAX_STREAM_SECONDS)
        first = next(jobs)  # raises service errors before the stream starts, while the status can still change
        return Response(_event_stream(first, jobs), content_type="text/event-stream")

    def stop(id: str) -> Response:
        return _job_response(bot_service().stop_job(id, job_context_of(request)))

    get_with_query = blueprint.arguments(WaitQuery(), location="query")(get)
    _add(blueprint, "GET", "/<id>", get_with_query, _wait_docs())
    _add(blueprint, "GET", "/<id>/events", events, _stream_docs())
    _add(blueprint, "DELETE", "/<id>", stop, _operation_docs("stop_job", "Stop a job", STOP_JOB_DESCRIPTION))
    return blueprint


def _job_response(job: Job) -> Response:
    return Response(msgspec.json.encode(job), content_type="application/json")


def _event_stream(first: Job | None, rest: Iterator[Job | None]) -> Iterator[bytes]:
    """Yield server-sent events. For None, yield a comment that keeps the connection open."""
    with suppress(ServiceError):  # the stream ends; a client that reconnects gets the error
        for job in chain([first], rest):
            yield b": \n\n" if job is None else b"event: progress\ndata: " + msgspec.json.encode(job) + b"\n\n"


def _operation_docs(operation: str, summary: str, description: str) -> Json:
    content = {"application/json": {"schema": {"$ref": f"{SCHEMA_REF}Job"}}}
    job_id: Json = {"in": "path", "name": "id", "required": True, "schema": {"type": "string", "minLength": 1}}
    job_id["description"] = "Name of a search, from the response to the bot move."
    return {
        "operationId": operation,
        "summary": summary,
        "description": description,
        "parameters": [job_id],
        "security": JOB_SECURITY,
        "responses": JOB_ERRORS | {200: {"description": summary, "content": content}},
    }


def _wait_docs() -> Json:
    docs = _operation_docs("job", "Get a job", GET_JOB_DESCRIPTION)
    docs["parameters"].append(
        {
            "in": "query",
            "name": "wait",
            "description": "Longest time to wait until the job is over, in seconds.",
            "schema": {"type": "integer", "default": 0, "minimum": 0, "maximum": MAX_WAIT_SECONDS},
        }
    )
    docs["responses"][422] = "UNPROCESSABLE_ENTITY"
    return docs


def _stream_docs() -> Json:
    docs = _operation_docs("job_events", "Stream a job", JOB_EVENTS_DESCRIPTION)
    docs["responses"][200]["content"] = {"text/event-stream": {"schema": {"type": "string"}}}
    return docs


def _add(blueprint: Blueprint, method: str, path: str, handler: Callable[..., Response], docs: Json) -> None:
    handler.__name__ = docs["operationId"]
    blueprint.route(path, methods=[method])(blueprint.doc(**docs)(handler))
