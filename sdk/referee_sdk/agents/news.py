"""News of a match as short lines: what other players and chance have done."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from typing import Final, NamedTuple

from referee_sdk.agents.texts import Texts
from referee_sdk.models import Event

_ABOUT_SEAT = re.compile(r"(Seat \d+|La place \d+) ")
"""Beginning of the sentences of the service about a seat, in both languages."""

_EXPLANATION = re.compile(r" \((?:[^\W\d]+ ){2}[^()\d]*\)(?=\.?$)")
"""Words in brackets at the end of a sentence, at least three."""

TURN_BEGAN: Final = "turn_began"
"""Kind of the event that a seat begins its turn."""
FORCED: Final = "forced"
"""Kind of the event that a seat had only one legal answer."""


class Sentence(NamedTuple):
    """A sentence of the news, with the kind of its event."""

    kind: str
    text: str


def news_lines(events: Sequence[Event], texts: Texts, explained: set[str] | None = None) -> list[str]:
    """Return what happened, without empty sentences. Equal sentences in a row are one with their count.

    An explanation in brackets, such as the title of the rule that gives points, is left out if it is in `explained`.

    Sentences in a row about one seat share a line, and those of one kind share their verb: `Seat 1: uses die 6; gains 1
    wood, 2 gold`. This saves a fifth of the tokens.
    """
    lines: list[str] = []
    for seat, group in groupby(
        _shown(events, texts, set() if explained is None else explained), lambda each: _seat_of(each.text)
    ):
        sentences = list(group)
        if seat and len(sentences) > 1:
            rests = [Sentence(kind, text.removeprefix(f"{seat} ").removesuffix(".")) for kind, text in sentences]
            lines.append(f"{seat}{texts.get('colon')}{'; '.join(_joined(rests))}")
        else:
            lines += [_counted(text, len(list(equal))) for text, equal in groupby(text for _, text in sentences)]
    return lines


def _shown(events: Sequence[Event], texts: Texts, explained: set[str]) -> Iterable[Sentence]:
    """Yield the sentences of events. One that the next sentence or the question repeats is left out."""
    note = ""
    for event, after in pairwise([*(each for each in events if each.text), None]):
        assert event is not None
        goes_on = after is not None and after.seat == event.seat
        if event.kind == TURN_BEGAN and (goes_on or after is None):
            continue
        if event.kind == FORCED and goes_on and after is not None and after.kind != FORCED:
            note = texts.get("forced")
            continue
        text = _EXPLANATION.sub(lambda found: _unexplained(found[0], explained), event.text)
        yield Sentence(event.kind, f"{text.removesuffix('.')}{note}{'.' * text.endswith('.')}" if note else text)
        note = ""


def _unexplained(explanation: str, explained: set[str]) -> str:
    """Return an explanation the first time, and an empty text after it."""
    known = explanation in explained
    explained.add(explanation)
    return "" if known else explanation


def _joined(sentences: Sequence[Sentence]) -> Iterable[str]:
    """Yield sentences without their seat. Those of one kind in a row that begin with the same verb are one."""
    for (_, verb), group in groupby(sentences, lambda each: (each.kind, each.text.partition(" ")[0])):
        counts = Counter(each.text for each in group)  # moves there and back again are counted too
        texts = [_counted(text, count) for text, count in counts.items()]
        if any("," in text for text in texts):
            yield from texts
        else:
            yield ", ".join([texts[0], *(text.removeprefix(f"{verb} ") for text in texts[1:])])


def _seat_of(sentence: str) -> str:
    found = _ABOUT_SEAT.match(sentence)
    return "" if found is None else found[1]


def _counted(text: str, count: int) -> str:
    return text if count == 1 else f"{text} (×{count})"
