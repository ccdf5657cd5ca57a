"""Draws and rolls of chance: starting goods, the tiles and goods of a phase, and the dice of a round."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.bags import Bag, remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import expect_top, pop
from referee_service.kernel.question import Below, question
from referee_service.kernel.rules import Fact
from referee_service.kernel.state import CHANCE, Action
from referee_service.kernel.tuples import with_item, with_player
from referee_service.kernel.verb_factories import draw_verb

from ..content.tables import DIE_FACES, content
from ..depots import lay_tile, slots_to_fill
from ..fields import Face, Goods, Tile
from ..questions import DealGoodsFrame, FillDepotsFrame, RevealGoodsFrame, RollDiceFrame
from ..state import State

# --- deal_goods: the starting goods of all seats ----------------------------------------------------------------------


class DrawGoods(Action, frozen=True, tag="draw_goods"):
    """Chance turns up a goods tile: a starting tile of the next seat, or the tile of the next round of the phase."""

    goods: Goods
    """Kind of the goods tile turned up, as the id of its component."""


def face_down_goods(state: State) -> Bag:
    """Return the goods tiles that are face down."""
    return state.supply.goods


def apply_draw_goods(state: State, action: DrawGoods) -> State:
    """Give the tile to the next seat short of starting goods, or add it to the goods of the phase."""
    is_start = isinstance(state.pending[-1], DealGoodsFrame)
    state = replace(state, supply=replace(state.supply, goods=remove_from(state.supply.goods, action.goods)))
    return _deal(state, action.goods) if is_start else _lay_out(state, action.goods)


def _deal(state: State, goods: str) -> State:
    """Give a starting goods tile to the next seat in turn order that needs one."""
    enough = content(state).numbers["start_goods"]
    seat = next(seat for seat in state.turn_order if len(state.players[seat].goods) < enough)
    state = with_player(state, seat, goods=tuple(sorted((*state.players[seat].goods, goods))))
    done = all(len(player.goods) == enough for player in state.players)
    return pop(state) if done else state


def _lay_out(state: State, goods: str) -> State:
    """Add a goods tile to those of the phase."""
    state = replace(state, round_goods=(*state.round_goods, goods))
    done = len(state.round_goods) == content(state).numbers["goods_per_phase"]
    return pop(state) if done else state


def is_goods_deal_open(state: State, frame: DealGoodsFrame, below: Below) -> bool:
    """Return whether goods were dealt seat by seat in turn order, and the last seat is still short of them."""
    full = content(state).numbers["start_goods"]
    held = [len(state.players[seat].goods) for seat in state.turn_order]
    dealt = [max(0, min(full, sum(held) - full * place)) for place in range(len(held))]
    return held == dealt and held[-1] < full


DRAW_GOODS = draw_verb(DrawGoods, face_down_goods, apply_draw_goods)
DEAL_GOODS = question(DealGoodsFrame, "draw_goods", chance=True, stages=("boards",), fits=is_goods_deal_open)


# --- fill_depots: the tiles of a phase, before its goods --------------------------------------------------------------


class DrawTile(Action, frozen=True, tag="draw_tile"):
    """Chance lays a tile from the face-down pile on the next slot of the depots."""

    tile: Tile
    """Type of the hex tile drawn, as the id of its component. Its kind is that of the slot."""


def next_pile(state: State) -> Bag:
    """Return the pile for the next slot."""
    _, pile = slots_to_fill(state)[expect_top(state, FillDepotsFrame).laid]
    return state.supply.pile(pile)


def apply_draw_tile(state: State, action: DrawTile) -> State:
    """Lay the tile face up in its depot."""
    return lay_tile(state, action.tile)


def auto_fill_depots(state: State, frame: FillDepotsFrame) -> State:
    """Lay tiles while the pile of the next slot has only one type of tile, so that no draw is needed."""
    while isinstance(state.pending[-1], FillDepotsFrame):
        pile = next_pile(state)
        if len(pile) != 1:
            break
        state = lay_tile(state, pile[0][0])
    return state


def is_before_goods(state: State, frame: FillDepotsFrame, below: Below) -> bool:
    """Return whether no goods of the phase are turned up yet."""
    return not state.round_goods


def fill_depots_facts(state: State) -> dict[str, Fact]:
    """Return the phase, and the depot whose next space is filled."""
    depot, _ = slots_to_fill(state)[expect_top(state, FillDepotsFrame).laid]
    return {"phase": state.phase, "depot": depot}


DRAW_TILE = draw_verb(DrawTile, next_pile, apply_draw_tile)
FILL_DEPOTS = question(
    FillDepotsFrame,
    "draw_tile",
    chance=True,
    over=(RevealGoodsFrame,),
    step=auto_fill_depots,
    fits=is_before_goods,
    facts=fill_depots_facts,
)


# --- reveal_goods: the goods of a phase, one for each round -----------------------------------------------------------


def is_goods_missing(state: State, frame: RevealGoodsFrame, below: Below) -> bool:
    """Return whether the phase still lacks goods."""
    return len(state.round_goods) < content(state).numbers["goods_per_phase"]


def reveal_goods_facts(state: State) -> dict[str, Fact]:
    """Return the phase."""
    return {"phase": state.phase}


REVEAL_GOODS = question(
    RevealGoodsFrame,
    "draw_goods",
    chance=True,
    stages=("layout",),
    fits=is_goods_missing,
    facts=reveal_goods_facts,
)


# --- roll_dice: the dice of all players, then the white die -----------------------------------------------------------


class RollDie(Action, frozen=True, tag="roll_die"):
    """Chance rolls one die: those of all seats in turn order, then the white die."""

    face: Face


_FACES = tuple((RollDie(face), 1) for face in DIE_FACES)


def roll_die_outcomes(state: State) -> tuple[tuple[RollDie, int], ...]:
    """Return every face with equal weight."""
    return _FACES


def apply_roll_die(state: State, action: RollDie) -> State:
    """Give the die to the first seat short of dice. If no seat is short, it is the white die."""
    enough = content(state).numbers["dice_each"]
    for seat in state.turn_order:
        dice = state.players[seat].dice
        if len(dice) < enough:
            return with_player(state, seat, dice=tuple(sorted((*dice, action.face))))
    return replace(state, white_die=action.face)


def auto_roll_dice(state: State, frame: RollDiceFrame) -> State:
    """Move the next goods tile, in the order turned up, to the depot of the white die once all dice are rolled."""
    if not state.white_die:
        return state
    goods, *remaining = state.round_goods
    depot_goods = tuple(sorted((*state.depot_goods[state.white_die - 1], goods)))
    state = replace(
        pop(state),
        round_goods=tuple(remaining),
        depot_goods=with_item(state.depot_goods, state.white_die - 1, depot_goods),
    )
    state = emit(state, "goods_arrived", CHANCE, goods=goods, depot=state.white_die, rule="ruling.goods_order")
    return emit(state, "turn_began", state.active_seat)


ROLL_DIE = chance_verb(RollDie, roll_die_outcomes, apply_roll_die)
ROLL_DICE = question(RollDiceFrame, "roll_die", chance=True, stages=("roll",), step=auto_roll_dice)
