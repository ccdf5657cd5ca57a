"""Situations of exploring (68-80), settling (81-86) and raiding (87-90). L is a line of the rulebook."""

from __future__ import annotations

import pytest

from referee_service.games.dice_settlers.state import is_end_triggered
from tests.games.dice_settlers.positions import legal, question
from tests.games.dice_settlers.scenes import may, next_seat, played, scene, stands, why_not

EXPLORES = {"active": ["white_explore"]}


def cells(state) -> set[tuple[int, int]]:
    """Where the tile in question may lie."""
    assert question(state) == "place_tile"
    return {(action.q, action.r) for action in legal(state, "place_tile")}


# --- explore --------------------------------------------------------------------------------------------------------


def test_a_technology_turns_up_a_tile_more():
    """68, L451 and L230: a die and two pioneers are two symbols, three tiles; two of them leave the game."""
    mine = {"active": ["white_explore", "white_pioneer", "white_pioneer"], "technologies": ["scouts"]}
    state = scene({24: {0: 1}}, mine=mine)
    assert why_not(state, "explore symbols=3") == {"explore.symbols"}
    state = played(state, "explore symbols=2", *[f"draw_tile tile=tile_{n}" for n in (14, 16, 18)])
    assert len(may(state, "choose_tile")) == 3
    assert why_not(state, "choose_tile tile=tile_20") == {"choose_tile.drawn"}
    state = played(state, "choose_tile tile=tile_14")
    assert not {"tile_14", "tile_16", "tile_18"} & set(dict(state.deck))


def test_no_exploration_without_a_symbol():
    """68: the technology adds a tile, it is no symbol."""
    state = scene({25: {0: 2}}, mine={"technologies": ["scouts"], "active": ["white_pioneer"]})
    assert why_not(state, "explore symbols=1") == {"explore.symbols"}


def test_fewer_tiles_than_symbols():
    """69; ruling explore_short: the last tile is turned up and must be laid, and the deck is out."""
    state = scene({24: {0: 1}}, mine={"active": ["white_explore"] * 3}, deck=[14])
    assert not is_end_triggered(state)
    state = played(state, "explore symbols=3", "draw_tile tile=tile_14")
    assert (question(state), may(state, "decline")) == ("place_tile", [])
    assert is_end_triggered(state)


def test_without_tiles_nobody_explores():
    """69; ruling explore_short."""
    state = scene({25: {0: 2}}, mine=EXPLORES, deck=[])
    assert why_not(state, "explore symbols=1") == {"explore.deck"}
    assert why_not(state, "end_turn") == set()


def test_the_last_two_tiles_both_leave_the_deck():
    """70 and 75, L331 and L451: one is laid, one boxed; neither can be refused."""
    state = scene({24: {0: 1}}, mine={"active": ["white_explore"] * 2}, deck=[14, 16])
    state = played(state, "explore symbols=2", "draw_tile tile=tile_14", "draw_tile tile=tile_16")
    assert {action.tile for action in legal(state)} == {"tile_14", "tile_16"}
    assert state.deck == ()
    assert is_end_triggered(state)


@pytest.mark.parametrize(
    ("seats", "present", "spots"),
    [
        pytest.param(2, {1: {0: 1}}, {(1, -1), (0, 1)}, id="71 two tiles where two are possible"),
        pytest.param(3, {1: {0: 1}}, {(1, -1), (-1, 1)}, id="72 but beside one's own presence"),
        pytest.param(3, {1: {"house": 0}}, {(1, -1), (-1, 1)}, id="72 a house is presence"),
        pytest.param(2, {3: {1: 1}}, {(1, -1), (0, 1)}, id="74 with no presence anywhere beside the map"),
        pytest.param(3, {3: {1: 1}}, {(1, -1), (-1, 1), (1, 1)}, id="74 at two tiles first"),
    ],
)
def test_where_a_tile_may_lie(seats, present, spots):
    """L455; ruling explore_spot."""
    state = played(scene(present, seats=seats, mine=EXPLORES), "explore symbols=1", "draw_tile tile=tile_14")
    assert cells(state) == spots


