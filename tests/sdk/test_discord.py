"""Discord adapter with fake interactions: messages, recipients and buttons after commands and presses."""

from __future__ import annotations

import asyncio
import re
from types import SimpleNamespace
from unittest.mock import AsyncMock

import discord
import pytest

from referee_sdk.chat import MenuOption, Message, TableManager
from referee_sdk.discord import NO_MENTIONS, RefereeBot, buttons
from tests.kernel.toy import GAME as TOY


class Interaction(SimpleNamespace):
    """Fake of a Discord interaction: user, channel, kind, and mocks that record the responses."""

    def __init__(self, user: int, *, custom_id: str | None = None) -> None:
        names = {17: "Ann", 18: "Bob"}
        super().__init__(
            user=SimpleNamespace(id=user, display_name=names.get(user, "Zoe")),
            channel_id=5,
            type=discord.InteractionType.component if custom_id else discord.InteractionType.application_command,
            data={"custom_id": custom_id} if custom_id else {},
            response=SimpleNamespace(defer=AsyncMock()),
            followup=SimpleNamespace(send=AsyncMock()),
        )

    @property
    def sent(self) -> list[tuple[str, bool]]:
        """Texts of all responses, each with whether it is private."""
        return [(call.args[0], call.kwargs["ephemeral"]) for call in self.followup.send.await_args_list]

    @property
    def public(self) -> str:
        """Text of all public responses."""
        return "\n".join(text for text, is_private in self.sent if not is_private)

    @property
    def custom_ids(self) -> list[str]:
        """Ids of the buttons of the last response."""
        view = self.followup.send.await_args_list[-1].kwargs["view"]
        return [item.custom_id for item in view.children]


def bot_for(client) -> RefereeBot:
    bot = RefereeBot(TableManager(client))
    bot.fetch_user = AsyncMock(return_value=SimpleNamespace(send=AsyncMock()))
    return bot


@pytest.fixture
def bot(client) -> RefereeBot:
    return bot_for(client)


def command(bot: RefereeBot, name: str, user: int, *arguments: object) -> Interaction:
    """Run a slash command for a user and return the interaction."""
    interaction = Interaction(user)
    asyncio.run(bot.tree.get_command(name).callback(interaction, *arguments))
    return interaction


def press(bot: RefereeBot, user: int, custom_id: str) -> Interaction:
    """Press a button for a user and return the interaction."""
    interaction = Interaction(user, custom_id=custom_id)
    asyncio.run(bot.on_interaction(interaction))
    return interaction


def open_table(bot: RefereeBot, game: str = "burgundy") -> Interaction:
    """Open a table for Ann (17), let Bob (18) join, and return the last interaction."""
    command(bot, "new", 17, game, 2)
    return command(bot, "join", 18)


def test_all_slash_commands_are_registered(bot):
    names = {each.name for each in bot.tree.get_commands()}
    assert names == {"new", "join", "close", "say", "what", "why", "moves", "table", "score", "undo", "agree", "help"}
    payload = [each.to_dict(bot.tree) for each in bot.tree.get_commands()]
    assert all(len(each["description"]) <= 100 for each in payload)


def test_a_table_is_opened_and_joined(bot):
    assert "Seats free: 1" in command(bot, "new", 17, "burgundy", 2).public
    interaction = command(bot, "join", 18)
    assert "**The Castles of Burgundy**: Ann, Bob" in interaction.public
    assert all(call.kwargs["allowed_mentions"] is NO_MENTIONS for call in interaction.followup.send.await_args_list)


def test_the_first_response_is_private(bot):
    """Discord shows the first response with the visibility of the deferral. A public one could leak secrets."""
    interaction = open_table(bot)
    interaction.response.defer.assert_awaited_once_with(ephemeral=True, thinking=True)
    assert interaction.sent[0] == ("› join", True)


def current_user(bot: RefereeBot) -> int:
    return int(bot.manager.table("5").current_player)


def test_a_button_plays_its_action(bot):
    first = open_table(bot).custom_ids[0]
    user = current_user(bot)
    pressed = press(bot, user, first)
    assert bot.manager.table("5").match.decision_count == 1
    assert "•" in pressed.public


def test_a_button_of_an_outdated_menu_plays_nothing(bot):
    first = open_table(bot).custom_ids[0]
    user = current_user(bot)
    press(bot, user, first)
    again = press(bot, user, first)
    assert bot.manager.table("5").match.decision_count == 1
    assert "That list is old" in again.public


def test_the_last_button_shows_the_next_page(bot):
    more = open_table(bot).custom_ids[-1]
    assert more.endswith(":more")
    assert re.match(r"`\d+` ", press(bot, current_user(bot), more).public)


@pytest.mark.parametrize("custom_id", ["other:1:2", "referee", "referee:x:y", "referee:1:2:3"])
def test_buttons_of_other_bots_are_ignored(bot, custom_id):
    open_table(bot)
    assert press(bot, 17, custom_id).sent == []


def test_commands_play_judge_and_undo(bot):
    open_table(bot)
    user = current_user(bot)
    assert "not allowed" in command(bot, "why", user, "end turn").public
    assert "No card or piece of this game is called “xyz”" in command(bot, "what", user, "xyz").public
    assert "•" in command(bot, "say", user, "1").public
    assert "took a move back" in command(bot, "undo", user).public
    assert "points" in command(bot, "table", user).public
    assert "**Ann**: 0" in command(bot, "score", 99).public
    assert "closed the table" in command(bot, "close", user).public


def test_only_its_owner_sees_a_hidden_hand(toy_client):
    bot = bot_for(toy_client)
    interaction = open_table(bot, TOY.name)
    table, user = bot.manager.table("5"), current_user(bot)
    private = [message for message in table.say(str(user), "moves") if message.to is not None]
    if user == 18:  # the user who joined last gets the response of the command
        assert (private[-1].text, True) in interaction.sent
    else:
        bot.fetch_user.assert_awaited_with(user)
        bot.fetch_user.return_value.send.assert_awaited_with(private[-1].text)
    assert private[-1].text not in interaction.public


def test_a_user_without_private_messages_is_pointed_to_commands(toy_client):
    bot = bot_for(toy_client)
    forbidden = discord.Forbidden(SimpleNamespace(status=403, reason="Forbidden"), "no private messages")
    bot.fetch_user.return_value.send.side_effect = forbidden
    interaction = Interaction(99)
    asyncio.run(bot.deliver(interaction, lambda: [Message("a secret", "18")]))
    assert interaction.public == "<@18>: /moves, /table"


def test_buttons_respect_the_limits_of_discord():
    async def make_view():
        labels = ["x" * 200, "Build the Sawmill " + "(2 wood, 1 stone) " * 9] * 20
        return buttons([MenuOption(number, label) for number, label in enumerate(labels, start=1)], "menu")

    view = asyncio.run(make_view())
    assert len(view.children) == 25
    assert all(len(item.label) <= 80 and len(item.custom_id) <= 100 for item in view.children)
    assert len(view.to_components()) == 5
    assert view.children[0].label == "1 " + "x" * 77 + "…"
    assert view.children[1].label.startswith("2 Build the Sawmill (2 wood, 1 stone)")
    assert re.search(r"(wood,|stone\)|\d)…$", view.children[1].label)
