"""Thread that calls the table, so that the screen responds while a bot searches or the service is slow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from typing import Any

from textual.message import Message as ScreenMessage
from textual.message_pump import MessagePump

from referee_sdk.errors import RefereeError


class Done(ScreenMessage):
    """The end of a call: `finish` takes its result on the thread of the screen. `error` if the service failed."""

    def __init__(self, call: Call, result: Any, error: RefereeError | None = None) -> None:
        super().__init__()
        self.call, self.result, self.error = call, result, error


@dataclass(frozen=True)
class Call:
    """A call of the table, and what to do with its result. `is_background` if the user need not wait for it."""

    run: Callable[[], Any]
    finish: Callable[[Any], None]
    is_background: bool = False


class TableThread(Thread):
    """Thread that runs one call after the other. A match may be used by one thread at a time.

    It is a daemon: the command can end while a bot searches.
    """

    def __init__(self, screen: MessagePump) -> None:
        super().__init__(daemon=True)
        self.screen = screen
        self._calls: SimpleQueue[Call] = SimpleQueue()

    def submit(self, call: Call) -> None:
        """Run a call after those before it."""
        self._calls.put(call)

    def run(self) -> None:
        """Run calls until the command ends."""
        while True:
            call = self._calls.get()
            try:
                done = Done(call, call.run())
            except RefereeError as error:
                done = Done(call, None, error)
            self.screen.post_message(done)
