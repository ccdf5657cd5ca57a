"""Referee on Discord: slash commands open and join tables, buttons and `/say` play. Needs `referee-sdk[discord]`.

import os
from referee_sdk import Client
from referee_sdk.chat import Hall
from referee_sdk.discord import RefereeBot

RefereeBot(Hall(Client("http://127.0.0.1:8080"))).run(os.environ["DISCORD_TOKEN"])
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

import discord
from discord import app_commands

from referee_sdk.chat import BotSeat, MenuOption, Message, TableManager

BUTTON_PREFIX = "referee"
"""How the ids of our buttons begin: referee:OFFER:NUMBER, or referee:OFFER:more."""

LABEL_LIMIT = 80
ROW_LIMIT = 25
NO_MENTIONS = discord.AllowedMentions.none()

BotName = Literal["none", "random", "greedy", "search"]
Language = Literal["en", "fr"]


class RefereeBot(discord.Client):
    """A Discord client with a hall: one table in a channel or thread."""

    def __init__(self, hall: TableManager, **options: Any) -> None:
        super().__init__(intents=discord.Intents.default(), **options)
        self.hall = hall
        self.tree = app_commands.CommandTree(self)
        for command in commands(self):
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        """Make the commands known to Discord."""
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """A button was pressed."""
        data: Any = interaction.data or {}
        pressed = str(data.get("custom_id", "")).split(":")
        if (
            interaction.type is not discord.InteractionType.component
            or pressed[0] != BUTTON_PREFIX
            or len(pressed) != 3
        ):
            return
        place, person, (_, offer, choice) = channel_of(interaction), user_of(interaction), pressed
        await interaction.response.defer()
        if choice == "more":
            await self.deliver(interaction, lambda: self.hall.say(place, person, "more"))
        elif choice.isdigit():
            await self.deliver(interaction, lambda: self.hall.choose(place, person, offer, int(choice)))

    async def answer(self, interaction: discord.Interaction, said: str, ask: Callable[[], list[Message]]) -> None:
        """Answer a command. What Discord shows first is for the person alone, so that nothing hidden slips out."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.followup.send(f"› {said}"[: self.hall.limit], ephemeral=True, allowed_mentions=NO_MENTIONS)
        await self.deliver(interaction, ask)

    async def deliver(self, interaction: discord.Interaction, ask: Callable[[], list[Message]]) -> None:
        """Ask the hall, which may take its time, and send what it says to everybody or to one person."""
        for message in await asyncio.to_thread(ask):
            await self._send(interaction, message)

    async def _send(self, interaction: discord.Interaction, message: Message) -> None:
        view = buttons(message.choices, self._offer(interaction)) if message.choices else discord.utils.MISSING
        if message.to in (None, user_of(interaction)):
            is_private = message.to is not None
            await interaction.followup.send(message.text, view=view, ephemeral=is_private, allowed_mentions=NO_MENTIONS)
        else:
            await self._whisper(interaction, int(message.to or 0), message.text)

    async def _whisper(self, interaction: discord.Interaction, person: int, text: str) -> None:
        """A private message; who takes none is asked to look, which only that person will see."""
        try:
            await (await self.fetch_user(person)).send(text)
        except discord.Forbidden:
            await interaction.followup.send(f"<@{person}>: /moves, /table", ephemeral=False)

    def _offer(self, interaction: discord.Interaction) -> str:
        table = self.hall.table(channel_of(interaction))
        return table.menu_id if table is not None else ""


def channel_of(interaction: discord.Interaction) -> str:
    """The channel or thread."""
    return str(interaction.channel_id)


def user_of(interaction: discord.Interaction) -> str:
    """People are known by their id: a name can be taken by anybody."""
    return str(interaction.user.id)


def buttons(choices: Sequence[MenuOption], offer: str) -> discord.ui.View:
    """A button for every choice, and one for the next page; `on_interaction` hears them, also after a restart."""
    view = discord.ui.View(timeout=None)
    for choice in choices[: ROW_LIMIT - 1]:
        label = f"{choice.number} {choice.label}"
        view.add_item(_button(label, f"{BUTTON_PREFIX}:{offer}:{choice.number}", discord.ButtonStyle.secondary))
    view.add_item(_button("…", f"{BUTTON_PREFIX}:{offer}:more", discord.ButtonStyle.primary))
    view.stop()
    return view


def _button(label: str, custom_id: str, style: discord.ButtonStyle) -> discord.ui.Button[discord.ui.View]:
    return discord.ui.Button(label=label[:LABEL_LIMIT], custom_id=custom_id, style=style)


def commands(bot: RefereeBot) -> Iterable[app_commands.Command[Any, Any, None]]:
    """The slash commands: opening, joining, closing, and all that one says at a table."""
    hall = bot.hall

    @app_commands.command(description="Open a table here / Ouvrir une table ici")
    @app_commands.describe(game="burgundy, settlement …", seats="how many play", bot_name="who takes the other seats")
    @app_commands.rename(bot_name="bot")
    async def new(
        interaction: discord.Interaction,
        game: str,
        seats: app_commands.Range[int, 1, 8] = 2,
        bot_name: BotName = "none",
        language: Language = "en",
    ) -> None:
        place, person, name = channel_of(interaction), user_of(interaction), interaction.user.display_name
        opponent = None if bot_name == "none" else BotSeat(bot_name)
        await bot.answer(
            interaction,
            f"new {game}",
            lambda: hall.open(place, person, game, name=name, seats=seats, bot=opponent, language=language),
        )

    @app_commands.command(description="Sit down at the table here / S'asseoir à la table")
    async def join(interaction: discord.Interaction) -> None:
        place, person, name = channel_of(interaction), user_of(interaction), interaction.user.display_name
        await bot.answer(interaction, "join", lambda: hall.join(place, person, name=name))

    @app_commands.command(description="End the table here / Fermer la table")
    async def close(interaction: discord.Interaction) -> None:
        place, person = channel_of(interaction), user_of(interaction)
        await bot.answer(interaction, "close", lambda: hall.close(place, person))

    @app_commands.command(description="A move in your words or in notation / Un coup avec vos mots ou en notation")
    async def say(interaction: discord.Interaction, text: str) -> None:
        place, person = channel_of(interaction), user_of(interaction)
        await bot.answer(interaction, text, lambda: hall.say(place, person, text))

    @app_commands.command(description="Why is a move not allowed? / Pourquoi un coup n'est-il pas permis ?")
    async def why(interaction: discord.Interaction, move: str) -> None:
        place, person = channel_of(interaction), user_of(interaction)
        await bot.answer(interaction, f"why not {move}", lambda: hall.say(place, person, f"why not {move}"))

    yield from (new, join, close, say, why)
    for name, description in WORD_COMMANDS.items():
        yield _word_command(bot, name, description)


WORD_COMMANDS = {
    "moves": "What may I do? / Que puis-je faire ?",
    "table": "The board / Le plateau",
    "score": "The score, line by line / Les points, ligne par ligne",
    "undo": "Take your last move back / Reprendre votre dernier coup",
    "agree": "Agree to a take-back / Accepter une reprise",
    "help": "How to play here / Comment jouer ici",
}
"""What is said at a table in one word."""


def _word_command(bot: RefereeBot, word: str, description: str) -> app_commands.Command[Any, Any, None]:
    async def callback(interaction: discord.Interaction) -> None:
        place, person = channel_of(interaction), user_of(interaction)
        await bot.answer(interaction, word, lambda: bot.hall.say(place, person, word))

    return app_commands.Command(name=word, description=description, callback=callback)
