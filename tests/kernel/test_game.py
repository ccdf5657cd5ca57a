"""Tests of the record of a game: every action field declares a domain."""

import pytest

from referee_service.kernel.game import field_marks
from referee_service.kernel.state import Action
from tests.kernel.positions import Reroll
from tests.kernel.toy.actions.rest import Rest


def test_field_marks_returns_the_domain_of_each_field():
    marks = field_marks(Reroll)
    assert {name: mark.name for name, mark in marks.items()} == {
        "die": "die",
        "keep": "die",
        "also": "good",
        "loud": "loud",
    }
    assert field_marks(Rest) == {}


def test_a_field_without_a_domain_raises_an_error():
    class Bare(Action, frozen=True, tag="bare"):
        die: int

    with pytest.raises(TypeError, match="Bare: no domain is declared for die"):
        field_marks(Bare)
