"""Tests of tuples with one item changed, and of states with one player changed."""

import pytest

from referee_service.kernel.tuples import with_item, with_player, without
from tests.kernel.positions import given


def test_with_item_replaces_one_item():
    assert with_item(("a", "b", "c"), 1, "x") == ("a", "x", "c")


def test_without_removes_only_the_first_equal_item():
    assert without(("a", "b", "a"), "a") == ("b", "a")


def test_removing_an_item_that_is_not_there_raises_an_error():
    with pytest.raises(ValueError, match="not in tuple"):
        without(("a",), "b")


def test_with_player_changes_one_player_and_shares_the_others():
    state = given(hands=("silk", "salt"))
    changed = with_player(state, 1, hand=(), asks=2)
    assert changed.players[1].hand == ()
    assert changed.players[1].asks == 2
    assert changed.players[0] is state.players[0]
    assert state.players[1].asks == 0