def test_at_the_end_of_a_row_two_cells_touch_two_tiles():
    """71, L456."""
    land = {24: {"at": (2, 0)}, 18: {"at": (3, 0)}, 20: {0: 1, "at": (4, 0)}}
    state = played(scene(land, mine=EXPLORES), "explore symbols=1", "draw_tile tile=tile_14")
    assert cells(state) == {(4, -1), (3, 1)}


AROUND = {24: (0, -1), 18: (1, -1), 20: (0, 1), 14: (-1, 1), 16: (-1, 0)}


def test_where_all_neighbours_are_laid_nobody_explores():
    """73, L455; the duty of the first turn does not count it."""
    land = {tile: {"at": cell} for tile, cell in AROUND.items()}
    state = scene({1: {0: 1}, **land}, mine={**EXPLORES, "technologies": ["fair"]})
    assert why_not(state, "explore symbols=1") == {"explore.spot"}
    assert why_not(state, "end_turn") == set()


def test_maps_lift_the_presence_but_not_the_two_neighbours():
    """73."""
    land = {tile: {"at": cell} for tile, cell in AROUND.items()}
    state = scene({1: {0: 1}, **land}, mine={**EXPLORES, "technologies": ["cartography"]})
    state = played(state, "explore symbols=1", "draw_tile tile=tile_15")
    assert cells(state) == {(2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2)}


def test_who_is_nowhere_comes_back_by_exploring_only():
    """74; rulings explore_spot and settle_no_presence: tents can be taken, not placed."""
    state = scene({24: {1: 1}}, mine={"active": ["white_explore", "white_settle"], "tents": 2})
    assert may(state, "settle") == ["settle option=take"]
    assert why_not(state, "settle option=place tile=tile_24") == {"settle.reach"}
    state = played(state, "explore symbols=1", "draw_tile tile=tile_14", "place_tile q=1 r=-1")
    assert (stands(state, 14)[0], state.players[0].tents) == ((1, 0), 2)


def test_a_factory_just_laid_gives_nothing_by_itself():
    """76; ruling placement_only: it is used as a free action, once others were asked."""
    state = scene({24: {0: 1, 1: 1, "at": (-1, 0)}}, mine=EXPLORES, other={"tents": 1})
    state = played(state, "explore symbols=1", "draw_tile tile=tile_13", "place_tile q=-1 r=1")
    assert (question(state), next_seat(state)) == ("follow", 1)
    state = played(state, "decline")
    assert state.players[0].tokens == ()
    assert why_not(state, "use_factory tile=tile_13 tent=tile_13") == set()


def test_the_desert_that_gives_a_die_of_an_accessible_colour():
    """77, L929; ruling tile_8: its own colour counts, the die is spent, and followers get nothing."""
    state = scene({24: {0: 1, 1: 1, "at": (-1, 0)}, 25: {0: 1, "at": (0, -1)}}, mine=EXPLORES, other={"tents": 1})
    state = played(state, "explore symbols=1", "draw_tile tile=tile_08", "place_tile q=-1 r=1")
    assert set(may(state, "choose_colour")) == {"choose_colour colour=yellow", "choose_colour colour=orange"}
    assert why_not(state, "choose_colour colour=green") == {"recruit.access"}
    state = played(state, "choose_colour colour=orange")
    assert dict(state.players[0].spent) == {"orange": 1, "white": 1}
    before = state.players[1].spent
    state = played(state, "add_tent")
    assert state.players[1].spent == before


def test_the_desert_gives_nothing_when_the_colours_are_out():
    """77; ruling tile_8."""
    supply = {"green": 2, "grey": 2, "brown": 2}
    state = scene({24: {0: 1, "at": (-1, 0)}, 25: {0: 1, "at": (0, -1)}}, mine=EXPLORES, supply=supply)
    state = played(state, "explore symbols=1", "draw_tile tile=tile_08", "place_tile q=-1 r=1")
    assert (question(state), dict(state.players[0].spent)) == ("main", {"white": 1})


