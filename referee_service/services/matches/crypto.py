"""Cryptography of matches: sealed states, credentials, keys of secret chance, and signatures of open states.

All keys are derived from REFEREE_SECRET. New states are sealed with the first secret; a sealed state names the secret
that opens it. The credentials and the chance key of a match always come from the secret it was created under.
"""

from __future__ import annotations

import base64
import hmac
import secrets as randomness
from dataclasses import dataclass
from typing import Final, Literal, TypeVar

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import Struct

from referee_service.kernel.chance import match_key
from referee_service.kernel.codec import digest
from referee_service.store.build_id import build_id

Principal = int | Literal["keeper", "watcher"]
"""A seat, the keeper of the table, or a watcher, who sees what a spectator sees. Each has its own credential."""
RoomPrincipal = int | Literal["watcher", "creator"]
"""A principal of a room: a seat or watcher of its match, or the creator of the room, who has no part in the match."""

P = TypeVar("P", bound=int | str)

SEAL_VERSION: Final = 1
MIN_PADDED_BYTES: Final = 16 * 1024
"""Payloads are padded to this size, or to twice, four times … as much. States of all games are smaller, so the length
of a sealed state shows nothing about its content."""

_KEY_LABELS: Final = (
    *(b"referee.sealed-state", b"referee.credential", b"referee.chance"),
    *(b"referee.set-up", b"referee.nonce", b"referee.job-id"),
)
_LENGTH_BYTES: Final = 4
_NONCE_BYTES: Final = 12
_CREDENTIAL_BYTES: Final = 24
_MATCH_ID_BYTES: Final = 16


class InvalidSealedState(Exception):
    """Raised if this service did not seal a state for this game, or no longer has the secret of a match."""


class SealedMove(Struct, frozen=True):
    """The moves that led to a sealed state: the state before them, and the last one.

    `notation` is empty if one request played several.
    """

    before: bytes
    is_compressed: bool
    seat: int
    notation: str


class SealedPayload(Struct, frozen=True):
    """The content of a sealed state: a state of a guarded match, and the digest of its last committed position."""

    match_id: str
    base: str
    """Digest of the last committed position."""
    seats: int
    state: bytes
    base_ply: int = -1
    """Ply of the last committed position; -1 if an earlier version sealed the state."""
    last_move: SealedMove | None = None
    """None before the first move."""


_payload_decoder = msgspec.msgpack.Decoder(SealedPayload)


@dataclass(frozen=True, slots=True, repr=False)
class DerivedKeys:
    """The keys derived from one secret. No key can be computed from another one."""

    seal: AESGCM
    credentials: bytes
    chance: bytes
    setup: bytes
    nonce: bytes
    job_ids: bytes
    signatures: bytes


