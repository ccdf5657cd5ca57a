"""Style of the full screen: in the colours of the terminal itself, so that it fits light and dark ones.

Nothing depends on colour: the chosen line is reversed and marked, the title of the pane with the keys is bold and has
an arrow, and headings are bold.
"""

from __future__ import annotations

from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget

CSS = """
Screen { background: ansi_default; color: ansi_default; layout: vertical; }
#panes { height: 1fr; layout: vertical; }
.title { height: 1; width: 1fr; color: ansi_cyan; text-wrap: nowrap; text-overflow: clip; }
.pane:focus-within > .title { text-style: bold; color: ansi_bright_cyan; }
.scroll { width: 1fr; height: 1fr; scrollbar-size: 1 1; background: ansi_default; scrollbar-background: ansi_default;
    scrollbar-background-hover: ansi_default; scrollbar-background-active: ansi_default;
    scrollbar-color: ansi_bright_black; scrollbar-color-hover: ansi_white; scrollbar-color-active: ansi_white;
    scrollbar-corner-color: ansi_default; }
#board-pane { height: 1fr; min-height: 3; }
#board { overflow-y: scroll; }
#board-text { width: auto; height: auto; }
#log-pane { height: 5; }
.entry { width: 1fr; height: auto; }
.echo { color: ansi_bright_black; }
#side { height: auto; }
#choice-pane { height: auto; }
#choice-pane > .title { display: none; }
.is-wide #choice-pane > .title { display: block; }
#prompt { width: 1fr; height: auto; max-height: 6; text-style: bold; padding: 0 1; color: ansi_bright_yellow; }
#choices { width: 1fr; height: auto; min-height: 1; border: none; padding: 0; }
#choices:focus { border: none; background-tint: ansi_default 0%; }
#choices > .option-list--option { padding: 0; }
#choices > .option-list--option-hover { background: ansi_default; text-style: underline; }
#choices > .option-list--option-highlighted { color: ansi_default; background: ansi_default; text-style: bold; }
#choices:focus > .option-list--option-highlighted { color: ansi_default; background: ansi_default;
    text-style: bold reverse; }
#line { height: 1; width: 1fr; }
#user { width: auto; max-width: 30; height: 1; text-style: bold; color: ansi_green; }
#input { width: 1fr; height: 1; border: none; padding: 0; background: ansi_default; color: ansi_default; }
#input:focus { border: none; background-tint: ansi_default 0%; }
#input > .input--cursor { text-style: reverse; background: ansi_default; color: ansi_default; }
#input > .input--placeholder { color: ansi_bright_black; }
#input > .input--selection { text-style: reverse; }
#status { height: 1; width: 1fr; color: ansi_bright_black; text-wrap: nowrap; text-overflow: ellipsis; }
#status.is-busy { color: ansi_yellow; text-style: bold; }

.is-wide #panes { layout: horizontal; }
.is-wide #board-pane { width: 3fr; height: 1fr; margin: 0 2 0 0; }
.is-wide #side { width: 2fr; height: 1fr; }
.is-wide #log-pane { height: 1fr; margin: 0 0 1 0; }

.is-large-board #side, .is-large-log #board-pane, .is-large-choice #board-pane { display: none; }
.is-large-log #choice-pane, .is-large-choice #log-pane { display: none; }
.is-large-log #side, .is-large-choice #side { height: 1fr; }
.is-large-log #log-pane, .is-large-choice #choice-pane, .is-large-choice #choices { height: 1fr; }
.is-large-answer #side, .is-large-answer #log-pane { height: 1fr; }
.is-large-answer #board-pane { display: none; }
.is-wide.is-large-answer #board-pane { display: block; }

HandOver { align: center middle; background: ansi_default; }
HandOver > Static { width: auto; max-width: 90%; height: auto; text-align: center; border: heavy ansi_cyan;
    padding: 1 4; text-style: bold; }
"""

WIDE_COLUMNS = 110
"""Columns from which the panes are side by side."""

LONG_KEYS_COLUMNS = 100
"""Columns that the long form of the status line needs."""

ENLARGED = ("board", "log", "choice", "answer")
"""What may have more room than usual: a pane, or the log with a long answer in place of the board."""


class Layout:
    """Arrangement of the panes for the size of the terminal. `enlarged` is one of `ENLARGED`, or nothing."""

    def __init__(self) -> None:
        self.size = Size(80, 24)
        self.enlarged = ""

    @property
    def is_wide(self) -> bool:
        """Whether the panes are side by side."""
        return self.size.width >= WIDE_COLUMNS

    @property
    def keys(self) -> str:
        """Key of the text with the keys that work now."""
        if self.enlarged:
            return "back"
        return "keys" if self.size.width >= LONG_KEYS_COLUMNS else "keys short"

    def apply(self, screen: Screen[None], choices: Widget) -> None:
        """Set the classes of the screen, and the height of the list: a part of the rows, or all if it is enlarged."""
        screen.set_class(self.is_wide, "is-wide")
        for name in ENLARGED:
            screen.set_class(name == self.enlarged, f"is-large-{name}")
        rows = self.size.height * 2 // 5 if self.is_wide else self.size.height // 4
        choices.styles.max_height = None if self.enlarged == "choice" else max(rows, 3)
