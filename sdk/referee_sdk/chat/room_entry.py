"""Entry of users into rooms: a link is checked, and gives its seat to a user of a channel."""

from __future__ import annotations

from typing import Any

from referee_sdk.chat.channel_tables import ChannelTables
from referee_sdk.chat.error_texts import error_text
from referee_sdk.chat.lobby import TEXTS
from referee_sdk.chat.messages import Message, escape_markdown
from referee_sdk.chat.table import Table
from referee_sdk.core.room_links import check_service, link_text, room_link
from referee_sdk.errors import BadRequest, RefereeError
from referee_sdk.options import Language


class RoomEntry:
    """Entry to the rooms of one service. `rooms_url` is its address in links, if that is not the one of the client.

    `settings` are those of new tables.
    """

    def __init__(self, tables: ChannelTables, rooms_url: str | None, settings: dict[str, Any]) -> None:
        self.tables, self.client, self.rooms_url, self.settings = tables, tables.client, rooms_url, settings

    def enter(self, channel: str, user: str, link: str, name: str, language: Language) -> list[Message]:
        """Join a room, or give the user another seat if the table of the channel plays there."""
        table = self.tables.table(channel)
        if self.tables.lobby(channel) is not None or (table is not None and table.room is None):
            return _reply(language, "already open")
        try:
            own_link = self._own_link(link)
        except BadRequest:
            return _reply(language, "no link")
        if own_link is None:
            address = room_link(link).base_url
            return _reply(language, "other service", address=address, own=self.rooms_url or self.client.base_url)
        try:
            if table is None:
                return self._open(channel, user, own_link, name, language)
            return self._add(channel, table, user, own_link, name, language)
        except RefereeError as error:
            return _reply(language, "cannot join", reason=escape_markdown(error_text(error, language)))

    def is_for_watchers(self, channel: str, link: str) -> bool:
        """Return whether a link of the room of a channel gives no seat, so that others may read it."""
        table = self.tables.table(channel)
        if table is None or table.room is None:
            return False
        return room_link(link).access.credential == table.room.public.credential

    def _open(self, channel: str, user: str, link: str, name: str, language: Language) -> list[Message]:
        table = Table.join(self.client, {user: link}, language=language, names={user: name}, **self.settings)
        messages = table.begin()
        self.tables.put_table(channel, table)
        return messages

    def _add(self, channel: str, table: Table, user: str, link: str, name: str, language: Language) -> list[Message]:
        assert table.room is not None
        if room_link(link).access.id != table.room.public.id:
            return _reply(language, "already open")
        messages = table.add_seat(user, link, name=name)
        self.tables.save(channel)
        return messages

    def _own_link(self, link: str) -> str | None:
        """Return a link with the address of the client, or None if it is of another service. Raises `BadRequest`."""
        found = room_link(link)
        try:
            check_service(found, self.client.base_url, *([self.rooms_url] if self.rooms_url else []))
        except BadRequest:
            return None
        return link_text(self.client.base_url, found.access)


def _reply(language: Language, key: str, **facts: object) -> list[Message]:
    return [Message(TEXTS[language][key].format(**facts))]
