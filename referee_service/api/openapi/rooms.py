"""The calls of rooms in the OpenAPI document: summaries, descriptions, responses and examples."""

from __future__ import annotations

from typing import Any, Final

from referee_service.api.openapi.document import GET_ERRORS, KEY_SECURITY, POST_ERRORS, PROBLEM_JSON
from referee_service.api.openapi.struct_schemas import SCHEMA_REF, Json

ROOM_ERRORS: Final[dict[int, Any]] = GET_ERRORS | {
    403: "FORBIDDEN",
    409: "CONFLICT",
    422: "UNPROCESSABLE_ENTITY",
    503: "SERVICE_UNAVAILABLE",
}
ROOM_SECURITY: Final[list[Json]] = [{"credential": []}]
"""Security of the calls of one room: its credential, and no API key."""
EXAMPLE_ID: Final = "0~AAAAAAAAAAAAAAAAAAAAAA"
EXAMPLE_DIGEST: Final = "0" * 32

ID_PARAMETER: Final[Json] = {
    **{"in": "path", "name": "id", "required": True, "description": "Id of a room, from its creation or its link."},
    **{"schema": {"type": "string", "minLength": 1}, "example": EXAMPLE_ID},
}
SEAT_PARAMETER: Final[Json] = {
    **{"in": "path", "name": "seat", "required": True, "description": "Seat, counted from 0."},
    **{"schema": {"type": "integer", "minimum": 0}, "example": 1},
}


def _example(summary: str, **value: object) -> Json:
    return {"summary": summary, "value": value}


EXAMPLES: Final[dict[str, Json]] = {
    "rooms": {
        "friends": _example("Two people", game="burgundy", seats=2, names=["Ada", ""]),
        "bot": _example(
            "A person and a bot, a minute per decision",
            game="dice_settlers",
            seats=2,
            bots={"1": {"bot": "search", "budget": {"iterations": 400}}},
            seconds=60,
        ),
    },
    "moves": {"notation": _example("One line of notation", expect=EXAMPLE_DIGEST, notation="end_turn")},
    "undo": {"undo": _example("Take back", expect=EXAMPLE_DIGEST)},
    "seats": {
        "name": _example("A name", name="Ada"),
        "bot": _example("A bot takes over", bot={"bot": "greedy"}),
        "back": _example("A person plays again", bot=None),
    },
    "resign": {"resign": _example("Give up")},
    "rematch": {"rematch": _example("Play again")},
    "tickets": {"ticket": _example("One event stream")},
    "verdicts": {"notation": _example("Is this move legal?", notation="end_turn")},
    "legal-actions": {"all": _example("All verbs")},
    "views": {"text": _example("Text for a screen reader", plain=True, include=["text"])},
    "pictures": {"dark": _example("Dark, without rings", theme="dark", highlight="none")},
    "scores": {"score": _example("Current score")},
    "bot-moves": {"greedy": _example("A quick hint", bot="greedy")},
}
"""Example bodies by the last part of the path."""


def _operation(
    name: str,
    summary: str,
    description: str,
    responses: dict[int, Any],
    *,
    parameters: tuple[Json, ...] = (ID_PARAMETER,),
    security: list[Json] = ROOM_SECURITY,
) -> Json:
    return {
        "operationId": name,
        "summary": summary,
        "description": description,
        "parameters": list(parameters),
        "security": security,
        "responses": responses,
    }


def _json(description: str, schema: str, media_type: str = "application/json") -> Json:
    return {"description": description, "content": {media_type: {"schema": {"$ref": f"{SCHEMA_REF}{schema}"}}}}


def _change(name: str, summary: str, description: str, parameters: tuple[Json, ...] = (ID_PARAMETER,)) -> Json:
    conflict = _json("Conflict", "RoomProblem", PROBLEM_JSON)
    responses = POST_ERRORS | {200: _json("The room after it", "Room"), 409: conflict}
    return _operation(name, summary, description, responses, parameters=parameters)


