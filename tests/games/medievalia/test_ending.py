"""Prestige, arms, sieges, elimination, running out of cards, and who won."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.actions.buy_building import BuyBuilding
from referee_service.games.medievalia.actions.choose_deck import ChooseDeck
from referee_service.games.medievalia.actions.declare_war import DeclareWar
from referee_service.games.medievalia.actions.end_turn import EndTurn
from referee_service.games.medievalia.actions.strike import Strike
from referee_service.games.medievalia.actions.take_damage import TakeDamage
from referee_service.games.medievalia.fiefs import is_neutral
from referee_service.games.medievalia.state import DrawDeck, GameEnd, Pile, prestige
from referee_service.kernel.actions.pay_cheapest import PayCheapest
from tests.games.medievalia.positions import (
    after,
    after_chance,
    asked,
    faults,
    given,
    gone,
    lands,
    legal,
    question,
    refusals,
    side,
    units,
    war,
    with_top,
)
from tests.games.rules import rule

SIX = "city+church+stable forest+blacksmith+carpenter farm+school mine+workshop"
"""Six points; a tower can be paid and stands on the farm."""


def over(state, *, scores=None):
    """The result of a game that ended."""
    result = GAME.result(state)
    assert result is not None
    if scores is not None:
        assert result.scores == scores
    return result


# --- prestige -------------------------------------------------------------------------------------------------------


@rule("ruling.prestige", "score.building")
def test_m25_the_seventh_point_wins_at_once():
    state = with_top(given(side(lands=SIX, units="peasant")), "tower")
    assert prestige(state, 0) == 6
    assert GAME.result(state) is None
    state = after(state, BuyBuilding(0, 3), PayCheapest())
    assert state.game_end == GameEnd("prestige", (0,))
    assert over(state, scores=(7, 0)).winners == (0,)
    assert [(line.rule, line.count, line.points) for line in over(state).lines[0]] == [("score.building", 7, 7)]
    assert not faults(state)


@rule("score.castle")
@pytest.mark.parametrize(("building", "points"), [("castle", 8), ("tower", 7)])
def test_the_castle_is_worth_two_points(building, points):
    state = with_top(given(side(lands=SIX, units="peasant peasant")), building)
    state = after(state, BuyBuilding(0, 3), PayCheapest())
    assert over(state).scores == (points, 0)
    assert ("score.castle" in {line.rule for line in over(state).lines[0]}) is (building == "castle")


def test_m25_a_second_building_of_a_kind_is_worth_nothing():
    state = given(side(lands=SIX.replace("school", "school+church"), units="peasant"))
    assert prestige(state, 0) == 6
    assert not faults(state)
    assert prestige(given(side(lands=SIX.replace("school", "school+bank"))), 0) == 7


def test_m25_destroyed_buildings_lose_their_points():
    state = given(side(lands="farm farm", units="knight@home_1"), side(lands="forest+bank+church"))
    assert prestige(state, 1) == 2
    state = after(war(state, "home_1", "knight"), Strike("host_1"))
    assert (prestige(state, 1), lands(state, 1)) == (0, [])


def test_m25_allies_need_eleven_points_together():
    mate = side(lands="farm+tower+fortress mine+bank")
    state = with_top(given(side(lands=SIX, units="peasant"), side(), mate, side()), "castle")
    assert prestige(state, 0) + prestige(state, 2) == 9
    state = after(state, BuyBuilding(0, 3), PayCheapest())
    assert state.game_end == GameEnd("prestige", (0, 2))
    assert over(state).winners == (0, 2)
    alone = with_top(given(side(lands=SIX, units="peasant"), side(), side(), side()), "tower")
    assert after_chance(after(alone, BuyBuilding(0, 3), PayCheapest())).game_end is None


# --- arms -----------------------------------------------------------------------------------------------------------


def razed(state, foe=1):
    """The position after knight, soldier and peasant have struck the city of an enemy in his fief."""
    state = after(war(state, f"home_{foe}", "knight soldier peasant", foe=foe), Strike("host_0"))
    return after(state, TakeDamage("peasant", 0), TakeDamage("soldier", 0))


HOST = "knight@home_1 soldier@home_1 peasant@home_1"


def test_a_destroyed_city_wins_the_game_of_two():
    state = razed(given(side(lands="farm farm", units=HOST), side(lands="farm", hand="mine")))
    assert state.game_end == GameEnd("military", (0,))
    assert over(state).ranking == ((0,), (1,))
    assert not faults(state)


@rule("ruling.eliminated")
def test_m30_m31_three_players_fight_until_one_city_stands():
    mine, dead = side(lands="farm farm", units=HOST), side(lands="farm+bank", units="archer!", hand="mine field")
    state = razed(given(mine, dead, side(lands="farm", units="soldier")))
    assert state.game_end is None
    assert not state.players[1].alive
    assert (gone(state, "mine"), gone(state, "field"), gone(state, "archer"), gone(state, "bank")) == (1, 1, 1, 1)
    assert is_neutral(state, "home_1")
    assert not is_neutral(state, "home_2")
    assert refusals(state, DeclareWar("home_1", 1)) >= {"declare_war.enemy"}
    assert not faults(state)
    state = after(state, EndTurn())
    assert asked(state) == (2, "choose_deck")


def test_m31_a_battle_in_the_fief_of_nobody_is_a_neutral_one():
    state = razed(given(side(lands="farm farm", units=HOST), side(), side(lands="farm", units="archer@home_1!")))
    assert refusals(state, DeclareWar("home_1", 2)) == {"declare_war.troops"}
    state = after_chance(after(state, EndTurn(), ChooseDeck("military")))
    state = after(state, DeclareWar("home_1", 0))
    assert asked(state) == (0, "take_damage")
    assert units(after(state, TakeDamage("knight", 0)), 2) == []


def test_m31_a_surviving_ally_still_needs_eleven():
    state = razed(given(side(lands="farm farm", units=HOST), side(), side(), side(lands="farm+bank")))
    assert state.game_end is None
    assert [player.alive for player in state.players] == [True, False, True, True]


# --- sieges ---------------------------------------------------------------------------------------------------------


def besieged(**more):
    """A position in which the fief of seat 1 holds a soldier of seat 0, when seat 0 ends the turn."""
    yours = {"lands": "farm", "units": "", **more}
    return after(given(side(lands="farm farm", units="soldier@home_1"), side(**yours)), EndTurn())


@rule("ruling.siege")
@pytest.mark.parametrize(
    ("places", "guards", "counted"),
    [
        ("farm", "", 1),
        ("farm", "peasant", 1),
        ("farm", "peasant#1", 0),
        ("farm", "peasant#0", 1),
        ("farm+tower", "", 0),
        ("farm+bank", "", 1),
        ("", "", 1),
    ],
)
def test_m12_a_siege_counts_while_no_territory_is_guarded(places, guards, counted):
    assert besieged(lands=places, units=guards).players[1].siege == counted


def test_without_enemies_in_the_fief_the_count_begins_anew():
    state = given(side(lands="farm", units="soldier@neutral_0"), side(lands="farm", siege=2))
    assert after(state, EndTurn()).players[1].siege == 0


def test_turned_enemies_besiege_too():
    state = given(side(lands="farm", units="soldier@home_1!"), side(lands="farm"))
    assert after(state, EndTurn()).players[1].siege == 1


def test_a_city_falls_at_the_third_start_of_a_turn_under_siege_before_drawing():
    state = besieged(siege=1)
    assert (state.players[1].siege, asked(state)) == (2, (1, "choose_deck"))
    state = besieged(siege=2)
    assert state.game_end == GameEnd("military", (0,))


def test_a_siege_of_three_turns_as_it_is_played():
    state = given(side(lands="farm farm", units="soldier@home_1"), side(lands="farm"))
    for turn in range(3):
        assert (state.game_end is None, state.players[1].siege) == (True, turn)
        state = after(state, EndTurn())
        if state.game_end is None:
            state = after_chance(after(state, ChooseDeck("military")))
            state = after_chance(after(state, EndTurn(), ChooseDeck("military")))
    assert state.game_end == GameEnd("military", (0,))


def test_m28_an_ally_s_card_in_the_fief_breaks_the_siege():
    mine = side(lands="farm farm", units="soldier@home_1")
    alone = after(given(mine, side(lands="farm", siege=1), side(), side()), EndTurn())
    helped = after(
        given(mine, side(lands="farm", siege=1), side(), side(lands="farm", units="peasant@home_1")), EndTurn()
    )
    assert (alone.players[1].siege, helped.players[1].siege) == (2, 0)


# --- running out ----------------------------------------------------------------------------------------------------


def with_decks(state, *sizes):
    """The position with decks of so many cards, the rest being out of the game."""
    decks = tuple(
        DrawDeck((("field", 1),) if size > 1 and at == 0 else (), deck.last if size else "")
        for at, (deck, size) in enumerate(zip(state.decks, sizes, strict=True))
    )
    return replace(state, decks=decks)


@rule("ruling.card_end")
@pytest.mark.parametrize(("sizes", "ends"), [((1, 0, 1), True), ((1, 1, 1), False), ((2, 0, 1), False)])
def test_m32_m33_the_game_stops_at_once_when_two_decks_are_empty(sizes, ends):
    state = with_decks(after(given(side()), EndTurn()), *sizes)
    state = after_chance(after(state, ChooseDeck("territory")))
    assert (state.game_end == GameEnd("cards")) is ends
    assert (question(state) is None) is ends


def test_m32_the_last_building_bought_ends_the_game():
    state = with_top(given(side(lands="city+church forest field", units="peasant"), side(lands="farm+bank")), "tower")
    state = replace(state, piles=(Pile("tower", 0), Pile("", 0), Pile("", 0)), hidden_buildings=())
    state = after(state, BuyBuilding(0, 2), PayCheapest())
    assert state.game_end == GameEnd("cards")
    assert over(state).winners == (0,)


def stopped(*players):
    """The result when cards run out now."""
    state = with_decks(after(given(*players), EndTurn()), 1, 0, 1)
    return over(after_chance(after(state, ChooseDeck("territory"))))


@pytest.mark.parametrize(
    ("mine", "yours", "winners"),
    [
        (side(lands="farm+bank"), side(lands="mine mine"), (0,)),
        (side(lands="mine", units="peasant#1"), side(lands="mine"), (0,)),
        (side(lands="mine"), side(lands="mine"), (1,)),
        (side(lands="mine", hand="field"), side(lands="mine"), (0, 1)),
        (side(lands="mine", hand="field field"), side(lands="mine"), (0,)),
    ],
    ids=["points", "gold", "cards drawn last", "a draw", "cards"],
)
def test_m32_most_points_then_gold_output_then_cards_in_hand_then_a_draw(mine, yours, winners):
    """Seat 1 draws the last card of the second deck, so it holds one more."""
    assert stopped(mine, yours).winners == winners


def test_m32_allies_add_up():
    bank, two = side(lands="farm+bank"), side(lands="farm+church+stable")
    assert stopped(bank, two, side(lands="farm+tower"), side()).winners in ((0, 2), (1, 3))
    assert stopped(bank, two, side(lands="farm+tower+fortress"), side()).winners == (0, 2)


def test_m33_nothing_is_finished_after_the_end():
    state = with_decks(after(given(side()), EndTurn()), 1, 0, 1)
    state = after_chance(after(state, ChooseDeck("territory")))
    assert legal(state) == []
    assert state.pending == ()
