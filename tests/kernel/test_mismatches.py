"""Reasons why JSON does not fit a type: they list valid fields and values, at every depth."""

from typing import Literal

import msgspec
import pytest
from msgspec import Struct

from referee_service.kernel.catalogue import reason_text
from referee_service.kernel.mismatches import MAX_LISTED, mismatch, nearest

Colour = Literal["red", "green", "blue"]
Verb = Literal["take", "place", "sell", "buy", "build", "explore", "rest"]


class Die(Struct, forbid_unknown_fields=True, tag_field="kind"):
    """A die with a colour."""

    colour: Colour


class Card(Struct, forbid_unknown_fields=True, tag_field="kind"):
    """A card with a name."""

    name: str


class Player(Struct, forbid_unknown_fields=True):
    """A player with several containers."""

    dice: tuple[Die, ...] = ()
    pair: tuple[int, Colour] | None = None
    named: dict[str, Die] = {}
    verb: Verb | None = None
    piece: Die | Card | None = None


class Table(Struct, forbid_unknown_fields=True):
    """A table with players."""

    players: list[Player]
    secret: str = ""


def reason(json: str) -> str:
    """Return the English reason why a text is no table."""
    with pytest.raises((msgspec.DecodeError, RecursionError)) as raised:
        msgspec.json.decode(json, type=Table)
    return reason_text(mismatch(raised.value, Table, ["secret"]), "en")


@pytest.mark.parametrize(
    ("json", "expected"),
    [
        ('{"players":[],"x":1}', "unknown field `x` in `$`; valid fields: players"),
        (
            '{"players":[{"x":1}]}',
            "unknown field `x` in `$.players[0]`; valid fields: dice, pair, named, verb, piece",
        ),
        ('{"players":[{"dice":[{"kind":"Die","x":1}]}]}', "unknown field `x` in `$.players[0].dice[0]`; valid"),
        ('{"players":[{"dice":[{"kind":"Die","colour":"rde"}]}]}', "; valid values: blue, green, red"),
        ('{"players":[{"pair":[1,"rde"]}]}', "Invalid enum value 'rde' - at `$.players[0].pair[1]`; valid values:"),
        ('{"players":[{"named":{"a":{"kind":"Die","x":1}}}]}', "valid fields: colour"),
        ('{"players":[{"verb":"bulid"}]}', "did you mean build? Valid values: build, buy"),
        ('{"players":[{"verb":"xyz"}]}', "; valid values: build, buy"),
        ('{"players":[{"piece":{"kind":"Card","x":1}}]}', "Object contains unknown field `x`"),  # a card or a die
        ('{"players":1}', "Expected `array`, got `int`"),
        ('{"players":', "truncated"),
        ('{"players":[],"x` - at `$.players[%s]":1}' % ("9" * 5000), "unknown field `x"),  # a name like a path
    ],
)
def test_a_reason_lists_valid_fields_and_values(json, expected):
    assert expected in reason(json)


def test_the_nearest_name_is_given_only_for_a_long_list():
    names = [f"name_{number}" for number in range(MAX_LISTED)]
    assert nearest("nam_1", names) == ""
    assert nearest("nam_1", [*names, "other"]) == "name_1"
    assert nearest("nam_1", names, listed=0) == "name_1"
    assert nearest("entirely different", [*names, "other"]) == ""
    assert nearest("x" * 1_000_000, [*names, "other"]) == ""
