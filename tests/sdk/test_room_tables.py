"""Tables of a chat in a room: users play seats from the chat while other seats play elsewhere."""

from __future__ import annotations

import io
import re
import subprocess
import sys

import pytest

from referee_sdk import BadRequest, NewRoom, Room
from referee_sdk.chat import Message, Table, TableManager, TextCommands
from referee_sdk.commands import play
from referee_sdk.terminal import Terminal
from tests.sdk.matches import joined_text
from tests.sdk.rooms import new_room_with_bot


@pytest.fixture
def new(live) -> NewRoom:
    return live.new_room("medievalia", names=["", "Bob"])


@pytest.fixture
def bob(live, new) -> Room:
    """Return the room of seat 1, which plays in a browser."""
    return live.join(new.links.seats[1])


@pytest.fixture
def table(live, new) -> Table:
    """Return a table at which Ann (user 17) has seat 0."""
    return Table.join(live, {"17": new.links.seats[0]}, names={"17": "Ann"}, pictures=False)


def play_until_turn_of(seat: int, table: Table, bob: Room) -> list[Message]:
    """Play until a seat is to move, and return the messages of the last look."""
    messages: list[Message] = []
    for _ in range(60):
        messages = table.refresh()
        bob.refresh()
        if bob.seat == seat:
            return messages or table.say("17", "moves")
        if bob.is_own_turn:
            bob.play(0)
        else:
            table.say("17", "1")
    raise AssertionError("the other seat moved all the time")


def play_until_private(table: Table, bob: Room) -> list[Message]:
    """Play until Ann is to move and has a hidden hand, and return the messages of the last look."""
    for _ in range(60):
        messages = play_until_turn_of(0, table, bob)
        if any(message.to == "17" for message in messages):
            return messages
        table.say("17", "1")
    raise AssertionError("Ann has no hidden hand")


# --- tables -----------------------------------------------------------------------------------------------------------


def test_a_chat_and_another_client_play_one_match(table, bob):
    assert [player.name for player in bob.players] == ["Ann", "Bob"]
    assert table.begin()[0].text == "**Medievalia**: Ann, Bob"
    for _ in range(400):
        table.refresh()
        bob.refresh()
        if bob.is_over:
            break
        if bob.is_own_turn:
            bob.play(bob.legal_actions()[-1])
            news = joined_text(table.refresh())
            assert "Bob" in news or table.match.is_over
        else:
            count = table.match.decision_count
            last = len(table.match.legal_actions())
            table.say("17", str(last))
            assert table.match.decision_count > count
    assert table.match.is_over
    assert table.match.score() == bob.score()
    assert "🏁" in joined_text(table.say("17", "score"))
    assert table.match.record().moves == bob.record().to_record().moves


def test_events_and_menus_show_no_secret_to_the_channel(table, bob):
    messages = play_until_private(table, bob)
    assert any("in private" in message.text for message in messages if message.to is None)
    (menu,) = [message for message in messages if message.choices]
    assert menu.to == "17"
    own, public = table.match.seats[0], table.match
    hidden = {event.text for event in own.events} - {event.text for event in public.events}
    assert hidden  # what Ann drew
    for message in [*messages, *table.say("17", "1"), *table.say("17", "table"), *table.say("99", "table")]:
        if message.to is None:
            assert not any(text in message.text for text in hidden)


def test_refresh_says_what_others_did_once(table, bob):
    play_until_turn_of(1, table, bob)
    while bob.is_own_turn:
        bob.play(0)
    messages = table.refresh()
    assert "• Bob " in messages[0].text
    assert any(message.choices for message in messages)
    assert table.refresh() == []
    table.match.seats[0].rename("Anna")
    assert table.refresh() == []
    assert table.match.public.players[0].name == "Anna"


def test_a_number_for_an_old_position_plays_nothing(live, new, table, bob):
    play_until_turn_of(0, table, bob)
    live.join(new.links.seats[0]).play(0)  # Ann's own browser
    count, menu_id = table.match.decision_count, table.menu_id
    bob.refresh()
    played = len(bob.played)
    messages = table.choose("17", menu_id, 1)
    assert "• Ann " in joined_text(messages)
    assert table.match.decision_count == played > count
    bob.refresh()
    assert len(bob.played) == played


def test_a_move_that_is_overtaken_plays_nothing(live, new, table, bob, monkeypatch):
    play_until_turn_of(0, table, bob)
    line = table.match.legal_actions()[0].notation
    other = live.join(new.links.seats[0])
    monkeypatch.setattr(table, "refresh", lambda: [])  # the other move arrives after the look
    other.play(0)
    messages = table.say("17", line)
    assert messages[0].text.startswith("Others have changed the position")
    bob.refresh()
    assert len(bob.played) == len(other.played)


