"""Actions as one line of notation or as JSON, both ways."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import replace

from referee_service.kernel.catalogue import reason_text
from referee_service.kernel.mismatches import nearest
from referee_service.kernel.rules import Fact, Reason, make_reason
from referee_service.kernel.state import Action, State, verb_of

S = TypeVar("S", bound=State)


if TYPE_CHECKING:  # kernel.game writes actions with this module
    from referee_service.kernel.game import AnyGame, Verb


class CodecError(Exception):
    """Raised if bytes or text cannot be read. `reason` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason_text(reason, "en"))
        self.reason = reason


class RulesetMismatch(CodecError):
    """Raised for a state of another game, ruleset or pack than this service judges."""


SEPARATORS = r"\s,=#\x00-\x1f\x7f-\x9f"
"""Characters that no value of an action may contain, as a regular expression: they separate parts of a record."""

_SEPARATOR = re.compile(f"[{SEPARATORS}]")


MAX_NOTATIONS = 4096
"""Lines of actions that a process keeps. Legal lists name the same few hundred actions of a game again and again."""

DECODE_ERRORS = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""Exceptions of msgspec for bytes that are not JSON, not UTF-8, or nested too deeply."""


@lru_cache(maxsize=MAX_NOTATIONS)
def notation(action: Action) -> str:
    """Return a legal action as one line: `place_tile die=5 tile=bank space=12`. A field that is None is left out."""
    return format_notation(action)


def format_notation(action: Action) -> str:
    """Return any action as one line. A refused one may contain any text of a client, so its line is not kept."""
    parts = [verb_of(action)]
    for name in action.__struct_fields__:
        value = getattr(action, name)
        if value is not None:
            parts.append(f"{name}={_format_value(value)}")
    return " ".join(parts)


def _format_value(value: Fact) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(str(part) for part in value) if isinstance(value, tuple) else str(value)


def parse_notation(game: AnyGame, line: str) -> Action:
    """Parse a line of notation. Raises CodecError if it is not an action of the game."""
    verb_name, *words = line.split() or [""]
    if verb_name not in game.verbs:
        raise CodecError(_unknown_verb(game, verb_name))
    verb = game.verbs[verb_name]
    fields: dict[str, object] = {}
    lists = list_fields(verb.action)
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or name not in verb.action.__struct_fields__:
            form = " ".join([verb_name, *(f"{field}=…" for field in verb.action.__struct_fields__)])
            raise CodecError(make_reason("field", word=word, verb=verb_name, form=form))
        if name in fields:
            raise CodecError(make_reason("twice", field=name))
        fields[name] = [part for part in value.split(",") if part] if name in lists else value
    return _build_action(verb, {"kind": verb_name, **fields}, strict=False)


def parse_action_json(game: AnyGame, fields: dict[str, object]) -> Action:
    """Parse an action from a JSON object. Raises CodecError if it is not an action of the game."""
    kind = fields.get("kind")
    if not isinstance(kind, str) or kind not in game.verbs:
        raise CodecError(_unknown_verb(game, kind))
    return _build_action(game.verbs[kind], fields, strict=True)


def _unknown_verb(game: AnyGame, found: object) -> Reason:
    facts = {"found": repr(found), "game": game.name, "verbs": ", ".join(game.verbs)}
    near = nearest(str(found), list(game.verbs))
    return make_reason("verb_near", near=near, **facts) if near else make_reason("verb", **facts)


def _build_action(verb: Verb[S], fields: dict[str, object], *, strict: bool) -> Action:
    """Build an action from its fields. Several values of one field are a set, so they are sorted."""
    left_out = dict.fromkeys(optional_fields(verb.action) - fields.keys())
    try:
        action = msgspec.convert({**fields, **left_out}, verb.action, strict=strict)
    except msgspec.ValidationError as error:
        raise CodecError(_mismatch(verb, fields, str(error))) from error
    for name in verb.action.__struct_fields__:
        _check_separators(name, getattr(action, name))
    rows = {name: getattr(action, name) for name in list_fields(verb.action)}
    return replace(action, **{name: tuple(sorted(row)) for name, row in rows.items() if row}) if rows else action


def _mismatch(verb: Verb[S], fields: dict[str, object], why: str) -> Reason:
    """Return why fields do not make an action. An unknown one gets the list of valid ones."""
    valid = ("kind", *verb.action.__struct_fields__)
    unknown = next((name for name in fields if name not in valid), None)
    if unknown is None:
        return make_reason("values", verb=verb.name, why=why)
    return make_reason("field_names", verb=verb.name, field=unknown, fields=", ".join(valid))


def _check_separators(field: str, value: Fact) -> None:
    """Raise CodecError if the notation of this value would not parse back: of a text, or of one in a list."""
    texts = value if isinstance(value, tuple) else (value,)
    for text in texts:
        if isinstance(text, str) and (_SEPARATOR.search(text) or (not text and texts is value)):
            raise CodecError(make_reason("separators", field=field, value=repr(text)))


@cache
def list_fields(action: type[Action]) -> frozenset[str]:
    """Return the fields of an action type that hold several values."""
    return frozenset(
        name for name, kinds in _field_types(action).items() if any(get_origin(kind) is tuple for kind in kinds)
    )


@cache
def optional_fields(action: type[Action]) -> frozenset[str]:
    """Return the fields of an action type that may be None. They may be omitted."""
    return frozenset(name for name, kinds in _field_types(action).items() if NoneType in kinds)


def _field_types(action: type[Action]) -> dict[str, tuple[object, ...]]:
    """Return the possible types of each field of an action type."""
    hints = get_type_hints(action)
    is_union = {name: get_origin(hint) in (Union, UnionType) for name, hint in hints.items()}
    return {name: get_args(hints[name]) if is_union[name] else (hints[name],) for name in action.__struct_fields__}
