"""Errors in a chat: in the language of the table, and without what only programmers need."""

from __future__ import annotations

import pytest

from referee_sdk import ServerError, TimedOut, Unreachable
from referee_sdk.chat import Table
from referee_sdk.chat.texts import TEXTS
from referee_sdk.core.calls import Calls
from tests.sdk.matches import joined_text


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (TimedOut("http://127.0.0.1:8080 did not respond. client.with_timeout(60)"), "le service a mis trop de temps."),
        (
            Unreachable("No service at http://10.0.0.1"),
            "aucun service ne répond ; prévenez la personne qui gère ce robot.",
        ),
        (ServerError("Strange."), "erreur inattendue (Strange.)"),
        (ServerError("Du service.", problem={"code": "internal"}), "Du service."),
    ],
)
def test_errors_of_the_sdk_are_in_french_and_without_addresses(client, monkeypatch, error, text):
    table = Table.open(client, "burgundy", ["Ann", "Bob"], language="fr", seed="hello", pictures=False)

    def fail(*_, **__):
        raise error

    with monkeypatch.context() as broken:
        broken.setattr(Calls, "move", fail)
        assert joined_text(table.say("Ann", "1")) == TEXTS["fr"]["failed"].format(reason=text)
