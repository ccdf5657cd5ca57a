"""Schemas that msgspec describes: states, actions and responses of every game, as OpenAPI names them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from inspect import cleandoc
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType, defstruct

from referee_service.api.schemas.requests import schema_prefix
from referee_service.kernel.chance import ActCount, Chance
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import new_match
from referee_service.kernel.notation import SEPARATORS, optional_fields
from referee_service.kernel.records import Record
from referee_service.kernel.rules import Fact
from referee_service.kernel.state import verb_of
from referee_service.services.bots.responses import BotChoice, BotMove, Job, RankedAction
from referee_service.services.components import ComponentList, ComponentResponse
from referee_service.services.game_info import GameInfo, GameList, RuleList
from referee_service.services.matches.place_verdicts import MAX_CANDIDATES
from referee_service.services.matches.responses import (
    Audit,
    FaultResponse,
    LegalActions,
    PlaceVerdict,
    Position,
    RefusalResponse,
    Replay,
    Score,
    SeatView,
    Verdict,
)
from referee_service.services.picture_service import Picture

Json = dict[str, Any]
SCHEMA_REF = "#/components/schemas/"


class ProblemDetails(Struct, frozen=True, kw_only=True):
    """An error (RFC 9457). `code` is stable; `detail` is a sentence with what is wrong and what to do."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    request_id: str
    refusals: list[RefusalResponse] | UnsetType = UNSET
    suggestions: list[dict[str, object]] | UnsetType = UNSET
    index: int | UnsetType = UNSET
    faults: list[FaultResponse] | UnsetType = UNSET


def component_schemas(games: Collection[AnyGame]) -> dict[str, Json]:
    """Return the schemas of states, actions and responses. Those of a game start with its prefix."""
    found = _schemas_for(
        [ProblemDetails, Record, Audit, Score, GameList, GameInfo, RuleList, ComponentList, ComponentResponse, Picture],
        _public_name,
    )
    for game in games:
        found |= _state_schemas(game) | _action_schemas(game) | _response_schemas(game) | _bot_move_schemas(game)
    return found | _job_schemas(games)


def _schemas_for(types: Iterable[Any], name: Callable[[str], str]) -> dict[str, Json]:
    """Return the schemas of these types and of the types inside them, by public name."""
    _, found = msgspec.json.schema_components(
        tuple(types), ref_template=SCHEMA_REF + "{name}", schema_hook=lambda _: {"description": "any JSON"}
    )
    renamed = {name(old): old for old in found}
    pattern = re.compile(re.escape(f'"{SCHEMA_REF}') + r'([^"]+)"')
    text = msgspec.json.encode({new: found[old] for new, old in renamed.items()}).decode()
    schemas = msgspec.json.decode(pattern.sub(lambda ref: f'"{SCHEMA_REF}{name(ref[1])}"', text), type=dict[str, Json])
    for schema in schemas.values():
        _simplify(schema)
    return schemas


def _simplify(schema: object) -> None:
    """Change a schema for client generators: remove titles and `items: false`, give enums a type."""
    if isinstance(schema, list):
        for item in schema:
            _simplify(item)
    if not isinstance(schema, dict):
        return
    if isinstance(schema.get("title"), str):
        del schema["title"]
    if isinstance(description := schema.get("description"), str):
        schema["description"] = cleandoc(description)
    if schema.get("items") is False:
        del schema["items"]  # `maxItems` has the same effect
    if isinstance(values := schema.get("enum"), list) and all(isinstance(value, str) for value in values):
        schema["type"] = "string"
    for value in schema.values():
        _simplify(value)


def _public_name(name: str) -> str:
    """Return the schema name of a struct. The suffix `Response` only separates it from a kernel struct."""
    return "Problem" if name == "ProblemDetails" else name.removesuffix("Response")


def _state_schemas(game: AnyGame) -> dict[str, Json]:
    """Return the schemas of a game's state, its board with all parts, and its set-up options."""
    prefix, board = schema_prefix(game), game.state_type.__name__
    head = [("game", str), ("ruleset", str), ("content", str), ("chance", Chance), ("ply", ActCount)]
    wire = defstruct("Wire", [*head, ("board", game.state_type)], forbid_unknown_fields=True)
    wire.__doc__ = f"A state of {game.name}. Send it back unchanged."
    names = {"Wire": f"{prefix}State", board: f"{prefix}Board", game.options_type.__name__: f"{prefix}Options"}
    schemas = _schemas_for([wire, game.options_type], lambda name: names.get(name, f"{prefix}{name}"))
    for internal in ("pack", "events", "processed_events"):
        schemas[f"{prefix}Board"]["properties"].pop(internal)
    del schemas[f"{prefix}Event"]
    return schemas


def _action_schemas(game: AnyGame) -> dict[str, Json]:
    """Return one schema per verb of a game, and `…Action` for any of them. What is only for display is optional."""
    prefix = schema_prefix(game)
    verbs = {verb.action.__name__: verb.action for verb in game.verbs.values()}
    domains = game.domains(new_match(game, seats=game.seats[0], chance=Chance("table", "")).state)
    schemas = _schemas_for(verbs.values(), lambda name: f"{prefix}{name}Action")
    for name, action in verbs.items():
        schema = schemas[f"{prefix}{name}Action"]
        for field in schema["properties"].values():
            _add_value_pattern(field)
        schema["properties"] |= DISPLAY_PROPERTIES
        schema["required"] = [field for field in schema.get("required", []) if field not in optional_fields(action)]
        schema["additionalProperties"] = False
        schema["examples"] = [_example(game, domains, verb_of(action), schema["properties"])]
    kinds = {kind: f"{SCHEMA_REF}{prefix}{verb.action.__name__}Action" for kind, verb in game.verbs.items()}
    one_of = [{"$ref": ref} for ref in kinds.values()]
    schemas[f"{prefix}Action"] = {"oneOf": one_of, "discriminator": {"propertyName": "kind", "mapping": kinds}}
    return schemas


