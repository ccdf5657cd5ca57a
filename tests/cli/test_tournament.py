"""Command `referee tournament`: agents and bots play each other, with a table, a page and a log."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import pytest

from referee_service.cli.main import main
from tests.cli.agents import entry, program, recorded, recorder
from tests.running.conftest import PATIENCE, wait_until


def tournament(*arguments: str, games: int = 2) -> int:
    return main(["tournament", "burgundy", "--processes", "1", "--games", str(games), *arguments])


def rows(text: str) -> dict[str, list[str]]:
    """Return the rows of all tables by their first cell, or by the first two in the table of pairs."""
    lines = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")
    ]
    return {cells[1] if cells[0] == "burgundy" else cells[0]: cells for cells in lines}


def test_a_tournament_prints_standings_and_pairs_and_writes_its_page(tmp_path, capsys):
    page = tmp_path / "page.md"
    agent = entry(recorder(tmp_path))
    assert tournament("--agents", agent, "greedy", "random", "--write", str(page)) == 0
    found = rows(capsys.readouterr().out)
    assert found["greedy"][1:3] == ["4", "100.0%"]
    assert found["agent – greedy"][2:4] == ["2", "0.0%"]
    assert found["agent – random"][2] == found["greedy – random"][2] == "2"
    assert found["agent"][4:6] == ["0", "–"]
    text = page.read_text()
    assert rows(text) == found
    assert text.startswith("# Tournament: The Castles of Burgundy\n")
    assert "--games 2 --seed tournament`" in text


def test_a_pair_plays_each_deal_from_both_seats(tmp_path):
    first = recorder(tmp_path, name="one")
    assert tournament("--agents", entry(first, "one"), "greedy", games=1) == 0
    end = recorded(tmp_path, "one")[-1]
    assert end["type"] == "end"
    assert end["forfeit"] is False
    assert end["winners"] == [1]
    assert end["scores"][1] > end["scores"][0]
    assert recorded(tmp_path, "one")[0]["seat"] == 0
    assert tournament("--agents", entry(first, "one"), "greedy", games=2) == 0
    assert recorded(tmp_path, "one")[0]["seat"] == 1


def test_lost_games_and_refused_answers_are_in_the_table(tmp_path, capsys):
    agents = [
        entry(program(tmp_path, "raise SystemExit(1)", "gone"), "gone"),
        entry(program(tmp_path, "import time; time.sleep(60)", "slow"), "slow"),
        entry(recorder(tmp_path, b"?", b"?", b"?", name="wild"), "wild"),
    ]
    assert tournament("--agents", *agents, "random", "--seconds", "1", "--repeats", "2", games=1) == 0
    output = capsys.readouterr().out
    found = rows(output)
    assert found["random"][2] == "100.0%"
    assert found["gone – random"][-1] == "–", "a game that was lost early has no points"
    lost = {name: found[name][5] for name in ("gone", "slow", "wild")}
    assert lost["gone"].startswith("exit ")
    assert lost["slow"].startswith("time ")
    assert lost["wild"].startswith("illegal ")
    assert int(found["wild"][4]) == 3 * int(lost["wild"].removeprefix("illegal "))
    notes = [line for line in output.splitlines() if line.startswith("- ")]
    assert "- gone (gone – random, tournament-0, game 1): exit: exit code 1" in notes
    assert "- slow (slow – random, tournament-0, game 1): time: no answer within 1 seconds" in notes


def test_surplus_lines_are_in_the_table(tmp_path, capsys):
    code = "import sys\nfor line in sys.stdin:\n  if 'prompt' in line: print('{\"move\": 1}\\nI moved.', flush=True)\n"
    assert tournament("--agents", entry(program(tmp_path, code)), "random", games=1) == 0
    output = capsys.readouterr().out
    assert rows(output)["agent"][4:6] == ["0", "–"]
    assert int(rows(output)["agent"][6]) > 20
    assert "- agent (agent – random, tournament-0, game 1): first surplus line: I moved.\n" in output


def test_the_log_has_the_record_of_each_game(tmp_path, capsys):
    log, record = tmp_path / "log.jsonl", tmp_path / "record.txt"
    assert tournament("--agents", "greedy", "random", "--log", str(log), games=2) == 0
    for line in log.read_text().splitlines():
        record.write_text(json.loads(line)[2])
        assert main(["check", str(record)]) == 0


def test_an_interrupted_tournament_resumes_from_its_log(tmp_path, capsys):
    log = tmp_path / "log.jsonl"
    arguments = ["--agents", entry(recorder(tmp_path)), "greedy", "--log", str(log)]
    assert tournament(*arguments, games=1) == 0
    (tmp_path / "agent.log").unlink()
    assert tournament(*arguments, games=2) == 0
    assert len(log.read_text().splitlines()) == 2
    assert recorded(tmp_path)[0]["seat"] == 1, "only the second game was played"
    (tmp_path / "agent.log").unlink()
    capsys.readouterr()
    assert tournament(*arguments, games=2) == 0
    assert not (tmp_path / "agent.log").exists()
    assert rows(capsys.readouterr().out)["agent"][1:3] == ["2", "0.0%"]


@pytest.mark.parametrize(
    ("agents", "message"),
    [
        (["greedy"], "a tournament needs at least two agents"),
        (["greedy", "stockfish"], "'stockfish' is not a bot"),
        (["greedy", "mine="], "the program of mine does not exist"),
        (["greedy", "mine=no-such-program --fast"], "the program of mine does not exist: 'no-such-program --fast'"),
        (["greedy", "mine='"], "the command of mine cannot be read"),
        (["greedy", "=python"], "'=python' has no name"),
        (["greedy", "greedy"], "two agents have the name greedy"),
    ],
)
def test_wrong_agents_are_reported(agents, message, capsys):
    assert tournament("--agents", *agents) == 2
    assert message in capsys.readouterr().err


def test_a_program_that_the_system_cannot_start_is_reported(tmp_path, capsys):
    script = tmp_path / "agent"
    script.write_bytes(b"\x7fELF, but no program")
    script.chmod(0o755)
    assert tournament("--agents", f"mine={script}", "random") == 2
    assert str(script) in capsys.readouterr().err


@pytest.mark.parametrize(
    "option", [["--games", "0"], ["--seconds", "0"], ["--seconds", "nan"], ["--seconds", "x"], ["--repeats", "-1"]]
)
def test_wrong_numbers_are_reported(option, capsys):
    with pytest.raises(SystemExit):
        tournament("--agents", "greedy", "random", *option)
    assert "must be a" in capsys.readouterr().err


def test_an_invalid_log_is_reported(tmp_path, capsys):
    log = tmp_path / "log.jsonl"
    log.write_text("[]\n")
    assert tournament("--agents", "greedy", "random", "--log", str(log)) == 2
    assert f"{log}, line 1, is not a tournament game" in capsys.readouterr().err


def test_an_agent_may_have_arguments_with_spaces(tmp_path, capsys):
    code = "import sys\nassert sys.argv[1] == 'two words'\nfor line in sys.stdin: print('{\"move\": 1}', flush=True)\n"
    command = [*program(tmp_path, code), "two words"]
    assert tournament("--agents", entry(command), "random", games=1) == 0
    assert rows(capsys.readouterr().out)["agent"][5] == "–"
    assert command[0] == sys.executable


INTERRUPTIBLE = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # background jobs of a shell ignore it
from referee_service.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


def test_ctrl_c_stops_all_games_at_once(tmp_path):
    started, log = tmp_path / "started", tmp_path / "log.jsonl"
    slow = program(tmp_path, f"import time; open({str(started)!r}, 'w').close(); time.sleep(600)")
    arguments = ["tournament", "burgundy", "--agents", entry(slow), "random", "--seconds", "600", "--log", str(log)]
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, *arguments, "--processes", "2"],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        wait_until(started.exists)
        os.killpg(process.pid, signal.SIGINT)
        errors = process.communicate(timeout=PATIENCE)[1]
    assert process.returncode == 130
    assert errors == f"\nreferee: interrupted; the finished games are in {log}\n"
