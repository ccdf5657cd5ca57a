"""Descriptions of struct fields: the docstring below a field, or below the alias that its annotation names.

Python keeps no docstring of a field at run time, so they are read from the source, as type checkers and editors do.
"""

from __future__ import annotations

import ast
import importlib.util
import sys
from collections.abc import Iterator
from functools import lru_cache
from inspect import cleandoc, getsource
from typing import NamedTuple

Body = list[ast.stmt]


class _Module(NamedTuple):
    """Docstrings of one module: of its class fields, of its aliases; and where its imported names come from."""

    fields: dict[str, dict[str, tuple[str, tuple[str, ...]]]]
    """By class, then by field: the docstring, or "", and the types in its annotation."""
    aliases: dict[str, tuple[str, tuple[str, ...]]]
    """By alias: its docstring, or "", and the types in its value."""
    imports: dict[str, tuple[str, str]]
    """By local name: the module that defines it, and its name there."""


def field_description(owner: type, field: str) -> str:
    """Return what a field of a class means, or "" if the source does not say it.

    The docstring below the field comes first, then that of the alias in its annotation, then those of base classes.
    """
    for each in owner.__mro__:
        module = _module(each.__module__) if each.__module__ in sys.modules else None
        found = module.fields.get(each.__name__, {}).get(field) if module else None
        if found is not None:
            text, names = found
            return text or next(filter(None, (_alias_docs(each.__module__, name) for name in names)), "")
    return ""


def _alias_docs(module_name: str, alias: str) -> str:
    """Return the docstring of an alias, or of the first alias in its value that has one."""
    module = _module(module_name)
    if alias in module.imports:
        source, name = module.imports[alias]
        return _alias_docs(source, name) if source.startswith("referee_service") else ""
    text, names = module.aliases.get(alias, ("", ()))
    return text or next(filter(None, (_alias_docs(module_name, name) for name in names if name != alias)), "")


@lru_cache(maxsize=1024)
def _module(name: str) -> _Module:
    """Return the docstrings in the source of a module. A module without source has none."""
    try:
        tree = ast.parse(getsource(importlib.import_module(name)))
    except (OSError, TypeError):
        return _Module({}, {}, {})
    package = sys.modules[name].__package__ or ""
    fields = {node.name: _docstrings(node.body) for node in tree.body if isinstance(node, ast.ClassDef)}
    return _Module(fields, _docstrings(tree.body), dict(_imports(tree.body, package)))


def _docstrings(body: Body) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return the assignments of a class or module: the docstring below each, and the types on its other side."""
    found: dict[str, tuple[str, tuple[str, ...]]] = {}
    for node, after in zip(body, [*body[1:], None], strict=True):
        text = _text(after)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = text, _names(node.annotation)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found[node.targets[0].id] = text, _names(node.value)
    return found


def _text(node: ast.stmt | None) -> str:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return cleandoc(node.value.value)
    return ""


def _names(node: ast.expr) -> tuple[str, ...]:
    """Return the names of the types that a value of this annotation may have. Those inside a container do not count."""
    if isinstance(node, ast.Name):
        return (node.id,)
    if isinstance(node, ast.BinOp):
        return _names(node.left) + _names(node.right)
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple) and _names(node.value) == ("Annotated",):
        return _names(node.slice.elts[0])
    return ()


def _imports(body: Body, package: str) -> Iterator[tuple[str, tuple[str, str]]]:
    for node in body:
        if isinstance(node, ast.ImportFrom):
            source = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
            for name in node.names:
                yield name.asname or name.name, (source, name.name)
