"""Progress bar in one line. It writes only to terminals."""

from __future__ import annotations

import shutil
from types import TracebackType
from typing import TextIO

BAR_WIDTH = 24


class ProgressBar:
    """Context manager: `with ProgressBar(total, sys.stderr) as progress: progress.show(done, "name")`."""

    def __init__(self, total: int, stream: TextIO) -> None:
        self.total, self.stream = total, stream
        self.is_terminal = stream.isatty()

    def show(self, done: int, name: str) -> None:
        """Show how many items are done, and the name of the current one."""
        if self.is_terminal:
            filled = BAR_WIDTH * done // max(self.total, 1)
            bar = "█" * filled + "░" * (BAR_WIDTH - filled)
            self.line(f"{bar} {done}/{self.total} {name}")

    def line(self, text: str) -> None:
        """Overwrite the current line of the terminal, cut to its width."""
        if self.is_terminal:
            columns = shutil.get_terminal_size().columns
            self.stream.write(f"\r\x1b[K{text[: columns - 1]}")
            self.stream.flush()

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.line("")
