"""A manager: tables at places, opened, joined, storage between runs, and closed by those who play."""

from __future__ import annotations

import pytest

from referee_sdk import Match, ServerError
from referee_sdk.chat import TableManager
from tests.sdk.matches import texts


@pytest.fixture
def storage() -> dict[str, str]:
    return {}


@pytest.fixture
def manager(client, storage) -> TableManager:
    return TableManager(client, storage)


def open_for_two(manager: TableManager) -> None:
    manager.open("#games", "17", "burgundy", name="Ann")
    manager.join("#games", "18", name="Bob")


def test_a_table_waits_until_its_seats_are_taken(manager):
    assert texts(manager.open("#games", "17", "burgundy", name="Ann")) == (
        "**burgundy**: Ann. Seats free: 1. Say `join` to sit down."
    )
    assert texts(manager.say("#games", "17", "1")) == "There is no table here; open one."
    assert texts(manager.join("#games", "17")) == "You already have a seat here, Ann."
    assert texts(manager.join("#games", "18", name="Bob")).startswith("**The Castles of Burgundy**: Ann, Bob")
    assert texts(manager.join("#games", "19")) == "There is a table here already; `close` ends it."


def test_every_place_has_its_own_table(manager):
    open_for_two(manager)
    manager.open("#else", "17", "settlement", seats=1, language="fr")
    assert manager.table("#games").match.game == "burgundy"
    assert texts(manager.say("#else", "17", "score")).startswith("**17** : 0")
    assert (
        texts(manager.open("#else", "17", "burgundy", language="fr")) == "Il y a déjà une table ici ; `close` la ferme."
    )


def test_tables_outlive_the_process(manager, client, storage):
    open_for_two(manager)
    mover = manager.table("#games").current_player
    manager.say("#games", mover, "1")
    again = TableManager(client, storage)
    assert again.table("#games").match.state == manager.table("#games").match.state
    assert "↩️" in texts(again.say("#games", mover, "undo"))


def test_only_players_close_a_table(manager, storage):
    open_for_two(manager)
    assert texts(manager.close("#games", "99")) == "Only players may close the table."
    assert texts(manager.close("#games", "18")) == "Bob closed the table."
    assert storage == {}
    assert texts(manager.close("#games", "18")) == "There is no table here; open one."


def test_a_table_that_waits_can_be_closed(manager):
    manager.open("#games", "17", "burgundy", name="Ann")
    assert texts(manager.close("#games", "17")) == "Ann closed the table."
    assert manager.lobbies == {}


def test_a_table_that_cannot_be_is_told_so_and_leaves_the_place_free(manager):
    assert texts(manager.open("#games", "17", "tiddlywinks", seats=1)).startswith("That table cannot be set up:")
    assert texts(manager.open("#games", "17", "burgundy", seats=1)).startswith("That table cannot be set up:")
    open_for_two(manager)
    assert manager.table("#games") is not None


def test_a_table_that_cannot_be_taken_up_now_is_not_lost(manager, client, storage, monkeypatch):
    open_for_two(manager)
    again = TableManager(client.with_language("en"), storage)

    def fail(*_):
        raise ServerError("The service is away.")

    with monkeypatch.context() as broken:
        broken.setattr(Match, "from_saved", fail)
        assert "The service is away." in texts(again.say("#games", "17", "score"))
    assert "Ann" in texts(again.say("#games", "17", "score"))
