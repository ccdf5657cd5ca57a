"""Writes the sample corpus: complete games of every game, played by lot through the SDK, in all forms of a record.

The files depend on the rules and the content pack alone. When one of these has changed on purpose, write them again:

    PYTHONPATH=.:sdk python -m tests.sdk.corpus [game ...]
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

from referee_sdk import Chance, Client, Record
from referee_service.app import create_app
from referee_service.games import GAMES

CORPUS = Path(__file__).parents[2] / "examples" / "corpus"
HEAD = "# A complete game, played by lot; tests/sdk/corpus.py says how to write it again.\n# {about}\n"


def played(client: Client, game: str, seats: int) -> Record:
    """A whole game: the verb taken least so far, and an action by lot; a turn is ended only where nothing is left."""
    lot, match = random.Random(f"{game} {seats}"), client.new_match(game, seats=seats, seed=f"corpus {seats}")
    taken = Counter[str]()
    while not match.is_over:
        busy = [action for action in match.legal_actions() if action.fields] or match.legal_actions()
        kind = min({action.kind for action in busy}, key=lambda kind: (taken[kind], kind))
        taken[kind] += 1
        match.play(lot.choice(match.legal_actions(kind)))
    return match.record()


def names_of(game: str) -> tuple[str, str, str]:
    """The files of a game: the smallest table as text and as JSON, the largest with dice that people reported."""
    fewest, most = min(GAMES[game].seats), max(GAMES[game].seats)
    return f"{game}-{fewest}.game", f"{game}-{fewest}.json", f"{game}-{most}-table.game"


def write(game: str) -> None:
    """Write the files of one game."""
    client = Client(app=create_app())
    small = played(client, game, min(GAMES[game].seats))
    reported = replace(played(client, game, max(GAMES[game].seats)), chance=Chance("table"))
    texts = (
        HEAD.format(about="Chance is seeded: its moves could be left out.") + small.to_text(),
        json.dumps(small.to_json(), indent=1, ensure_ascii=False) + "\n",
        HEAD.format(about="Chance is what people reported.") + reported.to_text(),
    )
    CORPUS.mkdir(parents=True, exist_ok=True)
    for name, text in zip(names_of(game), texts, strict=True):
        (CORPUS / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        write(name)
