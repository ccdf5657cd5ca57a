"""Refusals of components of another kind, and of cards that are placed in another way."""

from __future__ import annotations

import pytest

from referee_service.games.empires_north import GAME
from referee_service.kernel import engine
from referee_service.kernel.notation import parse_notation
from tests.games.empires_north.positions import after_chance, play, position, refusals, solo_position, use
from tests.games.rules import rule


def messages(state, line, language="en"):
    """Return the messages that refuse a line of notation, in one language."""
    found = engine.judge(GAME, state, GAME.turn(state).seat, parse_notation(GAME, line))
    return [GAME.catalogue().ruling(refusal, language).message for refusal in found]


@rule("build.kind")
@pytest.mark.parametrize("component", ["wood", "sail", "ulaf", "near", "winter_event_1"])
def test_only_cards_are_placed(component):
    state = position(hand=("axe_yard", "valkyrie"), goods={"wood": 1})
    assert refusals(state, f"build card={component}") == {"build.kind"}
    assert refusals(state, "build card=axe_yard") == set()
    state = play(state, "place_pawn tile=construct")
    assert refusals(state, f"construct card={component}") == {"build.kind"}
    assert refusals(state, "construct card=axe_yard") == set()


@rule("build.corner")
def test_fields_and_boosts_go_with_the_action_in_their_corner():
    """They have no price, and Construct does not place them (p. 9 and 10)."""
    state = position(hand=("axe_yard", "boarding_party", "iron_hill", "valkyrie"), goods={"wood": 1})
    for card in ("boarding_party", "iron_hill"):
        assert refusals(state, f"build card={card}") == {"build.corner"}
        assert refusals(play(state, "place_pawn tile=construct"), f"construct card={card}") == {"build.corner"}
        assert messages(state, f"build card={card}")[0].endswith("before the action in its corner (Sail).")
    assert refusals(state, "build card=axe_yard") == set()


def test_a_price_is_named_with_its_goods_and_workers_in_both_languages():
    state = position(hand=("hall_of_heroes",), goods={"wood": 1})
    assert messages(state, "build card=hall_of_heroes") == [
        "You cannot pay for “Hall of Heroes” (1 worker, 1 wood and 1 stone)."
    ]
    assert messages(state, "build card=hall_of_heroes", "fr")[0].endswith("(1 ouvrier, 1 bois et 1 pierre).")


def test_the_price_of_covering_a_location_is_named_too():
    empire = ("fishing_boats",) * 3 + ("war_hall",) * 2
    state = solo_position("outpost", empire=empire, hand=("axe_yard",), goods={"stone": 1})
    assert messages(state, "build card=axe_yard over=4") == ["You cannot pay for “Axe Yard” (1 wood and 1 stone)."]


@rule("pawn.kind")
def test_pawns_stand_on_action_tiles():
    state = position(pawns=("sail",), goods={"food": 1})
    assert refusals(state, "place_pawn tile=axe_yard") == {"pawn.kind"}
    assert refusals(state, "place_pawn tile=sail") == set()
    assert refusals(state, "move_pawn start=sail tile=herring_bank") == {"pawn.kind"}
    assert refusals(state, "move_pawn start=sail tile=explore") == set()
    found = messages(state, "move_pawn start=ulaf tile=herring_bank")
    assert [message.split(";")[0] for message in found] == ["“Ulaf” is a clan", "“Herring Bank” is an island"]


def test_a_card_moves_a_pawn_to_an_action_tile():
    state = play(position("heidel", hand=("drinking_competition",)), "place_pawn tile=harvest")
    state = play(state, "play_boost card=drinking_competition")
    assert refusals(state, "shift_pawn start=harvest exhausted=false tile=wood") == {"pawn.kind"}
    assert refusals(state, "shift_pawn start=harvest exhausted=false tile=sail") == set()


@rule("window.kind")
def test_only_cards_go_with_an_action():
    state = play(position(hand=("boarding_party", "iron_hill")), "place_pawn tile=sail")
    assert refusals(state, "play_boost card=fish") == refusals(state, "build_field card=sail") == {"window.kind"}
    assert refusals(state, "play_boost card=boarding_party") == refusals(state, "build_field card=iron_hill") == set()


@rule("land.kind")
def test_ships_sail_to_islands():
    state = play(position(queue=((0, ""),), ships=1), "pass_round", "pass_round")
    assert refusals(state, "land pile=near island=axe_yard") == {"land.kind"}
    assert refusals(state, "land pile=wood") == {"land.kind"}
    assert refusals(state, "land pile=near island=herring_bank") == set()
    found = messages(state, "land pile=near island=axe_yard", "fr")
    assert found == ["« Cour des haches » est une carte de clan ; un navire va vers une île proche ou lointaine."]


@rule("assign.kind")
def test_only_goods_and_workers_are_assigned_and_released():
    state = position("mackinnon", empire=("savings_bank", "cashier"), goods={"stone": 1, "wood": 2}, passed=True)
    state = play(state, use(state, "savings_bank"))
    assert refusals(state, "assign good=axe_yard slot=3") == {"assign.kind"}
    assert refusals(state, "assign good=wood slot=3") == set()
    state = play(state, "assign good=wood slot=3", "go_on", use(state, "cashier"))
    assert refusals(state, "release good=axe_yard slot=3") == {"assign.kind"}
    assert refusals(state, "release good=wood slot=3") == set()


@rule("choose_resource.kind")
@pytest.mark.parametrize("component", ["gold", "raze", "worker", "axe_yard"])
def test_a_resource_of_choice_is_one_of_five(component):
    state = position("mackinnon", hand=("building_loan", "granary", "toll_gate"))
    state = play(state, "place_pawn tile=construct", "play_boost card=building_loan")
    assert refusals(state, f"choose_resource resource={component}") == {"choose_resource.kind"}
    assert refusals(state, "choose_resource resource=wood") == set()


def test_only_cards_that_were_looked_at_are_kept():
    state = after_chance(play(position(), "pass_round", "pass_round"))
    assert refusals(state, "keep_cards cards=wood") == {"keep_cards.looked"}
    assert refusals(state, "keep_cards cards=wool_shed") == {"keep_cards.looked"}
