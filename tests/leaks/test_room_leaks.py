"""Rooms whose positions look equal to a viewer: all responses to it are equal, byte for byte."""

import random
from collections import Counter

import msgspec
import pytest
from msgspec.structs import replace

from referee_service.kernel.codec import encode
from referee_service.services.matches.crypto import SealedPayload
from referee_service.services.rooms.log import LogEntry
from tests.contract.playthroughs import GAMES
from tests.leaks.hidden_places import pairs
from tests.leaks.positions import TABLES, positions
from tests.leaks.transcript import Table, bytes_of, lines_to_try, looks_equal_after, places_to_try

each_table = pytest.mark.parametrize("name", TABLES)
SAMPLES = {"caravan": (8, 2), "medievalia": (2, 1), "empires_north": (1, 1), "dice_settlers": (2, 1)}
"""For each game, the number of random games and of positions per question."""
GREEDY = {"bot": "greedy"}


class RoomTable(Table):
    """A room at one position. Each request finds it unchanged, so none hinders another one."""

    def __init__(self, app, room, match):
        super().__init__(app, room.id, match)
        self.app, self.room, self.repository = app, room, app.extensions["referee.rooms"].repository

    def store(self):
        """Store the room at this position, in place of any other one."""
        payload = SealedPayload(self.room.id, "base", self.seats, encode(self.match), self.match.ply)
        turn = self.game.turn(self.match.state)
        room = replace(
            self.room,
            sealed_state=self.crypto.seal(payload, game=self.game.name),
            to_move=turn.seat if turn is not None else None,
            status="playing" if turn is not None else "over",
            players=tuple(replace(player, has_joined=True) for player in self.room.players),
            log_plies=(self.match.ply,),
        )
        self.repository.delete(room.id)
        assert self.repository.create(room, [LogEntry(self.match.ply, (), ())])

    def send(self, method, path, viewer, body=None, accept="*/*"):
        """Send a request of a seat, or of a watcher (None), and return all bytes of the response."""
        self.store()
        credential = self.crypto.credential_for(self.room.id, "watcher" if viewer is None else viewer)
        headers = {"Authorization": f"Bearer {credential}", "Accept": accept}
        response = self.client.open(f"/v1/rooms/{self.room.id}{path}", method=method, json=body, headers=headers)
        return bytes_of(response)


def room_transcript(table, viewer, lines, picks):
    """Return the responses to all calls about a room that play nothing."""
    requests = [("GET", "", None), ("GET", "?since=0", None), ("GET", "/record", None)]
    requests += [("POST", f"/{call}", {}) for call in ("views", "scores", "legal-actions")]
    requests += [("POST", "/views", {"seat": seat}) for seat in range(table.seats + 1)]
    requests += [("POST", "/verdicts", {"notation": line}) for line in lines]
    requests += [("POST", "/verdicts", {"places": places}) for places in picks]
    requests += [("POST", "/bot-moves", {"bot": bot}) for bot in ("random", "greedy")]
    requests += [("POST", "/pictures", {"highlight": highlight}) for highlight in ("legal", "last")]
    requests += [
        ("POST", "/undo", {"expect": "0" * 32}),
        ("POST", "/seats/0", {"bot": GREEDY}),
        ("POST", "/resign", {}),
    ]
    return {(method, path, str(body)): table.send(method, path, viewer, body) for method, path, body in requests}


def compare_rooms(app, name, *, games, each):
    """Compare rooms at sampled positions for every seat and for watchers. Return what was compared."""
    counts, game = Counter(), GAMES[name]
    service = app.extensions["referee.rooms"]
    service.repository.clock = lambda: 1_800_000_000.0
    for match, played in positions(name, games, each):
        created = app.test_client().post("/v1/rooms", json={"game": name, "seats": TABLES[name]}).json
        room = service.repository.find(created["id"])
        for viewer in (None, *range(TABLES[name])):
            for pair in pairs(game, match.state, viewer, random.Random(match.ply), 1):
                one, other = (RoomTable(app, room, replace(match, state=state)) for state in (pair.first, pair.second))
                lines = lines_to_try(game, match.state, played, pair.pieces, 3)
                picks = places_to_try(one, viewer or 0)
                transcripts = [room_transcript(table, viewer, lines, picks) for table in (one, other)]
                for call, response in transcripts[0].items():
                    assert response == transcripts[1][call], (viewer, call)
                    counts.update(responses=1, watched=viewer is None)
                counts.update(pairs=1)
                if viewer is not None:
                    compare_moves(one, other, viewer, lines, counts)
    return counts


def compare_moves(one, other, viewer, lines, counts):
    """Compare moves of the viewer, unless chance shows a hidden piece."""
    digest = msgspec.json.decode(one.send("GET", "", viewer).partition(b"\n\n")[2])["position"]["digest"]
    for line in lines:
        answers = [
            table.send("POST", "/moves?since=0", viewer, {"expect": digest, "notation": line}) for table in (one, other)
        ]
        if looks_equal_after(one, other, viewer, viewer, [line]):
            assert answers[0] == answers[1], (viewer, line)
            counts.update(moves=answers[0].startswith(b"200"))


@pytest.fixture
def room_app(app, monkeypatch):
    """Return the service, in which a worker seems to be alive."""
    monkeypatch.setattr(app.extensions["referee.rooms"].bots, "check_worker", lambda: None)
    return app


@each_table
def test_rooms_that_look_equal_to_a_viewer_give_it_equal_responses(room_app, name, record_property):
    games, each = SAMPLES[name]
    counts = compare_rooms(room_app, name, games=games, each=each)
    record_property("figures", f"rooms of {name}: {dict(counts)}")
    assert counts["pairs"] >= 10
    assert counts["watched"] >= 50
    assert counts["moves"] >= 5


def test_a_planted_leak_to_watchers_is_found(room_app, monkeypatch):
    from referee_service.kernel.codec import digest
    from referee_service.services.rooms import views

    monkeypatch.setattr(views, "visible_digest", lambda game, loaded: digest(encode(loaded.match)))
    with pytest.raises(AssertionError):
        compare_rooms(room_app, "caravan", games=4, each=1)
