"""The `referee` command as a person uses it: text and exit codes. Its table and its checks for CI are the SDK's."""

from __future__ import annotations

import pytest

from referee_service.cli.main import main
from tests.golden.record import HERE as GOLDEN


def test_a_recorded_game_checks_and_a_tampered_one_does_not(capsys, tmp_path):
    saved = tmp_path / "saved.game"
    saved.write_text((GOLDEN / "burgundy-2.game").read_text())
    assert main(["check", str(saved)]) == 0
    saved.write_text(saved.read_text().replace("\n0 take_tile", "\n1 take_tile", 1))
    assert main(["check", str(saved)]) == 1
    assert "referee.seat" in capsys.readouterr().out


def test_a_missing_or_strange_file_is_no_crash(tmp_path, capsys):
    strange = tmp_path / "strange.game"
    strange.write_bytes(b"\xff\xfe not a record")
    assert main(["check", str(tmp_path / "absent.game"), str(strange)]) == 1
    assert capsys.readouterr().out.count("cannot be read") == 2


def test_there_is_one_table_and_it_is_the_sdks(capsys):
    with pytest.raises(SystemExit):
        main(["play", "burgundy"])
    assert "invalid choice: 'play'" in capsys.readouterr().err


def test_the_rules_can_be_read_in_both_languages(capsys):
    main(["rules", "burgundy", "--lang", "fr"])
    main(["games"])
    said = capsys.readouterr().out
    assert "Un seul bâtiment de chaque type par ville" in said
    assert "burgundy: The Castles of Burgundy / Les Châteaux de Bourgogne, 2-4 seats" in said