def test_who_may_follow_and_who_is_asked():
    """78; ruling follow: clockwise, from a neighbour, with a tent at hand; then the explorer adds one."""
    land = {24: {0: 1, 2: 1, "house": 1, "at": (-1, 0)}, 18: {3: 1, "at": (2, 0)}}
    state = scene(land, seats=4, mine={**EXPLORES, "tents": 2}, third={"tents": 2})
    state = played(state, "explore symbols=1", "draw_tile tile=tile_14", "place_tile q=-1 r=1")
    assert (question(state), next_seat(state)) == ("follow", 2)
    state = played(state, "add_tent")
    assert (question(state), next_seat(state), stands(state, 14)[0]) == ("defend", 0, (1, 0, 1, 0))
    state = played(state, "add_tent")
    assert (stands(state, 14)[0], state.players[0].tents, state.players[2].tents) == ((2, 0, 1, 0), 1, 1)
    assert question(state) not in ("follow", "defend")


def test_where_nobody_follows_the_explorer_adds_nothing():
    """78; ruling follow."""
    land = {24: {0: 1, 1: 1, "at": (-1, 0)}, 25: {0: 1, "at": (0, -1)}}
    state = scene(land, mine={**EXPLORES, "tents": 2}, other={"tents": 1})
    state = played(state, "explore symbols=1", "draw_tile tile=tile_14", "place_tile q=-1 r=1", "decline")
    assert (question(state), stands(state, 14)) == ("main", ((1, 0), -1))


def test_without_a_tent_the_explorer_cannot_answer():
    """79, L460-464: control is shared."""
    state = scene({24: {0: 1, 1: 1, "at": (-1, 0)}, 25: {0: 1, "at": (0, -1)}}, mine=EXPLORES, other={"tents": 1})
    state = played(state, "explore symbols=1", "draw_tile tile=tile_14", "place_tile q=-1 r=1", "add_tent")
    assert (question(state), stands(state, 14)) == ("main", ((1, 1), -1))


def test_tents_are_unlimited():
    """80, L101: twenty stand on the map, and there are more."""
    state = scene({24: {0: 20, "at": (-1, 0)}}, mine={"active": ["white_explore", "white_settle"]})
    assert played(state, "settle option=take").players[0].tents == 1
    state = played(state, "explore symbols=1", "draw_tile tile=tile_14", "place_tile q=-1 r=1")
    assert stands(state, 14) == ((1, 0), -1)


# --- settle ---------------------------------------------------------------------------------------------------------


def settling(land, symbols: int, tents: int, **wanted):
    """Seat 0 with so many settle symbols and tents."""
    return scene(land, mine={"active": ["white_settle"] * symbols, "tents": tents}, **wanted)


def test_take_a_tent_and_place_it():
    """81, L472-476."""
    state = played(settling({25: {0: 1}}, 2, 0), "settle option=take", "settle option=place tile=tile_25")
    assert (stands(state, 25), state.players[0].tents) == (((2, 0), -1), 0)


def test_tents_go_one_after_the_other_and_do_not_jump():
    """82, L479."""
    row = {1: {0: 1}, 24: {"at": (2, 0)}, 18: {"at": (3, 0)}}
    state = settling(row, 3, 3)
    assert why_not(state, "settle option=place tile=tile_24") == {"settle.reach"}
    state = played(state, *[f"settle option=place tile={tile}" for tile in ("tile_03", "tile_24", "tile_18")])
    assert [stands(state, tile)[0][0] for tile in (3, 24, 18)] == [1, 1, 1]


@pytest.mark.parametrize(("recall", "tents"), [("one_for_each", 2), ("any_number", 5)])
def test_how_many_tents_two_symbols_recall(recall, tents):
    """83; ruling settle_recall: by default one each; as an option any number, but never houses."""
    state = settling({24: {0: 5}, 18: {"house": 0}}, 2, 0, options={"recall": recall})
    assert why_not(state, "settle option=recall tile=tile_18") == {"settle.recall"}
    while "settle option=recall tile=tile_24" in may(state, "settle"):
        state = played(state, "settle option=recall tile=tile_24")
    assert state.players[0].tents == tents
    assert dict(state.players[0].active).get("white_settle", 0) == (1 if recall == "any_number" else 0)


