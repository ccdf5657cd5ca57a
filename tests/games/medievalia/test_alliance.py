"""Four players in two alliances."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.actions.ask_ally import AskAlly
from referee_service.games.medievalia.actions.buy_building import BuyBuilding
from referee_service.games.medievalia.actions.declare_war import DeclareWar
from referee_service.games.medievalia.actions.end_turn import EndTurn
from referee_service.games.medievalia.actions.march import March
from referee_service.games.medievalia.actions.play_territory import PlayTerritory
from referee_service.games.medievalia.actions.recruit import Recruit
from referee_service.games.medievalia.actions.station import Station
from referee_service.games.medievalia.decisions.alliance import Contribute, HandOver
from referee_service.games.medievalia.decisions.battle import Engage, Enlist, Ready, Strike
from referee_service.games.medievalia.decisions.support import Shoot
from referee_service.games.medievalia.fiefs import enemies, teams
from referee_service.games.medievalia.payment.rules import price_of
from referee_service.kernel.actions.decline import Decline
from referee_service.kernel.actions.pay import Pay
from referee_service.kernel.tuples import with_player
from tests.games.medievalia.positions import (
    EIGHT_FED,
    after,
    begin_battle,
    buy,
    checked_position,
    draw,
    given,
    hand,
    holdings,
    lands,
    legal,
    possible,
    prestige_of,
    question,
    refusals,
    seat_and_question,
    turned_cards,
    unit_words,
    units,
    until_turn_of,
    with_deck_size,
)
from tests.games.rules import rule

ALLY = holdings(lands="farm forest", units="peasant", hand="soldier field")


NOTHING = holdings()


BANK = 0


def after_asking_ally(**holding):
    """Return the position after seat 0 has asked seat 2 for help."""
    return after(given(holdings(**holding), holdings(), ALLY, holdings()), AskAlly())


def four_players(first: dict, second: dict = NOTHING, third: dict = NOTHING, fourth: dict = NOTHING):
    """Return a position of two alliances: seats 0 and 2 against seats 1 and 3."""
    return checked_position(first, second, third, fourth)


def before_bank_purchase(ally: dict):
    """Return a position in which seat 0 has two workforce and one energy, too little for the bank on pile 0."""
    state = four_players(holdings(lands="city! forest farm", units="peasant peasant"), NOTHING, ally)
    assert state.piles[BANK].top == "bank"
    return state


# --- help with purchases ---------------------------------------------------------------------------------------------


@rule("ask_ally.ally")
def test_only_an_ally_in_the_game_is_asked():
    assert refusals(given(holdings()), AskAlly()) == {"ask_ally.ally"}
    four = given(holdings(), holdings(), holdings(), holdings())
    assert not refusals(four, AskAlly())
    assert refusals(with_player(four, 2, alive=False), AskAlly()) == {"ask_ally.ally"}


@rule("ask_ally.once")
def test_the_ally_is_asked_once_before_each_purchase():
    state = after(after_asking_ally(hand="field field"), HandOver(None))
    assert refusals(state, AskAlly()) == {"ask_ally.once"}
    state = after(state, PlayTerritory("field"), Pay("host_0"))
    assert not refusals(state, AskAlly())


@rule("contribute.source")
def test_m29_the_ally_turns_unturned_cards_at_home_or_discards_without_powers():
    state = after_asking_ally(hand="field")
    assert seat_and_question(state) == (2, "ally_help")
    assert refusals(state, Contribute("host_3")) == {"payment.land"}
    assert refusals(state, Contribute("convert_food_gold")) == {"contribute.source"}
    state = after(state, Contribute("host_1"), Contribute("peasant"), Contribute("discard_soldier_gold"))
    assert dict(state.pending[-1].pool) == {"food": 2, "gold": 1, "workforce": 1}
    assert turned_cards(state, 2) == ["1:farm", "peasant"]
    assert hand(state, 2) == {"field": 1}


@rule("hand_over.surcharge")
def test_the_first_transfer_of_a_turn_costs_a_resource():
    state = after(after_asking_ally(hand="field field"), Contribute("host_1"))
    assert refusals(state, HandOver(None)) == {"hand_over.surcharge"}
    state = after(state, HandOver("food"))
    assert state.ally_pool == (("food", 1),)
    state = after(state, PlayTerritory("field"), Pay("host_0"), AskAlly(), Contribute("peasant"))
    assert refusals(state, HandOver("workforce")) == {"hand_over.surcharge"}
    assert after(state, HandOver(None)).ally_pool == (("workforce", 1),)


@rule("hand_over.lost")
def test_the_lost_resource_must_have_been_produced():
    state = after(after_asking_ally(), Contribute("host_1"))
    assert refusals(state, HandOver("gold")) == {"hand_over.lost"}
    assert not refusals(state, HandOver("food"))


@rule("ruling.alliance")
def test_m29_the_help_serves_the_next_purchase_and_the_rest_is_lost():
    state = after(after_asking_ally(lands="city!", hand="field field"), Contribute("peasant"), Contribute("host_0"))
    state = after(state, HandOver("workforce"))
    assert not refusals(state, PlayTerritory("field"))
    state = after(state, PlayTerritory("field"))
    assert (lands(state), state.ally_pool, question(state)) == (["field"], (), "actions")
    assert refusals(state, PlayTerritory("field")) == {"play_territory.price"}
    unused = after(after_asking_ally(hand="field"), Contribute("host_1"), HandOver("food"), EndTurn())
    assert unused.ally_pool == ()


def test_m29_a_helping_ally_moves_no_unit():
    state = after_asking_ally(hand="field")
    assert {type(action).__struct_config__.tag for action in legal(state)} == {"contribute", "hand_over"}
    assert replace(state, pending=()).players[2] == state.players[2]


def test_an_ally_is_asked_before_anything_is_turned_and_may_refuse():
    """Ruling M-29."""
    state = before_bank_purchase(holdings(lands="mine", units=""))
    before = state.players
    state = after(state, AskAlly())
    assert seat_and_question(state) == (2, "ally_help")
    state = possible(after(state, HandOver(None)))
    assert state.players == before
    assert refusals(state, AskAlly()) == {"ask_ally.once"}
    assert refusals(state, BuyBuilding(BANK, 2)) == {"buy_building.price"}


def test_help_of_an_ally_costs_one_resource_only_the_first_time_in_a_turn():
    """The ally produces three gold and one is lost. The second transfer of the turn is free."""
    ally = holdings(lands="mine farm forest", units="peasant#1 peasant#1")
    state = after(before_bank_purchase(ally), AskAlly(), Contribute("host_1"))
    assert refusals(state, HandOver(None)) == {"hand_over.surcharge"}
    assert refusals(state, HandOver("food")) == {"hand_over.lost"}
    state = possible(after(state, HandOver("gold")))
    assert dict(state.ally_pool) == {"gold": 2}
    state = buy(state, BuyBuilding(BANK, 2), "host_1", "peasant", "peasant")
    assert state.players[0].lands[2].buildings == ("bank",)
    assert turned_cards(state, 2) == ["1:mine", "peasant", "peasant"]
    state = after(state, AskAlly(), Contribute("host_3"))
    assert refusals(state, HandOver("energy")) == {"hand_over.surcharge"}
    assert dict(after(state, HandOver(None)).ally_pool) == {"energy": 1}


def test_an_ally_helps_with_hand_cards_but_not_with_powers():
    """An artist works on the mine, but doubles nothing outside its owner's turn."""
    ally = holdings(lands="mine farm", units="artist#1 merchant bureaucrat", hand="field")
    state = after(before_bank_purchase(ally), AskAlly())
    sources = {each.source for each in legal(state, "contribute")}
    assert {"host_1", "host_2", "merchant", "bureaucrat", "discard_field_gold"} <= sources
    assert not [source for source in sources if "power" in source or "muse" in source or source.startswith("host_1_")]
    assert dict(after(state, Contribute("host_1")).pending[-1].pool) == {"gold": 2}