def test_other_users_watch(table, bob):
    assert joined_text(table.say("99", "1")).startswith("You are watching")
    assert joined_text(table.say("99", "rematch")).startswith("You are watching")
    board = table.say("99", "table")
    assert board[0].to is None
    play_until_turn_of(1, table, bob)
    assert joined_text(table.say("17", "1")) == "It is Bob's turn."


def test_undo_follows_the_rule_of_the_room(live):
    new = live.new_room("burgundy", names=["", ""])
    users = {"17": new.links.seats[0], "18": new.links.seats[1]}
    table = Table.join(live, users, names={"17": "Ann", "18": "Bob"}, pictures=False)
    mover, other = ("17", "18") if table.current_player == "17" else ("18", "17")
    name = table.names[mover]
    assert joined_text(table.say(other, "undo")).startswith("You have nothing to take back")
    assert joined_text(table.say(mover, "undo")).startswith("You have nothing to take back")
    before = len(table.match.events)
    action = table.match.legal_actions("take_workers")[0]
    table.say(mover, action.notation)
    assert len(table.match.events) > before
    undone = table.say(mover, "undo")
    assert undone[0].text == f"↩️ {name} took a move back."
    assert len(table.match.events) == before
    assert table.refresh() == []
    while table.current_player == mover:
        table.say(mover, "1")
    assert "There is no move of yours to take back" in joined_text(table.say(mover, "undo"))


def test_an_undo_elsewhere_is_shown(live):
    new = live.new_room("burgundy")
    room = next(each for each in map(live.join, new.links.seats) if each.is_own_turn)
    room.play(room.legal_actions("take_workers")[0])
    table = Table.join(live, {"17": new.links.watcher}, pictures=False)
    room.undo()
    assert table.refresh()[0].text.startswith("↩️ A move was taken back.")


def test_a_table_is_saved_with_its_room(live, new, table, bob):
    play_until_turn_of(1, table, bob)
    saved = table.save()
    while bob.is_own_turn:
        bob.play(0)
    resumed = Table.resume(live, saved)
    assert (resumed.seats, resumed.names, resumed.users) == (("17", None), {"17": "Ann"}, ["17"])
    messages = resumed.refresh()
    assert "• Bob " in messages[0].text
    assert any(message.choices for message in messages)
    count = resumed.match.decision_count
    resumed.say("17", "1")
    assert resumed.match.decision_count > count


def test_a_bot_in_the_room_is_moved_by_the_service(live):
    new = new_room_with_bot(live, "medievalia")
    table = Table.join(live, {"17": new.links.seats[0]}, names={"17": "Ann"}, pictures=False)
    assert table.begin()[0].text == "**Medievalia**: Ann, random 🤖"
    for _ in range(40):
        if table.match.decision_seats and 1 in table.match.decision_seats and table.current_player == "17":
            break
        if table.current_player == "17":
            table.say("17", "1")
        else:
            table.room.wait(5)
            table.refresh()
    assert 1 in table.match.decision_seats


def test_a_user_comes_back_after_a_bot(live, new, table, bob):
    play_until_turn_of(1, table, bob)
    live.join(new.links.seats[0]).put_bot(0, "random")  # Ann's own browser
    assert joined_text(table.say("17", "draw")) == "A bot plays your seat, Ann: say `come back` to play again."
    assert joined_text(table.say("17", "come back")).startswith("Ann is back.")


def test_a_bot_of_the_room_plays_for_a_user_who_leaves(table, bob):
    play_until_turn_of(0, table, bob)
    assert joined_text(table.say("17", "leave")).startswith("Ann has left; a bot plays on")
    bob.refresh()
    assert bob.players[0].bot is not None
    assert "Ann is back." in joined_text(table.say("17", "come back"))
    bob.refresh()
    assert bob.players[0].bot is None


def test_the_room_decides_whether_a_user_is_away(live, new, table):
    table.add_seat("18", new.links.seats[1], name="Bob")
    (refusal,) = table.say("17", "bot for Bob")
    assert (refusal.to, refusal.text.startswith("Bob wants")) == ("17", False)
    assert live.join(new.links.seats[0]).players[1].bot is None
    assert table.users == ["17", "18"]
    assert table.match.public.players[0].bot is None


