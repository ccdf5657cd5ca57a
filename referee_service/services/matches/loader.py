"""Where a request's state comes from: in the open, by reference to the cache, or sealed in a token with a pass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from referee_service.kernel.codec import decode, digest, encode
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import Match
from referee_service.kernel.notation import CodecError, RulesetMismatch
from referee_service.services.errors import ImpossibleStateError, ServiceError
from referee_service.services.matches.crypto import InvalidSealedState, MatchCrypto, SealedPayload
from referee_service.store import Store
from referee_service.store.lru import LruTtlCache

Principal = int | Literal["keeper"] | None
"""Whom a request speaks for: a seat or the keeper of a guarded match; None in the open, where all is seen."""


@dataclass(frozen=True, slots=True)
class OpenState:
    """A state as plain JSON, just as it was written."""

    json: bytes


@dataclass(frozen=True, slots=True)
class StateRef:
    """The digest of a state that the cache holds."""

    digest: str


@dataclass(frozen=True, slots=True)
class SealedState:
    """A sealed state, and the pass of whoever shows it."""

    ciphertext: str
    credential: str


StateSource = OpenState | StateRef | SealedState

MAX_LOCAL_MATCHES = 2_000
"""How many matches a process remembers as it decoded or made them: 16 kB each at most, 1 kB in a match that goes on."""


@dataclass(frozen=True, slots=True)
class LoadedMatch:
    """The match a request is about, its digest, and for whom the request speaks."""

    match: Match
    digest: str
    principal: Principal = None
    payload: SealedPayload | None = None
    is_local: bool = True
    """Whether this process had it at hand, so that asking the store for answers about it would take longer."""

    @property
    def sees_all(self) -> bool:
        """Whether nothing is hidden from the speaker."""
        return self.principal is None or self.principal == "keeper"

    @property
    def seat(self) -> int | None:
        """The seat whose eyes the answer is for; None for everybody's."""
        return self.principal if isinstance(self.principal, int) else None


class MatchLoader:
    """Reads the state of a request, and keeps states that were found possible."""

    def __init__(self, store: Store, vault: MatchCrypto | None, *, cache_seconds: int) -> None:
        self.store, self.vault, self.cache_seconds = store, vault, cache_seconds
        self._known = LruTtlCache[Match](MAX_LOCAL_MATCHES)

    def load(self, game: AnyGame, source: StateSource, *, owner: str) -> LoadedMatch:
        """The match that the request is about; a Problem when there is none."""
        if isinstance(source, OpenState):
            return self._load_open(game, source, owner)
        if isinstance(source, StateRef):
            return self._load_by_digest(game, source, owner)
        return self._load_sealed(game, source)

    def remember(self, game: AnyGame, match: Match, raw: bytes, *, owner: str) -> str:
        """Remember a possible state, so that its digest can stand for it and it is not audited again; the digest."""
        name = digest(raw)
        key = _cache_key(game, owner, name)
        self._remember_locally(key, match)
        self.store.put(key, raw, seconds=self.cache_seconds)
        return name

    def _remember_locally(self, key: str, match: Match) -> None:
        self._known.put(key, match, weight=1, seconds=self.cache_seconds)

    def _load_open(self, game: AnyGame, source: OpenState, owner: str) -> LoadedMatch:
        """States come back as they were written, so the digest of what came tells whether we know it."""
        name = digest(source.json)
        known = self._known.get(_cache_key(game, owner, name))
        return LoadedMatch(known, name) if known is not None else self._decode_and_audit(game, source, owner)

    def _decode_and_audit(self, game: AnyGame, source: OpenState, owner: str) -> LoadedMatch:
        match = decode_match(game, source.json)
        raw = encode(match)
        key = _cache_key(game, owner, name := digest(raw))
        if self.store.get(key) is not None:
            self._remember_locally(key, match)
            return LoadedMatch(match, name, is_local=False)
        faults = list(game.audit(match.state))
        if faults:
            raise ImpossibleStateError(faults)
        return LoadedMatch(match, self.remember(game, match, raw, owner=owner))

    def _load_by_digest(self, game: AnyGame, source: StateRef, owner: str) -> LoadedMatch:
        key = _cache_key(game, owner, source.digest)
        known = self._known.get(key)
        if known is not None:
            return LoadedMatch(known, source.digest)
        raw = self.store.get(key)
        if raw is None:
            raise ServiceError("unknown-state.digest", digest=source.digest)
        match = decode_match(game, raw)
        self._remember_locally(key, match)
        return LoadedMatch(match, source.digest, is_local=False)

    def _load_sealed(self, game: AnyGame, source: SealedState) -> LoadedMatch:
        if self.vault is None:
            raise ServiceError("bad-sealed-state.no-secret")
        try:
            sealed = self.vault.unseal(source.ciphertext, game=game.name)
        except InvalidSealedState as error:
            raise ServiceError("bad-sealed-state.foreign", game=game.name) from error
        speaker = self.vault.principal_of(sealed.match_id, source.credential, sealed.seats)
        if speaker is None:
            raise ServiceError("bad-credential.match")
        match = decode_match(game, sealed.state)
        return LoadedMatch(match, digest(sealed.state), speaker, sealed)


def decode_match(game: AnyGame, raw: bytes) -> Match:
    """The match in these bytes; a Problem when they are no state of this game."""
    try:
        return decode(game, raw)
    except RulesetMismatch as error:
        raise ServiceError("ruleset-mismatch.state", why=error.reason) from error
    except CodecError as error:
        raise ServiceError("schema-mismatch.state", why=error.reason) from error


def _cache_key(game: AnyGame, owner: str, name: str) -> str:
    return f"state:{owner}:{game.name}:{name}"