DISPLAY_PROPERTIES: Json = {
    "notation": {"type": "string"},
    "label": {"type": "string"},
    "touches": {"$ref": f"{SCHEMA_REF}Touches"},
}
"""Properties of an action that the service adds for display. Requests may contain them."""

TOUCHES_SCHEMA: Json = {
    "type": "array",
    "items": {"type": "array", "items": {"type": "string"}},
    "description": "What a player points at to choose an action: one group of places for each field that lies on the"
    " table, in order. All places of a group show the same value, so one of them is enough.",
}

VALUE_PATTERN = f"^[^{SEPARATORS}]*$"
"""Pattern of the texts in an action: none of the characters that separate the parts of a line of notation."""


def _add_value_pattern(schema: Json) -> None:
    """Add the pattern to a field of an action: to a text, the texts of a list, or one of several types."""
    if schema.get("type") == "string" and "enum" not in schema:
        schema["pattern"] = VALUE_PATTERN
    if schema.get("type") == "array":
        _add_value_pattern(schema["items"])
        if schema["items"].get("type") == "string":
            schema["items"]["minLength"] = 1
    for each in schema.get("anyOf", ()):
        _add_value_pattern(each)


def _example(game: AnyGame, domains: Mapping[str, Sequence[Fact]], kind: str, properties: Json) -> Json:
    """Return an example action with the first value of every domain. It need not be legal."""
    values = {name: domains[domain][0] for name, domain in game.verbs[kind].domains.items()}
    fields = {name: [value] if properties[name].get("type") == "array" else value for name, value in values.items()}
    return {"kind": kind, **fields}


CANDIDATE_SCHEMA: Json = {
    "type": "object",
    "description": "An action that the places may mean: its `kind` and fields, whether it is legal, and its refusals.",
    "properties": {
        "kind": {"type": "string"},
        **DISPLAY_PROPERTIES,
        "legal": {"type": "boolean"},
        "refusals": {"type": "array", "items": {"$ref": f"{SCHEMA_REF}Refusal"}},
    },
    "required": ["kind", *DISPLAY_PROPERTIES, "legal", "refusals"],
    "additionalProperties": True,
}


def _response_schemas(game: AnyGame) -> dict[str, Json]:
    """Return the schemas of responses that contain states or actions of this game."""
    prefix = schema_prefix(game)
    game_names = ("Position", "Verdict", "PlaceVerdict", "LegalActions", "SeatView", "Replay")
    schemas = _schemas_for(
        [Position, Verdict, PlaceVerdict, LegalActions, SeatView, Replay],
        lambda name: f"{prefix}{name}" if name in game_names else _public_name(name),
    )
    action, state = {"$ref": f"{SCHEMA_REF}{prefix}Action"}, {"$ref": f"{SCHEMA_REF}{prefix}State"}
    actions = {"type": "array", "items": action}
    legal = {"anyOf": [actions, {"type": "array", "items": {"type": "string"}}]}
    schemas[f"{prefix}Position"]["properties"] |= {"state": state, "legal_actions": legal}
    schemas[f"{prefix}Verdict"]["properties"]["suggestions"] = actions
    candidates = {"type": "array", "items": {"$ref": f"{SCHEMA_REF}Candidate"}, "maxItems": MAX_CANDIDATES}
    schemas[f"{prefix}PlaceVerdict"]["properties"] |= {"suggestions": actions, "candidates": candidates}
    schemas |= {"Candidate": CANDIDATE_SCHEMA, "Touches": TOUCHES_SCHEMA}
    schemas[f"{prefix}LegalActions"]["properties"]["legal_actions"] = legal
    schemas[f"{prefix}SeatView"]["properties"] |= {"legal_actions": legal, "view": {"type": "object"}}
    return schemas


def _bot_move_schemas(game: AnyGame) -> dict[str, Json]:
    """Return the schemas of this game's bot moves, without the position inside, which `_response_schemas` adds."""
    prefix = schema_prefix(game)
    game_names = {struct.__name__ for struct in (BotMove, BotChoice, RankedAction, Position)}
    schemas = _schemas_for([BotMove], lambda name: f"{prefix}{name}" if name in game_names else _public_name(name))
    action = {"$ref": f"{SCHEMA_REF}{prefix}Action"}
    for name in ("BotMove", "BotChoice", "RankedAction"):
        schemas[f"{prefix}{name}"]["properties"]["action"] = action
    return {name: schema for name, schema in schemas.items() if name.startswith(f"{prefix}Bot") or "Ranked" in name}


def _job_schemas(games: Collection[AnyGame]) -> dict[str, Json]:
    """Return the schemas of a job. Its result is a bot move of any game."""
    schemas = _schemas_for([Job], _public_name)
    results = [{"$ref": f"{SCHEMA_REF}{schema_prefix(game)}BotMove"} for game in games]
    schemas["Job"]["properties"]["result"] = {"anyOf": [*results, {"type": "null"}], "default": None}
    return {name: schemas[name] for name in ("Job", "BestMove")}
