"""JSON logging to standard error, one object per line; each response has one: method, path, status, duration.

No line contains a body, a header, a query or an exception message, because these may contain states, credentials or
keys. Only the messages of a Redis that cannot be reached are logged.
Logging never blocks and never raises. Lines that cannot be written are dropped and counted.
"""

from __future__ import annotations

import atexit
import logging
import os
import re
import select
import sys
import threading
import time
import traceback
from collections.abc import Iterable
from datetime import UTC, datetime
from types import TracebackType
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

LOGGER: Final = "referee"
FIELDS: Final = ("request_id", "method", "path", "status", "ms")
"""Optional fields of a log line."""
REQUEST_MESSAGE: Final = "request"
"""Message of the line of each response."""
MAX_PATH_CHARS: Final = 200
MAX_WAITING_LINES: Final = 2048
"""Lines that wait for the writer. Further lines are dropped and counted."""
BATCH_SECONDS = 0.05
"""Time in which lines are collected before they are written together. A warning ends it."""
FLUSH_TIMEOUT_SECONDS = 1.0
"""Longest wait for the writer at shutdown."""
PIECE_BYTES: Final = select.PIPE_BUF
"""Lines are written in pieces of this size: a pipe does not mix them with lines of other processes."""
UNKNOWN_PATH: Final = "(unknown)"
"""Logged in place of a path without a route, because such a path may contain any text."""

_TRACEBACK_LOCATION = re.compile(r'^  File "(.+)", line (\d+), in (.+)$', re.MULTILINE)
_TRACEBACK_ERROR = re.compile(r"^([A-Za-z_][\w.]*)(?::.*)?$", re.MULTILINE)

_logger = logging.getLogger(LOGGER)
_logger.addHandler(logging.NullHandler())  # without it, Python prints warnings of programs that configure no logging


class RequestLine(msgspec.Struct):
    """The line of one response, in the order of its fields."""

    time: str
    level: str
    message: str
    request_id: str
    method: str
    path: str
    status: int
    ms: float


class RequestRecord(logging.LogRecord):
    """A log record of one response. Its line is built when it is written: the request need not wait for that."""

    def line(self) -> RequestLine:
        """Return the line of the response."""
        found = self.__dict__
        fields = [found[name] for name in FIELDS]
        return RequestLine(_iso_time(self.created), self.levelname.lower(), REQUEST_MESSAGE, *fields)


