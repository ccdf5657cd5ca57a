"""Players on the stand-in for Discord: they use commands, press buttons and choose from lists by raw payloads."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar

import discord
import pytest

from referee_sdk.chat import TableManager
from referee_sdk.discord import RefereeBot
from tests.sdk.discord_limits import BUTTON, SELECT
from tests.sdk.discord_records import APPLICATION, TIME, Exchange, Sent
from tests.sdk.discord_server import CHANNEL, GUILD, PRIVATE_CHANNEL, DiscordServer

T = TypeVar("T")

COMMAND, COMPONENT, AUTOCOMPLETE = 2, 3, 4
"""Types of an interaction."""

OPTION_TYPES: dict[type, int] = {str: 3, int: 4}
ALL_PERMISSIONS = discord.Permissions.all().value


class DiscordTable:
    """A stand-in, a bot that is connected to it, and one event loop for both."""

    def __init__(self, manager: TableManager, monkeypatch: pytest.MonkeyPatch, **options: Any) -> None:
        self.runner = asyncio.Runner()
        self.server = self.runner.run(self._serve(monkeypatch))
        self.bot = self.runner.run(self._connect(manager, **options))

    async def _serve(self, monkeypatch: pytest.MonkeyPatch) -> DiscordServer:
        server = DiscordServer()
        monkeypatch.setattr(discord.http.Route, "BASE", await server.start())
        return server

    async def _connect(self, manager: TableManager, **options: Any) -> RefereeBot:
        bot = RefereeBot(manager, **options)
        await bot.login("token")
        bot._connection.parsers["GUILD_CREATE"](self.server.guild())
        return bot

    def restart(self, manager: TableManager) -> None:
        """Replace the bot with a new one."""
        self.runner.run(self.bot.close())
        self.bot = self.runner.run(self._connect(manager))

    def close(self) -> None:
        """End the bot and the stand-in."""
        self.runner.run(self.bot.close())
        self.runner.run(self.server.runner.cleanup())
        self.runner.close()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine to its end."""
        return self.runner.run(work)

    async def feed(self, event: str, payload: dict[str, Any]) -> None:
        """Give the bot an event of the gateway, and wait until its handlers are done."""
        before = asyncio.all_tasks()
        self.bot._connection.parsers[event](payload)
        await asyncio.gather(*(asyncio.all_tasks() - before))

    def player(self, user: int, name: str, **fields: Any) -> Player:
        """Return a user of the server."""
        return Player(self, user, name, **fields)


@dataclass
class Player:
    """A user of the server. `channel` is where the user is."""

    table: DiscordTable
    id: int
    name: str
    locale: str = "en-US"
    channel: int = CHANNEL
    permissions: int = 0
    bot_permissions: int = ALL_PERMISSIONS

    def use(self, command: str, **arguments: str | int) -> list[Sent]:
        """Use a slash command, and return the messages that this user can see of those it has caused."""
        options = [
            {"name": name, "type": OPTION_TYPES[type(value)], "value": value} for name, value in arguments.items()
        ]
        return self._interact(COMMAND, {"id": "1", "name": command, "type": 1, "options": options})

    def complete(self, command: str, option: str, typed: str) -> list[tuple[str, str]]:
        """Type in an option of a slash command, and return the names and values that Discord shows."""
        focused = {"name": option, "type": 3, "value": typed, "focused": True}
        self._interact(AUTOCOMPLETE, {"id": "1", "name": command, "type": 1, "options": [focused]})
        exchange = [*self.table.server.exchanges.values()][-1]
        return [(choice["name"], choice["value"]) for choice in exchange.choices]

    def press(self, message: Sent, label: str) -> list[Sent]:
        """Press the first button of a message whose label has this text."""
        item = next(each for each in message.items if each["type"] == BUTTON and label in each["label"])
        assert not item.get("disabled"), item
        return self.press_id(message, item["custom_id"])

    def press_id(self, message: Sent, custom_id: str) -> list[Sent]:
        """Press a button of a message, which may be gone by now."""
        return self._interact(COMPONENT, {"custom_id": custom_id, "component_type": BUTTON}, message)

    def choose(self, message: Sent, value: str) -> list[Sent]:
        """Choose an option of the list of a message."""
        item = next(each for each in message.items if each["type"] == SELECT)
        assert value in [option["value"] for option in item["options"]]
        data = {"custom_id": item["custom_id"], "component_type": SELECT, "values": [value]}
        return self._interact(COMPONENT, data, message)

    def can_see(self, message: Sent) -> bool:
        """Return whether a message is shown to this user."""
        return message.user in (None, self.id) and not message.is_deleted

    def _interact(self, kind: int, data: dict[str, Any], message: Sent | None = None) -> list[Sent]:
        return self.table.run(self.interact(kind, data, message))

    async def interact(self, kind: int, data: dict[str, Any], message: Sent | None = None) -> list[Sent]:
        """Send an interaction, wait for the bot, and return the messages that are new or changed for this user."""
        server = self.table.server
        before = {each.id: each.seen() for each in server.messages}
        payload = self.payload(kind, data, message)
        exchange = Exchange(int(payload["id"]), kind, self.id, self.channel, asyncio.get_running_loop().time(), message)
        server.exchanges[payload["token"]] = exchange
        await self.table.feed("INTERACTION_CREATE", payload)
        if exchange.response is None:
            server.faults.append(f"no response to {data}")
        changed = [each for each in server.messages if before.get(each.id) != each.seen()]
        return [each for each in changed if self.can_see(each)]

    def payload(self, kind: int, data: dict[str, Any], message: Sent | None = None) -> dict[str, Any]:
        """Return an interaction as Discord sends it."""
        server = self.table.server
        number = next(server.ids)
        channel = server.channels[self.channel]
        user = {"id": str(self.id), "username": self.name.lower(), "discriminator": "0", "avatar": None}
        user |= {"global_name": self.name, "public_flags": 0}
        member = {"user": user, "roles": [], "joined_at": TIME, "deaf": False, "mute": False, "flags": 0}
        member |= {"permissions": str(self.permissions), "nick": None}
        place: dict[str, Any] = {"user": user, "context": 1}
        if channel["type"] != PRIVATE_CHANNEL:
            guild = {"id": str(GUILD), "locale": "en-US", "features": []}
            place = {"guild_id": str(GUILD), "guild": guild, "guild_locale": "en-US", "member": member, "context": 0}
        else:
            channel = {**channel, "recipients": [user], "last_message_id": None}
        return {
            **{"id": str(number), "application_id": str(APPLICATION), "type": kind, "token": f"token-{number}"},
            **{"version": 1, "channel_id": channel["id"], "channel": channel, "locale": self.locale, **place},
            **{"app_permissions": str(self.bot_permissions), "entitlements": [], "authorizing_integration_owners": {}},
            **{"attachment_size_limit": 10_485_760, "data": data},
            **({} if message is None else {"message": message.to_json()}),
        }


def with_text(messages: list[Sent], text: str) -> Sent:
    """Return the last message that has this text."""
    return next(each for each in reversed(messages) if text in each.text)


def text_of(messages: list[Sent]) -> str:
    """Return the texts of messages."""
    return "\n".join(message.text for message in messages)
