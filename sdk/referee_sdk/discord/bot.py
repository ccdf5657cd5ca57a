"""Discord client with one table per channel or thread: it runs the commands and buttons, and sends the messages."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, TypeVar

import aiohttp
import discord
from discord import app_commands

from referee_sdk.chat import Message, TableManager
from referee_sdk.chat.followers import RoomFollowers
from referee_sdk.discord.commands import commands
from referee_sdk.discord.outcomes import Audience, Outcome, has_table, outcome_of
from referee_sdk.discord.posts import Post, Writer
from referee_sdk.discord.presses import handle_press
from referee_sdk.discord.replies import LOG, Reply, send_post
from referee_sdk.discord.texts import text
from referee_sdk.discord.translator import FrenchTranslator, language_of
from referee_sdk.errors import RefereeError
from referee_sdk.options import Language

T = TypeVar("T")

TABLE_THREADS = 32
"""Calls of tables at a time. A search of a bot blocks one."""

SEND_ERRORS = (discord.HTTPException, aiohttp.ClientError, OSError)
"""Errors of a message that Discord refuses, or that does not reach it."""

COMPLETION_SECONDS = 2.0
"""Longest wait for a completion: Discord accepts it within three seconds, and it cannot be deferred."""


class RefereeTree(app_commands.CommandTree["RefereeBot"]):
    """Command tree that logs errors and shows them to the user."""

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError) -> None:
        """Say that a command has changed, or that something went wrong."""
        LOG.error("A command failed", exc_info=error)
        is_outdated = isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch)
        if not interaction.response.is_done() and interaction.type is discord.InteractionType.application_command:
            words = text(language_of(interaction.locale), "outdated command" if is_outdated else "failed")
            await interaction.response.send_message(words, ephemeral=True)


class RefereeBot(discord.Client):
    """Discord client with one table per channel or thread.

    `has_threads` opens a thread for each table. The menus of the tables have no lists, because the moves are buttons.
    """

    def __init__(self, manager: TableManager, *, has_threads: bool = True, **options: Any) -> None:
        silent = discord.AllowedMentions.none()
        super().__init__(intents=discord.Intents.default(), allowed_mentions=silent, **options)
        self.manager, self.has_threads = manager, has_threads
        manager.page = 0
        self.followers = RoomFollowers(manager, self.send_to_channel)
        self.tree = RefereeTree(self)
        self.mentions: dict[str, str] = {}
        self._menus: defaultdict[str, list[tuple[discord.Message, str, str]]] = defaultdict(list)
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._table_threads = ThreadPoolExecutor(TABLE_THREADS, "table")
        self._completion_threads = ThreadPoolExecutor(TABLE_THREADS, "completion")
        for command in commands(self):
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        """Register the slash commands with Discord, and follow the rooms of the saved tables."""
        await self.tree.set_translator(FrenchTranslator())
        self.mentions = {command.name: command.mention for command in await self.tree.sync()}
        self.followers.start()

    async def close(self) -> None:
        """End the tasks that follow rooms, and the connection to Discord."""
        await self.followers.close()
        await super().close()
        self._table_threads.shutdown(wait=False)
        self._completion_threads.shutdown(wait=False, cancel_futures=True)

    # --- events of Discord --------------------------------------------------------------------------------------------

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Handle a pressed button or a choice from a list. Commands have their own handlers."""
        if interaction.type is discord.InteractionType.component:
            await handle_press(self, interaction)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Close the table of a thread that a user has deleted."""
        await self.run_blocking(lambda: self.manager.close(str(payload.thread_id), "", force=True))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Close the table of a channel that a user has deleted."""
        await self.run_blocking(lambda: self.manager.close(str(channel.id), "", force=True))

    # --- tables -------------------------------------------------------------------------------------------------------

    async def run_blocking(self, call: Callable[[], T]) -> T:
        """Run a call of a table in a thread, because it may block for a search."""
        return await asyncio.get_running_loop().run_in_executor(self._table_threads, call)

    async def complete(self, call: Callable[[], Sequence[T]]) -> Sequence[T]:
        """Run a completion. It is empty if the service is too slow or fails."""
        task = asyncio.get_running_loop().run_in_executor(self._completion_threads, call)
        try:
            return await asyncio.wait_for(task, COMPLETION_SECONDS)
        except (TimeoutError, RefereeError) as error:
            LOG.debug("A text cannot be completed now (%s)", type(error).__name__)
            return ()

    async def deliver(
        self,
        interaction: discord.Interaction,
        call: Callable[[], list[Message]],
        audience: Audience,
        *,
        channel: Any = None,
    ) -> None:
        """Defer, run a call of the table, and send its messages. `channel` is that of the table if it is another."""
        async with Reply(interaction) as reply:
            await self.answer(reply, call, audience, channel=channel)

    async def answer(
        self, reply: Reply, call: Callable[[], list[Message]], audience: Audience, *, channel: Any = None
    ) -> None:
        """Run a call of the table, and send its messages in the order of the calls."""
        target: Any = channel or reply.interaction.channel
        key, user = str(target.id), user_of(reply.interaction)
        async with self._locks[key]:
            self.manager.note_language(key, reply.language)
            outcome = await self.run_blocking(lambda: outcome_of(self.manager, key, call))
            reply.language = outcome.language
            is_public = audience is Audience.ALL or (audience is Audience.CHANGE and outcome.has_changed)
            await self._remove_buttons(key, outcome, reply)
            private = [each for each in outcome.messages if each.to == user or (each.to is None and not is_public)]
            public = [each for each in outcome.messages if each.to is None] if is_public else []
            if is_public:
                await self._publish(reply, outcome, public, target, is_elsewhere=channel is not None)
            if channel is None:
                await self._show(reply, outcome, private, has_moved=outcome.has_changed)
        await self.followers.update(key)

    async def send_to_channel(self, channel: str, messages: Sequence[Message]) -> None:
        """Send messages that no interaction has caused, such as moves of others in a room."""
        async with self._locks[channel]:
            try:
                target: Any = self.get_channel(int(channel)) or await self.fetch_channel(int(channel))
                shown = await self.run_blocking(lambda: outcome_of(self.manager, channel, lambda: list(messages)))
                outcome = replace(shown, has_changed=True)  # others have changed it
                await self._remove_old_buttons(channel, outcome.position)
                for post in self._public_posts(outcome, [each for each in messages if each.to is None], user=None):
                    limit = target.guild.filesize_limit if target.guild else discord.utils.DEFAULT_FILE_SIZE_LIMIT_BYTES
                    message = await send_post(target.send, post, outcome.language, limit)
                    self._note_menu(channel, post, outcome, message)
            except SEND_ERRORS as error:  # the room must be followed further
                LOG.warning("News of a room cannot be sent to channel %s: %s", channel, error)

    # --- messages -----------------------------------------------------------------------------------------------------

    async def _publish(
        self, reply: Reply, outcome: Outcome, messages: Sequence[Message], target: Any, *, is_elsewhere: bool
    ) -> None:
        user = None if is_elsewhere else user_of(reply.interaction)
        for post in self._public_posts(outcome, messages, user):
            self._note_menu(str(target.id), post, outcome, await reply.publish(post, target))

    def _public_posts(self, outcome: Outcome, messages: Sequence[Message], user: str | None) -> list[Post]:
        """Return posts for all. They have a button for private choices, and notify the player who decides next.

        The user who has caused them is there, so needs no notification.
        """
        writer = Writer(outcome.language, self.mention, outcome.names)
        has_private = any(message.to is not None and message.choices for message in outcome.messages)
        player = outcome.player if outcome.has_changed and outcome.player != user else None
        return writer.public_posts(messages, ping=player, has_private_choices=has_private)

    async def _show(self, reply: Reply, outcome: Outcome, messages: Sequence[Message], *, has_moved: bool) -> None:
        """Show private messages. A private menu that was used and has no successor becomes a short confirmation."""
        writer = Writer(outcome.language, self.mention, outcome.names)
        for post in writer.private_posts(messages):
            await reply.show(post)
        if reply.is_private_press and not reply.is_answered and has_moved:
            await reply.show(Post(text(outcome.language, "played"), offers=("moves",)))

    def _note_menu(self, key: str, post: Post, outcome: Outcome, message: discord.Message) -> None:
        if post.choices or post.offers:
            self._menus[key].append((message, outcome.position, post.text))

    async def _remove_buttons(self, key: str, outcome: Outcome, reply: Reply) -> None:
        """Remove the buttons of the messages that are outdated now. Those that remain play nothing."""
        removed = await self._remove_old_buttons(key, outcome.position)
        pressed = reply.interaction.message
        is_here = pressed is not None and not reply.is_private_press and str(pressed.channel.id) == key
        if is_here and pressed is not None and outcome.has_changed and pressed.id not in removed:
            await reply.remove_buttons()  # a message from before a restart

    async def _remove_old_buttons(self, key: str, position: str) -> set[int]:
        """Remove the buttons of the messages for other positions, and return the ids of these messages."""
        outdated = [each for each in self._menus[key] if each[1] != position]
        self._menus[key] = [each for each in self._menus[key] if each[1] == position]
        for message, _, words in outdated:
            try:
                await message.edit(content=words, view=None)
            except discord.HTTPException as error:
                LOG.debug("The buttons of an old message stay (%s)", error)
        return {message.id for message, *_ in outdated}

    def hand(self, channel: str, user: str) -> list[Message]:
        """Return the moves of the user who decides, or what another user's seat sees. It blocks."""
        moves = self.manager.complete(channel, user, "", 1)
        return self.manager.say(channel, user, "moves" if moves else "picture")

    async def show_manual(self, interaction: discord.Interaction) -> None:
        """Show a user how to play on Discord, in the language of the table."""
        key = str(interaction.channel_id)
        async with Reply(interaction) as reply:
            if await self.run_blocking(lambda: has_table(self.manager, key)):
                reply.language = await self.run_blocking(lambda: self.manager.language_of(key))
            await reply.show(self._manual(reply.language), is_new=True)

    def _manual(self, language: Language) -> Post:
        names = {command.name: self.mention(command.name) for command in self.tree.get_commands()}
        return Post(text(language, "manual", **names))

    async def archive(self, channel: Any) -> None:
        """Archive the thread of a table that is closed, if the bot has opened it."""
        if not isinstance(channel, discord.Thread) or channel.owner_id != self.application_id:
            return
        if not await self.run_blocking(lambda: has_table(self.manager, str(channel.id))):
            try:
                await channel.edit(archived=True)
            except discord.HTTPException as error:
                LOG.info("A thread stays open (%s)", error)

    def mention(self, command: str) -> str:
        """Return a slash command as a link that every user reads in the own language."""
        return self.mentions.get(command, f"`/{command}`")


def user_of(interaction: discord.Interaction) -> str:
    """Return the id of the user. Names are not unique."""
    return str(interaction.user.id)
