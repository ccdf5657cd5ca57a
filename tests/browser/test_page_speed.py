"""How fast the page is there, and how much a new match transfers, fonts included. Measured in a fresh browser."""

from __future__ import annotations

import pytest

from tests.browser.screens import SetUpScreen

pytestmark = pytest.mark.alone  # it measures time

MOST_KILOBYTES = 300
MOST_SECONDS = 1.0
FIRST_PAINT = """() => new Promise((resolve) => new PerformanceObserver((list) => {
  for (const {name, startTime} of list.getEntries()) if (name === "first-contentful-paint") resolve(startTime);
}).observe({type: "paint", buffered: true}))"""


@pytest.mark.parametrize("game", ["burgundy", "empires_north"])
def test_a_new_match_transfers_little(open_page, table_server, record_property, game):
    tab = open_page()
    session = tab.context.new_cdp_session(tab.page)
    received = []
    session.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    session.send("Network.enable")
    setup = SetUpScreen(tab, f"{table_server.address}/").open()
    at_set_up = sum(received)
    if game != "burgundy":
        setup.choose_game(game)
    setup.start()
    tab.page.wait_for_timeout(500)
    kilobytes = sum(received) / 1000
    record_property("figures", f"a new match of {game}: {kilobytes:.0f} kB, {at_set_up / 1000:.0f} kB of it the set-up")
    assert len(received) > 20, "the page has loaded its modules"
    assert kilobytes < MOST_KILOBYTES


def test_the_first_paint_is_quick(open_page, table_server, record_property):
    paints = []
    for _ in range(3):
        tab = open_page()
        tab.page.goto(f"{table_server.address}/")
        paints.append(tab.page.evaluate(FIRST_PAINT) / 1000)
    record_property("figures", f"first paint after {', '.join(f'{each:.2f}' for each in paints)} s")
    assert min(paints) < MOST_SECONDS
