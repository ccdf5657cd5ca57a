"""The picture service: positions as SVG, as PNG, or as the list of their places. Pictures are made from views."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from itertools import chain
from threading import BoundedSemaphore
from typing import Final, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee_service.kernel import engine
from referee_service.kernel.codec import digest
from referee_service.kernel.game import AnyGame
from referee_service.kernel.places import touches
from referee_service.kernel.state import CHANCE, Seat, State
from referee_service.pictures.pool import PngPool
from referee_service.pictures.scene import PlaceBox, Scene
from referee_service.pictures.svg import write_svg
from referee_service.pictures.table import DrawTable
from referee_service.services.context import ClientContext
from referee_service.services.encoded_body import EncodedBody, encoded_body
from referee_service.services.errors import ServiceError
from referee_service.services.matches.cache_keys import picture_key
from referee_service.services.matches.last_moves import LastMove, LastMoves
from referee_service.services.matches.loader import LoadedMatch, MatchLoader, StateSource
from referee_service.services.matches.place_verdicts import unknown_place_of_others
from referee_service.services.matches.views import TextOptions, text_of_view
from referee_service.services.pictures import (
    PICTURES,
    WIDTH,
    PictureOptions,
    draw_last_move,
    draw_position,
    picture_parts,
)
from referee_service.services.png_pictures import render_in_pool
from referee_service.store.lru import LruTtlCache

PictureFormat = Literal["svg", "png", "json"]

CACHE_BYTES: Final = 16 << 20
"""How many bytes of pictures a process caches: about a hundred SVG or fifty PNG pictures."""
MAX_DRAWINGS: Final = 6
"""How many requests for pictures a process works on. Each occupies a thread, and moves need threads too."""
XML_NONCHARACTERS: Final = dict.fromkeys((0xFFFE, 0xFFFF), "\N{REPLACEMENT CHARACTER}")
"""Characters that JSON allows in a name and XML does not."""


class PicturePlace(Struct, frozen=True):
    """A place in a picture: its outline, its box (x, y, width, height), the component there, and a description.

    `holds` is empty if no component lies there.
    """

    name: str
    """Name of the place, as `touches` of actions use it, such as `depot.3.1`."""
    shape: str
    """Outline of the place in the picture."""
    box: tuple[float, float, float, float]
    """Left edge, top edge, width and height in pixels."""
    holds: str
    """Id of the component that lies there, or an empty text."""
    alt: str
    """What lies there, as words for people."""


class Picture(Struct, frozen=True):
    """The size of a picture in pixels and its places in drawing order, for frontends that draw themselves."""

    width: int
    """Width of the picture in pixels."""
    height: int
    """Height of the picture in pixels."""
    places: tuple[PicturePlace, ...]
    """All named places, in drawing order: later ones lie above."""


class PictureService:
    """Draws positions of matches. Finished pictures are cached as bytes; PNG is rendered in the pool."""

    def __init__(
        self,
        loader: MatchLoader,
        last_moves: LastMoves,
        pool: PngPool,
        *,
        cache_seconds: int = 3600,
        drawings: Mapping[str, DrawTable] = PICTURES,
    ) -> None:
        self._loader, self._last_moves, self._pool = loader, last_moves, pool
        self._cache_seconds, self._drawings = cache_seconds, drawings
        self._cache = LruTtlCache[EncodedBody](CACHE_BYTES)
        self._slots = BoundedSemaphore(MAX_DRAWINGS)

    def picture(
        self,
        game: AnyGame,
        source: StateSource,
        seat: int | None,
        picture_format: PictureFormat,
        context: ClientContext,
        options: PictureOptions,
    ) -> EncodedBody:
        """Return the picture of a match as a seat sees it, or a spectator if `seat` is None.

        Raises ServiceError `no-picture`, `unknown-part`, `unknown-place`, `too-many-names`, `pictures-busy` or
        `pictures-unavailable`, and the errors of `MatchLoader.load` and `LoadedMatch.viewer`.
        """
        if game.name not in self._drawings:
            raise ServiceError("no-picture.game", game=game.name)
        loaded_match = self._loader.load(game, source, context)
        names = tuple(name.translate(XML_NONCHARACTERS) for name in options.names)
        last_move = self._last_moves.find(game, loaded_match, context) if options.highlight == "last" else None
        font = options.font if picture_format == "svg" else "page"
        drawing = _Drawing(
            game,
            self._drawings[game.name],
            loaded_match,
            loaded_match.viewer(seat),
            context,
            replace(options, names=names, font=font),
            last_move,
        )
        cached = self._cache.get(drawing.cache_key(picture_format))
        return cached if cached is not None else self._draw_in_turn(drawing, picture_format)

    def close(self) -> None:
        """End the processes of the pool."""
        self._pool.close()

    def _draw_in_turn(self, drawing: _Drawing, picture_format: PictureFormat) -> EncodedBody:
        """Draw a picture while fewer than MAX_DRAWINGS are in progress. Raises ServiceError `pictures-busy`."""
        if not self._slots.acquire(blocking=False):
            raise ServiceError("pictures-busy.drawing")
        try:
            return self._cached(drawing, picture_format)
        finally:
            self._slots.release()

    def _cached(self, drawing: _Drawing, picture_format: PictureFormat) -> EncodedBody:
        key = drawing.cache_key(picture_format)
        body = self._cache.get(key)
        if body is None:
            body = self._draw(drawing, picture_format)
            self._cache.put(key, body, weight=body.size, seconds=self._cache_seconds)
        return body

    def _draw(self, drawing: _Drawing, picture_format: PictureFormat) -> EncodedBody:
        if picture_format == "json":
            return encoded_body(msgspec.json.encode(drawing.places()))
        if picture_format == "svg":
            return encoded_body(drawing.svg().encode())
        svg = self._cached(drawing, "svg").raw.decode()
        return encoded_body(render_in_pool(self._pool, svg, drawing.options.width), is_compressed=True)


class _Drawing(Struct, frozen=True):
    """One picture to draw: the table of a game as a viewer sees it, with the options of the client."""

    game: AnyGame
    draw: DrawTable
    loaded_match: LoadedMatch
    viewer: int | None
    context: ClientContext
    options: PictureOptions
    last_move: LastMove | None

    def cache_key(self, picture_format: PictureFormat) -> str:
        """Return the key of the finished picture."""
        language, move = self.context.language, self.last_move
        last_move = digest(msgspec.json.encode(move)) if move is not None else ""
        choices = picture_format, self.options, last_move
        return picture_key(self.game.name, self.loaded_match.digest, self.viewer, language, *choices)

    def svg(self) -> str:
        """Return the picture as SVG. Its description is the view in words."""
        state, language = self._state, self.context.language
        view = self.game.view(state, self.viewer)
        words = text_of_view(self.game, state, view, language, TextOptions(names=self.options.names, plain=True))
        title = self.game.texts(state.pack).title[language]
        scene = self._scene(replace(self.options, prefix=self._prefix(view)))
        pixels, font = self.options.width, self.options.font
        return write_svg(scene, title=title, description=words, pixels=pixels, font=font)

    def places(self) -> Picture:
        """Return the size of the picture and its places, in pixels."""
        scene, scale = self._scene(self.options), self.options.width / WIDTH
        drawn = tuple(_scaled(place, scale) for place in scene.places.values())
        return Picture(self.options.width, round(scene.height * scale), drawn)

    @property
    def _state(self) -> State:
        return self.loaded_match.match.state

    def _scene(self, options: PictureOptions) -> Scene:
        self._check(options)
        scene = self._drawn(self._state, options)
        if self.last_move is not None:
            draw_last_move(scene, self._drawn(self.last_move.before, options), self._touched(self.last_move))
        return scene

    def _drawn(self, state: State, options: PictureOptions) -> Scene:
        return draw_position(self.game, self.draw, state, self.viewer, self.context.language, options)

    def _touched(self, move: LastMove) -> frozenset[str]:
        """Return the places of the last move, or none if the viewer did not see all of it."""
        game, before, action = self.game, move.before, move.action
        if action is None or engine.visible_action(game, before, action, self.viewer) is None:
            return frozenset()
        return frozenset(chain.from_iterable(touches(game, before, move.seat, action)))

    def _check(self, options: PictureOptions) -> None:
        """Check the options against the match. Raises ServiceError."""
        seats = len(self._state.players)
        if len(options.names) > seats:
            raise ServiceError("too-many-names.seats", found=len(options.names), seats=seats)
        parts = picture_parts(self.game.name, seats)
        if options.part is not None and options.part not in parts:
            raise ServiceError("unknown-part.named", part=options.part, parts=parts)
        seat: Seat = CHANCE if self.viewer is None else self.viewer
        unknown = unknown_place_of_others(self.game, self._state, seat, options.chosen)
        if unknown is not None:
            raise ServiceError("unknown-place.chosen", place=unknown)

    def _prefix(self, view: Struct) -> str:
        """Return the prefix of ids, different for different pictures on one page.

        It depends on the view and not on the state, so it says nothing about hidden pieces.
        """
        seen = msgspec.json.encode((self.game.name, view, self.viewer, self.context.language, self.options))
        return f"p{blake2b(seen, digest_size=5).hexdigest()}"


def _scaled(place: PlaceBox, scale: float) -> PicturePlace:
    box = place.box
    x, y, width, height = (round(value * scale, 1) for value in (box.x, box.y, box.width, box.height))
    return PicturePlace(place.name, place.shape, (x, y, width, height), place.holds, place.alt)
