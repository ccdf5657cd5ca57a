"""The greedy bot: the action after which its seat is worth most, on average over what might be hidden."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from referee_service.bots.choice import Choice, Ranked, best_first, ranked
from referee_service.bots.worlds import choices, followed, imagined, key_of, leads, seat_to_move
from referee_service.kernel.game import AnyGame
from referee_service.kernel.state import State

WORLDS: Final = 4
"""So many states are imagined for a view that hides something."""


def choose(game: AnyGame, view: Struct, seed: str) -> Choice:
    """The best action by the game's own evaluation; what chance brings afterwards is left open."""
    key = key_of(seed, view)
    worlds = distinct([imagined(game, view, key, at) for at in range(WORLDS)])
    seat, ranking = seat_to_move(game, worlds[0]), list[Ranked]()
    for action in choices(game, worlds[0]):
        values = [leads(game, followed(game, world, action))[seat] for world in worlds]
        ranking.append(ranked(action, 1, sum(values) / len(values)))
    return Choice(best_first(ranking), 0)


def distinct(worlds: list[State]) -> list[State]:
    """Each state once: a view that hides nothing leaves a single one."""
    return [world for at, world in enumerate(worlds) if world not in worlds[:at]]
