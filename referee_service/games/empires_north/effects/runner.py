"""How a list of effects is carried out: one by one, with the questions they ask on top of it."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.empires_north.content.cards import Effect
from referee_service.games.empires_north.content.schema import Cost
from referee_service.games.empires_north.content.tables import abilities_of
from referee_service.games.empires_north.economy.costs import NO_COST, request_cost
from referee_service.games.empires_north.questions import EffectsFrame
from referee_service.games.empires_north.state import State
from referee_service.kernel.pending import expect_top, pop, push, replace_top

SCORE_RULE_BY_TIMING = {
    "action": "score.action",
    "bonus": "score.bonus",
    "special": "score.special",
    "immediate": "score.boost",
    "storage": "score.storage",
    "event": "score.event",
}
"""The rule that cites the points of an ability."""


def effects_of_frame(state: State, frame: EffectsFrame) -> tuple[Effect, ...]:
    """The effects that a frame stands for: those of the ability, or of the branches taken."""
    effects = abilities_of(state, frame.source)[frame.ability].effects
    for step, option in zip(frame.branch[::2], frame.branch[1::2], strict=True):
        effects = effects[step].branches[option]
    return effects


def run_next_effect(state: State) -> State:
    """The next effect of the list, or its end."""
    frame = expect_top(state, EffectsFrame)
    effects = effects_of_frame(state, frame)
    if frame.step == len(effects):
        return pop(state)
    assert isinstance(frame.seat, int)
    return effects[frame.step].run(replace_top(state, replace(frame, step=frame.step + 1)), frame.seat)


def score_rule_of(state: State, frame: EffectsFrame) -> str:
    """The rule under which points of this ability are given."""
    return SCORE_RULE_BY_TIMING[abilities_of(state, frame.source)[frame.ability].row.when]


def is_forced_by_scenario(state: State, frame: EffectsFrame) -> bool:
    """Whether these effects are ordered by an event or rule of a scenario, not chosen by a player."""
    return abilities_of(state, frame.source)[frame.ability].row.when == "event"


def effects_frame_below(state: State) -> EffectsFrame:
    """The list of effects that the question being asked belongs to."""
    frame = state.pending[-2]
    assert isinstance(frame, EffectsFrame), frame
    return frame


def current_effect(state: State) -> Effect:
    """The effect that asks the question being asked."""
    frame = effects_frame_below(state)
    return effects_of_frame(state, frame)[frame.step - 1]


def current_cost(state: State) -> tuple[EffectsFrame, Cost]:
    """The cost being paid, and the effects that wait for it."""
    frame = next(frame for frame in reversed(state.pending) if isinstance(frame, EffectsFrame))
    return frame, abilities_of(state, frame.source)[frame.ability].cost


def begin_branch(state: State, frame: EffectsFrame, option: int) -> State:
    """Carry out one of the branches of the effect that is in progress."""
    branch = (*frame.branch, frame.step - 1, option)
    return push(state, replace(frame, step=0, branch=branch))


def begin_ability(state: State, seat: int, source: str, ability: int, slot: int | None, extra: Cost = NO_COST) -> State:
    """An ability begins: its cost is asked for, then its effects follow."""
    state = push(state, EffectsFrame(seat, source, ability, slot=slot))
    return request_cost(state, seat, abilities_of(state, source)[ability].cost, source, extra)
