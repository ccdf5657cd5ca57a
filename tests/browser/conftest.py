"""Fixtures of the browser tests: one Chromium, one live service, and pages of another origin that show its pictures.

They end with their module. While Playwright runs, no other test of the process can use an event loop. With
REFEREE_NO_BROWSER=1, the tests of this folder are skipped.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.pages import EMBEDDING_POLICY, PageServer, Visitor
from tests.browser.tab import Tab, open_tab
from tests.running.conftest import ServerProcess, running_referee, wait_until

ARGUMENTS = ("--force-color-profile=srgb", "--font-render-hinting=none")

NO_BROWSER = "REFEREE_NO_BROWSER"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the tests of this folder if the user wants no browser."""
    if os.environ.get(NO_BROWSER) == "1":
        for item in items:
            if Path(__file__).parent in item.path.parents:
                item.add_marker(pytest.mark.skip(reason=f"{NO_BROWSER}=1"))


def chromium_path() -> str:
    """Return the Chromium of this machine. Without one the tests fail, because a skipped test proves nothing."""
    name = os.environ.get("REFEREE_BROWSER", "chromium")
    path = shutil.which(name)
    if path is None:
        help_text = f"run `make system`, set REFEREE_BROWSER to a Chromium, or skip these tests with {NO_BROWSER}=1"
        pytest.fail(f"`{name}` is missing: {help_text}.", pytrace=False)
    return path


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Return the browser that all tests share."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """Return a client of a live service."""
    with (
        running_referee(tmp_path_factory.mktemp("service"), "serve", "--port", "0") as server,
        httpx.Client(base_url=server.address, timeout=30) as client,
    ):
        yield client


@pytest.fixture(scope="module")
def pages(service: httpx.Client) -> Iterator[PageServer]:
    """Return a server of pages that may load styles, fonts and images from the service, and nothing else."""
    with PageServer(str(service.base_url).rstrip("/")) as server:
        yield server


@pytest.fixture(scope="module")
def visitor(browser: Browser) -> Iterator[Visitor]:
    """Return a browser tab that notices errors and blocked contents."""
    context = browser.new_context()
    yield Visitor(context.new_page())
    context.close()


@pytest.fixture(scope="session")
def embedding_pages() -> Iterator[PageServer]:
    """Return a server of pages that may use the kit of `table_server`."""
    with PageServer(policy=EMBEDDING_POLICY) as pages:
        yield pages


@pytest.fixture(scope="session")
def table_server(tmp_path_factory: pytest.TempPathFactory, embedding_pages: PageServer) -> Iterator[ServerProcess]:
    """Return a service with Redis and a worker, so that the page can do everything. All modules share it."""
    folder, origins = tmp_path_factory.mktemp("tables"), {"REFEREE_CORS_ORIGINS": embedding_pages.origin}
    with running_referee(folder, "up", "--port", "0", **origins) as server:
        wait_until(lambda: not httpx.get(f"{server.address}/readyz", timeout=30).json()["unavailable"])
        embedding_pages.service = server.address
        yield server


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., Tab]]:
    """Return a function that opens tabs with contexts of their own. None may end with a problem."""
    tabs: list[Tab] = []

    def open_one(**options: object) -> Tab:
        tabs.append(open_tab(browser, **options))
        return tabs[-1]

    yield open_one
    problems = [tab.problems for tab in tabs]
    for tab in tabs:
        tab.context.close()
    assert not any(problems), problems
