"""Random playouts: whole games of random legal actions in Referee and catanatron, alternating to spread noise."""

from __future__ import annotations

import random
from dataclasses import dataclass
from time import process_time

from catanatron import Color, Game, RandomPlayer
from catanatron.models.enums import ActionType

from referee_service.kernel import engine
from referee_service.kernel.chance import Chance, seed_key, weighted_choice
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import new_match


@dataclass
class Tally:
    """Actions of seats and total CPU time in seconds. Chance moves count in the time only."""

    actions: int = 0
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """Return the actions per second."""
        return self.actions / self.seconds


def referee_playout(game: AnyGame, seats: int, seed: int) -> int:
    """Play one random game and return the number of actions of seats."""
    state = new_match(game, seats=seats, chance=Chance("seeded", str(seed))).state
    choose, key, chance_count, actions = random.Random(seed).random, seed_key(str(seed)), 0, 0
    while True:
        if outcomes := engine.outcomes(game, state):
            action = weighted_choice(key, chance_count, outcomes)
            chance_count += 1
        elif legal := engine.legal_actions(game, state):
            action = legal[int(choose() * len(legal))]
            actions += 1
        else:
            return actions
        state, _ = engine.apply(game, state, action)


def catanatron_playout(seats: int, seed: int) -> tuple[int, int]:
    """Play one random game of catanatron. Return the number of actions without and with ROLL."""
    game = Game([RandomPlayer(colour) for colour in list(Color)[:seats]], seed=seed)
    game.play()
    actions = game.state.actions
    return sum(action.action_type is not ActionType.ROLL for action in actions), len(actions)


def race(game: AnyGame, *, seats: int, first: int, games: int) -> tuple[Tally, Tally, Tally]:
    """Return the tallies of Referee, of catanatron without rolls, and of catanatron with rolls.

    `first` is the seed of the first of these games.
    """
    own, peer, peer_with_rolls = Tally(), Tally(), Tally()
    referee_playout(game, seats, 0)
    catanatron_playout(seats, 1)
    for seed in range(first, first + games):
        start = process_time()
        own.actions += referee_playout(game, seats, seed)
        middle = process_time()
        without_rolls, with_rolls = catanatron_playout(seats, seed)
        end = process_time()
        own.seconds += middle - start
        peer.actions += without_rolls
        peer_with_rolls.actions += with_rolls
        peer.seconds += end - middle
        peer_with_rolls.seconds += end - middle
    return own, peer, peer_with_rolls
