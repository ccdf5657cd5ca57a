"""Samples: the plies of all sample games that a kit exports, chosen so that every question and verb occurs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from hashlib import blake2b
from typing import NamedTuple

from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import Match
from referee_service.kernel.state import CHANCE, Action, Seat, verb_of
from referee_service.services.conformance.sample_games import SampleGame, due_question

Key = tuple[str, str]
"""A name to cover: ("question", …) or ("verb", …)."""


class Sample(NamedTuple):
    """A ply to export. Chance acts after the seed, except in a state that waits for chance itself."""

    match: Match
    seat: Seat
    action: Action


class _Candidate(NamedTuple):
    """A ply with its random rank, the number of seats, and the names that it covers."""

    rank: bytes
    seats: int
    keys: tuple[Key, ...]
    sample: Sample


def all_samples(games: list[SampleGame]) -> Iterator[tuple[SampleGame, Sample]]:
    """Yield every ply of every game. A client can play chance only in a match whose table reports it."""
    for played in games:
        for ply in played.plies:
            match = ply.before if ply.seat == CHANCE else played.seeded(ply.before)
            yield played, Sample(match, ply.seat, ply.action)


def choose_samples(game: AnyGame, games: list[SampleGame], seed: str, limit: int) -> list[Sample]:
    """Return up to `limit` plies. Names are covered in rounds, each of them once per round, by random plies.

    Numbers of seats that were chosen least come first.
    """
    by_key: dict[Key, list[_Candidate]] = defaultdict(list)
    for candidate in _candidates(game, games, seed):
        for key in candidate.keys:
            by_key[key].append(candidate)
    waiting = {key: sorted(by_key[key], key=lambda each: each.rank, reverse=True) for key in sorted(by_key)}
    chosen: dict[bytes, Sample] = {}
    covered, used_seats = Counter[Key](), Counter[int]()
    round_number = 0
    while len(chosen) < limit and any(waiting.values()):
        round_number += 1
        for key, candidates in waiting.items():
            while candidates and covered[key] < round_number and len(chosen) < limit:
                picked = _pick(candidates, used_seats)
                if picked.rank not in chosen:
                    chosen[picked.rank] = picked.sample
                    covered.update(picked.keys)
                    used_seats[picked.seats] += 1
    return list(chosen.values())


def _candidates(game: AnyGame, games: list[SampleGame], seed: str) -> Iterator[_Candidate]:
    for number, (played, sample) in enumerate(all_samples(games)):
        rank = blake2b(f"{seed}/{number}".encode(), digest_size=8).digest()
        keys = (("question", due_question(game, sample.match)), ("verb", verb_of(sample.action)))
        yield _Candidate(rank, played.seats, keys, sample)


NEAREST = 12
"""Candidates among which the number of seats decides."""


def _pick(candidates: list[_Candidate], used_seats: Counter[int]) -> _Candidate:
    """Remove and return one of the last candidates, with the number of seats that was used least."""
    nearest = candidates[-NEAREST:]
    picked = min(nearest, key=lambda each: (used_seats[each.seats], each.rank))
    candidates.remove(picked)
    return picked
