"""What somebody means who writes freely: words and numbers are compared with the labels and notations of the list."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import pairwise

from referee_sdk.models import Action, Verb

_STOP_WORDS_TEXT = """
    a an and at by for from i in into it my of on onto please the then to use using want will with your
    au aux avec ce dans de des du en et je l la le les ma mes mon par pour s sur un une veux votre
"""
STOP_WORDS = frozenset(_STOP_WORDS_TEXT.split())
"""Words that tell no action from another, in English and French."""

EXACT_SCORE, PREFIX_SCORE, TYPO_SCORE = 1.0, 0.95, 0.7
"""How well two words agree: equal, one the beginning of the other, or nearly equal."""

MIN_SCORE = 0.5
"""Who says less than half of an action does not mean it."""


@dataclass(frozen=True)
class Interpretation:
    """What may be meant, best first; `is_sure` when it can be one action only."""

    actions: tuple[Action, ...]
    is_unique: bool = False


@dataclass(frozen=True)
class _Candidate:
    """How well a text names an action: the share of its words found, those side by side, and what it leaves out."""

    action: Action
    found_share: float
    adjacent_count: int
    missing_count: int
    is_plain: bool

    @property
    def rank(self) -> tuple[float, int]:
        return self.found_share, self.adjacent_count


@lru_cache(maxsize=4096)
def tokens(text: str) -> tuple[str, ...]:
    """The words and numbers of a text that matter, without case and accents."""
    plain = "".join(
        letter for letter in unicodedata.normalize("NFKD", text.lower()) if not unicodedata.combining(letter)
    )
    return tuple(word for word in re.findall(r"[a-z]+|\d+", plain) if word not in STOP_WORDS)


def interpret_text(text: str, legal: Iterable[Action]) -> Interpretation:
    """The legal actions that a text may mean."""
    said = tokens(text)
    fits = sorted(
        (_score_action(said, action) for action in legal), key=lambda fit: (fit.rank, -fit.missing_count), reverse=True
    )
    near = [fit for fit in fits if fit.found_share >= MIN_SCORE]
    if not said or not near:
        return Interpretation(())
    best = [fit for fit in near if fit.rank == near[0].rank]
    whole = [fit for fit in best if fit.missing_count == 0]
    chosen = whole if len(whole) == 1 else best
    if len(chosen) == 1 and chosen[0].is_plain:
        return Interpretation((chosen[0].action,), is_unique=True)
    # Where everything that was said fits several, the others are of no interest.
    return Interpretation(tuple(fit.action for fit in (best if best[0].is_plain else near)))


def _score_action(said: Sequence[str], action: Action) -> _Candidate:
    """The better of the label and the notation."""
    fits = [_score_words(said, tokens(text), action) for text in (action.label, action.notation)]
    return max(fits, key=lambda fit: (fit.rank, -fit.missing_count))


def _score_words(said: Sequence[str], named: Sequence[str], action: Action) -> _Candidate:
    """Every word said takes the word that it agrees with best, each at most once."""
    free = dict(enumerate(named))
    places: list[int | None] = []
    agreements: list[float] = []
    for word in said:
        place = max(free, key=lambda at: (word_similarity(word, free[at]), _follows(at, places), -at), default=None)
        found = word_similarity(word, free[place]) if place is not None else 0.0
        places.append(place if found else None)
        agreements.append(found)
        if found and place is not None:
            del free[place]
    beside = sum(b is not None and a is not None and b == a + 1 for a, b in pairwise(places))
    share = sum(agreements) / len(said) if said else 0.0
    return _Candidate(action, share, beside, len(free), is_plain=all(found >= PREFIX_SCORE for found in agreements))


def _follows(place: int, places: Sequence[int | None]) -> bool:
    """Whether a place comes right after the one that the word before took."""
    return bool(places) and places[-1] is not None and place == places[-1] + 1


@lru_cache(maxsize=65536)
def word_similarity(said: str, named: str) -> float:
    """How well two words agree; numbers are equal or not."""
    if said == named:
        return EXACT_SCORE
    if said.isdigit() or named.isdigit() or min(len(said), len(named)) < 3:
        return 0.0
    if named.startswith(said) or said.startswith(named):
        return PREFIX_SCORE
    likeness = SequenceMatcher(None, said, named).ratio()
    return likeness * PREFIX_SCORE if likeness >= TYPO_SCORE else 0.0


def interpret_verb(text: str, verbs: Mapping[str, Verb]) -> str | None:
    """The verb that a text names best, by its name or its title."""
    said = tokens(text)
    kind = max(verbs, key=lambda name: _verb_fit(said, name, verbs[name]), default=None)
    return kind if kind is not None and _verb_fit(said, kind, verbs[kind]) >= MIN_SCORE else None


def guess_notation(text: str, kind: str, verb: Verb, legal: Iterable[Action], pieces: Collection[str]) -> str | None:
    """A line of notation for a move that may well be illegal: what is named, and the rest from the nearest legal one.

    `pieces` are the ids of the game's components; one that is named goes where the nearest move has a piece.
    """
    fits = (_score_action(tokens(text), action) for action in legal if action.kind == kind)
    near = max(fits, key=lambda fit: fit.rank, default=None)
    values = {field: _named_value(field, text) for field in verb.fields}
    piece = _piece_in(text, pieces)
    for field in [field for field, value in values.items() if value is None]:
        nearest = _written(near.action.fields.get(field)) if near is not None else None
        is_piece = piece is not None and piece not in values.values() and not (nearest or "x").isdigit()
        values[field] = piece if is_piece else nearest
    if None in values.values():
        return None
    return " ".join([kind, *(f"{field}={value}" for field, value in values.items() if value)])


def _piece_in(text: str, pieces: Collection[str]) -> str | None:
    """The longest id of which every word was said."""
    said = set(tokens(text))
    words = {piece: set(tokens(piece.replace("_", " "))) for piece in pieces}
    return max((piece for piece in pieces if words[piece] and words[piece] <= said), key=len, default=None)


def _verb_fit(said: Sequence[str], kind: str, verb: Verb) -> float:
    """How much of a verb's name or title was said."""
    names = [tokens(kind.replace("_", " ")), tokens(verb.title)]
    return max(
        sum(max((word_similarity(a, b) for a in said), default=0.0) for b in name) / (len(name) or 1) for name in names
    )


def _named_value(field: str, text: str) -> str | None:
    """The value after a field's name: `depot 2`, `die=5`, `tile: bank`."""
    found = re.search(rf"\b{re.escape(field)}\s*[=: ]\s*([\w,]+)", text)
    return found[1] if found else None


def _written(value: object) -> str:
    return "" if value is None else ",".join(map(str, value)) if isinstance(value, list) else str(value)
