"""Input line with a history and completion by Tab."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message as ScreenMessage
from textual.widgets import Input

from referee_sdk.terminal.candidates import Candidate, common_start, completed_texts


class InputLine(Input):
    """Line that a user types. Up and Down show earlier lines, Tab completes, and without text Tab leaves the line."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "earlier", show=False),
        Binding("down", "later", show=False),
        Binding("tab", "complete", show=False),
    ]

    class Left(ScreenMessage):
        """The user goes to the list."""

    def __init__(self, placeholder: str) -> None:
        super().__init__(placeholder=placeholder, id="input", compact=True, select_on_focus=False)
        self.cursor_blink = False
        self.completion = ""
        self._candidates: Sequence[Candidate] = ()
        self._candidate_text = ""
        self._wanted = ""
        self._history: list[str] = []
        self._place = 0
        self._draft = ""

    def take(self, text: str, candidates: Sequence[Candidate]) -> None:
        """Take the candidates for a half-written text, and complete it if Tab was pressed before they came."""
        self._candidates, self._candidate_text, self.completion = candidates, text, ""
        if text and self._wanted == text == self.value:
            self.action_complete()

    @property
    def current_candidates(self) -> Sequence[Candidate]:
        """The candidates for the text of the line; none while they are still being searched."""
        return self._candidates if self.value in (self._candidate_text, self.completion) else ()

    def remember(self, line: str) -> None:
        """Add a line to the history."""
        if line and line not in self._history[-1:]:
            self._history.append(line)
        self._place = len(self._history)

    def forget(self) -> None:
        """Clear the line and the history, before another user gets the keyboard."""
        self._history, self._place, self._draft = [], 0, ""
        self.take("", ())
        self.value = ""

    def action_earlier(self) -> None:
        """Show the line before this one in the history."""
        self._show(self._place - 1)

    def action_later(self) -> None:
        """Show the next line of the history; after the last one what was typed before, and then go to the list."""
        if self._place >= len(self._history):
            self.post_message(self.Left())
        else:
            self._show(self._place + 1)

    def _show(self, place: int) -> None:
        if self._place == len(self._history):
            self._draft = self.value
        self._place = min(max(place, 0), len(self._history))
        self.write(self._history[self._place] if self._place < len(self._history) else self._draft)

    def action_complete(self) -> None:
        """Complete the line as far as all candidates agree, then show one candidate after the other."""
        completions = completed_texts(self.current_candidates)
        self._wanted = "" if completions else self.value
        if not self.value:
            self.post_message(self.Left())
        elif completions:
            text = common_start(self.value, completions)
            if text.lower() == self.value.lower() or self.value == self.completion:
                place = completions.index(self.value) + 1 if self.value in completions else 0
                text = completions[place % len(completions)]
            self.completion = text
            self.write(text)

    def write(self, text: str) -> None:
        """Replace the text, with the cursor at its end."""
        self.value = text
        self.cursor_position = len(text)
