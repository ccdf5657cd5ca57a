"""Messages of a chat that tell users what to do next: after questions, at a full table, after leaving, at the end."""

from __future__ import annotations

import pytest

from referee_sdk import RateLimited, ServerError, Unavailable
from referee_sdk.chat import BotSeat, Table, TableManager, TextCommands
from referee_sdk.chat.error_texts import error_text
from referee_sdk.chat.messages import escape_markdown
from referee_sdk.core.calls import Calls
from tests.sdk.matches import joined_text


@pytest.fixture
def table(client) -> Table:
    table = Table.open(client, "burgundy", ["Ann", "Bob"], seed="hello", pictures=False)
    table.begin()
    return table


@pytest.fixture
def commands(client) -> TextCommands:
    return TextCommands(TableManager(client, pictures=False, reading_seconds=0))


def say(commands: TextCommands, user: str, text: str) -> str:
    """Return the text of all messages after a text of Ann (17), Bob (18) or a spectator."""
    return joined_text(commands.handle("#games", user, text, name={"17": "Ann", "18": "Bob"}.get(user)))


# --- questions --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["why not 5", "can I 5?", "pourquoi pas le 5", "why not take the church?"])
def test_a_move_that_is_allowed_is_shown_as_the_list_shows_it(table, text):
    (message,) = table.say("Ann", text)
    assert message.text == "That is allowed:\n`5` Take the church from depot 6 with die 1 (1 worker)"
    assert [choice.number for choice in message.choices] == [5]
    assert table.match.decision_count == 0


def test_why_not_a_number_outside_the_list_says_so(table):
    assert joined_text(table.say("Ann", "why not 99")) == "There is no choice 99; there are 8."


def test_a_question_about_no_known_move_mentions_the_list(table):
    answer = joined_text(table.say("Ann", "why not 👍"))
    assert answer.startswith("I cannot tell which move you mean. Name it as `moves` shows it, or write `")


# --- seats ------------------------------------------------------------------------------------------------------------


def test_a_full_table_says_so_and_does_not_offer_to_end_the_match(commands):
    say(commands, "17", "new burgundy 2")
    say(commands, "18", "join")
    assert say(commands, "19", "join") == "All seats here are taken, so you watch. After leaving, `come back`."
    assert say(commands, "17", "join") == "You already have a seat here, Ann."
    say(commands, "17", "leave")
    assert say(commands, "17", "join").startswith("All seats here are taken")


@pytest.mark.parametrize("text", ["join the game", "join please", "rejoindre la table"])
def test_words_after_join_are_no_link(commands, text):
    say(commands, "17", "new burgundy 2")
    assert say(commands, "18", text).startswith("**The Castles of Burgundy**: Ann, Bob")


def test_a_user_who_has_left_reads_how_to_come_back(commands):
    say(commands, "17", "new burgundy 2")
    say(commands, "18", "join")
    say(commands, "17", "leave")
    assert say(commands, "17", "1") == "A bot plays your seat, Ann: say `come back` to play again."


def request_undo(commands: TextCommands) -> tuple[str, str, str]:
    """Request an undo that two users must agree to. Return its user, the user to move and the third user."""
    say(commands, "17", "new burgundy 3")
    say(commands, "18", "join")
    say(commands, "19", "join")
    table = commands.manager.table("#games")
    first = table.current_player
    while table.current_player == first:
        say(commands, first, "1")
    second = table.current_player
    say(commands, second, "1")
    assert table.current_player == second
    assert "`agree`?" in say(commands, first, "undo")
    (third,) = {"17", "18", "19"} - {first, second}
    return first, second, third


def test_a_user_who_leaves_need_not_agree_any_more(commands):
    _, agreeing, leaving = request_undo(commands)
    say(commands, leaving, "leave")
    assert "↩️" in say(commands, agreeing, "agree")


# --- channels without a table -----------------------------------------------------------------------------------------


def test_a_channel_without_table_says_how_to_open_one(commands):
    assert say(commands, "17", "join") == "There is no table here; `new GAME` opens one."
    assert say(commands, "17", "jouer bourgogne 2").startswith("**Les Châteaux de Bourgogne** : Ann.")


