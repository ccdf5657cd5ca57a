"""Last moves: how a state was reached, so that a picture can show it.

The cache has a note with each open state that a request has played to, and a sealed state contains its own. A state
that a client wrote, or that the cache has lost, has no last move.
"""

from __future__ import annotations

import zlib
from typing import Final

import msgspec
from msgspec import Struct

from referee_service.kernel.game import AnyGame
from referee_service.kernel.notation import CodecError, parse_notation
from referee_service.kernel.state import CHANCE, Action, Seat, State
from referee_service.services.context import ClientContext
from referee_service.services.errors import ServiceError
from referee_service.services.matches.crypto import SealedMove, SealedPayload
from referee_service.services.matches.loader import LoadedMatch, MatchLoader, StateRef, decode_match
from referee_service.services.matches.playthrough import Playthrough

MAX_PLAIN_BYTES: Final = 7_500
"""A larger earlier state is compressed, so that a sealed state contains both in its padded size."""
FAST: Final = 1
"""Compression level, because a player waits."""


class LastMove(Struct, frozen=True):
    """The state before the last moves, and the last one with its seat.

    `action` is None if `before` is not the state in which it was played.
    """

    before: State
    seat: int
    action: Action | None


class MoveNote(Struct, frozen=True, array_like=True):
    """What the cache has about the moves that led to an open state: the digest before them, seat, and notation."""

    before: str
    seat: int
    notation: str


_encode = msgspec.json.Encoder().encode
_note_decoder = msgspec.json.Decoder(MoveNote)


class LastMoves:
    """Finds the moves that led to a state."""

    def __init__(self, loader: MatchLoader) -> None:
        self._loader = loader

    def find(self, game: AnyGame, loaded_match: LoadedMatch, context: ClientContext) -> LastMove | None:
        """Return the last move of a match, or None if it is unknown."""
        if loaded_match.payload is not None:
            return _sealed_move(game, loaded_match.payload)
        raw = self._loader.note(game, loaded_match, context.client_id)
        if not raw:
            return None
        note = _note_decoder.decode(raw)
        try:
            before = self._loader.load(game, StateRef(note.before), context)
        except ServiceError:
            return None  # the cache has lost the earlier state
        return LastMove(before.match.state, note.seat, _action(game, note.notation))


def note_of(playthrough: Playthrough) -> bytes:
    """Return the note of the open state that a request has played to. It is empty if no seat has moved."""
    played = _played_move(playthrough)
    return _encode(MoveNote(playthrough.start, *played)) if played is not None and playthrough.start else b""


def note_of_step(before: str, seat: Seat, notation: str) -> bytes:
    """Return the note of a state of a replay, given the digest before its last move.

    After a move of chance a picture marks only what is different, because no seat has touched anything.
    """
    return _encode(MoveNote(before, seat, notation) if isinstance(seat, int) else MoveNote(before, 0, ""))


def sealed_move(before: SealedPayload, playthrough: Playthrough) -> SealedMove | None:
    """Return what a sealed state contains about the moves that led to it. None if only chance has acted."""
    played = _played_move(playthrough)
    if played is None:
        return None
    is_compressed = len(before.state) > MAX_PLAIN_BYTES
    state = zlib.compress(before.state, FAST) if is_compressed else before.state
    return SealedMove(state, is_compressed, *played)


def _played_move(playthrough: Playthrough) -> tuple[int, str] | None:
    """Return the last seat that moved in a request and its move, or None if only chance has acted.

    The notation is empty unless the request began with this move: it belongs to the state before it.
    """
    moves = [move.recorded for move in playthrough.moves if move.recorded.seat != CHANCE]
    if not moves:
        return None
    seat = moves[-1].seat
    assert isinstance(seat, int), "only chance has no number"
    is_first = len(moves) == 1 and playthrough.moves[0].recorded.seat != CHANCE
    return seat, moves[-1].notation if is_first else ""


def _sealed_move(game: AnyGame, payload: SealedPayload) -> LastMove | None:
    move = payload.last_move
    if move is None:
        return None
    before = decode_match(game, zlib.decompress(move.before) if move.is_compressed else move.before)
    return LastMove(before.state, move.seat, _action(game, move.notation))


def _action(game: AnyGame, notation: str) -> Action | None:
    try:
        return parse_notation(game, notation) if notation else None
    except CodecError:
        return None  # another version of the service wrote it
