"""Bot turns: what a search is told, what it may decide ahead, how its moves are played. The toy game has secrets."""

from __future__ import annotations

import time

import msgspec
import pytest

from referee_service.kernel.chance import Chance, seed_key
from referee_service.kernel.codec import decode, encode
from referee_service.kernel.match import Match, new_match, play_chance
from referee_service.kernel.state import CHANCE
from referee_service.services.bots import search_task
from referee_service.services.bots.jobs import BotRequest, JobSpec
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
from tests.services.inline import InlineSearches

READING = ClientContext("en", frozenset(POSITION_PARTS), "anna")
OPEN_TO_ALL = ("burgundy", "settlement", "dice_settlers")
"""Games in which nothing is hidden from anybody."""
SEARCH = BotRequest(bot="search", iterations=10, seed="1")


@pytest.fixture
def searches():
    return InlineSearches(GAMES)


@pytest.fixture
def desk(searches):
    return a_desk(searches)


def a_desk(searches):
    vault = MatchCrypto((("k", b"0123456789abcdef0123456789abcdef"),))
    return BotService(MatchService(MemoryStore(1 << 24), vault), searches, GAMES)


def source(match):
    return OpenState(encode(match))


def begun(game, seats=2):
    return play_chance(game, new_match(game, seats=seats, chance=Chance("seeded", "bots"))).match


def set_up(desk, guarded):
    """The first position of the toy game."""
    chance = None if guarded else Chance("seeded", "bots")
    return desk.desk.set_up(
        TOY, seats=2, options=TOY.options_type(), chance=chance, content=None, guarded=guarded, reading=READING
    )


def asked(desk, game, given, wanted, reading=READING):
    """What the bot does, looked at until it is done."""
    answer = desk.request_move(game, given, wanted, reading, wait=0)
    while not isinstance(answer, BotMove):
        assert answer.status in ("queued", "running", "finished")
        job = desk.get_job(answer.id, reading)
        answer = job.result or job
    return answer


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("bot", ["random", "greedy", "search"])
def test_a_bot_is_told_and_does_the_same_whatever_is_hidden(desk, searches, name, bot):
    game, others = GAMES[name], 0
    for ply in sampled_plies(game, 2, each=1):
        if ply.seat == CHANCE:
            continue
        answers, view = [], game.view(ply.before.state, ply.seat)
        boards = [ply.before.state, *(game.determinize(view, seed_key(key)) for key in ("one", "two"))]
        for number, board in enumerate(boards):
            match = Match(game.name, game.ruleset, Chance("seeded", str(number)), ply.before.ply, board)
            answer = asked(desk, game, source(match), BotRequest(bot=bot, iterations=3, seed="1"))
            answers.append(msgspec.json.encode((answer, searches.tasks)))
            searches.forget()
        assert len(set(answers)) == 1
        others += boards[0] not in boards[1:]
    assert others or name in OPEN_TO_ALL, "something was hidden somewhere"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("bot", ["random", "greedy", "search"])
def test_a_turn_is_played_until_another_seat_decides(desk, name, bot):
    game = GAMES[name]
    match = begun(game)
    seat = game.turn(match.state).seat
    for until in ("move", "turn_end"):
        move = asked(desk, game, source(match), BotRequest(bot=bot, iterations=5, until=until, play=True))
        assert (move.seat, move.bot) == (seat, bot)
        assert [each.notation for each in move.position.played if each.seat == seat] == [
            each.action["notation"] for each in move.moves
        ]
        if until == "move":
            assert len(move.moves) == 1
        else:
            assert move.position.turn is None or move.position.turn.seat != seat


def test_a_move_that_is_not_played_leaves_no_position(desk):
    move = asked(desk, TOY, source(begun(TOY)), BotRequest(bot="greedy"))
    assert move.position is msgspec.UNSET


def test_every_decision_is_made_from_what_the_seat_really_sees(desk, searches):
    """A worker may look ahead along its turn; what it decided for another view than the real one is not used."""
    game, decided = GAMES["settlement"], 0
    match = begun(game)
    for _ in range(12):
        wanted = BotRequest(bot="search", iterations=4, until="turn_end", play=True)
        move = asked(desk, game, source(match), wanted)
        decided += len(move.moves)
        match = decode(game, bytes(move.position.state))
    ahead = [len(progress.result.decisions) for progress in searches.done.values()]
    assert max(ahead) > 1, "some turns are decided ahead"
    assert 1 < len(ahead) < decided <= sum(ahead), "and what chance brings is looked at before the next decision"


