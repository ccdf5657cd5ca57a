"""How the service is set up: one frozen Settings, read from the environment once."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeVar
from urllib.parse import urlsplit

T = TypeVar("T")
D = TypeVar("D")

MIN_SECRET_BYTES: Final = 16
"""A shorter secret could be guessed."""

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
    """A variable of the environment that cannot be used, and why. It never repeats a secret."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All that can be set. The defaults serve one machine: the loopback, no keys, a store inside the process."""

    host: str = "127.0.0.1"
    port: int = 8080
    redis_url: str | None = field(default=None, repr=False)
    """None: the store inside the process. `referee up` starts a Redis and sets this."""
    secrets: tuple[tuple[str, bytes], ...] = field(default=(), repr=False)
    """(key id, secret), the current one first; the others only open old tokens. Empty: nothing is guarded."""
    content_dir: Path | None = None
    """Content packs beside the built-in ones."""
    api_keys: frozenset[str] = field(default=frozenset(), repr=False)
    """Empty: the service is open to everybody."""
    rate_limit: str | None = None
    body_limit: int = 1 << 20
    cache_seconds: int = 3600
    """0: nothing is cached."""
    cache_bytes: int = 64 << 20
    """What the cache inside the process may hold; Redis has its own limit."""
    redis_timeout: float = 0.2
    job_seconds: int = 120
    """No search takes longer."""
    job_limit: int = 16
    """Searches of one API key that may be under way."""
    job_keep_seconds: int = 3600
    """How long what a search came to is remembered."""
    cors_origins: tuple[str, ...] = ()
    log_level: str = "info"

    @classmethod
    def from_env(cls, environ: Mapping[str, str]) -> Settings:
        """The settings that these variables make; one that is missing or empty leaves the default."""
        usual = cls()
        return cls(
            host=_read(environ, "REFEREE_HOST", _host, usual.host),
            port=_read(environ, "REFEREE_PORT", _integer(0, 65535), usual.port),
            redis_url=_read(environ, "REDIS_URL", _redis_url, usual.redis_url),
            secrets=_read(environ, "REFEREE_SECRET", _secrets, usual.secrets),
            content_dir=_read(environ, "REFEREE_CONTENT_DIR", _directory, usual.content_dir),
            api_keys=_read(environ, "REFEREE_API_KEYS", _api_keys, usual.api_keys),
            rate_limit=_read(environ, "REFEREE_RATE_LIMIT", _rate, usual.rate_limit),
            body_limit=_read(environ, "REFEREE_BODY_LIMIT", _integer(1, _MAX_BYTES), usual.body_limit),
            cache_seconds=_read(environ, "REFEREE_CACHE_SECONDS", _integer(0, 10**8), usual.cache_seconds),
            cache_bytes=_read(environ, "REFEREE_CACHE_BYTES", _integer(0, _MAX_BYTES), usual.cache_bytes),
            redis_timeout=_read(environ, "REFEREE_REDIS_TIMEOUT", _seconds, usual.redis_timeout),
            job_seconds=_read(environ, "REFEREE_JOB_SECONDS", _integer(1, 86400), usual.job_seconds),
            job_limit=_read(environ, "REFEREE_JOB_LIMIT", _integer(1, 10**6), usual.job_limit),
            job_keep_seconds=_read(environ, "REFEREE_JOB_KEEP_SECONDS", _integer(1, 10**8), usual.job_keep_seconds),
            cors_origins=_read(environ, "REFEREE_CORS_ORIGINS", _origins, usual.cors_origins),
            log_level=_read(environ, "REFEREE_LOG_LEVEL", _log_level, usual.log_level),
        )

    def redacted(self) -> dict[str, str]:
        """Every variable with its value, fit for other eyes: secrets, keys and the password of Redis are hidden."""
        return {
            "REFEREE_HOST": self.host,
            "REFEREE_PORT": str(self.port),
            "REDIS_URL": _without_password(self.redis_url or ""),
            "REFEREE_SECRET": ",".join(f"{kid}:{REDACTED}" for kid, _ in self.secrets),
            "REFEREE_CONTENT_DIR": str(self.content_dir or ""),
            "REFEREE_API_KEYS": ",".join(REDACTED for _ in self.api_keys),
            "REFEREE_RATE_LIMIT": self.rate_limit or "",
            "REFEREE_BODY_LIMIT": str(self.body_limit),
            "REFEREE_CACHE_SECONDS": str(self.cache_seconds),
            "REFEREE_CACHE_BYTES": str(self.cache_bytes),
            "REFEREE_REDIS_TIMEOUT": str(self.redis_timeout),
            "REFEREE_JOB_SECONDS": str(self.job_seconds),
            "REFEREE_JOB_LIMIT": str(self.job_limit),
            "REFEREE_JOB_KEEP_SECONDS": str(self.job_keep_seconds),
            "REFEREE_CORS_ORIGINS": ",".join(self.cors_origins),
            "REFEREE_LOG_LEVEL": self.log_level,
        }


