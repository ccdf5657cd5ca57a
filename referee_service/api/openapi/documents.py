"""Shorter OpenAPI documents, derived from the whole one: that of one game, and one for any game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from referee_service.api.openapi.document import API_DESCRIPTION, LANGUAGE_PARAMETER, problem_response
from referee_service.api.openapi.shared_parts import METHODS, share_repeated_parts
from referee_service.api.openapi.struct_schemas import SCHEMA_REF, Json, schema_ref
from referee_service.api.schemas.requests import schema_prefix
from referee_service.kernel.codec import digest
from referee_service.kernel.game import AnyGame

FULL_STATE_CALL = "/audits"
"""Path of the call whose example contains a whole state. The others name it by its digest."""

EXAMPLE_CALLS = ("/states", "/moves")
"""Paths of the calls that have an example in the document for any game."""

GAME_DESCRIPTION = """\
The calls of one game. Run the example of `…/states` first: the other examples then find its state by `digest`.
"""
GENERIC_DESCRIPTION = """\
The calls of any game, with its name as a parameter. States, actions and options are objects here; the document of a
game (`/v1/games/{game}/openapi.yaml`) has their fields.
"""


def game_document(document: Json, game: AnyGame) -> Json:
    """Return the document of one game: its calls with one example each, the list of games, and the jobs."""
    copied = _copy(document)
    others = (f"/v1/games/{game.name}/", "/v1/jobs/")
    copied["paths"] = {
        path: item
        for path, item in copied["paths"].items()
        if path in ("/v1/games", f"/v1/games/{game.name}") or path.startswith(others)
    }
    for path, item in copied["paths"].items():
        if "post" in item:
            _shorten_examples(item["post"], keep_state=path.endswith(FULL_STATE_CALL))
        for method in item.keys() & METHODS:
            _shorten_responses(item[method])
    schemas, prefix = copied["components"]["schemas"], schema_prefix(game)
    for name in [name for name in schemas if name.endswith(("Item", "Batch"))]:
        schemas[name].pop("allOf", None)  # which fields exclude each other is the same as in single requests
    schemas["Job"]["properties"]["result"]["anyOf"] = [schema_ref(f"{prefix}BotMove"), {"type": "null"}]
    schemas["Problem"] = schemas[f"{prefix}Problem"]
    copied["components"]["responses"]["Error"] = problem_response("An error. Its `code` says which one.")
    _describe(copied, f"Referee: {game.catalogue().title.en}", GAME_DESCRIPTION)
    return _without_prefix(_pruned(copied), game)


def _without_prefix(document: Json, game: AnyGame) -> Json:
    """Return the document with short names: `State` and `moves` for `BurgundyState` and `burgundy_moves`.

    The problem of the game, whose suggestions are its actions, replaces that of all games. Any other name that is also
    one of all games stays.
    """
    prefix, schemas = schema_prefix(game), document["components"]["schemas"]
    short = {
        name: name.removeprefix(prefix)
        for name in schemas
        if name.startswith(prefix) and (name == f"{prefix}Problem" or name.removeprefix(prefix) not in schemas)
    }
    others = {name: schema for name, schema in schemas.items() if name not in short}
    document["components"]["schemas"] = others | {name: schemas[long] for long, name in short.items()}
    text = msgspec.json.encode(document).decode()
    pattern = re.compile(re.escape(f'"{SCHEMA_REF}') + r'([^"]+)"')
    text = pattern.sub(lambda found: f'"{SCHEMA_REF}{short.get(found[1], found[1])}"', text)
    renamed: Json = msgspec.json.decode(text.replace(f'"operationId":"{game.name}_', '"operationId":"'))
    return renamed


def generic_document(document: Json, games: Iterable[AnyGame]) -> Json:
    """Return the document with the game as a parameter. It is made from that of the first game."""
    listed = list(games)
    game = listed[0]
    copied = game_document(document, game)
    schemas = copied["components"]["schemas"]
    schemas |= GENERIC_SCHEMAS
    schemas["GameName"] = {**_name("A game of this service."), "enum": [each.name for each in listed]}
    copied["components"]["parameters"]["Game"] = {
        **{"in": "path", "name": "game", "required": True, "description": "Name of the game."},
        "schema": schema_ref("GameName"),
        "example": game.name,
    }
    copied["paths"] = dict(_generic_paths(copied["paths"], game.name))
    copied["tags"].insert(0, {"name": "game", "description": "Calls of one game"})
    _open_schemas(schemas, [seats for each in listed for seats in each.seats])
    share_repeated_parts(copied, 1)
    _without_examples(copied)
    _describe(copied, "Referee: any game", GENERIC_DESCRIPTION)
    return _pruned(copied)


def _without_examples(document: Json) -> None:
    """Leave out the examples of responses: they are of one game."""
    for item in document["paths"].values():
        for method in item.keys() & METHODS:
            for response in item[method]["responses"].values():
                for content in response.get("content", {}).values():
                    content.pop("example", None)


def _open_schemas(schemas: dict[str, Json], seats: list[int]) -> None:
    """Open what only one game has: its name, verbs, kinds of components, their data, and its number of seats."""
    for name in ("State", "Position", "GameSummary", "GameInfo"):
        properties = schemas[name]["properties"]
        properties["game"] = {**schema_ref("GameName"), "description": properties["game"]["description"]}
    for name in ("Component", "ComponentSummary"):
        del schemas[name]["properties"]["kind"]["enum"]
    facts = schemas["Component"]["properties"]["facts"]
    schemas["Component"]["properties"]["facts"] = {"type": "object", "description": facts["description"]}
    schemas["NewStateRequest"]["properties"]["seats"] |= {"minimum": min(seats), "maximum": max(seats)}


def _open_object(description: str, **properties: Json) -> Json:
    return {"type": "object", "description": description, "properties": properties, "additionalProperties": True}


def _name(description: str) -> Json:
    return {"type": "string", "description": description}


GENERIC_SCHEMAS: dict[str, Json] = {
    "VerdictItem": _open_object("Fields of a VerdictRequest. Those that it lacks are those of the batch."),
    "LegalActionsItem": _open_object("Fields of a LegalActionsRequest. Those that it lacks are those of the batch."),
    "Action": {
        **_open_object(
            "An action: its verb, and the fields of that verb beside it.",
            kind=_name("Verb of the action."),
            notation=_name("The action as one line, which requests and records accept."),
            label=_name("Sentence for a button or menu, in the language of the request."),
            touches=schema_ref("Touches"),
        ),
        "required": ["kind"],
    },
    "Board": _open_object("Everything on the table. Its fields depend on the game."),
    "View": _open_object("The board as a seat sees it. Its fields depend on the game."),
    "Options": _open_object("Options of a match. `GET /v1/games/{game}` has their JSON Schema."),
    "Verb": _name("A verb of the game."),
    "Question": _name("A question of the game."),
    "EventKind": _name("A kind of event of the game."),
}


def _generic_paths(paths: Json, game: str) -> Iterator[tuple[str, Json]]:
    """Yield the paths with the game as a parameter, and without what the document of a game has.

    That are most examples, and the header for the language, which the description of the document explains.
    """
    for path, item in paths.items():
        for method in item.keys() & METHODS:
            item[method]["parameters"] = [each for each in item[method]["parameters"] if each != LANGUAGE_PARAMETER]
        if not path.startswith(f"/v1/games/{game}"):
            yield path, item
            continue
        for method in item.keys() & METHODS:
            item[method]["parameters"] = [{"$ref": "#/components/parameters/Game"}, *item[method]["parameters"]]
            item[method]["tags"] = ["game"]
        if "post" in item:
            content = item["post"]["requestBody"]["content"]["application/json"]
            if not path.endswith(EXAMPLE_CALLS):
                del content["examples"]
        yield path.replace(f"/v1/games/{game}", "/v1/games/{game}"), item


def _shorten_examples(operation: Json, *, keep_state: bool) -> None:
    """Keep one example of a request body, with the digest in place of its state unless the state is to stay."""
    content = operation["requestBody"]["content"]["application/json"]
    name, example = next(iter(content["examples"].items()))
    value = example["value"]
    if "state" in value and not keep_state:
        value = {"digest": digest(msgspec.json.encode(value["state"])), **value}
        del value["state"]
    content["examples"] = {name: {**example, "value": value}}


def _shorten_responses(operation: Json) -> None:
    """Keep the successful response of an operation without headers and links, and one entry for all errors."""
    good = {status: each for status, each in operation["responses"].items() if status < "300"}
    for response in good.values():
        for part in ("headers", "links"):
            response.pop(part, None)
    operation["responses"] = good | {"default": {"$ref": "#/components/responses/Error"}}


def _describe(document: Json, title: str, description: str) -> None:
    info = document["info"]
    document["info"] = {**info, "title": title, "description": f"{description}\n{API_DESCRIPTION}"}


_REFERENCE = re.compile(r'"#/components/(\w+)/([^"]+)"')


def _pruned(document: Json) -> Json:
    """Return the document without components that no path needs, and without tags that no operation has."""
    components, needed = document["components"], set[tuple[str, str]]()
    waiting: list[Any] = [document["paths"]]
    while waiting:
        found = set(_REFERENCE.findall(msgspec.json.encode(waiting.pop()).decode())) - needed
        needed |= found
        waiting += [components[room][name] for room, name in found]
    for room in ("schemas", "responses", "parameters", "headers"):
        components[room] = {name: each for name, each in components[room].items() if (room, name) in needed}
    used = {
        tag for item in document["paths"].values() for method in item.keys() & METHODS for tag in item[method]["tags"]
    }
    document["tags"] = [tag for tag in document["tags"] if tag["name"] in used]
    return document


def _copy(document: Json) -> Json:
    copied: Json = msgspec.json.decode(msgspec.json.encode(document))
    return copied
