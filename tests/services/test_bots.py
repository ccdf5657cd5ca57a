"""Bot turns: what a search is told, what it may decide ahead, how its moves are played. The toy game has secrets."""

from __future__ import annotations

import msgspec
import pytest

from referee_service.kernel.chance import Chance, seed_key
from referee_service.kernel.codec import Match, decode, encode
from referee_service.kernel.play import settle, start
from referee_service.services.answers import PARTS
from referee_service.services.bot_answers import BotMove
from referee_service.services.bots import BotDesk
from referee_service.services.desk import Desk, Reading
from referee_service.services.problems import IllegalMove, Problem
from referee_service.services.sources import OpenState, Token
from referee_service.services.thinking import Task, think, view_digest
from referee_service.services.tickets import Wanted
from referee_service.services.vault import Vault
from referee_service.store.memory import MemoryStore
from tests.contract.playing import GAMES, playthrough, sampled_plies
from tests.kernel.toy import GAME as TOY
from tests.services.inline import InlineSearches

READING = Reading("en", frozenset(PARTS), "anna")
SEARCH = Wanted(bot="search", iterations=10, seed="1")


@pytest.fixture
def searches():
    return InlineSearches(GAMES)


@pytest.fixture
def desk(searches):
    vault = Vault((("k", b"0123456789abcdef0123456789abcdef"),))
    return BotDesk(Desk(MemoryStore(1 << 24), vault), searches, GAMES)


def source(match):
    return OpenState(encode(match))


def begun(game, seats=2):
    return settle(game, start(game, seats=seats, chance=Chance("seeded", "bots"))).match


def asked(desk, game, given, wanted, reading=READING):
    """What the bot does, looked at until it is done."""
    answer = desk.ask(game, given, wanted, reading, wait=0)
    while not isinstance(answer, BotMove):
        assert answer.status in ("queued", "running", "finished")
        job = desk.look(answer.id, reading)
        answer = job.result or job
    return answer


def test_what_a_search_is_told_is_the_same_whatever_is_hidden(desk, searches):
    ply = next(ply for ply in sampled_plies(TOY, 2, each=9) if ply.seat == 1 and ply.before.ply > 20)
    told = []
    for key in ("one", "two", "three"):
        board = TOY.imagine(TOY.view(ply.before.board, ply.seat), seed_key(key))
        match = Match(TOY.name, TOY.ruleset, Chance("seeded", key), ply.before.ply, board)
        searches.tasks.clear()
        asked(desk, TOY, source(match), SEARCH)
        told.append(msgspec.json.encode(searches.tasks))
        searches.done.clear()
    assert len(set(told)) == 1


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("bot", ["random", "greedy", "search"])
def test_a_turn_is_played_until_another_seat_decides(desk, name, bot):
    game = GAMES[name]
    match = begun(game)
    seat = game.turn(match.board).seat
    for until in ("move", "turn_end"):
        move = asked(desk, game, source(match), Wanted(bot=bot, iterations=5, until=until, play=True))
        assert (move.seat, move.bot) == (seat, bot)
        assert [each.notation for each in move.position.played if each.seat == seat] == [
            each.action["notation"] for each in move.moves
        ]
        if until == "move":
            assert len(move.moves) == 1
        else:
            assert move.position.turn is None or move.position.turn.seat != seat


def test_a_move_that_is_not_played_leaves_no_position(desk):
    move = asked(desk, TOY, source(begun(TOY)), Wanted(bot="greedy"))
    assert move.position is msgspec.UNSET


def test_every_decision_is_made_from_what_the_seat_really_sees(desk, searches):
    """A worker may look ahead along its turn; what it decided for another view than the real one is not used."""
    game, decided = GAMES["settlement"], 0
    match = begun(game)
    for _ in range(12):
        wanted = Wanted(bot="search", iterations=4, until="turn_end", play=True)
        move = asked(desk, game, source(match), wanted)
        decided += len(move.moves)
        match = decode(game, bytes(move.position.state))
    ahead = [len(progress.thought.decisions) for progress in searches.done.values()]
    assert max(ahead) > 1, "some turns are decided ahead"
    assert 1 < len(ahead) < decided <= sum(ahead), "and what chance brings is looked at before the next decision"


