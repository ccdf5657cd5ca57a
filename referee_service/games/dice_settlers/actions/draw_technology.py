"""Chance verb `draw_technology`: one technology put on the table."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.dice_settlers.content.tables import content
from referee_service.games.dice_settlers.fields import TechnologyField
from referee_service.games.dice_settlers.questions import DrawTechnologiesFrame
from referee_service.games.dice_settlers.state import State
from referee_service.kernel.events import emit
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import expect_top, replace_top
from referee_service.kernel.state import CHANCE, Action


class DrawTechnology(Action, frozen=True, tag="draw_technology"):
    """A technology that joins the table."""

    technology: TechnologyField


def outcomes(state: State) -> list[tuple[DrawTechnology, int]]:
    """Return every technology of the wanted type that is not on the table and fits the number of players."""
    seal, seats = expect_top(state, DrawTechnologiesFrame).seal, len(state.players)
    rows = [technology.row for technology in content(state).technologies.values()]
    fitting = [row.id for row in rows if row.seal == seal and row.players <= seats and row.id not in state.technologies]
    return [(DrawTechnology(name), 1) for name in fitting]


def apply(state: State, action: DrawTechnology) -> State:
    """Put the technology on the table."""
    frame = expect_top(state, DrawTechnologiesFrame)
    state = replace(
        replace_top(state, replace(frame, remaining=frame.remaining - 1)),
        technologies=(*state.technologies, action.technology),
    )
    return emit(state, "technology_came", CHANCE, technology=action.technology)


DRAW_TECHNOLOGY = chance_verb(DrawTechnology, outcomes, apply)
