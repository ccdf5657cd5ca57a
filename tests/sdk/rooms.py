"""Rooms for tests: a proxy in front of the service that loses responses, and random moves of several viewers."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from referee_sdk import Client, NewRoom, Room, RoomBot, Unreachable
from referee_sdk.core.exchange import Request, Response
from referee_sdk.transport import Transport


def join_all(client: Client, new: NewRoom) -> list[Room]:
    """Join all seats of a room."""
    return [client.join(link) for link in new.links.seats]


def new_room_with_bot(client: Client, game: str, bot: RoomBot | str = "random") -> NewRoom:
    """Open a room whose seat 1 a bot plays."""
    return client.new_room(game, bots={1: bot}, names=["", ""])


def play_random(rooms: Sequence[Room], decisions: int = 10_000, *, seed: int = 1) -> int:
    """Play random moves until the match is over or a number of decisions is reached, and return their number."""
    rng, played = random.Random(seed), 0
    while played < decisions:
        for room in rooms:
            room.refresh()
        if rooms[0].is_over:
            break
        room = next(each for each in rooms if each.is_own_turn)
        room.play(rng.choice(room.legal_actions()))
        played += 1
    return played


class LossyTransport:
    """Transport that sends requests, but loses the first response to a path that ends so."""

    def __init__(self, transport: Transport, path_end: str) -> None:
        self.transport, self.path_end, self.lost = transport, path_end, 0

    @property
    def base_url(self) -> str:
        return self.transport.base_url

    def send(self, request: Request) -> Response:
        response = self.transport.send(request)
        if request.path.endswith(self.path_end) and not self.lost:
            self.lost += 1
            raise Unreachable("the response was lost")
        return response

    def lines(self, request: Request) -> Iterator[str]:
        return self.transport.lines(request)


class DroppedStreams:
    """Transport whose first event streams end early: with an error, without a line, or silently."""

    def __init__(self, transport: Transport, drops: Sequence[str]) -> None:
        self.transport, self.drops, self.opened = transport, list(drops), 0

    @property
    def base_url(self) -> str:
        return self.transport.base_url

    def send(self, request: Request) -> Response:
        return self.transport.send(request)

    def lines(self, request: Request) -> Iterator[str]:
        self.opened += 1
        drop = self.drops.pop(0) if self.drops else ""
        if drop == "refused":
            raise Unreachable("the stream cannot be opened")
        if drop == "empty":
            return
        for number, line in enumerate(self.transport.lines(request)):
            if drop == "broken" and number == 3:
                raise Unreachable("the stream broke")
            yield line
