"""Agents: the lines that a program gets and writes, and what happens if it breaks the protocol."""

from __future__ import annotations

import json
import random
import selectors
import time
from pathlib import Path

import msgspec
import pytest

from referee_service.cli.agent_program import AgentProgram
from referee_service.cli.agents import Agent, AgentLimits
from referee_service.cli.contestants import Forfeit
from referee_service.games import GAMES
from referee_service.kernel.engine import legal_actions
from referee_service.kernel.notation import notation
from tests.cli.agents import first_decision, program, recorded, recorder, with_state
from tests.leaks.hidden_places import SECRETS, pairs

every_game = pytest.mark.parametrize("game", GAMES)


def answer(command, question, *, seconds=30.0, repeats=3, language="en"):
    """Return the move of a program, and the agent after it."""
    with Agent(command, question.game, question.seat, 2, AgentLimits(seconds, repeats, language)) as agent:
        return notation(agent(question)), agent


@every_game
def test_an_agent_gets_view_prompt_and_numbered_moves(tmp_path, game):
    question = first_decision(game, 4)
    answer(recorder(tmp_path), question)
    start, message = recorded(tmp_path)
    assert (start["type"], start["game"], start["seat"], start["seats"]) == ("start", game, question.seat, 2)
    assert start["guide"].startswith("# ")
    assert message["type"] == "decide"
    assert message["view"] == json.loads(msgspec.json.encode(question.view))
    assert message["prompt"]
    assert message["text"]
    assert [move["number"] for move in message["moves"]] == list(range(1, len(message["moves"]) + 1))
    legal = [notation(action) for action in legal_actions(question.game, question.state)]
    assert [move["notation"] for move in message["moves"]] == legal
    assert all(move["label"] for move in message["moves"])
    assert len(message["events"]) == len(question.events) > 0


@pytest.mark.parametrize("game", [game for game in GAMES if game in SECRETS])  # the others hide nothing
def test_nothing_that_is_hidden_from_a_seat_reaches_its_agent(tmp_path, game):
    question = first_decision(game, 6)
    answer(recorder(tmp_path, b'{"move": "end_turn"}', name="real"), question)
    for pair in pairs(question.game, question.state, question.seat, random.Random(game), 3):
        answer(recorder(tmp_path, b'{"move": "end_turn"}', name="other"), with_state(question, pair.second))
        assert (tmp_path / "real.log").read_bytes() == (tmp_path / "other.log").read_bytes()
    assert b"seed of the dice" not in (tmp_path / "real.log").read_bytes()


def test_an_agent_answers_with_a_number_or_with_notation(tmp_path):
    question = first_decision("burgundy")
    legal = [notation(action) for action in legal_actions(question.game, question.state)]
    assert answer(recorder(tmp_path, b'{"move": 2}'), question)[0] == legal[1]
    line = json.dumps({"move": legal[2], "why": "more workers"}).encode()
    assert answer(recorder(tmp_path, line), question)[0] == legal[2]


def test_an_illegal_move_is_answered_with_the_reasons_and_may_be_repeated(tmp_path):
    question = first_decision("burgundy", 3)
    move, agent = answer(recorder(tmp_path, b'{"move": "place_tile die=5 tile=bank space=3"}'), question)
    assert move == notation(legal_actions(question.game, question.state)[0])
    *_, error = recorded(tmp_path)
    assert error["type"] == "error"
    assert "place_tile.stored" in [reason["rule"] for reason in error["reasons"]]
    assert all(reason["message"] and reason["source"] for reason in error["reasons"])
    assert error["suggestions"]
    assert error["repeats_left"] == 2
    assert agent.conduct.refused == 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b'{"move": 99}', "There is no move 99. Choose a number from 1 to "),
        (b'{"move": 0}', "There is no move 0. "),
        (b'{"move": "fly"}', "fly"),
        (b'{"move": "take_workers"}', "take_workers"),
        (b'{"move": true}', "This line is no answer. "),
        (b'{"move": null}', "This line is no answer. "),
        (b"I take the bank.", "This line is no answer. "),
        (b"", "This line is no answer. "),
        (b'"\xff"', "This line is no answer. "),
        (b"[" * 100_000, "This line is no answer. "),
        (b'{"move": "' + b"x" * (1 << 20) + b'"}', "This line is no answer. "),
    ],
)
def test_an_answer_that_is_no_move_gets_an_error(tmp_path, line, message):
    _, agent = answer(recorder(tmp_path, line), first_decision("burgundy", 3))
    assert agent.conduct.refused == 1
    assert message in recorded(tmp_path)[-1]["message"]


def test_errors_are_in_the_language_of_the_tournament(tmp_path):
    question = first_decision("burgundy", 3)
    answer(recorder(tmp_path, b"?", b'{"move": 99}', b'{"move": "end_turn"}'), question, language="fr")
    unreadable, number, illegal = [each["message"] for each in recorded(tmp_path) if each["type"] == "error"]
    assert unreadable.startswith("Cette ligne n’est pas une réponse")
    assert number.startswith("Il n’y a pas de coup 99")
    assert illegal.startswith("Les règles interdisent end_turn")


def test_of_a_long_illegal_move_only_the_beginning_is_repeated(tmp_path):
    line = json.dumps({"move": f"keep_cards cards={','.join(['grazing_land'] * 1000)}"}).encode()
    answer(recorder(tmp_path, line), first_decision("empires_north"))
    message = recorded(tmp_path)[-1]["message"]
    assert message.startswith("The rules forbid keep_cards cards=grazing_land,")
    assert len(message) < 200


