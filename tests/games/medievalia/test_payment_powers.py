"""Powers in a payment: bureaucrats, merchants and artists."""

from __future__ import annotations

import pytest

from referee_service.games.medievalia.actions.buy_building import BuyBuilding
from referee_service.games.medievalia.actions.buy_card import BuyCard
from referee_service.games.medievalia.actions.play_territory import PlayTerritory
from referee_service.games.medievalia.actions.recruit import Recruit
from referee_service.games.medievalia.actions.station import Station
from referee_service.games.medievalia.payment.rules import PAYMENT_RULES
from referee_service.kernel.actions.pay import Pay
from referee_service.kernel.actions.pay_cheapest import PayCheapest
from tests.games.medievalia.positions import (
    after,
    after_chance,
    buy,
    checked_position,
    given,
    hand,
    holdings,
    lands,
    legal,
    pay_for,
    payment_sources,
    possible,
    question,
    refusals,
    turned_cards,
    unit_words,
    units,
    with_top,
)
from tests.games.rules import rule

# --- all powers ------------------------------------------------------------------------------------------------------


def payment_pool(state) -> dict[str, int]:
    """Return the pool of the open payment."""
    return dict(state.pending[-1].pool)


@rule("ruling.power_on_land")
def test_m13_a_power_used_on_a_land_turns_the_whole_group_without_output():
    state = with_top(given(holdings(lands="city! forest farm field", units="bureaucrat#2 peasant#2 peasant")), "tower")
    state = after(state, BuyBuilding(0, 3), Pay("host_2_bureaucrat"))
    assert dict(state.pending[-1].pool) == {"favour": 2}
    assert turned_cards(state) == ["0:city", "2:farm", "bureaucrat", "peasant"]
    free = with_top(given(holdings(lands="city! forest farm field", units="bureaucrat peasant#2 peasant")), "tower")
    assert turned_cards(after(free, BuyBuilding(0, 3), Pay("bureaucrat_power"))) == ["0:city", "bureaucrat"]


def test_artists_bureaucrats_and_merchants_use_their_powers_only_at_home():
    state = given(holdings(lands="city! mine", units="merchant@neutral_0 artist@home_1", hand="farm field"))
    state = after(state, PlayTerritory("field"))
    assert not [action for action in legal(state, "pay") if "merchant" in action.source or "artist" in action.source]


def test_a_card_either_produces_or_uses_its_power():
    state = given(holdings(lands="city! mine", units="merchant", hand="field mine"))
    state = after(state, PlayTerritory("field"), Pay("merchant"))
    assert turned_cards(state) == ["0:city", "merchant"]
    assert question(state) == "actions"


# --- bureaucrats -----------------------------------------------------------------------------------------------------


def with_bureaucrats(building: str, bureaucrats: int, **fief):
    """Return a position with a building open on pile 0 and this number of free bureaucrats."""
    fief = {"lands": "field farm", **fief}
    officials = " ".join(["bureaucrat"] * bureaucrats)
    return possible(
        with_top(checked_position(holdings(units=f"{officials} {fief.pop('units', '')}", **fief), holdings()), building)
    )


def test_a_bureaucrat_saves_two_resources_of_a_building_and_of_nothing_else():
    state = with_top(given(holdings(lands="city! forest! field", units="bureaucrat bureaucrat", hand="mine")), "tower")
    state_paid = after(state, BuyBuilding(0, 2), Pay("bureaucrat_power"), Pay("bureaucrat_power"))
    assert question(after_chance(state_paid)) == "actions"
    assert turned_cards(state_paid)[-2:] == ["bureaucrat", "bureaucrat"]
    state = after(given(holdings(lands="city! field", units="bureaucrat", hand="field mine")), PlayTerritory("field"))
    assert refusals(state, Pay("bureaucrat_power")) == {"payment.bureaucrat"}


def test_three_bureaucrats_make_a_building_free():
    state = with_top(given(holdings(lands="city! farm", units="bureaucrat bureaucrat bureaucrat")), "church")
    state = after_chance(after(state, BuyBuilding(0, 1), PayCheapest()))
    assert state.active_player.lands[1].buildings == ("church",)
    assert turned_cards(state) == ["0:city", "bureaucrat", "bureaucrat", "bureaucrat"]


def test_a_bureaucrat_saves_two_resources_of_choice():
    """The other two resources of a tower are two workforce, or one workforce and one energy."""
    state = with_bureaucrats("tower", 1, units="peasant", hand="mine")
    for last in ("discard_mine_workforce", "discard_mine_energy"):
        built = buy(state, BuyBuilding(0, 1), "bureaucrat_power", "peasant", last)
        assert built.players[0].lands[1].buildings == ("tower",)
    assert unit_words(built) == {"bureaucrat!", "peasant!"}


