"""Places: what a player touches to choose an action, and what the table shows to each seat."""

from __future__ import annotations

import pytest

from referee_service.games.empires_north import GAME
from referee_service.kernel.notation import parse_notation
from referee_service.kernel.places import held_components, touches
from tests.games.empires_north.positions import (
    given,
    legal,
    play,
    position,
    slot_of,
    solo_position,
    use,
)


def touched(state, line, seat=0):
    """Return what a line of notation touches."""
    return touches(GAME, state, seat, parse_notation(GAME, line))


# --- the turn ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "groups"),
    [
        ("build card=axe_yard", (("hand.0.axe_yard",),)),
        ("place_pawn tile=sail", (("ring.sail",),)),
        ("move_pawn start=explore tile=populate", (("pawn.0.explore",), ("ring.populate",))),
        ("use_location slot=3", (("empire.0.card.3",),)),
        ("raid seat=1 slot=3", (("empire.1.card.3",),)),
        ("pass_round", (("button.pass_round",),)),
    ],
)
def test_an_action_of_a_turn_touches_what_it_names(line, groups):
    state = position(
        hand=("axe_yard", "valkyrie"),
        empire=("fishing_boats",),
        opponent_empire=("wool_shed",),
        pawns=("explore",),
        goods={"wood": 1, "food": 1, "raze": 1},
    )
    assert parse_notation(GAME, line) in legal(state)
    assert touched(state, line) == groups


def test_a_raid_among_three_players_touches_one_card():
    state = given(seats=3, goods={"raze": 1}, opponent_empire=("wool_shed", "wool_shed"))
    assert touched(state, "raid seat=1 slot=4") == (("empire.1.card.4",),)


def test_a_move_between_two_pawns_is_told_from_the_move_back():
    state = position(pawns=("explore", "populate"), goods={"food": 2})
    there, back = "move_pawn start=explore tile=populate", "move_pawn start=populate tile=explore"
    assert set(touched(state, there)).isdisjoint(touched(state, back))


def test_covering_a_location_touches_the_card_and_the_location():
    state = solo_position("outpost", empire=("fishing_boats",) * 3 + ("war_hall",) * 2, hand=("axe_yard",))
    assert touched(state, "build card=axe_yard over=4") == (("hand.0.axe_yard",), ("empire.0.card.4",))


# --- questions --------------------------------------------------------------------------------------------------------


def test_a_boost_or_field_is_touched_in_the_hand_and_an_upgrade_at_its_host_too():
    state = play(position(hand=("boarding_party", "iron_hill")), "place_pawn tile=sail")
    assert touched(state, "play_boost card=boarding_party") == (("hand.0.boarding_party",),)
    assert touched(state, "build_field card=iron_hill") == (("hand.0.iron_hill",),)
    assert touched(state, "go_on") == (("button.go_on",),)
    state = play(position(hand=("rock_ledge", "valkyrie")), "place_pawn tile=explore")
    assert touched(state, "build_field card=rock_ledge host=2") == (("hand.0.rock_ledge",), ("empire.0.card.2",))


def test_goods_and_cards_are_touched_where_they_lie():
    state = position("mackinnon", empire=("savings_bank",), goods={"stone": 1, "wood": 2}, passed=True)
    state = play(state, use(state, "savings_bank"))
    assert touched(state, "assign good=wood slot=3") == (("seat.0.goods.wood",), ("empire.0.card.3",))
    state = position(hand=("floki_workshop",), goods={"wood": 3, "gold": 1})
    state = play(state, "build card=floki_workshop")
    assert touched(state, "pay source=gold") == (("seat.0.goods.gold",),)
    assert touched(state, "pay_cheapest") == (("button.pay_cheapest",),)


def test_each_load_of_a_ship_is_one_choice():
    state = play(position(goods={"fish": 1, "raze": 1}), "place_pawn tile=sail")
    assert {touches(GAME, state, 0, action) for action in legal(state, "sail")} == {
        (("choice.nothing",),),
        (("choice.fish",),),
        (("choice.raze",),),
        (("choice.fish_and_raze",),),
    }


def test_an_open_island_and_a_pile_are_places_of_their_own():
    state = play(position(queue=((0, "fish raze"),), ships=1), "pass_round", "pass_round")
    assert touched(state, "land pile=near island=driftwood_isle") == (("near.1",),)
    assert touched(state, "land pile=near") == (("near.pile",),)
    assert touched(state, "land pile=distant island=golden_reef") == (("distant.0",),)
    state = play(state, "land pile=near island=driftwood_isle")
    assert touched(state, "take_island conquer=true") == (("choice.conquer",),)
    assert touched(state, "take_island conquer=false") == (("choice.pillage",),)


def test_a_special_that_waits_is_touched_at_each_copy_of_its_card():
    state = given(empire=("valkyrie", "valkyrie", "twin_ships"))
    assert touched(state, "resolve source=valkyrie") == (("empire.0.card.3", "empire.0.card.4"),)


# --- the table --------------------------------------------------------------------------------------------------------


def test_the_table_lists_hands_to_their_seat_only():
    state = given(hand=("axe_yard", "axe_yard", "valkyrie"), hand_of_1=("weavers",), queue=((1, "fish"),))
    own, other = GAME.places(state, 0), GAME.places(state, None)
    assert [place for place in own if place.startswith("hand.")] == ["hand.0.axe_yard", "hand.0.valkyrie", "hand.1"]
    assert [place for place in other if place.startswith("hand.")] == ["hand.0", "hand.1"]
    common = {"ring.sail", "near.0", "near.pile", "distant.1", "queue.0", "empire.1.card.2", "seat.1.goods.gold"}
    assert common <= set(own) & set(other)
    assert "solo.scenario" not in own
    assert "solo.scenario" in GAME.places(given(seats=1), 0)


def test_a_field_holds_the_component_at_its_place():
    state = position(hand=("axe_yard",), empire=("fishing_boats",), opponent_empire=("wool_shed",))
    held = {
        "use_location slot=3": {"slot_holds": "fishing_boats"},
        "raid seat=1 slot=3": {"slot_holds": "wool_shed"},
        "place_pawn tile=sail": {"tile_holds": "sail"},
        "build card=axe_yard": {"card_holds": "axe_yard"},
    }
    assert {line: held_components(GAME, state, 0, parse_notation(GAME, line)) for line in held} == held
    assert slot_of(state, "fishing_boats") == 3
