"""Tuple surgery and bags."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee_service.kernel.bags import add_to, bag_of, count_in, merge_bags, remove_from, size_of
from referee_service.kernel.tuples import with_item, with_player, without
from tests.kernel import positions
from tests.kernel.positions import bag

pieces = st.lists(st.sampled_from("abcde"), max_size=12)


def test_put_changes_one_place_and_keeps_the_others():
    assert with_item(("a", "b", "c"), 1, "x") == ("a", "x", "c")


def test_drop_takes_out_the_first_such_value_only():
    assert without(("a", "b", "a"), "a") == ("b", "a")


def test_dropping_what_is_not_there_is_an_error():
    with pytest.raises(ValueError, match="not in tuple"):
        without(("a",), "b")


def test_change_replaces_fields_of_one_player_and_shares_the_rest():
    state = positions.given(hands=("silk", "salt"))
    changed = with_player(state, 1, hand=(), asked=2)
    assert changed.players[1].hand == ()
    assert changed.players[1].asked == 2
    assert changed.players[0] is state.players[0]
    assert state.players[1].asked == 0


def test_a_bag_counts_its_pieces_in_order_of_their_names():
    assert bag_of(["silk", "salt", "silk"]) == (("salt", 1), ("silk", 2))


@given(pieces, st.sampled_from("abcde"), st.integers(0, 3))
def test_adding_to_a_bag_is_adding_to_a_multiset(held, piece, count):
    assert add_to(bag_of(held), piece, count) == bag_of([*held, *piece * count])


@given(pieces, st.sampled_from("abcde"), st.integers(1, 3))
def test_taking_from_a_bag_undoes_adding_and_never_goes_below_zero(held, piece, count):
    whole = bag_of(held)
    assert remove_from(add_to(whole, piece, count), piece, count) == whole
    if count_in(whole, piece) < count:
        with pytest.raises(ValueError, match="the bag holds"):
            remove_from(whole, piece, count)


@given(pieces, pieces)
def test_merging_bags_adds_them_up(some, more):
    assert Counter(dict(merge_bags(bag_of(some), bag_of(more)))) == Counter(some) + Counter(more)


@given(pieces)
def test_a_bag_knows_its_size_and_each_count(held):
    assert size_of(bag_of(held)) == len(held)
    assert all(count_in(bag_of(held), piece) == held.count(piece) for piece in "abcde")


def test_an_emptied_bag_is_empty():
    assert remove_from(bag(silk=2), "silk", 2) == ()
