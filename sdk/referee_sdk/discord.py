"""Discord adapter: slash commands open and join tables, buttons and `/say` play. Needs `referee-sdk[discord]`.

import os
from referee_sdk import Client
from referee_sdk.chat import TableManager
from referee_sdk.discord import RefereeBot

RefereeBot(TableManager(Client("http://127.0.0.1:8080"))).run(os.environ["DISCORD_TOKEN"])
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from typing import Any, Literal

import discord
from discord import app_commands

from referee_sdk.chat import Attachment, BotSeat, MenuOption, Message, TableManager
from referee_sdk.chat.followers import RoomFollowers
from referee_sdk.chat.messages import shorten
from referee_sdk.core.room_links import link_in
from referee_sdk.options import Language

BUTTON_PREFIX = "referee"
"""Prefix of button ids. An id is referee:MENU_ID:NUMBER or referee:MENU_ID:more."""

MAX_LABEL_CHARS = 80
MAX_BUTTONS = 25
"""Limits of Discord: characters of a button label, buttons of a message."""

NO_MENTIONS = discord.AllowedMentions.none()

REFUSED_STATUSES = (400, 403, 413)
"""Statuses of a message that Discord did not accept, so that it may be sent again without its pictures."""

Send = Callable[..., Awaitable[object]]
"""Function of discord.py that sends a text with options."""

BotName = Literal["none", "random", "greedy", "search"]
Switch = Literal["on", "off"]


class RefereeBot(discord.Client):
    """Discord client with one table per channel or thread."""

    def __init__(self, manager: TableManager, **options: Any) -> None:
        super().__init__(intents=discord.Intents.default(), **options)
        self.manager, self.followers = manager, RoomFollowers(manager, self.send_to_channel)
        self.tree = app_commands.CommandTree(self)
        for command in commands(self):
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        """Register the slash commands with Discord, and follow the rooms of the saved tables."""
        await self.tree.sync()
        self.followers.start()

    async def close(self) -> None:
        """End the tasks that follow rooms, and the connection to Discord."""
        await self.followers.close()
        await super().close()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Handle a pressed button. Other interactions are ignored; commands have their own handlers."""
        data: Any = interaction.data or {}
        parts = str(data.get("custom_id", "")).split(":")
        if interaction.type is not discord.InteractionType.component or parts[0] != BUTTON_PREFIX or len(parts) != 3:
            return
        channel, user, (_, menu_id, choice) = channel_of(interaction), user_of(interaction), parts
        await interaction.response.defer()
        if choice == "more":
            await self.deliver(interaction, lambda: self.manager.say(channel, user, "more"))
        elif choice.isdigit():
            await self.deliver(interaction, lambda: self.manager.choose(channel, user, menu_id, int(choice)))

    async def respond(self, interaction: discord.Interaction, text: str, call: Callable[[], list[Message]]) -> None:
        """Handle a command: repeat its text privately, then send the messages of `call`.

        The first response of Discord has the visibility of the deferral. It is private, so no hidden information leaks.
        """
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.followup.send(f"› {text}"[: self.manager.limit], ephemeral=True, allowed_mentions=NO_MENTIONS)
        await self.deliver(interaction, call)

    async def deliver(self, interaction: discord.Interaction, call: Callable[[], list[Message]]) -> None:
        """Run `call` in a thread, because it may block for a search, and send the messages it returns."""
        for message in await asyncio.to_thread(call):
            await self._send(interaction, message)
        await self.followers.update(channel_of(interaction))

    async def send_to_channel(self, channel: str, messages: Sequence[Message]) -> None:
        """Send messages that no interaction has caused, such as moves of others in a room."""
        target: Any = self.get_channel(int(channel)) or await self.fetch_channel(int(channel))
        for message in messages:
            if message.to is not None:
                await self._send_private(target.send, int(message.to), message)
            else:
                await self._send_pictures(self._sender(target.send, channel, message), message)

    async def _send(self, interaction: discord.Interaction, message: Message) -> None:
        if message.to in (None, user_of(interaction)):
            reply = partial(interaction.followup.send, ephemeral=message.to is not None)
            await self._send_pictures(self._sender(reply, channel_of(interaction), message), message)
        else:
            public = partial(interaction.followup.send, ephemeral=False)
            await self._send_private(public, int(message.to or 0), message)

    async def _send_private(self, public: Send, user: int, message: Message) -> None:
        """Send a private message. If the user does not accept them, name the commands that show the same privately."""
        try:
            await self._send_pictures((await self.fetch_user(user)).send, message)
        except discord.Forbidden:
            await public(f"<@{user}>: /moves, /table")

    def _sender(self, send: Send, channel: str, message: Message) -> Send:
        """Return a function that sends a message with its buttons and without mentions."""
        view = buttons(message.choices, self._menu_id(channel)) if message.choices else None
        options = {} if view is None else {"view": view}
        return partial(send, **options, allowed_mentions=NO_MENTIONS)

    async def _send_pictures(self, send: Send, message: Message) -> None:
        """Send a message with its pictures. If Discord refuses them, send the text, and the reason if it fits."""
        try:
            await send(message.text, **pictures(message.attachments))
        except discord.HTTPException as error:
            if not message.attachments or error.status not in REFUSED_STATUSES:
                raise
            text = f"{message.text}\n({error})"
            await send(text if len(text) <= self.manager.limit else message.text)

    def _menu_id(self, channel: str) -> str:
        table = self.manager.table(channel)
        return table.menu_id if table is not None else ""


