"""CPU time of the start: a new process imports the service and creates the app with all games."""

from __future__ import annotations

import os
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
    """Return the CPU seconds of the fastest start, those of the interpreter included.

    The first run writes the bytecode files, which an installed service has.
    """
    return min(_start() for _ in range(RUNS))


def _start() -> float:
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-c", PROGRAM]
    return float(subprocess.run(command, check=True, capture_output=True, text=True, env=environ).stdout)