def test_who_recalls_the_last_tent_cannot_place_it_again():
    """84; ruling settle_no_presence: unless a house stands somewhere."""
    gone = played(settling({24: {0: 1}}, 3, 0), "settle option=recall tile=tile_24")
    assert why_not(gone, "settle option=place tile=tile_24") == {"settle.reach"}
    land = {24: {0: 1, "at": (-1, 0)}, 18: {"house": 0, "at": (-1, 1)}}
    at_home = played(settling(land, 3, 0), "settle option=recall tile=tile_24")
    assert why_not(at_home, "settle option=place tile=tile_24") == set()


# --- raid -----------------------------------------------------------------------------------------------------------


def raiding(land, symbols: int, tents: int, **wanted):
    """Seat 0 with so many raid symbols and tents, and a factory elsewhere that keeps the turn open."""
    mine = {"active": ["grey_raid"] * symbols, "tents": tents}
    return scene({25: {0: 1}, **land}, mine=mine, **wanted)


def test_a_raid_of_several_victims_on_one_tile():
    """87, L507-509; ruling raid: the tents go home."""
    state = raiding({24: {0: 1, 1: 2, 2: 1}, 18: {0: 1, 1: 1}}, 3, 3, seats=3)
    state = played(state, "raid tile=tile_24 side=1")
    assert why_not(state, "raid tile=tile_18 side=1") == {"raid.one_tile"}
    state = played(state, "raid tile=tile_24 side=2", "raid tile=tile_24 side=1")
    assert stands(state, 24) == ((4, 0, 0), -1)
    assert [player.tents for player in state.players] == [0, 2, 1]


def test_no_more_symbols_than_tents_at_hand():
    """88; ruling raid: with one tent one symbol is spent, with none no raid happens."""
    state = played(raiding({24: {0: 1, 1: 3}}, 3, 1), "raid tile=tile_24 side=1")
    assert (stands(state, 24), state.players[0].tents, question(state)) == (((2, 2), -1), 0, "main")
    assert dict(state.players[0].active) == {"grey_raid": 2}
    state = raiding({24: {0: 1, 1: 3}}, 3, 0)
    assert why_not(state, "raid tile=tile_24 side=1") == {"raid.tents"}


def test_houses_raid_and_are_not_raided():
    """89, L505; ruling raid."""
    state = played(raiding({24: {"house": 0, 1: 2}}, 1, 1), "raid tile=tile_24 side=1")
    assert stands(state, 24) == ((1, 1), 0)
    state = played(raiding({24: {0: 1, 1: 1, "house": 1}}, 2, 2), "raid tile=tile_24 side=1")
    assert stands(state, 24) == ((2, 0), 1)
    assert question(state) == "main"


def test_a_shield_takes_the_first_symbol_aimed_at_its_owner():
    """90; ruling raid_shield: another victim has no part of it, and one tent at hand is enough."""
    shield = {"technologies": ["palisades"]}
    state = raiding({24: {0: 1, 1: 2, 2: 1}}, 3, 2, seats=3, other=shield)
    state = played(state, "raid tile=tile_24 side=2", "raid tile=tile_24 side=1")
    assert stands(state, 24) == ((2, 2, 0), -1)
    state = played(state, "raid tile=tile_24 side=1")
    assert stands(state, 24) == ((3, 1, 0), -1)
    one_tent = raiding({24: {0: 1, 1: 2}}, 2, 1, other=shield)
    assert stands(played(one_tent, *["raid tile=tile_24 side=1"] * 2), 24) == ((2, 1), -1)


def test_a_symbol_lost_to_a_shield_is_spent_all_the_same():
    """90, silent: the action counts as possible, for the symbol can be paid (rulings raid_shield and first_turn)."""
    state = raiding({24: {0: 1, 1: 2}}, 1, 1, other={"technologies": ["palisades"]})
    assert why_not(state, "end_turn") == {"end_turn.first"}
    state = played(state, "raid tile=tile_24 side=1")
    assert (stands(state, 24), state.players[0].active, state.players[0].actions_done) == (((1, 2), -1), (), ("raid",))
