"""Routes of rooms: create, look, play, undo, players, resign, rematch, record, tickets, events, delete."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from itertools import chain
from typing import Any

import msgspec
from flask import Response
from marshmallow import Schema
from msgspec import UNSET, Raw

from referee_service.api import front
from referee_service.api.client_context import client_context_of, origin_of, required_credential_of
from referee_service.api.dependencies import metrics, room_service, room_streams
from referee_service.api.flask_app import JsonResponse, current_request
from referee_service.api.front import RoomWatch
from referee_service.api.judgements import move_request
from referee_service.api.openapi import rooms as docs
from referee_service.api.openapi.struct_schemas import Json
from referee_service.api.routes.matches import setup_key
from referee_service.api.routes.room_calls import add_room_calls
from referee_service.api.schemas.bodies import Body
from referee_service.api.schemas.parser import Blueprint
from referee_service.api.schemas.rooms import (
    ROOMS_PREFIX,
    EmptyRequest,
    RoomMoveRequest,
    RoomQuery,
    RoomSeatRequest,
    RoomUndoRequest,
    TicketQuery,
    new_room_schema,
)
from referee_service.kernel.game import AnyGame
from referee_service.services.errors import IllegalMoveError, ServiceError
from referee_service.services.matches.move_requests import MoveRequest
from referee_service.services.rooms.responses import RoomView
from referee_service.services.rooms.room import RoomBot, RoomSetup
from referee_service.services.rooms.views import RoomClient

Query = dict[str, Any]
Change = Callable[[str, RoomClient, Body], RoomView]


def rooms_blueprint(games: Collection[AnyGame]) -> Blueprint:
    """Return the blueprint with the routes of rooms. They serve the rooms of all games."""
    blueprint = Blueprint("rooms", __name__, url_prefix=ROOMS_PREFIX, description="Rooms")
    _add_room_routes(blueprint, games)
    _add_change(blueprint, "moves", RoomMoveRequest, _play)
    _add_change(blueprint, "undo", RoomUndoRequest, _undo)
    _add_change(blueprint, "resign", EmptyRequest, _resign)
    _add_change(blueprint, "rematch", EmptyRequest, _rematch)
    _add_seat_route(blueprint)
    _add_stream_routes(blueprint)
    add_room_calls(blueprint, games)
    return blueprint


def room_client(query: Query | None = None) -> RoomClient:
    """Return the client of the current request, with its credential and the ply up to which it knows the room."""
    request = current_request()
    since = query.get("since") if query is not None else None
    return RoomClient(required_credential_of(request), client_context_of(request), origin_of(request), since)


# --- the room ---------------------------------------------------------------------------------------------------------


def _add_room_routes(blueprint: Blueprint, games: Collection[AnyGame]) -> None:
    """Add the routes that create, show and delete a room, and that return its record."""

    def create_room(body: Body) -> Response:
        if body.chance is not UNSET:
            raise ServiceError("impossible-setup.own-dice")
        if body.guarded is False:
            raise ServiceError("impossible-setup.open-room")
        # The keeper of a match that was set up with the same key must not see the match of the room.
        key = setup_key("room", body, namespace="room:")
        created = room_service().create(_room_setup(body), origin_of(current_request()), key)
        response = JsonResponse(msgspec.json.encode(created), 201)
        response.headers["Location"] = f"{ROOMS_PREFIX}/{created.id}"
        return response

    def room(query: Query, id: str) -> Response:
        return _json(room_service().view(id, room_client(query)))

    def room_record(id: str) -> Response:
        return _json(room_service().record(id, room_client()))

    def delete_room(id: str) -> Response:
        room_service().delete(id, room_client().credential)
        return Response(status=204)

    body = blueprint.arguments(new_room_schema(games)(), examples=docs.EXAMPLES["rooms"])
    query = blueprint.arguments(RoomQuery(), location="query")
    _add(blueprint, "POST", "", body(create_room), docs.CREATE)
    _add(blueprint, "GET", "/<id>", query(room), docs.LOOK)
    _add(blueprint, "GET", "/<id>/record", room_record, docs.RECORD)
    _add(blueprint, "DELETE", "/<id>", delete_room, docs.DELETE)


def _room_setup(body: Body) -> RoomSetup:
    return RoomSetup(
        game=body.game,
        seats=body.seats,
        options=Raw(msgspec.json.encode(body.options or {})),
        content=body.content or None,
        names=tuple(body.names or ()),
        bots={int(seat): _room_bot(bot) for seat, bot in (body.bots or {}).items()},
        seconds=body.seconds or None,
    )


def _room_bot(bot: Body) -> RoomBot:
    budget = {} if bot.budget is UNSET else msgspec.structs.asdict(bot.budget)
    return RoomBot(bot.bot, **{name: value for name, value in budget.items() if value is not UNSET})


# --- changes ----------------------------------------------------------------------------------------------------------


def _add_change(blueprint: Blueprint, name: str, schema: type[Schema], change: Change) -> None:
    """Add a route that changes a room and answers with it."""

    def handler(query: Query, body: Body, id: str) -> Response:
        return _json(change(id, room_client(query), body))

    body_parser = blueprint.arguments(schema(), examples=docs.EXAMPLES[name])
    query_parser = blueprint.arguments(RoomQuery(), location="query")
    _add(blueprint, "POST", f"/<id>/{name}", query_parser(body_parser(handler)), docs.CHANGES[name])


def _play(room_id: str, client: RoomClient, body: Body) -> RoomView:
    """Play the moves of a body, and count the verdict on them."""
    requests: list[MoveRequest]
    if body.moves is UNSET:
        requests = [(None, body.notation if body.action is UNSET else body.action)]
    else:
        requests = [move_request(step) for step in body.moves]
    try:
        room = room_service().play(room_id, client, body.expect, requests)
    except IllegalMoveError as error:
        game = room_service().open(room_id, client.credential).game
        metrics().count_verdict(game.name, [refusal.rule for refusal in error.refusals])
        raise
    metrics().count_verdict(room.game, [])
    return room


def _undo(room_id: str, client: RoomClient, body: Body) -> RoomView:
    return room_service().undo(room_id, client, body.expect)


def _resign(room_id: str, client: RoomClient, _: Body) -> RoomView:
    return room_service().resign(room_id, client)


def _rematch(room_id: str, client: RoomClient, _: Body) -> RoomView:
    return room_service().rematch(room_id, client)


def _add_seat_route(blueprint: Blueprint) -> None:
    """Add the route that changes who plays a seat."""

    def room_seat(query: Query, body: Body, id: str, seat: int) -> Response:
        bot = body.bot if body.bot is None or body.bot is UNSET else _room_bot(body.bot)
        return _json(room_service().change_seat(id, room_client(query), seat, name=body.name, bot=bot))

    body = blueprint.arguments(RoomSeatRequest(), examples=docs.EXAMPLES["seats"])
    query = blueprint.arguments(RoomQuery(), location="query")
    _add(blueprint, "POST", "/<id>/seats/<int:seat>", query(body(room_seat)), docs.SEAT)


# --- events -----------------------------------------------------------------------------------------------------------


def _add_stream_routes(blueprint: Blueprint) -> None:
    """Add the routes of event streams and their tickets."""

    def room_ticket(body: Body, id: str) -> Response:
        return JsonResponse(msgspec.json.encode(room_service().add_ticket(id, room_client().credential)), 201)

    def room_events(query: Query, id: str) -> Response:
        service, ticket = room_service(), query.get("ticket")
        principal = service.use_ticket(id, ticket) if ticket else service.open(id, room_client().credential).principal
        seat = principal if isinstance(principal, int) else None
        if front.server_watches_jobs():
            front.stream_outside(RoomWatch(id, seat))
            return Response(content_type="text/event-stream")
        events = room_streams().stream(id, seat)
        first = next(events)  # raises service errors before the stream starts, while the status can still change
        return Response(chain([first], _until_error(events)), content_type="text/event-stream")

    body = blueprint.arguments(EmptyRequest(), examples=docs.EXAMPLES["tickets"])
    query = blueprint.arguments(TicketQuery(), location="query")
    _add(blueprint, "POST", "/<id>/tickets", body(room_ticket), docs.TICKET)
    _add(blueprint, "GET", "/<id>/events", query(room_events), docs.EVENTS)


def _until_error(events: Iterator[bytes]) -> Iterator[bytes]:
    """Yield events until an error ends the stream. A client that connects again gets the error."""
    with suppress(ServiceError):
        yield from events


def _json(answer: Any) -> Response:
    return JsonResponse(msgspec.json.encode(answer))


def _add(blueprint: Blueprint, method: str, path: str, handler: Callable[..., Response], operation: Json) -> None:
    handler.__name__ = operation["operationId"]
    blueprint.route(path, methods=[method])(blueprint.doc(**operation)(handler))
