"""Chat table: moves, menus, rulings, undo, spectators, hidden information, languages, saving."""

from __future__ import annotations

import dataclasses
import re

import pytest

from referee_sdk import BadRequest, Chance, ServerError
from referee_sdk.chat import Message, Table
from referee_sdk.chat.texts import COMMANDS, TEXTS
from referee_sdk.core.calls import Calls
from tests.kernel.toy import GAME as TOY
from tests.sdk.matches import every_game, fewest_seats, joined_text, last_event, play_number, recorded_notations

USERS = ["Ann", "Bob"]


@pytest.fixture
def table(client) -> Table:
    table = Table.open(client, "burgundy", USERS, seed="hello", pictures=False)
    table.begin()
    return table


def reply(table: Table, user: str, text: str) -> str:
    """Return the text of all messages that a text of a user gets."""
    return joined_text(table.say(user, text))


def played(table: Table) -> str:
    """Return the notation of the last decision."""
    return recorded_notations(table.match)[-1]


# --- moves ------------------------------------------------------------------------------------------------------------


def test_the_first_messages_name_the_players_and_list_the_actions(client):
    first, *_, last = Table.open(client, "burgundy", USERS, seed="hello").begin()
    assert first.text == "**The Castles of Burgundy**: Ann, Bob"
    match = client.new_match("burgundy", seats=2, seed="hello")
    assert last.text.startswith(f"**Ann**: {match.turn.prompt}\n`1` {match.legal_actions()[0].label}\n")
    assert [choice.number for choice in last.choices] == list(range(1, 9))


def test_a_number_plays_the_action_of_the_menu(table):
    first = table.match.legal_actions()[0]
    messages = reply(table, "Ann", "1")
    assert played(table) == first.notation
    assert f"• {last_event(table.match, *USERS)}\n" in messages


def test_a_text_that_fits_one_action_plays_it(table):
    table.say("Ann", "take the church")
    assert played(table) == "take_tile die=1 depot=6 tile=church"


def test_a_text_that_fits_several_actions_shows_a_menu(table):
    (menu,) = table.say("Ann", "take 1 from depot 2")
    assert menu.text.splitlines()[0] == "Which one?"
    actions = {action.label: action.notation for action in table.match.legal_actions("take_tile", depot=2)}
    assert {choice.label for choice in menu.choices} == set(actions)
    table.say("Ann", str(menu.choices[1].number))
    assert played(table) == actions[menu.choices[1].label]


def test_notation_plays(table):
    table.say("Ann", "take_tile die=1 depot=1 tile=ship")
    assert played(table) == "take_tile die=1 depot=1 tile=ship"


@pytest.mark.parametrize(
    "text", ["place_tile die=1 tile=castle space=3", "why not place_tile die=1 tile=castle space=3"]
)
def test_an_illegal_move_shows_every_ruling_and_similar_moves(table, text):
    refusals = table.match.judge("place_tile die=1 tile=castle space=3").refusals
    messages = reply(table, "Ann", text)
    assert messages.count("✗") == len(refusals) == 4
    for refusal in refusals:
        assert f"✗ {refusal.message} *({refusal.title}, {refusal.source})*" in messages
    (number,) = re.findall(r"Similar legal moves:\n`(\d+)` ", messages)
    assert table.match.decision_count == 0
    suggested = table.match.legal_actions()[int(number) - 1].notation
    table.say("Ann", number)
    assert played(table) == suggested


def test_an_illegal_move_in_words_shows_its_ruling(table):
    messages = reply(table, "Ann", "end turn")
    assert "`end_turn`" in messages
    assert f"✗ {table.match.judge('end_turn').refusals[0].message}" in messages


def test_why_not_reports_a_legal_move(table):
    allowed = "That is allowed:\n`5` Take the church from depot 6 with die 1 (1 worker)"
    assert reply(table, "Ann", "why not take the church?") == allowed


@pytest.mark.parametrize("text", ["blah blah", "%%", "`@everyone` *now*", "x" * 3000, "hm " * 100_000])
def test_an_unclear_text_changes_nothing(table, text):
    messages = reply(table, "Ann", text)
    assert messages.startswith("I do not understand")
    assert "@everyone" not in messages
    assert table.match.decision_count == 0


@pytest.mark.parametrize(
    ("text", "message"), [("99", "There is no choice 99; there are 8."), ("0", "There is no choice 0")]
)
def test_a_number_outside_the_menu_is_reported(table, text, message):
    assert reply(table, "Ann", text).startswith(message)


def test_unreadable_notation_shows_the_form_of_the_verb(table):
    assert "take_tile die=… depot=… tile=…" in reply(table, "Ann", "take_tile colour=red")


def test_a_button_of_an_outdated_menu_plays_nothing(table):
    *_, menu = table.say("Ann", "moves")
    assert menu.menu_id == table.menu_id
    table.say("Ann", "take the church")
    messages = joined_text(table.choose("Ann", menu.menu_id, 1))
    assert messages.startswith("That list is old")
    assert table.match.decision_count == 1
    table.choose("Ann", table.menu_id, 1)
    assert table.match.decision_count == 2


