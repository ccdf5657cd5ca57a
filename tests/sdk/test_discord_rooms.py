"""Discord adapter in rooms: users play seats from a channel while other seats play elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import pytest

from referee_sdk import NewRoom, Room
from referee_sdk.chat import TableManager
from tests.sdk.discord_players import Player, text_of
from tests.sdk.discord_server import CHANNEL
from tests.sdk.discord_tables import last, table_of


@pytest.fixture
def new(live) -> NewRoom:
    return live.new_room("medievalia", names=["", "Bob"])


@pytest.fixture
def bob(live, new) -> Room:
    """Return the room of seat 1, which plays in a browser."""
    return live.join(new.links.seats[1])


@pytest.fixture
def ann(live, discord_table) -> Player:
    return discord_table(TableManager(live, pictures=False, reading_seconds=0)).player(17, "Ann")


def wait_until(ann: Player, condition: Callable[[], bool]) -> None:
    """Let the bot run until a condition holds."""

    async def wait() -> None:
        async with asyncio.timeout(30):
            while not condition():
                await asyncio.sleep(0.05)

    ann.table.run(wait())


async def _sleep_shorter(sleep: Callable[[float], Awaitable[None]], seconds: float) -> None:
    await sleep(min(seconds, 0.05))


def play_and_wait(ann: Player, room: Room) -> None:
    """Play a move in a browser, and wait until the bot has sent it."""
    before = len(ann.table.server.messages)
    room.play(0)
    wait_until(ann, lambda: len(ann.table.server.messages) > before)


def test_a_link_is_joined_privately_and_the_moves_of_others_arrive(ann, new, bob):
    ann.use("join", link=new.links.seats[0])
    secrets = (new.links.seats[0], new.credentials.seats[0])
    assert not any(secret in each.text for each in ann.table.server.messages for secret in secrets)
    assert table_of(ann).users == ["17"]
    for _ in range(120):
        bob.refresh()
        if bob.is_own_turn:
            play_and_wait(ann, bob)
        elif "My hand and moves" in last(ann).labels() and "• Bob " in text_of(ann.table.server.messages):
            break
        else:
            ann.use("move", text="1")
    assert any(17 in each.mentions for each in ann.table.server.messages)
    (hand,) = ann.press(last(ann), "My hand")
    assert hand.user == 17
    assert hand.labels()[0].startswith("1 ")


def test_a_player_elsewhere_can_be_completed(ann, new, bob):
    ann.use("join", link=new.links.seats[0])
    assert ann.complete("replace", "player", "b") == [("Bob", "Bob")]


def test_a_link_in_a_move_is_joined_and_not_repeated(ann, new):
    ann.use("move", text=f"let me in {new.links.watcher}")
    assert new.links.watcher not in text_of(ann.table.server.messages)
    assert table_of(ann).room is not None


def test_the_end_of_a_room_is_shown_once(ann, live, new):
    ann.use("join", link=new.links.watcher)
    wait_until(ann, lambda: bool(ann.table.bot.followers._followed))
    live.room(new.id, new.credentials.creator).remove()
    gone = "This room has expired, was deleted"
    wait_until(ann, lambda: gone in text_of(ann.table.server.messages))
    assert text_of(ann.table.server.messages).count(gone) == 1
    assert ann.table.bot.manager.storage == {}


def test_rooms_are_followed_after_a_restart_of_the_bot(live, new, bob, discord_table):
    storage: dict[str, str] = {}
    TableManager(live, storage, pictures=False).join_room(str(CHANNEL), "17", new.links.watcher)
    ann = discord_table(TableManager(live, storage)).player(17, "Ann")
    room = live.join(new.links.seats[0])
    mover = room if room.is_own_turn else bob
    mover.refresh()
    mover.play(0)
    wait_until(ann, lambda: "• " in text_of(ann.table.server.messages))


@pytest.mark.parametrize("error", [None, (400, 50083), (500, 0)])
def test_a_message_that_discord_refuses_does_not_stop_the_follower(ann, live, new, bob, caplog, monkeypatch, error):
    ann.use("join", link=new.links.watcher)
    wait_until(ann, lambda: bool(ann.table.bot.followers._followed))
    ann.table.server.denied.add("send")
    if error is not None:
        monkeypatch.setattr(ann.table.server, "refusal", error)
        monkeypatch.setattr(asyncio, "sleep", partial(_sleep_shorter, asyncio.sleep))  # discord.py repeats errors 500
    room = live.join(new.links.seats[0])
    mover = room if room.is_own_turn else bob
    mover.refresh()
    mover.play(0)
    wait_until(ann, lambda: "cannot be sent" in caplog.text)
    ann.table.server.denied.clear()
    for each in (room, bob):
        each.refresh()
    mover = room if room.is_own_turn else bob
    play_and_wait(ann, mover)
