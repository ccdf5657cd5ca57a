"""Clean-up: dice to keep, markers, and the first player tile."""

from __future__ import annotations

import pytest

from referee_service.games.dice_settlers.decisions.cleanup import KeepDice
from referee_service.games.dice_settlers.questions import KeepDiceFrame
from tests.games.dice_settlers.full_positions import after_lines, full_position, legal_lines, refused_rules
from tests.games.dice_settlers.positions import (
    DESERT,
    FOREST,
    after,
    given,
    refusals,
    spent_count,
)
from tests.games.rules import rule


def cleanup_position(active, **wanted):
    """Return a position in which seat 0, the first of two, cleans up."""
    seat_0 = {"active": active, "actions_done": ["settle"], "used_factories": ["tile_09"], **wanted.pop("seat_0", {})}
    return given(seat_0=seat_0, stage="cleanup", pending=(KeepDiceFrame(0),), **wanted)


@rule("keep_dice.count", "keep_dice.sorted")
def test_one_die_is_kept_with_stewardship_two():
    state, pair = cleanup_position(["white_settle", "green_wood"]), KeepDice(("green_wood", "white_settle"))
    assert refusals(state, pair) == {"keep_dice.count"}
    assert refusals(state, KeepDice(("grey_iron",))) == {"die.active"}
    steward = cleanup_position(["white_settle", "green_wood"], seat_0={"technologies": ["stewardship"]})
    assert not refusals(steward, pair)
    assert refusals(steward, KeepDice(("white_settle", "green_wood"))) == {"keep_dice.sorted"}
    assert refusals(steward, KeepDice(("white_settle", "white_settle"))) == {"die.active"}


def test_the_die_kept_is_not_rolled_again_and_the_others_are_spent():
    state = after(cleanup_position(["white_settle", "green_wood"]), KeepDice(("green_wood",)))
    assert dict(state.players[0].active) == {"green_wood": 1}
    assert spent_count(state, "white") == 1


def test_a_player_may_keep_no_die():
    state = after(cleanup_position(["white_settle"]), KeepDice(()))
    assert not state.players[0].active


def test_ruling_cleanup_markers_are_ready_again():
    seat_0 = {"technologies": ["education"], "used_technologies": ["education"]}
    state = after(cleanup_position(["white_settle"], seat_0=seat_0), KeepDice(()))
    assert (state.players[0].used_technologies, state.players[0].used_factories, state.players[0].actions_done) == (
        (),
        (),
        (),
    )


def test_the_first_player_tile_goes_left():
    state = given(
        {FOREST: {0: 1}, DESERT: {1: 1}}, stage="cleanup", turn_index=1, active_side=1, pending=(KeepDiceFrame(1),)
    )
    state = after(state, KeepDice(()))
    assert (state.round, state.first_side) == (2, 1)


@pytest.mark.parametrize(("technologies", "max_kept"), [([], 1), (["stewardship"], 2)])
def test_the_clean_up_keeps_dice_and_resets_markers(technologies, max_kept):
    """Ruling cleanup_markers: kept dice keep their face, the others are spent, markers are reset."""
    active = ["green_wood", "yellow_trade", "grey_raid"]
    seat_0 = {
        "active": active,
        "technologies": ["education", *technologies],
        "used_technologies": ["education"],
        "used_factories": ["tile_25"],
    }
    state = full_position({25: {0: 1}}, seat_0=seat_0, stage="cleanup", pending=(KeepDiceFrame(0),))
    assert {line.count("_") for line in legal_lines(state, "keep_dice")} == {1 + n for n in range(max_kept + 1)}
    assert refused_rules(state, f"keep_dice dice={','.join(sorted(active)[: max_kept + 1])}") == {"keep_dice.count"}
    state = after_lines(state, "keep_dice dice=yellow_trade")
    player = state.players[0]
    assert (dict(player.active), dict(player.spent)) == ({"yellow_trade": 1}, {"green": 1, "grey": 1})
    assert (player.used_technologies, player.used_factories, player.extra_symbols) == ((), (), ())
