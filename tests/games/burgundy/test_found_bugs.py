"""What the referee should do and does not yet do: each test fails until it is mended, then belongs to its own file."""

from __future__ import annotations

import random
from collections import defaultdict
from importlib.resources import files

import pytest
from msgspec.structs import replace

from referee_service.games.burgundy import GAME
from referee_service.games.burgundy.actions.draw_tile import DrawTile
from referee_service.games.burgundy.content import build
from referee_service.games.burgundy.state import (
    BurgundyOptions,
    ChooseBoard,
    ChooseCastle,
    DealBoard,
    DealGoods,
    LoadMore,
    MakeRoom,
    PickStarter,
    RollDice,
    StoreGoods,
)
from referee_service.kernel import play
from referee_service.kernel.content import ContentError
from referee_service.kernel.state import CHANCE, Line
from referee_service.kernel.values import change, put
from tests.games.burgundy.positions import (
    LONE_CITY,
    PASTURE,
    WEST_HARBOUR,
    after,
    begun,
    built,
    edited,
    faults,
    game_by_lot,
    idle,
    off_the_table,
    opening,
    question,
)

FIRST = opening()
PRINTED = (files("referee_service.games.burgundy") / "content" / "printed-2011.yaml").read_text(encoding="utf-8")


def at_question(asked, seats=2, boards="basic", first_player=0):
    """A real game when this question is asked for the first time."""
    return idle(begun(seats, boards, first_player).board, lambda state: question(state) == asked)


def goods_moved(state, *kinds):
    """All face-down goods of these kinds lie in depot 1 instead."""
    gone = [goods for goods, count in state.supply.goods for _ in range(count) if goods in kinds]
    left = tuple(held for held in state.supply.goods if held[0] not in kinds)
    there = tuple(sorted([*state.depot_goods[0], *gone]))
    return replace(state, supply=replace(state.supply, goods=left), depot_goods=put(state.depot_goods, 0, there))


FOUNDED = replace(
    at_question("choose_castle", boards=(1, 1)),
    players=tuple(
        replace(player, estate=FIRST.me.estate) for player in at_question("choose_castle", boards=(1, 1)).players
    ),
)
"""Set-up with both castles chosen already."""
SHIP = replace(built(FIRST, {WEST_HARBOUR[0]: "ship"}), depot_goods=((), FIRST.depot_goods[4], (), (), (), ()))
"""Seat 0 has a ship, and the only goods lie in depot 2."""
MINE_STORED = (replace(FIRST.players[0], storage=("mine",)), FIRST.players[1])
BACKS_SWAPPED = replace(
    FIRST,
    depots=(
        tuple(tile.replace("knowledge_14", "knowledge_4") for tile in FIRST.depots[0]),
        FIRST.depots[1],
        tuple(tile.replace("knowledge_4", "knowledge_14") for tile in FIRST.depots[2]),
        *FIRST.depots[3:],
    ),
)
DISTRICT_ONLY = (Line("score.district_phase", 1, 10), Line("score.district_size", 1, 1))
LAYING = after(at_question("fill_depots"), DrawTile("bank"))
"""A bank lies in depot 1, and the ship beside it came by itself."""
ALL_GOODS = ("turquoise", "purple", "pink", "red", "brown", "orange")


# --- the audit raises -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "forged",
    [
        pytest.param(change(at_question("deal_board", boards="random"), 0, estate=("",) * 37), id="estate, no board"),
    ],
)
def test_the_audit_names_a_fault_and_never_raises(forged):
    assert faults(forged)


# --- the audit lets pass what cannot be played on -------------------------------------------------------------------


@pytest.mark.parametrize(
    "forged",
    [
        pytest.param(
            replace(begun(first_player=None).board, options=BurgundyOptions(boards="random")), id="options, no boards"
        ),
        pytest.param(
            replace(begun(2, "random", None).board, options=BurgundyOptions(boards="basic")), id="boards, no options"
        ),
        pytest.param(
            replace(at_question("deal_board", boards="random"), pending=(DealBoard(CHANCE), DealBoard(CHANCE))),
            id="boards dealt twice",
        ),
        pytest.param(
            change(change(at_question("deal_board", boards="random"), 0, board=2), 1, board=3), id="all boards dealt"
        ),
        pytest.param(
            replace(at_question("choose_board", boards="chosen"), pending=(ChooseBoard(CHANCE),)), id="by chance"
        ),
        pytest.param(replace(FOUNDED, pending=(ChooseCastle(CHANCE),)), id="castle by chance"),
        pytest.param(
            replace(at_question("deal_goods"), pending=(DealGoods(CHANCE), DealGoods(CHANCE))), id="goods dealt twice"
        ),
        pytest.param(
            replace(off_the_table(FIRST, "castle"), pending=(MakeRoom(0, "castle"),)), id="room made in empty storage"
        ),
        pytest.param(goods_moved(at_question("reveal_goods"), *ALL_GOODS), id="no goods to turn up"),
        pytest.param(goods_moved(FIRST, *ALL_GOODS), id="no goods for the next phase"),
        pytest.param(
            replace(at_question("roll_dice"), round=0, pending=at_question("reveal_goods").pending),
            id="goods of the phase turned up already",
        ),
    ],
)
def test_what_cannot_be_played_on_is_impossible(forged):
    assert faults(forged)


