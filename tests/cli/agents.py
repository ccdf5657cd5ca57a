"""Agents of tests: small programs, written to a file, and the decisions that they get."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

from referee_service.bots.arena import Arena, OpenQuestion
from referee_service.games import GAMES
from referee_service.kernel.engine import legal_actions
from referee_service.kernel.state import Action, State

RECORDER = """
import json, sys
answers = {answers}
with open({log!r}, "wb") as log:
    for line in sys.stdin.buffer:
        log.write(line)
        log.flush()
        if json.loads(line)["type"] in ("decide", "error"):
            answer = answers.pop(0) if answers else b'{{"move": 1}}'
            sys.stdout.buffer.write(answer + b"\\n")
            sys.stdout.flush()
"""
"""Records every line that it gets, and writes the answers in order, then always the first move."""


def program(folder: Path, code: str, name: str = "agent") -> list[str]:
    """Write a program to a file and return its command."""
    path = folder / f"{name}.py"
    path.write_text(code)
    return [sys.executable, str(path)]


def recorder(folder: Path, *answers: bytes, name: str = "agent") -> list[str]:
    """Return the command of an agent that records what it gets in `NAME.log`."""
    return program(folder, RECORDER.format(answers=list(answers), log=str(folder / f"{name}.log")), name)


def recorded(folder: Path, name: str = "agent") -> list[dict]:
    """Return the messages that a recorder got."""
    return [json.loads(line) for line in (folder / f"{name}.log").read_bytes().splitlines()]


def entry(command: list[str], name: str = "agent") -> str:
    """Return the command as an argument of the tournament."""
    return f"{name}={shlex.join(command)}"


class Stopped(Exception):
    """Raised by a player that has seen enough."""


def first_decision(game: str, number: int = 0) -> OpenQuestion:
    """Return a question of a game in which every seat plays its first legal action before."""
    decisions: list[OpenQuestion] = []

    def play_first(question: OpenQuestion) -> Action:
        decisions.append(question)
        if len(decisions) > number:
            raise Stopped
        return legal_actions(question.game, question.state)[0]

    try:
        Arena(GAMES[game], [play_first, play_first], "seed of the dice").play()
    except Stopped:
        return decisions[-1]
    raise AssertionError(f"{game} has only {len(decisions)} decisions")


def with_state(question: OpenQuestion, state: State) -> OpenQuestion:
    """Return the same question in another state."""
    return OpenQuestion(question.game, state, question.turn, question.seat, question.seed, question.events)
