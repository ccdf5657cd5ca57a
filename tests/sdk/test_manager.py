"""A hall: tables at places, opened, joined, kept between runs, and closed by those who play."""

from __future__ import annotations

import pytest

from referee_sdk import Match, ServerError
from referee_sdk.chat import TableManager
from tests.sdk.matches import texts


@pytest.fixture
def kept() -> dict[str, str]:
    return {}


@pytest.fixture
def hall(client, kept) -> TableManager:
    return TableManager(client, kept)


def open_for_two(hall: TableManager) -> None:
    hall.open("#games", "17", "burgundy", name="Ann")
    hall.join("#games", "18", name="Bob")


def test_a_table_waits_until_its_seats_are_taken(hall):
    assert texts(hall.open("#games", "17", "burgundy", name="Ann")) == (
        "**burgundy**: Ann. Seats free: 1. Say `join` to sit down."
    )
    assert texts(hall.say("#games", "17", "1")) == "There is no table here; open one."
    assert texts(hall.join("#games", "17")) == "You sit here already, Ann."
    assert texts(hall.join("#games", "18", name="Bob")).startswith("**The Castles of Burgundy**: Ann, Bob")
    assert texts(hall.join("#games", "19")) == "There is a table here already; `close` ends it."


def test_every_place_has_its_own_table(hall):
    open_for_two(hall)
    hall.open("#else", "17", "settlement", seats=1, language="fr")
    assert hall.table("#games").match.game == "burgundy"
    assert texts(hall.say("#else", "17", "score")).startswith("**17** : 0")
    assert texts(hall.open("#else", "17", "burgundy", language="fr")) == "Il y a déjà une table ici ; `close` la ferme."


def test_tables_outlive_the_process(hall, client, kept):
    open_for_two(hall)
    mover = hall.table("#games").current_player
    hall.say("#games", mover, "1")
    again = TableManager(client, kept)
    assert again.table("#games").match.state == hall.table("#games").match.state
    assert "↩️" in texts(again.say("#games", mover, "undo"))


def test_only_players_close_a_table(hall, kept):
    open_for_two(hall)
    assert texts(hall.close("#games", "99")) == "Only who plays may close the table."
    assert texts(hall.close("#games", "18")) == "Bob closed the table."
    assert kept == {}
    assert texts(hall.close("#games", "18")) == "There is no table here; open one."


def test_a_table_that_waits_can_be_closed(hall):
    hall.open("#games", "17", "burgundy", name="Ann")
    assert texts(hall.close("#games", "17")) == "Ann closed the table."
    assert hall.lobbies == {}


def test_a_table_that_cannot_be_is_told_so_and_leaves_the_place_free(hall):
    assert texts(hall.open("#games", "17", "tiddlywinks", seats=1)).startswith("That table cannot be set up:")
    assert texts(hall.open("#games", "17", "burgundy", seats=1)).startswith("That table cannot be set up:")
    open_for_two(hall)
    assert hall.table("#games") is not None


def test_a_table_that_cannot_be_taken_up_now_is_not_lost(hall, client, kept, monkeypatch):
    open_for_two(hall)
    again = TableManager(client.with_language("en"), kept)

    def fail(*_):
        raise ServerError("The service is away.")

    with monkeypatch.context() as broken:
        broken.setattr(Match, "from_saved", fail)
        assert "The service is away." in texts(again.say("#games", "17", "score"))
    assert "Ann" in texts(again.say("#games", "17", "score"))
