"""Full screen of `referee-play`: panes for board, log and moves, and an input line. It needs the package `textual`."""

from referee_sdk.terminal.full_screen.app import FullScreen

__all__ = ["FullScreen"]
