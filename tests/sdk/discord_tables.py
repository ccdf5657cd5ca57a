"""Tables on the stand-in for Discord: steps that most tests share."""

from __future__ import annotations

from referee_sdk.chat import Table
from tests.sdk.discord_players import Player, with_text
from tests.sdk.discord_records import Sent
from tests.sdk.discord_server import PUBLIC_THREAD


def bob_of(ann: Player, **fields) -> Player:
    return ann.table.player(18, "Bob", channel=ann.channel, **fields)


def open_table(ann: Player, game: str = "burgundy", **options) -> Player:
    """Open a table for Ann and Bob in a thread, let both enter it, and return Bob."""
    invitation = with_text(ann.use("play", game=game, **options), "🎲")
    bob = bob_of(ann, locale=ann.locale)
    bob.press_id(invitation, invitation.items[0]["custom_id"])
    ann.channel = bob.channel = thread_of(ann)
    return bob


def thread_of(ann: Player) -> int:
    """Return the id of the last thread."""
    return [each for each, channel in ann.table.server.channels.items() if channel["type"] == PUBLIC_THREAD][-1]


def table_of(ann: Player) -> Table:
    table = ann.table.bot.manager.table(str(ann.channel))
    assert table is not None
    return table


def current(*players: Player) -> Player:
    """Return the player who decides now."""
    return next(each for each in players if table_of(players[0]).current_player == str(each.id))


def last(ann: Player) -> Sent:
    """Return the last public message of the table."""
    return [each for each in ann.table.server.messages if each.channel == ann.channel and each.user is None][-1]
