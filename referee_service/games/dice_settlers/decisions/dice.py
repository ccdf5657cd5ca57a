"""Dice: the draw for the quota, and the use of a symbol spent in the roll phase."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from referee_service.kernel.bags import Bag, add_to, count_in, remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.game import chance_verb, verb
from referee_service.kernel.memos import MEMO_ENTRIES
from referee_service.kernel.pending import close_top, expect_top, lapse, pop, replace_top, top
from referee_service.kernel.question import Below, question
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import CHANCE, Action, Seat
from referee_service.kernel.tuples import with_player
from referee_service.kernel.verb_factories import only_verb

from ..content.tables import PACKS, PIONEER, RESOURCE, content
from ..fields import ActiveDieField, ColourField, FaceField
from ..printed_bot.hexagon import assign_dice
from ..prompts import adjust_facts, frame_facts, reroll_facts, roll_dice_facts
from ..questions import AdjustFrame, DrawDiceFrame, RerollFrame, RollDiceFrame
from ..state import State, has_no_active_die, is_bot, side_name
from ..turns import is_bot_roll, refill_bag

# --- draw_dice: dice from a player's bag, drawn and rolled ------------------------------------------------------------


class DrawDie(Action, frozen=True, tag="draw_die"):
    """A die drawn from the bag and rolled."""

    colour: ColourField
    """Colour of the drawn die."""
    face: FaceField


def draw_die_outcomes(state: State) -> tuple[tuple[DrawDie, int], ...]:
    """Return every pair of a colour in the bag and one of its faces, weighted."""
    return _bag_outcomes(state.pack, state.players[expect_top(state, DrawDiceFrame).to].bag)


@lru_cache(maxsize=MEMO_ENTRIES)
def _bag_outcomes(pack: str, bag: Bag) -> tuple[tuple[DrawDie, int], ...]:
    """Return the outcomes for a bag, weighted by dice of the colour times equal faces. Cached."""
    dice = PACKS.get(pack).dice
    return tuple(
        (DrawDie(colour, face), count * weight) for colour, count in bag for face, weight in dice[colour].faces
    )


def apply_draw_die(state: State, action: DrawDie) -> State:
    """Move the die from the bag to the active dice."""
    frame = expect_top(state, DrawDiceFrame)
    player, die = state.players[frame.to], f"{action.colour}_{action.face}"
    state = replace_top(state, replace(frame, remaining=frame.remaining - 1))
    bag, active = remove_from(player.bag, action.colour), add_to(player.active, die)
    return emit(with_player(state, frame.to, bag=bag, active=active), "die_drawn", frame.to, die=die)


def auto_draw_dice(state: State, frame: DrawDiceFrame) -> State:
    """Close the question once enough dice are drawn, or none are left. Only a draw for the quota refills the bag."""
    player = state.players[frame.to]
    if not frame.remaining:
        return pop(state)
    if player.bag:
        return state
    return refill_bag(state, frame.to) if frame.refill and player.spent else pop(state)


def is_draw_possible(state: State, frame: DrawDiceFrame, below: Below) -> bool:
    """Return whether the active player draws at most the quota, or at most the dice of a resource symbol."""
    max_dice = state.active_player.quota if frame.refill else content(state).numbers["draw_for_resource"]
    return frame.to == state.active_side and frame.remaining <= max_dice


DRAW_DIE = chance_verb(DrawDie, draw_die_outcomes, apply_draw_die)
DRAW_DICE = question(
    DrawDiceFrame,
    "draw_die",
    chance=True,
    stages=("roll",),
    step=auto_draw_dice,
    fits=is_draw_possible,
    facts=frame_facts("to", "remaining"),
)


# --- roll_dice: the faces of dice in hand, or of the printed Bot's dice -----------------------------------------------


class RollDie(Action, frozen=True, tag="roll_die"):
    """The roll of the first die that the question lists."""

    face: FaceField


def roll_die_outcomes(state: State) -> list[tuple[RollDie, int]]:
    """Return every face of the next die with its weight."""
    colour = expect_top(state, RollDiceFrame).dice[0]
    return [(RollDie(face), weight) for face, weight in content(state).dice[colour].faces]


def apply_roll_die(state: State, action: RollDie) -> State:
    """Make the die active. A die of the printed Bot waits until all its dice are rolled."""
    frame = expect_top(state, RollDiceFrame)
    colour, *rest = frame.dice
    die = f"{colour}_{action.face}"
    if is_bot(state, frame.to):
        state = replace_top(state, replace(frame, dice=tuple(rest), rolled=(*frame.rolled, die)))
    else:
        active = add_to(state.players[frame.to].active, die)
        state = with_player(replace_top(state, replace(frame, dice=tuple(rest))), frame.to, active=active)
    return emit(state, "die_rolled", frame.to, die=die, who=side_name(state, frame.to))


def auto_roll_dice(state: State, frame: RollDiceFrame) -> State:
    """Close the question once all dice are rolled. Dice of the printed Bot then go around its hexagon."""
    if frame.dice:
        return state
    return assign_dice(pop(state), frame.rolled) if is_bot(state, frame.to) else pop(state)


def is_roll_possible(state: State, frame: RollDiceFrame, below: Below) -> bool:
    """Return whether the side in turn rolls: the printed Bot, or a player the few dice picked up."""
    if is_bot_roll(state):
        return is_bot(state, frame.to)
    max_dice = content(state).numbers["most_rerolled"]
    return frame.to == state.active_side and not frame.rolled and len(frame.dice) <= max_dice


ROLL_DIE = chance_verb(RollDie, roll_die_outcomes, apply_roll_die)
ROLL_DICE = question(
    RollDiceFrame,
    "roll_die",
    chance=True,
    stages=("roll", "bot_roll"),
    step=auto_roll_dice,
    fits=is_roll_possible,
    facts=roll_dice_facts,
)


# --- adjust: the use of the symbol that was spent ---------------------------------------------------------------------


class SetDie(Action, frozen=True, tag="set_die"):
    """An active die turned to a face of the player's choice."""

    die: ActiveDieField
    """Active die to turn, by its colour and the face on top: `green_wood`."""
    face: FaceField
    """Symbol to turn up, another one of this colour: `pioneer`, an action or a resource."""