def _iso_time(seconds: float) -> str:
    """Return a time in UTC with milliseconds."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")


_encode: Final = msgspec.json.Encoder().encode


class JsonFormatter(logging.Formatter):
    """Formatter for one line of JSON. An exception is logged as its type and its code locations only."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a log record as one line of JSON."""
        if isinstance(record, RequestRecord):
            return _encode(record.line()).decode()
        message, _, rest = _message(record).partition("\n")
        line: dict[str, object] = {
            "time": _iso_time(record.created),
            "level": record.levelname.lower(),
            "message": message,
        }
        attributes = record.__dict__
        line |= {name: attributes[name] for name in FIELDS if name in attributes}
        if record.exc_info and record.exc_info[0] is not None:
            frames = traceback.extract_tb(record.exc_info[2])
            line["error"] = record.exc_info[0].__name__
            line["where"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
        elif rest:
            line |= _traceback_fields(rest)
        return msgspec.json.encode(line).decode()


def _message(record: logging.LogRecord) -> str:
    """Return the message of a record; without its arguments if they do not fit."""
    try:
        message = record.getMessage()
    except Exception:
        message = str(record.msg)
    return message if message.isascii() else message.encode("utf-8", "replace").decode()


def _traceback_fields(text: str) -> dict[str, object]:
    """Return the type and the code locations of a traceback that a library put into its message."""
    locations = [f"{path}:{number} {name}" for path, number, name in _TRACEBACK_LOCATION.findall(text)]
    errors = _TRACEBACK_ERROR.findall(text)
    return {"error": errors[-1], "where": locations} if locations and errors else {}


GRANIAN_LOGGING: Final[dict[str, object]] = {
    "formatters": {},
    "handlers": {},
    "loggers": {"_granian": {}},
}
"""Logging configuration for granian: no handlers of its own, so its messages reach the JSON handler too."""


class StderrHandler(logging.Handler):
    """Handler with a bounded queue and a thread that writes it to standard error.

    It never blocks and never raises. It counts the lines that it drops: the queue is full, or writing fails. A line in
    the log names their number when writing works again.
    """

    def __init__(self, descriptor: int) -> None:
        super().__init__()
        self._descriptor = descriptor
        self.reset()

    def reset(self) -> None:
        """Forget all lines and the thread. A forked process calls this: lines and thread belong to its parent."""
        self._changed = threading.Condition()  # reentrant: a signal handler may log while its thread logs
        self._lines: list[bytes | RequestRecord] = []
        self._is_urgent = self._is_busy = False
        self._thread: threading.Thread | None = None
        self._started_line = b""
        self.dropped = self._reported = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Queue a record. A warning or an error is written at once, with all earlier lines."""
        try:
            # Only the line of a response can wait: the arguments of other records may change.
            line = record if isinstance(record, RequestRecord) else self._line(record)
            with self._changed:
                if len(self._lines) >= MAX_WAITING_LINES:
                    self.dropped += 1
                    return
                self._start_writer()
                self._lines.append(line)
                self._is_urgent = self._is_urgent or record.levelno >= logging.WARNING
                if self._is_urgent or len(self._lines) == 1:  # else the writer is collecting lines
                    self._changed.notify_all()
        except Exception:  # a request must not fail because of its log line
            with self._changed:
                self.dropped += 1

    def _line(self, record: logging.LogRecord) -> bytes:
        return self.format(record).encode() + b"\n"

    def flush(self) -> None:
        """Wait until all lines are written or dropped, for at most FLUSH_TIMEOUT_SECONDS."""
        with self._changed:
            self._is_urgent = bool(self._lines)
            self._changed.notify_all()
            self._changed.wait_for(lambda: not self._lines and not self._is_busy, timeout=FLUSH_TIMEOUT_SECONDS)

    def _start_writer(self) -> None:
        if self._thread is None or not self._thread.is_alive():
            thread = threading.Thread(target=self._run, name="referee-logs", daemon=True)
            thread.start()
            self._thread = thread

    def _run(self) -> None:
        while True:
            with self._changed:
                self._is_busy = False
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._lines)
                self._changed.wait_for(lambda: self._is_urgent, timeout=BATCH_SECONDS)
                batch, self._lines, self._is_urgent, self._is_busy = self._lines, [], False, True
            self._write_batch([each if isinstance(each, bytes) else self._line_or_nothing(each) for each in batch])

    def _line_or_nothing(self, record: RequestRecord) -> bytes:
        """Return the line of a response, or nothing if it cannot be built: the writer must not end because of it."""
        try:
            return self._line(record)
        except Exception:
            with self._changed:
                self.dropped += 1
            return b""

    def _write_batch(self, lines: list[bytes]) -> None:
        piece = b""
        for line in lines:
            if piece and len(piece) + len(line) > PIECE_BYTES:
                self._write(piece)
                piece = b""
            piece += line
        if self._write(piece) and self.dropped > self._reported:
            dropped = self.dropped
            if self._write(self._drop_note(dropped - self._reported)):
                self._reported = dropped

    def _drop_note(self, count: int) -> bytes:
        text = f"{count} log lines were dropped because standard error was full or closed"
        note = logging.LogRecord(LOGGER, logging.WARNING, "", 0, text, None, None)
        return self.format(note).encode() + b"\n"

    def _write(self, lines: bytes) -> bool:
        """Write whole lines and return whether that worked. Lines that remain are dropped.

        Only the end of a line that was written in part is kept, so that no line is broken.
        """
        text = self._started_line + lines
        count = self._write_bytes(text)
        rest = text[count:]
        is_in_line = bool(rest) and (text[count - 1 : count] != b"\n" if count else bool(self._started_line))
        line_end = rest.find(b"\n") + 1 if is_in_line else 0
        self._started_line = rest[:line_end]
        with self._changed:
            self.dropped += rest.count(b"\n", line_end)
        return not rest

    def _write_bytes(self, text: bytes) -> int:
        """Write bytes and return their number; it is smaller if writing fails."""
        count = 0
        while count < len(text):
            try:
                count += os.write(self._descriptor, text[count:])
            except BlockingIOError:  # another process made the pipe non-blocking
                select.select([], [self._descriptor], [])
            except OSError:  # a full disk or a closed pipe
                break
        return count


def dropped_lines() -> int:
    """Return the number of log lines that this process has dropped."""
    return sum(handler.dropped for handler in _handlers())


def _handlers() -> list[StderrHandler]:
    return [handler for handler in logging.getLogger().handlers if isinstance(handler, StderrHandler)]


def _reset_handlers() -> None:
    for handler in _handlers():
        handler.reset()


def _flush_handlers() -> None:
    for handler in _handlers():
        handler.flush()


os.register_at_fork(after_in_child=_reset_handlers)  # granian forks the process that serves
atexit.register(_flush_handlers)  # granian makes `logging` forget its handlers, so `logging.shutdown` skips them


# --- configuration --------------------------------------------------------------------------------------------------


def configure_logging(level: str) -> None:
    """Log JSON to standard error: the service's lines from this level, and warnings of libraries.

    Uncaught exceptions and warnings of Python are logged too.
    """
    stderr = sys.__stderr__
    # A closed standard error is replaced, because the next open file would get its number.
    handler = StderrHandler(stderr.fileno() if stderr is not None else os.open(os.devnull, os.O_WRONLY))
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False  # unused fields cost time
    logging.captureWarnings(True)
    _logger.setLevel(level.upper())
    sys.excepthook = _log_uncaught
    threading.excepthook = _log_uncaught_in_thread
    sys.unraisablehook = _log_unraisable


def _log_uncaught(error_type: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    _logger.critical("uncaught exception", exc_info=(error_type, error, trace))


def _log_uncaught_in_thread(arguments: threading.ExceptHookArgs) -> None:
    if arguments.exc_type is not SystemExit and arguments.exc_value is not None:
        error = (arguments.exc_type, arguments.exc_value, arguments.exc_traceback)
        _logger.error("uncaught exception in a thread", exc_info=error)


def _log_unraisable(arguments: UnraisableHookArgs) -> None:
    error = arguments.exc_value
    if error is not None:
        _logger.error("ignored exception", exc_info=(arguments.exc_type, error, arguments.exc_traceback))


def log_unknown_variables(names: Iterable[str]) -> None:
    """Log a warning for each environment variable that is not a setting."""
    for name in names:
        _logger.warning("%s is not a setting", name)


def log_request(request_id: str, method: str, path: str, status: int, seconds: float) -> None:
    """Log one response. Statuses from 500 are warnings."""
    level = logging.WARNING if status >= 500 else logging.INFO
    if _logger.isEnabledFor(level):
        record = RequestRecord.__new__(RequestRecord)
        fields = {"request_id": request_id, "method": method, "path": path[:MAX_PATH_CHARS], "status": status}
        record.__dict__.update(_BASE_RECORDS[level], **fields, ms=round(seconds * 1000, 2), created=time.time())
        _logger.handle(record)


# Location, thread and process are equal in all request lines, so these attributes are computed once.
_BASE_RECORDS: Final = {
    level: vars(logging.LogRecord(LOGGER, level, "", 0, REQUEST_MESSAGE, None, None))
    for level in (logging.INFO, logging.WARNING)
}
