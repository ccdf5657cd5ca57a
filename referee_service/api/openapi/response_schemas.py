"""All schemas of responses, states and actions, of the service and of every game."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import UNSET, Struct, UnsetType

from referee_service.api.openapi.game_schemas import DISPLAY_PROPERTIES, game_schemas
from referee_service.api.openapi.struct_schemas import Json, named_schemas, public_name, schema_ref, schemas_for
from referee_service.api.schemas.requests import schema_prefix
from referee_service.api.schemas.rooms import ACTION_SCHEMA, OPTIONS_SCHEMA
from referee_service.kernel.game import AnyGame
from referee_service.kernel.records import Record
from referee_service.services.bots.responses import Job
from referee_service.services.errors import error_texts
from referee_service.services.game_info import GameInfo, GameList, RuleList
from referee_service.services.matches.responses import Audit, FaultResponse, RefusalResponse, Score
from referee_service.services.picture_service import Picture
from referee_service.services.rooms.responses import NewRoom, RecordDownload, RoomTicket, RoomView


class ProblemDetails(Struct, frozen=True, kw_only=True):
    """An error (RFC 9457). `code` is stable; `detail` is a sentence with what is wrong and what to do."""

    type: str
    """URI reference of the kind of error: `about:blank#` and the code."""
    title: str
    """Short name of the error, the same for every case of its `code`."""
    status: int
    """HTTP status of the response."""
    detail: str
    """Sentence that says what is wrong in this request and what to do."""
    code: str
    """Stable name of the error, for programs to compare."""
    request_id: str
    """Id of the request, also in the header `X-Request-Id` and in the log of the service."""
    refusals: list[RefusalResponse] | UnsetType = UNSET
    """With `illegal-move`: every rule that forbids the move."""
    suggestions: list[dict[str, object]] | UnsetType = UNSET
    """With `illegal-move`: legal actions that are similar to the refused one."""
    index: int | UnsetType = UNSET
    """With several moves: which one was refused, counted from 0. No move of the request was played."""
    faults: list[FaultResponse] | UnsetType = UNSET
    """With `impossible-state`: the violated invariants, each with its path in the state."""


def component_schemas(games: Collection[AnyGame]) -> dict[str, Json]:
    """Return the schemas of states, actions and responses. Those of a game start with its prefix."""
    common = [ProblemDetails, Record, Audit, Score, GameList, GameInfo, RuleList, Picture]
    found = schemas_for(common, public_name) | named_schemas()
    found["Problem"]["properties"]["code"]["enum"] = list(error_texts())
    for game in games:
        found |= game_schemas(game) | _problem_schema(game, found["Problem"])
    suggestions = {"type": "array", "items": {"type": "object", "properties": _ANY_ACTION, "required": ["kind"]}}
    found["Problem"]["properties"]["suggestions"] |= suggestions
    return found | _job_schemas(games) | _room_schemas(games, found["Problem"])


_ANY_ACTION: Json = {
    "kind": {"type": "string", "description": "Verb of the action. Its other fields stand beside it."},
    **DISPLAY_PROPERTIES,
}


def _problem_schema(game: AnyGame, problem: Json) -> dict[str, Json]:
    """Return the schema of an error with suggestions: actions of this game."""
    prefix, properties = schema_prefix(game), problem["properties"]
    suggestions = {**properties["suggestions"], "items": schema_ref(f"{prefix}Action")}
    return {f"{prefix}Problem": {**problem, "properties": {**properties, "suggestions": suggestions}}}


ROOM_TYPES = (RoomView, NewRoom, RoomTicket, RecordDownload)
_ROOM_PARTS = (
    *("RoomViewer", "RoomPlayer", "SeatBot", "Budget", "Thinking", "Rematch", "RoomCredentials", "RoomLinks"),
    *("RoomRecord", "RecordLine"),
)


def _room_schemas(games: Collection[AnyGame], problem: Json) -> dict[str, Json]:
    """Return the schemas of rooms. A room has a position of any game, and so have the actions and options of requests.

    The game's own schemas describe them exactly.
    """
    schemas = schemas_for(ROOM_TYPES, public_name)
    positions = [schema_ref(f"{schema_prefix(game)}Position") for game in games]
    position = schemas["Room"]["properties"]["position"]
    schemas["Room"]["properties"]["position"] = {"description": position["description"], "anyOf": positions}
    stale = {"description": "With `stale-position`: the room as the client may see it now.", **schema_ref("Room")}
    found = {name: schemas[name] for name in (*map(public_name, (each.__name__ for each in ROOM_TYPES)), *_ROOM_PARTS)}
    return found | {
        "RoomProblem": {**problem, "properties": {**problem["properties"], "room": stale}},
        ACTION_SCHEMA: {
            "type": "object",
            "description": "An action of the game of the room. The schema of the game's action has its fields.",
            "properties": _ANY_ACTION,
            "required": ["kind"],
        },
        OPTIONS_SCHEMA: {
            "type": "object",
            "description": "Variants of the set-up. The schema of the game's options has their names.",
        },
    }


def _job_schemas(games: Collection[AnyGame]) -> dict[str, Json]:
    """Return the schemas of a job. Its result is a bot move of any game."""
    schemas = schemas_for([Job], public_name)
    results = [schema_ref(f"{schema_prefix(game)}BotMove") for game in games]
    schemas["Job"]["properties"]["result"] |= {"anyOf": [*results, {"type": "null"}], "default": None}
    return {name: schemas[name] for name in ("Job", "BestMove")}
