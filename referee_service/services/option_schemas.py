"""JSON Schema of the options of a set-up, with titles and descriptions in one language, for forms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from referee_service.kernel.catalogue import OptionTexts
from referee_service.kernel.game import AnyGame
from referee_service.kernel.rules import Language

Json = dict[str, Any]


def options_schema(game: AnyGame, language: Language) -> Json:
    """Return the schema of the options of a game.

    Each property has `title` and `description`. `x-titles` has its values with their titles, in the order for a form;
    `x-seats` the numbers of seats for which it has an effect, if there are others.
    """
    schema: Json = msgspec.json.schema(game.options_type)
    properties: Json = schema["$defs"][game.options_type.__name__]["properties"]
    for name, option in properties.items():
        texts = game.catalogue().options.get(name)
        if texts is not None:
            properties[name] = _texts(option, texts, language) | option
        if name in game.solo_options:
            properties[name]["x-seats"] = [1]
    return schema


def _texts(option: Json, texts: OptionTexts, language: Language) -> Json:
    found: Json = {"title": texts.title[language], "description": texts.description[language]}
    values = {value_key(value): value for value in option_values(option)}
    titles = [{"value": values[key], "title": title[language]} for key, title in texts.values.items()]
    return found | ({"x-titles": titles} if titles else {})


def value_key(value: object) -> str:
    """Return the key of a value in `texts.yaml`: a text itself, or the JSON of another value."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def option_values(option: Json) -> Iterator[object]:
    """Yield the values that an option lists: of an enum, null, and whole numbers with both bounds."""
    for each in option.get("anyOf", (option,)):
        yield from each.get("enum", ())
        if each.get("type") == "null":
            yield None
        if each.get("type") == "integer" and "minimum" in each and "maximum" in each:
            yield from range(each["minimum"], each["maximum"] + 1)
