"""Files of the repository as the checks of this folder read them.

Each check takes the root of a checkout and yields findings, so a test can run it on a small folder with one planted
violation. Parsed files are cached by path and modification time.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PRODUCT = ("referee_service", "sdk")
PYTHON = (*PRODUCT, "tests", "benchmarks", "examples")
SKIPPED_FOLDERS = {"__pycache__", "node_modules", "build", "dist", "swagger-ui"}
"""Folders with files that are no part of the project: caches, packages, and the viewer of the reference page."""

Function = ast.FunctionDef | ast.AsyncFunctionDef
Documented = ast.Module | ast.ClassDef | Function


class Finding(NamedTuple):
    """One violation: its place, the check that found it, and what to do."""

    path: str
    line: int
    check: str
    message: str


Check = Callable[[Path], Iterator[Finding]]


class Passage(NamedTuple):
    """A text of a file with the line on which it starts. Passages keep the line breaks of the file."""

    line: int
    text: str

    def line_at(self, offset: int) -> int:
        """Return the line of the file that holds this character of the text."""
        return self.line + self.text.count("\n", 0, offset)


class Definition(NamedTuple):
    """A module, class or function, with the definitions around it, outermost first."""

    node: Documented
    parents: tuple[Documented, ...]


class PythonFile:
    """One Python file: text, syntax tree and comments, computed when first needed."""

    def __init__(self, root: Path, path: Path) -> None:
        self.path = path
        self.name = path.relative_to(root).as_posix()
        self.text = path.read_text()

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the file."""
        return self.text.splitlines()

    @cached_property
    def tree(self) -> ast.Module:
        """The syntax tree."""
        return ast.parse(self.text, self.name)

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """All nodes of the syntax tree."""
        return list(ast.walk(self.tree))

    @cached_property
    def comments(self) -> dict[int, tuple[int, str]]:
        """The comments by line: column and text, `#` included."""
        if "#" not in self.text:
            return {}
        tokens = tokenize.generate_tokens(io.StringIO(self.text).readline)
        return {token.start[0]: (token.start[1], token.string) for token in tokens if token.type == tokenize.COMMENT}

    @cached_property
    def definitions(self) -> list[Definition]:
        """The module, its classes and its functions, nested ones included."""
        found: list[Definition] = []
        waiting: list[tuple[ast.AST, tuple[Documented, ...]]] = [(self.tree, ())]
        while waiting:
            node, parents = waiting.pop()
            if isinstance(node, Documented):
                found.append(Definition(node, parents))
                parents = (*parents, node)
            waiting += [(child, parents) for child in ast.iter_child_nodes(node)]
        return sorted(found, key=lambda definition: getattr(definition.node, "lineno", 0))

    @cached_property
    def docstrings(self) -> list[ast.Constant]:
        """The string nodes that are docstrings, and strings on their own line, which document an attribute."""
        statements = [node.value for node in self.nodes if isinstance(node, ast.Expr)]
        return [node for node in statements if isinstance(node, ast.Constant) and isinstance(node.value, str)]

    @property
    def docstring_passages(self) -> Iterator[Passage]:
        """The docstrings as they stand in the file."""
        for node in self.docstrings:
            yield Passage(node.lineno, "\n".join(self.lines[node.lineno - 1 : node.end_lineno]))

    @property
    def comment_passages(self) -> Iterator[Passage]:
        """The comments; consecutive lines that hold nothing else make one passage."""
        return join_comments([(line, self.is_alone(line), text) for line, (_, text) in self.comments.items()])

    def is_alone(self, line: int) -> bool:
        """Return whether a comment has its line for itself."""
        return self.lines[line - 1].lstrip().startswith("#")

    @property
    def string_passages(self) -> Iterator[Passage]:
        """The string constants, docstrings excluded, parts of f-strings included."""
        documentation = set(map(id, self.docstrings))
        for node in self.nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
                yield Passage(node.lineno, node.value.replace("\n", " "))


def join_comments(comments: Iterable[tuple[int, bool, str]]) -> Iterator[Passage]:
    """Join comments (line, whether alone on it, text) on consecutive lines, so that a phrase may span two lines."""
    block = -1
    numbered: list[tuple[int, int, str]] = []
    last_line, was_alone = -1, False
    for line, is_alone, text in comments:
        if not (is_alone and was_alone and line == last_line + 1):
            block += 1
        numbered.append((block, line, text.lstrip("#")))
        last_line, was_alone = line, is_alone
    for _, rows in groupby(numbered, key=lambda row: row[0]):
        lines = list(rows)
        yield Passage(lines[0][1], "\n".join(text for _, _, text in lines))


def files_below(root: Path, folders: Iterable[str], ending: str) -> Iterator[Path]:
    """Yield all files with this ending below these folders of the root, in a fixed order."""
    for folder in folders:
        for path in sorted((root / folder).rglob(f"*{ending}")):
            parts = path.relative_to(root).parts
            if not any(part in SKIPPED_FOLDERS or part.startswith(".") for part in parts):
                yield path


def python_files(root: Path, folders: Iterable[str] = PRODUCT) -> list[PythonFile]:
    """Return the Python files below these folders of the root."""
    return [_read(root, path, path.stat().st_mtime_ns) for path in files_below(root, folders, ".py")]


@cache
def _read(root: Path, path: Path, modified: int) -> PythonFile:
    return PythonFile(root, path)


def markdown_files(root: Path) -> list[Path]:
    """Return the Markdown pages of the repository."""
    pages = [path for path in (root / "README.md", root / "CONTRIBUTING.md", root / "SECURITY.md") if path.exists()]
    return [*pages, *files_below(root, ("docs", "examples", "sdk", "benchmarks", "web"), ".md")]


def plant(root: Path, path: str, text: str) -> Path:
    """Write one file of a small checkout and return the root."""
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return root


# --- Reports ---------------------------------------------------------------------------------------------------------


def report(findings: Iterable[Finding]) -> str:
    """Write findings as a worklist: grouped by file, in the order of lines."""
    ordered = sorted(findings)
    lines = [f"{len(ordered)} finding(s)"]
    for path, group in groupby(ordered, key=lambda finding: finding.path):
        rows = list(group)
        lines += ["", f"{path} ({len(rows)})"]
        lines += [f"  {path}:{row.line}: [{row.check}] {row.message}" for row in rows]
    return "\n".join(lines)


def is_below(path: str, prefixes: Iterable[str]) -> bool:
    """Return whether a path starts with one of these prefixes; without prefixes every path does."""
    cleaned = [re.sub(r"^\./", "", prefix) for prefix in prefixes]
    return not cleaned or any(path.startswith(prefix) for prefix in cleaned)
