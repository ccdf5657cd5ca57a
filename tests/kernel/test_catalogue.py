"""Refusals written out, in English and in French."""

import pytest

from referee_service.kernel.catalogue import Catalogue, GameTexts, VerbTexts
from referee_service.kernel.narration import action_label, narrate, question_prompt
from referee_service.kernel.rules import LocalizedText, Rule, fault, refuse
from referee_service.kernel.state import Event, Turn
from tests.kernel.toy import GAME
from tests.kernel.toy.actions.ask import Ask


def text(en, fr="…"):
    return LocalizedText(en, fr)


WORDS = GameTexts(title=text("Toy"), verbs={}, questions={}, events={}, names={"ox": text("ox", "bœuf")})
TOY = Catalogue(
    {"herd.size": Rule(text("Herd", "Troupeau"), text("{count} {animal}", "{animal} : {count}"), "p. 3")}, WORDS
)


@pytest.mark.parametrize(("language", "title", "message"), [("en", "Herd", "2 ox"), ("fr", "Troupeau", "bœuf : 2")])
def test_a_refusal_becomes_a_sentence_with_its_title_facts_and_source(language, title, message):
    ruling = TOY.ruling(refuse("herd.size", count=2, animal="ox"), language)
    assert (ruling.rule, ruling.title, ruling.message) == ("herd.size", title, message)
    assert ruling.facts == {"count": 2, "animal": "ox"}
    assert ruling.source == "p. 3"


def test_a_fault_is_written_out_like_a_refusal():
    assert TOY.ruling(fault("herds[0]", "herd.size", count=0, animal="ox"), "en").message == "0 ox"


def test_facts_may_have_any_name():
    assert refuse("herd.size", rule=1, facts=2).facts == {"rule": 1, "facts": 2}
    assert fault("herds", "herd.size", path="here", rule="there").facts == {"path": "here", "rule": "there"}


def test_the_referees_own_rules_are_in_every_catalogue():
    assert TOY.ruling(refuse("referee.over"), "fr").message == "La partie est finie ; plus aucune place ne peut agir."
    assert {"referee.seat", "pay.source", "resolve.waiting"} <= set(TOY.rules)
    assert {"decline", "pay"} <= set(TOY.verbs)


def test_an_id_that_nobody_named_is_shown_as_it_is():
    assert TOY.piece_name("yak", "fr") == "yak"


@pytest.mark.parametrize(
    ("template", "facts", "said"),
    [
        ("Take {piece}[ with die {die}].", {"piece": "ox", "die": 3}, "Take ox with die 3."),
        ("Take {piece}[ with die {die}].", {"piece": "ox", "die": None}, "Take ox."),
        ("Take {piece}[ with die {die}].", {"piece": "ox"}, "Take ox."),
        ("Keep[ {dice}] now[ or {never}].", {"dice": (), "never": 0}, "Keep now or 0."),
        ("Keep {dice}.", {"dice": (1, 2)}, "Keep 1, 2."),
        ("Herds: {herds}.", {"herds": ("ox", "yak")}, "Herds: ox, yak."),
        ("[sic] {piece}", {"piece": "ox"}, "[sic] ox"),
        ("{a}", {"a": "{b} [c]"}, "{b} [c]"),
    ],
)
def test_a_template_is_filled_and_parts_without_their_fact_are_left_out(template, facts, said):
    assert TOY.format(text(template), facts, "en") == said


def test_a_fact_that_a_template_needs_must_be_given():
    with pytest.raises(KeyError, match="die"):
        TOY.format(text("Die {die}."), {}, "en")


def test_labels_prompts_and_narration_come_from_the_words_of_the_game():
    words = GAME.catalogue()
    assert action_label(words, Ask(1, "silk"), "fr") == "Demander soie à la place 1"
    assert question_prompt(words, Turn(0, "trade", ()), "en") == "Build, ask or rest."
    assert narrate(words, Event("rested", 1), "en") == "Seat 1 rests."


@pytest.mark.parametrize(
    ("seat", "said"), [(0, "Seat 0 draws a card: silk."), (1, "Seat 0 draws a card."), (None, "Seat 0 draws a card.")]
)
def test_a_secret_is_narrated_to_those_who_saw_it(seat, said):
    drawn = Event("drawn", 0, {}, {"good": "silk"}, (0,))
    assert narrate(GAME.catalogue(), drawn, "en", seat) == said


def test_a_game_may_say_a_shared_verb_in_its_own_words():
    own = VerbTexts(text("Pass"), text("Pass"))
    words = GameTexts(title=text("Toy"), verbs={"decline": own}, questions={}, events={}, names={})
    assert Catalogue({}, words).verbs["decline"] == own
