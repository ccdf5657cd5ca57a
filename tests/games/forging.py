"""Forgeries: positions edited by lot, to see what the audit of a game says about them."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from referee_service.kernel import engine
from referee_service.kernel.chance import Chance
from referee_service.kernel.codec import decode, encode
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import Match
from referee_service.kernel.notation import CodecError
from referee_service.kernel.state import State


def forge(game: AnyGame, positions: Iterable[State], *, edits: int, lot: random.Random) -> None:
    """Edit positions by lot, of every question alike: each is then impossible, or can be played on to possible ones."""
    asked: dict[str | None, list[State]] = defaultdict(list)
    for state in positions:
        turn = game.turn(state)
        asked[turn.question if turn else None].append(state)
    possible = 0
    for _ in range(edits):
        state, other = (lot.choice(asked[lot.choice(list(asked))]) for _ in range(2))
        forged = edited_by_lot(game, state, other, lot)
        if forged is not None and not list(game.audit(forged)):
            _play_on(game, forged, lot)
            possible += 1
    assert 0 < possible < edits / 2, "the audit sees most of what is wrong, and does not refuse everything"


def _play_on(game: AnyGame, state: State, lot: random.Random) -> None:
    """Whoever is asked has an answer, every answer is accepted, and those tried lead to possible positions."""
    turn, actions = game.turn(state), engine.legal_actions(game, state)
    assert bool(actions) == (turn is not None)
    assert not any(engine.judge(game, state, turn.seat, action) for action in actions)
    for action in lot.sample(actions, min(3, len(actions))):
        assert not list(game.audit(engine.apply(game, state, action)[0])), action


def edited_by_lot(game: AnyGame, state: State, other: State, lot: random.Random) -> State | None:
    """The position with one to three places of its JSON changed by lot; None where that is no position at all.

    A piece moves to another list, a part is taken over from another position, or a single value changes.
    """
    match = Match(game.name, game.ruleset, Chance("table", ""), 0, state)
    written, theirs = (json.loads(encode(replace(match, state=board))) for board in (state, other))
    for _ in range(lot.choice([1, 1, 2, 3])):
        lot.choice([_move_a_piece, _take_over, _change_a_value])(written["board"], theirs["board"], lot)
    try:
        return decode(game, json.dumps(written).encode()).state
    except CodecError:
        return None


def _move_a_piece(board: dict, theirs: dict, lot: random.Random) -> None:
    lists = [part for holder, key in _places(board) if isinstance(part := holder[key], list)]
    giver, taker = lot.choice([part for part in lists if part]), lot.choice(lists)
    taker.append(giver.pop(lot.randrange(len(giver))))
    if all(isinstance(piece, str) and piece for piece in taker):
        taker.sort()


def _take_over(board: dict, theirs: dict, lot: random.Random) -> None:
    key = lot.choice(list(board))
    if isinstance(board[key], list) and board[key] and len(board[key]) <= len(theirs[key]):
        board, theirs, key = board[key], theirs[key], lot.randrange(len(board[key]))
    board[key] = theirs[key]


def _change_a_value(board: dict, theirs: dict, lot: random.Random) -> None:
    holder, key = lot.choice(list(_places(board)))
    match holder[key]:
        case bool(value):
            holder[key] = not value
        case int(value):
            holder[key] = lot.choice([value + 1, value - 1, -1, 0, 1, 2, 5, 6, 99])
        case str():
            words = [there[name] for there, name in _places(theirs) if isinstance(there[name], str)]
            holder[key] = lot.choice(words)
        case [_, *_] as row:
            holder[key] = lot.choice([[], row[1:], row[::-1], [*row, row[0]]])


def _places(part: dict | list) -> Iterator[tuple[dict | list, str | int]]:
    """Every place of a JSON document as its holder and key."""
    for key in part if isinstance(part, dict) else range(len(part)):
        yield part, key
        if isinstance(part[key], (dict, list)):
            yield from _places(part[key])
