"""POST route for bot moves of one game. It returns the move, or a job if the search takes longer."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response
from msgspec import UNSET

from referee_service.api import front
from referee_service.api.client_context import job_context_of
from referee_service.api.dependencies import bot_service
from referee_service.api.flask_app import current_request
from referee_service.api.judgements import state_source
from referee_service.api.openapi.document import POST_ERRORS
from referee_service.api.openapi.examples import request_examples
from referee_service.api.openapi.struct_schemas import SCHEMA_REF, Json
from referee_service.api.schemas.bodies import Body
from referee_service.api.schemas.parser import Blueprint
from referee_service.api.schemas.queries import WaitQuery
from referee_service.api.schemas.requests import GameSchemas, schema_prefix
from referee_service.kernel.game import AnyGame
from referee_service.services.bots.jobs import DEFAULT_ITERATIONS, BotRequest
from referee_service.services.bots.responses import BotMove, Job
from referee_service.services.context import ClientContext
from referee_service.services.errors import ServiceError
from referee_service.services.matches.loader import StateSource

BOT_MOVE_SUMMARY = "Request a bot move"
BOT_MOVE_DESCRIPTION = (
    "The bot sees only what the seat to move sees. `random` and `greedy` return a move immediately. `search` returns a"
    " cached result immediately, else 202 with a job and its address in `Location`. `?wait=` waits for the result."
    " In a guarded match, moves that it plays cannot be taken back."
)


def bots_blueprint(game: AnyGame) -> Blueprint:
    """Return the blueprint with the bot route of one game."""
    blueprint = Blueprint(f"{game.name}_bots", __name__, url_prefix=f"/v1/games/{game.name}", description="Bots")
    body = blueprint.arguments(GameSchemas(game).bot_move()(), examples=request_examples(game)["bot-moves"])
    query = blueprint.arguments(WaitQuery(), location="query")

    def bot_moves(query: dict[str, int], body: Body) -> Response:
        if body.bot == "search" and not (body.include is UNSET and body.actions is UNSET):
            raise ServiceError("parts-unavailable.search")  # reading a job later could not respect them
        context = job_context_of(current_request(), body.include, body.actions, body.credential)
        return bot_move_response(game, state_source(body), body, context, query["wait"])

    blueprint.route("/bot-moves", methods=["POST"])(blueprint.doc(**_operation_docs(game))(query(body(bot_moves))))
    return blueprint


def bot_move_response(game: AnyGame, source: StateSource, body: Body, context: ClientContext, wait: int) -> Response:
    """Return the response with the bot move, or with the job if the search takes longer than `wait` seconds."""
    result = _bot_move(game, source, body, context, wait)
    if not isinstance(result, Job):
        return Response(msgspec.json.encode(result), content_type="application/json")
    accepted = Response(msgspec.json.encode(result), status=202, content_type="application/json")
    accepted.headers["Location"] = f"/v1/jobs/{result.id}"
    return accepted


def _bot_move(game: AnyGame, source: StateSource, body: Body, context: ClientContext, wait: int) -> BotMove | Job:
    """Return the bot move if it is decided within `wait` seconds, else the job. A resumed request reads its job."""
    job_id = front.resumed_job_id()
    if job_id is not None:
        job = bot_service().get_job(job_id, context)
        return job.result if job.status == "finished" and job.result is not None else job
    seconds = 0 if front.server_watches_jobs() else wait
    result = bot_service().request_move(game, source, bot_request(body), context, wait=seconds)
    if isinstance(result, Job) and front.server_watches_jobs():
        front.wait_outside(result, context, wait)
    return result


def bot_request(body: Body) -> BotRequest:
    """Return the bot request of a body. Fields that the body omits or does not have get their defaults."""
    fields: dict[str, Any] = {name: getattr(body, name, UNSET) for name in ("seat", "seed", "until", "workers", "play")}
    budget = {"iterations": DEFAULT_ITERATIONS} if body.budget is UNSET else msgspec.structs.asdict(body.budget)
    return BotRequest(bot=body.bot, **{name: value for name, value in (fields | budget).items() if value is not UNSET})


def _operation_docs(game: AnyGame) -> Json:
    move = {"application/json": {"schema": {"$ref": f"{SCHEMA_REF}{schema_prefix(game)}BotMove"}}}
    job = {"application/json": {"schema": {"$ref": f"{SCHEMA_REF}Job"}}}
    location = {"description": "Address of the job", "schema": {"type": "string"}}
    job_link = {"operationId": "job", "parameters": {"id": "$response.body#/id"}}
    return {
        "operationId": f"{game.name}_bot_moves",
        "summary": BOT_MOVE_SUMMARY,
        "description": BOT_MOVE_DESCRIPTION,
        "responses": POST_ERRORS
        | {
            200: {"description": "The move of the bot", "content": move},
            202: {
                "description": "The search is in progress",
                "content": job,
                "headers": {"Location": location},
                "links": {"look": job_link},
            },
        },
    }
