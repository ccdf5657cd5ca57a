"""Names of matches: each is the key of an agent to its seat, and finds it again after a restart."""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from contextlib import suppress
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

MAX_SEATS = 1_000
"""Seats in memory."""
MAX_LISTED = 10
"""Matches that an error lists, of those in memory and of those stored."""

SHORT_NAME_BYTES = 3
"""Length of match names for one user: six hex digits."""
SECRET_NAME_BYTES = 16
"""Length of match names where the name is the only key to a seat: 128 bits."""


class MatchRegistry:
    """Seats of agents by name. Threads may share it.

    A storage has the matches by a hash of their name, because over HTTP a name is a secret.
    """

    def __init__(
        self, client: Client, join: Join, storage: MutableMapping[str, str], texts: Texts, *, name_bytes: int
    ) -> None:
        self.client, self._join, self._storage = client, join, storage
        self._texts, self._name_bytes = texts, name_bytes
        self._seats: OrderedDict[str, Seat] = OrderedDict()
        self._hosted: dict[str, HostedMatch] = {}
        self._lock = RLock()

    def host(
        self, match: Match, bots: Mapping[int, str], seats: Sequence[tuple[int, ...]], *, guarded: bool = False
    ) -> list[str]:
        """Host a match, play its bots that are first, and return a name for each group of seats.

        Names of a guarded match are always secret: no agent may guess that of another one.
        """
        with self._lock:
            hosted, match_id = HostedMatch(match, bots), secrets.token_hex(16)
            self._add_hosted(match_id, hosted)
            names = []
            for group in seats:
                name = self._new_name(SECRET_NAME_BYTES if guarded else self._name_bytes)
                self._add(name, HostedSeat(hosted, group))
                saved = {"match": match_id, "seats": group}
                self._store("seat", name, json.dumps(saved | self._public_name(name, match.game)))
                names.append(name)
        hosted.run_bots()  # without the lock: other agents need not wait for a search
        return names

    def enter(self, link: str) -> str:
        """Enter a room by its link, and return the name of the seat."""
        room = self._join(link)
        with self._lock:
            name = self._new_name(self._name_bytes)
            self._add(name, RoomSeat(room))
            self._store("seat", name, json.dumps({"room": room.link} | self._public_name(name, room.game)))
            return name

    def seat(self, name: str) -> Seat:
        """Return the seat of a name, from the storage if this process has not used it. Raises `AgentError`."""
        key = name.strip(" \t\r\n`\"'").casefold()
        with self._lock:
            found = self._seats.get(key)
            if found is None:
                try:
                    saved = self._storage[_storage_name("seat", key)]
                    found = self._resume(json.loads(saved))
                except (KeyError, ValueError, TypeError) as error:  # never stored, deleted, or damaged
                    raise self._unknown(name) from error
                self._store("seat", key, saved)  # storages delete what was not written for long
                self._add(key, found)
            self._seats.move_to_end(key)
            return found

    def save(self, seat: Seat) -> str:
        """Store the match of a seat now, and return the folder. That of a room is in its service.

        Where names are secret, users do not share the host, and the folder is not named.
        """
        if isinstance(seat, HostedSeat):
            seat.hosted.on_change()
        return "" if self._is_secret or isinstance(seat, RoomSeat) else str(getattr(self._storage, "folder", ""))

    def _resume(self, data: Mapping[str, Any]) -> Seat:
        if "room" in data:
            return RoomSeat(self._join(data["room"]))
        match_id = str(data["match"])
        if match_id not in self._hosted:
            self._add_hosted(match_id, HostedMatch.resume(self.client, self._storage[_storage_name("match", match_id)]))
        return HostedSeat(self._hosted[match_id], tuple(data["seats"]))

    def _add(self, key: str, seat: Seat) -> None:
        """Add a seat. The one that was not used for the longest time leaves the memory, and stays in the storage."""
        self._seats[key] = seat
        if len(self._seats) > MAX_SEATS:
            self._seats.popitem(last=False)
            used = {id(each.hosted) for each in self._seats.values() if isinstance(each, HostedSeat)}
            self._hosted = {name: hosted for name, hosted in self._hosted.items() if id(hosted) in used}

    def _add_hosted(self, match_id: str, hosted: HostedMatch) -> None:
        self._hosted[match_id] = hosted
        hosted.on_change = partial(self._store_match, match_id, hosted)

    def _store_match(self, match_id: str, hosted: HostedMatch) -> None:
        self._store("match", match_id, hosted.save())

    def _store(self, kind: str, key: str, text: str) -> None:
        self._storage[_storage_name(kind, key)] = text

    def _new_name(self, size: int) -> str:
        name = secrets.token_hex(size)
        while _storage_name("seat", name) in self._storage:
            name = secrets.token_hex(size)
        return name

    @property
    def _is_secret(self) -> bool:
        return self._name_bytes > SHORT_NAME_BYTES

    def _public_name(self, name: str, game: str) -> dict[str, object]:
        """Return the name of a match for its file, so that a later process can list it; nothing if it is secret."""
        is_short = len(name) == 2 * SHORT_NAME_BYTES
        return {"name": name, "game": game, "time": time.time()} if is_short else {}

    def _unknown(self, name: str) -> AgentError:
        lines = [self._texts.get("unknown match", name=name)]
        used = reversed(self._seats.items())  # the last one used is the likeliest
        known = {each: seat.game for each, seat in used if len(each) == 2 * SHORT_NAME_BYTES}
        stored = {} if self._is_secret else self._stored_games()
        for key, games in (("known matches", known), ("stored matches", stored)):
            names = [f"{each} ({game})" for each, game in games.items() if key == "known matches" or each not in known]
            if names:
                lines.append(self._texts.get(key, names=", ".join(names[:MAX_LISTED])))
        return AgentError(" ".join(lines))

    def _stored_games(self) -> dict[str, str]:
        """Return the games of the stored matches by name, the newest first."""
        found = []
        for key in list(self._storage):
            if key.startswith("seat-"):
                with suppress(KeyError, ValueError, TypeError):  # deleted, damaged, or its name is a secret
                    saved = json.loads(self._storage[key])
                    found.append((float(saved["time"]), str(saved["name"]), str(saved["game"])))
        return {name: game for _, name, game in sorted(found, reverse=True)}


def _storage_name(kind: str, key: str) -> str:
    return f"{kind}-{hashlib.sha256(key.encode()).hexdigest()}"
