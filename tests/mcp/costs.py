"""Cost of whole matches for a language model, as a Markdown table.

PYTHONPATH=.:sdk python -m tests.mcp.costs [--seeds one,two,three] [game …]
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from mcp.server import MCPServer

from referee_sdk import Client
from referee_sdk.agents import AgentTools
from referee_service.app import create_app
from referee_service.cli.mcp_tools import create_server
from referee_service.games import GAMES
from referee_service.services.guides import guide_text
from tests.mcp.agents import END, connected
from tests.mcp.tokens import count_tokens

SEEDS = "one,two,three"
CALLS_PER_LOOK = 15
"""Calls of `play` between two looks: about a phase of Burgundy."""


@dataclass(frozen=True)
class MatchCost:
    """Cost of one match: the arguments and results of all its calls."""

    calls: int
    tokens: int
    size: int
    """Bytes."""


async def play_match(server: MCPServer, tools: AgentTools, game: str, seed: str) -> list[str]:
    """Play a match by the choices of greedy, which plays well and so has long lists. Return the text of each call."""
    async with connected(server) as agent:
        for tool, arguments in (("games", {}), ("rules", {"game": game})):
            await agent.call(tool, **arguments)
        text, plays = await agent.start(game, seed=seed), 0
        while END not in text:
            seat = tools.registry.seat(agent.match)
            number = seat.shown.index(seat.hint("greedy").action.notation) + 1
            text, plays = await agent.call("play", match=agent.match, move=number), plays + 1
            if plays % CALLS_PER_LOOK == 0 and END not in text:
                await agent.call("look", match=agent.match)
        await agent.call("score", match=agent.match)
        return [f"{arguments}\n{result}" for _, arguments, result in agent.log]


def match_cost(server: MCPServer, tools: AgentTools, game: str, seed: str, folder: Path) -> MatchCost:
    """Play a match against greedy and return its cost. A folder takes the texts for the counter of tokens."""
    calls = asyncio.run(play_match(server, tools, game, seed))
    return MatchCost(len(calls), sum(count_tokens(calls, folder)), sum(len(each.encode()) for each in calls))


def main(arguments: Sequence[str]) -> None:
    """Print the mean cost of a match of each game."""
    parser = argparse.ArgumentParser(description="Print what whole matches cost a language model.")
    parser.add_argument("games", nargs="*", metavar="game", choices=[*GAMES, []])
    parser.add_argument("--seeds", default=SEEDS)
    options = parser.parse_args(arguments)
    tools = AgentTools(Client(app=create_app()), guides=guide_text)
    server, seeds = create_server(tools), options.seeds.split(",")
    print("| game | calls | tokens | most tokens | bytes |\n| --- | --- | --- | --- | --- |")
    with TemporaryDirectory() as folder:
        for game in options.games or GAMES:
            costs = [match_cost(server, tools, game, seed, Path(folder)) for seed in seeds]
            calls, tokens, size = (
                sum(values) // len(costs)
                for values in zip(*((each.calls, each.tokens, each.size) for each in costs), strict=True)
            )
            print(f"| {game} | {calls} | {tokens} | {max(each.tokens for each in costs)} | {size} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
