"""A progress bar in one line, on terminals only."""

from __future__ import annotations

import shutil
from types import TracebackType
from typing import TextIO

BAR_WIDTH = 24


class ProgressBar:
    """`with Progress(total, sys.stderr) as progress: progress.show(done, "what")`; silent where nobody watches."""

    def __init__(self, total: int, stream: TextIO) -> None:
        self.total, self.stream = total, stream
        self.is_watched = stream.isatty()

    def show(self, done: int, what: str) -> None:
        """How far we are, and at what."""
        if self.is_watched:
            filled = BAR_WIDTH * done // max(self.total, 1)
            bar = "█" * filled + "░" * (BAR_WIDTH - filled)
            self.line(f"{bar} {done}/{self.total} {what}")

    def line(self, text: str) -> None:
        """One line, over what stood there."""
        if self.is_watched:
            columns = shutil.get_terminal_size().columns
            self.stream.write(f"\r\x1b[K{text[: columns - 1]}")
            self.stream.flush()

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.line("")
