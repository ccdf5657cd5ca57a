"""Followers of rooms: a chat that refuses a message gets the later ones."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from referee_sdk.chat import Message, TableManager
from referee_sdk.chat.followers import RoomFollowers

SECONDS = 20.0


async def wait_for(event: asyncio.Event) -> None:
    await asyncio.wait_for(event.wait(), SECONDS)


def test_an_unexpected_error_of_a_chat_does_not_end_a_follower(live, caplog):
    new = live.new_room("medievalia", names=["Ann", "Bob"])
    players = [live.join(link) for link in new.links.seats]
    manager = TableManager(live, {}, pictures=False)
    manager.join_room("#games", "17", new.links.watcher)

    def play() -> None:
        for player in players:
            player.refresh()
        next(player for player in players if player.is_own_turn).play(0)

    async def script() -> None:
        failed, sent = asyncio.Event(), asyncio.Event()

        async def send(channel: str, messages: Sequence[Message]) -> None:
            if not failed.is_set():
                failed.set()
                raise ValueError("no such channel")
            sent.set()

        followers = RoomFollowers(manager, send)
        await followers.update("#games")
        await asyncio.sleep(0.5)
        await asyncio.to_thread(play)
        await wait_for(failed)
        await asyncio.to_thread(play)
        await wait_for(sent)
        await followers.close()

    asyncio.run(script())
    assert "The messages of a room could not be sent" in caplog.text
