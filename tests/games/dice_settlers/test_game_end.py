"""End of the game: its triggers, the last round and the result."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.dice_settlers.decisions.cleanup import KeepDice
from referee_service.games.dice_settlers.questions import KeepDiceFrame
from referee_service.games.dice_settlers.scoring import result
from referee_service.games.dice_settlers.turns import is_end_triggered
from referee_service.kernel.notation import notation
from referee_service.kernel.state import ScoreLine
from tests.games.dice_settlers.full_positions import (
    SETTLE_DIE,
    after_lines,
    full_position,
    legal_lines,
)
from tests.games.dice_settlers.positions import (
    DESERT,
    FOREST,
    HILL,
    MOUNTAIN,
    PLAIN,
    after,
    after_chance,
    given,
    legal,
    points_by_rule,
)
from tests.games.rules import rule

NO_TRIGGER = {"deck": {HILL: 1}}
"""Fields of a state in which nothing has run out."""


def test_a_tie_is_a_shared_victory():
    state = replace(given({"tile_02": {0: 1}}), stage="over")
    state = replace(state, score_lines=((ScoreLine("score.dice", 1, 3),), (ScoreLine("score.dice", 1, 3),)))
    assert result(state).winners == (0, 1)
    state = replace(state, score_lines=((ScoreLine("score.dice", 1, 3),), ()))
    assert result(state).ranking == ((0,), (1,))


@pytest.mark.parametrize(
    ("wanted", "triggered"),
    [
        (NO_TRIGGER, False),
        ({"deck": {}}, True),
        ({**NO_TRIGGER, "supply": {"green": 1, "grey": 1, "brown": 1}}, False),
        ({**NO_TRIGGER, "supply": {"green": 1, "grey": 1}}, True),
        ({**NO_TRIGGER, "score_lines": ((ScoreLine("score.trade_die", 9, 29),), ())}, False),
        (
            {
                **NO_TRIGGER,
                "score_lines": ((ScoreLine("score.trade_die", 9, 27),), (ScoreLine("score.trade_die", 1, 3),)),
            },
            True,
        ),
        ({**NO_TRIGGER, "tiles": {f"tile_{n:02}": {"house": 1} for n in (2, 4, 6, 17)}}, False),
        ({**NO_TRIGGER, "tiles": {f"tile_{n:02}": {"house": 1} for n in (2, 4, 6, 17, 21)}}, True),
    ],
)
def test_ruling_dice_colours_and_the_four_triggers(wanted, triggered):
    wanted = dict(wanted)
    assert is_end_triggered(given(wanted.pop("tiles", None), **wanted)) is triggered


@rule("ruling.long_game")
@pytest.mark.parametrize(("round", "triggered"), [(59, False), (60, True)])
def test_the_end_is_triggered_after_round_60(round, triggered):
    assert is_end_triggered(given(round=round, **NO_TRIGGER)) is triggered


def last_cleanup(**wanted):
    """Return a position in which seat 1, the last of two, cleans up."""
    return given(
        {FOREST: {0: 1}, DESERT: {1: 1}},
        stage="cleanup",
        turn_index=1,
        active_side=1,
        pending=(KeepDiceFrame(1),),
        **wanted,
    )


def test_ruling_end_check_at_the_end_of_a_round_and_one_more_round():
    state = after(last_cleanup(**NO_TRIGGER), KeepDice(()))
    assert (state.is_last_round, state.stage) == (False, "roll")
    state = after(last_cleanup(deck={}), KeepDice(()))
    assert (state.is_last_round, state.stage) == (True, "roll")
    state = after(last_cleanup(is_last_round=True, **NO_TRIGGER), KeepDice(()))
    assert state.stage == "over"
    assert points_by_rule(state)["score.tile_first"] == 7


def test_points_of_play_are_added_to_the_final_ones():
    state = last_cleanup(is_last_round=True, score_lines=((ScoreLine("score.trade_any", 1, 2),), ()), **NO_TRIGGER)
    state = after(state, KeepDice(()))
    assert result(state).scores[0] == 2 + 7 + 3
    assert MOUNTAIN not in [map_tile.tile for map_tile in state.map]
    assert PLAIN not in [map_tile.tile for map_tile in state.map]


def after_round(state):
    """Return the position after the round, or after the game. All players pass and keep no dice."""
    number = state.round
    while state.stage != "over" and state.round == number:
        line = next((line for verb in ("end_turn", "keep_dice") for line in legal_lines(state, verb)), "end_roll")
        state = after_chance(after_lines(state, line))
    return state


def after_game(state):
    """Return the final position. All players do as little as possible."""
    while state.stage != "over":
        lazy = sorted(
            map(notation, legal(state)), key=lambda line: (not line.startswith(("end", "keep", "decline")), line)
        )
        state = after_chance(after_lines(state, lazy[0]))
    return state


def test_the_fifth_house_brings_exactly_one_more_round():
    """Ruling end_check: the round continues, and a second trigger changes nothing."""
    built = {tile: {"house": 0} for tile in (18, 20, 14, 16)}
    state = full_position({24: {0: 3}, 25: {0: 1}, **built}, round=6, turn_index=1, seat_0=SETTLE_DIE, deck=[15])
    assert not is_end_triggered(state)
    state = after_lines(state, "govern tile=tile_24")
    assert (state.stage, state.round, state.is_last_round) == ("action", 6, False)
    assert state.first_side == 1
    state = after_round(after_lines(state, "settle option=take", "end_turn"))
    assert (state.round, state.is_last_round, state.first_side) == (7, True, 0)
    state = after_game(state)
    assert (state.round, state.stage) == (7, "over")


@pytest.mark.parametrize(
    ("wanted", "ends"),
    [
        pytest.param({}, False, id="nothing has run out"),
        pytest.param({"supply": {"orange": 1, "brown": 1, "grey": 1}}, False, id="three colours are left"),
        pytest.param({"supply": {"orange": 1, "grey": 4}}, True, id="two colours are left"),
        pytest.param({"deck": []}, True, id="no tile is left"),
        pytest.param({"points": {0: 10, 1: 20}}, True, id="no point is left"),
        pytest.param({"points": {0: 10, 1: 19}}, False, id="one point is left"),
    ],
)
def test_what_triggers_the_end(wanted, ends):
    """Ruling dice_colours: white dice are not in the supply. One house triggers nothing."""
    state = full_position({18: {"house": 0}, 24: {0: 1}}, turn_index=2, seat_0=SETTLE_DIE, **wanted)
    assert is_end_triggered(state) is ends
    assert after_round(after_lines(state, "end_turn")).is_last_round is ends


@pytest.mark.parametrize(("more", "winners"), [(0, (0, 1)), (2, (1,))])
def test_equal_scores_win_together(more, winners):
    """There is no tie-break. Both have three white dice and share a tile."""
    last = {
        "stage": "cleanup",
        "is_last_round": True,
        "turn_index": 1,
        "active_side": 1,
        "pending": (KeepDiceFrame(1),),
    }
    dice = {"spent": ["white"] * 2, "active": ["white_settle"]}
    state = full_position({24: {0: 1, 1: 1}}, seat_0=dice, seat_1=dice, points={0: 10, 1: 10 + more}, **last)
    state = after_lines(state, "keep_dice dice=")
    assert (state.stage, result(state).winners) == ("over", winners)
