"""Sequence of play: the stages of a match, and the automatic steps between two decisions."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.pending import push
from referee_service.kernel.question import Flow, Stage
from referee_service.kernel.state import Frame

from .actions import declare_war, march
from .content.tables import content
from .decisions import QUESTIONS
from .facts import action_prompt_facts
from .fiefs import ally_of
from .questions import ChooseDeckFrame, StarveFrame, TakeDamageFrame
from .sequence import REFUSED_IN_ACTIONS, REFUSED_IN_MARCH, REFUSED_IN_WAR
from .setup import draft_plan
from .spots import Facts
from .state import State, lacks_food, max_units_fed
from .turns import begin_turn, unturn_cards
from .units import first_empty_place
from .war.battle import end_battle, has_complete_armies, next_striking_army
from .war.damage import damage_questions


def stage_of(state: State) -> str:
    """Return the stage: a battle, or the phase."""
    return "battle" if state.battle is not None else state.phase


def active_seat(state: State) -> int:
    """Return the seat in turn."""
    return state.active_seat


def begin_first_turn(state: State) -> State:
    """Begin the turn of the starter, once all first hands are drawn."""
    return begin_turn(state, state.active_seat)


def is_rest_of_hand(state: State, planned: Frame, frame: Frame) -> bool:
    """Return whether some cards of a planned hand are drawn."""
    assert isinstance(planned, ChooseDeckFrame)
    assert isinstance(frame, ChooseDeckFrame)
    return frame.seat == planned.seat and frame.remaining < planned.remaining


def check_food(state: State) -> State:
    """Ask the player in turn to remove a unit if there is too little food. Otherwise return the same state."""
    return push(state, StarveFrame(state.active_seat)) if lacks_food(state, state.active_seat) else state


def start_turn(state: State) -> State:
    """Start the draw of a card, once the player in turn can feed all units."""
    checked = check_food(state)
    return (
        checked if checked is not state else push(replace(state, phase="draw"), ChooseDeckFrame(state.active_seat, 1))
    )


def may_have_one_action(state: State) -> bool:
    """Return whether the player in turn may have one action left: an unturned unit could be dismissed. It is quick."""
    return all(unit.turned for unit in state.active_player.units)


def may_end_only(state: State) -> bool:
    """Return whether all seats can know the legal actions of the player in turn, and one may be left.

    An ally could be asked. Other actions depend on the number of hand cards, which is public, and on the cards
    themselves only if their backs show one that has room or food.
    """
    seat, player, tables = state.active_seat, state.active_player, content(state)
    if not may_have_one_action(state) or (not state.ally_asked and ally_of(state, seat) is not None):
        return False
    territories = [card for card, _ in player.hand if card in tables.territories]
    if territories and first_empty_place(state, seat) is not None:
        return False
    return len(territories) == len(player.hand) or len(player.units) >= max_units_fed(state, seat)


def damage_plan(state: State) -> tuple[Frame, ...]:
    """Return the questions of the damage, once all armies are complete and have an opponent or a target."""
    return damage_questions(state) if has_complete_armies(state) and next_striking_army(state) is None else ()


def is_rest_of_damage(state: State, planned: Frame, frame: Frame) -> bool:
    """Return whether a part of the planned damage is taken. Points of the bonus may be given."""
    if not isinstance(planned, TakeDamageFrame) or not isinstance(frame, TakeDamageFrame):
        return False
    is_same = (frame.seat, frame.army, frame.host) == (planned.seat, planned.army, planned.host)
    return is_same and frame.remaining < planned.remaining and frame.bonus <= planned.bonus


def war_prompt_facts(state: State) -> Facts:
    """Return the steps that are possible before the end of a turn after the marches."""
    has_unturned = any(not unit.turned for unit in state.active_player.units)
    steps = {"step_war": bool(declare_war.candidates(state)), "step_dismiss": has_unturned}
    return {"steps": tuple(step for step, is_possible in steps.items() if is_possible)}


def march_prompt_facts(state: State) -> Facts:
    """Return the steps that are possible before the end of a turn after the first march."""
    others = war_prompt_facts(state)["steps"]
    assert isinstance(others, tuple)
    return {"steps": ("step_march", *others) if march.candidates(state) else others}


FLOW = Flow(
    QUESTIONS,
    (
        Stage("draft", step=begin_first_turn, plan=draft_plan, is_remainder=is_rest_of_hand),
        Stage("start", step=start_turn),
        Stage("draw", step=unturn_cards),
        Stage(
            "actions",
            "actions",
            (
                *("play_territory", "recruit", "buy_building", "buy_card", "clear_land", "station", "dismiss"),
                *("ask_ally", "march", "declare_war", "end_turn"),
            ),
            step=check_food,
            forced=may_end_only,
            refused=REFUSED_IN_ACTIONS,
            facts=action_prompt_facts,
        ),
        Stage(
            "march",
            "march",
            ("march", "dismiss", "declare_war", "end_turn"),
            step=check_food,
            forced=may_have_one_action,
            refused=REFUSED_IN_MARCH,
            facts=march_prompt_facts,
        ),
        Stage(
            "war",
            "war",
            ("declare_war", "dismiss", "end_turn"),
            step=check_food,
            forced=may_have_one_action,
            refused=REFUSED_IN_WAR,
            facts=war_prompt_facts,
        ),
        Stage("battle", step=end_battle, plan=damage_plan, is_remainder=is_rest_of_damage),
        Stage("over"),
    ),
    stage=stage_of,
    seat=active_seat,
)
