"""Words of free text: folding, stems, stop words, and the similarity of two words."""

from __future__ import annotations

import re
import unicodedata
from difflib import SequenceMatcher
from functools import lru_cache

_STOP_WORDS_TEXT = """
    a an and at by for from i in into it my of on onto please the then to use using want will with your
    au aux avec ce d dans de des du en et je l la le les ma mes mon par pour s sur un une veux votre
"""
STOP_WORDS = frozenset(_STOP_WORDS_TEXT.split())
"""English and French words that do not distinguish actions."""

LIGATURES = str.maketrans({"œ": "oe", "æ": "ae"})

WORD = re.compile(r"[a-z]+|(?<![\d)])[-−‐‑‒–—] *\d+|\d+")
"""A word or a number. Places of a map have signs: `(-1, 2)` is not `(1, 2)`. Keyboards write several kinds of minus."""

EXACT_SCORE, STEM_SCORE, PREFIX_SCORE, TYPO_SCORE = 1.0, 0.97, 0.95, 0.75
"""Similarity of two words: equal, with equal stems, one a prefix of the other, or nearly equal (the minimum)."""

ENDINGS = re.compile(r"(?:ing|ed|ons|ez|ent|er|ire|ir|re|is|it|es|e|s|x)$")
"""Endings of English and French words by number, person and tense."""

MIN_STEM_CHARS = 3


def folded(text: str) -> str:
    """Return a text in lower case, without accents and ligatures."""
    separated = unicodedata.normalize("NFKD", text.lower().translate(LIGATURES))
    return "".join(each for each in separated if not unicodedata.combining(each))


def folded_words(text: str) -> tuple[str, ...]:
    """Return the words and numbers of a text in lower case, without accents and ligatures."""
    return tuple(_with_plain_sign(word) for word in WORD.findall(folded(text)))


def _with_plain_sign(word: str) -> str:
    """Return a number with a sign as `-2`, or any other word as it is."""
    return word if word.isalnum() else f"-{word[1:].lstrip()}"


@lru_cache(maxsize=4096)
def significant_words(text: str) -> tuple[str, ...]:
    """Return the folded words and numbers of a text without stop words."""
    return tuple(word for word in folded_words(text) if word not in STOP_WORDS)


@lru_cache(maxsize=65536)
def word_stem(word: str) -> str:
    """Return a word without its ending: "takes" and "taking" have the same stem, and "prends" and "prendre"."""
    stem = ENDINGS.sub("", word, count=1)
    return stem if len(stem) >= MIN_STEM_CHARS else word


def is_plural(word: str, other: str) -> bool:
    """Return whether one of two words is the plural of the other. Numbers have none."""
    singular, plural = sorted((word, other), key=len)
    return not is_number(singular) and plural in (f"{singular}s", f"{singular}es", f"{singular}x")


def has_same_stem(word: str, other: str) -> bool:
    """Return whether two words differ only by their endings."""
    return is_plural(word, other) or word_stem(word) == word_stem(other)


def is_number(word: str) -> bool:
    """Return whether a word is a number, with or without a sign."""
    return word.removeprefix("-").isdigit()


@lru_cache(maxsize=65536)
def word_similarity(word: str, other: str) -> float:
    """Return the similarity of two words, 0 to 1. Numbers are equal or not."""
    if word == other:
        return EXACT_SCORE
    if is_number(word) or is_number(other) or min(len(word), len(other)) < 3:
        return 0.0
    if has_same_stem(word, other):
        return STEM_SCORE
    if other.startswith(word) or word.startswith(other):
        return PREFIX_SCORE
    if abs(len(word) - len(other)) > min(len(word), len(other)) // 3:
        return 0.0  # "island" is no "land" with a typo
    ratio = SequenceMatcher(None, word, other).ratio()
    return ratio * PREFIX_SCORE if ratio >= TYPO_SCORE else 0.0
