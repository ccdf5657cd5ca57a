"""Test harness of the games: short calls of the engine, shared by the tests of every game.

Each game binds one harness in its `positions.py`. Every refusal and fault that a call returns is recorded for `@rule`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from referee_service.kernel import engine
from referee_service.kernel.chance import seed_key, weighted_choice
from referee_service.kernel.game import AnyGame
from referee_service.kernel.notation import parse_notation
from referee_service.kernel.state import CHANCE, Action, Event, Seat, State
from tests.games.rules import JUDGED


@dataclass(frozen=True)
class GameHarness:
    """Engine calls on positions of one game."""

    game: AnyGame

    # --- play ---------------------------------------------------------------------------------------------------------

    def after(self, state: State, *actions: Action) -> State:
        """Return the position after these actions of the seats to move. Each action must be legal."""
        for action in actions:
            refused = self.refusals(state, action)
            assert not refused, (action, refused)
            state, _ = engine.apply(self.game, state, action)
        return state

    def after_chance(self, state: State, seed: str = "settled") -> State:
        """Return the position at the next decision of a seat, after seeded chance has acted."""
        count = 0
        while (turn := self.game.turn(state)) is not None and turn.seat == CHANCE:
            outcome = weighted_choice(seed_key(seed), count, engine.outcomes(self.game, state))
            state, count = self.after(state, outcome), count + 1
        return state

    def random_positions(
        self, state: State, rng: random.Random, choose: Callable[[list[Action]], Action] | None = None
    ) -> tuple[State, ...]:
        """Return every position of a random game, from this state to the end.

        Without `choose`, each decision picks a verb at random and then one of its actions, so that rare verbs occur.
        """
        positions = [state]
        while self.game.turn(state) is not None:
            actions = self.legal(state)
            action = choose(actions) if choose is not None else random_action(actions, rng)
            state, _ = engine.apply(self.game, state, action)
            positions.append(state)
        return tuple(positions)

    # --- look ---------------------------------------------------------------------------------------------------------

    def refusals(self, state: State, action: Action | str, seat: Seat | None = None) -> set[str]:
        """Return the rules that forbid an action (or line of notation) of the seat to move. Empty if it is legal."""
        action = parse_notation(self.game, action) if isinstance(action, str) else action
        seat = self.game.turn(state).seat if seat is None else seat
        judged = {refusal.rule for refusal in engine.judge(self.game, state, seat, action)}
        JUDGED.append(judged)
        return judged

    def faults(self, state: State) -> set[tuple[str, str]]:
        """Return the faults of a position as (path, rule). Empty if the position is possible."""
        faults = {(fault.path, fault.rule) for fault in self.game.audit(state)}
        JUDGED.append({rule for _, rule in faults})
        return faults

    def possible(self, state: State) -> State:
        """Return the same position. Fails if the audit finds a fault in it."""
        assert self.faults(state) == set()
        return state

    def events_of(self, state: State, action: Action) -> tuple[Event, ...]:
        """Return the events that this action emits."""
        return engine.apply(self.game, state, action)[1]

    def legal(self, state: State, kind: str | None = None) -> list[Action]:
        """Return the legal actions of the seat to move, of one verb if `kind` is given."""
        return engine.legal_actions(self.game, state, kind=kind)

    def question(self, state: State) -> str | None:
        """Return the open question, or None if the game is over."""
        turn = self.game.turn(state)
        return turn.question if turn else None


def random_action(actions: list[Action], rng: random.Random) -> Action:
    """Return one of these actions: a random verb first, then a random action of it."""
    kind = rng.choice(list(dict.fromkeys(map(type, actions))))
    return rng.choice([action for action in actions if type(action) is kind])
