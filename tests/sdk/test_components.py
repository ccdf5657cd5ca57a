"""Components: the client returns names and texts, and tables answer what a card or piece does."""

from __future__ import annotations

import pytest

from referee_sdk import Component, NotFound
from referee_sdk.chat import Table, TableManager
from referee_sdk.chat.component_answers import MAX_LISTED, ComponentAnswers, component_question
from referee_sdk.chat.component_index import ComponentIndex
from referee_sdk.chat.formatter import ChatFormatter
from tests.kernel.toy import GAME as TOY
from tests.sdk.matches import every_game, fewest_seats, joined_text, play_number

USERS = ["Ann", "Bob"]
FOUNTAIN = {
    "en": "**Fountain**: Costs 1 salt, 1 silk and 1 spice. 4 points. When you build it, draw 2 cards.",
    "fr": "**Fontaine** : Coûte 1 sel, 1 soie et 1 épice. 4 points. Quand vous le construisez, piochez 2 cartes.",
}


# --- client -----------------------------------------------------------------------------------------------------------


def test_a_component_has_name_text_facts_rules_and_provenance(toy_client):
    fountain = toy_client.component(TOY.name, "fountain")
    assert str(fountain) == FOUNTAIN["en"].replace("*", "")
    assert (fountain.kind, fountain.provenance, fountain.facts["value"]) == ("stall", "house", 4)
    assert {rule.rule for rule in fountain.rules} == {"build.price", "build.value"}
    assert all(toy_client.rule(TOY.name, each.rule).title == each.title for each in fountain.rules)
    assert fountain.pack in toy_client.game(TOY.name).content


def test_components_are_in_the_language_of_the_client(toy_client):
    names = {each.id: each.name for each in toy_client.with_language("fr").components(TOY.name)}
    assert (names["fountain"], names["spice"]) == ("Fontaine", "Épice")
    assert toy_client.with_language("fr").component(TOY.name, "fountain").name == "Fontaine"


@pytest.mark.parametrize("search", ["fountain", "FONT", "fontaine"])
def test_components_are_searched_by_name_in_both_languages(toy_client, search):
    assert [each.id for each in toy_client.components(TOY.name, q=search)] == ["fountain"]


def test_a_search_ignores_accents_and_may_be_limited_to_a_kind(toy_client):
    assert [each.id for each in toy_client.components(TOY.name, q="epice")] == ["spice"]
    assert toy_client.components(TOY.name, q="epice", kind="stall") == ()
    assert {each.kind for each in toy_client.components(TOY.name, kind="good")} == {"good"}


def test_components_may_be_those_of_a_named_pack(toy_client):
    (pack,) = toy_client.game(TOY.name).content
    assert toy_client.components(TOY.name, pack=pack) == toy_client.components(TOY.name)
    assert toy_client.component(TOY.name, "inn", pack=pack) == toy_client.component(TOY.name, "inn")


@pytest.mark.parametrize("name", ["windmill", "a/b", "è ?"])
def test_an_unknown_component_is_not_found(toy_client, name):
    with pytest.raises(NotFound) as caught:
        toy_client.component(TOY.name, name)
    assert caught.value.code in ("unknown-component", "not-found")


@every_game
def test_every_component_of_a_game_is_found_by_its_id_and_its_names(client, game):
    for language in ("en", "fr"):
        localized = client.with_language(language)
        index = ComponentIndex(localized, game)
        for listed in localized.components(game):
            assert listed.name
            assert listed.text
            assert listed in index.find(listed.id)
            assert listed.name in {each.name for each in index.find(listed.name)}


# --- questions --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "what is granary",
        "What is the Granary?",
        "what's a granary",
        "what does the granary do?",
        "how does the granary work",
        "explain granary",
        "? granary",
        "?granary",
        "? “granary”",
    ],
)
def test_english_questions_name_a_component(text):
    assert component_question(text).lower() == "granary"


@pytest.mark.parametrize(
    "text",
    [
        "c'est quoi le grenier",
        "C'est quoi, le grenier ?",
        "cest quoi grenier",
        "qu'est-ce que le grenier",
        "qu'est ce que c'est que le grenier ?",
        "qu'est-ce que c'est, un grenier",
        "qu'est-ce qu'un grenier ?",
        "qu'est-ce que fait le grenier ?",
        "que fait le grenier",
        "à quoi sert le grenier ?",
        "comment fonctionne le grenier ?",
        "explique-moi le grenier",
        "le grenier, c'est quoi ?",
        "le grenier fait quoi ?",
        "? le grenier",
    ],
)
def test_french_questions_name_a_component(text):
    assert component_question(text).lower() == "grenier"


@pytest.mark.parametrize(
    "text", ["?", "??", "what do I do?", "what is ?", "build the granary", "why not granary", "1", ""]
)
def test_other_texts_are_no_questions_about_a_component(text):
    assert component_question(text) is None


