"""Writer of the sample corpus: complete records of every game, from random moves through the SDK, in all forms.

The files depend only on the rules and the content pack. After an intended change of either, write them again:

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
HEADER = "# A complete game of random moves. tests/sdk/corpus.py describes how to write it again.\n# {chance}\n"


def play_record(client: Client, game: str, seats: int) -> Record:
    """Play a complete game and return its record.

    Every move is a random action of the verb played least so far. Actions without fields, such as the end of a turn,
    come only if there is no other.
    """
    rng, match = random.Random(f"{game} {seats}"), client.new_match(game, seats=seats, seed=f"corpus {seats}")
    verb_counts = Counter[str]()
    while not match.is_over:
        candidates = [action for action in match.legal_actions() if action.fields] or match.legal_actions()
        kind = min({action.kind for action in candidates}, key=lambda kind: (verb_counts[kind], kind))
        verb_counts[kind] += 1
        match.play(rng.choice(match.legal_actions(kind)))
    return match.record()


def file_names(game: str) -> tuple[str, str, str]:
    """Return the files of a game: fewest seats as text and as JSON, most seats as text with reported chance."""
    fewest, most = min(GAMES[game].seats), max(GAMES[game].seats)
    return f"{game}-{fewest}.game", f"{game}-{fewest}.json", f"{game}-{most}-table.game"


def write(game: str) -> None:
    """Write the files of one game."""
    client = Client(app=create_app())
    seeded = play_record(client, game, min(GAMES[game].seats))
    reported = replace(play_record(client, game, max(GAMES[game].seats)), chance=Chance("table"))
    contents = (
        HEADER.format(chance="Chance is seeded, so its moves could be left out.") + seeded.to_text(),
        json.dumps(seeded.to_json(), indent=1, ensure_ascii=False) + "\n",
        HEADER.format(chance="Chance moves are what people reported.") + reported.to_text(),
    )
    CORPUS.mkdir(parents=True, exist_ok=True)
    for name, content in zip(file_names(game), contents, strict=True):
        (CORPUS / name).write_text(content, encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        write(name)