def test_a_worker_decides_ahead_only_while_its_seat_decides_and_chance_is_silent():
    match = begun(GAMES["burgundy"])
    game, seat = GAMES["burgundy"], GAMES["burgundy"].turn(match.board).seat
    view = game.view(match.board, seat)
    task = Task("burgundy", msgspec.Raw(msgspec.json.encode(view)), seat, "1", 5, None, whole_turn=True)
    thought = think(GAMES, task, lambda iterations, choice: False)
    assert thought.decisions[0].view == view_digest(view)
    assert len(thought.decisions) >= 2
    alone = think(GAMES, msgspec.structs.replace(task, whole_turn=False), lambda iterations, choice: False)
    assert alone.decisions == thought.decisions[:1]


def test_parts_of_a_search_share_its_iterations_and_draw_other_lots(desk, searches):
    move = asked(desk, TOY, source(begun(TOY)), Wanted(bot="search", iterations=10, workers=3))
    assert move.iterations == 10
    assert sorted(task.iterations for task in searches.tasks.values()) == [3, 3, 4]
    assert {task.part for task in searches.tasks.values()} == {0, 1, 2}


def test_milliseconds_are_kept():
    match = begun(TOY)
    seat = TOY.turn(match.board).seat
    task = Task(TOY.name, msgspec.Raw(msgspec.json.encode(TOY.view(match.board, seat))), seat, "1", None, 50)
    (decision,) = think(GAMES, task, lambda iterations, choice: False).decisions
    assert decision.choice.iterations > 1


def test_another_seat_and_a_game_that_is_over_are_refused_with_their_rule(desk):
    match = begun(TOY)
    other = 1 - TOY.turn(match.board).seat
    with pytest.raises(IllegalMove) as error:
        desk.ask(TOY, source(match), Wanted(bot="greedy", seat=other), READING, wait=0)
    assert [refusal.rule for refusal in error.value.refusals] == ["referee.seat"]
    over = playthrough(TOY.name, 2, 0).matches[-1]
    with pytest.raises(IllegalMove) as error:
        desk.ask(TOY, source(over), Wanted(bot="greedy"), READING, wait=0)
    assert [refusal.rule for refusal in error.value.refusals] == ["referee.over"]


# --- guarded matches ------------------------------------------------------------------------------------------------


@pytest.fixture
def table(desk):
    """A guarded match of the toy game: its first position."""
    return desk.desk.set_up(
        TOY, seats=2, options=TOY.options(), chance=None, content=None, guarded=True, reading=READING
    )


@pytest.mark.parametrize("bot", ["greedy", "search"])
def test_a_bot_plays_a_guarded_match_with_the_pass_of_its_seat(desk, searches, table, bot):
    seat, position = table.turn.seat, table
    wanted = Wanted(bot=bot, iterations=6, until="turn_end", play=True)
    move = asked(desk, TOY, Token(position.token, table.passes.seats[seat]), wanted)
    assert move.position.turn.seat != seat
    assert move.position.state is msgspec.UNSET
    again = asked(desk, TOY, Token(position.token, table.passes.seats[seat]), wanted)
    assert [each.action for each in again.moves] == [each.action for each in move.moves]
    board = msgspec.json.decode(next(iter(searches.tasks.values())).view)["board"] if bot == "search" else {"deck": []}
    assert board["deck"] == [], "a task never holds what is hidden"


def test_a_bot_does_not_play_with_anothers_pass_or_the_keepers(desk, table):
    for passing in (table.passes.seats[1 - table.turn.seat], table.passes.keeper):
        with pytest.raises((Problem, IllegalMove)):
            desk.ask(TOY, Token(table.token, passing), Wanted(bot="greedy"), READING, wait=0)


def test_a_turn_of_a_guarded_match_is_played_or_not_known(desk, table):
    mine = Token(table.token, table.passes.seats[table.turn.seat])
    with pytest.raises(Problem) as error:
        desk.ask(TOY, mine, Wanted(bot="greedy", until="turn_end"), READING, wait=0)
    assert error.value.code == "needs-play"


def test_a_ticket_keeps_the_token_and_never_the_pass(desk, searches, table):
    mine = Token(table.token, table.passes.seats[table.turn.seat])
    asked(desk, TOY, mine, SEARCH)
    (kept,) = searches.tickets.values()
    assert table.token.encode() in kept
    assert mine.passing.encode() not in kept
