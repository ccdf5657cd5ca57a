"""End of a match on the full screen: what can be done then, and what the command prints after it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from referee_sdk.chat import Message
from referee_sdk.terminal.candidates import Candidate
from referee_sdk.terminal.keyboard import Keyboard
from referee_sdk.terminal.markdown import render_markdown
from referee_sdk.terminal.texts import COMMAND_WORDS


def end_candidates(keyboard: Keyboard) -> list[Candidate]:
    """Return the lines of the list after the end of the match."""
    texts, table = keyboard.texts, keyboard.table
    words = dict(zip(COMMAND_WORDS["en"], COMMAND_WORDS[keyboard.language], strict=True))
    file = f"{table.match.game}-{datetime.now():%Y%m%d-%H%M}.game"
    lines = [Candidate(texts["show score"], words["score"])]
    lines.append(Candidate(texts["save record"].format(file=file), f"{words['save ']}{file}"))
    lines.append(Candidate(texts["show picture"], words["picture"]))
    if table.room is None:
        lines.append(Candidate(texts["take back"], words["undo"]))
    else:
        lines.append(Candidate(texts["play rematch"], words["rematch"]))
    return [*lines, Candidate(texts["leave game"], words["quit"])]


def farewell(keyboard: Keyboard, saved: str | None, final: Sequence[Message]) -> list[str]:
    """Return what to print after the screen is closed: the final score, or how to play on.

    A match that is not over is saved in a new file.
    """
    texts, table = keyboard.texts, keyboard.table
    if final:
        return [render_markdown(message.text, coloured=False) for message in final]
    if table.room is not None:
        return [texts["room bye"]]
    return [] if saved is None else [keyboard.save_for_resume(saved)]
