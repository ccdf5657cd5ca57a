"""Canonical bytes of a match, and their digest."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from typing import TypeVar

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from referee_service.kernel.chance import ActCount, Chance
from referee_service.kernel.game import Game
from referee_service.kernel.match import Match
from referee_service.kernel.notation import DECODE_ERRORS, CodecError, RulesetMismatch
from referee_service.kernel.rules import make_reason
from referee_service.kernel.state import Options, State

S = TypeVar("S", bound=State)


O = TypeVar("O", bound=Options)


V = TypeVar("V", bound=Struct)


class MatchEnvelope(Struct, frozen=True, forbid_unknown_fields=True):
    """A match as it is written down; `content` names the pack, which the board itself does not repeat."""

    game: str
    ruleset: str
    content: str
    chance: Chance
    ply: ActCount
    board: Raw


_HASH_CHUNK_BYTES = 2000


_encoder = msgspec.json.Encoder()


_wire = msgspec.json.Decoder(MatchEnvelope)


@lru_cache(maxsize=64)
def _board_decoder(state: type[S]) -> msgspec.json.Decoder[S]:
    return msgspec.json.Decoder(state)


def encode(match: Match) -> bytes:
    """The canonical bytes of a match: fixed field order, no whitespace, no floats."""
    board = Raw(_encoder.encode(replace(match.state, pack="")))
    return _encoder.encode(MatchEnvelope(match.game, match.ruleset, match.state.pack, match.chance, match.ply, board))


def decode(game: Game[S, O, V], raw: bytes) -> Match:
    """The match that these bytes write down; whether it is possible is the audit's question."""
    try:
        wire = _wire.decode(raw)
        if wire.game != game.name:
            raise RulesetMismatch(make_reason("other_game", found=wire.game, wanted=game.name))
        board = _board_decoder(game.state_type).decode(wire.board)
    except DECODE_ERRORS as error:
        raise CodecError(make_reason("unread", why=str(error))) from error
    if wire.ruleset != game.ruleset:
        raise RulesetMismatch(make_reason("other_ruleset", found=wire.ruleset, wanted=game.ruleset))
    if wire.content not in game.packs.load_builtin():
        raise RulesetMismatch(make_reason("other_pack", found=wire.content))
    if board.pack or board.events or board.processed_events:
        raise CodecError(make_reason("inner_fields"))
    return Match(wire.game, wire.ruleset, wire.chance, wire.ply, replace(board, pack=wire.content))


def digest(raw: bytes) -> str:
    """The short name of canonical bytes.

    In pieces: from 2 kB on Python lets other threads go first, which takes longer than the hash does.
    """
    hashed = blake2b(digest_size=16)
    for start in range(0, len(raw), _HASH_CHUNK_BYTES):
        hashed.update(raw[start : start + _HASH_CHUNK_BYTES])
    return hashed.hexdigest()
