"""Research: the technology that waits for its payment."""

from __future__ import annotations

from referee_service.kernel.events import emit
from referee_service.kernel.pending import pop
from referee_service.kernel.question import Below, question
from referee_service.kernel.tuples import with_player

from ..questions import ACTION_PLACES, ResearchingFrame
from ..state import State, side_name

# --- researching: a technology, before it is paid ---------------------------------------------------------------------


def auto_researching(state: State, frame: ResearchingFrame) -> State:
    """Give the technology once it is paid."""
    seat, technologies = state.active_side, tuple(sorted((*state.active_player.technologies, frame.technology)))
    state = with_player(pop(state), seat, technologies=technologies)
    return emit(state, "technology_researched", seat, technology=frame.technology, who=side_name(state, seat))


def is_research_begun(state: State, frame: ResearchingFrame, below: Below) -> bool:
    """Return whether the technology is on the table and not owned, and research was begun."""
    is_new = frame.technology in state.technologies and frame.technology not in state.active_player.technologies
    return is_new and "research" in state.active_player.actions_done


RESEARCHING = question(
    ResearchingFrame, stages=("action",), over=ACTION_PLACES, step=auto_researching, fits=is_research_begun
)
