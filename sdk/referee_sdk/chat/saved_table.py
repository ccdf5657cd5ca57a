"""Saved form of a table: its match or the credentials of its room, seats, language and settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from referee_sdk import savefile
from referee_sdk.chat.room_match import RoomMatch, is_saved_room
from referee_sdk.chat.seats import BotSeat, Player
from referee_sdk.chat.table_match import TableMatch
from referee_sdk.client import Client
from referee_sdk.errors import BadRequest
from referee_sdk.options import Language

SAVED_SETTINGS = ("names", "limit", "page", "width", "pictures")
"""Arguments of a table that are saved."""


def saved_text(match: TableMatch, players: Sequence[Player], settings: Mapping[str, Any]) -> str:
    """Return a table as one string."""
    seats = [asdict(seat) if isinstance(seat, BotSeat) else seat for seat in players]
    return savefile.dumps({"match": match.save(), "seats": seats, "language": match.client.language, **settings})


def table_parts(client: Client, saved: str) -> tuple[TableMatch, list[Player], dict[str, Any]]:
    """Return the match, the seats and the settings of a saved table. Raises `BadRequest` if it is none."""
    data = savefile.loads(saved)
    try:
        seats = [BotSeat(**seat) if isinstance(seat, dict) else seat for seat in data["seats"]]
        localized, text = client.with_language(data["language"]), data["match"]
        match = RoomMatch.resume(localized, text) if is_saved_room(text) else localized.resume(text)
    except (KeyError, TypeError) as error:
        raise BadRequest("This is not a saved table.") from error
    return match, seats, {name: data[name] for name in (*SAVED_SETTINGS, "request") if name in data}


def has_room(saved: str) -> bool:
    """Return whether a saved table is that of a room. A lobby is not, and a damaged one must not stop the others."""
    match = _readable(saved).get("match")
    return isinstance(match, str) and is_saved_room(match)


def saved_language(saved: str) -> Language:
    """Return the language of a saved table; English if it is damaged."""
    return "fr" if _readable(saved).get("language") == "fr" else "en"


def _readable(saved: str) -> dict[str, Any]:
    try:
        return savefile.loads(saved)
    except BadRequest:
        return {}
