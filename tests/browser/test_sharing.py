"""Ways out of a match: a link to its position, its record in the viewer and as a file, and the match after a reload."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.visits import match


@pytest.fixture
def table(open_page, table_server):
    """Return a match of Burgundy after one move, in a tab that may use the clipboard."""
    tab = open_page(permissions=["clipboard-read", "clipboard-write"])
    table = match(tab, f"{table_server.address}/")
    table.play(table.state["legal"][0])
    table.wait()
    table.tab_named("Record").click()
    return table


def test_a_link_opens_the_same_position_for_somebody_else(table, open_page):
    table.button("Copy link to this position").click()
    expect(table.table.locator("#panel-record").get_by_role("status")).to_contain_text("Copied")
    link = table.page.evaluate("navigator.clipboard.readText()")
    assert "#/position/burgundy/" in link
    other = open_page()
    other.page.goto(link)
    prompt = table.page.evaluate("document.querySelector('referee-table').match.position.turn.prompt")
    expect(other.page.locator(".turn-card")).to_contain_text(prompt)
    expect(other.page.get_by_role("heading", name=f"Legal moves ({len(table.state['legal'])})")).to_be_visible()
    payload = link.rpartition("/")[2]
    assert not [address for tab in (table.tab, other) for address in tab.addresses if payload[:40] in address]


def test_the_record_opens_in_the_viewer_and_the_match_goes_on(table):
    table.button("Open in the record viewer").click()
    expect(table.page.get_by_role("heading", name="The Castles of Burgundy")).to_be_visible()
    expect(table.page.get_by_text(re.compile(r"All \d+ moves are legal"))).to_be_visible()
    table.page.go_back()
    table.wait()
    ply = table.state["ply"]
    table.play(table.state["legal"][0])
    assert table.state["ply"] > ply


def test_the_record_is_a_file_that_can_be_checked(table, tmp_path: Path):
    with table.page.expect_download() as download:
        table.button("Download record").click()
    text = download.value.path().read_text()
    assert download.value.suggested_filename.startswith("burgundy-")
    assert text.startswith("game: burgundy")
    assert "seed" in text


def test_a_match_survives_a_reload(table):
    digest = table.look()["digest"]
    table.page.reload()
    table.wait_until(lambda state: state["isDrawn"])
    assert table.look()["digest"] == digest
    table.page.get_by_role("link", name="New match").click()
    table.page.get_by_role("link", name=re.compile("Continue your match")).click()
    table.wait()
    assert table.look()["digest"] == digest
