"""The calls of rooms in the OpenAPI document: their examples run, and the responses match."""

from __future__ import annotations

import pytest

from tests.api.openapi import OPERATIONS, schema_errors
from tests.rooms.tables import new_room

EXAMPLES = [
    pytest.param(name, path, example["value"], id=f"{name}-{kind}")
    for name, (path, method, operation) in OPERATIONS.items()
    if method == "post" and path.startswith("/v1/rooms")
    for kind, example in operation["requestBody"]["content"]["application/json"]["examples"].items()
]
REFUSED = {"room_moves": "stale-position", "room_undo": "stale-position", "room_rematch": "rematch-refused"}
"""Calls whose example fits no position or comes too early, with the code of their error."""


@pytest.mark.parametrize(("name", "path", "body"), EXAMPLES)
def test_every_example_runs_and_its_response_matches(app, name, path, body):
    room = new_room(app)
    seat = room.turn()
    url = path.replace("{id}", room.id).replace("{seat}", str(seat))
    headers = {"Authorization": f"Bearer {room.seats[seat]}", "Accept": "application/json"}
    response = app.test_client().post(url, json=body, headers=headers)
    if name in REFUSED:
        assert (response.status_code, response.json["code"]) == (409, REFUSED[name])
    else:
        assert response.status_code in (200, 201), response.text
    assert schema_errors(name, str(response.status_code), response.json) == []


@pytest.mark.parametrize("game", ["burgundy", "settlement", "medievalia", "dice_settlers", "empires_north"])
def test_rooms_of_every_game_match_the_document(app, game):
    room = new_room(app, game, 2)
    for _ in range(6):
        room.play()
    for who in (0, "watcher"):
        assert schema_errors("room", "200", room.look(who, "?since=0")) == []
        assert schema_errors("room_record", "200", room.call("GET", "/record", who).json) == []
    ended = room.change("/resign", 0)
    assert schema_errors("room_resign", "200", ended) == []
    assert schema_errors("room_record", "200", room.call("GET", "/record", "watcher").json) == []
