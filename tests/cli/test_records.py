"""Commands `referee check` and `referee verify-chance`."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee_service.cli.main import main
from referee_service.games import GAMES
from referee_service.kernel import engine
from referee_service.kernel.chance import Chance, commitment
from referee_service.kernel.match import new_match, play_chance, play_move
from referee_service.kernel.notation import notation, parse_notation
from referee_service.kernel.records import Record, record_json, record_text
from referee_service.kernel.replay import new_record, replay_matches
from tests.golden.record import HERE as GOLDEN

BURGUNDY = GAMES["burgundy"]
KEY = bytes(range(32))
SECRET = Chance("secret", commitment(KEY))


def random_record(chance: Chance, *, decisions: int = 40) -> Record:
    """Return the record of the first decisions of a random game."""
    rng, match = random.Random(1), new_match(BURGUNDY, seats=2, chance=chance)
    record = new_record(BURGUNDY, match, seats=2)
    step = play_chance(BURGUNDY, match, KEY)
    moves = step.recorded_moves
    for _ in range(decisions):
        turn = BURGUNDY.turn(step.match.state)
        action = rng.choice(engine.legal_actions(BURGUNDY, step.match.state))
        after_move = play_move(BURGUNDY, step.match, turn.seat, action)
        step = play_chance(BURGUNDY, after_move.match, KEY)
        moves += after_move.recorded_moves + step.recorded_moves
    return replace(record, moves=moves)


def with_changed_die(record: Record) -> tuple[Record, int]:
    """Replace the last die roll by another possible one. Return the record up to it, and its index."""
    index = max(number for number, move in enumerate(record.moves) if move.notation.startswith("roll_die"))
    *_, before = replay_matches(BURGUNDY, replace(record, moves=record.moves[:index]))
    roll = parse_notation(BURGUNDY, record.moves[index].notation)
    other = next(outcome for outcome, _ in engine.outcomes(BURGUNDY, before.state) if outcome != roll)
    changed = replace(record.moves[index], notation=notation(other))
    return replace(record, moves=(*record.moves[:index], changed)), index


def save(folder: Path, record: Record) -> Path:
    path = folder / "match.game"
    path.write_text(record_text(record))
    return path


# --- verify-chance --------------------------------------------------------------------------------------------------


def test_every_die_of_a_secret_record_follows_from_the_revealed_key(tmp_path, capsys):
    record = random_record(SECRET)
    count = sum(move.seat == "chance" for move in record.moves)
    assert main(["verify-chance", str(save(tmp_path, record)), "--key", KEY.hex()]) == 0
    assert f"all {count} chance moves follow from the key" in capsys.readouterr().out


def test_every_die_of_a_seeded_record_follows_from_its_seed(tmp_path, capsys):
    assert main(["verify-chance", str(save(tmp_path, random_record(Chance("seeded", "hello"))))]) == 0
    assert "follow from the seed" in capsys.readouterr().out


def test_a_record_may_be_json(tmp_path):
    path = tmp_path / "match.json"
    path.write_bytes(record_json(random_record(SECRET)))
    assert main(["verify-chance", str(path), "--key", KEY.hex()]) == 0
    assert main(["check", str(path)]) == 0


@pytest.mark.parametrize("chance", [SECRET, Chance("seeded", "hello")], ids=["secret", "seeded"])
def test_a_changed_die_is_found_at_its_index(chance, tmp_path, capsys):
    record, index = with_changed_die(random_record(chance))
    assert main(["verify-chance", str(save(tmp_path, record)), "--key", KEY.hex()]) == 1
    output = capsys.readouterr().out
    assert f"move {index}: " in output
    assert f"not {record.moves[index].notation}" in output


def test_check_accepts_a_changed_die_of_a_secret_record(tmp_path):
    record, _ = with_changed_die(random_record(SECRET))
    assert main(["check", str(save(tmp_path, record))]) == 0


@pytest.mark.parametrize(
    ("chance", "key", "message"),
    [
        (SECRET, ["--key", bytes(32).hex()], "does not match the commitment"),
        (SECRET, [], "pass the revealed chance_key with --key"),
    ],
)
def test_a_secret_record_needs_its_own_key(chance, key, message, tmp_path, capsys):
    assert main(["verify-chance", str(save(tmp_path, random_record(chance))), *key]) == 1
    assert message in capsys.readouterr().out


def test_real_dice_cannot_be_recomputed(tmp_path, capsys):
    record = replace(random_record(Chance("seeded", "hello")), chance=Chance("table", ""))
    assert main(["verify-chance", str(save(tmp_path, record))]) == 1
    assert "nothing can be recomputed" in capsys.readouterr().out


def test_an_illegal_move_before_the_dice_is_reported(tmp_path, capsys):
    record = random_record(SECRET)
    index = next(number for number, move in enumerate(record.moves) if move.seat != "chance")
    wrong = replace(record.moves[index], seat=1 - record.moves[index].seat)
    record = replace(record, moves=(*record.moves[:index], wrong, *record.moves[index + 1 :]))
    assert main(["verify-chance", str(save(tmp_path, record)), "--key", KEY.hex()]) == 1
    assert f"move {index}: " in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "{}", "{", "game: chess\nruleset: 1\ncontent: x\nseats: 2\nchance: seeded\n"])
def test_verify_chance_reports_an_invalid_file(text, tmp_path, capsys):
    path = tmp_path / "invalid.game"
    path.write_text(text)
    assert main(["verify-chance", str(path)]) == 1
    assert "cannot be read" in capsys.readouterr().out


# --- check ----------------------------------------------------------------------------------------------------------


def test_check_accepts_a_recorded_game_and_rejects_a_changed_one(capsys, tmp_path):
    saved = tmp_path / "saved.game"
    saved.write_text((GOLDEN / "burgundy-2.game").read_text())
    assert main(["check", str(saved)]) == 0
    saved.write_text(saved.read_text().replace("\n0 take_tile", "\n1 take_tile", 1))
    assert main(["check", str(saved)]) == 1
    assert "referee.seat" in capsys.readouterr().out


def test_check_names_the_command_for_folders(capsys, tmp_path):
    assert main(["check", str(tmp_path)]) == 2
    assert f"`referee-check {tmp_path}`" in capsys.readouterr().out


def test_check_reports_missing_and_invalid_files(tmp_path, capsys):
    invalid = tmp_path / "invalid.game"
    invalid.write_bytes(b"\xff\xfe not a record")
    assert main(["check", str(tmp_path / "absent.game"), str(invalid)]) == 2
    assert capsys.readouterr().out.count("cannot be read") == 2
    invalid.write_text("game: chess")
    assert main(["check", str(invalid)]) == 1
