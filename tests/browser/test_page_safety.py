"""What the page must never do: run what people write, break its own policy, or put secrets into addresses."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.screens import SetUpScreen, TableScreen

HOSTILE = "<img src=x onerror=alert(1)>"
SETTLED = 300
"""Milliseconds in which a planted script would have run."""


@pytest.fixture
def tab(open_page):
    """Return a tab in which any dialog of the browser, such as an alert, is a problem."""
    tab = open_page()
    tab.page.on("dialog", lambda dialog: (tab.problems.append(f"dialog: {dialog.message}"), dialog.dismiss()))
    return tab


def assert_shown_as_text(tab, where):
    """Check that a name is there as text, and no picture with this address anywhere, elements included."""
    expect(where).to_contain_text(HOSTILE)
    count = """() => {
      const inside = (root) => [...root.querySelectorAll("*")].reduce((sum, each) =>
        sum + each.matches("img[src='x'], [onerror]") + (each.shadowRoot ? inside(each.shadowRoot) : 0), 0);
      return inside(document);
    }"""
    assert tab.page.evaluate(count) == 0
    tab.page.wait_for_timeout(SETTLED)


def test_a_hostile_name_is_text_from_the_set_up_to_the_log(tab, table_server):
    setup = SetUpScreen(tab, f"{table_server.address}/").open()
    setup.choose_player(0, "you", HOSTILE)
    setup.choose_player(1, "greedy", f"{HOSTILE}2")
    setup.choose_game("settlement")
    table = setup.start()
    table.play(table.state["legal"][0])
    table.wait()
    assert_shown_as_text(tab, table.prompt)
    table.tab_named("Log").click()
    assert_shown_as_text(tab, table.table.locator("#panel-log"))
    table.tab_named("Scores").click()
    assert_shown_as_text(tab, table.table.locator("#panel-scores"))
    shown = table.page.evaluate("document.querySelector('referee-table').stage.board.shadowRoot.textContent")
    assert "<img src=x" in shown
    assert tab.problems == []


def test_a_hostile_name_is_text_in_a_room(tab, open_page, table_server):
    body = {"game": "settlement", "seats": 2, "names": ["", HOSTILE]}
    room = httpx.post(f"{table_server.address}/v1/rooms", json=body, timeout=30).raise_for_status().json()
    tab.page.goto(room["links"]["seats"][0])
    tab.page.get_by_role("textbox", name="Your name").fill(f"A{HOSTILE}")
    tab.page.get_by_role("button", name="Save").click()
    TableScreen(tab).wait_until(lambda state: state["isDrawn"])
    bar = tab.page.get_by_role("region", name="Room")
    expect(bar).to_contain_text(f"A{HOSTILE}")
    assert_shown_as_text(tab, bar)


def test_a_hostile_link_of_a_position_is_refused_as_text(tab, table_server):
    tab.page.goto(f"{table_server.address}/#/position/{HOSTILE}/AAAA")
    expect(tab.page.get_by_role("heading", name="This link does not work")).to_be_visible()
    tab.page.goto(f"{table_server.address}/#/{HOSTILE}")
    expect(tab.page.get_by_role("heading", name="There is nothing at this address")).to_be_visible()
    tab.page.wait_for_timeout(SETTLED)


def test_the_policy_forbids_everything_inline_and_blocks_what_tries(tab, table_server):
    response = tab.page.goto(f"{table_server.address}/")
    policy = response.headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert response.headers["referrer-policy"] == "no-referrer"
    expect(tab.page.locator("button.start")).to_be_visible()
    assert tab.problems == []
    tab.page.evaluate("document.body.insertAdjacentHTML('beforeend', '<i style=\"color: red\" onclick=\"1\">x</i>')")
    tab.page.locator("i", has_text="x").first.click(force=True)
    tab.expect_problems("blocked by the policy: style-src-attr")
    tab.problems.clear()


def test_no_address_contains_a_secret_or_a_state(tab, table_server):
    body = {"game": "settlement", "seats": 2, "names": ["Ann", "Ben"]}
    room = httpx.post(f"{table_server.address}/v1/rooms", json=body, timeout=30).raise_for_status().json()
    tab.page.goto(room["links"]["seats"][0])
    TableScreen(tab).wait_until(lambda state: state["isDrawn"])
    secret = room["credentials"]["seats"][0]
    sent = [address for address in tab.addresses if secret in address.partition("#")[0]]
    assert sent == []
    assert not [address for address in tab.addresses if re.search(r"[?&](state|credential|token)=", address)]
    assert secret not in tab.page.url
    assert tab.page.evaluate("document.referrer") == ""
