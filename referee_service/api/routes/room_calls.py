"""Routes for the position of a room: the calls of its game, for the holder of a credential of the room.

They take the bodies of the game's own calls without a state. So the sealed state never leaves the service, and a player
who has only a link needs no API key.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import msgspec
from flask import Response
from marshmallow import Schema
from msgspec import UNSET

from referee_service.api.client_context import client_context_of, job_context_of, required_credential_of
from referee_service.api.dependencies import judgements, match_service, room_service
from referee_service.api.flask_app import JsonResponse, current_request
from referee_service.api.openapi import rooms as docs
from referee_service.api.routes.bots import bot_move_response
from referee_service.api.routes.matches import view_response
from referee_service.api.routes.pictures import picture_response
from referee_service.api.schemas.bodies import Body
from referee_service.api.schemas.parser import Blueprint
from referee_service.api.schemas.queries import WaitQuery
from referee_service.api.schemas.requests import schema_prefix
from referee_service.api.schemas.rooms import (
    EmptyRequest,
    RoomBotMoveRequest,
    RoomLegalActionsRequest,
    RoomPictureRequest,
    RoomVerdictRequest,
    RoomViewRequest,
)
from referee_service.kernel.game import AnyGame
from referee_service.services.errors import ServiceError
from referee_service.services.matches.loader import SealedState
from referee_service.services.rooms.views import OpenRoom

Call = Callable[[OpenRoom, SealedState, Body], Response]


def add_room_calls(blueprint: Blueprint, games: Collection[AnyGame]) -> None:
    """Add the calls on the position of a room."""
    prefixes = [schema_prefix(game) for game in games]
    _add(blueprint, "verdicts", RoomVerdictRequest, _judge, prefixes)
    _add(blueprint, "legal-actions", RoomLegalActionsRequest, _legal_actions, prefixes)
    _add(blueprint, "views", RoomViewRequest, _view, prefixes)
    _add(blueprint, "pictures", RoomPictureRequest, _picture, prefixes)
    _add(blueprint, "scores", EmptyRequest, _score, prefixes)
    _add_bot_moves(blueprint, prefixes)


def _add(blueprint: Blueprint, name: str, schema: type[Schema], call: Call, prefixes: list[str]) -> None:
    """Add the route of one call."""

    def handler(body: Body, id: str) -> Response:
        return call(*_opened(id), body)

    operation = docs.call_operation(name, prefixes)
    handler.__name__ = operation["operationId"]
    parse_body = blueprint.arguments(schema(), examples=docs.EXAMPLES[name])
    blueprint.route(f"/<id>/{name}", methods=["POST"])(blueprint.doc(**operation)(parse_body(handler)))


def _opened(room_id: str) -> tuple[OpenRoom, SealedState]:
    """Return the room of the current request, and its match as the holder of the credential sees it."""
    opened = room_service().open(room_id, required_credential_of(current_request()))
    return opened, room_service().source(opened)


def _judge(opened: OpenRoom, source: SealedState, body: Body) -> Response:
    context = client_context_of(current_request(), actions=body.actions)
    return JsonResponse(msgspec.json.encode(judgements().judge(opened.game, source, body, context)))


def _legal_actions(opened: OpenRoom, source: SealedState, body: Body) -> Response:
    verbs = tuple(opened.game.verbs)
    if body.kind is not UNSET and body.kind not in verbs:
        raise ServiceError("unknown-verb.named", game=opened.game.name, verb=body.kind, verbs=verbs)
    context = client_context_of(current_request(), actions=body.actions)
    return JsonResponse(msgspec.json.encode(judgements().legal_actions(opened.game, source, body, context)))


def _view(opened: OpenRoom, source: SealedState, body: Body) -> Response:
    return JsonResponse(msgspec.json.encode(view_response(opened.game, source, _with_names(opened, body))))


def _picture(opened: OpenRoom, source: SealedState, body: Body) -> Response:
    return picture_response(opened.game, source, _with_names(opened, body))


def _with_names(opened: OpenRoom, body: Body) -> Body:
    """Return the body with the names of the room, unless it has others. A seat without a name gets its number."""
    if body.names is not UNSET:
        return body
    return msgspec.structs.replace(body, names=[player.name for player in opened.room.players])


def _score(opened: OpenRoom, source: SealedState, _: Body) -> Response:
    score = match_service().score(opened.game, source, client_context_of(current_request()))
    return JsonResponse(msgspec.json.encode(score))


def _add_bot_moves(blueprint: Blueprint, prefixes: list[str]) -> None:
    """Add the route for hints. A search is a job, which the credential of the seat opens."""

    def room_bot_moves(query: dict[str, Any], body: Body, id: str) -> Response:
        opened, source = _opened(id)
        context = job_context_of(current_request(), credential=source.credential)
        return bot_move_response(opened.game, source, body, context, query["wait"])

    query = blueprint.arguments(WaitQuery(), location="query")
    parse_body = blueprint.arguments(RoomBotMoveRequest(), examples=docs.EXAMPLES["bot-moves"])
    operation = docs.call_operation("bot-moves", prefixes)
    blueprint.route("/<id>/bot-moves", methods=["POST"])(blueprint.doc(**operation)(query(parse_body(room_bot_moves))))