def test_a_worker_decides_ahead_only_while_its_seat_decides_and_chance_is_silent():
    match = begun(GAMES["burgundy"])
    game, seat = GAMES["burgundy"], GAMES["burgundy"].turn(match.state).seat
    view = game.view(match.state, seat)
    task = SearchTask("burgundy", msgspec.Raw(msgspec.json.encode(view)), seat, "1", 5, None, whole_turn=True)
    thought = run_search_task(GAMES, task, lambda so_far: False)
    assert thought.decisions[0].view == view_digest(view)
    assert len(thought.decisions) >= 2
    alone = run_search_task(GAMES, msgspec.structs.replace(task, whole_turn=False), lambda so_far: False)
    assert alone.decisions == thought.decisions[:1]


def test_parts_of_a_search_share_its_iterations_and_draw_other_lots(desk, searches):
    move = asked(desk, TOY, source(begun(TOY)), BotRequest(bot="search", iterations=10, workers=3))
    assert move.iterations == 10
    assert sorted(task.iterations for task in searches.tasks.values()) == [3, 3, 4]
    assert {task.part for task in searches.tasks.values()} == {0, 1, 2}


@pytest.mark.alone
def test_milliseconds_are_kept():
    match = begun(TOY)
    seat = TOY.turn(match.state).seat
    task = SearchTask(TOY.name, msgspec.Raw(msgspec.json.encode(TOY.view(match.state, seat))), seat, "1", None, 50)
    began = time.monotonic()
    (decision,) = run_search_task(GAMES, task, lambda so_far: False).decisions
    assert 0.05 <= time.monotonic() - began < 5
    assert decision.choice.iterations > 1


def test_deciding_ahead_ends_in_time_and_changes_nothing(desk, searches, monkeypatch):
    match, wanted = begun(GAMES["burgundy"]), BotRequest(bot="search", iterations=5, until="turn_end", play=True)
    ahead = asked(desk, GAMES["burgundy"], source(match), wanted)
    assert len(searches.tasks) < len(ahead.moves)
    searches.forget()
    monkeypatch.setattr(search_task, "TURN_SEARCH_SECONDS", 0.0)
    assert asked(desk, GAMES["burgundy"], source(match), wanted) == ahead
    assert len(searches.tasks) == len(ahead.moves)


# --- a turn that ends early -----------------------------------------------------------------------------------------


class OneSearch(InlineSearches):
    """Only the first search is ever done; the others wait, and then end so."""

    end = SearchProgress("queued")

    def enqueue(self, name, task, owner):
        if not self.done:
            super().enqueue(name, task, owner)

    def progress(self, name):
        return super().progress(name) or (self.end if self.done else None)


@pytest.mark.parametrize(
    "failure", [SearchProgress("failed", failure="lost"), None], ids=["whose search failed", "that was stopped"]
)
@pytest.mark.parametrize("guarded", [False, True], ids=["open", "guarded"])
def test_a_turn_tells_what_was_decided_before_it_ended(guarded, failure, monkeypatch):
    """In a guarded match what was played counts, and without its token nobody could go on."""
    monkeypatch.setattr(search_task, "TURN_SEARCH_SECONDS", 0.0)
    searches = OneSearch(GAMES)
    desk = a_desk(searches)
    table = set_up(desk, guarded)
    seat = table.turn.seat
    mine = SealedState(table.sealed_state, table.credentials.seats[seat]) if guarded else OpenState(bytes(table.state))
    wanted = BotRequest(bot="search", iterations=4, until="turn_end", play=True)
    job = desk.get_job(desk.request_move(TOY, mine, wanted, READING, wait=0).id, READING)
    assert (job.status, job.result) == ("queued", None)
    first = next(iter(searches.done.values())).result.decisions[0].choice.notation
    assert job.best.notation == first
    if failure is not None:
        searches.end = failure
        job = desk.get_job(job.id, READING)
    else:
        assert desk.stop_job(job.id, READING).status == "stopped"
        job = desk.get_job(job.id, READING)
    assert job.status == ("failed" if failure is not None else "stopped")
    assert isinstance(desk.request_move(TOY, mine, wanted, READING, wait=0), Job), (
        "half a turn is no answer to who asks for one"
    )
    assert [each.action["notation"] for each in job.result.moves] == [first]
    assert job.best.notation == first
    after = job.result.position
    now = SealedState(after.sealed_state, mine.credential) if guarded else OpenState(bytes(after.state))
    assert desk.desk.legal_actions(TOY, now, None, READING).legal_actions == after.legal_actions


