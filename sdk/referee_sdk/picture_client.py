"""Calls that draw positions and components. `Client` inherits them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, TypedDict, TypeVar, Unpack
from urllib.parse import quote

from referee_sdk.catalogue_client import CatalogueClient
from referee_sdk.errors import BadRequest, UnknownState
from referee_sdk.models import Position, SealedState, StateRef, StateSource
from referee_sdk.pictures import PicturePlaces
from referee_sdk.responses import decode_response
from referee_sdk.transport import Json

PictureFormat = Literal["svg", "png"]
Highlight = Literal["legal", "last", "none"]
MEDIA_TYPES: dict[PictureFormat, str] = {"svg": "image/svg+xml", "png": "image/png"}

T = TypeVar("T")


class PictureOptions(TypedDict, total=False):
    """Options of a picture.

    `part` names one part of the table. `width` is in pixels. `names` are the players by seat. `chosen` lists the places
    picked so far. `highlight` has rings for `legal` actions (the default), for the `last` move, or for `none`. With
    `legal`, each action has the number of its place in the legal list, counted from 1.
    `font` is about SVG: the page links the font of the service (`page`, the default), or the picture contains it
    (`embed`).
    """

    part: str
    theme: Literal["light", "dark"]
    font: Literal["page", "embed"]
    width: int
    highlight: Highlight
    chosen: Sequence[str]
    names: Sequence[str]


class PictureClient(CatalogueClient):
    """Base class of `Client` with the calls about pictures."""

    def picture(
        self,
        source: StateSource,
        *,
        seat: int | None = None,
        format: PictureFormat = "svg",
        **options: Unpack[PictureOptions],
    ) -> bytes:
        """Return a position as a picture for a seat, or for a spectator without `seat`."""
        game, sources = state_fields(source)
        accept, path, body = MEDIA_TYPES[format], f"/v1/games/{game}/pictures", picture_body(seat, options)
        return first_known(sources, lambda fields: self._transport.content("POST", path, accept, {**fields, **body}))

    def picture_places(
        self, source: StateSource, *, seat: int | None = None, **options: Unpack[PictureOptions]
    ) -> PicturePlaces:
        """Return the size of the same picture and the box of every place in it, in pixels."""
        game, sources = state_fields(source)
        path, body = f"/v1/games/{game}/pictures", picture_body(seat, options)
        response = first_known(sources, lambda fields: self._transport.call("POST", path, {**fields, **body}))
        return decode_response(PicturePlaces, response)

    def cached_picture(
        self,
        game: str,
        digest: str,
        *,
        seat: int | None = None,
        format: PictureFormat = "svg",
        part: str | None = None,
        theme: Literal["light", "dark"] | None = None,
        width: int | None = None,
        highlight: Highlight | None = None,
        font: Literal["page", "embed"] | None = None,
    ) -> bytes:
        """Return the picture of an open state that the service caches. Raises `UnknownState` if it does not."""
        path = f"/v1/games/{game}/pictures/{digest}.{format}"
        accept = MEDIA_TYPES[format]
        options: Json = {"part": part, "theme": theme, "width": width, "highlight": highlight, "font": font}
        return self._transport.content("GET", path, accept, seat=seat, **options)

    def component_picture(
        self,
        game: str,
        component: str,
        *,
        format: PictureFormat = "svg",
        theme: Literal["light", "dark"] | None = None,
        width: int | None = None,
        font: Literal["page", "embed"] | None = None,
        pack: str | None = None,
    ) -> bytes:
        """Return a picture of one component: the piece, its name and its text, in the language of the client.

        Raises `NotFound` if the pack has no such component.
        """
        path = f"/v1/games/{game}/components/{quote(component, safe='')}/picture"
        options: Json = {"theme": theme, "width": width, "font": font, "pack": pack}
        return self._transport.content("GET", path, MEDIA_TYPES[format], **options)


def picture_body(seat: int | None, options: PictureOptions) -> Json:
    """Return the request fields of a picture."""
    body: Json = {**options, **({} if seat is None else {"seat": seat})}
    for name in ("chosen", "names"):
        if name in body:
            body[name] = list(body[name])
    return body


def state_fields(source: StateSource) -> tuple[str, list[Json]]:
    """Return the game of a state, and the request fields that name the state: its digest first if it has one."""
    game = source.game if isinstance(source, Position | SealedState | StateRef) else str(source.get("game", ""))
    if isinstance(source, SealedState):
        return game, [{"sealed_state": source.ciphertext, "credential": source.credential}]
    if isinstance(source, StateRef):
        return game, [{"digest": source.digest}]
    if not isinstance(source, Position):
        return game, [{"state": dict(source)}]
    if source.sealed_state is not None:
        raise BadRequest("This position is sealed. Send it as SealedState(game, sealed_state, credential).")
    return game, [{"digest": source.digest}, *([{"state": source.state}] if source.state is not None else [])]


def first_known(sources: list[Json], send: Callable[[Json], T]) -> T:
    """Return the response to the first request whose state the service knows. The last error is raised."""
    for fields in sources[:-1]:
        try:
            return send(fields)
        except UnknownState:
            continue
    return send(sources[-1])
