"""Reasons why a move is not allowed: of moves in words, of components, and of places, by their names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from referee_sdk.chat.formatter import SEAT_PATTERN
from referee_sdk.chat.guesses import NamedComponent, sample_notations
from referee_sdk.chat.move_parser import MoveParser
from referee_sdk.chat.prompter import Prompter
from referee_sdk.chat.words import STEM_SCORE, folded_words, is_number, significant_words, word_similarity
from referee_sdk.errors import UnreadableNotation
from referee_sdk.models import Action, Refusal, Verdict
from referee_sdk.pictures import PicturePlace

UNKNOWN_RULES = ("referee.field",)
"""Rules against values that the game does not have: nothing to learn from them about a guessed value."""

MAX_PLACES = 8
"""Places that are judged for one question."""


@dataclass(frozen=True)
class Judgement:
    """A move and what is known of it: legal, or the refusals and similar legal moves.

    `label` may be empty, and `notation` too if the reasons are about no single move.
    """

    notation: str
    refusals: tuple[Refusal, ...] = ()
    suggestions: tuple[Action, ...] = ()
    label: str = ""

    @property
    def is_legal(self) -> bool:
        """Whether the move is allowed."""
        return not self.refusals

    @classmethod
    def of(cls, notation: str, verdict: Verdict) -> Judgement:
        """Return the judgement of a line of notation."""
        return cls(notation, verdict.refusals, verdict.suggestions)


class MoveJudge:
    """Judge of the moves that a text may describe, for the seat to move of one match."""

    def __init__(self, prompter: Prompter, parser: MoveParser) -> None:
        self.match, self.parser, self.drawings = prompter.match, parser, prompter.drawings

    def judge_text(self, text: str) -> Judgement | None:
        """Return the judgement of the move that a text describes best, or None if it describes none.

        A move in notation comes first, then a verb with values, then a component or a place, then a verb alone.
        Raises `UnreadableNotation` for notation that cannot be read.
        """
        notation = self.parser.notation_in(text)
        if notation is not None:
            return Judgement.of(notation, self.match.judge(notation))
        kinds = self.parser.interpret_verbs(text)
        line = self.parser.to_notation(text, kinds)
        found = self._judge_line(line) if line is not None else None
        if found is not None:
            return found
        places = self._places()
        component = self.parser.component_in(text)
        judged = self._judge_places(self._named_places(text, kinds, places), kinds, component if kinds else None)
        if kinds and not judged:
            judged = self._judge_samples(text, kinds[0], places)
        return min(judged, key=lambda each: len(each.refusals), default=None)

    def _judge_line(self, line: str) -> Judgement | None:
        """Return the judgement of a guessed line, or None if it cannot be read."""
        try:
            return Judgement.of(line, self.match.judge(line))
        except UnreadableNotation:
            return None

    def _judge_samples(self, text: str, kind: str, places: Sequence[PicturePlace]) -> list[Judgement]:
        """Return judgements of moves with a verb: of what places may mean, else of notation that can be read."""
        component = self.parser.component_in(text)
        if component is None and kind in self.match.turn.verbs:
            holding = [place for place in places if place.holds]
            if judged := self._judge_places(holding[:: len(holding) // MAX_PLACES + 1], [kind]):
                return judged
        ids = list(dict.fromkeys(place.holds for place in places if place.holds))
        names = [place.name for place in places if component is not None and place.holds == component.id]
        slots = [found[0] for name in names if (found := re.search(r"\d+$", name))]  # 3 of `empire.1.card.3`
        numbers = [*slots, *filter(is_number, folded_words(text))]
        lines = sample_notations(kind, self.parser.verbs[kind], [component.id] if component else ids, numbers)
        verdicts = ((str(each.move), each.verdict) for each in self.match.judge_many(lines))
        judged = [Judgement.of(line, verdict) for line, verdict in verdicts if verdict is not None]
        if kind not in self.match.turn.verbs:  # the reason is about the verb, whatever its values are
            return [replace(each, notation="") for each in judged[:1]]
        known = [each for each in judged if not any(refusal.rule in UNKNOWN_RULES for refusal in each.refusals)]
        return known[:1] if slots else known

    def _judge_places(
        self, places: Iterable[PicturePlace], kinds: Sequence[str], component: NamedComponent | None = None
    ) -> list[Judgement]:
        """Return judgements of the whole moves that places may mean, of the given verbs and component if there are any.

        If places mean no move now, the result has the reason for that.
        """
        judged, reasons = [], []
        for place in islice(places, MAX_PLACES):
            verdict = self.match.judge_places([place.name])
            if verdict.refusals and not verdict.candidates:
                reasons = [Judgement("", verdict.refusals, verdict.suggestions)]
            for candidate in verdict.candidates:
                action = candidate.action
                is_whole = all(f" {field}=" in action.notation for field in self.parser.all_verbs[action.kind].fields)
                is_named = component is None or self.parser.mentions(action, component.words)
                if is_whole and is_named and (not kinds or action.kind in kinds):
                    refusals, suggestions = candidate.refusals, verdict.suggestions
                    judged.append(Judgement(action.notation, refusals, suggestions, action.label))
        return judged or ([] if kinds else reasons)

    def _named_places(self, text: str, kinds: Sequence[str], places: Sequence[PicturePlace]) -> Iterator[PicturePlace]:
        """Yield the places that hold a component named in a text, or that have a name with all its words."""
        component = self.parser.component_in(text)
        holding = [place for place in places if component is not None and place.holds == component.id]
        if holding:
            yield from holding
            return
        words = [word for word in significant_words(text) if not self.parser.is_first_word(word, kinds)]
        named = [(place, significant_words(place.alt)) for place in places]
        fitting = [(place, len(alt)) for place, alt in named if words and _has_words(alt, words)]
        shortest = min((length for _, length in fitting), default=0)
        for place in (place for place, length in fitting if length == shortest):
            yield place
            yield from (each for each in places if each.name.startswith(f"{place.name}."))

    def _places(self) -> list[PicturePlace]:
        """Return the places that the seat to move sees, without those that belong to other seats."""
        seat = self.match.seat
        own = seat if isinstance(seat, int) else None
        parts = ("table", "mine") if "mine" in self.drawings.parts and own is not None else ("table",)
        if not self.drawings.parts:
            return []
        pattern = SEAT_PATTERN[self.match.client.language]
        places = [place for part in parts for place in self.match.picture_places(own, part=part).places]
        return [place for place in places if all(int(found["seat"]) == own for found in pattern.finditer(place.alt))]


def _has_words(alt: Sequence[str], words: Sequence[str]) -> bool:
    return all(any(word_similarity(word, other) >= STEM_SCORE for other in alt) for word in words)