def channel_of(interaction: discord.Interaction) -> str:
    """Return the id of the channel or thread."""
    return str(interaction.channel_id)


def user_of(interaction: discord.Interaction) -> str:
    """Return the id of the user. Names are not unique."""
    return str(interaction.user.id)


def pictures(attachments: Sequence[Attachment]) -> dict[str, Any]:
    """Return the arguments of a `send` for pictures: files with alt texts, and an embed that shows each; else none."""
    if not attachments:
        return {}
    files = [discord.File(io.BytesIO(each.content), each.name, description=each.alt) for each in attachments]
    embeds = [discord.Embed().set_image(url=f"attachment://{file.filename}") for file in files]
    return {"files": files, "embeds": embeds}


def buttons(choices: Sequence[MenuOption], menu_id: str) -> discord.ui.View:
    """Return a button per option, and one for the next page. `on_interaction` handles them, also after a restart."""
    view = discord.ui.View(timeout=None)
    for choice in choices[: MAX_BUTTONS - 1]:
        label = f"{choice.number} {choice.label}"
        view.add_item(_button(label, f"{BUTTON_PREFIX}:{menu_id}:{choice.number}", discord.ButtonStyle.secondary))
    view.add_item(_button("…", f"{BUTTON_PREFIX}:{menu_id}:more", discord.ButtonStyle.primary))
    view.stop()
    return view


def _button(label: str, custom_id: str, style: discord.ButtonStyle) -> discord.ui.Button[discord.ui.View]:
    """Return a button. A long label ends at a word with an ellipsis; the message above has it whole."""
    return discord.ui.Button(label=shorten(label, MAX_LABEL_CHARS), custom_id=custom_id, style=style)


def commands(bot: RefereeBot) -> Iterable[app_commands.Command[Any, Any, None]]:
    """Yield all slash commands."""
    yield from _table_commands(bot)
    yield from _text_commands(bot)
    for name, description in WORD_COMMANDS.items():
        yield _word_command(bot, name, description)


