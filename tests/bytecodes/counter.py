"""Count of the Python bytecodes per action in random games: a measure of the engine's work that no noise can change.

    .venv/bin/python -m tests.bytecodes.counter            # prints the table
    .venv/bin/python -m tests.bytecodes.counter --write    # writes it to tests/bytecodes/table.json

The count is blind to work in C, such as hashing. It depends on the minor version of Python, which the table names.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

from referee_service.games import GAMES
from referee_service.kernel import engine
from referee_service.kernel.chance import Chance, seed_key, weighted_choice
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import new_match

ROOT = Path(__file__).parents[2]
TABLE_FILE = Path(__file__).with_name("table.json")
PYTHON_VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"
SEED = "bytecodes"
Result = TypeVar("Result")
MAX_ACTIONS = 150
"""Actions per game that are counted: the first ones of a game, whose caches are cold as in a new process."""


class BytecodeCounter:
    """Counter of the bytecodes that the engine and its callees run."""

    def __init__(self) -> None:
        self.count = 0

    def run(self, call: Callable[[], Result]) -> Result:
        """Call a function, and count its bytecodes."""
        sys.settrace(self._trace)
        try:
            return call()
        finally:
            sys.settrace(None)

    def _trace(self, frame: FrameType, event: str, _: Any) -> Any:
        if event == "call":
            frame.f_trace_opcodes, frame.f_trace_lines = True, False
        elif event == "opcode":
            self.count += 1
        return self._trace


def bytecodes_per_action(game: AnyGame, seats: int) -> int:
    """Return the mean count per action of a seat, with the chance and the automatic steps that follow it."""
    counter, rng = BytecodeCounter(), random.Random(SEED)
    state = new_match(game, seats=seats, chance=Chance("seeded", SEED)).state
    key, chance_count, actions = seed_key(SEED), 0, 0
    while actions < MAX_ACTIONS:
        if outcomes := counter.run(partial(engine.outcomes, game, state)):
            action = weighted_choice(key, chance_count, outcomes)
            chance_count += 1
        elif legal := counter.run(partial(engine.legal_actions, game, state)):
            action = rng.choice(legal)
            actions += 1
        else:
            break
        state, _ = counter.run(partial(engine.apply, game, state, action))
    return round(counter.count / actions)


def seat_counts(game: AnyGame) -> tuple[int, int]:
    """Return the numbers of seats that the table has: two and the most."""
    return 2, max(game.seats)


def measure(name: str) -> dict[str, int]:
    """Return the counts of one game by number of seats."""
    game = GAMES[name]
    return {str(seats): bytecodes_per_action(game, seats) for seats in seat_counts(game)}


def main() -> None:
    """Print the table, or write it. Each game needs a process of its own, so that its caches are cold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=list(GAMES), help="count one game, in this process")
    parser.add_argument("--write", action="store_true", help="write tests/bytecodes/table.json")
    options = parser.parse_args()
    if options.game:
        print(json.dumps(measure(options.game)))
        return
    table = {"python": PYTHON_VERSION, "games": {name: measure_apart(name) for name in GAMES}}
    text = json.dumps(table, indent=2) + "\n"
    print(text, end="")
    if options.write:
        TABLE_FILE.write_text(text)


def measure_apart(name: str) -> dict[str, int]:
    """Return the counts of one game, measured in a new process with a fixed order of sets."""
    command = [sys.executable, "-m", "tests.bytecodes.counter", "--game", name]
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
    counts: dict[str, int] = json.loads(done.stdout)
    return counts


if __name__ == "__main__":
    main()