@pytest.mark.parametrize("text", ["quitter", "c'est quoi la banque", "comment jouer", "coucou", "aide"])
def test_a_french_text_without_table_is_answered_in_french(commands, text):
    assert say(commands, "17", text).startswith("`ouvrir JEU [PLACES] [ROBOT]` ouvre une table")


def test_wrong_numbers_of_seats_are_refused_in_correct_french(commands):
    assert say(commands, "17", "ouvrir bourgogne 99") == "Les Châteaux de Bourgogne est pour 2 à 4 joueurs."


# --- the end and errors -----------------------------------------------------------------------------------------------


def test_after_the_end_a_text_names_what_is_possible(client):
    table = Table.open(client, "medievalia", ["Ann", "Bob"], seed="1", pictures=False)
    table.begin()
    while not table.match.is_over:
        table.match.play_bot("random")
    over = "The game is over. `score` shows the points, `close` ends this table."
    assert joined_text(table.say("Ann", "hello")) == over
    assert joined_text(table.say("Ann", "leave")) == over
    assert joined_text(table.say("Ann", "bot for Bob")) == over
    assert joined_text(table.say("Ann", "picture")).count("The game is over.") == 1


@pytest.mark.parametrize(("language", "note"), [("en", "so `greedy` plays"), ("fr", ": `greedy` joue")])
def test_a_search_at_a_service_without_workers_does_not_stop_the_match(client, language, note):
    table = Table.open(client, "burgundy", ["Ann", BotSeat("search")], seed="hello", language=language, pictures=False)
    messages = joined_text(table.begin())
    for _ in range(4):
        messages += joined_text(table.say("Ann", "take workers" if language == "en" else "prendre des ouvriers"))
    assert note in messages
    assert messages.count("search 🤖") > 1
    assert table.current_player == "Ann"
    assert 1 in table.match.decision_seats


def test_what_bots_did_is_shown_also_if_the_service_fails_then(client, monkeypatch):
    table = Table.open(client, "burgundy", ["Ann", "Bob"], seed="hello", pictures=False)
    table.begin()

    def fail(*_, **__):
        raise ServerError("The service is down.")

    monkeypatch.setattr(Calls, "move", fail)
    monkeypatch.setattr(table, "refresh", lambda: table._reply("taken back"))
    texts = [message.text for message in table.say("Ann", "take the church")]
    assert texts[0] == "↩️ A move was taken back."
    assert texts[1].startswith("The referee cannot respond: The service is down.")


@pytest.mark.parametrize(
    ("error", "english", "french"),
    [
        (RateLimited("The service responded with status 429."), "too many requests", "trop de demandes"),
        (Unavailable("The service responded with status 503."), "does not respond now", "ne répond pas en ce moment"),
        (ServerError("The service responded with status 500.", status=500), "has failed", "une erreur s'est produite"),
    ],
)
def test_errors_without_a_sentence_of_the_service_have_one_in_both_languages(error, english, french):
    assert english in error_text(error, "en")
    assert french in error_text(error, "fr")
    assert "status" not in error_text(error, "fr") + error_text(error, "en")


def test_a_name_cannot_change_the_direction_of_a_line():
    assert escape_markdown("Ann\u202enna\u2066") == "Annnna"


# --- channels without a match -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["rejoindre", "rejoins", "fermer", "ferme"])
def test_a_channel_without_a_table_answers_in_the_language_of_the_command(commands, text):
    assert say(commands, "17", text) == "Il n'y a pas de table ici ; `ouvrir JEU` en ouvre une."
    assert say(commands, "17", "join") == "There is no table here; `new GAME` opens one."


def test_a_waiting_table_knows_all_words_to_join_and_close_it(commands):
    say(commands, "17", "ouvrir bourgogne 3")
    assert "Ann, Bob. Places libres : 1." in say(commands, "18", "rejoins")
    assert say(commands, "18", "ferme") == "Bob a fermé la table."


def test_a_small_word_of_a_title_names_no_game(commands):
    assert say(commands, "17", "ouvrir dés 4 greedy").startswith("Il n'y a pas de jeu « dés ». Jeux : ")
    assert "Bourgogne** : Ann." in say(commands, "17", "ouvrir les châteaux de bourgogne")


@pytest.mark.parametrize("text", ["comment ça marche ?", "how does this work?"])
def test_a_question_about_the_table_gets_help(table, text):
    assert "**Play**: " in joined_text(table.say("Ann", text))
