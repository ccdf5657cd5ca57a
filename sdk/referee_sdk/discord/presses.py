"""Presses of buttons and choices from lists. An id has all that is needed, so they work after a restart of the bot."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import discord

from referee_sdk.chat import MenuOption
from referee_sdk.discord.commands import place_of
from referee_sdk.discord.components import PREFIX, menu_view
from referee_sdk.discord.outcomes import Audience
from referee_sdk.discord.posts import Post
from referee_sdk.discord.replies import Reply
from referee_sdk.discord.texts import text

if TYPE_CHECKING:
    from referee_sdk.discord.bot import RefereeBot

MAX_MOVES = 1000
"""Moves in all pages of a list."""


async def handle_press(bot: RefereeBot, interaction: discord.Interaction) -> None:
    """Handle a press. Components of other bots or of an older version are ignored."""
    data: Any = interaction.data or {}
    match str(data.get("custom_id", "")).split(":"):
        case [prefix, "move", menu_id, number] if prefix == PREFIX and number.isdecimal():
            await _choose(bot, interaction, menu_id, int(number))
        case [prefix, "list", menu_id] if prefix == PREFIX and data.get("values", [""])[0].isdecimal():
            await _choose(bot, interaction, menu_id, int(data["values"][0]))
        case [prefix, "page", menu_id, page] if prefix == PREFIX and page.isdecimal():
            await _turn_page(bot, interaction, menu_id, int(page))
        case [prefix, "say", "join", channel] if prefix == PREFIX and channel.isdecimal():
            await _join_elsewhere(bot, interaction, int(channel))
        case [prefix, "say", command] if prefix == PREFIX:
            await _run_command(bot, interaction, command)


async def _choose(bot: RefereeBot, interaction: discord.Interaction, menu_id: str, number: int) -> None:
    """Play a number of a menu, if that is still current."""
    channel, user = place_of(interaction)
    call = partial(bot.manager.choose, channel, user, menu_id, number)
    await bot.deliver(interaction, call, Audience.CHANGE)


async def _turn_page(bot: RefereeBot, interaction: discord.Interaction, menu_id: str, page: int) -> None:
    """Show another page of a list in the same message. If the list is outdated, show the user the current one."""
    channel, user = place_of(interaction)

    def current_menu() -> tuple[tuple[MenuOption, ...], str]:
        table = bot.manager.table(channel)
        options = bot.manager.complete(channel, user, "", MAX_MOVES)
        return options, "" if table is None or table.match.is_over else table.menu_id

    async with Reply(interaction) as reply:
        options, current_id = await bot.run_blocking(current_menu)
        reply.language = await bot.run_blocking(lambda: bot.manager.language_of(channel))
        if not options:
            await reply.show(Post(text(reply.language, "no moves")), is_new=True)
        elif menu_id != current_id:
            await bot.answer(reply, partial(bot.manager.say, channel, user, "moves"), Audience.USER)
        else:
            view = menu_view(options, menu_id, reply.language, page=page, commands=("undo", "help"))
            await interaction.edit_original_response(view=view)


async def _join_elsewhere(bot: RefereeBot, interaction: discord.Interaction, channel: int) -> None:
    """Sit down at the table of a thread, by the button in its channel."""
    user, name = str(interaction.user.id), interaction.user.display_name
    async with Reply(interaction) as reply:
        target: Any = bot.get_channel(channel) or await bot.fetch_channel(channel)
        await bot.answer(reply, partial(bot.manager.join, str(channel), user, name=name), Audience.ALL, channel=target)
        await reply.show(Post(text(reply.language, "your seat", place=f"<#{channel}>")))


async def _run_command(bot: RefereeBot, interaction: discord.Interaction, command: str) -> None:
    """Run a command that has a button."""
    channel, user = place_of(interaction)
    say = partial(bot.manager.say, channel, user)
    if command == "join":
        join = partial(bot.manager.join, channel, user, name=interaction.user.display_name)
        await bot.deliver(interaction, join, Audience.ALL)
    elif command == "moves":
        await bot.deliver(interaction, lambda: bot.hand(channel, user), Audience.USER)
    elif command in ("undo", "agree", "rematch"):
        await bot.deliver(interaction, partial(say, command), Audience.ALL)
    elif command == "back":
        await bot.deliver(interaction, partial(say, "come back"), Audience.ALL)
    elif command == "help":
        await bot.show_manual(interaction)
