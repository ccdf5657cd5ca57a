"""Reference page in Chromium: every document loads, nothing is blocked, and its examples run."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Browser, Page

from referee_service.games import GAMES

pytestmark = pytest.mark.alone


@pytest.fixture
def page(browser: Browser, service: httpx.Client):
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("requestfailed", lambda request: problems.append(f"blocked: {request.url}"))
    page.goto(f"{service.base_url}/docs")
    page.wait_for_selector(".opblock")
    yield page
    assert problems == []
    context.close()


def choose(page: Page, document: str) -> None:
    page.select_option(".topbar select", label=document)
    page.wait_for_function("title => document.querySelector('.info .title')?.textContent.includes(title)", arg=document)


def run_example(page: Page, operation: str) -> str:
    """Open an operation, send its example, and return the status of the response."""
    page.click(f"#{operation} .opblock-summary")
    page.click(f"#{operation} .execute")
    status = page.locator(f"#{operation} .live-responses-table tbody .response-col_status")
    status.wait_for()
    return status.inner_text().split()[0]


def test_the_examples_of_a_game_run_one_after_the_other(page: Page):
    title = GAMES["burgundy"].catalogue().title.en
    choose(page, title)
    assert run_example(page, "operations-burgundy-states") == "201"
    for call in ("moves", "verdicts", "legal_actions"):
        assert run_example(page, f"operations-burgundy-{call}") == "200", call


def test_every_document_loads(page: Page):
    for game in GAMES.values():
        choose(page, game.catalogue().title.en)
    page.select_option(".topbar select", label="All games, every field")
    page.wait_for_selector("#operations-burgundy-burgundy_moves")
    assert page.locator(".opblock").count() > 18 * len(GAMES)
