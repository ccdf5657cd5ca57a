"""Situations of turns, main and extra actions (36-52). L is a line of the rulebook."""

from __future__ import annotations

import pytest

from referee_service.kernel.state import CHANCE
from tests.games.dice_settlers.positions import question
from tests.games.dice_settlers.scenes import may, next_seat, played, scene, stands, why_not

MAINS = ("recruit", "explore", "settle", "raid", "harvest", "trade_tokens", "trade_die", "research")


def open_mains(state) -> set[str]:
    """The verbs of main actions that are open now."""
    return {verb for verb in MAINS if may(state, verb)}


# --- turns ----------------------------------------------------------------------------------------------------------


def test_everybody_has_a_turn_before_anybody_has_a_second_one():
    """36, L417."""
    dice = {"active": ["white_settle", "yellow_trade", "grey_iron"]}
    state, order = scene({24: {0: 1}}, seats=3, mine=dice, other=dice, third=dice), []
    while state.stage == "action":
        order.append(next_seat(state))
        state = played(state, "settle option=take" if len(order) <= 3 else "end_turn")
    assert order == [0, 1, 2, 0, 1, 2]
    assert question(state) == "keep_dice"


def test_the_same_action_twice_in_a_round_is_refused():
    """37, L421; ruling round_vs_turn: what others did is no obstacle."""
    settles = {"active": ["white_settle", "yellow_settle"]}
    state = played(scene({24: {0: 1, 1: 1}}, mine=settles, other=settles), "settle option=take", "end_action")
    assert (next_seat(state), why_not(state, "settle option=take")) == (1, set())
    mine = {**settles, "actions_done": ["settle"], "active": ["yellow_settle", "white_recruit"]}
    second = scene({24: {0: 1}}, turn_index=2, mine=mine)
    assert why_not(second, "settle option=take") == {"action.different"}
    assert why_not(second, "recruit dice=yellow") == set()


@pytest.mark.parametrize(
    ("active", "technologies", "forced"),
    [
        pytest.param(["white_settle"], [], True, id="38 a settle die"),
        pytest.param(["white_pioneer", "white_pioneer"], [], True, id="39 two pioneers take a tent"),
        pytest.param(["white_pioneer"], ["large_wagons"], True, id="39 a pioneer that counts as settle"),
        pytest.param(["yellow_trade"], [], True, id="40 a lone trade die can sell itself"),
        pytest.param(["white_pioneer"], [], False, id="39 a lone pioneer"),
        pytest.param(["grey_raid"], [], False, id="41 a raid with nobody to raid"),
    ],
)
def test_who_can_act_must_act_in_the_first_turn(active, technologies, forced):
    """Ruling first_turn. A factory keeps the turn open where no action is possible."""
    state = scene({25: {0: 2}}, mine={"active": active, "technologies": technologies, "tents": 1})
    assert (why_not(state, "end_turn") == {"end_turn.first"}) is forced
    assert bool(open_mains(state)) is forced


def test_the_second_turn_may_be_passed():
    """38; ruling first_turn."""
    state = scene({25: {0: 2}}, turn_index=2, mine={"active": ["white_settle"]})
    assert why_not(state, "end_turn") == set()


@pytest.mark.parametrize(("tents", "shared", "possible"), [(1, True, True), (0, True, False), (1, False, False)])
def test_a_raid_needs_a_tent_at_hand_and_somebody_to_raid(tents, shared, possible):
    """41, L505-509."""
    state = scene({25: {0: 2, 1: int(shared)}}, mine={"active": ["grey_raid"], "tents": tents})
    assert bool(may(state, "raid")) is possible
    assert bool(why_not(state, "end_turn")) is possible


def test_who_had_to_pass_still_has_a_second_turn():
    """42, L417: seat 0 can do nothing, and is asked again after seat 1, which has left it somebody to raid."""
    mine, other = {"active": ["grey_raid"], "tents": 1}, {"active": ["white_settle"], "tents": 1}
    state = scene({24: {0: 1, "at": (-1, 0)}, 18: {1: 1, "at": (-1, 1)}}, mine=mine, other=other)
    assert (next_seat(state), state.turn_index) == (1, 1)
    state = played(state, "settle option=place tile=tile_24")
    assert (next_seat(state), state.turn_index, may(state, "raid")) == (0, 2, ["raid tile=tile_24 side=1"])


# --- extra actions --------------------------------------------------------------------------------------------------


def explored(tile: int, land=None, *, mine=None, **wanted):
    """Seat 0 has explored and turned up this tile; it lies at (-2, 1), beside tile 24 of seat 0."""
    mine = {"active": ["white_explore", "white_settle", "white_recruit"], "tents": 2} | (mine or {})
    land = {24: {0: 1, 1: 1, "at": (-1, 0)}, 18: {"at": (-1, 1)}} | (land or {})
    state = played(scene(land, mine=mine, **wanted), "explore symbols=1", f"draw_tile tile=tile_{tile}")
    return played(state, "place_tile q=-2 r=1") if question(state) == "place_tile" else state


def test_the_extra_action_comes_after_the_tent_and_before_the_others_follow():
    """43, L419 and L458-462; ruling extra_action."""
    state = explored(15, other={"tents": 1})
    assert (question(state), next_seat(state), stands(state, 15)) == ("extra_action", 0, ((1, 0), -1))
    assert open_mains(state) == {"recruit", "settle"}
    assert "action.different" in why_not(state, "explore symbols=1")
    state = played(state, "settle option=take")
    assert (question(state), next_seat(state)) == ("follow", 1)
    state = played(state, "add_tent")
    assert (question(state), next_seat(state)) == ("defend", 0)
    state = played(state, "add_tent")
    assert stands(state, 15) == ((2, 1), -1)
    assert state.players[0].actions_done == ("explore", "settle")


