"""Table manager: tables per channel that users open, join and close, and that survive a restart."""

from __future__ import annotations

import pytest

from referee_sdk import Match, ServerError
from referee_sdk.chat import BotSeat, TableManager
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
    assert joined_text(manager.join("#games", "19")) == "There is a table here already; `close` ends it."


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
    assert joined_text(manager.close("#games", "18")) == "There is no table here; open one."


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
    assert "You are watching, Ann" in joined_text(manager.say("#games", "17", "1"))
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
    assert joined_text(manager.leave("#games", "18")) == "There is no table here; open one."


def test_a_moderator_may_close_a_table(manager):
    open_for_two(manager)
    assert joined_text(manager.close("#games", "99", force=True)) == "99 closed the table."
    assert manager.table("#games") is None


def test_the_language_of_a_channel_is_known_after_a_restart(manager, client, storage):
    manager.open("#games", "17", "settlement", seats=1, language="fr")
    restarted = TableManager(client, storage)
    assert (restarted.language_of("#games"), restarted.language_of("#else")) == ("fr", "en")
