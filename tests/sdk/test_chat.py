"""A chat table: numbers, words and notation, paging, rulings, take-backs, spectators, secrets, languages, saving."""

from __future__ import annotations

import re

import pytest

from referee_sdk import BadRequest, Chance, ServerError
from referee_sdk.chat import Message, Table
from referee_sdk.chat.messages import code_block, escape_markdown, split_messages
from referee_sdk.chat.texts import COMMANDS, TEXTS
from tests.kernel.toy import GAME as TOY
from tests.sdk.matches import every_game, fewest_seats, texts

PEOPLE = ["Ann", "Bob"]


@pytest.fixture
def table(client) -> Table:
    table = Table.open(client, "burgundy", PEOPLE, seed="hello")
    table.begin()
    return table


def said(table: Table, person: str, text: str) -> str:
    return texts(table.say(person, text))


# --- moves ----------------------------------------------------------------------------------------------------------


def test_it_begins_with_who_plays_and_what_the_first_may_do(client):
    first, *_, last = Table.open(client, "burgundy", PEOPLE, seed="hello").begin()
    assert first.text == "**The Castles of Burgundy**: Ann, Bob"
    assert last.text.startswith("**Ann**: Your turn")
    assert last.text.splitlines()[1] == "`1` Take “bank” from depot 1 with die 1"
    assert [choice.number for choice in last.choices] == list(range(1, 9))


def test_a_number_plays_that_choice(table):
    assert "• Ann takes “bank” from depot 1." in said(table, "Ann", "1")
    assert table.match.decision_count == 1


def test_words_play_when_they_can_mean_one_thing(table):
    assert "• Ann takes “church” from depot 6." in said(table, "Ann", "take the church")


def test_words_that_mean_several_are_asked_about_and_a_number_answers(table):
    asked = said(table, "Ann", "take 1 from depot 2")
    assert asked.splitlines()[0] == "Which one?"
    assert "castle" in asked
    assert "bank”" not in asked
    number = re.search(r"`(\d)` Take “castle”", asked)[1]
    assert "• Ann takes “castle” from depot 2." in said(table, "Ann", number)


def test_notation_plays(table):
    assert "• Ann takes “ship” from depot 1." in said(table, "Ann", "take_tile die=1 depot=1 tile=ship")


@pytest.mark.parametrize(
    "text", ["place_tile die=1 tile=castle space=3", "why not place_tile die=1 tile=castle space=3"]
)
def test_an_illegal_move_gets_every_ruling_and_near_moves(table, text):
    answer = said(table, "Ann", text)
    assert answer.count("✗") == 4
    assert "You have no “castle” in storage. *(Only stored tiles are placed, §" in answer
    assert "Near moves:\n`1` " in answer
    assert table.match.decision_count == 0
    table.say("Ann", "1")
    assert table.match.decision_count == 1


def test_a_move_in_words_that_is_not_allowed_gets_its_ruling(table):
    answer = said(table, "Ann", "end turn")
    assert "`end_turn`" in answer
    assert "You still have dice" in answer


def test_why_not_says_when_it_is_allowed(table):
    assert said(table, "Ann", "why not take the church?") == "That is allowed: `take_tile die=1 depot=6 tile=church`."


@pytest.mark.parametrize("text", ["blah blah", "%%", "`@everyone` *now*", "x" * 3000, "hm " * 100_000])
def test_what_is_not_understood_is_said_so_and_changes_nothing(table, text):
    answer = said(table, "Ann", text)
    assert answer.startswith("I do not understand")
    assert "@everyone" not in answer
    assert table.match.decision_count == 0


@pytest.mark.parametrize(
    ("text", "answer"), [("99", "There is no choice 99; there are 8."), ("0", "There is no choice 0")]
)
def test_a_number_beyond_the_list_is_told(table, text, answer):
    assert said(table, "Ann", text).startswith(answer)


def test_broken_notation_is_answered_with_how_it_is_written(table):
    assert "take_tile die=… depot=… tile=…" in said(table, "Ann", "take_tile colour=red")


def test_an_old_button_plays_nothing(table):
    old = table.menu_id
    table.say("Ann", "take 1 from depot 2")
    answer = texts(table.choose("Ann", old, 1))
    assert answer.startswith("That list is old")
    assert table.match.decision_count == 0
    table.choose("Ann", table.menu_id, 1)
    assert table.match.decision_count == 1


