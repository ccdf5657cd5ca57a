"""Record files for tests of `referee-check`: complete ones of the corpus, and ones with a defect."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.sdk.corpus import CORPUS

APP = ("--app", "tests.sdk.service:shared_app")
"""Options that name a service in the test process."""

BURGUNDY = CORPUS / "burgundy-2.game"


def tampered_record(game: str, folder: Path) -> tuple[Path, int]:
    """Write a complete record in which the last move has an unknown seat. Return its path and the bad line."""
    source = next(CORPUS.glob(f"{game}-*[0-9].game"))
    lines = source.read_text().splitlines()
    last = max(number for number, line in enumerate(lines) if line[:1].isdigit())
    lines[last] = "99" + lines[last][1:]
    path = folder / "tampered.game"
    path.write_text("\n".join(lines))
    return path, last + 1


def git(folder: Path, *arguments: str) -> str:
    """Run git in a folder as a fixed author, without settings of the machine."""
    identity = ("-c", "user.name=Ann", "-c", "user.email=ann@example.com", "-c", "init.defaultBranch=main")
    done = subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()
