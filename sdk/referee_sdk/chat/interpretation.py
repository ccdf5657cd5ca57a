"""Interpretation of free text: fuzzy comparison of its words and numbers with labels and notations of actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from referee_sdk.chat.messages import clean_text
from referee_sdk.chat.words import (
    EXACT_SCORE,
    PREFIX_SCORE,
    folded_words,
    is_number,
    significant_words,
    word_similarity,
)
from referee_sdk.models import Action

MIN_SCORE = 0.5
"""Minimum share of a text's words that must match an action."""


@dataclass(frozen=True)
class Interpretation:
    """Actions that a text may describe, best first.

    `is_unique` if only one fits, and `is_exact` if it has all words of the text as they are.
    """

    actions: tuple[Action, ...]
    is_unique: bool = False
    is_exact: bool = False


@dataclass(frozen=True)
class _Candidate:
    """Score of an action for a text.

    `found_share` is the mean similarity of the text's words, `adjacent_count` the pairs found side by side, and
    `missing_count` the words of the action that the text leaves out. `is_plain` if all words match without typos,
    and all numbers at their places.
    """

    action: Action
    found_share: float
    adjacent_count: int
    missing_count: int
    is_plain: bool

    @property
    def rank(self) -> tuple[float, int]:
        return self.found_share, self.adjacent_count


def interpret_text(text: str, legal: Iterable[Action], display: Callable[[str], str] = str) -> Interpretation:
    """Return the legal actions that a text may describe. A text that is a whole label or notation fits only that.

    `display` returns a label as users read it. They may write it in either form.
    """
    texts = {action: (action.label, display(action.label), action.notation) for action in legal}
    folded = clean_text(text).casefold()
    equal = [action for action, forms in texts.items() if folded in {clean_text(each).casefold() for each in forms}]
    if len(equal) == 1:
        return Interpretation((equal[0],), is_unique=True, is_exact=True)
    words = significant_words(text)
    ranked = sorted(
        (_score_texts(text, action, forms) for action, forms in texts.items()),
        key=lambda candidate: (candidate.rank, -candidate.missing_count),
        reverse=True,
    )
    similar = [candidate for candidate in ranked if candidate.found_share >= MIN_SCORE]
    if not words or not similar:
        return Interpretation(())
    best = [candidate for candidate in similar if candidate.rank == similar[0].rank]
    complete = [candidate for candidate in best if candidate.missing_count == 0]
    chosen = complete if len(complete) == 1 else best
    if len(chosen) == 1 and chosen[0].is_plain and _names_action(words, chosen[0].action, texts.values()):
        is_exact = chosen[0].found_share == EXACT_SCORE
        return Interpretation((chosen[0].action,), is_unique=True, is_exact=is_exact)
    # If all words of the text match the best actions, less similar ones are not worth showing.
    return Interpretation(tuple(candidate.action for candidate in (best if best[0].is_plain else similar)))


def nearest_action(text: str, legal: Iterable[Action]) -> Action | None:
    """Return the action whose label or notation is most similar to a text; None if there is no action."""
    candidates = (_score_texts(text, action, (action.label, action.notation)) for action in legal)
    best = max(candidates, key=lambda candidate: candidate.rank, default=None)
    return None if best is None else best.action


def _score_texts(text: str, action: Action, texts: Iterable[str]) -> _Candidate:
    """Return the best score of texts that describe an action."""
    forms, words = tuple(dict.fromkeys(texts)), significant_words(text)
    candidates = [_score_words(words, significant_words(form), action) for form in forms]
    best = max(candidates, key=lambda candidate: (candidate.rank, -candidate.missing_count))
    return best if has_numbers(forms, text) else replace(best, is_plain=False)


def has_numbers(texts: Iterable[str], text: str) -> bool:
    """Return whether the texts of an action have all numbers of another text, each after its own word.

    "depot 1" is not in "castle from depot 2 with die 1", but "take 1" is, because no number follows "take" there. A
    number after a number must follow it there too: "(1, 2)" is not in "(2, 1), beside tile 2".
    """
    words = folded_words(text)
    if not any(map(is_number, words)):
        return True
    forms = list(map(folded_words, texts))
    known = {word for form in forms for word in form}
    numbered = {(before, number) for form in forms for before, number in pairwise(form) if is_number(number)}
    for before, number in pairwise(("", *words)):
        if not is_number(number):
            continue
        own = {other for label, other in numbered if word_similarity(before, label) >= PREFIX_SCORE}
        if number not in (own if own or is_number(before) else known):
            return False
    return True


def _names_action(words: Sequence[str], action: Action, texts: Iterable[tuple[str, ...]]) -> bool:
    """Return whether a word names the action itself, not only what it brings: "Sell the goods: +2 points".

    Numbers alone name nothing. If labels differ only in what the actions bring, that names them too.
    """
    labels = [forms[0] for forms in texts]
    cores = {label: label.partition(":")[0] for label in labels}
    core = cores[action.label] if len(set(cores.values())) == len(set(labels)) else action.label
    named = significant_words(f"{core} {action.notation}")
    return any(word_similarity(word, other) >= PREFIX_SCORE for word in words if not is_number(word) for other in named)


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