def test_real_dice_are_reported_by_anybody_at_the_table(client):
    table = Table.open(client, "burgundy", PEOPLE, chance=Chance("table"))
    assert "what did chance bring?" in texts(table.begin())
    table.say("Zoe", "1")
    assert table.match.decision_count == 0
    table.say("Bob", "1")
    assert table.match.decision_count == 1


# --- questions ------------------------------------------------------------------------------------------------------


def test_long_lists_come_in_pages(client):
    table = Table.open(client, "burgundy", PEOPLE, seed="hello", page=3)
    *_, first = table.begin()
    assert first.text.endswith("… 5 more: say `more`, or write what you want to do.")
    (second,) = table.say("Ann", "more")
    assert [choice.number for choice in second.choices] == [4, 5, 6]
    (third,) = table.say("Ann", "more")
    (again,) = table.say("Ann", "more")
    assert [choice.number for choice in third.choices + again.choices] == [7, 8, 1, 2, 3]
    table.say("Ann", "8")
    assert table.match.decision_count == 1


def test_score_table_and_help_are_for_everybody(table):
    assert said(table, "Zoe", "score") == "**Ann**: 0\n**Bob**: 0"
    assert "Ann: 0 points, board 1" in said(table, "Zoe", "table")
    assert "`take_tile die=… depot=… tile=…`" in said(table, "Zoe", "help")


def test_only_whose_turn_it_is_may_move(table):
    assert said(table, "Bob", "1") == "It is Ann's turn."
    (told,) = table.say("Zoe", "1")
    assert (told.to, told.text.startswith("You are watching, Zoe")) == ("Zoe", True)
    assert table.match.decision_count == 0


# --- take-backs -----------------------------------------------------------------------------------------------------


def test_undo_takes_a_harmless_move_back(table):
    table.say("Ann", "1")
    answer = said(table, "Ann", "undo")
    assert answer.startswith("↩️ Ann took a move back.")
    assert table.match.decision_count == 0


def until_bob(table: Table) -> None:
    while table.current_player == "Ann":
        table.say("Ann", "1")


def test_what_was_revealed_needs_the_others_agreement(table):
    until_bob(table)
    table.say("Bob", "1")
    plies = table.match.decision_count
    assert said(table, "Ann", "undo").startswith(
        "Ann wants to take a move back, but somebody else has moved since. Bob: "
    )
    assert said(table, "Ann", "agree") == "There is nothing to agree to."
    assert table.match.decision_count == plies
    assert "Bob agrees.\n↩️ Ann took a move back." in said(table, "Bob", "agree")
    assert table.current_player == "Ann"


def test_a_move_ends_the_wait_for_agreement(table):
    until_bob(table)
    table.say("Bob", "1")
    table.say("Ann", "undo")
    table.say("Bob", "1")
    assert said(table, "Bob", "agree") == "There is nothing to agree to."


def test_who_has_not_moved_has_nothing_to_take_back(table):
    assert said(table, "Bob", "undo") == "You have nothing to take back, Bob."
    assert said(table, "Zoe", "undo") == "You have nothing to take back, Zoe."


# --- languages, limits, names ---------------------------------------------------------------------------------------


def test_in_french(client):
    table = Table.open(client, "burgundy", PEOPLE, language="fr", seed="hello")
    assert "**Ann** : À vous" in texts(table.begin())
    assert "• Ann prend « église » au dépôt 6." in said(table, "Ann", "prendre l'église")
    assert said(table, "Ann", "annuler").startswith("↩️ Ann a repris un coup.")
    assert "Ce n'est pas permis :" in said(table, "Ann", "pourquoi pas finir le tour ?")
    assert "Dites un **numéro**" in said(table, "Ann", "aide")
    assert said(table, "Ann", "d’accord") == "Il n'y a rien à accepter."


def test_both_languages_say_the_same_things():
    assert TEXTS["en"].keys() == TEXTS["fr"].keys()
    for word in TEXTS["en"]:
        blanks = [set(re.findall(r"\{(\w+)\}", TEXTS[language][word])) for language in ("en", "fr")]
        assert blanks[0] == blanks[1], word


def test_every_command_is_answered_in_both_languages(table):
    for spoken in COMMANDS:
        assert table.say("Ann", spoken), spoken


@every_game
def test_no_message_is_longer_than_the_limit(client, game):
    people = [f"Person {seat}" for seat in range(fewest_seats(game))]
    table = Table.open(client, game, people, seed="1", limit=300)
    messages = table.begin()
    for _ in range(8):
        for text in ("table", "score", "help", "moves", "more", "why not x", "1"):
            messages += table.say(str(table.current_player), text)
    assert max(len(message.text) for message in messages) <= 300
    assert all(message.text.strip() for message in messages)


