"""Tests of bags, compared with lists and counters."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee_service.kernel.bags import add_to, bag_of, count_in, merge_bags, remove_from, size_of
from tests.kernel.positions import bag

pieces = st.lists(st.sampled_from("abcde"), max_size=12)


def test_a_bag_is_sorted_by_the_names_of_its_pieces():
    assert bag_of(["silk", "salt", "silk"]) == (("salt", 1), ("silk", 2))


@given(pieces, st.sampled_from("abcde"), st.integers(0, 3))
def test_add_to_adds_pieces(held, piece, count):
    assert add_to(bag_of(held), piece, count) == bag_of([*held, *piece * count])


@given(pieces, st.sampled_from("abcde"), st.integers(1, 3))
def test_remove_from_reverses_add_to_and_never_goes_below_zero(held, piece, count):
    whole = bag_of(held)
    assert remove_from(add_to(whole, piece, count), piece, count) == whole
    if count_in(whole, piece) < count:
        with pytest.raises(ValueError, match="the bag holds"):
            remove_from(whole, piece, count)


@given(pieces, pieces)
def test_merge_bags_adds_the_counts(some, more):
    assert Counter(dict(merge_bags(bag_of(some), bag_of(more)))) == Counter(some) + Counter(more)


@given(pieces)
def test_size_and_counts_of_a_bag_equal_those_of_its_pieces(held):
    assert size_of(bag_of(held)) == len(held)
    assert all(count_in(bag_of(held), piece) == held.count(piece) for piece in "abcde")


def test_a_bag_has_no_zero_counts():
    assert remove_from(bag(silk=2), "silk", 2) == ()
