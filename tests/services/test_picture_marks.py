"""Marks of pictures: which places have rings and numbers, and which ones the last move changed."""

import pytest

from referee_service.games import GAMES
from referee_service.kernel.engine import legal_actions
from referee_service.kernel.picks import matches_picks, open_places
from referee_service.kernel.places import touches
from referee_service.kernel.state import CHANCE
from referee_service.pictures.geometry import Box
from referee_service.pictures.scene import PlaceBox
from referee_service.services.picture_marks import MAX_KEY_CHARS, MAX_RINGS, changed_places, legal_marks, number_ranges
from tests.contract.playthroughs import sampled_plies


def listed_of(game, ply):
    """Return the legal actions of a ply with what they touch."""
    state = ply.before.state
    return [(action, touches(game, state, ply.seat, action)) for action in legal_actions(game, state)]


def positions(name, seats=2, each=8):
    """Yield the legal lists of sampled decisions."""
    game = GAMES[name]
    for ply in sampled_plies(game, seats, each=each):
        if ply.seat != CHANCE:
            yield game, listed_of(game, ply)


def numbers_of(text, listed):
    """Return the numbers of a key."""
    found = set()
    for part in text.split():
        first, _, last = part.partition("–")
        found |= set(range(int(first), int(last or first) + 1))
    assert found <= set(range(1, len(listed) + 1))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_number_lies_at_a_place_that_its_action_touches(name):
    for game, listed in positions(name):
        marks, keys = legal_marks(game, listed, ())
        for place, text in keys.items():
            assert marks[place] == "can"
            assert len(text) <= MAX_KEY_CHARS
            found = numbers_of(text, listed)
            assert all(any(place in group for group in listed[number - 1][1]) for number in found), (place, text)


@pytest.mark.parametrize("name", GAMES)
def test_an_action_without_a_number_meets_many_others_or_is_a_set_or_minor(name):
    for game, listed in positions(name):
        marks, keys = legal_marks(game, listed, ())
        seen = set().union(*(numbers_of(text, listed) for text in keys.values())) if keys else set()
        for number, (action, groups) in enumerate(listed, 1):
            fields = [getattr(action, name) for name in action.__struct_fields__]
            is_set = any(isinstance(value, tuple) and len(value) > 1 for value in fields)
            if number in seen or is_set or game.verb_by_type[type(action)].is_minor:
                continue
            shown = [place for group in groups for place in group if place in marks]
            meeting = [sum(place in group for _, other in listed for group in other) for place in shown]
            assert min(meeting) > 2, (number, groups)


@pytest.mark.parametrize("name", GAMES)
def test_after_a_pick_only_what_can_follow_has_a_ring_and_a_number(name):
    for game, listed in positions(name, each=4):
        groups = [each for _, each in listed]
        for place in list(open_places(groups, ()))[:6]:
            marks, keys = legal_marks(game, listed, (place,))
            assert marks[place] == "chosen"
            for text in keys.values():
                found = numbers_of(text, listed)
                assert all(matches_picks(groups[number - 1], (place,)) for number in found)


def test_with_more_than_twenty_places_only_the_first_step_has_rings():
    crowded = [
        (game, listed) for game, listed in positions("empires_north", 4, each=30) if len(open_places_of(listed)) > 20
    ]
    assert crowded
    for game, listed in crowded:
        marks, keys = legal_marks(game, listed, ())
        first_steps = {place for _, groups in listed for place in groups[0]}
        assert {place for place, mark in marks.items() if mark == "can"} <= first_steps
        assert set(keys) <= first_steps
    assert MAX_RINGS == 20


def open_places_of(listed):
    """Return the places that all actions of a list touch."""
    return open_places([groups for _, groups in listed], ())


def test_minor_actions_have_thin_rings_and_no_numbers():
    found = 0
    for game, listed in positions("medievalia", each=20):
        verbs = {action.__struct_config__.tag for action, _ in listed}
        if not {"dismiss", "clear_land"} & verbs or verbs <= {"dismiss", "clear_land"}:
            continue
        marks, keys = legal_marks(game, listed, ())
        minor = {place for place, mark in marks.items() if mark == "minor"}
        assert not minor & keys.keys()
        found += bool(minor)
    assert found


@pytest.mark.parametrize(
    ("numbers", "text"),
    [([3], "3"), ([3, 4], "3–4"), ([1, 2, 3, 7], "1–3 7"), ([1, 3, 5], "1 3 5"), ([1, 2, 4, 5, 8], "1–2 4–5 8")],
)
def test_numbers_are_written_as_ranges(numbers, text):
    assert number_ranges(numbers) == text


# --- the last move --------------------------------------------------------------------------------------------------


def row(**held):
    """Return drawn places by name, with what they hold. `_` stands for a dot."""
    names = {name.replace("_", "."): component for name, component in held.items()}
    return {name: PlaceBox(name, "rect", Box(0, 0, 1, 1), holds, "") for name, holds in names.items()}


@pytest.mark.parametrize(
    ("before", "after", "touched", "changed"),
    [
        (row(estate_0_3=""), row(estate_0_3="bank"), {"estate.0.3"}, ["estate.0.3"]),
        (row(depot_1_0="bank"), row(depot_1_0=""), {"depot.1.0"}, ["depot.1.0"]),
        (row(depot_1_0="bank"), row(depot_1_0=""), set(), []),
        (row(store_0="bank", store_1="ship"), row(store_0="ship", store_1=""), {"store.0"}, []),
        (row(store_0="ship"), row(store_0="bank", store_1="ship"), set(), ["store.0"]),
        (row(store_0="ship"), row(store_0="ship", store_1="ship"), set(), ["store.1"]),
        (row(ring_sail="sail"), row(ring_sail="sail"), {"ring.sail"}, ["ring.sail"]),
        (row(ring_sail="sail"), row(ring_sail="sail"), set(), []),
        (row(), row(queue_0=""), set(), ["queue.0"]),
        (row(), row(button_pass="", choice_fish="", action_raid=""), set(), []),
    ],
)
def test_a_move_changes_new_pieces_new_places_and_what_it_touched(before, after, touched, changed):
    assert changed_places(before, after, touched) == changed
