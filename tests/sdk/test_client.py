"""The client: every operation of the contract has its method, answers are typed, errors are a family."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from contextlib import suppress

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
    UnknownState,
    UnreadableNotation,
    errors,
)
from referee_service.api.error_handlers import STATUS_BY_CODE
from referee_service.app import create_app
from referee_service.games import GAMES
from referee_service.settings import Settings
from tests.sdk.matches import ROOT, every_game, new_match
from tests.sdk.service import shared

GAME = next(iter(GAMES))


# --- the contract ---------------------------------------------------------------------------------------------------


def operations() -> Iterator[tuple[str, str]]:
    """Every operation of the contract: its method and its path, with `*` for what is named in it."""
    contract = yaml.load((ROOT / "openapi.yaml").read_text(), Loader=yaml.CSafeLoader)
    for path, methods in contract["paths"].items():
        for method in methods:
            yield method.upper(), generic(path)


def generic(path: str) -> str:
    """A path without the names of game, rule and job."""
    path = re.sub(r"/v1/games/[^/]+", "/v1/games/*", path)
    path = re.sub(r"/rules/[^/]+$", "/rules/*", path)
    return re.sub(r"/v1/jobs/[^/]+", "/v1/jobs/*", path)


class Heard(Session):
    """A session that notes what is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[tuple[str, str]] = set()

    def request(self, method, url, *args, **more):
        self.asked.add((method, generic(url.removeprefix("http://referee.local"))))
        return super().request(method, url, *args, **more)


@pytest.mark.filterwarnings("error")
def test_every_operation_of_the_contract_has_its_method():
    heard = Heard()
    client = Client(app=shared(), session=heard, retries=referee_sdk.RetryPolicy(max_attempts=1))
    match = new_match(client, GAME)
    position = client.set_up(GAME, seats=2, chance=Chance("seeded", "x"))
    rule = client.rules(GAME)[0].rule
    action = position.legal_actions[0]
    calls = [
        client.games,
        lambda: client.game(GAME),
        lambda: client.rules(GAME),
        lambda: client.rule(GAME, rule),
        lambda: client.content(GAME),
        lambda: client.move(position, action),
        lambda: client.moves(position, [(position.turn.seat, action)]),
        lambda: client.judge(position, action),
        lambda: client.legal_actions(position),
        lambda: client.view(position, seat=0),
        lambda: client.audit(position.state),
        lambda: client.score(position),
        lambda: client.replay(match.record()),
        lambda: client.bot_move(position),
        lambda: client.job("none"),
        lambda: list(client.job_events("none")),
        lambda: client.stop_job("none"),
    ]
    for call in calls:
        with suppress(NotFound):  # there is no such job; it is asked for all the same
            call()
    assert set(operations()) - heard.asked == set()


def test_every_code_of_the_service_has_its_error():
    for code, status in STATUS_BY_CODE.items():
        error = errors.error_from_problem(status, {"code": code, "detail": "why", "request_id": "7"})
        assert type(error) is not RefereeError
        assert (error.code, error.status, error.request_id, error.detail) == (code, status, "7", "why")


def test_all_errors_can_be_imported_from_the_top():
    family = {name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, RefereeError)}
    assert family <= set(referee_sdk.__all__)


# --- answers --------------------------------------------------------------------------------------------------------


@every_game
def test_the_catalogue_of_every_game(client, game):
    about = client.game(game)
    assert about.title == {line.game: line.title for line in client.games()}[game]
    assert all(verb.title for verb in about.verbs.values())
    assert about.options["$ref"] or about.options["properties"]
    rules = client.rules(game)
    assert client.rule(game, rules[0].rule) == rules[0]
    assert client.with_language("fr").rule(game, rules[0].rule).title != rules[0].title
    assert set(client.content(game)) == set(about.content)


@every_game
def test_every_answer_of_a_match_is_typed(client, game):
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


def test_a_position_is_sent_whole_when_its_digest_is_not_remembered(client):
    position = new_match(client, GAME)._moment.source
    elsewhere = Client(app=create_app())
    with pytest.raises(UnknownState):
        elsewhere.legal_actions(StateRef(GAME, position.digest))
    assert elsewhere.legal_actions(position).legal_actions == position.legal_actions
    assert elsewhere.legal_actions(StateRef(GAME, position.digest)).legal_actions == position.legal_actions


def test_a_service_in_this_process_needs_no_socket(monkeypatch):
    def refuse(*_):
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    assert [line.game for line in Client(app=shared()).games()] == list(GAMES)


# --- refusals -------------------------------------------------------------------------------------------------------


def test_an_illegal_move_tells_every_rule_and_near_moves(client):
    match = new_match(client, GAME)
    wrong_seat = len(match.score().scores) - 1 - match.seat
    with pytest.raises(IllegalMove, match=r"referee\.seat") as caught:
        client.move(match.state, match.legal_actions()[0], seat=wrong_seat)
    assert caught.value.refusals[0].rule == "referee.seat"
    assert caught.value.code == "illegal-move"
    assert caught.value.request_id


def test_what_the_rules_refuse_has_its_own_errors(client):
    state = new_match(client, GAME).state
    refused = {
        ImpossibleSetup: lambda: client.new_match(GAME, seats=2, content="no-such-pack"),
        BadRequest: lambda: client.new_match(GAME, seats=99),
        NotFound: lambda: client.new_match("tiddlywinks"),
        UnreadableNotation: lambda: client.move(state, "fly away"),
        RulesetMismatch: lambda: client.score({**state, "ruleset": "0"}),
        Forbidden: lambda: client.score(SealedState(GAME, "made up", "made up")),
    }
    for error, call in refused.items():
        with pytest.raises(error):
            call()
    with pytest.raises(ImpossibleState) as caught:
        client.score({**state, "board": {**state["board"], "score_lines": [[]]}})
    assert caught.value.faults


def test_an_unknown_key_is_told_so():
    app = create_app(Settings.from_env({"REFEREE_API_KEYS": "sesame-sesame-sesame"}))
    with pytest.raises(Unauthorized):
        Client(app=app, api_key="wrong").games()
    assert Client(app=app, api_key="sesame-sesame-sesame").games()
