"""Option `--changed`: only the records that git sees as changed are checked."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from referee_sdk.commands.check import main
from referee_sdk.git_changes import find_changes
from tests.sdk.check_files import APP, BURGUNDY, git

NEW_NAME = "à neuf\n2.game"
"""A name that git quotes unless its output ends names with a zero byte."""


@pytest.fixture
def repository(tmp_path, monkeypatch) -> Path:
    """Clone a repository with two records, and enter the clone on a branch with changes of each kind."""
    for name in ("GITHUB_BASE_REF", "GITHUB_EVENT_PATH", "GITHUB_ACTIONS", "CI"):
        monkeypatch.delenv(name, raising=False)
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
    *_, summary, scope = output = capsys.readouterr().out.splitlines()
    names = [line.partition(".game:")[0].rpartition("/")[2] for line in output if ".game:" in line]
    assert summary == f"{len(names)} checked, 0 failed"
    assert re.match(
        rf"{len(names)} of \d+ records changed since \S+$|all records were checked, because git has no", scope
    )
    return names


def test_changed_files_are_committed_modified_or_untracked(repository):
    names = {"notes.txt", NEW_NAME, "records/committed.game", "records/modified.game"}
    changes = find_changes()
    assert (changes.files, changes.base) == ({repository / name for name in names}, "origin/main")


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
    first, *_, summary, scope = capsys.readouterr().out.splitlines()
    assert first == "recrods: cannot be read: No such file or directory"
    assert summary == "2 checked, 0 failed, 1 error"
    assert scope == "2 of 4 records changed since HEAD"


def test_nothing_changed_is_no_failure(repository, capsys):
    git(repository, "stash", "-q", "--include-untracked")
    assert checked(capsys, "--changed=HEAD") == []


def test_a_folder_outside_a_repository_is_reported(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["--changed", *APP]) == 2
    assert "--changed needs a git repository around" in capsys.readouterr().err


def test_a_base_that_does_not_exist_is_reported(repository, capsys):
    assert main(["--changed=nowhere", *APP]) == 2
    assert "--changed finds no branch or commit 'nowhere'. Name another one." in capsys.readouterr().err


def test_a_repository_without_a_remote_needs_a_base(repository, capsys):
    git(repository, "remote", "remove", "origin")
    assert main(["--changed", *APP]) == 2
    assert "Name one with --changed=BASE" in capsys.readouterr().err


def test_a_machine_without_git_is_reported(repository, capsys, monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert main(["--changed", *APP]) == 2
    assert "git cannot be run" in capsys.readouterr().err


def test_the_summary_names_the_base_in_every_format(repository, capsys):
    sentence = "3 of 4 records changed since origin/main"
    for arguments in ([], ["--quiet"], ["--format", "github"], ["--json", "--output", "report.json"]):
        assert main(["--changed", *arguments, *APP]) == 0
        assert capsys.readouterr().out.splitlines()[-1] == sentence
    assert main(["--changed", "--json", "--lang", "fr", *APP]) == 0
    output, errors = capsys.readouterr()
    assert (json.loads(output)["checked"], errors) == (3, "relevés changés depuis origin/main : 3 sur 4\n")


def test_a_path_that_is_no_record_is_an_error_and_not_an_unchanged_file(repository, capsys):
    (repository / "empty").mkdir()
    for name in ("recrods", "main", "empty"):
        assert main(["--changed", name, *APP]) == 2
        assert capsys.readouterr().out.startswith(f"{name}: ")


# --- CI ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def push(repository, tmp_path, monkeypatch):
    """Return a function that pushes all changes to a branch and enters its checkout, as CI makes it."""
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "More changes")
    git(repository.parent / "origin", "switch", "-q", "--detach")

    def push_branch(branch: str, *clone_options: str, **event: str) -> Path:
        git(repository, "push", "-q", "origin", f"topic:{branch}")
        checkout = tmp_path / "checkout"
        origin = f"file://{tmp_path / 'origin'}"
        git(tmp_path, "clone", "-q", "--branch", branch, *clone_options, origin, str(checkout))
        git(checkout, "remote", "set-head", "origin", "--delete")  # actions/checkout sets none
        (tmp_path / "event.json").write_text(json.dumps(event))
        monkeypatch.setenv("GITHUB_EVENT_PATH", str(tmp_path / "event.json"))
        monkeypatch.setenv("GITHUB_ACTIONS", "true")
        monkeypatch.chdir(checkout)
        return checkout

    return push_branch


PUSHED = {"2", "committed", "modified"}
ALL = {*PUSHED, "old"}


def test_a_pushed_branch_is_compared_with_the_default_branch_and_not_with_itself(push, capsys):
    push("topic")
    assert set(checked(capsys, "--changed")) == PUSHED
    assert set(checked(capsys, "--changed=main")) == PUSHED


def test_the_event_names_the_default_branch(push, capsys, monkeypatch):
    checkout = push("trunk", repository={"default_branch": "trunk"}, before="0" * 40)
    git(checkout, "update-ref", "-d", "refs/remotes/origin/main")
    assert set(checked(capsys, "--changed")) == ALL


def test_a_push_to_the_default_branch_is_compared_with_the_commit_before_it(push, repository, capsys):
    before = git(repository, "rev-parse", "origin/main")
    push("main", before=before)
    assert set(checked(capsys, "--changed")) == PUSHED
    assert set(checked(capsys, "--changed=main")) == PUSHED


@pytest.mark.parametrize("event", [{}, {"before": "0" * 40}], ids=["unknown", "new branch"])
def test_everything_is_checked_if_a_push_has_no_commit_before_it(push, capsys, event):
    push("main", **event)
    assert set(checked(capsys, "--changed")) == ALL


def test_everything_is_checked_if_the_target_of_a_pull_request_is_checked_out(push, repository, capsys, monkeypatch):
    monkeypatch.setenv("GITHUB_BASE_REF", "main")
    push("main", before=git(repository, "rev-parse", "HEAD"))
    assert set(checked(capsys, "--changed")) == ALL


@pytest.mark.parametrize("target", ["", "main"], ids=["push", "pull request"])
def test_a_short_history_without_the_base_is_an_error(push, capsys, monkeypatch, target):
    push("topic", "--depth", "1")
    monkeypatch.setenv("GITHUB_BASE_REF", target)
    assert main(["--changed", *APP]) == 2
    assert "actions/checkout: fetch-depth: 0" in (message := capsys.readouterr().err)
    assert "HEAD" not in message


def test_a_short_history_of_the_base_is_an_error(push, capsys):
    checkout = push("topic", "--depth", "1")
    git(checkout, "fetch", "-q", "--depth", "1", "origin", "main:refs/remotes/origin/main")
    assert main(["--changed", *APP]) == 2
    assert "actions/checkout: fetch-depth: 0" in capsys.readouterr().err


def test_an_event_that_cannot_be_read_is_an_error(push, capsys, monkeypatch):
    push("topic")
    monkeypatch.setenv("GITHUB_EVENT_PATH", "missing.json")
    assert main(["--changed", *APP]) == 2
    assert "GITHUB_EVENT_PATH" in capsys.readouterr().err
