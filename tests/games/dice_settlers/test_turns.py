"""Turns: main actions, extra actions, and the time for free actions."""

from __future__ import annotations

import pytest

from referee_service.games.dice_settlers.actions.end_turn import EndTurn
from referee_service.games.dice_settlers.actions.explore import Explore
from referee_service.games.dice_settlers.actions.harvest import Harvest
from referee_service.games.dice_settlers.actions.recruit import Recruit
from referee_service.games.dice_settlers.actions.settle import Settle
from referee_service.games.dice_settlers.questions import ExtraActionFrame
from referee_service.kernel.state import CHANCE
from tests.games.dice_settlers.full_positions import (
    after_lines,
    full_position,
    legal_lines,
    refused_rules,
    seat_to_move,
    tents_and_house,
)
from tests.games.dice_settlers.positions import (
    FOREST,
    PLAIN,
    after,
    given,
    question,
    quiescent,
    refusals,
)
from tests.games.rules import rule


@rule("action.one")
def test_a_turn_has_one_main_action():
    state = given(seat_0={"active": ["white_settle", "white_recruit"]}, has_acted=True)
    assert refusals(state, Settle("take")) == {"action.one"}
    assert not refusals(given(seat_0={"active": ["white_settle"]}), Settle("take"))


@rule("action.different")
def test_ruling_round_vs_turn_all_actions_of_a_round_differ():
    """Worked example: explore and settle are done, so the second turn allows neither."""
    active = ["white_settle", "white_explore", "white_recruit"]
    state = given(seat_0={"active": active, "actions_done": ["explore", "settle"]}, turn_index=2)
    assert refusals(state, Settle("take")) == {"action.different"}
    assert refusals(state, Explore(1)) == {"action.different"}
    assert not refusals(state, Recruit(("green",)))


@rule("action.under_way")
def test_an_action_in_progress_comes_first():
    state = after(given(seat_0={"active": ["white_settle"] * 3 + ["green_wood"]}), Settle("take"))
    assert question(state) == "acting"
    assert refusals(state, Harvest("wood")) == {"action.under_way"}
    assert not refusals(state, Settle("take"))


@rule("action.symbol")
def test_every_step_takes_a_symbol():
    assert "action.symbol" in refusals(given(seat_0={"active": ["white_recruit"]}), Settle("take"))
    assert not refusals(given(seat_0={"active": ["white_settle"]}), Settle("take"))


@rule("end_turn.first")
def test_ruling_first_turn_takes_an_action_and_the_second_does_not():
    state = given(seat_0={"active": ["white_settle"]})
    assert refusals(state, EndTurn()) == {"end_turn.first"}
    assert not refusals(given(seat_0={"active": ["white_settle"]}, turn_index=2), EndTurn())
    idle = given({"tile_09": {0: 1}}, seat_0={"active": ["grey_raid"]})
    assert not refusals(idle, EndTurn())


def test_a_player_without_any_action_passes():
    assert quiescent(given({FOREST: {0: 1}, PLAIN: {1: 1}}, seat_0={"active": ["grey_raid"]})).active_side == 1


def test_after_the_action_the_turn_ends_unless_a_free_action_is_possible():
    assert after(given(seat_0={"active": ["white_settle"]}), Settle("take")).active_side == 1
    assert after(given({"tile_09": {0: 1}}, seat_0={"active": ["white_settle"]}), Settle("take")).active_side == 0


def test_two_turns_each_in_order():
    state = given(seats=3, seat_0={"active": ["white_settle", "white_recruit"]}, turn_index=2, active_side=2)
    state = after(state, Settle("take"))
    assert (state.turn_index, state.active_side) == (3, 0)
    assert not refusals(state, EndTurn())


def test_ruling_extra_action_at_once_and_counted():
    seat_0 = {"active": ["white_settle"], "actions_done": ["explore"]}
    state = given({FOREST: {0: 1}, PLAIN: {1: 1}}, seat_0=seat_0, has_acted=True, pending=(ExtraActionFrame(0),))
    assert refusals(state, Explore(1)) >= {"action.different"}
    state = after(state, Settle("take"))
    assert state.players[0].actions_done == ("explore", "settle")


