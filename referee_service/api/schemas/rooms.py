"""Marshmallow schemas of requests about rooms. They are the same for all games: the room knows its game."""

from __future__ import annotations

from collections.abc import Collection
from typing import get_args

from marshmallow import Schema, fields, validate

from referee_service.api.schemas.base import (
    MOVE_ALTERNATIVES,
    SINGLE_MOVE_ALTERNATIVES,
    VERDICT_ALTERNATIVES,
    RequestSchema,
)
from referee_service.api.schemas.fields import (
    MAX_TEXT_CHARS,
    WIDTH_DESCRIPTION,
    WIDTH_RANGE,
    PassthroughObject,
    SeatField,
    StrictBoolean,
    StrictInteger,
    actions_field,
    font_field,
    highlight_field,
    include_field,
    part_field,
    theme_field,
    view_parts_field,
)
from referee_service.api.schemas.parts import BudgetRequest, ChanceRequest
from referee_service.api.schemas.requests import (
    MAX_MOVES,
    MAX_NAME_CHARS,
    MAX_WORKERS,
    NAME_PATTERN,
    notation_field,
    places_field,
    seat_field,
    viewer_field,
)
from referee_service.bots.registry import BotName
from referee_service.kernel.game import AnyGame
from referee_service.kernel.text_table import DEFAULT_WIDTH, MAX_WIDTH, MIN_WIDTH

ROOMS_PREFIX = "/v1/rooms"
MIN_SECONDS, MAX_SECONDS = 10, 86_400
MAX_TICKET_CHARS = 64
MAX_PLY = 1_000_000
SEAT_KEY_PATTERN = "^[0-9]{1,2}$"
NEW_ROOM_SCHEMA = "NewRoomRequest"
ACTION_SCHEMA, OPTIONS_SCHEMA = "RoomAction", "RoomOptions"
"""Schemas of objects whose fields depend on the game of the room."""


class RoomBotRequest(RequestSchema):
    """A bot that plays a seat."""

    bot = fields.String(
        required=True,
        validate=validate.OneOf(get_args(BotName)),
        metadata={"description": "Who chooses: `random` and `greedy` answer at once, `search` takes longer."},
    )
    budget = fields.Nested(
        BudgetRequest, metadata={"description": "How long a search may take, for each decision. Default: 400 playouts."}
    )


def new_room_schema(games: Collection[AnyGame]) -> type[Schema]:
    """Return the schema of a request that creates a room for one of these games."""
    most = max(max(game.seats) for game in games)
    players = {
        "names": fields.List(
            _name_field(),
            validate=validate.Length(max=most),
            metadata={"description": "What the players are called, by seat. An empty text is a seat without name."},
        ),
        "bots": fields.Dict(
            keys=fields.String(validate=validate.Regexp(SEAT_KEY_PATTERN)),
            values=fields.Nested(RoomBotRequest),
            metadata={"description": 'Bots by seat: `{"1": {"bot": "greedy"}}`. All other seats are for people.'},
        ),
        "seconds": StrictInteger(
            validate=validate.Range(min=MIN_SECONDS, max=MAX_SECONDS),
            metadata={"description": "Time limit per decision, after which a bot decides once. Default: none."},
        ),
    }
    return type(NEW_ROOM_SCHEMA, (RequestSchema,), {**_setup_fields([game.name for game in games], most), **players})


def _setup_fields(games: list[str], most: int) -> dict[str, object]:
    """Return the fields that a room shares with the set-up of a match, and the name of the game."""
    return {
        "game": fields.String(
            required=True, validate=validate.OneOf(games), metadata={"description": "The game to play."}
        ),
        "seats": StrictInteger(
            required=True,
            validate=validate.Range(min=1, max=most),
            metadata={"description": "How many players take part."},
        ),
        "options": PassthroughObject(
            OPTIONS_SCHEMA, metadata={"description": "Variants of the set-up. Default: those of the book."}
        ),
        "content": fields.String(
            validate=validate.Length(min=1, max=MAX_TEXT_CHARS),
            metadata={"description": "Pack of components, with or without its digest. Default: the newest one."},
        ),
        "guarded": StrictBoolean(metadata={"description": "Only true: every room is guarded."}),
        "chance": fields.Nested(
            ChanceRequest, metadata={"description": "Refused: the service rolls the dice of a room."}
        ),
        "include": include_field(),
        "actions": actions_field(),
    }


def _name_field() -> fields.String:
    return fields.String(
        validate=[validate.Length(max=MAX_NAME_CHARS), validate.Regexp(NAME_PATTERN)],
        metadata={"description": "Name of the player, or an empty text."},
    )


def _expect_field() -> fields.String:
    return fields.String(
        required=True,
        validate=validate.Regexp("^[0-9a-f]{32}$"),
        metadata={"description": "Digest of the position that the player saw, from the room."},
    )


def _action_field() -> PassthroughObject:
    description = "What the seat does, as JSON with `kind` and its fields. An entry of a legal list fits."
    return PassthroughObject(ACTION_SCHEMA, metadata={"description": description})


class RoomStep(RequestSchema):
    """One move in a list of moves."""

    alternatives = (SINGLE_MOVE_ALTERNATIVES,)
    seat = SeatField(required=True, metadata={"description": "The seat that plays this move: that of the credential."})
    action = _action_field()
    notation = notation_field()


