"""The calls about searches: how one stands, its events as they come, and the end of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain

import msgspec
from flask import Response, request

from referee_service.api.bodies import Blueprint
from referee_service.api.contract import READING_ERRORS, REF, Json
from referee_service.api.joined import bot_desk
from referee_service.api.reading import reading_of
from referee_service.api.schemas import WAIT_LIMIT, WaitQuery
from referee_service.services.bot_answers import Job
from referee_service.services.problems import Problem

EVENT_SECONDS = 120.0
"""A stream of events ends after this long; browsers open it again by themselves."""

ERRORS = READING_ERRORS | {403: "FORBIDDEN", 409: "CONFLICT", 503: "SERVICE_UNAVAILABLE"}
LOOK = (
    "How the search stands: `queued`, `running` with the best first action so far, `finished` with what the bot does,"
    " `failed`, or `stopped`; of a whole turn that ended early, `result` has what was decided before."
    " `?wait=` answers once it is over, or after so many seconds, or at once where too many wait."
)
EVENTS = "The same as server-sent events, `progress` as often as it changes, until the job is over."
STOP = (
    "Ends the search; what it found so far stays as `best`. Of a whole turn, the decisions of searches that had ended"
    " before are the `result`, with the position after them where they were to be played. Only who asked for it may."
)


def jobs_blueprint() -> Blueprint:
    """The calls about jobs, of all games."""
    blueprint = Blueprint("jobs", __name__, url_prefix="/v1/jobs", description="Searches of bots")

    def look(query: dict[str, int], id: str) -> Response:
        return _answer(bot_desk().look(id, reading_of(request), wait=query["wait"]))

    def events(id: str) -> Response:
        reading = reading_of(request)
        followed = bot_desk().follow(id, reading, seconds=EVENT_SECONDS)
        first = next(followed)  # a problem is told before anything is streamed
        return Response(_stream(first, followed), content_type="text/event-stream")

    def stop(id: str) -> Response:
        return _answer(bot_desk().stop(id, reading_of(request)))

    waiting = blueprint.arguments(WaitQuery, location="query")(look)
    _add(blueprint, "GET", "/<id>", waiting, _waited())
    _add(blueprint, "GET", "/<id>/events", events, _streamed())
    _add(blueprint, "DELETE", "/<id>", stop, _documented("stop_job", "Stop a search", STOP))
    return blueprint


def _answer(job: Job) -> Response:
    return Response(msgspec.json.encode(job), content_type="application/json")


def _stream(first: Job | None, rest: Iterator[Job | None]) -> Iterator[bytes]:
    """Events as browsers read them; a comment now and then keeps the line open."""
    with suppress(Problem):  # the stream ends; who opens it again is told why
        for job in chain([first], rest):
            yield b": \n\n" if job is None else b"event: progress\ndata: " + msgspec.json.encode(job) + b"\n\n"


def _documented(operation: str, summary: str, description: str) -> Json:
    content = {"application/json": {"schema": {"$ref": f"{REF}Job"}}}
    named = {"in": "path", "name": "id", "required": True, "schema": {"type": "string", "minLength": 1}}
    return {
        "operationId": operation,
        "summary": summary,
        "description": description,
        "parameters": [named],
        "responses": ERRORS | {200: {"description": summary, "content": content}},
    }


def _waited() -> Json:
    documented = _documented("job", "How a search stands", LOOK)
    documented["parameters"].append(
        {
            "in": "query",
            "name": "wait",
            "description": "Seconds to wait for the end of it.",
            "schema": {"type": "integer", "default": 0, "minimum": 0, "maximum": WAIT_LIMIT},
        }
    )
    documented["responses"][422] = "UNPROCESSABLE_ENTITY"
    return documented


def _streamed() -> Json:
    documented = _documented("job_events", "Follow a search", EVENTS)
    documented["responses"][200]["content"] = {"text/event-stream": {"schema": {"type": "string"}}}
    return documented


def _add(blueprint: Blueprint, method: str, path: str, handler: Callable[..., Response], documented: Json) -> None:
    handler.__name__ = documented["operationId"]
    blueprint.route(path, methods=[method])(blueprint.doc(**documented)(handler))
