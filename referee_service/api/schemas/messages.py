"""Messages about wrong fields, in both languages. Marshmallow writes them in English and without valid values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from marshmallow import Schema, fields

from referee_service.kernel.mismatches import nearest
from referee_service.kernel.rules import LocalizedText

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
}
"""Messages of marshmallow that do not depend on a value."""
_GROUP = re.compile(r"Give (exactly|at most) one of (.*)\.")
_BESIDE = re.compile(r"Leave it out beside (.*)\.")
_ONE_OF = re.compile(r"Must be one of: (.*)\.", re.DOTALL)


def field_messages(schema: Schema, messages: object, body: object, location: str = "json") -> LocalizedText:
    """Return the messages of a ValidationError as one text: `json.seat: Not a valid integer.`, joined by semicolons.

    An unknown field gets the list of valid ones, a wrong value of a long list the nearest valid one.
    """
    lines = list(_lines(location, messages, schema, body))
    return LocalizedText("; ".join(line.en for line in lines), "; ".join(line.fr for line in lines))


def _lines(path: str, messages: object, place: object, value: object) -> Iterator[LocalizedText]:
    """Yield a line per message. `place` is the schema or field that the messages are about, `value` what it got."""
    if isinstance(messages, Mapping):
        for name, inner in messages.items():
            below = None if name == "_schema" else _below(value, name)
            if inner == [UNKNOWN_FIELD] and isinstance(place, Schema):
                yield _line(f"{path}.{name}", _unknown_field(str(name), place))
            else:
                yield from _lines(f"{path}.{name}", inner, _inner_place(place, name), below)
        return
    for message in messages if isinstance(messages, list) else [messages]:
        yield _line(path, _translated(str(message), value))


def _line(path: str, text: LocalizedText) -> LocalizedText:
    return LocalizedText(f"{path}: {text.en}", f"{path} : {text.fr}")


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
    return LocalizedText(message, FRENCH.get(message, message))


def _wrong_value(valid: str, value: object) -> LocalizedText:
    choices = valid.split(", ")
    near = nearest(value, choices) if isinstance(value, str) else ""
    return LocalizedText(
        f"{f'Did you mean {near}? ' if near else ''}Must be one of: {valid}.",
        f"{f'Vouliez-vous dire {near} ? ' if near else ''}L'une de ces valeurs est attendue : {valid}.",
    )
