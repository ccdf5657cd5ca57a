"""Banks: deposits, payouts and releases.

Sources: L = line of the rulebook, R = ruling of the game's page, C = rule of the card set.
"""

from __future__ import annotations

import pytest

from referee_service.games.empires_north.empire.cards import update_site
from tests.games.empires_north.positions import (
    after,
    after_chance,
    faults,
    given,
    legal,
    play,
    points,
    points_by_rule,
    position,
    question,
    refusals,
    site,
    slot_of,
    supply_of,
    use,
    with_pack,
    with_site,
)
from tests.games.rules import rule


@rule("score.storage")
def test_ruling_17_banks_pay_after_every_lookout_and_keep_their_deposits():
    state = given("mackinnon", empire=("granary", "savings_bank"))
    state = update_site(state, 0, 3, goods=(("food", 2),))
    state = update_site(state, 0, 4, goods=(("fish", 1), ("wood", 2)))
    assert "score.storage" not in points_by_rule(state)
    state = after_chance(play(state, "pass_round", "pass_round"))
    while question(state) == "keep":
        state = after_chance(after(state, legal(state)[0]))
    assert points_by_rule(state) == {"score.storage": 2}
    assert supply_of(state, "gold") == 1
    assert dict(site(state, "granary").goods) == {"food": 2}


@rule("assign.fits")
@pytest.mark.parametrize(
    ("good", "slot", "refused"), [("wood", 3, False), ("gold", 3, True), ("raze", 3, True), ("wood", 0, True)]
)
def test_a_bank_takes_only_goods_that_it_accepts_and_gold_replaces_none(good, slot, refused):
    state = given("mackinnon", empire=("savings_bank",), goods={"wood": 2, "gold": 1, "raze": 1})
    state = play(state, "use_location slot=3")
    assert ("assign.fits" in refusals(state, f"assign good={good} slot={slot}")) is refused


@rule("go_on.owed")
def test_an_action_that_assigns_to_its_card_assigns_at_least_one():
    state = given("mackinnon", empire=("savings_bank", "counting_house"), goods={"stone": 1, "wood": 2})
    state = play(state, "use_location slot=3")
    assert refusals(state, "go_on") == {"go_on.owed"}
    state = play(state, "assign good=wood slot=3")
    assert refusals(state, "go_on") == set()
    assert points_by_rule(play(state, "go_on")) == {"score.special": 1}


def test_a_bank_without_room_or_goods_cannot_be_used():
    assert "use_location.possible" in refusals(given("mackinnon", empire=("granary",)), "use_location slot=3")
    full = update_site(given("mackinnon", empire=("granary",), goods={"food": 1}), 0, 3, goods=(("food", 2),))
    assert "use_location.possible" in refusals(full, "use_location slot=3")


@rule("release.assigned")
@pytest.mark.parametrize(("good", "slot", "refused"), [("food", 4, False), ("wood", 4, True), ("food", 3, True)])
def test_the_cashier_releases_goods_from_banks(good, slot, refused):
    state = update_site(given("mackinnon", empire=("cashier", "granary")), 0, 4, goods=(("food", 2),))
    state = play(state, "use_location slot=3")
    assert ("release.assigned" in refusals(state, f"release good={good} slot={slot}")) is refused
    state = play(state, "release good=food slot=4", "go_on")
    assert (supply_of(state, "food"), points(state)) == (1, 1)


def test_the_bank_that_is_being_built_takes_no_deposit_of_the_loan():
    """The loan is complete before the bank is placed."""
    state = position("mackinnon", hand=("building_loan", "granary", "savings_bank"), passed=True)
    state = play(state, "place_pawn tile=construct", "play_boost card=building_loan")
    state = play(state, "choose_resource resource=wood")
    assert question(state) == "construct"
    state = play(state, "construct card=savings_bank")
    assert (site(state, "savings_bank").goods, supply_of(state, "wood")) == ((), 1)


def test_the_loan_may_deposit_its_goods_in_a_placed_bank():
    state = position("mackinnon", hand=("building_loan", "granary"), empire=("savings_bank",), passed=True)
    state = play(state, "place_pawn tile=construct", "play_boost card=building_loan")
    state = play(state, "choose_resource resource=wood")
    bank = slot_of(state, "savings_bank")
    assert refusals(state, "go_on") == set()
    assert site(play(state, f"assign good=wood slot={bank}"), "savings_bank").goods == (("wood", 1),)


def test_the_loan_goes_only_to_a_bank_that_accepts_it():
    """Any resource, but a granary takes only food and a vault only gold."""
    hand, empire = ("building_loan", "granary", "toll_gate"), ("granary", "gold_vault")
    state = position("mackinnon", hand=hand, empire=empire, passed=True)
    state = play(state, "place_pawn tile=construct", "play_boost card=building_loan")
    assert question(play(state, "choose_resource resource=wood")) == "construct"
    state = play(state, "choose_resource resource=food")
    assert [(action.good, action.slot) for action in legal(state, "assign")] == [("food", slot_of(state, "granary"))]


