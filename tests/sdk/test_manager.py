"""Table manager: tables per channel that users open, join and close, and that survive a restart."""

from __future__ import annotations

import pytest

from referee_sdk import Match, ServerError
from referee_sdk.chat import BotSeat, TableManager, TextCommands, departures
from tests.sdk.matches import joined_text


@pytest.fixture
def storage() -> dict[str, str]:
    return {}


@pytest.fixture
def manager(client, storage) -> TableManager:
    return TableManager(client, storage, reading_seconds=0)


def open_for_two(manager: TableManager) -> None:
    """Open a table for Ann (17) and Bob (18)."""
    manager.open("#games", "17", "burgundy", name="Ann")
    manager.join("#games", "18", name="Bob")


def test_a_table_waits_until_its_seats_are_taken(manager):
    assert joined_text(manager.open("#games", "17", "burgundy", name="Ann")) == (
        "**The Castles of Burgundy**: Ann. Seats free: 1. Say `join` to sit down."
    )
    assert "Seats free: 1." in joined_text(manager.say("#games", "17", "1"))
    assert "`join` sits down" in joined_text(manager.say("#games", "17", "help"))
    assert joined_text(manager.say("#games", "17", "what is the bank")).startswith("**Bank**: ")
    assert joined_text(manager.join("#games", "17")) == "You already have a seat here, Ann."
    assert joined_text(manager.join("#games", "18", name="Bob")).startswith("**The Castles of Burgundy**: Ann, Bob")
    assert joined_text(manager.join("#games", "19")).startswith("All seats here are taken")


def test_every_channel_has_its_own_table(manager):
    open_for_two(manager)
    manager.open("#else", "17", "settlement", seats=1, language="fr")
    assert manager.table("#games").match.game == "burgundy"
    assert joined_text(manager.say("#else", "17", "score")).startswith("**17** : 0")
    assert (
        joined_text(manager.open("#else", "17", "burgundy", language="fr"))
        == "Il y a déjà une table ici ; `fermer` la ferme."
    )


def test_tables_survive_a_restart(manager, client, storage):
    open_for_two(manager)
    mover = manager.table("#games").current_player
    manager.say("#games", mover, "1")
    restarted = TableManager(client, storage)
    assert restarted.table("#games").match.state == manager.table("#games").match.state
    assert "↩️" in joined_text(restarted.say("#games", mover, "undo"))


def test_only_players_close_a_table(manager, storage):
    open_for_two(manager)
    assert joined_text(manager.close("#games", "99")) == "Only players may close the table."
    assert joined_text(manager.close("#games", "18")) == "Bob closed the table."
    assert storage == {}
    assert joined_text(manager.close("#games", "18")) == "There is no table here; `new GAME` opens one."


def test_a_waiting_table_can_be_closed(manager):
    manager.open("#games", "17", "burgundy", name="Ann")
    assert joined_text(manager.close("#games", "17")) == "Ann closed the table."
    assert manager.lobby("#games") is None


def test_a_table_that_cannot_be_set_up_leaves_the_channel_free(manager, storage):
    unknown = joined_text(manager.open("#games", "17", "tiddlywinks"))
    assert unknown.startswith("There is no game “tiddlywinks”. Games: `burgundy` (The Castles of Burgundy, 2 to 4 ")
    assert joined_text(manager.open("#games", "17", "burgundy", seats=1)) == (
        "The Castles of Burgundy is for 2 to 4 players."
    )
    refused = manager.open("#games", "17", "burgundy", bot=BotSeat("genius"), language="fr")
    assert joined_text(refused) == "Il n'y a pas de robot « genius ». Robots : `random`, `greedy`, `search`."
    assert storage == {}
    open_for_two(manager)
    assert manager.table("#games") is not None


def test_a_table_that_cannot_be_loaded_now_is_not_lost(manager, client, storage, monkeypatch):
    open_for_two(manager)
    restarted = TableManager(client.with_language("en"), storage)

    def fail(*_):
        raise ServerError("The service is down.")

    with monkeypatch.context() as broken:
        broken.setattr(Match, "from_saved", fail)
        assert "The service is down." in joined_text(restarted.say("#games", "17", "score"))
    assert "Ann" in joined_text(restarted.say("#games", "17", "score"))


# --- leaving ----------------------------------------------------------------------------------------------------------


