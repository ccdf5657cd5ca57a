"""Versions: a service that is older or newer than the SDK is named once per client, in one warning."""

from __future__ import annotations

import asyncio
import re
import warnings

import pytest

from referee_sdk import AsyncClient, Client, ServerError, VersionMismatch
from referee_sdk.core.exchange import Response
from referee_sdk.transport import Transport
from referee_sdk.version import VERSION, VERSION_HEADER, mismatch
from tests.sdk.conftest import NO_WAIT
from tests.sdk.service import shared_app

MAJOR, MINOR, PATCH = map(int, VERSION.split("."))
NEWER, OLDER = f"{MAJOR}.{MINOR + 1}.0", f"{MAJOR}.{MINOR - 1}.9"


def serve(monkeypatch: pytest.MonkeyPatch, version: str | None, status: int = 200) -> None:
    """Let every request get a response of a service with this version."""
    headers = {} if version is None else {VERSION_HEADER: version}
    monkeypatch.setattr(Transport, "send", lambda *_: Response(status, headers, b'{"games": []}'))


@pytest.mark.parametrize(
    ("version", "sentence"),
    [
        (None, "does not name its version, so it is older than this SDK"),
        (OLDER, f"has version {OLDER} and is older than this SDK"),
        (NEWER, f"has version {NEWER} and is newer than this SDK"),
        (f"{MAJOR + 1}.0.0", "is newer than this SDK"),
        ("?", "cannot read"),
    ],
)
def test_another_version_is_named_once_per_client(monkeypatch, version, sentence):
    serve(monkeypatch, version)
    client = Client()
    with pytest.warns(VersionMismatch, match=re.escape(sentence)) as found:
        client.games()
    assert [warning.filename for warning in found] == [__file__]  # it points at the code that uses the SDK
    with warnings.catch_warnings(action="error"):
        client.games()
        client.with_language("fr").with_timeout(1).games()
    with pytest.warns(VersionMismatch):
        Client().games()


@pytest.mark.parametrize("version", [VERSION, f"{MAJOR}.{MINOR}.{PATCH + 1}", f"{MAJOR}.{MINOR}.0rc1"])
def test_the_same_minor_version_is_not_named(monkeypatch, version):
    serve(monkeypatch, version)
    with warnings.catch_warnings(action="error"):
        assert Client().games() == ()
    assert mismatch(version) is None


def test_an_error_without_a_version_may_come_from_a_proxy(monkeypatch):
    client = Client(retries=NO_WAIT)
    with warnings.catch_warnings(action="error"):
        serve(monkeypatch, None, status=502)
        with pytest.raises(ServerError):
            client.games()
        serve(monkeypatch, VERSION)
        client.games()


def test_an_error_with_a_version_is_enough(monkeypatch):
    serve(monkeypatch, NEWER, status=500)
    with pytest.warns(VersionMismatch, match="Update the package referee-sdk"), pytest.raises(ServerError):
        Client(retries=NO_WAIT).games()


def test_the_asynchronous_client_warns_at_the_code_that_uses_it(monkeypatch):
    serve(monkeypatch, OLDER)

    async def work() -> None:
        async with AsyncClient(app=shared_app()) as client:
            await client.games()

    with pytest.warns(VersionMismatch, match="Update the service") as found:
        asyncio.run(work())
    assert [warning.filename for warning in found] == [__file__]


def test_the_service_of_this_project_has_the_version_of_the_sdk():
    with warnings.catch_warnings(action="error"):
        assert Client(app=shared_app()).games()
