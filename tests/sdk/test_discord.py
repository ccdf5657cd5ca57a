"""Discord adapter with fake interactions: messages, recipients and buttons after commands and presses."""

from __future__ import annotations

import asyncio
import json
import re
from types import SimpleNamespace
from unittest.mock import AsyncMock

import discord
import pytest

from referee_sdk.chat import Attachment, MenuOption, Message, TableManager
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
    assert names == {
        *("new", "join", "close", "say", "what", "why", "pictures"),
        *("moves", "table", "picture", "score", "undo", "agree", "help"),
    }
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


# --- pictures ---------------------------------------------------------------------------------------------------------


def payload_of(call) -> tuple[dict, list[discord.File]]:
    """Return the JSON and the files that discord.py sends for a recorded call of `send`."""
    arguments = {name: call.kwargs[name] for name in ("files", "embeds")}
    parameters = discord.http.handle_message_parameters(call.args[0], **arguments)
    form = {part["name"]: part["value"] for part in parameters.multipart}
    return json.loads(form["payload_json"]), arguments["files"]


def test_a_menu_shows_its_picture_in_an_embed_with_an_alt_text(bot):
    call = open_table(bot).followup.send.await_args_list[-1]
    payload, (file,) = payload_of(call)
    assert call.kwargs["ephemeral"] is False
    assert file.fp.read().startswith(b"\x89PNG")
    assert file.filename == "burgundy-0-table.png"
    assert [embed["image"]["url"] for embed in payload["embeds"]] == ["attachment://burgundy-0-table.png"]
    (attachment,) = payload["attachments"]
    assert attachment["filename"] == "burgundy-0-table.png"
    assert "Score: Ann 0, Bob 0." in attachment["description"]
    assert len(attachment["description"]) <= 1024  # the limit of Discord


def test_a_hand_is_drawn_only_in_a_private_response(client):
    bot = bot_for(client)
    command(bot, "new", 17, "empires_north", 2, "greedy")
    interaction = command(bot, "moves", 17)
    sent = [(call.kwargs["ephemeral"], call) for call in interaction.followup.send.await_args_list]
    (public,) = [payload_of(call)[1] for is_private, call in sent if not is_private and "files" in call.kwargs]
    (private,) = [payload_of(call)[1] for is_private, call in sent if is_private and "files" in call.kwargs]
    match = bot.manager.table("5").match
    names = ["Ann", "greedy 🤖"]
    assert [file.fp.read() for file in public] == [match.picture(part="table", names=names, highlight="last")]
    assert private[-1].fp.read() == match.picture(0, part="mine", names=names)


def test_another_player_gets_the_own_picture_as_a_private_message(client):
    bot = bot_for(client)
    interaction = open_table(bot, "empires_north")
    user = current_user(bot)
    if user == 18:  # the user who joined last gets the response of the command
        command(bot, "say", 18, "1")
        user = current_user(bot)
    assert user == 17
    bot.fetch_user.assert_awaited_with(17)
    payload, (file,) = payload_of(bot.fetch_user.return_value.send.await_args)
    assert file.fp.read() == bot.manager.table("5").match.picture(0, part="mine", names=["Ann", "Bob"])
    assert payload["attachments"][0]["description"].startswith("What Ann has.")
    assert interaction.sent


def test_pictures_are_switched_and_requested_by_command(bot):
    open_table(bot)
    user = current_user(bot)
    assert "Pictures are off" in command(bot, "pictures", user, "off").public
    assert "files" not in command(bot, "moves", user).followup.send.await_args.kwargs
    payload, _ = payload_of(command(bot, "picture", 99).followup.send.await_args)
    assert payload["content"].startswith("The Castles of Burgundy.")


def test_a_picture_that_discord_refuses_does_not_stop_the_table(bot):
    too_large = discord.HTTPException(SimpleNamespace(status=413, reason="Payload Too Large"), "Request too large")
    interaction = Interaction(17)

    async def send(text, **options):
        if "files" in options:
            raise too_large

    interaction.followup.send = AsyncMock(side_effect=send)
    message = Message("a menu", attachments=(Attachment(b"png", "a.png", "a table"),))
    asyncio.run(bot.deliver(interaction, lambda: [message]))
    assert interaction.sent[-1] == (f"a menu\n({too_large})", False)


# --- limits -----------------------------------------------------------------------------------------------------------


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
