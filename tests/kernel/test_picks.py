"""Tests of picks: which actions they leave, and which places can be picked next."""

import pytest

from referee_service.kernel.picks import matches_picks, open_places

DICE = ("seat.0.die.0", "seat.0.die.1")
PLACE_TILE = (DICE, ("storage.0.0",), ("estate.0.12",))
KEEP_TWO = (("hand.0.inn",), ("hand.0.inn",))


@pytest.mark.parametrize(
    ("touches", "picks", "is_match"),
    [
        (PLACE_TILE, (), True),
        (PLACE_TILE, ("estate.0.12", "seat.0.die.1"), True),
        (PLACE_TILE, ("seat.0.die.0", "seat.0.die.1"), False),
        (PLACE_TILE, ("estate.0.13",), False),
        (KEEP_TWO, ("hand.0.inn", "hand.0.inn"), True),
        (KEEP_TWO, ("hand.0.inn",) * 3, False),
        ((("a", "b"), ("a",)), ("a", "b"), True),
    ],
)
def test_every_pick_needs_a_group_of_its_own(touches, picks, is_match):
    assert matches_picks(touches, picks) is is_match


def test_the_next_places_are_those_of_actions_that_the_picks_settle():
    other = (DICE, ("depot.3.1",))
    assert list(open_places([PLACE_TILE, other], ("storage.0.0",))) == [*DICE, "estate.0.12"]
    assert "depot.3.1" in open_places([PLACE_TILE, other], ("seat.0.die.0",))
    assert list(open_places([(("button.rest",),)], ())) == ["button.rest"]
