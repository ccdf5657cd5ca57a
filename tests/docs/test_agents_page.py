"""docs/agents.md, followed literally: its set-up connects, its commands print what it shows, its lines are real."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from functools import partial
from pathlib import Path

import httpx2
import pytest
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from referee_sdk import Client
from referee_sdk.agents import AgentError, AgentTools
from referee_service.bots.arena import OpenQuestion
from referee_service.cli.main import main
from referee_service.games import GAMES
from referee_service.kernel.engine import legal_actions
from referee_service.kernel.notation import notation
from tests.cli.agents import first_decision, recorded, recorder
from tests.cli.test_agents import answer
from tests.mcp import costs
from tests.mcp.agents import connected, moves_in, name_in, stdio_server
from tests.mcp.test_http import TOKEN, start_http
from tests.mcp.test_matches import MAX_MATCH_TOKENS
from tests.sdk.service import shared_app
from tests.typescript.node import READY

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/agents.md").read_text()
REFEREE = Path(sys.executable).with_name("referee")


def blocks(kind: str) -> list[str]:
    """Return the contents of all blocks of a kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def commands() -> list[list[str]]:
    """Return the words of each command of the page."""
    lines = [line[2:] for block in blocks("console") for line in block.splitlines() if line.startswith("$ ")]
    return [shlex.split(line) for line in lines]


def configurations() -> list[dict]:
    """Return the entry of the server in each configuration of a client."""
    found = [json.loads(block) for block in blocks("json") if "ervers" in block]
    return [(each.get("servers") or each["mcpServers"])["referee"] for each in found]


def codex_tables() -> list[dict]:
    """Return the entry of the server in each configuration of Codex."""
    return [tomllib.loads(block)["mcp_servers"]["referee"] for block in blocks("toml")]


def protocol_lines() -> list[dict]:
    """Return the lines of the protocol that the page shows."""
    texts = [block for block in blocks("json") if "ervers" not in block]
    return [json.loads(line) for text in texts for line in text.splitlines()]


async def tool_names(server: object) -> list[str]:
    async with connected(server) as agent:
        return [tool.name for tool in (await agent.client.list_tools()).tools]


# --- set-up -----------------------------------------------------------------------------------------------------------


def local_commands() -> list[tuple[str, ...]]:
    """Return the distinct commands that clients start."""
    entries = [(each["command"], *each["args"]) for each in configurations() if "command" in each]
    entries += [(each["command"], *each["args"]) for each in codex_tables()]
    added = [words[words.index("/path/to/referee") :] for words in commands() if "/path/to/referee" in words]
    assert (len(entries), len(added)) == (3, 3)
    return sorted({*entries, *map(tuple, added)})


@pytest.mark.parametrize("command", local_commands(), ids=" ".join)
def test_a_client_that_starts_the_program_gets_the_tools_of_the_page(command, tmp_path):
    assert command[0] == "/path/to/referee"
    server = StdioServerParameters(
        command=str(REFEREE), args=list(command[1:]), env={**os.environ, "XDG_STATE_HOME": str(tmp_path)}
    )
    listed = re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`\w+`(?:, `\w+`)?) \|", tools_section(), re.MULTILINE)))
    assert sorted(asyncio.run(tool_names(server))) == sorted(listed)


def tools_section() -> str:
    return PAGE.split("\n## Tools\n")[1].split("\n## ")[0]


def test_a_client_connects_over_http_with_the_header_of_the_page(tmp_path):
    remote = [each for each in configurations() if "url" in each]
    added = [words for words in commands() if "http://127.0.0.1:8090/mcp" in words]
    given = [
        word.removeprefix("Authorization: ") for words in added for word in words if word.startswith("Authorization")
    ]
    headers = [each["headers"]["Authorization"] for each in remote] + given
    assert [words[0] for words in added] == ["claude", "codex", "gemini"]
    assert len(headers) == 4
    assert {re.sub(r"\$\{?[\w:-]+\}?", "TOKEN", header) for header in headers} == {"Bearer TOKEN"}
    assert {each["url"] for each in remote} == {"http://127.0.0.1:8090/mcp"}
    server = start_http(tmp_path)

    async def connect() -> list[str]:
        async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {TOKEN}"}) as http:
            return await tool_names(streamable_http_client(server.address, http_client=http))

    try:
        assert server.address.endswith("/mcp")
        assert server.errors.read_text().splitlines()[-1] == "Press Ctrl-C to stop."
        assert "new_match" in asyncio.run(connect())
    finally:
        server.stop()


