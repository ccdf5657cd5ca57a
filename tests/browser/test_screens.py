"""Every screen of the page: accessible in both themes, as wide as a phone, calm for those who want it, and French."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import BOARD, violations, weak_contrasts
from tests.browser.visits import SCREENS, match

PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 800}

MOTION = """() => {
  const inside = (root) => [...root.getAnimations(), ...[...root.querySelectorAll("*")]
    .flatMap((each) => each.shadowRoot ? inside(each.shadowRoot) : [])];
  return inside(document).filter(({playState}) => playState === "running")
    .map(({animationName, transitionProperty}) => animationName ?? transitionProperty);
}"""

each_screen = pytest.mark.parametrize("name", SCREENS)


@each_screen
def test_a_screen_is_accessible_and_fits_a_phone_in_both_languages(open_page, table_server, name):
    tab = open_page()
    SCREENS[name](tab, f"{table_server.address}/")
    page = tab.page
    assert violations(page, without="" if name == "match" else BOARD) == []
    page.emulate_media(color_scheme="dark")
    assert weak_contrasts(page, without="" if name == "position" else BOARD) == []
    assert page.evaluate(MOTION) == []
    page.set_viewport_size(PHONE)
    assert not tab.page_scrolls_sideways(), "English"
    page.set_viewport_size(DESKTOP)
    page.get_by_role("button", name="Français").click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_role("heading", level=1)).to_be_attached()
    page.set_viewport_size(PHONE)
    assert not tab.page_scrolls_sideways(), "French"
    tab.problems[:] = [each for each in tab.problems if name != "unknown_room"]  # it is asked for again


def test_each_tab_of_a_table_is_accessible(open_page, table_server):
    tab = open_page()
    table = match(tab, f"{table_server.address}/")
    for name in ("Log", "Scores", "Record"):
        table.tab_named(name).click()
        expect(table.table.get_by_role("tabpanel", name=name)).to_be_visible()
        assert violations(tab.page, without=BOARD) == [], name
    assert not tab.problems


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_nothing_jumps(open_page, table_server, size):
    tab = open_page(viewport=size)
    table = match(tab, f"{table_server.address}/")
    tab.page.wait_for_timeout(300)
    assert tab.layout_shift() < 0.05
    for _ in range(2):
        table.wait().press_move(table.state["legal"][0]["label"])
        ply = table.state["ply"]
        table.wait_until(lambda state, ply=ply: state["ply"] != ply)
        tab.page.wait_for_timeout(800)  # a shift within half a second after a press does not count
    assert tab.layout_shift() < 0.05


def test_a_calm_reader_sees_no_motion_during_a_match(open_page, table_server):
    found = {}
    for motion in ("reduce", "no-preference"):
        tab = open_page(reduced_motion=motion)
        table = match(tab, f"{table_server.address}/")
        table.pick(table.state["legal"][0]["touches"][0][0])
        found[motion] = tab.page.evaluate(MOTION)
    assert found["reduce"] == []
    assert found["no-preference"] != []


def test_the_language_and_theme_of_the_reader_are_used_and_remembered(open_page, table_server):
    tab = open_page(locale="fr-FR", color_scheme="dark")
    tab.page.goto(f"{table_server.address}/")
    expect(tab.page.get_by_role("heading", name="Nouvelle partie")).to_be_visible()
    dark = tab.page.evaluate("getComputedStyle(document.body).backgroundColor")
    tab.page.get_by_role("button", name="English").click()
    tab.page.get_by_role("button", name="Theme: as the system").click()
    light = tab.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert light != dark
    tab.page.reload()
    expect(tab.page.get_by_role("heading", name="New match")).to_be_visible()
    assert tab.page.evaluate("getComputedStyle(document.body).backgroundColor") == light
