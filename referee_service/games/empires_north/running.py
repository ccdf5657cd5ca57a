"""How a list of effects is carried out: one by one, with the questions they ask on top of it."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.empires_north.binding import Effect
from referee_service.games.empires_north.content import abilities_of
from referee_service.games.empires_north.pack import Cost
from referee_service.games.empires_north.questions import Effects
from referee_service.games.empires_north.state import State
from referee_service.kernel.pending import asking, pop, push, swap

POINTS = {
    "action": "score.action",
    "bonus": "score.bonus",
    "special": "score.special",
    "immediate": "score.boost",
    "storage": "score.storage",
    "event": "score.event",
}
"""The rule that cites the points of an ability."""


def listed(state: State, frame: Effects) -> tuple[Effect, ...]:
    """The effects that a frame stands for: those of the ability, or of the branches taken."""
    effects = abilities_of(state, frame.source)[frame.ability].effects
    for step, option in zip(frame.branch[::2], frame.branch[1::2], strict=True):
        effects = effects[step].branches[option]
    return effects


def go_on(state: State) -> State:
    """The next effect of the list, or its end."""
    frame = asking(state, Effects)
    effects = listed(state, frame)
    if frame.step == len(effects):
        return pop(state)
    assert isinstance(frame.seat, int)
    return effects[frame.step].run(swap(state, replace(frame, step=frame.step + 1)), frame.seat)


def rule_of(state: State, frame: Effects) -> str:
    """The rule under which points of this ability are given."""
    return POINTS[abilities_of(state, frame.source)[frame.ability].row.when]


def is_event(state: State, frame: Effects) -> bool:
    """Whether these effects are ordered by an event or rule of a scenario, not chosen by a player."""
    return abilities_of(state, frame.source)[frame.ability].row.when == "event"


def beneath(state: State) -> Effects:
    """The list of effects that the question being asked belongs to."""
    frame = state.pending[-2]
    assert isinstance(frame, Effects), frame
    return frame


def asking_effect(state: State) -> Effect:
    """The effect that asks the question being asked."""
    frame = beneath(state)
    return listed(state, frame)[frame.step - 1]


def cost_asked(state: State) -> tuple[Effects, Cost]:
    """The cost being paid, and the effects that wait for it."""
    frame = next(frame for frame in reversed(state.pending) if isinstance(frame, Effects))
    return frame, abilities_of(state, frame.source)[frame.ability].cost


def branch_off(state: State, frame: Effects, option: int) -> State:
    """Carry out one of the branches of the effect that is in progress."""
    branch = (*frame.branch, frame.step - 1, option)
    return push(state, replace(frame, step=0, branch=branch))
