"""What can be played and by which rules: games, rule catalogues, component tables. Paths name the game literally."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from flask import Response, request
from msgspec import Struct

from referee_service.api.client_context import preferred_language
from referee_service.api.dependencies import games
from referee_service.api.openapi.document import GET_ERRORS, SCHEMA_REF, Json
from referee_service.api.schemas.parser import Blueprint
from referee_service.kernel.game import AnyGame
from referee_service.services import game_info


def games_blueprint() -> Blueprint:
    """The one call that is about all games."""
    blueprint = Blueprint("games", __name__, url_prefix="/v1/games", description="What can be played")

    def list_games() -> Struct:
        return game_info.list_games(games().values(), preferred_language(request))

    about = "Every game with its seats, rulesets and content packs."
    _add(blueprint, "", list_games, _documented("games", "The games that can be played", about, "GameList"))
    return blueprint


def add_game_routes(blueprint: Blueprint, game: AnyGame) -> None:
    """The calls that tell about one game."""
    name = game.name

    def about() -> Struct:
        return game_info.game_info(game, preferred_language(request))

    def rules() -> Struct:
        return game_info.list_rules(game, preferred_language(request))

    def rule(rule: str) -> Struct:
        return game_info.get_rule(game, rule, preferred_language(request))

    def content() -> Struct:
        return game_info.content_tables(game)

    said = "Seats, the JSON Schema of the options, verbs with their fields, packs with the share of each provenance."
    _add(blueprint, "", about, _documented(f"{name}_game", "One game", said, "GameInfo"))
    said = "Every rule with its title, its sentence and its place in the rulebook, in the language you accept."
    _add(blueprint, "/rules", rules, _documented(f"{name}_rules", "The rule catalogue", said, "RuleList"))
    said = "One rule by its id, such as the `rule` of a refusal."
    documented = _documented(f"{name}_rule", "One rule", said, "Rule")
    documented["parameters"] = [_rule_parameter(game)]
    _add(blueprint, "/rules/<rule>", rule, documented)
    said = "Tiles, cards, boards and prices of every pack, each row with its provenance."
    _add(blueprint, "/content", content, _documented(f"{name}_content", "The component tables", said, "ContentTables"))


def _rule_parameter(game: AnyGame) -> Json:
    example = next(iter(game.catalogue().rules))
    return {
        "in": "path",
        "name": "rule",
        "required": True,
        "schema": {"type": "string", "minLength": 1},
        "example": example,
    }


def _documented(operation: str, summary: str, description: str, answer: str) -> Json:
    content = {"application/json": {"schema": {"$ref": f"{SCHEMA_REF}{answer}"}}}
    responses = GET_ERRORS | {200: {"description": summary, "content": content}}
    return {"operationId": operation, "summary": summary, "description": description, "responses": responses}


def _add(blueprint: Blueprint, path: str, handler: Callable[..., Struct], documented: Json) -> None:
    """One GET call with its place in the document."""

    def view(**named: str) -> Response:
        return Response(msgspec.json.encode(handler(**named)), content_type="application/json")

    view.__name__, view.__doc__ = documented["operationId"], documented["summary"]
    blueprint.route(path, methods=["GET"])(blueprint.doc(**documented)(view))
