"""Completion of half-written texts: the legal moves and the names of components that may be meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from threading import RLock
from typing import TypeVar

from referee_sdk.chat.component_index import ComponentIndex
from referee_sdk.chat.interpretation import interpret_text
from referee_sdk.chat.menu import ActionMenu
from referee_sdk.chat.messages import MenuOption, clean_text
from referee_sdk.chat.words import STOP_WORDS, folded_words, is_number
from referee_sdk.core.sender import LOG
from referee_sdk.errors import RefereeError
from referee_sdk.models import Action

T = TypeVar("T")

COMPLETION_SECONDS = 1.5
"""Longest wait for a table that is busy. Chats expect completions within three seconds."""


def completed(lock: RLock, call: Callable[[], tuple[T, ...]]) -> tuple[T, ...]:
    """Call a function under the lock of a channel. Return nothing if a bot of the table takes too long, or it fails."""
    if not lock.acquire(timeout=COMPLETION_SECONDS):
        return ()
    try:
        return call()
    except RefereeError as error:
        LOG.debug("a text cannot be completed now (%s)", type(error).__name__)
        return ()
    finally:
        lock.release()


def complete_move(
    text: str, legal: Sequence[Action], display: Callable[[str], str], limit: int
) -> tuple[MenuOption, ...]:
    """Return the legal moves that fit the beginning of a number, of a move in words, or of notation.

    If no move has all words, the result is the moves that a text with typos may mean.
    """
    words = clean_text(text)
    menu = ActionMenu(legal)
    options = [MenuOption(each.number, display(each.label), each.notation) for each in menu.options()]
    if words.isascii() and words.isdigit():
        fitting = [option for option in options if str(option.number).startswith(words)]
        return tuple(fitting[:limit])
    fitting = [option for option in options if _fits(words, (option.label, option.notation))]
    if not fitting:
        by_notation = {option.notation: option for option in options}
        fitting = [by_notation[action.notation] for action in interpret_text(words, legal, display).actions]
    return tuple(fitting[:limit])


def complete_name(text: str, index: ComponentIndex, limit: int) -> tuple[str, ...]:
    """Return the names of components that fit the beginning of a name in either language, each once."""
    words = _search_words(text)
    names = (component.name for component in index.components if _fits_any(words, index.forms(component.id)))
    return tuple(dict.fromkeys(names))[:limit]


def _fits(text: str, forms: Iterable[str]) -> bool:
    """Return whether a text begins a form, or the form has words that begin with each of its words."""
    lowered = text.lower()
    if any(form.lower().startswith(lowered) for form in forms):
        return True
    return _fits_any(_search_words(text), map(folded_words, forms))


def _search_words(text: str) -> list[str]:
    """Return the words of a text without stop words. The last word may be half-written, so it is not left out."""
    *whole, last = folded_words(text) or ("",)
    return [*(word for word in whole if word not in STOP_WORDS), last]


def _fits_any(words: Sequence[str], forms: Iterable[Sequence[str]]) -> bool:
    """Return whether each word begins another word of one form. Numbers that are not the last word must be equal."""
    return any(_begins_words(words, form) for form in forms)


def _begins_words(words: Sequence[str], form: Sequence[str]) -> bool:
    free = list(form)
    for place, word in enumerate(words):
        is_whole = is_number(word) and place < len(words) - 1
        found = next((each for each in free if each == word or (not is_whole and each.startswith(word))), None)
        if found is None:
            return False
        free.remove(found)
    return True