@pytest.mark.parametrize(
    ("bank", "held", "goods", "offered"),
    [
        ("granary", (), {"gold": 3}, None),
        ("granary", (("food", 2),), {"food": 1}, None),
        ("savings_bank", (("wood", 3),), {"wood": 2, "stone": 1, "gold": 1, "raze": 1}, {"stone", "wood"}),
        ("merchant_bank", (), {"raze": 1, "gold": 1, "fish": 1}, {"raze", "gold", "fish"}),
    ],
)
def test_a_bank_takes_the_goods_it_accepts_up_to_its_capacity(bank, held, goods, offered):
    """Gold replaces no named good; up to the capacity; at least one good."""
    state = with_site(position("mackinnon", empire=(bank,), goods=goods), bank, goods=held)
    if offered is None:
        assert refusals(state, use(state, bank)) == {"use_location.possible"}
        return
    state = play(state, use(state, bank))
    assert {action.good for action in legal(state, "assign")} == offered
    assert refusals(state, "go_on") == {"go_on.owed"}


@pytest.mark.parametrize(
    ("bank", "held", "goods", "good"),
    [
        ("granary", (("food", 1),), {"food": 3, "fish": 1}, "food"),
        ("savings_bank", (("wood", 3),), {"wood": 2, "gold": 1, "raze": 1}, "wood"),
        ("gold_vault", (), {"gold": 1, "wood": 1}, "gold"),
    ],
)
def test_the_only_good_that_a_bank_accepts_is_assigned_automatically(bank, held, goods, good):
    state = with_site(position("mackinnon", empire=(bank,), goods=goods), bank, goods=held)
    after_use = play(state, use(state, bank))
    assert dict(site(after_use, bank).goods) == {good: dict(held).get(good, 0) + 1}
    assert supply_of(after_use, good) == goods[good] - 1


def test_a_bank_is_filled_to_its_room_and_no_more():
    """C: three of four places are full, so one good is added although two are allowed."""
    state = with_site(
        position("mackinnon", empire=("savings_bank",), goods={"wood": 2}, passed=True),
        "savings_bank",
        goods=(("food", 3),),
    )
    state = play(state, use(state, "savings_bank"))
    assert (question(state), supply_of(state, "wood")) == ("main", 1)


def test_the_counting_house_reacts_once_to_an_assignment_of_any_size():
    """One event per effect, not per good; a ship is no card."""
    state = position("mackinnon", empire=("counting_house", "merchant_bank"), goods={"fish": 2, "gold": 2}, passed=True)
    sailed = play(state, "place_pawn tile=sail", "sail fish=true raze=false")
    assert points(sailed) == 0
    bank = slot_of(state, "merchant_bank")
    state = play(state, use(state, "merchant_bank"), f"assign good=fish slot={bank}", f"assign good=gold slot={bank}")
    assert points(state) == 0
    assert points(play(state, "go_on")) == 1
    assert points(play(state, f"assign good=gold slot={bank}")) == 1


@pytest.mark.parametrize(("deposits", "made"), [(0, 0), (1, 1)])
def test_a_loan_without_a_deposit_triggers_no_special(deposits, made):
    """At least one good."""
    hand = ("building_loan", "granary", "toll_gate")
    state = position("mackinnon", empire=("counting_house", "savings_bank"), hand=hand, goods={"food": 1}, passed=True)
    state = play(state, "place_pawn tile=construct", "play_boost card=building_loan", "choose_resource resource=wood")
    bank = slot_of(state, "savings_bank")
    state = play(state, *[f"assign good=wood slot={bank}"] * deposits, "go_on")
    assert (question(state), points(state)) == ("construct", made)


def test_the_cashier_releases_up_to_three_and_scores_in_any_case():
    state = position("mackinnon", empire=("cashier", "granary", "gold_vault"), passed=True)
    empty = play(state, use(state, "cashier"))
    assert points(empty) == 1
    state = with_site(with_site(state, "granary", goods=(("food", 2),)), "gold_vault", goods=(("gold", 3),))
    state = play(state, use(state, "cashier"))
    assert points(play(state, "go_on")) == 1
    slot = slot_of(state, "gold_vault")
    state = play(state, *[f"release good=gold slot={slot}"] * 3)
    assert (supply_of(state, "gold"), points(state), question(state)) == (3, 1, "main")


@pytest.mark.parametrize(("wood", "gold", "gained"), [(4, 3, 3), (4, 2, 3), (0, 1, 0), (0, 2, 1)])
def test_the_auditor_counts_goods_on_banks(wood, gold, gained):
    state = position("mackinnon", empire=("auditor", "savings_bank", "gold_vault"), passed=True)
    state = with_site(state, "savings_bank", goods=(("wood", wood),) if wood else ())
    state = with_site(state, "gold_vault", goods=(("gold", gold),))
    assert points(play(state, use(state, "auditor"))) == gained


