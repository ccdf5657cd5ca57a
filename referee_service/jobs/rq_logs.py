"""Log lines of RQ, without ids: a job id opens the job, and a task holds the view of a seat."""

from __future__ import annotations

import logging

_log = logging.getLogger(__name__)


class RqLogHandler(logging.Handler):
    """Handler of RQ's log lines. It logs them without their arguments, which contain ids, tasks and messages."""

    def emit(self, record: logging.LogRecord) -> None:
        """Log the fixed part of a line of RQ, with the type and the places of its exception."""
        text = str(record.msg) if record.args else record.name
        _log.log(record.levelno, "RQ: %s", text.replace("%s", "…").replace("%d", "…"), exc_info=record.exc_info)


def redact_rq_logs() -> None:
    """Send the lines of all RQ loggers of this process through `RqLogHandler`, and to no other handler."""
    logger = logging.getLogger("rq")
    logger.handlers, logger.propagate = [RqLogHandler()], False
