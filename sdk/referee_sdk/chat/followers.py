"""Followers of the rooms of a chat: tasks that send what others do there. Needs `referee-sdk[async]`."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from referee_sdk.async_client import AsyncClient
from referee_sdk.chat.error_texts import error_text
from referee_sdk.chat.manager import TableManager
from referee_sdk.chat.messages import Message
from referee_sdk.core.room_links import RoomAccess
from referee_sdk.errors import RefereeError, RoomGone

RETRY_SECONDS = 30.0
"""Pause before a room is followed again after the service has failed."""

LOG = logging.getLogger("referee_sdk.chat")

Send = Callable[[str, Sequence[Message]], Awaitable[None]]
"""Function that sends messages to a channel, and private ones to their users."""


class RoomFollowers:
    """Tasks that follow the rooms of a manager's tables, one per channel. Call `update` after each text of a user."""

    def __init__(self, manager: TableManager, send: Send) -> None:
        self.manager, self.send = manager, send
        self._client: AsyncClient | None = None
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._followed: dict[str, tuple[RoomAccess, ...]] = {}

    def start(self) -> None:
        """Follow all rooms whose tables are in the storage, after a start of the bot."""
        for channel in self.manager.room_channels:
            self._restart(channel)

    async def update(self, channel: str) -> None:
        """Follow the room of a channel, if its table has one that is not followed yet."""
        try:
            accesses = await asyncio.to_thread(self.manager.room_accesses, channel)
        except RefereeError:
            return  # the task of the channel, if there is one, tries again
        if accesses != self._followed.get(channel, ()):
            self._restart(channel)

    async def close(self) -> None:
        """End all tasks, and close their connections."""
        tasks = [*self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._client is not None:
            await self._client.aclose()

    def _restart(self, channel: str) -> None:
        if (task := self._tasks.get(channel)) is not None:
            task.cancel()
        self._tasks[channel] = asyncio.create_task(self._follow(channel))

    async def _follow(self, channel: str) -> None:
        """Follow the room of a channel until it is gone, or the table has none any more."""
        while True:
            try:
                accesses = self._followed[channel] = await asyncio.to_thread(self.manager.room_accesses, channel)
                if not accesses:
                    return
                await self._follow_all(channel, accesses)
            except RoomGone as error:
                messages = await asyncio.to_thread(self.manager.refresh, channel)
                await self._send(channel, messages or [Message(error_text(error, self.manager.language_of(channel)))])
                return
            except RefereeError as error:
                LOG.warning("The room of a table cannot be followed now (%s)", type(error).__name__)
                await asyncio.sleep(RETRY_SECONDS)

    async def _follow_all(self, channel: str, accesses: Sequence[RoomAccess]) -> None:
        """Open an event stream per seat, which also shows that its player is there."""
        streams = [asyncio.create_task(self._follow_seat(channel, access)) for access in accesses]
        try:
            await asyncio.gather(*streams)
        finally:
            for stream in streams:
                stream.cancel()

    async def _follow_seat(self, channel: str, access: RoomAccess) -> None:
        room = await self._shared_client().room(access.id, access.credential)
        await self._send_news(channel)  # of the time before the stream
        async for _ in room.changes():
            await self._send_news(channel)

    async def _send_news(self, channel: str) -> None:
        messages = await asyncio.to_thread(self.manager.refresh, channel)
        if messages:
            await self._send(channel, messages)

    async def _send(self, channel: str, messages: Sequence[Message]) -> None:
        """Send messages. If that fails, note it: the room is followed further, and later messages may arrive."""
        try:
            await self.send(channel, messages)
        except Exception:
            LOG.exception("The messages of a room could not be sent")

    def _shared_client(self) -> AsyncClient:
        if self._client is None:
            client = self.manager.client
            self._client = AsyncClient(client.base_url, client._calls.settings.api_key, client.language)
        return self._client
