"""Messages about wrong fields, in both languages. Marshmallow writes them in English and without valid values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final

from marshmallow import Schema, fields

from referee_service.kernel.mismatches import nearest
from referee_service.kernel.rules import LocalizedText

MAX_LINES: Final = 20
"""How many wrong fields a text names. A body may have thousands."""
UNKNOWN_FIELD: Final = "Unknown field."
FRENCH: Final = {
    "Missing data for required field.": "Champ obligatoire manquant.",
    "Field may not be null.": "La valeur ne peut être null.",
    "Not a valid integer.": "Ce n'est pas un entier.",
    "Not a valid boolean.": "Ce n'est pas un booléen.",
    "Not a valid string.": "Ce n'est pas un texte.",
    "Not a valid list.": "Ce n'est pas une liste.",
    "Invalid input type.": "Ce n'est pas un objet.",
    "Must be an object.": "Ce n'est pas un objet.",
    "String does not match expected pattern.": "Le texte n'a pas la forme attendue.",
    'Must be a seat number or "chance".': "Un numéro de place ou « chance » est attendu.",
}
"""Messages of marshmallow that do not depend on a value."""
_GROUP = re.compile(r"Give (exactly|at most) one of (.*)\.")
_BESIDE = re.compile(r"Leave it out beside (.*)\.")
_LENGTH = re.compile(r"Length must be between (\d+) and (\d+)\.")
_SHORTER = re.compile(r"Longer than maximum length (\d+)\.")
_RANGE = re.compile(r"Must be greater than or equal to (\S+) and less than or equal to (\S+)\.")
_ONE_OF = re.compile(r"Must be one of: (.*)\.", re.DOTALL)


def field_messages(schema: Schema, messages: object, body: object, location: str = "") -> LocalizedText:
    """Return the messages of a ValidationError as one text: `seat: Not a valid integer`, joined by semicolons.

    An unknown field gets the list of valid ones, a wrong value of a long list the nearest valid one.
    """
    lines = list(islice(_lines(location, messages, schema, body), MAX_LINES + 1))
    if len(lines) > MAX_LINES:
        lines[MAX_LINES] = LocalizedText("and more.", "et d'autres.")
    return LocalizedText("; ".join(line.en for line in lines), "; ".join(line.fr for line in lines))


def _lines(path: str, messages: object, place: object, value: object) -> Iterator[LocalizedText]:
    """Yield a line per message. `place` is the schema or field that the messages are about, `value` what it got."""
    if isinstance(messages, Mapping):
        for name, inner in messages.items():
            if name == "_schema":  # about the object itself
                yield from _lines(path, inner, place, value)
                continue
            below, at = _below(value, name), f"{path}.{name}".removeprefix(".")
            if inner == [UNKNOWN_FIELD] and isinstance(place, Schema):
                yield _line(at, _unknown_field(str(name), place))
            else:
                yield from _lines(at, inner, _inner_place(place, name), below)
        return
    for message in messages if isinstance(messages, list) else [messages]:
        yield _line(path, _translated(str(message), value))


def _line(path: str, text: LocalizedText) -> LocalizedText:
    return LocalizedText(f"{path}: {text.en}", f"{path} : {text.fr}") if path else text


def _below(value: object, name: object) -> object:
    """Return the value of a field or the item of a list, or None if there is none."""
    if isinstance(value, Mapping):
        return value.get(name)
    if isinstance(value, list) and isinstance(name, int) and 0 <= name < len(value):
        return value[name]
    return None


def _inner_place(place: object, name: object) -> object:
    """Return the schema or field of a name in a schema, or of an item of a list."""
    found: Any = place.fields.get(str(name)) if isinstance(place, Schema) else place
    if isinstance(found, fields.List) and isinstance(name, int):
        found = found.inner
    return found.schema if isinstance(found, fields.Nested) else found


def _unknown_field(name: str, schema: Schema) -> LocalizedText:
    valid = list(schema.fields)
    near = nearest(name, valid, listed=0)
    return LocalizedText(
        f"{UNKNOWN_FIELD} {f'Did you mean {near}? ' if near else ''}Valid fields: {', '.join(valid)}.",
        f"Champ inconnu. {f'Vouliez-vous dire {near} ? ' if near else ''}Champs valides : {', '.join(valid)}.",
    )


def _translated(message: str, value: object) -> LocalizedText:
    """Return a message in both languages. Messages that are not known here stay English."""
    if found := _GROUP.fullmatch(message):
        count = "exactement" if found[1] == "exactly" else "au plus"
        return LocalizedText(message, f"Donnez {count} l'un de ceux-ci : {found[2].replace(' or ', ' ou ')}.")
    if found := _BESIDE.fullmatch(message):
        return LocalizedText(message, f"Omettez-le à côté de {found[1]}.")
    if found := _ONE_OF.fullmatch(message):
        return _wrong_value(found[1], value)
    if found := _LENGTH.fullmatch(message):
        return LocalizedText(message, f"La longueur doit être comprise entre {found[1]} et {found[2]}.")
    if found := _SHORTER.fullmatch(message):
        return LocalizedText(message, f"La longueur maximale est {found[1]}.")
    if found := _RANGE.fullmatch(message):
        least, most = found.groups()
        return LocalizedText(f"Must be from {least} to {most}.", f"Une valeur de {least} à {most} est attendue.")
    if message == "Invalid input type.":
        message = "Must be an object."
    return LocalizedText(message, FRENCH.get(message, message))


def _wrong_value(valid: str, value: object) -> LocalizedText:
    choices = valid.split(", ")
    near = nearest(value, choices) if isinstance(value, str) else ""
    return LocalizedText(
        f"{f'Did you mean {near}? ' if near else ''}Must be one of: {valid}.",
        f"{f'Vouliez-vous dire {near} ? ' if near else ''}L'une de ces valeurs est attendue : {valid}.",
    )
