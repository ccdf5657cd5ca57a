"""Checks of docstrings: public functions have one, it starts with a verb, and its sentences are short."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.source_files import Definition, Documented, Finding, Function, python_files

MAX_SENTENCE_WORDS = 35
TARGET_SENTENCE_WORDS = 25
# No imperative is one of these words. The list only approximates: it cannot know every noun.
_OPENERS = """
The A An Whether What Who Whom Whose Where How Which Why When Of To All Every Each Any If In On At By With It This
These Those That There One Two Nothing Nobody Everything Everybody Something Somebody Whoever No None Not Its His
Her Their Our They As From For Some Such So Only Just Same Another Other Most More Enough Several Three Both
Either Neither Like Because Before After Once Whatever Whenever About Without Outside Down Near Yes
"""
OPENERS = set(_OPENERS.split())
# Plural nouns, verbs in the third person, and gerunds.
_NO_IMPERATIVE = re.compile(r"\w+(?:[^s]s|ing)")
_IMPERATIVES_IN_ING = {"Bring", "Ping", "Ring", "String", "Swing"}
PROPERTIES = {"property", "cached_property"}
NEEDLESS = {"overload", "setter", "deleter"}
# Words, whatever stands between them: code in backticks counts as one word.
_WORD = re.compile(r"`[^`]*`|[^\s]*\w[^\s]*")
_SENTENCE_END = re.compile(r"(?<=[.!?])[\"”’)]*\s+(?=[\"“‘(`A-Z])")


def is_nested(definition: Definition) -> bool:
    """Return whether a function stands inside another function."""
    return any(isinstance(parent, Function) for parent in definition.parents)


def is_public(definition: Definition) -> bool:
    """Return whether neither the name nor the class around it starts with an underscore."""
    names = [getattr(node, "name", "") for node in (definition.node, *definition.parents)]
    return not any(name.startswith("_") for name in names)


def decorators(node: Function) -> set[str]:
    """Return the last names of the decorators of a function."""
    found = [decorator.func if isinstance(decorator, ast.Call) else decorator for decorator in node.decorator_list]
    return {getattr(decorator, "attr", getattr(decorator, "id", "")) for decorator in found}


def functions(root: Path) -> Iterator[tuple[str, Definition, Function]]:
    """Yield file, definition and node of every function that is neither a test nor nested."""
    for file in python_files(root):
        for definition in file.definitions:
            node = definition.node
            if isinstance(node, Function) and not is_nested(definition) and not node.name.startswith("test_"):
                yield file.name, definition, node


def missing_docstrings(root: Path) -> Iterator[Finding]:
    """Yield public functions without a docstring."""
    for path, definition, node in functions(root):
        needs_one = is_public(definition) and not decorators(node) & NEEDLESS
        if needs_one and ast.get_docstring(node) is None:
            yield Finding(path, node.lineno, "docstring", f"`{node.name}` has no docstring")


def is_no_verb(word: str) -> bool:
    """Return whether a word surely is no imperative."""
    return word in OPENERS or (word not in _IMPERATIVES_IN_ING and bool(_NO_IMPERATIVE.fullmatch(word)))


def docstring_openings(root: Path) -> Iterator[Finding]:
    """Yield docstrings of functions that do not start with a capitalised verb. A property may start with a noun."""
    for path, _, node in functions(root):
        docstring = ast.get_docstring(node)
        if not docstring:
            continue
        first = docstring.split()[0].strip(",.:;")
        is_noun = is_no_verb(first) and not decorators(node) & PROPERTIES
        if is_noun or not first[:1].isupper():
            message = (
                f"the docstring of `{node.name}` starts with “{first}”: start with an imperative (Return, Check, …)"
            )
            yield Finding(path, node.lineno, "docstring opening", message)


def sentences(docstring: str) -> list[str]:
    """Split the first paragraph of a docstring into sentences."""
    paragraph = " ".join(docstring.split("\n\n")[0].split())
    return _SENTENCE_END.split(paragraph)


def long_sentences(root: Path) -> Iterator[Finding]:
    """Yield sentences of more than 35 words in the first paragraph of a docstring."""
    for file in python_files(root):
        for node, _ in file.definitions:
            for sentence in sentences(_docstring(node)):
                count = len(_WORD.findall(sentence))
                if count > MAX_SENTENCE_WORDS:
                    start = " ".join(sentence.split()[:5])
                    message = f"“{start} …” has {count} words; write at most {TARGET_SENTENCE_WORDS}"
                    yield Finding(file.name, getattr(node, "lineno", 1), "long sentence", message)


def _docstring(node: Documented) -> str:
    return ast.get_docstring(node) or ""


CHECKS = (missing_docstrings, docstring_openings, long_sentences)
