"""Interpretation of free text: fuzzy comparison of its words and numbers with labels and notations of actions."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import pairwise

from referee_sdk.catalogue import Verb
from referee_sdk.chat.messages import clean_text
from referee_sdk.models import Action

_STOP_WORDS_TEXT = """
    a an and at by for from i in into it my of on onto please the then to use using want will with your
    au aux avec ce d dans de des du en et je l la le les ma mes mon par pour s sur un une veux votre
"""
STOP_WORDS = frozenset(_STOP_WORDS_TEXT.split())
"""English and French words that do not distinguish actions."""

LIGATURES = str.maketrans({"œ": "oe", "æ": "ae"})

EXACT_SCORE, PREFIX_SCORE, TYPO_SCORE = 1.0, 0.95, 0.7
"""Similarity of two words: equal, one a prefix of the other, or nearly equal (the minimum)."""

MIN_SCORE = 0.5
"""Minimum share of a text's words that must match an action."""


@dataclass(frozen=True)
class Interpretation:
    """Actions that a text may describe, best first. `is_unique` if only one fits."""

    actions: tuple[Action, ...]
    is_unique: bool = False


@dataclass(frozen=True)
class _Candidate:
    """Score of an action for a text.

    `found_share` is the mean similarity of the text's words, `adjacent_count` the pairs found side by side, and
    `missing_count` the words of the action that the text leaves out. `is_plain` if all words match without typos.
    """

    action: Action
    found_share: float
    adjacent_count: int
    missing_count: int
    is_plain: bool

    @property
    def rank(self) -> tuple[float, int]:
        return self.found_share, self.adjacent_count


def folded_words(text: str) -> tuple[str, ...]:
    """Return the words and numbers of a text in lower case, without accents and ligatures."""
    separated = unicodedata.normalize("NFKD", text.lower().translate(LIGATURES))
    return tuple(re.findall(r"[a-z]+|\d+", "".join(each for each in separated if not unicodedata.combining(each))))


@lru_cache(maxsize=4096)
def significant_words(text: str) -> tuple[str, ...]:
    """Return the folded words and numbers of a text without stop words."""
    return tuple(word for word in folded_words(text) if word not in STOP_WORDS)


def interpret_text(text: str, legal: Iterable[Action], display: Callable[[str], str] = str) -> Interpretation:
    """Return the legal actions that a text may describe. A text that is a whole label or notation fits only that.

    `display` returns a label as users read it. They may write it in either form.
    """
    texts = {action: (action.label, display(action.label), action.notation) for action in legal}
    folded = clean_text(text).casefold()
    equal = [action for action, forms in texts.items() if folded in {clean_text(each).casefold() for each in forms}]
    if len(equal) == 1:
        return Interpretation((equal[0],), is_unique=True)
    words = significant_words(text)
    ranked = sorted(
        (_score_texts(words, action, forms) for action, forms in texts.items()),
        key=lambda candidate: (candidate.rank, -candidate.missing_count),
        reverse=True,
    )
    similar = [candidate for candidate in ranked if candidate.found_share >= MIN_SCORE]
    if not words or not similar:
        return Interpretation(())
    best = [candidate for candidate in similar if candidate.rank == similar[0].rank]
    complete = [candidate for candidate in best if candidate.missing_count == 0]
    chosen = complete if len(complete) == 1 else best
    if len(chosen) == 1 and chosen[0].is_plain:
        return Interpretation((chosen[0].action,), is_unique=True)
    # If all words of the text match the best actions, less similar ones are not worth showing.
    return Interpretation(tuple(candidate.action for candidate in (best if best[0].is_plain else similar)))


def _score_action(words: Sequence[str], action: Action) -> _Candidate:
    """Return the better score of the action's label and its notation."""
    return _score_texts(words, action, (action.label, action.notation))


def _score_texts(words: Sequence[str], action: Action, texts: Iterable[str]) -> _Candidate:
    """Return the best score of texts that describe an action."""
    candidates = [_score_words(words, significant_words(text), action) for text in dict.fromkeys(texts)]
    return max(candidates, key=lambda candidate: (candidate.rank, -candidate.missing_count))