def test_who_was_raided_away_by_the_extra_action_does_not_follow():
    """44; ruling extra_action: seat 1 stood beside the new tile, but no longer does."""
    state = explored(15, mine={"active": ["white_explore", "grey_raid", "white_recruit"]}, other={"tents": 1})
    state = played(state, "raid tile=tile_24 side=1")
    assert stands(state, 24) == ((2, 0), -1)
    assert state.players[1].tents == 2
    assert question(state) == "main"
    assert stands(state, 15) == ((1, 0), -1)


def test_the_new_tile_counts_for_the_extra_action():
    """45, L458 and L445: a green die needs a forest, and the tile just laid is one."""
    assert why_not(scene({24: {0: 1}}, mine={"active": ["white_recruit"]}), "recruit dice=green") == {"recruit.access"}
    assert why_not(explored(15), "recruit dice=green") == set()


def test_an_extra_action_without_a_possible_one_is_lost():
    """46, L419: others are asked at once, and nothing is left for the second turn."""
    state = explored(15, mine={"active": ["white_explore", "white_pioneer"]}, other={"tents": 1})
    assert (question(state), next_seat(state)) == ("follow", 1)
    assert state.players[0].actions_done == ("explore",)


def test_an_extra_action_that_is_possible_is_taken_at_once():
    """47, silent: L419 says at once, so it can be neither declined nor saved."""
    state = explored(15)
    assert why_not(state, "decline") == {"referee.verb"}
    assert why_not(state, "end_turn") == {"referee.verb"}


def test_an_extra_action_of_a_factory_may_bring_another_one():
    """48; rulings extra_action and extra_action_factory: three different actions, and the main one still to come."""
    active = ["white_explore", "white_settle", "yellow_settle", "white_recruit"]
    land = {30: {0: 2, "at": (-1, 0)}, 18: {"at": (-1, 1)}}
    state = scene(land, seats=3, mine={"active": active, "tents": 2})
    state = played(state, "use_factory tile=tile_30 tent=tile_30")
    assert question(state) == "extra_action"
    state = played(state, "explore symbols=1", "draw_tile tile=tile_26", "place_tile q=-2 r=1")
    assert question(state) == "extra_action"
    state = played(state, "settle option=take", "end_action")
    assert (question(state), state.has_acted, state.players[0].actions_done) == ("main", False, ("explore", "settle"))
    assert open_mains(state) == {"recruit"}
    assert why_not(state, "settle option=take") == {"action.different"}
    assert why_not(state, "end_turn") == {"end_turn.first"}
    assert state.players[0].tents == 4


def test_a_factory_may_give_an_action_after_the_main_one_of_the_second_turn():
    """49; ruling extra_action_factory."""
    mine = {"active": ["white_settle"], "actions_done": ["recruit", "explore", "harvest"]}
    state = scene({30: {0: 2}, 25: {0: 1}}, seats=3, turn_index=3, has_acted=True, mine=mine)
    state = played(state, "use_factory tile=tile_30 tent=tile_30", "settle option=take")
    assert state.players[0].actions_done == ("recruit", "explore", "harvest", "settle")


# --- free actions have their time -----------------------------------------------------------------------------------


def test_no_free_action_in_the_middle_of_a_main_one():
    """50 and 86, L425 and L573."""
    land = {24: {0: 3, "at": (-1, 0)}, 25: {0: 1, "at": (-1, 1)}}
    mine = {"active": ["white_explore", "green_explore", "white_settle", "yellow_settle"], "tents": 2}
    start = scene(land, mine=mine)
    settling = played(start, "settle option=place tile=tile_25")
    exploring = played(start, "explore symbols=2", "draw_tile tile=tile_15", "draw_tile tile=tile_16")
    for state in (settling, exploring):
        assert why_not(state, "use_factory tile=tile_25 tent=tile_25") == {"referee.verb"}
        assert why_not(state, "govern tile=tile_24") == {"referee.verb"}
    done = played(settling, "end_action")
    assert why_not(done, "govern tile=tile_24") == set()


def test_free_actions_are_open_in_a_turn_without_a_main_one():
    """51, silent: a turn that is passed is a turn."""
    forced = scene({25: {0: 2}, 24: {0: 3}}, mine={"active": ["white_pioneer"]})
    passed = scene({25: {0: 2}, 24: {0: 3}}, turn_index=2, mine={"active": ["white_settle"]})
    for state in (forced, passed):
        state = played(state, "use_factory tile=tile_25 tent=tile_25", "govern tile=tile_24")
        assert (dict(state.players[0].tokens), stands(state, 24)) == ({"food": 1}, ((0, 0), 0))


def test_symbols_for_an_exploration_are_named_before_tiles_are_seen():
    """52, L499: a technology that gives a symbol may not add a tile afterwards."""
    mine = {"active": ["white_explore"], "technologies": ["wanderlust"]}
    state = scene({24: {0: 1}}, mine=mine)
    assert why_not(state, "explore symbols=2") == set()
    state = played(state, "explore symbols=1", "pay source=white_explore")
    assert next_seat(state) == CHANCE
    state = played(state, "draw_tile tile=tile_15")
    assert question(state) == "place_tile"
    assert why_not(state, "explore symbols=1") == {"referee.verb"}


def test_who_can_do_nothing_at_all_passes_by_itself():
    """39: no main action and no free one, so the next player is asked."""
    state = scene({24: {0: 1}}, mine={"active": ["white_pioneer"]}, other={"active": ["white_settle"]})
    assert (next_seat(state), state.turn_index) == (1, 1)