def test_an_allys_building_does_not_reduce_costs():
    """Ruling M-29."""
    state = four_players(holdings(lands="farm", hand="knight"), NOTHING, holdings(lands="farm+stable"))
    assert dict(price_of(state, "knight"))["gold"] == 3
    assert refusals(state, Recruit("knight")) == {"recruit.price"}


def test_cards_turned_by_an_ally_stay_turned_until_the_allys_turn():
    """The ally unturns them in its own turn."""
    state = after(
        four_players(
            holdings(lands="farm", hand="field farm"), NOTHING, holdings(lands="farm", units="peasant peasant")
        ),
        AskAlly(),
    )
    state = after(state, Contribute("peasant"), Contribute("peasant"), HandOver("workforce"))
    state = possible(after(state, PlayTerritory("field")))
    assert lands(state) == ["farm", "field"]
    state = until_turn_of(state, 2)
    assert turned_cards(state, 2) == ["peasant", "peasant"]
    assert turned_cards(draw(state), 2) == []


def test_no_player_produces_for_an_ally_who_is_not_in_turn():
    state = until_turn_of(four_players(holdings(lands="farm", units="peasant"), NOTHING, holdings(lands="farm")), 1)
    assert refusals(state, AskAlly(), seat=0) == {"referee.seat"}
    assert refusals(draw(state), Pay("peasant"), seat=0) == {"referee.seat"}


