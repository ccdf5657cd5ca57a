"""Where a request's state comes from: in the open, by reference to the cache, or sealed in a token with a pass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from referee_service.kernel.codec import CodecError, Match, OtherRuleset, decode, digest, encode
from referee_service.kernel.game import AnyGame
from referee_service.services.problems import ImpossibleState, Problem
from referee_service.services.vault import Sealed, TokenRefused, Vault
from referee_service.store import Store
from referee_service.store.lately import Lately

Speaker = int | Literal["keeper"] | None
"""Whom a request speaks for: a seat or the keeper of a guarded match; None in the open, where all is seen."""


@dataclass(frozen=True, slots=True)
class OpenState:
    """A state as plain JSON, just as it was written."""

    written: bytes


@dataclass(frozen=True, slots=True)
class Reference:
    """The digest of a state that the cache holds."""

    ref: str


@dataclass(frozen=True, slots=True)
class Token:
    """A sealed state, and the pass of whoever shows it."""

    token: str
    passing: str


Source = OpenState | Reference | Token

KNOWN = 2_000
"""How many matches a process remembers as it decoded or made them: 16 kB each at most, 1 kB in a match that goes on."""


@dataclass(frozen=True, slots=True)
class Given:
    """The match a request is about, its digest, and for whom the request speaks."""

    match: Match
    digest: str
    speaker: Speaker = None
    sealed: Sealed | None = None
    near: bool = True
    """Whether this process had it at hand, so that asking the store for answers about it would take longer."""

    @property
    def sees_all(self) -> bool:
        """Whether nothing is hidden from the speaker."""
        return self.speaker is None or self.speaker == "keeper"

    @property
    def seat(self) -> int | None:
        """The seat whose eyes the answer is for; None for everybody's."""
        return self.speaker if isinstance(self.speaker, int) else None


class Reader:
    """Reads the state of a request, and keeps states that were found possible."""

    def __init__(self, store: Store, vault: Vault | None, *, cache_seconds: int) -> None:
        self.store, self.vault, self.cache_seconds = store, vault, cache_seconds
        self._known = Lately[Match](KNOWN)

    def read(self, game: AnyGame, source: Source, *, owner: str) -> Given:
        """The match that the request is about; a Problem when there is none."""
        if isinstance(source, OpenState):
            return self._open(game, source, owner)
        if isinstance(source, Reference):
            return self._referred(game, source, owner)
        return self._sealed(game, source)

    def keep(self, game: AnyGame, match: Match, raw: bytes, *, owner: str) -> str:
        """Remember a possible state, so that its digest can stand for it and it is not audited again; the digest."""
        name = digest(raw)
        key = _key(game, owner, name)
        self._note(key, match)
        self.store.put(key, raw, seconds=self.cache_seconds)
        return name

    def _note(self, key: str, match: Match) -> None:
        self._known.put(key, match, weight=1, seconds=self.cache_seconds)

    def _open(self, game: AnyGame, source: OpenState, owner: str) -> Given:
        """States come back as they were written, so the digest of what came tells whether we know it."""
        name = digest(source.written)
        known = self._known.get(_key(game, owner, name))
        return Given(known, name) if known is not None else self._found_possible(game, source, owner)

    def _found_possible(self, game: AnyGame, source: OpenState, owner: str) -> Given:
        match = decoded(game, source.written)
        raw = encode(match)
        key = _key(game, owner, name := digest(raw))
        if self.store.get(key) is not None:
            self._note(key, match)
            return Given(match, name, near=False)
        faults = list(game.audit(match.board))
        if faults:
            raise ImpossibleState(faults)
        return Given(match, self.keep(game, match, raw, owner=owner))

    def _referred(self, game: AnyGame, source: Reference, owner: str) -> Given:
        key = _key(game, owner, source.ref)
        known = self._known.get(key)
        if known is not None:
            return Given(known, source.ref)
        raw = self.store.get(key)
        if raw is None:
            raise Problem("unknown-state.ref", ref=source.ref)
        match = decoded(game, raw)
        self._note(key, match)
        return Given(match, source.ref, near=False)

    def _sealed(self, game: AnyGame, source: Token) -> Given:
        if self.vault is None:
            raise Problem("bad-token.no-secret")
        try:
            sealed = self.vault.open(source.token, game=game.name)
        except TokenRefused as error:
            raise Problem("bad-token.foreign", game=game.name) from error
        speaker = self.vault.holder(sealed.match_id, source.passing, sealed.seats)
        if speaker is None:
            raise Problem("bad-pass.match")
        match = decoded(game, sealed.state)
        return Given(match, digest(sealed.state), speaker, sealed)


def decoded(game: AnyGame, raw: bytes) -> Match:
    """The match in these bytes; a Problem when they are no state of this game."""
    try:
        return decode(game, raw)
    except OtherRuleset as error:
        raise Problem("other-ruleset.state", why=error.reason) from error
    except CodecError as error:
        raise Problem("schema-mismatch.state", why=error.reason) from error


def _key(game: AnyGame, owner: str, name: str) -> str:
    return f"state:{owner}:{game.name}:{name}"
