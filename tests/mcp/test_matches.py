"""Whole matches over stdio with the official client, and what they cost."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest

from referee_sdk.agents import AgentTools
from referee_service.cli.mcp_tools import create_server
from referee_service.games import GAMES
from referee_service.services.guides import guide_text
from tests.mcp.agents import END, connected, stdio_server
from tests.mcp.costs import SEEDS, main, match_cost
from tests.mcp.tokens import count_tokens

MAX_MATCH_TOKENS = 25_000
"""Cost of a whole match of Burgundy: arguments and results of every call, with a look once per phase."""

MAX_MATCH_BYTES = 80_000
MAX_TOOLS_TOKENS = 2_000


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


@pytest.mark.parametrize("seed", SEEDS.split(","))
def test_a_match_of_burgundy_has_at_most_25000_tokens(client, tmp_path, seed):
    tools = AgentTools(client, guides=guide_text)
    cost = match_cost(create_server(tools), tools, "burgundy", seed, tmp_path)
    assert cost.calls > 50
    assert cost.tokens <= MAX_MATCH_TOKENS
    assert cost.size <= MAX_MATCH_BYTES


def test_the_table_of_costs_has_a_row_per_game(capsys):
    main(["medievalia", "--seeds", "one"])
    *_, row = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"\| medievalia \| \d+ \| (\d+) \| \1 \| \d+ \|", row)


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
