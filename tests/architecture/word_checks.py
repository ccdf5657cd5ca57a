"""Checks of the words in names and texts against the list in banned.txt."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import NamedTuple

import yaml

from tests.architecture.source_files import (
    PRODUCT,
    PYTHON,
    Finding,
    Passage,
    PythonFile,
    files_below,
    join_comments,
    markdown_files,
    python_files,
)

LIST = Path(__file__).parent / "banned.txt"
LIST_NAME = "tests/architecture/banned.txt"
# This page quotes the words it warns of.
EXEMPT_PAGES = {"docs/glossary.md"}
TRANSLATION = "fr"


class Exemption(NamedTuple):
    """A name that the files of a glob may use."""

    kind: str
    name: str
    glob: str
    reason: str
    line: int


class Use(NamedTuple):
    """A name in a file, and whether it is a field, a module or another name there."""

    name: str
    line: int
    kind: str


# --- The list --------------------------------------------------------------------------------------------------------


class Banned:
    """The content of banned.txt."""

    def __init__(self, text: str) -> None:
        rows = list(_rows(text))
        self.identifiers = [word for section, _, row in rows if section == "identifiers" for word in row.split()]
        self.class_names = {word for section, _, row in rows if section == "class names" for word in row.split()}
        self.phrases = [part.strip() for section, _, row in rows if section == "phrases" for part in row.split(",")]
        pairs = [row.split(":", 1) for section, _, row in rows if section == "replacements"]
        self.replacements = {word.strip(): advice.strip() for word, advice in pairs}
        self.exemptions = [_exemption(*row) for row in rows if row[0].startswith("exempt ")]
        self.identifier = re.compile(rf"\b_*(?:{'|'.join(map(_identifier_pattern, self.identifiers))})\b")
        words = sorted(self.phrases, key=len, reverse=True)
        self.phrase = re.compile(rf"(?<![\w-])(?:{'|'.join(map(_phrase_pattern, words))})(?![\w-])", re.IGNORECASE)

    def is_banned(self, identifier: str) -> bool:
        """Return whether a name is in the list of identifiers. Leading underscores do not count."""
        return bool(self.identifier.fullmatch(identifier))

    def advice(self, word: str) -> str:
        """Return what to write instead of a word, or an empty string if the list has no replacement."""
        for old, new in self.replacements.items():
            if word == old or (old.endswith("*") and word.startswith(old[:-1])):
                return f"; write instead: {new}"
        return ""

    def exemption(self, use: Use, path: str) -> Exemption | None:
        """Return the exemption that allows a use of a name in a file."""
        for exemption in self.exemptions:
            is_name = exemption.name == use.name.lstrip("_") and exemption.kind in (use.kind, "names")
            if is_name and fnmatchcase(path, exemption.glob):
                return exemption
        return None


def _rows(text: str) -> Iterator[tuple[str, int, str]]:
    """Yield section, line number and content of each row of the list."""
    section = ""
    for number, line in enumerate(text.splitlines(), 1):
        row = line.strip()
        if row.startswith("["):
            section = row.strip("[]")
        elif row and not row.startswith("#"):
            yield section, number, row


def _exemption(section: str, number: int, row: str) -> Exemption:
    name, glob, reason = (part.strip() for part in row.split(":", 2))
    return Exemption(section.removeprefix("exempt "), name, glob, reason, number)


def _identifier_pattern(word: str) -> str:
    return re.escape(word[:-1]) + r"\w*" if word.endswith("*") else re.escape(word)


def _phrase_pattern(phrase: str) -> str:
    # A phrase may go on in the next line, which starts with > in a quote of Markdown.
    return r"[\s>]+".join(map(re.escape, phrase.split()))


@cache
def banned() -> Banned:
    """Read the list of this repository."""
    return Banned(LIST.read_text())


# --- Identifiers -----------------------------------------------------------------------------------------------------


def uses_in_python(file: PythonFile) -> Iterator[Use]:
    """Yield the names that a Python file defines or uses, its module name included, if one of them may be banned."""
    yield Use(module_name(file.path), 1, "modules")
    # Most files have no banned name anywhere, so they need no walk through their nodes.
    if not banned().identifier.search(file.text):
        return
    fields = [name for node in file.nodes if isinstance(node, ast.ClassDef) for name in _fields(node)]
    yield from (Use(name.id, name.lineno, "fields") for name in fields)
    declared = set(map(id, fields))
    for node in file.nodes:
        if id(node) not in declared:
            yield from _uses_of_node(node)


def module_name(path: Path) -> str:
    """Return the name that an import statement uses for this file."""
    return path.parent.name if path.name == "__init__.py" else path.stem


def _uses_of_node(node: ast.AST) -> Iterator[Use]:
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield Use(node.name, node.lineno, "names")
        case ast.arg(arg=name):
            yield Use(name, node.lineno, "names")
        case ast.Name(id=name):
            yield Use(name, node.lineno, "names")
        case ast.Attribute(attr=name):
            yield Use(name, node.end_lineno or node.lineno, "fields")
        case ast.keyword(arg=str(name)):
            yield Use(name, node.lineno, "fields")
        case ast.alias():
            names = [*([] if node.asname is None else [node.asname]), node.name.rsplit(".", 1)[-1]]
            yield from (Use(name, node.lineno, "names") for name in names)
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield Use(name, node.lineno, "names")
        case ast.Global(names=names) | ast.Nonlocal(names=names):
            yield from (Use(name, node.lineno, "names") for name in names)


def _fields(node: ast.ClassDef) -> Iterator[ast.Name]:
    """Yield the names that a class body annotates: the fields of a struct."""
    for statement in node.body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            yield statement.target


_SCRIPT_NOISE = re.compile(r"/\*.*?\*/|//[^\n]*|'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"", re.DOTALL)
_SCRIPT_NAME = re.compile(r"[A-Za-z_$][\w$]*")


def uses_in_script(path: Path) -> Iterator[Use]:
    """Yield every name of a JavaScript file, found by a simple pattern that skips comments and strings."""
    text = _SCRIPT_NOISE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), path.read_text())
    yield Use(path.stem, 1, "modules")
    for found in _SCRIPT_NAME.finditer(text):
        yield Use(found[0], text.count("\n", 0, found.start()) + 1, "names")


def named_files(root: Path) -> Iterator[tuple[str, Iterable[Use]]]:
    """Yield path and names of every file whose identifiers are checked."""
    yield from ((file.name, uses_in_python(file)) for file in python_files(root, (*PYTHON, "web")))
    for path in files_below(root, ("web", *PRODUCT), ".js"):
        yield path.relative_to(root).as_posix(), uses_in_script(path)


def banned_uses(root: Path) -> Iterator[tuple[str, Use, Exemption | None]]:
    """Yield file, use and exemption of every banned name. Exempt uses come with their exemption."""
    for path, uses in named_files(root):
        for use in uses:
            if banned().is_banned(use.name):
                yield path, use, banned().exemption(use, path)


def banned_identifiers(root: Path) -> Iterator[Finding]:
    """Yield every name that the list bans."""
    found = {(path, use.line, use.name) for path, use, exemption in banned_uses(root) if exemption is None}
    for path, line, name in sorted(found):
        yield Finding(path, line, "identifier", f"`{name}` is banned ({LIST_NAME}){banned().advice(name.lstrip('_'))}")


def unused_exemptions(root: Path) -> Iterator[Finding]:
    """Yield every exemption that no file needs any more."""
    used = {exemption for _, _, exemption in banned_uses(root) if exemption}
    for exemption in banned().exemptions:
        if exemption not in used:
            message = f"no file needs the exemption of `{exemption.name}` for {exemption.glob}; remove it"
            yield Finding(LIST_NAME, exemption.line, "exemption", message)


def banned_classes(root: Path) -> Iterator[Finding]:
    """Yield every class of the service or the SDK that has a banned name."""
    for file in python_files(root):
        for node in file.nodes:
            if isinstance(node, ast.ClassDef) and node.name.lstrip("_") in banned().class_names:
                advice = banned().advice(node.name.lstrip("_"))
                message = f"no class is called `{node.name}` ({LIST_NAME}){advice}"
                yield Finding(file.name, node.lineno, "class name", message)


# --- Phrases ---------------------------------------------------------------------------------------------------------


def passages_of_python(file: PythonFile) -> Iterator[Passage]:
    """Yield docstrings and comments; of the service, the SDK and the examples also the strings, which users read."""
    # Most files have no banned phrase anywhere, so they need no parser.
    if not banned().phrase.search(file.text.replace("#", " ").replace('"', " ")):
        return
    yield from file.docstring_passages
    yield from file.comment_passages
    if not file.name.startswith("tests/"):
        yield from file.string_passages


def passages_of_yaml(text: str) -> Iterator[Passage]:
    """Yield the values and comments of a YAML file. Values in French are left out."""
    root = yaml.compose(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    rest = list(text)
    waiting = [] if root is None else [(root, True)]
    while waiting:
        node, is_read = waiting.pop()
        if isinstance(node, yaml.MappingNode):
            waiting += [(key, False) for key, _ in node.value]
            waiting += [(value, is_read and key.value != TRANSLATION) for key, value in node.value]
        elif isinstance(node, yaml.SequenceNode):
            waiting += [(item, is_read) for item in node.value]
        else:
            start, end = node.start_mark.index, node.end_mark.index
            if is_read:
                yield Passage(node.start_mark.line + 1, text[start:end])
            rest[start:end] = [char if char == "\n" else " " for char in text[start:end]]
    lines = [line.partition("#") for line in "".join(rest).splitlines()]
    comments = [(at, not code.strip(), comment) for at, (code, mark, comment) in enumerate(lines, 1) if mark]
    yield from join_comments(comments)


def passages(root: Path) -> Iterator[tuple[str, Iterable[Passage]]]:
    """Yield path and texts of every file whose English is checked."""
    yield from ((file.name, passages_of_python(file)) for file in python_files(root, (*PYTHON, "web")))
    for path in markdown_files(root):
        yield path.relative_to(root).as_posix(), [Passage(1, path.read_text())]
    for path in files_below(root, ("referee_service",), ".yaml"):
        text = path.read_text()
        if banned().phrase.search(text.replace("#", " ")):
            yield path.relative_to(root).as_posix(), passages_of_yaml(text)
    for suffix in (".js", ".css", ".html"):  # as a whole: users read the strings, and names have no phrases
        for path in files_below(root, ("web", *PRODUCT), suffix):
            yield path.relative_to(root).as_posix(), [Passage(1, path.read_text())]


def banned_phrases(root: Path) -> Iterator[Finding]:
    """Yield every banned phrase in docstrings, comments, Markdown and messages."""
    for path, texts in passages(root):
        if path in EXEMPT_PAGES:
            continue
        for passage in texts:
            for found in banned().phrase.finditer(passage.text):
                phrase = " ".join(found[0].split())
                message = f"“{phrase}” is banned ({LIST_NAME}){banned().advice(phrase.lower())}"
                yield Finding(path, passage.line_at(found.start()), "phrase", message)


CHECKS = (banned_identifiers, unused_exemptions, banned_classes, banned_phrases)
