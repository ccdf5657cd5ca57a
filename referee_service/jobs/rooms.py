"""Bots and time limits of rooms: each worker has a thread that plays what is due, beside its searches."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from referee_service.services.rooms.bots import RoomBots
from referee_service.store import StoreUnavailable

PAUSE_SECONDS: Final = 0.1
"""Time between two looks while no room is due."""
FAILURE_SECONDS: Final = 1.0
"""Time between two looks while Redis does not respond."""

_log = logging.getLogger(__name__)


@contextmanager
def room_bots(bots: RoomBots | None) -> Iterator[None]:
    """Play bots and enforce time limits from a background thread until the block ends.

    `bots` is None for a worker without the secret of the service, which cannot open any room.
    """
    if bots is None:
        yield
        return
    stop = threading.Event()
    thread = threading.Thread(target=_attend_rooms, args=(bots, stop), name="referee-rooms", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def _attend_rooms(bots: RoomBots, stop: threading.Event) -> None:
    pause = 0.0
    while not stop.wait(pause):
        try:
            pause = 0.0 if bots.attend() else PAUSE_SECONDS
        except StoreUnavailable as error:
            _log.warning("the bots of rooms wait for Redis: %s", type(error.__cause__ or error).__name__)
            pause = FAILURE_SECONDS
        except Exception:  # the other rooms still need this thread
            _log.exception("a room could not be attended")
            pause = FAILURE_SECONDS
