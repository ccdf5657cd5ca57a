"""State sources of a request, and the loader that turns them into matches.

A state comes as open JSON, as the digest of a cached state, or sealed together with a credential.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from msgspec import UNSET, UnsetType

from referee_service.kernel.codec import decode, digest, encode
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import Match
from referee_service.kernel.notation import CodecError, RulesetMismatch
from referee_service.services.context import ClientContext
from referee_service.services.errors import ImpossibleStateError, ServiceError
from referee_service.services.matches.cache_keys import state_key
from referee_service.services.matches.crypto import InvalidSealedState, MatchCrypto, Principal, SealedPayload
from referee_service.services.matches.json_numbers import decode_client_json
from referee_service.services.matches.presenter import Presenter
from referee_service.store import Store
from referee_service.store.lru import LruTtlCache


@dataclass(frozen=True, slots=True)
class OpenState:
    """A state as JSON bytes, exactly as the client sent it, and its signature if the client sent one."""

    json: bytes
    signature: str = ""


@dataclass(frozen=True, slots=True)
class StateRef:
    """The digest of a cached state."""

    digest: str


@dataclass(frozen=True, slots=True)
class SealedState:
    """A sealed state with the credential of the client."""

    ciphertext: str
    credential: str


StateSource = OpenState | StateRef | SealedState

NOTE_MARK = b"\n"
"""Separates a cached state from its note. Canonical JSON has no line break."""
MAX_LOCAL_MATCHES = 2_000
"""Number of decoded matches that a process caches. One needs at most 16 kB, successive states of a match 1 kB each."""


@dataclass(frozen=True, slots=True)
class LoadedMatch:
    """The match of a request, the digest of its state, and the principal of the request.

    The principal is None in an open match, where the client sees everything.
    """

    match: Match
    digest: str
    principal: Principal | None = None
    payload: SealedPayload | None = None
    note: bytes | None = b""
    """How an open state was reached, as `last_moves.py` writes it, or empty. None if only the store knows."""
    is_local: bool = True
    """Whether this process made or decoded the state. Only for other states the shared store is asked for responses."""

    @property
    def is_guarded(self) -> bool:
        """Whether the match is guarded: its state came sealed."""
        return self.payload is not None

    @property
    def sees_all(self) -> bool:
        """Return whether the principal may see the whole state."""
        return self.principal is None or self.principal == "keeper"

    @property
    def seat(self) -> int | None:
        """Return the seat that the response is for.

        None for the keeper, for a watcher and for open matches, as for a spectator.
        """
        return self.principal if isinstance(self.principal, int) else None

    def viewer(self, seat: int | None) -> int | None:
        """Return the seat whose view a request gets, or None for that of a spectator. `seat` is what it asks for.

        The credential of a seat allows only its own view, which is also its default, and that of a watcher only the
        view of a spectator. Raises ServiceError `bad-credential`, or `impossible-setup` for a seat that the match does
        not have.
        """
        if not self.sees_all and seat not in (None, self.seat):
            raise ServiceError("bad-credential.view", seat=seat)
        viewer, seats = (self.seat if self.seat is not None else seat), len(self.match.state.score_lines)
        if viewer is not None and viewer >= seats:
            raise ServiceError("impossible-setup.seat", seat=viewer, last=seats - 1)
        return viewer


class MatchLoader:
    """Loads the match of a request. Audits open states once and caches possible ones."""

    def __init__(self, store: Store, crypto: MatchCrypto | None, *, cache_seconds: int) -> None:
        self.store, self.crypto, self.cache_seconds = store, crypto, cache_seconds
        self._local = LruTtlCache[tuple[Match, bytes | None]](MAX_LOCAL_MATCHES)

    def load(self, game: AnyGame, source: StateSource | LoadedMatch, context: ClientContext) -> LoadedMatch:
        """Return the match of a request, or the same one if it is loaded.

        Raises ServiceError if the source is unknown, unreadable or not allowed, ImpossibleStateError if the audit of an
        open state finds faults.
        """
        if isinstance(source, LoadedMatch):
            return source
        if isinstance(source, SealedState):
            return self._load_sealed(game, source)
        found = self.find(game, source, context.client_id)
        if found is not None:
            return found
        if isinstance(source, OpenState):
            return self._decode_and_audit(game, source, context)
        return self._load_by_digest(game, source, context.client_id)

    def find(self, game: AnyGame, source: OpenState | StateRef, client_id: str) -> LoadedMatch | None:
        """Return the match of an open state that is signed, or that this process has decoded. It asks no store.

        Clients usually return canonical bytes, so that their digest finds the match. Return None for other states, and
        for a signature of other bytes.
        """
        state_digest = source.digest if isinstance(source, StateRef) else digest(source.json)
        key = state_key(game.name, client_id, state_digest)
        found = self._local.get(key)
        if found is not None:
            return LoadedMatch(found[0], state_digest, note=found[1])
        if isinstance(source, OpenState) and self._is_signed(source.json, source.signature):
            return self._keep_signed(key, decode_match(game, source.json), source.json, state_digest)
        return None

    def signature(self, raw: bytes) -> str | UnsetType:
        """Return the signature of a possible state, given as canonical bytes, or UNSET without a secret."""
        return UNSET if self.crypto is None else self.crypto.sign(raw)

    def note(self, game: AnyGame, loaded_match: LoadedMatch, client_id: str) -> bytes:
        """Return how an open state was reached. If this process does not know it, the store may."""
        if loaded_match.note is not None:
            return loaded_match.note
        cached = self.store.get(state_key(game.name, client_id, loaded_match.digest))
        return (cached or b"").partition(NOTE_MARK)[2]

    def _is_signed(self, raw: bytes, signature: str) -> bool:
        return signature != "" and self.crypto is not None and self.crypto.is_signed(raw, signature)

    def cache_match(self, game: AnyGame, match: Match, raw: bytes, *, client_id: str, note: bytes = b"") -> str:
        """Cache a possible state and return its digest. Clients may send the digest, and it is not audited again.

        `raw` is the canonical encoding of the match, and `note` says how it was reached. Without a note, one that is
        cached stays.
        """
        state_digest = digest(raw)
        key = state_key(game.name, client_id, state_digest)
        if not note:
            note = (self.store.get(key) or b"").partition(NOTE_MARK)[2]
        self._put(key, match, raw, note)
        return state_digest

    def _keep_signed(self, key: str, match: Match, raw: bytes, state_digest: str) -> LoadedMatch:
        """Return a signed match. Other processes may be asked for its digest, and the store may have its note."""
        self._cache_locally(key, match, None)
        self.store.offer(key, raw, seconds=self.cache_seconds)
        return LoadedMatch(match, state_digest, note=None)

    def _put(self, key: str, match: Match, raw: bytes, note: bytes = b"") -> None:
        self._cache_locally(key, match, note)
        self.store.put(key, raw + NOTE_MARK + note if note else raw, seconds=self.cache_seconds)

    def _cache_locally(self, key: str, match: Match, note: bytes | None) -> None:
        self._local.put(key, (match, note), weight=1, seconds=self.cache_seconds)

    def _decode_and_audit(self, game: AnyGame, source: OpenState, context: ClientContext) -> LoadedMatch:
        """Decode an open state, and audit it unless it is signed or the store has it.

        A client may have written the JSON in another form; the signature is that of the canonical one.
        """
        match = decode_match(game, source.json)
        raw = encode(match)
        state_digest = digest(raw)
        key = state_key(game.name, context.client_id, state_digest)
        if raw != source.json and self._is_signed(raw, source.signature):
            return self._keep_signed(key, match, raw, state_digest)
        cached = self.store.get(key)
        if cached is not None:
            note = cached.partition(NOTE_MARK)[2]
            self._cache_locally(key, match, note)
            return LoadedMatch(match, state_digest, note=note, is_local=False)
        faults = list(game.audit(match.state))
        if faults:
            raise ImpossibleStateError(Presenter(game, context.language, match.state.pack).faults(faults))
        self._put(key, match, raw)
        return LoadedMatch(match, state_digest)

    def _load_by_digest(self, game: AnyGame, source: StateRef, client_id: str) -> LoadedMatch:
        key = state_key(game.name, client_id, source.digest)
        cached = self.store.get(key)
        if cached is None:
            raise ServiceError("unknown-state.digest", game=game.name, digest=source.digest)
        raw, _, note = cached.partition(NOTE_MARK)
        match = decode_match(game, raw)
        self._cache_locally(key, match, note)
        return LoadedMatch(match, source.digest, note=note, is_local=False)

    def _load_sealed(self, game: AnyGame, source: SealedState) -> LoadedMatch:
        if self.crypto is None:
            raise ServiceError("bad-sealed-state.no-secret")
        try:
            payload = self.crypto.unseal(source.ciphertext, game=game.name)
        except InvalidSealedState as error:
            raise ServiceError("bad-sealed-state.invalid", game=game.name) from error
        principal = self.crypto.principal_of(payload.match_id, source.credential, payload.seats)
        if principal is None:
            raise ServiceError("bad-credential.match")
        match = decode_match(game, payload.state)
        return LoadedMatch(match, digest(payload.state), principal, payload)


def decode_match(game: AnyGame, raw: bytes) -> Match:
    """Decode a match. Raises ServiceError `ruleset-mismatch` or `schema-mismatch` if it is no match of this game."""
    try:
        return decode_client_json(partial(decode, game), raw)
    except RulesetMismatch as error:
        raise ServiceError("ruleset-mismatch.state", why=error.reason) from error
    except CodecError as error:
        raise ServiceError("schema-mismatch.state", why=error.reason) from error
