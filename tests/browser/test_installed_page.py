"""The page of the installed wheel: it opens in a browser and starts a match."""

from __future__ import annotations

from tests.browser.screens import SetUpScreen


def test_the_installed_page_starts_a_match(open_page, installed_server):
    setup = SetUpScreen(open_page(), f"{installed_server.address}/").open()
    setup.choose_game("dice_settlers")
    table = setup.start()
    ply = table.state["ply"]
    table.play(table.state["legal"][0])
    assert table.state["ply"] > ply
