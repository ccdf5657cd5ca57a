"""Names of matches: each is the key of an agent to its seat, and finds it again after a restart."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from functools import partial
from threading import RLock
from typing import Any

from referee_sdk.agents.errors import AgentError
from referee_sdk.agents.hosted_match import HostedMatch
from referee_sdk.agents.hosted_seat import HostedSeat
from referee_sdk.agents.room_seat import RoomSeat
from referee_sdk.agents.texts import Texts
from referee_sdk.client import Client
from referee_sdk.match import Match
from referee_sdk.room import Room

Join = Callable[[str], Room]
"""Enters a room by its link."""

Seat = HostedSeat | RoomSeat


class MatchRegistry:
    """Seats of agents by name. Threads may share it.

    A storage has the matches by a hash of their name, because over HTTP a name is a secret.
    """

    def __init__(
        self, client: Client, join: Join, storage: MutableMapping[str, str], texts: Texts, *, name_bytes: int
    ) -> None:
        self.client, self._join, self._storage = client, join, storage
        self._texts, self._name_bytes = texts, name_bytes
        self._seats: dict[str, Seat] = {}
        self._hosted: dict[str, HostedMatch] = {}
        self._lock = RLock()

    @property
    def are_names_public(self) -> bool:
        """Whether names are short, for the one user of this process, so that an error may list them."""
        return self._name_bytes < 16

    def host(self, match: Match, bots: Mapping[int, str], seats: Sequence[tuple[int, ...]]) -> list[str]:
        """Host a match, play its bots that are first, and return a name for each group of seats."""
        with self._lock:
            hosted, id = HostedMatch(match, bots), secrets.token_hex(16)
            self._add_hosted(id, hosted)
            names = []
            for group in seats:
                name = self._new_name()
                self._seats[name] = HostedSeat(hosted, group)
                self._store("seat", name, json.dumps({"match": id, "seats": group}))
                names.append(name)
            hosted.run_bots()
            return names

    def enter(self, link: str) -> str:
        """Enter a room by its link, and return the name of the seat."""
        room = self._join(link)
        with self._lock:
            name = self._new_name()
            self._seats[name] = RoomSeat(room)
            self._store("seat", name, json.dumps({"room": room.link}))
            return name

    def seat(self, name: str) -> Seat:
        """Return the seat of a name, from the storage if this process has not used it. Raises `AgentError`."""
        key = name.strip(" \t\r\n`\"'").casefold()
        with self._lock:
            found = self._seats.get(key)
            if found is None:
                saved = self._storage.get(_storage_name("seat", key))
                if saved is None:
                    raise self._unknown(name)
                found = self._seats[key] = self._resume(json.loads(saved))
            return found

    def save(self, seat: Seat) -> None:
        """Store the match of a seat now. That of a room is in its service."""
        if isinstance(seat, HostedSeat):
            seat.hosted.on_change()

    def _resume(self, data: Mapping[str, Any]) -> Seat:
        if "room" in data:
            return RoomSeat(self._join(data["room"]))
        id = str(data["match"])
        if id not in self._hosted:
            self._add_hosted(id, HostedMatch.resume(self.client, self._storage[_storage_name("match", id)]))
        return HostedSeat(self._hosted[id], tuple(data["seats"]))

    def _add_hosted(self, id: str, hosted: HostedMatch) -> None:
        self._hosted[id] = hosted
        hosted.on_change = partial(self._store_match, id, hosted)

    def _store_match(self, id: str, hosted: HostedMatch) -> None:
        self._store("match", id, hosted.save())

    def _store(self, kind: str, key: str, text: str) -> None:
        self._storage[_storage_name(kind, key)] = text

    def _new_name(self) -> str:
        name = secrets.token_hex(self._name_bytes)
        while _storage_name("seat", name) in self._storage:
            name = secrets.token_hex(self._name_bytes)
        return name

    def _unknown(self, name: str) -> AgentError:
        lines = [self._texts.get("unknown match", name=name)]
        if self.are_names_public and self._seats:
            known = (f"{each} ({seat.game})" for each, seat in self._seats.items())
            lines.append(self._texts.get("known matches", names=", ".join(known)))
        return AgentError(" ".join(lines))


def _storage_name(kind: str, key: str) -> str:
    return f"{kind}-{hashlib.sha256(key.encode()).hexdigest()}"
