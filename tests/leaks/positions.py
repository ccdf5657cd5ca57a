"""Positions of random games with hidden pieces: some of each question, and some directly after closed questions."""

from collections.abc import Iterator
from functools import cache

from msgspec.structs import replace

from referee_service.kernel.match import Match
from referee_service.kernel.state import CHANCE, Action
from tests.contract.playthroughs import GAMES, play_random, random_options

TABLES = {"caravan": 2, "medievalia": 3, "empires_north": 2, "dice_settlers": 3}
"""The games with hidden pieces, each with a number of seats at which a seat cannot infer all of them."""


@cache
def positions(name: str, games: int, each: int) -> tuple[tuple[Match, Action | None], ...]:
    """Return up to `each` positions per question in which a seat decides, each with the action that was played.

    Positions with and without closed questions are counted apart, and the end of a game is a question too.
    """
    found: dict[object, list[tuple[Match, Action | None]]] = {}
    for match, action in _all_positions(name, games):
        turn = GAMES[name].turn(match.state)
        if turn is None or turn.seat != CHANCE:
            found.setdefault((turn and turn.question, bool(match.state.closed)), []).append((match, action))
    return tuple(place for places in found.values() for place in places[:: max(1, len(places) // each)][:each])


def _all_positions(name: str, games: int) -> Iterator[tuple[Match, Action | None]]:
    game, seats = GAMES[name], TABLES[name]
    for seed in range(games):
        options = random_options(game, seats, seed)
        if name == "dice_settlers":
            options = replace(options, bags="closed")
        for ply in play_random(game, seats, seed, options):
            yield ply.before, ply.action
        yield ply.after, None
