"""Errors of requests that get no complete response: what is wrong, and what to try."""

from __future__ import annotations

from collections.abc import Iterator

from referee_sdk.errors import BadRequest, InvalidResponse, TimedOut, Unreachable


def cannot_connect(base_url: str, cause: BaseException) -> Unreachable:
    """Return the error for an address at which no service accepts or completes the request."""
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


def certificate_refused(base_url: str) -> Unreachable:
    """Return the error for a TLS connection that cannot be trusted."""
    return Unreachable(
        f"The TLS certificate of {base_url} cannot be verified. Check the address, or trust its certificate authority."
    )


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
    return Unreachable(
        f"{base_url} closed the connection without a response. "
        "Check that this is the address of a service, and look at its log."
    )


def incomplete(base_url: str) -> InvalidResponse:
    """Return the error for a response that ends too early."""
    return InvalidResponse(f"The response of {base_url} is incomplete: the connection was closed early.")


def _reason(cause: BaseException) -> str:
    """Return what the operating system said, in brackets, without the internals of HTTP libraries."""
    reason = next((text for text in _system_messages(cause)), "")
    return f" ({reason[0].lower()}{reason[1:]})" if reason else ""


def _system_messages(error: BaseException) -> Iterator[str]:
    """Yield the messages of all system errors that led to this error."""
    pending, seen = [error], set[int]()
    while pending:
        each = pending.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, OSError) and each.strerror:
            yield each.strerror
        linked = (each.__cause__, each.__context__, getattr(each, "reason", None), *each.args)
        pending += [link for link in linked if isinstance(link, BaseException)]