def test_a_bot_plays_for_a_user_who_leaves_until_the_user_comes_back(manager, client, storage):
    open_for_two(manager)
    left = joined_text(manager.leave("#games", "17"))
    assert "Ann has left; a bot plays on until Ann writes `come back`." in left
    assert manager.table("#games").current_player == "18"
    assert joined_text(manager.say("#games", "18", "score")).startswith("**Ann 🤖**: ")
    assert "A bot plays your seat, Ann" in joined_text(manager.say("#games", "17", "1"))
    restarted = TableManager(client, storage)
    assert "Ann is back." in joined_text(restarted.say("#games", "17", "come back"))
    assert set(restarted.table("#games").users) == {"17", "18"}
    assert joined_text(restarted.say("#games", "17", "come back")) == "You have your seat, Ann."


def test_the_last_user_does_not_leave_a_table_to_bots(manager):
    open_for_two(manager)
    manager.leave("#games", "17")
    count = manager.table("#games").match.decision_count
    assert joined_text(manager.say("#games", "18", "leave")).startswith("You are the last person here, Bob")
    assert manager.table("#games").match.decision_count == count


def test_a_seat_of_a_waiting_table_is_free_again(manager):
    manager.open("#games", "17", "burgundy", name="Ann", seats=3)
    manager.join("#games", "18", name="Bob")
    assert "Bob. Seats free: 2." in joined_text(manager.leave("#games", "17"))
    assert joined_text(manager.leave("#games", "18")) == "Bob closed the table."
    assert joined_text(manager.leave("#games", "18")) == "There is no table here; `new GAME` opens one."


def test_a_moderator_may_close_a_table(manager):
    open_for_two(manager)
    assert joined_text(manager.close("#games", "99", force=True)) == "99 closed the table."
    assert manager.table("#games") is None


def test_the_language_of_a_channel_is_known_after_a_restart(manager, client, storage):
    manager.open("#games", "17", "settlement", seats=1, language="fr")
    restarted = TableManager(client, storage)
    assert (restarted.language_of("#games"), restarted.language_of("#else")) == ("fr", "en")


def open_for_three(manager: TableManager) -> None:
    """Open a table for Ann (17), Bob (18) and Cleo (19)."""
    manager.open("#games", "17", "burgundy", name="Ann", seats=3)
    manager.join("#games", "18", name="Bob")
    manager.join("#games", "19", name="Cléo")


def test_the_remaining_players_agree_to_a_bot_for_an_absent_player(manager, client, storage):
    open_for_three(manager)
    assert joined_text(manager.say("#games", "18", "bot for ann")) == "Bob wants a bot to play for Ann. Cléo: `agree`?"
    assert joined_text(manager.say("#games", "18", "agree")) == "There is nothing to agree to."
    restarted = TableManager(client, storage, reading_seconds=0)  # the request survives
    assert "A bot plays for Ann now" in joined_text(restarted.say("#games", "19", "ok"))
    assert restarted.table("#games").users == ["18", "19"]
    assert "Ann is back." in joined_text(restarted.say("#games", "17", "je reviens"))


@pytest.mark.parametrize(("text", "answer"), [("no", "Cléo does not agree."), ("pas d'accord", "Cléo does not agree.")])
def test_a_player_may_decline_a_request(manager, text, answer):
    open_for_three(manager)
    manager.say("#games", "18", "bot for Ann")
    assert joined_text(manager.say("#games", "19", text)) == answer
    assert joined_text(manager.say("#games", "19", "agree")) == "There is nothing to agree to."
    assert manager.table("#games").users == ["17", "18", "19"]


def test_an_absent_player_who_writes_keeps_the_seat(manager):
    open_for_three(manager)
    manager.say("#games", "18", "bot for Ann")
    assert joined_text(manager.say("#games", "17", "score")).startswith("Ann is here, so no bot takes over.")
    assert joined_text(manager.say("#games", "19", "agree")) == "There is nothing to agree to."


def test_the_only_other_player_waits_before_a_bot_takes_over(manager, monkeypatch):
    open_for_two(manager)
    assert joined_text(manager.say("#games", "18", "un robot pour Ann")) == (
        "Ann may be thinking. If nothing comes, write it again in 5 min."
    )
    now = departures.monotonic()
    monkeypatch.setattr(departures, "monotonic", lambda: now + departures.AWAY_SECONDS + 1)
    assert "A bot plays for Ann now" in joined_text(manager.say("#games", "18", "bot for Ann"))
    assert manager.table("#games").users == ["18"]


