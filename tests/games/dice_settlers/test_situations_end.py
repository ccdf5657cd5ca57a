"""Situations of free actions (101-108), clean-up, end and score (109-119). L is a line of the rulebook."""

from __future__ import annotations

import pytest

from referee_service.games.dice_settlers.questions import KeepDiceFrame
from referee_service.games.dice_settlers.scoring import final_score_lines, result, score
from referee_service.games.dice_settlers.state import is_end_triggered
from referee_service.kernel.notation import notation
from tests.games.dice_settlers.positions import after_chance, legal, question
from tests.games.dice_settlers.scenes import may, next_seat, played, points, scene, stands, why_not
from tests.games.rules import rule

ACTS = {"active": ["white_settle"]}


# --- factories ------------------------------------------------------------------------------------------------------


def test_a_factory_sends_the_tent_home_and_works_once_a_round_for_everybody():
    """101, L579; ruling factory_once: for seat 0 once, also with a tent from beside; seat 1 may still use it."""
    land = {9: {0: 1, 1: 1, "at": (-1, 0)}, 24: {0: 1, "at": (-1, 1)}}
    mine = {**ACTS, "tents": 2, "technologies": ["seasonal_workers"]}
    state = played(scene(land, mine=mine, other=ACTS), "use_factory tile=tile_09 tent=tile_09")
    assert (state.players[0].tents, stands(state, 9)[0]) == (5, (0, 1))
    assert why_not(state, "use_factory tile=tile_09 tent=tile_24") == {"use_factory.once"}
    state = played(state, "settle option=take")
    assert (next_seat(state), why_not(state, "use_factory tile=tile_09 tent=tile_09")) == (1, set())


def test_a_house_is_no_tent_for_a_factory():
    """102, L579: control or not is all the same."""
    state = scene({25: {"house": 0}, 16: {0: 1, 1: 3}}, mine=ACTS)
    assert why_not(state, "use_factory tile=tile_25 tent=tile_25") == {"use_factory.tent"}
    assert why_not(state, "use_factory tile=tile_16 tent=tile_16") == set()


@pytest.mark.parametrize(
    ("cell", "technologies", "why"),
    [
        pytest.param((-1, 1), ["seasonal_workers"], set(), id="102 from beside with the technology"),
        pytest.param((-1, 1), [], {"use_factory.tent"}, id="102 not without it"),
        pytest.param((0, 1), ["seasonal_workers"], {"use_factory.tent"}, id="103 not from two tiles away"),
    ],
)
def test_a_tent_from_beside_the_factory(cell, technologies, why):
    """L200; ruling saisonniers."""
    state = scene({25: {"at": (-1, 0)}, 24: {0: 1, "at": cell}}, mine={**ACTS, "technologies": technologies})
    assert why_not(state, "use_factory tile=tile_25 tent=tile_24") == why
    if not why:
        state = played(state, "use_factory tile=tile_25 tent=tile_24")
        assert (stands(state, 24)[0], state.players[0].tents, dict(state.players[0].tokens)) == ((0, 0), 1, {"food": 1})


@rule("ruling.idle_factory")
@pytest.mark.parametrize(("brown", "gained"), [(0, {}), (1, {"brown": 1})])
def test_a_factory_may_be_used_for_nothing(brown, gained):
    """104, silent: with no brown die left the tent comes home, and no other colour comes instead."""
    supply = {"green": 2, "grey": 2, "orange": 2, "brown": brown}
    state = scene({11: {0: 1}, 24: {0: 1}}, mine=ACTS, supply=supply)
    state = played(state, "use_factory tile=tile_11 tent=tile_11")
    assert (dict(state.players[0].spent), state.players[0].tents) == (gained, 1)


def test_three_tents_become_a_house_without_a_lead():
    """105, L954; ruling tile_33."""
    land = {33: {0: 3}, 24: {0: 3, 1: 5}, 18: {0: 3, "house": 1}, 20: {0: 2}}
    state = played(scene(land, seats=3, mine=ACTS), "use_factory tile=tile_33 tent=tile_33")
    assert may(state, "build_house") == ["build_house tile=tile_24"]
    assert why_not(state, "build_house tile=tile_33") == {"build_house.site"}
    state = played(state, "build_house tile=tile_24")
    assert (stands(state, 24), state.players[0].tents) == (((0, 5, 0), 0), 1)


def test_without_a_house_or_a_site_the_house_factory_does_nothing():
    """105; ruling tile_33: four tents on it leave three, which will do; five houses built leave none."""
    four = played(scene({33: {0: 4}}, seats=3, mine=ACTS), "use_factory tile=tile_33 tent=tile_33")
    assert may(four, "build_house") == ["build_house tile=tile_33"]
    built = {tile: {"house": 0} for tile in (18, 20, 14, 16, 22)}
    none = played(scene({33: {0: 4}, **built}, seats=3, mine=ACTS), "use_factory tile=tile_33 tent=tile_33")
    assert question(none) == "main"
    assert stands(none, 33) == ((3, 0, 0), -1)