class RoomMoveRequest(RequestSchema):
    """A request that plays one action, one line of notation or several moves of a seat."""

    alternatives = (MOVE_ALTERNATIVES,)
    expect = _expect_field()
    action = _action_field()
    moves = fields.List(
        fields.Nested(RoomStep),
        validate=validate.Length(min=1, max=MAX_MOVES),
        metadata={"description": "Several moves in order. If one is refused, none is played."},
    )
    notation = notation_field()


class RoomUndoRequest(RequestSchema):
    """A request that takes the last request of a seat back."""

    expect = _expect_field()


class RoomSeatRequest(RequestSchema):
    """A request that changes who plays a seat."""

    name = _name_field()
    bot = fields.Nested(
        RoomBotRequest,
        allow_none=True,
        metadata={"description": "Bot that plays the seat from now on; null if its person plays again."},
    )


class EmptyRequest(RequestSchema):
    """A request without fields: the path and the credential say all."""


class RoomVerdictRequest(RequestSchema):
    """A request that judges one move of a seat, or places that its player points at."""

    alternatives = (VERDICT_ALTERNATIVES,)
    exclusions = {"places": ("actions",)}
    seat = seat_field()
    action = _action_field()
    notation = notation_field()
    places = places_field("Places that the player points at, as `touches` names them.", least=1)
    actions = actions_field()


class RoomLegalActionsRequest(RequestSchema):
    """A request for the legal actions, of one verb or of all."""

    kind = fields.String(
        validate=validate.Length(min=1, max=MAX_TEXT_CHARS),
        metadata={"description": "List only the actions of this verb. Default: of all verbs."},
    )
    actions = actions_field()


class RoomViewRequest(RequestSchema):
    """A request for what the viewer sees, as JSON and as text."""

    seat = viewer_field()
    width = StrictInteger(
        validate=validate.Range(min=MIN_WIDTH, max=MAX_WIDTH),
        metadata={"description": f"Longest line of `text`, in characters. Default: {DEFAULT_WIDTH}."},
    )
    part = fields.String(
        validate=validate.Length(min=1, max=MAX_TEXT_CHARS),
        metadata={"description": "The only part of `text` to write, such as `seat.0`. Default: all."},
    )
    plain = StrictBoolean(metadata={"description": "Whether `text` is sentences without drawings."})
    names = fields.List(
        fields.String(validate=[validate.Length(min=1, max=MAX_NAME_CHARS), validate.Regexp(NAME_PATTERN)]),
        validate=validate.Length(max=99),
        metadata={"description": "What the players are called, by seat. Default: the names of the room."},
    )
    include = view_parts_field()
    actions = actions_field()


class RoomPictureRequest(RequestSchema):
    """A request for a picture as the viewer sees the position."""

    seat = viewer_field()
    part = part_field()
    theme = theme_field()
    font = font_field()
    width = StrictInteger(validate=WIDTH_RANGE, metadata={"description": WIDTH_DESCRIPTION})
    highlight = highlight_field()
    chosen = places_field("Places that the player has picked so far, as `touches` names them.", least=0)
    names = fields.List(
        fields.String(validate=[validate.Length(min=1, max=MAX_NAME_CHARS), validate.Regexp(NAME_PATTERN)]),
        validate=validate.Length(max=99),
        metadata={"description": "What the players are called, by seat. Default: the names of the room."},
    )


class RoomBotMoveRequest(RequestSchema):
    """A request for a hint: the choice of a bot for the seat to move. Nothing is played."""

    bot = fields.String(
        required=True,
        validate=validate.OneOf(get_args(BotName)),
        metadata={"description": "Who chooses: `random` and `greedy` answer at once, `search` takes longer."},
    )
    budget = fields.Nested(BudgetRequest, metadata={"description": "How long a search may take. Other bots ignore it."})
    seed = fields.String(
        validate=validate.Length(max=MAX_TEXT_CHARS),
        metadata={"description": "Any text that varies the choices of the bot. Default: empty."},
    )
    workers = StrictInteger(
        validate=validate.Range(min=1, max=MAX_WORKERS),
        metadata={"description": "Processes that share one search. Default: 1."},
    )


class RoomQuery(Schema):
    """Query parameters of calls that answer with the room."""

    since = fields.Integer(
        validate=validate.Range(min=0, max=MAX_PLY),
        metadata={
            "description": "Ply up to which the client knows the match: `played` and `events` have all after it."
            " Default: only the last request."
        },
    )


class TicketQuery(Schema):
    """Query parameters of an event stream."""

    ticket = fields.String(
        validate=validate.Length(min=1, max=MAX_TICKET_CHARS),
        metadata={"description": "A new ticket, for clients that cannot set headers, in place of `Authorization`."},
    )


ROOM_REQUESTS = (
    *(RoomBotRequest, RoomStep, RoomMoveRequest, RoomUndoRequest, RoomSeatRequest, EmptyRequest, RoomVerdictRequest),
    *(RoomLegalActionsRequest, RoomViewRequest, RoomPictureRequest, RoomBotMoveRequest),
)
ROOM_BODIES = frozenset((NEW_ROOM_SCHEMA, *(each.__name__ for each in ROOM_REQUESTS)))
"""Names of the schemas of all request bodies about rooms."""