def test_only_players_ask_for_a_bot_and_only_for_players(manager):
    open_for_two(manager)
    assert "You are watching" in joined_text(manager.say("#games", "99", "bot for Ann"))
    assert joined_text(manager.say("#games", "18", "bot for Zoe")) == (
        "No player here is called “Zoe”. Players: Ann, Bob."
    )


# --- restarts ---------------------------------------------------------------------------------------------------------


def test_a_waiting_table_survives_a_restart(manager, client, storage):
    manager.open("#games", "17", "burgundy", name="Ann", language="fr")
    restarted = TableManager(client, storage)
    assert restarted.language_of("#games") == "fr"
    assert restarted.room_channels == []
    assert joined_text(restarted.open("#games", "18", "burgundy")).startswith("Il y a déjà une table ici")
    assert joined_text(restarted.join("#games", "18", name="Bob")).startswith(
        "**Les Châteaux de Bourgogne** : Ann, Bob"
    )
    assert TableManager(client, storage).table("#games").users == ["17", "18"]


def test_a_move_is_saved_before_the_bots_play(manager, client, storage, monkeypatch):
    manager.open("#games", "17", "burgundy", name="Ann", bot=BotSeat("greedy"))
    table = manager.table("#games")

    def stop(*_, **__):
        raise KeyboardInterrupt  # the process ends during a search

    monkeypatch.setattr(Match, "play_bot", stop)

    def play_until_the_bot() -> None:
        while True:
            manager.say("#games", "17", table.match.legal_actions()[-1].notation)

    with pytest.raises(KeyboardInterrupt):
        play_until_the_bot()
    monkeypatch.undo()
    count = table.match.decision_count
    restarted = TableManager(client, storage, reading_seconds=0)
    assert restarted.table("#games").match.decision_count == count
    messages = restarted.say("#games", "17", "1")  # typed for the list before the bots played
    assert "greedy 🤖" in joined_text(messages)
    assert restarted.table("#games").current_player == "17"
    assert all(seat == 1 for seat in restarted.table("#games").match.decision_seats[count:])


def test_equal_bots_have_different_names(manager):
    opening = manager.open("#games", "17", "burgundy", name="Ann", seats=4, bot=BotSeat("greedy"))
    assert opening[0].text.endswith("Ann, greedy 1 🤖, greedy 2 🤖, greedy 3 🤖")


@pytest.mark.parametrize(
    "name", ["burgundy", "Burgundy", "castles", "The Castles of Burgundy", "châteaux", "bourgogne"]
)
def test_a_game_opens_by_its_name_or_title(manager, name):
    manager.open("#games", "17", name)
    assert manager.lobby("#games").game == "burgundy"


# --- text commands ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "language", "seats"),
    [
        ("new burgundy", "en", 2),
        ("ouvrir burgundy 3", "fr", 3),
        ("new game of castles of burgundy for 4 players", "en", 4),
        ("nouvelle partie de bourgogne à 3 joueurs", "fr", 3),
    ],
)
def test_a_text_opens_a_table_in_its_language(manager, text, language, seats):
    TextCommands(manager).handle("#games", "17", text)
    lobby = manager.lobby("#games")
    assert (lobby.game, lobby.language, lobby.seats) == ("burgundy", language, seats)


def test_a_table_lives_from_first_to_last_text_in_french(manager):
    commands = TextCommands(manager)
    assert "`burgundy` (Les Châteaux de Bourgogne, 2 à 4 joueurs)" in joined_text(commands.handle("#a", "17", "jeux"))
    assert "`ouvrir JEU" in joined_text(commands.handle("#a", "17", "bonjour"))
    assert joined_text(commands.handle("#a", "17", "ouvrir échecs")).startswith("Il n'y a pas de jeu « échecs »")
    assert "Places libres : 1" in joined_text(commands.handle("#a", "17", "ouvrir burgundy 2", name="Ann"))
    assert "À vous" in joined_text(commands.handle("#a", "18", "rejoindre", name="Bob"))
    assert joined_text(commands.handle("#a", "99", "fermer")) == "Seuls ceux qui jouent peuvent fermer la table."
    assert joined_text(commands.handle("#a", "18", "fermer")) == "Bob a fermé la table."
    assert "greedy 🤖" in joined_text(commands.handle("#a", "17", "ouvrir medievalia 2 greedy"))
    assert "déjà une table" not in joined_text(commands.handle("#a", "17", "play the peasant"))
