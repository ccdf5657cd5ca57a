"""Chance: anybody can recompute it, nobody can bend it. The literal values keep the recipe from changing silently."""

from collections import Counter
from hashlib import blake2b

import pytest

from referee_service.kernel.chance import commitment, match_key, random_below, seed_key, weighted_choice

KEY = seed_key("caravan")
WORDS = 2**64


def test_the_recipe_never_changes():
    assert KEY.hex() == "62948b54fb365bbf502e6065ffca01043e16c44d8ff311c111d466e3c82e318e"
    assert [random_below(KEY, count, 6) + 1 for count in range(12)] == [5, 1, 4, 4, 6, 5, 4, 6, 3, 1, 3, 6]
    assert [random_below(KEY, count, 100) for count in range(6)] == [30, 34, 3, 5, 71, 40]
    assert [weighted_choice(KEY, count, [("a", 3), ("b", 2), ("c", 1)]) for count in range(8)] == list("babbcbbc")


def test_the_keys_of_secret_matches_never_change():
    key = match_key(b"secret", "match-1")
    assert key.hex() == "eeffbda1703be8dea1087167d6fa74ffce420353974a5c519b24a794da5381fb"
    assert commitment(key) == "815814f042a372abe93d0e1cf67d9ab8574f8274266762616d22957b68fdd464"


def recomputed(key, count, bound):
    """The recipe as docs/chance.md tells it: the number, and how many words were thrown away."""
    for attempt in range(100):
        message = count.to_bytes(8, "big") + attempt.to_bytes(4, "big")
        word = int.from_bytes(blake2b(message, key=key, digest_size=8).digest(), "big")
        if word < WORDS // bound * bound:
            return word % bound, attempt
    raise AssertionError("a hundred unfair words in a row")


@pytest.mark.parametrize("bound", [1, 2, 6, 37, 1000, WORDS // 2 + 1])
def test_numbers_follow_the_written_recipe(bound):
    assert [random_below(KEY, count, bound) for count in range(50)] == [
        recomputed(KEY, count, bound)[0] for count in range(50)
    ]


def test_words_that_would_favour_small_numbers_are_thrown_away():
    thrown = [recomputed(KEY, count, WORDS // 2 + 1)[1] for count in range(50)]
    assert max(thrown) > 1
    assert min(thrown) == 0


def test_every_face_of_a_die_comes_up_equally_often():
    faces = Counter(random_below(KEY, count, 6) for count in range(6000))
    assert sorted(faces) == [0, 1, 2, 3, 4, 5]
    assert all(900 < count < 1100 for count in faces.values())


def test_an_outcome_comes_up_as_often_as_its_weight():
    picked = Counter(weighted_choice(KEY, count, [("rare", 1), ("common", 9)]) for count in range(5000))
    assert 430 < picked["rare"] < 570


def test_a_single_outcome_is_certain():
    assert weighted_choice(KEY, 0, [("only", 5)]) == "only"


def test_asking_again_never_rolls_again():
    assert random_below(KEY, 7, 6) == random_below(KEY, 7, 6)


def test_another_seed_another_secret_or_another_match_brings_other_keys():
    keys = [seed_key("a"), seed_key("b"), match_key(b"s", "1"), match_key(b"s", "2"), match_key(b"t", "1")]
    assert len({*keys, *map(commitment, keys)}) == 10
