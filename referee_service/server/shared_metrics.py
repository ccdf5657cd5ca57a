"""Metrics that several serving processes share: files in a temporary folder, which `/metrics` adds up."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from prometheus_client import values
from prometheus_client.multiprocess import mark_process_dead

from referee_service.api.metrics import FOLDER_VARIABLE


@contextmanager
def shared_metrics() -> Iterator[None]:
    """Let all processes that are forked in a `with` block count in one folder. An app must be created in the block."""
    value_class = values.ValueClass
    with tempfile.TemporaryDirectory(prefix="referee-metrics-") as folder:
        os.environ[FOLDER_VARIABLE] = folder
        # The library looks at the variable only when it is imported, which may have happened.
        values.ValueClass = values.MultiProcessValue()  # type: ignore[no-untyped-call]
        try:
            yield
        finally:
            values.ValueClass = value_class
            del os.environ[FOLDER_VARIABLE]


def forget_dead_processes() -> None:
    """Remove the gauges of processes that have ended. Their counts stay, so that no sum ever falls."""
    folder = os.environ.get(FOLDER_VARIABLE)
    for path in Path(folder).glob("*.db") if folder else ():
        pid = path.stem.rpartition("_")[2]
        if not Path(f"/proc/{pid}").exists() and Path("/proc").exists():
            mark_process_dead(pid, folder)  # type: ignore[no-untyped-call]
