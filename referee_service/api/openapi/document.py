"""OpenAPI document: marshmallow describes request bodies; msgspec describes states, actions and responses."""

from __future__ import annotations

import http
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from inspect import cleandoc
from typing import Any

import msgspec
import yaml
from flask_smorest import Api
from msgspec import UNSET, Struct, UnsetType, defstruct

from referee_service.api.schemas.requests import RequestSchema, openapi_field, request_schemas, schema_prefix
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
from referee_service.services.matches.responses import (
    Audit,
    FaultResponse,
    LegalActions,
    Position,
    RefusalResponse,
    Replay,
    Score,
    SeatView,
    Verdict,
)

Json = dict[str, Any]
SCHEMA_REF = "#/components/schemas/"
PROBLEM_JSON = "application/problem+json"

GET_ERRORS: dict[int, Any] = {
    401: "UNAUTHORIZED",
    404: "NOT_FOUND",
    406: "NOT_ACCEPTABLE",
    429: "TOO_MANY_REQUESTS",
    431: "REQUEST_HEADER_FIELDS_TOO_LARGE",
}
"""Documented errors of a GET request: status to the name of a shared response."""
POST_ERRORS: dict[int, Any] = GET_ERRORS | {
    400: "BAD_REQUEST",
    403: "FORBIDDEN",
    408: "REQUEST_TIMEOUT",
    409: "CONFLICT",
    410: "GONE",
    413: "REQUEST_ENTITY_TOO_LARGE",
    415: "UNSUPPORTED_MEDIA_TYPE",
    422: "UNPROCESSABLE_ENTITY",
    503: "SERVICE_UNAVAILABLE",
}
"""Documented errors of a POST request."""


API_DESCRIPTION = """\
A rules backend for board games. Send a state and a move. Referee checks the move and names every rule that forbids it.
For a legal move it returns the next state, the events, the seat that decides next, and all legal actions of that seat.

- `Accept-Language: fr` or `en` selects the language of prompts, labels, narration and refusals.
- Every error is `application/problem+json` with a stable `code` and a `request_id`. A body that does not match its
  schema gets 422. A body that matches but breaks a rule gets 409.
- If a JSON object repeats a key, the last value counts.
- If the service requires an API key, send it as `X-API-Key`, or as `Authorization: Bearer …`.
- A job of a guarded match needs the credential of its seat as `Authorization: Bearer …`. Then send an API key as
  `X-API-Key`.
"""


CREDENTIAL_SCHEME: Json = {
    "type": "http",
    "scheme": "bearer",
    "description": "Credential of a seat or the keeper of a guarded match. Jobs of open matches need none.",
}


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


class OpenApi(Api):
    """flask-smorest with RFC 9457 problems in place of its own errors, and with the schemas of msgspec structs."""

    def _register_responses(self) -> None:
        """Register one response per HTTP status. Error responses have a problem body."""
        content = {PROBLEM_JSON: {"schema": {"$ref": f"{SCHEMA_REF}Problem"}}}
        self.spec.components.response(
            "DEFAULT_ERROR", {"description": "Any other error", "content": content}, lazy=True
        )
        for status in http.HTTPStatus:
            response: Json = {"description": status.phrase} | ({"content": content} if status >= 400 else {})
            self.spec.components.response(status.name, response, lazy=True)

    def _register_pagination_header(self) -> None:
        """Skip the pagination header, because no response is paginated."""

    def _register_error_handlers(self) -> None:
        """Skip flask-smorest's handlers, because `create_app` registers others."""

    def add_schemas(self, games: Collection[AnyGame]) -> None:
        """Add the schemas of states, actions and responses to the document, and how credentials are sent."""
        self.spec.components.security_scheme("credential", CREDENTIAL_SCHEME)
        self.ma_plugin.converter.add_attribute_function(lambda _, field, **kwargs: openapi_field(field, **kwargs))
        for name, schema in component_schemas(games).items():
            self.spec.components.schema(name, schema)


def openapi_document(api: OpenApi, games: Iterable[AnyGame]) -> Json:
    """Return the complete document, with the alternative fields of requests."""
    document: Json = msgspec.json.decode(msgspec.json.encode(api.spec.to_dict()))  # a copy, because it is changed
    for path in document["paths"].values():
        path.pop("parameters", None)  # each operation describes its own
        for method in path.keys() & {"get", "post", "delete"}:
            _sort_responses(path[method])
            path[method].setdefault("parameters", []).append(LANGUAGE_HEADER)
    document["components"]["responses"].pop("DEFAULT_ERROR", None)
    for game in games:
        for schema in request_schemas(game).values():
            _add_alternatives(document["components"]["schemas"], schema)
    return document


LANGUAGE_HEADER: Json = {
    "in": "header",
    "name": "Accept-Language",
    "description": "Language of all texts: English, unless French is preferred.",
    "schema": {"type": "string"},
    "example": "fr",
}