def test_an_extra_action_that_is_not_possible_is_lost():
    state = given(
        {"tile_09": {0: 1}}, seat_0={"actions_done": ["explore"]}, has_acted=True, pending=(ExtraActionFrame(0),)
    )
    assert question(quiescent(state)) == "main"


MAIN_VERBS = ("recruit", "explore", "settle", "raid", "harvest", "trade_tokens", "trade_die", "research")


def legal_main_verbs(state) -> set[str]:
    """Return the verbs of main actions that are legal now."""
    return {verb for verb in MAIN_VERBS if legal_lines(state, verb)}


def test_each_player_has_a_first_turn_before_the_second_turns():
    dice = {"active": ["white_settle", "yellow_trade", "grey_iron"]}
    state, order = full_position({24: {0: 1}}, seats=3, seat_0=dice, seat_1=dice, seat_2=dice), []
    while state.stage == "action":
        order.append(seat_to_move(state))
        state = after_lines(state, "settle option=take" if len(order) <= 3 else "end_turn")
    assert order == [0, 1, 2, 0, 1, 2]
    assert question(state) == "keep_dice"


def test_the_same_action_twice_in_a_round_is_refused():
    """Ruling round_vs_turn: actions of other players do not count."""
    settles = {"active": ["white_settle", "yellow_settle"]}
    state = after_lines(
        full_position({24: {0: 1, 1: 1}}, seat_0=settles, seat_1=settles), "settle option=take", "end_action"
    )
    assert (seat_to_move(state), refused_rules(state, "settle option=take")) == (1, set())
    seat_0 = {**settles, "actions_done": ["settle"], "active": ["yellow_settle", "white_recruit"]}
    second = full_position({24: {0: 1}}, turn_index=2, seat_0=seat_0)
    assert refused_rules(second, "settle option=take") == {"action.different"}
    assert refused_rules(second, "recruit dice=yellow") == set()


@pytest.mark.parametrize(
    ("active", "technologies", "forced"),
    [
        pytest.param(["white_settle"], [], True, id="a settle die"),
        pytest.param(["white_pioneer", "white_pioneer"], [], True, id="two pioneers take a tent"),
        pytest.param(["white_pioneer"], ["large_wagons"], True, id="a pioneer that counts as settle"),
        pytest.param(["yellow_trade"], [], True, id="a lone trade die can sell itself"),
        pytest.param(["white_pioneer"], [], False, id="a lone pioneer"),
        pytest.param(["grey_raid"], [], False, id="a raid without a victim"),
    ],
)
def test_the_first_turn_needs_a_main_action_if_one_is_possible(active, technologies, forced):
    """Ruling first_turn. A factory keeps the turn open if no main action is possible."""
    state = full_position({25: {0: 2}}, seat_0={"active": active, "technologies": technologies, "tents": 1})
    assert (refused_rules(state, "end_turn") == {"end_turn.first"}) is forced
    assert bool(legal_main_verbs(state)) is forced


def test_the_second_turn_may_be_passed():
    """Ruling first_turn."""
    state = full_position({25: {0: 2}}, turn_index=2, seat_0={"active": ["white_settle"]})
    assert refused_rules(state, "end_turn") == set()


@pytest.mark.parametrize(("tents", "shared", "possible"), [(1, True, True), (0, True, False), (1, False, False)])
def test_a_raid_needs_a_tent_and_a_victim(tents, shared, possible):
    state = full_position({25: {0: 2, 1: int(shared)}}, seat_0={"active": ["grey_raid"], "tents": tents})
    assert bool(legal_lines(state, "raid")) is possible
    assert bool(refused_rules(state, "end_turn")) is possible


