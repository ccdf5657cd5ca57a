"""Chance: a technology comes to the table."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.dice_settlers.content import content
from referee_service.games.dice_settlers.questions import DrawTechnologies
from referee_service.games.dice_settlers.state import State, TechnologyField
from referee_service.kernel.events import note
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import asking, swap
from referee_service.kernel.state import CHANCE, Action


class DrawTechnology(Action, frozen=True, tag="draw_technology"):
    """A technology is drawn."""

    technology: TechnologyField


def outcomes(state: State) -> list[tuple[DrawTechnology, int]]:
    """Every technology of the type that is not drawn yet, but those for larger tables."""
    seal, seats = asking(state, DrawTechnologies).seal, len(state.players)
    rows = [technology.row for technology in content(state).technologies.values()]
    fitting = [row.id for row in rows if row.seal == seal and row.players <= seats and row.id not in state.table]
    return [(DrawTechnology(name), 1) for name in fitting]


def apply(state: State, action: DrawTechnology) -> State:
    """It lies on the table."""
    frame = asking(state, DrawTechnologies)
    state = replace(swap(state, replace(frame, left=frame.left - 1)), table=(*state.table, action.technology))
    return note(state, "technology_came", CHANCE, technology=action.technology)


DRAW_TECHNOLOGY = chance_verb(DrawTechnology, outcomes, apply)
