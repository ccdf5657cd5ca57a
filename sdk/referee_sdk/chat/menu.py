"""Menu of actions: numbered, and shown page by page."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from referee_sdk.chat.messages import MenuOption
from referee_sdk.models import Action


class ActionMenu:
    """Actions numbered from 1, with the position of the last page shown."""

    def __init__(self, actions: Sequence[Action]) -> None:
        self.actions = tuple(actions)
        self.shown = 0

    @property
    def remaining(self) -> int:
        """Number of actions after the page shown last."""
        return len(self.actions) - self.shown

    @property
    def id(self) -> str:
        """Checksum of the actions: equal menus have equal ids."""
        return f"{crc32(chr(10).join(action.notation for action in self.actions).encode()):08x}"

    def get(self, number: int) -> Action | None:
        """Return the action with this number, or None."""
        return self.actions[number - 1] if 1 <= number <= len(self.actions) else None

    def next_page(self, size: int) -> tuple[MenuOption, ...]:
        """Return the next `size` options; after the last page, start again at the first."""
        start = self.shown if self.remaining else 0
        self.shown = min(start + size, len(self.actions))
        return tuple(MenuOption(index + 1, str(self.actions[index])) for index in range(start, self.shown))
