"""Panes of the full screen: the board, the log, and the list of moves."""

from __future__ import annotations

import re
from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import ScrollableContainer, Vertical
from textual.content import Content
from textual.message import Message as ScreenMessage
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from referee_sdk.chat import Message
from referee_sdk.terminal.candidates import Candidate
from referee_sdk.terminal.markdown import BOLD, CYAN, DIM, PLAIN, render_markdown, wrap_line

MAX_ENTRIES = 300
"""Entries that the log keeps."""

MIN_LABEL_WIDTH = 10
"""Width in columns below which the lines of a list are not wrapped, such as before the list has its size."""

MARK, NO_MARK = "▸", " "
"""Sign before the chosen line of a list, so that it is visible without colours."""


ANSI_CODES = re.compile(r"(\x1b\[[0-9;]*m)")

STYLE_NAMES = {BOLD: "bold", DIM: "dim", CYAN: "ansi_cyan", PLAIN: ""}
"""Style of the text after each ANSI code of a message."""


def styled(markdown: str, width: int = 0) -> Content:
    """Return the Markdown of a message as text with styles, wrapped to a width if there is one."""
    text = render_markdown(markdown, coloured=True)
    if width > MIN_LABEL_WIDTH:
        text = "\n".join(wrap_line(line, width) for line in text.split("\n"))
    parts: list[str | tuple[str, str]] = []
    style = ""
    for part in ANSI_CODES.split(text):
        if part in STYLE_NAMES:
            style = STYLE_NAMES[part]
        else:
            parts.append((part, style) if style else part)
    return Content.assemble(*parts)


class Entry(Static):
    """Entry of the log. `to` is the only user who may see it; None if all may."""

    def __init__(self, text: str, to: str | None, style: str, width: int) -> None:
        super().__init__(styled(text, width), classes=f"entry {style}")
        self.text, self.to, self._width = text, to, width

    def on_resize(self, event: events.Resize) -> None:
        """Wrap the lines again: each below the text that it continues."""
        if event.size.width != self._width:
            self._width = event.size.width
            self.update(styled(self.text, self._width))


class Pane(Vertical):
    """Area of the screen with a title, which has an arrow while the keys go to this pane."""

    def __init__(self, name: str, title: str) -> None:
        super().__init__(id=f"{name}-pane", classes="pane")
        self.title = title
        self._line = Static(classes="title", markup=False)

    def on_mount(self) -> None:
        """Show the title."""
        self.show_title(self.title)

    def show_title(self, title: str) -> None:
        """Change the title."""
        self.title = title
        arrow = MARK if self.has_focus_within else "─"
        self._line.update(f"{arrow}─ {title} {'─' * 250}")

    def on_descendant_focus(self) -> None:
        """Mark the title."""
        self.show_title(self.title)

    def on_descendant_blur(self) -> None:
        """Remove the mark."""
        self.show_title(self.title)


class BoardScroll(ScrollableContainer):
    """Area in which a board scrolls. It posts `Resized`, so that the board gets lines of the new width."""

    class Resized(ScreenMessage):
        """The area has another size."""

    def on_resize(self) -> None:
        """Post the message."""
        self.post_message(self.Resized())


class BoardPane(Pane):
    """Board as text. It scrolls in both directions, because a board has at least 40 columns."""

    def compose(self) -> ComposeResult:
        """Show the title and the board."""
        yield self._line
        self.scroll = BoardScroll(id="board", classes="scroll")
        self._text = Static(id="board-text", markup=False)
        with self.scroll:
            yield self._text

    @property
    def columns(self) -> int:
        """Number of columns that a board may have. The scroll bar always has its own."""
        return self.scroll.scrollable_content_region.width

    def show(self, text: str) -> None:
        """Show the Markdown of a board, scrolled as before. The first line of each section is bold."""
        text = render_markdown(text, coloured=False)
        parts: list[str | tuple[str, str]] = []
        is_heading = True
        for line in text.split("\n"):
            parts += [(line, "bold") if is_heading else line, "\n"]
            is_heading = not line
        self._text.update(Content.assemble(*parts[:-1]))


class LogScroll(ScrollableContainer):
    """Area in which a log scrolls. It posts `Changed`, because entries get their rows only after they are added."""

    class Changed(ScreenMessage):
        """The entries or the area have another height."""

    def on_resize(self) -> None:
        """Post the message."""
        self.post_message(self.Changed())

    def watch_virtual_size(self) -> None:
        """Post the message."""
        self.post_message(self.Changed())


