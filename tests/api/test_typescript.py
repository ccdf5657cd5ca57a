"""TypeScript types of the OpenAPI documents: programs compile in strict mode and run, and mistakes do not compile."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee_service.api.openapi.document_set import GENERIC, WHOLE
from referee_service.games import GAMES
from tests.api.openapi import DOCUMENTS
from tests.running.conftest import REFEREE, ROOT, clean_environment, start_server
from tests.typescript.node import FOLDER, PACKAGES, run_node

ERROR = re.compile(r"^(\S+)\((\d+),\d+\): error (TS\d+): ", re.MULTILINE)
BLOCK = re.compile(r"^```ts\n(.*?)^```", re.MULTILINE | re.DOTALL)
OUTPUT = re.compile(r"^\$ node play.mts\n(.*?)^```", re.MULTILINE | re.DOTALL)
MARK = "// error: "
TYPES = {"openapi.d.ts": WHOLE, "generic.d.ts": GENERIC, "programs/referee.d.ts": "burgundy"}
"""The files of types that the programs import, each with its document. The program of the docs has that of one game."""


def docs_program() -> tuple[str, str]:
    """Return the program of the page about HTTP, and the output that the page shows."""
    page = (ROOT / "docs/http.md").read_text()
    (program,), (output,) = BLOCK.findall(page), OUTPUT.findall(page)
    return program, output


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the programs into a folder, with that of the docs, and generate their types."""
    folder = tmp_path_factory.mktemp("typescript")
    shutil.copytree(FOLDER, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("node_modules", "*.py"))
    (folder / "node_modules").symlink_to(PACKAGES)
    (folder / "programs" / "docs.mts").write_text(docs_program()[0])
    for types, name in TYPES.items():
        document = folder / f"{name}.yaml"
        document.write_bytes(DOCUMENTS.body(name, "yaml").raw)
        process = run_node(PACKAGES / "openapi-typescript/bin/cli.js", document, "-o", folder / types, cwd=folder)
        assert process.returncode == 0, process.stderr
    return folder


# Few tests, because parallel workers would repeat the fixtures.


def test_exactly_the_mistakes_do_not_compile(project):
    """A comment `error:` in a program names the code that its line must have."""
    process = run_node(PACKAGES / "typescript/bin/tsc", "--project", project, "--pretty", "false", cwd=project)
    found = {(file, int(line), code) for file, line, code in ERROR.findall(process.stdout)}
    assert found == set(expected_errors()), process.stdout + process.stderr


def expected_errors() -> Iterator[tuple[str, int, str]]:
    """Yield file, line and code of the error of each program that must not compile."""
    programs = sorted((FOLDER / "mistakes").glob("*.mts"))
    assert len(programs) >= 10
    for path in programs:
        lines = enumerate(path.read_text().splitlines(), 1)
        ((line, code),) = [(at, text.split(MARK)[1]) for at, text in lines if MARK in text]
        yield f"mistakes/{path.name}", line, code


def test_programs_run_against_the_service(project, tmp_path):
    server = start_server((*REFEREE, "up", "--port", "0"), clean_environment(), tmp_path)
    try:
        played = json.loads(run_program(project / "programs" / "play.mts", server.address))
        assert "place_tile.stored" in played.pop("refused")
        assert played.pop("judged") > 1
        assert played == {"burgundy": 50, "settlement": 2, "guarded": 2}

        assert json.loads(run_program(project / "programs" / "any_game.mts", server.address)) == dict.fromkeys(GAMES, 5)

        docs = project / "programs" / "docs.mts"
        docs.write_text(docs.read_text().replace("http://127.0.0.1:8080", server.address))
        output = run_program(docs)
        first, last = docs_program()[1].split("…\n")
        assert first.startswith("illegal-move: ")
        assert output.startswith(first)
        assert last.startswith("scores: ")
        assert output.endswith(last)
    finally:
        server.stop()


def run_program(program: Path, *arguments: str) -> str:
    """Run a TypeScript program, which node does without compilation, and return its output."""
    process = run_node(program, *arguments, cwd=program.parent)
    assert process.returncode == 0, process.stderr
    return process.stdout
