"""Situations of buildings and of those who help to pay: bureaucrats, merchants, artists."""

from __future__ import annotations

import pytest

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.actions.buy_building import BuyBuilding
from referee_service.games.medievalia.actions.buy_card import BuyCard
from referee_service.games.medievalia.actions.play_territory import PlayTerritory
from referee_service.games.medievalia.actions.recruit import Recruit
from referee_service.games.medievalia.actions.reveal_building import RevealBuilding
from referee_service.games.medievalia.actions.station import Station
from referee_service.games.medievalia.payment.rules import PAYMENT_RULES, price_of
from referee_service.games.medievalia.state import max_characters_fed, output_of
from referee_service.kernel.actions.pay import Pay
from tests.games.medievalia.positions import after, after_chance, hand, legal, refusals, side, turned, units, with_top
from tests.games.medievalia.situations import bought, offers, pays, position, prestige_of, sound, standing_at


def pool(state) -> dict[str, int]:
    """What lies ready in the payment going on."""
    return dict(state.pending[-1].pool)


# --- placing buildings ----------------------------------------------------------------------------------------------


def test_only_an_unturned_land_takes_a_building():
    """M-09: free peasants and hand cards pay, the city alone is left."""
    state = position(side(lands="city field!", units="peasant peasant", hand="mine mine forest forest"), side())
    bank = next(at for at, pile in enumerate(state.piles) if pile.top == "bank")
    assert refusals(state, BuyBuilding(bank, 1)) == {"buy_building.turned"}
    assert [action.host for action in legal(state, "buy_building")].count(1) == 0
    assert not refusals(state, BuyBuilding(bank, 0))


def test_a_land_of_this_turn_takes_a_building_and_yields_more_at_once():
    """L153, L204, M-08, M-20."""
    fief = {"lands": "farm forest mine", "units": "peasant peasant bureaucrat bureaucrat"}
    state = pays(position(side(hand="field forest", **fief), side()), PlayTerritory("field"), "host_0")
    school = next(at for at, pile in enumerate(state.piles) if pile.top == "school")
    fed = max_characters_fed(state, 0)
    state = pays(state, BuyBuilding(school, 4), "bureaucrat_power", "bureaucrat_power", "peasant")
    assert sum(output_of(state, 0, 4)) == 2
    assert max_characters_fed(state, 0) == fed + 2


@pytest.mark.parametrize(("fief", "host"), [("field+church+tower", 1), ("city+church+stable field", 0)])
def test_two_buildings_fill_a_land(fief, host):
    """L206: military ones and the city count alike."""
    state = position(side(lands=fief, hand="mine mine mine mine forest forest", units="peasant"), side())
    assert "buy_building.room" in refusals(state, BuyBuilding(0, host))
    assert "buy_building.room" not in refusals(state, BuyBuilding(0, 1 - host))


def test_a_second_building_of_a_kind_is_legal_and_worth_nothing():
    """L491, M-09, M-25."""
    state = with_top(position(side(lands="field+church forest", hand="mine mine mine mine mine"), side()), "church")
    assert prestige_of(state) == [1, 0]
    state = pays(
        state,
        BuyBuilding(0, 2),
        *["discard_mine_workforce"] * 2,
        "host_1",
        *["discard_mine_gold"],
        "discard_mine_energy",
    )
    assert prestige_of(state) == [1, 0]
    assert sum(output_of(state, 0, 2)) == 2


def test_the_next_building_of_a_pile_is_open_at_once():
    """L202, L216."""
    state = position(side(lands="field", hand="mine mine mine mine mine"), side())
    bank = next(at for at, pile in enumerate(state.piles) if pile.top == "bank")
    payment = ["discard_mine_workforce"] * 2 + ["discard_mine_energy"] + ["discard_mine_gold"] * 2
    state = bought(state, BuyBuilding(bank, 1), *payment)
    assert GAME.turn(state).question == "reveal_building"
    state = sound(after(state, RevealBuilding("tower")))
    assert state.piles[bank].top == "tower"
    assert refusals(state, BuyBuilding(bank, 1)) == {"buy_building.price"}