# --- governing ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "technologies", "why"),
    [
        ({0: 5, 1: 2, 2: 2}, [], set()),
        ({0: 4, 1: 2}, [], {"govern.lead"}),
        ({0: 5, 1: 1, 2: 3}, [], {"govern.lead"}),
        ({0: 3}, [], set()),
        ({0: 5, "house": 1}, [], {"govern.house"}),
        ({0: 5, "house": 0}, [], {"govern.house"}),
        ({0: 3, 1: 1}, [], {"govern.lead"}),
        ({0: 3, 1: 1}, ["engineering"], set()),
        ({0: 2}, ["engineering"], {"govern.tents"}),
    ],
)
def test_who_may_govern(who, technologies, why):
    """106 and 107, L583; ruling govern: a lead over each, no house, and three tents to the general supply."""
    state = scene({24: who}, seats=3, mine={**ACTS, "technologies": technologies, "tents": 1}, other=ACTS)
    assert why_not(state, "govern tile=tile_24") == why
    assert why_not(state, "govern tile=tile_24", seat=1) == {"referee.seat"}
    if not why:
        state = played(state, "govern tile=tile_24")
        assert (stands(state, 24)[0][0], stands(state, 24)[1], state.players[0].tents) == (who[0] - 3, 0, 1)


def test_nobody_builds_a_sixth_house():
    """106, L99."""
    built = {tile: {"house": 0} for tile in (18, 20, 14, 16, 22)}
    assert why_not(scene({24: {0: 3}, **built}, mine=ACTS), "govern tile=tile_24") == {"govern.left"}


def test_any_number_of_free_actions_before_and_after_the_main_one():
    """108, L573."""
    land = {24: {0: 3}, 18: {0: 4}, 20: {0: 3}, 25: {0: 1}}
    state = played(scene(land, mine={"active": ["white_recruit"]}), "govern tile=tile_24", "govern tile=tile_18")
    state = played(state, "recruit dice=green", "govern tile=tile_20")
    assert [stands(state, tile)[1] for tile in (24, 18, 20)] == [0, 0, 0]


# --- clean-up and end -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("technologies", "most"), [([], 1), (["stewardship"], 2)])
def test_the_clean_up(technologies, most):
    """109, L587-591; ruling cleanup_markers: dice are kept as they lie, the rest is spent, markers are ready again."""
    active = ["green_wood", "yellow_trade", "grey_raid"]
    mine = {
        "active": active,
        "technologies": ["education", *technologies],
        "used_technologies": ["education"],
        "used_factories": ["tile_25"],
    }
    state = scene({25: {0: 1}}, mine=mine, stage="cleanup", pending=(KeepDiceFrame(0),))
    assert {line.count("_") for line in may(state, "keep_dice")} == {1 + n for n in range(most + 1)}
    assert why_not(state, f"keep_dice dice={','.join(sorted(active)[: most + 1])}") == {"keep_dice.count"}
    state = played(state, "keep_dice dice=yellow_trade")
    me = state.players[0]
    assert (dict(me.active), dict(me.spent)) == ({"yellow_trade": 1}, {"green": 1, "grey": 1})
    assert (me.used_technologies, me.used_factories, me.extra_symbols) == ((), (), ())


def rest_of_round(state):
    """Everybody passes and keeps nothing until the next round begins or the game is over."""
    number = state.round
    while state.stage != "over" and state.round == number:
        line = next((line for verb in ("end_turn", "keep_dice") for line in may(state, verb)), "end_roll")
        state = after_chance(played(state, line))
    return state


def last_round(state):
    """Everybody does as little as possible until the game is over."""
    while state.stage != "over":
        lazy = sorted(
            map(notation, legal(state)), key=lambda line: (not line.startswith(("end", "keep", "decline")), line)
        )
        state = after_chance(played(state, lazy[0]))
    return state


def test_the_fifth_house_brings_exactly_one_more_round():
    """110 and 111, L329-334; ruling end_check: the round goes on, and another trigger adds nothing."""
    built = {tile: {"house": 0} for tile in (18, 20, 14, 16)}
    state = scene({24: {0: 3}, 25: {0: 1}, **built}, round=6, turn_index=1, mine=ACTS, deck=[15])
    assert not is_end_triggered(state)
    state = played(state, "govern tile=tile_24")
    assert (state.stage, state.round, state.is_last_round) == ("action", 6, False)
    assert state.first_side == 1
    state = rest_of_round(played(state, "settle option=take", "end_turn"))
    assert (state.round, state.is_last_round, state.first_side) == (7, True, 0)
    state = last_round(state)
    assert (state.round, state.stage) == (7, "over")