@pytest.mark.parametrize(
    ("building", "bureaucrats", "lacks"), [("tower", 2, 0), ("castle", 3, 1), ("fortress", 3, 0), ("fortress", 2, 1)]
)
def test_bureaucrats_add_up(building, bureaucrats, lacks):
    """Two bureaucrats make a tower free, three leave one resource of a castle."""
    for held in (0, 1):
        state = with_bureaucrats(building, bureaucrats, lands="city! field farm!", hand="mine" if held else "")
        assert bool(refusals(state, BuyBuilding(0, 1))) is (held < lacks)


def test_a_free_building_needs_a_land_too():
    """Ruling M-09."""
    state = with_bureaucrats("tower", 2, lands="city! field! farm!")
    for host in range(3):
        assert refusals(state, BuyBuilding(0, host)) == {"buy_building.turned"}


def test_a_bureaucrat_on_the_city_cannot_pay_for_a_building_on_the_city():
    """Ruling M-13: the power turns the city, so the bureaucrat must leave it first."""
    state = with_top(
        checked_position(holdings(lands="city field! farm!", units="bureaucrat#0 bureaucrat"), holdings()), "tower"
    )
    assert refusals(state, BuyBuilding(0, 0)) == {"buy_building.price"}
    state = after(state, Station("bureaucrat", 0, None))
    state = buy(state, BuyBuilding(0, 0), "bureaucrat_power", "bureaucrat_power")
    assert state.players[0].lands[0].buildings == ("tower",)
    assert not state.players[0].lands[0].turned


def test_bureaucrats_help_with_buildings_only():
    """Neither with a knight nor with the two gold for a missing stable."""
    state = checked_position(
        holdings(lands="city! farm forest", units="bureaucrat bureaucrat peasant#2", hand="knight mine"), holdings()
    )
    assert refusals(state, Recruit("knight")) == {"recruit.price"}
    state = checked_position(holdings(lands="farm", units="bureaucrat", hand="peasant"), holdings())
    assert "bureaucrat_power" not in payment_sources(after(state, Recruit("peasant")))


def test_a_bureaucrat_works_or_helps_but_not_both_in_a_turn():
    """Away from home a bureaucrat does neither."""
    state = with_bureaucrats("tower", 2, hand="field", lands="city farm!")
    assert not refusals(state, BuyBuilding(0, 0))
    assert refusals(buy(state, PlayTerritory("field"), "bureaucrat"), BuyBuilding(0, 0)) == {"buy_building.price"}
    away = checked_position(holdings(lands="city farm!", units="bureaucrat@neutral_0 bureaucrat@home_1"), holdings())
    assert refusals(with_top(away, "tower"), BuyBuilding(0, 0)) == {"buy_building.price"}


def test_a_bureaucrat_helps_in_the_turn_it_is_played():
    state = checked_position(
        holdings(lands="city field+school farm!", units="bureaucrat", hand="bureaucrat forest"), holdings()
    )
    state = buy(with_top(state, "tower"), Recruit("bureaucrat"), "host_1", "discard_forest_gold")
    assert "tower" in buy(state, BuyBuilding(0, 0), *["bureaucrat_power"] * 2).players[0].lands[0].buildings


# --- merchants -------------------------------------------------------------------------------------------------------


def test_a_merchant_changes_a_gold_into_two_resources_and_any_other_into_one():
    state = given(holdings(lands="city! mine field!", units="merchant", hand="farm"))
    state = after(state, PlayTerritory("farm"), Pay("host_1"), Pay("merchant_power"))
    assert not refusals(state, Pay("trade_gold_workforce_workforce"))
    assert lands(after(state, Pay("trade_gold_workforce_workforce"))) == ["mine", "field", "farm"]
    assert refusals(state, Pay("trade_food_workforce")) == {"payment.merchant"}


def test_a_merchant_trades_one_resource_and_gets_two_for_a_gold():
    """A gold becomes even two gold, and two merchants make three resources of one."""
    state = checked_position(holdings(lands="city! field mine", units="merchant merchant"), holdings())
    state = after(state, BuyCard("territory"), Pay("host_2"), Pay("merchant_power"), Pay("trade_gold_gold_gold"))
    assert payment_pool(state) == {"gold": 2}
    state = after(state, Pay("merchant_power"), Pay("trade_gold_energy_food"))
    assert payment_pool(state) == {"energy": 1, "food": 1, "gold": 1}
    assert "trade_food_energy" not in payment_sources(state)
    state = checked_position(holdings(lands="city! field+bank field", units="merchant", hand="merchant"), holdings())
    state = buy(state, Recruit("merchant"), "host_1", "merchant_power", "trade_food_gold")
    assert units(state) == ["merchant", "merchant"]


def test_a_merchant_trades_a_discarded_card():
    """A hand card discarded for gold becomes two resources."""
    state = checked_position(
        holdings(lands="city! field! farm+church!", units="merchant", hand="priest mine"), holdings()
    )
    state = buy(state, Recruit("priest"), "discard_mine_gold", "merchant_power", "trade_gold_food_gold")
    assert "priest" in units(state)
    assert hand(state) == {}