# --- tables -----------------------------------------------------------------------------------------------------------


def table_in(toy_client, language: str) -> Table:
    table = Table.open(toy_client, TOY.name, USERS, language=language, seed="1")
    table.begin()
    return table


def answer(table: Table, text: str, user: str = "Zoe") -> str:
    """Return the text of all messages that a question gets."""
    return joined_text(table.say(user, text))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "text",
    ["what is fountain", "what does the fountain do?", "c’est quoi la fontaine ?", "? FONTAINE", "what is founttain"],
)
def test_a_table_says_what_a_component_does_in_its_language(toy_client, language, text):
    first, rules = answer(table_in(toy_client, language), text).splitlines()
    assert first == FOUNTAIN[language]
    titles = [rule.title for rule in toy_client.with_language(language).component(TOY.name, "fountain").rules]
    assert rules == {"en": f"*Rules: {'; '.join(titles)}*", "fr": f"*Règles : {' ; '.join(titles)}*"}[language]


def test_a_question_plays_nothing_and_needs_no_turn(toy_client):
    table = table_in(toy_client, "en")
    before = table.menu_id
    for user in (*USERS, "Zoe"):
        assert "**Inn**" in answer(table, "what is the inn", user)
    assert (table.match.decision_count, table.menu_id) == (0, before)
    while not table.match.is_over:
        play_number(table)
    assert "**Inn**" in answer(table, "what is the inn")


def test_the_answer_is_private_if_the_user_has_a_hidden_hand(toy_client):
    """A public answer would show that a player is interested in a card, and why."""
    table = table_in(toy_client, "en")
    for text in ("what is silk", "what is nonsense", "what is sil"):
        assert {message.to for message in table.say("Ann", text)} == {"Ann"}
        assert {message.to for message in table.say("Zoe", text)} == {None}


def test_a_question_without_an_answer_says_what_to_try(toy_client):
    table = table_in(toy_client, "en")
    assert answer(table, "what is a big fountain").splitlines() == [
        "No card or piece of this game is called “big fountain”.",
        "Similar names: Fountain.",
    ]
    assert answer(table, "what is xyz").splitlines()[1] == (
        "Write its name as the board or the list of moves shows it: `what is Gold`."
    )
    assert "`c'est quoi Or`" in answer(table_in(toy_client, "fr"), "c'est quoi xyz")
    assert "« xyz »" in answer(table_in(toy_client, "fr"), "c'est quoi xyz")


def test_a_question_cannot_mention_users_or_format_text(toy_client):
    shown = answer(table_in(toy_client, "en"), "what is @everyone *now*")
    assert "@everyone" not in shown
    assert r"\*now" in shown


class FakeIndex(ComponentIndex):
    """Index of given components that all have English names."""

    def _request(self, language):
        return tuple(
            Component(f"tower_{number}", "tower", f"Tower {number}", f"Worth {number}.") for number in range(20)
        )


def test_names_of_words_that_are_ignored_elsewhere_are_found(toy_client):
    class Dice(ComponentIndex):
        def _request(self, language):
            return (
                Component("I", "type", "Type I", "One."),
                Component("die", "die", {"en": "Die", "fr": "Dé"}[language], "Six faces."),
            )

    index = Dice(toy_client, TOY.name)
    assert [each.id for each in index.find("dé")] == ["die"]
    assert [each.id for each in index.find("I")] == ["I"]


def test_several_matches_are_listed_up_to_a_limit(toy_client):
    answers = ComponentAnswers(FakeIndex(toy_client, TOY.name), ChatFormatter("en", {}))
    title, *entries, rest = answers.lines("tower")
    assert title == "“tower” fits several cards or pieces:"
    assert entries[0] == "**Tower 0**: Worth 0."
    assert len(entries) == MAX_LISTED
    assert rest == "… 12 more: write more of the name."


def test_the_help_names_the_question(toy_client):
    assert "`what is …`" in answer(table_in(toy_client, "en"), "help")
    assert "`c'est quoi …`" in answer(table_in(toy_client, "fr"), "aide")
    assert "`what is …`" in answer(table_in(toy_client, "en"), "1")


def test_a_table_that_waits_for_users_answers_questions(toy_client):
    manager = TableManager(toy_client)
    manager.open("#games", "17", TOY.name, name="Ann", language="fr")
    assert "**Fontaine**" in joined_text(manager.say("#games", "18", "c’est quoi  une fontaine ?"))
    manager.open("#else", "17", "tiddlywinks", name="Ann")
    assert "does not have this game" in joined_text(manager.say("#else", "17", "what is an inn"))


@every_game
def test_every_game_answers_questions_at_the_table(client, game):
    users = [f"Person {seat}" for seat in range(fewest_seats(game))]
    table = Table.open(client, game, users, seed="1")
    table.begin()
    for component in client.components(game)[:3]:
        assert component.text.split()[0] in answer(table, f"what is {component.id}").replace("\\", "")
