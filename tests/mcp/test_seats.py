"""Who sees and plays what: own seats, hidden hands, several agents, bots, and matches that survive a restart."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Thread

import pytest

from referee_sdk import Client, RateLimited, RetryPolicy, Unavailable
from referee_sdk.agents import AgentError, AgentTools, FolderStorage
from referee_sdk.agents.hosted_match import HostedMatch
from tests.mcp.agents import END, connected, moves_in, name_in, stdio_server
from tests.sdk.service import toy_app

CARDS = re.compile(r"^(Hand|Cards looked at): .*$", re.M)


def names_of(text: str) -> list[str]:
    """Return the names of a guarded match, by seat."""
    return [line.partition(": ")[2] for line in text.splitlines()[1:]]


def mover_of(tools: AgentTools, names: list[str]) -> int:
    """Return the seat that decides."""
    return next(seat for seat, name in enumerate(names) if moves_in(tools.look(name)))


def test_a_guarded_match_gives_each_agent_only_its_seat(tools):
    text = tools.new_match("empires_north", guarded=True)
    names = names_of(text)
    assert len(names) == len(set(names)) == 2
    assert not moves_in(text)
    for seat, name in enumerate(names):
        assert f"You are seat {seat}." in tools.look(name)
    mover = mover_of(tools, names)
    with pytest.raises(AgentError, match=f"It is not your turn: seat {mover} decides. Call wait_for_turn."):
        tools.play(names[1 - mover], 1)
    for tool in (tools.hint, lambda name: tools.why_not(name, "pass_round")):
        with pytest.raises(AgentError, match="not your turn"):
            tool(names[1 - mover])


def test_no_text_has_a_card_of_another_hand(tools):
    names = names_of(tools.new_match("empires_north", guarded=True))
    seen: list[list[str]] = [[], []]
    for _ in range(40):
        mover = mover_of(tools, names)
        moves = moves_in(tools.look(names[mover]))
        played = tools.play(names[mover], max(moves))
        seen[mover].append(played)
        hosted = tools.registry.seat(names[0]).hosted
        for seat, name in enumerate(names):
            other = hosted.match.view(1 - seat, part=f"seat.{1 - seat}").text
            public = hosted.match.view(part=f"seat.{1 - seat}").text
            hidden = [line for line in other.splitlines() if line not in public.splitlines()]
            texts = [tools.look(name), tools.look(name, "seat.0"), tools.look(name, "seat.1"), tools.score(name)]
            texts += [played] if seat == mover else [tools.wait_for_turn(name, 0)]
            assert all(line not in text for line in hidden for text in texts)
        if hosted.match.is_over:
            break
    assert any("Hand: " in text for text in seen[0])  # an agent reads what it has drawn


def test_two_tables_that_differ_in_a_hidden_hand_look_equal():
    client = Client(app=toy_app(), retries=RetryPolicy(backoff_seconds=0))
    tools = AgentTools(client)
    texts = []
    for seed in map(str, range(40)):
        name = name_in(tools.new_match("caravan", seats=2, seed=seed, opponents="none"))
        match = tools.registry.seat(name).hosted.match
        texts.append((match.view(0).text, match.view(1).text, tools.look(name).partition("\n")[2]))
    pairs = [(one, two) for one in texts for two in texts if one[0] == two[0] and one[1] != two[1]]
    assert pairs, "no two seeds give seat 0 the same view"
    assert all(one[2] == two[2] for one, two in pairs)


def test_the_state_is_in_no_text(server, tools):
    async def play() -> None:
        async with connected(server) as agent:
            text = await agent.start("medievalia", seed="the seed of the dice")
            await agent.play_to_end(text)
            for tool in ("look", "score", "save", "resume"):
                await agent.call(tool, match=agent.match)
            state = tools.registry.seat(agent.match).hosted.match.state
            assert state["chance"]["seed"] == "the seed of the dice"
            secrets = ("the seed of the dice", '"board"', '"ply"')
            assert not [each for each in secrets for _, _, result in agent.log if each in result]

    asyncio.run(play())


def test_one_agent_may_play_all_seats(tools):
    text = tools.new_match("burgundy", opponents="none", seed="hello")
    assert "You are seat 0 and seat 1." in text
    assert "Seat 0 decides. Your turn: use dice 1 and 1." in text
    name, movers = name_in(text), set()
    for _ in range(12):
        movers.add(re.search(r"^Seat (\d) decides", text, re.M)[1])
        text = tools.play(name, 1)
    assert movers == {"0", "1"}


def test_bots_take_the_other_seats_in_turn(tools):
    text = tools.new_match("burgundy", seats=4, opponents="greedy,random", seed="s0")
    assert "greedy plays seat 1 and seat 3. random plays seat 2." in text
    assert "seat 2 (random): " in tools.score(name_in(text))


def test_bots_sit_last_in_a_guarded_match(tools):
    names = names_of(tools.new_match("burgundy", seats=3, opponents="random", guarded=True))
    assert len(names) == 2
    assert "You are seat 1. random plays seat 2." in tools.look(names[1])


def test_an_agent_waits_for_another(tools):
    names = names_of(tools.new_match("burgundy", guarded=True))
    mover = mover_of(tools, names)
    tools.look(names[1 - mover])
    assert tools.wait_for_turn(names[1 - mover], 0) == (
        f"Still not your turn: seat {mover} decides. Call wait_for_turn again."
    )
    found: list[str] = []
    waiting = Thread(target=lambda: found.append(tools.wait_for_turn(names[1 - mover], 50)))
    waiting.start()
    text = tools.look(names[mover])
    while moves_in(text):
        text = tools.play(names[mover], max(moves_in(text)))
    waiting.join(30)
    assert text.endswith(f"It is not your turn: seat {1 - mover} decides. Call wait_for_turn.")
    assert f"Seat {mover}" in found[0]  # what the other one did
    assert moves_in(found[0])
    assert moves_in(tools.wait_for_turn(names[1 - mover], 50)) == moves_in(found[0])  # returns at once


@pytest.mark.parametrize("error", [Unavailable("The queue is down."), RateLimited("Too many requests.")])
def test_a_bot_that_fails_does_not_lose_the_move(client, monkeypatch, error):
    storage: dict[str, str] = {}
    tools = AgentTools(client, storage=storage)
    name = name_in(tools.new_match("burgundy", seed="hello"))
    match = tools.registry.seat(name).hosted.match

    def fail(*_: object, **__: object) -> None:
        raise error

    with monkeypatch.context() as broken:
        broken.setattr(match, "play_bot", fail)
        tools.play(name, 1)
        text = tools.play(name, 1)
        assert "takes the ship" in text
        assert f"The bot of seat 1 could not decide ({error.detail}). Your move counts." in text
        assert "Nothing was played" not in text
    assert moves_in(AgentTools(client, storage=dict(storage)).wait_for_turn(name))  # the move was stored
    assert moves_in(tools.wait_for_turn(name))


def test_bots_of_a_new_match_do_not_delay_other_agents(tools, monkeypatch):
    name, has_begun, may_end = name_in(tools.new_match("burgundy")), Event(), Event()

    def search(_: HostedMatch) -> None:
        has_begun.set()
        assert may_end.wait(30)

    with monkeypatch.context() as slow, ThreadPoolExecutor() as pool:
        slow.setattr(HostedMatch, "run_bots", search)
        opening = pool.submit(tools.new_match, "burgundy")
        assert has_begun.wait(30)
        look = pool.submit(tools.look, name)
        try:
            assert moves_in(look.result(10))
            assert not opening.done()
        finally:
            may_end.set()


def test_a_match_survives_a_restart_over_stdio(tmp_path):
    async def first() -> tuple[str, dict[int, str]]:
        async with connected(stdio_server(tmp_path)) as agent:
            text = await agent.start("empires_north")
            assert len(agent.match) == 6
            for _ in range(5):
                text = await agent.call("play", match=agent.match, move=1)
            assert f'resume(match="{agent.match}")' in await agent.call("save", match=agent.match)
            return agent.match, moves_in(text)

    async def second(match: str, moves: dict[int, str]) -> None:
        async with connected(stdio_server(tmp_path)) as agent:
            agent.match = match
            text = await agent.call("resume", match=match)
            assert moves_in(text) == moves
            assert "greedy plays seat 1." in text
            assert END in await agent.play_to_end(text)

    asyncio.run(second(*asyncio.run(first())))


def test_only_the_user_may_read_the_folder(tmp_path):
    storage = FolderStorage(tmp_path / "matches")
    storage["seat-a"] = "text"
    (file,) = storage.folder.iterdir()
    assert (storage.folder.stat().st_mode & 0o777, file.stat().st_mode & 0o777) == (0o700, 0o600)
    assert (list(storage), len(storage), storage["seat-a"]) == (["seat-a"], 1, "text")
    del storage["seat-a"]
    for name in ("seat-a", "../seat-a", ""):
        with pytest.raises(KeyError):
            storage[name]


def test_a_picture_is_an_image(server):
    async def play() -> None:
        async with connected(server) as agent:
            await agent.start("settlement")
            result = await agent.client.call_tool("picture", {"match": agent.match, "part": "mine"})
            (content,) = result.content
            assert (content.type, content.mime_type) == ("image", "image/png")
            assert content.data.startswith("iVBORw0KGgo")

    asyncio.run(play())


def test_french(client):
    tools = AgentTools(client.with_language("fr"))
    text = tools.new_match("burgundy", seed="hello")
    assert "Vous êtes la place 0. greedy joue la place 1." in text
    assert "À vous : " in text
    with pytest.raises(AgentError) as caught:
        tools.play(name_in(text), "place_tile die=5 tile=bank space=3")
    assert "Rien n'a été joué.\nJouez l'un de ces coups, par numéro ou en notation :" in str(caught.value)
    assert "Banque (bank) : " in tools.components("burgundy", "banque")


def test_seats_that_leave_the_memory_come_back(client, monkeypatch):
    monkeypatch.setattr("referee_sdk.agents.registry.MAX_SEATS", 2)
    tools = AgentTools(client)
    names = [name_in(tools.new_match("burgundy", seed=str(seed))) for seed in range(4)]
    assert len(tools.registry._seats) == len(tools.registry._hosted) == 2
    for name in names:
        assert tools.play(name, moves_in(tools.look(name))[1])


@pytest.mark.parametrize("damage", ["", "{}", "[]", '{"match": "x", "seats": [0]}', '{"room": "x"}'])
def test_a_damaged_file_is_an_unknown_match(client, damage):
    storage: dict[str, str] = {}
    name = name_in(AgentTools(client, storage=storage).new_match("burgundy"))
    for key in storage:
        storage[key] = damage
    with pytest.raises(AgentError, match=r"There is no match|This is not the link of a room"):
        AgentTools(client, storage=storage).look(name)


def test_moves_as_sentences(tools):
    name = name_in(tools.new_match("burgundy", seed="hello"))
    text = tools.look(name, "moves")
    assert "1 take_tile die=1 depot=1 tile=bank: Take the bank from depot 1 with die 1" in text
    assert "takes the bank" in tools.play(name, 1)
