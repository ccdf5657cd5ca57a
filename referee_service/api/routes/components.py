"""GET routes about the components of one game: the list with its search, and one component."""

from __future__ import annotations

from typing import TypedDict

import msgspec
from flask import Response
from msgspec import Struct

from referee_service.api.cacheable import HEADERS, cacheable_response
from referee_service.api.client_context import preferred_language
from referee_service.api.dependencies import component_service
from referee_service.api.flask_app import current_request
from referee_service.api.openapi.document import GET_ERRORS
from referee_service.api.openapi.struct_schemas import SCHEMA_REF, Json
from referee_service.api.schemas.parser import Blueprint
from referee_service.api.schemas.queries import ComponentQuery, PackQuery
from referee_service.api.schemas.requests import schema_prefix
from referee_service.kernel.game import AnyGame
from referee_service.services.encoded_body import EncodedBody, encoded_body

ERRORS = GET_ERRORS | {422: "UNPROCESSABLE_ENTITY"}
LIST_DESCRIPTION = (
    "Returns the tiles, cards, dice and goods of a pack, each with its name and a text that is derived from the data of"
    " the rules."
)
ONE_DESCRIPTION = (
    "Returns one component by its id, also with the data that the rules execute, its rules, its provenance and its"
    " pack."
)


class ListQuery(TypedDict, total=False):
    """Query of the list, as `ComponentQuery` parses it."""

    pack: str
    kind: str
    q: str


def add_component_routes(blueprint: Blueprint, game: AnyGame) -> None:
    """Add the routes of a game's components to its blueprint. Bodies without a search are encoded once."""
    bodies: dict[tuple[str, ...], EncodedBody] = {}

    def components(query: ListQuery) -> Response:
        service, language, kind = component_service(), preferred_language(current_request()), query.get("kind")
        pack = service.pack_id(game, query.get("pack"))
        if "q" in query:
            found = service.find(game, pack, language, kind=kind, q=query["q"])
            return cacheable_response(_encoded(found), current_request())
        key = "list", pack, language, kind or ""
        if key not in bodies:
            bodies[key] = _encoded(service.find(game, pack, language, kind=kind))
        return cacheable_response(bodies[key], current_request())

    def component(query: ListQuery, component: str) -> Response:
        service, language = component_service(), preferred_language(current_request())
        key = "one", service.pack_id(game, query.get("pack")), language, component
        if key not in bodies:
            bodies[key] = _encoded(service.get(game, key[1], component, language))
        return cacheable_response(bodies[key], current_request())

    prefix = schema_prefix(game)
    list_docs = _operation_docs(
        f"{game.name}_components", "List the components", LIST_DESCRIPTION, f"{prefix}ComponentList"
    )
    parse_query = blueprint.arguments(ComponentQuery(), location="query")
    blueprint.route("/components", methods=["GET"])(blueprint.doc(**list_docs)(parse_query(components)))
    docs = _operation_docs(f"{game.name}_component", "Get one component", ONE_DESCRIPTION, f"{prefix}Component")
    docs["parameters"] = [id_parameter(game)]
    parse_pack = blueprint.arguments(PackQuery(), location="query")
    blueprint.route("/components/<component>", methods=["GET"])(blueprint.doc(**docs)(parse_pack(component)))


def _encoded(response: Struct) -> EncodedBody:
    return encoded_body(msgspec.json.encode(response))


def id_parameter(game: AnyGame) -> Json:
    """Return the path parameter with the id of a component. Its example is the first one of the default pack."""
    schema = {"type": "string", "minLength": 1}
    parameter: Json = {"in": "path", "name": "component", "required": True, "schema": schema}
    parameter["description"] = "Id of a tile, card, die or other piece, such as a state has it."
    pack = game.packs.resolve_id(None)
    example = next(iter(game.components(game.packs.get(pack), game.texts(pack), "en")), None)
    return parameter if example is None else {**parameter, "example": example.id}


def _operation_docs(operation: str, summary: str, description: str, response: str) -> Json:
    content = {"application/json": {"schema": {"$ref": f"{SCHEMA_REF}{response}"}}}
    responses = ERRORS | {
        200: {"description": summary, "content": content, "headers": HEADERS},
        304: {"description": "The client has this response", "headers": HEADERS},
    }
    return {"operationId": operation, "summary": summary, "description": description, "responses": responses}
