"""Prompts, menus and pictures of a table, as messages to those who may read them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from referee_sdk.chat.formatter import ChatFormatter
from referee_sdk.chat.menu import ActionMenu
from referee_sdk.chat.messages import Message, split_messages
from referee_sdk.chat.pictures import TablePictures, attach
from referee_sdk.chat.seats import SeatMap
from referee_sdk.chat.table_match import TableMatch
from referee_sdk.models import Action


class PromptSettings(Protocol):
    """Settings of a table: the longest message and line in characters, actions per menu page, and two switches.

    `pictures` adds pictures, and `announce_private` a public message to each private menu.
    """

    limit: int
    page: int
    width: int
    pictures: bool
    announce_private: bool


class Prompter:
    """Prompts of one table. `menu` is the menu shown last, None after a decision."""

    def __init__(self, settings: PromptSettings, match: TableMatch, seats: SeatMap, formatter: ChatFormatter) -> None:
        self.settings = settings
        self.match, self.seats, self.formatter = match, seats, formatter
        self.drawings = TablePictures(match, formatter)
        self.menu: ActionMenu | None = None

    @property
    def menu_id(self) -> str:
        """Id of the numbers that can be chosen now; it changes with every decision."""
        return f"{self.match.decision_count}-{self.match.seat}-{self.current_menu().id}"

    def current_menu(self) -> ActionMenu:
        """Return the menu shown last, or after a restart the menu of all legal actions."""
        if self.menu is None:
            self.menu = ActionMenu(self.match.legal_actions())
        return self.menu

    def prompt(self) -> list[Message]:
        """Prompt the player who decides. The menu is private if the seat sees more than a spectator.

        A player elsewhere, in a browser or as a bot of the room, gets no menu and no picture here.
        """
        turn = self.match.turn
        self.menu = ActionMenu(self.match.legal_actions())
        question = self.formatter.with_names(turn.prompt)
        seat = turn.seat
        if not isinstance(seat, int):
            return self.illustrate(self._page(self.formatter.text("chance prompt", prompt=question), to=None), None)
        name, player = self.formatter.seat_name(seat), self.seats.current_player
        prompt = self.formatter.text("prompt", user=name, prompt=question)
        if player is None:
            return self.reply("not your turn", user=name)
        if not isinstance(player, str) or not self.seats.has_private_view(seat):
            return self.illustrate(self._page(prompt, to=None), seat)
        if not self.settings.announce_private:
            return self.illustrate(self._page(prompt, to=player), seat)
        note = self.formatter.text("private menu", user=name)
        public = self.illustrate(split_messages([prompt, note], self.settings.limit), None)
        return public + self.illustrate(self._page(prompt, to=player), seat, is_private_menu=True)

    def illustrate(self, messages: list[Message], seat: int | None, *, is_private_menu: bool = False) -> list[Message]:
        """Add what a seat or a spectator sees to the last message, unless pictures are off."""
        if not self.settings.pictures:
            return messages
        draw = self.drawings.for_menu if is_private_menu else self.drawings.for_viewer
        return attach(messages, draw(seat), self.settings.limit)

    def new_menu(self, actions: Sequence[Action], title: str, *, to: str | None) -> list[Message]:
        """Make these actions the current menu, and show its first page. `title` is a key of the texts."""
        self.menu = ActionMenu(self.match.legal_actions(), actions, is_guess=title == "mean")
        return self._page(self.formatter.text(title), to=to)

    def next_page(self, *, to: str | None) -> list[Message]:
        """Return the next page of the current menu."""
        return self._page(None, to=to)

    def _page(self, title: str | None, *, to: str | None) -> list[Message]:
        menu = self.current_menu()
        *first, last = menu.page_messages(
            self.formatter, title, size=self.settings.page, limit=self.settings.limit, to=to
        )
        return [*first, replace(last, menu_id=self.menu_id if last.choices else "")]

    def switch_pictures(self, *, on: bool) -> list[Message]:
        """Switch the pictures of the table, if its game has any."""
        if on and not self.drawings.parts:
            return self.reply("no pictures")
        self.settings.pictures = on
        return self.reply("pictures on" if on else "pictures off")

    def reply(self, key: str, *, to: str | None = None, **facts: object) -> list[Message]:
        """Return a text of the table filled with facts."""
        return split_messages([self.formatter.text(key, **facts)], self.settings.limit, to=to)
