"""Golden tests: recorded playthroughs replay to the same end, with the same number of legal actions.

If a change of rules is intended, record them again as record.py explains.
"""

from __future__ import annotations

import json
from itertools import chain

import pytest

from referee_service.games import GAMES
from referee_service.kernel.engine import apply
from referee_service.kernel.notation import parse_notation
from referee_service.kernel.records import parse_record
from referee_service.kernel.replay import replay, replay_matches
from tests.golden.record import HERE, golden_text, play_policy_game, summary_of

each_table = pytest.mark.parametrize(
    ("game", "seats"),
    [pytest.param(game, seats, id=f"{name}-{seats}") for name, game in GAMES.items() for seats in game.seats],
)


def recorded(game, seats):
    """Return the text of a golden file and its expected outcome."""
    text = (HERE / f"{game.name}-{seats}.game").read_text()
    return text, json.loads((HERE / f"{game.name}.json").read_text())[str(seats)]


@each_table
def test_a_recorded_game_replays_to_its_digest_and_scores(game, seats):
    text, expected = recorded(game, seats)
    end = replay(game, parse_record(text))
    assert summary_of(game, end) | {"offered": expected["offered"]} == expected


@each_table
def test_the_policy_plays_the_same_game_and_has_the_same_legal_actions(game, seats):
    text, expected = recorded(game, seats)
    again = play_policy_game(game, seats)
    assert golden_text(again.record).splitlines() == text.splitlines()
    assert again.offered == expected["offered"]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_the_recorded_games_use_every_verb(game):
    records = [parse_record(recorded(game, seats)[0]) for seats in game.seats]
    assert set(chain.from_iterable(verbs_used(game, record) for record in records)) == set(game.verbs)


def verbs_used(game, record):
    """Yield the verbs of a record: those of its moves, and those of answers that were given automatically."""
    for match, move in zip(replay_matches(game, record), record.moves, strict=False):
        yield move.notation.split()[0]
        _, events = apply(game, match.state, parse_notation(game, move.notation))
        yield from (answer_of(event).split()[0] for event in events if event.kind == "forced")


def answer_of(event):
    """Return the notation of an answer that was given automatically, also of a secret one."""
    return {**event.facts, **event.secrets}["answer"]
