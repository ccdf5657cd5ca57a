"""The Discord adapter without Discord: what a command or a button makes the bot send, to whom, with which buttons."""

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
    """What Discord hands to a bot: who did what and where, and ways to answer."""

    def __init__(self, person: int, *, custom_id: str | None = None) -> None:
        names = {17: "Ann", 18: "Bob"}
        super().__init__(
            user=SimpleNamespace(id=person, display_name=names.get(person, "Zoe")),
            channel_id=5,
            type=discord.InteractionType.component if custom_id else discord.InteractionType.application_command,
            data={"custom_id": custom_id} if custom_id else {},
            response=SimpleNamespace(defer=AsyncMock()),
            followup=SimpleNamespace(send=AsyncMock()),
        )

    @property
    def sent(self) -> list[tuple[str, bool]]:
        """The texts sent, and whether only the person sees them."""
        return [(call.args[0], call.kwargs["ephemeral"]) for call in self.followup.send.await_args_list]

    @property
    def public(self) -> str:
        return "\n".join(text for text, is_private in self.sent if not is_private)

    @property
    def custom_ids(self) -> list[str]:
        """The buttons of the last message."""
        view = self.followup.send.await_args_list[-1].kwargs["view"]
        return [item.custom_id for item in view.children]


def bot_for(client) -> RefereeBot:
    bot = RefereeBot(TableManager(client))
    bot.fetch_user = AsyncMock(return_value=SimpleNamespace(send=AsyncMock()))
    return bot


@pytest.fixture
def bot(client) -> RefereeBot:
    return bot_for(client)


def command(bot: RefereeBot, name: str, person: int, *arguments: object) -> Interaction:
    """Somebody uses a slash command."""
    interaction = Interaction(person)
    asyncio.run(bot.tree.get_command(name).callback(interaction, *arguments))
    return interaction


def press(bot: RefereeBot, person: int, custom_id: str) -> Interaction:
    """Somebody presses a button."""
    interaction = Interaction(person, custom_id=custom_id)
    asyncio.run(bot.on_interaction(interaction))
    return interaction


def opened(bot: RefereeBot, game: str = "burgundy") -> Interaction:
    command(bot, "new", 17, game, 2)
    return command(bot, "join", 18)


def test_all_commands_are_known(bot):
    names = {each.name for each in bot.tree.get_commands()}
    assert names == {"new", "join", "close", "say", "why", "moves", "table", "score", "undo", "agree", "help"}
    payload = [each.to_dict(bot.tree) for each in bot.tree.get_commands()]
    assert all(len(each["description"]) <= 100 for each in payload)


def test_a_table_is_opened_and_joined(bot):
    assert "Seats free: 1" in command(bot, "new", 17, "burgundy", 2).public
    begun = command(bot, "join", 18)
    assert "**The Castles of Burgundy**: Ann, Bob" in begun.public
    assert all(call.kwargs["allowed_mentions"] is NO_MENTIONS for call in begun.followup.send.await_args_list)


def test_what_comes_first_is_for_the_person_alone(bot):
    """Discord shows the first answer as the command was deferred: were it public, a secret could slip out."""
    begun = opened(bot)
    begun.response.defer.assert_awaited_once_with(ephemeral=True, thinking=True)
    assert begun.sent[0] == ("› join", True)


def deciding(bot: RefereeBot) -> int:
    return int(bot.hall.table("5").current_player)


def test_a_button_plays_its_choice(bot):
    first = opened(bot).custom_ids[0]
    person = deciding(bot)
    pressed = press(bot, person, first)
    assert bot.hall.table("5").match.decision_count == 1
    assert "•" in pressed.public


def test_a_button_of_an_old_list_plays_nothing(bot):
    first = opened(bot).custom_ids[0]
    person = deciding(bot)
    press(bot, person, first)
    again = press(bot, person, first)
    assert bot.hall.table("5").match.decision_count == 1
    assert "That list is old" in again.public


def test_the_last_button_shows_more(bot):
    more = opened(bot).custom_ids[-1]
    assert more.endswith(":more")
    assert re.match(r"`\d+` ", press(bot, deciding(bot), more).public)


@pytest.mark.parametrize("custom_id", ["other:1:2", "referee", "referee:x:y", "referee:1:2:3"])
def test_strange_buttons_are_left_alone(bot, custom_id):
    opened(bot)
    assert press(bot, 17, custom_id).sent == []


def test_words_questions_and_take_backs(bot):
    opened(bot)
    person = deciding(bot)
    assert "not allowed" in command(bot, "why", person, "end turn").public
    assert "•" in command(bot, "say", person, "1").public
    assert "took a move back" in command(bot, "undo", person).public
    assert "points" in command(bot, "table", person).public
    assert "**Ann**: 0" in command(bot, "score", 99).public
    assert "closed the table" in command(bot, "close", person).public


def test_hidden_hands_are_shown_to_their_owner_alone(toy_client):
    bot = bot_for(toy_client)
    begun = opened(bot, TOY.name)
    table, person = bot.hall.table("5"), deciding(bot)
    secrets = [message for message in table.say(str(person), "moves") if message.to is not None]
    if person == 18:  # who joined last, and so sees the answer
        assert (secrets[-1].text, True) in begun.sent
    else:
        bot.fetch_user.assert_awaited_with(person)
        bot.fetch_user.return_value.send.assert_awaited_with(secrets[-1].text)
    assert secrets[-1].text not in begun.public


def test_who_takes_no_private_messages_is_asked_to_look(toy_client):
    bot = bot_for(toy_client)
    closed = discord.Forbidden(SimpleNamespace(status=403, reason="Forbidden"), "no private messages")
    bot.fetch_user.return_value.send.side_effect = closed
    begun = Interaction(99)
    asyncio.run(bot.deliver(begun, lambda: [Message("a secret", "18")]))
    assert begun.public == "<@18>: /moves, /table"


def test_buttons_keep_to_the_limits_of_discord():
    async def made():
        return buttons([MenuOption(number, "x" * 200) for number in range(1, 40)], "offer")

    view = asyncio.run(made())
    assert len(view.children) == 25
    assert all(len(item.label) <= 80 and len(item.custom_id) <= 100 for item in view.children)
    assert len(view.to_components()) == 5
