"""Generator of `referee_sdk.games`: typed actions and states of each game, from openapi.yaml.

`PYTHONPATH=.:sdk python -m tests.sdk.typed_games` writes the modules again after a change of openapi.yaml.
"""

from __future__ import annotations

import keyword
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import yaml

from referee_sdk.models import ACTION_EXTRAS

ROOT = Path(__file__).parents[2]
OPENAPI_FILE = ROOT / "openapi.yaml"
FOLDER = ROOT / "sdk" / "referee_sdk" / "games"
SCHEMA_REF = "#/components/schemas/"
TEXT_WIDTH = 110
"""Longest line of a docstring inside a class, without indentation and quotes."""

Schema = dict[str, Any]

HEAD = '''\
"""Typed actions and states of {game}, generated from openapi.yaml by `tests/sdk/typed_games.py`.

An action is a frozen dataclass. A state is the JSON as the service sends it, so its classes are `TypedDict`s. An array
in which each position has its own meaning has the type `tuple`, although JSON decodes it as a list.
"""

# Long because the contract has one class for each verb, question and part of the state.

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, NotRequired, TypeAlias, TypedDict, cast

from referee_sdk.models import Action
from referee_sdk.typed_actions import HasState, TypedAction, open_state, typed_action

'''

TAIL = '''\
def from_action(action: Action) -> AnyAction:
    """Return an action of a legal list as a typed one. Raises `BadRequest` if it is not an action of {game}."""
    return typed_action("{game}", VERBS, action)


def state_of(source: HasState) -> State:
    """Return the open state of a match or position. Raises `BadRequest` if it is not one of {game}."""
    return cast(State, open_state("{game}", source))
'''


def load_document() -> Schema:
    """Return the OpenAPI document of the repository."""
    document: Schema = yaml.load(OPENAPI_FILE.read_bytes(), Loader=yaml.CSafeLoader)
    return document


def game_names(document: Schema) -> list[str]:
    """Return the names of the games that have a path to set up a match."""
    return [found[1] for path in document["paths"] if (found := re.fullmatch(r"/v1/games/([a-z_]+)/states", path))]


class GameModule:
    """Source of the module of one game. Its class names are schema names without the prefix of the game."""

    def __init__(self, game: str, schemas: dict[str, Schema]) -> None:
        self.game, self.schemas = game, schemas
        self.prefix = "".join(part.capitalize() for part in game.split("_"))
        self.unions: dict[str, str] = {}
        actions = schemas[f"{self.prefix}Action"]
        self.actions = [_target(each) for each in actions["oneOf"]]

    def source(self) -> str:
        """Return the whole module, formatted."""
        parts = [self._part(name) for name in self._parts_of_state()]
        actions = [self._action(name) for name in self.actions]
        classes, aliases = [text for text in parts if _is_class(text)], [text for text in parts if not _is_class(text)]
        sections = (
            *("# --- actions", *actions, self._any_action(), self._verbs()),
            *("# --- state", *classes, *aliases, *self.unions.values()),
            *("# --- conversions", TAIL.format(game=self.game)),
        )
        return _format(HEAD.format(game=self.game) + "\n\n\n".join(map(_heading, sections)))

    def _name(self, schema: str) -> str:
        """Return the class of a schema: `BurgundyPlaceTileAction` is `PlaceTile`, `BurgundyPlayer` is `Player`."""
        name = schema.removeprefix(self.prefix)
        return name.removesuffix("Action") if schema in self.actions else name

    def _parts_of_state(self) -> list[str]:
        """Return the schemas of the state and all inside it, from the outside to the inside."""
        found: dict[str, None] = {}
        waiting = [f"{self.prefix}State"]
        while waiting:
            name = waiting.pop(0)
            if name not in found:
                found[name] = None
                waiting += _targets(self.schemas[name])
        clashes = {self._name(name) for name in found} & {"AnyAction", *map(self._name, self.actions)}
        if clashes:
            raise ValueError(f"{self.game}: an action and a part of the state have the same name: {clashes}")
        return list(found)

    # --- definitions ------------------------------------------------------------------------------------------------

    def _action(self, name: str) -> str:
        """Return the dataclass of a verb."""
        schema = self.schemas[name]
        kind = _only_value(schema["properties"]["kind"])
        lines = ["@dataclass(frozen=True, kw_only=True)", f"class {self._name(name)}(TypedAction):", *_docs(schema)]
        lines += ["", f"    kind: ClassVar[Literal[{kind!r}]] = {kind!r}"]
        for field, value in schema["properties"].items():
            if field not in ACTION_EXTRAS:
                lines += self._field(field, value, is_required=field in schema.get("required", ()))
        return "\n".join(lines)

    def _field(self, name: str, schema: Schema, *, is_required: bool) -> Iterator[str]:
        """Yield the lines of a field of an action. An array is a tuple, so that the action can be hashed."""
        kind = self._type(schema, array="tuple[{}, ...]".format)
        yield f"    {_identifier(name)}: {kind if is_required else _nullable(kind) + ' = None'}"
        yield from _docs(schema)

    def _part(self, name: str) -> str:
        """Return the definition of a part of the state: a `TypedDict`, or an alias of another type."""
        schema, short = self.schemas[name], self._name(name)
        if "properties" not in schema:
            return "\n".join([f"{short}: TypeAlias = {self._type(schema)!r}", *_docs(schema, indent=0)])
        lines = [f"class {short}(TypedDict):", *_docs(schema), ""]
        for field, value in schema["properties"].items():
            kind = self._type(value)
            is_required = field in schema.get("required", ())
            lines += [f"    {_identifier(field)}: {kind if is_required else f'NotRequired[{kind}]'}", *_docs(value)]
        return "\n".join(lines)

    def _union(self, name: str, members: Iterable[str], text: str) -> str:
        return f'{name}: TypeAlias = {" | ".join(members)}\n"""{text}"""'

    def _any_action(self) -> str:
        return self._union("AnyAction", map(self._name, self.actions), f"An action of {self.game}: any verb.")

    def _verbs(self) -> str:
        rows = ", ".join(f"{self._name(name)}.kind: {self._name(name)}" for name in self.actions)
        return f'VERBS: Mapping[str, type[AnyAction]] = {{{rows}}}\n"""The class of each verb."""'

    # --- types ------------------------------------------------------------------------------------------------------

    def _type(self, schema: Schema, array: Callable[[str], str] = "list[{}]".format) -> str:
        """Return the Python type of a schema. Raises `ValueError` for a form that has none."""
        match schema:
            case {"$ref": _}:
                return self._name(_target(schema))
            case {"const": value}:
                return f"Literal[{value!r}]"
            case {"enum": values}:
                return f"Literal[{', '.join(map(repr, values))}]"
            case {"anyOf": members} | {"oneOf": members}:
                return self._any_of(members, array)
            case {"type": [*kinds]}:
                return " | ".join(dict.fromkeys(self._type({**schema, "type": kind}, array) for kind in kinds))
            case {"type": "array", "prefixItems": members}:
                return f"tuple[{', '.join(self._type(member, array) for member in members)}]"
            case {"type": "array"}:
                return array(self._type(schema["items"], array))
            case {"type": "object", "additionalProperties": {} as values} if "properties" not in schema:
                return f"dict[str, {self._type(values, array)}]"
            case {"type": str(kind)} if kind in PLAIN_TYPES:
                return PLAIN_TYPES[kind]
        raise ValueError(f"{self.game}: no Python type for {schema}")

    def _any_of(self, members: list[Schema], array: Callable[[str], str]) -> str:
        """Return a union. One of frames gets the name `AnyFrame`."""
        union = list(dict.fromkeys(self._type(member, array) for member in members))
        if len(union) > 1 and all(name.endswith("Frame") for name in union):
            text = "An open question, or a step that waits below one."
            self.unions["AnyFrame"] = self._union("AnyFrame", union, text)
            return "AnyFrame"
        return " | ".join(union)


