"""Buttons and lists of moves. Their ids have all that is needed to handle them, also after a restart of the bot."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import discord

from referee_sdk.chat import MenuOption
from referee_sdk.chat.messages import shorten
from referee_sdk.discord.texts import text
from referee_sdk.options import Language

PREFIX = "referee"
"""First part of an id. The others are `move:MENU_ID:NUMBER`, `list:MENU_ID`, `page:MENU_ID:PAGE` or `say:COMMAND`."""

MAX_BUTTONS = 25
MAX_OPTIONS = 25
MAX_BUTTON_CHARS = 80
MAX_OPTION_CHARS = 100
"""Limits of Discord: buttons of a message, options of a list, characters of a label."""

ROWS = 5
ROW_BUTTONS = 5

EMOJI = {"join": "🪑", "agree": "👍", "rematch": "🔁", "back": "👋", "moves": "🎴", "undo": "↩️", "help": "❔"}


def menu_view(
    options: Sequence[MenuOption], menu_id: str, language: Language, *, page: int = 0, commands: Sequence[str] = ()
) -> discord.ui.View:
    """Return a button per option, or a list with pages if there are too many, and below it buttons for commands."""
    view = discord.ui.View(timeout=None)
    if len(options) <= MAX_BUTTONS:
        _add_buttons(view, options, menu_id, rows=ROWS - bool(commands))
    else:
        _add_list(view, options, menu_id, language, page)
    used = {item.row for item in view.children}
    if commands and len(used) < ROWS:
        for command in commands:
            view.add_item(_command_button(command, language, row=len(used)))
    view.stop()  # `RefereeBot.on_interaction` handles the items, so discord.py need not store the view
    return view


def commands_view(commands: Sequence[str], language: Language, *, target: str = "") -> discord.ui.View:
    """Return buttons for commands, at the table of another channel if `target` is given."""
    view = discord.ui.View(timeout=None)
    for command in commands:
        view.add_item(_command_button(command, language, target=target))
    view.stop()
    return view


def _add_buttons(view: discord.ui.View, options: Sequence[MenuOption], menu_id: str, *, rows: int) -> None:
    per_row = min(ROW_BUTTONS, max(1, ceil(len(options) / rows)))
    for place, option in enumerate(options):
        label = shorten(button_label(option), MAX_BUTTON_CHARS)
        custom_id = f"{PREFIX}:move:{menu_id}:{option.number}"
        view.add_item(discord.ui.Button(label=label, custom_id=custom_id, row=place // per_row))


def _add_list(
    view: discord.ui.View, options: Sequence[MenuOption], menu_id: str, language: Language, page: int
) -> None:
    """Add one page of a list, and buttons for the page before and the page after."""
    pages = ceil(len(options) / MAX_OPTIONS)
    page = page % pages
    first = page * MAX_OPTIONS
    shown = options[first : first + MAX_OPTIONS]
    hint = text(language, "choose", first=first + 1, last=first + len(shown), count=len(options))
    view.add_item(
        discord.ui.Select(
            custom_id=f"{PREFIX}:list:{menu_id}", placeholder=hint, options=[*map(_list_option, shown)], row=0
        )
    )
    for label, target in (("◀", page - 1), (f"{page + 1} / {pages}", None), ("▶", page + 1)):
        custom_id = f"{PREFIX}:page:{menu_id}:{'now' if target is None else target % pages + pages * (target > page)}"
        view.add_item(discord.ui.Button(label=label, custom_id=custom_id, row=1, disabled=target is None))


def _list_option(option: MenuOption) -> discord.SelectOption:
    """Return an option of a list. The end of a long label is its description."""
    label = button_label(option)
    start = shorten(label, MAX_OPTION_CHARS)
    rest = label[len(start) - 1 :].strip() if len(label) > MAX_OPTION_CHARS else ""
    description = shorten(f"…{rest}", MAX_OPTION_CHARS) if rest else None
    return discord.SelectOption(label=start, value=str(option.number), description=description)


def _command_button(
    command: str, language: Language, *, row: int | None = None, target: str = ""
) -> discord.ui.Button[discord.ui.View]:
    style = discord.ButtonStyle.success if command in ("join", "agree", "moves") else discord.ButtonStyle.primary
    custom_id = f"{PREFIX}:say:{command}:{target}" if target else f"{PREFIX}:say:{command}"
    label = text(language, command)
    return discord.ui.Button(label=label, emoji=EMOJI[command], custom_id=custom_id, style=style, row=row)


def button_label(option: MenuOption) -> str:
    """Return the number and the label of an option. Pictures have the same numbers."""
    return f"{option.number} {option.label}"
