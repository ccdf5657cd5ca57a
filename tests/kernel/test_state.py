"""Tests of the base types: states compare by value, and tags name verbs."""

from msgspec.structs import replace

from referee_service.kernel.state import verb_of
from tests.kernel.positions import given
from tests.kernel.toy.actions.rest import Rest


def test_states_compare_and_hash_by_value():
    assert given() == given()
    assert hash(given()) == hash(given())
    assert given() != replace(given(), active_seat=1)


def test_the_verb_of_an_action_is_its_tag():
    assert verb_of(Rest()) == verb_of(Rest) == "rest"
