"""Replies to one interaction: a deferral at once, then public messages in the channel and private ones for the user."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any, Self

import discord

from referee_sdk.discord.posts import Post, too_large
from referee_sdk.discord.texts import text
from referee_sdk.discord.translator import language_of
from referee_sdk.options import Language

REFUSED_STATUSES = (400, 403, 413)
"""Statuses of a message that Discord did not accept, so that it may be sent again without its pictures."""

CANNOT_WRITE_CODES = (50001, 50013, 50083)
"""Error codes of Discord for a channel that the bot does not see, where it may not write, and for a locked thread."""

LOG = logging.getLogger("referee_sdk.discord")

Send = Callable[..., Awaitable[Any]]
"""Function of discord.py that sends a message."""


async def send_post(send: Send, post: Post, language: Language, limit: int, files: str = "files") -> Any:
    """Send a post with its pictures. If Discord refuses them, send it without, and with the reason.

    `limit` is the largest file in bytes, `files` the name of the argument for files.
    """
    post = too_large(post, limit, language)
    try:
        return await send(**_arguments(post, language, files))
    except discord.HTTPException as error:
        if not post.attachments or error.status not in REFUSED_STATUSES:
            raise
        reason = text(language, "picture refused", reason=error.text or error.status)
        return await send(**_arguments(post.without_pictures(reason), language, files))


def _arguments(post: Post, language: Language, files: str) -> dict[str, Any]:
    arguments = {**post.arguments(language), files: post.files()}
    if files == "files" and arguments["view"] is None:
        del arguments["view"]  # discord.py accepts None only for changes, where it removes the buttons
    return arguments


class Reply:
    """Reply to one interaction. On entering it defers, on leaving it removes what is left of the deferral.

    Its language is that of the user, until the table is known. An unexpected error is logged, and the user reads that
    something went wrong.
    """

    def __init__(self, interaction: discord.Interaction) -> None:
        self.interaction, self.language = interaction, language_of(interaction.locale)
        self.is_press = interaction.type is discord.InteractionType.component
        message = interaction.message
        self.is_private_press = self.is_press and message is not None and message.flags.ephemeral
        self.is_answered = False

    async def __aenter__(self) -> Self:
        """Defer: Discord accepts no response that comes later than three seconds. A command's is private."""
        if self.is_press:
            await self.interaction.response.defer()
        else:
            await self.interaction.response.defer(ephemeral=True, thinking=True)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> bool:
        """Remove the deferral of a command that has no private message. Log an error, and say that there was one."""
        if isinstance(error, Exception):
            LOG.error("An interaction failed", exc_info=error)
            await self.show(Post(text(self.language, "failed")))
        if not self.is_press and not self.is_answered and not isinstance(error, BaseException):
            await self.interaction.delete_original_response()
        return isinstance(error, Exception)

    async def show(self, post: Post, *, is_new: bool = False) -> None:
        """Show a post only to the user. It replaces the private message with the pressed button, unless `is_new`."""
        limit = self.interaction.filesize_limit
        if self.is_private_press and not self.is_answered and not is_new:
            send, files = self.interaction.edit_original_response, "attachments"
            await send_post(send, post, self.language, limit, files)
        else:
            await send_post(self._follow_up, post, self.language, limit)
        self.is_answered = True

    async def _follow_up(self, **arguments: Any) -> Any:
        return await self.interaction.followup.send(**arguments, ephemeral=True, wait=True)

    async def publish(self, post: Post, channel: Any) -> discord.Message:
        """Send a post to all users of a channel, and return the message.

        Without the permission to write there, it becomes a public response, and the user reads what is missing.
        """
        permissions = self.interaction.app_permissions
        if post.attachments and not (permissions.attach_files and permissions.embed_links):
            post = post.without_pictures(text(self.language, "cannot attach"))
        guild = self.interaction.guild
        limit = self.interaction.filesize_limit if guild is None else guild.filesize_limit
        try:
            message: discord.Message = await send_post(channel.send, post, self.language, limit)
        except discord.HTTPException as error:
            if error.code not in CANNOT_WRITE_CODES:
                raise
            await self.show(Post(text(self.language, "cannot write")))
            followup = self.interaction.followup.send
            message = await send_post(lambda **each: followup(**each, wait=True), post, self.language, limit)
        return message

    async def remove_buttons(self) -> None:
        """Remove the buttons of the message with the pressed button."""
        await self.interaction.edit_original_response(view=None)
