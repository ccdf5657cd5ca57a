"""The audit as a whole: real positions have no faults, and edited ones are refused or playable."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from referee_service.games.burgundy import GAME
from referee_service.games.burgundy.state import (
    BurgundyOptions,
)
from referee_service.kernel.tuples import with_player
from tests.games.burgundy.positions import (
    faults,
    opening,
    random_game,
)
from tests.games.forgeries import forge
from tests.games.rules import allows

FIRST = opening()
"""The first turn of a game of two; seat 0 has one silver."""


@allows("audit.tiles", "audit.piles", "audit.goods", "audit.known", "audit.shape", "audit.range", "audit.sorted")
@allows("audit.board", "audit.colour", "audit.connected", "audit.twins", "audit.castle", "audit.track", "audit.order")
@allows("audit.dice", "audit.depots", "audit.bonus", "audit.bonus_missing", "audit.round_goods", "audit.stage")
@allows("referee.rest", "audit.points", "audit.question")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("boards", ["basic", "random", "chosen"])
def test_every_position_of_a_real_game_is_possible(seats, boards):
    for state in random_game(seats, boards):
        assert not faults(state)


def test_every_fault_of_a_group_is_named_at_once():
    forged = with_player(replace(FIRST, round=9, white_die=-1), 0, silver=-5)
    assert faults(forged) == {
        ("round", "audit.range"),
        ("white_die", "audit.range"),
        ("players[0].silver", "audit.range"),
    }


def test_pieces_are_counted_only_if_every_name_is_known():
    assert faults(with_player(FIRST, 0, storage=("tavern", "bank"))) == {
        ("players[0].storage[0]", "audit.known"),
        ("players[0].storage", "audit.sorted"),
    }


def test_options_do_not_make_a_position_of_play_impossible():
    assert not faults(replace(FIRST, options=BurgundyOptions(first_player=1, tie_break="most_empty")))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_edited_position_is_impossible_or_can_be_played_on_to_possible_ones(seats):
    positions = [state for boards in ("basic", "random", "chosen") for state in random_game(seats, boards)]
    forge(GAME, positions, edits=1500, rng=random.Random(seats))