def _sort_responses(operation: Json) -> None:
    """Sort responses by status and remove the default one, so that tests find statuses that are not documented."""
    operation["responses"].pop("default", None)
    operation["responses"] = dict(sorted(operation["responses"].items()))


class _ReadableDumper(yaml.SafeDumper):
    """YAML writer for human readers: no anchors, short values on one line, multi-line texts as blocks."""

    def ignore_aliases(self, data: object) -> bool:
        """Return True: repeated values are written out."""
        return True

    def represent_str(self, text: str) -> yaml.ScalarNode:
        """Return a block scalar for a text of several lines, else a plain one."""
        return self.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)

    def represent_mapping(self, tag: str, mapping: Any, *style: bool | None) -> yaml.MappingNode:
        """Return a mapping node in block style if one of its values is a block scalar."""
        node = super().represent_mapping(tag, mapping, *style)
        if any(isinstance(value, yaml.ScalarNode) and value.style == "|" for _, value in node.value):
            node.flow_style = False
        return node


_ReadableDumper.add_representer(str, _ReadableDumper.represent_str)


def to_yaml(document: Json) -> bytes:
    """Return the document as the content of `openapi.yaml`."""
    head = {name: document[name] for name in ("openapi", "info")}
    text: str = yaml.dump(
        head | document, Dumper=_ReadableDumper, sort_keys=False, allow_unicode=True, width=120, default_flow_style=None
    )
    return text.encode()


def _add_alternatives(schemas: dict[str, Json], schema: type[Any]) -> None:
    """Add `oneOf` for fields that exclude each other, which marshmallow cannot express."""
    if not issubclass(schema, RequestSchema) or not schema.alternatives or schema.__name__ not in schemas:
        return
    schemas[schema.__name__]["allOf"] = [
        {"oneOf": [_alternative(fields, group) for fields in group]} for group in schema.alternatives
    ]


def _alternative(fields: tuple[str, ...], group: tuple[tuple[str, ...], ...]) -> Json:
    """Return a schema that requires these fields and forbids the other fields of their group."""
    others = {name for alternative in group for name in alternative} - set(fields)
    return {"required": list(fields), "properties": {name: {"not": {}} for name in sorted(others)}}


# --- schemas that msgspec describes ---------------------------------------------------------------------------------


def component_schemas(games: Collection[AnyGame]) -> dict[str, Json]:
    """Return the schemas of states, actions and responses. Those of a game start with its prefix."""
    found = _schemas_for(
        [ProblemDetails, Record, Audit, Score, GameList, GameInfo, RuleList, ComponentList, ComponentResponse],
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
    """Return one schema per verb of a game, and `…Action` for any of them. `notation` and `label` are optional."""
    prefix = schema_prefix(game)
    verbs = {verb.action.__name__: verb.action for verb in game.verbs.values()}
    domains = game.domains(new_match(game, seats=game.seats[0], chance=Chance("table", "")).state)
    schemas = _schemas_for(verbs.values(), lambda name: f"{prefix}{name}Action")
    for name, action in verbs.items():
        schema = schemas[f"{prefix}{name}Action"]
        for field in schema["properties"].values():
            _add_value_pattern(field)
        schema["properties"] |= {"notation": {"type": "string"}, "label": {"type": "string"}}
        schema["required"] = [field for field in schema.get("required", []) if field not in optional_fields(action)]
        schema["additionalProperties"] = False
        schema["examples"] = [_example(game, domains, verb_of(action), schema["properties"])]
    kinds = {kind: f"{SCHEMA_REF}{prefix}{verb.action.__name__}Action" for kind, verb in game.verbs.items()}
    one_of = [{"$ref": ref} for ref in kinds.values()]
    schemas[f"{prefix}Action"] = {"oneOf": one_of, "discriminator": {"propertyName": "kind", "mapping": kinds}}
    return schemas


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


def _response_schemas(game: AnyGame) -> dict[str, Json]:
    """Return the schemas of responses that contain states or actions of this game."""
    prefix = schema_prefix(game)
    game_names = ("Position", "Verdict", "LegalActions", "SeatView", "Replay")
    schemas = _schemas_for(
        [Position, Verdict, LegalActions, SeatView, Replay],
        lambda name: f"{prefix}{name}" if name in game_names else _public_name(name),
    )
    action, state = {"$ref": f"{SCHEMA_REF}{prefix}Action"}, {"$ref": f"{SCHEMA_REF}{prefix}State"}
    actions = {"type": "array", "items": action}
    schemas[f"{prefix}Position"]["properties"] |= {"state": state, "legal_actions": actions}
    schemas[f"{prefix}Verdict"]["properties"]["suggestions"] = actions
    schemas[f"{prefix}LegalActions"]["properties"]["legal_actions"] = actions
    schemas[f"{prefix}SeatView"]["properties"] |= {"legal_actions": actions, "view": {"type": "object"}}
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
