"""Logs as JSON, a line each: what was asked, how it went, how long it took. Never what was said.

No line holds a body, a header, a query or the text of an exception: there may be a state in it, a token, a pass, a key.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
import traceback
from collections import deque
from contextlib import nullcontext
from datetime import UTC, datetime
from typing import Final

import msgspec

LOGGER: Final = "referee"
FIELDS: Final = ("request_id", "method", "path", "status", "ms")
"""What a line may say beside its message."""
MAX_PATH_CHARS: Final = 200
FLUSH_SECONDS: Final = 0.05
"""How long a line waits for others, in seconds."""
UNKNOWN_PATH: Final = "(unknown)"
"""The path where there is nothing: a stranger's words could stand in it."""

_logger = logging.getLogger(LOGGER)


class JsonFormatter(logging.Formatter):
    """A record as one line of JSON. Of an exception only its type and the places it came through are told."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
        }
        known = record.__dict__
        line |= {name: known[name] for name in FIELDS if name in known}
        if record.exc_info and record.exc_info[0] is not None:
            frames = traceback.extract_tb(record.exc_info[2])
            line["error"] = record.exc_info[0].__name__
            line["where"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
        return msgspec.json.encode(line).decode()


GRANIAN_LOGGING: Final[dict[str, object]] = {
    "formatters": {},
    "handlers": {},
    "loggers": {"_granian": {}},
}
"""For granian, which would write lines of its own form: what it says goes the way of all others."""


class BufferedStderrHandler(logging.Handler):
    """Writes lines to standard error: what is wrong at once, all else soon and together, so that no answer waits."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting = deque[logging.LogRecord]()
        self._due = threading.Event()
        self._thread: threading.Thread | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Take a record, to be written soon."""
        self._waiting.append(record)
        if record.levelno >= logging.WARNING:
            self.flush()
            return
        self._due.set()
        if self._thread is None or not self._thread.is_alive():  # a fork takes no threads along
            self._thread = threading.Thread(target=self._run, name="referee-logs", daemon=True)
            self._thread.start()

    def flush(self) -> None:
        """Write all that waits; also what ends the process calls this."""
        with self.lock or nullcontext():
            lines = [self.format(self._waiting.popleft()) for _ in range(len(self._waiting))]
            if lines:
                sys.stderr.write("\n".join(lines) + "\n")
                sys.stderr.flush()

    def _run(self) -> None:
        while self._due.wait():
            time.sleep(FLUSH_SECONDS)
            self._due.clear()
            self.flush()


def configure_logging(level: str) -> None:
    """Write our lines from this level up to standard error, and the warnings of libraries in the same form."""
    handler = BufferedStderrHandler()
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False  # no line tells them
    _logger.setLevel(level.upper())


def log_request(request_id: str, method: str, path: str, status: int, seconds: float) -> None:
    """One line for an answer; failures of ours are warnings."""
    level = logging.WARNING if status >= 500 else logging.INFO
    if _logger.isEnabledFor(level):
        record = logging.LogRecord.__new__(logging.LogRecord)
        said = {"request_id": request_id, "method": method, "path": path[:MAX_PATH_CHARS], "status": status}
        record.__dict__.update(_BASE_RECORDS[level], **said, ms=round(seconds * 1000, 2), created=time.time())
        _logger.handle(record)


# What a record holds of its place, thread and process is the same for all of these lines, so it is made once.
_BASE_RECORDS: Final = {
    level: vars(logging.LogRecord(LOGGER, level, "", 0, "request", None, None))
    for level in (logging.INFO, logging.WARNING)
}
