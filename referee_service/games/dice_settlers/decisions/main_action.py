"""Main actions in progress: further symbols, a die to sell, dice that wait for their payment, an extra action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.bags import add_to, count_in, pieces_of, remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import close_top, lapse, pop
from referee_service.kernel.question import Below, question
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player
from referee_service.kernel.verb_factories import only_verb

from ..content.tables import content, has_effect
from ..fields import AnyDieField
from ..gains import take_die, take_points
from ..labels import trade_points
from ..main_actions import MAIN_VERBS, can_act, can_continue, raid_shields
from ..map_tiles import find_map_tile, is_present, recruitable
from ..prompts import acting_facts, done_facts, frame_facts, sell_die_facts
from ..questions import ACTION_PLACES, ActingFrame, ExtraActionFrame, RecruitingFrame, SellDieFrame
from ..state import State, sides_of

SYMBOL_BY_SYMBOL = ("settle", "raid", "harvest", "trade")
"""The main actions whose symbols are spent one by one."""

# --- acting: the next symbol of an action in progress -----------------------------------------------------------------


class EndAction(Action, frozen=True, tag="end_action"):
    """The end of the main action in progress. No further symbol is spent on it."""


def apply_end_action(state: State, action: EndAction) -> State:
    """Close the action. Its first symbol is spent, so it may end."""
    return pop(state)


def auto_acting(state: State, frame: ActingFrame) -> State:
    """Close the action if no further symbol can be spent on it."""
    return state if can_continue(state, frame) else pop(close_top(state, "action.ended"))


def is_action_begun(state: State, frame: ActingFrame, below: Below) -> bool:
    """Return whether the action was begun, and its bonus, tile and shields are possible."""
    if frame.action not in state.active_player.actions_done or frame.action not in SYMBOL_BY_SYMBOL:
        return False
    if frame.recalling and (frame.action != "settle" or state.options.recall != "any_number"):
        return False
    max_bonus = len(content(state).bonus_tiles[frame.action])
    if frame.bonus > max_bonus - (1 if state.options.bonus_alone and max_bonus else 0):
        return False
    return is_raid_possible(state, frame) if frame.action == "raid" else not frame.tile and not frame.shields


def is_raid_possible(state: State, frame: ActingFrame) -> bool:
    """Return whether the raider is present on the tile, and no side has more shields than its technologies give."""
    map_tile = find_map_tile(state, frame.tile)
    if map_tile is None or not is_present(map_tile, state.active_side) or len(frame.shields) != sides_of(state):
        return False
    return all(remaining <= full for remaining, full in zip(frame.shields, raid_shields(state), strict=True))


def end_action_facts(state: State, action: EndAction) -> dict[str, Fact]:
    """Return the action in progress."""
    return frame_facts("action")(state)


END_ACTION = only_verb(EndAction, apply_end_action, facts=end_action_facts)
ACTING = question(
    ActingFrame,
    *("settle", "raid", "harvest", "trade_tokens", "trade_die", "end_action"),
    stages=("action",),
    over=ACTION_PLACES,
    step=auto_acting,
    fits=is_action_begun,
    closed_by=("action.ended",),
    facts=acting_facts,
)


# --- sell_die: the die that leaves the game for points ----------------------------------------------------------------


class SellDie(Action, frozen=True, tag="sell_die"):
    """The die that leaves the game for points."""

    die: AnyDieField


def saleable_dice(state: State) -> list[str]:
    """Return the kinds of active and spent dice of the player."""
    return [die for die, _ in (*state.active_player.active, *state.active_player.spent)]


def sell_die_candidates(state: State) -> list[SellDie]:
    """Return one action per kind of active or spent dice."""
    return [SellDie(die) for die in saleable_dice(state)]


def sell_die_objections(state: State, action: SellDie) -> Iterator[Refusal]:
    """Yield a refusal if the player has no such die. It lists the active and the spent dice."""
    player, possible = state.active_player, tuple(saleable_dice(state))
    if action.die not in possible:
        named = {"shown" if action.die in content(state).faces else "colour": action.die}
        held = {"active": pieces_of(player.active), "spent": pieces_of(player.spent)}
        yield refuse("sell_die.held", die=action.die, open=possible, **named, **held)


def apply_sell_die(state: State, action: SellDie) -> State:
    """Remove the die from the game and give the points."""
    seat, tables = state.active_side, content(state)
    if action.die in tables.faces:
        state, colour = (
            with_player(state, seat, active=remove_from(state.active_player.active, action.die)),
            tables.faces[action.die][0],
        )
    else:
        state, colour = with_player(state, seat, spent=remove_from(state.active_player.spent, action.die)), action.die
    state = emit(replace(pop(state), sold=add_to(state.sold, colour)), "die_sold", seat, colour=colour)
    return take_points(state, seat, trade_points(state, "die"), "score.trade_die")


def sold_die_facts(state: State, action: SellDie) -> dict[str, Fact]:
    """Return whether the die is spent, and the points for it."""
    area = None if action.die in content(state).faces else "area_spent"
    return {"area": area, "points": trade_points(state, "die")}


def auto_sell_die(state: State, frame: SellDieFrame) -> State:
    """Drop the question if the player has no die to sell."""
    return state if state.active_player.active or state.active_player.spent else lapse(state)


def is_trade(state: State, frame: SellDieFrame, below: Below) -> bool:
    """Return whether the action in progress is a trade."""
    acting = below[-1]
    return isinstance(acting, ActingFrame) and acting.action == "trade"


SELL_DIE = verb(
    SellDie, sell_die_candidates, sell_die_objections, apply_sell_die, exact=True, any_name=True, facts=sold_die_facts
)
SELL_DIE_QUESTION = question(
    SellDieFrame,
    "sell_die",
    over=(ActingFrame,),
    step=auto_sell_die,
    fits=is_trade,
    forced=True,
    facts=sell_die_facts,
)


# --- recruiting: the recruited dice, before they are paid -------------------------------------------------------------


def auto_recruiting(state: State, frame: RecruitingFrame) -> State:
    """Take the recruited dice once they are paid."""
    state = pop(state)
    for colour in frame.dice:
        state = take_die(state, state.active_side, colour)
    return state


def is_recruitment_begun(state: State, frame: RecruitingFrame, below: Below) -> bool:
    """Return whether recruiting was begun, and the dice are accessible, in the supply and not too many."""
    dice = Counter(frame.dice)
    is_in_supply = all(count_in(state.supply, colour) >= count for colour, count in dice.items())
    return (
        "recruit" in state.active_player.actions_done
        and 1 <= len(frame.dice) <= len(content(state).recruit_costs)
        and is_in_supply
        and set(dice) <= set(recruitable(state, state.active_side))
    )


RECRUITING = question(
    RecruitingFrame, stages=("action",), over=ACTION_PLACES, step=auto_recruiting, fits=is_recruitment_begun
)


# --- extra_action: a further main action ------------------------------------------------------------------------------


def auto_extra_action(state: State, frame: ExtraActionFrame) -> State:
    """Drop the extra action if no main action is possible."""
    return state if can_act(state) else lapse(state)


def is_action_given(state: State, frame: ExtraActionFrame, below: Below) -> bool:
    """Return whether any effect of the pack gives a further main action."""
    return has_effect(content(state), "ask_action")


EXTRA_ACTION = question(
    ExtraActionFrame,
    *MAIN_VERBS,
    stages=("action",),
    over=ACTION_PLACES,
    step=auto_extra_action,
    fits=is_action_given,
    forced=True,
    facts=done_facts,
)
