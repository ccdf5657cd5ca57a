"""GET routes about games: list, details, rule catalogue. Each game has its own literal paths."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from flask import Response
from msgspec import Struct

from referee_service.api.cacheable import HEADERS, cacheable_response
from referee_service.api.client_context import preferred_language
from referee_service.api.dependencies import games
from referee_service.api.flask_app import current_request
from referee_service.api.openapi.document import GET_ERRORS
from referee_service.api.openapi.struct_schemas import SCHEMA_REF, Json
from referee_service.api.schemas.parser import Blueprint
from referee_service.kernel.game import AnyGame
from referee_service.kernel.rules import Language
from referee_service.services import game_info
from referee_service.services.encoded_body import EncodedBody, encoded_body

GAMES_PREFIX = "/v1/games"
"""Path of the list of games. The paths of a game begin with this and its name."""


def games_blueprint() -> Blueprint:
    """Return the blueprint that lists all games."""
    blueprint = Blueprint("games", __name__, url_prefix=GAMES_PREFIX, description="List of games")

    def list_games(language: Language) -> Struct:
        return game_info.list_games(games().values(), language)

    description = "Returns every game with its seats, rulesets and content packs."
    _add(blueprint, "", list_games, _operation_docs("games", "List the games", description, "GameList"))
    return blueprint


def add_game_routes(blueprint: Blueprint, game: AnyGame) -> None:
    """Add the routes of one game to its blueprint: details, rules, one rule."""
    name = game.name

    def details(language: Language) -> Struct:
        return game_info.game_info(game, language)

    def rules(language: Language) -> Struct:
        return game_info.list_rules(game, language)

    def rule(language: Language, rule: str) -> Struct:
        return game_info.get_rule(game, rule, language)

    description = (
        "Returns the seats, the options as JSON Schema with texts, the verbs with their fields, the provenance of each"
        " pack, and the parts of pictures."
    )
    _add(blueprint, "", details, _operation_docs(f"{name}_game", "Describe the game", description, "GameInfo"))
    description = "Returns every rule with its title, its message and its place in the rulebook, in your language."
    _add(blueprint, "/rules", rules, _operation_docs(f"{name}_rules", "List the rules", description, "RuleList"))
    description = "Returns one rule by its id. A refusal has this id in `rule`."
    rule_docs = _operation_docs(f"{name}_rule", "Get one rule", description, "Rule")
    rule_docs["parameters"] = [_rule_parameter(game)]
    _add(blueprint, "/rules/<rule>", rule, rule_docs)


def _rule_parameter(game: AnyGame) -> Json:
    example = next(iter(game.catalogue().rules))
    return {
        "in": "path",
        "name": "rule",
        "description": "Id of a rule, such as a refusal or a score line has it.",
        "required": True,
        "schema": {"type": "string", "minLength": 1},
        "example": example,
    }


def _operation_docs(operation: str, summary: str, description: str, response: str) -> Json:
    content = {"application/json": {"schema": {"$ref": f"{SCHEMA_REF}{response}"}}}
    responses = GET_ERRORS | {
        200: {"description": summary, "content": content, "headers": HEADERS},
        304: {"description": "The client has this response", "headers": HEADERS},
    }
    return {"operationId": operation, "summary": summary, "description": description, "responses": responses}


def _add(blueprint: Blueprint, path: str, lookup: Callable[..., Struct], docs: Json) -> None:
    """Add one GET route and its entry in the OpenAPI document. Each body is encoded once."""
    bodies: dict[tuple[str, ...], EncodedBody] = {}

    def handler(**path_values: str) -> Response:
        language = preferred_language(current_request())
        packs = (pack for game in games().values() for pack in game.packs.load_builtin())  # one may be added later
        key = language, *path_values.values(), *packs
        if key not in bodies:
            bodies[key] = encoded_body(msgspec.json.encode(lookup(language, **path_values)))
        return cacheable_response(bodies[key], current_request())

    handler.__name__, handler.__doc__ = docs["operationId"], docs["summary"]
    blueprint.route(path, methods=["GET"])(blueprint.doc(**docs)(handler))
