"""Settings of the service, read once from environment variables."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeVar
from urllib.parse import urlsplit

T = TypeVar("T")
D = TypeVar("D")

MIN_SECRET_BYTES: Final = 16
"""Shortest accepted secret; a shorter one could be guessed."""

PREFIX: Final = "REFEREE_"
OTHER_VARIABLES: Final = frozenset(["REFEREE_URL", "REFEREE_API_KEY", "REFEREE_GAMES", "REFEREE_MCP_TOKEN"])
"""Variables of the SDK (the first two), the tests and `referee mcp`. The service ignores them."""
KUBERNETES_PREFIXES: Final = ("REFEREE_SERVICE_", "REFEREE_PORT_")
"""Variables that Kubernetes sets for a service named `referee`. This service ignores them."""
MAX_MISSPELT_LETTERS: Final = 2
"""A variable that differs from a setting by at most this number of letters is an error."""

MAX_PROCESSES: Final = 256
LOG_LEVELS: Final = ("debug", "info", "warning", "error", "critical")
REDACTED: Final = "***"

_MAX_BYTES: Final = 1 << 40
_HOST = re.compile(r"[^\s/]+")
_KID = re.compile(r"[A-Za-z0-9_-]{1,32}")
_HEX = re.compile(r"(?:[0-9A-Fa-f]{2})+")
_RATE = re.compile(r"[1-9][0-9]{0,8}/(?:second|minute|hour|day)")
_ORIGIN = re.compile(r"\*|[a-z][a-z0-9+.-]*://[^\s/?#@]+")
_API_KEY = re.compile(r"[!-~]+")


class SettingsError(Exception):
    """An invalid environment variable. The message names it and the reason, and never contains the value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings. The defaults suit one machine: loopback address, no API keys, in-process store."""

    host: str = "127.0.0.1"
    port: int = 8080
    processes: int = 1
    """Number of serving processes. More than one needs a Redis, which they share."""
    redis_url: str | None = field(default=None, repr=False)
    """Address of the Redis with guards, limits and queue. None: in-process store. `referee up` sets it."""
    cache_url: str | None = field(default=None, repr=False)
    """Address of the Redis with the cache. None: that of `redis_url`."""
    redis_dir: Path | None = None
    """Folder in which the embedded Redis of `referee up` keeps its data. None: a temporary one."""
    secrets: tuple[tuple[str, bytes], ...] = field(default=(), repr=False)
    """Pairs (key id, secret). The first one seals; the others open old sealed states. Empty: no guarded matches."""
    content_dir: Path | None = None
    """Folder with additional content packs."""
    api_keys: frozenset[str] = field(default=frozenset(), repr=False)
    """Accepted API keys. Empty: no key is needed."""
    rate_limit: str | None = None
    """Requests per client, for example `600/minute`. None: no limit."""
    body_limit: int = 1 << 20
    """Largest request body in bytes."""
    body_seconds: float = 10.0
    """Seconds in which a request body must arrive."""
    cache_seconds: int = 3600
    """Lifetime of cache entries. 0 disables the cache."""
    cache_bytes: int = 64 << 20
    """Size limit of the in-process cache. Redis has its own limit."""
    redis_timeout_seconds: float = 0.2
    """Seconds that a request waits for Redis."""
    search_seconds: int = 120
    """Longest duration of a search in a worker."""
    search_limit: int = 16
    """Number of searches in progress that each client may have: an API key, or an address without one."""
    job_keep_seconds: int = 3600
    """Lifetime of jobs and of the results of their searches."""
    room_days: int = 30
    """Days after its last change for which a room is stored."""
    cors_origins: tuple[str, ...] = ()
    """Origins that browsers may call from; `*` is any."""
    log_level: str = "info"

    @classmethod
    def from_env(cls, environ: Mapping[str, str]) -> Settings:
        """Read the settings from environment variables. A missing or empty variable keeps its default.

        Raises SettingsError for the first invalid value, and for a variable whose name is almost that of a setting.
        """
        default = cls()
        unknown_variables(environ)
        settings = cls(
            host=_read(environ, "REFEREE_HOST", _host, default.host),
            port=_read(environ, "REFEREE_PORT", _integer(0, 65535), default.port),
            processes=_read(environ, "REFEREE_PROCESSES", _processes, default.processes),
            redis_url=_read(environ, "REDIS_URL", _redis_url, default.redis_url),
            cache_url=_read(environ, "REFEREE_CACHE_URL", _redis_url, default.cache_url),
            redis_dir=_read(environ, "REFEREE_REDIS_DIR", _directory, default.redis_dir),
            secrets=_read(environ, "REFEREE_SECRET", _secrets, default.secrets),
            content_dir=_read(environ, "REFEREE_CONTENT_DIR", _directory, default.content_dir),
            api_keys=_read(environ, "REFEREE_API_KEYS", _api_keys, default.api_keys),
            rate_limit=_read(environ, "REFEREE_RATE_LIMIT", _rate, default.rate_limit),
            body_limit=_read(environ, "REFEREE_BODY_LIMIT", _integer(1, _MAX_BYTES), default.body_limit),
            body_seconds=_read(environ, "REFEREE_BODY_SECONDS", _seconds, default.body_seconds),
            cache_seconds=_read(environ, "REFEREE_CACHE_SECONDS", _integer(0, 10**8), default.cache_seconds),
            cache_bytes=_read(environ, "REFEREE_CACHE_BYTES", _integer(0, _MAX_BYTES), default.cache_bytes),
            redis_timeout_seconds=_read(environ, "REFEREE_REDIS_TIMEOUT", _seconds, default.redis_timeout_seconds),
            search_seconds=_read(environ, "REFEREE_JOB_SECONDS", _integer(1, 86400), default.search_seconds),
            search_limit=_read(environ, "REFEREE_JOB_LIMIT", _integer(1, 10**6), default.search_limit),
            job_keep_seconds=_read(environ, "REFEREE_JOB_KEEP_SECONDS", _integer(1, 10**8), default.job_keep_seconds),
            room_days=_read(environ, "REFEREE_ROOM_DAYS", _integer(1, 3650), default.room_days),
            cors_origins=_read(environ, "REFEREE_CORS_ORIGINS", _origins, default.cors_origins),
            log_level=_read(environ, "REFEREE_LOG_LEVEL", _log_level, default.log_level),
        )
        if settings.cache_url is not None and settings.redis_url is None:
            raise SettingsError("REFEREE_CACHE_URL: needs REDIS_URL too, the Redis with guards, limits and queue")
        return settings

    def redacted(self) -> dict[str, str]:
        """Return every variable with its value. Secrets, API keys and the Redis password are hidden."""
        return {
            "REFEREE_HOST": self.host,
            "REFEREE_PORT": str(self.port),
            "REFEREE_PROCESSES": str(self.processes),
            "REDIS_URL": _without_password(self.redis_url or ""),
            "REFEREE_CACHE_URL": _without_password(self.cache_url or ""),
            "REFEREE_REDIS_DIR": str(self.redis_dir or ""),
            "REFEREE_SECRET": ",".join(f"{kid}:{REDACTED}" for kid, _ in self.secrets),
            "REFEREE_CONTENT_DIR": str(self.content_dir or ""),
            "REFEREE_API_KEYS": ",".join(REDACTED for _ in self.api_keys),
            "REFEREE_RATE_LIMIT": self.rate_limit or "",
            "REFEREE_BODY_LIMIT": str(self.body_limit),
            "REFEREE_BODY_SECONDS": str(self.body_seconds),
            "REFEREE_CACHE_SECONDS": str(self.cache_seconds),
            "REFEREE_CACHE_BYTES": str(self.cache_bytes),
            "REFEREE_REDIS_TIMEOUT": str(self.redis_timeout_seconds),
            "REFEREE_JOB_SECONDS": str(self.search_seconds),
            "REFEREE_JOB_LIMIT": str(self.search_limit),
            "REFEREE_JOB_KEEP_SECONDS": str(self.job_keep_seconds),
            "REFEREE_ROOM_DAYS": str(self.room_days),
            "REFEREE_CORS_ORIGINS": ",".join(self.cors_origins),
            "REFEREE_LOG_LEVEL": self.log_level,
        }


# --- names of variables -------------------------------------------------------------------------------------------


def unknown_variables(environ: Mapping[str, str]) -> list[str]:
    """Return the variables with our prefix that are no settings. Raises SettingsError for one that is misspelt."""
    settings = Settings().redacted()
    unknown = [
        name
        for name in sorted(environ.keys() - settings.keys() - OTHER_VARIABLES)
        if name.startswith(PREFIX) and not name.startswith(KUBERNETES_PREFIXES)
    ]
    for name in unknown:
        for setting in settings:
            if _edit_distance(name, setting) <= MAX_MISSPELT_LETTERS:
                raise SettingsError(f"{name}: is not a setting; did you mean {setting}?")
    return unknown


def _edit_distance(one: str, other: str) -> int:
    """Return the Levenshtein distance: how many letters to insert, delete or replace."""
    row = list(range(len(other) + 1))
    for index, letter in enumerate(one, start=1):
        previous, row = row, [index]
        for column, other_letter in enumerate(other):
            replaced = previous[column] + (letter != other_letter)
            row.append(min(replaced, previous[column + 1] + 1, row[column] + 1))
    return row[-1]


# --- parsers of one variable ----------------------------------------------------------------------------------------
# A parser takes the text of a variable. It raises ValueError with the expected form, and never repeats the text,
# because it may contain a secret.


def _read(environ: Mapping[str, str], variable: str, parse: Callable[[str], T], default: D) -> T | D:
    text = environ.get(variable, "").strip()
    if not text:
        return default
    try:
        return parse(text)
    except ValueError as error:
        raise SettingsError(f"{variable}: {error}") from None


def _list_items(text: str) -> Iterator[str]:
    """Yield the values of a comma-separated list. Raises ValueError if it has only commas."""
    parts = [part for part in map(str.strip, text.split(",")) if part]
    if not parts:
        raise ValueError("the list has commas but no values; give values or leave the variable empty")
    yield from parts


def _require_pattern(pattern: re.Pattern[str], text: str, requirement: str) -> str:
    if not pattern.fullmatch(text):
        raise ValueError(requirement)
    return text


def _host(text: str) -> str:
    return _require_pattern(_HOST, text, "must be a host name or address, without scheme or path")


def _integer(minimum: int, maximum: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not re.fullmatch("[0-9]{1,15}", text) or not minimum <= int(text) <= maximum:
            raise ValueError(f"must be a whole number from {minimum} to {maximum}")
        return int(text)

    return parse


def _processes(text: str) -> int:
    """Parse a number of processes; `auto` is the number of cores."""
    if text == "auto":
        return min(MAX_PROCESSES, os.cpu_count() or 1)
    if not re.fullmatch("[0-9]{1,3}", text) or not 1 <= int(text) <= MAX_PROCESSES:
        raise ValueError(f"must be a whole number from 1 to {MAX_PROCESSES}, or auto for the number of cores")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= 60:  # also rejects nan
        raise ValueError("must be seconds above 0 and up to 60, for example 0.2")
    return seconds


def _redis_url(text: str) -> str:
    if not _is_redis_url(text):
        raise ValueError("must be an address like redis://:password@host:6379/0 (or rediss://, or unix:///path)")
    return text


def _is_redis_url(text: str) -> bool:
    try:
        url = urlsplit(text)
        if url.scheme == "unix":
            return len(url.path) > 1
        is_database = re.fullmatch("/?[0-9]*", url.path) is not None  # a password with a / would be parsed as path
        return url.scheme in ("redis", "rediss") and bool(url.hostname) and url.port != 0 and is_database
    except ValueError:  # raised by `url.port` and for bad brackets
        return False


def _secrets(text: str) -> tuple[tuple[str, bytes], ...]:
    secrets = tuple(_secret(number, part) for number, part in enumerate(_list_items(text), start=1))
    if len({kid for kid, _ in secrets}) < len(secrets):
        raise ValueError("two secrets have the same key id; write kid:secret,kid:secret")
    return secrets


def _secret(number: int, text: str) -> tuple[str, bytes]:
    """Parse `key_id:secret`, or a secret alone (key id 0). A secret of hex digits is decoded as hex."""
    kid, colon, rest = text.partition(":")
    kid, rest = (kid.strip(), rest.strip()) if colon else ("0", text)
    if not _KID.fullmatch(kid):
        raise ValueError(f"the key id of secret {number} (before the colon) must have 1 to 32 letters, digits, - and _")
    secret = bytes.fromhex(rest) if _HEX.fullmatch(rest) else rest.encode("utf-8", "surrogateescape")
    if len(secret) < MIN_SECRET_BYTES:
        minimum = f"the minimum is {MIN_SECRET_BYTES}; create one with `openssl rand -hex 32`"
        raise ValueError(f"secret {number} has {len(secret)} bytes, {minimum}")
    return kid, secret


def _directory(text: str) -> Path:
    folder = Path(text)
    if not folder.is_dir():
        raise ValueError("no such folder; create it or correct the path")
    return folder


def _api_keys(text: str) -> frozenset[str]:
    requirement = "must be keys of visible ASCII characters, separated by commas"
    return frozenset(_require_pattern(_API_KEY, key, requirement) for key in _list_items(text))


def _rate(text: str) -> str:
    return _require_pattern(_RATE, text, "must be a rate like 600/minute (second, minute, hour, day)")


def _origins(text: str) -> tuple[str, ...]:
    requirement = "must be origins like https://example.org, without a path, separated by commas; or *"
    return tuple(dict.fromkeys(_require_pattern(_ORIGIN, origin, requirement) for origin in _list_items(text)))


def _log_level(text: str) -> str:
    if text.lower() not in LOG_LEVELS:
        raise ValueError(f"must be one of {', '.join(LOG_LEVELS)}")
    return text.lower()


def _without_password(url: str) -> str:
    """Hide the credentials before the @ and all query options, which may contain a password too."""
    return re.sub(r"\?.*", f"?{REDACTED}", re.sub(r"//[^/?#]*@", f"//{REDACTED}@", url))
