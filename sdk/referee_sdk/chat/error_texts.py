"""Texts about errors for the users of a chat. The service writes its errors in their language; this has the SDK's."""

from __future__ import annotations

from referee_sdk.errors import (
    BotFailed,
    InvalidResponse,
    RateLimited,
    RefereeError,
    RoomGone,
    ServerError,
    TimedOut,
    Unavailable,
    Unreachable,
    UnreadableNotation,
)
from referee_sdk.options import Language

TEXTS: dict[type[RefereeError], dict[Language, str]] = {
    Unreachable: {
        "en": "no service responds; tell the person who runs this bot.",
        "fr": "aucun service ne répond ; prévenez la personne qui gère ce robot.",
    },
    TimedOut: {
        "en": "the service took too long.",
        "fr": "le service a mis trop de temps.",
    },
    InvalidResponse: {
        "en": "the service sent something that cannot be read.",
        "fr": "la réponse du service est illisible.",
    },
    BotFailed: {
        "en": "the bot has found no move.",
        "fr": "le robot n'a pas trouvé de coup.",
    },
    Unavailable: {
        "en": "the service does not respond now.",
        "fr": "le service ne répond pas en ce moment.",
    },
    RateLimited: {
        "en": "the service receives too many requests now.",
        "fr": "le service reçoit trop de demandes en ce moment.",
    },
    UnreadableNotation: {
        "en": "That notation cannot be read.",
        "fr": "Cette notation est illisible.",
    },
    RoomGone: {
        "en": "The room no longer exists.",
        "fr": "Le salon n'existe plus.",
    },
}
"""Text per class of error, for errors without a code: the SDK has raised them, and writes for programmers."""

FAILURE: dict[Language, str] = {"en": "the service has failed.", "fr": "une erreur s'est produite dans le service."}
"""Text for an HTTP status 500 or higher without a sentence of the service, such as that of a proxy."""

GENERAL: dict[Language, str] = {"en": "{detail}", "fr": "erreur inattendue ({detail})"}


def error_text(error: RefereeError, language: Language) -> str:
    """Return what to tell users about an error: the sentence of the service, or that of this module."""
    if isinstance(error, UnreadableNotation) and error.code:
        return _unreadable(error.detail, language)
    if error.code:
        return error.detail
    found = next((texts for kind, texts in TEXTS.items() if isinstance(error, kind)), None)
    if found is None and isinstance(error, ServerError) and error.status is not None:
        return FAILURE[language]
    return found[language] if found is not None else GENERAL[language].format(detail=error.detail)


def _unreadable(detail: str, language: Language) -> str:
    """Return why notation cannot be read. The service names the field of its request, which no user knows."""
    _, colon, reason = detail.partition(" : " if language == "fr" else ": ")
    return f"{TEXTS[UnreadableNotation][language].removesuffix('.')}{colon}{reason}" if reason else detail
