"""Menu of actions: numbered as in the legal list, and shown page by page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from zlib import crc32

from referee_sdk.chat.formatter import ChatFormatter
from referee_sdk.chat.messages import MenuOption, Message, split_messages
from referee_sdk.models import Action


class ActionMenu:
    """Legal actions, all or some of them, with the position of the last page shown.

    In every menu, the number of an action is its place in the legal list, counted from 1. Pictures have the same
    numbers.
    """

    def __init__(
        self, legal: Sequence[Action], actions: Sequence[Action] | None = None, *, is_guess: bool = False
    ) -> None:
        self.legal = tuple(legal)
        numbers = {action.notation: number for number, action in enumerate(self.legal, start=1)}
        self.numbers = [numbers[action.notation] for action in (self.legal if actions is None else actions)]
        self.shown = 0
        self.is_guess = is_guess
        """Whether the menu asks "Did you mean this?", so that "yes" plays its only action."""

    @property
    def guess(self) -> Action | None:
        """The action that "yes" plays, if the menu asks whether it was meant."""
        return self.get(self.numbers[0]) if self.is_guess and len(self.numbers) == 1 else None

    @property
    def remaining(self) -> int:
        """Number of actions after the page shown last."""
        return len(self.numbers) - self.shown

    @property
    def id(self) -> str:
        """Checksum of the legal list. All menus of a position have the same, because their numbers are the same."""
        return f"{crc32(chr(10).join(action.notation for action in self.legal).encode()):08x}"

    def get(self, number: int) -> Action | None:
        """Return the legal action with this number, or None. It need not be in the menu: a picture shows it too."""
        return self.legal[number - 1] if 1 <= number <= len(self.legal) else None

    def next_page(self, size: int) -> tuple[MenuOption, ...]:
        """Return the next `size` options; after the last page, start again at the first."""
        start = self.shown if self.remaining else 0
        self.shown = min(start + size, len(self.numbers))
        return tuple(self._option(number) for number in self.numbers[start : self.shown])

    def options(self) -> tuple[MenuOption, ...]:
        """Return all options of the menu."""
        return tuple(map(self._option, self.numbers))

    def _option(self, number: int) -> MenuOption:
        action = self.legal[number - 1]
        return MenuOption(number, str(action), action.notation)

    def page_messages(
        self, formatter: ChatFormatter, title: str | None, *, size: int, limit: int, to: str | None
    ) -> list[Message]:
        """Return the next page as messages, with an optional title line. The last message has its options.

        With size 0 it has all options and no list, because the chat shows them as buttons.
        """
        options = self.next_page(size) if size else self.options()
        choices = tuple(replace(option, label=formatter.with_plain_names(option.label)) for option in options)
        if not size:
            return [Message(title or formatter.text("which"), to, choices)]
        lines = [] if title is None else [title]
        lines += [f"`{option.number}` {formatter.with_names(option.label)}" for option in options]
        if self.remaining:
            lines.append(formatter.text("more", remaining=self.remaining))
        *first, last = split_messages(lines, limit, to=to)
        return [*first, Message(last.text, to, choices)]