def set_die_candidates(state: State) -> list[SetDie]:
    """Return one action per active die and other face of its colour."""
    tables = content(state)
    return [
        SetDie(die, face)
        for die, _ in state.active_player.active
        for face, _ in tables.dice[tables.faces[die][0]].faces
        if face != tables.faces[die][1]
    ]


def set_die_objections(state: State, action: SetDie) -> Iterator[Refusal]:
    """Yield every reason against this face of this die."""
    colour, shown = content(state).faces[action.die]
    if not count_in(state.active_player.active, action.die):
        yield refuse("die.active", die=action.die, absent=action.die)
    if action.face not in content(state).dice[colour].row.faces:
        yield refuse("set_die.face", colour=colour, face=action.face)
    if action.face == shown:
        yield refuse("set_die.other", face=shown)


def apply_set_die(state: State, action: SetDie) -> State:
    """Turn the die and close the question."""
    seat, colour = state.active_side, content(state).faces[action.die][0]
    active = add_to(remove_from(state.active_player.active, action.die), f"{colour}_{action.face}")
    state = with_player(pop(state), seat, active=active)
    return emit(state, "die_set", seat, die=action.die, face=action.face)


class DrawTwo(Action, frozen=True, tag="draw_two"):
    """Two more dice, drawn from the bag and rolled, for a spent resource symbol."""


def draw_two_candidates(state: State) -> list[DrawTwo]:
    """Return the action if a resource symbol was spent and the bag is not empty."""
    return [DrawTwo()] if expect_top(state, AdjustFrame).price == RESOURCE and state.active_player.bag else []


def draw_two_objections(state: State, action: DrawTwo) -> Iterator[Refusal]:
    """Yield a refusal if a pioneer was spent, or if the bag is empty."""
    if expect_top(state, AdjustFrame).price != RESOURCE:
        yield refuse("draw_two.resource")
    if not state.active_player.bag:
        yield refuse("draw_two.bag")


def apply_draw_two(state: State, action: DrawTwo) -> State:
    """Ask chance to draw the dice. The bag is not refilled in this step."""
    count = content(state).numbers["draw_for_resource"]
    return replace_top(state, DrawDiceFrame(CHANCE, state.active_side, count, refill=False))


def draw_two_facts(state: State, action: DrawTwo) -> dict[str, Fact]:
    """Return how many dice are drawn."""
    return {"count": adjust_facts(state)["drawn"]}


