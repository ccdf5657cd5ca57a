"""The greedy bot: the action after which its seat is worth most, on average over what might be hidden."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from referee_service.bots.choice import ActionRank, Choice, rank_action, sort_ranking
from referee_service.bots.determinization import determinize, random_key
from referee_service.bots.evaluation import score_leads
from referee_service.bots.simulation import apply_and_pay, ordered_actions, seat_to_move
from referee_service.kernel.game import AnyGame
from referee_service.kernel.state import State

MAX_DETERMINIZATIONS: Final = 4
"""So many states are imagined for a view that hides something."""


def choose(game: AnyGame, view: Struct, seed: str) -> Choice:
    """The best action by the game's own evaluation; what chance brings afterwards is left open."""
    key = random_key(seed, view)
    worlds = distinct_states([determinize(game, view, key, at) for at in range(MAX_DETERMINIZATIONS)])
    seat, ranking = seat_to_move(game, worlds[0]), list[ActionRank]()
    for action in ordered_actions(game, worlds[0]):
        values = [score_leads(game, apply_and_pay(game, world, action))[seat] for world in worlds]
        ranking.append(rank_action(action, 1, sum(values) / len(values)))
    return Choice(sort_ranking(ranking), 0)


def distinct_states(worlds: list[State]) -> list[State]:
    """Each state once: a view that hides nothing leaves a single one."""
    return [world for at, world in enumerate(worlds) if world not in worlds[:at]]
