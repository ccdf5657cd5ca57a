"""Routes for pictures of one game: of any position by POST, and of a cached open state by GET."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from flask import Response
from msgspec import UNSET

from referee_service.api.cacheable import HEADERS, VARY, cacheable_response, encoded_response
from referee_service.api.client_context import accepted_type, client_context_of
from referee_service.api.dependencies import picture_service
from referee_service.api.flask_app import current_request
from referee_service.api.hooks import PICTURE_TYPES
from referee_service.api.judgements import state_source
from referee_service.api.openapi.document import GET_ERRORS, POST_ERRORS
from referee_service.api.openapi.examples import request_examples
from referee_service.api.openapi.struct_schemas import SCHEMA_REF, Json
from referee_service.api.routes.games import GAMES_PREFIX
from referee_service.api.schemas.bodies import Body
from referee_service.api.schemas.parser import Blueprint
from referee_service.api.schemas.queries import PictureQuery, SvgPictureQuery
from referee_service.api.schemas.requests import GameSchemas
from referee_service.kernel.game import AnyGame
from referee_service.pictures.svg import FontSource
from referee_service.services.matches.loader import StateRef, StateSource
from referee_service.services.picture_service import PictureFormat
from referee_service.services.pictures import PictureOptions

FORMATS: Final[Mapping[str, PictureFormat]] = {"image/svg+xml": "svg", "image/png": "png", "application/json": "json"}
"""Format of a picture by its media type."""
CONTENT_SECURITY_POLICY: Final = "default-src 'none'; sandbox"
"""A browser that opens a picture as a page must load and run nothing."""
EMBEDDED_FONT_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; sandbox"
"""The same for a picture that contains its font: its one style may load the font from the picture."""
EXAMPLE: Final[Json] = {
    "width": 1200,
    "height": 774,
    "places": [
        {"name": "depot.3", "shape": "rect", "box": [24.0, 96.0, 110.0, 44.0], "holds": "bank", "alt": "Depot 3: bank"}
    ],
}
CONTENT: Final[Json] = {
    "image/svg+xml": {"schema": {"type": "string"}},
    "image/png": {"schema": {"type": "string", "format": "binary"}},
    "application/json": {"schema": {"$ref": f"{SCHEMA_REF}Picture"}, "example": EXAMPLE},
}
DIGEST_PARAMETER: Final[Json] = {
    **{"in": "path", "name": "digest", "required": True, "description": "Hash of an open state, from a position."},
    **{"schema": {"type": "string", "pattern": "^[0-9a-f]{32}$"}, "example": "0" * 32},
}
SUMMARY: Final = "Draw a position"
DESCRIPTION: Final = (
    "Draws the match as `seat` sees it, or a spectator. With a sealed state the credential selects the seat; the keeper"
    " may request any view. `Accept` selects SVG (the default), PNG, or JSON with the boxes of all places in pixels. In"
    " SVG each place is a group with `data-place` and `data-holds`, and `<desc>` is the view in words."
)
GET_SUMMARY: Final = "Get the picture of a cached state as {format}"
GET_DESCRIPTION: Final = "Draws an open state that the cache holds, as `seat` sees it, or a spectator."


def pictures_blueprint(game: AnyGame) -> Blueprint:
    """Return the blueprint with the picture routes of one game."""
    prefix = f"{GAMES_PREFIX}/{game.name}/pictures"
    blueprint = Blueprint(f"{game.name}_pictures", __name__, url_prefix=prefix, description="Pictures")
    body_parser = blueprint.arguments(GameSchemas(game).picture()(), examples=request_examples(game)["pictures"])

    def pictures(body: Body) -> Response:
        return picture_response(game, state_source(body), body)

    blueprint.route("", methods=["POST"])(blueprint.doc(**_docs(game))(body_parser(pictures)))
    for media_type in ("image/svg+xml", "image/png"):
        _add_get_route(blueprint, game, media_type)
    return blueprint


def picture_response(game: AnyGame, source: StateSource, body: Body) -> Response:
    """Return the picture of a position with the options of a body, in the format that the request accepts."""
    request = current_request()
    media_type = accepted_type(request.environ.get("HTTP_ACCEPT", ""), PICTURE_TYPES) or PICTURE_TYPES[0]
    seat, context, options = (None if body.seat is UNSET else body.seat), client_context_of(request), _options(body)
    drawn = picture_service().picture(game, source, seat, FORMATS[media_type], context, options)
    headers = (("Vary", f"Accept, {VARY}"), security_policy(media_type, options.font))
    return encoded_response(drawn, request, media_type, headers)


def _add_get_route(blueprint: Blueprint, game: AnyGame, media_type: str) -> None:
    """Add the GET route of one format and its entry in the OpenAPI document."""
    picture_format = FORMATS[media_type]

    def picture(query: dict[str, Any], digest: str) -> Response:
        context, seat = client_context_of(current_request()), query.pop("seat", None)
        source, options = StateRef(digest), PictureOptions(**query)
        drawn = picture_service().picture(game, source, seat, picture_format, context, options)
        headers = (security_policy(media_type, options.font),)
        # The last move of a state may change: another move can lead to it.
        cache_control = "no-cache" if options.highlight == "last" else ""
        return cacheable_response(drawn, current_request(), media_type, cache_control=cache_control, headers=headers)

    picture.__name__ = f"picture_{picture_format}"
    query_schema = SvgPictureQuery if picture_format == "svg" else PictureQuery
    parse_query = blueprint.arguments(query_schema(), location="query")
    docs = _get_docs(game, media_type)
    blueprint.route(f"/<digest>.{picture_format}", methods=["GET"])(blueprint.doc(**docs)(parse_query(picture)))


def _options(body: Body) -> PictureOptions:
    """Return the options of a body. Fields that the body omits get their defaults."""
    names = ("theme", "font", "highlight", "part", "width")
    given = {name: getattr(body, name) for name in names if getattr(body, name) is not UNSET}
    return PictureOptions(chosen=tuple(body.chosen or ()), names=tuple(body.names or ()), **given)


def security_policy(media_type: str, font: FontSource) -> tuple[str, str]:
    """Return the header with the policy for browsers. Only an SVG that contains its font may have a style."""
    is_embedded = media_type == "image/svg+xml" and font == "embed"
    return "Content-Security-Policy", EMBEDDED_FONT_POLICY if is_embedded else CONTENT_SECURITY_POLICY


def _docs(game: AnyGame) -> Json:
    responses = POST_ERRORS | {200: {"description": "The picture", "content": CONTENT}}
    return {
        "operationId": f"{game.name}_pictures",
        "summary": SUMMARY,
        "description": DESCRIPTION,
        "responses": responses,
    }


def _get_docs(game: AnyGame, media_type: str) -> Json:
    picture_format = FORMATS[media_type]
    content = {media_type: CONTENT[media_type]}
    responses = GET_ERRORS | {
        200: {"description": "The picture", "content": content, "headers": HEADERS},
        304: {"description": "The client has this picture", "headers": HEADERS},
        409: "CONFLICT",
        422: "UNPROCESSABLE_ENTITY",
    }
    return {
        "operationId": f"{game.name}_picture_{picture_format}",
        "summary": GET_SUMMARY.format(format=picture_format.upper()),
        "description": GET_DESCRIPTION,
        "parameters": [DIGEST_PARAMETER],
        "responses": responses,
    }
