"""Rooms over HTTP: create, look, play, stale positions, repeats, undo, record, delete."""

from __future__ import annotations

import re

import pytest

from tests.api.openapi import schema_errors
from tests.rooms.tables import RoomTable, new_room, problem

DIGEST = "0" * 32
MOVES = "/v1/rooms/{}/moves"


@pytest.fixture
def room(app) -> RoomTable:
    """Return a room of two people."""
    return new_room(app, names=["Ada", ""])


# --- create and look --------------------------------------------------------------------------------------------------


def test_a_new_room_has_a_credential_and_a_link_for_each_viewer(room):
    assert len({*room.seats, room.watcher, room.creator}) == 4
    assert re.fullmatch(r"first~[\w-]{22}", room.id)
    links = room.created["links"]
    assert links["seats"] == [f"http://localhost/#/room/{room.id}/{seat}" for seat in room.seats]
    assert links["watcher"] == f"http://localhost/#/room/{room.id}/{room.watcher}"
    assert room.creator not in str(links)


def test_every_viewer_has_the_link_for_people_who_watch(room):
    for who in (0, 1, "watcher", "creator"):
        assert room.look(who)["watcher_link"] == room.created["links"]["watcher"]


def test_a_view_has_no_events_of_later_moves(app, room):
    """Another process may play between the two reads of a request: of the room, and of its log."""
    repository = app.extensions["referee.rooms"].repository
    before = repository.open(room.id, room.watcher).room
    plies = before.log_plies
    room.play()
    entries = repository.entries(before, 0)
    assert [entry.ply for entry in entries] == list(plies)
    assert len(repository.entries(repository.open(room.id, room.watcher).room, 0)) == len(plies) + 1


def test_links_have_the_scheme_that_the_client_uses(app):
    for headers in ({"Origin": "https://localhost"}, {"X-Forwarded-Proto": "https"}):
        created = app.test_client().post("/v1/rooms", json={"game": "burgundy", "seats": 2}, headers=headers)
        assert created.json["links"]["watcher"].startswith("https://localhost/#/room/")
        assert created.headers["Location"] == f"/v1/rooms/{created.json['id']}"
    other = app.test_client().post(
        "/v1/rooms", json={"game": "burgundy", "seats": 2}, headers={"Origin": "https://evil.example"}
    )
    assert other.json["links"]["watcher"].startswith("http://localhost/#")


def test_each_viewer_sees_its_role_and_only_the_seat_to_move_sees_legal_actions(room):
    seat = room.turn()
    for who, viewer in (
        (0, {"role": "seat", "seat": 0}),
        (1, {"role": "seat", "seat": 1}),
        ("watcher", {"role": "watcher", "seat": None}),
        ("creator", {"role": "creator", "seat": None}),
    ):
        seen = room.look(who)
        assert seen["viewer"] == viewer
        assert bool(seen["position"]["legal_actions"]) == (who == seat)
        assert not {"sealed_state", "state", "chance_key"} & seen["position"].keys()
        assert [player["name"] for player in seen["players"]] == ["Ada", ""]


def test_a_room_is_refused_with_a_reason(app):
    post = app.test_client().post
    for body, expected in (
        ({"game": "chess", "seats": 2}, (422, "schema-mismatch")),
        ({"game": "burgundy"}, (422, "schema-mismatch")),
        ({"game": "burgundy", "seats": 1}, (409, "impossible-setup")),
        ({"game": "burgundy", "seats": 2, "chance": {"mode": "table"}}, (409, "impossible-setup")),
        ({"game": "burgundy", "seats": 2, "guarded": False}, (409, "impossible-setup")),
        ({"game": "burgundy", "seats": 2, "options": {"no": 1}}, (409, "impossible-setup")),
        ({"game": "burgundy", "seats": 2, "content": "no"}, (409, "impossible-setup")),
        ({"game": "burgundy", "seats": 2, "seconds": 5}, (422, "schema-mismatch")),
        ({"game": "burgundy", "seats": 2, "names": ["a", "b", "c"]}, (422, "too-many-names")),
        ({"game": "burgundy", "seats": 2, "names": ["a\nb"]}, (422, "schema-mismatch")),
        ({"game": "burgundy", "seats": 2, "names": ["\u202eada"]}, (422, "schema-mismatch")),
        ({"game": "burgundy", "seats": 2, "names": ["a" * 41]}, (422, "schema-mismatch")),
        ({"game": "burgundy", "seats": 2, "bots": {"2": {"bot": "greedy"}}}, (409, "impossible-setup")),
        ({"game": "burgundy", "seats": 2, "bots": {"one": {"bot": "greedy"}}}, (422, "schema-mismatch")),
        ({"game": "burgundy", "seats": 2, "bots": {"1": {"bot": "deep"}}}, (422, "schema-mismatch")),
        ({"game": "burgundy", "seats": 2, "bots": {"1": {"bot": "search", "budget": {}}}}, (422, "schema-mismatch")),
    ):
        response = post("/v1/rooms", json=body)
        assert problem(response) == expected, (body, response.text)
        assert schema_errors("create_room", str(response.status_code), response.json) == []


