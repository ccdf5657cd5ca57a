"""Anyone may edit an open state: it is then refused, found impossible, or played on like any other. Never a crash."""

import json
import random
from itertools import product

import pytest

from referee_service.kernel.codec import decode, encode
from referee_service.kernel.engine import apply, judge, legal_actions
from referee_service.kernel.notation import CodecError
from tests.contract.playing import LANGUAGES, each_table, sampled_plies


@each_table
def test_an_edited_state_is_unreadable_impossible_or_playable(game, seats):
    edit_and_check(game, seats, edits=1000)


@pytest.mark.soak
@each_table
def test_many_edited_states_are_unreadable_impossible_or_playable(game, seats):
    edit_and_check(game, seats, edits=30_000)


def edit_and_check(game, seats, edits):
    """Edit one value of a state, again and again, and see what becomes of it."""
    lot, plies = random.Random(edits + seats), sampled_plies(game, seats, each=10)
    for _ in range(edits):
        written = json.loads(encode(lot.choice(plies).before))
        edit(written["board"], lot)
        raw = json.dumps(written).encode()
        try:
            match = decode(game, raw)
        except CodecError:
            continue
        check(game, match, raw)


def check(game, match, raw):
    """Every fault can be said; a state without faults answers everything, and every legal action applies."""
    try:
        faults = list(game.audit(match.state))
        for found, language in product(faults, LANGUAGES):
            assert game.catalogue().ruling(found, language).message
        if not faults:
            now, legal = game.turn(match.state), legal_actions(game, match.state)
            assert bool(legal) == (now is not None)
            assert (game.result(match.state) is None) == (now is not None)
            for action in legal:
                assert not judge(game, match.state, now.seat, action)
                apply(game, match.state, action)
            for seat in (*range(len(match.state.score_lines)), None):
                game.view(match.state, seat)
    except Exception as error:
        pytest.fail(f"{error!r} on {raw.decode()}")


def edit(board, lot):
    """Change one value somewhere in a written board; often in its open questions, where most can go wrong."""
    node, words = board, sorted(set(strings(board)))
    if board["pending"] and lot.random() < 0.3:
        node = board["pending"]
    while True:
        key = lot.choice(list(node) if isinstance(node, dict) else range(len(node)))
        child = node[key]
        if isinstance(child, (dict, list)) and child and lot.random() < 0.8:
            node = child
        else:
            node[key] = lot.choice(list(replacements(child, words, lot)))
            return


def strings(node):
    """Every string that stands in a written board."""
    if isinstance(node, str):
        yield node
    for child in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from strings(child)


def replacements(value, words, lot):
    """What a careless or a wicked client might write instead."""
    yield from (None, [], {}, "nonsense")
    match value:
        case bool():
            yield not value
        case int():
            yield from (value + 1, value - 1, -1, 0, 99, 10**18, str(value))
        case str():
            yield from ("", 0, *lot.sample(words, min(6, len(words))))
        case [_, *rest]:
            yield from (rest, [*value, value[0]], value[::-1], lot.sample(value, len(value)))
        case dict():
            yield from ({**value, "more": 1}, dict(list(value.items())[1:]))
