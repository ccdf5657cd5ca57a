"""Contract of components: each has a name and a text in both languages, derived from the data of its pack."""

from itertools import product

from referee_service.kernel.components import Component
from referee_service.kernel.game import AnyGame
from tests.contract.playthroughs import LANGUAGES, each_game
from tests.contract.sentence_checks import english_words, findings
from tests.contract.test_sentences import assert_clean

NO_COMPONENTS = {
    *("NumberRow", "NumberBySeatsRow", "SeatCountRow", "PhaseRow", "DistrictRow", "RankRow", "RegionRow"),
    *("HeroSlotRow", "SlotRow", "SetRow", "EdgeRow", "QueueRow", "StepRow", "PaceRow"),
}
"""Rows that are constants of the rules or spots of a board, not things that a player would look up."""


def components(game: AnyGame, language: str) -> list[Component]:
    """Return the components of the default pack of a game. Other tests may have added packs to the registry."""
    pack = game.packs.resolve_id(None)
    return list(game.components(game.packs.get(pack), game.texts(pack), language))


@each_game
def test_every_component_has_a_name_and_a_text_in_both_languages(game):
    assert_clean(
        f"{each.id}: {problem}: {text!r}"
        for language in LANGUAGES
        for each in components(game, language)
        for text, is_sentence in ((each.name, False), (each.text, True))
        for problem in findings(text, language, is_sentence=is_sentence)
    )


@each_game
def test_french_components_have_no_english_words(game):
    found = {each.id: english_words(f"{each.name} {each.text}", game.catalogue()) for each in components(game, "fr")}
    assert {name: words for name, words in found.items() if words} == {}


@each_game
def test_ids_are_unique_and_equal_in_both_languages(game):
    ids = [each.id for each in components(game, "en")]
    assert len(set(ids)) == len(ids)
    assert ids == [each.id for each in components(game, "fr")]


@each_game
def test_names_of_one_kind_differ(game):
    for language in LANGUAGES:
        names = [(each.kind, each.name) for each in components(game, language)]
        assert sorted({pair for pair in names if names.count(pair) > 1}) == []


@each_game
def test_the_rules_of_components_exist_and_kinds_have_names(game):
    catalogue = game.catalogue()
    for each, language in product(components(game, "en"), LANGUAGES):
        assert set(each.rules) <= set(catalogue.rules), each.id
        assert f"kind_{each.kind}" in catalogue.names, each.kind
        assert catalogue.names[f"kind_{each.kind}"][language]


@each_game
def test_every_row_of_a_pack_is_a_component(game):
    for pack, tables in game.packs.load_builtin().items():
        listed = {each.id for each in game.components(tables, game.texts(pack), "en")}
        rows = {row.id for row in tables.pack.rows() if type(row).__name__ not in NO_COMPONENTS}
        assert rows <= listed, sorted(rows - listed)
