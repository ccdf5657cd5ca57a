"""The commands beside the server: settings, contract, rules, and dice that anybody can recompute."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import yaml
from msgspec.structs import replace

from referee_service.cli.main import main
from referee_service.games import GAMES
from referee_service.kernel import engine
from referee_service.kernel.chance import Chance, commitment
from referee_service.kernel.match import new_match, play_chance, play_move
from referee_service.kernel.notation import notation, parse_notation
from referee_service.kernel.records import Record, record_json, record_text
from referee_service.kernel.replay import new_record, replay_matches
from tests.running.conftest import referee

BURGUNDY = GAMES["burgundy"]
KEY = bytes(range(32))
SECRET = Chance("secret", commitment(KEY))


def played(chance: Chance, *, decisions: int = 40) -> Record:
    """The record of a random beginning of a game."""
    choose, match = random.Random(1), new_match(BURGUNDY, seats=2, chance=chance)
    record = new_record(BURGUNDY, match, seats=2)
    step = play_chance(BURGUNDY, match, KEY)
    moves = step.moves
    for _ in range(decisions):
        turn = BURGUNDY.turn(step.match.state)
        action = choose.choice(engine.legal_actions(BURGUNDY, step.match.state))
        taken = play_move(BURGUNDY, step.match, turn.seat, action)
        step = play_chance(BURGUNDY, taken.match, KEY)
        moves += taken.moves + step.moves
    return replace(record, moves=moves)


def with_another_die(record: Record) -> tuple[Record, int]:
    """The same record with its last die turned to another face, which would have been just as possible."""
    at = max(index for index, move in enumerate(record.moves) if move.notation.startswith("roll_die"))
    *_, before = replay_matches(BURGUNDY, replace(record, moves=record.moves[:at]))
    taken = parse_notation(BURGUNDY, record.moves[at].notation)
    other = next(outcome for outcome, _ in engine.outcomes(BURGUNDY, before.state) if outcome != taken)
    turned = replace(record.moves[at], notation=notation(other))
    return replace(record, moves=(*record.moves[:at], turned)), at


def saved(folder: Path, record: Record) -> Path:
    path = folder / "match.game"
    path.write_text(record_text(record))
    return path


# --- verify-chance --------------------------------------------------------------------------------------------------


def test_every_die_of_a_secret_record_follows_from_the_revealed_key(tmp_path, capsys):
    record = played(SECRET)
    count = sum(move.seat == "chance" for move in record.moves)
    assert main(["verify-chance", str(saved(tmp_path, record)), "--key", KEY.hex()]) == 0
    assert f"all {count} chance moves follow from the key" in capsys.readouterr().out


def test_every_die_of_a_seeded_record_follows_from_its_seed(tmp_path, capsys):
    assert main(["verify-chance", str(saved(tmp_path, played(Chance("seeded", "hello"))))]) == 0
    assert "follow from the seed" in capsys.readouterr().out


def test_a_record_may_be_json(tmp_path):
    path = tmp_path / "match.json"
    path.write_bytes(record_json(played(SECRET)))
    assert main(["verify-chance", str(path), "--key", KEY.hex()]) == 0
    assert main(["check", str(path)]) == 0


@pytest.mark.parametrize("chance", [SECRET, Chance("seeded", "hello")], ids=["secret", "seeded"])
def test_a_turned_die_is_found_where_it_lies(chance, tmp_path, capsys):
    record, at = with_another_die(played(chance))
    assert main(["verify-chance", str(saved(tmp_path, record)), "--key", KEY.hex()]) == 1
    said = capsys.readouterr().out
    assert f"move {at}: " in said
    assert f"not {record.moves[at].notation}" in said


def test_a_turned_die_of_a_secret_match_is_legal_and_only_the_key_tells(tmp_path):
    record, _ = with_another_die(played(SECRET))
    assert main(["check", str(saved(tmp_path, record))]) == 0


@pytest.mark.parametrize(
    ("chance", "key", "said"),
    [
        (SECRET, ["--key", bytes(32).hex()], "does not match the commitment"),
        (SECRET, [], "pass the revealed chance_key with --key"),
    ],
)
def test_a_secret_record_needs_its_own_key(chance, key, said, tmp_path, capsys):
    assert main(["verify-chance", str(saved(tmp_path, played(chance))), *key]) == 1
    assert said in capsys.readouterr().out


def test_real_dice_cannot_be_recomputed(tmp_path, capsys):
    record = replace(played(Chance("seeded", "hello")), chance=Chance("table", ""))
    assert main(["verify-chance", str(saved(tmp_path, record))]) == 1
    assert "nothing can be recomputed" in capsys.readouterr().out


def test_an_illegal_move_before_the_dice_is_told_as_such(tmp_path, capsys):
    record = played(SECRET)
    at = next(index for index, move in enumerate(record.moves) if move.seat != "chance")
    wrong = replace(record.moves[at], seat=1 - record.moves[at].seat)
    record = replace(record, moves=(*record.moves[:at], wrong, *record.moves[at + 1 :]))
    assert main(["verify-chance", str(saved(tmp_path, record)), "--key", KEY.hex()]) == 1
    assert f"move {at}: " in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "{}", "{", "game: chess\nruleset: 1\ncontent: x\nseats: 2\nchance: seeded\n"])
def test_what_is_no_record_is_no_crash(text, tmp_path, capsys):
    path = tmp_path / "strange.game"
    path.write_text(text)
    assert main(["verify-chance", str(path)]) == 1
    assert "cannot be read" in capsys.readouterr().out


# --- config, openapi, rules -----------------------------------------------------------------------------------------


def test_config_shows_the_settings_and_hides_the_secrets():
    secret, key, password = "a-secret-of-the-service", "key-of-a-client", "pass-of-redis"
    shown = referee(
        "config",
        REFEREE_SECRET=f"new:{secret}",
        REFEREE_API_KEYS=key,
        REDIS_URL=f"redis://:{password}@cache:6379/0",
        REFEREE_RATE_LIMIT="600/minute",
    )
    assert shown.returncode == 0
    assert "REFEREE_SECRET=new:***" in shown.stdout
    assert "REFEREE_RATE_LIMIT=600/minute" in shown.stdout
    assert "cache:6379" in shown.stdout
    assert not any(hidden in shown.stdout + shown.stderr for hidden in (secret, key, password))


def test_openapi_prints_the_contract():
    printed = referee("openapi")
    assert printed.returncode == 0
    document = yaml.safe_load(printed.stdout)
    assert "/v1/games/burgundy/moves" in document["paths"]


def test_rules_can_be_asked_for_by_the_beginning_of_their_name(capsys):
    assert main(["rules", "burgundy", "place_tile"]) == 0
    ids = [line.partition(":")[0] for line in capsys.readouterr().out.splitlines() if not line.startswith(" ")]
    assert "place_tile.touching" in ids
    assert all(rule.startswith("place_tile") for rule in ids)


def test_a_beginning_that_no_rule_has_is_answered_with_those_there_are(capsys):
    assert main(["rules", "burgundy", "castling"]) == 1
    assert "place_tile" in capsys.readouterr().out
