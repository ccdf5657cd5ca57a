"""Asynchronous client: the same calls as the synchronous one, many at a time, and cancellation."""

from __future__ import annotations

import asyncio
import inspect
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

import httpx2
import pytest
from requests import Session

from referee_sdk import (
    AsyncClient,
    AsyncMatch,
    AsyncRoom,
    BadRequest,
    BotFailed,
    Chance,
    Client,
    IllegalMove,
    Match,
    MatchOver,
    Room,
    SealedState,
    TimedOut,
    UndoRefused,
)
from referee_sdk.core.exchange import Request, Response
from tests.sdk.conftest import NO_WAIT
from tests.sdk.matches import every_game, fewest_seats
from tests.sdk.service import shared_app

# --- one surface ------------------------------------------------------------------------------------------------------

TWINS = {"close": "aclose", "__enter__": "__aenter__", "__exit__": "__aexit__"}
SYNC_ONLY = {Match: {"_repr_svg_"}, Client: set(), Room: set()}
"""A notebook calls `_repr_svg_` without awaiting it."""

ANNOTATIONS = {
    "AsyncMatch": "Match",
    "AsyncRoom": "Room",
    "httpx2.AsyncClient": "Session",
    "AsyncIterator": "Iterator",
    "AsyncGenerator[tuple[Event, ...], None]": "Generator[tuple[Event, ...], None, None]",
}
"""Annotations of the asynchronous classes, each with that of its synchronous twin."""


def surface(kind: type) -> dict[str, object]:
    """Return the public members of a class, with its constructor and context manager."""
    special = {"__init__", "__enter__", "__exit__", "__aenter__", "__aexit__", "__repr__", "__iter__", "_repr_svg_"}
    names = [name for name in dir(kind) if not name.startswith("_") or name in special]
    return {name: inspect.getattr_static(kind, name) for name in names}


def sync_annotation(annotation: str) -> str:
    """Return an annotation of the asynchronous class as its synchronous twin writes it."""
    for name, twin in ANNOTATIONS.items():
        annotation = annotation.replace(name, twin)
    return annotation


def parameters(function: Callable[..., object]) -> list[tuple[object, ...]]:
    """Return name, kind, default and annotation of all parameters, and the annotation of the result."""
    signature = inspect.signature(function)
    described = [
        (each.name, each.kind, each.default, sync_annotation(str(each.annotation)))
        for each in signature.parameters.values()
    ]
    return [*described, ("->", sync_annotation(str(signature.return_annotation)))]


@pytest.mark.parametrize(("sync", "twin"), [(Client, AsyncClient), (Match, AsyncMatch), (Room, AsyncRoom)])
def test_both_clients_have_the_same_methods_and_signatures(sync, twin):
    expected = {TWINS.get(name, name): member for name, member in surface(sync).items() if name not in SYNC_ONLY[sync]}
    found = surface(twin)
    assert expected.keys() == found.keys()
    differences = [
        name for name, member in expected.items() if callable(member) and parameters(member) != parameters(found[name])
    ]
    assert not differences


@pytest.mark.parametrize(("sync", "twin"), [(Client, AsyncClient), (Match, AsyncMatch), (Room, AsyncRoom)])
def test_what_the_core_has_is_shared_and_what_sends_requests_is_awaited(sync, twin):
    for name, member in surface(twin).items():
        own = inspect.getattr_static(sync, {new: old for old, new in TWINS.items()}.get(name, name))
        is_awaited = inspect.iscoroutinefunction(member) or inspect.isasyncgenfunction(member)
        assert is_awaited or member is own or name == "__init__", name


def test_the_package_needs_httpx2_only_for_the_asynchronous_client():
    code = """
import sys
sys.modules["httpx2"] = None  # as if it were not installed
import referee_sdk
referee_sdk.Client()
from referee_sdk import *
try:
    from referee_sdk import AsyncClient
except ImportError as error:
    print(error)
assert not hasattr(referee_sdk, "NoSuchName")
"""
    printed = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=60)
    assert (
        printed.stdout
        == "AsyncClient needs the package httpx2. Install it: pip install httpx2 (or './sdk[async]' in the clone)\n"
    )
    lazy = "import sys, referee_sdk; assert 'httpx2' not in sys.modules; referee_sdk.AsyncClient"
    subprocess.run([sys.executable, "-c", lazy], check=True, timeout=60)


# --- calls ------------------------------------------------------------------------------------------------------------


def run(work: Callable[[AsyncClient], Awaitable[object]], *arguments: object, **options: object) -> object:
    """Run a coroutine function with a client that is closed afterwards."""

    async def main() -> object:
        async with AsyncClient(*arguments, **options) as client:
            return await work(client)

    return asyncio.run(main())


