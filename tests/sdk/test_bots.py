"""Bots through the SDK: moves, jobs and opponents in a chat."""

from __future__ import annotations

import pytest

from referee_sdk import BotFailed, Client, NotFound, SealedState, Unavailable
from referee_sdk.bots import Job
from referee_sdk.chat import BotSeat, Table, TableManager
from referee_sdk.core.bots import POLL_SECONDS
from referee_sdk.core.calls import Calls
from referee_sdk.core.exchange import Response
from referee_sdk.transport import Transport
from tests.sdk.conftest import HEADERS
from tests.sdk.matches import every_game, fewest_seats, joined_text, new_match, play_number


@every_game
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_fast_bot_returns_a_move_at_once(client, game, bot):
    match = new_match(client, game)
    move = client.bot_move(match.state, bot, seed="1")
    assert move.action in match.legal_actions()
    assert (move.game, move.bot, move.seat) == (game, bot, match.seat)
    assert {ranked.action for ranked in move.moves[0].ranking} == set(match.legal_actions())
    assert client.bot_move(match.state, bot, seed="1").action == move.action
    seat = match.seat
    match.play_bot(bot)
    assert match.decision_seats == [seat]


@every_game
def test_bots_play_only_legal_moves(client, game):
    match = new_match(client, game)
    while not match.is_over and match.decision_count < 30:
        match.play_bot("random")
    assert client.replay(match.record()).position.state == match.state


def test_a_bot_can_play_a_whole_turn_in_one_call(client):
    match = client.new_match("burgundy", seed="1")
    move = client.bot_move(match.state, "greedy", until="turn_end", play=True)
    assert len(move.moves) >= 2
    assert move.position.turn.seat != match.seat


@every_game
def test_the_client_waits_for_a_search_and_reports_its_progress(live, game):
    match = new_match(live, game)
    jobs: list[Job] = []
    legal = match.legal_actions()
    match.play_bot("search", iterations=30, seed="1", on_progress=jobs.append)
    assert match.record().moves[-1] is not None
    assert all(job.iterations >= 0 for job in jobs)
    assert any(action.notation in [move.notation for move in match.record().moves] for action in legal)


def test_a_search_can_be_watched_and_stopped(live):
    match = live.new_match("burgundy", seed="1")
    job = live.start_bot_move(match.state, "search", milliseconds=30_000, seed="stop")
    assert isinstance(job, Job)
    assert next(iter(live.job_events(job.id))).id == job.id
    live.stop_job(job.id)
    *_, last = live.job_events(job.id)
    assert last.status == "stopped"
    with pytest.raises(BotFailed, match="stopped"):
        live.wait_for_job(last)


def test_the_client_sends_the_credential_for_a_search_in_a_guarded_match(live):
    match = live.new_match("burgundy", guarded=True)
    match.play_bot("search", iterations=30, seed="1")
    seat = match.seat
    credential = match.credentials.seats[seat]
    source = SealedState("burgundy", match.sealed_state, credential)
    job = live.start_bot_move(source, "search", milliseconds=30_000, seed="stop")
    assert isinstance(job, Job)
    assert credential not in repr(job)
    for call in (live.job, live.stop_job, lambda job: next(live.job_events(job))):
        with pytest.raises(NotFound):
            call(job.id)
    assert live.job(job.id, credential=credential).id == live.job(job).id == next(live.job_events(job)).id == job.id
    assert live.job(job.id, credential=match.credentials.keeper).credential == match.credentials.keeper
    assert live.stop_job(job).status == "stopped"
    *_, last = live.job_events(job.id, credential=credential)
    with pytest.raises(BotFailed, match="stopped"):
        live.wait_for_job(last)


def test_an_api_key_leaves_the_authorization_header_to_credentials():
    headers = Client(api_key="mine")._calls.request("GET", "/v1/jobs/1", credential="secret").headers
    assert (headers["X-API-Key"], headers["Authorization"]) == ("mine", "Bearer secret")


def test_the_client_pauses_between_polls_that_the_service_does_not_hold(client, monkeypatch):
    responses = [b'{"id": "1", "status": "running"}'] * 2 + [b'{"id": "1", "status": "failed"}']
    monkeypatch.setattr(Transport, "send", lambda self, request: Response(200, HEADERS, responses.pop(0)))
    pauses: list[float] = []
    monkeypatch.setattr("referee_sdk.client.sleep", pauses.append)
    with pytest.raises(BotFailed) as caught:
        client.wait_for_job(Job("1", "queued"))
    assert caught.value.job.status == "failed"
    assert pauses == [POLL_SECONDS, POLL_SECONDS]


def test_a_service_without_workers_is_unavailable(client):
    with pytest.raises(Unavailable) as caught:
        client.with_retries(max_attempts=1).bot_move(client.new_match("burgundy").state, "search", iterations=10)
    assert caught.value.code == "no-worker"
    with pytest.raises(NotFound):
        client.job("none")


# --- opponents --------------------------------------------------------------------------------------------------------


@every_game
def test_bots_are_opponents_in_a_chat(client, game):
    table = Table.open(client, game, ["Ann", *[BotSeat("greedy")] * (fewest_seats(game) - 1)], seed="1")
    table.begin()
    while not table.match.is_over and table.match.decision_count < 20:
        assert table.current_player == "Ann"
        play_number(table)
    resumed = Table.resume(client, table.save())
    assert resumed.seats == table.seats


def test_a_failed_bot_move_is_tried_again_at_the_next_text(client, monkeypatch):
    table = Table.open(client, "burgundy", ["Ann", BotSeat("greedy")], seed="hello")
    table.begin()
    table.say("Ann", "1")

    def fail(*_, **__):
        raise Unavailable("No worker.", problem={"code": "search-unavailable"})

    with monkeypatch.context() as broken:
        broken.setattr(Calls, "bot_move", fail)
        text = joined_text(table.say("Ann", "take workers"))
        assert "• Ann takes " in text  # the move is not lost
        assert "The referee cannot continue: No worker." in text
    assert isinstance(table.current_player, BotSeat)
    assert "greedy 🤖" in joined_text(table.say("Ann", "moves"))
    assert table.current_player == "Ann"


def test_an_undo_includes_the_moves_of_bots(client):
    table = Table.open(client, "burgundy", ["Ann", BotSeat("greedy")], seed="hello")
    table.begin()
    first = table.match.state
    table.say("Ann", "1")
    table.say("Ann", "take workers")
    assert "took a move back" in joined_text(table.say("Ann", "undo"))  # there is no other user to agree
    table.say("Ann", "undo")
    assert table.match.state == first


def test_a_manager_seats_bots(client):
    manager = TableManager(client)
    manager.open("#games", "Ann", "burgundy", seats=3, bot=BotSeat("greedy"))
    assert manager.table("#games").seats == ("Ann", BotSeat("greedy"), BotSeat("greedy"))
