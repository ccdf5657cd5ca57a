"""Links of rooms: the address of the service, and in the fragment the id of a room and a credential."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from referee_sdk.errors import BadRequest

_LINK = re.compile(r"(?P<base>https?://[^\s#?@]+?)/*#/room/(?P<id>[^/\s#?]+)/(?P<credential>[^/\s#?]+)/?")
_LINK_IN_TEXT = re.compile(r"https?://\S+#/room/[^\s>)\]]+")
_NAME = re.compile(r"[\w~.=-]+", re.ASCII)
_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True)
class RoomAccess:
    """The id of a room, and a credential for it."""

    id: str
    credential: str = field(repr=False)


@dataclass(frozen=True)
class RoomLink:
    """A link to a room: the address of its service, and the access."""

    base_url: str
    access: RoomAccess


def room_link(text: str) -> RoomLink:
    """Return the link in a text such as `https://host/#/room/<id>/<credential>`.

    Raises `BadRequest` that says what a link looks like. It does not show the text, which may have a secret.
    """
    found = _LINK.fullmatch(text.strip().strip("<>"))
    names = [] if found is None else [unquote(found["id"]), unquote(found["credential"])]
    if found is None or not all(map(_NAME.fullmatch, names)):
        raise BadRequest(
            "This is not the link of a room. Copy the whole link that you received; it looks like"
            " https://referee.example/#/room/ID/CREDENTIAL."
        )
    return RoomLink(found["base"], RoomAccess(*names))


def link_in(text: str) -> str | None:
    """Return the link of a room that a text contains, or None."""
    found = _LINK_IN_TEXT.search(text)
    return None if found is None else found[0]


def link_text(base_url: str, access: RoomAccess) -> str:
    """Return the link of a room at an address."""
    return f"{base_url}/#/room/{access.id}/{access.credential}"


def is_link_of(link: RoomLink, *base_urls: str) -> bool:
    """Return whether a link is of one of the services at these addresses. Raises `BadRequest` if it has no address."""
    return _origin(link.base_url) in map(_origin, base_urls)


def check_service(link: RoomLink, *base_urls: str) -> None:
    """Raise `BadRequest` if a link is of none of the services at these addresses."""
    if not is_link_of(link, *base_urls):
        raise BadRequest(
            f"This link is of a room at {link.base_url}, but this client uses {base_urls[0]}."
            " Use `referee_sdk.join(link)`, or a client of the other address."
        )


def _origin(url: str) -> tuple[str, str, int | None, str]:
    """Return what two addresses of the same service have in common."""
    try:
        parts = urlsplit(url)
        port = parts.port or _PORTS.get(parts.scheme)
    except ValueError as error:
        raise BadRequest("The address in this link cannot be read. Copy the whole link that you received.") from error
    return parts.scheme, parts.hostname or "", port, parts.path.rstrip("/")