def test_a_bot_is_called_for_a_player_elsewhere(table, bob, monkeypatch):
    play_until_turn_of(1, table, bob)
    assert joined_text(table.say("17", "bot for Zoe")).endswith("Players: Ann, Bob.")
    (refusal,) = table.say("17", "bot for bob")
    assert (refusal.to, refusal.text.startswith("Bob is there, or a bot plays already.")) == ("17", True)
    monkeypatch.setattr(table.room, "put_bot", lambda seat, requester: bob.put_bot(seat) or table.room.look())
    assert joined_text(table.say("17", "bot for Bob")).startswith("A bot plays for Bob now, until Bob comes back.")
    assert "Bob" not in joined_text(table.say("17", "bot for Bob")).partition("Players: ")[2]


def test_the_name_of_a_user_shows_that_a_bot_of_the_room_plays(table, bob):
    play_until_turn_of(0, table, bob)
    assert "Ann 🤖" in joined_text(table.say("17", "leave")) + joined_text(table.say("17", "score"))
    assert "Ann is back" in joined_text(table.say("17", "come back"))
    table.refresh()  # the bot may have moved, and its moves have its sign
    assert "🤖" not in joined_text(table.say("17", "score"))


def test_a_rematch_is_played_at_the_same_table(live, new, table, bob):
    assert joined_text(table.say("17", "rematch")) == "A rematch follows the end of the match."
    bob.resign()
    assert "🏳️" in joined_text(table.refresh())
    bob.rematch()
    assert "A rematch is open" in joined_text(table.refresh())
    messages = table.say("17", "rematch")
    assert messages[0].text == "**Medievalia**: Ann, Bob"
    assert table.room.public.id == bob.rematch().id != new.id
    assert not table.match.is_over


def test_pictures_show_what_each_may_see(live, new, bob):
    table = Table.join(live, {"17": new.links.seats[0]}, names={"17": "Ann"}, pictures=False)
    play_until_private(table, bob)
    table.pictures = True
    messages = table.say("17", "moves")
    pictures = [
        (message.to, [each.name for each in message.attachments]) for message in messages if message.attachments
    ]
    count = table.match.decision_count
    assert pictures[0] == (None, [f"medievalia-{count}-table.png"])
    assert pictures[-1][0] == "17"
    assert all("-mine" not in name for to, names in pictures if to is None for name in names)


# --- managers ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def storage() -> dict[str, str]:
    return {}


@pytest.fixture
def manager(live, storage) -> TableManager:
    return TableManager(live, storage, pictures=False)


def test_users_of_a_channel_join_a_room_by_links(manager, storage, live, new):
    text = joined_text(manager.join_room("#a", "17", new.links.seats[0], name="Ann"))
    assert text.startswith("**Medievalia**: Ann, Bob")
    assert "⚠️" not in text
    public = manager.say("#a", "18", f"here: <{new.links.seats[1]}>")
    assert public[0].text == "⚠️ Anyone who reads that link can play the seat: delete your message, 18."
    assert "18 plays seat 1." in joined_text(public)
    assert manager.table("#a").seats == ("17", "18")
    assert manager.join_room("#a", "19", new.links.seats[1])[0].text == "18 plays that seat here."
    restarted = TableManager(live, storage)
    assert restarted.room_channels == ["#a"]
    assert restarted.table("#a").users == ["17", "18"]
    assert [access.id for access in restarted.room_accesses("#a")] == [new.id] * 2


def test_a_link_for_watchers_shows_the_room(manager, new, bob):
    manager.join_room("#a", "17", new.links.watcher)
    assert manager.table("#a").users == []
    for _ in range(3):
        bob.refresh()
        if bob.is_own_turn:
            bob.play(0)
            assert "• Bob " in joined_text(manager.refresh("#a"))
    assert manager.close("#a", "17")[0].text == "17 closed the table."


WRONG_LINKS = [
    ("en", "nonsense", "That is not the link of a room"),
    ("fr", "https://referee.example/#/room/x", "Ce n'est pas le lien d'un salon"),
    ("en", "https://other.example/#/room/abc/def", "That link is of https://other.example; "),
    ("fr", "https://other.example/#/room/abc/def", "Ce lien mène à https://other.example ; "),
]


@pytest.mark.parametrize(("language", "link", "start"), WRONG_LINKS)
def test_wrong_links_are_reported(manager, storage, language, link, start):
    (message,) = manager.join_room("#a", "17", link, language=language)
    assert message.text.startswith(start)
    assert storage == {}


def test_an_unknown_room_and_a_wrong_credential_are_reported(manager, live, new):
    address = live.base_url
    (message,) = manager.join_room("#a", "17", f"{address}/#/room/0~AAAAAAAAAAAAAAAAAAAAAA/x", language="fr")
    assert message.text.startswith("Vous ne pouvez pas entrer dans ce salon : Ce salon n'existe pas")
    (message,) = manager.join_room("#a", "17", f"{address}/#/room/{new.id}/x")
    assert message.text.startswith("You cannot join that room: The credential does not belong to this room")


