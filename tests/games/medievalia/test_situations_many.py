"""Situations of three players, and of two alliances."""

from __future__ import annotations

import pytest

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.actions.ask_ally import AskAlly
from referee_service.games.medievalia.actions.buy_building import BuyBuilding
from referee_service.games.medievalia.actions.contribute import Contribute
from referee_service.games.medievalia.actions.declare_war import DeclareWar
from referee_service.games.medievalia.actions.end_turn import EndTurn
from referee_service.games.medievalia.actions.engage import Engage
from referee_service.games.medievalia.actions.enlist import Enlist
from referee_service.games.medievalia.actions.hand_over import HandOver
from referee_service.games.medievalia.actions.march import March
from referee_service.games.medievalia.actions.play_territory import PlayTerritory
from referee_service.games.medievalia.actions.ready import Ready
from referee_service.games.medievalia.actions.recruit import Recruit
from referee_service.games.medievalia.actions.shoot import Shoot
from referee_service.games.medievalia.actions.station import Station
from referee_service.games.medievalia.actions.strike import Strike
from referee_service.games.medievalia.payment.rules import price_of
from referee_service.kernel.actions.pay import Pay
from tests.games.medievalia.positions import after, asked, lands, legal, question, refusals, side, turned, units, war
from tests.games.medievalia.situations import draws, passes_to, pays, position, prestige_of, sound, standing_at, thinned

NOBODY = side()
FED = "farm farm"


# --- three players --------------------------------------------------------------------------------------------------


def test_three_players_sit_in_a_triangle():
    """M-30: a neutral fief between any two; nobody has an ally."""
    cards = " ".join(f"soldier@neutral_{at}" for at in range(3))
    state = position(side(lands=FED, units=cards), NOBODY, NOBODY)
    assert {(each.origin, each.to) for each in legal(state, "march")} == {
        *(("neutral_0", "home_0"), ("neutral_0", "home_1")),
        *(("neutral_1", "home_1"), ("neutral_1", "home_2")),
        *(("neutral_2", "home_2"), ("neutral_2", "home_0")),
    }
    assert refusals(position(NOBODY, NOBODY, NOBODY), AskAlly()) == {"ask_ally.ally"}


def three_in_one_fief():
    """Seats 0 and 1 both have troops in the fief of seat 2."""
    return position(
        side(lands=FED, units="soldier@home_2 soldier@home_2"),
        side(lands=FED, units="peasant@home_2 archer@home_2"),
        side(lands=FED, units="soldier"),
    )


def test_an_attacker_names_one_of_two_enemies_and_the_other_stays_out():
    """L319, M-18: no second battle there, for away from home everybody has fought."""
    state = three_in_one_fief()
    assert {(each.fief, each.seat) for each in legal(state, "declare_war")} == {("home_2", 1), ("home_2", 2)}
    fought = war(state, "home_2", "soldier soldier", foe=2, against={1: "soldier"})
    fought = after(fought, legal(fought)[0]) if question(fought) == "take_damage" else fought
    assert asked(fought) == (0, "war")
    assert refusals(fought, DeclareWar("home_2", 1)) == {"declare_war.troops"}
    assert sorted(units(fought, 1)) == ["archer", "peasant"]


def test_a_guest_who_is_attacked_uses_everybody_and_no_land_of_the_host_is_struck():
    """L319: seat 1 is away from home too; an archer may stay behind."""
    state = after(three_in_one_fief(), DeclareWar("home_2", 1), Enlist("soldier", 1), Enlist("soldier", 2), Ready())
    assert asked(state) == (1, "engage")
    assert refusals(state, Ready()) == {"ready.all"}
    state = after(state, Engage("peasant", 1), Ready())
    assert {each.target for each in legal(state)} == {"army_1", "archer"}


def test_a_third_player_shoots_in_no_ones_fight():
    """L595: neither attacked nor allied."""
    state = position(
        side(lands=FED, units="soldier@neutral_0"),
        side(lands=FED, units="soldier@neutral_0"),
        side(lands=FED, units="archer@home_0"),
    )
    state = after(state, DeclareWar("neutral_0", 1))
    assert asked(state) == (0, "war")


def test_any_enemies_keep_a_siege_up():
    """L506: seat 1 besieged twice, seat 2 the third time; the game goes on without the loser."""
    state = position(side(lands="farm"), side(lands="farm", siege=2), side(lands="farm", units="soldier@home_1"))
    state = sound(after(state, EndTurn()))
    assert [player.alive for player in state.players] == [True, False, True]
    assert asked(state) == (2, "choose_deck")


def test_from_an_enemys_fief_one_may_march_on():
    """Ours where the book is silent: only neutral fiefs block."""
    state = position(side(lands=FED, units="soldier@home_1"), side(lands=FED, units="soldier"), NOBODY)
    assert not refusals(state, March("soldier", "home_1", "neutral_1"))