def test_a_player_who_had_to_pass_still_has_a_second_turn():
    """Seat 0 passes. In the second turn it can raid the tent that seat 1 placed."""
    seat_0, other = {"active": ["grey_raid"], "tents": 1}, {"active": ["white_settle"], "tents": 1}
    state = full_position({24: {0: 1, "at": (-1, 0)}, 18: {1: 1, "at": (-1, 1)}}, seat_0=seat_0, seat_1=other)
    assert (seat_to_move(state), state.turn_index) == (1, 1)
    state = after_lines(state, "settle option=place tile=tile_24")
    assert (seat_to_move(state), state.turn_index, legal_lines(state, "raid")) == (0, 2, ["raid tile=tile_24 side=1"])


def after_exploration(tile: int, land=None, *, seat_0=None, **wanted):
    """Return the position after seat 0 explored this tile and laid it at (-2, 1), next to its tile 24."""
    seat_0 = {"active": ["white_explore", "white_settle", "white_recruit"], "tents": 2} | (seat_0 or {})
    land = {24: {0: 1, 1: 1, "at": (-1, 0)}, 18: {"at": (-1, 1)}} | (land or {})
    state = after_lines(
        full_position(land, seat_0=seat_0, **wanted), "explore symbols=1", f"draw_tile tile=tile_{tile}"
    )
    return after_lines(state, "place_tile q=-2 r=1") if question(state) == "place_tile" else state


def test_the_extra_action_comes_after_the_tent_and_before_the_others_follow():
    """Ruling extra_action."""
    state = after_exploration(15, seat_1={"tents": 1})
    assert (question(state), seat_to_move(state), tents_and_house(state, 15)) == ("extra_action", 0, ((1, 0), -1))
    assert legal_main_verbs(state) == {"recruit", "settle"}
    assert "action.different" in refused_rules(state, "explore symbols=1")
    state = after_lines(state, "settle option=take")
    assert (question(state), seat_to_move(state)) == ("follow", 1)
    state = after_lines(state, "add_tent")
    assert (question(state), seat_to_move(state)) == ("defend", 0)
    state = after_lines(state, "add_tent")
    assert tents_and_house(state, 15) == ((2, 1), -1)
    assert state.players[0].actions_done == ("explore", "settle")


def test_a_player_raided_away_by_the_extra_action_does_not_follow():
    """Ruling extra_action: seat 1 is no longer present next to the new tile."""
    state = after_exploration(
        15, seat_0={"active": ["white_explore", "grey_raid", "white_recruit"]}, seat_1={"tents": 1}
    )
    state = after_lines(state, "raid tile=tile_24 side=1")
    assert tents_and_house(state, 24) == ((2, 0), -1)
    assert state.players[1].tents == 2
    assert question(state) == "main"
    assert tents_and_house(state, 15) == ((1, 0), -1)


def test_the_new_tile_counts_for_the_extra_action():
    """A green die needs a forest, and the tile just laid is one."""
    before = full_position({24: {0: 1}}, seat_0={"active": ["white_recruit", "white_settle"]})
    assert refused_rules(before, "recruit dice=green") == {"recruit.access"}
    assert refused_rules(after_exploration(15), "recruit dice=green") == set()


def test_an_extra_action_is_lost_if_no_action_is_possible():
    """The others may follow at once, and the extra action is not saved for the second turn."""
    state = after_exploration(15, seat_0={"active": ["white_explore", "green_explore"]}, seat_1={"tents": 1})
    assert (question(state), seat_to_move(state)) == ("follow", 1)
    assert state.players[0].actions_done == ("explore",)


def test_an_extra_action_that_is_possible_is_taken_at_once():
    """The rulebook says "at once", so the extra action can be neither declined nor saved."""
    state = after_exploration(15)
    assert refused_rules(state, "decline") == {"referee.verb"}
    assert refused_rules(state, "end_turn") == {"referee.verb"}


