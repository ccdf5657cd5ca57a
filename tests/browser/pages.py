"""Web pages that show pictures under a strict content security policy, and the browser tab that opens them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import TracebackType

from playwright.sync_api import Page

POLICY = (
    "default-src 'none'; style-src {service}; font-src {service}; img-src 'self' {service};"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What a page may load: no script, no style of its own, and the rest from the service."""
WATCH_POLICY = "addEventListener('securitypolicyviolation', e => (window.violations ??= []).push(e.violatedDirective))"
MARGIN = 16
"""Room of a page around a picture, in pixels."""


EMBEDDING_POLICY = (
    "default-src 'none'; script-src 'self' {service}; style-src {service}; font-src {service}; connect-src {service};"
    " img-src data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What a page with the kit of a service needs, as docs/frontends.md says."""


class PageServer:
    """An HTTP server with pages, of another origin than the service. Use it in a `with` block.

    The service may become known later, because it must know the origin of the pages.
    """

    def __init__(self, service: str = "", policy: str = POLICY) -> None:
        self.service, self.policy, self._content = service, policy, dict[str, tuple[str, bytes]]()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._thread = Thread(target=self._server.serve_forever, daemon=True)

    def __enter__(self) -> PageServer:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    @property
    def origin(self) -> str:
        """The origin of the pages."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def add(self, path: str, body: str, media_type: str = "text/html; charset=utf-8") -> str:
        """Serve a body below a path. Return its address."""
        self._content[path] = (media_type, body.encode())
        return f"{self.origin}{path}"

    def add_page(self, path: str, body: str, *, has_font: bool = True) -> str:
        """Serve a page, with the stylesheet of the service unless `has_font` is false. Return its address."""
        link = f'<link rel="stylesheet" href="{self.service}/fonts/referee-sans.css">' if has_font else ""
        return self.add(path, f"<!doctype html><html lang=en><title>Table</title>{link}<body>{body}</body></html>")

    def _policy(self) -> str:
        return self.policy.format(service=self.service)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        content, policy = self._content, self._policy

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                media_type, body = content.get(self.path, ("text/plain", b""))
                self.send_response(200 if body else 204)  # browsers request an icon too
                self.send_header("Content-Type", media_type)
                self.send_header("Content-Length", str(len(body)))
                self.send_header("Content-Security-Policy", policy())
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *arguments: object) -> None:
                """Write no log."""

        return Handler


@dataclass
class Visitor:
    """A tab of the browser. `errors` has console errors, failed requests and blocked contents of the open page."""

    page: Page
    errors: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.add_init_script(WATCH_POLICY)
        self.page.on("console", lambda message: self._note(message.text, is_error=message.type == "error"))
        self.page.on("pageerror", lambda error: self._note(str(error)))
        self.page.on("requestfailed", lambda request: self._note(f"failed: {request.url}"))

    def _note(self, text: str, *, is_error: bool = True) -> None:
        if is_error:
            self.errors.append(text)

    def open(self, address: str, width: int) -> Mapping[str, str]:
        """Open a page in a window for a picture of this width, and wait for its fonts. Return its response headers."""
        self.errors.clear()
        self.page.set_viewport_size({"width": width + MARGIN, "height": 900})
        response = self.page.goto(address)
        assert response is not None
        assert response.ok, address
        self.page.evaluate("document.fonts.ready.then(() => true)")
        return response.headers

    @property
    def blocked(self) -> list[str]:
        """Return the directives of the policy that the page violated."""
        found: list[str] = self.page.evaluate("window.violations ?? []")
        return found

    @property
    def faces(self) -> dict[str, str]:
        """Return the status of every face of the font, by weight."""
        found = self.page.evaluate("[...document.fonts].map(face => [face.family, face.weight, face.status])")
        assert {family.strip('"') for family, _, _ in found} <= {"Referee Sans"}
        return {weight: status for _, weight, status in found}
