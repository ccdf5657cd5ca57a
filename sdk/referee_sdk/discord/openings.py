"""Openings of tables: each has a thread of its own, if the bot may open one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import discord

from referee_sdk.catalogue import GameSummary
from referee_sdk.chat import BotSeat
from referee_sdk.chat.messages import escape_markdown, shorten
from referee_sdk.discord.outcomes import Audience, is_waiting
from referee_sdk.discord.posts import Post
from referee_sdk.discord.replies import LOG, Reply
from referee_sdk.discord.texts import text
from referee_sdk.errors import RefereeError
from referee_sdk.options import Language

if TYPE_CHECKING:
    from referee_sdk.discord.bot import RefereeBot

MAX_THREAD_CHARS = 100
"""Longest name of a thread."""


@dataclass(frozen=True)
class Opening:
    """A table that a user wants to open. `game` is a name or a title."""

    game: str
    seats: int | None
    opponent: BotSeat | None
    language: Language


async def open_table(bot: RefereeBot, interaction: discord.Interaction, opening: Opening) -> None:
    """Open a table in a new thread, or here if that is not possible. A wrong game or seat count opens no thread."""
    async with Reply(interaction) as reply:
        reply.language = opening.language
        summary = await bot.run_blocking(partial(_game, bot, opening))
        seats = opening.seats or _usual_seats(summary)
        place: Any = None
        if summary is not None and seats in summary.seats:
            place = await _thread(bot, reply, summary.title)
        channel: Any = place or interaction.channel
        user = interaction.user
        open_here = partial(
            bot.manager.open, str(channel.id), str(user.id), summary.game if summary else opening.game,
            name=user.display_name, seats=seats, bot=opening.opponent, language=opening.language,
        )  # fmt: skip
        await bot.answer(reply, open_here, Audience.CHANGE if place is None else Audience.ALL, channel=place)
        if place is not None and summary is not None:
            await _announce(bot, reply, summary.title, place)


def _game(bot: RefereeBot, opening: Opening) -> GameSummary | None:
    """Return the game; None if it is unknown or the service fails, which the table says."""
    try:
        return bot.manager.find_game(opening.game, opening.language)
    except RefereeError:
        return None


def _usual_seats(summary: GameSummary | None) -> int:
    """Return the smallest number of seats with an opponent, or 1 for a solo game."""
    return 2 if summary is None else min((seats for seats in summary.seats if seats > 1), default=1)


async def _thread(bot: RefereeBot, reply: Reply, title: str) -> discord.Thread | None:
    """Open a thread for a table. Return None where there are none, and also where the bot may not: then say so."""
    channel, user = reply.interaction.channel, reply.interaction.user
    if not bot.has_threads or not isinstance(channel, discord.TextChannel):
        return None
    name = shorten(text(reply.language, "thread name", title=title, user=user.display_name), MAX_THREAD_CHARS)
    try:
        return await channel.create_thread(name=name, type=discord.ChannelType.public_thread)
    except discord.HTTPException as error:
        LOG.info("A thread cannot be opened (%s)", error)
        await reply.show(Post(text(reply.language, "no thread")))
        return None


async def _announce(bot: RefereeBot, reply: Reply, title: str, thread: discord.Thread) -> None:
    """Say in the channel where the table is, with a button to sit down while it waits for users."""
    name, channel = escape_markdown(reply.interaction.user.display_name), reply.interaction.channel
    words = text(reply.language, "table opened", user=name, title=escape_markdown(title), place=thread.mention)
    waits = await bot.run_blocking(partial(is_waiting, bot.manager, str(thread.id)))
    post = Post(words, offers=("join",), target=str(thread.id)) if waits else Post(words)
    await reply.publish(post, channel)
