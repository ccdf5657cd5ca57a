"""Contract of keyed candidates: whatever was offered before, a verb offers what follows from the key of the state."""

import pytest

from referee_service.kernel.keyed_candidates import KeyedCandidates
from tests.contract.playthroughs import GAMES, playthroughs


def keyed_verbs(game):
    """Return the verbs of a game whose candidates have a key, with these candidates."""
    return {name: verb.candidates for name, verb in game.verbs.items() if isinstance(verb.candidates, KeyedCandidates)}


KEYED_TABLES = [
    pytest.param(game, seats, id=f"{name}-{seats}")
    for name, game in GAMES.items()
    for seats in game.seats
    if keyed_verbs(game)
]


def test_keyed_candidates_are_in_use():
    assert KEYED_TABLES


@pytest.mark.parametrize(("game", "seats"), KEYED_TABLES)
def test_shared_offers_are_equal_to_offers_made_anew(game, seats):
    compared, keyed = set(), keyed_verbs(game)
    for state in (match.state for played in playthroughs(game, seats) for match in played.matches):
        turn = game.turn(state)
        for name in keyed.keys() & set(turn.verbs if turn else ()):
            key = keyed[name].key(state)
            assert tuple(keyed[name](state)) == (() if key is None else tuple(keyed[name].offers(*key))), (name, key)
            compared.add((name, key is None))
    assert {name for name, is_empty in compared if not is_empty} == set(keyed)
