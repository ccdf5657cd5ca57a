"""Files that git sees as changed: committed since a base, in the working tree, or untracked."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee_sdk.connection import CommandError

HISTORY = "In CI, fetch the whole history (actions/checkout: fetch-depth: 0)."


@dataclass(frozen=True)
class Changes:
    """Absolute paths of all changed files that exist, and the base they are compared with.

    Without a base there is nothing to compare with, and every file counts as changed.
    """

    files: frozenset[Path]
    base: str | None

    def has(self, path: Path) -> bool:
        """Return whether a file has changed."""
        return self.base is None or path.resolve() in self.files


def repository_root() -> Path:
    """Return the root of the git repository around the current folder, or the current folder if there is none."""
    try:
        return Path(_git("rev-parse", "--show-toplevel").rstrip("\n"))
    except CommandError:
        return Path.cwd()


def find_changes(base: str = "") -> Changes:
    """Return the changes since the merge base of HEAD and `base`, or of HEAD and the branch of `default_base`.

    In CI a base without later commits says nothing about a push: the commit before the push replaces it, or none.
    Raises `CommandError` outside a repository, without a branch to compare with, or without a merge base.
    """
    try:
        root = Path(_git("rev-parse", "--show-toplevel").rstrip("\n"))
    except CommandError as error:
        raise CommandError(f"--changed needs a git repository around {Path.cwd()}: {error}") from error
    name = _named_base(base) if base else default_base()
    start = _merge_base(name)
    if _is_ci() and start == _git("rev-parse", "HEAD").strip():
        start = name = _commit_before_push()
    if not start:
        return Changes(frozenset(), None)
    changed = _git("-C", str(root), "diff", "--name-only", "-z", "--diff-filter=d", start)
    untracked = _git("-C", str(root), "ls-files", "-z", "--others", "--exclude-standard")
    return Changes(frozenset(root / path for path in (changed + untracked).split("\0") if path), name)


def default_base() -> str:
    """Return the branch to compare with: the target of a pull request, else the default branch of the remote.

    Outside CI the upstream branch is the last choice. Raises `CommandError` if there is none.
    """
    target = os.environ.get("GITHUB_BASE_REF")
    if target:
        return _first_commit([f"origin/{target}"], f"--changed does not find origin/{target}, the target branch.")
    default = (_ci_event().get("repository") or {}).get("default_branch") or "main"
    names = ["origin/HEAD", f"origin/{default}", "origin/main", "origin/master"]
    advice = "--changed finds no branch to compare with. Name one with --changed=BASE."
    name = _first_commit(names if _is_ci() else [*names, "@{upstream}"], advice)
    return _git("rev-parse", "--abbrev-ref", name).strip()


def _named_base(base: str) -> str:
    """Return a branch or commit, or the branch of this name at the remote, which is all that CI systems have."""
    return _first_commit([base, f"origin/{base}"], f"--changed finds no branch or commit {base!r}. Name another one.")


def _first_commit(names: Iterable[str], message: str) -> str:
    """Return the first name of a commit that exists here. Raises `CommandError` with a message if none does."""
    for name in names:
        if _is_commit(name):
            return name
    raise CommandError(f"{message} {HISTORY}")


def _is_commit(name: str) -> bool:
    try:
        _git("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
    except CommandError:
        return False
    return True


def _merge_base(name: str) -> str:
    try:
        return _git("merge-base", name, "HEAD").strip()
    except CommandError as error:
        raise CommandError(f"--changed finds no common commit of {name!r} and HEAD ({error}). {HISTORY}") from error


# --- CI ---------------------------------------------------------------------------------------------------------------


def _is_ci() -> bool:
    return any(os.environ.get(name, "").lower() not in ("", "0", "false") for name in ("CI", "GITHUB_ACTIONS"))


def _commit_before_push() -> str:
    """Return the commit that a push has replaced, or nothing: a new branch has none, and a short history lacks it."""
    is_push = not os.environ.get("GITHUB_BASE_REF")
    before = str(_ci_event().get("before") or "") if is_push else ""
    return before if before and _is_commit(before) else ""


def _ci_event() -> dict[str, Any]:
    """Return what GitHub says about the event that started the workflow, or nothing elsewhere."""
    path = os.environ.get("GITHUB_EVENT_PATH")
    if not path:
        return {}
    try:
        event: dict[str, Any] = json.loads(Path(path).read_bytes())
    except (OSError, ValueError) as error:
        raise CommandError(f"--changed cannot read the event in GITHUB_EVENT_PATH: {error}") from error
    return event


def _git(*arguments: str) -> str:
    """Return the output of a git command. Raises `CommandError` with its message if it fails."""
    try:
        done = subprocess.run(["git", *arguments], capture_output=True, check=False)
    except OSError as error:
        raise CommandError(f"git cannot be run: {error.strerror}") from error
    if done.returncode != 0:
        raise CommandError(os.fsdecode(done.stderr).strip() or f"git {arguments[0]} failed")
    return os.fsdecode(done.stdout)