def test_a_branch_office_is_a_vault_of_its_own_and_blank_when_its_vault_leaves():
    """Own capacity and deposit; a blank copy takes nothing, but a cashier empties it."""
    state = position("mackinnon", empire=("gold_vault", "branch_office", "cashier"), goods={"gold": 3}, passed=True)
    state = with_site(state, "gold_vault", goods=(("gold", 3),))
    branch = slot_of(state, "branch_office")
    copied = with_site(state, "branch_office", copied_slot=slot_of(state, "gold_vault"))
    copied = play(copied, f"use_location slot={branch}", "go_on")
    assert site(copied, "branch_office").goods == (("gold", 1),)
    assert not site(copied, "gold_vault").exhausted
    blank = with_site(state, "branch_office", copied_slot=-1, goods=(("gold", 1),))
    assert refusals(blank, f"use_location slot={branch}") == {"use_location.action"}
    blank = play(blank, use(blank, "cashier"))
    assert branch in {action.slot for action in legal(blank, "release")}


def test_banks_pay_after_the_lookout_for_their_deposits():
    """Ruling 17: three resources, two food, three gold, five goods of any kind."""
    banks = ("savings_bank", "granary", "gold_vault", "merchant_bank")
    state = position("mackinnon", empire=banks, passed=True)
    state = with_site(state, "savings_bank", goods=(("stone", 1), ("wood", 2)))
    state = with_site(state, "granary", goods=(("food", 2),))
    state = with_site(state, "gold_vault", goods=(("gold", 3),))
    state = with_site(state, "merchant_bank", goods=(("fish", 1), ("gold", 2), ("raze", 2)))
    state = after_chance(play(state, "pass_round"))
    while question(state) == "keep":
        assert (supply_of(state, "gold"), points(state)) == (0, 0)
        state = after_chance(after(state, legal(state)[0]))
    assert (supply_of(state, "gold"), points(state)) == (1, 7)
    assert site(state, "merchant_bank").goods == (("fish", 1), ("gold", 2), ("raze", 2))


GRANARY = "what: food, n: {up_to: 2}, to: this}}]}, {when: storage, accept: food"
"""The Action and the bank of the Granary, in part."""
CASHIER = "release: {what: any_goods, n: {up_to: 3}"
"""The effect of the Cashier, in part."""


def test_workers_assigned_to_a_card_that_accepts_them_stay_there_and_pay():
    """L641: workers may be assigned. Ruling 16: they stay in the clean-up."""
    state = position("mackinnon", empire=("granary",), passed=True)
    state = with_pack(state, (GRANARY, GRANARY.replace("food", "worker")))
    state = play(state, use(state, "granary"), "go_on")
    assert (site(state, "granary").goods, state.players[0].workers, faults(state)) == ((("worker", 1),), 4, set())
    state = play(state, "pass_round")
    while state.round == 1 or question(state) != "main":
        state = after_chance(after(state, legal(state)[-1]) if legal(state) else state)
        assert not faults(state)
    assert (site(state, "granary").goods, points_by_rule(state)) == ((("worker", 1),), {"score.storage": 1})


def test_workers_on_a_card_that_accepts_none_are_an_impossible_state():
    state = position("mackinnon", empire=("granary", "merchant_bank"), workers=4)
    for card in ("granary", "merchant_bank"):
        assert faults(update_site(state, 0, slot_of(state, card), goods=(("worker", 1),)))


@pytest.mark.parametrize(("number", "refused"), [("2", {"go_on.owed"}), ("{up_to: 2}", set())])
def test_an_effect_releases_exactly_a_number_or_up_to_it(number, refused):
    state = position("mackinnon", empire=("cashier", "granary", "savings_bank"))
    state = with_pack(state, (CASHIER, CASHIER.replace("{up_to: 3}", number)))
    state = with_site(state, "savings_bank", goods=(("stone", 1), ("wood", 3)))
    state = play(state, use(state, "cashier"))
    assert refusals(state, "go_on") == refused
    state = play(state, f"release good=wood slot={slot_of(state, 'savings_bank')}")
    assert refusals(state, "go_on") == refused
    state = play(state, f"release good=wood slot={slot_of(state, 'savings_bank')}")
    assert (supply_of(state, "wood"), points(state)) == (2, 1)


def test_an_effect_that_releases_exactly_two_takes_one_if_no_more_lies_there():
    state = position("mackinnon", empire=("cashier", "savings_bank"))
    state = with_pack(state, (CASHIER, CASHIER.replace("{up_to: 3}", "2")))
    state = with_site(state, "savings_bank", goods=(("wood", 1),))
    state = play(state, use(state, "cashier"))
    assert (supply_of(state, "wood"), points(state)) == (1, 1)
