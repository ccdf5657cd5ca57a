"""Screen that hides everything until the next user has the keyboard."""

from __future__ import annotations

from time import monotonic
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import Static

from referee_sdk.options import Language
from referee_sdk.terminal.texts import TEXTS

MIN_SECONDS = 0.3
"""Time in which Enter does nothing: the former user may have pressed it twice, or held it."""


class HandOver(Screen[None]):
    """Screen between two users at one keyboard. Enter closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [("enter", "take", "")]

    def __init__(self, user: str, language: Language) -> None:
        super().__init__()
        self.user, self.texts = user, TEXTS[language]
        self._opened = monotonic()

    def compose(self) -> ComposeResult:
        """Show who gets the keyboard."""
        title, key = (self.texts[name].format(user=self.user) for name in ("hand over title", "hand over key"))
        yield Static(f"{title}\n\n{key}", markup=False)

    def action_take(self) -> None:
        """Close the screen: the user has the keyboard."""
        if monotonic() - self._opened >= MIN_SECONDS:
            self.dismiss()
