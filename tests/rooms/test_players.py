"""Players of a room: names, presence, bots at seats, takeover, resign, rematch, time limits."""

from __future__ import annotations

import pytest

from referee_service.services.rooms.bots import LEASE_SECONDS, RETRY_SECONDS
from referee_service.services.rooms.room import AWAY_SECONDS
from tests.rooms.tables import RoomTable, new_room, problem

GREEDY = {"bot": "greedy"}


@pytest.fixture
def room(app) -> RoomTable:
    """Return a room of two people who both have joined."""
    table = new_room(app)
    table.look(0), table.look(1)
    return table


def players(room: RoomTable, field: str) -> list:
    return [player[field] for player in room.look("watcher")["players"]]


def attend_all(bots) -> int:
    """Do what a worker does until no room is due. Return the number of looks."""
    looks = 0
    while bots.attend():
        looks += 1
        assert looks < 5000, "a room stays due"
    return looks


# --- names and presence -----------------------------------------------------------------------------------------------


def test_a_seat_changes_its_own_name(room):
    before = room.look(1)["version"]
    assert room.change("/seats/1", 1, name="Bob")["version"] == before + 1
    assert players(room, "name") == ["", "Bob"]
    assert problem(room.post("/seats/0", 1, name="Eve")) == (403, "bad-credential")
    assert problem(room.post("/seats/0", "creator", name="Eve")) == (403, "bad-credential")
    assert problem(room.post("/seats/2", 1, name="Eve")) == (409, "impossible-setup")
    assert problem(room.post("/seats/1", 1, name="\u2028")) == (422, "schema-mismatch")
    assert room.change("/seats/1", 1, name="")["players"][1]["name"] == ""


def test_a_seat_is_away_after_a_minute_without_a_call(app, room, clock):
    assert players(room, "is_away") == [False, False]
    clock.forward(AWAY_SECONDS + 1)
    assert players(room, "is_away") == [True, True]
    assert not room.look(0)["players"][0]["is_away"]
    assert players(room, "is_away") == [False, True]
    late = new_room(app)
    assert players(late, "is_away") == [False, False]
    assert players(late, "has_joined") == [False, False]
    late.look(1)
    assert players(late, "has_joined") == [False, True]
    clock.forward(AWAY_SECONDS + 1)
    assert players(late, "is_away") == [True, True]


# --- bots -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", [{"bot": "random"}, GREEDY, {"bot": "search", "budget": {"iterations": 2}}])
def test_bots_of_each_kind_play_a_whole_game_against_each_other(app, bots, bot):
    room = new_room(app, "caravan", 2, bots={"0": bot, "1": GREEDY})
    assert room.look("watcher")["players"][0]["bot"] == bot
    while room.look("watcher")["status"] == "playing":
        assert bots.attend()
        bots.repository.clock.forward(1)  # the search has had time
    assert room.call("GET", "/record", "watcher").json["is_complete"]
    assert not bots.attend()


def test_a_room_waits_for_its_people_and_moves_its_bots_after_them(app, bots):
    room = new_room(app, bots={"0": GREEDY, "1": GREEDY}, seats=3)
    attend_all(bots)
    seen = room.look(2)
    assert seen["position"]["turn"]["seat"] == 2
    assert seen["position"]["legal_actions"]
    assert seen["thinking"] is None
    room.play_until(lambda seen: seen["position"]["turn"]["seat"] != 2)
    assert room.look(2)["thinking"] == {"seat": room.turn(), "bot": "greedy", "iterations": 0}
    attend_all(bots)
    assert room.turn() == 2


def test_the_progress_of_a_search_is_shown(app, bots):
    room = new_room(app, bots={"0": {"bot": "search"}, "1": {"bot": "search"}})
    assert room.look("watcher")["thinking"]["iterations"] == 0
    assert bots.attend()  # starts the search, which ends at once here
    thinking = room.look("watcher")["thinking"]
    assert thinking == {"seat": room.turn(), "bot": "search", "iterations": 2}


