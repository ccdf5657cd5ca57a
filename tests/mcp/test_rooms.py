"""Rooms of a running service: an agent joins by a link, and plays with people, bots and other agents."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from referee_sdk import Client
from referee_sdk.agents import AgentError, AgentTools
from tests.mcp.agents import END, connected, moves_in, name_in, stdio_server
from tests.running.conftest import ServerProcess


@pytest.fixture
def live(live_service: ServerProcess) -> Client:
    """Return a client of the running service."""
    return Client(live_service.address)


@pytest.fixture
def live_tools(live: Client) -> AgentTools:
    """Return the tools of the running service."""
    return AgentTools(live)


def test_an_agent_plays_a_whole_match_with_a_person_over_stdio(live, tmp_path):
    new = live.new_room("medievalia", seats=2, names=["Ann", ""])
    ann = live.join(new.links.seats[0])

    def answer(seconds: float = 20) -> None:
        """Play for Ann until the agent decides."""
        while not ann.is_over:
            if ann.is_own_turn:
                ann.play(-1)
            elif ann.wait(seconds) and ann.seat == 1:
                return

    async def play() -> None:
        async with connected(stdio_server(tmp_path)) as agent:  # its own service is another one than that of the room
            text = await agent.call("join", link=new.links.seats[1], name="Agent")
            agent.match = name_in(text)
            assert "You are seat 1. Ann plays seat 0." in text
            for _ in range(400):
                if END in text:
                    break
                if moves_in(text):
                    text = await agent.call("play", match=agent.match, move=max(moves_in(text)))
                else:
                    person = asyncio.create_task(asyncio.to_thread(answer))
                    text = await agent.call("wait_for_turn", match=agent.match, seconds=30)
                    person.cancel()
            assert END in text
            assert "seat 0 (Ann) " in text
            assert "seat 1: " in await agent.call("score", match=agent.match)
            assert new.links.seats[1] not in "".join(result for _, _, result in agent.log)

    asyncio.run(play())
    ann.refresh()
    assert ann.is_over
    assert ann.players[1].name == "Agent"


def test_bots_of_the_room_move_while_the_agent_waits(live, live_tools):
    new = live.new_room("burgundy", bots={1: "greedy"})
    text = live_tools.join(new.links.seats[0])
    name, texts = name_in(text), []
    for _ in range(12):
        text = live_tools.play(name, 1) if moves_in(text) else live_tools.wait_for_turn(name, 30)
        texts.append(text)
    assert any("Seat 1: " in text for text in texts)


def test_two_agents_in_a_room_see_only_their_own_hands(live, live_tools):
    new = live.new_room("empires_north")
    names = [name_in(live_tools.join(link)) for link in new.links.seats]
    looks = [live_tools.look(name) for name in names]
    for _ in range(12):
        seat = next(seat for seat, look in enumerate(looks) if moves_in(look))
        live_tools.play(names[seat], max(moves_in(looks[seat])))
        looks = [live_tools.look(name) for name in names]
    hands = [re.findall(r"^(?:Hand|Cards looked at): [A-Z].*$", look, re.M) for look in looks]
    assert hands[0] or hands[1]
    for own, other in ((0, 1), (1, 0)):
        assert not set(hands[own]) & set(looks[other].splitlines())


def test_a_move_after_the_position_has_changed_is_refused(live, live_tools):
    new = live.new_room("burgundy", names=["", ""])
    rooms = [live.join(link) for link in new.links.seats]
    mover = next(room for room in rooms if room.is_own_turn)
    name = name_in(live_tools.join(mover.link))
    mover.play(0)  # the same seat on another device
    with pytest.raises(AgentError) as caught:
        live_tools.play(name, 1)
    assert "The position has changed since your last list" in str(caught.value)
    assert moves_in(str(caught.value))
    live_tools.play(name, 1)


def test_an_agent_takes_its_seat_back_from_a_bot(live, live_tools):
    new = live.new_room("burgundy", bots={0: "greedy"}, seconds=None)
    name = name_in(live_tools.join(new.links.seats[0], "Agent"))
    room = live.join(new.links.seats[0])
    assert room.players[0].bot is None
    assert room.players[0].name == "Agent"
    assert "You are seat 0." in live_tools.look(name)


def test_a_watcher_sees_what_is_public_and_plays_nothing(live, live_tools):
    new = live.new_room("empires_north", names=["Ann", "Bob"])
    text = live_tools.join(new.links.watcher)
    assert "by the link of a seat. Ann plays seat 0. Bob plays seat 1." in text
    assert not moves_in(text)
    assert re.search(r"^Seat \d decides\.$", text, re.M)
    with pytest.raises(AgentError, match="You watch this room"):
        live_tools.play(name_in(text), 1)


def test_a_room_survives_a_restart_of_the_process(live, tmp_path: Path):
    new = live.new_room("burgundy")
    storage: dict[str, str] = {}
    name = name_in(AgentTools(live, storage=storage).join(new.links.seats[0]))
    again = AgentTools(live, storage=storage)
    assert "You are seat 0." in again.resume(name)
    live.room(new.id, new.credentials.creator).remove()
    with pytest.raises(AgentError, match="The room does not exist any more"):
        again.look(name)


def test_hints_and_searches_of_a_service_with_workers(live, live_tools):
    new = live.new_room("burgundy")
    names = [name_in(live_tools.join(link)) for link in new.links.seats]
    mover = next(name for name in names if moves_in(live_tools.look(name)))
    for bot in ("greedy", "search"):
        assert re.search(r"^\d+ [a-z_]+ .*: [+-]\d", live_tools.hint(mover, bot), re.M)
    text = live_tools.new_match("burgundy", opponents="search")
    assert "search plays seat 1." in text


def test_a_deadline_is_in_the_text(live, live_tools):
    new = live.new_room("burgundy", seconds=60)
    looks = [live_tools.join(link) for link in new.links.seats]
    assert re.search(r"Decide within \d+ seconds, else a bot does\.", "".join(looks))


def test_a_link_of_another_service(live, live_tools):
    with pytest.raises(AgentError, match="This is not the link of a room"):
        live_tools.join("https://example.org/")
    with pytest.raises(AgentError, match="only rooms of its own service") as caught:
        live_tools.join(f"http://127.0.0.1:9/#/room/{'a' * 22}/{'b' * 43}")
    assert live_tools.client.base_url not in str(caught.value)  # the network of the operator is no concern of agents


def test_a_link_with_a_wrong_credential_says_what_to_do(live, live_tools):
    link = live.new_room("burgundy", names=["Ann", "Bob"]).links.watcher
    with pytest.raises(AgentError, match=r"Ask for a new link, and give join the whole address\.$"):
        live_tools.join(f"{link[:-4]}AAAA")
    with pytest.raises(AgentError, match=r"Ask for a new link, and give join the whole address\.$"):
        live_tools.join("hello")


def test_games_name_the_bot_search_if_the_service_has_workers(live_tools):
    assert "Bots: random, greedy, search. " in live_tools.games()
