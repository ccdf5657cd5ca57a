"""Reasons why a line of notation is no move, in plain words and with a move as an example."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

from referee_sdk.agents.texts import Texts
from referee_sdk.models import Action

_MISSING = re.compile(r"missing required field `(\w+)`")
_WRONG = re.compile(r"Expected `([^`]*)`.* at `\$\.(\w+)")

KINDS: Final = (("int", "a number"), ("bool", "true or false"), ("array", "several names"))
"""Beginnings of type names, and the keys of their sentences."""

MAX_NAMES: Final = 3


def unreadable_move(texts: Texts, detail: str, line: str, legal: Sequence[Action]) -> str:
    """Return what is wrong with a line that the service cannot read, and how to write its verb."""
    verb = line.partition(" ")[0]
    verbs = list(dict.fromkeys(action.kind for action in legal))
    example = next((action.notation for action in legal if action.kind == verb), "")
    if (found := _MISSING.search(detail)) is not None:
        reason = texts.get("field missing", verb=verb, field=found[1])
    elif (found := _WRONG.search(detail)) is not None:
        kind = next((key for beginning, key in KINDS if found[1].startswith(beginning)), "a name")
        reason = texts.get("field wrong", field=found[2], kind=texts.get(kind))
    elif verb not in verbs:
        near = get_close_matches(verb, verbs, 1)
        hint = texts.get("did you mean", names=near[0]) if near else ""
        return " ".join(
            filter(None, [texts.get("no verb", verb=verb), hint, texts.get("verbs now", verbs=", ".join(verbs))])
        )
    else:
        reason = re.sub(r"^`\w+` [^:]*: |[;,][^;,]*: \w+(?: \w+=…)+\.?$", "", detail).rstrip(".") + "."
    return f"{reason} {texts.get('usage', usage=example)}" if example else reason


def similar_values(texts: Texts, line: str, legal: Sequence[Action]) -> str:
    """Return the values of legal moves that look like a value of a line which no legal move has, or an empty text."""
    found: dict[str, None] = {}
    for name, value in (word.split("=", 1) for word in line.split()[1:] if "=" in word):
        values = list(dict.fromkeys(_values(legal, name)))
        if value not in values:
            found.update(dict.fromkeys(f"{name}={each}" for each in get_close_matches(value, values, MAX_NAMES)))
    return texts.get("did you mean", names=", ".join(found)) if found else ""


def _values(legal: Sequence[Action], name: str) -> list[str]:
    words = (word.split("=", 1) for action in legal for word in action.notation.split()[1:])
    return [value for field, value in words if field == name and not value.isdigit()]
