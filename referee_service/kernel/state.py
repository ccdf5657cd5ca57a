"""The words every game is written in: seats, actions, frames, events, points, and the state that carries them."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal

from msgspec import Struct

from referee_service.kernel.rules import Fact

CHANCE: Final = "chance"
"""The seat that rolls dice and draws pieces."""

Seat = int | Literal["chance"]


class Domain(Struct, frozen=True):
    """Names the set of values that a field of an action may take: `Annotated[int, Domain("die")]`."""

    name: str


class Action(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True, gc=False):
    """One decision, or one thing chance brings. Subclasses are tagged by their verb."""


class Frame(Struct, frozen=True, tag_field="question", forbid_unknown_fields=True):
    """One open decision on the pending stack. Subclasses are tagged by the question they ask."""

    seat: Seat


class Event(Struct, frozen=True, gc=False):
    """Something that happened. `secrets` are facts for the seats in `to` alone."""

    kind: str
    seat: Seat
    facts: dict[str, Fact] = {}
    secrets: dict[str, Fact] = {}
    visible_to: tuple[int, ...] = ()


class ScoreLine(Struct, frozen=True, array_like=True, gc=False):
    """Points under one rule: how often it applied and what it gave in all."""

    rule: str
    count: int
    points: int


class State(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What every game's state carries. `pack`, `events` and `heard` never stand in canonical bytes."""

    players: tuple[Struct, ...]
    pending: tuple[Frame, ...]
    score_lines: tuple[tuple[ScoreLine, ...], ...]
    pack: str = ""
    events: tuple[Event, ...] = ()
    processed_events: int = 0


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What may be chosen before the game; every field has a default."""


class Turn(Struct, frozen=True):
    """Who decides now, which question is asked, and the verbs that answer it."""

    seat: Seat
    question: str
    verbs: tuple[str, ...]


def verb_of(action: Action | type[Action]) -> str:
    """The verb of an action: the `kind` of its JSON."""
    return _tag(action if isinstance(action, type) else type(action))


def question_of(frame: Frame) -> str:
    """The question a frame asks: the `question` of its JSON."""
    return _tag(type(frame))


@cache
def _tag(struct: type[Struct]) -> str:
    return str(struct.__struct_config__.tag)
