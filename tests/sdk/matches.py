"""Matches for tests of the SDK: small tables, and complete games of random moves."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from referee_sdk import Action, Client, Match
from referee_sdk.chat import Message, Table
from referee_service.games import GAMES

ROOT = Path(__file__).parents[2]

every_game = pytest.mark.parametrize("game", GAMES)
"""Parametrize a test with every game of the service."""


def fewest_seats(game: str) -> int:
    """Return the smallest number of seats with an opponent, or 1 for a solo game."""
    return min((seats for seats in GAMES[game].seats if seats > 1), default=1)


def new_match(client: Client, game: str, *, seed: str = "sdk", **settings) -> Match:
    """Set up a seeded match with few seats."""
    return client.new_match(game, seats=fewest_seats(game), seed=seed, **settings)


def play_to_end(match: Match, play: Callable[[Action], object], *, seed: int = 1) -> list[str]:
    """Play random actions with `play` until the match is over, and return their notations."""
    rng, notations = random.Random(seed), []
    while not match.is_over:
        action = rng.choice(match.legal_actions())
        notations.append(action.notation)
        play(action)
    return notations


def recorded_notations(match: Match) -> list[str]:
    """Return the notations of the record, without those of chance."""
    return [move.notation for move in match.record().moves if move.seat != "chance"]


def last_event(match: Match, *names: str) -> str:
    """Return the sentence of the last event, with names instead of seats."""
    text = match.events[-1].text
    for seat, name in enumerate(names):
        text = text.replace(f"Seat {seat} ", f"{name} ").replace(f"La place {seat} ", f"{name} ")
    return text


def play_number(table: Table, number: int = 1) -> str:
    """Play a number of the menu for the user who decides, and return the text of all messages."""
    before = len(table.match.events), table.match.decision_count
    text = joined_text(table.say(str(table.current_player), str(number)))
    assert (len(table.match.events), table.match.decision_count) != before, text
    return text


def joined_text(messages: Sequence[Message]) -> str:
    """Return the texts of all messages, joined by line breaks."""
    return "\n".join(message.text for message in messages)
