"""JSON logging, one line per request: method, path, status, duration.

No line contains a body, a header, a query or an exception message. They may contain states, credentials or keys.
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
"""Optional fields of a log line."""
MAX_PATH_CHARS: Final = 200
FLUSH_SECONDS: Final = 0.05
"""Time in which lines are collected before they are written together."""
UNKNOWN_PATH: Final = "(unknown)"
"""Logged in place of a path without a route, because such a path may contain any text."""

_logger = logging.getLogger(LOGGER)


class JsonFormatter(logging.Formatter):
    """Formatter for one line of JSON. An exception is logged as its type and its code locations only."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a log record as one line of JSON."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
        }
        attributes = record.__dict__
        line |= {name: attributes[name] for name in FIELDS if name in attributes}
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
"""Logging configuration for granian: no handlers of its own, so its messages reach the JSON handler too."""


class BufferedStderrHandler(logging.Handler):
    """Handler that writes to standard error. Warnings are written immediately, other lines in batches by a thread."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting = deque[logging.LogRecord]()
        self._due = threading.Event()
        self._thread: threading.Thread | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Queue a record. A warning or an error flushes the queue."""
        self._waiting.append(record)
        if record.levelno >= logging.WARNING:
            self.flush()
            return
        self._due.set()
        if self._thread is None or not self._thread.is_alive():  # threads do not survive a fork
            self._thread = threading.Thread(target=self._run, name="referee-logs", daemon=True)
            self._thread.start()

    def flush(self) -> None:
        """Write all queued records. It is also called at shutdown."""
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
    """Log JSON to standard error: the service's lines from this level, and warnings of libraries."""
    handler = BufferedStderrHandler()
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False  # unused fields cost time
    _logger.setLevel(level.upper())


def log_request(request_id: str, method: str, path: str, status: int, seconds: float) -> None:
    """Log one response. Statuses from 500 are warnings."""
    level = logging.WARNING if status >= 500 else logging.INFO
    if _logger.isEnabledFor(level):
        record = logging.LogRecord.__new__(logging.LogRecord)
        fields = {"request_id": request_id, "method": method, "path": path[:MAX_PATH_CHARS], "status": status}
        record.__dict__.update(_BASE_RECORDS[level], **fields, ms=round(seconds * 1000, 2), created=time.time())
        _logger.handle(record)


# Location, thread and process are equal in all request lines, so these attributes are computed once.
_BASE_RECORDS: Final = {
    level: vars(logging.LogRecord(LOGGER, level, "", 0, "request", None, None))
    for level in (logging.INFO, logging.WARNING)
}
