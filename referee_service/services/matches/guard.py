"""Guarded matches: credentials, secret chance, and commits that stop take-backs."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from referee_service.kernel.chance import Chance, commitment
from referee_service.kernel.codec import digest, encode
from referee_service.kernel.game import AnyGame
from referee_service.kernel.state import CHANCE
from referee_service.services.errors import ServiceError
from referee_service.services.matches.crypto import MatchCrypto, SealedPayload
from referee_service.services.matches.last_moves import sealed_move
from referee_service.services.matches.loader import LoadedMatch
from referee_service.services.matches.playthrough import Playthrough
from referee_service.services.matches.responses import Credentials
from referee_service.store import Commit, Store, StoreUnavailable


class MatchGuard:
    """Guards of matches in the store, and the secrets of these matches. Without `crypto` no match can be guarded."""

    def __init__(self, store: Store, crypto: MatchCrypto | None) -> None:
        self.store, self.crypto = store, crypto

    def new_match_id(self) -> str:
        """Return the id of a new match. Raises ServiceError `impossible-setup` if the service has no secret."""
        if self.crypto is None:
            raise ServiceError("impossible-setup.no-secret")
        return self.crypto.new_match_id()

    def secret_chance(self, match_id: str) -> Chance:
        """Return the secret chance of a match, with the commitment to its key."""
        return Chance("secret", commitment(self._required_crypto().chance_key(match_id)))

    def begin(self, match_id: str, request: str = "") -> None:
        """Create the guard of a match. `request` is the digest of a set-up that may be repeated.

        Raises ServiceError `guard-unavailable`, and `idempotency-key-reused` if another request created the guard.
        """
        try:
            is_same_request = self.store.begin_guard(match_id, request)
        except StoreUnavailable as error:
            raise ServiceError("guard-unavailable.unreachable") from error
        if not is_same_request:
            raise ServiceError("idempotency-key-reused.request")

    def credentials(self, payload: SealedPayload) -> Credentials:
        """Return the credentials of all seats and of the keeper. A room has one for watchers too."""
        crypto = self._required_crypto()
        seats = tuple(crypto.credential_for(payload.match_id, seat) for seat in range(payload.seats))
        return Credentials(seats, crypto.credential_for(payload.match_id, "keeper"))

    def chance_key(self, match_id: str) -> bytes:
        """Return the key of the match's secret chance."""
        return self._required_crypto().chance_key(match_id)

    def seal(self, game: AnyGame, payload: SealedPayload) -> str:
        """Return the sealed state of a payload."""
        return self._required_crypto().seal(payload, game=game.name)

    def advance(
        self, game: AnyGame, before: LoadedMatch, payload: SealedPayload, playthrough: Playthrough
    ) -> LoadedMatch:
        """Return the match after the moves, with a new payload. Irreversible moves are first committed to the guard.

        Raises ServiceError `already-played` if the guard has another continuation, `guard-unavailable` if the guard is
        unreachable, `match-lost` if the store no longer has it.
        """
        raw = encode(playthrough.match)
        base, base_ply, after, after_ply = payload.base, payload.base_ply, digest(raw), playthrough.match.ply
        if is_irreversible(game, before, playthrough):
            is_last = game.turn(playthrough.match.state) is None
            self._commit(payload.match_id, Commit(base, base_ply, after, after_ply, is_last))
            base, base_ply = after, after_ply
        last_move = sealed_move(payload, playthrough)
        new_payload = SealedPayload(payload.match_id, base, payload.seats, raw, base_ply, last_move)
        return LoadedMatch(playthrough.match, after, before.principal, new_payload)

    def _commit(self, match_id: str, commit: Commit) -> None:
        try:
            status = self.store.commit(match_id, commit)
        except StoreUnavailable as error:
            raise ServiceError("guard-unavailable.unreachable") from error
        if status == "lost":
            raise ServiceError("match-lost.guard")
        if status == "other":
            raise ServiceError("already-played.other")

    def chance_disclosure(self, game: AnyGame, loaded_match: LoadedMatch) -> tuple[str | UnsetType, str | UnsetType]:
        """Return the commitment to the chance key, and the key itself once the game is over. UNSET for open matches.

        A sealed state of a finished game exists only after the guard has recorded the last ply.
        """
        if loaded_match.payload is None:
            return UNSET, UNSET
        is_over = game.turn(loaded_match.match.state) is None
        key = self.chance_key(loaded_match.payload.match_id).hex() if is_over else UNSET
        return loaded_match.match.chance.seed, key

    def _required_crypto(self) -> MatchCrypto:
        assert self.crypto is not None, "a guarded match exists only if the service has a secret"
        return self.crypto


def is_irreversible(game: AnyGame, before: LoadedMatch, playthrough: Playthrough) -> bool:
    """Return whether the principal may not take the moves back.

    This holds once chance acted, a secret was revealed, another seat decides, or the game is over.
    """
    turn = game.turn(playthrough.match.state)
    has_chance_acted = any(move.recorded.seat == CHANCE for move in playthrough.moves)
    has_secrets = any(event.secrets for event in playthrough.events)
    return has_chance_acted or has_secrets or turn is None or turn.seat != before.principal


def visible_digest(game: AnyGame, loaded_match: LoadedMatch) -> str:
    """Return a digest of what the principal sees. A digest of the whole state would reveal hidden information."""
    state = loaded_match.match.state
    return digest(msgspec.json.encode(state if loaded_match.sees_all else game.view(state, loaded_match.seat)))