def test_names_are_no_markup(client):
    table = Table.open(client, "burgundy", ["*Ann*", "@everyone"], seed="hello")
    assert texts(table.begin()).startswith(r"**The Castles of Burgundy**: \*Ann\*, ＠everyone")
    assert "*Ann*: 0 points" in said(table, "*Ann*", "table")


def test_people_may_be_known_by_ids(client):
    table = Table.open(client, "burgundy", ["17", "18"], names={"17": "Ann", "18": "Bob"}, seed="hello")
    table.begin()
    assert "Ann takes" in said(table, "17", "1")
    assert "You are watching" in said(table, "Ann", "1")


def test_texts_are_fitted_line_by_line():
    assert split_messages(["aa", "bb", "c" * 9], 5) == [Message("aa\nbb"), Message("cccc…")]
    assert [message.text for message in code_block("one\ntwo```", 13)] == ["```\none\n```", "```\ntwo'…\n```"]
    assert escape_markdown("a_b") == r"a\_b"


# --- secrets --------------------------------------------------------------------------------------------------------


@pytest.fixture
def hidden(toy_client) -> Table:
    """A table of the toy game, in which hands are hidden."""
    return Table.open(toy_client, TOY.name, PEOPLE, seed="1")


def test_hidden_hands_go_to_their_owner_alone(hidden):
    opened = hidden.begin()
    person = hidden.current_player
    assert all(message.to == person for message in opened if message.choices)
    assert any(message.to is None and "in private" in message.text for message in opened)
    own = hidden.say(person, "table")
    assert {message.to for message in own} == {person}
    assert {message.to for message in hidden.say("Zoe", "table")} == {None}


def test_nothing_that_everybody_reads_depends_on_a_hand(toy_client):
    """The same public messages, whatever the cards: hands that differ are dealt by different seeds."""
    public = set()
    for seed in range(12):
        table = Table.open(toy_client, TOY.name, PEOPLE, seed=str(seed))
        hands = {player["hand"] and str(player["hand"]) for player in table.match.state["board"]["players"]}
        assert hands
        told = texts([message for message in table.begin() if message.to is None])
        person = table.current_player
        for text in ("why not give", "nonsense", "more", "99", "ask", "why not build", "build stall=none", "table"):
            assert {message.to for message in table.say(person, text)} == {person}, text
        for text in ("help", "score", "moves", "undo", "1"):
            told += texts([message for message in table.say("Zoe", text) if message.to is None])
        public.add(re.sub("Ann|Bob", "somebody", told))
    assert len(public) == 1


# --- saving and failing ---------------------------------------------------------------------------------------------


@every_game
def test_a_table_is_saved_as_one_string_and_taken_up_again(client, game):
    people = [f"Person {seat}" for seat in range(fewest_seats(game))]
    table = Table.open(client, game, people, language="fr", seed="1", page=4)
    table.begin()
    for _ in range(4):
        table.say(table.current_player, "1")
    again = Table.resume(client, table.save())
    assert (again.seats, again.page, again.match.state) == (table.seats, 4, table.match.state)
    assert again.begin()[-1] == table.say(table.current_player, "coups")[-1]
    assert again.save() == table.save()


def test_what_is_no_saved_table_is_told_so(client, table):
    for strange in (table.match.save(), "hello", ""):
        with pytest.raises(BadRequest):
            Table.resume(client, strange)


def test_a_failing_service_loses_nothing(table, monkeypatch):
    def fail(*_, **__):
        raise ServerError("The service is away.")

    with monkeypatch.context() as broken:
        broken.setattr(table.match.client, "move", fail)
        (told,) = table.say("Ann", "1")
    assert told == Message(TEXTS["en"]["failed"].format(reason="The service is away."), "Ann")
    assert "• Ann takes “bank”" in said(table, "Ann", "1")


def test_the_end_is_told_with_the_score(client):
    table = Table.open(client, "settlement", ["Ann"], seed="1")
    answer = texts(table.begin())
    while not table.match.is_over:
        answer = said(table, "Ann", str(len(table.match.legal_actions())))
    assert "🏁 Ann won." in answer
    assert said(table, "Ann", "1") == "The game is over."
    assert said(table, "Ann", "moves") == "The game is over."
