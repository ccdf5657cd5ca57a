"""Bot moves: the input of searches, decisions ahead, and how moves are played. The toy game has hidden information."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from types import SimpleNamespace

import msgspec
import pytest

from referee_service.kernel.chance import Chance, seed_key
from referee_service.kernel.codec import decode, encode
from referee_service.kernel.match import Match, new_match, play_chance
from referee_service.kernel.state import CHANCE
from referee_service.services.bots import search_task
from referee_service.services.bots.jobs import BotJob, BotRequest
from referee_service.services.bots.queue import SearchProgress
from referee_service.services.bots.responses import BotMove, Job
from referee_service.services.bots.search_task import SearchTask, run_search_task, view_digest
from referee_service.services.bots.service import BotService
from referee_service.services.context import ClientContext
from referee_service.services.errors import IllegalMoveError, ServiceError
from referee_service.services.matches.crypto import MatchCrypto
from referee_service.services.matches.loader import OpenState, SealedState
from referee_service.services.matches.responses import POSITION_PARTS
from referee_service.services.matches.service import MatchService
from referee_service.store.memory import MemoryStore
from tests.contract.playthroughs import GAMES, playthrough, sampled_plies
from tests.kernel.toy import GAME as TOY
from tests.services.inline_queue import InlineSearchQueue

CONTEXT = ClientContext("en", frozenset(POSITION_PARTS), "anna")
OPEN_GAMES = ("burgundy", "settlement", "dice_settlers")
"""Games without hidden information."""
SEARCH = BotRequest(bot="search", iterations=10, seed="1")
WHOLE_TURN = BotRequest(bot="search", iterations=6, until="turn_end", play=True)


@pytest.fixture
def searches():
    return InlineSearchQueue(GAMES)


@pytest.fixture
def bots(searches):
    return bot_service(searches)


def bot_service(searches):
    crypto = MatchCrypto((("k", b"0123456789abcdef0123456789abcdef"),))
    return searches.serve(BotService(MatchService(MemoryStore(1 << 24), crypto), searches, GAMES))


def context_of(source):
    """Return the context of a client that reads jobs, with the credential of a sealed state."""
    return replace(CONTEXT, credential=getattr(source, "credential", ""))


def source(match):
    return OpenState(encode(match))


def first_match(game, seats=2):
    return play_chance(game, new_match(game, seats=seats, chance=Chance("seeded", "bots"))).match


def set_up(bots, guarded):
    """Return the first position of a match of the toy game."""
    chance = None if guarded else Chance("seeded", "bots")
    return bots.matches.set_up(
        TOY, seats=2, options=TOY.options_type(), chance=chance, content=None, guarded=guarded, context=CONTEXT
    )


def bot_move(bots, game, state_source, request, context=CONTEXT):
    """Return the bot move, after polling its job until it is finished."""
    context = replace(context, credential=getattr(state_source, "credential", ""))
    response = bots.request_move(game, state_source, request, context, wait=0)
    while not isinstance(response, BotMove):
        assert response.status in ("queued", "running", "finished")
        job = bots.get_job(response.id, context)
        response = job.result or job
    return response


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("bot", ["random", "greedy", "search"])
def test_the_input_and_the_move_of_a_bot_do_not_depend_on_hidden_information(bots, searches, name, bot):
    game, different = GAMES[name], 0
    for ply in sampled_plies(game, 2, each=1):
        if ply.seat == CHANCE:
            continue
        responses, view = [], game.view(ply.before.state, ply.seat)
        states = [ply.before.state, *(game.determinize(view, seed_key(key)) for key in ("one", "two"))]
        for number, state in enumerate(states):
            match = Match(game.name, game.ruleset, Chance("seeded", str(number)), ply.before.ply, state)
            response = bot_move(bots, game, source(match), BotRequest(bot=bot, iterations=3, seed="1"))
            responses.append(msgspec.json.encode((response, searches.tasks)))
            searches.clear()
        assert len(set(responses)) == 1
        different += states[0] not in states[1:]
    assert different or name in OPEN_GAMES, "some position must hide something"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("bot", ["random", "greedy", "search"])
def test_a_turn_is_played_until_another_seat_decides(bots, name, bot):
    game = GAMES[name]
    match = first_match(game)
    seat = game.turn(match.state).seat
    for until in ("move", "turn_end"):
        move = bot_move(bots, game, source(match), BotRequest(bot=bot, iterations=5, until=until, play=True))
        assert (move.seat, move.bot) == (seat, bot)
        assert [each.notation for each in move.position.played if each.seat == seat] == [
            each.action["notation"] for each in move.moves
        ]
        if until == "move":
            assert len(move.moves) == 1
        else:
            assert move.position.turn is None or move.position.turn.seat != seat


def test_a_move_that_is_not_played_has_no_position(bots):
    move = bot_move(bots, TOY, source(first_match(TOY)), BotRequest(bot="greedy"))
    assert move.position is msgspec.UNSET


def test_every_decision_uses_the_real_view_of_the_seat(bots, searches):
    """A worker may decide ahead within its turn. A choice for another view than the real one is discarded."""
    game, move_count = GAMES["settlement"], 0
    match = first_match(game)
    for _ in range(12):
        request = BotRequest(bot="search", iterations=4, until="turn_end", play=True)
        move = bot_move(bots, game, source(match), request)
        move_count += len(move.moves)
        match = decode(game, bytes(move.position.state))
    counts = [len(progress.result.choices) for progress in searches.progresses.values()]
    assert max(counts) > 1, "some searches decide ahead"
    assert 1 < len(counts) < move_count <= sum(counts), "a new search follows after chance acted"


def test_a_worker_decides_ahead_only_while_its_seat_decides_and_chance_does_not_act():
    match = first_match(GAMES["burgundy"])
    game, seat = GAMES["burgundy"], GAMES["burgundy"].turn(match.state).seat
    view = game.view(match.state, seat)
    task = SearchTask("burgundy", msgspec.Raw(msgspec.json.encode(view)), seat, "1", 5, None, whole_turn=True)
    result = run_search_task(GAMES, task, lambda choice: False)
    assert result.choices[0].view == view_digest(view)
    assert len(result.choices) >= 2
    single = run_search_task(GAMES, msgspec.structs.replace(task, whole_turn=False), lambda choice: False)
    assert single.choices == result.choices[:1]


def test_parts_of_a_search_share_its_iterations_and_have_different_numbers(bots, searches):
    move = bot_move(bots, TOY, source(first_match(TOY)), BotRequest(bot="search", iterations=10, workers=3))
    assert move.iterations == 10
    assert sorted(task.iterations for task in searches.tasks.values()) == [3, 3, 4]
    assert {task.part for task in searches.tasks.values()} == {0, 1, 2}


@pytest.mark.alone
def test_a_search_respects_its_time_budget():
    match = first_match(TOY)
    seat = TOY.turn(match.state).seat
    task = SearchTask(TOY.name, msgspec.Raw(msgspec.json.encode(TOY.view(match.state, seat))), seat, "1", None, 50)
    start = time.monotonic()
    (decision,) = run_search_task(GAMES, task, lambda choice: False).choices
    assert 0.05 <= time.monotonic() - start < 5
    assert decision.choice.iterations > 1


def test_a_time_limit_on_decisions_ahead_does_not_change_the_moves(bots, searches, monkeypatch):
    match, request = first_match(GAMES["burgundy"]), BotRequest(bot="search", iterations=5, until="turn_end", play=True)
    ahead = bot_move(bots, GAMES["burgundy"], source(match), request)
    assert len(searches.tasks) < len(ahead.moves)
    searches.clear()
    monkeypatch.setattr(search_task, "TURN_SEARCH_SECONDS", 0.0)
    assert bot_move(bots, GAMES["burgundy"], source(match), request) == ahead
    assert len(searches.tasks) == len(ahead.moves)


# --- a turn that ends early -----------------------------------------------------------------------------------------


class FirstSearchOnly(InlineSearchQueue):
    """Runs only the first search. All others have the progress `others`."""

    others = SearchProgress("queued")

    def enqueue(self, name, task, client_id, job_id):
        if not self.progresses:
            super().enqueue(name, task, client_id, job_id)

    def progress(self, name):
        return super().progress(name) or (self.others if self.progresses else None)


@pytest.mark.parametrize(
    "failure", [SearchProgress("failed", failure="lost"), None], ids=["whose search failed", "that was stopped"]
)
@pytest.mark.parametrize("guarded", [False, True], ids=["open", "guarded"])
def test_a_turn_that_ends_early_returns_its_earlier_decisions(guarded, failure, monkeypatch):
    """In a guarded match these moves are committed, and the client needs their sealed state to continue."""
    monkeypatch.setattr(search_task, "TURN_SEARCH_SECONDS", 0.0)
    searches = FirstSearchOnly(GAMES)
    bots = bot_service(searches)
    table = set_up(bots, guarded)
    seat = table.turn.seat
    own_source = (
        SealedState(table.sealed_state, table.credentials.seats[seat]) if guarded else OpenState(bytes(table.state))
    )
    request = BotRequest(bot="search", iterations=4, until="turn_end", play=True)
    job = bots.get_job(
        bots.request_move(TOY, own_source, request, context_of(own_source), wait=0).id, context_of(own_source)
    )
    assert (job.status, job.result) == ("queued", None)
    first = next(iter(searches.progresses.values())).result.choices[0].choice.notation
    assert job.best.notation == first
    if failure is not None:
        searches.others = failure
        job = bots.get_job(job.id, context_of(own_source))
    else:
        assert bots.stop_job(job.id, context_of(own_source)).status == "stopped"
        job = bots.get_job(job.id, context_of(own_source))
    assert job.status == ("failed" if failure is not None else "stopped")
    assert isinstance(bots.request_move(TOY, own_source, request, context_of(own_source), wait=0), Job), (
        "a part of a turn is not a complete bot move"
    )
    assert [each.action["notation"] for each in job.result.moves] == [first]
    assert job.best.notation == first
    after = job.result.position
    source_after = SealedState(after.sealed_state, own_source.credential) if guarded else OpenState(bytes(after.state))
    assert bots.matches.legal_actions(TOY, source_after, None, CONTEXT).legal_actions == after.legal_actions


def test_another_seat_and_a_finished_game_are_refused_with_their_rule(bots):
    match = first_match(TOY)
    other = 1 - TOY.turn(match.state).seat
    with pytest.raises(IllegalMoveError) as error:
        bots.request_move(TOY, source(match), BotRequest(bot="greedy", seat=other), CONTEXT, wait=0)
    assert [refusal.rule for refusal in error.value.refusals] == ["referee.seat"]
    over = playthrough(TOY.name, 2, 0).matches[-1]
    with pytest.raises(IllegalMoveError) as error:
        bots.request_move(TOY, source(over), BotRequest(bot="greedy"), CONTEXT, wait=0)
    assert [refusal.rule for refusal in error.value.refusals] == ["referee.over"]


class StoppedByAnotherClient(InlineSearchQueue):
    """Stops every job just before its progress is read, like a concurrent request."""

    def progress(self, name):
        jobs = {key: msgspec.json.decode(raw, type=BotJob) for key, raw in self.jobs.items()}
        for key, job in jobs.items():
            self.jobs[key] = msgspec.json.encode(msgspec.structs.replace(job, stopped=True))
        return SearchProgress("stopped")


def test_a_job_that_is_stopped_while_it_is_read_is_not_enqueued_again():
    searches = StoppedByAnotherClient(GAMES)
    bots = bot_service(searches)
    job = bots.request_move(TOY, source(first_match(TOY)), SEARCH, CONTEXT, wait=0)
    assert bots.get_job(job.id, CONTEXT).status == "stopped"
    assert not searches.tasks


# --- guarded matches ------------------------------------------------------------------------------------------------


@pytest.fixture
def table(bots):
    """Return the first position of a guarded match of the toy game."""
    return set_up(bots, guarded=True)


@pytest.mark.parametrize("bot", ["greedy", "search"])
def test_a_bot_plays_a_guarded_match_with_the_credential_of_its_seat(bots, searches, table, bot):
    seat, position = table.turn.seat, table
    request = BotRequest(bot=bot, iterations=6, until="turn_end", play=True)
    move = bot_move(bots, TOY, SealedState(position.sealed_state, table.credentials.seats[seat]), request)
    assert move.position.turn.seat != seat
    assert move.position.state is msgspec.UNSET
    again = bot_move(bots, TOY, SealedState(position.sealed_state, table.credentials.seats[seat]), request)
    assert [each.action for each in again.moves] == [each.action for each in move.moves]
    board = msgspec.json.decode(next(iter(searches.tasks.values())).view)["board"] if bot == "search" else {"deck": []}
    assert board["deck"] == [], "a task never holds hidden information"


def test_a_bot_does_not_play_with_the_credential_of_another_seat_or_the_keeper(bots, table):
    for credential in (table.credentials.seats[1 - table.turn.seat], table.credentials.keeper):
        with pytest.raises((ServiceError, IllegalMoveError)):
            bots.request_move(
                TOY, SealedState(table.sealed_state, credential), BotRequest(bot="greedy"), CONTEXT, wait=0
            )


def test_a_whole_turn_of_a_guarded_match_must_be_played(bots, table):
    own_source = SealedState(table.sealed_state, table.credentials.seats[table.turn.seat])
    with pytest.raises(ServiceError) as error:
        bots.request_move(TOY, own_source, BotRequest(bot="greedy", until="turn_end"), CONTEXT, wait=0)
    assert error.value.code == "play-required"


def test_a_stored_job_holds_the_sealed_state_and_never_the_credential(bots, searches, table):
    own_source = SealedState(table.sealed_state, table.credentials.seats[table.turn.seat])
    bot_move(bots, TOY, own_source, SEARCH)
    (job,) = searches.jobs.values()
    assert table.sealed_state.encode() in job
    assert own_source.credential.encode() not in job


# --- how a job advances ---------------------------------------------------------------------------------------------


class DeferredSearchQueue(InlineSearchQueue):
    """Runs a search when it is enqueued. The test decides when the job advances."""

    def serve(self, bots):
        super().serve(bots)
        self.runner = SimpleNamespace(advance=lambda job_id: None)
        return bots


@pytest.mark.parametrize("guarded", [False, True], ids=["open", "guarded"])
def test_a_job_that_is_only_read_does_not_advance(guarded):
    searches = DeferredSearchQueue(GAMES)
    bots = bot_service(searches)
    position = set_up(bots, guarded)
    credential = position.credentials.seats[position.turn.seat] if guarded else ""
    own_source = SealedState(position.sealed_state, credential) if guarded else OpenState(bytes(position.state))
    bots.runner._has_results = lambda job: job.is_searched  # as if the results came after the request
    job = bots.request_move(TOY, own_source, WHOLE_TURN, context_of(own_source), wait=0)
    before = dict(searches.jobs)
    assert [bots.get_job(job.id, context_of(own_source)) for _ in range(20)] == [
        bots.get_job(job.id, context_of(own_source))
    ] * 20
    assert (searches.jobs, len(searches.tasks)) == (before, 1)
    for _ in range(9):
        bots.runner.advance(job.id)
    assert bots.get_job(job.id, context_of(own_source)).status == "finished"


class Crash(BaseException):
    """The death of a process."""


@pytest.mark.parametrize("is_stopped", [False, True], ids=["continued", "stopped"])
@pytest.mark.parametrize("crash_at", range(20))
def test_a_guarded_turn_survives_a_crash_after_any_write(bots, searches, monkeypatch, crash_at, is_stopped):
    """What the guard has committed is part of the result, even if the job was stopped after the crash."""
    monkeypatch.setattr(bots.matches.crypto, "new_match_id", lambda: "k~same match")
    table, store, writes = set_up(bots, guarded=True), bots.matches.store, []
    commit, save_job = store.commit, searches.save_job

    def crash_in_time(name, write):
        def crashing(*arguments):
            result = write(*arguments)
            writes.append((name, arguments[-1]))
            if len(writes) == crash_at + 1:
                raise Crash
            return result

        return crashing

    monkeypatch.setattr(store, "commit", crash_in_time("commit", commit))
    monkeypatch.setattr(searches, "save_job", crash_in_time("save", save_job))
    own_source = SealedState(table.sealed_state, table.credentials.seats[table.turn.seat])
    with suppress(Crash):
        bots.request_move(TOY, own_source, WHOLE_TURN, context_of(own_source), wait=0)
    (job_id,) = searches.jobs
    if is_stopped:
        job = bots.stop_job(job_id, context_of(own_source))
        assert job.status in ("stopped", "finished")
    else:
        bots.runner.advance(job_id)
        job = bots.get_job(job_id, context_of(own_source))
        assert job.status == "finished"
    commits = [commit.after for name, commit in writes if name == "commit"]
    position = job.result.position if job.result is not None else table
    base = bots.matches.crypto.unseal(position.sealed_state, game=TOY.name).base
    first = bots.matches.crypto.unseal(table.sealed_state, game=TOY.name).base
    assert base == (commits[-1] if commits else first)


def test_several_processes_advance_a_turn_to_the_same_result(table, bots, searches):
    own_source = SealedState(table.sealed_state, table.credentials.seats[table.turn.seat])
    others = [searches.serve(BotService(bots.matches, searches, GAMES)).runner for _ in range(3)]
    searches.runner = SimpleNamespace(advance=lambda job_id: None)
    enqueue, pool = searches.enqueue, ThreadPoolExecutor(6)

    def enqueue_and_advance(*arguments):
        enqueue(*arguments)
        pool.map(lambda runner: runner.advance(arguments[-1]), others * 2)

    searches.enqueue = enqueue_and_advance
    job = bots.request_move(TOY, own_source, WHOLE_TURN, context_of(own_source), wait=0)
    pool.shutdown()
    (job_id,) = searches.jobs
    found = bots.get_job(job_id, context_of(own_source))
    assert found.status == "finished"
    assert isinstance(job, BotMove) or job.id == job_id
    alone = InlineSearchQueue(GAMES).serve(BotService(bots.matches, searches, GAMES))
    assert found.result.moves == bot_move(alone, TOY, own_source, WHOLE_TURN).moves
