"""Copies: cards that have the abilities of another card.

Sources: L = line of the rulebook, R = ruling of the game's page, C = rule of the card set.
"""

from __future__ import annotations

from referee_service.games.empires_north.empire.cards import update_site
from tests.games.empires_north.positions import (
    after_specials,
    given,
    picks,
    play,
    points,
    points_by_rule,
    position,
    possible,
    question,
    refusals,
    site,
    slot_of,
    supply_of,
    use,
    with_site,
)
from tests.games.rules import rule


@rule("ruling.copy")
def test_ruling_15_a_copy_acts_as_its_card_with_its_own_exhaustion_and_goes_blank_when_that_leaves():
    state = given("nanurjuk", empire=("ice_hunters", "sled_trail"), hand=("second_camp",), goods={"wood": 2})
    state = play(state, "build card=second_camp")
    copy = slot_of(state, "second_camp")
    assert site(state, "second_camp").copied_slot == 3
    state = play(state, "pass_round", f"use_location slot={copy}", "choose option=fish")
    assert (supply_of(state, "fish"), site(state, "ice_hunters").exhausted) == (1, False)
    state = play(state, "use_location slot=4", "pick_card slot=3")
    assert site(state, "second_camp").copied_slot == -1
    rested = update_site(state, 0, copy, exhausted=False)
    assert refusals(rested, f"use_location slot={copy}") == {"use_location.action"}


def test_ruling_15_a_copy_has_the_specials_of_its_card_and_keeps_its_own_type():
    state = given(empire=("twin_ships",), hand=("sister_ship",), goods={"wood": 2, "stone": 1}, queue=((0, ""),))
    state = play(state, "build card=sister_ship", "pass_round", "pass_round", "land pile=near island=driftwood_isle")
    assert points_by_rule(play(state, "resolve source=sister_ship"))["score.special"] == 2


def test_a_copy_without_a_card_to_copy_is_blank():
    state = play(given("heidel", hand=("home_brewing",), goods={"wood": 2}), "build card=home_brewing")
    assert site(state, "home_brewing").copied_slot is None


def test_a_copy_counts_with_its_own_type_in_sets():
    """Three penguins, two igloos, one hunter and a copied hunter are one set."""
    cards = ("penguin_colony",) * 3 + ("elders_igloo", "snow_igloo", "seal_hunters", "ice_mirror")
    state = position("panuk", empire=cards, passed=True)
    state = with_site(state, "ice_mirror", copied_slot=slot_of(state, "seal_hunters"))
    assert points(play(state, use(state, "elders_igloo"))) == 1


def test_a_sister_ship_copies_a_ship_permanently():
    """A bonus is not repeated; no copy is copied."""
    empire = ("twin_ships", "floki_workshop", "axe_yard")
    state = position(
        empire=empire, hand=("sister_ship",), goods={"wood": 2, "stone": 1}, queue=((0, ""),), ships=1, passed=True
    )
    state = play(state, "build card=sister_ship")
    assert picks(state) == {"twin_ships", "floki_workshop"}
    floki = play(state, f"pick_card slot={slot_of(state, 'floki_workshop')}")
    assert (floki.active_player.ships, points(floki)) == (1, 0)
    twins = play(state, f"pick_card slot={slot_of(state, 'twin_ships')}", "pass_round")
    assert points(after_specials(play(twins, "land pile=near island=herring_bank"))) == 2


def test_a_copy_without_anything_to_copy_is_placed_blank():
    """The card is chosen only when the copy is placed."""
    state = position(empire=("axe_yard",), hand=("sister_ship",), goods={"wood": 2, "stone": 1}, passed=True)
    state = play(state, "build card=sister_ship")
    assert question(state) == "main"
    assert refusals(state, use(state, "sister_ship")) == {"use_location.action"}


def test_a_copied_special_reacts_to_the_next_card_but_not_to_its_own_entry():
    """Each copy has its own limit."""
    goods = {"wood": 3}
    hand = ("second_camp", "summer_camp")
    state = position("nanurjuk", empire=("winter_quarters",), hand=hand, goods=goods, passed=True)
    state = play(state, "build card=second_camp")
    assert (site(state, "second_camp").copied_slot, points(state)) == (slot_of(state, "winter_quarters"), 1)
    state = play(state, "build card=summer_camp")
    assert points(state) == 1 + 1 + 1


def test_a_copy_stays_blank_when_its_card_comes_back():
    """Ruling 15: a copy that is placed again chooses again."""
    state = position("nanurjuk", empire=("ice_hunters", "second_camp", "sled_trail"), goods={"wood": 3}, passed=True)
    state = with_site(state, "second_camp", copied_slot=slot_of(state, "ice_hunters"))
    assert refusals(state, use(state, "second_camp")) == set()
    state = play(state, use(state, "sled_trail"), f"pick_card slot={slot_of(state, 'ice_hunters')}")
    assert refusals(state, use(state, "second_camp")) == {"use_location.action"}
    state = possible(play(state, "build card=ice_hunters"))
    assert refusals(state, use(state, "second_camp")) == {"use_location.action"}
    state = with_site(state, "sled_trail", exhausted=False)
    state = play(state, use(state, "sled_trail"), f"pick_card slot={slot_of(state, 'second_camp')}")
    state = play(state, "build card=second_camp")
    assert site(state, "second_camp").copied_slot == slot_of(state, "ice_hunters")


def test_a_special_placed_again_reacts_again_in_the_same_round():
    state = position(
        "nanurjuk",
        empire=("winter_quarters", "sled_trail"),
        hand=("summer_camp", "summer_camp"),
        goods={"wood": 4, "stone": 2},
        passed=True,
    )
    state = play(state, "build card=summer_camp")
    assert points(state) == 2
    state = play(state, use(state, "sled_trail"), f"pick_card slot={slot_of(state, 'winter_quarters')}")
    state = play(state, "build card=winter_quarters")
    assert points(state) == 2
    assert points(play(state, "build card=summer_camp")) == 4