def test_too_many_refused_answers_lose_the_game(tmp_path):
    question = first_decision("burgundy")
    with pytest.raises(Forfeit, match="illegal"):
        answer(recorder(tmp_path, b"?", b"?", b"?"), question, repeats=2)
    assert [message.get("repeats_left") for message in recorded(tmp_path)] == [None, None, 1, 0]


@pytest.mark.parametrize(
    "code",
    [
        "import time; time.sleep(60)",  # reads nothing
        "import sys, time; sys.stdin.readline(); sys.stdout.write('{'); sys.stdout.flush(); time.sleep(60)",
        "while True: print('x' * 1000, end='')",
    ],
)
def test_a_late_answer_loses_the_game(tmp_path, code):
    started_at = time.monotonic()
    with pytest.raises(Forfeit, match="time"):
        answer(program(tmp_path, code), first_decision("burgundy"), seconds=0.5)
    assert time.monotonic() - started_at < 20


@pytest.mark.parametrize("code", ["", "raise SystemExit(3)", "import os; os.close(1); input(); input(); input()"])
def test_a_program_that_ends_loses_the_game(tmp_path, code):
    with pytest.raises(Forfeit, match="exit"):
        answer(program(tmp_path, code), first_decision("burgundy"))


def test_all_that_an_agent_has_started_ends_with_it(tmp_path):
    code = (
        "import subprocess, sys\n"
        "child = subprocess.Popen(['sleep', '600'])\n"
        f"open({str(tmp_path / 'pid')!r}, 'w').write(str(child.pid))\n"
        "for line in sys.stdin: print('{\"move\": 1}', flush=True)\n"
    )
    answer(program(tmp_path, code), first_decision("burgundy"))
    pid = (tmp_path / "pid").read_text()
    stat = Path(f"/proc/{pid}/stat")
    deadline = time.monotonic() + 10
    while stat.exists() and stat.read_text().rsplit(")", 1)[1].split()[0] != "Z":
        assert time.monotonic() < deadline, "the child of the agent still runs"
        time.sleep(0.01)


def test_a_line_that_came_before_a_question_is_never_its_answer(tmp_path):
    code = (
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    if json.loads(line)['type'] == 'decide':\n"
        '        print(\'{"move": 1}\\nI think so.\\n{"move": 2}\', flush=True)\n'
        "    print(line, file=sys.stderr)\n"
    )
    question = first_decision("burgundy", 3)
    legal = [notation(action) for action in legal_actions(question.game, question.state)]
    with Agent(program(tmp_path, code), question.game, question.seat, 2, AgentLimits()) as agent:
        moves = []
        for _ in range(4):
            moves.append(notation(agent(question)))
            time.sleep(0.05)  # a game takes longer to its next question
        assert moves == [legal[0]] * 4
        assert agent.conduct[2:5] == (0, "", 6)
    assert agent.conduct.note == "first surplus line: I think so."


def test_the_end_of_a_surplus_line_is_no_answer_and_text_after_it_is_one(tmp_path):
    code = "import os, sys\nfor line in sys.stdin: os.write(1, line.rstrip().replace('/', chr(10)).encode())"
    deadline = time.monotonic() + 30
    echo = AgentProgram(program(tmp_path, code))

    def discarded_after(text: bytes) -> tuple[int, bytes]:
        echo.send(text, deadline)
        with selectors.DefaultSelector() as selector:
            selector.register(echo._output, selectors.EVENT_READ)
            assert selector.select(30)
        return echo.discard_lines(deadline)

    assert discarded_after(b"first") == (1, b"first")
    echo.send(b"/answer/thinking:", deadline)
    assert echo.receive(deadline) == b"answer"
    assert echo.discard_lines(deadline) == (1, b"thinking:")
    echo.send(b"other answer/", deadline)
    assert echo.receive(deadline) == b"other answer"
    assert echo.discard_lines(deadline) == (0, b"")
    echo.close(0)


def test_an_agent_reads_that_a_line_was_surplus(tmp_path):
    question = first_decision("burgundy", 3)
    surplus = b'{"move": 1}\nthinking'
    with Agent(recorder(tmp_path, surplus, b"?\nagain"), question.game, question.seat, 2, AgentLimits()) as agent:
        agent(question)
        agent(question)
    _, first, second, error = recorded(tmp_path)
    assert "surplus" not in first
    assert second["surplus"].startswith("Lines that you wrote before this question were not used: 1. The first one: th")
    assert "again" in error["surplus"]
    assert (agent.conduct.surplus, agent.conduct.refused) == (2, 1)


def test_a_program_that_never_stops_writing_lines_loses_the_game(tmp_path):
    with pytest.raises(Forfeit, match=r"time|illegal"):
        answer(program(tmp_path, "while True: print('x')"), first_decision("burgundy"), seconds=0.5)


def test_a_text_that_is_no_move_gets_similar_moves(tmp_path):
    answer(recorder(tmp_path, b'{"move": "take_worker 1"}'), first_decision("burgundy", 3))
    assert recorded(tmp_path)[-1]["suggestions"][0].startswith("take_workers die=")


@pytest.mark.parametrize(
    ("code", "details"),
    [
        ("raise SystemExit(3)", "exit code 3"),
        ("import os, time; os.close(1); time.sleep(60)", "output closed"),
        ("import time; time.sleep(60)", "no answer within 1 seconds"),
        ("for _ in range(9): print('?', flush=True); input()", "This line is no answer."),
    ],
)
def test_a_lost_game_has_its_reason(tmp_path, code, details):
    question = first_decision("burgundy")
    agent = Agent(program(tmp_path, code), question.game, question.seat, 2, AgentLimits(1, 1))
    with pytest.raises(Forfeit), agent:
        agent(question)
    assert agent.conduct.note.startswith(details)