class LogPane(Pane):
    """Log of events, answers and own texts. `to` of an entry is the only user who may see it."""

    def compose(self) -> ComposeResult:
        """Show the title and no entries."""
        yield self._line
        self.scroll = LogScroll(id="log", classes="scroll")
        yield self.scroll

    def add(self, messages: Sequence[Message], *, style: str = "") -> Entry | None:
        """Add the texts of messages to the same user, and return their entry."""
        texts = [message.text for message in messages if message.text]
        if not texts:
            return None
        width = self.scroll.scrollable_content_region.width
        entry = Entry("\n".join(texts), messages[0].to, style, width)
        self.scroll.mount(entry)
        for old in list(self.scroll.children)[:-MAX_ENTRIES]:
            old.remove()
        return entry

    def hide_from(self, user: str) -> None:
        """Remove the entries that a user may not see."""
        for entry in self.scroll.query(Entry):
            if entry.to not in (None, user):
                entry.remove()

    def show_end(self) -> None:
        """Scroll to the last entry."""
        self.scroll.scroll_end(animate=False, immediate=True)

    def show_from(self, entry: Entry | None) -> None:
        """Scroll so that an entry and all after it are visible, or the entry begins at the top."""
        if entry is None or not entry.is_mounted:
            return
        bottom = self.scroll.virtual_size.height - self.scroll.size.height
        self.scroll.scroll_to(y=min(entry.virtual_region.y, max(bottom, 0)), animate=False, immediate=True)

    def is_cut(self, entry: Entry | None) -> bool:
        """Return whether the log is too small for an entry and those after it."""
        if entry is None or not entry.is_mounted:
            return False
        return self.scroll.virtual_size.height - entry.virtual_region.y > self.scroll.size.height


class Question(Static):
    """Question of the match, wrapped to the width of its pane."""

    text, _width = "", 0

    def show(self, text: str) -> None:
        """Show the Markdown of a question."""
        self.text = text
        self.update(styled(text, self._width))

    def on_resize(self) -> None:
        """Wrap the lines again."""
        if self.content_size.width != self._width:
            self._width = self.content_size.width
            self.show(self.text)


class ChoicePane(Pane):
    """List of moves or other candidates, below the question of the match. On a small screen it has no title."""

    def compose(self) -> ComposeResult:
        """Show the question and an empty list."""
        self.question = Question(id="prompt", markup=False)
        self.choices = Choices(id="choices", classes="scroll", markup=False)
        yield self._line
        yield self.question
        yield self.choices

    def show(self, question: str, candidates: Sequence[Candidate]) -> None:
        """Show the question of the match and its moves."""
        self.choices.styles.min_height = 1
        self.question.show(question)
        self.choices.show(candidates)

    def show_part(self, title: str, candidates: Sequence[Candidate]) -> None:
        """Show what fits a half-written line. The list keeps its height, so that the board does not jump."""
        self.choices.styles.min_height = self.choices.size.height
        self.question.show(title)
        self.choices.show(candidates)


class Choices(OptionList):
    """Candidates, one per line, with their number. The chosen one has a mark."""

    candidates: Sequence[Candidate] = ()
    _marked: int | None = None

    def show(self, candidates: Sequence[Candidate]) -> None:
        """Replace the list and choose its first line."""
        self.candidates = list(candidates)
        self._fill(0 if candidates else None)

    def on_resize(self) -> None:
        """Wrap the lines again."""
        self._fill(self.highlighted)

    def _fill(self, chosen: int | None) -> None:
        self.clear_options()
        self.add_options(Option(self._line(each, NO_MARK)) for each in self.candidates)
        self.highlighted = chosen

    @property
    def chosen(self) -> Candidate | None:
        """The chosen candidate, if there is any."""
        return None if self.highlighted is None else self.candidates[self.highlighted]

    def _line(self, candidate: Candidate, mark: str) -> Content:
        """Return a candidate as a line, wrapped below its first word."""
        number = "" if candidate.number is None else f"{candidate.number}"
        head = f"{mark}{number:>4}  " if number else f"{mark} "
        width = self.size.width - len(head) - 1  # the last column is that of the scroll bar
        label = wrap_line(candidate.label, width) if width > MIN_LABEL_WIDTH else candidate.label
        return Content.assemble((head, "$secondary"), label.replace("\n", f"\n{' ' * len(head)}"))

    def watch_highlighted(self, highlighted: int | None) -> None:
        """Move the mark to the chosen line."""
        super().watch_highlighted(highlighted)
        for index, mark in ((self._marked, NO_MARK), (highlighted, MARK)):
            if index is not None and index < self.option_count:
                self.replace_option_prompt_at_index(index, self._line(self.candidates[index], mark))
        self._marked = highlighted
