"""POST routes of one game: set up, move, judge, list, view, audit, score, replay. Each game has its own paths."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import wraps
from typing import NamedTuple

import msgspec
from flask import Response, current_app
from marshmallow import Schema
from msgspec import UNSET, Raw, Struct

from referee_service.api.client_context import client_context_of, client_id_of
from referee_service.api.dependencies import judgements, match_service
from referee_service.api.flask_app import JsonResponse, current_request
from referee_service.api.judgements import state_source
from referee_service.api.openapi.batches import BATCH_CALLS
from referee_service.api.openapi.document import POST_ERRORS, problem_response
from referee_service.api.openapi.examples import request_examples
from referee_service.api.openapi.struct_schemas import SCHEMA_REF, Json
from referee_service.api.rate_limits import charge_batch
from referee_service.api.routes.components import add_component_routes
from referee_service.api.routes.games import GAMES_PREFIX, add_game_routes
from referee_service.api.schemas.batches import BatchParser, is_batch
from referee_service.api.schemas.bodies import Body
from referee_service.api.schemas.parser import Blueprint, body_bytes
from referee_service.api.schemas.requests import request_schemas, schema_prefix
from referee_service.kernel.chance import Chance
from referee_service.kernel.codec import digest
from referee_service.kernel.game import AnyGame
from referee_service.kernel.mismatches import mismatch
from referee_service.kernel.notation import CodecError
from referee_service.kernel.records import parse_record, parse_record_json
from referee_service.services.errors import ServiceError
from referee_service.services.matches.idempotency import SetupKey
from referee_service.services.matches.json_numbers import decode_client_json
from referee_service.services.matches.loader import OpenState, StateSource
from referee_service.services.matches.replays import ReplayRequest
from referee_service.services.matches.responses import VIEW_PARTS
from referee_service.services.matches.views import TextOptions

IDEMPOTENCY_HEADER: Json = {
    "in": "header",
    "name": "Idempotency-Key",
    "required": False,
    "description": "A random text, different for each set-up. If the request is sent again with the same key and body,"
    " the response is the same match. Keep it secret: in a guarded match it gives access to all credentials.",
    "schema": {"type": "string", "minLength": 16, "maxLength": 200, "pattern": "^[!-~]*$"},
}
_IDEMPOTENCY_KEY = re.compile("[!-~]{16,200}")

Schemas = Mapping[str, type[Schema]]


class Operation(NamedTuple):
    """One POST operation: the schema name of its response, its documentation and its handler."""

    response: str
    summary: str
    description: str
    handler: Callable[[AnyGame, Body], Struct | Raw]


def game_blueprint(game: AnyGame) -> Blueprint:
    """Return the blueprint with the GET and POST routes of one game."""
    title = game.catalogue().title.en
    blueprint = Blueprint(game.name, __name__, url_prefix=f"{GAMES_PREFIX}/{game.name}", description=title)
    add_game_routes(blueprint, game)
    add_component_routes(blueprint, game)
    schemas, examples = request_schemas(game), request_examples(game)
    for path in OPERATIONS:
        _add(blueprint, game, path, schemas, examples[path])
    return blueprint


def _add(blueprint: Blueprint, game: AnyGame, path: str, schemas: Schemas, examples: Json) -> None:
    """Add one POST route and its entry in the OpenAPI document."""
    operation, body_parser = OPERATIONS[path], blueprint.arguments(schemas[path](), examples=examples)
    status, name = (201 if path == "states" else 200), path.replace("-", "_")
    prefix = "" if operation.response in ("Audit", "Score") else schema_prefix(game)
    results, names = BATCH_CALLS.get(path, ("", (operation.response,)))
    refs: list[Json] = [{"$ref": f"{SCHEMA_REF}{prefix}{name}"} for name in (*names, results) if name]
    schema: Json = refs[0] if len(refs) == 1 else {"anyOf": refs}

    def handler(body: Body) -> Response:
        return JsonResponse(msgspec.json.encode(operation.handler(game, body)), status)

    handler.__name__, handler.__doc__ = name, operation.summary
    docs: Json = {
        "operationId": f"{game.name}_{name}",
        "summary": operation.summary,
        "description": operation.description,
        "responses": POST_ERRORS
        | {status: {"description": operation.summary, "content": {"application/json": {"schema": schema}}}},
    }
    if path == "states":
        docs["parameters"] = [IDEMPOTENCY_HEADER]
    if path == "moves":
        docs["responses"][409] = problem_response("Conflict", f"{prefix}Problem")
    if operation.response == "Position":
        docs["responses"][status]["links"] = _links(game)
    handle = body_parser(handler)
    if path in BATCH_CALLS:
        handle = wraps(handle)(_batch_handler(game, path, handler, schemas))
    blueprint.route(f"/{path}", methods=["POST"])(blueprint.doc(**docs)(handle))


def _batch_handler(
    game: AnyGame, path: str, handler: Callable[[Body], Response], schemas: Schemas
) -> Callable[[], Response]:
    """Return a handler that answers batches, and passes the bodies of single requests to another one."""
    parser = BatchParser(schemas[path], schemas[f"{path}/item"], schemas[f"{path}/batch"])

    def handle_batches() -> Response:
        request = current_request()
        raw = body_bytes(request)
        if not is_batch(raw):
            return parser.single.parse_and_call(raw, handler)
        batch = parser.parse(raw)
        charge_batch(request, len(batch.items))
        client = client_context_of(request)
        results = judgements().answer_batch(game, path, parser, batch, client, request.id)
        return JsonResponse(msgspec.json.encode(results))

    return handle_batches


def _links(game: AnyGame) -> Json:
    """Return the OpenAPI links of a position: play or judge its first legal action, list, score."""
    state = {"state": "$response.body#/state"}
    move = {**state, "action": "$response.body#/legal_actions/0"}
    linked = {"move": ("moves", move), "verdict": ("verdicts", move)}
    linked |= {"list": ("legal_actions", state), "score": ("scores", state)}
    return {
        # Without this option schemathesis merges the body with a generated one.
        name: {"operationId": f"{game.name}_{call}", "requestBody": body, "x-schemathesis": {"merge_body": False}}
        for name, (call, body) in linked.items()
    }


# --- handlers -------------------------------------------------------------------------------------------------------


def _set_up(game: AnyGame, body: Body) -> Struct:
    try:
        options = msgspec.convert(body.options or {}, game.options_type)
    except msgspec.ValidationError as error:
        raise ServiceError("schema-mismatch.options", why=mismatch(error, game.options_type)) from error
    if body.chance and body.guarded:
        raise ServiceError("impossible-setup.own-dice")
    context, key = client_context_of(current_request(), body.include, body.actions), setup_key(game.name, body)
    chance = Chance(body.chance.mode if body.chance else "seeded", _seed(body, key))
    return match_service().set_up(
        game,
        seats=body.seats,
        options=options,
        chance=chance,
        content=body.content or None,
        guarded=bool(body.guarded),
        context=context,
        key=key,
    )


def setup_key(kind: str, body: Body, *, namespace: str = "") -> SetupKey | None:
    """Return the idempotency key of the current request, with the digest of its kind and its parsed body.

    Keys of different namespaces never name the same match. Returns None without the header.
    """
    text = current_request().headers.get(IDEMPOTENCY_HEADER["name"])
    if text is None:
        return None
    if not _IDEMPOTENCY_KEY.fullmatch(text):
        raise ServiceError("schema-mismatch.idempotency-key")
    request = digest(msgspec.json.encode((kind, body), order="sorted"))
    return SetupKey(namespace + client_id_of(current_request()), text, request)


def _seed(body: Body, key: SetupKey | None) -> str:
    """Return the seed of a set-up, or a new one if the request has none. Real dice have none."""
    if body.chance and (body.chance.mode == "table" or body.chance.seed is not UNSET):
        return "" if body.chance.seed is UNSET else str(body.chance.seed)
    return _random_seed() if key is None else key.seed


def _random_seed() -> str:
    """Return a new seed. It is part of the state, so the match can be reproduced."""
    seed: str = current_app.extensions["referee.seed"]()
    return seed


def _move(game: AnyGame, body: Body) -> Struct:
    context = client_context_of(current_request(), body.include, body.actions)
    return judgements().move(game, state_source(body), body, context)


def _judge(game: AnyGame, body: Body) -> Raw:
    context = client_context_of(current_request(), body.include, body.actions)
    return judgements().judge(game, state_source(body), body, context)


def _legal_actions(game: AnyGame, body: Body) -> Struct:
    context = client_context_of(current_request(), actions=body.actions)
    return judgements().legal_actions(game, state_source(body), body, context)


def _view(game: AnyGame, body: Body) -> Struct:
    return view_response(game, state_source(body), body)


def view_response(game: AnyGame, source: StateSource, body: Body) -> Struct:
    """Return the view of a match with the options of a body."""
    given = {name: getattr(body, name) for name in ("width", "part", "plain") if getattr(body, name) is not UNSET}
    return match_service().view(
        game,
        source,
        None if body.seat is UNSET else body.seat,
        client_context_of(current_request(), actions=body.actions),
        TextOptions(names=tuple(body.names or ()), **given),
        VIEW_PARTS if body.include is UNSET else body.include,
    )


def _audit(game: AnyGame, body: Body) -> Struct:
    return match_service().audit(game, OpenState(bytes(body.state)), client_context_of(current_request()))


def _score(game: AnyGame, body: Body) -> Struct:
    return match_service().score(game, state_source(body), client_context_of(current_request()))


def _replay(game: AnyGame, body: Body) -> Struct:
    context = client_context_of(current_request(), body.include, body.actions)
    until, key = (None if each is UNSET else each for each in (body.until, body.chance_key))
    try:
        record = parse_record(body.text) if body.text else decode_client_json(parse_record_json, bytes(body.record))
    except CodecError as error:
        name = "unreadable-notation.text" if body.text else "schema-mismatch.record"
        raise ServiceError(name, why=error.reason) from error
    request = ReplayRequest(record, until, None if key is None else bytes.fromhex(key))
    return match_service().replay(game, request, context)


OPERATIONS = {
    "states": Operation(
        "Position",
        "Set up a match",
        "Returns a new match at its first decision. `chance` is `seeded` (without a seed, the service makes one) or"
        " `table`, if clients report real dice. A `guarded` match returns a sealed state in place of the state, one"
        " credential per seat and one for the keeper.",
        _set_up,
    ),
    "moves": Operation(
        "Position",
        "Play a move",
        "Plays one action, one line of notation, or several actions, all or none. Then chance acts until a seat must"
        " decide. An illegal move gets 409 `illegal-move` with every rule that forbids it and similar legal moves.",
        _move,
    ),
    "verdicts": Operation(
        "Verdict",
        "Judge a move without playing it",
        "Returns whether the move is legal and every rule that forbids it. For a legal move, `preview` is the position"
        " after it and before chance acts, except in guarded matches. With `places` in place of an action, the response"
        " has up to three `candidates`: actions that a player may mean by pointing there, each with its refusals.",
        _judge,
    ),
    "legal-actions": Operation(
        "LegalActions",
        "List all legal actions of the seat to move",
        "Returns the complete list, or the actions of one verb if `kind` is set. In a guarded match only the seat to"
        " move and the keeper see it.",
        _legal_actions,
    ),
    "views": Operation(
        "SeatView",
        "Show what one seat or a spectator sees",
        "Returns the state as `seat` sees it, as JSON and as text. With a"
        " sealed state the credential selects the seat; the keeper may request any view. `names`, `width`, `part` and"
        " `plain` change the text only.",
        _view,
    ),
    "audits": Operation(
        "Audit",
        "Explain why a state is impossible",
        "Returns the violated invariants of the first audit stage that finds any, each with its path.",
        _audit,
    ),
    "scores": Operation(
        "Score",
        "Count the current score, line by line",
        "Returns the points of every seat with the rule that gave them, and the result if the game is over.",
        _score,
    ),
    "replays": Operation(
        "Replay",
        "Check a record",
        "Replays a record, given as JSON or as text, to its end or `until` a move. A valid record returns the position"
        " there; otherwise the response has the first move that is illegal or impossible for chance, and the reason.",
        _replay,
    ),
}
"""POST operations of every game, by the last part of their path."""