# --- missing buildings ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "building", "gold"),
    [
        ("knight", "stable", 3),
        ("infantry", "blacksmith", 2),
        ("archer", "carpenter", 2),
        ("priest", "church", 3),
        ("merchant", "bank", 3),
        ("artist", "workshop", 2),
        ("bureaucrat", "school", 3),
    ],
)
def test_a_card_without_its_building_costs_two_gold_more(card, building, gold):
    """L236, M-11: for cards of both decks; a building on a turned land is enough."""
    without = position(side(lands="field", hand=card), side(lands=f"field+{building}"))
    assert dict(price_of(without, card)).get("gold", 0) == gold
    having = position(side(lands=f"field+{building}!", hand=card), side())
    assert dict(price_of(having, card)).get("gold", 0) == gold - 2


@pytest.mark.parametrize(("card", "price"), [("soldier", {"food": 1, "energy": 2}), ("peasant", {"food": 1})])
def test_soldiers_and_peasants_need_no_building(card, price):
    """M-11."""
    assert dict(price_of(position(side(hand=card), side()), card)) == price


# --- bureaucrats ----------------------------------------------------------------------------------------------------


def seeking(building: str, bureaucrats: int, **fief):
    """A position with a building open on pile 0 and so many free bureaucrats."""
    fief = {"lands": "field farm", **fief}
    officials = " ".join(["bureaucrat"] * bureaucrats)
    return sound(with_top(position(side(units=f"{officials} {fief.pop('units', '')}", **fief), side()), building))


def test_a_bureaucrat_saves_two_resources_of_choice():
    """L581: a tower for two work, or for one work and the energy."""
    state = seeking("tower", 1, units="peasant", hand="mine")
    for last in ("discard_mine_workforce", "discard_mine_energy"):
        built = pays(state, BuyBuilding(0, 1), "bureaucrat_power", "peasant", last)
        assert built.players[0].lands[1].buildings == ("tower",)
    assert standing_at(built) == {"bureaucrat!", "peasant!"}


@pytest.mark.parametrize(
    ("building", "bureaucrats", "lacks"), [("tower", 2, 0), ("castle", 3, 1), ("fortress", 3, 0), ("fortress", 2, 1)]
)
def test_bureaucrats_add_up(building, bureaucrats, lacks):
    """L581: two make a tower free, three leave one resource of a castle."""
    for held in (0, 1):
        state = seeking(building, bureaucrats, lands="city! field farm!", hand="mine" if held else "")
        assert bool(refusals(state, BuyBuilding(0, 1))) is (held < lacks)


def test_a_free_building_needs_a_land_too():
    """L204, M-09."""
    state = seeking("tower", 2, lands="city! field! farm!")
    for host in range(3):
        assert refusals(state, BuyBuilding(0, host)) == {"buy_building.turned"}


def test_a_bureaucrat_on_the_city_cannot_pay_for_a_building_on_the_city():
    """L592, M-13: his power turns the city; he must leave it first."""
    state = with_top(position(side(lands="city field! farm!", units="bureaucrat#0 bureaucrat"), side()), "tower")
    assert refusals(state, BuyBuilding(0, 0)) == {"buy_building.price"}
    state = after(state, Station("bureaucrat", 0, None))
    state = pays(state, BuyBuilding(0, 0), "bureaucrat_power", "bureaucrat_power")
    assert state.players[0].lands[0].buildings == ("tower",)
    assert not state.players[0].lands[0].turned


def test_bureaucrats_help_with_buildings_only():
    """L581: not with a knight, nor with the gold that its stable would save."""
    state = position(
        side(lands="city! farm forest", units="bureaucrat bureaucrat peasant#2", hand="knight mine"), side()
    )
    assert refusals(state, Recruit("knight")) == {"recruit.price"}
    state = position(side(lands="farm", units="bureaucrat", hand="peasant"), side())
    assert "bureaucrat_power" not in offers(after(state, Recruit("peasant")))


def test_a_bureaucrat_works_or_helps_but_not_both_in_a_turn():
    """L591; L594: away from home he does neither."""
    state = seeking("tower", 2, hand="field", lands="city farm!")
    assert not refusals(state, BuyBuilding(0, 0))
    assert refusals(pays(state, PlayTerritory("field"), "bureaucrat"), BuyBuilding(0, 0)) == {"buy_building.price"}
    away = position(side(lands="city farm!", units="bureaucrat@neutral_0 bureaucrat@home_1"), side())
    assert refusals(with_top(away, "tower"), BuyBuilding(0, 0)) == {"buy_building.price"}


