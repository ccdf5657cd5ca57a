"""Option `--changed`: only the records that git sees as changed are checked."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from referee_sdk.commands.check import main
from referee_sdk.git_changes import changed_files
from tests.sdk.check_files import APP, BURGUNDY, git

NEW_NAME = "à neuf\n2.game"
"""A name that git quotes unless its output ends names with a zero byte."""


@pytest.fixture
def repository(tmp_path, monkeypatch) -> Path:
    """Clone a repository with two records, and enter the clone on a branch with changes of each kind."""
    monkeypatch.delenv("GITHUB_BASE_REF", raising=False)
    origin, clone = tmp_path / "origin", tmp_path / "clone"
    (origin / "records").mkdir(parents=True)
    for name in ("old", "deleted", "committed", "modified"):
        shutil.copy(BURGUNDY, origin / f"records/{name}.game")
    git(origin, "init", "-q")
    commit(origin)
    git(tmp_path, "clone", "-q", str(origin), str(clone))
    git(clone, "switch", "-q", "-c", "topic")
    append(clone / "records/committed.game")
    git(clone, "rm", "-q", "records/deleted.game")
    commit(clone)
    append(clone / "records/modified.game")
    shutil.copy(BURGUNDY, clone / NEW_NAME)
    (clone / "notes.txt").write_text("not a record")
    monkeypatch.chdir(clone)
    return clone


def append(path: Path) -> None:
    path.write_text(path.read_text() + "# checked again\n")


def commit(folder: Path) -> None:
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "A change")


def checked(capsys, *arguments: str) -> list[str]:
    """Return the names of the files that a check reports."""
    assert main([*arguments, *APP]) == 0
    *_, summary = output = capsys.readouterr().out.splitlines()
    names = [line.partition(".game:")[0].rpartition("/")[2] for line in output if ".game:" in line]
    assert summary == f"{len(names)} checked, 0 failed"
    return names


def test_changed_files_are_committed_modified_or_untracked(repository):
    names = {"notes.txt", NEW_NAME, "records/committed.game", "records/modified.game"}
    assert changed_files() == {repository / name for name in names}


def test_only_changed_records_are_checked(repository, capsys):
    assert set(checked(capsys, "--changed")) == {"2", "committed", "modified"}
    assert set(checked(capsys, "--changed", "records")) == {"committed", "modified"}
    assert checked(capsys, "records/old.game", "--changed") == []


def test_a_base_may_be_given(repository, capsys):
    assert set(checked(capsys, "--changed=HEAD")) == {"2", "modified"}
    assert set(checked(capsys, "--changed=main")) == {"2", "committed", "modified"}


def test_the_comparison_starts_at_the_merge_base(repository, capsys):
    origin = repository.parent / "origin"
    append(origin / "records/old.game")
    commit(origin)
    git(repository, "fetch", "-q")
    assert "old" not in checked(capsys, "--changed")


def test_a_subfolder_checks_only_its_own_files(repository, capsys, monkeypatch):
    monkeypatch.chdir(repository / "records")
    assert set(checked(capsys, "--changed")) == {"committed", "modified"}


def test_a_pull_request_is_compared_with_its_target(repository, capsys, monkeypatch):
    git(repository, "push", "-q", "origin", "topic")
    monkeypatch.setenv("GITHUB_BASE_REF", "topic")
    assert set(checked(capsys, "--changed")) == {"2", "modified"}


def test_a_named_path_that_does_not_exist_is_an_error(repository, capsys):
    assert main(["--changed=HEAD", "recrods", "records", *APP]) == 2
    first, *_, summary = capsys.readouterr().out.splitlines()
    assert first == "recrods: cannot be read: No such file or directory"
    assert summary == "2 checked, 0 failed, errors: 1"


def test_nothing_changed_is_no_failure(repository, capsys):
    git(repository, "stash", "-q", "--include-untracked")
    assert checked(capsys, "--changed=HEAD") == []


def test_a_folder_outside_a_repository_is_reported(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["--changed", *APP]) == 2
    assert "--changed needs a git repository around" in capsys.readouterr().err


def test_a_base_that_does_not_exist_is_reported(repository, capsys):
    assert main(["--changed=nowhere", *APP]) == 2
    assert "--changed finds no common commit of 'nowhere' and HEAD" in capsys.readouterr().err


def test_a_repository_without_a_remote_needs_a_base(repository, capsys):
    git(repository, "remote", "remove", "origin")
    assert main(["--changed", *APP]) == 2
    assert "Name one with --changed=BASE" in capsys.readouterr().err


def test_a_machine_without_git_is_reported(repository, capsys, monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert main(["--changed", *APP]) == 2
    assert "git cannot be run" in capsys.readouterr().err
