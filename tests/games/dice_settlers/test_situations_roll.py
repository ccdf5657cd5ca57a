"""Situations of control (14-18) and of the roll phase (19-35). L is a line of the rulebook."""

from __future__ import annotations

import pytest

from referee_service.games.dice_settlers.questions import DrawDiceFrame
from referee_service.games.dice_settlers.state import is_controller, is_present, map_tile, quota_of, recruitable
from referee_service.kernel.bags import size_of
from referee_service.kernel.state import CHANCE
from tests.games.dice_settlers.positions import after_chance, question, resting
from tests.games.dice_settlers.scenes import audited, may, named, next_seat, played, scene, stands, why_not

ACTS = {"active": ["white_settle"]}


# --- presence and control -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "control"),
    [
        pytest.param({0: 2, 1: 2, 2: 1}, {0, 1}, id="14 a tie for most tents"),
        pytest.param({}, set(), id="15 nobody there"),
        pytest.param({"house": 0, 1: 4}, {0}, id="16 a house against four tents"),
        pytest.param({"house": 0}, {0}, id="a house alone"),
        pytest.param({1: 1}, {1}, id="one tent"),
    ],
)
def test_who_controls_a_tile(who, control):
    """L364-366; ruling shared_control: who controls tile 23 has a die more."""
    state = scene({24: {0: 1}, 23: who}, seats=3, mine=ACTS)
    place = map_tile(state, named(23))
    assert {side for side in range(3) if is_controller(place, side)} == control
    assert {side for side in range(3) if quota_of(state, side) == 4} == control
    present = {side for side in range(3) if who.get(side) or who.get("house") == side}
    assert {side for side in range(3) if is_present(place, side)} == present


@pytest.mark.parametrize("tile", [38, 39, 40])
def test_where_presence_is_enough_everybody_there_has_a_die_more(tile):
    """17, L959-961."""
    state = scene({24: {0: 1}, tile: {0: 3, 1: 1}}, seats=4, mine=ACTS)
    assert [quota_of(state, seat) for seat in range(4)] == [4, 4, 3, 3]


def test_a_tent_beside_a_foreign_house_gives_presence_without_control():
    """18 and 85, L364-366 and L475: settling there is legal; the colour of the terrain can be recruited."""
    state = scene({7: {"house": 1}, 24: {0: 1, "at": (-1, 0)}}, start_tiles=(7, 3), mine={**ACTS, "tents": 1})
    state = played(state, "settle option=place tile=tile_07")
    assert stands(state, 7) == ((1, 0), 1)
    assert "orange" in recruitable(state, 0)
    assert not is_controller(map_tile(state, named(7)), 0)


# --- quota and draw -------------------------------------------------------------------------------------------------


def test_the_quota_is_at_most_nine_and_at_least_three():
    """19, L352; ruling quota: eleven become nine."""
    land = {2: {0: 1}, 12: {0: 1}, 17: {0: 1}, 21: {0: 1}, 23: {0: 1}}
    rich = scene(land, start_tiles=(2, 3), mine={**ACTS, "technologies": ["stability", "stable_government"]})
    assert quota_of(rich, 0) == 9
    assert quota_of(scene({24: {0: 1}}, mine=ACTS), 0) == 3


def test_the_quota_matters_at_the_start_of_the_roll_phase_only():
    """20, L356: researching stability draws nothing now, losing a tile takes nothing away."""
    mine = {"active": ["white_research", "white_research"], "tokens": ["food"], "bag": ["green", "green"]}
    state = played(scene({24: {0: 1}}, mine=mine), "research technology=stability")
    assert (size_of(state.players[0].bag), state.players[0].quota, quota_of(state, 0)) == (2, 3, 4)


def rolling(*, land=None, **mine):
    """Seat 0 is to draw its quota in round 1."""
    land = land or {24: {0: 1}}
    quota = mine.setdefault("quota", 3)
    return scene(land, mine=mine, stage="roll", pending=(DrawDiceFrame(CHANCE, 0, quota, refill=True),))


