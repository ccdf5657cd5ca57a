"""Sizes of a kit: how many games are played, and how much of them is exported."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class KitSize:
    """Limits for the kit of one game."""

    games: int
    """Games per number of seats in which seats play at random."""
    greedy_seats: int
    """Seats of a greedy game that follow the greedy bot. It takes longer than the rest of the export."""
    patience: int
    """While a question or verb is missing, games go on. They stop after this many that bring none of them."""
    samples: int
    """Plies that are exported: each is a position and a transition."""
    attempts: int
    """Moves that are tried per verb of a position, in search of refusals."""
    searched_plies: int
    """Other plies, spread over all games, in which rules without a refusal are searched."""
    refusals_per_set: int
    """Refusals for each set of rules that forbids moves."""
    scores: int
    """Open positions whose score is exported. The ends of the recorded games are added."""
    perft_positions: int
    max_perft_lines: int
    """Upper bound for the lines of play of the deepest count of a position."""
    max_perft_depth: int
    records: int
    """Recorded games per number of seats: the first one is greedy."""


SIZES: Final = {
    "small": KitSize(
        games=4,
        greedy_seats=1,
        patience=60,
        samples=100,
        attempts=10,
        searched_plies=500,
        refusals_per_set=1,
        scores=20,
        perft_positions=4,
        max_perft_lines=120,
        max_perft_depth=4,
        records=1,
    ),
    "full": KitSize(
        games=30,
        greedy_seats=1,
        patience=600,
        samples=1500,
        attempts=60,
        searched_plies=8_000,
        refusals_per_set=5,
        scores=300,
        perft_positions=40,
        max_perft_lines=5000,
        max_perft_depth=6,
        records=4,
    ),
}
"""The sizes by name."""
