"""The commands of docs/http.md: they run against a live service and print what the page shows."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

from tests.running.conftest import REFEREE, running_referee

PAGE = Path(__file__).parents[2] / "docs/http.md"
PORT_OF_PAGE = "http://127.0.0.1:8080"
SECTIONS = ("## A first match with curl\n", "## Without HTTP\n")
PREPARATION = f'referee() {{ {shlex.join(REFEREE)} "$@"; }}\n'
"""The command `referee`, in the interpreter of the tests."""


def commands() -> list[tuple[str, str]]:
    """Return each command of the sections with the output that the page shows."""
    page = PAGE.read_text()
    text = "\n".join(page.partition(section)[2].partition("\n## ")[0] for section in SECTIONS)
    blocks = re.findall(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    parts = [part for block in blocks for part in block.removeprefix("$ ").split("\n$ ")]
    return [(command, shown.rstrip("\n")) for command, _, shown in (part.partition("\n") for part in parts)]


def pattern(shown: str) -> re.Pattern[str]:
    """Return the pattern of an output in which `…` stands for any text."""
    return re.compile(re.escape(shown).replace("…", ".*"), re.DOTALL)


def test_the_commands_print_what_the_page_shows(tmp_path):
    with running_referee(tmp_path, "serve", "--port", "0") as server:
        listed = [(command.replace(PORT_OF_PAGE, server.address), shown) for command, shown in commands()]
        assert len(listed) >= 12
        mark = "--- next command"
        script = PREPARATION + f"\necho; echo {mark}\n".join(command for command, _ in listed)
        run = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    outputs = run.stdout.split(f"\n{mark}\n")
    for (command, shown), output in zip(listed, outputs, strict=True):
        assert pattern(shown).fullmatch(output.strip()), (command, output)
    for name in ("board.png", "named.png"):
        assert (tmp_path / name).read_bytes().startswith(b"\x89PNG")
