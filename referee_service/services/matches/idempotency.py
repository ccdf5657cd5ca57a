"""Idempotent set-ups: the same key and request give the same match, byte by byte.

The match is derived from the key, so two processes that serve the same request at once give the same response. Only a
digest of the request is stored. It shows whether a later request with the key is another one.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

import msgspec

from referee_service.services.errors import ServiceError
from referee_service.services.matches.cache_keys import setup_key
from referee_service.services.matches.crypto import MatchCrypto, SealedPayload
from referee_service.store import Store

_SEED_CHARS: Final = 16


@dataclass(frozen=True, slots=True)
class SetupKey:
    """The idempotency key of a set-up. Each client has its own keys."""

    client_id: str
    key: str
    request: str
    """Digest of the game and the body."""

    @property
    def name(self) -> str:
        """A hash that names the key in the store. The key itself gives access to credentials, so it is not stored."""
        return self._hash("name")

    @property
    def seed(self) -> str:
        """The seed of an open match whose request has no chance. It is part of the state, so it is not secret."""
        return self._hash("seed")[:_SEED_CHARS]

    def _hash(self, purpose: str) -> str:
        return blake2b(msgspec.json.encode((purpose, self.client_id, self.key)), digest_size=16).hexdigest()


class SetupRegistry:
    """Requests of the idempotency keys, and the matches that are derived from these keys."""

    def __init__(self, store: Store, crypto: MatchCrypto | None, *, cache_seconds: int) -> None:
        self.store, self.crypto, self.cache_seconds = store, crypto, cache_seconds

    def match_id(self, key: SetupKey) -> str:
        """Return the id of the guarded match of a key. Raises ServiceError `impossible-setup` without a secret."""
        if self.crypto is None:
            raise ServiceError("impossible-setup.no-secret")
        return self.crypto.match_id_of_setup(key.name)

    def claim(self, key: SetupKey) -> None:
        """Record the request of a key in the cache. The guard of a guarded match records it too, and loses nothing.

        The cache is best effort, and an open match needs no more: each request has its own correct response. Raises
        ServiceError `idempotency-key-reused` for another request than the recorded one.
        """
        cache_key, request = setup_key(key.name), key.request.encode()
        found = self.store.get(cache_key)
        if found is None:
            self.store.put(cache_key, request, seconds=self.cache_seconds)
        elif found != request:
            raise ServiceError("idempotency-key-reused.request")

    def seal(self, game: str, payload: SealedPayload) -> str:
        """Return the sealed state of a set-up, the same for each repetition."""
        assert self.crypto is not None, "a guarded match exists only if the service has a secret"
        return self.crypto.seal(payload, game=game, is_repeatable=True)
