"""`referee ladder`: a small tournament, and the page it writes."""

from referee_service.cli import main
from tests.running.conftest import referee


def test_a_ladder_prints_win_rates_with_intervals_and_writes_its_page(tmp_path, capsys):
    page = tmp_path / "ladder.md"
    arguments = ["--game", "burgundy", "--bots", "random,greedy", "--games", "4", "--processes", "1"]
    assert main(["ladder", *arguments, "--write", str(page)]) == 0
    said = capsys.readouterr().out
    assert "greedy – random  4  100.0%  51.0% – 100.0%" in said
    text = page.read_text()
    assert "--bots random,greedy --games 4 --seed ladder" in text
    assert text.count("| burgundy |") == 1


def test_an_unknown_bot_is_told(capsys):
    assert main(["ladder", "--bots", "random,stockfish"]) == 2
    assert "stockfish" in capsys.readouterr().err


def test_a_worker_without_redis_says_what_is_missing():
    told = referee("worker")
    assert told.returncode == 1
    assert "REDIS_URL" in told.stderr
    assert "Traceback" not in told.stderr
