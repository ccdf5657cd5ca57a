"""Node.js of the environment and the npm packages of this folder, for tests of other folders."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
PACKAGES = FOLDER / "node_modules"
READY = PACKAGES / ".ready"
NODE = Path(sys.executable).parent / "node"


def run_node(
    script: Path | str, *arguments: str | Path, cwd: Path, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run a script (or `--test`) with these arguments and environment variables, and return the finished process."""
    assert READY.exists(), f"npm packages are missing: run `make {READY.relative_to(FOLDER.parents[1])}`"
    command = [NODE, script, *arguments]
    environment = {**os.environ, **variables}
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False, timeout=120)
