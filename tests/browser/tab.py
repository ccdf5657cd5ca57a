"""A tab of the browser that notices everything that goes wrong, and what it has sent."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Response, expect

WATCH = """
addEventListener("securitypolicyviolation", ({violatedDirective, blockedURI}) =>
  console.error(`blocked by the policy: ${violatedDirective} ${blockedURI}`));
window.layoutShifts = [];
new PerformanceObserver((list) => layoutShifts.push(...list.getEntries().filter(({hadRecentInput}) => !hadRecentInput)
  .map(({value, sources}) => ({value, where: sources.map(({node}) => `${node?.nodeName}.${node?.className ?? ""}`)}))))
  .observe({type: "layout-shift", buffered: true});
"""
"""Notes what the policy of the page blocks, and how far its parts jump without a touch of the reader."""
ABORTED = "net::ERR_ABORTED"
"""The page has given up a request that it no longer needs."""
WAIT = 30_000.0
"""Milliseconds. Tests that are not about time must not fail on a busy machine."""
expect.set_options(timeout=WAIT)


@dataclass
class Tab:
    """A page with its context. `problems` has console errors, failed requests and responses with an error."""

    page: Page
    problems: list[str] = field(default_factory=list)
    addresses: list[str] = field(default_factory=list)
    """The addresses of all requests, as a log of the service or of a proxy would have them."""

    def __post_init__(self) -> None:
        self.page.add_init_script(WATCH)
        self.page.on("console", self._on_console)
        self.page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        self.page.on("request", lambda request: self.addresses.append(request.url))
        self.page.on("requestfailed", self._on_failure)
        self.page.on("response", self._on_response)
        self.page.set_default_timeout(WAIT)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith("Failed to load resource"):
            self.problems.append(f"{message.type}: {message.text}")

    def _on_failure(self, request: Request) -> None:
        if request.failure != ABORTED:
            self.problems.append(f"failed: {request.method} {request.url} {request.failure}")

    def _on_response(self, response: Response) -> None:
        if response.status >= 400:
            self.problems.append(f"status {response.status}: {response.request.method} {response.url}")

    def expect_problems(self, *patterns: str) -> None:
        """Forget problems that a test has provoked. Each pattern must have met one at least."""
        for pattern in patterns:
            met = [each for each in self.problems if re.search(pattern, each)]
            assert met, f"no problem like {pattern}: {self.problems}"
            self.problems[:] = [each for each in self.problems if each not in met]

    @property
    def context(self) -> BrowserContext:
        return self.page.context

    def layout_shift(self) -> float:
        """Return how far parts of the page have jumped since the last call, as browsers count it."""
        shifts: list[dict[str, Any]] = self.page.evaluate("layoutShifts.splice(0)")
        total = sum(each["value"] for each in shifts)
        assert total < 0.05, shifts
        return total

    def page_scrolls_sideways(self) -> bool:
        """Return whether the page is wider than the window."""
        wider: bool = self.page.evaluate(
            "document.scrollingElement.scrollWidth > innerWidth || document.body.scrollWidth > innerWidth"
        )
        return wider


def open_tab(browser: Browser, **options: Any) -> Tab:
    """Return a tab in a context of its own, with a calm English desktop unless the options say otherwise."""
    calm = {"viewport": {"width": 1280, "height": 800}, "locale": "en-US", "reduced_motion": "reduce"}
    return Tab(browser.new_context(**{**calm, **options}).new_page())
