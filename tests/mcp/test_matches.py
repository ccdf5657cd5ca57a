"""Whole matches over stdio with the official client, and what they cost."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from referee_service.games import GAMES
from tests.mcp.agents import END, connected, stdio_server
from tests.mcp.tokens import count_tokens

MAX_MATCH_TOKENS = 25_000
"""Cost of a whole match of Burgundy: arguments and results of every call, with a look once per phase."""

MAX_TOOLS_TOKENS = 2_000
CALLS_PER_PHASE = 15


@pytest.mark.parametrize("game", GAMES)
def test_an_agent_plays_a_whole_match_over_stdio(game, tmp_path):
    async def play() -> None:
        async with connected(stdio_server(tmp_path)) as agent:
            assert game in await agent.call("games")
            assert "play" in {tool.name for tool in (await agent.client.list_tools()).tools}
            end = await agent.play_to_end(await agent.start(game, seed="stdio"))
            assert "The match is over.\nScores: seat 0 " in end
            assert "seat 1 (greedy) " in end
            assert "seat 1 (greedy): " in await agent.call("score", match=agent.match)
            assert END in await agent.error("play", match=agent.match, move=1)

    asyncio.run(play())


def test_an_agent_plays_a_whole_match_in_the_older_protocol(tmp_path):
    async def play() -> None:
        async with connected(stdio_server(tmp_path), mode="legacy") as agent:
            assert "2025" in agent.client.protocol_version
            await agent.play_to_end(await agent.start("medievalia", seed="legacy"))

    asyncio.run(play())


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_a_match_of_burgundy_has_at_most_25000_tokens(server, tools, seed, tmp_path):
    async def play() -> list[str]:
        async with connected(server) as agent:
            for tool, arguments in (("games", {}), ("rules", {"game": "burgundy"})):
                await agent.call(tool, **arguments)
            text = await agent.start("burgundy", seed=seed)
            while END not in text:  # greedy plays well and so has long lists
                choice = tools.registry.seat(agent.match).hint("greedy").action.notation
                number = tools.registry.seat(agent.match).shown.index(choice) + 1
                text = await agent.call("play", match=agent.match, move=number)
                if len(agent.log) % CALLS_PER_PHASE == 0 and END not in text:
                    await agent.call("look", match=agent.match)
            await agent.call("score", match=agent.match)
            return [f"{arguments}\n{result}" for _, arguments, result in agent.log]

    calls = asyncio.run(play())
    assert len(calls) > 50
    assert sum(count_tokens(calls, tmp_path)) <= MAX_MATCH_TOKENS


def test_the_list_of_tools_is_short(server, tmp_path):
    async def listed() -> str:
        async with connected(server) as agent:
            tools = (await agent.client.list_tools()).tools
            dumped = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools]
            return json.dumps(dumped, separators=(",", ":")) + (agent.client.instructions or "")

    (count,) = count_tokens([asyncio.run(listed())], tmp_path)
    assert 500 < count <= MAX_TOOLS_TOKENS


def test_the_script_counts_tokens(tmp_path: Path):
    assert count_tokens(["", "place_tile", "a b c"], tmp_path) == [0, 2, 3]
