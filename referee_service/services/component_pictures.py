"""Pictures of single components as SVG and PNG. Finished pictures are cached; PNG is rendered in the pool."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Final, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee_service import __version__
from referee_service.games.burgundy.picture.components import draw_piece as draw_burgundy
from referee_service.games.dice_settlers.picture.components import draw_piece as draw_dice_settlers
from referee_service.games.empires_north.picture.components import draw_piece as draw_empires_north
from referee_service.games.medievalia.picture.components import draw_piece as draw_medievalia
from referee_service.games.settlement.picture.components import draw_piece as draw_settlement
from referee_service.kernel.game import AnyGame
from referee_service.kernel.rules import Language
from referee_service.kernel.text_table import TextContext
from referee_service.pictures.component import WIDTH, ComponentRequest, DrawPiece, draw_component
from referee_service.pictures.palette import THEMES, ThemeName
from referee_service.pictures.pool import PngPool
from referee_service.pictures.scene import Scene
from referee_service.pictures.svg import FontSource, write_svg
from referee_service.services.components import ComponentService
from referee_service.services.encoded_body import EncodedBody, encoded_body
from referee_service.services.errors import ServiceError
from referee_service.services.png_pictures import render_in_pool
from referee_service.store.lru import LruTtlCache

COMPONENT_PICTURES: Final[Mapping[str, DrawPiece]] = {
    "burgundy": draw_burgundy,
    "dice_settlers": draw_dice_settlers,
    "settlement": draw_settlement,
    "medievalia": draw_medievalia,
    "empires_north": draw_empires_north,
}
"""The function of each game that draws the piece of a component."""

ComponentFormat = Literal["svg", "png"]

CACHE_BYTES: Final = 8 << 20
"""How many bytes of pictures of components a process caches."""


class ComponentPictureOptions(Struct, frozen=True, kw_only=True):
    """What a client chooses about the picture of a component."""

    theme: ThemeName = "light"
    width: int = int(WIDTH)
    """Width in pixels. It changes the size of the picture, and not what is drawn."""
    font: FontSource = "page"
    """Whether SVG contains its font. Other formats ignore it."""


class ComponentPictureService:
    """Draws components of all games."""

    def __init__(
        self,
        components: ComponentService,
        pool: PngPool,
        *,
        cache_seconds: int = 3600,
        drawings: Mapping[str, DrawPiece] = COMPONENT_PICTURES,
    ) -> None:
        self._components, self._pool, self._cache_seconds = components, pool, cache_seconds
        self._drawings, self._cache = drawings, LruTtlCache[EncodedBody](CACHE_BYTES)

    def picture(
        self,
        game: AnyGame,
        pack: str | None,
        component: str,
        picture_format: ComponentFormat,
        language: Language,
        options: ComponentPictureOptions,
    ) -> EncodedBody:
        """Return the picture of a component of a pack, of the default one for None.

        Raises ServiceError `unknown-pack`, `unknown-component`, `no-picture`, `pictures-busy` or
        `pictures-unavailable`.
        """
        pack = self._components.pack_id(game, pack)
        found = self._components.get(game, pack, component, language)
        if game.name not in self._drawings:
            raise ServiceError("no-picture.component", game=game.name, component=component)
        request = ComponentRequest(pack, found.id, found.kind, found.name, found.text)
        if picture_format != "svg":
            options = replace(options, font="page")
        return self._cached(game, request, picture_format, language, options)

    def _cached(
        self,
        game: AnyGame,
        request: ComponentRequest,
        picture_format: ComponentFormat,
        language: Language,
        options: ComponentPictureOptions,
    ) -> EncodedBody:
        parts = (__version__, game.name, request.pack, request.id, picture_format, language, options)
        key = msgspec.json.encode(parts).decode()
        body = self._cache.get(key)
        if body is not None:
            return body
        if picture_format == "svg":
            body = encoded_body(self._svg(game, request, language, options).encode())
        else:
            svg = self._cached(game, request, "svg", language, options).raw.decode()
            body = encoded_body(render_in_pool(self._pool, svg, options.width), is_compressed=True)
        self._cache.put(key, body, weight=body.size, seconds=self._cache_seconds)
        return body

    def _svg(
        self, game: AnyGame, request: ComponentRequest, language: Language, options: ComponentPictureOptions
    ) -> str:
        scene = component_scene(game, request, self._drawings[game.name], language, options)
        words = f"{request.name}. {request.text}"
        return write_svg(scene, title=request.name, description=words, pixels=options.width, font=options.font)


def component_scene(
    game: AnyGame,
    request: ComponentRequest,
    draw_piece: DrawPiece,
    language: Language,
    options: ComponentPictureOptions,
) -> Scene:
    """Return the scene of a component. The prefix of its ids differs between different pictures on one page."""
    seen = msgspec.json.encode((game.name, request, language, options))
    prefix = f"c{blake2b(seen, digest_size=5).hexdigest()}"
    scene = Scene(THEMES[options.theme], width=WIDTH, prefix=prefix)
    draw_component(scene, request, TextContext(game.texts(request.pack), language), draw_piece)
    return scene
