"""The codec of matches: canonical bytes, both ways, and their digest."""

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
from referee_service.kernel.mismatches import mismatch
from referee_service.kernel.notation import DECODE_ERRORS, CodecError, RulesetMismatch
from referee_service.kernel.rules import make_reason
from referee_service.kernel.state import Options, State

S = TypeVar("S", bound=State)
O = TypeVar("O", bound=Options)
V = TypeVar("V", bound=Struct)


class MatchEnvelope(Struct, frozen=True, forbid_unknown_fields=True):
    """A match as JSON. `content` names the pack, which the board does not repeat."""

    game: str
    """Game of the match, such as `burgundy`."""
    ruleset: str
    """Id of the rules in force."""
    content: str
    """Id of the content pack: its name and its digest."""
    chance: Chance
    """Origin of random outcomes, and how often chance has acted."""
    ply: ActCount
    """Number of actions so far, those of chance included."""
    board: Raw
    """State of the game itself. Every game has its own fields."""


INNER_FIELDS = ("pack", "events", "processed_events")
"""Fields of a state that its JSON does not have."""
_HASH_CHUNK_BYTES = 2000


_encoder = msgspec.json.Encoder()


_envelope_decoder = msgspec.json.Decoder(MatchEnvelope)


@lru_cache(maxsize=64)
def _board_decoder(state: type[S]) -> msgspec.json.Decoder[S]:
    return msgspec.json.Decoder(state)


def encode(match: Match) -> bytes:
    """Return the canonical bytes of a match: fixed field order, no whitespace, no floats."""
    board = Raw(_encoder.encode(replace(match.state, pack="")))
    return _encoder.encode(MatchEnvelope(match.game, match.ruleset, match.state.pack, match.chance, match.ply, board))


def decode(game: Game[S, O, V], raw: bytes) -> Match:
    """Decode a match without auditing it.

    Raises CodecError if the bytes do not fit, and RulesetMismatch for another game, ruleset or pack.
    """
    try:
        envelope = _envelope_decoder.decode(raw)
        if envelope.game != game.name:
            raise RulesetMismatch(make_reason("other_game", found=envelope.game, wanted=game.name))
    except DECODE_ERRORS as error:
        raise CodecError(mismatch(error, MatchEnvelope)) from error
    try:
        board = _board_decoder(game.state_type).decode(envelope.board)
    except DECODE_ERRORS as error:
        raise CodecError(mismatch(error, game.state_type, INNER_FIELDS)) from error
    if envelope.ruleset != game.ruleset:
        raise RulesetMismatch(make_reason("other_ruleset", found=envelope.ruleset, wanted=game.ruleset))
    if envelope.content not in game.packs.load_builtin():
        raise RulesetMismatch(make_reason("other_pack", found=envelope.content))
    if board.pack or board.events or board.processed_events:
        raise CodecError(make_reason("inner_fields"))
    return Match(envelope.game, envelope.ruleset, envelope.chance, envelope.ply, replace(board, pack=envelope.content))


def digest(raw: bytes, key: bytes = b"") -> str:
    """Return the BLAKE2b-128 hex digest of canonical bytes. With a key it is a signature.

    The bytes are hashed in chunks. hashlib releases the GIL for inputs of 2 kB or more, and that costs more than the
    hash itself.
    """
    hashed = blake2b(digest_size=16, key=key)
    for start in range(0, len(raw), _HASH_CHUNK_BYTES):
        hashed.update(raw[start : start + _HASH_CHUNK_BYTES])
    return hashed.hexdigest()
