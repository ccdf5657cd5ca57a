"""Tests of chance. Recorded values prove that the algorithm never changes, so that players can recompute it."""

from collections import Counter
from hashlib import blake2b

import pytest

from referee_service.kernel.chance import commitment, match_key, random_below, seed_key, weighted_choice

KEY = seed_key("caravan")
WORD_RANGE = 2**64


def test_the_numbers_of_a_seed_never_change():
    assert KEY.hex() == "62948b54fb365bbf502e6065ffca01043e16c44d8ff311c111d466e3c82e318e"
    assert [random_below(KEY, count, 6) + 1 for count in range(12)] == [5, 1, 4, 4, 6, 5, 4, 6, 3, 1, 3, 6]
    assert [random_below(KEY, count, 100) for count in range(6)] == [30, 34, 3, 5, 71, 40]
    assert [weighted_choice(KEY, count, [("a", 3), ("b", 2), ("c", 1)]) for count in range(8)] == list("babbcbbc")


def test_the_keys_of_secret_matches_never_change():
    key = match_key(b"secret", "match-1")
    assert key.hex() == "eeffbda1703be8dea1087167d6fa74ffce420353974a5c519b24a794da5381fb"
    assert commitment(key) == "815814f042a372abe93d0e1cf67d9ab8574f8274266762616d22957b68fdd464"


def recomputed(key, count, bound):
    """Return the number by the algorithm of docs/chance.md, and how many words were rejected before it."""
    for attempt in range(100):
        message = count.to_bytes(8, "big") + attempt.to_bytes(4, "big")
        word = int.from_bytes(blake2b(message, key=key, digest_size=8).digest(), "big")
        if word < WORD_RANGE // bound * bound:
            return word % bound, attempt
    raise AssertionError("a hundred words in a row were rejected")


@pytest.mark.parametrize("bound", [1, 2, 6, 37, 1000, WORD_RANGE // 2 + 1])
def test_numbers_follow_the_documented_algorithm(bound):
    assert [random_below(KEY, count, bound) for count in range(50)] == [
        recomputed(KEY, count, bound)[0] for count in range(50)
    ]


def test_words_that_would_favour_small_numbers_are_rejected():
    rejected = [recomputed(KEY, count, WORD_RANGE // 2 + 1)[1] for count in range(50)]
    assert max(rejected) > 1
    assert min(rejected) == 0


def test_every_face_of_a_die_occurs_about_equally_often():
    faces = Counter(random_below(KEY, count, 6) for count in range(6000))
    assert sorted(faces) == [0, 1, 2, 3, 4, 5]
    assert all(900 < count < 1100 for count in faces.values())


def test_an_outcome_occurs_in_proportion_to_its_weight():
    picked = Counter(weighted_choice(KEY, count, [("rare", 1), ("common", 9)]) for count in range(5000))
    assert 430 < picked["rare"] < 570


def test_a_single_outcome_is_certain():
    assert weighted_choice(KEY, 0, [("only", 5)]) == "only"


def test_the_same_key_and_count_give_the_same_number():
    assert random_below(KEY, 7, 6) == random_below(KEY, 7, 6)


def test_another_seed_secret_or_match_gives_another_key():
    keys = [seed_key("a"), seed_key("b"), match_key(b"s", "1"), match_key(b"s", "2"), match_key(b"t", "1")]
    assert len({*keys, *map(commitment, keys)}) == 10
