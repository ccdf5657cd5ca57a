"""Batches of verdicts: chunks, order, errors of single moves, and the fallback from digest to state."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable

import pytest

from referee_sdk import (
    AsyncClient,
    Client,
    InvalidResponse,
    JudgedMove,
    Position,
    StateRef,
    UnknownState,
    UnreadableNotation,
)
from referee_sdk.async_transport import HttpTransport
from referee_sdk.core.exchange import Request, Response
from referee_sdk.transport import Transport
from referee_service.app import create_app
from tests.sdk.conftest import HEADERS
from tests.sdk.matches import every_game, new_match

LEGAL = {"legal": True, "refusals": [], "suggestions": []}
ILLEGAL = {**LEGAL, "legal": False}
UNREADABLE = {"status": 409, "body": {"code": "unreadable-notation", "detail": "This is no move.", "request_id": "r"}}
STATE = {"game": "burgundy", "ply": 1}


class Verdicts:
    """Service that finds moves legal that contain `good`, illegal that contain `bad`, and unreadable otherwise."""

    def __init__(self) -> None:
        self.bodies: list[dict] = []
        self.unknown_digest: Response | None = None

    def respond(self, request: Request) -> Response:
        assert (request.method, request.path) == ("POST", "/v1/games/burgundy/verdicts")
        body = json.loads(request.content)
        self.bodies.append(body)
        if "digest" in body and self.unknown_digest is not None:
            return self.unknown_digest
        return Response(200, HEADERS, json.dumps({"results": [self.result(item) for item in body["batch"]]}).encode())

    def result(self, item: dict) -> dict:
        line = json.dumps(item)
        return (
            {"status": 200, "body": LEGAL if "good" in line else ILLEGAL}
            if "good" in line or "bad" in line
            else UNREADABLE
        )


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Verdicts:
    verdicts = Verdicts()

    async def send(_: HttpTransport, request: Request) -> Response:
        return verdicts.respond(request)

    monkeypatch.setattr(Transport, "send", lambda _, request: verdicts.respond(request))
    monkeypatch.setattr(HttpTransport, "send", send)
    return verdicts


async def judge_many_async(*arguments: object, **options: object) -> tuple[JudgedMove, ...]:
    async with AsyncClient() as client:
        return await client.judge_many(*arguments, **options)


@pytest.fixture(params=["sync", "async"])
def judge_many(request: pytest.FixtureRequest, service: Verdicts) -> Callable[..., tuple[JudgedMove, ...]]:
    if request.param == "sync":
        return Client().judge_many
    return lambda *arguments, **options: asyncio.run(judge_many_async(*arguments, **options))


def test_every_move_gets_its_verdict_or_its_error_in_order(service, judge_many):
    moves = ["good 1", {"kind": "bad"}, "nonsense"]
    good, bad, unreadable = judge_many(STATE, moves, seat=1, include=[])
    assert [good.move, bad.move, unreadable.move] == moves
    assert [bool(each) for each in (good, bad, unreadable)] == [True, False, False]
    assert (good.verdict.legal, bad.verdict.legal, unreadable.verdict) == (True, False, None)
    assert isinstance(unreadable.error, UnreadableNotation)
    assert (good.error, unreadable.error.detail, unreadable.error.status) == (None, "This is no move.", 409)
    (body,) = service.bodies
    batch = [{"notation": "good 1"}, {"action": {"kind": "bad"}}, {"notation": "nonsense"}]
    assert body == {"state": STATE, "seat": 1, "include": [], "batch": batch}


@pytest.mark.parametrize(("count", "sizes"), [(0, []), (1, [1]), (100, [100]), (101, [100, 1]), (250, [100, 100, 50])])
def test_long_lists_are_sent_in_chunks(service, judge_many, count, sizes):
    moves = [f"good {number}" for number in range(count)]
    judged = judge_many(STATE, moves)
    assert [each.move for each in judged] == moves
    assert all(judged)
    assert [len(body["batch"]) for body in service.bodies] == sizes


@pytest.mark.parametrize("is_whole", [True, False])
def test_the_full_state_is_sent_if_the_digest_is_not_cached(service, judge_many, is_whole):
    problem = {"code": "unknown-state", "detail": "unknown", "request_id": "r"}
    items = {"results": [{"status": 404, "body": problem}]}
    service.unknown_digest = Response(
        404 if is_whole else 200, HEADERS, json.dumps(problem if is_whole else items).encode()
    )
    with pytest.raises(UnknownState):
        judge_many(StateRef("burgundy", "0" * 32), ["good"])
    position = Position(game="burgundy", ruleset="1", content="c", ply=1, digest="0" * 32, turn=None, state=dict(STATE))
    assert all(judge_many(position, ["good"]))
    assert [sorted(body)[1:] for body in service.bodies] == [["digest"], ["digest"], ["state"]]


def test_a_response_with_too_few_results_is_invalid(service, judge_many, monkeypatch):
    monkeypatch.setattr(service, "result", lambda item: UNREADABLE)
    monkeypatch.setattr(service, "respond", lambda request: Response(200, HEADERS, b'{"results": []}'))
    with pytest.raises(InvalidResponse, match="judged 0 of 2 moves"):
        judge_many(STATE, ["good", "bad"])


@every_game
def test_the_service_judges_a_batch_like_single_moves(client, game):
    match = new_match(client, game)
    moves = [*match.legal_actions(), *client.game(game).verbs, "nonsense"]
    *others, last = match.judge_many(moves)
    assert isinstance(last.error, UnreadableNotation)
    for judged in others:
        if judged.error is None:
            assert judged.verdict == match.judge(judged.move)
        else:
            with pytest.raises(type(judged.error), match=re.escape(judged.error.detail)):
                match.judge(judged.move)


def test_a_service_that_does_not_cache_the_digest_gets_the_state(client):
    match = new_match(client, "burgundy")
    other = Client(app=create_app())
    assert all(other.judge_many(match._snapshot.source, match.legal_actions(), include=[]))
