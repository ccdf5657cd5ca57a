"""Tests of notation: actions as one line of text and as JSON, both ways."""

from dataclasses import replace

import pytest

from referee_service.kernel.game import verb, verb_table
from referee_service.kernel.notation import CodecError, notation, parse_action_json, parse_notation
from referee_service.kernel.question import Flow, Stage
from tests.kernel.positions import Reroll
from tests.kernel.toy import GAME
from tests.kernel.toy.actions.ask import Ask
from tests.kernel.toy.actions.rest import Rest
from tests.kernel.toy.flow import FLOW, active_seat

REROLL = verb(Reroll, lambda state: [], lambda state, action: [], lambda state, action: state)
DICE = replace(
    GAME,
    verbs={**GAME.verbs, **verb_table(REROLL)},
    flow=Flow(FLOW.questions, [Stage("dice", "reroll", ("reroll",))], stage=lambda state: "dice", seat=active_seat),
)


@pytest.mark.parametrize(
    ("action", "line"),
    [
        (Reroll(5, (1, 2)), "reroll die=5 keep=1,2 loud=false"),
        (Reroll(None, ()), "reroll keep= loud=false"),
        (Reroll(-1, (3,), ("salt", "silk"), loud=True), "reroll die=-1 keep=3 also=salt,silk loud=true"),
        (Reroll(None, (3,), ()), "reroll keep=3 also= loud=false"),
    ],
)
def test_every_kind_of_field_round_trips(action, line):
    assert notation(action) == line
    assert parse_notation(DICE, line) == action


def test_several_values_of_a_field_are_a_set_in_any_order():
    sorted_action = Reroll(None, (1, 2, 2), ("salt", "silk"))
    assert parse_notation(DICE, "reroll keep=2,1,2 also=silk,salt loud=false") == sorted_action
    fields = {"kind": "reroll", "keep": [2, 1, 2], "also": ["silk", "salt"], "loud": False}
    assert parse_action_json(DICE, fields) == sorted_action


def test_the_notation_of_an_action_without_fields_is_its_verb():
    assert notation(Rest()) == "rest"
    assert parse_notation(GAME, " rest ") == Rest()


def test_fields_may_be_in_any_order():
    assert parse_notation(GAME, "ask  good=silk seat=1") == Ask(1, "silk")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "'' is not a verb of caravan; use one of build, ask, rest"),
        ("dance", "'dance' is not a verb of caravan"),
        ("ask seat=1 colour=red", "'colour=red' is not a field of ask; write: ask seat=… good=…"),
        ("ask seat=1 silk", "'silk' is not a field of ask"),
        ("rest now", "'now' is not a field of rest; write: rest$"),
        ("ask seat=1 seat=2 good=silk", "seat occurs twice"),
        ("ask seat=1", "ask: Object missing required field `good`"),
        ("ask seat=one good=silk", r"ask: Expected `int`, got `str` - at `\$.seat`"),
    ],
)
def test_a_line_that_is_not_an_action_raises_an_error_with_the_reason(line, reason):
    with pytest.raises(CodecError, match=reason):
        parse_notation(GAME, line)


def test_an_action_is_parsed_from_json():
    assert parse_action_json(GAME, {"kind": "ask", "seat": 1, "good": "silk"}) == Ask(1, "silk")
    assert parse_action_json(DICE, {"kind": "reroll", "keep": [1, 2]}) == Reroll(None, (1, 2))


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({}, "None is not a verb of caravan"),
        ({"kind": 3}, "3 is not a verb of caravan"),
        ({"kind": ["ask"]}, "not a verb of caravan"),
        ({"kind": "ask", "seat": "1", "good": "silk"}, r"Expected `int`, got `str` - at `\$.seat`"),
        ({"kind": "ask", "seat": True, "good": "silk"}, r"Expected `int`, got `bool` - at `\$.seat`"),
        ({"kind": "ask", "seat": 1, "good": "silk", "more": 1}, "unknown field `more`"),
        ({"kind": "ask", "seat": 1}, "missing required field `good`"),
    ],
)
def test_json_that_is_not_an_action_raises_an_error_with_the_reason(fields, reason):
    with pytest.raises(CodecError, match=reason):
        parse_action_json(GAME, fields)


@pytest.mark.parametrize("text", ["a b", "a,b", "a=b", "a#b", "a\nb", "a\0b", "\x7f", "a\u2028b", "\u3000", ""])
def test_a_value_with_a_separator_of_the_notation_is_refused_in_a_list(text):
    with pytest.raises(CodecError, match=r"also: .* spaces, commas, =, # and control characters"):
        parse_action_json(DICE, {"kind": "reroll", "keep": [], "also": ["salt", text]})


@pytest.mark.parametrize("text", ["a b", "a,b", "a=b", "a#b", "a\nb", "a\0b"])
def test_a_value_with_a_separator_of_the_notation_is_refused(text):
    with pytest.raises(CodecError, match=r"good: .* spaces, commas, =, # and control characters"):
        parse_action_json(GAME, {"kind": "ask", "seat": 1, "good": text})


def test_a_line_cannot_put_a_separator_into_a_value():
    for line in ("ask seat=1 good=a=b", "ask seat=1 good=a,b", "ask seat=1 good=a\0b"):
        with pytest.raises(CodecError, match="good: "):
            parse_notation(GAME, line)
