"""Errors of requests that get no complete response: what is wrong, and what to try."""

from __future__ import annotations

import os
import ssl
from collections.abc import Iterator

from referee_sdk.errors import BadRequest, InvalidResponse, TimedOut, Unreachable


def cannot_connect(base_url: str, cause: BaseException) -> Unreachable:
    """Return the error for an address at which no service accepts or completes the request."""
    if any(isinstance(each, ssl.SSLCertVerificationError) for each in _errors_before(cause)):
        return _certificate_refused(base_url)
    if any(isinstance(each, ssl.SSLError) for each in _errors_before(cause)):
        return _no_tls(base_url)
    return Unreachable(
        f"Cannot connect to {base_url}{_reason(cause)}. "
        "Start the service (`make run` in its clone), or check the address."
    )


def proxy_failed(base_url: str, cause: BaseException) -> Unreachable:
    """Return the error for a proxy that does not pass the request on."""
    return Unreachable(
        f"The proxy does not pass requests on to {base_url}{_reason(cause)}. "
        "Check HTTP_PROXY and HTTPS_PROXY, or name this host in NO_PROXY."
    )


def _certificate_refused(base_url: str) -> Unreachable:
    """Return the error for a TLS certificate that cannot be trusted."""
    return Unreachable(
        f"The TLS certificate of {base_url} cannot be verified. Check the address, or trust its certificate authority."
    )


def _no_tls(base_url: str) -> Unreachable:
    """Return the error for a TLS handshake that fails: most services that a developer starts speak plain HTTP."""
    plain = base_url.replace("https://", "http://", 1)
    return Unreachable(f"{base_url} does not speak TLS as expected. If the service has no certificate, write {plain}.")


def short_cause(error: BaseException) -> str:
    """Return the type of an exception of an HTTP library, and the message of the error that led to it, in one line."""
    *_, first = _errors_before(error)
    return f"{type(error).__name__}: {first}" if str(first) else f"{type(error).__name__}: {type(first).__name__}"


def invalid_address(base_url: str) -> BadRequest:
    """Return the error for a base URL that is none. It is not retried."""
    return BadRequest(f"{base_url!r} is not the address of a service. Write it like http://127.0.0.1:8080.")


def timed_out(base_url: str, seconds: float) -> TimedOut:
    """Return the error for a response that took too long."""
    return TimedOut(
        f"{base_url} did not respond within {seconds:g} seconds. "
        "Check that the service is running, or wait longer: client.with_timeout(60)."
    )


def disconnected(base_url: str) -> Unreachable:
    """Return the error for a server that closes the connection instead of responding."""
    if base_url.startswith("https://"):
        return _no_tls(base_url)
    return Unreachable(
        f"{base_url} closed the connection without a response. "
        "Check that this is the address of a service, and look at its log."
    )


def incomplete(base_url: str) -> InvalidResponse:
    """Return the error for a response that ends too early."""
    return InvalidResponse(f"The response of {base_url} is incomplete: the connection was closed early.")


def _reason(cause: BaseException) -> str:
    """Return what the operating system said, in brackets, without the internals of HTTP libraries."""
    failures = (each for each in _errors_before(cause) if isinstance(each, OSError) and each.strerror)
    reason = next(map(_system_message, failures), "")
    return f" ({reason[0].lower()}{reason[1:]})" if reason else ""


def _system_message(error: OSError) -> str:
    """Return the message of the operating system; asyncio has its own words for a connection that fails."""
    if error.errno is None or error.errno <= 0 or isinstance(error, ssl.SSLError):
        return error.strerror or ""
    return os.strerror(error.errno)


def _errors_before(error: BaseException) -> Iterator[BaseException]:
    """Yield an error and all errors that led to it."""
    pending, seen = [error], set[int]()
    while pending:
        each = pending.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        yield each
        linked = (each.__cause__, each.__context__, getattr(each, "reason", None), *each.args)
        pending += [link for link in linked if isinstance(link, BaseException)]
