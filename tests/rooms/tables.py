"""A room as tests use it: one object per room with a call for each viewer, and every response is checked."""

from __future__ import annotations

from dataclasses import dataclass, field

from flask import Flask
from werkzeug.test import TestResponse

from referee_service.games import GAMES
from tests.api.openapi import OPERATIONS, schema_errors

PATHS = {path: name for name, (path, _, _) in OPERATIONS.items() if path.startswith("/v1/rooms")}
CALLS = {
    ("GET", ""): "room",
    ("DELETE", ""): "delete_room",
    ("GET", "/record"): "room_record",
    **{("POST", path.removeprefix("/v1/rooms/{id}")): name for path, name in PATHS.items() if "{id}/" in path},
}
NO_SCHEMA = {"/pictures", "/bot-moves"}
"""Calls whose responses tests of their games check."""


class Clock:
    """A clock that moves only with `forward`."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now

    def forward(self, seconds: float) -> None:
        self.now += seconds


@dataclass
class RoomTable:
    """A room and the credentials of all its viewers."""

    app: Flask
    id: str
    seats: list[str]
    watcher: str
    creator: str
    created: dict = field(repr=False, default_factory=dict)
    game: str = "burgundy"
    checked: set = field(repr=False, default_factory=set)
    """Calls and statuses whose first response was checked. To check all would take minutes."""

    def call(self, method: str, path: str, who: int | str, body: dict | None = None, **headers: str) -> TestResponse:
        """Send a request with the credential of a viewer. The response must match the OpenAPI document."""
        credential = self.credential(who)
        client = self.app.test_client()
        headers = {"Authorization": f"Bearer {credential}", **headers}
        response = client.open(f"/v1/rooms/{self.id}{path}", method=method, json=body, headers=headers)
        self._check(method, path.partition("?")[0], response)
        return response

    def credential(self, who: int | str) -> str:
        """Return the credential of a seat, `watcher` or `creator`; any other text is one itself."""
        if isinstance(who, int):
            return self.seats[who]
        return {"watcher": self.watcher, "creator": self.creator}.get(who, who)

    def _check(self, method: str, path: str, response: TestResponse) -> None:
        """Check the first response of each call and status against the document, which has no toy game."""
        assert response.status_code != 500, response.text
        path = "/seats/{seat}" if path.startswith("/seats/") else path
        call = (method, path, response.status_code)
        if response.is_json and self.game in GAMES and path not in NO_SCHEMA and call not in self.checked:
            self.checked.add(call)
            errors = schema_errors(CALLS[method, path], str(response.status_code), response.json)
            assert errors == [], response.json

    def look(self, who: int | str, query: str = "") -> dict:
        """Return the room as a viewer sees it."""
        response = self.call("GET", query, who)
        assert response.status_code == 200, response.text
        return response.json

    def post(self, path: str, who: int | str, **body: object) -> TestResponse:
        """Send a POST request."""
        return self.call("POST", path, who, body)

    def change(self, path: str, who: int | str, **body: object) -> dict:
        """Send a POST request that must succeed, and return the room."""
        response = self.post(path, who, **body)
        assert response.status_code == 200, response.text
        return response.json

    def turn(self) -> int:
        """Return the seat to move."""
        return self.look("watcher")["position"]["turn"]["seat"]

    def play(self, who: int | None = None, line: str | None = None) -> dict:
        """Play a line, by default the first legal one of the seat to move, and return the room."""
        seat = self.turn() if who is None else who
        position = self.look(seat)["position"]
        notation = line or position["legal_actions"][0]["notation"]
        return self.change("/moves", seat, expect=position["digest"], notation=notation)

    def play_until(self, condition) -> dict:
        """Play first legal actions until a condition on the room holds, and return the room."""
        room = self.play()
        while not condition(room):
            room = self.play()
        return room


def new_room(app: Flask, game: str = "burgundy", seats: int = 2, **body: object) -> RoomTable:
    """Create a room."""
    response = app.test_client().post("/v1/rooms", json={"game": game, "seats": seats, **body})
    assert response.status_code == 201, response.text
    assert schema_errors("create_room", "201", response.json) == []
    secrets, created = response.json["credentials"], response.json
    return RoomTable(app, created["id"], secrets["seats"], secrets["watcher"], secrets["creator"], created, game)


def problem(response: TestResponse) -> tuple[int, str]:
    """Return status and code of a problem."""
    return response.status_code, response.json["code"]
