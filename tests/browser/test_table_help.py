"""What the table explains on the page: why a move is not possible, what a bot would do, and what a piece is."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.screens import Keyboard, SetUpScreen
from tests.browser.visits import FAR_SPACE, match


@pytest.fixture
def table(open_page, table_server):
    """Return the table of a match of Burgundy against the quick bot, which is always the same."""
    return match(open_page(), f"{table_server.address}/")


def tiles(table):
    """Return the places of the depots whose tiles can be taken."""
    return sorted(
        {place for action in table.state["legal"] for group in action["touches"] for place in group if "depot" in place}
    )


def test_an_unlit_place_shows_the_rule_that_forbids_it(table):
    table.pick(FAR_SPACE)
    refusal = table.why.locator(".refusal").first
    expect(refusal.get_by_role("heading")).not_to_be_empty()
    expect(refusal.get_by_role("paragraph")).to_have_text(re.compile(r"\w.*\.$"))
    expect(refusal.locator(".source")).to_have_text(re.compile("^Rulebook · "))
    suggestions = table.why.locator(".instead button")
    expect(table.why.get_by_role("heading", name="You may instead")).to_be_visible()
    assert table.rings("suggestion") > 0
    ply = table.state["ply"]
    suggestions.first.click()
    table.wait_until(lambda state: state["ply"] > ply).wait()
    expect(table.why).to_be_hidden()


def test_in_the_mode_of_questions_clicks_do_not_play(table):
    lit = tiles(table)
    ply = table.state["ply"]
    table.button("Why not?").click()
    expect(table.why).to_contain_text("Point at what you would like to do")
    for place in (lit[0], lit[-1]):  # no move takes two tiles
        table.pick(place)
        expect(table.why).to_contain_text(re.compile("This move is possible|No open move|You may instead|reason", re.I))
    assert table.look()["ply"] == ply
    table.page.keyboard.press("Escape")
    expect(table.why).to_be_hidden()
    table.play(table.wait().state["legal"][0])
    assert table.state["ply"] > ply


def test_a_rule_opens_with_its_text(table):
    table.pick(FAR_SPACE)
    title = table.why.locator(".rule-link").first
    name = title.inner_text()
    title.click()
    dialog = table.page.get_by_role("dialog")
    expect(dialog).to_contain_text(name)
    table.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(title).to_be_focused()


def test_a_verb_without_a_legal_move_says_why(table):
    table.table.get_by_role("button", name=re.compile("^End the turn")).click()
    expect(table.why).to_be_visible()
    expect(table.why).not_to_be_empty()


def test_a_hint_ranks_the_moves_with_bars(table):
    table.button("Hint").click()
    bars = table.table.locator("#panel-moves .hint-bar")
    expect(bars).to_have_count(len(table.state["legal"]))
    widths = [bar.evaluate("bar => bar.getBoundingClientRect().width") for bar in bars.all()]
    assert widths == sorted(widths, reverse=True)
    assert widths[0] > widths[-1]
    assert table.rings("suggestion") > 0
    ply = table.state["ply"]
    table.table.locator("#panel-moves .moves button").first.click()
    table.wait_until(lambda state: state["ply"] > ply)
    expect(bars).to_have_count(0)


def test_a_search_for_a_hint_can_be_stopped(table):
    table.button("Hint").click()
    expect(table.table.locator("#panel-moves .hint-bar").first).to_be_visible()
    table.table.get_by_label("Hint by").select_option("search")
    expect(table.hint).to_contain_text(re.compile(r"Searching: [\d,]+ variants"))
    table.hint.get_by_role("button", name="Stop").click()
    expect(table.hint).to_contain_text("No hint now")
    ply = table.state["ply"]
    table.play(table.wait().state["legal"][0])
    assert table.state["ply"] > ply


def test_a_bot_that_thinks_can_be_stopped_and_goes_on(open_page, table_server):
    setup = SetUpScreen(open_page(), f"{table_server.address}/").open()
    setup.choose_player(0, "search", "Deep")
    setup.page.get_by_role("combobox", name="Strength of seat 1").select_option("strongest")
    setup.choose_player(1, "you", "Ann")
    setup.choose_seed("help")
    setup.page.get_by_label("First player").select_option(index=1)
    setup.start_button.click()
    table = setup.table
    expect(table.prompt).to_contain_text("Deep is thinking")
    expect(table.prompt).to_contain_text(re.compile(r"[\d,]+ variants"))
    table.prompt.get_by_role("button", name="Stop").click()
    expect(table.prompt).to_contain_text("Bots are stopped")
    ply = table.look()["ply"]
    table.prompt.get_by_role("button", name="Let the bots go on").click()
    table.prompt.get_by_role("button", name="Move now").click()
    table.wait_until(lambda state: state["ply"] > ply)


def test_undo_takes_a_move_back(table):
    digest = table.state["digest"]
    expect(table.button("Undo")).to_be_disabled()
    table.play(table.state["legal"][0])
    table.button("Undo").click()
    table.wait_until(lambda state: state["digest"] == digest)
    expect(table.button("Undo")).to_be_disabled()


def test_a_piece_explains_itself_to_pointer_and_keyboard(table):
    tip = table.page.locator("referee-tip .tip")
    place = tiles(table)[0]
    table.page.mouse.move(*table.point_of(place))
    expect(tip).to_contain_text("When placed")
    table.page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    table.page.mouse.move(1, 1)
    Keyboard(table.page).go("Tab", lambda focus: focus["place"])
    expect(tip).to_be_visible()
    expect(tip).not_to_be_empty()
