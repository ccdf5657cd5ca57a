"""Screens of the page as a reader uses them: by role and accessible name, by clicks on places, and by keys."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.tab import WAIT, Tab

STATE = """() => {
  const table = document.querySelector("referee-table"), {match, stage, prompt} = table ?? {};
  if (!match?.position) return null;
  const isDrawn = stage.shown !== "" && stage.shown === stage.wanted;
  const legal = match.actions.map(({notation, label, touches = [], kind}) =>
    ({notation, label: match.named(label), touches, kind}));
  return {digest: match.position.digest, ply: match.position.ply, isOver: match.isOver, isBusy: match.isBusy,
          canPlay: match.canPlay && isDrawn && !match.isBusy, isDrawn, legal, log: match.log.length,
          problem: prompt.problem.textContent};
}"""
"""What a reader sees at a glance, so that tests wait for it without guessing."""
POINT_OF = """(place) => {
  const root = document.querySelector("referee-table").stage.board.shadowRoot;
  const element = root.querySelector(`[data-place="${CSS.escape(place)}"]`);
  if (!element) return null;
  element.scrollIntoView({block: "nearest", inline: "nearest"});
  const {left, top, width, height} = element.getBoundingClientRect();
  for (const across of [0.5, 0.2, 0.8, 0.05, 0.95]) for (const down of [0.5, 0.15, 0.85, 0.04, 0.96]) {
    const point = [left + across * width, top + down * height];
    if (root.elementFromPoint(...point)?.closest("[data-place]") === element) return point;
  }
  return null;
}"""
"""Where a reader would point to mean a place: pieces that lie on it belong to other places."""
CHOICE = """() => {
  const {choice} = document.querySelector("referee-table").context;
  return choice && {state: choice.state, picks: choice.picks};
}"""


@dataclass
class SetUpScreen:
    """The screen that sets up a match."""

    tab: Tab
    address: str

    @property
    def page(self) -> Page:
        return self.tab.page

    def open(self) -> SetUpScreen:
        """Open the page and wait until the form is there."""
        self.page.goto(self.address)
        expect(self.start_button).to_be_visible(timeout=WAIT)
        return self

    @property
    def start_button(self) -> Locator:
        return self.page.locator("button.start")

    def choose_game(self, game: str) -> None:
        """Choose a game by its id."""
        card = self.page.locator("label.game-card", has=self.page.locator(f'input[value="{game}"]'))
        card.get_by_role("radio").check()
        title = card.locator(".game-title").inner_text()
        expect(self.page.locator("figure.preview:not(.waiting) figcaption")).to_contain_text(title)

    def choose_seats(self, count: int) -> None:
        self.page.locator(f'input[name="seats"][value="{count}"]').check()

    def choose_player(self, seat: int, kind: str, name: str = "") -> None:
        """Choose who plays a seat: you, friend, greedy, random, search."""
        row = self.page.locator(".player-row").nth(seat)
        row.get_by_role("combobox").first.select_option(kind)
        row.get_by_role("textbox").fill(name)

    def choose_seed(self, seed: str) -> None:
        """Open the options and enter a seed, so that the match is always the same."""
        details = self.page.locator("details.options")
        if details.get_attribute("open") is None:
            details.locator("summary").click()
        self.page.locator("#seed").fill(seed)

    def start(self) -> TableScreen:
        """Start the match, and wait for the table."""
        self.start_button.click()
        return self.table.wait()

    @property
    def table(self) -> TableScreen:
        """The table that follows."""
        return TableScreen(self.tab)


@dataclass
class TableScreen:
    """A screen with a table: a match, or a room."""

    tab: Tab
    clicks: int = 0
    is_touch: bool = False
    state: Mapping[str, Any] = field(default_factory=dict)

    @property
    def page(self) -> Page:
        return self.tab.page

    @property
    def table(self) -> Locator:
        return self.page.locator("referee-table")

    @property
    def prompt(self) -> Locator:
        return self.table.locator(".prompt .bar")

    @property
    def result_title(self) -> Locator:
        return self.table.locator(".result h2")

    @property
    def why(self) -> Locator:
        return self.table.locator(".sheet.why")

    @property
    def hint(self) -> Locator:
        return self.table.locator(".sheet.hint")

    def rings(self, mark: str) -> int:
        """Return how many places of the board have a ring: can, chosen, suggestion."""
        return self.table.locator(f"referee-board .ring.{mark}").count()

    def tab_named(self, name: str) -> Locator:
        return self.table.get_by_role("tab", name=name, exact=True)

    def button(self, name: str) -> Locator:
        return self.table.get_by_role("button", name=name, exact=True)

    # --- waiting ---

    def look(self) -> Mapping[str, Any]:
        """Return what the table shows now; empty before it shows a match."""
        self.state = self.page.evaluate(STATE) or {}
        return self.state

    def wait_until(self, condition: Callable[[Mapping[str, Any]], bool]) -> TableScreen:
        """Look until a condition holds."""
        deadline = time.monotonic() + WAIT / 1000
        while not ((state := self.look()) and condition(state)):
            assert time.monotonic() < deadline, f"the table does not show it: {state} {self.tab.problems}"
            self.page.wait_for_timeout(15)
        return self

    def wait(self) -> TableScreen:
        """Wait until the reader may act, or the match is over."""
        return self.wait_until(lambda state: state["canPlay"] or (state["isOver"] and state["isDrawn"]))

    # --- choosing ---

    def point_of(self, place: str) -> tuple[float, float] | None:
        """Return where a reader points to mean a place, or None if the picture has not got it."""
        found: tuple[float, float] | None = self.page.evaluate(POINT_OF, place)
        return found

    def pick(self, place: str) -> bool:
        """Click or tap a place. Return whether the picture has it."""
        point = self.point_of(place)
        if point is None:
            return False
        self.clicks += 1
        (self.page.touchscreen.tap if self.is_touch else self.page.mouse.click)(*point)
        return True

    def press(self, button: Locator) -> None:
        """Click or tap a button."""
        button.tap() if self.is_touch else button.click()

    def play(self, action: Mapping[str, Any]) -> None:
        """Play a legal action as a player does: by its places as far as they tell it, then by a button."""
        ply = self.state["ply"]
        groups = [group for group in action["touches"] if not group[0].startswith(("button.", "choice."))]
        for group in groups:
            if self.is_played(ply) or not any(self.pick(place) for place in self.still_open(group)):
                break
        if not self.is_played(ply) and self.choice_state() == "single" and groups:
            self.pick(groups[0][0])  # the second touch of the only action plays it
        if not self.is_played(ply):
            self.press_move(action["label"])
        self.wait_until(lambda state: (state["ply"] != ply or state["isOver"]) and not state["isBusy"])

    def still_open(self, group: list[str]) -> list[str]:
        """Return the places of a group without those that are picked already: equal dice stand for each other."""
        choice = self.page.evaluate(CHOICE)
        picks = choice["picks"] if choice else []
        return [place for place in group if place not in picks] or group

    def is_played(self, ply: int) -> bool:
        """Return whether a move is on its way since a ply."""
        state = self.look()
        assert not state["problem"], state["problem"]
        return bool(state["isBusy"] or state["ply"] != ply)

    def choice_state(self) -> str:
        choice = self.page.evaluate(CHOICE)
        return choice["state"] if choice else "idle"

    def press_move(self, label: str) -> None:
        """Choose a move from the buttons of the prompt, else from the list of moves."""
        named = self.table.locator(".doing button", has_text=label)
        if named.count() == 0:
            self.press(self.tab_named("Moves") if self.tab_named("Moves").count() else self.tab_named("Coups"))
            for summary in self.table.locator("#panel-moves details:not([open]) summary").all():
                self.press(summary)
            named = self.table.locator("#panel-moves .moves button", has_text=label)
        self.press(named.first)

    def play_to_the_end(self, seed: int, most: int = 400) -> int:
        """Play legal actions drawn from a seed until the match is over. Return how many."""
        drawn = random.Random(seed)
        for count in range(most):
            if self.wait().state["isOver"]:
                return count
            self.play(drawn.choice(self.state["legal"]))
        raise AssertionError(f"the match is not over after {most} decisions")


ACTIVE = """() => {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  const {name = "", value = "", textContent, dataset, classList} = active ?? {};
  const inside = (selector) => active?.closest(selector) !== null;
  return {name, value, text: textContent.trim(), place: dataset?.target ?? "", isLost: active === document.body,
          isPressed: active?.getAttribute("aria-pressed"), isAnswer: inside(".doing"), isMove: inside(".moves"),
          isOpen: active?.getAttribute("role") === "button", isSeen: active?.matches(":focus-visible") ?? false};
}"""
"""What has the focus, inside elements too."""


@dataclass
class Keyboard:
    """A reader without a pointer."""

    page: Page
    presses: int = 0

    def press(self, key: str) -> None:
        self.presses += 1
        self.page.keyboard.press(key)

    def focus(self) -> Mapping[str, Any]:
        """Return what has the focus. Everything that gets it by key must show it."""
        found: Mapping[str, Any] = self.page.evaluate(ACTIVE)
        return found

    def go(self, key: str, wanted: Callable[[Mapping[str, Any]], bool], most: int = 150) -> None:
        """Press a key until the focus is where it is wanted."""
        for _ in range(most):
            if wanted(self.focus()):
                return
            self.press(key)
        raise AssertionError(f"{most} times {key} does not lead there: {self.focus()}")
