"""Records a playthrough of every game for each number of seats, and what it comes to.

Chance is seeded, and the players choose by a fixed policy that knows nothing but the set of legal actions: the files
depend on the rules and the content pack alone. When one of these has changed on purpose, record again and read the
difference:

    PYTHONPATH=. python -m tests.golden.record [game ...]
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from referee_service.games import GAMES
from referee_service.kernel.chance import Chance
from referee_service.kernel.codec import digest, encode
from referee_service.kernel.engine import legal_actions
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import Match, new_match, play_chance, play_move
from referee_service.kernel.notation import notation
from referee_service.kernel.records import Record, record_text
from referee_service.kernel.replay import new_record
from referee_service.kernel.state import Action, verb_of

HERE = Path(__file__).parent
SEED = "golden"
HEAD = "# Recorded by tests/golden/record.py, which says how to record it again. What it comes to: {game}.json\n"
OPTIONS: dict[tuple[str, int], dict[str, object]] = {
    ("burgundy", 3): {"boards": "chosen"},
    ("burgundy", 4): {"boards": "random"},
    ("dice_settlers", 1): {"technologies": "random", "explosive": True, "gold_rush": True},
    ("dice_settlers", 2): {"technologies": "warriors"},
    ("dice_settlers", 3): {"technologies": "expansion", "recall": "any_number"},
    ("dice_settlers", 4): {"technologies": "random", "explosive": True},
    ("empires_north", 3): {"clans": "chosen"},
}
"""How a game is set up where not by its defaults: together the records of a game show all of its verbs."""
SEEDS: dict[tuple[str, int], str] = {
    ("settlement", 3): "golden mask",
    ("medievalia", 2): "golden 9",
    ("medievalia", 3): "golden 9",
    ("medievalia", 4): "golden 1",
    ("dice_settlers", 1): "golden fire",
    ("dice_settlers", 3): "golden 42",
    ("dice_settlers", 4): "golden 2",
    ("empires_north", 1): "golden 3",
    ("empires_north", 2): "golden isle 13",
    ("empires_north", 3): "golden 4",
    ("empires_north", 4): "golden ship 5",
}
"""The seed of chance where not the common one, so that rare pieces come up too."""
LAST: dict[str, frozenset[str]] = {
    "settlement": frozenset({"decline", "exchange", "pass_round"}),
    "medievalia": frozenset({"end_turn"}),
    "empires_north": frozenset({"decline", "go_on", "pass_round"}),
}
"""Verbs taken only where nothing else is offered: who passes at once shows little of a game."""
ONCE: dict[str, frozenset[str]] = {"medievalia": frozenset({"buy_card", "clear_land", "dismiss", "ask_ally"})}
"""Verbs taken once and then left alone while there is anything else: they undo what makes a game interesting."""

FIRST_NAMES: dict[str, str] = {"play_territory": "settle"}
"""Verbs that had another name when the games were recorded. Lots use that name, so the same games are played."""


class Playthrough(NamedTuple):
    """A whole game: its record, the match at its end, and how many actions were offered to the players in all."""

    record: Record
    end: Match
    offered: int


def draw(ply: int, word: str) -> bytes:
    """The lot of a word at this ply; the lowest one wins."""
    verb, space, fields = word.partition(" ")
    word = f"{FIRST_NAMES.get(verb, verb)}{space}{fields}"
    return blake2b(f"{SEED} {ply} {word}".encode(), digest_size=16).digest()


def choice(legal: Sequence[Action], ply: int, taken: Counter[str], game: str = "") -> Action:
    """Of the verb taken least so far (by lot among equals) an action by lot, whatever the order of the list."""
    last, once = LAST.get(game, frozenset()), ONCE.get(game, frozenset())
    offered = {verb_of(action) for action in legal}
    fresh = offered - {verb for verb in once if taken[verb]} or offered
    verb = min(fresh - last or fresh, key=lambda name: (taken[name], draw(ply, name)))
    return min((action for action in legal if verb_of(action) == verb), key=lambda action: draw(ply, notation(action)))


def played(game: AnyGame, seats: int, chosen: dict[str, object] | None = None) -> Playthrough:
    """The game that the policy plays at a table of this size, with the usual options or with these."""
    options = msgspec.convert(OPTIONS.get((game.name, seats), {}) if chosen is None else chosen, game.options_type)
    seed = SEEDS.get((game.name, seats), SEED)
    begun = new_match(game, seats=seats, options=options, chance=Chance("seeded", seed))
    record, step = new_record(game, begun, seats=seats, options=options), play_chance(game, begun)
    match, moves, offered, taken = step.match, list(step.moves), 0, Counter[str]()
    while (now := game.turn(match.state)) is not None:
        legal = legal_actions(game, match.state)
        action = choice(legal, match.ply, taken, game.name)
        acted = play_move(game, match, now.seat, action)
        step = play_chance(game, acted.match)
        match, offered = step.match, offered + len(legal)
        moves += [*acted.moves, *step.moves]
        taken[verb_of(action)] += 1
    return Playthrough(replace(record, moves=tuple(moves)), match, offered)


def text_of(record: Record) -> str:
    """A golden file."""
    return HEAD.format(game=record.game) + record_text(record)


def outcome_of(game: AnyGame, end: Match) -> dict[str, object]:
    """What a playthrough comes to: its length, the digest of its last position, and the points."""
    return {"plies": end.ply, "digest": digest(encode(end)), "scores": list(game.result(end.state).scores)}


def record(game: AnyGame) -> None:
    """Write the golden files of one game."""
    lines = []
    for seats in game.seats:
        whole = played(game, seats)
        (HERE / f"{game.name}-{seats}.game").write_text(text_of(whole.record))
        outcome = {**outcome_of(game, whole.end), "offered": whole.offered}
        lines.append(f'  "{seats}": {json.dumps(outcome)}')
    (HERE / f"{game.name}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        record(GAMES[name])
