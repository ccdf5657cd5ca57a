"""Points line by line, ties, and ranks."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.settlement import GAME
from referee_service.games.settlement.actions.hunt import Hunt
from referee_service.games.settlement.actions.pass_round import PassRound
from referee_service.games.settlement.scoring import rank_of, score
from referee_service.kernel.narration import narrate
from referee_service.kernel.state import ScoreLine
from referee_service.kernel.tuples import with_player
from tests.games.rules import rule
from tests.games.settlement.positions import CLAY, STONE, WOOD, after, events_of, given, reserve, row_of

LAND = {0: WOOD, 1: CLAY, 2: STONE, 3: "diamond_2_green", 4: "clay_2_yellow", 5: "stone_2_blue", 6: "gold_3_green"}
COLONY = dict(enumerate(("bank", "cathedral", "quarry", "sawmill", "tavern", "bazaar")))


def points(state, rule_id, seat=0):
    """Return the points of a seat under one rule, scored now."""
    return next((line.points for line in score(state).score_lines[seat] if line.rule == rule_id), 0)


def solo_end(**wanted):
    """Return the end of a solo game with this board."""
    return after(given(seats=1, round=6, **wanted), PassRound())


def test_the_ending_of_86_points():
    """Worked example: artisans 6, 6, 8 and 7, three adventurers with 7 terrains, two builders with 6 buildings, two
    gold in the bank, four diamonds in the cathedral."""
    artisans = ("artisan_03", "artisan_04", "artisan_05", "artisan_07")
    heroes = (*artisans, "adventurer_01", "adventurer_02", "adventurer_03", "builder_01", "builder_02")
    state = solo_end(land=LAND, colony=COLONY, stored={0: 2, 1: 4}, heroes=tuple(sorted(heroes)))
    assert GAME.result(state).scores == (86,)
    assert GAME.result(state).lines == (
        (
            ScoreLine("score.adventurers", 3, 21),
            ScoreLine("score.artisans", 4, 27),
            ScoreLine("score.bank", 2, 10),
            ScoreLine("score.builders", 2, 12),
            ScoreLine("score.cathedral", 4, 16),
        ),
    )
    assert rank_of(state) == "knight"


def test_the_points_so_far_are_counted_before_the_end():
    state = given(land=LAND, heroes=("adventurer_01",))
    assert GAME.points_so_far(state)[0] == (ScoreLine("score.adventurers", 1, 7),)
    assert state.score_lines[0] == ()


@rule("score.adventurers")
def test_adventurers_score_terrains_with_or_without_monsters():
    assert points(given(land=LAND, monsters=(0,), heroes=("adventurer_01",)), "score.adventurers") == 7
    assert points(given(land=LAND), "score.adventurers") == 0


@rule("score.defenders")
def test_defenders_score_fortifications():
    assert (
        points(given(land=LAND, fortifications=(0, 1), heroes=("defender_01", "defender_02")), "score.defenders") == 4
    )
    assert points(given(land=LAND, fortifications=(0, 1)), "score.defenders") == 0


@rule("score.builders")
def test_builders_score_buildings():
    assert points(given(colony=COLONY, heroes=("builder_01",)), "score.builders") == 6
    assert points(given(colony=COLONY), "score.builders") == 0


@rule("score.artisans")
def test_artisans_score_what_they_show():
    assert points(given(heroes=("artisan_01", "artisan_08")), "score.artisans") == 4 + 9
    assert points(given(heroes=("builder_01",)), "score.artisans") == 0


@rule("score.bank")
def test_gold_in_the_bank_scores_five_each():
    assert points(given(colony=COLONY, stored={0: 3}), "score.bank") == 15
    assert points(given(colony=COLONY, reserve={"gold": 3}), "score.bank") == 0


@rule("score.cathedral")
def test_diamonds_in_the_cathedral_score_four_each():
    assert points(given(colony=COLONY, stored={1: 2}), "score.cathedral") == 8
    assert points(given(colony=COLONY, reserve={"diamond": 2}), "score.cathedral") == 0


def ranking(seat_0, seat_1, **fields):
    """Return the places of two players with these reserves."""
    state = replace(given(reserve=seat_0, **fields), stage="over")
    state = with_player(state, 1, reserve=tuple(sorted(seat_1.items())))
    return GAME.result(score(state)).ranking


@pytest.mark.parametrize(
    ("seat_0", "seat_1", "places"),
    [
        ({"gold": 1}, {"diamond": 9}, ((0,), (1,))),
        ({"gold": 1, "diamond": 1}, {"gold": 1, "diamond": 2}, ((1,), (0,))),
        ({"gold": 1, "wood": 5}, {"gold": 1}, ((0, 1),)),
    ],
)
def test_ties_go_by_gold_then_diamonds_and_else_are_shared(seat_0, seat_1, places):
    assert ranking(seat_0, seat_1) == places


@rule("ruling.tie")
def test_stored_tokens_break_no_ties():
    bank = row_of({0: "bank"}, "")
    state = replace(given(colony={0: "bank"}, stored={0: 1}), stage="over")
    state = with_player(state, 1, colony=bank, stored=row_of({0: 1}, 0), reserve=(("diamond", 1),))
    assert GAME.result(score(state)).ranking == ((1,), (0,))
    assert ranking({"gold": 1}, {"diamond": 1}) == ((0,), (1,))


@pytest.mark.parametrize(
    ("tokens", "rank"), [(0, "villager"), (10, "villager"), (11, "mayor"), (15, "mayor"), (16, "knight"), (21, "lord")]
)
def test_a_solo_game_is_worth_a_rank(tokens, rank):
    state = solo_end(colony=COLONY, stored={0: tokens})
    assert rank_of(state) == rank


def test_the_rank_is_in_an_event():
    event = [event for event in events_of(given(seats=1, round=6), PassRound()) if event.kind == "rank_reached"]
    assert [narrate(GAME.catalogue(), event, "fr") for event in event] == ["La place 0 atteint le grade de villageois."]


@rule("ruling.supply")
def test_the_supply_never_runs_out():
    state = given(land={0: WOOD}, monsters=(0,), reserve={"diamond": 99, "gold": 99})
    assert reserve(after(state, Hunt(0, 0)))["diamond"] == 100
    assert reserve(given()) == {}
