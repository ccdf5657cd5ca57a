"""Number of tokens of texts, counted with the npm package gpt-tokenizer (o200k)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from tests.typescript.node import PACKAGES, run_node

SCRIPT = Path(__file__).with_name("count_tokens.cjs")


def count_tokens(texts: Sequence[str], folder: Path) -> list[int]:
    """Return the number of tokens of each text. A file in a folder passes them to the script."""
    file = folder / "texts.json"
    file.write_text(json.dumps(list(texts)), "utf-8")
    done = run_node(SCRIPT, file, cwd=folder, PACKAGES=str(PACKAGES))
    assert done.returncode == 0, done.stderr
    counts: list[int] = json.loads(done.stdout)
    return counts
