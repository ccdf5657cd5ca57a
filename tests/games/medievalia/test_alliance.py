"""Four players in two alliances: help in purchases and conflicts."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.medievalia.actions.ask_ally import AskAlly
from referee_service.games.medievalia.actions.contribute import Contribute
from referee_service.games.medievalia.actions.end_turn import EndTurn
from referee_service.games.medievalia.actions.hand_over import HandOver
from referee_service.games.medievalia.actions.march import March
from referee_service.games.medievalia.actions.play_territory import PlayTerritory
from referee_service.games.medievalia.actions.shoot import Shoot
from referee_service.games.medievalia.actions.station import Station
from referee_service.games.medievalia.fiefs import enemies, teams
from referee_service.kernel.actions.decline import Decline
from referee_service.kernel.actions.pay import Pay
from referee_service.kernel.tuples import with_player
from tests.games.medievalia.positions import (
    after,
    asked,
    given,
    hand,
    lands,
    legal,
    question,
    refusals,
    side,
    turned,
    war,
)
from tests.games.rules import rule

ALLY = side(lands="farm forest", units="peasant", hand="soldier field")


def helped(**mine):
    """Seat 0 has asked seat 2 for help."""
    return after(given(side(**mine), side(), ALLY, side()), AskAlly())


@rule("ask_ally.ally")
def test_only_an_ally_in_the_game_is_asked():
    assert refusals(given(side()), AskAlly()) == {"ask_ally.ally"}
    four = given(side(), side(), side(), side())
    assert not refusals(four, AskAlly())
    assert refusals(with_player(four, 2, alive=False), AskAlly()) == {"ask_ally.ally"}


@rule("ask_ally.once")
def test_the_ally_is_asked_once_before_each_purchase():
    state = after(helped(hand="field field"), HandOver(None))
    assert refusals(state, AskAlly()) == {"ask_ally.once"}
    state = after(state, PlayTerritory("field"), Pay("host_0"))
    assert not refusals(state, AskAlly())


@rule("contribute.source")
def test_m29_the_ally_turns_unturned_cards_at_home_or_discards_without_powers():
    state = helped(hand="field")
    assert asked(state) == (2, "ally_help")
    assert refusals(state, Contribute("host_3")) == {"contribute.source"}
    assert refusals(state, Contribute("convert_food_gold")) == {"contribute.source"}
    state = after(state, Contribute("host_1"), Contribute("peasant"), Contribute("discard_soldier_gold"))
    assert dict(state.pending[-1].pool) == {"food": 2, "gold": 1, "workforce": 1}
    assert turned(state, 2) == ["1:farm", "peasant"]
    assert hand(state, 2) == {"field": 1}


@rule("hand_over.surcharge")
def test_the_first_transfer_of_a_turn_costs_a_resource():
    state = after(helped(hand="field field"), Contribute("host_1"))
    assert refusals(state, HandOver(None)) == {"hand_over.surcharge"}
    state = after(state, HandOver("food"))
    assert state.ally_pool == (("food", 1),)
    state = after(state, PlayTerritory("field"), Pay("host_0"), AskAlly(), Contribute("peasant"))
    assert refusals(state, HandOver("workforce")) == {"hand_over.surcharge"}
    assert after(state, HandOver(None)).ally_pool == (("workforce", 1),)


@rule("hand_over.lost")
def test_what_is_lost_was_produced():
    state = after(helped(), Contribute("host_1"))
    assert refusals(state, HandOver("gold")) == {"hand_over.lost"}
    assert not refusals(state, HandOver("food"))


@rule("ruling.alliance")
def test_m29_the_help_serves_the_next_purchase_and_the_rest_is_lost():
    state = after(helped(lands="city!", hand="field field"), Contribute("peasant"), Contribute("host_0"))
    state = after(state, HandOver("workforce"))
    assert not refusals(state, PlayTerritory("field"))
    state = after(state, PlayTerritory("field"))
    assert (lands(state), state.ally_pool, question(state)) == (["field"], (), "actions")
    assert refusals(state, PlayTerritory("field")) == {"play_territory.price"}
    unused = after(helped(hand="field"), Contribute("host_1"), HandOver("food"), EndTurn())
    assert unused.ally_pool == ()


def test_m29_partners_sit_opposite_and_neighbours_are_enemies():
    state = given(seats=4)
    assert teams(4) == ((0, 2), (1, 3))
    assert enemies(state, 0) == [1, 3]


def test_m30_three_players_are_all_enemies():
    assert enemies(given(seats=3), 1) == [0, 2]


def test_m29_troops_may_enter_the_partner_s_fief_but_not_work_there():
    state = given(side(lands="farm", units="soldier@neutral_1 peasant@home_2"), side(), side(lands="farm"), side())
    assert refusals(state, Station("peasant", None, 1)) == {"station.card"}
    assert not refusals(state, March("soldier", "neutral_1", "home_2"))


def test_m29_the_partner_adds_archers_and_priests_to_a_conflict():
    state = given(
        side(lands="farm", units="soldier@home_1"),
        side(lands="farm", units="infantry"),
        side(lands="farm", units="archer@neutral_1"),
        side(lands="farm", units="archer@neutral_0 priest@neutral_0"),
    )
    state = war(state, "home_1", "soldier", against={1: "infantry"})
    assert asked(state) == (2, "shoot")
    state = after(state, Shoot("archer", "neutral_1", None, "infantry", "army_1"))
    assert asked(state) == (3, "shoot")
    state = after(state, Decline())
    assert asked(state) == (3, "heal")
    assert {action.target for action in legal(state, "heal")} == {"infantry"}


def test_m29_an_attacked_player_defends_alone():
    state = given(
        side(lands="farm", units="soldier@home_1"),
        side(lands="farm", units="infantry"),
        side(),
        side(lands="farm", units="soldier@home_1"),
    )
    state = war(state, "home_1", "soldier")
    assert {action.target for action in legal(state)} == {"host_0", "host_1", "infantry"}


def test_m29_help_does_not_move_anything():
    state = helped(hand="field")
    assert {type(action).__struct_config__.tag for action in legal(state)} == {"contribute", "hand_over"}
    assert replace(state, pending=()).players[2] == state.players[2]