def test_a_failed_search_is_replaced_by_greedy(app, bots, monkeypatch):
    room = new_room(app, bots={"0": {"bot": "search"}, "1": {"bot": "search"}})
    searches = bots.runner.searches
    monkeypatch.setattr(searches, "enqueue", lambda *_: None)
    assert bots.attend()
    from referee_service.services.bots.queue import SearchProgress

    monkeypatch.setattr(searches, "progress", lambda _: SearchProgress("failed", failure="lost"))
    before = room.look("watcher")["position"]["ply"]
    bots.repository.clock.forward(1)
    assert bots.attend()
    assert room.look("watcher")["position"]["ply"] > before


def test_a_full_search_queue_makes_the_bot_wait(app, bots, monkeypatch):
    from referee_service.services.errors import ServiceError

    room = new_room(app, bots={"0": {"bot": "search"}, "1": {"bot": "search"}})

    def refuse(quota_id, count):
        raise ServiceError("too-many-jobs.queue", queued=1000)

    with monkeypatch.context() as patch:
        patch.setattr(bots.runner.searches, "check_quota", refuse)
        assert bots.attend()
        bots.repository.clock.forward(1)
        assert bots.attend()
    assert room.look("watcher")["thinking"]["iterations"] == 0
    bots.repository.clock.forward(1)
    bots.attend()
    assert room.look("watcher")["thinking"]["iterations"] == 2


def test_rooms_with_bots_or_a_time_limit_need_a_worker(app, bots, monkeypatch):
    from referee_service.services.errors import ServiceError

    def refuse(quota_id, count):
        raise ServiceError("no-worker.alive")

    room = new_room(app)
    monkeypatch.setattr(bots.runner.searches, "check_quota", refuse)
    new_room(app)
    for body in ({"bots": {"1": GREEDY}}, {"seconds": 60}):
        response = app.test_client().post("/v1/rooms", json={"game": "burgundy", "seats": 2, **body})
        assert problem(response) == (503, "no-worker")
    assert problem(room.post("/seats/0", 0, bot=GREEDY)) == (503, "no-worker")


def test_a_worker_that_dies_with_a_lease_leaves_the_room_to_another_one(app, bots, clock):
    room = new_room(app, bots={"0": GREEDY, "1": GREEDY})
    store = bots.repository.store
    lease = store.lease(clock(), LEASE_SECONDS)
    assert lease.room_id == room.id
    assert not bots.attend()
    clock.forward(LEASE_SECONDS + 1)
    before = room.look("watcher")["version"]
    assert bots.attend()
    assert room.look("watcher")["version"] == before + 1
    store.postpone(lease, None)  # the dead worker returns: its lease is over, so it changes nothing
    assert bots.attend()


def test_a_room_that_cannot_be_played_holds_up_no_other_one(app, bots, clock, monkeypatch, caplog):
    broken = new_room(app, bots={"0": GREEDY, "1": GREEDY})
    clock.forward(1)
    other = new_room(app, bots={"0": GREEDY, "1": GREEDY})
    opened = bots.repository.opened

    def fail(room, *arguments):
        assert room.id != broken.id, "this room is broken"
        return opened(room, *arguments)

    monkeypatch.setattr(bots.repository, "opened", fail)
    assert bots.attend()
    assert bots.attend()
    monkeypatch.setattr(bots.repository, "opened", opened)
    assert other.look("watcher")["version"] > 1
    assert broken.look("watcher")["version"] == 1
    assert "its bot failed" in caplog.text
    clock.forward(RETRY_SECONDS + 1)
    for _ in range(3):
        bots.attend()
    assert broken.look("watcher")["version"] > 1


# --- takeover ---------------------------------------------------------------------------------------------------------


