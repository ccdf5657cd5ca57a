"""Discord adapter on a stand-in for Discord: tables, moves, hands and whole matches, by raw interactions."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from referee_sdk.chat import Table, TableManager
from tests.kernel.toy import GAME as TOY
from tests.sdk.discord_limits import SELECT, localized
from tests.sdk.discord_players import Player, text_of, with_text
from tests.sdk.discord_server import CHANNEL, PUBLIC_THREAD
from tests.sdk.discord_tables import bob_of, current, last, open_table, table_of, thread_of
from tests.sdk.matches import recorded_notations

# --- commands ---------------------------------------------------------------------------------------------------------


def test_commands_are_registered_with_french_names(ann):
    commands = {each["name"]: each for each in ann.table.server.commands}
    assert commands.keys() == {
        *("play", "join", "leave", "back", "replace", "close", "rematch", "help"),
        *("move", "moves", "undo", "agree", "what", "why", "table", "picture", "pictures", "score"),
    }
    assert localized(commands["play"], "name", "fr") == "jouer"
    assert localized(commands["play"], "description", "fr") == "Ouvrir une table dans un nouveau fil"
    game, _, bot, _ = commands["play"]["options"]
    assert game["autocomplete"]
    assert [localized(game, "name", "fr"), localized(bot["choices"][0], "name", "fr")] == [
        *("jeu", "random : joue au hasard")
    ]
    assert all(set(each["name_localizations"]) == {"fr"} for each in commands.values())


def test_games_are_completed_by_title_and_name(ann):
    assert ann.complete("play", "game", "castles") == [("The Castles of Burgundy", "burgundy")]
    assert bob_of(ann, locale="fr").complete("play", "game", "châteaux")[0][1] == "burgundy"
    assert len(ann.complete("play", "game", "")) == 5


def test_help_links_the_commands_in_the_language_of_the_user_or_the_table(ann):
    (manual,) = ann.use("help")
    assert manual.user == 17
    assert "</play:" in manual.text
    ann.use("play", game="burgundy", language="fr")
    ann.channel = thread_of(ann)
    assert "**À vous de jouer :**" in ann.use("help")[0].text


# --- tables -----------------------------------------------------------------------------------------------------------


def test_a_table_has_its_thread_and_an_invitation_in_the_channel(ann):
    waiting, invitation = ann.use("play", game="The Castles of Burgundy")
    thread = thread_of(ann)
    assert ann.table.server.channels[thread]["name"] == "The Castles of Burgundy with Ann"
    assert (waiting.channel, waiting.labels()) == (thread, ["Sit down"])
    assert f"<#{thread}>" in invitation.text
    bob = bob_of(ann)
    (confirmation,) = [each for each in bob.press(invitation, "Sit down") if each.user == 18]
    assert f"<#{thread}>" in confirmation.text
    ann.channel = thread
    assert "Ann, Bob" in last(ann).text
    assert last(ann).mentions == [int(str(table_of(ann).current_player))]


def test_the_last_free_seat_cannot_be_taken_twice(ann):
    bob = open_table(ann)
    invitation = next(each for each in ann.table.server.messages if "🎲" in each.text)
    bob.channel = CHANNEL
    bob.press(invitation, "Sit down")
    assert table_of(ann).match.decision_count == 0


def test_without_threads_the_table_is_in_the_channel_and_says_so(ann):
    ann.table.server.denied.add("threads")
    messages = ann.use("play", game="burgundy")
    assert "“Create Public Threads”" in with_text(messages, "thread").text
    assert {each.channel for each in messages} == {CHANNEL}
    bob_of(ann).press(with_text(messages, "Ann"), "Sit down")
    assert table_of(ann).users == ["17", "18"]


@pytest.mark.parametrize("arguments", [{"game": "chess"}, {"game": "burgundy", "seats": 7}])
def test_a_wrong_game_or_seat_count_opens_no_thread(ann, arguments):
    ann.use("play", **arguments)
    assert list(ann.table.server.channels) == [CHANNEL]


def test_a_match_against_a_bot_begins_at_once(ann):
    ann.use("play", game="settlement", bot="greedy", language="fr")
    ann.channel = thread_of(ann)
    assert current(ann) is ann
    assert ann.press_id(last(ann), last(ann).items[0]["custom_id"])
    assert table_of(ann).match.decision_count > 0


def test_a_private_channel_with_the_bot_has_a_table(ann):
    ann.table.server.add_channel(750, 1, "")
    ann.channel = 750
    ann.use("play", game="settlement", bot="random")
    assert table_of(ann).users == ["17"]
    assert ann.press_id(last(ann), last(ann).items[0]["custom_id"])


def test_only_players_and_moderators_may_close_a_table(ann):
    open_table(ann)
    zoe = ann.table.player(99, "Zoe", channel=ann.channel)
    (refusal,) = zoe.use("close")
    assert (refusal.user, refusal.text) == (99, "Only players may close the table.")
    zoe.permissions = 1 << 34  # Manage Threads
    assert "closed the table" in text_of(zoe.use("close"))
    assert ann.table.server.channels[ann.channel]["thread_metadata"]["archived"]
    assert last(ann).labels() == []


def test_a_deleted_thread_closes_its_table(ann):
    open_table(ann)
    payload = {"id": str(ann.channel), "guild_id": "800", "parent_id": str(CHANNEL), "type": PUBLIC_THREAD}
    ann.table.run(ann.table.feed("THREAD_DELETE", payload))
    assert ann.table.bot.manager.table(str(ann.channel)) is None


def test_a_bot_plays_for_an_absent_player_on_request(client, discord_table):
    ann = discord_table(TableManager(client, reading_seconds=0)).player(17, "Ann")
    open_table(ann)
    assert ann.complete("replace", "player", "b") == [("Bob", "Bob")]
    assert "Bob" in text_of(ann.use("replace", player="Bob"))


def test_a_player_leaves_and_comes_back(ann):
    bob = open_table(ann)
    assert "Bob" in text_of(bob.use("leave"))
    assert table_of(ann).users == ["17"]
    bob.use("back")
    assert table_of(ann).users == ["17", "18"]


# --- moves ------------------------------------------------------------------------------------------------------------


def test_a_button_plays_its_move_and_loses_its_buttons(ann):
    player = current(ann, open_table(ann))
    menu = last(ann)
    assert menu.labels()[0].startswith("1 ")
    assert menu.labels()[-2:] == ["Undo", "Help"]
    assert "•" in text_of(player.press(menu, "1 "))
    assert table_of(ann).match.decision_count == 1
    assert menu.labels() == []
    assert last(ann).labels()


def test_an_outdated_button_plays_nothing_and_shows_the_new_list(ann):
    player = current(ann, open_table(ann))
    outdated = last(ann).items[0]["custom_id"]
    menu = last(ann)
    player.press_id(menu, outdated)
    count = table_of(ann).match.decision_count
    (again,) = current(ann, player, bob_of(ann)).press_id(menu, outdated)
    assert table_of(ann).match.decision_count == count
    assert again.text.startswith("That list is old")
    assert again.user is not None
    assert again.labels()


def test_a_button_of_the_position_before_an_undo_plays_nothing(ann):
    """After an undo and another move, the count of decisions is the same, but the position is another."""
    player = current(ann, open_table(ann))
    player.press(last(ann), "1 ")
    outdated = last(ann).items[0]["custom_id"]
    menu = last(ann)
    player.use("undo")
    player.press(last(ann), "2 ")
    count = table_of(ann).match.decision_count
    player.press_id(menu, outdated)
    assert table_of(ann).match.decision_count == count


def test_another_user_presses_in_vain_and_only_that_user_reads_why(ann):
    bob = open_table(ann)
    other = bob if current(ann, bob) is ann else ann
    menu = last(ann)
    (answer,) = other.press(menu, "1 ")
    assert (answer.user, "'s turn" in answer.text) == (other.id, True)
    assert table_of(ann).match.decision_count == 0
    assert menu.labels()


def test_buttons_work_after_a_restart_of_the_bot(client, discord_table):
    storage: dict[str, str] = {}
    ann = discord_table(TableManager(client, storage)).player(17, "Ann")
    player = current(ann, open_table(ann))
    menu = last(ann)
    ann.table.restart(TableManager(client, storage))
    player.press(menu, "1 ")
    assert table_of(ann).match.decision_count == 1
    assert menu.labels() == []


def test_moves_are_completed_and_played_as_text(ann):
    player = current(ann, open_table(ann))
    name, value = player.complete("move", "text", "take workers")[0]
    assert "workers" in name
    assert value.startswith("take_workers ")
    other = bob_of(ann) if player.id == 17 else ann
    assert other.complete("move", "text", "") == []
    assert "•" in text_of(player.use("move", text=value))
    assert table_of(ann).match.decision_count == 1


def test_an_ambiguous_text_shows_its_user_buttons(ann):
    player = current(ann, open_table(ann))
    (menu,) = player.use("move", text="take 1 from depot 2")
    assert (menu.user, menu.text.split("\n")[0]) == (player.id, "Which one?")
    assert all("depot 2" in label for label in menu.labels()[:-2])
    player.press(menu, "depot 2")
    assert table_of(ann).match.decision_count == 1
    assert menu.text == "✓ Played."


def test_questions_are_answered_privately(ann):
    bob = open_table(ann)
    player = current(ann, bob)
    assert "Bank" in [name for name, _ in ann.complete("what", "name", "ban")]
    answers = [player.use("what", name="bank"), player.use("why", text="end turn"), player.use("table")]
    answers += [player.use("picture"), player.use("score"), player.use("moves")]
    assert {each.user for messages in answers for each in messages} == {player.id}
    assert "**Bank**" in answers[0][0].text
    assert "**Ann**: 0" in text_of(answers[4])
    (picture,) = answers[3]
    assert [each["image"]["url"] for each in picture.embeds] == ["attachment://burgundy-0-table.png"]
    assert picture.files["burgundy-0-table.png"].startswith(b"\x89PNG")
    assert "Score: Ann 0, Bob 0." in picture.alts["burgundy-0-table.png"]


def test_an_undo_of_an_earlier_turn_waits_for_the_button_of_the_other_player(client, discord_table):
    ann = discord_table(TableManager(client, reading_seconds=0)).player(17, "Ann")
    bob = open_table(ann)
    player = current(ann, bob)
    while current(ann, bob) is player:
        player.press(last(ann), "1 ")
    other = current(ann, bob)
    other.press(last(ann), "1 ")
    (question,) = player.use("undo")
    assert (question.user, question.labels()) == (None, ["Agree"])
    other.press(question, "Agree")
    assert current(ann, bob) is player
    assert question.labels() == []


# --- lists ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def many_moves(client, discord_table) -> Player:
    """Return Ann at a table with more moves than buttons, whose only seat is hers."""
    storage: dict[str, str] = {}
    ann = discord_table(TableManager(client, storage)).player(17, "Ann")
    table = Table.open(client, "burgundy", ["17", "17"], seed="hello", names={"17": "Ann"}, page=0, pictures=False)
    rng = random.Random(1)
    while len(table.match.legal_actions()) <= 25:
        table.match.play(rng.choice(table.match.legal_actions()))
    storage[str(CHANNEL)] = table.save()
    return ann


def test_many_moves_are_a_list_with_pages(many_moves):
    ann = many_moves
    (menu,) = ann.use("moves")
    count = len(table_of(ann).match.legal_actions())
    seen: list[str] = []
    for _ in range(-(-count // 25)):
        seen += [option["value"] for option in menu.items[0]["options"]]
        assert ann.press(menu, "▶") == [menu]
    assert seen == [str(number) for number in range(1, count + 1)]
    assert menu.items[0]["placeholder"] == f"Choose a move: 1–25 of {count}"
    ann.press(menu, "◀")
    value = menu.items[0]["options"][-1]["value"]
    expected = table_of(ann).match.legal_actions()[int(value) - 1].notation
    ann.choose(menu, value)
    assert recorded_notations(table_of(ann).match)[-1] == expected


def test_the_pages_of_an_outdated_list_show_the_current_one(many_moves):
    ann = many_moves
    (menu,) = ann.use("moves")
    page = next(item["custom_id"] for item in menu.items if item.get("label") == "▶")
    ann.use("move", text="1")
    (changed,) = ann.press_id(menu, page)
    ids = [item["custom_id"] for item in changed.items]
    assert any(table_of(ann).menu_id in each for each in ids)


# --- hidden hands -----------------------------------------------------------------------------------------------------


def test_a_hand_is_shown_only_to_its_owner_in_one_message_that_changes(discord_table, toy_client):
    ann = discord_table(TableManager(toy_client)).player(17, "Ann")
    bob = open_table(ann, TOY.name)
    player = current(ann, bob)
    public = last(ann)
    assert public.labels() == ["My hand and moves", "Undo", "Help"]
    (hand,) = player.press(public, "My hand")
    assert (hand.user, public.labels()[0]) == (player.id, "My hand and moves")
    player.press(hand, "1 ")
    assert hand.user == player.id
    assert hand.labels()  # the next decision, or a button for it
    other = current(ann, bob)
    if other is not player:
        assert hand.text == "✓ Played."
        assert last(ann).mentions == [other.id]


def test_the_picture_of_a_hand_is_private(ann):
    bob = open_table(ann, "empires_north")
    player = current(ann, bob)
    (hand,) = player.press(last(ann), "My hand")
    match, seat = table_of(ann).match, table_of(ann).match.seat
    drawn = match.picture(seat, part="mine", names=["Ann", "Bob"], highlight="legal")
    assert list(hand.files.values()) == [drawn]
    public = [each for each in ann.table.server.messages if each.user is None]
    assert all("mine" not in name for each in public for name in each.files)
    other = bob if player is ann else ann
    (waiting,) = other.press(last(ann), "My hand")
    assert waiting.user == other.id
    assert list(waiting.files) == ["empires_north-0-table.png", "empires_north-0-mine.png"]
    assert waiting.items == []


# --- whole matches ----------------------------------------------------------------------------------------------------


def finish(players: list[Player], step: Callable[[Player], None]) -> str:
    """Play with a function until the match is over, and return the last message."""
    while not table_of(players[0]).match.is_over:
        before = table_of(players[0]).match.decision_count
        step(current(*players))
        assert table_of(players[0]).match.decision_count > before
    return last(players[0]).text


def test_a_whole_match_by_buttons(ann):
    bob = open_table(ann, "dice_settlers", language="fr")
    ann.use("pictures", switch="off")
    rng = random.Random(2)

    def step(player: Player) -> None:
        menu = [each for each in ann.table.server.messages if each.channel == ann.channel and each.items][-1]
        if menu.items[0]["type"] == SELECT:
            player.choose(menu, rng.choice(menu.items[0]["options"])["value"])
        else:
            moves = [item for item in menu.items if ":move:" in item["custom_id"]]
            player.press_id(menu, rng.choice(moves)["custom_id"])

    assert "🏁" in finish([ann, bob], step)


def test_a_whole_match_with_hidden_hands_by_slash_commands(ann):
    bob = open_table(ann, "empires_north")
    ann.use("pictures", switch="off")
    rng = random.Random(3)

    def step(player: Player) -> None:
        player.use("move", text=rng.choice(player.complete("move", "text", ""))[1])

    assert "🏁" in finish([ann, bob], step)
