"""Tests of the catalogue: rulings, templates and reasons, in English and French."""

import re
from importlib.resources import files

import msgspec
import pytest

from referee_service.kernel.catalogue import MAX_CACHED_PIECES, Catalogue, GameTexts, VerbTexts, reason_text
from referee_service.kernel.grammar import LocalizedName
from referee_service.kernel.rules import LocalizedText, Rule, fault, make_reason, refuse


def text(en, fr="…"):
    """Return a text in two languages."""
    return LocalizedText(en, fr)


TEXTS = GameTexts(title=text("Herds"), verbs={}, questions={}, events={}, names={"ox": LocalizedName("ox", "bœuf")})
HERDS = Catalogue(
    {"herd.size": Rule(text("Herd", "Troupeau"), text("{count} {animal}", "{animal} : {count}"), "p. 3")}, TEXTS
)
"""A catalogue with one rule and one piece."""


@pytest.mark.parametrize(("language", "title", "message"), [("en", "Herd", "2 ox"), ("fr", "Troupeau", "Bœuf : 2")])
def test_a_ruling_has_title_message_facts_and_source(language, title, message):
    ruling = HERDS.ruling(refuse("herd.size", count=2, animal="ox"), language)
    assert (ruling.rule, ruling.title, ruling.message) == ("herd.size", title, message)
    assert ruling.facts == {"count": 2, "animal": "ox"}
    assert ruling.source == "p. 3"


def test_rulings_keep_no_text_of_clients():
    rule = Rule(text("Herd"), text("{animals:count} of {farmer}"), "p. 3")
    herds = Catalogue({"herd.names": rule}, TEXTS)
    ruling = herds.ruling(refuse("herd.names", animals=("ox",) * (MAX_CACHED_PIECES + 1), farmer="x" * 99), "en")
    assert ruling.message.startswith(f"{MAX_CACHED_PIECES + 1} ox of xxx")
    assert herds._sentence.cache_info().currsize == herds._count_list.cache_info().currsize == 0


def test_a_fault_becomes_a_ruling_like_a_refusal():
    assert HERDS.ruling(fault("herds[0]", "herd.size", count=0, animal="ox"), "en").message == "0 ox"


def test_every_catalogue_has_the_rules_and_verbs_of_the_kernel():
    message = HERDS.ruling(refuse("referee.over"), "fr").message
    assert message == "La partie est finie ; plus aucune place ne peut agir."
    assert {"referee.seat", "pay.source", "resolve.waiting"} <= set(HERDS.rules)
    assert {"decline", "pay"} <= set(HERDS.verbs)


def test_a_game_may_override_the_texts_of_a_kernel_verb():
    own = VerbTexts(text("Pass"), text("Pass"))
    texts = GameTexts(title=text("Herds"), verbs={"decline": own}, questions={}, events={}, names={})
    assert Catalogue({}, texts).verbs["decline"] == own


def test_an_id_without_a_name_is_shown_unchanged():
    assert HERDS.piece_name("yak", "fr") == "yak"


@pytest.mark.parametrize(
    ("template", "facts", "filled"),
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
def test_a_template_is_filled_and_sections_without_their_fact_are_omitted(template, facts, filled):
    assert HERDS.format(text(template), facts, "en") == filled


def test_a_missing_fact_outside_an_optional_section_raises_an_error():
    with pytest.raises(KeyError, match="die"):
        HERDS.format(text("Die {die}."), {}, "en")


def test_every_reason_has_the_same_facts_in_both_languages():
    texts = msgspec.yaml.decode((files("referee_service.kernel") / "texts.yaml").read_bytes(), type=GameTexts)
    slots = re.compile(r"\{(\w+)(?:!r)?\}")
    for name, reason in texts.reasons.items():
        assert set(slots.findall(reason.en)) == set(slots.findall(reason.fr)), name
        assert reason.en != reason.fr, name
    assert reason_text(make_reason("twice", field="die"), "fr") == "die est donné deux fois"


@pytest.mark.parametrize(
    ("source", "french"),
    [
        ("referee", "arbitre"),
        ("p. 10, Note; ruling 5", "p. 10, Note; décision 5"),
        ("§ Bâtiments, Note; rulings M-29, M-30", "§ Bâtiments, Note; décisions M-29, M-30"),
        ("§ Un tour de joueur", "§ Un tour de joueur"),
    ],
)
def test_a_source_has_its_own_words_in_the_language_and_sections_as_printed(source, french):
    rule = Rule(title=LocalizedText("", ""), message=LocalizedText("", ""), source=source)
    assert (rule.localized_source("en"), rule.localized_source("fr")) == (source, french)
