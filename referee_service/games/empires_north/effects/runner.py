"""Runner of effect lists: one effect after the other, with the questions they ask on top of the stack."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.pending import close_top, pop, push, replace_top

from ..content.cards import NO_COST, Effect
from ..content.schema import Cost
from ..content.tables import abilities_of
from ..economy.costs import request_cost
from ..questions import EffectsFrame, GainResourceFrame, PayFromHandFrame, RefreshFrame
from ..state import State

SCORE_RULE_BY_TIMING = {
    "action": "score.action",
    "bonus": "score.bonus",
    "special": "score.special",
    "immediate": "score.boost",
    "storage": "score.storage",
    "event": "score.event",
}
"""The rule that the points of an ability cite, by the timing of the ability."""


COUNT_RULE = "effects.count"
"""The rule that closes a question whose number is used up."""


def effects_of_frame(state: State, frame: EffectsFrame) -> tuple[Effect, ...]:
    """Return the effects of a frame: those of the ability, or of the chosen branch."""
    effects = abilities_of(state, frame.source)[frame.ability].effects
    for step, option in zip(frame.branch[::2], frame.branch[1::2], strict=True):
        effects = effects[step].branches[option]
    return effects


def run_next_effect(state: State, frame: EffectsFrame) -> State:
    """Carry out the next effect of the list, or remove the frame after the last one."""
    effects = effects_of_frame(state, frame)
    if frame.step == len(effects):
        return pop(state)
    assert isinstance(frame.seat, int)
    return effects[frame.step].run(replace_top(state, replace(frame, step=frame.step + 1)), frame.seat)


def score_rule_of(state: State, frame: EffectsFrame) -> str:
    """Return the rule that the points of this ability cite."""
    return SCORE_RULE_BY_TIMING[abilities_of(state, frame.source)[frame.ability].row.when]


def is_forced_by_scenario(state: State, frame: EffectsFrame) -> bool:
    """Return whether a scenario orders these effects, so that the player did not choose them."""
    return abilities_of(state, frame.source)[frame.ability].row.when == "event"


def effects_frame_below(state: State) -> EffectsFrame:
    """Return the effects frame that the open question belongs to."""
    frame = state.pending[-2]
    assert isinstance(frame, EffectsFrame), frame
    return frame


def current_effect(state: State) -> Effect:
    """Return the effect that asks the open question."""
    frame = effects_frame_below(state)
    return effects_of_frame(state, frame)[frame.step - 1]


def current_cost(state: State) -> tuple[EffectsFrame, Cost]:
    """Return the effects frame that waits for a cost, and that cost."""
    frame = next(frame for frame in reversed(state.pending) if isinstance(frame, EffectsFrame))
    return frame, abilities_of(state, frame.source)[frame.ability].cost


def count_down(state: State, frame: GainResourceFrame | PayFromHandFrame | RefreshFrame) -> State:
    """Take one from the number of the open question. The last one closes it."""
    if frame.remaining > 1:
        return replace_top(state, replace(frame, remaining=frame.remaining - 1))
    return pop(close_top(state, COUNT_RULE))


def begin_branch(state: State, frame: EffectsFrame, option: int) -> State:
    """Push a branch of the effect in progress."""
    branch = (*frame.branch, frame.step - 1, option)
    return push(state, replace(frame, step=0, branch=branch))


def begin_ability(state: State, seat: int, source: str, ability: int, slot: int | None, extra: Cost = NO_COST) -> State:
    """Begin an ability: push its effects and request its cost above them."""
    state = push(state, EffectsFrame(seat, source, ability, slot=slot))
    return request_cost(state, seat, abilities_of(state, source)[ability].cost, source, extra)
