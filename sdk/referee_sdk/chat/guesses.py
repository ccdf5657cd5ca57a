"""Guesses of the verb and the notation that a text means, for moves that may be illegal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise, product

from referee_sdk.catalogue import Verb
from referee_sdk.chat.interpretation import nearest_action
from referee_sdk.chat.words import (
    PREFIX_SCORE,
    STEM_SCORE,
    STOP_WORDS,
    folded_words,
    is_number,
    significant_words,
    word_similarity,
)
from referee_sdk.models import Action

MAX_VERB_PLACE = 3
"""Words of a text in which its verb must be: "I want to take …"."""

VERB_WORDS = ("use", "using")
"""Stop words that begin a verb of some games. In others they distinguish nothing."""

NO_SCORE = (-float(MAX_VERB_PLACE), 0.0)

MAX_SAMPLES, MAX_IDS = 100, 4
"""Lines of notation that are tried for one verb, and ids of components in them."""


def interpret_verbs(text: str, verbs: Mapping[str, Verb]) -> list[str]:
    """Return the verbs whose first word a text has near its beginning, the most similar first.

    The first word of a verb is that of its name or title: "take" of `take_tile`.
    """
    words = _verb_words(text)
    scores = {kind: _verb_score(words, kind, verb) for kind, verb in verbs.items()}
    named = [kind for kind, score in scores.items() if score != NO_SCORE]
    return sorted(named, key=lambda kind: scores[kind], reverse=True)


def _verb_words(text: str) -> tuple[str, ...]:
    """Return the words of a text without stop words, but with those that begin a verb: "use" of `use_location`."""
    return tuple(word for word in folded_words(text) if word in VERB_WORDS or word not in STOP_WORDS)


def _verb_score(words: Sequence[str], kind: str, verb: Verb) -> tuple[float, float]:
    """Return how similar the first word of a verb is to a word of the text, and how much of the others it has."""
    best = NO_SCORE
    for name in (kind.replace("_", " "), verb.title):
        head, *others = _verb_words(name) or folded_words(name)
        similarities = [word_similarity(word, head) for word in words[:MAX_VERB_PLACE]]
        similarity = max(similarities, default=0.0)
        if similarity < PREFIX_SCORE:
            continue
        place = similarities.index(similarity)
        rest = [word_similarity(word, other) for other in others for word in words]
        best = max(best, (similarity - place, sum(each >= PREFIX_SCORE for each in rest) / (len(others) or 1)))
    return best


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
    own = [action for action in legal if action.kind == kind]
    nearest = nearest_action(text, own)
    numbers = _numbers_by_label(text, own)
    values = {field: _named_value(field, text) or numbers.get(field) for field in verb.fields}
    if component is not None and set(component.words) <= set(verb.fields):
        component = None  # `with die 5` names a field, not the component "die"
    named = component.id if component is not None else None
    for field in [field for field, value in values.items() if value is None]:
        default = _format_value(nearest.fields.get(field)) if nearest is not None else None
        is_named = named is not None and named not in values.values() and not is_number(default or "x")
        values[field] = named if is_named else default
    if None in values.values():
        return None
    if component is not None and named not in values.values():
        known = f"{kind} {verb.title} {nearest.label}" if nearest is not None else f"{kind} {verb.title}"
        words = significant_words(known.replace("_", " "))
        if not all(any(word_similarity(each, word) >= STEM_SCORE for word in words) for each in component.words):
            return None
    return " ".join([kind, *(f"{field}={value}" for field, value in values.items() if value)])


def _named_value(field: str, text: str) -> str | None:
    """Return the value after a field's name in a text: `depot 2`, `die=5`, `tile: bank`."""
    found = re.search(rf"\b{re.escape(field)}\s*[=: ]\s*(-?[\w,]+)", text)
    return found[1] if found and found[1] not in STOP_WORDS else None


def _numbers_by_label(text: str, actions: Sequence[Action]) -> dict[str, str]:
    """Return the numbers of a text by field, as the labels of actions name the fields: "depot" in `dans le dépôt 2`."""
    fields: dict[str, set[str]] = {}
    for action in actions:
        for word, number in pairwise(significant_words(action.label)):
            if is_number(number):
                named = {field for field, value in action.fields.items() if str(value) == number}
                fields[word] = fields.get(word, named) & named
    found = [(word, number) for word, number in pairwise(significant_words(text)) if is_number(number)]
    return {
        field: number
        for word, number in found
        for label, named in fields.items()
        if len(named) == 1 and word_similarity(word, label) >= PREFIX_SCORE
        for field in named
    }


def _format_value(value: object) -> str:
    return "" if value is None else ",".join(map(str, value)) if isinstance(value, list) else str(value)


def sample_notations(kind: str, verb: Verb, ids: Sequence[str], numbers: Sequence[str]) -> list[str]:
    """Return lines of notation of a verb that try ids, numbers and truth values for its fields.

    Some of them can be read. Judging those tells why a verb is not allowed at all. The `numbers` of a text come first.
    """
    first, *others = [*ids[:MAX_IDS], *[""] * MAX_IDS][:MAX_IDS]
    tried = (first, *numbers[:1], "1", "true", "0", *others, *map(str, range(2, 9)))
    values = [value for value in dict.fromkeys(tried) if value]
    count = int(MAX_SAMPLES ** (1 / max(len(verb.fields), 1)))
    choices = [[f"{field}={value}" for value in values[:count]] for field in verb.fields]
    return [" ".join((kind, *fields)) for fields in islice(product(*choices), MAX_SAMPLES)]
