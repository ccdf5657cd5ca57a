"""Terminal adapters: a chat table for people at one keyboard, line by line or on a full screen.

The full screen needs the extra `referee-sdk[terminal]`. This package does not import it: `full_screen` does.
"""

from referee_sdk.terminal.lines import Terminal
from referee_sdk.terminal.markdown import render_markdown, wrap_line

__all__ = ["Terminal", "render_markdown", "wrap_line"]