def test_a_button_stays_valid_beside_a_menu_of_similar_moves(table):
    *_, menu = table.say("Ann", "moves")
    label = menu.choices[0].label
    (similar,) = table.say("Ann", "take 1 from depot 2")
    assert similar.menu_id == menu.menu_id
    table.choose("Ann", menu.menu_id, menu.choices[0].number)
    assert table.match.decision_count == 1
    assert recorded_notations(table.match) == [menu.choices[0].notation], label


def test_any_player_may_report_real_dice(client):
    table = Table.open(client, "burgundy", USERS, chance=Chance("table"))
    assert "what did chance bring?" in joined_text(table.begin())
    table.say("Zoe", "1")
    assert table.match.decision_count == 0
    table.say("Bob", "1")
    assert table.match.decision_count == 1
    assert "what did chance bring?" not in reply(table, "Bob", "why not the bank")
    line = table.match.legal_actions()[-1].notation
    assert "=" in line
    assert reply(table, "Ann", f"why not {line}") == "That is allowed:\n`6` A turquoise goods tile is drawn"
    table.say("Ann", line)
    assert table.match.decision_count == 2


# --- commands ---------------------------------------------------------------------------------------------------------


def test_long_menus_have_pages(client):
    table = Table.open(client, "burgundy", USERS, seed="hello", page=3)
    *_, first = table.begin()
    assert first.text.endswith("… 5 more: say `more`, or write what you want to do.")
    (second,) = table.say("Ann", "more")
    assert [choice.number for choice in second.choices] == [4, 5, 6]
    (third,) = table.say("Ann", "more")
    (fourth,) = table.say("Ann", "more")
    assert [choice.number for choice in third.choices + fourth.choices] == [7, 8, 1, 2, 3]
    table.say("Ann", "8")
    assert table.match.decision_count == 1


def test_spectators_may_ask_for_score_table_and_help(table):
    assert reply(table, "Zoe", "score") == "**Ann**: 0\n**Bob**: 0"
    assert reply(table, "Zoe", "table").startswith("```\n")
    assert "`take_tile die=… depot=… tile=…`" in reply(table, "Zoe", "help")


def test_only_the_current_player_may_move(table):
    assert reply(table, "Bob", "1") == "It is Ann's turn."
    (message,) = table.say("Zoe", "1")
    assert (message.to, message.text.startswith("You are watching, Zoe")) == ("Zoe", True)
    assert table.match.decision_count == 0


# --- undo -------------------------------------------------------------------------------------------------------------


def test_undo_needs_no_consent_if_nothing_was_revealed(table):
    table.say("Ann", "1")
    messages = reply(table, "Ann", "undo")
    assert messages.startswith("↩️ Ann took a move back.")
    assert table.match.decision_count == 0


def play_until_bob(table: Table) -> None:
    """Play Ann's turn."""
    while table.current_player == "Ann":
        play_number(table)


def test_undo_needs_the_consent_of_others_if_the_moves_revealed_something(table):
    play_until_bob(table)
    table.say("Bob", "1")
    decision_count = table.match.decision_count
    assert reply(table, "Ann", "undo").startswith(
        "Ann wants to take a move back, but another player has moved since. Bob: "
    )
    assert reply(table, "Ann", "agree") == "There is nothing to agree to."
    assert table.match.decision_count == decision_count
    assert "Bob agrees.\n↩️ Ann took a move back." in reply(table, "Bob", "agree")
    assert table.current_player == "Ann"


def test_a_move_cancels_the_undo_request(table):
    play_until_bob(table)
    table.say("Bob", "1")
    table.say("Ann", "undo")
    table.say("Bob", "1")
    assert reply(table, "Bob", "agree") == "There is nothing to agree to."


def test_a_user_without_moves_has_nothing_to_undo(table):
    assert reply(table, "Bob", "undo") == "You have nothing to take back, Bob."
    assert reply(table, "Zoe", "undo") == "You have nothing to take back, Zoe."


# --- languages, limits, names -----------------------------------------------------------------------------------------


def test_a_table_can_be_in_french(client):
    table = Table.open(client, "burgundy", USERS, language="fr", seed="hello")
    assert "**Ann** : À vous" in joined_text(table.begin())
    messages = reply(table, "Ann", "prendre l'église")
    assert played(table) == "take_tile die=1 depot=6 tile=church"
    assert f"• {last_event(table.match, *USERS)}\n" in messages
    assert "• Ann prend " in messages
    assert reply(table, "Ann", "annuler").startswith("↩️ Ann a repris un coup.")
    assert "Ce n'est pas permis :" in reply(table, "Ann", "pourquoi pas finir le tour ?")
    assert "**Jouer** : un **numéro**" in reply(table, "Ann", "aide")
    assert reply(table, "Ann", "d’accord") == "Il n'y a rien à accepter."


def test_every_command_gets_a_message(table):
    for text in COMMANDS:
        assert table.say("Ann", text), text


