"""Example bot for Discord in its own process: it logs in to a stand-in, plays over its gateway, and restarts."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.running.conftest import PATIENCE, clean_environment
from tests.sdk.discord_players import COMMAND, COMPONENT, Player
from tests.sdk.discord_records import Exchange, Sent
from tests.sdk.discord_server import PUBLIC_THREAD, DiscordServer
from tests.sdk.matches import ROOT

EXAMPLE = ROOT / "examples" / "discord_bot.py"

PROGRAM = """
import runpy, sys, discord
discord.http.Route.BASE = sys.argv.pop(1)
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = discord.gateway.yarl.URL(discord.http.Route.BASE + "/gateway/")
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""
"""Runs a script with Discord at another address."""


class Gateway:
    """A stand-in for Discord, with the steps of users that reach the bot over its gateway."""

    def __init__(self, runner: asyncio.Runner) -> None:
        self.runner, self.server = runner, DiscordServer()
        self.address = runner.run(self.server.start())

    @contextmanager
    def bot(self, folder: Path, **variables: str) -> Iterator[subprocess.Popen[bytes]]:
        """Run the example until the block ends."""
        arguments = [sys.executable, "-c", PROGRAM, self.address, str(EXAMPLE), "--tables", str(folder / "tables.db")]
        environment = clean_environment(DISCORD_TOKEN="token", PYTHONPATH=str(ROOT), **variables)
        self.server.gateway.connected.clear()
        with subprocess.Popen(arguments, env=environment, cwd=folder, stderr=subprocess.PIPE) as process:
            try:
                self.wait(lambda: self.server.gateway.connected.is_set() or process.poll() is not None)
                yield process
            finally:
                process.terminate()

    def wait(self, condition) -> None:
        """Serve until a condition holds."""

        async def wait() -> None:
            async with asyncio.timeout(PATIENCE):
                while not condition():
                    await asyncio.sleep(0.05)

        self.runner.run(wait())

    def send(self, player: Player, kind: int, data: Any, message: Sent | None = None) -> None:
        """Send an interaction, and wait for its first response and a message of the bot."""
        payload = player.payload(kind, data, message)
        before = len(self.server.messages)

        async def dispatch() -> Exchange:
            now = asyncio.get_running_loop().time()
            exchange = Exchange(int(payload["id"]), kind, player.id, player.channel, now, message)
            self.server.exchanges[payload["token"]] = exchange
            await self.server.gateway.dispatch("INTERACTION_CREATE", payload)
            return exchange

        exchange = self.runner.run(dispatch())
        self.wait(lambda: exchange.response is not None and len(self.server.messages) > before)


@pytest.fixture
def gateway() -> Iterator[Gateway]:
    with asyncio.Runner() as runner:
        started = Gateway(runner)
        yield started
        runner.run(started.server.runner.cleanup())


def test_the_example_plays_and_resumes_its_tables_after_a_restart(gateway, tmp_path):
    server = gateway.server
    ann = Player(gateway, 17, "Ann")
    options = [{"name": "game", "type": 3, "value": "settlement"}, {"name": "bot", "type": 3, "value": "random"}]
    with gateway.bot(tmp_path):
        gateway.send(ann, COMMAND, {"id": "1", "name": "play", "type": 1, "options": options})
        gateway.wait(lambda: any(each.items for each in server.messages))
    thread = next(each for each, channel in server.channels.items() if channel["type"] == PUBLIC_THREAD)
    menu = next(each for each in server.messages if each.items)
    assert menu.files
    with gateway.bot(tmp_path):
        data = {"custom_id": menu.items[0]["custom_id"], "component_type": 2}
        gateway.send(replace(ann, channel=thread), COMPONENT, data, menu)
    assert server.messages[-1].text.startswith("•")
    assert server.messages[-1].channel == thread
    assert server.faults == []


def test_the_example_says_what_is_missing(gateway, tmp_path):
    arguments = [sys.executable, str(EXAMPLE), "--tables", str(tmp_path / "tables.db")]
    ended = subprocess.run(
        arguments,
        env=clean_environment(DISCORD_TOKEN=""),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (ended.returncode, ended.stderr[:18]) == (1, "Set DISCORD_TOKEN ")
    gateway.server.denied.add("login")
    with gateway.bot(tmp_path) as process:
        assert process.wait(PATIENCE) == 1
        assert process.stderr is not None
        assert b"Discord refuses the token" in process.stderr.read()


def test_the_example_says_that_discord_cannot_be_reached(tmp_path):
    arguments = [
        sys.executable,
        "-c",
        PROGRAM,
        "http://127.0.0.1:9",
        str(EXAMPLE),
        "--tables",
        str(tmp_path / "tables.db"),
    ]
    environment = clean_environment(DISCORD_TOKEN="token", PYTHONPATH=str(ROOT))
    ended = subprocess.run(arguments, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert ended.returncode == 1
    assert "Discord cannot be reached from this computer" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_the_example_is_short():
    assert len(EXAMPLE.read_text().splitlines()) <= 60
