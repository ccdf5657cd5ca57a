"""Random playouts: whole games of random legal actions, ours and a peer's, by turns so that noise hits both alike."""

from __future__ import annotations

import random
from dataclasses import dataclass
from time import perf_counter

from catanatron import Color, Game, RandomPlayer
from catanatron.models.enums import ActionType

from referee_service.kernel import engine
from referee_service.kernel.chance import Chance, seed_key, weighted_choice
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import new_match


@dataclass
class Tally:
    """What was played and how long it took. Actions are those of seats; what chance does is in the time alone."""

    actions: int = 0
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        return self.actions / self.seconds


def our_playout(game: AnyGame, seats: int, seed: int) -> int:
    """One random game of ours; the number of actions that seats took."""
    state = new_match(game, seats=seats, chance=Chance("seeded", str(seed))).state
    choose, key, drawn, actions = random.Random(seed).random, seed_key(str(seed)), 0, 0
    while True:
        if brought := engine.outcomes(game, state):
            action = weighted_choice(key, drawn, brought)
            drawn += 1
        elif legal := engine.legal_actions(game, state):
            action = legal[int(choose() * len(legal))]
            actions += 1
        else:
            return actions
        state, _ = engine.apply(game, state, action)


def peer_playout(seats: int, seed: int) -> tuple[int, int]:
    """One random game of catanatron; its actions without and with the rolls of dice that its players must order."""
    game = Game([RandomPlayer(colour) for colour in list(Color)[:seats]], seed=seed)
    game.play()
    actions = game.state_type.actions
    return sum(action.action_type is not ActionType.ROLL for action in actions), len(actions)


def race(game: AnyGame, *, seats: int, games: int) -> tuple[Tally, Tally, Tally]:
    """Ours, the peer's without rolls, the peer's with rolls: games by turns."""
    ours, peers, peers_with_rolls = Tally(), Tally(), Tally()
    our_playout(game, seats, 0)
    peer_playout(seats, 1)
    for seed in range(1, games + 1):
        began = perf_counter()
        ours.actions += our_playout(game, seats, seed)
        between = perf_counter()
        without, every = peer_playout(seats, seed)
        ended = perf_counter()
        ours.seconds += between - began
        peers.actions += without
        peers_with_rolls.actions += every
        peers.seconds += ended - between
        peers_with_rolls.seconds += ended - between
    return ours, peers, peers_with_rolls