# --- fiefs and battles -----------------------------------------------------------------------------------------------


def test_m29_allies_sit_opposite_and_neighbours_are_enemies():
    state = given(seats=4)
    assert teams(4) == ((0, 2), (1, 3))
    assert enemies(state, 0) == [1, 3]


def test_m29_units_may_enter_the_allys_fief_but_not_work_there():
    state = given(
        holdings(lands="farm", units="soldier@neutral_1 peasant@home_2"), holdings(), holdings(lands="farm"), holdings()
    )
    assert refusals(state, Station("peasant", None, 1)) == {"station.card"}
    assert not refusals(state, March("soldier", "neutral_1", "home_2"))


def test_m29_the_ally_supports_a_battle_with_archers_and_priests():
    state = given(
        holdings(lands="farm", units="soldier@home_1"),
        holdings(lands="farm", units="infantry"),
        holdings(lands="farm", units="archer@neutral_1"),
        holdings(lands="farm", units="archer@neutral_0 priest@neutral_0"),
    )
    state = begin_battle(state, "home_1", "soldier", against={1: "infantry"})
    assert seat_and_question(state) == (2, "shoot")
    state = after(state, Shoot("archer", "neutral_1", None, "infantry", "army_1"))
    assert seat_and_question(state) == (3, "shoot")
    state = after(state, Decline())
    assert seat_and_question(state) == (3, "heal")
    assert {action.target for action in legal(state, "heal")} == {"infantry"}


def test_m29_an_attacked_player_defends_alone():
    state = given(
        holdings(lands="farm", units="soldier@home_1"),
        holdings(lands="farm", units="infantry"),
        holdings(),
        holdings(lands="farm", units="soldier@home_1"),
    )
    state = begin_battle(state, "home_1", "soldier")
    assert {action.target for action in legal(state)} == {"host_0", "host_1", "infantry"}


def test_an_ally_defends_only_with_archers_and_priests():
    """Ruling M-29: the ally's soldier in the fief stays out, its archer next to it shoots, its priest is too far."""
    state = four_players(
        holdings(lands=EIGHT_FED, units="soldier@home_1 bureaucrat"),
        holdings(lands="farm", units="peasant"),
        NOTHING,
        holdings(lands=EIGHT_FED, units="soldier@home_1 archer@neutral_0 priest"),
    )
    state = after(state, DeclareWar("home_1", 1), Enlist("soldier", 1), Ready())
    assert seat_and_question(state) == (1, "engage")
    assert {each.card for each in legal(state, "engage")} == {"peasant"}
    state = after(state, Engage("peasant", 1))
    assert seat_and_question(state) == (3, "shoot")
    state = possible(after(state, Shoot("archer", "neutral_0", None, "soldier", "army_1")))
    assert seat_and_question(state) == (0, "war")
    assert units(state) == ["bureaucrat"]


def test_units_in_an_allys_fief_are_defended_by_their_owner():
    """They must all fight. The ally who owns the fief does not."""
    state = four_players(
        holdings(lands=EIGHT_FED, units="soldier@home_1"),
        holdings(lands="farm", units="soldier"),
        NOTHING,
        holdings(lands=EIGHT_FED, units="soldier@home_1 peasant@home_1"),
    )
    state = after(state, DeclareWar("home_1", 3), Enlist("soldier", 1), Ready())
    assert seat_and_question(state) == (3, "engage")
    assert refusals(state, Ready()) == {"ready.all"}