def test_another_seat_and_a_game_that_is_over_are_refused_with_their_rule(desk):
    match = begun(TOY)
    other = 1 - TOY.turn(match.state).seat
    with pytest.raises(IllegalMoveError) as error:
        desk.request_move(TOY, source(match), BotRequest(bot="greedy", seat=other), READING, wait=0)
    assert [refusal.rule for refusal in error.value.refusals] == ["referee.seat"]
    over = playthrough(TOY.name, 2, 0).matches[-1]
    with pytest.raises(IllegalMoveError) as error:
        desk.request_move(TOY, source(over), BotRequest(bot="greedy"), READING, wait=0)
    assert [refusal.rule for refusal in error.value.refusals] == ["referee.over"]


class StoppedMeanwhile(InlineSearches):
    """Whenever somebody looks at a search, somebody else has just stopped it."""

    def progress(self, name):
        tickets = {key: msgspec.json.decode(raw, type=JobSpec) for key, raw in self.tickets.items()}
        for key, ticket in tickets.items():
            self.tickets[key] = msgspec.json.encode(msgspec.structs.replace(ticket, stopped=True))
        return SearchProgress("stopped")


def test_who_looks_at_a_search_in_the_moment_it_is_stopped_does_not_ask_for_it_again():
    searches = StoppedMeanwhile(GAMES)
    desk = a_desk(searches)
    job = desk.request_move(TOY, source(begun(TOY)), SEARCH, READING, wait=0)
    assert desk.get_job(job.id, READING).status == "stopped"
    assert not searches.tasks


# --- guarded matches ------------------------------------------------------------------------------------------------


@pytest.fixture
def table(desk):
    """A guarded match of the toy game: its first position."""
    return set_up(desk, guarded=True)


@pytest.mark.parametrize("bot", ["greedy", "search"])
def test_a_bot_plays_a_guarded_match_with_the_pass_of_its_seat(desk, searches, table, bot):
    seat, position = table.turn.seat, table
    wanted = BotRequest(bot=bot, iterations=6, until="turn_end", play=True)
    move = asked(desk, TOY, SealedState(position.sealed_state, table.credentials.seats[seat]), wanted)
    assert move.position.turn.seat != seat
    assert move.position.state is msgspec.UNSET
    again = asked(desk, TOY, SealedState(position.sealed_state, table.credentials.seats[seat]), wanted)
    assert [each.action for each in again.moves] == [each.action for each in move.moves]
    board = msgspec.json.decode(next(iter(searches.tasks.values())).view)["board"] if bot == "search" else {"deck": []}
    assert board["deck"] == [], "a task never holds what is hidden"


def test_a_bot_does_not_play_with_anothers_pass_or_the_keepers(desk, table):
    for passing in (table.credentials.seats[1 - table.turn.seat], table.credentials.keeper):
        with pytest.raises((ServiceError, IllegalMoveError)):
            desk.request_move(TOY, SealedState(table.sealed_state, passing), BotRequest(bot="greedy"), READING, wait=0)


def test_a_turn_of_a_guarded_match_is_played_or_not_known(desk, table):
    mine = SealedState(table.sealed_state, table.credentials.seats[table.turn.seat])
    with pytest.raises(ServiceError) as error:
        desk.request_move(TOY, mine, BotRequest(bot="greedy", until="turn_end"), READING, wait=0)
    assert error.value.code == "play-required"


def test_a_ticket_keeps_the_token_and_never_the_pass(desk, searches, table):
    mine = SealedState(table.sealed_state, table.credentials.seats[table.turn.seat])
    asked(desk, TOY, mine, SEARCH)
    (kept,) = searches.tickets.values()
    assert table.sealed_state.encode() in kept
    assert mine.credential.encode() not in kept