def test_a_bureaucrat_helps_in_the_turn_he_is_played():
    """L153."""
    state = position(side(lands="city field+school farm!", units="bureaucrat", hand="bureaucrat forest"), side())
    state = pays(with_top(state, "tower"), Recruit("bureaucrat"), "host_1", "discard_forest_gold")
    assert "tower" in pays(state, BuyBuilding(0, 0), *["bureaucrat_power"] * 2).players[0].lands[0].buildings


# --- merchants ------------------------------------------------------------------------------------------------------


def test_a_merchant_changes_one_resource_and_makes_two_of_a_gold():
    """L577: even two gold; two merchants make three of one."""
    state = position(side(lands="city! field mine", units="merchant merchant"), side())
    state = after(state, BuyCard("territory"), Pay("host_2"), Pay("merchant_power"), Pay("trade_gold_gold_gold"))
    assert pool(state) == {"gold": 2}
    state = after(state, Pay("merchant_power"), Pay("trade_gold_energy_food"))
    assert pool(state) == {"energy": 1, "food": 1, "gold": 1}
    assert "trade_food_energy" not in offers(state)
    state = position(side(lands="city! field+bank field", units="merchant", hand="merchant"), side())
    state = pays(state, Recruit("merchant"), "host_1", "merchant_power", "trade_food_gold")
    assert units(state) == ["merchant", "merchant"]


def test_a_merchant_trades_a_discarded_card():
    """L479, L577: a hand card as gold becomes two resources."""
    state = position(side(lands="city! field! farm+church!", units="merchant", hand="priest mine"), side())
    state = pays(state, Recruit("priest"), "discard_mine_gold", "merchant_power", "trade_gold_food_gold")
    assert "priest" in units(state)
    assert hand(state) == {}


def test_a_merchant_who_works_on_a_mine_does_not_trade_its_gold():
    """L591-592, M-13: his power turns the mine and yields nothing."""
    state = position(side(lands="city! mine farm!", units="merchant#1 peasant", hand="mine"), side())
    assert refusals(state, PlayTerritory("mine")) == {"play_territory.price"}
    free = position(side(lands="city! mine farm!", units="merchant peasant", hand="mine"), side())
    state = pays(free, PlayTerritory("mine"), "peasant", "host_1", "merchant_power", "trade_gold_workforce_workforce")
    assert turned(state) == ["0:city", "1:mine", "2:farm", "merchant", "peasant"]


# --- artists --------------------------------------------------------------------------------------------------------


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
    """L585: the owner chooses the best three; several artists multiply."""
    troop = " ".join(["artist"] * artists)
    state = position(side(lands=f"city! {fief} farm! farm!", units=f"{workers} {troop}", hand="field farm"), side())
    state = after(state, BuyCard("territory"), *[Pay("artist_power")] * artists)
    found = {each.name: each.produces for each in PAYMENT_RULES.sources(state)[0]}
    assert dict(found[f"{source}_muse_{artists}"]) in ({"food": wanted}, {"workforce": wanted})


def test_an_artist_does_not_double_the_field_he_works_on():
    """L592, M-13: one use for the whole group."""
    state = position(side(lands="city! field", units="artist#1", hand="farm"), side())
    assert refusals(state, BuyCard("territory")) == {"buy_card.price"}
    free = position(side(lands="city! field", units="artist peasant#1"), side())
    assert not refusals(free, BuyCard("territory"))


def test_an_artist_doubles_no_hand_card_and_no_conversion():
    """L585."""
    state = position(side(lands="city! farm", units="artist merchant", hand="field"), side())
    state = after(state, BuyCard("military"), Pay("artist_power"))
    assert {source for source in offers(state) if "_muse_" in source} <= {"host_1_muse_1", "merchant_muse_1"}


def test_an_artist_on_a_land_turned_before_still_has_his_power():
    """L283, L592: nothing more is lost by it, and he stays there."""
    state = position(side(lands="city field! farm!", units="artist peasant#0 peasant#0"), side())
    state = after(state, Station("artist", None, 1))
    assert standing_at(state) == {"artist#1", "peasant#0"}
    state = sound(after_chance(bought(state, BuyCard("territory"), "host_1_artist", "host_0_muse_1")))
    assert standing_at(state) == {"artist#1!", "peasant#0!"}