def test_a_channel_has_one_table(manager, live, new):
    manager.open("#a", "17", "burgundy", seats=2)
    assert manager.join_room("#a", "17", new.links.seats[0])[0].text.startswith("There is a table here already")
    manager.join_room("#b", "17", new.links.seats[0])
    other = live.new_room("burgundy").links.seats[0]
    assert manager.join_room("#b", "17", other)[0].text.startswith("There is a table here already")


def test_users_may_see_the_service_at_another_address(live, new):
    manager = TableManager(live, pictures=False, rooms_url="https://referee.example/play")
    link = new.links.seats[0].replace(live.base_url, "https://referee.example/play")
    assert manager.join_room("#a", "17", link)[0].text.startswith("**Medievalia**")


def test_a_removed_room_is_one_clear_sentence(manager, storage, live, new):
    manager.join_room("#a", "17", new.links.seats[0], language="fr")
    saved = dict(storage)
    live.room(new.id, new.credentials.creator).remove()
    sentence = "Ce salon a expiré, a été supprimé par son créateur, ou a été perdu ; créez un autre salon."
    assert [message.text for message in manager.say("#a", "17", "1")] == [sentence]
    assert storage == {}
    assert manager.say("#a", "17", "1")[0].text.startswith("There is no table here")
    restarted = TableManager(live, saved)
    assert sentence in restarted.say("#a", "17", "1")[0].text
    assert saved == {}


def test_a_match_of_the_chat_has_no_room(client):
    table = Table.open(client, "burgundy", ["Ann", "Bob"], pictures=False)
    assert (table.room, table.is_gone, table.refresh()) == (None, False, [])
    with pytest.raises(BadRequest, match="has no room"):
        table.add_seat("Ann", "https://referee.example/#/room/a/b")


def test_a_link_of_watchers_is_no_secret_and_all_users_read_what_it_gives(manager, new):
    for channel in ("#a", "#b"):
        text = joined_text(manager.say(channel, "19", new.links.watcher))
        assert "⚠️" not in text
    manager.say("#a", "18", new.links.seats[0])
    again = manager.say("#a", "19", new.links.watcher)
    assert (again[0].text.startswith("You are watching, 19"), again[0].to) == (True, None)
    taken = manager.say("#a", "19", new.links.seats[0])
    assert [message.text for message in taken[:2]] == [
        "⚠️ Anyone who reads that link can play the seat: delete your message, 19.",
        "18 plays that seat here.",
    ]
    assert taken[1].to is None  # a webhook sends no private message beside a public one


def test_news_and_the_answer_do_not_show_the_same_list_twice(table, new, bob):
    play_until_turn_of(1, table, bob)
    while bob.is_own_turn:
        bob.play(0)
    texts = [(message.text, message.to) for message in table.say("17", "moves")]
    assert len(texts) == len(set(texts))
    assert any("`1` " in text for text, _ in texts)


def test_a_text_command_joins_a_room(manager, new):
    text = joined_text(TextCommands(manager).handle("#a", "ann", f"join {new.links.seats[0]}"))
    assert text.startswith("⚠️ Anyone who reads that link can play the seat: delete your message, ann.")
    assert manager.table("#a").users == ["ann"]


# --- terminal ---------------------------------------------------------------------------------------------------------


PLAY = "import sys; from referee_sdk.commands.play import main; sys.exit(main())"


def test_a_terminal_plays_a_seat_and_waits_for_bots(live, server):
    new = new_room_with_bot(live, "settlement")
    done = subprocess.run(
        [sys.executable, "-c", PLAY, "--room", "-", "--names", "Ann", "--lang", "fr"],
        input="\n".join([new.links.seats[0], *["1"] * 400]),
        capture_output=True,
        text=True,
        timeout=200,
        check=True,
    )
    assert "Les autres places jouent ailleurs" in done.stdout
    assert "random 🤖" in done.stdout
    room = live.join(new.links.seats[0])
    assert room.players[0].name == "Ann"
    assert {move.seat for move in room.played} >= {0, 1}


def test_a_terminal_leaves_a_room(live, new):
    def leave(_: str) -> str:
        raise KeyboardInterrupt

    table = Table.join(live, dict.fromkeys(["Ann"], new.links.seats[0]), pictures=False)
    table.match.stay_present = lambda: None
    table.match.wait = leave
    out = io.StringIO()
    Terminal(table, out, leave).run()
    assert "You have left." in out.getvalue()


def test_the_command_reports_wrong_links(capsys):
    assert play.main(["--room", "nonsense"]) == 2
    assert re.search(r"referee-play: This is not the link of a room", capsys.readouterr().err)