def test_a_hostile_name_is_data_like_any_other(app):
    name = "<img src=x onerror=alert(1)>"
    room = new_room(app, names=[name])
    assert room.look(0)["players"][0]["name"] == name
    picture = room.call("POST", "/pictures", 0, {}, Accept="image/svg+xml").text
    assert "<img" not in picture
    assert "&lt;img" in picture


def test_the_options_and_the_bodies_of_set_ups_are_accepted(app):
    body = {"guarded": True, "include": ["events"], "actions": "notation", "options": {"tie_break": "fewest_empty"}}
    assert new_room(app, **body).look(0)["game"] == "burgundy"


def test_a_set_up_may_be_repeated_with_its_idempotency_key(app):
    headers, body = {"Idempotency-Key": "0123456789abcdef"}, {"game": "burgundy", "seats": 2}
    first, again = (app.test_client().post("/v1/rooms", json=body, headers=headers) for _ in range(2))
    assert first.json == again.json
    other = app.test_client().post("/v1/rooms", json={**body, "seats": 3}, headers=headers)
    assert problem(other) == (409, "idempotency-key-reused")


def test_the_keeper_of_a_match_with_the_same_idempotency_key_has_another_match(app):
    headers = {"Idempotency-Key": "0123456789abcdef"}
    client = app.test_client()
    room = client.post("/v1/rooms", json={"game": "burgundy", "seats": 2}, headers=headers).json
    match = client.post("/v1/games/burgundy/states", json={"seats": 2, "guarded": True}, headers=headers).json
    assert match["credentials"]["seats"] != room["credentials"]["seats"]
    seen = client.get(f"/v1/rooms/{room['id']}", headers={"Authorization": f"Bearer {room['credentials']['watcher']}"})
    assert match["commitment"] != seen.json["position"]["commitment"]


# --- play -------------------------------------------------------------------------------------------------------------


def test_a_move_is_played_and_each_viewer_gets_its_events_since_a_ply(room):
    seat, before = room.turn(), room.look("watcher")["position"]["ply"]
    after = room.play()
    assert after["position"]["ply"] > before
    for who in (0, 1, "watcher", "creator"):
        seen = room.look(who, f"?since={before}")["position"]
        assert seen["played"][0]["seat"] == seat
        assert seen["events"]
        assert seen["ply"] == after["position"]["ply"]
        assert room.look(who, f"?since={seen['ply']}")["position"]["events"] == []
    everything = room.look("watcher", "?since=0")["position"]
    assert len(everything["played"]) == everything["ply"]


def test_a_stale_move_answers_with_the_new_position(room):
    seat = room.turn()
    stale = room.look(seat)["position"]
    line = stale["legal_actions"][0]["notation"]
    room.play(seat, line)
    other = stale["legal_actions"][1]["notation"]
    refused = room.post(f"/moves?since={stale['ply']}", seat, expect=stale["digest"], notation=other)
    assert problem(refused) == (409, "stale-position")
    assert refused.json["room"]["position"] == room.look(seat, f"?since={stale['ply']}")["position"]


