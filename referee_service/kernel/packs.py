"""Content packs: tables of tiles, cards and boards as data. Every row has a provenance and is checked at load."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from hashlib import blake2b
from importlib.resources import files
from typing import Any, Generic, Literal, TypeVar, get_type_hints

import msgspec
from msgspec import Struct

from referee_service.kernel.catalogue import ComponentTexts
from referee_service.kernel.setup import UnknownPack
from referee_service.kernel.state import State

Provenance = Literal["rulebook", "printed", "derived", "house"]
"""Source of a row: the rulebook, published components, a worked example, or our own reconstruction."""

S = TypeVar("S", bound=State)
P = TypeVar("P", bound=Struct)
C = TypeVar("C")

EffectRow = dict[str, object]
"""An effect in a pack: one name with its argument, `{gain_silver: 2}`, or with arguments by name."""


class ContentError(Exception):
    """Raised if a pack cannot be used. Names the file, the row and the reason."""

    def __init__(self, where: str, row: str, reason: str) -> None:
        super().__init__(f"{where}: {row}: {reason}" if row else f"{where}: {reason}")
        self.where, self.row, self.reason = where, row, reason


Requirement = tuple[str, str, bool]
"""One requirement of a pack: the row it concerns, the reason if it is violated, and whether it holds."""


def check_requirements(requirements: Iterable[Requirement], *, where: str) -> None:
    """Raise ContentError for the first requirement that does not hold."""
    for row, reason, holds in requirements:
        if not holds:
            raise ContentError(where, row, reason)


class Row(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One row of a content table."""

    id: str
    """Name of the row in states, actions and paths, unique in its table: letters, digits and underscores."""
    provenance: Provenance


R = TypeVar("R", bound=Row)


class EffectRegistry(Generic[S]):
    """The effect functions of a game by name. An instance is the decorator `@effect`."""

    def __init__(self) -> None:
        self.named: dict[str, Callable[..., S]] = {}

    def __call__(self, function: Callable[..., S]) -> Callable[..., S]:
        self.named[function.__name__] = function
        return function

    def bind(self, row: EffectRow, *, where: str, on: str) -> Callable[[S, int], S]:
        """Return the effect function that a row names, with its arguments bound.

        Raises ContentError if the name is unknown or the arguments do not fit.
        """
        if len(row) != 1:
            raise ContentError(where, on, f"an effect is one name with its argument, not {sorted(row)}")
        ((name, given),) = row.items()
        if name not in self.named:
            raise ContentError(where, on, f"no effect is called {name!r}; there are {', '.join(sorted(self.named))}")
        function = self.named[name]
        wanted, hints = _effect_parameters(function)
        arguments = given if isinstance(given, dict) else dict(zip(wanted, [given] if wanted else [], strict=False))
        if sorted(arguments) != sorted(wanted) or (given not in (None, True) and not wanted):
            raise ContentError(where, on, f"{name} takes {wanted or 'nothing'}, not {given!r}")
        try:
            fitted = {key: msgspec.convert(value, hints[key]) for key, value in arguments.items()}
        except msgspec.ValidationError as error:
            raise ContentError(where, on, f"{name}: {error}") from error
        return partial(function, **fitted)


@cache
def _effect_parameters(function: Callable[..., State]) -> tuple[list[str], dict[str, Any]]:
    """Return the parameter names of an effect after state and seat, and their types."""
    return list(inspect.signature(function).parameters)[2:], get_type_hints(function)


def read_pack(text: bytes, schema: type[P], *, where: str) -> P:
    """Decode the YAML of a pack. Raises ContentError with file, row and reason if it does not fit the schema."""
    try:
        return msgspec.yaml.decode(text, type=schema)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at ")  # `$.tiles[3].kind`, or `key` in `$.tiles[3]`
        raise ContentError(where, path.rpartition("`$")[2].strip(".`"), reason) from error
    except msgspec.DecodeError as error:
        raise ContentError(where, "", f"not readable as YAML: {error}") from error


_NAME = re.compile(r"\w+", re.ASCII)
"""Ids are part of the notation, so they contain no space."""


def index_by_id(rows: Iterable[R], *, where: str, table: str) -> dict[str, R]:
    """Return the rows of a table by id. Raises ContentError for a duplicate or malformed id."""
    found: dict[str, R] = {}
    for row in rows:
        if row.id in found:
            raise ContentError(where, f"{table} {row.id!r}", "this id occurs twice")
        if not _NAME.fullmatch(row.id):
            raise ContentError(where, f"{table} {row.id!r}", "an id consists of letters, digits and underscores")
        found[row.id] = row
    return found


def pack_id(name: str, pack: Struct) -> str:
    """Return the id of a pack: its name and a digest of its whole content. A state is never judged by another pack."""
    tables = msgspec.to_builtins(pack, str_keys=True)
    if not tables.get("texts", True):
        del tables["texts"]  # packs without texts keep the ids that they had before packs could have them
    content = msgspec.json.encode(tables, order="deterministic")
    return f"{name}@{blake2b(content, digest_size=8).hexdigest()}"


def pack_texts(tables: object) -> Mapping[str, ComponentTexts]:
    """Return the texts that a pack gives its components: `texts:` of its YAML."""
    return getattr(getattr(tables, "pack", None), "texts", {})


@dataclass(slots=True, eq=False)
class PackRegistry(Generic[C]):
    """The packs of one game. `for_state` returns the pack that a state uses. Each registry is equal to itself only."""

    package: str
    """The Python package of the game. Its built-in packs are in the folder `content`."""
    build: Callable[[bytes, str], tuple[str, C]]
    """Build the id and the checked tables of a pack from its text. The second argument names the file for errors."""
    default: str
    """Name of the built-in pack that set-up uses if none is given."""
    packs: dict[str, C] = field(default_factory=dict)
    _builtin: set[str] = field(default_factory=set)
    _loaded: bool = False

    def for_state(self, state: State) -> C:
        """Return the pack that the state uses."""
        try:
            return self.packs[state.pack]
        except KeyError:
            return self.get(state.pack)

    def get(self, pack: str) -> C:
        """Return a pack by its full id. Raises LookupError if it is unknown."""
        self.load_builtin()
        return self.packs[pack]

    def resolve_id(self, name: str | None) -> str:
        """Return the full id of a pack, given its name with or without digest, or None for the default.

        A name without digest means the built-in pack of this name, if there is one. A former version of it, added for
        matches that began with it, is found by its full id only. Raises UnknownPack.
        """
        self.load_builtin()
        wanted = name or self.default
        fitting = [pack for pack in self.packs if wanted in (pack, pack.partition("@")[0])]
        if not fitting:
            raise UnknownPack(wanted, tuple(self.packs))
        return ([pack for pack in fitting if pack in self._builtin] or fitting)[-1]

    def load_builtin(self) -> Mapping[str, C]:
        """Return all packs by id. The first call reads the built-in ones."""
        if not self._loaded:
            for path in sorted((files(self.package) / "content").iterdir(), key=lambda path: path.name):
                if path.name.endswith(".yaml"):
                    self._builtin.add(self.add(path.read_bytes(), where=path.name))
            self._loaded = True
        return self.packs

    def add(self, text: bytes, *, where: str) -> str:
        """Check a pack, add it to the registry, and return its id."""
        pack, content = self.build(text, where)
        self.packs[pack] = content
        return pack