def _score_words(words: Sequence[str], action_words: Sequence[str], action: Action) -> _Candidate:
    """Match every word of the text with the most similar word of the action, each at most once."""
    free = dict(enumerate(action_words))
    positions: list[int | None] = []
    similarities: list[float] = []
    for word in words:
        position = max(
            free,
            key=lambda index: (word_similarity(word, free[index]), _is_next(index, positions), -index),
            default=None,
        )
        similarity = word_similarity(word, free[position]) if position is not None else 0.0
        positions.append(position if similarity else None)
        similarities.append(similarity)
        if similarity and position is not None:
            del free[position]
    adjacent = sum(b is not None and a is not None and b == a + 1 for a, b in pairwise(positions))
    share = sum(similarities) / len(words) if words else 0.0
    is_plain = all(similarity >= PREFIX_SCORE for similarity in similarities)
    return _Candidate(action, share, adjacent, len(free), is_plain=is_plain)


def _is_next(index: int, positions: Sequence[int | None]) -> bool:
    """Return whether an index directly follows the position of the previous word."""
    return bool(positions) and positions[-1] is not None and index == positions[-1] + 1


@lru_cache(maxsize=65536)
def word_similarity(word: str, other: str) -> float:
    """Return the similarity of two words, 0 to 1. Numbers are equal or not."""
    if word == other:
        return EXACT_SCORE
    if word.isdigit() or other.isdigit() or min(len(word), len(other)) < 3:
        return 0.0
    if other.startswith(word) or word.startswith(other):
        return PREFIX_SCORE
    ratio = SequenceMatcher(None, word, other).ratio()
    return ratio * PREFIX_SCORE if ratio >= TYPO_SCORE else 0.0


def interpret_verb(text: str, verbs: Mapping[str, Verb]) -> str | None:
    """Return the verb whose name or title is most similar to a text, or None if no verb is similar enough."""
    words = significant_words(text)
    kind = max(verbs, key=lambda name: _verb_score(words, name, verbs[name]), default=None)
    return kind if kind is not None and _verb_score(words, kind, verbs[kind]) >= MIN_SCORE else None


@dataclass(frozen=True)
class NamedComponent:
    """A component that a text names: its id, and the words of the id or name that the text contains."""

    id: str
    words: tuple[str, ...]


def guess_notation(
    text: str, kind: str, verb: Verb, legal: Iterable[Action], component: NamedComponent | None
) -> str | None:
    """Return notation for a move that may be illegal, or None if a field has no value.

    Fields take the values that the text names, and else those of the most similar legal action of this verb. The id of
    the named component replaces a component of that action. If it has no field, the guess would be another move: None.
    """
    candidates = (_score_action(significant_words(text), action) for action in legal if action.kind == kind)
    nearest = max(candidates, key=lambda candidate: candidate.rank, default=None)
    values = {field: _named_value(field, text) for field in verb.fields}
    if component is not None and set(component.words) <= set(verb.fields):
        component = None  # `with die 5` names a field, not the component "die"
    named = component.id if component is not None else None
    for field in [field for field, value in values.items() if value is None]:
        default = _format_value(nearest.action.fields.get(field)) if nearest is not None else None
        is_named = named is not None and named not in values.values() and not (default or "x").isdigit()
        values[field] = named if is_named else default
    if None in values.values():
        return None
    if component is not None and named not in values.values():
        known = f"{kind} {verb.title} {nearest.action.label}" if nearest is not None else f"{kind} {verb.title}"
        if not set(component.words) <= set(significant_words(known.replace("_", " "))):
            return None
    return " ".join([kind, *(f"{field}={value}" for field, value in values.items() if value)])


def _verb_score(words: Sequence[str], kind: str, verb: Verb) -> float:
    """Return how much of a verb's name or title appears in the words, 0 to 1."""
    names = [significant_words(kind.replace("_", " ")), significant_words(verb.title)]
    return max(
        sum(max((word_similarity(a, b) for a in words), default=0.0) for b in name) / (len(name) or 1) for name in names
    )


def _named_value(field: str, text: str) -> str | None:
    """Return the value after a field's name in a text: `depot 2`, `die=5`, `tile: bank`."""
    found = re.search(rf"\b{re.escape(field)}\s*[=: ]\s*([\w,]+)", text)
    return found[1] if found else None


def _format_value(value: object) -> str:
    return "" if value is None else ",".join(map(str, value)) if isinstance(value, list) else str(value)
