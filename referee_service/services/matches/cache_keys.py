"""Keys of cached values: the canonical JSON of the parsed request. Different requests have different keys."""

from __future__ import annotations

import msgspec

from referee_service import __version__
from referee_service.kernel.rules import Language
from referee_service.kernel.state import Action, Seat
from referee_service.services.context import ClientContext
from referee_service.services.matches.responses import ActionForm


def state_key(game: str, client_id: str, digest: str) -> str:
    """Return the key of a possible state. Each client has its own."""
    return _key("state", client_id, game, digest)


def legal_actions_key(game: str, digest: str, language: Language, kind: str | None, form: ActionForm) -> str:
    """Return the key of a legal list. `kind` is None for the list of all verbs. Notation has no language."""
    return _key("legal-actions", __version__, game, digest, language if form == "full" else "", kind, form)


def verdict_key(game: str, digest: str, seat: Seat, action: Action, context: ClientContext) -> str:
    """Return the key of a verdict on a move."""
    form, parts = context.actions, sorted(context.include)
    return _key("verdict", __version__, game, digest, seat, action, context.language, form, parts, context.client_id)


def place_verdict_key(game: str, digest: str, seat: Seat, places: tuple[str, ...], language: Language) -> str:
    """Return the key of a verdict on places."""
    return _key("place-verdict", __version__, game, digest, seat, places, language)


def picture_key(game: str, digest: str, viewer: int | None, language: Language, *options: object) -> str:
    """Return the key of a picture. `options` are its format and all that a client chooses about it."""
    return _key("picture", __version__, game, digest, viewer, language, *options)


def setup_key(name: str) -> str:
    """Return the key of the request that an idempotency key was used for. `name` is the hash of the key."""
    return _key("set-up", name)


def _key(*parts: object) -> str:
    return msgspec.json.encode(parts).decode()