class MatchCrypto:
    """Seals, unseals and signs states, and makes credentials and chance keys.

    `secrets` are pairs of key id and secret; the first one is current.
    """

    def __init__(self, secrets: tuple[tuple[str, bytes], ...]) -> None:
        self._keys = {kid: _derive_keys(secret) for kid, secret in secrets}
        if not secrets or len(self._keys) < len(secrets):
            raise ValueError("REFEREE_SECRET needs at least one secret, each with a different key id")
        self._current = secrets[0][0]

    # --- sealed states ----------------------------------------------------------------------------------------------

    def seal(self, payload: SealedPayload, *, game: str, is_repeatable: bool = False) -> str:
        """Return a sealed state: `kid.` and the base64url of nonce and ciphertext.

        Each call gives a different one, unless `is_repeatable` is set. Then the nonce is a MAC of all that is sealed:
        equal payloads have equal texts, and different payloads never share a nonce.
        """
        kid, keys = self._current, self._keys[self._current]
        padded, data = _pad(msgspec.msgpack.encode(payload)), _associated_data(kid, game)
        if is_repeatable:
            nonce = hmac.digest(keys.nonce, msgspec.msgpack.encode((data, padded)), "sha256")[:_NONCE_BYTES]
        else:
            nonce = randomness.token_bytes(_NONCE_BYTES)
        ciphertext = keys.seal.encrypt(nonce, padded, data)
        return f"{kid}.{_b64encode(nonce + ciphertext)}"

    def unseal(self, sealed_state: str, *, game: str) -> SealedPayload:
        """Return the payload of a sealed state.

        Raises InvalidSealedState for any text that `seal` did not return, character by character, for this game.
        """
        kid, _, text = sealed_state.rpartition(".")
        if kid not in self._keys:
            raise InvalidSealedState("the sealed state names a key id that this service does not have")
        raw = _b64decode(text)
        try:
            padded = self._keys[kid].seal.decrypt(raw[:_NONCE_BYTES], raw[_NONCE_BYTES:], _associated_data(kid, game))
            return _payload_decoder.decode(_unpad(padded))
        except (InvalidTag, ValueError, msgspec.DecodeError) as error:
            raise InvalidSealedState("the sealed state was edited, or belongs to another game") from error

    # --- open states ------------------------------------------------------------------------------------------------

    def sign(self, raw: bytes) -> str:
        """Return the signature of the canonical bytes of an open state. Sign only states that play can reach."""
        return digest(raw, self._keys[self._current].signatures)

    def is_signed(self, raw: bytes, signature: str) -> bool:
        """Return whether this build of the service, with one of its secrets, has signed these bytes."""
        presented = signature.encode("utf-8", "surrogatepass")
        return any(
            hmac.compare_digest(digest(raw, keys.signatures).encode(), presented) for keys in self._keys.values()
        )

    # --- matches ----------------------------------------------------------------------------------------------------

    def new_match_id(self) -> str:
        """Return `kid~` and 128 random bits. The key id names the secret of its credentials and its chance key."""
        return f"{self._current}~{randomness.token_urlsafe(_MATCH_ID_BYTES)}"

    def match_id_of_setup(self, name: str) -> str:
        """Return the match id of a set-up with this name. Without the secret it looks like a random one."""
        mac = hmac.digest(self._keys[self._current].setup, name.encode(), "sha256")
        return f"{self._current}~{_b64encode(mac[:_MATCH_ID_BYTES])}"

    def credential_for(self, match_id: str, principal: Principal | RoomPrincipal) -> str:
        """Return the credential of a principal. Raises InvalidSealedState if the secret of the match is gone."""
        return _credential(self._keys_of(match_id), match_id, principal)

    def principal_of(self, match_id: str, credential: str, seats: int) -> Principal | None:
        """Return the principal that holds a credential, or None.

        Runs in constant time: it compares with every credential of the match.
        """
        return self._find_principal(match_id, credential, ("keeper", "watcher", *range(seats)))

    def room_principal_of(self, match_id: str, credential: str, seats: int) -> RoomPrincipal | None:
        """Return the principal of a room that holds a credential, or None. The id of a room is that of its match."""
        return self._find_principal(match_id, credential, ("creator", "watcher", *range(seats)))

    def _find_principal(self, match_id: str, credential: str, principals: tuple[P, ...]) -> P | None:
        try:
            keys = self._keys_of(match_id)
        except InvalidSealedState:
            return None
        found: P | None = None
        presented = credential.encode("utf-8", "surrogatepass")
        for principal in principals:
            if hmac.compare_digest(_credential(keys, match_id, principal).encode(), presented):
                found = principal
        return found

    def chance_key(self, match_id: str) -> bytes:
        """Return the chance key of a match. It does not change when another secret becomes current."""
        return match_key(self._keys_of(match_id).chance, match_id)

    def job_id_key(self, match_id: str) -> bytes:
        """Return the key of the ids of a match's jobs and searches. Raises InvalidSealedState like `credential_for`."""
        return hmac.digest(self._keys_of(match_id).job_ids, match_id.encode(), "sha256")

    def _keys_of(self, match_id: str) -> DerivedKeys:
        kid, _, _ = match_id.rpartition("~")
        if kid not in self._keys:
            raise InvalidSealedState("the service no longer has the secret that this match was created under")
        return self._keys[kid]


def _derive_keys(secret: bytes) -> DerivedKeys:
    # A state that another build has signed is audited: a fault in its rules may have been repaired since.
    labels = (*_KEY_LABELS, b"referee.signature " + build_id().encode())
    seal, *others = (hmac.digest(secret, label, "sha256") for label in labels)
    return DerivedKeys(AESGCM(seal), *others)


def _credential(keys: DerivedKeys, match_id: str, principal: int | str) -> str:
    mac = hmac.digest(keys.credentials, msgspec.msgpack.encode((match_id, principal)), "sha256")
    return _b64encode(mac[:_CREDENTIAL_BYTES])


def _associated_data(kid: str, game: str) -> bytes:
    """Return the associated data of the encryption. It binds a sealed state to its key id and its game."""
    return msgspec.msgpack.encode(("referee.sealed-state", SEAL_VERSION, kid, game))


def _pad(raw: bytes) -> bytes:
    content = len(raw).to_bytes(_LENGTH_BYTES, "big") + raw
    size = MIN_PADDED_BYTES
    while size < len(content):
        size *= 2
    return content.ljust(size, b"\0")


def _unpad(padded: bytes) -> bytes:
    length = int.from_bytes(padded[:_LENGTH_BYTES], "big")
    return padded[_LENGTH_BYTES : _LENGTH_BYTES + length]


def _b64encode(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _b64decode(text: str) -> bytes:
    """Decode base64url. Raises InvalidSealedState unless `_b64encode` would return exactly this text.

    Base64 has several spellings of the same bytes, and only one of them is accepted.
    """
    try:
        raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError as error:
        raise InvalidSealedState("the sealed state is not base64url") from error
    if _b64encode(raw) != text:
        raise InvalidSealedState("the sealed state is not canonical base64url")
    return raw