def drawn(state):
    """All dice drawn: how many are active, in the bag and spent."""
    while question(state) == "draw_dice" and state.active_side == 0:
        colour = next(colour for colour, _ in state.players[0].bag)
        state = played(state, next(line for line in may(state, "draw_die") if f"colour={colour} " in line))
    return state, tuple(size_of(getattr(state.players[0], area)) for area in ("active", "bag", "spent"))


@pytest.mark.parametrize(
    ("active", "bag", "spent", "quota", "then"),
    [
        pytest.param(1, 3, 3, 4, (5, 2, 0), id="21 short by one: spent dice go in, the kept die is extra (L395)"),
        pytest.param(0, 3, 4, 3, (3, 0, 4), id="22 the quota is met, the bag stays empty (L368)"),
        pytest.param(1, 1, 0, 5, (2, 0, 0), id="23 no more dice than there are (L374)"),
        pytest.param(0, 2, 3, 4, (4, 1, 0), id="24 the bag first, then what was spent (L368)"),
    ],
)
def test_drawing_the_quota(active, bag, spent, quota, then):
    """Rulings quota and bag_refill."""
    mine = {"active": ["yellow_trade"] * active, "bag": ["green"] * bag, "spent": ["grey"] * spent}
    state, areas = drawn(rolling(quota=quota, **mine))
    assert areas == then
    assert "yellow_trade" in dict(state.players[0].active) or not active


def test_the_bag_comes_first_and_dice_already_drawn_do_not_go_back():
    """24, L368."""
    state = rolling(quota=4, bag=["green", "green"], spent=["grey"] * 3)
    assert {line.split()[1] for line in may(state, "draw_die")} == {"colour=green"}
    state = played(state, "draw_die colour=green face=wood", "draw_die colour=green face=wood")
    assert {line.split()[1] for line in may(state, "draw_die")} == {"colour=grey"}
    assert dict(state.players[0].active) == {"green_wood": 2}


# --- the third step -------------------------------------------------------------------------------------------------


def adjusting(active, **mine):
    """Seat 0 in the third step of its roll phase."""
    return scene({24: {0: 1}}, mine={"active": active, **mine}, stage="roll")


def test_a_kept_die_may_be_turned_and_rolled_again():
    """25, silent: it is an active die like the others (L372, L389)."""
    state = played(adjusting(["white_pioneer", "yellow_trade"]), "spend_symbol price=pioneer")
    assert why_not(state, "set_die die=yellow_trade face=food") == set()
    assert why_not(state, "reroll die=yellow_trade") == set()


def test_a_pioneer_rolls_up_to_three_dice_again():
    """26, L388: one, two or three, never itself and never four."""
    state = adjusting(["white_pioneer", "green_wood", "green_settle", "yellow_food", "grey_iron"])
    state = played(state, "spend_symbol price=pioneer")
    assert dict(state.players[0].spent)["white"] == 1
    assert why_not(state, "reroll die=white_pioneer") == {"die.active"}
    state = played(state, "reroll die=green_wood")
    assert why_not(state, "throw_dice") == set()
    state = played(state, "reroll die=green_settle")
    assert why_not(state, "throw_dice") == set()
    state = played(state, "reroll die=yellow_food")
    assert (question(state), next_seat(state)) == ("roll_dice", CHANCE)
    assert dict(state.players[0].active) == {"grey_iron": 1}
    assert size_of(after_chance(state).players[0].active) == 4


def test_a_die_is_turned_to_any_face_it_has_gold_too():
    """27, L389: what two pioneers cannot be, a face may be set to."""
    state = played(adjusting(["white_pioneer", "brown_trade", "white_settle"]), "spend_symbol price=pioneer")
    assert why_not(state, "set_die die=white_settle face=gold") == {"set_die.face"}
    state = played(state, "set_die die=brown_trade face=gold")
    assert dict(state.players[0].active) == {"brown_gold": 1, "white_settle": 1}