def test_the_fief_of_a_destroyed_city_is_neutral():
    """L523, M-30, M-31: all cards of its player leave; others stay, may block, and fight there as in a neutral fief."""
    state = position(
        side(lands=FED, units="soldier@home_1 soldier@home_1 soldier@home_1"),
        side(lands="farm", units="soldier@home_0 peasant#1", hand="mine"),
        side(lands=FED, units="knight@home_1 archer@home_1!"),
    )
    state = after(war(state, "home_1", "soldier soldier soldier"), Strike("host_0"))
    state = sound(after(state, legal(state)[0]) if question(state) == "take_damage" else state)
    assert [player.alive for player in state.players] == [True, False, True]
    assert state.players[1].hand == state.players[1].units == ()
    assert sorted(units(state, 2)) == ["archer", "knight"]
    state = draws(after(state, EndTurn()))
    assert asked(state) == (2, "actions")
    assert refusals(state, March("knight", "home_1", "neutral_0")) == {"march.blocked"}
    state = after(state, DeclareWar("home_1", 0))
    assert question(state) != "muster"


# --- alliances ------------------------------------------------------------------------------------------------------


def four(first: dict, second: dict = NOBODY, third: dict = NOBODY, fourth: dict = NOBODY):
    """A position of two alliances: seats 0 and 2 against 1 and 3."""
    return position(first, second, third, fourth)


def test_allies_need_eleven_points_between_them_and_count_doubles_in_each_fief():
    """L498, M-25."""
    mine = "city+bank+school field+church+stable farm+blacksmith+carpenter field+workshop+tower"
    state = four(side(lands=mine), NOBODY, side(lands="field+fortress"))
    assert asked(state) == (0, "actions")
    assert prestige_of(state) == [8, 0, 1, 0]
    both = four(side(lands="field+church"), NOBODY, side(lands="field+stable"))
    assert prestige_of(both) == [1, 0, 1, 0]


BANK = 0


def seeking_bank(ally: dict):
    """Seat 0 has two work and an energy for a bank, the ally whatever is said."""
    state = four(side(lands="city! forest farm", units="peasant peasant"), NOBODY, ally)
    assert state.piles[BANK].top == "bank"
    return state


def test_an_ally_is_asked_before_anything_is_turned_and_may_refuse():
    """L526, M-29."""
    state = seeking_bank(side(lands="mine", units=""))
    before = state.players
    state = after(state, AskAlly())
    assert asked(state) == (2, "ally_help")
    state = sound(after(state, HandOver(None)))
    assert state.players == before
    assert refusals(state, AskAlly()) == {"ask_ally.once"}
    assert refusals(state, BuyBuilding(BANK, 2)) == {"buy_building.price"}


def test_an_ally_helps_for_one_resource_more_and_only_the_first_time_in_a_turn():
    """L526: three gold, one of them lost; the second transfer of the turn costs nothing, surplus is lost."""
    ally = side(lands="mine farm forest", units="peasant#1 peasant#1")
    state = after(seeking_bank(ally), AskAlly(), Contribute("host_1"))
    assert refusals(state, HandOver(None)) == {"hand_over.surcharge"}
    assert refusals(state, HandOver("food")) == {"hand_over.lost"}
    state = sound(after(state, HandOver("gold")))
    assert dict(state.ally_pool) == {"gold": 2}
    state = pays(state, BuyBuilding(BANK, 2), "host_1", "peasant", "peasant")
    assert state.players[0].lands[2].buildings == ("bank",)
    assert turned(state, 2) == ["1:mine", "peasant", "peasant"]
    state = after(state, AskAlly(), Contribute("host_3"))
    assert refusals(state, HandOver("energy")) == {"hand_over.surcharge"}
    assert dict(after(state, HandOver(None)).ally_pool) == {"energy": 1}


def test_no_power_helps_an_ally_but_a_hand_card_does():
    """L527, L595: an artist works on the mine, but doubles nothing out of turn."""
    ally = side(lands="mine farm", units="artist#1 merchant bureaucrat", hand="field")
    state = after(seeking_bank(ally), AskAlly())
    sources = {each.source for each in legal(state, "contribute")}
    assert {"host_1", "host_2", "merchant", "bureaucrat", "discard_field_gold"} <= sources
    assert not [source for source in sources if "power" in source or "muse" in source or source.startswith("host_1_")]
    assert dict(after(state, Contribute("host_1")).pending[-1].pool) == {"gold": 2}


def test_an_allys_building_enables_nothing_and_cards_are_not_given():
    """L522, M-29."""
    state = four(side(lands="farm", hand="knight"), NOBODY, side(lands="farm+stable"))
    assert dict(price_of(state, "knight"))["gold"] == 3
    assert refusals(state, Recruit("knight")) == {"recruit.price"}


def test_what_an_ally_turned_stays_turned_until_his_own_turn():
    """L139: it cannot be sent against an attack."""
    state = after(
        four(side(lands="farm", hand="field farm"), NOBODY, side(lands="farm", units="peasant peasant")), AskAlly()
    )
    state = after(state, Contribute("peasant"), Contribute("peasant"), HandOver("workforce"))
    state = sound(after(state, PlayTerritory("field")))
    assert lands(state) == ["farm", "field"]
    state = passes_to(state, 2)
    assert turned(state, 2) == ["peasant", "peasant"]
    assert turned(draws(state), 2) == []