def test_every_command_of_the_page_has_real_options(monkeypatch, capsys):
    found = [words for words in commands() if words[0].rpartition("/")[2] == "referee"]
    assert len(found) == 5
    for words in found:
        with pytest.raises(SystemExit) as ended:
            main([*words[1:], "--help"])
        assert ended.value.code == 0
    help_text = capsys.readouterr().out
    for option in re.findall(r"`(--[\w-]+)", PAGE):
        assert option in help_text, option


# --- calls ------------------------------------------------------------------------------------------------------------


def test_the_calls_of_the_first_match_use_real_tools_and_arguments(tmp_path):
    server = stdio_server(tmp_path)
    section = PAGE.split("\n## A first match\n")[1].split("\n## ")[0]
    calls = re.findall(r"^\| `(\w+)\((.+?)\)` \|", section, re.MULTILINE)

    async def play() -> list[str]:
        async with connected(server) as agent:
            tools = {tool.name: tool.input_schema for tool in (await agent.client.list_tools()).tools}
            text = await agent.start("burgundy", opponents="greedy", seed="hello")
            assert moves_in(text)[1] == "take_tile die=1 depot=1 tile=bank"
            for name, arguments in calls:
                given = re.findall(r"(\w+)=", re.sub(r'"[^"]*"', "", arguments))
                assert set(given) <= set(tools[name]["properties"])
            return [name for name, _ in calls]

    assert asyncio.run(play()) == ["rules", "new_match", "play", "play", "why_not", "look"]


def test_the_refused_move_of_the_page_is_real():
    tools = AgentTools(Client(app=shared_app()))
    match = name_in(tools.new_match("burgundy", seed="hello"))
    with pytest.raises(AgentError) as caught:
        tools.play(match, "place_tile die=5 tile=bank space=3")
    assert blocks("text") == [f"{caught.value}\n"]


def test_the_page_has_the_cost_of_every_game():
    rows = re.findall(r"^\| (\w+) \| \d+ \| \d+ \| (\d+) \| \d+ \|$", PAGE, re.MULTILINE)
    assert [game for game, _ in rows] == list(GAMES)
    assert int(dict(rows)["burgundy"]) <= MAX_MATCH_TOKENS


# --- the tournament ---------------------------------------------------------------------------------------------------


def test_the_tournament_of_the_page_prints_its_tables(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    block = next(block for block in blocks("console") if "thumb=python" in block)
    command, shown = block.removeprefix("$ referee ").split("\n", 1)
    assert main([*shlex.split(command), "--processes", "1"]) == 0
    printed = re.sub(r"\d+\.\d{3} \|$", "… |", capsys.readouterr().out, flags=re.MULTILINE)
    assert printed == shown


def test_the_commands_of_the_page_write_the_log_that_they_read(monkeypatch, tmp_path):
    (log,) = [block for block in blocks("console") if "game.txt" in block]
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    for line in log.splitlines():
        done = subprocess.run(["sh", "-c", line.removeprefix("$ ")], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    assert "moves are legal" in done.stdout


def test_the_table_of_costs_has_the_commands_that_print_it():
    """The first one installs what the second one needs, and nothing for other tests."""
    block = next(block for block in blocks("console") if "tests.mcp.costs" in block)
    prepare, count = (shlex.split(line.removeprefix("$ ")) for line in block.splitlines())
    assert prepare == ["make", str(READY.relative_to(ROOT))]
    assert f"NPM    := {prepare[1]}\n" in (ROOT / "Makefile").read_text()
    assert count == [".venv/bin/python", "-m", costs.__name__]


def test_the_lines_of_the_protocol_are_real(tmp_path):
    answer(recorder(tmp_path, b'{"move": "end_turn"}'), first_decision("burgundy", 3))
    real = {message["type"]: message for message in recorded(tmp_path)}
    shown = {message["type"]: message for message in protocol_lines() if "type" in message}
    assert shown.keys() == {"start", "decide", "error"}
    for kind, message in shown.items():
        assert list(message) == list(real[kind])
    assert list(shown["decide"]["moves"][0]) == list(real["decide"]["moves"][0])
    assert list(shown["error"]["reasons"][0]) == list(real["error"]["reasons"][0])
    assert shown["error"]["message"] == real["error"]["message"]


def has_die_one(question: OpenQuestion) -> bool:
    return "take_workers die=1" in map(notation, legal_actions(question.game, question.state))


def test_the_answers_of_the_page_are_understood(tmp_path):
    answers = [json.dumps(message).encode() for message in protocol_lines() if "type" not in message]
    assert len(answers) == 2
    question = next(each for each in map(partial(first_decision, "burgundy"), range(20)) if has_die_one(each))
    moves = [answer(recorder(tmp_path, line), question)[0] for line in answers]
    assert moves[1] == "take_workers die=1"
    assert not [message for message in recorded(tmp_path) if message["type"] == "error"]
