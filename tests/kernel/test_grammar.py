"""Tests of the grammar: articles, plurals, elision, lists and capitals of English and French."""

import pytest

from referee_service.kernel.grammar import (
    LocalizedName,
    Noun,
    attach,
    capitalized,
    counted,
    is_plural,
    joined,
    plural,
    starts_with_vowel,
    with_article,
)


@pytest.mark.parametrize(
    ("noun", "the", "a"),
    [
        (Noun("bank"), "the bank", "a bank"),
        (Noun("inn"), "the inn", "an inn"),
        (Noun("orange tile"), "the orange tile", "an orange tile"),
        (Noun("hour"), "the hour", "an hour"),
        (Noun("house"), "the house", "a house"),
        (Noun("unit"), "the unit", "a unit"),
        (Noun("uninhabited island"), "the uninhabited island", "an uninhabited island"),
        (Noun("chickens", number="many"), "the chickens", "chickens"),
        (Noun("Small Brewery", is_proper=True), "Small Brewery", "Small Brewery"),
    ],
)
def test_an_english_noun_has_its_articles(noun, the, a):
    assert (with_article(noun, "the", "en"), with_article(noun, "a", "en")) == (the, a)


@pytest.mark.parametrize(
    ("noun", "the", "a"),
    [
        (Noun("marché"), "le marché", "un marché"),
        (Noun("banque", gender="f"), "la banque", "une banque"),
        (Noun("église", gender="f"), "l'église", "une église"),
        (Noun("hôtel de ville"), "l'hôtel de ville", "un hôtel de ville"),
        (Noun("héros", many="héros"), "le héros", "un héros"),
        (Noun("hameau"), "le hameau", "un hameau"),
        (Noun("vaches", gender="f", number="many"), "les vaches", "des vaches"),
        (Noun("Petite Brasserie", is_proper=True), "Petite Brasserie", "Petite Brasserie"),
    ],
)
def test_a_french_noun_has_its_articles(noun, the, a):
    assert (with_article(noun, "the", "fr"), with_article(noun, "a", "fr")) == (the, a)


@pytest.mark.parametrize(
    ("noun", "language", "many"),
    [
        (Noun("worker"), "en", "workers"),
        (Noun("city"), "en", "cities"),
        (Noun("day"), "en", "days"),
        (Noun("church"), "en", "churches"),
        (Noun("sheep", many="sheep"), "en", "sheep"),
        (Noun("chickens", number="many"), "en", "chickens"),
        (Noun("ouvrier"), "fr", "ouvriers"),
        (Noun("bois"), "fr", "bois"),
        (Noun("château"), "fr", "châteaux"),
        (Noun("animal"), "fr", "animaux"),
        (Noun("jeu"), "fr", "jeux"),
        (Noun("écrivain public", many="écrivains publics"), "fr", "écrivains publics"),
    ],
)
def test_a_noun_has_its_own_plural_or_the_regular_one(noun, language, many):
    assert plural(noun, language) == many


@pytest.mark.parametrize(
    ("count", "en", "fr"), [(0, "0 workers", "0 ouvrier"), (1, "1 worker", "1 ouvrier"), (2, "2 workers", "2 ouvriers")]
)
def test_zero_is_plural_in_english_and_singular_in_french(count, en, fr):
    assert counted(count, Noun("worker"), "en") == en
    assert counted(count, Noun("ouvrier"), "fr") == fr
    assert is_plural(-1, "en") is False


@pytest.mark.parametrize(
    ("parts", "en", "fr"),
    [
        ((), "", ""),
        (("a",), "a", "a"),
        (("a", "b"), "a and b", "a et b"),
        (("a", "b", "c"), "a, b and c", "a, b et c"),
    ],
)
def test_a_list_has_a_conjunction_before_its_last_part(parts, en, fr):
    assert (joined(parts, "en"), joined(parts, "fr")) == (en, fr)
    assert joined(("a", "b"), "fr", "or") == "a ou b"


@pytest.mark.parametrize(
    ("before", "text", "after"),
    [
        ("pas de ", "argile", "pas d'argile"),
        ("pas de ", "bois", "pas de bois"),
        ("à côté de ", "le marché", "à côté du marché"),
        ("à côté de ", "les vaches", "à côté des vaches"),
        ("à côté de ", "l'église", "à côté de l'église"),
        ("à côté de ", "la banque", "à côté de la banque"),
        ("Il va à ", "le marché", "Il va au marché"),
        ("Il va à ", "les mines", "Il va aux mines"),
        ("De ", "le marché", "Du marché"),
        ("plus que ", "une carte", "plus qu'une carte"),
        ("de ", "le héros", "du héros"),
        ("de ", "héros", "de héros"),
        ("de « ", "Auberge", "de « Auberge"),
        ("code ", "or", "code or"),
        ("de ", "11 cartes", "de 11 cartes"),
    ],
)
def test_french_words_before_a_slot_are_elided_or_contracted(before, text, after):
    assert attach(before, text) == after


@pytest.mark.parametrize(
    ("text", "is_vowel"), [("homme", True), ("huttes", False), ("harengs", False), ("yeux", False), ("Yggdrasil", True)]
)
def test_h_and_y_may_be_vowels(text, is_vowel):
    assert starts_with_vowel(text) is is_vowel


@pytest.mark.parametrize(
    ("text", "written"),
    [("étal", "Étal"), ("“inn” opens", "“Inn” opens"), ("« île »", "« Île »"), ("2 cards", "2 cards"), ("", "")],
)
def test_a_sentence_begins_with_a_capital_letter(text, written):
    assert capitalized(text) == written


def test_a_name_without_forms_is_a_proper_name():
    name = LocalizedName("Granary", Noun("grenier"))
    assert (name["en"], name["fr"]) == ("Granary", "grenier")
    assert name.noun("en").is_proper
    assert not name.noun("fr").is_proper
