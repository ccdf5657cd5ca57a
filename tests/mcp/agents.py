"""Scripted agents: they read only the texts of the tools, as a language model does."""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mcp.client import Client
from mcp.client.stdio import StdioServerParameters

from tests.running.conftest import ROOT, clean_environment

END = "Call score for the lines, or new_match for another match."
MAX_CALLS = 1_000


def stdio_server(folder: Path, *arguments: str, **variables: str) -> StdioServerParameters:
    """Return how to start `referee mcp` over stdio with its matches in a folder."""
    return StdioServerParameters(
        command=sys.executable,
        args=["-m", "referee_service.cli", "mcp", "--folder", str(folder), *arguments],
        env=clean_environment(**variables),
        cwd=str(ROOT),
    )


@dataclass
class Agent:
    """An agent with a connection. `log` has the arguments and the result of every call, for counting tokens."""

    client: Client
    log: list[tuple[str, str, str]] = field(default_factory=list)
    match: str = ""

    async def call(self, tool: str, **arguments: Any) -> str:
        """Call a tool that must succeed, and return its text."""
        text, is_error = await self.attempt(tool, **arguments)
        assert not is_error, text
        return text

    async def error(self, tool: str, **arguments: Any) -> str:
        """Call a tool that must fail, and return what it says."""
        text, is_error = await self.attempt(tool, **arguments)
        assert is_error, text
        return text

    async def attempt(self, tool: str, **arguments: Any) -> tuple[str, bool]:
        """Call a tool, and return its text and whether it is an error."""
        result = await self.client.call_tool(tool, arguments)
        (content,) = result.content
        text = content.text
        self.log.append((tool, json.dumps(arguments, ensure_ascii=False), text))
        return text, bool(result.is_error)

    async def start(self, game: str, **arguments: Any) -> str:
        """Start a match, remember its name, and return the text."""
        text = await self.call("new_match", game=game, **arguments)
        self.match = name_in(text)
        return text

    async def play_to_end(self, text: str, *, seed: int = 1, look_every: int = 0) -> str:
        """Play random moves of the lists until the match is over, and return the last text."""
        rng = random.Random(seed)
        for count in range(1, MAX_CALLS):
            if END in text:
                return text
            moves = moves_in(text)
            assert moves, text
            number = rng.choice(list(moves))
            text = await self.call("play", match=self.match, **written(rng, number, moves[number]))
            if look_every and count % look_every == 0 and END not in text:
                await self.call("look", match=self.match)
        raise AssertionError("the match has no end")


@asynccontextmanager
async def connected(server: Any, **settings: Any) -> AsyncIterator[Agent]:
    """Connect an agent with the official client."""
    async with Client(server, **settings) as client:
        yield Agent(client)


def name_in(text: str) -> str:
    """Return the name of the match that `new_match` or `join` has named."""
    found = re.match(r"match: ([0-9a-f]+)\n", text)
    assert found is not None, text
    return found[1]


def moves_in(text: str) -> dict[int, str]:
    """Return the numbered moves at the end of a text."""
    moves: dict[int, str] = {}
    for line in reversed(text.splitlines()):
        found = list(moves_of_line(line))
        if not found:
            break
        moves.update(found)
    return dict(sorted(moves.items()))


def moves_of_line(line: str) -> Sequence[tuple[int, str]]:
    """Return the moves of one line: one, or several that share their beginning. Notes in brackets do not count."""
    line = re.sub(r" \([^()]*\)", "", line)
    single = re.fullmatch(r"(\d+) ([a-z_]+(?: [a-z_]+=\S*)*)", line)
    if single is not None:
        return [(int(single[1]), single[2])]
    head, colon, entries = line.partition(": ")
    if not colon or not re.fullmatch(r"[a-z_]+(?: [a-z_]+=\S*)*", head):
        return []
    parts = [entry.partition(" ") for entry in entries.split("; ")]
    return [(int(number), f"{head} {last}") for number, _, last in parts] if parts[0][0].isdigit() else []


def written(rng: random.Random, number: int, notation: str) -> dict[str, Any]:
    """Return a move in one of the forms in which models write it."""
    return rng.choice(
        [
            {"move": number},
            {"move": str(number)},
            {"move": number, "expect": notation},
            {"move": notation},
            {"move": f"`{notation}`"},
            {"move": f"{number}. {notation}"},
            {"move": f"{number} {notation}"},
            {"move": f"**{number}**"},
        ]
    )
