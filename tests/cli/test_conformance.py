"""The command `referee conformance export`: its files, their order and their coverage."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from msgspec import Struct

from referee_service.cli.main import main
from referee_service.games import GAMES
from referee_service.kernel.codec import decode, digest
from referee_service.kernel.engine import judge, legal_actions
from referee_service.kernel.notation import notation, parse_notation
from referee_service.kernel.records import parse_record, parse_record_json
from referee_service.kernel.replay import replay
from referee_service.services.conformance import rows as rows_module
from tests.running.conftest import ROOT, referee

NAMES = ("burgundy", "settlement")
EXPORTED = ("conformance", "export")
MAX_SMALL_BYTES = 5_000_000


@pytest.fixture(scope="module")
def kit(tmp_path_factory) -> Path:
    """Return a small kit of two games, exported by another process."""
    folder = tmp_path_factory.mktemp("kit") / "new"
    games = [word for name in NAMES for word in ("--game", name)]
    done = referee(*EXPORTED, folder, *games, PYTHONHASHSEED="1")
    assert done.returncode == 0, done.stderr
    assert (done.stderr, len(done.stdout.splitlines())) == ("", 4 * len(NAMES) + 1), "a file gets no progress"
    return folder


def manifest_of(kit: Path) -> dict:
    """Return the manifest of a kit."""
    return json.loads((kit / "manifest.json").read_bytes())


def rows(kit: Path, game: str, subject: str) -> list[dict]:
    """Return the rows of one file."""
    return [json.loads(line) for line in (kit / game / f"{subject}.jsonl").read_bytes().splitlines()]


def raw_states(kit: Path, game: str) -> Iterator[tuple[str, bytes]]:
    """Yield the digest of each state and its bytes, exactly as the file has them."""
    for line in (kit / game / "states.jsonl").read_bytes().splitlines():
        head, _, tail = line.partition(b',"state":')
        yield json.loads(head + b"}")["digest"], tail[:-1]


def match_of(kit: Path, game: str, name: str):
    """Return the match of a digest."""
    return decode(GAMES[game], dict(raw_states(kit, game))[name])


# --- files ------------------------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_bytes_in_another_process(kit, tmp_path):
    assert main([*EXPORTED, str(tmp_path / "again"), "--game", "burgundy"]) == 0
    files = sorted((tmp_path / "again" / "burgundy").iterdir())
    assert len(files) == 7
    for file in files:
        assert file.read_bytes() == (kit / "burgundy" / file.name).read_bytes(), file.name
    assert manifest_of(tmp_path / "again")["games"] == manifest_of(kit)["games"][:1]


def test_another_seed_gives_other_games_and_a_terminal_shows_progress(kit, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main([*EXPORTED, str(tmp_path), "--game", "settlement", "--seed", "other"]) == 0
    steps = capsys.readouterr().err.split("\r\x1b[K")
    assert steps[1] == "settlement: game 1"
    assert steps[-3:] == ["settlement: refusals", "settlement: rows", ""]
    ours, theirs = ({row["digest"] for row in rows(each, "settlement", "states")} for each in (kit, tmp_path))
    waiting_for_chance = {row["state"] for row in rows(kit, "settlement", "positions") if "outcomes" in row}
    assert len((ours & theirs) - waiting_for_chance) < 5


def test_the_manifest_names_versions_and_every_file(kit):
    manifest = manifest_of(kit)
    assert (manifest["format"], manifest["size"], manifest["seed"]) == (1, "small", "winter")
    for entry, game in zip(manifest["games"], map(GAMES.get, NAMES), strict=True):
        assert (entry["game"], entry["ruleset"]) == (game.name, game.ruleset)
        assert entry["content"] in game.packs.load_builtin()
        files = entry["files"].values()
        assert {file["path"] for file in files} == {f"{game.name}/{path.name}" for path in (kit / game.name).iterdir()}
        for file in files:
            raw = (kit / file["path"]).read_bytes()
            found = (len(raw.splitlines()), len(raw), sha256(raw).hexdigest())
            assert found == (file["rows"], file["bytes"], file["sha256"]), file["path"]


@pytest.mark.parametrize("game", NAMES)
def test_rows_are_sorted_and_occur_once(kit, game):
    for subject in ("states", "positions", "refusals", "transitions", "scores"):
        lines = (kit / game / f"{subject}.jsonl").read_bytes().splitlines()
        assert lines == sorted(set(lines)), subject


def test_a_folder_with_files_is_refused_and_unchanged(tmp_path, capsys):
    (tmp_path / "mine.txt").write_text("mine")
    assert main([*EXPORTED, str(tmp_path)]) == 1
    assert "is not empty; name a new folder" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_an_unknown_game_is_refused(tmp_path, capsys):
    with pytest.raises(SystemExit) as stopped:
        main([*EXPORTED, str(tmp_path), "--game", "chess"])
    assert (stopped.value.code, "invalid choice: 'chess'" in capsys.readouterr().err) == (2, True)


def test_the_page_names_every_field_of_every_row():
    page = (ROOT / "docs/conformance.md").read_text()
    structs = [each for each in vars(rows_module).values() if isinstance(each, type) and issubclass(each, Struct)]
    names = {name for struct in structs for name in struct.__struct_fields__}
    assert len(names) > 30
    assert {name for name in names if not re.search(rf"`[^`]*\b{name}\b[^`]*`", page)} == set()


# --- contents ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", NAMES)
def test_every_state_is_canonical_possible_and_used(kit, game):
    states = dict(raw_states(kit, game))
    for name, raw in states.items():
        assert digest(raw) == name
        assert not list(GAMES[game].audit(decode(GAMES[game], raw).state))
    used = {row["end"] for row in rows(kit, game, "records")} | {row["next"] for row in rows(kit, game, "transitions")}
    for subject in ("positions", "refusals", "transitions", "scores", "perft"):
        used |= {row["state"] for row in rows(kit, game, subject)}
    assert used == set(states)


@pytest.mark.parametrize("game", NAMES)
def test_every_question_and_verb_occurs_or_is_named_as_missing(kit, game):
    coverage = next(entry["coverage"] for entry in manifest_of(kit)["games"] if entry["game"] == game)
    questions = {row["turn"]["question"] for row in rows(kit, game, "positions")}
    verbs = {row["action"]["kind"] for row in rows(kit, game, "transitions")}
    rules = {rule for row in rows(kit, game, "refusals") for rule in row["rules"]}
    absent = {*coverage["questions_missing"], *coverage["automatic_questions"]}
    assert (questions | absent, questions & absent) == (set(GAMES[game].flow.verbs), set())
    assert (verbs | set(coverage["verbs_missing"]), verbs & set(coverage["verbs_missing"])) == (
        set(GAMES[game].verbs),
        set(),
    )
    assert [coverage[name] for name in ("questions", "verbs", "rules")] == [len(questions), len(verbs), len(rules)]
    assert rules.isdisjoint(coverage["rules_without_refusal"])
    assert set(coverage["rules_without_refusal"]) <= set(GAMES[game].catalogue().rules)


def test_burgundy_is_covered_completely(kit):
    coverage = manifest_of(kit)["games"][0]["coverage"]
    missing = ("questions_missing", "verbs_missing", "rules_without_refusal")
    assert {name: coverage[name] for name in missing} == {name: [] for name in missing}


@pytest.mark.parametrize("game", NAMES)
def test_every_number_of_seats_has_positions_scores_and_a_record(kit, game):
    seats = {name: len(json.loads(raw)["board"]["players"]) for name, raw in raw_states(kit, game)}
    for subject, field in (("positions", "state"), ("scores", "state"), ("records", "end")):
        assert {seats[row[field]] for row in rows(kit, game, subject)} == set(GAMES[game].seats), subject


@pytest.mark.parametrize("game", NAMES)
def test_legal_lists_and_refusals_agree_with_the_engine(kit, game):
    states = {name: decode(GAMES[game], raw).state for name, raw in raw_states(kit, game)}
    for row in rows(kit, game, "positions"):
        assert row["legal"] == sorted(map(notation, legal_actions(GAMES[game], states[row["state"]])))
        assert sorted(each["notation"] for each in row.get("outcomes", [])) in ([], row["legal"])
        assert ("outcomes" in row) == (row["turn"]["seat"] == "chance")
    for row in rows(kit, game, "refusals"):
        action = parse_notation(GAMES[game], row["notation"])
        judged = {refusal.rule for refusal in judge(GAMES[game], states[row["state"]], row["seat"], action)}
        assert judged == set(row["rules"]) - {"referee.chance_mode"}
        assert judged


@pytest.mark.parametrize("game", NAMES)
def test_records_replay_to_their_end_from_text_and_from_json(kit, game):
    for row in rows(kit, game, "records"):
        record = parse_record(row["text"])
        assert parse_record_json(json.dumps(row["record"]).encode()).moves == record.moves
        end = replay(GAMES[game], record)
        assert end == match_of(kit, game, row["end"])
        assert list(GAMES[game].result(end.state).scores) == row["result"]["scores"]


def test_perft_counts_grow_with_the_depth(kit):
    counted = rows(kit, "burgundy", "perft")
    assert {row["depth"] for row in counted} >= {1, 2}
    for row in counted:
        legal = [each for each in rows(kit, "burgundy", "positions") if each["state"] == row["state"]]
        assert row["positions"] <= row["lines"]
        assert row["depth"] > 1 or row["lines"] == len(legal[0]["legal"])


@pytest.mark.soak
def test_a_small_kit_of_all_games_is_small_and_has_every_question_and_verb(tmp_path):
    assert main([*EXPORTED, str(tmp_path)]) == 0
    games = manifest_of(tmp_path)["games"]
    missing = [(game["coverage"]["questions_missing"], game["coverage"]["verbs_missing"]) for game in games]
    assert missing == [([], [])] * len(GAMES)
    files = [file for game in games for file in game["files"].values()]
    assert len(files) == 7 * len(GAMES)
    assert sum(file["bytes"] for file in files) <= MAX_SMALL_BYTES
