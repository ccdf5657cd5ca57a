"""Discord adapter when something fails: a slow service, missing permissions, refused files, unexpected errors."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace

import pytest

from referee_sdk import Client, RefereeError, RetryPolicy
from referee_sdk.chat import TableManager
from referee_sdk.discord import bot as bot_module
from tests.kernel.toy import GAME as TOY
from tests.sdk.discord_players import AUTOCOMPLETE, COMMAND, COMPONENT, Player, text_of, with_text
from tests.sdk.discord_records import DEFERRED, DEFERRED_UPDATE
from tests.sdk.discord_server import CHANNEL
from tests.sdk.discord_tables import current, last, open_table, table_of
from tests.sdk.service import shared_app

# --- a slow service ---------------------------------------------------------------------------------------------------


class SlowService:
    """WSGI app whose requests wait until `gate` opens."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.gate.set()
        self.app = shared_app()

    def __call__(self, environ, start_response):
        assert self.gate.wait(20), "the test has not opened the gate"
        return self.app(environ, start_response)


@pytest.fixture
def slow() -> SlowService:
    return SlowService()


@pytest.fixture
def slow_ann(slow, discord_table) -> Player:
    return discord_table(TableManager(Client(app=slow, retries=RetryPolicy(backoff_seconds=0)))).player(17, "Ann")


def respond_while_slow(player: Player, slow: SlowService, kind: int, data, message=None) -> int | None:
    """Send an interaction while the service does not respond, and return the type of its first response."""

    async def send() -> int | None:
        slow.gate.clear()
        task = asyncio.create_task(player.interact(kind, data, message))
        server = player.table.server
        before = len(server.exchanges)
        try:
            async with asyncio.timeout(3):
                while len(server.exchanges) == before or not [*server.exchanges.values()][-1].response:
                    await asyncio.sleep(0.01)
            response = [*server.exchanges.values()][-1].response
        finally:
            slow.gate.set()
            await task
        return response

    return player.table.run(send())


def use(command: str, **options: str):
    """Return the data of a slash command."""
    return {"id": "1", "name": command, "options": [{"name": n, "type": 3, "value": v} for n, v in options.items()]}


@pytest.mark.parametrize(
    "data",
    [
        *(use("play", game="burgundy"), use("join"), use("leave"), use("back"), use("rematch"), use("undo")),
        *(use("agree"), use("move", text="1"), use("moves"), use("what", name="bank"), use("why", text="end turn")),
        *(
            use("replace", player="Bob"),
            use("table"),
            use("picture"),
            use("score"),
            use("pictures", switch="off"),
            use("help"),
            use("close"),
        ),
    ],
    ids=lambda data: data["name"],
)
def test_each_command_is_deferred_before_the_service_responds(slow_ann, slow, data):
    open_table(slow_ann)
    assert respond_while_slow(slow_ann, slow, COMMAND, data) == DEFERRED


def test_no_command_is_missing_in_the_test_of_deferrals(ann):
    function = test_each_command_is_deferred_before_the_service_responds
    (mark,) = function.pytestmark
    assert {each["name"] for each in ann.table.server.commands} == {data["name"] for data in mark.args[1]}


@pytest.mark.parametrize("label", ["1 ", "Undo", "Help"])
def test_each_button_is_deferred_before_the_service_responds(slow_ann, slow, label):
    player = current(slow_ann, open_table(slow_ann))
    item = next(each for each in last(slow_ann).items if label in each["label"])
    data = {"custom_id": item["custom_id"], "component_type": 2}
    assert respond_while_slow(player, slow, COMPONENT, data, last(slow_ann)) == DEFERRED_UPDATE


@pytest.mark.parametrize(("command", "option"), [("play", "game"), ("move", "text"), ("what", "name")])
def test_a_completion_is_empty_if_the_service_is_slow(slow_ann, slow, monkeypatch, command, option):
    monkeypatch.setattr(bot_module, "COMPLETION_SECONDS", 0.2)
    open_table(slow_ann)
    slow_ann.table.bot.manager._games._games.clear()
    focused = {"name": option, "type": 3, "value": "a", "focused": True}
    data = {"id": "1", "name": command, "type": 1, "options": [focused]}
    player = current(slow_ann, replace(slow_ann, id=18, name="Bob"))
    respond_while_slow(player, slow, AUTOCOMPLETE, data)


def test_slow_searches_at_many_tables_do_not_delay_a_completion_at_another(ann, monkeypatch):
    tables = [ann.channel, *(ann.table.server.add_channel(each, 1, "")["id"] for each in range(750, 770))][1:]
    bob = open_table(ann)
    gate = threading.Event()
    monkeypatch.setattr(ann.table.bot.manager, "say", lambda *_: gate.wait(10) and [])

    async def search_and_complete():
        users = [replace(ann, channel=int(each)) for each in tables]
        waiting = [asyncio.create_task(each.interact(COMMAND, use("score"))) for each in users]
        await asyncio.sleep(0.2)
        focused = {"name": "name", "type": 3, "value": "ban", "focused": True}
        await bob.interact(AUTOCOMPLETE, {"id": "1", "name": "what", "type": 1, "options": [focused]})
        choices = [*ann.table.server.exchanges.values()][-1].choices
        gate.set()
        await asyncio.gather(*waiting)
        return choices

    assert ann.table.run(search_and_complete())[0]["name"] == "Bank"


# --- permissions and files --------------------------------------------------------------------------------------------


