"""Join a room by its link alone: the link names the service too."""

from __future__ import annotations

from referee_sdk.client import Client
from referee_sdk.core.room_links import room_link
from referee_sdk.options import Language
from referee_sdk.room import Room


def join(link: str, *, api_key: str | None = None, language: Language = "en") -> Room:
    """Return the room of a link, with a client of the service that the link names.

    Raises `BadRequest` if it is not the link of a room, and `RoomGone` if the room does not exist any more.
    """
    return Client(room_link(link).base_url, api_key, language).join(link)
