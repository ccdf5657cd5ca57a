"""End of the game: prestige, arms, and decks or piles that run out."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.actions.buy_building import BuyBuilding
from referee_service.games.medievalia.actions.declare_war import DeclareWar
from referee_service.games.medievalia.actions.end_turn import EndTurn
from referee_service.games.medievalia.decisions.battle import Strike, TakeDamage
from referee_service.games.medievalia.decisions.cards import ChooseDeck
from referee_service.games.medievalia.fiefs import is_neutral
from referee_service.games.medievalia.state import DrawDeck, GameEnd, Pile, prestige
from referee_service.kernel.actions.pay_cheapest import PayCheapest
from tests.games.medievalia.positions import (
    AWAY,
    after,
    after_chance,
    begin_battle,
    checked_position,
    draw,
    faults,
    given,
    holdings,
    lands,
    legal,
    pay_for,
    possible,
    prestige_of,
    question,
    refusals,
    removed_count,
    seat_and_question,
    units,
    until_turn_of,
    with_deck_size,
    with_last_building,
    with_top,
)
from tests.games.rules import rule

SIX_POINTS = "city+church+stable forest+blacksmith+carpenter farm+school mine+workshop"
"""Lands with six points. They can pay for a tower on the farm."""


SIX_KINDS = "city+bank+school field+church+stable farm+blacksmith+carpenter"
"""Lands with six kinds of buildings."""


def final_result(state, *, scores=None):
    """Return the result of a finished game, and check its scores if they are given."""
    result = GAME.result(state)
    assert result is not None
    if scores is not None:
        assert result.scores == scores
    return result


# --- prestige --------------------------------------------------------------------------------------------------------


@rule("ruling.prestige", "score.building")
def test_m25_the_seventh_point_wins_at_once():
    state = with_top(given(holdings(lands=SIX_POINTS, units="peasant")), "tower")
    assert prestige(state, 0) == 6
    assert GAME.result(state) is None
    state = after(state, BuyBuilding(0, 3), PayCheapest())
    assert state.game_end == GameEnd("prestige", (0,))
    assert final_result(state, scores=(7, 0)).winners == (0,)
    assert [(line.rule, line.count, line.points) for line in final_result(state).lines[0]] == [("score.building", 7, 7)]
    assert not faults(state)


@rule("score.castle")
@pytest.mark.parametrize(("building", "points"), [("castle", 8), ("tower", 7)])
def test_the_castle_is_worth_two_points(building, points):
    state = with_top(given(holdings(lands=SIX_POINTS, units="peasant peasant")), building)
    state = after(state, BuyBuilding(0, 3), PayCheapest())
    assert final_result(state).scores == (points, 0)
    assert ("score.castle" in {line.rule for line in final_result(state).lines[0]}) is (building == "castle")


def test_m25_a_second_building_of_a_kind_is_worth_nothing():
    state = given(holdings(lands=SIX_POINTS.replace("school", "school+church"), units="peasant"))
    assert prestige(state, 0) == 6
    assert not faults(state)
    assert prestige(given(holdings(lands=SIX_POINTS.replace("school", "school+bank"))), 0) == 7


def test_m25_destroyed_buildings_lose_their_points():
    state = given(holdings(lands="farm farm", units="knight@home_1"), holdings(lands="forest+bank+church"))
    assert prestige(state, 1) == 2
    state = after(begin_battle(state, "home_1", "knight"), Strike("host_1"))
    assert (prestige(state, 1), lands(state, 1)) == (0, [])


def test_m25_allies_need_eleven_points_together():
    mate = holdings(lands="farm+tower+fortress mine+bank")
    state = with_top(given(holdings(lands=SIX_POINTS, units="peasant"), holdings(), mate, holdings()), "castle")
    assert prestige(state, 0) + prestige(state, 2) == 9
    state = after(state, BuyBuilding(0, 3), PayCheapest())
    assert state.game_end == GameEnd("prestige", (0, 2))
    assert final_result(state).winners == (0, 2)
    alone = with_top(given(holdings(lands=SIX_POINTS, units="peasant"), holdings(), holdings(), holdings()), "tower")
    assert after_chance(after(alone, BuyBuilding(0, 3), PayCheapest())).game_end is None


@pytest.mark.parametrize("second", ["+church", ""])
def test_a_second_building_of_a_kind_counts_nothing_and_a_castle_two(second):
    """Church, school, bank and castle make five, with or without a second church."""
    state = checked_position(
        holdings(lands=f"city+castle+school farm+church+bank farm{second}"), holdings(lands="field+stable")
    )
    assert prestige_of(state) == [5, 1]


def test_seven_points_win_at_once_during_the_actions():
    """Ruling M-25: six points and a castle make eight, and no other player has a turn."""
    state = with_top(
        checked_position(
            holdings(lands=f"{SIX_KINDS} mine", units="bureaucrat bureaucrat bureaucrat peasant"), holdings()
        ),
        "castle",
    )
    state = pay_for(possible(state), BuyBuilding(0, 3), *["bureaucrat_power"] * 3, "peasant")
    assert GAME.turn(possible(state)) is None
    assert state.game_end.victory == "prestige"
    assert GAME.result(state).winners == (0,)
    assert prestige_of(state) == [8, 0]


def test_a_destroyed_building_loses_its_points_and_leaves_the_game():
    """Rulings M-10 and M-25."""
    state = checked_position(
        holdings(lands="farm", units=f"knight@{AWAY} knight@{AWAY}"), holdings(lands="city+bank+school farm+castle")
    )
    assert prestige_of(state) == [0, 4]
    state = possible(after(begin_battle(state, AWAY, "knight knight"), Strike("host_1")))
    while question(state) == "take_damage":
        state = after(state, legal(state)[0])
    assert prestige_of(state) == [0, 2]
    assert removed_count(state, "castle") == 1
    assert lands(state, 1) == []


# --- arms ------------------------------------------------------------------------------------------------------------


def after_city_falls(state, foe=1):
    """Return the position after knight, soldier and peasant have destroyed the city of an enemy."""
    state = after(begin_battle(state, f"home_{foe}", "knight soldier peasant", foe=foe), Strike("host_0"))
    return after(state, TakeDamage("peasant", 0), TakeDamage("soldier", 0))


INVADERS = "knight@home_1 soldier@home_1 peasant@home_1"


def test_a_destroyed_city_wins_the_game_of_two():
    state = after_city_falls(given(holdings(lands="farm farm", units=INVADERS), holdings(lands="farm", hand="mine")))
    assert state.game_end == GameEnd("military", (0,))
    assert final_result(state).ranking == ((0,), (1,))
    assert not faults(state)


@rule("ruling.eliminated")
def test_m30_m31_three_players_fight_until_one_city_stands():
    seat_0, dead = (
        holdings(lands="farm farm", units=INVADERS),
        holdings(lands="farm+bank", units="archer!", hand="mine field"),
    )
    state = after_city_falls(given(seat_0, dead, holdings(lands="farm", units="soldier")))
    assert state.game_end is None
    assert not state.players[1].alive
    assert (
        removed_count(state, "mine"),
        removed_count(state, "field"),
        removed_count(state, "archer"),
        removed_count(state, "bank"),
    ) == (1, 1, 1, 1)
    assert is_neutral(state, "home_1")
    assert not is_neutral(state, "home_2")
    assert refusals(state, DeclareWar("home_1", 1)) >= {"declare_war.enemy"}
    assert not faults(state)
    state = after(state, EndTurn())
    assert seat_and_question(state) == (2, "choose_deck")


def test_m31_a_battle_in_the_fief_of_an_eliminated_player_is_neutral():
    state = after_city_falls(
        given(
            holdings(lands="farm farm", units=INVADERS),
            holdings(lands="farm"),
            holdings(lands="farm", units="archer@home_1!"),
        )
    )
    assert refusals(state, DeclareWar("home_1", 2)) == {"declare_war.troops"}
    state = after_chance(after(state, EndTurn(), ChooseDeck("military")))
    state = after(state, DeclareWar("home_1", 0))
    assert seat_and_question(state) == (0, "take_damage")
    assert units(after(state, TakeDamage("knight", 0)), 2) == []


def test_m31_a_surviving_ally_still_needs_eleven():
    state = after_city_falls(
        given(
            holdings(lands="farm farm", units=INVADERS), holdings(lands="farm"), holdings(), holdings(lands="farm+bank")
        )
    )
    assert state.game_end is None
    assert [player.alive for player in state.players] == [True, False, True, True]


# --- empty decks and piles -------------------------------------------------------------------------------------------


def with_decks(state, *sizes):
    """Return the position with decks of these sizes. A deck has at most one card besides its last card."""
    decks = tuple(
        DrawDeck((("field", 1),) if size > 1 and at == 0 else (), deck.last if size else "")
        for at, (deck, size) in enumerate(zip(state.decks, sizes, strict=True))
    )
    return replace(state, decks=decks)


@rule("ruling.card_end")
@pytest.mark.parametrize(("sizes", "ends"), [((1, 0, 1), True), ((1, 1, 1), False), ((2, 0, 1), False)])
def test_m32_m33_the_game_stops_at_once_when_two_decks_are_empty(sizes, ends):
    state = with_decks(after(given(holdings()), EndTurn()), *sizes)
    state = after_chance(after(state, ChooseDeck("territory")))
    assert (state.game_end == GameEnd("cards")) is ends
    assert (question(state) is None) is ends


def test_m32_the_last_building_bought_ends_the_game():
    state = with_top(
        given(holdings(lands="city+church forest field", units="peasant"), holdings(lands="farm+bank")), "tower"
    )
    state = replace(state, piles=(Pile("tower", 0), Pile("", 0), Pile("", 0)), hidden_buildings=())
    state = after(state, BuyBuilding(0, 2), PayCheapest())
    assert state.game_end == GameEnd("cards")
    assert final_result(state).winners == (0,)


def result_after_last_card(*players):
    """Return the result after seat 1 has drawn the last card of the second deck."""
    state = with_decks(after(given(*players), EndTurn()), 1, 0, 1)
    return final_result(after_chance(after(state, ChooseDeck("territory"))))


@pytest.mark.parametrize(
    ("seat_0", "seat_1", "winners"),
    [
        (holdings(lands="farm+bank"), holdings(lands="mine mine"), (0,)),
        (holdings(lands="mine", units="peasant#1"), holdings(lands="mine"), (0,)),
        (holdings(lands="mine"), holdings(lands="mine"), (1,)),
        (holdings(lands="mine", hand="field"), holdings(lands="mine"), (0, 1)),
        (holdings(lands="mine", hand="field field"), holdings(lands="mine"), (0,)),
    ],
    ids=["points", "gold", "cards drawn last", "a draw", "cards"],
)
def test_m32_most_points_then_gold_output_then_cards_in_hand_then_a_draw(seat_0, seat_1, winners):
    """Seat 1 draws the last card of the second deck, so it has one more card."""
    assert result_after_last_card(seat_0, seat_1).winners == winners


def test_m32_allies_add_up():
    bank, two = holdings(lands="farm+bank"), holdings(lands="farm+church+stable")
    assert result_after_last_card(bank, two, holdings(lands="farm+tower"), holdings()).winners in ((0, 2), (1, 3))
    assert result_after_last_card(bank, two, holdings(lands="farm+tower+fortress"), holdings()).winners == (0, 2)


def test_m33_no_action_is_possible_after_the_end():
    state = with_decks(after(given(holdings()), EndTurn()), 1, 0, 1)
    state = after_chance(after(state, ChooseDeck("territory")))
    assert legal(state) == []
    assert state.pending == ()


def test_the_game_goes_on_until_the_last_building_is_bought():
    """Ruling M-32: only the decks end the game when two of three are empty."""
    state = checked_position(holdings(lands="farm", units="bureaucrat bureaucrat"), holdings())
    state = possible(with_last_building(with_top(state, "tower"), 0))
    assert [bool(pile.top) for pile in state.piles] == [True, False, False]
    assert seat_and_question(state) == (0, "actions")


@pytest.mark.parametrize(("foe", "winner"), [("field+bank+school farm+church", 1), ("field", 0)])
def test_the_last_building_counts_for_its_buyer_and_then_points_decide(foe, winner):
    """Rulings M-25 and M-33."""
    state = checked_position(holdings(lands="farm field+stable", units="bureaucrat bureaucrat"), holdings(lands=foe))
    state = possible(with_last_building(with_top(state, "tower"), 0))
    state = possible(pay_for(state, BuyBuilding(0, 0), *["bureaucrat_power"] * 2))
    assert GAME.turn(state) is None
    assert (state.game_end.victory, GAME.result(state).winners) == ("cards", (winner,))


def test_a_last_building_that_brings_the_seventh_point_wins_by_prestige():
    """Ruling M-25: the points of the others do not matter."""
    state = checked_position(
        holdings(lands=f"{SIX_KINDS} farm", units="bureaucrat bureaucrat"), holdings(lands="field+church")
    )
    state = possible(with_last_building(with_top(state, "tower"), 0))
    state = possible(pay_for(state, BuyBuilding(0, 3), *["bureaucrat_power"] * 2))
    assert (state.game_end.victory, GAME.result(state).winners) == ("prestige", (0,))


def after_last_card(seat_0: dict, seat_1: dict):
    """Return the position after seat 1 has drawn the last card of the second deck."""
    state = with_deck_size(with_deck_size(checked_position(seat_0, seat_1), "military", 0), "territory", 1)
    return possible(draw(until_turn_of(possible(state), 1)))


@pytest.mark.parametrize(
    ("seat_0", "seat_1", "winners"),
    [
        ({"lands": "field+church"}, {"lands": "field"}, (0,)),
        (  # gold output decides: 4 against 3; artists and merchants do not help, turned or not
            {"lands": "mine+bank! farm", "units": "peasant#1 peasant#1"},
            {"lands": "mine mine+church farm farm", "units": "artist merchant"},
            (0,),
        ),
        ({"lands": "mine", "hand": "farm farm farm"}, {"lands": "mine", "hand": "farm farm farm"}, (1,)),  # 3 against 4
        ({"hand": "farm"}, {}, (0, 1)),  # one card each in the end
    ],
)
def test_who_wins_when_cards_run_out(seat_0, seat_1, winners):
    """Ruling M-32: points, then gold output, then cards in hand, then a draw."""
    state = after_last_card(holdings(**seat_0), holdings(**seat_1))
    assert GAME.turn(state) is None
    assert GAME.result(state).winners == winners


def test_no_player_has_another_turn_after_the_last_draw():
    """Ruling M-33."""
    state = after_last_card(holdings(hand="field"), holdings(lands="city!"))
    assert state.phase == "over"
    assert state.players[1].lands[0].turned
