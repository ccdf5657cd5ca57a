"""Gateway of the stand-in for Discord: the web socket over which it sends events."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count
from typing import Any

from aiohttp import WSMsgType, web

from tests.sdk.discord_records import APPLICATION, BOT_USER

DISPATCH, HEARTBEAT, IDENTIFY, HELLO, HEARTBEAT_ACK = 0, 1, 2, 10, 11
"""Operations of the gateway."""


class DiscordGateway:
    """Web sockets of the connected bots. `guild` returns the server that they are in."""

    def __init__(self, guild: Callable[[], dict[str, Any]]) -> None:
        self.guild = guild
        self.numbers = count(1)
        self.sockets: set[web.WebSocketResponse] = set()
        self.connected = asyncio.Event()

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one bot until it leaves."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": 40_000}})
        async for message in socket:
            operation = message.json().get("op") if message.type is WSMsgType.TEXT else None
            if operation == HEARTBEAT:
                await socket.send_json({"op": HEARTBEAT_ACK})
            elif operation == IDENTIFY:
                self.sockets.add(socket)
                await self.welcome(str(request.url))
        self.sockets.discard(socket)
        return socket

    async def welcome(self, address: str) -> None:
        """Send what Discord sends after the connection."""
        guild = self.guild()
        ready = {"v": 10, "user": BOT_USER, "guilds": [{"id": guild["id"], "unavailable": True}], "session_id": "1"}
        ready |= {"resume_gateway_url": address, "application": {"id": str(APPLICATION), "flags": 0}}
        await self.dispatch("READY", ready)
        await self.dispatch("GUILD_CREATE", guild)
        self.connected.set()

    async def dispatch(self, event: str, content: Any) -> None:
        """Send an event to all bots."""
        for socket in self.sockets:
            await socket.send_json({"op": DISPATCH, "t": event, "s": next(self.numbers), "d": content})