def test_a_unit_may_leave_a_blocked_neutral_fief_to_the_allys_fief():
    """Ruling M-23."""
    state = four_players(
        holdings(lands=EIGHT_FED, units="soldier@neutral_1"), holdings(lands="farm", units="peasant@neutral_1")
    )
    assert not refusals(state, March("soldier", "neutral_1", "home_2"))
    assert refusals(state, March("soldier", "neutral_1", "home_1")) == {"march.blocked"}


def test_allies_fight_and_march_only_in_their_own_turns():
    """Allies never form one army, and they do not move in each other's turns."""
    state = four_players(
        holdings(lands=EIGHT_FED, units="soldier@home_1 peasant@home_1"),
        holdings(lands="farm", units="soldier!"),
        holdings(lands=EIGHT_FED, units="knight@home_1"),
    )
    assert refusals(state, March("knight", "home_1", "neutral_0"), seat=2) == {"referee.seat"}
    assert refusals(state, March("knight", "home_1", "neutral_0")) == {"march.card"}
    state = after(state, DeclareWar("home_1", 1))
    assert {each.card for each in legal(state, "enlist")} == {"soldier", "peasant"}


def test_cards_in_an_allys_fief_stand_free_there():
    """Ruling M-29: they neither work nor guard on the ally's lands."""
    state = four_players(holdings(lands=EIGHT_FED, units="peasant@home_2"), NOTHING, holdings(lands="farm"))
    assert refusals(state, Station("peasant", None, 1)) == {"station.card"}
    assert unit_words(state) == {"peasant@home_2"}


# --- end of the game -------------------------------------------------------------------------------------------------


def test_allies_need_eleven_points_counted_fief_by_fief():
    """Ruling M-25."""
    holding = "city+bank+school field+church+stable farm+blacksmith+carpenter field+workshop+tower"
    state = four_players(holdings(lands=holding), NOTHING, holdings(lands="field+fortress"))
    assert seat_and_question(state) == (0, "actions")
    assert prestige_of(state) == [8, 0, 1, 0]
    both = four_players(holdings(lands="field+church"), NOTHING, holdings(lands="field+stable"))
    assert prestige_of(both) == [1, 0, 1, 0]


@pytest.mark.parametrize(("place", "counted"), [("home_1!", 0), ("neutral_0", 3)])
def test_an_allys_card_in_the_fief_breaks_a_siege(place, counted):
    """Ruling M-28: turned or not. A unit in a neighbouring fief does not help."""
    state = four_players(
        holdings(lands=EIGHT_FED, units="soldier@home_1"),
        holdings(lands="farm", siege=2),
        NOTHING,
        holdings(lands=EIGHT_FED, units=f"peasant@{place}"),
    )
    state = possible(after(state, EndTurn()))
    assert state.players[1].alive is (counted == 0)


def test_the_ally_of_an_eliminated_player_plays_on():
    """Ruling M-31: the team loses only when both allies are eliminated."""
    state = four_players(
        holdings(lands=EIGHT_FED, units="knight@home_1 knight@home_1"),
        holdings(lands="farm"),
        NOTHING,
        holdings(lands=EIGHT_FED, units="peasant"),
    )
    state = after(begin_battle(state, "home_1", "knight knight"), Strike("host_0"))
    state = possible(after(state, legal(state)[0]) if question(state) == "take_damage" else state)
    assert [player.alive for player in state.players] == [True, False, True, True]
    assert seat_and_question(state) == (0, "war")
    assert seat_and_question(after(state, EndTurn())) == (2, "choose_deck")


def test_allies_add_up_their_points_when_cards_run_out():
    """Ruling M-32: points are equal, and then the gold output of both allies decides."""
    state = four_players(
        holdings(lands="field+church"), holdings(lands="mine+bank"), holdings(lands="mine"), holdings(lands="field")
    )
    state = with_deck_size(with_deck_size(state, "military", 0), "territory", 1)
    state = possible(draw(until_turn_of(possible(state), 1)))
    assert GAME.result(state).winners == (1, 3)
