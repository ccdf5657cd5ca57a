"""Situations of banks and assigned goods, as a reader of the rulebook answers them.

Sources: L = line of the rulebook, R = ruling of the game's page, C = rule of the card set.
"""

from __future__ import annotations

import pytest

from tests.games.empires_north.positions import (
    has,
    legal,
    played,
    points,
    question,
    refusals,
    site,
    slot_of,
)
from tests.games.empires_north.situations import altered, at, use

# --- assigning ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bank", "held", "goods", "offered"),
    [
        ("granary", (), {"gold": 3}, None),
        ("granary", (("food", 2),), {"food": 1}, None),
        ("granary", (("food", 1),), {"food": 3, "fish": 1}, {"food"}),
        ("savings_bank", (("wood", 3),), {"wood": 2, "gold": 1, "raze": 1}, {"wood"}),
        ("gold_vault", (), {"gold": 1, "wood": 1}, {"gold"}),
        ("merchant_bank", (), {"raze": 1, "gold": 1, "fish": 1}, {"raze", "gold", "fish"}),
    ],
)
def test_what_a_bank_takes(bank, held, goods, offered):
    """L641, C assign: never gold for what is named; within its room; at least one good."""
    state = altered(at("mackinnon", empire=(bank,), goods=goods), bank, goods=held)
    if offered is None:
        assert refusals(state, use(state, bank)) == {"use_location.possible"}
        return
    state = played(state, use(state, bank))
    assert {action.good for action in legal(state, "assign")} == offered
    assert refusals(state, "go_on") == {"go_on.owed"}


def test_a_bank_is_filled_to_its_room_and_no_more():
    """C: three of four lie there, so one is added though two are allowed."""
    state = altered(
        at("mackinnon", empire=("savings_bank",), goods={"wood": 2}, passed=True), "savings_bank", goods=(("food", 3),)
    )
    state = played(state, use(state, "savings_bank"), f"assign good=wood slot={slot_of(state, 'savings_bank')}")
    assert (question(state), has(state, "wood")) == ("main", 1)


def test_the_counting_house_hears_an_assignment_once_whatever_its_size():
    """C on_assign: an effect, not a good; a ship is no card."""
    state = at("mackinnon", empire=("counting_house", "merchant_bank"), goods={"fish": 2, "gold": 2}, passed=True)
    sailed = played(state, "place_pawn tile=sail", "sail fish=true raze=false")
    assert points(sailed) == 0
    bank = slot_of(state, "merchant_bank")
    state = played(state, use(state, "merchant_bank"), f"assign good=fish slot={bank}", f"assign good=gold slot={bank}")
    assert points(state) == 0
    assert points(played(state, "go_on")) == 1
    assert points(played(state, f"assign good=gold slot={bank}")) == 1


@pytest.mark.parametrize(("deposits", "made"), [(0, 0), (1, 1)])
def test_a_loan_that_deposits_nothing_is_not_heard(deposits, made):
    """C on_assign: at least one good."""
    hand = ("building_loan", "toll_gate")
    state = at("mackinnon", empire=("counting_house", "savings_bank"), hand=hand, goods={"food": 1}, passed=True)
    state = played(state, "place_pawn tile=construct", "play_boost card=building_loan", "choose_resource resource=wood")
    bank = slot_of(state, "savings_bank")
    state = played(state, *[f"assign good=wood slot={bank}"] * deposits, "go_on")
    assert (question(state), points(state)) == ("construct", made)


def test_the_cashier_releases_up_to_three_and_scores_in_any_case():
    """L659."""
    state = at("mackinnon", empire=("cashier", "granary", "gold_vault"), passed=True)
    empty = played(state, use(state, "cashier"))
    assert points(empty) == 1
    state = altered(altered(state, "granary", goods=(("food", 2),)), "gold_vault", goods=(("gold", 3),))
    state = played(state, use(state, "cashier"))
    assert points(played(state, "go_on")) == 1
    vault = slot_of(state, "gold_vault")
    state = played(state, *[f"release good=gold slot={vault}"] * 3)
    assert (has(state, "gold"), points(state), question(state)) == (3, 1, "main")


@pytest.mark.parametrize(("wood", "gold", "gained"), [(4, 3, 3), (4, 2, 3), (0, 1, 0), (0, 2, 1)])
def test_the_auditor_counts_goods_on_banks(wood, gold, gained):
    state = at("mackinnon", empire=("auditor", "savings_bank", "gold_vault"), passed=True)
    state = altered(state, "savings_bank", goods=(("wood", wood),) if wood else ())
    state = altered(state, "gold_vault", goods=(("gold", gold),))
    assert points(played(state, use(state, "auditor"))) == gained


def test_a_branch_office_is_a_vault_of_its_own_and_blank_when_its_vault_leaves():
    """C copy_rule, L641: its own room and deposit; blank it takes nothing, but the cashier still empties it."""
    state = at("mackinnon", empire=("gold_vault", "branch_office", "cashier"), goods={"gold": 3}, passed=True)
    state = altered(state, "gold_vault", goods=(("gold", 3),))
    branch = slot_of(state, "branch_office")
    copied = altered(state, "branch_office", copied_slot=slot_of(state, "gold_vault"))
    copied = played(copied, f"use_location slot={branch}", f"assign good=gold slot={branch}", "go_on")
    assert site(copied, "branch_office").goods == (("gold", 1),)
    assert not site(copied, "gold_vault").exhausted
    blank = altered(state, "branch_office", copied_slot=-1, goods=(("gold", 1),))
    assert refusals(blank, f"use_location slot={branch}") == {"use_location.action"}
    blank = played(blank, use(blank, "cashier"))
    assert branch in {action.slot for action in legal(blank, "release")}


def test_what_is_assigned_stays_through_the_clean_up():
    """L641, R16."""
    state = altered(at("mackinnon", empire=("granary",), passed=True), "granary", goods=(("food", 1),), exhausted=True)
    state = played(state, "pass_round")
    assert (site(state, "granary").goods, site(state, "granary").exhausted) == ((("food", 1),), False)
