"""Files that git sees as changed: committed since a base, in the working tree, or untracked."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from referee_sdk.connection import CommandError


def repository_root() -> Path:
    """Return the root of the git repository around the current folder, or the current folder if there is none."""
    try:
        return Path(_git("rev-parse", "--show-toplevel").rstrip("\n"))
    except CommandError:
        return Path.cwd()


def changed_files(base: str = "") -> set[Path]:
    """Return the absolute paths of all changed files that exist.

    The comparison starts at the merge base of HEAD and `base`, by default the branch of `default_base`. Raises
    `CommandError` outside a repository, or if there is no merge base.
    """
    try:
        root = Path(_git("rev-parse", "--show-toplevel").rstrip("\n"))
    except CommandError as error:
        raise CommandError(f"--changed needs a git repository around {Path.cwd()}: {error}") from error
    base = base or default_base()
    try:
        start = _git("merge-base", base, "HEAD").strip()
    except CommandError as error:
        raise CommandError(
            f"--changed finds no common commit of {base!r} and HEAD ({error}). Name a branch or commit that exists here"
            " with --changed=BASE. In CI, fetch the whole history (actions/checkout: fetch-depth: 0)."
        ) from error
    changed = _git("-C", str(root), "diff", "--name-only", "-z", "--diff-filter=d", start)
    untracked = _git("-C", str(root), "ls-files", "-z", "--others", "--exclude-standard")
    return {root / name for name in (changed + untracked).split("\0") if name}


def default_base() -> str:
    """Return the branch to compare with: of a pull request its target, else that of the remote, else the upstream.

    Raises `CommandError` if there is none.
    """
    target = os.environ.get("GITHUB_BASE_REF")
    for name in (*([f"origin/{target}"] if target else []), "origin/HEAD", "@{upstream}"):
        try:
            _git("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
        except CommandError:
            continue
        return name
    raise CommandError(
        "--changed finds no branch to compare with. Name one with --changed=BASE; --changed=HEAD compares with the last"
        " commit."
    )


def _git(*arguments: str) -> str:
    """Return the output of a git command. Raises `CommandError` with its message if it fails."""
    try:
        done = subprocess.run(["git", *arguments], capture_output=True, check=False)
    except OSError as error:
        raise CommandError(f"git cannot be run: {error.strerror}") from error
    if done.returncode != 0:
        raise CommandError(os.fsdecode(done.stderr).strip() or f"git {arguments[0]} failed")
    return os.fsdecode(done.stdout)
