"""Where a request's state comes from: in the open, by reference to the cache, or sealed in a token with a pass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import msgspec
from msgspec import Raw

from referee_service.kernel.codec import CodecError, Match, OtherRuleset, decode, digest, encode
from referee_service.kernel.game import AnyGame
from referee_service.services.problems import ImpossibleState, Problem
from referee_service.services.vault import Sealed, TokenRefused, Vault
from referee_service.store import Store

Speaker = int | Literal["keeper"] | None
"""Whom a request speaks for: a seat or the keeper of a guarded match; None in the open, where all is seen."""


@dataclass(frozen=True, slots=True)
class OpenState:
    """A state as plain JSON, read or as it was written."""

    state: dict[str, object] | Raw

    def written(self) -> bytes:
        """The JSON of it."""
        return bytes(self.state) if isinstance(self.state, Raw) else msgspec.json.encode(self.state)


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

NOTED = 10_000
"""How many states a process remembers to be possible, so that it need not ask the store."""


@dataclass(frozen=True, slots=True)
class Given:
    """The match a request is about, its digest, and for whom the request speaks."""

    match: Match
    digest: str
    speaker: Speaker = None
    sealed: Sealed | None = None

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
        self._possible: dict[str, None] = {}

    def read(self, game: AnyGame, source: Source, *, owner: str) -> Given:
        """The match that the request is about; a Problem when there is none."""
        if isinstance(source, OpenState):
            return self._open(game, source, owner)
        if isinstance(source, Reference):
            return self._referred(game, source, owner)
        return self._sealed(game, source)

    def keep(self, game: AnyGame, raw: bytes, *, owner: str) -> str:
        """Remember a possible state, so that its digest can stand for it; the digest."""
        name = digest(raw)
        self._note(name)
        self.store.put(_key(game, owner, name), raw, seconds=self.cache_seconds)
        return name

    def _note(self, name: str) -> None:
        """This process knows the state to be possible; what it noted first it forgets first."""
        self._possible[name] = None
        if len(self._possible) > NOTED:
            self._possible.pop(next(iter(self._possible)), None)

    def _open(self, game: AnyGame, source: OpenState, owner: str) -> Given:
        match = decoded(game, source.written())
        raw = encode(match)
        name = digest(raw)
        if name not in self._possible and self.store.get(_key(game, owner, name)) is None:
            faults = list(game.audit(match.board))
            if faults:
                raise ImpossibleState(faults)
            self.keep(game, raw, owner=owner)
        return Given(match, name)

    def _referred(self, game: AnyGame, source: Reference, owner: str) -> Given:
        raw = self.store.get(_key(game, owner, source.ref))
        if raw is None:
            raise Problem("unknown-state", f"No state {source.ref!r} is remembered here; send the state itself.")
        return Given(decoded(game, raw), source.ref)

    def _sealed(self, game: AnyGame, source: Token) -> Given:
        if self.vault is None:
            raise Problem("bad-token", "This service keeps no guarded matches: it has no REFEREE_SECRET.")
        try:
            sealed = self.vault.open(source.token, game=game.name)
        except TokenRefused as error:
            raise Problem("bad-token", f"This token is not one of ours for {game.name}.") from error
        speaker = self.vault.holder(sealed.match_id, source.passing, sealed.seats)
        if speaker is None:
            raise Problem("bad-pass", "This pass does not belong to the match of the token.")
        match = decoded(game, sealed.state)
        return Given(match, digest(sealed.state), speaker, sealed)


def decoded(game: AnyGame, raw: bytes) -> Match:
    """The match in these bytes; a Problem when they are no state of this game."""
    try:
        return decode(game, raw)
    except OtherRuleset as error:
        raise Problem("other-ruleset", f"{error}.") from error
    except CodecError as error:
        raise Problem("schema-mismatch", f"state: {error}") from error


def _key(game: AnyGame, owner: str, name: str) -> str:
    return f"state:{owner}:{game.name}:{name}"
