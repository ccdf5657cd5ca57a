"""Descriptions in the OpenAPI document: every property and parameter has one that says more than its name."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from referee_service.api.openapi.descriptions import field_description
from referee_service.games.burgundy.actions.place_tile import PlaceTile
from referee_service.kernel.state import Frame
from tests.api.openapi import DOCUMENT

SCHEMAS = DOCUMENT["components"]["schemas"]
FILL_WORDS = frozenset(
    (
        *("a", "an", "and", "any", "are", "as", "at", "be", "by", "each", "for", "from", "has", "have", "if", "in"),
        *("is", "it", "its", "many", "no", "not", "number", "of", "on", "one", "or", "that", "the", "there", "these"),
        *("this", "to", "value", "was", "which", "with"),
    )
)
"""Words that say nothing about a property."""


def words(text: str) -> set[str]:
    """Return the words of a text or name in lower case, without endings for plurals."""
    found = re.findall(r"[a-z]+", re.sub(r"([a-z])([A-Z])", r"\1 \2", text.replace("_", " ")).lower())
    return {word.removesuffix("s") for word in found if word not in FILL_WORDS}


def repeats_name(name: str, description: str) -> bool:
    return not words(description) - words(name)


@pytest.mark.parametrize(
    ("name", "description", "is_repeated"),
    [
        ("sealed_state", "The sealed state.", True),
        ("dice", "The number of dice.", True),
        ("dice", "Values of the unused dice, sorted.", False),
        ("", "", True),
    ],
)
def test_a_description_that_only_repeats_the_name_is_found(name, description, is_repeated):
    assert repeats_name(name, description) == is_repeated


def described_properties() -> Iterator[tuple[str, str, dict]]:
    """Yield every property of every schema: its place, its name, and its schema."""
    for name, schema in SCHEMAS.items():
        yield from properties_in(schema, name)


def properties_in(schema: object, place: str) -> Iterator[tuple[str, str, dict]]:
    if isinstance(schema, dict):
        properties = schema.get("properties", {})
        for name, inner in properties.items():
            yield f"{place}.{name}", name, inner
            yield from properties_in(inner, f"{place}.{name}")
        for key, inner in schema.items():
            if key not in ("properties", "examples", "example"):
                yield from properties_in(inner, place)
    elif isinstance(schema, list):
        for inner in schema:
            yield from properties_in(inner, place)


def description_of(schema: dict) -> str:
    """Return the description of a property, or that of the schema to which it refers."""
    if "description" in schema or "$ref" not in schema:
        return schema.get("description", "")
    return description_of(SCHEMAS[schema["$ref"].rpartition("/")[2]])


def test_every_property_has_a_description_that_says_more_than_its_name():
    listed = list(described_properties())
    assert len(listed) > 1500
    poor = [place for place, name, schema in listed if repeats_name(name, description_of(schema))]
    assert poor == []


def test_every_parameter_has_a_description_that_says_more_than_its_name():
    parameters = list(DOCUMENT["components"]["parameters"].values())
    for item in DOCUMENT["paths"].values():
        for method in item.keys() & {"get", "post", "delete"}:
            parameters += [each for each in item[method]["parameters"] if "$ref" not in each]
    assert [each["name"] for each in parameters if repeats_name(each["name"], each.get("description", ""))] == []


def test_no_field_of_a_request_has_a_default_beside_its_description():
    """Generators make a property with a default a required one."""
    requests = [name for name in SCHEMAS if name.endswith(("Request", "Options"))]
    for name in requests:
        assert not [each for each, schema in SCHEMAS[name].get("properties", {}).items() if "default" in schema], name


def test_a_description_comes_from_the_field_or_the_alias_of_its_type_or_the_base_class():
    assert "unused die" in field_description(PlaceTile, "die")  # the alias `Die`
    assert field_description(Frame, "seat")
    assert field_description(PlaceTile, "no_such_field") == ""