def test_a_bot_takes_over_a_seat_that_left_and_its_person_takes_it_back(room, clock, bots):
    for who in (1, "creator"):
        assert problem(room.post("/seats/0", who, bot=GREEDY)) == (409, "seat-present")
    clock.forward(AWAY_SECONDS + 1)
    room.look(1)
    assert problem(room.post("/seats/0", 1, bot=None)) == (403, "bad-credential")
    assert problem(room.post("/seats/0", "watcher", bot=GREEDY)) == (403, "bad-credential")
    room.change("/seats/0", 1, bot={"bot": "random"})
    assert players(room, "bot") == [{"bot": "random"}, None]
    assert players(room, "is_away") == [False, False]
    if room.turn() == 1:
        room.play_until(lambda seen: seen["position"]["turn"]["seat"] == 0)
    seen = room.look(0)
    assert seen["position"]["legal_actions"] == []
    assert problem(room.post("/moves", 0, expect=seen["position"]["digest"], notation="end_turn")) == (409, "bot-plays")
    assert attend_all(bots)
    room.play_until(lambda seen: seen["position"]["turn"]["seat"] == 0)
    back = room.change("/seats/0", 0, bot=None)
    assert back["position"]["legal_actions"]
    assert not bots.attend() or room.look(0)["position"]["ply"] == back["position"]["ply"]


def test_the_creator_puts_a_bot_on_a_seat_that_never_came(app, clock, bots):
    room = new_room(app)
    room.look(0)
    clock.forward(AWAY_SECONDS + 1)
    room.change("/seats/1", "creator", bot={"bot": "search", "budget": {"milliseconds": 100}})
    assert players(room, "bot")[1] == {"bot": "search", "budget": {"milliseconds": 100}}


def test_taking_a_seat_back_stops_the_search_of_its_bot(app, bots, monkeypatch):
    stopped = []
    room = new_room(app, bots={"0": {"bot": "search"}, "1": {"bot": "search"}})
    monkeypatch.setattr(bots.runner, "stop", stopped.append)
    room.change(f"/seats/{room.turn()}", room.turn(), bot=None)
    assert len(stopped) == 1
    room.change(f"/seats/{1 - room.turn()}", 1 - room.turn(), bot=None)
    assert len(stopped) == 1


# --- resign and rematch -----------------------------------------------------------------------------------------------


def test_the_room_ends_when_one_of_two_seats_resigns(app, room):
    seen = room.change("/resign", 0)
    assert (seen["status"], seen["position"]["turn"]) == ("resigned", None)
    assert seen["position"]["chance_key"]
    assert [player["is_resigned"] for player in seen["players"]] == [True, False]
    assert room.change("/resign", 0)["version"] == seen["version"]
    assert problem(room.post("/resign", 1)) == (409, "room-over")
    record = room.call("GET", "/record", "watcher").json
    assert record["is_complete"]
    assert app.test_client().post("/v1/games/burgundy/replays", json={"text": record["text"]}).json["valid"]


def test_a_bot_plays_on_for_a_seat_that_resigned(app, bots):
    room = new_room(app, seats=3)
    seen = room.change("/resign", 2)
    assert seen["status"] == "playing"
    assert seen["players"][2]["bot"] == GREEDY
    assert problem(room.post("/seats/2", 2, bot=None)) == (409, "room-over")
    for _ in range(30):
        attend_all(bots)
        assert room.turn() != 2
        room.play()
    assert room.change("/resign", 0)["status"] == "resigned"
    assert not bots.attend()


