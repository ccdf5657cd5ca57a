"""Whole matches of every game on the page, for `make soak`: by clicks, by touch on a phone, and in French."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from referee_service.games import GAMES
from tests.browser.screens import SetUpScreen

pytestmark = pytest.mark.soak

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
MOST = 800


def play_whole_match(tab, address, game, *, is_touch=False, seats=2):
    """Set up a match against the random bot, play it to the end, and return the table."""
    setup = SetUpScreen(tab, address).open()
    setup.choose_game(game)
    setup.choose_seats(seats)
    if seats > 1:
        setup.choose_player(1, "random")
    table = setup.start()
    table.is_touch = is_touch
    decisions = table.play_to_the_end(seed=2, most=MOST)
    assert decisions > 5
    assert table.clicks > decisions / 4, "moves are chosen on the board"
    expect(table.result_title).to_be_visible()
    return table


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_of_each_game_by_clicks(open_page, table_server, game):
    play_whole_match(open_page(), f"{table_server.address}/", game)


def test_a_whole_match_by_touch_on_a_phone(open_page, table_server):
    tab = open_page(**PHONE)
    table = play_whole_match(tab, f"{table_server.address}/", "burgundy", is_touch=True)
    assert not tab.page_scrolls_sideways()
    assert table.clicks > 0


def test_a_whole_match_in_french(open_page, table_server):
    tab = open_page(locale="fr-FR")
    table = play_whole_match(tab, f"{table_server.address}/", "medievalia")
    expect(tab.page).to_have_title("Partie terminée – Medievalia – Referee")
    table.table.get_by_role("tab", name="Journal", exact=True).click()
    expect(table.table.locator("#panel-log")).to_contain_text("La partie")
