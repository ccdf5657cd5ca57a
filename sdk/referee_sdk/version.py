"""Version of the SDK, and the comparison with that of the service."""

from __future__ import annotations

import platform

VERSION = "0.1.0"
"""Version of this package."""

USER_AGENT = f"referee-sdk/{VERSION} python/{platform.python_version()}"
"""`User-Agent` of every request."""
