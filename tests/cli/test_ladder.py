"""Command `referee ladder`: a small tournament, its page and its log."""

from referee_service.cli.main import main


def test_a_ladder_prints_win_rates_with_intervals_and_writes_its_page(tmp_path, capsys):
    page = tmp_path / "ladder.md"
    arguments = ["--game", "burgundy", "--bots", "random,greedy", "--games", "4", "--processes", "1"]
    assert main(["ladder", *arguments, "--write", str(page)]) == 0
    output = capsys.readouterr().out
    assert "greedy – random  4  100.0%  51.0% – 100.0%" in output
    text = page.read_text()
    assert "--bots random,greedy --games 4 --seed ladder" in text
    assert text.count("| burgundy |") == 1


def test_an_interrupted_ladder_resumes_from_its_log(tmp_path, capsys):
    log = tmp_path / "ladder.jsonl"
    arguments = ["ladder", "--game", "burgundy", "--bots", "random,greedy", "--processes", "1", "--log", str(log)]
    assert main([*arguments, "--games", "2"]) == 0
    before = log.read_text().splitlines()
    assert main([*arguments, "--games", "3"]) == 0
    after = log.read_text().splitlines()
    assert (len(before), len(after), after[:2]) == (2, 3, before)

    log.write_text("\n".join([before[0].replace("1.0", "0.0"), *after[1:]]) + "\n")
    capsys.readouterr()
    assert main([*arguments, "--games", "3"]) == 0
    assert "greedy – random  3  66.7%" in capsys.readouterr().out, "games in the log are not played again"


def test_an_invalid_log_is_reported(tmp_path, capsys):
    log = tmp_path / "ladder.jsonl"
    log.write_text('["a"]\n')
    assert main(["ladder", "--log", str(log)]) == 2
    assert f"{log}, line 1, is not a ladder game" in capsys.readouterr().err


def test_an_unknown_bot_is_reported(capsys):
    assert main(["ladder", "--bots", "random,stockfish"]) == 2
    assert "stockfish" in capsys.readouterr().err