# --- one variable ---------------------------------------------------------------------------------------------------
# Each reader takes the text of a variable and raises ValueError saying what it should have been. The text itself is
# never repeated: it may hold a secret.


def _read(environ: Mapping[str, str], variable: str, reader: Callable[[str], T], usual: D) -> T | D:
    text = environ.get(variable, "").strip()
    if not text:
        return usual
    try:
        return reader(text)
    except ValueError as error:
        raise SettingsError(f"{variable}: {error}") from None


def _list_items(text: str) -> Iterator[str]:
    """The values of a list; a list of commas alone is a mistake, not an empty list."""
    parts = [part for part in map(str.strip, text.split(",")) if part]
    if not parts:
        raise ValueError("a list of commas names nothing")
    yield from parts


def _require_pattern(pattern: re.Pattern[str], text: str, wanted: str) -> str:
    if not pattern.fullmatch(text):
        raise ValueError(wanted)
    return text


def _host(text: str) -> str:
    return _require_pattern(_HOST, text, "a host name or address is wanted, without scheme or path")


def _integer(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not re.fullmatch("[0-9]{1,15}", text) or not least <= int(text) <= most:
            raise ValueError(f"a whole number from {least} to {most} is wanted")
        return int(text)

    return read


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= 60:  # also refuses nan
        raise ValueError("seconds above 0 and up to 60 are wanted, for example 0.2")
    return seconds


def _redis_url(text: str) -> str:
    if not _is_redis_url(text):
        raise ValueError("an address like redis://:password@host:6379/0 is wanted (or rediss://, or unix:///path)")
    return text


def _is_redis_url(text: str) -> bool:
    try:
        url = urlsplit(text)
        if url.scheme == "unix":
            return len(url.path) > 1
        is_number = re.fullmatch("/?[0-9]*", url.path) is not None  # a password with a / in it would end up here
        return url.scheme in ("redis", "rediss") and bool(url.hostname) and url.port != 0 and is_number
    except ValueError:  # the port is no port
        return False


def _secrets(text: str) -> tuple[tuple[str, bytes], ...]:
    secrets = tuple(_secret(number, part) for number, part in enumerate(_list_items(text), start=1))
    if len({kid for kid, _ in secrets}) < len(secrets):
        raise ValueError("two secrets have the same key id; write kid:secret,kid:secret")
    return secrets


def _secret(number: int, text: str) -> tuple[str, bytes]:
    """`kid:secret`, or a secret alone under the key id 0; a secret of hex digits is read as hex."""
    kid, colon, rest = text.partition(":")
    kid, rest = (kid.strip(), rest.strip()) if colon else ("0", text)
    if not _KID.fullmatch(kid):
        raise ValueError(f"the key id of secret {number} (before the colon) is not made of letters, digits, - and _")
    secret = bytes.fromhex(rest) if _HEX.fullmatch(rest) else rest.encode("utf-8", "surrogateescape")
    if len(secret) < MIN_SECRET_BYTES:
        wanted = f"{MIN_SECRET_BYTES} are wanted; `openssl rand -hex 32` makes a good one"
        raise ValueError(f"secret {number} has {len(secret)} bytes, {wanted}")
    return kid, secret


def _directory(text: str) -> Path:
    folder = Path(text)
    if not folder.is_dir():
        raise ValueError("there is no such folder")
    return folder


def _api_keys(text: str) -> frozenset[str]:
    wanted = "keys are wanted with commas between them, made of visible ASCII characters"
    return frozenset(_require_pattern(_API_KEY, key, wanted) for key in _list_items(text))


def _rate(text: str) -> str:
    return _require_pattern(_RATE, text, "a rate like 600/minute is wanted (second, minute, hour, day)")


def _origins(text: str) -> tuple[str, ...]:
    wanted = "origins like https://example.org are wanted, without a path, with commas between them; or *"
    return tuple(dict.fromkeys(_require_pattern(_ORIGIN, origin, wanted) for origin in _list_items(text)))


def _log_level(text: str) -> str:
    if text.lower() not in LOG_LEVELS:
        raise ValueError(f"one of {', '.join(LOG_LEVELS)} is wanted")
    return text.lower()


def _without_password(url: str) -> str:
    """A password may stand before the @ and among the options."""
    return re.sub(r"\?.*", f"?{REDACTED}", re.sub(r"//[^/?#]*@", f"//{REDACTED}@", url))