def _table_commands(bot: RefereeBot) -> Iterable[app_commands.Command[Any, Any, None]]:
    """Yield `/new`, `/join` and `/close`."""
    manager = bot.manager

    @app_commands.command(description="Open a table here / Ouvrir une table ici")
    @app_commands.describe(game="burgundy, settlement …", seats="number of seats", bot_name="bot in the other seats")
    @app_commands.rename(bot_name="bot")
    async def new(
        interaction: discord.Interaction,
        game: str,
        seats: app_commands.Range[int, 1, 8] = 2,
        bot_name: BotName = "none",
        language: Language = "en",
    ) -> None:
        channel, user, name = channel_of(interaction), user_of(interaction), interaction.user.display_name
        opponent = None if bot_name == "none" else BotSeat(bot_name)
        await bot.respond(
            interaction,
            f"new {game}",
            lambda: manager.open(channel, user, game, name=name, seats=seats, bot=opponent, language=language),
        )

    @app_commands.command(description="Sit down here, or in a room by its link / S'asseoir ici, ou dans un salon")
    @app_commands.describe(link="link of a seat in a room; only you see it / lien d'une place dans un salon")
    async def join(interaction: discord.Interaction, link: str | None = None, language: Language = "en") -> None:
        channel, user, name = channel_of(interaction), user_of(interaction), interaction.user.display_name
        if link is None:
            await bot.respond(interaction, "join", lambda: manager.join(channel, user, name=name))
        else:
            enter = partial(manager.join_room, channel, user, link, name=name, language=language)
            await bot.respond(interaction, "join", enter)

    @app_commands.command(description="End the table here / Fermer la table")
    async def close(interaction: discord.Interaction) -> None:
        channel, user = channel_of(interaction), user_of(interaction)
        await bot.respond(interaction, "close", lambda: manager.close(channel, user))

    yield from (new, join, close)


def _text_commands(bot: RefereeBot) -> Iterable[app_commands.Command[Any, Any, None]]:
    """Yield `/say`, `/what`, `/why` and `/pictures`, which have an argument of the user."""
    manager = bot.manager

    @app_commands.command(description="A move in your words or in notation / Un coup avec vos mots ou en notation")
    async def say(interaction: discord.Interaction, text: str) -> None:
        channel, user = channel_of(interaction), user_of(interaction)
        if link := link_in(text):  # only this user sees the text, so the link stays a secret
            name = interaction.user.display_name
            await bot.respond(interaction, "join", partial(manager.join_room, channel, user, link, name=name))
        else:
            await bot.respond(interaction, text, lambda: manager.say(channel, user, text))

    @app_commands.command(description="What does a card or piece do? / Que fait une carte ou une pièce ?")
    async def what(interaction: discord.Interaction, name: str) -> None:
        channel, user = channel_of(interaction), user_of(interaction)
        await bot.respond(interaction, f"what is {name}", lambda: manager.say(channel, user, f"what is {name}"))

    @app_commands.command(description="Why is a move not allowed? / Pourquoi un coup n'est-il pas permis ?")
    async def why(interaction: discord.Interaction, move: str) -> None:
        channel, user = channel_of(interaction), user_of(interaction)
        await bot.respond(interaction, f"why not {move}", lambda: manager.say(channel, user, f"why not {move}"))

    @app_commands.command(description="Send pictures with the menus or not / Joindre des images aux menus ou non")
    async def pictures(interaction: discord.Interaction, switch: Switch) -> None:
        channel, user = channel_of(interaction), user_of(interaction)
        await bot.respond(interaction, f"pictures {switch}", lambda: manager.say(channel, user, f"pictures {switch}"))

    yield from (say, what, why, pictures)


WORD_COMMANDS = {
    "moves": "What may I do? / Que puis-je faire ?",
    "table": "The board / Le plateau",
    "picture": "A picture of the table / Une image de la table",
    "score": "The score, line by line / Les points, ligne par ligne",
    "undo": "Take your last move back / Reprendre votre dernier coup",
    "agree": "Agree to an undo / Accepter une reprise",
    "help": "How to play here / Comment jouer ici",
}
"""Slash commands without arguments, with their descriptions. Each sends its name to the table."""


def _word_command(bot: RefereeBot, word: str, description: str) -> app_commands.Command[Any, Any, None]:
    async def callback(interaction: discord.Interaction) -> None:
        channel, user = channel_of(interaction), user_of(interaction)
        await bot.respond(interaction, word, lambda: bot.manager.say(channel, user, word))

    return app_commands.Command(name=word, description=description, callback=callback)
