"""Contract of edited states: each is unreadable, impossible or playable, and none raises another error."""

import json
import random
from itertools import product

import pytest

from referee_service.kernel.codec import decode, encode
from referee_service.kernel.engine import apply, judge, legal_actions
from referee_service.kernel.notation import CodecError
from tests.contract.playthroughs import LANGUAGES, each_table, sampled_plies

PLAYED_ACTIONS = 10
"""How many actions are played from each state that the audit accepts."""


@each_table
def test_an_edited_state_is_unreadable_impossible_or_playable(game, seats):
    edit_and_check(game, seats, edits=1000)


@pytest.mark.soak
@each_table
def test_many_edited_states_are_unreadable_impossible_or_playable(game, seats):
    edit_and_check(game, seats, edits=30_000)


def edit_and_check(game, seats, edits):
    """Edit one random value of a random state, and check the result. Repeat this `edits` times."""
    rng, plies = random.Random(edits + seats), sampled_plies(game, seats, each=10)
    for _ in range(edits):
        document = json.loads(encode(rng.choice(plies).before))
        edit(document["board"], rng)
        raw = json.dumps(document).encode()
        try:
            match = decode(game, raw)
        except CodecError:
            continue
        check(game, match, raw)


def check(game, match, raw):
    """Check that every fault has a message, and that in a state without faults every legal action applies."""
    try:
        faults = list(game.audit(match.state))
        for found, language in product(faults, LANGUAGES):
            assert game.catalogue().ruling(found, language).message
        if not faults:
            turn, legal = game.turn(match.state), legal_actions(game, match.state)
            assert bool(legal) == (turn is not None)
            assert (game.result(match.state) is None) == (turn is not None)
            for action in legal:
                assert not judge(game, match.state, turn.seat, action)
                apply(game, match.state, action)
            for seat in (*range(len(match.state.score_lines)), None):
                game.view(match.state, seat)
            play_on(game, match.state, random.Random(raw))
    except Exception as error:
        pytest.fail(f"{error!r} on {raw.decode()}")


def play_on(game, state, rng):
    """Play up to ten random actions. Every state must pass the audit, and have a legal action unless it is over."""
    for _ in range(PLAYED_ACTIONS):
        legal = legal_actions(game, state)
        if game.turn(state) is None:
            return
        assert legal, "a dead end"
        state, _ = apply(game, state, rng.choice(legal))
        assert not list(game.audit(state))


def edit(board, rng):
    """Change one random value of a board. Pending frames are chosen more often, because they are most complex."""
    node, names = board, sorted(set(strings(board)))
    if board["pending"] and rng.random() < 0.3:
        node = board["pending"]
    while True:
        key = rng.choice(list(node) if isinstance(node, dict) else range(len(node)))
        child = node[key]
        if isinstance(child, (dict, list)) and child and rng.random() < 0.8:
            node = child
        else:
            node[key] = rng.choice(list(replacements(child, names, rng)))
            return


def strings(node):
    """Yield every string of a board."""
    if isinstance(node, str):
        yield node
    for child in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from strings(child)


def replacements(value, names, rng):
    """Yield wrong values that a careless or malicious client might send instead."""
    yield from (None, [], {}, "nonsense")
    match value:
        case bool():
            yield not value
        case int():
            yield from (value + 1, value - 1, -1, 0, 99, 10**18, str(value))
        case str():
            yield from ("", 0, *rng.sample(names, min(6, len(names))))
        case [_, *rest]:
            yield from (rest, [*value, value[0]], value[::-1], rng.sample(value, len(value)))
        case dict():
            yield from ({**value, "more": 1}, dict(list(value.items())[1:]))