def test_a_repeat_of_the_last_request_plays_nothing(room):
    seat = room.turn()
    position = room.look(seat)["position"]
    body = {"expect": position["digest"], "notation": position["legal_actions"][0]["notation"]}
    first, again = room.change("/moves", seat, **body), room.change("/moves", seat, **body)
    assert first["version"] == again["version"]
    assert first["position"]["ply"] == again["position"]["ply"]


def test_a_repeat_after_an_undo_plays_nothing(room):
    seat = room.turn()
    room.play_until(lambda seen: seen["can_undo"])
    seat = room.turn()
    played = room.look(seat)
    undone = room.change("/undo", seat, expect=played["position"]["digest"])
    body = {"expect": undone["position"]["digest"], "notation": undone["position"]["legal_actions"][0]["notation"]}
    after = room.change("/moves", seat, **body)
    if after["can_undo"]:
        room.change("/undo", seat, expect=after["position"]["digest"])
    again = room.change("/moves", seat, **body)
    assert again["version"] == room.look(seat)["version"]


def test_illegal_moves_have_their_refusals(room):
    seat = room.turn()
    digest = room.look(seat)["position"]["digest"]
    refused = room.post("/moves", seat, expect=digest, notation="end_turn")
    assert problem(refused) == (409, "illegal-move")
    assert refused.json["refusals"]
    other = 1 - seat
    digest = room.look(other)["position"]["digest"]
    refused = room.post("/moves", other, expect=digest, notation="end_turn")
    assert refused.json["refusals"][0]["rule"] == "referee.seat"
    assert problem(room.post("/moves", seat, expect=DIGEST, notation="nonsense")) == (409, "stale-position")


def test_several_moves_are_played_in_one_request(room):
    room.play_until(lambda seen: seen["can_undo"])
    seat = room.turn()
    position = room.look(seat)["position"]
    moves = [{"seat": seat, "notation": position["legal_actions"][0]["notation"]}]
    after = room.change("/moves", seat, expect=position["digest"], moves=moves)
    assert after["position"]["ply"] > position["ply"]
    foreign = [{"seat": 1 - seat, "notation": "end_turn"}]
    digest = room.look(seat)["position"]["digest"]
    assert problem(room.post("/moves", seat, expect=digest, moves=foreign)) == (403, "bad-credential")


def test_legal_actions_of_one_verb(room):
    seat = room.turn()
    listed = room.post("/legal-actions", seat, actions="notation").json["legal_actions"]
    verb = listed[0].split()[0]
    of_verb = room.post("/legal-actions", seat, kind=verb, actions="notation").json["legal_actions"]
    assert of_verb == [line for line in listed if line.split()[0] == verb]
    unknown = room.post("/legal-actions", seat, kind="fly")
    assert problem(unknown) == (422, "unknown-verb")
    assert verb in unknown.json["detail"]


def test_watchers_see_exactly_what_a_spectator_sees(app):
    room, medieval = new_room(app, "caravan", 2), new_room(app, "medievalia", 2)
    for who in ("watcher", "creator"):
        assert problem(medieval.post("/pictures", who, seat=0)) == (403, "bad-credential")
        assert problem(medieval.post("/views", who, seat=0)) == (403, "bad-credential")
        assert room.post("/views", who, seat=None).json["seat"] is None
        assert room.post("/legal-actions", who).json["legal_actions"] == []
    watched, seen = (room.post("/views", who, include=["view"]).json for who in ("watcher", 0))
    assert watched != seen
    assert watched == room.post("/views", "creator", include=["view"]).json
    picture = medieval.call("POST", "/pictures", "watcher", {}, Accept="image/svg+xml").text
    assert 'class="highlights" pointer-events="none"></g>' in picture
    mover = medieval.call("POST", "/pictures", medieval.turn(), {}, Accept="image/svg+xml").text
    assert 'class="highlights" pointer-events="none"></g>' not in mover


def test_watchers_and_the_creator_play_nothing(room):
    for who in ("watcher", "creator"):
        digest = room.look(who)["position"]["digest"]
        for path, body in (
            ("/moves", {"expect": digest, "notation": "end_turn"}),
            ("/undo", {"expect": digest}),
            ("/resign", {}),
            ("/verdicts", {"notation": "end_turn"}),
            ("/bot-moves", {"bot": "greedy"}),
        ):
            assert problem(room.post(path, who, **body)) == (403, "bad-credential"), (who, path)
    assert problem(room.post("/seats/0", "watcher", name="Eve")) == (403, "bad-credential")