# --- the audit lets pass what no play leads to ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "forged",
    [
        pytest.param(replace(at_question("roll_dice"), pending=(RollDice(0),)), id="a player rolls the dice"),
        pytest.param(
            replace(begun(first_player=None).board, pending=(PickStarter(0),)), id="a player picks who begins"
        ),
        pytest.param(replace(at_question("deal_goods"), pending=(DealGoods(0),)), id="a player deals the goods"),
        pytest.param(replace(at_question("roll_dice"), active=1), id="a round that begins with the second player"),
        pytest.param(replace(at_question("fill_depots"), active=0), id="a turn before the first round"),
        pytest.param(replace(change(change(FIRST, 0, dice=()), 1, dice=()), stage="over"), id="over after one round"),
        pytest.param(
            replace(at_question("deal_board", boards="random"), points=((Line("score.district_size", 1, 1),), ())),
            id="points before the first turn",
        ),
        pytest.param(replace(FIRST, round=0), id="a turn in no round"),
        pytest.param(
            replace(at_question("choose_board", boards="chosen"), pending=(ChooseBoard(0), ChooseBoard(0))),
            id="a board chosen twice and another never",
        ),
        pytest.param(
            replace(built(FIRST, {LONE_CITY: "watchtower"}), points=(DISTRICT_ONLY, ())),
            id="a watchtower without points",
        ),
        pytest.param(
            replace(LAYING, depots=put(put(LAYING.depots, 1, ("ship",)), 6, ("bank",))), id="a tile laid too early"
        ),
        pytest.param(replace(FOUNDED, pending=(ChooseCastle(0),)), id="a castle chosen twice"),
        pytest.param(replace(SHIP, pending=(StoreGoods(0, (1,)), LoadMore(0, 1))), id="a second depot without permit"),
        pytest.param(
            replace(off_the_table(FIRST, "castle", "mine"), pending=(MakeRoom(0, "castle"),), players=MINE_STORED),
            id="room made though there was room",
        ),
        pytest.param(BACKS_SWAPPED, id="a normal back in the black depot, a black one in depot 2"),
    ],
)
def test_what_no_play_leads_to_is_impossible(forged):
    assert faults(forged)


def test_the_tile_that_is_cut_off_is_named_and_not_the_castle():
    forged = built(FIRST, {PASTURE[4]: "cattle_2"})
    assert faults(forged) == {(f"players[0].estate[{PASTURE[4]}]", "audit.connected")}


EDITS = 1500


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_passes_the_audit_leads_only_to_what_passes_it(seats):
    lot, asked = random.Random(seats), defaultdict(list)
    for boards in ("basic", "random", "chosen"):
        for state in game_by_lot(seats, boards):
            asked[question(state)].append(state)
    for _ in range(EDITS):
        state, other = (lot.choice(asked[lot.choice(list(asked))]) for _ in range(2))
        forged = edited(state, other, lot)
        if forged is not None and not faults(forged):
            actions = play.legal_actions(GAME, forged)
            assert bool(actions) == (GAME.turn(forged) is not None)
            for action in lot.sample(actions, min(3, len(actions))):
                assert not faults(play.apply(GAME, forged, action)[0])


# --- packs that cannot be played ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("{id: board_9, number: 9", "{id: board_9, number: 8", id="two boards of one number"),
        pytest.param("{id: board_1, number: 1,", "{id: board_1, number: 11,", id="no board 1 for the basic game"),
        pytest.param("ssscsss, bbmbba", "sssbsss, bbmbba", id="no castle space in the middle of board 1"),
        pytest.param("- [6, 5, 4, 3]", "- [7, 5, 4, 3]", id="a space with a 7"),
        pytest.param("{id: turquoise, die: 1, copies: 7", "{id: turquoise, die: 1, copies: 1", id="too few goods"),
        pytest.param("{id: rounds, value: 5", "{id: rounds, value: 6", id="more rounds than goods"),
        pytest.param(
            "{id: step_per_worker, value: 1", "{id: step_per_worker, value: 0", id="workers that turn nothing"
        ),
        pytest.param("{step_per_worker: 2}", "{step_per_worker: 0}", id="a tile whose workers turn nothing"),
        pytest.param("{id: workers_per_point, value: 2", "{id: workers_per_point, value: 0", id="division by nothing"),
        pytest.param("{id: dice_each, value: 2", "{id: dice_each, value: 0", id="no dice"),
        pytest.param("{tile: warehouse, points", "{tile: tavern, points", id="points for a tile that is not there"),
        pytest.param("{id: bank, kind", "{id: '', kind", id="a tile without a name"),
    ],
)
def test_a_pack_that_cannot_be_played_is_refused(old, new):
    with pytest.raises(ContentError):
        build(PRINTED.replace(old, new, 1).encode(), "mine.yaml")
