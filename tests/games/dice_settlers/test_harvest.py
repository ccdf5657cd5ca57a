"""Main action harvest."""

from __future__ import annotations

from referee_service.games.dice_settlers.actions.harvest import Harvest
from referee_service.kernel.bags import size_of
from tests.games.dice_settlers.full_positions import (
    OPEN_FACTORY,
    after_lines,
    full_position,
    refused_rules,
)
from tests.games.dice_settlers.positions import (
    after,
    given,
    question,
    refusals,
    tokens,
)
from tests.games.rules import rule


def test_three_resource_dice_harvest_three_tokens():
    """Worked example: three dice, three tokens."""
    state = given(seat_0={"active": ["green_wood", "green_wood", "brown_gold"]})
    state = after(state, Harvest("wood"), Harvest("wood"), Harvest("gold"))
    assert tokens(state) == {"wood": 2, "gold": 1}


def test_ruling_harvest_pioneer_two_pioneers_bring_no_gold():
    state = given(seat_0={"active": ["white_pioneer", "white_pioneer"]})
    assert "action.symbol" in refusals(state, Harvest("gold"))
    assert tokens(after(state, Harvest("iron"))) == {"iron": 1}


@rule("ruling.first_token")
def test_improved_tools_add_to_the_kind_harvested_first():
    seat_0 = {"active": ["green_wood", "brown_gold"], "technologies": ["improved_tools"]}
    state = after(given(seat_0=seat_0), Harvest("gold"), Harvest("wood"))
    assert tokens(state) == {"gold": 2, "wood": 1}


def test_a_token_for_every_resource_spent():
    """The worked example, two wood and one gold. The player may also stop earlier."""
    state = full_position(OPEN_FACTORY, seat_0={"active": ["green_wood", "green_wood", "brown_gold"]})
    some = after_lines(state, "harvest token=wood", "end_action")
    assert (tokens(some), size_of(some.players[0].active)) == ({"wood": 1}, 2)
    assert "action.one" in refused_rules(some, "harvest token=wood")
    state = after_lines(state, "harvest token=wood", "harvest token=wood", "harvest token=gold")
    assert tokens(state) == {"gold": 1, "wood": 2}
    assert question(state) == "main"


def test_tokens_are_unlimited():
    """A player may have a thirteenth wood token."""
    state = full_position(OPEN_FACTORY, seat_0={"active": ["green_wood"], "tokens": ["wood"] * 12})
    assert tokens(after_lines(state, "harvest token=wood")) == {"wood": 13}
