"""All calls of the service as generators, and the base class of the clients that perform them."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import Any, Protocol, Self

from referee_sdk.core.room_calls import RoomCalls
from referee_sdk.core.sender import CallSettings
from referee_sdk.core.states import StateCalls
from referee_sdk.options import Language


class Calls(RoomCalls, StateCalls):
    """All calls of the service. They open no connection."""


class Addressed(Protocol):
    """A transport, which sends requests to one address."""

    @property
    def base_url(self) -> str:
        """The address of the service."""


class ClientCore:
    """Base class of `Client` and `AsyncClient` with the settings of their calls."""

    _transport: Addressed

    def __init__(self, settings: CallSettings) -> None:
        self._calls = Calls(settings)

    @property
    def base_url(self) -> str:
        """The address of the service."""
        return self._transport.base_url

    @property
    def language(self) -> Language:
        """The language of all responses."""
        return self._calls.settings.language

    def with_language(self, language: Language) -> Self:
        """Return a client of the same service with responses in another language."""
        return self._with(language=language)

    def with_retries(self, *, max_attempts: int) -> Self:
        """Return a client of the same service that makes at most `max_attempts` attempts per call."""
        return self._with(retries=replace(self._calls.settings.retries, max_attempts=max_attempts))

    def with_timeout(self, seconds: float) -> Self:
        """Return a client of the same service with another timeout: `client.with_timeout(60).games()`."""
        return self._with(timeout=seconds)

    def _with(self, **changes: Any) -> Self:
        """Return a client with other settings that shares the connections of this one."""
        other = copy(self)
        other._calls = Calls(replace(self._calls.settings, **changes))
        return other
