"""Jobs and rooms that requests watch on the event loop. One thread looks at all of them; no watcher has its own."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Hashable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Final, Generic, TypeVar

import msgspec

from referee_service.api.front import JobWatch, RoomWatch
from referee_service.services.bots.queue import ACTIVE_STATUSES
from referee_service.services.bots.responses import Job
from referee_service.services.bots.service import BotService
from referee_service.services.context import ClientContext
from referee_service.services.errors import ServiceError
from referee_service.services.rooms.streams import GONE, KEEPALIVE, RETRY, RoomLook, RoomStreams

S = TypeVar("S", bound="Subject")

MAX_WATCHERS: Final = 10_000
"""Clients that may watch in one process. For further ones the app waits in its threads, of which it has few."""
LOOK_SECONDS: Final = 0.05
"""Shortest time between two looks at a watched job."""
ROOM_LOOK_SECONDS: Final = 0.2
"""Shortest time between two looks at the watched rooms."""
ROOM_STREAM_SECONDS: Final = 3600.0
"""Longest event stream of a room. Its client connects again with a new ticket."""
PAUSE_FACTOR: Final = 20
"""Length of the pause after a round of looks and events, in lengths of the round: rounds take 5% of a core at most."""
SEND_SECONDS: Final = 60e-6
"""Estimated time to send an event to one client."""
KEEPALIVE_SECONDS: Final = 15.0
"""Time without a change after which a stream sends a comment, so that the connection stays open."""


class Watcher(Generic[S]):
    """One client that waits for changes of a subject. A change, a timeout, its disconnect or a shutdown wakes it.

    `seat` is the seat of a room that is present while its client watches.
    """

    def __init__(self, subject: S, seat: int | None = None) -> None:
        self.subject, self.seat, self.is_gone = subject, seat, False
        self._waiter: asyncio.Future[bool] | None = None

    async def next_change(self, seconds: float) -> bool:
        """Wait for a change, for at most `seconds`. Return False if none came in this time."""
        loop = asyncio.get_running_loop()
        self._waiter = loop.create_future()
        timer = loop.call_later(seconds, self.wake, False)
        try:
            return await self._waiter
        finally:
            timer.cancel()

    def wake(self, has_changed: bool = True) -> None:  # noqa: FBT001, FBT002 (`call_later` passes no keywords)
        """End the current wait, if there is one."""
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(has_changed)

    def leave(self, _: object = None) -> None:
        """Stop watching: the client has disconnected, or the server stops."""
        self.is_gone = True
        self.wake()


class Subject:
    """What clients watch: its newest event, and whether it is over."""

    def __init__(self) -> None:
        self.watchers: set[Watcher[Any]] = set()
        self.event, self.is_over = b"", False
        self.changes = 0
        """Number of events so far."""

    def wake_watchers(self) -> int:
        """Wake the watchers of a change. Return their number."""
        for watcher in self.watchers:
            watcher.wake()
        return len(self.watchers)


class JobSubject(Subject):
    """A watched job in the language of its watchers."""

    def __init__(self, job_id: str, context: ClientContext) -> None:
        super().__init__()
        self.job_id, self.context = job_id, context
        self._job: Job | None = None

    def publish(self, job: Job | ServiceError) -> int:
        """Store what a look has found and wake the watchers of a change. Return their number."""
        if isinstance(job, ServiceError):
            self.is_over = True  # a client that asks again gets the error
        elif job == self._job:
            return 0
        else:
            self.changes += 1
            self._job, self.event = job, b"event: progress\ndata: " + msgspec.json.encode(job) + b"\n\n"
            self.is_over = job.status not in ACTIVE_STATUSES
        return self.wake_watchers()


class RoomSubject(Subject):
    """A watched room."""

    def __init__(self, room_id: str) -> None:
        super().__init__()
        self.room_id = room_id
        self._look: RoomLook | None = None

    def present_seats(self) -> list[tuple[str, int]]:
        """Return the room with each seat that a watcher has, each once."""
        return [(self.room_id, seat) for seat in {each.seat for each in self.watchers} if seat is not None]

    def publish(self, look: RoomLook | None) -> int:
        """Store what a look has found, None if the room is gone, and wake the watchers of a change."""
        if look is None:
            self.event, self.is_over = GONE, True
        elif look == self._look:
            return 0
        else:
            self._look, self.event = look, look.event
        self.changes += 1
        return self.wake_watchers()


class Watches:
    """All watched jobs and rooms of this process. It must be used on one event loop."""

    def __init__(self, bots: BotService, rooms: RoomStreams) -> None:
        self._bots, self._rooms = bots, rooms
        self._subjects: dict[Hashable, JobSubject | RoomSubject] = {}
        self._streams: set[Watcher[Any]] = set()
        self.count = 0
        self._rooms_due_at = 0.0
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="referee-watches")
        self._looks: asyncio.Task[None] | None = None

    @property
    def is_full(self) -> bool:
        """Whether MAX_WATCHERS clients watch."""
        return self.count >= MAX_WATCHERS

    async def wait(self, watch: JobWatch, gone: asyncio.Future[None]) -> bool:
        """Wait until a job is over or its time has passed. Return whether the client is still connected."""
        deadline = time.monotonic() + watch.seconds
        with self._watching(watch, gone) as watcher:
            while not (watcher.is_gone or watcher.subject.is_over) and (left := deadline - time.monotonic()) > 0:
                await watcher.next_change(left)
            return not watcher.is_gone

    async def events(self, watch: JobWatch | RoomWatch, gone: asyncio.Future[None]) -> AsyncGenerator[bytes, None]:
        """Yield one event per change of a subject until it is over, its time has passed or the client disconnects."""
        is_room = isinstance(watch, RoomWatch)
        deadline = time.monotonic() + (ROOM_STREAM_SECONDS if isinstance(watch, RoomWatch) else watch.seconds)
        with self._watching(watch, gone) as watcher:
            self._streams.add(watcher)
            try:
                if is_room:
                    yield RETRY
                sent = 0
                while not watcher.is_gone and (left := deadline - time.monotonic()) > 0:
                    if watcher.subject.changes != sent:
                        sent = watcher.subject.changes
                        yield watcher.subject.event
                    elif watcher.subject.is_over:
                        return
                    elif not await watcher.next_change(min(left, KEEPALIVE_SECONDS)):
                        yield KEEPALIVE
            finally:
                self._streams.discard(watcher)

    def stop_streams(self) -> None:
        """End all event streams, because the server stops. Browsers reconnect; requests that wait stay."""
        for watcher in self._streams:
            watcher.leave()

    @contextmanager
    def _watching(self, watch: JobWatch | RoomWatch, gone: asyncio.Future[None]) -> Iterator[Watcher[Any]]:
        """Add a watcher during a `with` block."""
        key: Hashable = watch.room_id if isinstance(watch, RoomWatch) else (watch.job.id, watch.context)
        subject = self._subjects.get(key)
        if subject is None or subject.is_over:
            subject = self._subjects[key] = _new_subject(watch)
        watcher = Watcher(subject, watch.seat if isinstance(watch, RoomWatch) else None)
        gone.add_done_callback(watcher.leave)
        subject.watchers.add(watcher)
        self.count += 1
        if self._looks is None:
            self._looks = asyncio.get_running_loop().create_task(self._look_until_unwatched())
        try:
            yield watcher
        finally:
            self.count -= 1
            subject.watchers.discard(watcher)
            if not subject.watchers and self._subjects.get(key) is subject:
                del self._subjects[key]

    async def _look_until_unwatched(self) -> None:
        """Look at all watched jobs and rooms, again and again, until none is left."""
        loop = asyncio.get_running_loop()
        while self._subjects:
            open_subjects = [subject for subject in self._subjects.values() if not subject.is_over]
            jobs = [subject for subject in open_subjects if isinstance(subject, JobSubject)]
            rooms = [subject for subject in open_subjects if isinstance(subject, RoomSubject)]
            found_jobs, seconds = await loop.run_in_executor(self._thread, self._look, jobs)
            sent = sum(subject.publish(job) for subject, job in zip(jobs, found_jobs, strict=True))
            if rooms and (now := time.monotonic()) >= self._rooms_due_at:
                self._rooms_due_at = now + ROOM_LOOK_SECONDS
                present = [seat for room in rooms for seat in room.present_seats()]
                found_rooms, more = await loop.run_in_executor(self._thread, self._look_at_rooms, rooms, present)
                sent += sum(subject.publish(look) for subject, look in zip(rooms, found_rooms, strict=False))
                seconds += more
            await asyncio.sleep(max(LOOK_SECONDS, PAUSE_FACTOR * (seconds + sent * SEND_SECONDS)))
        self._looks = None

    def _look_at_rooms(
        self, rooms: Sequence[RoomSubject], present: Sequence[tuple[str, int]]
    ) -> tuple[Sequence[RoomLook | None], float]:
        """Return what is new in each room, and the CPU time. While Redis does not respond, nothing is new."""
        start = time.thread_time()
        try:
            self._rooms.mark_seen(present)
            looks = self._rooms.look([subject.room_id for subject in rooms])
        except ServiceError:
            return (), time.thread_time() - start  # the circuit breaker has logged it
        except Exception:
            logging.getLogger("referee").exception("look at rooms failed")
            return (), time.thread_time() - start
        return looks, time.thread_time() - start

    def _look(self, subjects: Sequence[JobSubject]) -> tuple[list[Job | ServiceError], float]:
        """Return the current job of each subject, or the error that a request for it would get; and the CPU time."""
        jobs: list[Job | ServiceError] = []
        start = time.thread_time()
        for subject in subjects:
            jobs.append(self._current_job(subject))
            if isinstance(jobs[-1], ServiceError) and jobs[-1].code == "search-unavailable":
                jobs += [jobs[-1]] * (len(subjects) - len(jobs))  # further looks would also wait for Redis in vain
                break
        return jobs, time.thread_time() - start

    def _current_job(self, subject: JobSubject) -> Job | ServiceError:
        try:
            return self._bots.get_job(subject.job_id, subject.context)
        except ServiceError as error:
            return error
        except Exception:
            logging.getLogger("referee").exception("look at a job failed")
            return ServiceError("internal.logged")


def _new_subject(watch: JobWatch | RoomWatch) -> JobSubject | RoomSubject:
    """Return the subject of a watch. A job has its first event at once, a room after the first look."""
    if isinstance(watch, RoomWatch):
        return RoomSubject(watch.room_id)
    subject = JobSubject(watch.job.id, watch.context)
    subject.publish(watch.job)
    return subject
