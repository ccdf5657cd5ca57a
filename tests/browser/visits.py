"""Ways to every screen of the page. Each function leads a tab there."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import httpx
from playwright.sync_api import expect

from tests.browser.screens import SetUpScreen, TableScreen
from tests.browser.tab import Tab

CORPUS: Final = Path(__file__).parents[2] / "examples" / "corpus"
FAR_SPACE: Final = "estate.0.5"
"""An empty space of the own estate. At the start of Burgundy no tile can be placed there."""

Visit = Callable[[Tab, str], None]


def set_up(tab: Tab, address: str) -> None:
    """Open the set-up with its options."""
    setup = SetUpScreen(tab, address).open()
    setup.page.locator("details.options summary").click()


def match(tab: Tab, address: str) -> TableScreen:
    """Start a match of Burgundy against the quick bot, always the same."""
    setup = SetUpScreen(tab, address).open()
    setup.choose_seed("help")
    return setup.start()


def why(tab: Tab, address: str) -> None:
    """Point at a place that cannot be used."""
    table = match(tab, address)
    table.pick(FAR_SPACE)
    expect(table.why.locator(".refusal").first).to_be_visible()


def hint(tab: Tab, address: str) -> None:
    """Show a hint."""
    table = match(tab, address)
    table.button("Hint").click()
    expect(table.table.locator("#panel-moves .hint-bar").first).to_be_visible()


def result(tab: Tab, address: str) -> None:
    """Let two bots play Settlement to the end."""
    setup = SetUpScreen(tab, address).open()
    setup.choose_game("settlement")
    for seat in (0, 1):
        setup.choose_player(seat, "random")
    setup.start_button.click()
    setup.table.wait_until(lambda state: state["isOver"] and state["isDrawn"])
    expect(setup.table.result_title).to_be_visible()


def new_room(address: str, **more: object) -> Mapping[str, Any]:
    """Return a new room for two people."""
    body = {"game": "settlement", "seats": 2, "names": ["Ann", "Ben"], **more}
    room: dict[str, Any] = httpx.post(f"{address}v1/rooms", json=body, timeout=30).raise_for_status().json()
    return room


def room_invitation(tab: Tab, address: str) -> None:
    """Create a room for a friend, and show the links."""
    setup = SetUpScreen(tab, address).open()
    setup.choose_player(1, "friend")
    setup.start_button.click()
    expect(tab.page.locator("input.link").first).to_be_visible()


def room(tab: Tab, address: str) -> None:
    """Take a seat of a room with a time limit."""
    tab.page.goto(new_room(address, seconds=3600)["links"]["seats"][0])
    TableScreen(tab).wait_until(lambda state: state["isDrawn"])


def watched_room(tab: Tab, address: str) -> None:
    """Watch a room."""
    tab.page.goto(new_room(address)["links"]["watcher"])
    TableScreen(tab).wait_until(lambda state: state["isDrawn"])


def empty_record(tab: Tab, address: str) -> None:
    """Open the viewer without a record."""
    tab.page.goto(f"{address}#/record")
    expect(tab.page.get_by_role("heading", level=1)).to_be_visible()


def open_record(tab: Tab, address: str, text: str) -> None:
    """Paste a record into the viewer."""
    empty_record(tab, address)
    tab.page.locator("#record-text").fill(text)
    tab.page.locator("#record-text").press("Tab")
    tab.page.get_by_role("button", name="Open", exact=True).click()
    expect(tab.page.get_by_role("listbox")).to_be_visible()


def record_text(name: str = "settlement-1.game") -> str:
    """Return a record of the examples."""
    return (CORPUS / name).read_text()


def record(tab: Tab, address: str) -> None:
    """Open a valid record."""
    open_record(tab, address, record_text())


def with_illegal_move(text: str) -> str:
    """Return a record whose fourth move of a seat is made twice."""
    lines = text.splitlines()
    moves = [at for at, line in enumerate(lines) if line[:1].isdigit()]
    return "\n".join([*lines[: moves[3]], lines[moves[2]], *lines[moves[3] :]])


def illegal_record(tab: Tab, address: str) -> None:
    """Open a record with an illegal move."""
    open_record(tab, address, with_illegal_move(record_text()))


def position_fragment(address: str, game: str = "burgundy") -> str:
    """Return the link of the first position of a match, as the page makes it."""
    body = {"seats": 2, "chance": {"mode": "seeded", "seed": "help"}}
    created = httpx.post(f"{address}v1/games/{game}/states", json=body, timeout=30).raise_for_status().json()
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(json.dumps(created["state"]).encode()) + packer.flush()
    return f"#/position/{game}/{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def position(tab: Tab, address: str) -> None:
    """Open a link of a position."""
    tab.page.goto(address + position_fragment(address))
    expect(tab.page.get_by_role("heading", name="Who plays on?")).to_be_visible()


def unknown_address(tab: Tab, address: str) -> None:
    """Open an address that does not exist."""
    tab.page.goto(f"{address}#/nothing")
    expect(tab.page.get_by_role("heading", name="There is nothing at this address")).to_be_visible()


def unknown_room(tab: Tab, address: str) -> None:
    """Open the link of a room that is gone."""
    tab.page.goto(f"{address}#/room/gone/secret")
    expect(tab.page.get_by_role("heading", name="This room does not exist any more")).to_be_visible()
    tab.expect_problems("status 404")


def unreachable_service(tab: Tab, address: str) -> None:
    """Open the page while the service does not answer."""
    tab.page.route("**/v1/games", lambda route: route.abort())
    tab.page.goto(address)
    expect(tab.page.get_by_role("heading", name="The service does not answer")).to_be_visible()
    tab.page.unroute("**/v1/games")
    tab.expect_problems("failed: GET .*/v1/games")


SCREENS: Final[Mapping[str, Visit]] = {
    each.__name__: each
    for each in (
        *(set_up, match, why, hint, result, room_invitation, room, watched_room),
        *(empty_record, record, illegal_record, position, unknown_address, unknown_room, unreachable_service),
    )
}
