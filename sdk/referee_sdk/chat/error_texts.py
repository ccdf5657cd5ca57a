"""Texts about errors for the users of a chat. The service writes its errors in their language; this has the SDK's."""

from __future__ import annotations

from referee_sdk.errors import (
    BotFailed,
    InvalidResponse,
    RefereeError,
    RoomGone,
    TimedOut,
    Unavailable,
    Unreachable,
    UnreadableNotation,
)
from referee_sdk.options import Language

TEXTS: dict[type[RefereeError], dict[Language, str]] = {
    Unreachable: {
        "en": "no service responds; tell the person who runs this bot.",
        "fr": "aucun service ne répond ; prévenez la personne qui gère ce bot.",
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
        "en": "the service lacks a part that this needs, such as a worker for `search`.",
        "fr": "il manque au service ce qu'il faut pour cela, par exemple un processus pour `search`.",
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

GENERAL: dict[Language, str] = {"en": "{detail}", "fr": "erreur inattendue ({detail})"}


def error_text(error: RefereeError, language: Language) -> str:
    """Return what to tell users about an error: the sentence of the service, or that of this module."""
    if error.code:
        return error.detail
    found = next((texts for kind, texts in TEXTS.items() if isinstance(error, kind)), None)
    return found[language] if found is not None else GENERAL[language].format(detail=error.detail)
