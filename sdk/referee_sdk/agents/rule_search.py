"""Search for rules by id, by the section of the rulebook, or by words; and rules as readable lines."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from referee_sdk.catalogue import Rule

MIN_BEGINNING: Final = 4
"""Fewest letters of a word that finds longer words: `diam` finds diamond, but `des` does not find desert."""

_WORD = re.compile(r"\w+")
_ALTERNATIVE = re.compile(r"(?<=[\w…”»)])\]\[(?=[A-ZÀ-Ý“«])|(?<=\w)\]\[(?=… \w)")
_SLOT = re.compile(r"\{(?P<name>\w+)(?:\?(?P<form>[^/}]*)[^}]*|[^}]*)\}")


def found_rules(rules: Iterable[Rule], query: str) -> list[Rule]:
    """Return the rules that a query finds: by id, else by the section in their source, else by most of its words."""
    listed = list(rules)
    text = query.strip(" `\"'().").casefold()
    by_id = [rule for rule in listed if rule.rule == text] or [rule for rule in listed if rule.rule.startswith(text)]
    if by_id:
        return by_id
    words = _WORD.findall(folded(query).replace("_", " "))
    phrase = f" {' '.join(words)} "
    by_source = [rule for rule in listed if words and phrase in f" {' '.join(_WORD.findall(folded(rule.source)))} "]
    if by_source and (len(words) > 1 or query.strip().startswith("§")):
        return by_source
    counts = [_count(words, _WORD.findall(_searched(rule))) for rule in listed]
    most = max(counts, default=0)
    return [rule for rule, count in zip(listed, counts, strict=True) if most and count == most]


def rule_line(rule: Rule) -> str:
    """Return a rule with its sentence. Facts of a position are dots, and parts that are there at times have no mark.

    Parts that exclude each other, such as `[You have no card][There is no card there].`, become sentences.
    """
    message = _SLOT.sub(lambda found: found["form"] or "…", rule.message)
    message = _ALTERNATIVE.sub(". ", message).replace("][", " ").replace("[", "").replace("]", "")
    message = " ".join(message.split())
    return f"{rule.rule}: {rule.title}. {message} ({rule.source})"


def folded(text: str) -> str:
    """Return a text in lower case and without accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(each for each in plain if not unicodedata.combining(each))


def _searched(rule: Rule) -> str:
    source = " ".join(word for word in _WORD.findall(rule.source) if len(word) >= MIN_BEGINNING)
    return folded(f"{rule.rule} {rule.title} {_SLOT.sub(' ', rule.message)} {source}").replace("_", " ")


def _count(words: Iterable[str], found: Iterable[str]) -> int:
    """Return how many of the words are there, whole or as the beginning of a longer word."""
    have = set(found)
    return sum(
        word in have or (len(word) >= MIN_BEGINNING and any(each.startswith(word) for each in have)) for word in words
    )
