"""Content packs: tables of tiles, cards and boards as data, each row with its provenance, checked once at load."""

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

from referee_service.kernel.state import State

Provenance = Literal["rulebook", "printed", "derived", "house"]
"""Where a row comes from: the rulebook, public sources, a worked example, or our own reconstruction."""

S = TypeVar("S", bound=State)
P = TypeVar("P", bound=Struct)
C = TypeVar("C")

EffectRow = dict[str, object]
"""An effect as content writes it: one name with its argument, `{gain_silver: 2}`, or arguments by name."""


class ContentError(Exception):
    """A pack that cannot be used: which file, which row, and why."""

    def __init__(self, where: str, row: str, reason: str) -> None:
        super().__init__(f"{where}: {row}: {reason}" if row else f"{where}: {reason}")
        self.where, self.row, self.reason = where, row, reason


Requirement = tuple[str, str, bool]
"""What a pack must fulfil: the row it concerns, what is wrong otherwise, and whether it holds."""


def check_requirements(demands: Iterable[Requirement], *, where: str) -> None:
    """What the rules of a game take for granted of any pack; the first thing that does not hold is named."""
    for row, reason, holds in demands:
        if not holds:
            raise ContentError(where, row, reason)


class Row(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line of a content table."""

    id: str
    provenance: Provenance


R = TypeVar("R", bound=Row)


class EffectRegistry(Generic[S]):
    """The small functions that content rows may name. Used as a decorator: `@effect`."""

    def __init__(self) -> None:
        self.named: dict[str, Callable[..., S]] = {}

    def __call__(self, function: Callable[..., S]) -> Callable[..., S]:
        self.named[function.__name__] = function
        return function

    def bind(self, row: EffectRow, *, where: str, on: str) -> Callable[[S, int], S]:
        """The function a content row names with its arguments fixed; a row that does not fit says why."""
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
    """What an effect takes beside state and seat, and the types of it."""
    return list(inspect.signature(function).parameters)[2:], get_type_hints(function)


def read_pack(text: bytes, schema: type[P], *, where: str) -> P:
    """A pack's YAML as its schema; what does not fit is named with file, row and reason."""
    try:
        return msgspec.yaml.decode(text, type=schema)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at ")  # `$.tiles[3].kind`, or `key` in `$.tiles[3]`
        raise ContentError(where, path.rpartition("`$")[2].strip(".`"), reason) from error
    except msgspec.DecodeError as error:
        raise ContentError(where, "", f"not readable as YAML: {error}") from error


_NAME = re.compile(r"\w+", re.ASCII)
"""Ids stand in notation, so they must hold no space."""


def index_by_id(rows: Iterable[R], *, where: str, table: str) -> dict[str, R]:
    """The rows of a table by id; two of one id are refused."""
    found: dict[str, R] = {}
    for row in rows:
        if row.id in found:
            raise ContentError(where, f"{table} {row.id!r}", "this id stands twice")
        if not _NAME.fullmatch(row.id):
            raise ContentError(where, f"{table} {row.id!r}", "an id is made of letters, digits and underscores")
        found[row.id] = row
    return found


def pack_id(name: str, pack: Struct) -> str:
    """The name of a pack with a digest of all it says, so that a state is never judged by another."""
    said = msgspec.json.encode(msgspec.to_builtins(pack, str_keys=True), order="deterministic")
    return f"{name}@{blake2b(said, digest_size=8).hexdigest()}"


@dataclass(slots=True)
class PackRegistry(Generic[C]):
    """The packs of one game, side by side. Rules find the state's own with `shelf.of(state)`."""

    package: str
    """The game's package; its built-in packs lie in the folder `content` beside the code."""
    build: Callable[[bytes, str], tuple[str, C]]
    """Text and where it comes from -> the pack's id and its checked tables."""
    default: str
    """The built-in pack used when set-up names none."""
    packs: dict[str, C] = field(default_factory=dict)
    _loaded: bool = False

    def for_state(self, state: State) -> C:
        """The content this state is played with."""
        try:
            return self.packs[state.pack]
        except KeyError:
            return self.get(state.pack)

    def get(self, pack: str) -> C:
        """A pack by its full id; LookupError when there is none."""
        self.load_builtin()
        return self.packs[pack]

    def resolve_id(self, name: str | None) -> str:
        """The full id of a pack named with or without its digest; the default when none is named."""
        self.load_builtin()
        wanted = name or self.default
        fitting = [pack for pack in self.packs if wanted in (pack, pack.partition("@")[0])]
        if not fitting:
            raise LookupError(f"no content pack {wanted!r}; there are {', '.join(self.packs)}")
        return fitting[-1]

    def load_builtin(self) -> Mapping[str, C]:
        """All packs, the built-in ones read on the first call."""
        if not self._loaded:
            for path in sorted((files(self.package) / "content").iterdir(), key=lambda path: path.name):
                if path.name.endswith(".yaml"):
                    self.add(path.read_bytes(), where=path.name)
            self._loaded = True
        return self.packs

    def add(self, text: bytes, *, where: str) -> str:
        """Put one more pack on the shelf, after checking all of it."""
        pack, content = self.build(text, where)
        self.packs[pack] = content
        return pack
