"""Client: a method per operation, typed responses, and a family of errors."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import pytest
import yaml
from requests import Session

import referee_sdk
from referee_sdk import (
    BadRequest,
    Chance,
    Client,
    Forbidden,
    IllegalMove,
    ImpossibleSetup,
    ImpossibleState,
    NotFound,
    RefereeError,
    RulesetMismatch,
    SealedState,
    StateRef,
    Unauthorized,
    Unavailable,
    UnknownState,
    UnreadableNotation,
    errors,
)
from referee_service.api.problems import STATUS_BY_CODE
from referee_service.app import create_app
from referee_service.games import GAMES
from referee_service.settings import Settings
from tests.sdk.matches import ROOT, every_game, new_match
from tests.sdk.service import shared_app

GAME = next(iter(GAMES))


# --- operations -------------------------------------------------------------------------------------------------------


def operations() -> Iterator[tuple[str, str]]:
    """Yield method and path of every operation in the OpenAPI document, with `*` for names in the path."""
    document = yaml.load((ROOT / "openapi.yaml").read_text(), Loader=yaml.CSafeLoader)
    for path, methods in document["paths"].items():
        for method in methods:
            yield method.upper(), generic(path)


def generic(path: str) -> str:
    """Return a path with `*` instead of the names of game, rule, component, state, job, room and seat."""
    path = re.sub(r"/v1/rooms/[^/]+", "/v1/rooms/*", path.partition("?")[0])
    path = re.sub(r"/seats/[^/]+$", "/seats/*", path)
    path = re.sub(r"/v1/games/[^/]+", "/v1/games/*", path)
    path = re.sub(r"/(rules|components)/[^/]+(/picture)?$", r"/\1/*\2", path)
    path = re.sub(r"/pictures/[^/]+\.(svg|png)$", r"/pictures/*.\1", path)
    return re.sub(r"/v1/jobs/[^/]+", "/v1/jobs/*", path)


class RecordingSession(Session):
    """Session that records method and path of every request."""

    def __init__(self, address: str = "http://referee.local") -> None:
        super().__init__()
        self.address = address
        self.requests: set[tuple[str, str]] = set()

    def request(self, method, url, *args, **kwargs):
        self.requests.add((method, generic(url.removeprefix(self.address))))
        return super().request(method, url, *args, **kwargs)


@pytest.mark.filterwarnings("error")
def test_every_operation_of_the_openapi_document_has_a_method():
    session = RecordingSession()
    client = Client(app=shared_app(), session=session, retries=referee_sdk.RetryPolicy(max_attempts=1))
    match = new_match(client, GAME)
    position = client.set_up(GAME, seats=2, chance=Chance("seeded", "x"))
    rule = client.rules(GAME)[0].rule
    action = position.legal_actions[0]
    calls = [
        client.games,
        lambda: client.game(GAME),
        lambda: client.rules(GAME),
        lambda: client.rule(GAME, rule),
        lambda: client.components(GAME),
        lambda: client.component(GAME, "any"),
        lambda: client.move(position, action),
        lambda: client.moves(position, [(position.turn.seat, action)]),
        lambda: client.judge(position, action),
        lambda: client.judge_places(position, action.touches[0]),
        lambda: client.legal_actions(position),
        lambda: client.view(position, seat=0),
        lambda: client.picture(position, seat=0),
        lambda: client.cached_picture(GAME, position.digest),
        lambda: client.cached_picture(GAME, position.digest, format="png", width=300),
        lambda: client.component_picture(GAME, "bank"),
        lambda: client.audit(position.state),
        lambda: client.score(position),
        lambda: client.replay(match.record()),
        lambda: client.bot_move(position),
        lambda: client.job("none"),
        lambda: list(client.job_events("none")),
        lambda: client.stop_job("none"),
    ]
    for call in calls:
        with suppress(NotFound):  # there is no such job or component, but the session records the request
            call()
    assert {call for call in operations() if "/rooms" not in call[1]} - session.requests == set()


def test_every_error_code_of_the_service_has_an_error_class():
    for code, status in STATUS_BY_CODE.items():
        error = errors.error_from_problem(status, {"code": code, "detail": "why", "request_id": "7"})
        assert type(error) is not RefereeError
        assert (error.code, error.status, error.request_id, error.detail) == (code, status, "7", "why")


def test_all_errors_can_be_imported_from_the_package():
    family = {name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, RefereeError)}
    assert family <= set(referee_sdk.__all__)


# --- responses --------------------------------------------------------------------------------------------------------


@every_game
def test_every_game_has_a_catalogue(client, game):
    info = client.game(game)
    assert info.title == {each.game: each.title for each in client.games()}[game]
    assert all(verb.title for verb in info.verbs.values())
    assert info.options["$ref"] or info.options["properties"]
    rules = client.rules(game)
    assert client.rule(game, rules[0].rule) == rules[0]
    assert client.with_language("fr").rule(game, rules[0].rule).title != rules[0].title
    assert {client.component(game, each.id).pack for each in client.components(game)} <= set(info.content)


@every_game
def test_every_response_of_a_match_is_typed(client, game):
    match = new_match(client, game)
    position = client.set_up(game, seats=len(match.score().scores), chance=Chance("seeded", "sdk"))
    assert position.state == match.state
    assert position.turn.verbs
    assert position.legal_actions == match.legal_actions()
    action = position.legal_actions[-1]
    assert client.judge(position, action).preview.ply > position.ply
    assert {each.kind for each in client.legal_actions(position, kind=action.kind).legal_actions} == {action.kind}
    after = client.move(position, action.to_json())
    assert after.played[0].action == action
    assert client.move(position, action.notation, include=["legal_actions"]).events == ()
    assert client.moves(position, [(position.turn.seat, action)]).state == after.state
    assert client.view(after, seat=0).text
    assert client.audit(after.state)
    assert client.replay(match.record()).position.digest == position.digest


@every_game
def test_a_position_may_have_its_text(client, game):
    match = new_match(client, game)
    action = match.legal_actions()[0]
    with_text = client.move(match.state, action, include=["text"])
    assert (with_text.state, client.move(match.state, action).text) == (None, None)
    match.play(action)
    assert with_text.text == match.view(with_text.turn.seat).text


def test_the_client_sends_the_full_state_if_the_digest_is_not_cached(client):
    position = new_match(client, GAME)._snapshot.source
    other = Client(app=create_app())
    with pytest.raises(UnknownState):
        other.legal_actions(StateRef(GAME, position.digest))
    assert other.legal_actions(position).legal_actions == position.legal_actions
    assert other.legal_actions(StateRef(GAME, position.digest)).legal_actions == position.legal_actions


def test_a_service_in_this_process_needs_no_socket(monkeypatch):
    def refuse(*_):
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    assert [each.game for each in Client(app=shared_app()).games()] == list(GAMES)


# --- refusals ---------------------------------------------------------------------------------------------------------


def test_an_illegal_move_has_refusals_code_and_request_id(client):
    match = new_match(client, GAME)
    wrong_seat = len(match.score().scores) - 1 - match.seat
    with pytest.raises(IllegalMove, match=r"referee\.seat") as caught:
        client.move(match.state, match.legal_actions()[0], seat=wrong_seat)
    assert caught.value.refusals[0].rule == "referee.seat"
    assert caught.value.code == "illegal-move"
    assert caught.value.request_id


def test_every_kind_of_refusal_has_an_error_class(client):
    state = new_match(client, GAME).state
    calls = {
        ImpossibleSetup: lambda: client.new_match(GAME, seats=2, content="no-such-pack"),
        BadRequest: lambda: client.new_match(GAME, seats=99),
        NotFound: lambda: client.new_match("tiddlywinks"),
        UnreadableNotation: lambda: client.move(state, "fly away"),
        RulesetMismatch: lambda: client.score({**state, "ruleset": "0"}),
        Forbidden: lambda: client.score(SealedState(GAME, "made up", "made up")),
    }
    for error, call in calls.items():
        with pytest.raises(error):
            call()
    with pytest.raises(ImpossibleState) as caught:
        client.score({**state, "board": {**state["board"], "score_lines": [[]]}})
    assert caught.value.faults


def test_an_unknown_game_raises_with_the_nearest_name(client):
    with pytest.raises(NotFound, match=r"no game 'burgundi'\. Did you mean 'burgundy'\? It has: burgundy, ") as caught:
        client.new_match("burgundi")
    assert caught.value.code == "unknown-game"
    with pytest.raises(NotFound, match=r"no game 'x'\. It has: "):
        client.new_match("x")


def test_a_search_without_redis_is_not_repeated(client, caplog):
    with pytest.raises(Unavailable):
        client.bot_move(client.new_match("burgundy").state, "search")
    assert "next attempt" not in caplog.text


def test_an_unknown_api_key_is_unauthorized():
    app = create_app(Settings.from_env({"REFEREE_API_KEYS": "sesame-sesame-sesame"}))
    with pytest.raises(Unauthorized):
        Client(app=app, api_key="wrong").games()
    assert Client(app=app, api_key="sesame-sesame-sesame").games()


def test_a_position_is_drawn_as_svg_or_png():
    client = Client(app=shared_app())
    position = client.set_up(GAME, seats=2, chance=Chance("seeded", "x"))
    svg = client.picture(position, seat=0, theme="dark", names=["Ada", "Bob"], highlight="none")
    assert svg.startswith(b"<svg")
    assert b"Ada" in svg
    png = client.picture(position.state, format="png", width=300)
    assert png.startswith(b"\x89PNG")
    assert client.cached_picture(GAME, position.digest, seat=0, theme="dark").startswith(b"<svg")
    assert b"<style>" not in svg
    for embedded in (
        client.picture(position, font="embed"),
        client.cached_picture(GAME, position.digest, font="embed"),
    ):
        assert embedded.count(b"<style>@font-face") == 1


def test_a_component_is_drawn_as_svg_or_png():
    client, french = Client(app=shared_app()), Client(app=shared_app(), language="fr")
    assert b"<title>Bank</title>" in client.component_picture(GAME, "bank")
    assert b"<title>Banque</title>" in french.component_picture(GAME, "bank", pack="printed-2011")
    assert b'data-theme="dark"' in client.component_picture(GAME, "bank", theme="dark")
    png = client.component_picture(GAME, "bank", format="png", width=300)
    assert png.startswith(b"\x89PNG")
    assert int.from_bytes(png[16:20], "big") == 300
    with pytest.raises(NotFound, match="bank"):
        client.component_picture(GAME, "banq")
    with pytest.raises(NotFound):
        client.component_picture(GAME, "../bank")


def test_a_state_that_the_service_forgot_is_sent_whole():
    client = Client(app=shared_app())
    position = client.set_up(GAME, seats=2, chance=Chance("seeded", "x"))
    forgotten = replace(position, digest="0" * 32)
    assert client.picture(forgotten, seat=0).startswith(b"<svg")
    with pytest.raises(referee_sdk.UnknownState):
        client.cached_picture(GAME, "0" * 32)
