"""Whole games for tests of the SDK: moves by lot, through any way of saying them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from referee_sdk import Action, Client, Match
from referee_service.games import GAMES

ROOT = Path(__file__).parents[2]

every_game = pytest.mark.parametrize("game", GAMES)
"""A test for every game that the service knows."""


def fewest_seats(game: str) -> int:
    """The smallest table with somebody to play against."""
    return min((seats for seats in GAMES[game].seats if seats > 1), default=1)


def new_match(client: Client, game: str, *, seed: str = "sdk", **more) -> Match:
    """A seeded match at a small table."""
    return client.new_match(game, seats=fewest_seats(game), seed=seed, **more)


def played_by(match: Match, say: Callable[[Action], object], *, lot: int = 1) -> list[str]:
    """Play to the end: an action by lot, said in some way; the notations that were meant."""
    dice, meant = random.Random(lot), []
    while not match.is_over:
        action = dice.choice(match.legal_actions())
        meant.append(action.notation)
        say(action)
    return meant


def taken_by_seats(match: Match) -> list[str]:
    """The notations that stand in the record, without those of chance."""
    return [move.notation for move in match.record().moves if move.seat != "chance"]


def texts(messages: Sequence) -> str:
    """All that a table said."""
    return "\n".join(message.text for message in messages)
