"""Last moves: how a state was reached, so that a picture can show it.

The cache has a note for each open state that a request has played to, and a sealed state contains its own. A state that
a client wrote, or whose note is lost, has no last move.
"""

from __future__ import annotations

import zlib
from typing import Final

import msgspec
from msgspec import Struct

from referee_service.kernel.game import AnyGame
from referee_service.kernel.notation import CodecError, parse_notation
from referee_service.kernel.state import CHANCE, Action, State
from referee_service.services.context import ClientContext
from referee_service.services.errors import ServiceError
from referee_service.services.matches.cache_keys import last_move_key
from referee_service.services.matches.crypto import SealedMove, SealedPayload
from referee_service.services.matches.loader import LoadedMatch, MatchLoader, StateRef, decode_match
from referee_service.services.matches.playthrough import Playthrough

FAST: Final = 1
"""Compression level of the earlier state in a sealed state, so that both fit into the padded size."""


class LastMove(Struct, frozen=True):
    """The state before the last moves, and the last one with its seat. `action` is None if there were several."""

    before: State
    seat: int
    action: Action | None


class MoveNote(Struct, frozen=True, array_like=True):
    """What the cache has about the moves that led to an open state: the digest before them, seat, and notation."""

    before: str
    seat: int
    notation: str


_note_decoder = msgspec.msgpack.Decoder(MoveNote)


class LastMoves:
    """Notes and finds the moves that led to a state."""

    def __init__(self, loader: MatchLoader) -> None:
        self._loader = loader

    def note(
        self, game: AnyGame, before: LoadedMatch, playthrough: Playthrough, after: str, context: ClientContext
    ) -> None:
        """Cache how an open state was reached. `after` is its digest. Moves of chance alone are not noted."""
        played = _played_move(playthrough)
        if played is not None:
            key = last_move_key(game.name, context.client_id, after)
            note = msgspec.msgpack.encode(MoveNote(before.digest, *played))
            self._loader.store.put(key, note, seconds=self._loader.cache_seconds)

    def find(self, game: AnyGame, loaded_match: LoadedMatch, context: ClientContext) -> LastMove | None:
        """Return the last move of a match, or None if it is unknown."""
        if loaded_match.payload is not None:
            return _sealed_move(game, loaded_match.payload)
        value = self._loader.store.get(last_move_key(game.name, context.client_id, loaded_match.digest))
        if value is None:
            return None
        note = _note_decoder.decode(value)
        try:
            before = self._loader.load(game, StateRef(note.before), context)
        except ServiceError:
            return None  # the cache has lost the earlier state
        return LastMove(before.match.state, note.seat, _action(game, note.notation))


def sealed_move(before: SealedPayload, playthrough: Playthrough) -> SealedMove | None:
    """Return what a sealed state contains about the moves that led to it. None if only chance has acted."""
    played = _played_move(playthrough)
    return SealedMove(zlib.compress(before.state, FAST), *played) if played is not None else None


def _played_move(playthrough: Playthrough) -> tuple[int, str] | None:
    """Return the last seat that moved in a request and its move. The notation is empty if it was not the only one."""
    moves = [move.recorded for move in playthrough.moves if move.recorded.seat != CHANCE]
    if not moves:
        return None
    seat = moves[-1].seat
    assert isinstance(seat, int), "only chance has no number"
    return seat, moves[-1].notation if len(moves) == 1 else ""


def _sealed_move(game: AnyGame, payload: SealedPayload) -> LastMove | None:
    move = payload.last_move
    if move is None:
        return None
    before = decode_match(game, zlib.decompress(move.before))
    return LastMove(before.state, move.seat, _action(game, move.notation))


def _action(game: AnyGame, notation: str) -> Action | None:
    try:
        return parse_notation(game, notation) if notation else None
    except CodecError:
        return None  # another version of the service wrote it