PLAIN_TYPES = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


# --- schemas ---------------------------------------------------------------------------------------------------------


def _target(schema: Schema) -> str:
    """Return the name of the schema that a reference points to."""
    return str(schema["$ref"]).removeprefix(SCHEMA_REF)


def _targets(schema: object) -> Iterator[str]:
    """Yield the names of all schemas that a schema refers to."""
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield _target(schema)
        for key, value in schema.items():
            if key not in ("discriminator", "examples"):
                yield from _targets(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _targets(value)


def _only_value(schema: Schema) -> str:
    """Return the only value that a schema allows."""
    (value,) = [schema["const"]] if "const" in schema else schema["enum"]
    return str(value)


# --- texts -----------------------------------------------------------------------------------------------------------


def _docs(schema: Schema, indent: int = 4) -> Iterator[str]:
    """Yield the description of a schema as a docstring, if there is one, with those of the positions of an array."""
    items = [item.get("description", "") for item in schema.get("prefixItems", ())]
    positions = "\n".join(f"- {at}: {text}" for at, text in enumerate(items) if text)
    paragraphs = [*str(schema.get("description", "")).split("\n\n"), *([positions] if positions else [])]
    text = "\n\n".join(_wrap(paragraph) for paragraph in paragraphs).replace("\\", "\\\\").replace('"""', "'''")
    if text:
        end = "\n" if "\n" in text or text.endswith('"') else ""
        yield textwrap.indent(f'"""{text}{end}"""', " " * indent)


def _wrap(paragraph: str) -> str:
    """Return a paragraph in lines that fit. Rows of a list keep their own lines."""
    rows = [" ".join(row.split()) for row in re.split(r"\n(?=- )", paragraph)]
    return "\n".join(textwrap.fill(row, TEXT_WIDTH, subsequent_indent="  " * row.startswith("- ")) for row in rows)


def _nullable(kind: str) -> str:
    return kind if "None" in kind.split(" | ") else f"{kind} | None"


def _identifier(name: str) -> str:
    """Return the name of a field. Raises `ValueError` for a name that Python cannot have."""
    if keyword.iskeyword(name) or not name.isidentifier():
        raise ValueError(f"`{name}` cannot be a field of a Python class")
    return name


def _is_class(text: str) -> bool:
    return text.startswith("class ")


def _heading(text: str) -> str:
    return f"{text} {'-' * (119 - len(text))}" if text.startswith("# ---") else text


def _format(source: str) -> str:
    """Return the source as ruff formats it."""
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(FOLDER / "game.py"), "-"]
    return subprocess.run(command, input=source, capture_output=True, text=True, check=True, cwd=ROOT).stdout


def content() -> dict[Path, str]:
    """Return the source of each module by path."""
    document = load_document()
    schemas = document["components"]["schemas"]
    return {FOLDER / f"{game}.py": GameModule(game, schemas).source() for game in game_names(document)}


def main() -> None:
    """Write the modules."""
    for path, source in content().items():
        path.write_text(source)


if __name__ == "__main__":
    main()