def test_two_processes_change_one_room(app, empty_redis, clock, room):
    other = RoomTable(_another_app(empty_redis, clock), room.id, room.seats, room.watcher, room.creator)
    for table in (room, other) * 6:
        table.play()
    assert room.look("watcher") == other.look("watcher")


def _another_app(redis, clock):
    from tests.rooms.conftest import create_room_app

    return create_room_app(redis, clock)


def test_a_change_begins_again_if_another_process_was_faster(app, room, monkeypatch):
    repository = app.extensions["referee.rooms"].repository
    save, intruders = repository.save, [lambda: room.change("/seats/0", 0, name="Lin")]

    def save_late(before, change):
        if intruders:
            intruders.pop()()
        return save(before, change)

    room.look(0), room.look(1)
    monkeypatch.setattr(repository, "save", save_late)
    seen = room.change("/seats/1", 1, name="Bob")
    assert [player["name"] for player in seen["players"]] == ["Lin", "Bob"]
    monkeypatch.setattr(repository, "save", lambda before, change: None)
    assert problem(room.post("/seats/1", 1, name="Eve")) == (503, "server-busy")


# --- undo -------------------------------------------------------------------------------------------------------------


def test_undo_takes_back_what_the_guard_allows(room):
    room.play_until(lambda seen: seen["can_undo"])
    seat = room.turn()
    after = room.look(seat, "?since=0")
    before = room.change("/undo?since=0", seat, expect=after["position"]["digest"])
    assert before["undos"] == after["undos"] + 1
    assert before["position"]["ply"] < after["position"]["ply"]
    assert before["position"]["events"] == after["position"]["events"][: len(before["position"]["events"])]
    assert before["position"]["digest"] != after["position"]["digest"]
    assert not before["can_undo"]
    assert problem(room.post("/undo", seat, expect=before["position"]["digest"])) == (409, "undo-refused")
    line = before["position"]["legal_actions"][-1]["notation"]
    assert room.play(seat, line)["position"]["ply"] > before["position"]["ply"]


def test_several_steps_can_be_taken_back_one_by_one(room):
    room.play_until(lambda seen: seen["can_undo"])
    seat = room.turn()
    while not (second := room.play(seat))["can_undo"]:  # until two steps in a row are reversible
        room.play_until(lambda seen: seen["can_undo"])
        seat = room.turn()
    shown = room.call("POST", "/views", seat, {"include": ["view"]}).json
    first = room.change("/undo", seat, expect=second["position"]["digest"])
    assert first["can_undo"]
    line = room.look(seat, f"?since={first['position']['ply'] - 1}")["position"]["played"][-1]["notation"]
    start = room.change("/undo", seat, expect=first["position"]["digest"])
    assert not start["can_undo"]
    again = room.play(seat, line)
    assert again["can_undo"]
    last = second["position"]["played"][-1]["notation"]
    room.play(seat, last)
    assert room.call("POST", "/views", seat, {"include": ["view"]}).json == shown


def test_undo_is_refused_to_others_and_after_chance_or_another_seat(room):
    room.play_until(lambda seen: seen["can_undo"])
    seat = room.turn()
    digest = room.look(1 - seat)["position"]["digest"]
    assert problem(room.post("/undo", 1 - seat, expect=digest)) == (409, "undo-refused")
    room.play_until(lambda seen: seen["position"]["turn"]["seat"] != seat)
    digest = room.look(seat)["position"]["digest"]
    assert problem(room.post("/undo", seat, expect=digest)) == (409, "undo-refused")
    assert problem(room.post("/undo", seat, expect=DIGEST)) == (409, "stale-position")


# --- the end ----------------------------------------------------------------------------------------------------------


def whole_game(room: RoomTable) -> dict:
    return room.play_until(lambda seen: seen["status"] != "playing")


