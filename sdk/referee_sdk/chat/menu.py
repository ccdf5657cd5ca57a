"""A numbered list of actions, shown page by page."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from referee_sdk.chat.messages import MenuOption
from referee_sdk.models import Action


class ActionMenu:
    """What numbers choose from."""

    def __init__(self, actions: Sequence[Action]) -> None:
        self.actions = tuple(actions)
        self.shown = 0

    @property
    def remaining(self) -> int:
        """How many come after the page shown last."""
        return len(self.actions) - self.shown

    @property
    def id(self) -> str:
        """A short name: equal lists have equal names."""
        return f"{crc32(chr(10).join(action.notation for action in self.actions).encode()):08x}"

    def get(self, number: int) -> Action | None:
        """The action of that number."""
        return self.actions[number - 1] if 1 <= number <= len(self.actions) else None

    def next_page(self, size: int) -> tuple[MenuOption, ...]:
        """The next page; from the beginning again after the last one."""
        begin = self.shown if self.remaining else 0
        self.shown = min(begin + size, len(self.actions))
        return tuple(MenuOption(at + 1, str(self.actions[at])) for at in range(begin, self.shown))