def test_a_rematch_has_the_same_players_and_each_viewer_its_own_credential(app):
    options, bot = {"tie_break": "fewest_empty"}, {"bot": "random"}
    room = new_room(app, seats=3, names=["Ada", "Bob"], bots={"2": bot}, seconds=60, options=options)
    assert problem(room.post("/rematch", 0)) == (409, "rematch-refused")
    room.change("/seats/1", 1, name="Bobby")
    room.change("/resign", 0)
    room.change("/resign", 1)
    assert problem(room.post("/rematch", "watcher")) == (403, "bad-credential")
    first = room.change("/rematch", 1)["rematch"]
    assert room.change("/rematch", 0)["rematch"]["id"] == first["id"]
    found = {who: room.look(who)["rematch"] for who in (0, 1, 2, "watcher", "creator")}
    assert found[1] == first
    assert first["link"] == f"http://localhost/#/room/{first['id']}/{first['credential']}"
    seats = [found[seat]["credential"] for seat in range(3)]
    table = RoomTable(app, first["id"], seats, found["watcher"]["credential"], found["creator"]["credential"])
    assert players(table, "name") == ["Ada", "Bobby", ""]
    assert players(table, "bot") == [None, None, bot]
    assert players(table, "is_resigned") == [False] * 3
    assert table.look(0)["seconds"] == 60
    assert table.look("creator")["viewer"]["role"] == "creator"
    assert table.look(0)["position"]["commitment"] != room.look(0)["position"]["commitment"]
    table.call("DELETE", "", "creator")


def test_a_solo_game_can_be_resigned(app):
    room = new_room(app, "dice_settlers", 1)
    assert room.change("/resign", 0)["status"] == "resigned"


# --- time limits ------------------------------------------------------------------------------------------------------


@pytest.fixture
def timed(app) -> RoomTable:
    """Return a room with ten seconds per decision."""
    return new_room(app, seconds=10)


def test_the_clock_of_a_seat_starts_when_it_has_joined(timed, clock, bots):
    seat = timed.turn()
    assert timed.look("watcher")["deadline_in"] is None
    timed.look(1 - seat)
    clock.forward(1000)
    assert not bots.attend()
    assert timed.look(seat)["deadline_in"] == 10
    clock.forward(4)
    assert timed.look("watcher")["deadline_in"] == 6


def test_greedy_decides_once_after_the_time_limit(timed, clock, bots):
    timed.look(0), timed.look(1)
    before = timed.look("watcher")
    clock.forward(9)
    assert not bots.attend()
    clock.forward(2)
    assert timed.look("watcher")["deadline_in"] == 0
    assert bots.attend()
    after = timed.look("watcher")
    assert after["position"]["ply"] > before["position"]["ply"]
    assert after["deadline_in"] == 10
    assert players(timed, "bot") == [None, None]
    assert not bots.attend()


def test_a_move_starts_the_time_of_the_next_decision(timed, clock):
    timed.look(0), timed.look(1)
    clock.forward(7)
    assert timed.play()["deadline_in"] == 10


def test_undo_wins_no_time(timed, clock):
    timed.look(0), timed.look(1)
    timed.play_until(lambda seen: seen["can_undo"])
    seat = timed.turn()
    clock.forward(4)
    undone = timed.change("/undo", seat, expect=timed.look(seat)["position"]["digest"])
    assert undone["deadline_in"] == 6
    timed.play_until(lambda seen: seen["can_undo"])
    clock.forward(11)
    late = timed.look(timed.turn())
    assert not late["can_undo"]
    assert problem(timed.post("/undo", timed.turn(), expect=late["position"]["digest"])) == (409, "undo-refused")


def test_a_bot_that_is_set_and_removed_wins_no_time(timed, clock):
    timed.look(0), timed.look(1)
    seat = timed.turn()
    clock.forward(6)
    timed.change(f"/seats/{seat}", seat, bot={"bot": "search"})
    assert timed.change(f"/seats/{seat}", seat, bot=None)["deadline_in"] == 4


def test_a_search_that_takes_longer_than_the_time_limit_is_replaced_by_greedy(timed, clock, bots, monkeypatch):
    timed.look(0), timed.look(1)
    seat = timed.turn()
    monkeypatch.setattr(bots.runner.searches, "enqueue", lambda *_: None)
    before = timed.change(f"/seats/{seat}", seat, bot={"bot": "search"})
    assert bots.attend()
    clock.forward(5)
    assert bots.attend()
    assert timed.look("watcher")["position"]["ply"] == before["position"]["ply"]
    clock.forward(6)
    assert bots.attend()
    assert timed.look("watcher")["position"]["ply"] > before["position"]["ply"]
