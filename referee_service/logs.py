"""Logs as JSON, a line each: what was asked, how it went, how long it took. Never what was said.

No line holds a body, a header, a query or the text of an exception: there may be a state in it, a token, a pass, a key.
"""

from __future__ import annotations

import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Final

import msgspec

LOGGER: Final = "referee"
FIELDS: Final = ("request_id", "method", "path", "status", "ms")
"""What a line may say beside its message."""
PATH_LIMIT: Final = 200
UNKNOWN: Final = "(unknown)"
"""The path where there is nothing: a stranger's words could stand in it."""

_logger = logging.getLogger(LOGGER)


class JsonLines(logging.Formatter):
    """A record as one line of JSON. Of an exception only its type and the places it came through are told."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
        }
        line |= {name: value for name in FIELDS if (value := getattr(record, name, None)) is not None}
        if record.exc_info and record.exc_info[0] is not None:
            frames = traceback.extract_tb(record.exc_info[2])
            line["error"] = record.exc_info[0].__name__
            line["where"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
        return msgspec.json.encode(line).decode()


SERVER: Final[dict[str, object]] = {
    "formatters": {},
    "handlers": {},
    "loggers": {"_granian": {}},
}
"""For granian, which would write lines of its own form: what it says goes the way of all others."""


def start(level: str) -> None:
    """Write our lines from this level up to standard error, and the warnings of libraries in the same form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    _logger.setLevel(level.upper())


def tell(request_id: str, method: str, path: str, status: int, seconds: float) -> None:
    """One line for an answer; failures of ours are warnings."""
    level = logging.WARNING if status >= 500 else logging.INFO
    if _logger.isEnabledFor(level):
        line = {"name": LOGGER, "levelno": level, "levelname": logging.getLevelName(level), "msg": "request"}
        line |= {"request_id": request_id, "method": method, "path": path[:PATH_LIMIT], "status": status}
        _logger.handle(logging.makeLogRecord({**line, "ms": round(seconds * 1000, 2)}))
