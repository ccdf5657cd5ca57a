"""The call that asks a bot, for one game: answered at once, or by a job to look at."""

from __future__ import annotations

import msgspec
from flask import Response
from msgspec import UNSET

from referee_service.api.client_context import client_context_of
from referee_service.api.dependencies import bot_service
from referee_service.api.flask_app import current_request
from referee_service.api.openapi.document import POST_ERRORS, SCHEMA_REF, Json
from referee_service.api.openapi.examples import request_examples
from referee_service.api.routes.matches import Body, state_source
from referee_service.api.schemas.parser import Blueprint
from referee_service.api.schemas.requests import WaitQuery, request_schemas, schema_prefix
from referee_service.kernel.game import AnyGame
from referee_service.services.bots.jobs import BotRequest
from referee_service.services.bots.responses import Job

DEFAULT_ITERATIONS = 400
"""What a search without a budget is given."""

BOT_MOVE_SUMMARY = "Ask a bot for a move"
BOT_MOVE_DESCRIPTION = (
    "The bot sees what the seat to move sees, and nothing else. `random` and `greedy` answer at once. `search` answers"
    " at once what it has searched before, else 202 with a job, whose address is in `Location`; `?wait=` waits for it."
    " A budget in iterations gives the same answer for the same seed every time. `until: turn_end` goes on until"
    " another seat decides; `play` plays the moves and answers with the position after them (in a guarded match"
    " they are final then). `workers` splits the search over several workers."
)


def bots_blueprint(game: AnyGame) -> Blueprint:
    """The bots of one game."""
    blueprint = Blueprint(f"{game.name}_bots", __name__, url_prefix=f"/v1/games/{game.name}", description="Bots")
    body = blueprint.arguments(request_schemas(game)["bot-moves"](), examples=request_examples(game)["bot-moves"])
    query = blueprint.arguments(WaitQuery, location="query")

    def bot_moves(query: dict[str, int], body: Body) -> Response:
        reading = client_context_of(current_request(), body.include)
        answer = bot_service().request_move(game, state_source(body), bot_request(body), reading, wait=query["wait"])
        if not isinstance(answer, Job):
            return Response(msgspec.json.encode(answer), content_type="application/json")
        accepted = Response(msgspec.json.encode(answer), status=202, content_type="application/json")
        accepted.headers["Location"] = f"/v1/jobs/{answer.id}"
        return accepted

    blueprint.route("/bot-moves", methods=["POST"])(blueprint.doc(**_operation_docs(game))(query(body(bot_moves))))
    return blueprint


def bot_request(body: Body) -> BotRequest:
    """What a body asks of a bot; what it leaves out has its default."""
    given = {name: getattr(body, name) for name in ("seat", "seed", "until", "workers", "play")}
    budget = {"iterations": DEFAULT_ITERATIONS} if body.budget is UNSET else msgspec.structs.asdict(body.budget)
    return BotRequest(bot=body.bot, **{name: each for name, each in (given | budget).items() if each is not UNSET})


def _operation_docs(game: AnyGame) -> Json:
    move = {"application/json": {"schema": {"$ref": f"{SCHEMA_REF}{schema_prefix(game)}BotMove"}}}
    job = {"application/json": {"schema": {"$ref": f"{SCHEMA_REF}Job"}}}
    location = {"description": "The address of the job", "schema": {"type": "string"}}
    look = {"operationId": "job", "parameters": {"id": "$response.body#/id"}}
    return {
        "operationId": f"{game.name}_bot_moves",
        "summary": BOT_MOVE_SUMMARY,
        "description": BOT_MOVE_DESCRIPTION,
        "responses": POST_ERRORS
        | {
            200: {"description": "What the bot does", "content": move},
            202: {
                "description": "The search goes on",
                "content": job,
                "headers": {"Location": location},
                "links": {"look": look},
            },
        },
    }
