"""Whole matches on the page: by clicks on places of the board, and by the keyboard alone."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.screens import Keyboard, SetUpScreen, TableScreen

SHORT_KINDS = ("pass_round", "decline")
"""Actions that bring the end nearer."""


def test_a_whole_match_by_clicks(open_page, table_server):
    setup = SetUpScreen(open_page(), f"{table_server.address}/").open()
    setup.choose_game("settlement")
    setup.choose_player(0, "you", "Ann")
    setup.choose_player(1, "random", "Bob")
    setup.choose_seed("clicks")
    table = setup.start()
    decisions = table.play_to_the_end(seed=1)
    assert decisions > 10
    assert table.clicks > decisions / 2, "most moves are chosen on the board"
    expect(table.result_title).to_have_text(re.compile("^(You win|Bob wins|Ann and Bob share the win)$"))
    expect(table.page).to_have_title("Game over – Settlement – Referee")


def test_a_whole_match_by_the_keyboard_alone(open_page, table_server):
    tab = open_page()
    SetUpScreen(tab, f"{table_server.address}/").open()
    keys, table = Keyboard(tab.page), TableScreen(tab)
    keys.go("Tab", lambda focus: focus["name"] == "game")
    keys.go("ArrowRight", lambda focus: focus["value"] == "settlement")
    keys.go("Tab", lambda focus: focus["name"] == "seats")
    keys.go("ArrowUp", lambda focus: focus["value"] == "1")
    keys.go("Tab", lambda focus: focus["text"] == "Start")
    keys.press("Enter")
    decisions = 0
    while not table.wait().state["isOver"]:
        decide_by_keys(table, keys)
        decisions += 1
    assert decisions > 10
    expect(table.result_title).to_be_visible()


def decide_by_keys(table, keys):
    """Pass if that is possible, else choose the first places that can be chosen, and answers until a move is made."""
    ply = table.state["ply"]
    short = [each for each in table.state["legal"] if each["kind"] in SHORT_KINDS]
    if short:
        keys.go("Tab", lambda focus: (focus["isAnswer"] or focus["isMove"]) and focus["text"] == short[0]["label"])
        keys.press("Enter")
    while not table.is_played(ply):
        if table.choice_state() == "menu" or not any(each["touches"] for each in table.state["legal"]):
            keys.go("Tab", lambda focus: focus["isAnswer"] or focus["isMove"])
        else:
            keys.go("Tab", lambda focus: focus["place"])
            keys.go("ArrowRight", lambda focus: focus["isOpen"] and focus["isPressed"] == "false", most=1)
        assert keys.focus()["isSeen"], keys.focus()
        keys.press("Enter")
    table.wait_until(lambda state: state["ply"] != ply)