def test_a_whole_game_ends_with_a_complete_record_and_the_chance_key(app):
    room = new_room(app, "caravan", 2)
    early = room.call("GET", "/record", 0).json
    assert not early["is_complete"]
    assert (early["text"], "chance_key" in early) == (None, False)
    over = whole_game(room)
    assert over["status"] == "over"
    assert over["position"]["result"]["scores"]
    assert over["position"]["turn"] is None
    for who in (0, 1, "watcher", "creator"):
        record = room.call("GET", "/record", who).json
        assert record["is_complete"]
        assert record["chance_key"] == room.look(who)["position"]["chance_key"]
        assert all(move["notation"] for move in record["record"]["moves"])
    replayed = app.test_client().post("/v1/games/caravan/replays", json={"text": record["text"]}).json
    assert replayed["valid"]
    assert replayed["position"]["result"]["scores"] == over["position"]["result"]["scores"]
    again = app.test_client().post("/v1/games/caravan/replays", json={"record": record["record"]}).json
    assert again["valid"]
    digest = room.look(0)["position"]["digest"]
    for path, body in (("/moves", {"expect": digest, "notation": "rest"}), ("/undo", {"expect": digest})):
        assert problem(room.post(path, 0, **body)) == (409, "room-over")
    assert problem(room.post("/resign", 0)) == (409, "room-over")
    assert problem(room.post("/seats/0", 0, bot={"bot": "greedy"})) == (409, "room-over")


def test_the_record_before_the_end_hides_what_a_viewer_did_not_see(app):
    room = new_room(app, "caravan", 2)
    for _ in range(20):
        room.play()
    hidden = {
        who: [not move["notation"] for move in room.call("GET", "/record", who).json["record"]["moves"]]
        for who in (0, 1, "watcher")
    }
    assert any(hidden["watcher"])
    assert hidden[0] != hidden[1]
    assert all(each >= seen for each, seen in zip(hidden["watcher"], hidden[0], strict=True))
    played = room.look("watcher", "?since=0")["position"]["played"]
    assert [("notation" not in move) for move in played] == hidden["watcher"]


def test_only_the_creator_deletes_a_room(app, room):
    for who in (0, "watcher"):
        assert problem(room.call("DELETE", "", who)) == (403, "bad-credential")
    assert room.call("DELETE", "", "creator").status_code == 204
    gone = room.call("GET", "", 0)
    assert problem(gone) == (404, "unknown-room")
    assert "deleted" in gone.json["detail"]
    stranger = room.call("GET", "", "stranger")
    assert "deleted" not in stranger.json["detail"]


# --- credentials ------------------------------------------------------------------------------------------------------


def test_wrong_credentials_and_wrong_ids_are_refused(app, room):
    other = new_room(app)
    assert problem(room.call("GET", "", "")) == (401, "missing-credential")
    for credential in ("wrong", other.seats[0], other.creator, "é"):
        assert problem(room.call("GET", "", credential.encode().decode("latin-1"))) == (403, "bad-credential")
    for wrong in ("unknown", "first~AAAAAAAAAAAAAAAAAAAAAA", f"{room.id}:log", "first~short", "*"):
        table = RoomTable(app, wrong, room.seats, room.watcher, room.creator)
        assert problem(table.call("GET", "", 0)) == (404, "unknown-room")


def test_the_credentials_of_a_match_are_not_those_of_rooms(app, room):
    crypto = app.extensions["referee.matches"].crypto
    keeper = crypto.credential_for(room.id, "keeper")
    assert problem(room.call("GET", "", keeper)) == (403, "bad-credential")
    assert crypto.principal_of(room.id, room.creator, 2) is None
    assert crypto.principal_of(room.id, room.watcher, 2) == "watcher"


def test_a_room_expires_and_every_key_of_it_has_a_lifetime(app, room, empty_redis):
    from redis import Redis

    room.play()
    assert room.look(0)["expires_in"] == 30 * 86_400
    with Redis.from_url(empty_redis.url) as redis:
        keys = [key for key in redis.scan_iter() if b"room" in key]
        assert len(keys) == 4
        assert all(0 < redis.ttl(key) <= 30 * 86_400 for key in keys)
        redis.delete(*keys)
    assert problem(room.call("GET", "", 0)) == (404, "unknown-room")
