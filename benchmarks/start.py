"""CPU time of the start: a new process imports the service and creates the app with all games."""

from __future__ import annotations

import subprocess
import sys

RUNS = 5
"""Runs of one round. The fastest counts, because it has the least noise."""
PROGRAM = """
from referee_service.app import create_app
create_app()
from time import process_time
print(process_time())
"""


def start_seconds() -> float:
    """Return the CPU seconds of the fastest start, those of the interpreter included."""
    return min(_start() for _ in range(RUNS))


def _start() -> float:
    return float(subprocess.run([sys.executable, "-c", PROGRAM], check=True, capture_output=True, text=True).stdout)
