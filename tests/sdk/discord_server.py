"""Stand-in for Discord: a local HTTP server with the parts of its API that the adapter uses, and its gateway.

It refuses what Discord refuses, and notes each refusal in `faults`.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from itertools import count
from typing import Any

from aiohttp import web

from tests.sdk.discord_gateway import DiscordGateway
from tests.sdk.discord_limits import choice_faults, command_faults, message_faults
from tests.sdk.discord_records import (
    APPLICATION,
    BOT_USER,
    COMPLETION,
    DEFERRED,
    DEFERRED_UPDATE,
    EPHEMERAL,
    IMMEDIATE,
    TIME,
    UPDATE,
    Exchange,
    Sent,
)

GUILD, CHANNEL = 800, 700
"""Ids of the only server with the bot, and the text channel there."""

TEXT_CHANNEL, PUBLIC_THREAD, PRIVATE_CHANNEL = 0, 11, 1
RESPONSE_SECONDS = 3.0


class Refused(Exception):
    """A request that Discord refuses, with its status and error code."""

    def __init__(self, status: int, code: int, text: str) -> None:
        super().__init__(text)
        self.status, self.code = status, code


class DiscordServer:
    """The stand-in: channels by id, messages in order, and exchanges by token.

    `denied` has what the bot may not do: `login`, `send`, `threads`, `files`, `edit`. `refusal` is the status and the
    error code of what is denied.
    """

    def __init__(self) -> None:
        self.ids = count(1000)
        self.channels: dict[int, dict[str, Any]] = {}
        self.messages: list[Sent] = []
        self.exchanges: dict[str, Exchange] = {}
        self.commands: list[dict[str, Any]] = []
        self.faults: list[str] = []
        self.denied: set[str] = set()
        self.refusal = (403, 50013)
        self.requests: list[str] = []
        self.gateway = DiscordGateway(self.guild)
        self.add_channel(CHANNEL, TEXT_CHANNEL, "games")
        self.app = web.Application(client_max_size=100_000_000, middlewares=[self.refusals])
        self.app.add_routes(list(self.routes()))

    def add_channel(self, channel: int, kind: int, name: str, **fields: Any) -> dict[str, Any]:
        """Add a channel or thread, and return its JSON."""
        place = {} if kind == PRIVATE_CHANNEL else {"guild_id": str(GUILD), "position": 0, "permission_overwrites": []}
        self.channels[channel] = {"id": str(channel), "type": kind, "name": name, **place, **fields}
        return self.channels[channel]

    def routes(self) -> Iterable[web.RouteDef]:
        """Yield the routes of the API."""
        yield web.get("/users/@me", self.login)
        application = {"id": str(APPLICATION), "name": "Referee", "description": "", "icon": None, "bot_public": True}
        application |= {"bot_require_code_grant": False, "verify_key": "", "owner": BOT_USER, "team": None, "flags": 0}
        yield web.get("/oauth2/applications/@me", self.json_of(application))
        yield web.get("/gateway/bot", self.gateway_address)
        yield web.get("/gateway/", self.gateway.connect)
        yield web.put("/applications/{application}/commands", self.put_commands)
        yield web.post("/interactions/{id}/{token}/callback", self.respond)
        yield web.post("/webhooks/{application}/{token}", self.follow_up)
        for method, handler in (("PATCH", self.edit_response), ("DELETE", self.delete_response)):
            yield web.route(method, "/webhooks/{application}/{token}/messages/{message}", handler)
        yield web.get("/channels/{channel}", self.get_channel)
        yield web.patch("/channels/{channel}", self.edit_channel)
        yield web.post("/channels/{channel}/messages", self.send_message)
        yield web.patch("/channels/{channel}/messages/{message}", self.edit_message)
        yield web.post("/channels/{channel}/threads", self.create_thread)
        yield web.put("/channels/{channel}/thread-members/{user}", self.no_content)

    async def start(self) -> str:
        """Serve at a free port, and return the address of the API."""
        self.runner = web.AppRunner(self.app)
        await self.runner.setup()
        site = web.TCPSite(self.runner, "127.0.0.1", 0)
        await site.start()
        self.address = f"http://127.0.0.1:{self.runner.addresses[0][1]}"
        return self.address

    @web.middleware
    async def refusals(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """Send the error of a refused request."""
        self.requests.append(f"{request.method} {request.path}")
        try:
            response = await handler(request)
        except Refused as error:
            response = web.json_response({"code": error.code, "message": str(error)}, status=error.status)
        if response.content_type == "application/json":
            response.headers["Content-Type"] = "application/json"  # discord.py expects it without a character set
        return response

    def fault(self, text: str, *, status: int = 400, code: int = 50035) -> Refused:
        """Note a request that the adapter must not send, and return its error."""
        self.faults.append(text)
        return Refused(status, code, text)

    def check(self, faults: Iterable[str]) -> None:
        """Refuse a request that has faults."""
        if found := list(faults):
            raise self.fault("; ".join(found))

    def allow(self, operation: str) -> None:
        """Refuse an operation that the bot may not do."""
        if operation in self.denied:
            raise Refused(*self.refusal, "Missing Permissions")

    # --- commands and channels ----------------------------------------------------------------------------------------

    async def login(self, _: web.Request) -> web.Response:
        if "login" in self.denied:
            raise Refused(401, 0, "401: Unauthorized")
        return web.json_response(BOT_USER)

    def json_of(self, content: Any) -> Any:
        """Return a handler that sends this content."""

        async def handler(_: web.Request) -> web.Response:
            return web.json_response(content)

        return handler

    async def no_content(self, _: web.Request) -> web.Response:
        return web.Response(status=204)

    async def put_commands(self, request: web.Request) -> web.Response:
        self.commands = await request.json()
        self.check(command_faults(self.commands))
        fields = {"application_id": str(APPLICATION), "version": "1", "default_member_permissions": None}
        return web.json_response([{**each, **fields, "id": str(next(self.ids))} for each in self.commands])

    def channel_of(self, request: web.Request) -> dict[str, Any]:
        """Return the channel of a request."""
        channel = self.channels.get(int(request.match_info["channel"]))
        if channel is None:
            raise Refused(404, 10003, "Unknown Channel")
        return channel

    async def get_channel(self, request: web.Request) -> web.Response:
        return web.json_response(self.channel_of(request))

    async def edit_channel(self, request: web.Request) -> web.Response:
        channel, changes = self.channel_of(request), await request.json()
        if channel["type"] != PUBLIC_THREAD or changes.keys() - {"archived", "name"}:
            raise self.fault(f"the bot may not change {changes} of a channel of type {channel['type']}")
        if channel["thread_metadata"]["locked"]:
            raise Refused(403, 50013, "Missing Permissions")
        channel["thread_metadata"]["archived"] = changes.get("archived", channel["thread_metadata"]["archived"])
        return web.json_response(channel)

    async def create_thread(self, request: web.Request) -> web.Response:
        self.allow("threads")
        parent, wanted = self.channel_of(request), await request.json()
        if parent["type"] != TEXT_CHANNEL or wanted["type"] != PUBLIC_THREAD or not 1 <= len(wanted["name"]) <= 100:
            raise self.fault(f"a thread {wanted} in a channel of type {parent['type']}")
        metadata = {"archived": False, "locked": False, "auto_archive_duration": 1440, "archive_timestamp": TIME}
        fields = {"parent_id": parent["id"], "owner_id": str(APPLICATION), "thread_metadata": metadata}
        fields |= {"message_count": 0, "member_count": 1, "rate_limit_per_user": 0, "total_message_sent": 0}
        return web.json_response(self.add_channel(next(self.ids), PUBLIC_THREAD, wanted["name"], **fields), status=201)

    async def gateway_address(self, _: web.Request) -> web.Response:
        limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        return web.json_response({"url": f"{self.address}/gateway/", "shards": 1, "session_start_limit": limit})

    def guild(self) -> dict[str, Any]:
        """Return the server of the channels as Discord sends it after the connection."""
        channels = [each for each in self.channels.values() if each["type"] == TEXT_CHANNEL]
        lists = {name: [] for name in ("members", "roles", "emojis", "features", "threads", "voice_states")}
        return {"id": str(GUILD), "name": "Board games", "owner_id": "1", "channels": channels, **lists}

    # --- messages -----------------------------------------------------------------------------------------------------

    async def body_of(self, request: web.Request) -> tuple[dict[str, Any], dict[str, bytes]]:
        """Return the JSON and the files of a request."""
        if request.content_type != "multipart/form-data":
            return await request.json(), {}
        form = await request.post()
        files = {part.filename: part.file.read() for part in form.values() if isinstance(part, web.FileField)}
        if files:
            self.allow("files")
        return json.loads(str(form["payload_json"])), files

    async def send_message(self, request: web.Request) -> web.Response:
        channel = self.channel_of(request)
        payload, files = await self.body_of(request)
        self.allow("send")
        metadata = channel.get("thread_metadata", {})
        if metadata.get("locked"):
            raise Refused(400, 50083, "Thread is archived")
        if payload.get("flags", 0) & EPHEMERAL:
            raise self.fault("only responses to interactions can be ephemeral")
        metadata["archived"] = False
        return web.json_response(self.add(int(channel["id"]), None, payload, files).to_json())

    def add(self, channel: int, user: int | None, payload: dict[str, Any], files: dict[str, bytes]) -> Sent:
        """Check and add a message."""
        self.check(message_faults(payload, files))
        notified = [int(each) for each in (payload.get("allowed_mentions") or {}).get("users", [])]
        sent = Sent(next(self.ids), channel, user=user, mentions=notified)
        sent.change(payload, files)
        self.messages.append(sent)
        return sent

    async def edit_message(self, request: web.Request) -> web.Response:
        self.allow("edit")
        wanted = int(request.match_info["message"])
        found = [each for each in self.messages if each.id == wanted and each.user is None and not each.is_deleted]
        if not found:
            raise Refused(404, 10008, "Unknown Message")
        return await self.edit(found[0], request)

    async def edit(self, message: Sent, request: web.Request) -> web.Response:
        """Change a message as a request wants."""
        payload, files = await self.body_of(request)
        self.check(message_faults(payload, files, is_new=False))
        message.change(payload, files)
        return web.json_response(message.to_json())

    # --- interactions -------------------------------------------------------------------------------------------------

    def exchange_of(self, request: web.Request, *, is_first: bool = False) -> Exchange:
        """Return the exchange of a token. A first response must be the first; others must come after it."""
        exchange = self.exchanges.get(request.match_info["token"])
        if exchange is None:
            raise Refused(404, 10015, "Unknown Webhook")
        if is_first and exchange.response is not None:
            raise self.fault("a second first response", code=40060)
        if not is_first and exchange.response is None:
            raise self.fault("a further response before the first", status=404, code=10015)
        return exchange

    async def respond(self, request: web.Request) -> web.Response:
        exchange = self.exchange_of(request, is_first=True)
        if asyncio.get_running_loop().time() - exchange.sent_at > RESPONSE_SECONDS:
            raise self.fault("the first response comes after three seconds", status=404, code=10062)
        payload, files = await self.body_of(request)
        data, kind = payload.get("data") or {}, payload["type"]
        allowed = {2: (IMMEDIATE, DEFERRED), 3: (IMMEDIATE, DEFERRED, DEFERRED_UPDATE, UPDATE), 4: (COMPLETION,)}
        if kind not in allowed[exchange.kind]:
            raise self.fault(f"a response of type {kind} to an interaction of type {exchange.kind}")
        exchange.is_private = bool(data.get("flags", 0) & EPHEMERAL)
        if kind == COMPLETION:
            self.check(choice_faults(data["choices"]))
            exchange.choices = data["choices"]
        elif kind == IMMEDIATE:
            exchange.original = self.add(exchange.channel, self.reader(exchange), data, files)
        elif kind == UPDATE and exchange.original is not None:
            self.check(message_faults(data, files, is_new=False))
            exchange.original.change(data, files)
        elif kind == DEFERRED:
            exchange.original = None
        exchange.response = kind
        return web.json_response({"interaction": {"id": str(exchange.id), "type": exchange.kind}})

    def reader(self, exchange: Exchange) -> int | None:
        """Return the only user who sees a response that is private."""
        return exchange.user if exchange.is_private else None

    async def follow_up(self, request: web.Request) -> web.Response:
        """Send a further response. The first one after a deferral takes its visibility."""
        exchange = self.exchange_of(request)
        payload, files = await self.body_of(request)
        is_private = bool(payload.get("flags", 0) & EPHEMERAL)
        if exchange.response == DEFERRED and exchange.original is None:
            if is_private != exchange.is_private:
                raise self.fault("the first response after a deferral has another visibility")
            exchange.original = self.add(exchange.channel, self.reader(exchange), payload, files)
            return web.json_response(exchange.original.to_json())
        reader = exchange.user if is_private else None
        return web.json_response(self.add(exchange.channel, reader, payload, files).to_json())

    def response_of(self, request: web.Request) -> Sent:
        """Return the message of a request about a response."""
        exchange, wanted = self.exchange_of(request), request.match_info["message"]
        if wanted != "@original":
            return next(each for each in self.messages if each.id == int(wanted))
        if exchange.original is None:  # the user sees that the bot is thinking
            exchange.original = Sent(next(self.ids), exchange.channel, user=self.reader(exchange))
            self.messages.append(exchange.original)
        return exchange.original

    async def edit_response(self, request: web.Request) -> web.Response:
        return await self.edit(self.response_of(request), request)

    async def delete_response(self, request: web.Request) -> web.Response:
        self.response_of(request).is_deleted = True
        return web.Response(status=204)
