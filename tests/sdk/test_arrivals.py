"""Two users who write at once: a number plays nothing if its writer cannot have seen the list."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from referee_sdk import Chance
from referee_sdk.chat import Table, TableManager
from referee_sdk.chat.arrivals import Arrivals
from tests.sdk.matches import joined_text

CHANNEL = "#games"


@pytest.fixture
def manager(client) -> TableManager:
    return TableManager(client, pictures=False, reading_seconds=0)


def open_with_real_dice(manager: TableManager) -> Table:
    """Open a table at which any player may answer for chance: both users see the same list."""
    manager.open(CHANNEL, "17", "burgundy", name="Ann")
    manager.join(CHANNEL, "18", name="Bob")
    table = Table.open(manager.client, "burgundy", ["17", "18"], chance=Chance("table"), pictures=False)
    manager._tables.put_table(CHANNEL, table)
    manager.say(CHANNEL, "17", "moves")
    return table


def run_at_once(monkeypatch, calls: list[Callable[[], str]]) -> list[str]:
    """Run calls in threads, so that all texts have arrived before the first move is played; return the texts."""
    results = [""] * len(calls)
    arrived = threading.Barrier(len(calls))
    before = Arrivals.before

    def arrive(self, *arguments):
        seen = before(self, *arguments)
        arrived.wait(timeout=30)
        return seen

    monkeypatch.setattr(Arrivals, "before", arrive)

    def run(place: int) -> None:
        results[place] = calls[place]()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    return results


def test_of_two_numbers_at_once_only_one_is_played(manager, monkeypatch):
    table = open_with_real_dice(manager)
    calls = [lambda user=user: joined_text(manager.say(CHANNEL, user, "1")) for user in ("17", "18")]
    results = run_at_once(monkeypatch, calls)
    assert table.match.decision_count == 1
    assert sorted(result.startswith("That list is old; here is the new one.") for result in results) == [False, True]


def test_a_number_sent_twice_is_played_once(manager, monkeypatch):
    table = open_with_real_dice(manager)
    calls = [lambda: joined_text(manager.say(CHANNEL, "17", "1")) for _ in range(2)]
    run_at_once(monkeypatch, calls)
    assert table.match.decision_count == 1


def test_moves_in_notation_are_played_whatever_the_list_is(manager, monkeypatch):
    table = open_with_real_dice(manager)
    line = table.match.legal_actions()[0].notation
    calls = [lambda user=user: joined_text(manager.say(CHANNEL, user, line)) for user in ("17", "18")]
    results = run_at_once(monkeypatch, calls)
    assert not any("list is old" in result for result in results)


def test_an_undo_sent_twice_takes_one_move_back(manager, client, monkeypatch):
    manager._tables.put_table(CHANNEL, Table.open(client, "burgundy", ["17", "18"], seed="hello", pictures=False))
    for _ in range(2):
        manager.say(CHANNEL, "17", manager.table(CHANNEL).match.legal_actions()[-1].notation)
    table = manager.table(CHANNEL)
    count = table.match.decision_count
    results = run_at_once(monkeypatch, [lambda: joined_text(manager.say(CHANNEL, "17", "undo")) for _ in range(2)])
    assert table.match.decision_count == count - 1
    assert sum("Something has changed meanwhile" in result for result in results) == 1


def test_a_number_just_after_the_move_of_another_user_plays_nothing(client):
    manager = TableManager(client, pictures=False, reading_seconds=60)
    table = open_with_real_dice(manager)
    line = table.match.legal_actions()[0].notation
    manager.say(CHANNEL, "17", line)
    assert joined_text(manager.say(CHANNEL, "18", "1")).startswith("That list is old")
    assert table.match.decision_count == 1
    manager.say(CHANNEL, "17", "1")  # the user who made the list by another text has seen it
    assert table.match.decision_count == 2
    assert joined_text(manager.say(CHANNEL, "17", "1")).startswith("That list is old")  # the same text again
    assert table.match.decision_count == 2


def test_texts_that_change_nothing_leave_the_list_valid(client):
    manager = TableManager(client, pictures=False, reading_seconds=60)
    table = open_with_real_dice(manager)
    manager.say(CHANNEL, "17", table.match.legal_actions()[0].notation)
    for text in ("score", "table", "what is the bank", "hello", "99"):
        manager.say(CHANNEL, "18", text)
    manager.say(CHANNEL, "17", "2")
    assert table.match.decision_count == 2


def test_the_buttons_of_a_message_are_those_of_its_list(manager):
    """Another user may play before the adapter sends the message: its buttons must not play from the next list."""
    table = open_with_real_dice(manager)
    *_, first = manager.say(CHANNEL, "17", "moves")
    manager.say(CHANNEL, "18", "1")
    assert first.menu_id != table.menu_id
    assert joined_text(manager.choose(CHANNEL, "17", first.menu_id, 1)).startswith("That list is old")
    assert table.match.decision_count == 1


def test_a_table_is_loaded_once_by_many_threads(manager, client):
    open_with_real_dice(manager)
    restarted = TableManager(client, manager.storage)
    tables: list[object] = []
    threads = [threading.Thread(target=lambda: tables.append(restarted.table(CHANNEL))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(map(id, tables))) == 1