def test_without_the_permission_to_write_the_response_is_public_and_says_what_is_missing(ann):
    player = current(ann, open_table(ann))
    ann.table.server.denied.add("send")
    messages = player.press(last(ann), "1 ")
    assert "“Send Messages in Threads”" in with_text(messages, "cannot write").text
    assert with_text(messages, "cannot write").user == player.id
    assert last(ann).text.startswith("•")
    assert last(ann).labels()
    ann.use("score")
    (_, followed) = [each for each in player.use("move", text="1") if each.items or "cannot write" in each.text][-2:]
    assert followed.labels()


def test_without_the_permission_for_files_the_text_arrives_with_a_note(ann):
    bob = open_table(ann)
    ann.bot_permissions = bob.bot_permissions = 1 << 11  # Send Messages
    player = current(ann, bob)
    player.press(last(ann), "1 ")
    assert last(ann).files == {}
    assert "(No picture: here I lack “Attach Files” or “Embed Links”.)" in last(ann).text


def test_a_picture_that_discord_refuses_does_not_stop_the_table(ann):
    player = current(ann, open_table(ann))
    ann.table.server.denied.add("files")
    player.press(last(ann), "1 ")
    assert last(ann).files == {}
    assert "(No picture: Discord refuses it. Missing Permissions)" in last(ann).text
    (picture,) = player.use("picture")
    assert "Score: Ann 0, Bob 0." in picture.text


def test_a_picture_above_the_limit_of_the_server_is_left_out(ann, monkeypatch):
    player = current(ann, open_table(ann))
    monkeypatch.setattr("discord.Guild.filesize_limit", 1024)
    player.press(last(ann), "1 ")
    assert last(ann).files == {}
    assert "the limit here" in last(ann).text


def test_old_buttons_that_cannot_be_removed_play_nothing(ann):
    player = current(ann, open_table(ann))
    menu, outdated = last(ann), last(ann).items[0]["custom_id"]
    ann.table.server.denied.add("edit")
    player.press_id(menu, outdated)
    count = table_of(ann).match.decision_count
    player.press_id(menu, outdated)
    assert table_of(ann).match.decision_count == count == 1


def test_a_move_in_an_archived_thread_opens_it_again(ann):
    player = current(ann, open_table(ann))
    metadata = ann.table.server.channels[ann.channel]["thread_metadata"]
    metadata["archived"] = True
    player.press(last(ann), "1 ")
    assert not metadata["archived"]


def test_in_a_locked_thread_the_response_arrives_all_the_same(ann):
    player = current(ann, open_table(ann))
    ann.table.server.channels[ann.channel]["thread_metadata"]["locked"] = True
    assert "cannot write" in text_of(player.press(last(ann), "1 "))
    assert table_of(ann).match.decision_count == 1


# --- errors -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("custom_id", ["other:1:2", "referee", "referee:x:y", "referee:move:1:x", "referee:page:1:now"])
def test_components_of_other_bots_are_ignored(ann, custom_id):
    open_table(ann)
    before = len(ann.table.server.messages)
    assert ann.press_id(last(ann), custom_id) == []
    assert len(ann.table.server.messages) == before
    assert ann.table.server.faults.pop().startswith("no response")


def test_an_unexpected_error_is_logged_and_its_user_reads_that_it_failed(ann, monkeypatch, caplog):
    open_table(ann)

    def fail(*_):
        raise ValueError("a defect")

    monkeypatch.setattr(ann.table.bot.manager, "say", fail)
    (answer,) = ann.use("score")
    assert (answer.user, answer.text[:21]) == (17, "Something went wrong,")
    assert "a defect" in caplog.text


def test_an_unknown_command_says_that_it_has_changed(ann, caplog):
    (answer,) = ann.use("new", game="burgundy")
    assert (answer.user, "Ctrl+R" in answer.text) == (17, True)
    assert "CommandNotFound" in caplog.text


def test_a_damaged_table_does_not_stop_the_bot_and_says_why(discord_table, client):
    storage = {str(CHANNEL): "not a table"}
    ann = discord_table(TableManager(client, storage)).player(17, "Ann")
    (answer,) = ann.use("score")
    assert answer.user == 17
    assert "cannot be loaded" in answer.text


def test_the_failure_of_a_completion_is_no_failure_of_the_bot(ann, monkeypatch):
    def fail(*_):
        raise RefereeError("the service is down")

    monkeypatch.setattr(ann.table.bot.manager, "games", fail)
    assert ann.complete("play", "game", "b") == []


# --- leaks ------------------------------------------------------------------------------------------------------------


def test_no_public_message_of_a_whole_match_has_a_hidden_hand(discord_table, toy_client):
    ann = discord_table(TableManager(toy_client)).player(17, "Ann")
    bob = open_table(ann, TOY.name)
    while not table_of(ann).match.is_over:
        player = current(ann, bob)
        if "My hand and moves" not in last(ann).labels():
            player.press(last(ann), "1 ")
            continue
        (hand,) = [each for each in player.press(last(ann), "My hand") if each.labels()]
        public = [each for each in ann.table.server.messages if each.user is None]
        choices = {label for label in hand.labels() if label[0].isdigit()}
        assert not choices & {label for each in public for label in each.labels()}
        player.press(hand, "1 ")
    seen = {each.user for each in ann.table.server.messages if each.items and each.user is not None}
    assert seen == {17, 18}


def test_without_a_table_the_answer_is_in_the_language_of_the_user(ann):
    ann.locale = "fr"
    for command, arguments in (("join", {}), ("moves", {}), ("what", {"name": "banque"}), ("close", {})):
        (answer,) = ann.use(command, **arguments)
        assert answer.text.startswith("Il n'y a pas de table ici"), command
    ann.locale = "en-US"
    assert ann.use("join")[0].text.startswith("There is no table here")