def test_an_ally_defends_with_arrows_only():
    """M-29, L595: his soldier in the fief stays out, his archer beside shoots, his priest at home is too far."""
    state = four(
        side(lands=FED, units="soldier@home_1"),
        side(lands="farm", units="peasant"),
        NOBODY,
        side(lands=FED, units="soldier@home_1 archer@neutral_0 priest"),
    )
    state = after(state, DeclareWar("home_1", 1), Enlist("soldier", 1), Ready())
    assert asked(state) == (1, "engage")
    assert {each.card for each in legal(state, "engage")} == {"peasant"}
    state = after(state, Engage("peasant", 1))
    assert asked(state) == (3, "shoot")
    state = sound(after(state, Shoot("archer", "neutral_0", None, "soldier", "army_1")))
    assert asked(state) == (0, "war")
    assert units(state) == []


def test_troops_in_an_allys_fief_are_attacked_as_their_owners():
    """L319: they must all fight; the ally whose fief it is does not."""
    state = four(
        side(lands=FED, units="soldier@home_1"),
        side(lands="farm", units="soldier"),
        NOBODY,
        side(lands=FED, units="soldier@home_1 peasant@home_1"),
    )
    state = after(state, DeclareWar("home_1", 3), Enlist("soldier", 1), Ready())
    assert asked(state) == (3, "engage")
    assert refusals(state, Ready()) == {"ready.all"}


@pytest.mark.parametrize(("place", "counted"), [("home_1!", 0), ("neutral_0", 3)])
def test_an_allys_card_in_the_fief_breaks_a_siege(place, counted):
    """L509, M-28: turned or not; beside the fief it does not help."""
    state = four(
        side(lands=FED, units="soldier@home_1"),
        side(lands="farm", siege=2),
        NOBODY,
        side(lands=FED, units=f"peasant@{place}"),
    )
    state = sound(after(state, EndTurn()))
    assert state.players[1].alive is (counted == 0)


def test_a_held_neutral_fief_is_left_for_the_allys_fief_too():
    """L341, M-23."""
    state = four(side(lands=FED, units="soldier@neutral_1"), side(lands="farm", units="peasant@neutral_1"))
    assert not refusals(state, March("soldier", "neutral_1", "home_2"))
    assert refusals(state, March("soldier", "neutral_1", "home_1")) == {"march.blocked"}


def test_allies_fight_apart_and_move_in_their_own_turn():
    """L524-525: sums never merge, and wounds are gone before the partner's turn."""
    state = four(
        side(lands=FED, units="soldier@home_1"),
        side(lands="farm", units="soldier!"),
        side(lands=FED, units="knight@home_1"),
    )
    assert refusals(state, March("knight", "home_1", "neutral_0"), seat=2) == {"referee.seat"}
    assert refusals(state, March("knight", "home_1", "neutral_0")) == {"march.card"}
    state = after(state, DeclareWar("home_1", 1))
    assert {each.card for each in legal(state, "enlist")} == {"soldier"}


def test_a_partner_who_is_left_alone_plays_on():
    """M-31: the game ends for his side only when he falls too."""
    state = four(
        side(lands=FED, units="knight@home_1 knight@home_1"),
        side(lands="farm"),
        NOBODY,
        side(lands=FED, units="peasant"),
    )
    state = after(war(state, "home_1", "knight knight"), Strike("host_0"))
    state = sound(after(state, legal(state)[0]) if question(state) == "take_damage" else state)
    assert [player.alive for player in state.players] == [True, False, True, True]
    assert asked(state) == (0, "war")
    assert asked(after(state, EndTurn())) == (2, "choose_deck")


def test_when_cards_run_out_allies_are_added_up():
    """M-32: points even, then the gold of both."""
    state = four(side(lands="field+church"), side(lands="mine+bank"), side(lands="mine"), side(lands="field"))
    state = thinned(thinned(state, "military", 0), "territory", 1)
    state = sound(draws(passes_to(sound(state), 1)))
    assert GAME.result(state).winners == (1, 3)


def test_cards_in_an_allys_fief_stand_free_there():
    """M-29: they neither work nor guard his lands, and eat at home."""
    state = four(side(lands=FED, units="peasant@home_2"), NOBODY, side(lands="farm"))
    assert refusals(state, Station("peasant", None, 1)) == {"station.card"}
    assert standing_at(state) == {"peasant@home_2"}


def test_nobody_produces_for_an_ally_who_is_not_in_turn():
    """L526."""
    state = passes_to(four(side(lands="farm", units="peasant"), NOBODY, side(lands="farm")), 1)
    assert refusals(state, AskAlly(), seat=0) == {"referee.seat"}
    assert refusals(draws(state), Pay("peasant"), seat=0) == {"referee.seat"}
