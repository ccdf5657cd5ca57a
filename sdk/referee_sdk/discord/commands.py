"""Slash commands, with completions of games, moves and names."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from referee_sdk.chat import BotSeat
from referee_sdk.chat.messages import shorten
from referee_sdk.core.room_links import link_in
from referee_sdk.discord.components import button_label
from referee_sdk.discord.openings import Opening, open_table
from referee_sdk.discord.outcomes import Audience, other_names
from referee_sdk.discord.translator import language_of
from referee_sdk.options import Language

if TYPE_CHECKING:
    from referee_sdk.discord.bot import RefereeBot

MAX_CHOICE_CHARS = 100
MAX_CHOICES = 25
"""Limits of Discord: characters of a completion, and completions."""

MAX_SEATS = 8

BOTS = ("random: plays anything", "greedy: takes the best move at once", "search: thinks ahead")
LANGUAGES: dict[str, Language] = {"English": "en", "French": "fr"}

Command = app_commands.Command[Any, Any, None]


ALL_WORDS = {
    "back": ("Take your seat back from a bot", "come back"),
    "undo": ("Take your last move back", "undo"),
    "agree": ("Agree to what another player has requested", "agree"),
    "rematch": ("Play again in the same room", "rematch"),
}
"""Description and text for the table per command whose messages all users see."""

USER_WORDS = {
    "table": ("The board as text", "table"),
    "picture": ("A picture of the table", "picture"),
    "score": ("The score, line by line", "score"),
}
"""Description and text for the table per command whose messages only its user sees."""


def commands(bot: RefereeBot) -> Iterable[Command]:
    """Yield all slash commands."""
    yield from (_play(bot), _join(bot), _leave(bot), _replace(bot), _close(bot))
    yield from (_move(bot), _moves(bot), _what(bot), _why(bot), _pictures(bot), _help(bot))
    for name, (description, words) in ALL_WORDS.items():
        yield _word_command(bot, name, description, words, Audience.ALL)
    for name, (description, words) in USER_WORDS.items():
        yield _word_command(bot, name, description, words, Audience.USER)


def place_of(interaction: discord.Interaction) -> tuple[str, str]:
    """Return the ids of the channel and the user. Names are not unique."""
    return str(interaction.channel_id), str(interaction.user.id)


def _choices(texts: Iterable[str]) -> list[Choice[str]]:
    """Return texts as completions."""
    return [Choice(name=shorten(text, MAX_CHOICE_CHARS), value=shorten(text, MAX_CHOICE_CHARS)) for text in texts]


# --- tables -----------------------------------------------------------------------------------------------------------


def _play(bot: RefereeBot) -> Command:
    @app_commands.command(description="Open a table in a new thread")
    @app_commands.describe(
        game="The game", seats="Number of seats", bot_name="Bot in all other seats", language="Language of the table"
    )
    @app_commands.rename(bot_name="bot")
    @app_commands.choices(
        bot_name=[Choice(name=text, value=text.split(":")[0]) for text in BOTS],
        language=[Choice(name=name, value=code) for name, code in LANGUAGES.items()],
    )
    async def play(
        interaction: discord.Interaction,
        game: str,
        seats: app_commands.Range[int, 1, MAX_SEATS] | None = None,
        bot_name: str | None = None,
        language: str | None = None,
    ) -> None:
        spoken = LANGUAGES_BY_CODE.get(language or "", language_of(interaction.locale))
        opponent = BotSeat(bot_name) if bot_name else None
        await open_table(bot, interaction, Opening(game, seats, opponent, spoken))

    @play.autocomplete("game")
    async def complete_game(interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        games = await bot.complete(lambda: bot.manager.games(language_of(interaction.locale)))
        fitting = [each for each in games if current.lower() in f"{each.title}\n{each.game}".lower()]
        return [Choice(name=shorten(each.title, MAX_CHOICE_CHARS), value=each.game) for each in fitting[:MAX_CHOICES]]

    return play


LANGUAGES_BY_CODE: dict[str, Language] = {code: code for code in LANGUAGES.values()}


def _join(bot: RefereeBot) -> Command:
    @app_commands.command(description="Sit down at the table here, or in a room by its link")
    @app_commands.describe(link="Link of a seat in a room; only you see it")
    async def join(interaction: discord.Interaction, link: str | None = None) -> None:
        channel, user = place_of(interaction)
        name = interaction.user.display_name
        if link is None:
            await bot.deliver(interaction, partial(bot.manager.join, channel, user, name=name), Audience.ALL)
        else:
            enter = partial(bot.manager.join_room, channel, user, link, name=name)
            await bot.deliver(interaction, partial(enter, language=language_of(interaction.locale)), Audience.ALL)

    return join


def _leave(bot: RefereeBot) -> Command:
    @app_commands.command(description="Leave the table; a bot plays your seat")
    async def leave(interaction: discord.Interaction) -> None:
        await bot.deliver(interaction, partial(bot.manager.leave, *place_of(interaction)), Audience.ALL)

    return leave


def _replace(bot: RefereeBot) -> Command:
    @app_commands.command(description="Let a bot play for a player who does not come back")
    @app_commands.describe(player="The player")
    async def replace(interaction: discord.Interaction, player: str) -> None:
        request = partial(bot.manager.say, *place_of(interaction), f"bot for {player}")
        await bot.deliver(interaction, request, Audience.ALL)

    @replace.autocomplete("player")
    async def complete_player(interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        channel, user = place_of(interaction)
        names = await bot.complete(lambda: other_names(bot.manager, channel, user))
        return _choices(name for name in names[:MAX_CHOICES] if current.lower() in name.lower())

    return replace


def _close(bot: RefereeBot) -> Command:
    @app_commands.command(description="End the table here")
    async def close(interaction: discord.Interaction) -> None:
        channel, user = place_of(interaction)
        may_manage = interaction.permissions.manage_threads or interaction.permissions.manage_channels
        await bot.deliver(interaction, partial(bot.manager.close, channel, user, force=may_manage), Audience.CHANGE)
        await bot.archive(interaction.channel)

    return close


def _word_command(bot: RefereeBot, name: str, description: str, words: str, audience: Audience) -> Command:
    async def callback(interaction: discord.Interaction) -> None:
        await bot.deliver(interaction, partial(bot.manager.say, *place_of(interaction), words), audience)

    return app_commands.Command(name=name, description=description, callback=callback)


# --- moves and questions ----------------------------------------------------------------------------------------------


def _move(bot: RefereeBot) -> Command:
    @app_commands.command(description="Play a move: a number, your words or notation")
    @app_commands.describe(text="A number, words or notation")
    async def move(interaction: discord.Interaction, text: str) -> None:
        channel, user = place_of(interaction)
        if link := link_in(text):  # only this user sees the text, so the link stays a secret
            name = interaction.user.display_name
            enter = partial(bot.manager.join_room, channel, user, link, name=name)
            await bot.deliver(interaction, enter, Audience.ALL)
        else:
            await bot.deliver(interaction, partial(bot.manager.say, channel, user, text), Audience.CHANGE)

    @move.autocomplete("text")
    async def complete_move(interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        options = await bot.complete(partial(bot.manager.complete, *place_of(interaction), current, MAX_CHOICES))
        return [
            Choice(name=shorten(button_label(each), MAX_CHOICE_CHARS), value=each.notation)
            for each in options
            if len(each.notation) <= MAX_CHOICE_CHARS  # a number could mean another move when it arrives
        ]

    return move


def _moves(bot: RefereeBot) -> Command:
    @app_commands.command(description="Your hand and your moves, only for you")
    async def moves(interaction: discord.Interaction) -> None:
        channel, user = place_of(interaction)
        await bot.deliver(interaction, lambda: bot.hand(channel, user), Audience.USER)

    return moves


def _what(bot: RefereeBot) -> Command:
    @app_commands.command(description="What does a card or piece do?")
    @app_commands.describe(name="Name of the card or piece")
    async def what(interaction: discord.Interaction, name: str) -> None:
        question = partial(bot.manager.say, *place_of(interaction), f"what is {name}")
        await bot.deliver(interaction, question, Audience.USER)

    @what.autocomplete("name")
    async def complete_name(interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        complete = bot.manager.complete_component
        return _choices(await bot.complete(partial(complete, str(interaction.channel_id), current, MAX_CHOICES)))

    return what


def _why(bot: RefereeBot) -> Command:
    @app_commands.command(description="Why is a move not allowed?")
    @app_commands.describe(text="The move")
    async def why(interaction: discord.Interaction, text: str) -> None:
        question = partial(bot.manager.say, *place_of(interaction), f"why not {text}")
        await bot.deliver(interaction, question, Audience.USER)

    return why


def _pictures(bot: RefereeBot) -> Command:
    @app_commands.command(description="Switch the pictures of the table")
    @app_commands.describe(switch="On or off")
    @app_commands.choices(switch=[Choice(name="on", value="on"), Choice(name="off", value="off")])
    async def pictures(interaction: discord.Interaction, switch: str) -> None:
        words = partial(bot.manager.say, *place_of(interaction), f"pictures {switch}")
        await bot.deliver(interaction, words, Audience.CHANGE)

    return pictures


def _help(bot: RefereeBot) -> Command:
    @app_commands.command(name="help", description="How to play here")
    async def show_help(interaction: discord.Interaction) -> None:
        await bot.show_manual(interaction)

    return show_help