def test_an_extra_action_of_a_factory_may_bring_another_one():
    """Rulings extra_action and extra_action_factory: two extra actions, and the main action is still to come."""
    active = ["white_explore", "white_settle", "yellow_settle", "white_recruit"]
    land = {30: {0: 2, "at": (-1, 0)}, 18: {"at": (-1, 1)}}
    state = full_position(land, seats=3, seat_0={"active": active, "tents": 2})
    state = after_lines(state, "use_factory tile=tile_30 tent=tile_30")
    assert question(state) == "extra_action"
    state = after_lines(state, "explore symbols=1", "draw_tile tile=tile_26", "place_tile q=-2 r=1")
    assert question(state) == "extra_action"
    state = after_lines(state, "settle option=take", "end_action")
    assert (question(state), state.has_acted, state.players[0].actions_done) == ("main", False, ("explore", "settle"))
    assert legal_main_verbs(state) == {"recruit"}
    assert refused_rules(state, "settle option=take") == {"action.different"}
    assert refused_rules(state, "end_turn") == {"end_turn.first"}
    assert state.players[0].tents == 4


def test_a_factory_may_give_an_action_after_the_main_one_of_the_second_turn():
    """Ruling extra_action_factory."""
    seat_0 = {"active": ["white_settle"], "actions_done": ["recruit", "explore", "harvest"]}
    state = full_position({30: {0: 2}, 25: {0: 1}}, seats=3, turn_index=3, has_acted=True, seat_0=seat_0)
    state = after_lines(state, "use_factory tile=tile_30 tent=tile_30", "settle option=take")
    assert state.players[0].actions_done == ("recruit", "explore", "harvest", "settle")


def test_no_free_action_in_the_middle_of_a_main_one():
    land = {24: {0: 3, "at": (-1, 0)}, 25: {0: 1, "at": (-1, 1)}}
    seat_0 = {"active": ["white_explore", "green_explore", "white_settle", "yellow_settle"], "tents": 2}
    start = full_position(land, seat_0=seat_0)
    settling = after_lines(start, "settle option=place tile=tile_25")
    exploring = after_lines(start, "explore symbols=2", "draw_tile tile=tile_15", "draw_tile tile=tile_16")
    for state in (settling, exploring):
        assert refused_rules(state, "use_factory tile=tile_25 tent=tile_25") == {"referee.verb"}
        assert refused_rules(state, "govern tile=tile_24") == {"referee.verb"}
    done = after_lines(settling, "end_action")
    assert refused_rules(done, "govern tile=tile_24") == set()


def test_free_actions_are_open_in_a_turn_without_a_main_one():
    """The rulebook is silent. A turn without a main action still allows free actions."""
    forced = full_position({25: {0: 2}, 24: {0: 3}}, seat_0={"active": ["white_pioneer"]})
    passed = full_position({25: {0: 2}, 24: {0: 3}}, turn_index=2, seat_0={"active": ["white_settle"]})
    for state in (forced, passed):
        state = after_lines(state, "use_factory tile=tile_25 tent=tile_25", "govern tile=tile_24")
        assert (dict(state.players[0].tokens), tents_and_house(state, 24)) == ({"food": 1}, ((0, 0), 0))


def test_symbols_for_an_exploration_are_named_before_tiles_are_seen():
    """A technology that gives a symbol may not add a tile afterwards."""
    seat_0 = {"active": ["white_explore"], "technologies": ["wanderlust"]}
    state = full_position({24: {0: 1}}, seat_0=seat_0)
    assert refused_rules(state, "explore symbols=2") == set()
    state = after_lines(state, "explore symbols=1", "pay source=white_explore")
    assert seat_to_move(state) == CHANCE
    state = after_lines(state, "draw_tile tile=tile_15")
    assert question(state) == "place_tile"
    assert refused_rules(state, "explore symbols=1") == {"referee.verb"}


def test_a_player_without_main_or_free_action_passes_automatically():
    """The next player has the turn."""
    seats = {"seat_0": {"active": ["white_pioneer"]}, "seat_1": {"active": ["white_settle"]}}
    state = full_position({24: {0: 1}, 18: {1: 1}}, **seats)
    assert (seat_to_move(state), state.turn_index) == (1, 1)
