"""Chance draws the event of a solo round."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from referee_service.games.empires_north.content.tables import scenario
from referee_service.games.empires_north.questions import EffectsFrame
from referee_service.games.empires_north.state import State
from referee_service.kernel.events import emit
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import replace_top
from referee_service.kernel.shape import Domain
from referee_service.kernel.state import CHANCE, Action


class DrawEvent(Action, frozen=True, tag="draw_event"):
    """A number token is drawn."""

    event: Annotated[str, Domain("event")]


def outcomes(state: State) -> list[tuple[DrawEvent, int]]:
    """Return the five events of the scenario, with equal weight in every round."""
    return [(DrawEvent(event), 1) for event in scenario(state).events]


def apply(state: State, action: DrawEvent) -> State:
    """Record the event and begin its effects."""
    assert state.solo is not None
    state = replace(state, solo=replace(state.solo, event=action.event))
    return emit(replace_top(state, EffectsFrame(0, action.event, 0)), "event_drawn", CHANCE, event=action.event)


DRAW_EVENT = chance_verb(DrawEvent, outcomes, apply)
