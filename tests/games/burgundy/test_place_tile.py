"""Placing tiles: die, storage, colour, neighbours, twins."""

from __future__ import annotations

import pytest

from referee_service.games.burgundy.actions.place_tile import PlaceTile
from tests.games.burgundy.positions import given, refusals
from tests.games.rules import rule

BESIDE_CASTLE = 24
"""A mine space with die 4... board 1, row 4."""


@rule("die.workers")
@pytest.mark.parametrize(("workers", "refused"), [(0, True), (1, True), (2, False)])
def test_each_worker_moves_the_die_by_one(workers, refused):
    state = given(dice=[6, 6], workers=workers, storage=["mine"])
    assert ("die.workers" in refusals(state, PlaceTile(6, "mine", BESIDE_CASTLE))) is refused
