"""Tests of verb factories: each gives the lists, refusals and outcomes that a hand-written verb would."""

from __future__ import annotations

from typing import Annotated

from referee_service.kernel.rules import refuse
from referee_service.kernel.shape import Domain
from referee_service.kernel.state import CHANCE, Action
from referee_service.kernel.verb_factories import PickStarter, choose_verb, draw_verb, only_verb, starter_verb
from tests.kernel.positions import bag, given
from tests.kernel.toy.actions.rest import REST, Rest
from tests.kernel.toy.questions import RollPaceFrame


class Choose(Action, frozen=True, tag="choose"):
    """A verb with one field."""

    good: Annotated[str, Domain("good")]


CHOOSE = choose_verb(Choose, lambda state: ("silk", "salt"), lambda state, action: action.good, rule="choose.open")


def test_a_choice_offers_its_values_in_order():
    assert list(CHOOSE.candidates(given())) == [Choose("silk"), Choose("salt")]
    assert CHOOSE.exact
    assert CHOOSE.domains == {"good": "good"}
    assert CHOOSE.apply(given(), Choose("salt")) == "salt"


def test_a_choice_refuses_other_values_and_names_the_open_ones():
    assert not list(CHOOSE.objections(given(), Choose("silk")))
    assert list(CHOOSE.objections(given(), Choose("gold"))) == [
        refuse("choose.open", good="gold", open=("silk", "salt"))
    ]


def test_a_choice_and_a_draw_may_name_the_rule_for_components_of_another_kind():
    choice = choose_verb(Choose, lambda state: ("silk",), lambda state, action: state, rule="a.b", kind_rule="a.kind")
    draw = draw_verb(Choose, lambda state: bag(silk=1), lambda state, action: state, kind_rule="a.kind")
    assert choice.kinds == draw.kinds == {"good": "a.kind"}
    assert CHOOSE.kinds == {}


def test_an_only_action_is_always_legal():
    only = only_verb(Rest, lambda state, action: "rested")
    assert list(only.candidates(given())) == [Rest()]
    assert not list(only.objections(given(), Rest()))
    assert only.apply(given(), Rest()) == "rested"
    assert REST.exact


def test_a_draw_weighs_each_piece_by_its_copies_and_refuses_pieces_that_the_bag_lacks():
    draw = draw_verb(Choose, lambda state: bag(salt=2, silk=1), lambda state, action: state)
    assert list(draw.outcomes(given())) == [(Choose("salt"), 2), (Choose("silk"), 1)]
    assert not list(draw.objections(given(), Choose("silk")))
    assert [refusal.rule for refusal in draw.objections(given(), Choose("gold"))] == ["referee.chance"]


def test_every_seat_may_begin_and_the_question_is_closed_first():
    starter = starter_verb(lambda state, seat: (state.pending, seat))
    state = given(pending=(RollPaceFrame(CHANCE),))
    assert list(starter.outcomes(state)) == [(PickStarter(0), 1), (PickStarter(1), 1)]
    assert starter.apply(state, PickStarter(1)) == ((), 1)