IDEMPOTENCY_PARAMETER: Final[Json] = {
    "in": "header",
    "name": "Idempotency-Key",
    "required": False,
    "description": "A random text, different for each room. If the request is sent again with the same key and body,"
    " the response is the same room. Keep it secret: it gives access to all credentials.",
    "schema": {"type": "string", "minLength": 16, "maxLength": 200, "pattern": "^[!-~]*$"},
}
CREATED: Final[Json] = _json("The room with all its secrets", "NewRoom") | {
    "headers": {"Location": {"description": "Path of the room", "schema": {"type": "string"}}}
}
CREATE: Final = _operation(
    "create_room",
    "Create a room",
    "Sets up a guarded match that the service keeps, and returns one credential and one link per seat, one for watchers"
    " and one for the creator. Give each player one link. Bots and time limits need a search worker.",
    POST_ERRORS | {201: CREATED},
    parameters=(IDEMPOTENCY_PARAMETER,),
    security=KEY_SECURITY,
)
LOOK: Final = _operation(
    "room",
    "Look at a room",
    "Returns the room as the holder of the credential may see it, with what has happened after ply `since`. A call with"
    " the credential of a seat notes that the seat is present.",
    ROOM_ERRORS | {200: _json("The room", "Room")},
)
RECORD: Final = _operation(
    "room_record",
    "Get the record of a room",
    "Returns set-up and moves. Until the end, moves that the viewer did not see have no notation. After the end the"
    " record is complete, and the chance key proves every die and draw.",
    ROOM_ERRORS | {200: _json("The record", "RecordDownload")},
)
DELETE: Final = _operation(
    "delete_room",
    "Delete a room",
    "Deletes the room with its log. Only the creator may do that.",
    ROOM_ERRORS | {204: {"description": "The room is deleted"}},
)
CHANGES: Final[dict[str, Json]] = {
    "moves": _change(
        "room_moves",
        "Play a move in a room",
        "Plays moves of the seat of the credential if the position is still the one that `expect` names. Else the"
        " response is 409 `stale-position` with the room. To repeat a request is safe.",
    ),
    "undo": _change(
        "room_undo",
        "Take a move back in a room",
        "Takes the last request of the seat back, unless chance, a reveal or another seat came after it.",
    ),
    "resign": _change(
        "room_resign",
        "Resign in a room",
        "The seat gives up and a greedy bot plays on for it. If fewer than two seats remain, the match ends.",
    ),
    "rematch": _change(
        "room_rematch",
        "Request a rematch",
        "Creates a room with the same game, options, names, bots and time limit once the match is over, or returns the"
        " one that was created. Each viewer gets its own credential in it.",
    ),
}
SEAT: Final = _change(
    "room_seat",
    "Change who plays a seat",
    "Changes the name of the own seat, puts a bot on it, or takes it back (`bot: null`). The other seats and the"
    " creator may put a bot on a seat that is away.",
    (ID_PARAMETER, SEAT_PARAMETER),
)
TICKET: Final = _operation(
    "room_ticket",
    "Get a ticket for an event stream",
    "Returns a ticket that opens one event stream within 30 seconds, for clients that cannot send headers.",
    POST_ERRORS | {201: _json("The ticket", "RoomTicket")},
)
EVENTS: Final = _operation(
    "room_events",
    "Stream the changes of a room",
    "Streams server-sent events: `look` with version and ply at once and after each change, `gone` when the room no"
    " longer exists. It needs a ticket or the credential. While the stream of a seat is open, the seat is present.",
    ROOM_ERRORS
    | {200: {"description": "The events", "content": {"text/event-stream": {"schema": {"type": "string"}}}}},
    security=[{}, *ROOM_SECURITY],
)

# --- calls on the position --------------------------------------------------------------------------------------------

PICTURE_CONTENT: Final[Json] = {
    "image/svg+xml": {"schema": {"type": "string"}},
    "image/png": {"schema": {"type": "string", "format": "binary"}},
    "application/json": {"schema": {"$ref": f"{SCHEMA_REF}Picture"}},
}
CALL_DESCRIPTION: Final = (
    "The same as `…/games/{{game}}/{call}` for the match of the room, as the holder of the credential sees it."
)


def call_operation(call: str, prefixes: list[str]) -> Json:
    """Return the documentation of a call on the position of a room. Its response is that of the game's own call."""
    name, summary, schemas = CALLS[call]
    content: Json = PICTURE_CONTENT
    if schemas:
        refs = [{"$ref": f"{SCHEMA_REF}{prefix}{schema}"} for schema in schemas for prefix in prefixes]
        content = {"application/json": {"schema": {"anyOf": refs}}}
    if call == "scores":
        content = {"application/json": {"schema": {"$ref": f"{SCHEMA_REF}Score"}}}
    responses = POST_ERRORS | {200: {"description": summary, "content": content}}
    if call == "bot-moves":
        responses[202] = _json("The search is in progress", "Job")
    return _operation(name, summary, CALL_DESCRIPTION.format(call=call), responses)


CALLS: Final[dict[str, tuple[str, str, tuple[str, ...]]]] = {
    "verdicts": ("room_verdicts", "Judge a move in a room", ("Verdict", "PlaceVerdict")),
    "legal-actions": ("room_legal_actions", "List the legal actions in a room", ("LegalActions",)),
    "views": ("room_views", "Show the position of a room", ("SeatView",)),
    "pictures": ("room_pictures", "Draw the position of a room", ()),
    "scores": ("room_scores", "Count the score in a room", ()),
    "bot-moves": ("room_bot_moves", "Request a hint in a room", ("BotMove",)),
}
"""Calls on the position of a room by their path: operation id, summary, and the schemas of responses of each game."""
