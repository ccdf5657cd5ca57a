"""Bots of rooms: the choice that is due, by a bot at a seat or by `greedy` after the time limit.

Workers call `attend`. An instant bot answers at once; a search is a job like those of clients, with the same result in
every worker. So a worker that dies loses nothing.
"""

from __future__ import annotations

import logging
from typing import Final

from msgspec import Struct

from referee_service.bots.registry import INSTANT_BOTS
from referee_service.services.bots.choice_search import job_progress
from referee_service.services.bots.job_runner import JobRunner
from referee_service.services.bots.jobs import DEFAULT_ITERATIONS, BotRequest, JobSpec, stable_id
from referee_service.services.bots.queue import ACTIVE_STATUSES
from referee_service.services.errors import ServiceError
from referee_service.services.rooms.play import played_room
from referee_service.services.rooms.repository import RoomRepository
from referee_service.services.rooms.responses import Thinking
from referee_service.services.rooms.room import Room, RoomBot
from referee_service.store import StoreUnavailable
from referee_service.store.rooms import Lease

LEASE_SECONDS: Final = 10.0
"""How long one worker has a room for itself. A choice of an instant bot takes far less."""
LOOK_SECONDS: Final = 0.2
"""Time between two looks at a room whose bot searches."""
RETRY_SECONDS: Final = 60.0
"""Time until the next attempt if a room cannot be played, for example because its ruleset is gone."""

_log = logging.getLogger(__name__)


class RoomBots:
    """Plays the bots of all rooms, and the decisions whose time is over."""

    def __init__(self, repository: RoomRepository, runner: JobRunner) -> None:
        self.repository, self.runner = repository, runner

    # --- workers ------------------------------------------------------------------------------------------------------

    def attend(self) -> bool:
        """Look at the room that is due first, and play what is due. Return whether a room was due.

        Raises StoreUnavailable.
        """
        repository = self.repository
        lease = repository.store.lease(repository.clock(), LEASE_SECONDS)
        if lease is None:
            return False
        try:
            self._attend_room(lease)
        except StoreUnavailable:
            raise
        except Exception as error:  # the other rooms still need this worker
            if isinstance(error, ServiceError):
                _log.warning("a room waits, because its bot cannot play: %s", error.code)
            else:
                _log.exception("a room waits, because its bot failed")
            repository.store.postpone(lease, repository.clock() + RETRY_SECONDS)
        return True

    def _attend_room(self, lease: Lease) -> None:
        repository = self.repository
        room, now = repository.find(lease.room_id), repository.clock()
        due_at = room.due_at if room is not None else None
        if room is None or due_at is None or due_at > now:
            repository.store.postpone(lease, due_at)
            return
        line = self._choice(room, now)
        if line is None:
            repository.store.postpone(lease, now + LOOK_SECONDS)
            return
        assert room.to_move is not None, "a room that is due has a seat to move"
        game = repository.games[room.setup.game]
        change = played_room(repository.matches, game, room, room.to_move, [(room.to_move, line)], now)
        repository.save(room, change)  # if another process was faster, the room is due again when it needs to be

    def _choice(self, room: Room, now: float) -> str | None:
        """Return the choice for the seat to move as notation, or None while a search goes on."""
        seat = room.to_move
        assert seat is not None, "a room that is due has a seat to move"
        bot = room.player(seat).bot
        if bot is not None and bot.bot == "search" and (room.deadline is None or now < room.deadline):
            return self._searched_choice(room, seat, bot)
        name = bot.bot if bot is not None and bot.bot in INSTANT_BOTS else "greedy"
        return self._instant_choice(room, seat, name)

    def _instant_choice(self, room: Room, seat: int, name: str) -> str:
        opened = self.repository.opened(room, seat, {})
        view: Struct = opened.game.view(opened.loaded_match.match.state, seat)
        return INSTANT_BOTS[name](opened.game, view, self._seed(room)).notation

    def _searched_choice(self, room: Room, seat: int, bot: RoomBot) -> str | None:
        """Return the choice of a search, or None while it goes on. A search that fails is replaced by `greedy`."""
        spec, quota_id = self._search(room, seat, bot), f"room:{room.id}"
        job_id = self.runner.job_id(spec)
        job = self.runner.find(job_id)
        if job is None:
            try:
                self.runner.searches.check_quota(quota_id, 1)
            except ServiceError:  # the queue is full, and rooms wait like every client
                return None
            self.runner.start(job_id, spec, quota_id)
            return None
        if job.choices:
            return job.choices[0].notation
        is_active = job_progress(job, self.runner.progresses(job)).status in ACTIVE_STATUSES
        return None if is_active and not job.error else self._instant_choice(room, seat, "greedy")

    def _search(self, room: Room, seat: int, bot: RoomBot) -> JobSpec:
        """Return the search for one decision. It is the same in every process, so its job is found without a note."""
        has_budget = bot.iterations is not None or bot.milliseconds is not None
        request = BotRequest(
            bot="search",
            seat=seat,
            iterations=bot.iterations if has_budget else DEFAULT_ITERATIONS,
            milliseconds=bot.milliseconds,
            seed=self._seed(room),
        )
        name, sealed_state = room.setup.game, room.sealed_state
        return JobSpec(game=name, client_id=f"room:{room.id}", seat=seat, request=request, sealed_state=sealed_state)

    def _seed(self, room: Room) -> str:
        """Return the seed of the bot's next choice. Without the secret of the service no client can compute it."""
        return stable_id("room", room.changes, key=self.repository.crypto.job_id_key(room.id))

    # --- views --------------------------------------------------------------------------------------------------------

    def thinking(self, room: Room) -> Thinking | None:
        """Return the bot that is to move with the progress of its search, or None. Changes nothing."""
        seat = room.to_move
        bot = room.player(seat).bot if seat is not None and room.status == "playing" else None
        if bot is None or seat is None:
            return None
        job = self.runner.find(self.runner.job_id(self._search(room, seat, bot))) if bot.bot == "search" else None
        iterations = job_progress(job, self.runner.progresses(job)).iterations if job is not None else 0
        return Thinking(seat, bot.bot, iterations)

    def stop(self, room: Room) -> None:
        """Stop the search of the bot that is to move, because a person plays its seat again."""
        seat = room.to_move
        bot = room.player(seat).bot if seat is not None else None
        if seat is not None and bot is not None and bot.bot == "search":
            self.runner.stop(self.runner.job_id(self._search(room, seat, bot)))

    def check_worker(self) -> None:
        """Check that a worker is alive, without which neither bots nor time limits work. Raises `no-worker`."""
        self.runner.searches.check_quota("", 0)
