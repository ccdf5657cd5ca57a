"""Base types of every game: seats, actions, frames, events, score lines, and the state that holds them."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Final, Literal

from msgspec import Struct

from referee_service.kernel.rules import Fact
from referee_service.kernel.shape import Index, Length

CHANCE: Final = "chance"
"""The seat that rolls dice and draws pieces."""

Seat = int | Literal["chance"]


class Action(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True, gc=False):
    """One play with its fields, by a seat or by chance. Each subclass is one verb; its tag is the JSON `kind`."""


class Frame(Struct, frozen=True, tag_field="question", forbid_unknown_fields=True):
    """One entry of the pending stack: an open question, or a step that waits below it.

    The tag of a subclass is the id of its question and the JSON `question`.
    """

    seat: Annotated[Seat, Index("seats")]


class Event(Struct, frozen=True, gc=False):
    """Something that happened. `secrets` are facts for the seats in `visible_to` only."""

    kind: str
    seat: Seat
    facts: dict[str, Fact] = {}
    secrets: dict[str, Fact] = {}
    visible_to: tuple[int, ...] = ()


class ScoreLine(Struct, frozen=True, array_like=True, gc=False):
    """Points of one seat under one rule: how often the rule applied, and the points in total."""

    rule: str
    count: int
    points: int


ScoreLines = Annotated[tuple[tuple[ScoreLine, ...], ...], Length("seats")]
"""The score lines of every seat."""


class ClosedQuestion(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A question that closed automatically after the last action of a seat, and the rule that closed it.

    A refusal cites the rule if the seat still tries to answer.
    """

    seat: Annotated[int, Index("seats")]
    question: str
    rule: str
    answer: str = ""
    """The verb of a forced answer. Its fields may be secret."""


class State(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Fields that the state of every game has. `pack`, `events` and `processed_events` are not part of the canonical
    bytes.
    """

    players: tuple[Struct, ...]
    pending: tuple[Frame, ...]
    score_lines: ScoreLines
    closed: tuple[ClosedQuestion, ...] = ()
    pack: str = ""
    events: tuple[Event, ...] = ()
    processed_events: int = 0


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Options of a new match. Every field has a default."""


class Turn(Struct, frozen=True):
    """What is due now: the seat, the question, and the verbs that answer it."""

    seat: Seat
    question: str
    verbs: tuple[str, ...]


def verb_of(action: Action | type[Action]) -> str:
    """Return the verb of an action: the `kind` of its JSON."""
    return _tag(action if isinstance(action, type) else type(action))


def question_of(frame: Frame | type[Frame]) -> str:
    """Return the question that a frame asks: the `question` of its JSON."""
    return _tag(frame if isinstance(frame, type) else type(frame))


@cache
def _tag(struct: type[Struct]) -> str:
    return str(struct.__struct_config__.tag)
