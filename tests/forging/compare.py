"""Comparison of two commits by forged states: the audit should give the same verdicts.

    PYTHONPATH=.:sdk python -m tests.forging.compare BASE [--states 12000] [--game burgundy ...]

BASE is a commit whose states have the same JSON. The states are forged from random games with fixed seeds, by edits of
single values and by recombined stacks. Exit code 1 if a state that was refused is accepted now, or an audit raises.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec.structs import replace

from referee_service.games import GAMES
from referee_service.kernel.codec import encode
from referee_service.kernel.game import AnyGame
from tests.contract.playthroughs import sampled_plies
from tests.contract.test_stacks import recombined
from tests.games.forgeries import randomly_edited

ROOT = Path(__file__).parents[2]
SHOWN = 10
"""Number of differing states that are printed per game and kind."""
PLIES_PER_QUESTION = 10
Verdict = list[str]


def forged_states(game: AnyGame, count: int) -> list[bytes]:
    """Return this many forged states of a game as canonical bytes. Equal calls return equal states."""
    rng, found = random.Random(f"forged {game.name}"), list[bytes]()
    plies = {seats: sampled_plies(game, seats, each=PLIES_PER_QUESTION) for seats in game.seats}
    while len(found) < count:
        matches = [ply.before for ply in rng.choice(list(plies.values()))]
        match, other = rng.choice(matches), rng.choice(matches)
        if rng.random() < 0.5:
            state = randomly_edited(game, match.state, other.state, rng)
        else:
            state = recombined(match.state, [other.state], rng)
        if state is not None:
            found.append(encode(replace(match, state=state)))
    return found


def verdicts(tree: Path, game: str, states: Sequence[bytes]) -> list[Verdict]:
    """Return the verdicts that the code of a checkout gives on these states."""
    result = subprocess.run(
        [sys.executable, ROOT / "tests/forging/verdicts.py", game],
        input=b"".join(state + b"\n" for state in states),
        env={**os.environ, "PYTHONPATH": str(tree)},
        cwd=tree,
        stdout=subprocess.PIPE,
        check=True,
    )
    return [json.loads(line) for line in result.stdout.splitlines()]


def kind_of_difference(before: Verdict, now: Verdict) -> str | None:
    """Return how two verdicts differ, or None if they are equal."""
    if any(line.startswith("exception") for line in now):
        return "exception"
    if before == now:
        return None
    if any(line.startswith("exception") for line in before):
        return "exception gone"
    if not now:
        return "newly accepted"
    return "other faults" if before else "newly refused"


@contextmanager
def worktree(commit: str) -> Iterator[Path]:
    """Check out a commit into a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "base"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", tree, commit], cwd=ROOT, check=True)
        try:
            yield tree
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, check=True)


def compare(game: AnyGame, base: Path, count: int) -> Counter[str]:
    """Print the states of one game whose verdicts differ, and return how many there are of each kind."""
    states, kinds = forged_states(game, count), Counter[str]()
    pairs = zip(states, verdicts(base, game.name, states), verdicts(ROOT, game.name, states), strict=True)
    for state, before, now in pairs:
        kind = kind_of_difference(before, now)
        kinds["accepted" if not now else "refused"] += 1
        if kind is not None:
            kinds[kind] += 1
            if kinds[kind] <= SHOWN:
                print(f"{game.name}: {kind}: {before} -> {now}\n  {state.decode()}")
    print(f"{game.name}: {len(states)} states, {dict(kinds)}", flush=True)
    return kinds


def main() -> int:
    """Compare the working tree with a commit."""
    parser = argparse.ArgumentParser(description="Compare the verdicts of two commits on forged states.")
    parser.add_argument("base", help="the commit to compare with")
    parser.add_argument("--states", type=int, default=12_000, help="forged states per game")
    parser.add_argument("--game", action="append", choices=list(GAMES), help="only this game; may be repeated")
    options = parser.parse_args()
    with worktree(options.base) as base:
        kinds = sum((compare(GAMES[name], base, options.states) for name in options.game or GAMES), Counter[str]())
    return int(bool(kinds["newly accepted"] or kinds["exception"]))


if __name__ == "__main__":
    sys.exit(main())
