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
"""A seat, counted from 0, or `chance`, which rolls dice and draws pieces."""


class Action(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True, gc=False):
    """One play with its fields, by a seat or by chance. Each subclass is one verb; its tag is the JSON `kind`."""


class Frame(Struct, frozen=True, tag_field="question", forbid_unknown_fields=True):
    """One entry of the pending stack: an open question, or a step that waits below it.

    The tag of a subclass is the id of its question and the JSON `question`.
    """

    seat: Annotated[Seat, Index("seats")]
    """Seat that decides, counted from 0, or `chance` for a roll or a draw. For a waiting step, its seat."""


class Event(Struct, frozen=True, gc=False):
    """Something that happened. `secrets` are facts for the seats in `visible_to` only."""

    kind: str
    """Identifier of what happened, such as `round_began`. Every game has its own events."""
    seat: Seat
    """Seat that the event is about, counted from 0, or `chance`. A solo opponent counts as the next seat."""
    facts: dict[str, Fact] = {}
    """Values that every seat may see, by name. The sentence of the event shows them."""
    secrets: dict[str, Fact] = {}
    """Values that only the seats in `visible_to` may see, by name."""
    visible_to: tuple[int, ...] = ()
    """Seats that may see the secrets, counted from 0. Empty if there are no secrets."""


class ScoreLine(Struct, frozen=True, array_like=True, gc=False):
    """Points of one seat under one rule: how often the rule applied, and the points in total."""

    rule: str
    """Id of the rule that gave the points, such as `score.penalty`. The list of rules explains it."""
    count: int
    """How often the rule has applied, or how many pieces it has counted."""
    points: int
    """Sum of all points under this rule. A penalty is negative."""


ScoreLines = Annotated[tuple[tuple[ScoreLine, ...], ...], Length("seats")]
"""Points of each seat so far, in seat order: one score line per rule, sorted by the id of the rule."""


class ClosedQuestion(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A question that closed automatically after the last action of a seat, and the rule that closed it.

    A refusal cites the rule if the seat still tries to answer.
    """

    seat: Annotated[int, Index("seats")]
    """Seat whose question closed, counted from 0."""
    question: str
    """Id of the question that closed, as in `turn.question`."""
    rule: str
    """Id of the rule that closed it, such as `referee.forced` for a single legal answer."""
    answer: str = ""
    """Verb of the forced answer, or an empty string. The fields are left out, as they may be secret."""


class State(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Fields that the state of every game has. `pack`, `events` and `processed_events` are not part of the canonical
    bytes.
    """

    players: tuple[Struct, ...]
    """Pieces of each seat, in seat order."""
    pending: tuple[Frame, ...]
    """Stack of open questions and waiting steps, the open one last. Empty while the seat in turn acts freely."""
    score_lines: ScoreLines
    closed: tuple[ClosedQuestion, ...] = ()
    """Questions that closed automatically since the last action of a seat. Refusals cite their rules."""
    pack: str = ""
    """Id of the content pack. It is empty in JSON, because `content` beside the board has it."""
    events: tuple[Event, ...] = ()
    """Events of the action in progress. Empty in JSON."""
    processed_events: int = 0
    """How many of the events have started their triggers. Always 0 in JSON."""


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Options of a new match. Every field has a default."""


class Turn(Struct, frozen=True):
    """What is due now: the seat, the question, and the verbs that answer it."""

    seat: Seat
    """Seat that must decide now, counted from 0, or `chance`."""
    question: str
    """Id of the question that is due, such as `payment`, or `main` for a choice of actions."""
    verbs: tuple[str, ...]
    """Verbs that answer the question: the `kind` of every action that may be legal."""


def verb_of(action: Action | type[Action]) -> str:
    """Return the verb of an action: the `kind` of its JSON."""
    return _tag(action if isinstance(action, type) else type(action))


def question_of(frame: Frame | type[Frame]) -> str:
    """Return the question that a frame asks: the `question` of its JSON."""
    return _tag(frame if isinstance(frame, type) else type(frame))


@cache
def _tag(struct: type[Struct]) -> str:
    return str(struct.__struct_config__.tag)
