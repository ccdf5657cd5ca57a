"""Checks of the tree: names, docstrings and sizes of modules, the rooms of each game, copied code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.architecture.source_files import PYTHON, Finding, Function, PythonFile, python_files

GAMES = "referee_service/games"
GENERATED = "sdk/referee_sdk/games"
"""Modules that `tests/sdk/typed_games.py` writes from openapi.yaml, which comes from the structs of each game."""

# --- Names of modules ------------------------------------------------------------------------------------------------

NOUNS = {"scoring", "pending", "timing", "settings", "ring", "embedded", "tiered"}
PACKAGES = {"testing"}


def module_names(root: Path) -> Iterator[Finding]:
    """Yield modules and packages named after a participle or gerund instead of a noun."""
    for file in python_files(root):
        path = file.path
        is_package = path.name == "__init__.py"
        name = path.parent.name if is_package else path.stem
        is_allowed = name in (PACKAGES | NOUNS if is_package else NOUNS)
        if is_allowed or not name.endswith(("ing", "ed")):
            continue
        if path.parent.name == "actions" and not is_package:
            if f'tag="{name}"' not in file.text:
                yield Finding(
                    file.name, 1, "module name", f'a file in actions/ has the name of its verb: no tag="{name}"'
                )
        else:
            yield Finding(file.name, 1, "module name", f"a module is a noun: rename `{name}`")


# --- Docstrings of modules -------------------------------------------------------------------------------------------


def module_docstrings(root: Path) -> Iterator[Finding]:
    """Yield modules without a docstring, and docstrings whose first line does not end with a full stop or colon."""
    for file in python_files(root, PYTHON):
        docstring = ast.get_docstring(file.tree)
        if not docstring:
            yield Finding(file.name, 1, "module docstring", "the module has no docstring")
        elif not docstring.splitlines()[0].rstrip().endswith((".", ":")):
            yield Finding(file.name, 1, "module docstring", "the first line does not end with a full stop or colon")


# --- Sizes -----------------------------------------------------------------------------------------------------------

MAX_FILE_LINES = 350
MAX_FUNCTION_LINES = 40
HEAD_LINES = 15
_REASON = re.compile(r"#\s*Long because((?:\s+\S+){4,})")


def sizes(root: Path) -> Iterator[Finding]:
    """Yield files and functions that are too long and give no reason."""
    for file in python_files(root):
        count = len(file.lines)
        if count > MAX_FILE_LINES and not has_reason(file.lines[:HEAD_LINES]):
            yield Finding(file.name, 1, "size", _too_long("the file", count, MAX_FILE_LINES, "near the top"))
        for node, _ in file.definitions:
            if isinstance(node, Function):
                count = function_lines(node)
                if count > MAX_FUNCTION_LINES and not has_reason(comment_above(file, node)):
                    message = _too_long(f"`{node.name}`", count, MAX_FUNCTION_LINES, "above it")
                    yield Finding(file.name, node.lineno, "size", message)


def _too_long(subject: str, count: int, limit: int, place: str) -> str:
    return f"{subject} has {count} lines, more than {limit}: split, or write `# Long because …` {place}"


def has_reason(lines: list[str]) -> bool:
    """Return whether one of these lines starts a comment that says why something is long, in four words or more."""
    comments = [line.strip() for line in lines if line.strip().startswith("#")]
    text = " ".join(line if "Long because" in line else line.lstrip("#") for line in comments)
    return bool(_REASON.search(text))


def function_lines(node: Function) -> int:
    """Return the length of a function from `def` to its last line, without its docstring."""
    length = (node.end_lineno or node.lineno) - node.lineno + 1
    if ast.get_docstring(node) is not None:
        docstring = node.body[0]
        length -= (docstring.end_lineno or docstring.lineno) - docstring.lineno + 1
    return length


def comment_above(file: PythonFile, node: Function) -> list[str]:
    """Return the comment lines directly above a function, or above its decorators."""
    found: list[str] = []
    for start in {node.lineno, *(decorator.lineno for decorator in node.decorator_list)}:
        block: list[str] = []
        line = start - 1
        while line > 0 and file.lines[line - 1].lstrip().startswith("#"):
            block.insert(0, file.lines[line - 1])
            line -= 1
        found += block
    return found


# --- Rooms of a game -------------------------------------------------------------------------------------------------

# Alternatives are separated by |.
ROOMS = (
    *("__init__.py", "state.py", "questions.py", "fields.py", "content/schema.py", "content/tables.py", "setup.py"),
    *("flow.py", "decisions/__init__.py", "actions/"),
    *("scoring.py", "view.py", "render.py", "evaluation.py|evaluation/__init__.py"),
    *("places.py", "components.py|components/__init__.py"),
    *("audit/shape.py", "audit/pieces.py", "audit/timing.py", "rules.yaml", "texts.yaml"),
)


def rooms(root: Path) -> Iterator[Finding]:
    """Yield the files that a game lacks although every game has them."""
    for game in sorted((root / GAMES).glob("*/__init__.py")):
        folder = game.parent
        for room in ROOMS:
            if not any((folder / name).exists() for name in room.split("|")):
                path = folder.relative_to(root).as_posix()
                yield Finding(f"{path}/__init__.py", 1, "rooms", f"{path} has no {room.replace('|', ' or ')}")


# --- Copied code -----------------------------------------------------------------------------------------------------

MAX_SAME_LINES = 12


class CodeLine(NamedTuple):
    """A line of code without its comment, whitespace folded."""

    file: str
    number: int
    text: str


class Copy(NamedTuple):
    """Two places with the same lines: index of the first line at each, and the number of lines."""

    first: int
    second: int
    length: int


def copied_code(root: Path) -> Iterator[Finding]:
    """Yield runs of more than twelve equal lines that stand in two places. Generated modules do not count."""
    files = [file for file in python_files(root) if not file.name.startswith(f"{GENERATED}/")]
    lines = [line for file in files for line in code_lines(file)]
    for copy in copies(lines):
        here, there = lines[copy.second], lines[copy.first]
        last = lines[copy.first + copy.length - 1]
        message = f"{copy.length} lines equal {there.file}:{there.number}-{last.number}: share the code"
        yield Finding(here.file, here.number, "copied code", message)


def code_lines(file: PythonFile) -> Iterator[CodeLine]:
    """Yield the code of a file. Blank lines, comments, imports and the record of a game are left out."""
    skipped: set[int] = set()
    for node in file.nodes:
        if isinstance(node, ast.Import | ast.ImportFrom) or _is_game_record(file, node):
            skipped.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    for number, line in enumerate(file.lines, 1):
        code = line[: file.comments[number][0]] if number in file.comments else line
        text = " ".join(code.split())
        if text and number not in skipped:
            yield CodeLine(file.name, number, text)


def _is_game_record(file: PythonFile, node: ast.AST) -> bool:
    if not (file.name.startswith(f"{GAMES}/") and file.path.name == "__init__.py"):
        return False
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return any(isinstance(target, ast.Name) and target.id == "GAME" for target in targets)


def copies(lines: list[CodeLine]) -> Iterator[Copy]:
    """Yield the longest runs of equal lines. A run stays in one file, and its two places do not overlap."""
    size = MAX_SAME_LINES + 1
    first_at: dict[tuple[str, ...], int] = {}
    run: Copy | None = None
    for at in range(len(lines) - size + 1):
        if lines[at].file != lines[at + size - 1].file:
            continue
        window = tuple(line.text for line in lines[at : at + size])
        earlier = first_at.setdefault(window, at)
        if lines[earlier].file == lines[at].file and at - earlier < size:
            continue
        if run and at == run.second + run.length - size + 1 and earlier == run.first + run.length - size + 1:
            run = run._replace(length=run.length + 1)
        else:
            if run:
                yield run
            run = Copy(earlier, at, size)
    if run:
        yield run


CHECKS = (module_names, module_docstrings, sizes, rooms, copied_code)
