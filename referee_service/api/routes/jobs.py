"""The calls about searches: how one stands, its events as they come, and the end of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain

import msgspec
from flask import Response, request

from referee_service.api.client_context import client_context_of
from referee_service.api.dependencies import bot_service
from referee_service.api.openapi.document import GET_ERRORS, SCHEMA_REF, Json
from referee_service.api.schemas.parser import Blueprint
from referee_service.api.schemas.requests import MAX_WAIT_SECONDS, WaitQuery
from referee_service.services.bots.responses import Job
from referee_service.services.errors import ServiceError

MAX_STREAM_SECONDS = 120.0
"""A stream of events ends after this long; browsers open it again by themselves."""

JOB_ERRORS = GET_ERRORS | {403: "FORBIDDEN", 409: "CONFLICT", 503: "SERVICE_UNAVAILABLE"}
GET_JOB_DESCRIPTION = (
    "How the search stands: `queued`, `running` with the best first action so far, `finished` with what the bot does,"
    " `failed`, or `stopped`; of a whole turn that ended early, `result` has what was decided before."
    " `?wait=` answers once it is over, or after so many seconds, or at once where too many wait."
)
JOB_EVENTS_DESCRIPTION = "The same as server-sent events, `progress` as often as it changes, until the job is over."
STOP_JOB_DESCRIPTION = (
    "Ends the search; what it found so far stays as `best`. Of a whole turn, the decisions of searches that had ended"
    " before are the `result`, with the position after them where they were to be played. Only who asked for it may."
)


def jobs_blueprint() -> Blueprint:
    """The calls about jobs, of all games."""
    blueprint = Blueprint("jobs", __name__, url_prefix="/v1/jobs", description="Searches of bots")

    def look(query: dict[str, int], id: str) -> Response:
        return _job_response(bot_service().get_job(id, client_context_of(request), wait=query["wait"]))

    def events(id: str) -> Response:
        reading = client_context_of(request)
        followed = bot_service().watch_job(id, reading, seconds=MAX_STREAM_SECONDS)
        first = next(followed)  # a problem is told before anything is streamed
        return Response(_event_stream(first, followed), content_type="text/event-stream")

    def stop(id: str) -> Response:
        return _job_response(bot_service().stop_job(id, client_context_of(request)))

    waiting = blueprint.arguments(WaitQuery, location="query")(look)
    _add(blueprint, "GET", "/<id>", waiting, _wait_docs())
    _add(blueprint, "GET", "/<id>/events", events, _stream_docs())
    _add(blueprint, "DELETE", "/<id>", stop, _documented("stop_job", "Stop a search", STOP_JOB_DESCRIPTION))
    return blueprint


def _job_response(job: Job) -> Response:
    return Response(msgspec.json.encode(job), content_type="application/json")


def _event_stream(first: Job | None, rest: Iterator[Job | None]) -> Iterator[bytes]:
    """Events as browsers read them; a comment now and then keeps the line open."""
    with suppress(ServiceError):  # the stream ends; who opens it again is told why
        for job in chain([first], rest):
            yield b": \n\n" if job is None else b"event: progress\ndata: " + msgspec.json.encode(job) + b"\n\n"


def _documented(operation: str, summary: str, description: str) -> Json:
    content = {"application/json": {"schema": {"$ref": f"{SCHEMA_REF}Job"}}}
    named = {"in": "path", "name": "id", "required": True, "schema": {"type": "string", "minLength": 1}}
    return {
        "operationId": operation,
        "summary": summary,
        "description": description,
        "parameters": [named],
        "responses": JOB_ERRORS | {200: {"description": summary, "content": content}},
    }


def _wait_docs() -> Json:
    documented = _documented("job", "How a search stands", GET_JOB_DESCRIPTION)
    documented["parameters"].append(
        {
            "in": "query",
            "name": "wait",
            "description": "Seconds to wait for the end of it.",
            "schema": {"type": "integer", "default": 0, "minimum": 0, "maximum": MAX_WAIT_SECONDS},
        }
    )
    documented["responses"][422] = "UNPROCESSABLE_ENTITY"
    return documented


def _stream_docs() -> Json:
    documented = _documented("job_events", "Follow a search", JOB_EVENTS_DESCRIPTION)
    documented["responses"][200]["content"] = {"text/event-stream": {"schema": {"type": "string"}}}
    return documented


def _add(blueprint: Blueprint, method: str, path: str, handler: Callable[..., Response], documented: Json) -> None:
    handler.__name__ = documented["operationId"]
    blueprint.route(path, methods=[method])(blueprint.doc(**documented)(handler))
