"""What somebody means who writes freely: words and numbers are compared with the labels and notations of the list."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import pairwise

from referee_sdk.answers import Action, Verb

_STOPPED = """
    a an and at by for from i in into it my of on onto please the then to use using want will with your
    au aux avec ce dans de des du en et je l la le les ma mes mon par pour s sur un une veux votre
"""
STOPPED = frozenset(_STOPPED.split())
"""Words that tell no action from another, in English and French."""

SAME, BEGINS, TYPO = 1.0, 0.95, 0.7
"""How well two words agree: equal, one the beginning of the other, or nearly equal."""

HALF = 0.5
"""Who says less than half of an action does not mean it."""


@dataclass(frozen=True)
class Meant:
    """What may be meant, best first; `is_sure` when it can be one action only."""

    actions: tuple[Action, ...]
    is_sure: bool = False


@dataclass(frozen=True)
class _Fit:
    """How well a text names an action: the share of its words found, those side by side, and what it leaves out."""

    action: Action
    found: float
    beside: int
    left_out: int
    is_plain: bool

    @property
    def rank(self) -> tuple[float, int]:
        return self.found, self.beside


@lru_cache(maxsize=4096)
def words_of(text: str) -> tuple[str, ...]:
    """The words and numbers of a text that matter, without case and accents."""
    plain = "".join(
        letter for letter in unicodedata.normalize("NFKD", text.lower()) if not unicodedata.combining(letter)
    )
    return tuple(word for word in re.findall(r"[a-z]+|\d+", plain) if word not in STOPPED)


def meant(text: str, legal: Iterable[Action]) -> Meant:
    """The legal actions that a text may mean."""
    said = words_of(text)
    fits = sorted((_fit(said, action) for action in legal), key=lambda fit: (fit.rank, -fit.left_out), reverse=True)
    near = [fit for fit in fits if fit.found >= HALF]
    if not said or not near:
        return Meant(())
    best = [fit for fit in near if fit.rank == near[0].rank]
    whole = [fit for fit in best if fit.left_out == 0]
    chosen = whole if len(whole) == 1 else best
    if len(chosen) == 1 and chosen[0].is_plain:
        return Meant((chosen[0].action,), is_sure=True)
    # Where everything that was said fits several, the others are of no interest.
    return Meant(tuple(fit.action for fit in (best if best[0].is_plain else near)))


def _fit(said: Sequence[str], action: Action) -> _Fit:
    """The better of the label and the notation."""
    fits = [_compared(said, words_of(text), action) for text in (action.label, action.notation)]
    return max(fits, key=lambda fit: (fit.rank, -fit.left_out))


def _compared(said: Sequence[str], named: Sequence[str], action: Action) -> _Fit:
    """Every word said takes the word that it agrees with best, each at most once."""
    free = dict(enumerate(named))
    places: list[int | None] = []
    agreements: list[float] = []
    for word in said:
        place = max(free, key=lambda at: (agreement(word, free[at]), _follows(at, places), -at), default=None)
        found = agreement(word, free[place]) if place is not None else 0.0
        places.append(place if found else None)
        agreements.append(found)
        if found and place is not None:
            del free[place]
    beside = sum(b is not None and a is not None and b == a + 1 for a, b in pairwise(places))
    share = sum(agreements) / len(said) if said else 0.0
    return _Fit(action, share, beside, len(free), is_plain=all(found >= BEGINS for found in agreements))


def _follows(place: int, places: Sequence[int | None]) -> bool:
    """Whether a place comes right after the one that the word before took."""
    return bool(places) and places[-1] is not None and place == places[-1] + 1


@lru_cache(maxsize=65536)
def agreement(said: str, named: str) -> float:
    """How well two words agree; numbers are equal or not."""
    if said == named:
        return SAME
    if said.isdigit() or named.isdigit() or min(len(said), len(named)) < 3:
        return 0.0
    if named.startswith(said) or said.startswith(named):
        return BEGINS
    likeness = SequenceMatcher(None, said, named).ratio()
    return likeness * BEGINS if likeness >= TYPO else 0.0


def verb_meant(text: str, verbs: Mapping[str, Verb]) -> str | None:
    """The verb that a text names best, by its name or its title."""
    said = words_of(text)
    kind = max(verbs, key=lambda name: _verb_fit(said, name, verbs[name]), default=None)
    return kind if kind is not None and _verb_fit(said, kind, verbs[kind]) >= HALF else None


def guessed(text: str, kind: str, verb: Verb, legal: Iterable[Action], pieces: Collection[str]) -> str | None:
    """A line of notation for a move that may well be illegal: what is named, and the rest from the nearest legal one.

    `pieces` are the ids of the game's components; one that is named goes where the nearest move has a piece.
    """
    fits = (_fit(words_of(text), action) for action in legal if action.kind == kind)
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
    said = set(words_of(text))
    words = {piece: set(words_of(piece.replace("_", " "))) for piece in pieces}
    return max((piece for piece in pieces if words[piece] and words[piece] <= said), key=len, default=None)


def _verb_fit(said: Sequence[str], kind: str, verb: Verb) -> float:
    """How much of a verb's name or title was said."""
    names = [words_of(kind.replace("_", " ")), words_of(verb.title)]
    return max(
        sum(max((agreement(a, b) for a in said), default=0.0) for b in name) / (len(name) or 1) for name in names
    )


def _named_value(field: str, text: str) -> str | None:
    """The value after a field's name: `depot 2`, `die=5`, `tile: bank`."""
    found = re.search(rf"\b{re.escape(field)}\s*[=: ]\s*([\w,]+)", text)
    return found[1] if found else None


def _written(value: object) -> str:
    return "" if value is None else ",".join(map(str, value)) if isinstance(value, list) else str(value)
