"""Verdicts of one checkout on forged states: reads states line by line and writes one verdict per line.

`compare.py` runs this file with the packages of two commits, so it uses only what both have.
"""

from __future__ import annotations

import json
import sys

from referee_service.games import GAMES
from referee_service.kernel.codec import decode
from referee_service.kernel.game import AnyGame
from referee_service.kernel.notation import CodecError


def verdict(game: AnyGame, raw: bytes) -> list[str]:
    """Return the faults of a state as sorted `path: rule` lines. Empty means that the audit accepts the state."""
    try:
        return sorted(f"{fault.path}: {fault.rule}" for fault in game.audit(decode(game, raw).state))
    except CodecError:
        return ["unreadable"]
    except Exception as error:  # a crash of the audit is a finding, not an end of the comparison
        return [f"exception: {error!r}"]


def main() -> None:
    """Read states of one game from standard input, and write their verdicts as JSON lines."""
    game = GAMES[sys.argv[1]]
    for line in sys.stdin.buffer:
        print(json.dumps(verdict(game, line)))


if __name__ == "__main__":
    main()
