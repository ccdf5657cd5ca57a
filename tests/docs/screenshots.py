"""The screenshots of the page in README and docs, taken by a browser from a live service.

`PYTHONPATH=.:sdk python -m tests.docs.screenshots` takes them again after a change of the look.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import httpx
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.screens import SetUpScreen, TableScreen
from tests.browser.tab import Tab, open_tab
from tests.browser.visits import open_record, record_text, with_illegal_move
from tests.running.conftest import running_referee, wait_until

FOLDER: Final = Path(__file__).parents[2] / "docs" / "screenshots"
NAMES: Final = ("Ann", "Ben")
PARTS: Final = ["state", "legal_actions", "played", "events"]
PLIES: Final = {"burgundy": 130, "settlement": 70, "medievalia": 130, "dice_settlers": 170, "empires_north": 130}
"""How far two quick bots play before the picture."""
WIDE: Final = {"viewport": {"width": 1200, "height": 750}}
PHONE: Final = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DARK: Final = {**WIDE, "color_scheme": "dark"}
QUIET: Final = 400
"""Milliseconds until the last image is painted."""


@dataclass(frozen=True)
class Studio:
    """A browser and a live service. `take` opens a tab, brings it to a screen, and takes its picture."""

    browser: Browser
    address: str
    folder: Path

    def take(self, name: str, visit: Callable[[Tab, str], object], **options: Any) -> None:
        """Write the picture of a screen."""
        tab = open_tab(self.browser, **options)
        visit(tab, f"{self.address}/")
        tab.page.mouse.move(1, 1)
        tab.page.evaluate("document.activeElement?.blur()")
        tab.page.evaluate("document.fonts.ready.then(() => true)")
        tab.page.wait_for_timeout(QUIET)
        tab.page.screenshot(path=self.folder / f"{name}.png", animations="disabled")
        tab.context.close()


def played_match(address: str, game: str) -> Mapping[str, Any]:
    """Return a match in the middle as the page stores it: quick bots have played the moves of two people so far."""
    path, setup = f"{address}v1/games/{game}", {"seats": 2, "chance": {"mode": "seeded", "seed": "docs"}}
    moves: list[Mapping[str, Any]] = []
    log: list[Mapping[str, Any]] = []
    with httpx.Client(timeout=60) as client:
        position = client.post(f"{path}/states", json={**setup, "include": PARTS}).raise_for_status().json()
        while position["turn"] and (position["ply"] < PLIES[game] or position["turn"]["seat"] != 0):
            body = {"state": position["state"], "bot": "greedy", "play": True, "seed": "docs", "include": PARTS}
            position = client.post(f"{path}/bot-moves", json=body).raise_for_status().json()["position"]
            moves += [{"seat": each["seat"], "notation": each["notation"]} for each in position["played"]]
            events = [each for each in position["events"] if each.get("text")]
            log += [
                {"ply": position["ply"], **{name: each[name] for name in ("seat", "text", "kind")}} for each in events
            ]
    bare = {name: value for name, value in position.items() if name not in ("legal_actions", "played", "events")}
    players = [{"kind": "you", "name": NAMES[0]}, {"kind": "greedy", "name": NAMES[1]}]
    return {"game": game, "setup": setup, "players": players, "position": bare, "moves": moves, "log": log}


def match_of(game: str) -> Callable[[Tab, str], TableScreen]:
    """Return a visit of a match in the middle of a game."""

    def visit(tab: Tab, address: str) -> TableScreen:
        stored = json.dumps(played_match(address, game))
        tab.page.add_init_script(f"localStorage.setItem('referee.match', JSON.stringify({stored}))")
        tab.page.goto(f"{address}#/match")
        return TableScreen(tab).wait()

    return visit


def set_up(tab: Tab, address: str) -> None:
    """Visit the set-up of a game."""
    setup = SetUpScreen(tab, address).open()
    setup.choose_game("dice_settlers")
    setup.choose_player(0, "you", "Ann")


def why(tab: Tab, address: str) -> None:
    """Point at an estate space that cannot be used."""
    table = match_of("burgundy")(tab, address)
    table.pick("estate.0.0")
    expect(table.why.locator(".refusal").first).to_be_visible()


def hint(tab: Tab, address: str) -> None:
    """Show a hint."""
    table = match_of("settlement")(tab, address)
    table.button("Hint").click()
    expect(table.table.locator("#panel-moves .hint-bar").first).to_be_visible()


def record(tab: Tab, address: str) -> None:
    """Step into a record."""
    open_record(tab, address, record_text("burgundy-2.game"))
    tab.page.locator("input[type=range]").fill("170")
    tab.page.wait_for_timeout(QUIET)


def illegal_record(tab: Tab, address: str) -> None:
    """Open a record with an illegal move."""
    open_record(tab, address, with_illegal_move(record_text("settlement-1.game")))
    tab.page.get_by_role("button", name="Go to the position before it").click()


def room(tab: Tab, address: str) -> None:
    """Take a seat of a room for two people and a bot."""
    body = {
        "game": "medievalia",
        "seats": 3,
        "names": ["Ann", "Ben", "Robot"],
        "bots": {"2": {"bot": "greedy"}},
        "options": {"first_player": 0},
    }
    created = httpx.post(f"{address}v1/rooms", json={**body, "seconds": 300}, timeout=60).raise_for_status().json()
    tab.page.goto(created["links"]["seats"][0])
    TableScreen(tab).wait_until(lambda state: state["isDrawn"])


PICTURES: Final[Mapping[str, tuple[Callable[[Tab, str], object], Mapping[str, Any]]]] = {
    "set-up": (set_up, WIDE),
    **{f"match-{game}": (match_of(game), WIDE) for game in PLIES},
    "dark": (match_of("burgundy"), DARK),
    "why-not": (why, WIDE),
    "hint": (hint, WIDE),
    "record": (record, WIDE),
    "illegal-record": (illegal_record, WIDE),
    "room": (room, WIDE),
    "phone": (match_of("burgundy"), PHONE),
}
"""Every screenshot by its name: how to get there, and in which window."""


def take_pictures(browser: Browser, address: str, folder: Path, names: tuple[str, ...] = tuple(PICTURES)) -> None:
    """Take these screenshots."""
    studio = Studio(browser, address, folder)
    for name in names:
        visit, options = PICTURES[name]
        studio.take(name, visit, **options)


def main() -> None:
    """Write all screenshots to docs/."""
    from tests.browser.conftest import ARGUMENTS, chromium_path

    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_referee(Path(folder), "up", "--port", "0") as server,
        sync_playwright() as playwright,
    ):
        wait_until(lambda: not httpx.get(f"{server.address}/readyz", timeout=30).json()["unavailable"])
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        take_pictures(browser, server.address, FOLDER)
        browser.close()


if __name__ == "__main__":
    main()
