"""The GET route of one game that draws a component as SVG or PNG."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from flask import Response

from referee_service.api.cacheable import HEADERS, VARY, cacheable_response
from referee_service.api.client_context import accepted_type, preferred_language
from referee_service.api.dependencies import component_picture_service
from referee_service.api.flask_app import current_request
from referee_service.api.hooks import IMAGE_TYPES
from referee_service.api.openapi.struct_schemas import Json
from referee_service.api.routes.components import ERRORS, id_parameter
from referee_service.api.routes.games import GAMES_PREFIX
from referee_service.api.routes.pictures import security_policy
from referee_service.api.schemas.parser import Blueprint
from referee_service.api.schemas.queries import ComponentPictureQuery
from referee_service.kernel.game import AnyGame
from referee_service.services.component_pictures import ComponentFormat, ComponentPictureOptions

FORMATS: Final[Mapping[str, ComponentFormat]] = {"image/svg+xml": "svg", "image/png": "png"}
EXAMPLE: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 331" width="480" height="331" data-theme="light">'
    "<title>Mine</title><desc>Mine. At the end of each phase: take 1 silverling.</desc></svg>"
)
"""The head of a picture. The drawing is left out."""
SUMMARY: Final = "Draw one component"
DESCRIPTION: Final = (
    "Draws a component: the piece as it lies on the table, its name and its whole text. `Accept` selects SVG (the"
    " default) or PNG. In SVG, `<title>` is the name, `<desc>` the name and the text, and `data-holds` the id."
)


def component_pictures_blueprint(game: AnyGame) -> Blueprint:
    """Return the blueprint with the route that draws a component of one game."""
    prefix = f"{GAMES_PREFIX}/{game.name}/components"
    blueprint = Blueprint(f"{game.name}_component_pictures", __name__, url_prefix=prefix, description="Pictures")

    def component_picture(query: dict[str, Any], component: str) -> Response:
        request, pack = current_request(), query.pop("pack", None)
        media_type = accepted_type(request.environ.get("HTTP_ACCEPT", ""), IMAGE_TYPES) or IMAGE_TYPES[0]
        language, options = preferred_language(request), ComponentPictureOptions(**query)
        service = component_picture_service()
        drawn = service.picture(game, pack, component, FORMATS[media_type], language, options)
        headers = (security_policy(media_type, options.font),)
        return cacheable_response(drawn, request, media_type, vary=f"Accept, {VARY}", headers=headers)

    parse_query = blueprint.arguments(ComponentPictureQuery(), location="query")
    draw = blueprint.doc(**_docs(game))(parse_query(component_picture))
    blueprint.route("/<component>/picture", methods=["GET"])(draw)
    return blueprint


def _docs(game: AnyGame) -> Json:
    content = {
        "image/svg+xml": {"schema": {"type": "string"}, "example": EXAMPLE},
        "image/png": {"schema": {"type": "string", "format": "binary"}},
    }
    responses = ERRORS | {
        200: {"description": "The picture", "content": content, "headers": HEADERS},
        304: {"description": "The client has this picture", "headers": HEADERS},
    }
    return {
        "operationId": f"{game.name}_component_picture",
        "summary": SUMMARY,
        "description": DESCRIPTION,
        "parameters": [id_parameter(game)],
        "responses": responses,
    }
