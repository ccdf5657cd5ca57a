"""Forgeries: positions edited at random, to test what the audit of a game answers about them."""

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


def forge(game: AnyGame, positions: Iterable[State], *, edits: int, rng: random.Random) -> None:
    """Edit positions at random, with equal weight per question, and check each forgery.

    A forgery must be refused by the audit, or be playable to positions that the audit accepts.
    """
    by_question: dict[str | None, list[State]] = defaultdict(list)
    for state in positions:
        turn = game.turn(state)
        by_question[turn.question if turn else None].append(state)
    possible = 0
    for _ in range(edits):
        state, other = (rng.choice(by_question[rng.choice(list(by_question))]) for _ in range(2))
        forged = randomly_edited(game, state, other, rng)
        if forged is not None and not list(game.audit(forged)):
            _check_playable(game, forged, rng)
            possible += 1
    assert 0 < possible < edits / 2, "the audit must refuse most forgeries, but not all of them"


def _check_playable(game: AnyGame, state: State, rng: random.Random) -> None:
    """Check that the seat to move has legal actions, and that sampled ones lead to possible positions."""
    turn, actions = game.turn(state), engine.legal_actions(game, state)
    assert bool(actions) == (turn is not None)
    assert not any(engine.judge(game, state, turn.seat, action) for action in actions)
    for action in rng.sample(actions, min(3, len(actions))):
        assert not list(game.audit(engine.apply(game, state, action)[0])), action


def randomly_edited(game: AnyGame, state: State, other: State, rng: random.Random) -> State | None:
    """Return the position with one to three random edits of its JSON, or None if the result does not decode.

    An edit moves a piece to another list, copies a part from another position, or changes a single value.
    """
    match = Match(game.name, game.ruleset, Chance("table", ""), 0, state)
    document, donor = (json.loads(encode(replace(match, state=board))) for board in (state, other))
    for _ in range(rng.choice([1, 1, 2, 3])):
        rng.choice([_move_a_piece, _copy_a_part, _change_a_value])(document["board"], donor["board"], rng)
    try:
        return decode(game, json.dumps(document).encode()).state
    except CodecError:
        return None


def _move_a_piece(board: dict, donor: dict, rng: random.Random) -> None:
    """Move one item of a list to another list. A list of names stays sorted."""
    lists = [part for holder, key in _slots(board) if isinstance(part := holder[key], list)]
    giver, taker = rng.choice([part for part in lists if part]), rng.choice(lists)
    taker.append(giver.pop(rng.randrange(len(giver))))
    if all(isinstance(piece, str) and piece for piece in taker):
        taker.sort()


def _copy_a_part(board: dict, donor: dict, rng: random.Random) -> None:
    """Copy one field, or one item of a list field, from the other position."""
    key = rng.choice([name for name in board if name in donor])
    if isinstance(board[key], list) and board[key] and len(board[key]) <= len(donor[key]):
        board, donor, key = board[key], donor[key], rng.randrange(len(board[key]))
    board[key] = donor[key]


def _change_a_value(board: dict, donor: dict, rng: random.Random) -> None:
    """Change one value: a flag, a number, a name, or the order and length of a list."""
    holder, key = rng.choice(list(_slots(board)))
    match holder[key]:
        case bool(value):
            holder[key] = not value
        case int(value):
            holder[key] = rng.choice([value + 1, value - 1, -1, 0, 1, 2, 5, 6, 99])
        case str():
            names = [there[name] for there, name in _slots(donor) if isinstance(there[name], str)]
            holder[key] = rng.choice(names)
        case [_, *_] as row:
            holder[key] = rng.choice([[], row[1:], row[::-1], [*row, row[0]]])


def _slots(part: dict | list) -> Iterator[tuple[dict | list, str | int]]:
    """Yield every slot of a JSON document as its holder and key."""
    for key in part if isinstance(part, dict) else range(len(part)):
        yield part, key
        if isinstance(part[key], (dict, list)):
            yield from _slots(part[key])
