"""Completion of half-written moves and names at a table."""

from __future__ import annotations

import pytest

from referee_sdk import Client, ServerError
from referee_sdk.chat import Table, TableManager
from referee_sdk.core.calls import Calls
from tests.kernel.toy import GAME as TOY
from tests.sdk.matches import every_game, fewest_seats


@pytest.fixture
def table(client) -> Table:
    table = Table.open(client, "burgundy", ["Ann", "Bob"], seed="hello", pictures=False)
    table.begin()
    return table


@every_game
@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_empty_text_fits_all_moves(client, game, language):
    users = [f"Person {seat}" for seat in range(fewest_seats(game))]
    table = Table.open(client, game, users, language=language, seed="1", pictures=False)
    legal = table.match.legal_actions()
    user = str(table.current_player)
    options = table.complete(user, "", limit=1000)
    assert [(option.number, option.notation) for option in options] == [
        (number, action.notation) for number, action in enumerate(legal, start=1)
    ]
    assert len(table.complete(user, "")) == min(25, len(legal))
    for option in options:
        assert option in table.complete(user, option.label, limit=1000)
        assert option in table.complete(user, option.notation, limit=1000)
        assert option in table.complete(user, str(option.number), limit=1000)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("8", [8]),
        ("take the chu", [5]),
        ("tak chur", [5]),
        ("take_tile die=1 depot=2", [3, 4]),
        ("depot 2", [3, 4]),
        ("zzz", []),
        ("99", []),
    ],
)
def test_a_half_written_text_fits_some_moves(table, text, numbers):
    legal = table.match.legal_actions()
    church = next(number for number, action in enumerate(legal, 1) if action.get("tile") == "church")
    expected = [church if number == 5 else number for number in numbers]
    assert [option.number for option in table.complete("Ann", text)] == expected


def test_only_the_user_who_decides_gets_moves(table):
    assert table.complete("Bob", "") == ()
    assert table.complete("Zoe", "") == ()


def test_a_hidden_list_completes_only_for_its_user(toy_client):
    table = Table.open(toy_client, TOY.name, ["Ann", "Bob"], seed="1")
    user = str(table.current_player)
    assert table.complete(user, "")
    assert all(table.complete(other, "") == () for other in ("Ann", "Bob", "Zoe") if other != user)


def test_a_text_with_a_typo_fits_the_most_similar_move_first(table):
    assert "church" in table.complete("Ann", "take the chruch")[0].notation


@pytest.mark.parametrize("text", ["watch", "the watcht", "tour", "la tour de g"])
def test_names_of_components_complete_in_both_languages(table, text):
    names = table.complete_component(text)
    assert "Watchtower" in names
    assert len(set(names)) == len(names) < 25


def test_an_empty_text_fits_all_names(table):
    assert len(table.complete_component("")) == 25
    assert len(table.complete_component("", limit=3)) == 3


def test_a_manager_completes_and_never_raises(client: Client, monkeypatch):
    storage: dict[str, str] = {}
    manager = TableManager(client, storage)
    assert manager.complete("#games", "17", "") == ()
    assert manager.complete_component("#games", "bank") == ()
    manager.open("#games", "17", "burgundy", seats=1 + 1)
    manager.join("#games", "18")
    user = str(manager.table("#games").current_player)
    assert manager.complete("#games", user, "1")
    assert "Bank" in manager.complete_component("#games", "bank")

    def fail(*_, **__):
        raise ServerError("The service is down.")

    restarted = TableManager(client.with_language("en"), storage)
    monkeypatch.setattr(Calls, "replay", fail)
    assert restarted.complete("#games", user, "1") == ()


def test_the_games_of_a_manager_are_requested_once_per_language(client, monkeypatch):
    manager = TableManager(client)
    titles = [game.title for game in manager.games("fr")]
    assert "Les Châteaux de Bourgogne" in titles
    assert "The Castles of Burgundy" in [game.title for game in manager.games()]

    def fail(*_, **__):
        raise ServerError("The service is down.")

    monkeypatch.setattr(Client, "games", fail)
    assert [game.title for game in manager.games("fr")] == titles
