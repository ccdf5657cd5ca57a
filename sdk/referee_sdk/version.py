"""Version of the SDK, and the comparison with that of the service."""

from __future__ import annotations

import platform
import re
import sys
import warnings
from collections.abc import Mapping
from threading import Lock

VERSION = "0.1.0"
"""Version of this package."""

USER_AGENT = f"referee-sdk/{VERSION} python/{platform.python_version()}"
"""`User-Agent` of every request."""

VERSION_HEADER = "referee-version"
_RELEASE = re.compile(r"(\d+)\.(\d+)")


class VersionMismatch(UserWarning):
    """Warning about a service whose major or minor version is not that of the SDK."""


class VersionCheck:
    """Check of the version of a service, made once. All clients with the same connections share it."""

    def __init__(self) -> None:
        self._is_due, self._lock = True, Lock()

    def check(self, headers: Mapping[str, str], *, is_success: bool) -> None:
        """Warn if the version of the service differs from that of the SDK.

        An error without the header is no evidence: a proxy may have sent it.
        """
        found = headers.get(VERSION_HEADER)
        if found is None and not is_success:
            return
        with self._lock:
            if not self._is_due:
                return
            self._is_due = False
        message = mismatch(found)
        if message is not None:
            warnings.warn(message, VersionMismatch, stacklevel=_levels_to_caller())


def mismatch(found: str | None) -> str | None:
    """Return a sentence about a service with another major or minor version than the SDK, or None if they are equal.

    A service without the header is older than the header.
    """
    if found is None:
        return _sentence("older than", "The service does not name its version, so it is", "Update the service.")
    release = _RELEASE.match(found)
    if release is None:
        return f"The service names its version {found!r}, which this SDK ({VERSION}) cannot read."
    own, theirs = _release(VERSION), (int(release[1]), int(release[2]))
    if own == theirs:
        return None
    if theirs < own:
        return _sentence("older than", f"The service has version {found} and is", "Update the service.")
    return _sentence("newer than", f"The service has version {found} and is", "Update the package referee-sdk.")


def _sentence(relation: str, subject: str, advice: str) -> str:
    return f"{subject} {relation} this SDK ({VERSION}): some calls may fail. {advice}"


def _release(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")[:2]))


def _levels_to_caller() -> int:
    """Return the `stacklevel` at which the code that uses the SDK is, as seen from the caller of this function."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("referee_sdk"):
        frame, level = frame.f_back, level + 1
    return level
