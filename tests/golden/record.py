"""Recorder of golden playthroughs: one game per number of seats, with its length, digest and scores.

Chance is seeded, and a fixed policy chooses from the set of legal actions. The files therefore depend on the rules and
the content pack only. If one of these has changed on purpose, record again and read the difference:

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
HEAD = (
    "# Recorded by tests/golden/record.py, which says how to record it again. "
    "Its length, digest and scores: {game}.json\n"
)
OPTIONS: dict[tuple[str, int], dict[str, object]] = {
    ("burgundy", 3): {"boards": "chosen"},
    ("burgundy", 4): {"boards": "random"},
    ("dice_settlers", 1): {"technologies": "random", "explosive": True, "gold_rush": True},
    ("dice_settlers", 2): {"technologies": "warriors"},
    ("dice_settlers", 3): {"technologies": "expansion", "recall": "any_number"},
    ("dice_settlers", 4): {"technologies": "random", "explosive": True},
    ("empires_north", 3): {"clans": "chosen"},
}
"""Options that differ from the defaults. Together, the records of a game use all of its verbs."""
SEEDS: dict[tuple[str, int], str] = {
    ("settlement", 3): "golden mask",
    ("medievalia", 2): "golden 13",
    ("medievalia", 3): "golden 3",
    ("medievalia", 4): "golden 47",
    ("dice_settlers", 1): "golden 70",
    ("dice_settlers", 2): "golden 53",
    ("dice_settlers", 3): "golden 67",
    ("dice_settlers", 4): "golden 65",
    ("empires_north", 1): "golden 23",
    ("empires_north", 2): "golden 18",
    ("empires_north", 3): "golden 11",
    ("empires_north", 4): "golden 9",
}
"""Seeds that differ from SEED, chosen so that rare pieces occur too."""
AVOIDED_VERBS: dict[str, frozenset[str]] = {
    "settlement": frozenset({"decline", "exchange", "pass_round"}),
    "medievalia": frozenset({"end_turn"}),
    "empires_north": frozenset({"decline", "go_on", "pass_round"}),
}
"""Verbs that the policy plays only if no other verb is legal. A seat that passes early shows little of a game."""
SINGLE_USE_VERBS: dict[str, frozenset[str]] = {
    "medievalia": frozenset({"buy_card", "clear_land", "dismiss", "ask_ally"})
}
"""Verbs that the policy plays once, and later only if no other verb is legal."""
OLD_VERB_NAMES: dict[str, str] = {"play_territory": "settle"}
"""Earlier names of renamed verbs. The policy hashes these, so that the recorded games stay the same."""


class Playthrough(NamedTuple):
    """A whole game: its record, the match at its end, and the total number of legal actions over all decisions."""

    record: Record
    end: Match
    offered: int


def action_hash(ply: int, line: str) -> bytes:
    """Return the hash of a verb or of a line of notation at this ply. The policy plays the lowest hash."""
    verb, space, fields = line.partition(" ")
    old_line = f"{OLD_VERB_NAMES.get(verb, verb)}{space}{fields}"
    return blake2b(f"{SEED} {ply} {old_line}".encode(), digest_size=16).digest()


def choose_action(legal: Sequence[Action], ply: int, times_played: Counter[str], game: str = "") -> Action:
    """Return an action of the least played verb. Hashes decide, so the order of the list is irrelevant."""
    avoided, single_use = AVOIDED_VERBS.get(game, frozenset()), SINGLE_USE_VERBS.get(game, frozenset())
    offered = {verb_of(action) for action in legal}
    fresh = offered - {verb for verb in single_use if times_played[verb]} or offered
    verb = min(fresh - avoided or fresh, key=lambda name: (times_played[name], action_hash(ply, name)))
    return min(
        (action for action in legal if verb_of(action) == verb), key=lambda action: action_hash(ply, notation(action))
    )


def play_policy_game(game: AnyGame, seats: int, custom_options: dict[str, object] | None = None) -> Playthrough:
    """Play one game by the policy, with the options of OPTIONS or `custom_options`."""
    options = msgspec.convert(
        OPTIONS.get((game.name, seats), {}) if custom_options is None else custom_options, game.options_type
    )
    seed = SEEDS.get((game.name, seats), SEED)
    start = new_match(game, seats=seats, options=options, chance=Chance("seeded", seed))
    record, step = new_record(game, start, seats=seats, options=options), play_chance(game, start)
    match, moves, offered, times_played = step.match, list(step.recorded_moves), 0, Counter[str]()
    while (turn := game.turn(match.state)) is not None:
        legal = legal_actions(game, match.state)
        action = choose_action(legal, match.ply, times_played, game.name)
        acted = play_move(game, match, turn.seat, action)
        step = play_chance(game, acted.match)
        match, offered = step.match, offered + len(legal)
        moves += [*acted.recorded_moves, *step.recorded_moves]
        times_played[verb_of(action)] += 1
    return Playthrough(replace(record, moves=tuple(moves)), match, offered)


def golden_text(record: Record) -> str:
    """Return the text of a golden file."""
    return HEAD.format(game=record.game) + record_text(record)


def summary_of(game: AnyGame, end: Match) -> dict[str, object]:
    """Return the summary of a playthrough: plies, digest of the last position, and scores."""
    return {"plies": end.ply, "digest": digest(encode(end)), "scores": list(game.result(end.state).scores)}


def record(game: AnyGame) -> None:
    """Write the golden files of one game."""
    lines = []
    for seats in game.seats:
        playthrough = play_policy_game(game, seats)
        (HERE / f"{game.name}-{seats}.game").write_text(golden_text(playthrough.record))
        summary = {**summary_of(game, playthrough.end), "offered": playthrough.offered}
        lines.append(f'  "{seats}": {json.dumps(summary)}')
    (HERE / f"{game.name}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        record(GAMES[name])
