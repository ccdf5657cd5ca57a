"""Users at a pseudo-terminal, for tests of `referee-play`."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time

from tests.sdk.matches import ROOT

PLAY = [sys.executable, "-c", "import sys; from referee_sdk.commands.play import main; sys.exit(main())"]
APP = ["--app", "tests.sdk.service:shared_app"]
TIMEOUT_SECONDS = 60.0
SIZE = (30, 100)
"""Rows and columns."""
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "REFEREE_URL")},
    "PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}",
    "TERM": "xterm",
    "LINES": str(SIZE[0]),
    "COLUMNS": str(SIZE[1]),
}


def state_folder() -> dict[str, str]:
    """Return the variable of the folder in which matches are saved that are left, if a test has set it."""
    return {name: os.environ[name] for name in ("XDG_STATE_HOME",) if name in os.environ}


class Typist:
    """User at a pseudo-terminal, who types lines and reads the output."""

    def __init__(self, *arguments: str, extra_path: str = "", **environment: str) -> None:
        self.keyboard, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", *SIZE, 0, 0))
        self.process = subprocess.Popen(
            [*PLAY, *arguments, *(() if "--url" in arguments else APP)],
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            env={
                **ENVIRONMENT,
                **state_folder(),
                **environment,
                "PYTHONPATH": f"{extra_path}:{ENVIRONMENT['PYTHONPATH']}",
            },
            close_fds=True,
        )
        os.close(terminal)
        self.output = ""

    def read(self, until: str) -> str:
        """Return the output up to and including `until`."""
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while until not in self.output:
            assert time.monotonic() < deadline, self.output
            if select.select([self.keyboard], [], [], 1)[0]:
                try:
                    self.output += os.read(self.keyboard, 65536).decode(errors="replace")
                except OSError:  # the command has ended
                    assert until in self.output, self.output
        before, _, self.output = self.output.partition(until)
        return before + until

    def type_line(self, line: str) -> None:
        os.write(self.keyboard, f"{line}\n".encode())

    def wait(self) -> int:
        return self.process.wait(timeout=TIMEOUT_SECONDS)


def plain(text: str) -> str:
    """Return what a terminal printed without codes."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r", "")
