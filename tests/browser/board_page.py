"""A page with a board and a match, under the content security policy of the service's own page."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route

KIT = Path(__file__).parents[2] / "web"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self';"
    " font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
WATCH = """
window.problems = [];
window.happened = [];
addEventListener("securitypolicyviolation", (event) => problems.push(event.violatedDirective));
addEventListener("error", (event) => problems.push(event.message));
addEventListener("unhandledrejection", (event) => problems.push(String(event.reason)));
"""
BODY = """<!doctype html><html lang="{language}"><meta charset="utf-8"><title>Board</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/fonts/referee-sans.css">
<script type="module" src="/board-test/page.js"></script>
<body><main><h1>Board</h1><referee-board theme="{theme}" language="{language}"></referee-board>
<referee-tip></referee-tip></main></body></html>"""
SCRIPT = """
import "/board-test/kit/board.js";
import "/board-test/kit/explain.js";
import { RefereeClient } from "/board-test/kit/client.js";
import { LocalMatch } from "/board-test/kit/local-match.js";

const { language, theme, ...options } = SETTINGS;
const client = new RefereeClient({ language });
const board = document.querySelector("referee-board");
const match = new LocalMatch({ client, ...options });
Object.assign(window, { board, match, shown: "" });
match.addEventListener("problem", ({ detail }) => problems.push(String(detail)));
match.addEventListener("change", async () => {
  const { position } = match;
  if (!position || match.isBusy || match.thinking) return;
  const picture = await match.picture({ theme });
  if (match.position !== position) return;
  board.show({ picture, actions: match.actions });
  window.shown = position.digest;
});
const note = (name, of) => board.addEventListener(`referee-${name}`, ({ detail }) => happened.push([name, of(detail)]));
note("choose", ({ action }) => action.notation);
note("narrow", ({ state }) => state);
note("refused", ({ places }) => places);
note("explain", (detail) => detail?.place ?? null);
board.addEventListener("referee-choose", ({ detail }) => window.isHeld || match.play(detail.action));
board.addEventListener("referee-explain", ({ detail }) => {
  document.querySelector("referee-tip").explain(client, match.game, detail);
});
match.start();
"""


IS_SHOWN = "window.match?.position?.digest === window.shown && !match.thinking && !match.isBusy"
POINT_OF = """(place) => {
  const element = board.shadowRoot.querySelector(`[data-place="${place}"]`);
  const { left, top, width, height } = element.getBoundingClientRect();
  for (const across of [0.5, 0.2, 0.8, 0.05, 0.95]) for (const down of [0.5, 0.15, 0.85, 0.04, 0.96]) {
    const point = [left + across * width, top + down * height];
    if (board.shadowRoot.elementFromPoint(...point)?.closest("[data-place]") === element) return point;
  }
  return null;
}"""


class BoardPage:
    """A tab that shows a board. Playwright serves the page and the files of the kit; the service answers the rest."""

    def __init__(self, page: Page, base: str) -> None:
        self.page, self.base, self.policy, self.settings = page, base, POLICY, dict[str, Any]()
        page.add_init_script(WATCH)
        page.route("**/board-test/**", self._answer)

    def _answer(self, route: Route) -> None:
        name = route.request.url.split("/board-test/")[1]
        headers = {"Content-Security-Policy": self.policy}
        if name.startswith("kit/"):
            route.fulfill(path=KIT / name.removeprefix("kit/"), content_type="text/javascript", headers=headers)
        elif name == "page.js":
            script = SCRIPT.replace("SETTINGS", json.dumps(self.settings))
            route.fulfill(body=script, content_type="text/javascript", headers=headers)
        else:
            body = BODY.format(theme=self.settings["theme"], language=self.settings["language"])
            route.fulfill(body=body, content_type="text/html", headers=headers)

    def open(
        self, game: str, *, kinds: tuple[str, ...] = ("you", "greedy"), theme: str = "light", language: str = "en"
    ) -> None:
        """Begin a match of a game and wait for its picture."""
        players = [{"kind": kind, "name": name} for kind, name in zip(kinds, ("Ann", "Ben"), strict=True)]
        setup = {"seats": 2, "chance": {"mode": "seeded", "seed": "board"}}
        self.settings = {"game": game, "setup": setup, "players": players, "theme": theme, "language": language}
        self.page.goto(f"{self.base}/board-test/")
        self.wait()

    def wait(self) -> None:
        """Wait until the last position is shown. The policy of the page forbids to wait for an expression."""
        for _ in range(600):
            if self.page.evaluate(IS_SHOWN):
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"the position is not shown: {self.problems}")

    @property
    def problems(self) -> list[str]:
        """Errors, problems of the match, and what the policy blocked."""
        found: list[str] = self.page.evaluate("window.problems")
        return found

    def take_events(self) -> list[list[Any]]:
        """Return the events of the board since the last call, in order."""
        found: list[list[Any]] = self.page.evaluate("window.happened.splice(0)")
        return found

    def take_choices(self) -> list[list[Any]]:
        """Return the events since the last call, without those of looking at places, which depend on time."""
        return [event for event in self.take_events() if event[0] != "explain"]

    @property
    def actions(self) -> list[Mapping[str, Any]]:
        """The legal actions that the board shows."""
        found: list[Mapping[str, Any]] = self.page.evaluate("board.actions")
        return found

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return bool(self.page.evaluate("match.isOver"))

    @property
    def picks(self) -> list[str]:
        """The places that are picked."""
        found: list[str] = self.page.evaluate("board.picks")
        return found

    def open_places(self) -> list[str]:
        """Return the places that can be picked or taken back."""
        script = "[...board.shadowRoot.querySelectorAll('[data-place].open')].map((each) => each.dataset.place)"
        found: list[str] = self.page.evaluate(script)
        return found

    def click(self, place: str) -> None:
        """Click a place where it can be seen: at the first of several points that belongs to it."""
        self.page.locator(f'[data-place="{place}"]').scroll_into_view_if_needed()
        point = self.page.evaluate(POINT_OF, place)
        assert point is not None, f"{place} is covered everywhere"
        self.page.mouse.click(*point)

    def focused(self) -> str:
        """Return the place with the focus."""
        found: str = self.page.evaluate("board.shadowRoot.activeElement?.dataset.target ?? ''")
        return found
