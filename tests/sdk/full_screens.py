"""Keys and looks at the full screen of `referee-play`, in this process."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from textual.pilot import Pilot

from referee_sdk.chat import Table
from referee_sdk.terminal.full_screen import FullScreen

SMALL, LARGE = (80, 24), (200, 60)
TIMEOUT_SECONDS = 30.0


class Player:
    """Person at a full screen, who presses keys and looks."""

    def __init__(self, app: FullScreen, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def shown(self) -> str:
        """The characters on the screen."""
        return "\n".join(strip.text for strip in self.app.screen._compositor.render_strips())

    async def see(self, text: str) -> str:
        """Wait until a text is on the screen, and return all that is on it."""
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while text not in self.shown:
            assert time.monotonic() < deadline, f"no {text!r} in\n{self.shown}"
            await self.pilot.pause(0.01)
        return self.shown

    async def wait(self) -> str:
        """Wait until the table has responded, and return what is on the screen."""
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while self.app.calls.is_busy or not self.app.calls.is_idle:
            assert time.monotonic() < deadline, self.shown
            await self.pilot.pause(0.01)
        await self.pilot.pause()
        return self.shown

    async def type(self, text: str) -> str:
        """Type a text without Enter, and wait for its candidates."""
        await self.pilot.press(*("space" if letter == " " else letter for letter in text))
        return await self.wait()

    async def press(self, *keys: str) -> str:
        """Press keys, and wait until the table has responded."""
        await self.pilot.press(*keys)
        await self.pilot.pause()
        return await self.wait()

    async def send(self, line: str) -> str:
        """Type a line and Enter."""
        self.app.line.value = line
        await self.wait()
        return await self.press("enter")


def at_screen(table: Table, script: Callable[[Player], Awaitable[None]], size: tuple[int, int] = SMALL) -> FullScreen:
    """Run a script of a player at the full screen of a table, and return the screen."""

    async def run() -> FullScreen:
        app = FullScreen(table)
        async with app.run_test(size=size) as pilot:
            player = Player(app, pilot)
            await pilot.pause()
            await player.wait()
            await script(player)
        return app

    return asyncio.run(run())