async def play_some(client: AsyncClient, game: str, decisions: int) -> AsyncMatch:
    match = await client.new_match(game, seats=fewest_seats(game), seed="async")
    while not match.is_over and match.decision_count < decisions:
        await match.play((await match.legal_actions())[-1])
    return match


@every_game
def test_both_clients_play_the_same_match(client, game):
    async def work(twin: AsyncClient) -> None:
        match = await play_some(twin, game, 10)
        expected = client.new_match(game, seats=fewest_seats(game), seed="async")
        for _ in range(match.decision_count):
            expected.play(-1)
        assert (match.state, match.events, match.record()) == (expected.state, expected.events, expected.record())
        assert await match.legal_actions() == expected.legal_actions()
        assert await match.view(0) == expected.view(0)
        assert await match.score() == expected.score()
        assert await match.audit()
        await match.undo(force=True)
        expected.undo(force=True)
        assert (await twin.resume(expected.save())).state == match.state == client.resume(match.save()).state
        assert (await twin.match_from(match.state)).turn == match.turn

    run(work, app=shared_app(), retries=NO_WAIT)


def test_every_call_of_a_match_and_a_client_can_be_awaited():
    async def work(client: AsyncClient) -> None:
        position = await client.set_up("burgundy", seats=2, chance=Chance("seeded", "x"))
        action = position.legal_actions[0]
        after = await client.move(position, action)
        assert (await client.moves(position, [(position.turn.seat, action)])).state == after.state
        assert await client.judge(position, action)
        assert (await client.judge_places(position, action.touches[0])).candidates
        assert (await client.legal_actions(position, kind=action.kind)).legal_actions
        assert (await client.picture(position, seat=0)).startswith(b"<svg")
        assert (await client.cached_picture("burgundy", position.digest)).startswith(b"<svg")
        assert (await client.picture_places(position)).places
        assert (await client.component_picture("burgundy", "bank")).startswith(b"<svg")
        assert (await client.component("burgundy", (await client.components("burgundy", q="bank"))[0].id)).text
        assert (await client.rule("burgundy", (await client.rules("burgundy"))[0].rule)).title
        assert (await client.game("burgundy")).title in [game.title for game in await client.games()]
        assert (await client.with_language("fr").game("burgundy")).title
        match = await client.match_from(position)
        await match.play_bot("random", seed="1")
        assert (await match.picture(0)).startswith(b"\x89PNG")
        assert (await match.picture_places(0)).places
        assert not await match.judge("end_turn")
        assert (await match.judge_places((await match.legal_actions())[0].touches[0])).candidates
        with pytest.raises(IllegalMove):
            await match.play("end_turn")

    run(work, app=shared_app(), retries=NO_WAIT)


def test_a_finished_match_has_no_turn():
    async def work(client: AsyncClient) -> None:
        match = await play_some(client, "settlement", 10_000)
        with pytest.raises(MatchOver) as caught:
            match.turn  # noqa: B018 (the property raises)
        assert caught.value.result == match.result
        assert (await client.replay(match.record())).valid

    run(work, app=shared_app(), retries=NO_WAIT)


def test_an_app_in_this_process_has_no_session():
    with pytest.raises(ValueError, match="needs no session"):
        AsyncClient(app=shared_app(), session=httpx2.AsyncClient())


# --- a running service ------------------------------------------------------------------------------------------------


def test_twenty_tasks_share_a_client(server):
    async def work(client: AsyncClient) -> None:
        matches = await asyncio.gather(*(play_some(client, "burgundy", 5) for _ in range(20)))
        assert len({match.state["ply"] for match in matches}) == 1
        assert {match.decision_count for match in matches} == {5}

    run(work, server.address)


def test_a_session_of_the_user_stays_open(server):
    async def main() -> None:
        async with httpx2.AsyncClient() as session:
            async with AsyncClient(server.address, session=session) as client:
                assert await client.games()
            assert not session.is_closed
            async with AsyncClient(server.address) as client:
                own = client._transport.session
            assert own.is_closed

    asyncio.run(main())


def test_a_guarded_match_and_a_search_can_be_awaited(server):
    async def work(client: AsyncClient) -> None:
        match = await client.new_match("burgundy", guarded=True)
        seat = match.seat
        joined = await client.match_from(SealedState("burgundy", match.sealed_state, match.credentials.seats[seat]))
        await joined.play((await joined.legal_actions())[0])
        await match.sync(joined.sealed_state)
        await match.play_bot("search", iterations=20, seed="1")
        while match.seat == seat:
            await match.play(0)
        with pytest.raises(UndoRefused):
            await match.undo(force=True)

    run(work, server.address)