def test_a_merchant_who_works_on_a_mine_does_not_trade_its_gold():
    """Ruling M-13: the power turns the mine, which yields nothing."""
    state = checked_position(holdings(lands="city! mine farm!", units="merchant#1 peasant", hand="mine"), holdings())
    assert refusals(state, PlayTerritory("mine")) == {"play_territory.price"}
    free = checked_position(holdings(lands="city! mine farm!", units="merchant peasant", hand="mine"), holdings())
    state = buy(free, PlayTerritory("mine"), "peasant", "host_1", "merchant_power", "trade_gold_workforce_workforce")
    assert turned_cards(state) == ["0:city", "1:mine", "2:farm", "merchant", "peasant"]


# --- artists ---------------------------------------------------------------------------------------------------------


def test_an_artist_doubles_a_group_and_three_artists_make_eight_of_one():
    state = given(holdings(lands="mine! farm", units="artist artist artist", hand="mine"))
    state = after(state, PlayTerritory("mine"), Pay("artist_power"))
    assert dict(state.pending[-1].pool) == {"muse": 1}
    assert lands(after(state, Pay("artist_power"), Pay("host_0_muse_2"))) == ["mine", "farm", "mine"]
    state = with_top(
        given(holdings(lands="city! forest farm", units="artist artist artist", hand="field")), "carpenter"
    )
    state = after(state, BuyBuilding(0, 2))
    state = after(state, Pay("artist_power"), Pay("artist_power"), Pay("artist_power"), Pay("host_1_muse_3"))
    assert dict(state.pending[-1].pool) == {"energy": 8}


def test_an_artist_touches_three_cards_of_a_group_at_most():
    """A field with two peasants and two civil buildings yields five, and three of them are doubled."""
    state = given(holdings(lands="city! field+bank+church", units="artist peasant#1 peasant#1", hand="mine field"))
    state = after(state, PlayTerritory("mine"), Pay("artist_power"), Pay("host_1_muse_1"))
    assert dict(state.pending[-1].pool) == {"food": 8}


@pytest.mark.parametrize(
    ("fief", "workers", "artists", "source", "wanted"),
    [
        ("field", "peasant#1 peasant#1", 1, "host_1", 6),
        ("field", "peasant#1 peasant#1", 2, "host_1", 12),
        ("field", "peasant#1 peasant#1", 3, "host_1", 24),
        ("field", "peasant", 3, "peasant", 8),
        ("field+bank+church", "peasant#1 peasant#1", 1, "host_1", 8),
        ("field+bank+church", "peasant#1 peasant#1", 2, "host_1", 14),
        ("farm+bank+church", "peasant#1 peasant#1", 1, "host_1", 10),
        ("field", "peasant#1 soldier#1 soldier#1", 1, "host_1", 4),
    ],
)
def test_artists_double_three_cards_of_a_group(fief, workers, artists, source, wanted):
    """The three best cards count, and several artists multiply."""
    troop = " ".join(["artist"] * artists)
    state = checked_position(
        holdings(lands=f"city! {fief} farm! farm!", units=f"{workers} {troop}", hand="field farm"), holdings()
    )
    state = after(state, BuyCard("territory"), *[Pay("artist_power")] * artists)
    produced = {each.name: each.produces for each in PAYMENT_RULES.sources(state)[0]}
    assert dict(produced[f"{source}_muse_{artists}"]) in ({"food": wanted}, {"workforce": wanted})


def test_an_artist_does_not_double_the_field_it_works_on():
    """Ruling M-13: the whole group has one use."""
    state = checked_position(holdings(lands="city! field", units="artist#1", hand="farm"), holdings())
    assert refusals(state, BuyCard("territory")) == {"buy_card.price"}
    free = checked_position(holdings(lands="city! field", units="artist peasant#1"), holdings())
    assert not refusals(free, BuyCard("territory"))


def test_an_artist_doubles_no_hand_card_and_no_conversion():
    state = checked_position(holdings(lands="city! farm", units="artist merchant", hand="field"), holdings())
    state = after(state, BuyCard("military"), Pay("artist_power"))
    assert {source for source in payment_sources(state) if "_muse_" in source} <= {"host_1_muse_1", "merchant_muse_1"}


def test_an_artist_on_a_turned_land_can_use_its_power():
    """The artist stays on the land."""
    state = checked_position(holdings(lands="city field! farm!", units="artist peasant#0 peasant#0"), holdings())
    state = after(state, Station("artist", None, 1))
    assert unit_words(state) == {"artist#1", "peasant#0"}
    state = possible(after_chance(pay_for(state, BuyCard("territory"), "host_1_artist", "host_0_muse_1")))
    assert unit_words(state) == {"artist#1!", "peasant#0!"}