def test_two_pioneers_draw_two_dice():
    """28; ruling pioneer_roll: both are spent as the symbol of a resource."""
    state = adjusting(["white_pioneer", "white_pioneer"], bag=["green", "green", "green"])
    state = played(state, "spend_symbol price=resource", "draw_two")
    assert dict(state.players[0].spent) == {"white": 2}
    assert drawn(state)[1] == (2, 1, 2)


def test_tokens_are_no_symbols():
    """29; ruling resource_is_symbol."""
    state = adjusting(["white_pioneer", "white_settle"], bag=["green"], tokens=["food"] * 3)
    assert why_not(state, "spend_symbol price=resource") == {"spend_symbol.held"}


def test_drawing_two_with_one_die_in_the_bag_draws_one():
    """30, L393 and L411: no refill now."""
    state = adjusting(["green_wood", "white_settle"], bag=["green"], spent=["grey"] * 4)
    state, areas = drawn(played(state, "spend_symbol price=resource", "draw_two"))
    assert areas == (2, 0, 5)


def test_with_an_empty_bag_a_resource_only_turns_a_die():
    """30, silent: there is nothing to draw."""
    state = adjusting(["green_wood", "white_settle"], spent=["grey"] * 4)
    state = played(state, "spend_symbol price=resource")
    assert why_not(state, "draw_two") == {"draw_two.bag"}
    assert why_not(state, "set_die die=white_settle face=recruit") == set()


@pytest.mark.parametrize(
    ("technology", "die", "as_pioneer"),
    [("gold_rush", "brown_gold", True), ("resourceful", "green_wood", True), ("stability", "brown_gold", False)],
)
def test_a_resource_that_counts_as_a_pioneer(technology, die, as_pioneer):
    """31, L212: with the right technology it is either in the third step."""
    state = adjusting([die, "white_settle"], bag=["green"], technologies=[technology])
    assert why_not(state, "spend_symbol price=resource") == set()
    assert (why_not(state, "spend_symbol price=pioneer") == set()) is as_pioneer
    if as_pioneer:
        assert why_not(played(state, "spend_symbol price=pioneer"), "reroll die=white_settle") == set()


def test_dice_drawn_for_a_resource_may_be_spent_in_turn():
    """32, L386."""
    state = adjusting(["green_wood"], bag=["green", "green", "green"])
    state = played(state, "spend_symbol price=resource", "draw_two")
    state = played(state, "draw_die colour=green face=wood", "draw_die colour=green face=explore")
    state = played(state, "spend_symbol price=resource", "draw_two")
    assert drawn(state)[1] == (2, 0, 2)


def test_two_last_pioneers_are_not_wasted_on_nothing():
    """Ruling spend_symbol.use: as a resource both would be spent, with no die left to turn and none to draw."""
    state = adjusting(["white_pioneer", "white_pioneer"])
    assert why_not(state, "spend_symbol price=resource") == {"spend_symbol.use"}
    assert why_not(state, "spend_symbol price=pioneer") == set()


def test_after_the_roll_phase_nothing_is_rolled_again():
    """33, L409."""
    state = scene({24: {0: 1}}, mine={"active": ["white_pioneer", "white_settle"]})
    assert why_not(state, "spend_symbol price=pioneer") == {"referee.verb"}


def test_the_first_player_rolls_first():
    """35; ruling simultaneous."""
    state = scene(
        {24: {0: 1}},
        seats=3,
        round=2,
        mine={"bag": ["green"]},
        other={"active": ["white_pioneer", "white_settle"]},
        third={"bag": ["yellow"]},
        stage="roll",
    )
    assert (state.first_side, next_seat(state), question(state)) == (1, 1, "roll")
    state = audited(resting(played(state, "end_roll")))
    assert (next_seat(state), state.active_side) == (CHANCE, 2)
