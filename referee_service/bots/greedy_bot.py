"""The greedy bot: the action with the best evaluation, averaged over determinizations."""

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
"""Number of states that are sampled for a view."""


def choose(game: AnyGame, view: Struct, seed: str) -> Choice:
    """Pick the action with the best average evaluation. Chance after the action is not simulated."""
    key = random_key(seed, view)
    states = distinct_states([determinize(game, view, key, at) for at in range(MAX_DETERMINIZATIONS)])
    seat, ranking = seat_to_move(game, states[0]), list[ActionRank]()
    for action in ordered_actions(game, states[0]):
        values = [score_leads(game, apply_and_pay(game, state, action))[seat] for state in states]
        ranking.append(rank_action(action, 1, sum(values) / len(values)))
    return Choice(sort_ranking(ranking), 0)


def distinct_states(states: list[State]) -> list[State]:
    """Return each state once. A view that hides nothing gives a single state."""
    return [state for at, state in enumerate(states) if state not in states[:at]]
