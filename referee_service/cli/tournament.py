"""Command `referee tournament`: agents and bots play each other, each pair in the same games as a ladder.

An agent is a program that speaks lines of JSON (docs/agents.md). Each game starts its program anew.
"""

from __future__ import annotations

import argparse
import shlex
import shutil
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import combinations

from msgspec import Struct

from referee_service.bots.registry import bot_from_spec
from referee_service.cli.agent_program import deferred_interrupts
from referee_service.cli.agents import Agent, AgentLimits
from referee_service.cli.contestants import BotContestant, Contestant, play_contest
from referee_service.cli.series import (
    INTRODUCTION,
    Conduct,
    GameLog,
    GameScore,
    Pairing,
    PairResult,
    markdown_table,
    pair_table,
    play_pair,
    report_interrupt,
    win_cells,
)
from referee_service.games import GAMES

SEATS = 2
MAX_NOTES = 3
"""Notes about each agent."""
MAX_NOTE_CHARS = 300


class Entry(Struct, frozen=True):
    """One player of a tournament: a bot by its spec, or the command of an agent."""

    name: str
    command: tuple[str, ...] = ()


class Appearance(Struct, frozen=True):
    """One game as one of its two players saw it."""

    win: float
    conduct: Conduct


def run_tournament(options: argparse.Namespace) -> int:
    """Play every pair of agents. Return the exit code, 2 for wrong options."""
    try:
        entries = _read_entries(options.agents)
        log = GameLog(options.log, "tournament")
    except (ValueError, OSError) as error:
        print(f"referee: {error}", file=sys.stderr)
        return 2
    limits = AgentLimits(seconds=options.seconds, repeats=options.repeats, language=options.lang)
    play_one = partial(play_entries, entries, limits)
    results = list[PairResult]()
    for first, second in combinations(entries, 2):
        pair = (options.game, first, second)
        try:
            results.append(play_pair(pair, options.games, options.seed, play_one, options.processes, log))
        except OSError as error:  # a program that the system cannot start
            print(f"referee: {error}", file=sys.stderr)
            return 2
        except KeyboardInterrupt:
            return report_interrupt(log)
    parts = [markdown_table(standings(results)), markdown_table(pair_table(results, "agents"))]
    if noted := notes(results, options.seed):
        parts.append(noted)
    print("".join("\n" + "\n".join(part) + "\n" for part in parts), end="", flush=True)
    if options.write is not None:
        options.write.write_text(_render_page(options, parts))
    return 0


def _read_entries(texts: Sequence[str]) -> dict[str, Entry]:
    """Return the entries by name, in order. Raises ValueError for a wrong one."""
    entries = [_read_entry(text) for text in texts]
    if twice := [name for name, count in Counter(entry.name for entry in entries).items() if count > 1]:
        raise ValueError(f"two agents have the name {twice[0]}; give each another one, such as {twice[0]}-2=COMMAND")
    if len(entries) < SEATS:
        raise ValueError("a tournament needs at least two agents; add a bot, such as greedy")
    return {entry.name: entry for entry in entries}


def _read_entry(text: str) -> Entry:
    name, sign, line = text.partition("=")
    if not sign:
        try:
            bot_from_spec(text)
        except ValueError as error:
            raise ValueError(f"{error}; write NAME=COMMAND for an agent") from error
        return Entry(text)
    if not name or not set("|\n\r").isdisjoint(name):
        raise ValueError(f"{text!r} has no name; write NAME=COMMAND, without | in the name")
    try:
        command = shlex.split(line)
    except ValueError as error:
        raise ValueError(f"the command of {name} cannot be read ({error}): {line}") from error
    if not command or shutil.which(command[0]) is None:
        raise ValueError(f"the program of {name} does not exist: {line!r}; write its path, or install it")
    return Entry(name, tuple(command))


def play_entries(entries: Mapping[str, Entry], limits: AgentLimits, pairing: Pairing) -> GameScore:
    """Play one game of a tournament. The programs of its agents run for this game only."""
    with ExitStack() as stack:

        def contestant(name: str) -> Contestant:
            if not entries[name].command:
                return BotContestant(name)
            seat = pairing.seats.index(name)
            with deferred_interrupts():
                return stack.enter_context(Agent(entries[name].command, GAMES[pairing.game], seat, SEATS, limits))

        return play_contest(pairing, contestant(pairing.first), contestant(pairing.second))


def standings(results: Sequence[PairResult]) -> list[list[str]]:
    """Return the table of the agents, its head first and the best agent next."""
    appearances: dict[str, list[Appearance]] = {}
    for result in results:
        for score in result.scores:
            appearances.setdefault(result.first, []).append(Appearance(score.win, score.first))
            appearances.setdefault(result.second, []).append(Appearance(1 - score.win, score.second))
    rates = {name: sum(each.win for each in played) / len(played) for name, played in appearances.items()}
    head = ["agent", "games", "wins", "95% interval", "refused answers", "lost early", "surplus lines"]
    head.append("seconds per move")
    return [head, *(_standing(name, appearances[name]) for name in sorted(rates, key=lambda name: -rates[name]))]


def _standing(name: str, played: Sequence[Appearance]) -> list[str]:
    """Return the row of one agent."""
    conducts = [each.conduct for each in played]
    decisions = sum(conduct.decisions for conduct in conducts)
    forfeits = Counter(conduct.forfeit for conduct in conducts if conduct.forfeit)
    return [
        name,
        *win_cells([each.win for each in played]),
        str(sum(conduct.refused for conduct in conducts)),
        ", ".join(f"{reason} {count}" for reason, count in sorted(forfeits.items())) or "–",
        str(sum(conduct.surplus for conduct in conducts)),
        f"{sum(conduct.seconds for conduct in conducts) / decisions:.3f}" if decisions else "–",
    ]


def notes(results: Sequence[PairResult], seed: str) -> list[str]:
    """Return why games were lost early and which lines were surplus, as a list: the first ones of each agent."""
    lines: dict[str, list[str]] = {}
    for result in results:
        for number, score in enumerate(result.scores):
            for name, conduct in ((result.first, score.first), (result.second, score.second)):
                if conduct.note:
                    game = f"{result.first} – {result.second}, {seed}-{number // 2}, game {number + 1}"
                    reason = f"{conduct.forfeit}: " if conduct.forfeit else ""
                    lines.setdefault(name, []).append(f"- {name} ({game}): {reason}{_one_line(conduct.note)}")
    return [line for each in lines.values() for line in each[:MAX_NOTES]]


def _one_line(text: str) -> str:
    """Return a text of an agent so that it stays in its line of the page."""
    return " ".join(text.split()).replace("|", "/")[:MAX_NOTE_CHARS]


def _render_page(options: argparse.Namespace, parts: Sequence[Sequence[str]]) -> str:
    """Return the tables and notes as a Markdown page."""
    agents = " ".join(map(shlex.quote, options.agents))
    command = f"referee tournament {options.game} --agents {agents} --games {options.games} --seed {options.seed}"
    head = [f"# Tournament: {GAMES[options.game].catalogue().title.en}", "", f"Two seats, written by `{command}`."]
    return "\n".join([*head, INTRODUCTION, LOST_EARLY, *(line for part in parts for line in ("", *part)), ""])


LOST_EARLY = """\
An agent loses a game early by too many refused answers to one question (illegal), by a late one (time), or because its
program ended (exit). Such a game has no points. A surplus line answers no question, and is not used."""