def test_a_search_can_be_watched_and_stopped(server):
    async def work(client: AsyncClient) -> None:
        match = await client.new_match("burgundy", seed="1")
        job = await client.start_bot_move(match.state, "search", milliseconds=30_000, seed="async")
        async for progress in client.job_events(job):
            assert progress.id == job.id
            break
        assert (await client.job(job)).status in ("queued", "running")
        await client.stop_job(job)
        assert [job.status async for job in client.job_events(job)][-1] == "stopped"
        with pytest.raises(BotFailed, match="stopped"):
            await client.wait_for_job(await client.job(job, wait=5))

    run(work, server.address)


# --- cancellation -----------------------------------------------------------------------------------------------------


class SlowTransport:
    """Transport that serves requests with an app, but loses the first response to a move in a long wait."""

    def __init__(self, client: AsyncClient) -> None:
        self.wrapped, self.waits = client._transport, 1

    async def send(self, request: Request) -> Response:
        response = await self.wrapped.send(request)
        if request.path.endswith("/moves") and self.waits:
            self.waits -= 1
            await asyncio.sleep(60)
        return response

    async def close(self) -> None:
        await self.wrapped.close()


def test_a_cancelled_move_leaves_the_match_as_it_was_and_can_be_repeated():
    async def work(client: AsyncClient) -> None:
        client._transport = SlowTransport(client)
        match = await client.new_match("burgundy", seed="1")
        before, events, action = match.state, [*match.events], (await match.legal_actions())[0]
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(match.play(action), 0.2)
        assert (match.state, match.decision_count, match.events) == (before, 0, events)
        await match.play(action)
        assert match.decision_count == 1
        assert match.record().moves[-1].notation == action.notation

    run(work, app=shared_app(), retries=NO_WAIT)


def test_one_task_at_a_time_may_change_a_match():
    async def play_twice(client: AsyncClient) -> None:
        match = await client.new_match("burgundy", seed="1")
        results = await asyncio.gather(match.play(0), match.play(0), match.undo(), return_exceptions=True)
        assert [type(each) for each in results] == [tuple, BadRequest, BadRequest]
        assert "Another call that changes this match" in str(results[1])
        assert match.decision_count == 1
        await match.play(0)
        assert (await client.replay(match.record())).valid

    run(play_twice, app=shared_app())


def test_a_client_belongs_to_one_event_loop(server):
    client = AsyncClient(server.address)

    async def use_and_close() -> object:
        async with client:
            return await client.games()

    assert asyncio.run(use_and_close())
    with pytest.raises(BadRequest, match="belongs to another event loop"):
        asyncio.run(client.games())


def test_a_cancelled_call_does_not_disturb_others(server):
    async def work(client: AsyncClient) -> None:
        match = await client.new_match("burgundy", seed="1")
        job = await client.start_bot_move(match.state, "search", milliseconds=30_000, seed="cancel")
        waiting = [asyncio.create_task(client.wait_for_job(job)) for _ in range(3)]
        streams = [asyncio.create_task(last_status(client.job_events(job))) for _ in range(2)]
        await asyncio.sleep(0.3)
        for task in (*waiting[:2], streams[0]):
            task.cancel()
        results = await asyncio.gather(*waiting[:2], streams[0], return_exceptions=True)
        assert [type(result) for result in results] == [asyncio.CancelledError] * 3
        assert await client.games()
        await client.stop_job(job)
        with pytest.raises(BotFailed):
            await waiting[2]
        assert await streams[1] == "stopped"

    run(work, server.address)


async def last_status(events: AsyncIterator[object]) -> str:
    status = ""
    async for job in events:
        status = job.status
    return status


@pytest.fixture
def quiet_port() -> Iterator[int]:
    """Listen on a port without ever responding."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


def test_a_timeout_may_be_set_for_one_call(quiet_port):
    async def work(client: AsyncClient) -> None:
        with pytest.raises(TimedOut, match=r"within 0\.1 seconds"):
            await client.with_timeout(0.1).games()

    run(work, f"http://127.0.0.1:{quiet_port}", timeout=60, retries=NO_WAIT)
    with (
        pytest.raises(TimedOut, match=r"within 0\.1 seconds"),
        Client(f"http://127.0.0.1:{quiet_port}", timeout=60, retries=NO_WAIT, session=Session()) as client,
    ):
        client.with_timeout(0.1).games()