def bag_place(state: State, seat: Seat, action: DrawTwo) -> tuple[str, ...]:
    """Return the bag of the seat."""
    return (f"seat.{seat}.bag",)


def auto_adjust(state: State, frame: AdjustFrame) -> State:
    """Drop the question if the player has no die that the spent symbol could change or draw."""
    return state if state.active_player.active or (frame.price != PIONEER and state.active_player.bag) else lapse(state)


SET_DIE = verb(
    SetDie,
    set_die_candidates,
    set_die_objections,
    apply_set_die,
    exact=True,
    kinds={"die": "die.kind", "face": "face.kind"},
    chip="choice.set_die",
)
DRAW_TWO = verb(
    DrawTwo,
    draw_two_candidates,
    draw_two_objections,
    apply_draw_two,
    exact=True,
    facts=draw_two_facts,
    spot=bag_place,
)
ADJUST = question(
    AdjustFrame,
    *("set_die", "reroll", "draw_two"),
    stages=("roll",),
    step=auto_adjust,
    forced=has_no_active_die,
    facts=adjust_facts,
)


# --- reroll: further dice to pick up, or the roll of those in hand ----------------------------------------------------


class Reroll(Action, frozen=True, tag="reroll"):
    """An active die to pick up and roll again. Up to three dice may be picked up."""

    die: ActiveDieField
    """Active die to pick up, by its colour and the face on top: `green_wood`."""


def is_paid_with_pioneer(state: State) -> bool:
    """Return whether a pioneer was spent. A resource symbol pays no reroll."""
    frame = top(state)
    return isinstance(frame, RerollFrame) or (isinstance(frame, AdjustFrame) and frame.price == PIONEER)


def reroll_candidates(state: State) -> list[Reroll]:
    """Return one action per active die, if a pioneer was spent."""
    return [Reroll(die) for die, _ in state.active_player.active] if is_paid_with_pioneer(state) else []


def reroll_objections(state: State, action: Reroll) -> Iterator[Refusal]:
    """Yield every reason against picking up this die."""
    if not is_paid_with_pioneer(state):
        yield refuse("reroll.pioneer")
    if not count_in(state.active_player.active, action.die):
        yield refuse("die.active", die=action.die, absent=action.die)


def apply_reroll(state: State, action: Reroll) -> State:
    """Move the die from the active dice to the dice in hand."""
    frame, seat = top(state), state.active_side
    picked = frame.dice if isinstance(frame, RerollFrame) else ()
    dice = tuple(sorted((*picked, content(state).faces[action.die][0])))
    state = with_player(
        replace_top(state, RerollFrame(seat, dice)), seat, active=remove_from(state.active_player.active, action.die)
    )
    return emit(state, "die_picked_up", seat, die=action.die)


class ThrowDice(Action, frozen=True, tag="throw_dice"):
    """A roll of the dice that were picked up."""


def apply_throw_dice(state: State, action: ThrowDice) -> State:
    """Ask chance to roll the dice in hand."""
    return throw(state, expect_top(state, RerollFrame))


def throw_dice_facts(state: State, action: ThrowDice) -> dict[str, Fact]:
    """Return the dice in hand."""
    return frame_facts("dice")(state)


def throw(state: State, frame: RerollFrame) -> State:
    """Ask chance to roll the dice in hand."""
    return replace_top(state, RollDiceFrame(CHANCE, state.active_side, frame.dice))


def auto_reroll(state: State, frame: RerollFrame) -> State:
    """Roll the dice in hand once there are three of them."""
    is_full = len(frame.dice) >= content(state).numbers["most_rerolled"]
    return throw(close_top(state, "reroll.three"), frame) if is_full else state


def has_dice_in_hand(state: State, frame: RerollFrame, below: Below) -> bool:
    """Return whether at least one die was picked up."""
    return bool(frame.dice)


REROLL = verb(Reroll, reroll_candidates, reroll_objections, apply_reroll, exact=True, kinds={"die": "die.kind"})
THROW_DICE = only_verb(ThrowDice, apply_throw_dice, facts=throw_dice_facts)
REROLL_QUESTION = question(
    RerollFrame,
    *("reroll", "throw_dice"),
    stages=("roll",),
    step=auto_reroll,
    fits=has_dice_in_hand,
    forced=True,
    closed_by=("reroll.three",),
    facts=reroll_facts,
)
