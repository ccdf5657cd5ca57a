"""Tests of templates: forms of slots, and agreement with their facts."""

import pytest

from referee_service.kernel.catalogue import Catalogue, GameTexts, VerbTexts
from referee_service.kernel.grammar import LocalizedName, Noun
from referee_service.kernel.rules import LocalizedText, Rule
from referee_service.kernel.templates import slot_names


def text(en, fr="…"):
    """Return a text in two languages."""
    return LocalizedText(en, fr)


NAMES = {
    "inn": LocalizedName(Noun("inn"), Noun("auberge", gender="f")),
    "market": LocalizedName(Noun("market"), Noun("marché")),
    "cows": LocalizedName(Noun("cows", number="many"), Noun("vaches", gender="f", number="many")),
    "worker": LocalizedName(Noun("worker"), Noun("ouvrier")),
    "clay": LocalizedName(Noun("clay", many="clay"), Noun("argile", many="argile", gender="f")),
    "depot_0": LocalizedName(Noun("black depot"), Noun("dépôt noir")),
}
CATALOGUE = Catalogue(
    {"build.price": Rule(text("Pay the price", "Payer le prix"), text("…"), "p. 1")},
    GameTexts(
        title=text("Herds"),
        verbs={"sell": VerbTexts(text("Sell", "Vendre"), text("…"))},
        questions={},
        events={},
        names=NAMES,
    ),
)


@pytest.mark.parametrize(
    ("template", "facts", "filled"),
    [
        ("Take {tile:the}.", {"tile": "inn"}, "Take the inn."),
        ("Take {tile:a}.", {"tile": "inn"}, "Take an inn."),
        ("Take {tile:the}.", {"tile": ("inn", "market")}, "Take the inn and the market."),
        ("Pay {workers:worker}.", {"workers": 1}, "Pay 1 worker."),
        ("Pay {count:@good}.", {"count": 2, "good": "worker"}, "Pay 2 workers."),
        ("Pay {goods:count}.", {"goods": ("clay", "clay", "worker")}, "Pay 2 clay and 1 worker."),
        ("Pay {goods:count_or}.", {"goods": ("clay", "clay", "worker")}, "Pay 2 clay or 1 worker."),
        ("Keep {cards:quoted}.", {"cards": ("inn", "market", "inn")}, "Keep 2 × “inn” and “market”."),
        ("Choose {cards:quoted_or}.", {"cards": ("inn", "market")}, "Choose “inn” or “market”."),
        ("Choose {goods:or}.", {"goods": ("clay", "inn", "market")}, "Choose clay, inn or market."),
        ("From {depot|depot_:the}.", {"depot": 0}, "From the black depot."),
        ("There {count?is/are} {count}.", {"count": 1}, "There is 1."),
        ("There {count?is/are} {count}.", {"count": 0}, "There are 0."),
        ("{goods?It/They} lapse.", {"goods": ("inn", "market")}, "They lapse."),
        (
            "Use {verb:verb}, see {rule:rule}.",
            {"verb": "sell", "rule": "build.price"},
            "Use “Sell”, see “Pay the price”.",
        ),
        ("Pay[ {goods:count}] now.", {"goods": ()}, "Pay now."),
    ],
)
def test_a_slot_has_its_form_in_english(template, facts, filled):
    assert CATALOGUE.format(text(template), facts, "en") == filled


@pytest.mark.parametrize(
    ("template", "facts", "filled"),
    [
        ("À côté de {tile:the}.", {"tile": "market"}, "À côté du marché."),
        ("À côté de {tile:the}.", {"tile": "inn"}, "À côté de l'auberge."),
        ("Pas de {good}.", {"good": "clay"}, "Pas d'argile."),
        ("{tile:the} est {tile!posé/posée}.", {"tile": "inn"}, "l'auberge est posée."),
        ("{tile:the} {tile!est posé/est posée/sont posés/sont posées}.", {"tile": "cows"}, "les vaches sont posées."),
        ("{tile:the} {tile!est posé/est posée/sont posés/sont posées}.", {"tile": "market"}, "le marché est posé."),
        ("{n?reste/restent} {n:worker}.", {"n": 0}, "reste 0 ouvrier."),
        ("Avec {n:worker}.", {"n": ("2",)}, "Avec 2 ouvriers."),
        ("Gardez {cards:quoted}.", {"cards": ("inn", "market")}, "Gardez « auberge » et « marché »."),
        ("Choisissez {verbs:verb}.", {"verbs": ("sell",)}, "Choisissez « Vendre »."),
    ],
)
def test_a_slot_agrees_with_its_fact_in_french(template, facts, filled):
    assert CATALOGUE.format(text("…", template), facts, "fr") == filled


def test_a_sentence_begins_with_a_capital():
    assert CATALOGUE.sentence(text("…", "{tile:the} ouvre."), {"tile": "inn"}, "fr") == "L'auberge ouvre."


def test_the_names_of_a_pack_replace_those_of_the_game():
    own = CATALOGUE.with_names({"inn": LocalizedName("Golden Ox", "Bœuf d'or")})
    assert own.format(text("Take {tile:the}."), {"tile": "inn"}, "en") == "Take Golden Ox."
    assert CATALOGUE.piece_name("inn", "en") == "inn"


def test_a_template_lists_the_facts_that_it_uses():
    assert slot_names("Pay {count:@good} for {tile:the}[ with {die}].") == {"count", "good", "tile", "die"}
