"""Rooms: a whole match of both clients, stale and repeated moves, undo, players, rematch, streams and links."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

import referee_sdk
from referee_sdk import (
    AsyncClient,
    BadRequest,
    BotPlays,
    Client,
    Forbidden,
    IllegalMove,
    MatchOver,
    NewRoom,
    NoSuchMove,
    RematchRefused,
    RetryPolicy,
    Room,
    RoomBot,
    RoomGone,
    RoomOver,
    RoomsUnavailable,
    SeatPresent,
    StalePosition,
    UndoRefused,
    UnknownName,
)
from referee_service.app import create_app
from referee_service.settings import Settings
from tests.running.conftest import running_referee
from tests.sdk.rooms import DroppedStreams, LossyTransport, join_all, new_room_with_bot, play_random
from tests.sdk.test_client import RecordingSession, operations

QUICK = RetryPolicy(backoff_seconds=0)


@pytest.fixture
def new(live) -> NewRoom:
    return live.new_room("medievalia", names=["Ann", ""])


@pytest.fixture
def rooms(live, new) -> list[Room]:
    return join_all(live, new)


def to_move(rooms: list[Room]) -> tuple[Room, Room]:
    """Return the room of the seat to move and the other one."""
    return (rooms[0], rooms[1]) if rooms[0].is_own_turn else (rooms[1], rooms[0])


# --- operations -------------------------------------------------------------------------------------------------------


def test_every_operation_of_rooms_has_a_method(server):
    session = RecordingSession(server.address)
    client = Client(server.address, session=session, retries=QUICK)
    new = client.new_room("medievalia", names=["Ann", ""])
    room, other = to_move(join_all(client, new))
    action = room.legal_actions()[0]
    for call in (room.refresh, room.view, room.picture, room.score, room.record):
        call()
    room.judge(action)
    room.hint("greedy")
    room.rename("Ada")
    room.play(action)
    room.wait(0.1)
    with suppress(UndoRefused):
        room.undo()
    other.resign()
    room.rematch()
    client.room(new.id, new.credentials.creator).remove()
    missing = {call for call in operations() if "/rooms" in call[1]} - session.requests
    assert missing == {("POST", "/v1/rooms/*/tickets"), ("POST", "/v1/rooms/*/legal-actions")}
    # The SDK sends its credential in a header, so it needs no ticket, and each position has its legal actions.


# --- a whole match ----------------------------------------------------------------------------------------------------


def test_a_match_of_both_clients_and_a_watcher(live, server, new):
    async def play_async() -> tuple[object, list[object]]:
        async with AsyncClient(server.address) as client:
            room = await client.join(new.links.seats[1])
            await room.rename("Bob")
            while not room.is_over:
                if room.is_own_turn:
                    await room.play((await room.legal_actions())[-1])
                else:
                    await room.wait(5)
            await room.refresh()
            return room.result, room.events

    def play_sync() -> Room:
        room = live.join(new.links.seats[0])
        while not room.is_over:
            if room.is_own_turn:
                room.play(-1)
            else:
                room.wait(5)
        return room

    watcher = live.with_language("fr").join(new.links.watcher)
    seen = len(watcher.events)
    with ThreadPoolExecutor(1) as thread:
        future = thread.submit(play_sync)
        result, events = asyncio.run(play_async())
        room = future.result(60)
    assert room.result == result is not None
    assert [player.name for player in room.players] == ["Ann", "Bob"]
    assert room.status == "over"
    assert len(room.events) == len(events)
    new_events = watcher.refresh()
    assert len(watcher.events) == len(room.events) == seen + len(new_events)
    assert watcher.events[-1].text.startswith("La partie")
    record = room.record()
    assert record.is_complete
    assert record.chance_key == room.chance_key is not None
    assert live.replay(record.to_record()).valid
    assert record.text is not None
    with pytest.raises(MatchOver):
        room.turn  # noqa: B018 (the property raises)
    with pytest.raises(RoomOver):
        room.play("pass")
    with pytest.raises(MatchOver):
        room.play(0)


def test_a_bot_of_the_room_moves_by_itself_and_a_hint_plays_nothing(live):
    new = new_room_with_bot(live, "settlement", RoomBot("search", iterations=20))
    room = live.join(new.links.seats[0])
    assert room.players[1].bot == RoomBot("search", iterations=20)
    deadline = time.monotonic() + 60
    while not room.is_own_turn:
        assert time.monotonic() < deadline
        room.wait(5)
    version, legal = room.version, room.legal_actions()
    assert room.hint("greedy").action in legal
    assert room.hint("search", iterations=20, seed="1", on_progress=lambda job: None).action in legal
    room.refresh()
    assert room.version == version
    before = len(room.played)
    while room.is_own_turn:
        room.play(room.hint("random", seed="1").action)
    while not room.is_own_turn:
        assert time.monotonic() < deadline
        room.wait(5)
    assert {move.seat for move in room.played[before:]} >= {0, 1}


# --- looking ----------------------------------------------------------------------------------------------------------


def test_each_viewer_sees_what_it_may(live, new, rooms):
    play_random(rooms, 4)
    watcher, creator = live.join(new.links.watcher), live.room(new.id, new.credentials.creator)
    assert [room.role for room in (rooms[0], watcher, creator)] == ["seat", "watcher", "creator"]
    assert (watcher.own_seat, watcher.legal_actions(), watcher.is_own_turn) == (None, (), False)
    assert watcher.view().view == creator.view().view != rooms[0].view().view
    assert watcher.picture() == creator.picture() != rooms[0].picture()
    assert rooms[0].picture(format="svg", theme="dark").startswith(b"<svg")
    assert rooms[0].picture_places(part="mine").places
    assert watcher.score() == rooms[1].score()
    assert any(move.notation is None for move in watcher.record().moves)
    with pytest.raises(BadRequest, match="hidden from you"):
        watcher.record().to_record()
    with pytest.raises(Forbidden):
        watcher.play("pass")
    with pytest.raises(BadRequest, match="A watcher has no seat"):
        watcher.rename("Zoe")
    assert live.join(rooms[0].watcher_link).role == "watcher"
    assert live.join(rooms[0].link).own_seat == 0


def test_legal_actions_and_verdicts_are_those_of_the_own_seat(rooms):
    room, other = to_move(rooms)
    kind = room.legal_actions()[0].kind
    assert room.legal_actions(kind) == tuple(each for each in room.legal_actions() if each.kind == kind)
    assert other.legal_actions() == ()
    with pytest.raises(UnknownName):
        room.legal_actions("no_such_verb")
    with pytest.raises(NoSuchMove):
        room.play(999)
    assert room.judge(room.legal_actions()[0])
    assert not other.judge(room.legal_actions()[0])
    assert room.judge_places(room.legal_actions()[0].touches[0]).candidates
    with pytest.raises(IllegalMove) as caught:
        other.play(room.legal_actions()[0])
    assert caught.value.refusals


# --- changes ----------------------------------------------------------------------------------------------------------


def test_a_stale_move_is_not_played_and_shows_the_new_position(live, new, rooms):
    room, _ = to_move(rooms)
    again = live.join(room.link)
    action = room.legal_actions()[0]
    room.play(action)
    with pytest.raises(StalePosition) as caught:
        again.play(again.legal_actions()[-1])
    assert (again.version, again.events) == (room.version, room.events)
    assert "room" not in caught.value.problem


def test_a_repeated_move_is_played_once(server, new, rooms):
    room, _ = to_move(rooms)
    client = Client(server.address, retries=QUICK)
    lossy = client._transport = LossyTransport(client._transport, "/moves")
    again = client.join(room.link)
    count = len(again.played)
    again.play(0)
    room.refresh()
    assert lossy.lost == 1
    assert (again.version, again.played, again.events) == (room.version, room.played, room.events)
    assert len([move for move in again.played[count:] if move.seat != "chance"]) == 1


@pytest.fixture
def with_undo(live) -> Room:
    """Return the room of a seat that may take its last move back."""
    new = live.new_room("burgundy", names=["Ann", "Bob"])
    room, _ = to_move(join_all(live, new))
    room.play(room.legal_actions("take_workers")[0])
    assert room.can_undo
    return room


def test_an_undo_shortens_the_log_for_all_viewers(live, with_undo):
    room, watcher = with_undo, live.join(with_undo.watcher_link)
    events = [*room.events]
    room.undo()
    assert (room.undos, room.can_undo) == (1, False)
    assert room.events == events[: len(room.events)] != events
    assert watcher.refresh() == ()
    assert watcher.events == room.events
    with pytest.raises(UndoRefused, match="no move of yours") as caught:
        room.undo()
    assert caught.value.reasons == ()


def test_a_repeated_undo_is_done_once(server, with_undo):
    client = Client(server.address, retries=QUICK)
    lossy = client._transport = LossyTransport(client._transport, "/undo")
    room = client.join(with_undo.link)
    room.undo()
    assert (lossy.lost, room.undos) == (1, 1)
    with_undo.refresh()
    assert with_undo.events == room.events


def test_a_stale_undo_is_not_done(live, with_undo):
    again = live.join(with_undo.link)
    with_undo.play(with_undo.legal_actions("take_workers")[0])
    with pytest.raises(StalePosition):
        again.undo()
    assert (again.undos, again.version) == (0, with_undo.version)


def test_seats_resign_and_play_a_rematch(live, new, rooms):
    with pytest.raises(RematchRefused):
        rooms[0].rematch()
    rooms[1].resign()
    rooms[0].refresh()
    assert (rooms[0].status, rooms[0].is_over, rooms[0].result) == ("resigned", True, None)
    assert rooms[0].players[1].is_resigned
    with pytest.raises(RoomOver):
        rooms[1].take_back()
    with pytest.raises(Forbidden):
        live.join(new.links.watcher).rematch()
    again = [rooms[0].rematch(), rooms[1].rematch()]
    watcher = live.join(new.links.watcher)
    assert watcher.has_rematch
    assert {each.id for each in [*again, watcher.rematch()]} == {again[0].id} != {new.id}
    assert [each.own_seat for each in again] == [0, 1]
    assert play_random(again, 3) == 3


def test_a_bot_may_play_a_seat_and_its_player_takes_it_back(rooms):
    room, other = to_move(rooms)
    with pytest.raises(SeatPresent):
        room.put_bot(other.own_seat)
    other.put_bot(other.own_seat, RoomBot("random"))
    room.refresh()
    assert room.players[other.own_seat].bot == RoomBot("random")
    with pytest.raises(BotPlays):
        other.play("pass")
    other.take_back()
    assert other.players[other.own_seat].bot is None


def test_a_removed_room_is_gone(server, live, new, rooms):
    creator = live.room(new.id, new.credentials.creator)
    with pytest.raises(Forbidden):
        rooms[0].remove()
    client = Client(server.address, retries=QUICK)
    client._transport = LossyTransport(client._transport, f"/rooms/{new.id}")
    creator.client = client
    creator.remove()  # the response is lost, and the repetition finds no room
    for call in (rooms[0].refresh, lambda: rooms[0].play("pass"), rooms[0].score, lambda: live.join(new.links.watcher)):
        with pytest.raises(RoomGone, match="was deleted by its creator"):
            call()


def test_a_room_has_a_clock_and_expires(live):
    room = live.join(live.new_room("burgundy", seconds=3600).links.seats[0])
    assert room.seconds == 3600
    assert room.expires_in is not None
    if room.deadline_in is not None:
        assert 0 < room.deadline_in <= 3600


# --- streams ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("drops", [[], ["refused"], ["empty"], ["broken", "broken"]], ids=lambda drops: "-".join(drops))
def test_changes_survive_dropped_streams(server, rooms, drops, monkeypatch):
    monkeypatch.setattr("referee_sdk.core.room_stream.POLL_SECONDS", 0.05)
    room, _ = to_move(rooms)
    client = Client(server.address, retries=QUICK)
    streams = client._transport = DroppedStreams(client._transport, drops)
    follower = client.join(room.watcher_link)
    with ThreadPoolExecutor(1) as thread:
        changes = follower.changes(30)
        first = thread.submit(next, changes)
        room.play(0)
        events = first.result(30)
        assert events
        assert follower.version == room.version
        changes.close()
    assert streams.opened >= min(len(drops), 1)


def test_a_wait_ends_in_time_without_news(rooms):
    rooms[0].refresh()
    start = time.monotonic()
    assert not rooms[0].wait(1.5)
    assert 1.4 < time.monotonic() - start < 5


def test_changes_show_names_and_undos_without_events(live, with_undo):
    watcher = live.join(with_undo.watcher_link)
    changes = watcher.changes(30)
    with ThreadPoolExecutor(1) as thread:
        for change in (lambda: with_undo.rename("Zoe"), with_undo.undo):
            change()
            assert thread.submit(next, changes).result(30) == ()
    changes.close()
    assert "Zoe" in [player.name for player in watcher.players]
    assert watcher.events == with_undo.events


def test_changes_end_when_the_room_is_removed(live, new, rooms):
    changes = rooms[0].changes(30)
    live.room(new.id, new.credentials.creator).remove()
    with pytest.raises(RoomGone, match="deleted by its creator"):
        next(changes)


def test_asynchronous_changes_can_be_cancelled(server, new):
    async def work() -> None:
        async with AsyncClient(server.address) as client:
            rooms = [await client.join(link) for link in new.links.seats]
            room = next(each for each in rooms if each.is_own_turn)
            watcher = await client.join(new.links.watcher)
            waiting = asyncio.create_task(watcher.wait(30))
            await asyncio.sleep(0.3)
            await room.play((await room.legal_actions())[0])
            assert await waiting
            assert watcher.version == room.version
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(watcher.wait(30), 0.5)
            assert not await watcher.wait(0.5)

    asyncio.run(work())


# --- links and secrets ------------------------------------------------------------------------------------------------

WRONG_LINKS = [
    "",
    "hello",
    "https://referee.example/",
    "https://referee.example/#/room/id",
    "https://referee.example/#/match",
    "ftp://referee.example/#/room/a/b",
    "https://ann:secret@referee.example/#/room/a/b",
    "https://referee.example/#/room/a/b/c",
    "https://referee.example/#/room/a/b%0ac",
]


@pytest.mark.parametrize("link", WRONG_LINKS)
def test_a_wrong_link_is_reported_without_showing_it(client, link):
    for join in (client.join, referee_sdk.join):
        with pytest.raises(BadRequest, match=r"looks like https://referee.example/#/room/ID/CREDENTIAL") as caught:
            join(link)
        assert "secret" not in str(caught.value)


def test_a_link_of_another_service_is_reported(client):
    with pytest.raises(BadRequest, match=r"a room at https://other.example/play, but .* http://referee.local"):
        client.join("https://other.example/play/#/room/abc/secret")


@pytest.mark.parametrize("form", ["{}", " {}\n", "<{}>"])
def test_a_link_alone_joins(new, form):
    room = referee_sdk.join(form.format(new.links.seats[0]), language="fr")
    assert (room.own_seat, room.client.language) == (0, "fr")


def test_a_wrong_credential_and_an_unknown_room_are_reported(live, new):
    with pytest.raises(Forbidden, match="does not belong to this room"):
        live.room(new.id, "wrong")
    with pytest.raises(RoomGone, match="does not exist"):
        live.room("0~AAAAAAAAAAAAAAAAAAAAAA", new.credentials.watcher)


def test_a_service_without_redis_has_no_rooms():
    app = create_app(Settings(secrets=(("k", b"a secret of this test, long enough"),)))
    client = Client(app=app)
    with pytest.raises(RoomsUnavailable, match="has no Redis"):
        client.new_room("burgundy")
    with pytest.raises(RoomsUnavailable, match="n'a pas de Redis"):
        client.with_language("fr").room("0~AAAAAAAAAAAAAAAAAAAAAA", "x")


def test_the_same_idempotency_key_opens_one_room(live):
    first, second = (live.new_room("burgundy", idempotency_key="a-key-of-this-test") for _ in range(2))
    assert first.id == second.id
    assert first.links == second.links


def test_no_secret_is_shown_or_logged(live, new, caplog):
    caplog.set_level(logging.DEBUG)
    rooms = join_all(live, new)
    play_random(rooms, 2)
    rooms[0].wait(0.2)
    shown = [repr(new), *map(repr, rooms), repr(rooms[0]._access), repr(rooms[0]._view), caplog.text]
    with pytest.raises(Forbidden) as caught:
        live.join(new.links.watcher).play("pass")
    shown += [str(caught.value), repr(caught.value), repr(caught.value.problem)]
    secrets = [*new.credentials.seats, new.credentials.watcher, new.credentials.creator]
    assert [secret for secret in secrets if any(secret in text for text in shown)] == []
    assert re.search(r"<Room of medievalia, seat \d decides: ", repr(rooms[0]))


# --- keys -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def server_with_keys(tmp_path):
    """Run a service that needs the key KEY."""
    with running_referee(tmp_path, "up", "--port", "0", REFEREE_API_KEYS=KEY) as running:
        yield running


KEY = "a-long-key-of-this-test"


def test_a_player_with_a_link_needs_no_api_key(server_with_keys):
    new = Client(server_with_keys.address, KEY).new_room("medievalia")
    room = referee_sdk.join(new.links.seats[0])
    assert room.client.game(room.game).title == "Medievalia"
    with pytest.raises(UnknownName):
        room.legal_actions("no_such_verb")  # asks for the verbs of the game
    rooms = [room, referee_sdk.join(new.links.seats[1])]
    mover, _ = to_move(rooms)
    mover.client = mover.client.with_retries(max_attempts=60)  # the worker starts after the service
    assert mover.hint("search", iterations=20).action in mover.legal_actions()