@pytest.mark.parametrize(
    ("wanted", "ends"),
    [
        pytest.param({}, False, id="nothing is out"),
        pytest.param({"supply": {"orange": 1, "brown": 1, "grey": 1}}, False, id="112 three colours are left"),
        pytest.param({"supply": {"orange": 1, "grey": 4}}, True, id="112 two colours are left"),
        pytest.param({"deck": []}, True, id="111 no tile is left"),
        pytest.param({"points": {0: 10, 1: 20}}, True, id="96 no point is left"),
        pytest.param({"points": {0: 10, 1: 19}}, False, id="one point is left"),
    ],
)
def test_what_triggers_the_end(wanted, ends):
    """L329-332; ruling dice_colours: white dice are no colour of the supply. One house triggers nothing (L301)."""
    state = scene({18: {"house": 0}, 24: {0: 1}}, turn_index=2, mine=ACTS, **wanted)
    assert is_end_triggered(state) is ends
    assert rest_of_round(played(state, "end_turn")).is_last_round is ends


# --- score ----------------------------------------------------------------------------------------------------------


def tile_points(who, tile: int, sides: int = 3) -> list[int]:
    """What a tile is worth to every side."""
    state = scene({24: {}, tile: who} if tile != 24 else {24: who}, seats=sides, mine=ACTS, other=ACTS, third=ACTS)
    return [
        sum(line.points for line in final_score_lines(state, side) if line.rule.startswith("score.tile"))
        for side in range(sides)
    ]


@pytest.mark.parametrize(
    ("tile", "who", "worth"),
    [
        pytest.param(25, {0: 3, 1: 1}, [5, 2, 0], id="113 first example"),
        pytest.param(18, {0: 1, 1: 3, 2: 1}, [3, 7, 3], id="113 second example"),
        pytest.param(13, {0: 2, 1: 1, 2: 2}, [4, 1, 4], id="113 third example"),
        pytest.param(20, {0: 1, 1: 1}, [9, 9, 0], id="114 shared control leaves the second value"),
        pytest.param(11, {"house": 0, 1: 2, 2: 2}, [4, 3, 3], id="115 a house without tents"),
        pytest.param(11, {"house": 0, 0: 3, 1: 1}, [4, 3, 0], id="115 a house with tents"),
        pytest.param(17, {0: 2, 1: 1}, [0, 0, 0], id="115 a tile without points"),
        pytest.param(14, {0: 2, 1: 1}, [6, 0, 0], id="a second value of nothing"),
        pytest.param(20, {}, [0, 0, 0], id="nobody there"),
    ],
)
def test_what_a_tile_is_worth(tile, who, worth):
    """L605-617; rulings shared_control and second_place."""
    assert tile_points(who, tile) == worth


@pytest.mark.parametrize(("spent", "pairs"), [(6, 15), (4, 12)])
def test_the_whole_score_of_one_player(spent, pairs):
    """116, L186-196 and L627: houses 9, pairs of any colours, two cards and what they count, no tokens."""
    mine = {
        "bag": ["green", "white", "white", "white"],
        "active": ["white_settle"],
        "spent": (["yellow", "grey", "grey", "brown"] + ["orange"] * 2)[:spent],
        "tokens": ["wood"] * 4,
        "technologies": ["builder", "prosperity"],
    }
    land = {20: {"house": 0}, 14: {"house": 0}, 17: {"house": 0}, 25: {0: 1}}
    state = score(scene(land, mine=mine, points={0: 13}))
    dice = 5 + spent
    assert points(state) == 13 + (9 + 6 + 5) + 9 + pairs + (4 + 6) + (5 + dice)


def test_controlled_factories_with_the_industrial_revolution():
    """117, L625: a tie and a house count, a minority does not."""
    land = {13: {0: 1, 1: 1}, 25: {"house": 0}, 16: {0: 1, 1: 2}}
    state = scene(land, mine={**ACTS, "technologies": ["industrial_revolution"]})
    worth = [line.points for line in final_score_lines(state, 0) if line.rule.startswith("score.technology")]
    assert worth == [2, 4]


@pytest.mark.parametrize(("more", "winners"), [(0, (0, 1)), (2, (1,))])
def test_equal_scores_win_together(more, winners):
    """118, L631: no tie-break; three white dice each, and the same tile."""
    last = {"stage": "cleanup", "is_last_round": True, "turn_index": 1, "active_side": 1, "pending": (KeepDiceFrame(1),)}
    dice = {"spent": ["white"] * 2, "active": ["white_settle"]}
    state = scene({24: {0: 1, 1: 1}}, mine=dice, other=dice, points={0: 10, 1: 10 + more}, **last)
    state = played(state, "keep_dice dice=")
    assert (state.stage, result(state).winners) == ("over", winners)


def test_the_quota_that_a_constitution_counts():
    """119, silent: by the final map, and never more than six."""
    land = {2: {0: 1}, 12: {0: 1}, 17: {0: 1}, 21: {0: 1}, 23: {0: 1}}
    cards = ["constitution", "stable_government", "stability"]
    state = scene(land, start_tiles=(2, 3), mine={**ACTS, "technologies": cards})
    effect = [line.points for line in final_score_lines(state, 0) if line.rule == "score.technology_effect"]
    assert effect == [6]
