"""Inviting heroes."""

from __future__ import annotations

import pytest

from referee_service.games.settlement.actions.explore import Explore
from referee_service.games.settlement.actions.invite_hero import InviteHero
from referee_service.games.settlement.decisions.exploration import DrawTerrain
from referee_service.games.settlement.decisions.supply import DrawHero
from referee_service.kernel.actions.pay_cheapest import PayCheapest
from tests.games.rules import rule
from tests.games.settlement.positions import (
    GREEN,
    RED_ROW,
    WOOD,
    after,
    after_chance,
    given,
    question,
    refusals,
    reserve,
)

EXAMPLE = "adventurer_07"
"""The card of the rulebook: an adventurer for two wood and two gold, with a bonus villager."""
ROW = ("artisan_01", "artisan_08", "artisan_11", EXAMPLE)


def test_georges_pays_two_wood_and_two_gold_and_gets_a_bonus_villager():
    """Worked example."""
    state = after(given(hero_row=ROW, reserve={"wood": 2, "gold": 2}), InviteHero(EXAMPLE))
    assert (reserve(state), state.active_player.bonus_villagers, state.active_player.heroes) == ({}, 1, (EXAMPLE,))


def test_the_row_slides_to_the_right_and_a_new_hero_comes_from_the_left():
    state = after(given(hero_row=ROW, reserve={"stone": 2, "gold": 1}), InviteHero("artisan_11"))
    assert state.hero_row == ("", "artisan_01", "artisan_08", EXAMPLE)
    newcomer = state.supply.heroes[0][0]
    assert after(state, DrawHero(newcomer)).hero_row == (newcomer, "artisan_01", "artisan_08", EXAMPLE)


@rule("invite_hero.row")
def test_only_heroes_of_the_row_are_invited():
    state = given(hero_row=ROW, reserve={"wood": 9, "gold": 9, "diamond": 9})
    assert refusals(state, InviteHero("artisan_02")) == {"invite_hero.row"}
    assert not refusals(state, InviteHero(EXAMPLE))


@rule("invite_hero.price")
@pytest.mark.parametrize(
    ("held", "refused"),
    [({"wood": 2, "gold": 2}, False), ({"wood": 2, "gold": 1}, True), ({"wood": 1, "gold": 3}, False), ({}, True)],
)
def test_a_hero_is_paid_with_exchanges_if_need_be(held, refused):
    state = given(hero_row=ROW, reserve=held)
    assert ("invite_hero.price" in refusals(state, InviteHero(EXAMPLE))) is refused


@rule("ruling.surcharge")
@pytest.mark.parametrize(("place", "surcharge"), [(0, 2), (1, 1), (2, 0), (3, 0)])
def test_the_newest_hero_costs_two_diamonds_more_and_the_next_one(place, surcharge):
    others = list(RED_ROW[1:])
    row = (*others[:place], GREEN, *others[place:])
    enough = {"wood": 2, "diamond": 1 + surcharge}
    assert not refusals(given(hero_row=row, reserve=enough), InviteHero(GREEN))
    less = {**enough, "diamond": surcharge}
    assert refusals(given(hero_row=row, reserve=less), InviteHero(GREEN)) == {"invite_hero.price"}


def test_a_surcharge_may_be_paid_by_exchange():
    row = (*RED_ROW[1:2], GREEN, *RED_ROW[2:])
    state = after(given(hero_row=row, reserve={"wood": 3, "clay": 1, "stone": 1, "diamond": 1}), InviteHero(GREEN))
    assert question(state) == "payment"
    assert reserve(after(state, PayCheapest())) == {}


@rule("turn.one_hero")
def test_one_hero_in_a_turn_before_or_after_the_action():
    state = given(hero_row=ROW, reserve={"wood": 9, "gold": 9, "clay": 9, "stone": 9})
    state = after_chance(after(state, InviteHero(EXAMPLE)))
    assert "turn.one_hero" in refusals(state, InviteHero(state.hero_row[3]))
    assert "turn.one_hero" not in refusals(given(hero_row=ROW), InviteHero(EXAMPLE))
    assert not refusals(state, Explore(0, 0))


def test_the_cup_brings_a_bonus_villager_with_every_hero():
    state = given(hero_row=ROW, reserve={"wood": 2, "gold": 2}, artefact="cup_of_cheer")
    assert after(state, InviteHero(EXAMPLE)).active_player.bonus_villagers == 2


def test_a_hero_invited_in_the_turn_has_left_the_row_and_the_newcomer_counts():
    row = (*RED_ROW[:3], GREEN)
    state = after(given(hero_row=row, reserve={"wood": 2, "diamond": 1}), InviteHero(GREEN))
    gone = after(state, DrawHero("builder_04"), Explore(0, 0), DrawTerrain(WOOD))
    come = after(state, DrawHero("builder_03"), Explore(0, 0), DrawTerrain(WOOD))
    assert (gone.active_player.monsters, come.active_player.monsters) == ((), (0,))
