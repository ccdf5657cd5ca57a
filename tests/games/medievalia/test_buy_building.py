"""Verb `buy_building`: lands with room, piles, and duplicates."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.actions.buy_building import BuyBuilding
from referee_service.games.medievalia.actions.play_territory import PlayTerritory
from referee_service.games.medievalia.decisions.cards import RevealBuilding
from referee_service.games.medievalia.state import Pile, buildings_of, max_units_fed, output_of
from referee_service.kernel.actions.pay import Pay
from referee_service.kernel.actions.pay_cheapest import PayCheapest
from tests.games.medievalia.positions import (
    after,
    after_chance,
    buy,
    checked_position,
    given,
    holdings,
    legal,
    pay_for,
    payment_sources,
    possible,
    prestige_of,
    question,
    refusals,
    with_top,
)
from tests.games.rules import allows, refuses, rule


@rule("buy_building.price")
def test_m09_the_land_of_a_building_is_not_turned_to_pay_for_it():
    """A tower costs three workforce and one energy. The only forest can pay for the tower or carry it, but not both."""
    state = with_top(given(holdings(lands="city+church forest field", units="peasant")), "tower")
    assert refusals(state, BuyBuilding(0, 1)) == {"buy_building.price"}
    assert not refusals(state, BuyBuilding(0, 2))
    state = after_chance(after(state, BuyBuilding(0, 2), PayCheapest()))
    assert state.players[0].lands[2].buildings == ("tower",)


@rule("buy_building.turned")
def test_m09_a_building_goes_on_an_unturned_land():
    state = with_top(given(holdings(lands="city+church forest field! field", units="peasant")), "tower")
    assert refusals(state, BuyBuilding(0, 2)) == {"buy_building.turned"}
    assert not refusals(state, BuyBuilding(0, 3))


@rule("buy_building.room")
def test_a_land_has_room_for_two_buildings():
    state = given(holdings(lands="city+church+stable forest+blacksmith field", units="peasant"))
    state = with_top(state, "tower")
    assert "buy_building.room" in refusals(state, BuyBuilding(0, 0))
    assert "buy_building.room" not in refusals(state, BuyBuilding(0, 1))


@rule("buy_building.land")
def test_a_building_needs_a_land():
    state = with_top(given(holdings(lands="city+church forest field", units="peasant")), "tower")
    assert refusals(state, BuyBuilding(0, 4)) == {"buy_building.land"}
    assert not refusals(state, BuyBuilding(0, 2))


@refuses("buy_building.pile")
@allows("buy_building.pile")
def test_an_empty_pile_sells_nothing():
    state = with_top(given(holdings(lands="city+church forest field", units="peasant")), "tower")
    sold = replace(state, piles=(state.piles[0], Pile("", 0), state.piles[2]))
    assert refusals(sold, BuyBuilding(1, 2)) == {"buy_building.pile"}
    assert not refusals(sold, BuyBuilding(0, 2))


def test_m09_duplicates_may_be_built():
    state = given(holdings(lands="city+church forest+bank farm mine+stable"))
    assert state.piles[0].top == "bank"
    state = after_chance(after(state, BuyBuilding(0, 2), PayCheapest()))
    assert buildings_of(state.active_player).count("bank") == 2


def test_the_next_building_of_a_pile_is_turned_up():
    state = with_top(given(holdings(lands="city+church forest field", units="peasant")), "tower")
    state = after(state, BuyBuilding(0, 2), PayCheapest())
    assert question(state) == "reveal_building"
    assert {action.building for action in legal(state)} == {name for name, _ in state.hidden_buildings}
    state = after(state, legal(state)[0])
    assert state.piles[0].top == "bank"


def test_only_an_unturned_land_takes_a_building():
    """Ruling M-09: free peasants and hand cards pay, and only the city is unturned."""
    state = checked_position(
        holdings(lands="city field!", units="peasant peasant", hand="mine mine forest forest"), holdings()
    )
    bank = next(at for at, pile in enumerate(state.piles) if pile.top == "bank")
    assert refusals(state, BuyBuilding(bank, 1)) == {"buy_building.turned"}
    assert [action.host for action in legal(state, "buy_building")].count(1) == 0
    assert not refusals(state, BuyBuilding(bank, 0))


def test_a_land_of_this_turn_takes_a_building_and_yields_more_at_once():
    """Rulings M-08 and M-20."""
    fief = {"lands": "farm forest mine", "units": "peasant peasant bureaucrat bureaucrat"}
    state = buy(checked_position(holdings(hand="field forest", **fief), holdings()), PlayTerritory("field"), "host_0")
    school = next(at for at, pile in enumerate(state.piles) if pile.top == "school")
    fed = max_units_fed(state, 0)
    state = buy(state, BuyBuilding(school, 4), "bureaucrat_power", "bureaucrat_power", "peasant")
    assert sum(output_of(state, 0, 4)) == 2
    assert max_units_fed(state, 0) == fed + 2


@pytest.mark.parametrize(("fief", "host"), [("field+church+tower", 1), ("city+church+stable field", 0)])
def test_two_buildings_fill_a_land(fief, host):
    """Military buildings count, and the city is a land too."""
    state = checked_position(
        holdings(lands=fief, hand="mine mine mine mine forest forest", units="peasant"), holdings()
    )
    assert "buy_building.room" in refusals(state, BuyBuilding(0, host))
    assert "buy_building.room" not in refusals(state, BuyBuilding(0, 1 - host))


def test_a_second_building_of_a_kind_is_legal_and_worth_nothing():
    """Rulings M-09 and M-25."""
    state = with_top(
        checked_position(holdings(lands="field+church forest", hand="mine mine mine mine mine"), holdings()), "church"
    )
    assert prestige_of(state) == [1, 0]
    state = buy(
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
    state = checked_position(holdings(lands="field", hand="mine mine mine mine mine"), holdings())
    bank = next(at for at, pile in enumerate(state.piles) if pile.top == "bank")
    payment = ["discard_mine_workforce"] * 2 + ["discard_mine_energy"] + ["discard_mine_gold"] * 2
    state = pay_for(state, BuyBuilding(bank, 1), *payment)
    assert GAME.turn(state).question == "reveal_building"
    state = possible(after(state, RevealBuilding("tower")))
    assert state.piles[bank].top == "tower"
    assert refusals(state, BuyBuilding(bank, 1)) == {"buy_building.price"}


def test_a_building_needs_a_land_that_stays_unturned():
    """Ruling M-09: city and forest together cannot pay for a tower on one of them. A hand card can help."""
    fief = {"lands": "city forest farm!", "units": "peasant#0 peasant#0"}
    state = with_top(checked_position(holdings(**fief), holdings()), "tower")
    assert refusals(state, BuyBuilding(0, 1)) == {"buy_building.price"}
    assert refusals(state, BuyBuilding(0, 0)) == {"buy_building.price"}
    assert refusals(state, BuyBuilding(0, 2)) == {"buy_building.turned"}
    assert "buy_building.land" in refusals(state, BuyBuilding(0, 3))
    state = possible(with_top(checked_position(holdings(hand="mine", **fief), holdings()), "tower"))
    state = after(state, BuyBuilding(0, 1))
    assert "host_1" not in payment_sources(state)
    state = possible(after_chance(after(state, Pay("host_0"), Pay("discard_mine_energy"))))
    assert state.players[0].lands[1].buildings == ("tower",)
