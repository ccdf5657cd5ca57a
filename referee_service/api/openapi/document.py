"""The OpenAPI document: marshmallow describes envelopes, msgspec states, actions and answers, game by game."""

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
from referee_service.kernel.notation import optional_fields
from referee_service.kernel.records import Record
from referee_service.kernel.rules import Fact
from referee_service.kernel.state import verb_of
from referee_service.services.bots.responses import BotChoice, BotMove, Job, RankedAction
from referee_service.services.game_info import ContentTables, GameInfo, GameList, RuleList
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
}
"""What any call may answer instead."""
POST_ERRORS: dict[int, Any] = GET_ERRORS | {
    400: "BAD_REQUEST",
    403: "FORBIDDEN",
    409: "CONFLICT",
    413: "REQUEST_ENTITY_TOO_LARGE",
    415: "UNSUPPORTED_MEDIA_TYPE",
    422: "UNPROCESSABLE_ENTITY",
    503: "SERVICE_UNAVAILABLE",
}
"""What a call about a state may answer instead."""


API_DESCRIPTION = """\
A rules backend for board games. Send a state and a move: Referee says whether the move is legal and why not, and
answers with the next state, what happened, who decides next and everything that player may legally do.

- `Accept-Language: fr` or `en` chooses the language of prompts, labels, narration and refusals.
- Every error is `application/problem+json` with a stable `code` and a `request_id`. A body that does not fit its schema
  answers 422; one that fits, and that the rules refuse, answers 409.
- Of equal keys in one JSON object the last one counts.
- Where the service asks for an API key, send it as `Authorization: Bearer …` or as `X-API-Key`.
"""


class ProblemDetails(Struct, frozen=True, kw_only=True):
    """An error (RFC 9457): `code` is stable, `detail` says what to do."""

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
    """flask-smorest with our errors: RFC 9457 instead of its own, and `Allow` kept on 405."""

    def _register_responses(self) -> None:
        """Every error is a problem."""
        content = {PROBLEM_JSON: {"schema": {"$ref": f"{SCHEMA_REF}Problem"}}}
        self.spec.components.response(
            "DEFAULT_ERROR", {"description": "Any other error", "content": content}, lazy=True
        )
        for status in http.HTTPStatus:
            answer: Json = {"description": status.phrase} | ({"content": content} if status >= 400 else {})
            self.spec.components.response(status.name, answer, lazy=True)

    def _register_pagination_header(self) -> None:
        """No list of ours comes in pages."""

    def _register_error_handlers(self) -> None:
        """Our own handlers are registered by the app."""

    def add_schemas(self, games: Collection[AnyGame]) -> None:
        """Put every schema of states, actions and answers into the document."""
        self.ma_plugin.converter.add_attribute_function(lambda _, field, **kwargs: openapi_field(field, **kwargs))
        for name, schema in component_schemas(games).items():
            self.spec.components.schema(name, schema)


def openapi_document(contract: OpenApi, games: Iterable[AnyGame]) -> Json:
    """The whole document, alternatives of requests included."""
    whole: Json = msgspec.json.decode(msgspec.json.encode(contract.spec.to_dict()))  # a copy, to be changed below
    for path in whole["paths"].values():
        path.pop("parameters", None)  # each call describes its own
        for method in path.keys() & {"get", "post", "delete"}:
            _only_named_errors(path[method])
            path[method].setdefault("parameters", []).append(LANGUAGE_HEADER)
    whole["components"]["responses"].pop("DEFAULT_ERROR", None)
    for game in games:
        for schema in request_schemas(game).values():
            _state_alternatives(whole["components"]["schemas"], schema)
    return whole


LANGUAGE_HEADER: Json = {
    "in": "header",
    "name": "Accept-Language",
    "description": "The language of all texts: English unless French is preferred.",
    "schema": {"type": "string"},
    "example": "fr",
}


def _only_named_errors(operation: Json) -> None:
    """No answer by default: each has its status, in order, and so a test can see one that is not documented."""
    operation["responses"].pop("default", None)
    operation["responses"] = dict(sorted(operation["responses"].items()))


