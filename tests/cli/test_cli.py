"""The `referee` command as a person uses it: typed answers in, text and exit codes out."""

from __future__ import annotations

import builtins

import pytest

from referee_service.cli import main


@pytest.fixture
def typed(monkeypatch):
    """Answers typed one after the other; then the keyboard falls silent."""

    def answers(*lines: str) -> None:
        waiting = iter(lines)

        def read(_prompt: str) -> str:
            try:
                return next(waiting)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr(builtins, "input", read)

    return answers


def test_a_number_plays_the_move_of_that_line(typed, capsys):
    typed("1")
    assert main(["play", "burgundy", "--seed", "table"]) == 0
    assert "Seat 0 takes “church” from depot 1." in capsys.readouterr().out


def test_a_refused_move_is_answered_with_its_ruling_and_near_moves(typed, capsys):
    typed("why place_tile die=1 tile=bank space=3")
    main(["play", "burgundy", "--lang", "fr"])
    said = capsys.readouterr().out
    assert "place_tile.stored" in said
    assert "Aucune de vos tuiles ne touche la case 3." in said
    assert "→ take_tile die=1" in said


def test_notation_plays_and_undo_takes_back(typed, capsys):
    typed("take_workers die=1", "undo", "take_workers die=1")
    main(["play", "burgundy"])
    assert capsys.readouterr().out.count("Seat 0 takes 2 workers.") == 2


def test_a_saved_game_checks_and_a_tampered_one_does_not(typed, capsys, tmp_path):
    saved = tmp_path / "saved.game"
    typed("1", "1", f"save {saved}")
    main(["play", "burgundy"])
    assert main(["check", str(saved)]) == 0
    saved.write_text(saved.read_text().replace("0 take_tile", "1 take_tile", 1))
    assert main(["check", str(saved)]) == 1
    assert "referee.seat" in capsys.readouterr().out


def test_a_missing_or_strange_file_is_no_crash(tmp_path, capsys):
    strange = tmp_path / "strange.game"
    strange.write_bytes(b"\xff\xfe not a record")
    assert main(["check", str(tmp_path / "absent.game"), str(strange)]) == 1
    assert capsys.readouterr().out.count("cannot be read") == 2


@pytest.mark.parametrize("options", ['{"boards": "none"}', '{"boards": [1, 2, 3]}', "[]", '{"first_player": 9}'])
def test_impossible_options_say_so(options, capsys):
    assert main(["play", "burgundy", "--options", options]) == 2
    assert "cannot be set up" in capsys.readouterr().err


def test_the_rules_can_be_read_in_both_languages(capsys):
    main(["rules", "burgundy", "--lang", "fr"])
    main(["games"])
    said = capsys.readouterr().out
    assert "Un seul bâtiment de chaque type par ville" in said
    assert "burgundy: The Castles of Burgundy / Les Châteaux de Bourgogne, 2-4 seats" in said