@every_game
def test_no_message_is_longer_than_the_limit(client, game):
    users = [f"Person {seat}" for seat in range(fewest_seats(game))]
    table = Table.open(client, game, users, seed="1", limit=300, pictures=False)
    messages = table.begin()
    for _ in range(8):
        for text in ("table", "score", "help", "moves", "more", "why not x", "1"):
            messages += table.say(str(table.current_player), text)
    assert max(len(message.text) for message in messages) <= 300
    assert all(message.text.strip() for message in messages)


def test_names_are_escaped(client):
    table = Table.open(client, "burgundy", ["*Ann*", "@everyone"], seed="hello")
    assert joined_text(table.begin()).startswith(r"**The Castles of Burgundy**: \*Ann\*, ＠everyone")


def test_users_may_have_ids_and_display_names(client):
    table = Table.open(client, "burgundy", ["17", "18"], names={"17": "Ann", "18": "Bob"}, seed="hello")
    table.begin()
    assert "Ann takes" in reply(table, "17", "1")
    assert "You are watching" in reply(table, "Ann", "1")


# --- hidden information -----------------------------------------------------------------------------------------------


@pytest.fixture
def hidden(toy_client) -> Table:
    """Return a table of the toy game, in which hands are hidden."""
    return Table.open(toy_client, TOY.name, USERS, seed="1")


def test_hidden_hands_go_only_to_their_owner(hidden):
    messages = hidden.begin()
    user = hidden.current_player
    assert all(message.to == user for message in messages if message.choices)
    assert any(message.to is None and "in private" in message.text for message in messages)
    own = hidden.say(user, "table")
    assert {message.to for message in own} == {user}
    assert {message.to for message in hidden.say("Zoe", "table")} == {None}


def test_public_messages_do_not_depend_on_hidden_hands(toy_client):
    """Different seeds deal different hands, but all public messages are equal."""
    public = set()
    for seed in range(12):
        table = Table.open(toy_client, TOY.name, USERS, seed=str(seed))
        hands = {player["hand"] and str(player["hand"]) for player in table.match.state["board"]["players"]}
        assert hands
        public_text = joined_text([each for each in table.begin() if each.to is None])
        user = table.current_player
        for text in ("why not give", "nonsense", "more", "99", "ask", "why not build", "build stall=none", "table"):
            assert {message.to for message in table.say(user, text)} == {user}, text
        for text in ("help", "score", "moves", "undo", "1"):
            public_text += joined_text([each for each in table.say("Zoe", text) if each.to is None])
        public.add(re.sub("Ann|Bob", "user", public_text))
    assert len(public) == 1


# --- saving and failures ----------------------------------------------------------------------------------------------


@every_game
def test_a_table_is_saved_as_one_string_and_resumed(client, game):
    users = [f"Person {seat}" for seat in range(fewest_seats(game))]
    table = Table.open(client, game, users, language="fr", seed="1", page=4, pictures=False)
    table.begin()
    for _ in range(4):
        table.say(table.current_player, "1")
    resumed = Table.resume(client, table.save())
    assert (resumed.seats, resumed.page, resumed.match.state) == (table.seats, 4, table.match.state)
    assert resumed.begin()[-1] == table.say(table.current_player, "coups")[-1]
    assert resumed.save() == table.save()


def test_a_string_that_is_not_a_table_is_a_bad_request(client, table):
    for string in (table.match.save(), "hello", ""):
        with pytest.raises(BadRequest):
            Table.resume(client, string)


def test_a_failing_service_changes_nothing(table, monkeypatch):
    def fail(*_, **__):
        raise ServerError("The service is down.")

    with monkeypatch.context() as broken:
        broken.setattr(Calls, "move", fail)
        (message,) = table.say("Ann", "1")
    assert message == Message(TEXTS["en"]["failed"].format(reason="The service is down."), "Ann")
    assert "• Ann takes" in reply(table, "Ann", "1")


def test_the_last_messages_have_score_and_winner(client):
    table = Table.open(client, "settlement", ["Ann"], seed="1", pictures=False)
    messages = joined_text(table.begin())
    while not table.match.is_over:
        messages = play_number(table, len(table.match.legal_actions()))
    assert "🏁 Ann won." in messages
    assert reply(table, "Ann", "1").startswith("The game is over.")
    assert reply(table, "Ann", "moves").startswith("The game is over.")


def test_the_last_messages_of_a_solo_game_have_the_printed_bot(client):
    table = Table.open(client, "dice_settlers", ["Ann"], seed="1", pictures=False)
    name = table.match.score().rivals[0].label
    assert reply(table, "Ann", "score") == f"**Ann**: 0\n**{name}**: 0"
    messages = ""
    while not table.match.is_over:
        messages = play_number(table, len(table.match.legal_actions()))
    result = table.match.result
    assert result.winners == ("bot",)
    assert result.ranking == (("bot",), (0,))
    assert f"**{name}**: {result.rivals[0].score}\n" in messages
    assert f"🏁 {name} won." in messages
    record = table.match.record()
    assert record.result == {"winners": ["bot"], "scores": list(result.scores), "rivals": result.rival_scores}
    assert client.replay(record).valid
    too_many = {**record.result, "rivals": {"bot": result.rivals[0].score + 1}}
    assert not client.replay(dataclasses.replace(record, result=too_many)).valid
