"""What only this service can make: tokens that hide a state, passes that speak for a seat, keys of secret chance.

Everything follows from REFEREE_SECRET. New tokens are sealed with the first secret, old ones open with the one they
name. A match keeps the secret it was made under for its passes and its dice, whatever seals its tokens.
"""

from __future__ import annotations

import base64
import hmac
import secrets as randomness
from dataclasses import dataclass
from typing import Final, Literal

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import Struct

from referee_service.kernel.chance import match_key

Principal = int | Literal["keeper"]
"""Whom a pass speaks for: a seat, or the keeper of the table."""

SEAL_VERSION: Final = 1
MIN_PADDED_BYTES: Final = 16 * 1024
"""States are padded to this, which no game of ours exceeds, or to twice, four times… as much: no token is longer or
shorter for what is hidden in it."""

_KEY_LABELS: Final = (b"referee.sealed-state", b"referee.credential", b"referee.chance")
_LENGTH_BYTES: Final = 4
_NONCE_BYTES: Final = 12
_CREDENTIAL_BYTES: Final = 24


class InvalidSealedState(Exception):
    """A token that this service did not make for this game, or a match whose secret it no longer knows."""


class SealedPayload(Struct, frozen=True):
    """What a token holds: a state of a guarded match, and the last position of it that is final."""

    match_id: str
    base: str
    """The digest of the last committed position."""
    seats: int
    state: bytes


@dataclass(frozen=True, slots=True, repr=False)
class DerivedKeys:
    """What follows from one secret; whoever learned one of them could compute no other."""

    seal: AESGCM
    credentials: bytes
    chance: bytes


class MatchCrypto:
    """Seals and opens, with secrets named by key ids. The first is the current one."""

    def __init__(self, secrets: tuple[tuple[str, bytes], ...]) -> None:
        self._keys = {kid: _derive_keys(secret) for kid, secret in secrets}
        if not secrets or len(self._keys) < len(secrets):
            raise ValueError("a vault needs at least one secret, each with its own key id")
        self._current = secrets[0][0]

    # --- tokens -----------------------------------------------------------------------------------------------------

    def seal(self, sealed: SealedPayload, *, game: str) -> str:
        """A token: `kid.` and base64url of nonce and ciphertext. Every call makes another one."""
        kid, nonce = self._current, randomness.token_bytes(_NONCE_BYTES)
        hidden = self._keys[kid].seal.encrypt(nonce, _pad(msgspec.msgpack.encode(sealed)), _associated_data(kid, game))
        return f"{kid}.{_b64encode(nonce + hidden)}"

    def unseal(self, sealed_state: str, *, game: str) -> SealedPayload:
        """What `seal` put in; TokenRefused for all that it did not write, letter by letter, for this game."""
        kid, _, text = sealed_state.rpartition(".")
        if kid not in self._keys:
            raise InvalidSealedState("the token names no key of this service")
        raw = _b64decode(text)
        try:
            padded = self._keys[kid].seal.decrypt(raw[:_NONCE_BYTES], raw[_NONCE_BYTES:], _associated_data(kid, game))
            return msgspec.msgpack.decode(_unpad(padded), type=SealedPayload)
        except (InvalidTag, ValueError, msgspec.DecodeError) as error:
            raise InvalidSealedState("the token was edited, or made for another game") from error

    # --- matches ----------------------------------------------------------------------------------------------------

    def new_match_id(self) -> str:
        """`kid~` and 128 random bits: nobody guesses it, and it says which secret its passes and dice come from."""
        return f"{self._current}~{randomness.token_urlsafe(16)}"

    def credential_for(self, match_id: str, seat: Principal) -> str:
        """The pass of one seat, or of the keeper. TokenRefused when the secret of the match is gone."""
        return _credential(self._keys_of(match_id), match_id, seat)

    def principal_of(self, match_id: str, given: str, seats: int) -> Principal | None:
        """Whose pass this is. The time taken tells nothing: every pass of the match is made and compared."""
        try:
            keys = self._keys_of(match_id)
        except InvalidSealedState:
            return None
        found: Principal | None = None
        holders: tuple[Principal, ...] = ("keeper", *range(seats))
        shown = given.encode("utf-8", "surrogatepass")
        for holder in holders:
            if hmac.compare_digest(_credential(keys, match_id, holder).encode(), shown):
                found = holder
        return found

    def chance_key(self, match_id: str) -> bytes:
        """The key of a match's secret chance: the same as long as the match lives, whichever secret is current."""
        return match_key(self._keys_of(match_id).chance, match_id)

    def _keys_of(self, match_id: str) -> DerivedKeys:
        kid, _, _ = match_id.rpartition("~")
        if kid not in self._keys:
            raise InvalidSealedState("the secret that this match was made under is gone")
        return self._keys[kid]


def _derive_keys(secret: bytes) -> DerivedKeys:
    seal, credentials, chance = (hmac.digest(secret, use, "sha256") for use in _KEY_LABELS)
    return DerivedKeys(AESGCM(seal), credentials, chance)


def _credential(keys: DerivedKeys, match_id: str, holder: Principal) -> str:
    return _b64encode(
        hmac.digest(keys.credentials, msgspec.msgpack.encode((match_id, holder)), "sha256")[:_CREDENTIAL_BYTES]
    )


def _associated_data(kid: str, game: str) -> bytes:
    """What is not hidden but must fit: a token opens under its own key id and for its own game only."""
    return msgspec.msgpack.encode(("referee.sealed-state", SEAL_VERSION, kid, game))


def _pad(raw: bytes) -> bytes:
    framed = len(raw).to_bytes(_LENGTH_BYTES, "big") + raw
    size = MIN_PADDED_BYTES
    while size < len(framed):
        size *= 2
    return framed.ljust(size, b"\0")


def _unpad(padded: bytes) -> bytes:
    length = int.from_bytes(padded[:_LENGTH_BYTES], "big")
    return padded[_LENGTH_BYTES : _LENGTH_BYTES + length]


def _b64encode(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _b64decode(text: str) -> bytes:
    """The bytes that `_text` wrote. Other texts decode to the same bytes: they are refused by writing them again."""
    try:
        raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError as error:
        raise InvalidSealedState("the token is not base64url") from error
    if _b64encode(raw) != text:
        raise InvalidSealedState("the token is not written as this service writes")
    return raw
