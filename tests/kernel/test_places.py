"""Tests of places: what a player touches, and the components that labels and refusals name."""

from dataclasses import replace as with_field

import pytest

from referee_service.kernel import engine
from referee_service.kernel.actions.pay import Pay
from referee_service.kernel.actions.pay_cheapest import PayCheapest
from referee_service.kernel.places import action_facts, choice_place, fixed_place, held_components, is_button, touches
from referee_service.kernel.shape import Domain
from referee_service.kernel.state import CHANCE
from tests.kernel.positions import given
from tests.kernel.toy import GAME
from tests.kernel.toy.actions.ask import Ask
from tests.kernel.toy.actions.build import Build
from tests.kernel.toy.actions.rest import Rest
from tests.kernel.toy.decisions.cards import Draw


@pytest.mark.parametrize(
    ("action", "groups"),
    [
        (Build("inn"), (("market.inn",),)),
        (Ask(1, "silk"), (("seat.1",), ("choice.silk",))),
        (Rest(), (("button.rest",),)),
        (Pay("silk"), (("hand.0.silk",),)),
        (Pay("change_silk"), (("choice.change_silk",),)),
        (PayCheapest(), (("button.pay_cheapest",),)),
    ],
)
def test_an_action_touches_a_place_for_each_field_or_its_button(action, groups):
    assert touches(GAME, given(), 0, action) == groups


def test_a_spot_that_no_field_names_comes_last():
    resting = with_field(GAME.verbs["rest"], spot=lambda state, seat, action: (f"seat.{seat}.bed",))
    silent = with_field(GAME.verbs["ask"], spot=lambda state, seat, action: ())
    game = with_field(GAME, verbs={**GAME.verbs, "rest": resting, "ask": silent})
    assert touches(game, given(), 1, Rest()) == (("seat.1.bed",),)
    assert touches(game, given(), 0, Ask(1, "silk")) == (("seat.1",), ("choice.silk",))


def test_chance_has_buttons_only():
    assert touches(GAME, given(), CHANCE, Draw("silk")) == (("button.draw",),)


def marked(**places):
    """Return the toy game whose verb `ask` has other places."""
    domains = {
        name: Domain(name, place=lambda state, seat, value, found=found: found) for name, found in places.items()
    }
    return with_field(GAME, extra_marks={(Ask, name): domain for name, domain in domains.items()})


def test_fields_at_common_places_share_a_group():
    game = marked(seat=("depot.1.0", "depot.1.1"), good=("depot.0.0", "depot.1.1"))
    assert touches(game, given(), 0, Ask(1, "silk")) == (("depot.1.1",),)


def test_fields_of_different_groups_are_kept_apart():
    place = ("hand.0.silk",)
    seat, good = (Domain(name, place=lambda *_: place, group=group) for name, group in (("seat", ""), ("good", "two")))
    game = with_field(GAME, extra_marks={(Ask, "seat"): seat, (Ask, "good"): good})
    assert touches(game, given(), 0, Ask(1, "silk")) == (place, place)


def test_a_value_that_lies_nowhere_has_no_group():
    assert touches(marked(seat=(), good=("hand.0.silk",)), given(), 0, Ask(1, "silk")) == (("hand.0.silk",),)


def test_an_optional_field_that_is_left_out_may_point_somewhere():
    pile, card = ("pile", "card.0"), ("pile",)
    marks = {
        (Ask, "seat"): Domain("seat", place=lambda state, seat, value: pile),
        (Ask, "good"): Domain("good", place=choice_place, absent=lambda state, seat, value: card),
    }
    assert touches(with_field(GAME, extra_marks=marks), given(), 0, Ask(1, None)) == (("pile",),)
    assert touches(with_field(GAME, extra_marks=marks), given(), 0, Ask(1, "silk")) == (pile, ("choice.silk",))
    assert touches(marked(seat=pile), given(), 0, Ask(1, None)) == (pile,)


def test_a_chip_comes_first():
    with_chip = with_field(GAME.verbs["ask"], chip="action.ask")
    game = with_field(GAME, verbs={**GAME.verbs, "ask": with_chip})
    assert touches(game, given(), 0, Ask(1, "silk"))[0] == ("action.ask",)
    assert is_button(game, "action.ask")
    assert is_button(game, "button.rest")
    assert not is_button(game, "button.fly")


def test_an_action_without_fields_may_have_a_place():
    resting = with_field(GAME.verbs["rest"], spot=lambda state, seat, action: (f"seat.{seat}",))
    game = with_field(GAME, verbs={**GAME.verbs, "rest": resting})
    assert touches(game, given(), 0, Rest()) == (("seat.0",),)


def test_the_facts_of_a_label_are_fields_components_and_those_of_the_verb():
    facts = action_facts(GAME, given(), 0, Build("inn"))
    assert facts == {"stall": "inn", "stall_holds": "inn", "price": ("any", "silk")}
    assert held_components(GAME, given(), 0, Rest()) == {}


def test_a_refusal_names_the_component_of_the_field_that_it_mentions():
    (refusal, *_) = engine.judge(GAME, given(), 0, Build("fountain"))
    assert refusal.facts["stall_holds"] == "fountain"


def test_choices_and_fixed_places_are_lower_case():
    assert choice_place(None, 0, True) == ("choice.true",)
    assert fixed_place("ring.{}")(None, 0, "Sail") == ("ring.sail",)