class _ReadableDumper(yaml.SafeDumper):
    """YAML for reading: no anchors, small things in one line, texts of several lines as they are."""

    def ignore_aliases(self, data: object) -> bool:
        """What stands twice is written twice."""
        return True

    def represent_str(self, text: str) -> yaml.ScalarNode:
        """Several lines stand one below the other."""
        return self.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)

    def represent_mapping(self, tag: str, mapping: Any, *style: bool | None) -> yaml.MappingNode:
        """An object with such a text is not put in one line."""
        node = super().represent_mapping(tag, mapping, *style)
        if any(isinstance(value, yaml.ScalarNode) and value.style == "|" for _, value in node.value):
            node.flow_style = False
        return node


_ReadableDumper.add_representer(str, _ReadableDumper.represent_str)


def to_yaml(whole: Json) -> bytes:
    """The document as the file openapi.yaml."""
    first = {name: whole[name] for name in ("openapi", "info")}
    text: str = yaml.dump(
        first | whole, Dumper=_ReadableDumper, sort_keys=False, allow_unicode=True, width=120, default_flow_style=None
    )
    return text.encode()


def _state_alternatives(schemas: dict[str, Json], schema: type[Any]) -> None:
    """What marshmallow cannot say: of some groups of fields exactly one is given."""
    if not issubclass(schema, RequestSchema) or not schema.alternatives or schema.__name__ not in schemas:
        return
    schemas[schema.__name__]["allOf"] = [
        {"oneOf": [_alternative(fields, group) for fields in group]} for group in schema.alternatives
    ]


def _alternative(fields: tuple[str, ...], group: tuple[tuple[str, ...], ...]) -> Json:
    """These fields, and none of the others of their group."""
    others = {name for alternative in group for name in alternative} - set(fields)
    return {"required": list(fields), "properties": {name: {"not": {}} for name in sorted(others)}}


# --- schemas that msgspec describes ---------------------------------------------------------------------------------


def component_schemas(games: Collection[AnyGame]) -> dict[str, Json]:
    """Every schema of states, actions and answers; those of a game under its own prefix."""
    found = _schemas_for(
        [ProblemDetails, Record, Audit, Score, GameList, GameInfo, RuleList, ContentTables], _public_name
    )
    for game in games:
        found |= _state_schemas(game) | _action_schemas(game) | _response_schemas(game) | _bot_move_schemas(game)
    return found | _job_schemas(games)


def _schemas_for(types: Iterable[Any], name: Callable[[str], str]) -> dict[str, Json]:
    """The schemas of these types and all they consist of, each renamed."""
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
    """Say it as clients' generators understand it best: no titles beside names, no `items: false`, enums typed."""
    if isinstance(schema, list):
        for each in schema:
            _simplify(each)
    if not isinstance(schema, dict):
        return
    if isinstance(schema.get("title"), str):
        del schema["title"]
    if isinstance(said := schema.get("description"), str):
        schema["description"] = cleandoc(said)
    if schema.get("items") is False:
        del schema["items"]  # maxItems says the same
    if isinstance(values := schema.get("enum"), list) and all(isinstance(value, str) for value in values):
        schema["type"] = "string"
    for each in schema.values():
        _simplify(each)


def _public_name(name: str) -> str:
    """Return the schema name of a struct: without the suffix that tells a response from the kernel's struct."""
    return "Problem" if name == "ProblemDetails" else name.removesuffix("Response")


def _state_schemas(game: AnyGame) -> dict[str, Json]:
    """The state of a game as clients send it, with its board, and the options of set-up."""
    prefix, board = schema_prefix(game), game.state_type.__name__
    head = [("game", str), ("ruleset", str), ("content", str), ("chance", Chance), ("ply", ActCount)]
    wire = defstruct("Wire", [*head, ("board", game.state_type)], forbid_unknown_fields=True)
    wire.__doc__ = f"A state of {game.name}: to be sent back just as it came."
    names = {"Wire": f"{prefix}State", board: f"{prefix}Board", game.options_type.__name__: f"{prefix}Options"}
    own = _schemas_for([wire, game.options_type], lambda name: names.get(name, f"{prefix}{name}"))
    for never_written in ("pack", "events", "processed_events"):
        own[f"{prefix}Board"]["properties"].pop(never_written)
    del own[f"{prefix}Event"]
    return own


def _action_schemas(game: AnyGame) -> dict[str, Json]:
    """Each verb of a game, and the action that is one of them; notation and label may come along."""
    prefix = schema_prefix(game)
    verbs = {verb.action.__name__: verb.action for verb in game.verbs.values()}
    domains = game.domains(new_match(game, seats=game.seats[0], chance=Chance("table", "")).state)
    own = _schemas_for(verbs.values(), lambda name: f"{prefix}{name}Action")
    for name, action in verbs.items():
        schema = own[f"{prefix}{name}Action"]
        schema["properties"] |= {"notation": {"type": "string"}, "label": {"type": "string"}}
        schema["required"] = [field for field in schema.get("required", []) if field not in optional_fields(action)]
        schema["additionalProperties"] = False
        schema["examples"] = [_example(game, domains, verb_of(action), schema["properties"])]
    kinds = {kind: f"{SCHEMA_REF}{prefix}{verb.action.__name__}Action" for kind, verb in game.verbs.items()}
    one_of = [{"$ref": ref} for ref in kinds.values()]
    own[f"{prefix}Action"] = {"oneOf": one_of, "discriminator": {"propertyName": "kind", "mapping": kinds}}
    return own


def _example(game: AnyGame, domains: Mapping[str, Sequence[Fact]], kind: str, properties: Json) -> Json:
    """An action of this verb with the first value of every domain; it need not be legal anywhere."""
    values = {name: domains[domain][0] for name, domain in game.verbs[kind].domains.items()}
    fields = {name: [value] if properties[name].get("type") == "array" else value for name, value in values.items()}
    return {"kind": kind, **fields}


def _response_schemas(game: AnyGame) -> dict[str, Json]:
    """Positions and what contains them, with the states and actions of this game inside."""
    prefix = schema_prefix(game)
    own_names = ("Position", "Verdict", "LegalActions", "SeatView", "Replay")
    found = _schemas_for(
        [Position, Verdict, LegalActions, SeatView, Replay],
        lambda name: f"{prefix}{name}" if name in own_names else _public_name(name),
    )
    action, state = {"$ref": f"{SCHEMA_REF}{prefix}Action"}, {"$ref": f"{SCHEMA_REF}{prefix}State"}
    actions = {"type": "array", "items": action}
    found[f"{prefix}Position"]["properties"] |= {"state": state, "legal_actions": actions}
    found[f"{prefix}Verdict"]["properties"]["suggestions"] = actions
    found[f"{prefix}LegalActions"]["properties"]["legal_actions"] = actions
    found[f"{prefix}SeatView"]["properties"] |= {"legal_actions": actions, "view": {"type": "object"}}
    return found


def _bot_move_schemas(game: AnyGame) -> dict[str, Json]:
    """What a bot of this game answers; the position inside is described already."""
    prefix = schema_prefix(game)
    own = {struct.__name__ for struct in (BotMove, BotChoice, RankedAction, Position)}
    found = _schemas_for([BotMove], lambda name: f"{prefix}{name}" if name in own else _public_name(name))
    action = {"$ref": f"{SCHEMA_REF}{prefix}Action"}
    for name in ("BotMove", "BotChoice", "RankedAction"):
        found[f"{prefix}{name}"]["properties"]["action"] = action
    return {name: schema for name, schema in found.items() if name.startswith(f"{prefix}Bot") or "Ranked" in name}


def _job_schemas(games: Collection[AnyGame]) -> dict[str, Json]:
    """A job, whose result is a bot move of any game."""
    job = _schemas_for([Job], _public_name)
    results = [{"$ref": f"{SCHEMA_REF}{schema_prefix(game)}BotMove"} for game in games]
    job["Job"]["properties"]["result"] = {"anyOf": [*results, {"type": "null"}], "default": None}
    return {name: job[name] for name in ("Job", "BestMove")}
