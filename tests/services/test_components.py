"""Components as responses: names and texts in one language, the search by name, overrides of a pack, and errors."""

import dataclasses

import pytest

from referee_service.kernel.components import Component
from referee_service.kernel.packs import PackRegistry
from referee_service.services.components import ComponentService, folded
from referee_service.services.errors import ServiceError
from tests.contract.playthroughs import each_game
from tests.kernel.toy import GAME
from tests.kernel.toy.content.tables import build

OASIS = GAME.packs.resolve_id(None)
FAIR = b"""
name: fair
numbers:
  - {id: first_cards, value: 2, provenance: house}
  - {id: asks, value: 1, provenance: house}
  - {id: thanks, value: 1, provenance: house}
paces: [{id: slow, cards: 1, faces: 6, provenance: house}]
goods:
  - {id: gold, copies: 4, provenance: house}
  - {id: salt, copies: 10, provenance: house}
  - {id: silk, copies: 10, provenance: house}
  - {id: spice, copies: 10, provenance: house}
stalls:
  - {id: inn, copies: 3, value: 1, price: {silk: 1}, provenance: house}
  - {id: tent, copies: 3, value: 1, price: {silk: 1}, provenance: derived}
texts:
  tent:
    name: {en: {one: striped tent}, fr: {one: tente ray\xc3\xa9e, gender: f}}
    text: {en: "It is striped.", fr: "Elle est ray\xc3\xa9e."}
  inn:
    name: {en: {one: old inn}, fr: {one: vieille auberge, gender: f}}
"""


@pytest.fixture
def service():
    return ComponentService()


@pytest.fixture
def fair_game():
    """Return the toy game with a second pack, which names its components and overrides a text."""
    packs = PackRegistry("tests.kernel.toy", build, default="oasis")
    pack = packs.add(FAIR, where="fair.yaml")
    return dataclasses.replace(GAME, packs=packs), pack


def ids(found):
    return [each.id for each in found.components]


# --- the list -------------------------------------------------------------------------------------------------------


def test_the_list_has_every_component_with_kind_name_and_text(service):
    found = service.find(GAME, OASIS, "en").components
    assert [each.id for each in found][:5] == ["gold", "salt", "silk", "spice", "inn"]
    inn = found[4]
    assert (inn.kind, inn.name) == ("stall", "Inn")
    assert inn.text.startswith("Costs 1 silk and 1 card of any kind. 1 point.")


def test_the_list_is_in_the_language_of_the_client(service):
    inn = next(each for each in service.find(GAME, OASIS, "fr").components if each.id == "inn")
    assert inn.name == "Auberge"
    assert inn.text.startswith("Coûte 1 soie et 1 carte au choix.")


def test_a_kind_selects_its_components(service):
    assert ids(service.find(GAME, OASIS, "en", kind="good")) == ["gold", "salt", "silk", "spice"]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("q", "found"),
    [
        ("herald", ["herald"]),
        ("HÉRAUT", ["herald"]),
        ("heraut", ["herald"]),
        ("épi", ["spice"]),
        ("Public", ["scribe"]),
        ("écrivain  public", ["scribe"]),
        ("auberge", ["inn"]),
        ("nothing", []),
    ],
)
def test_the_search_reads_names_of_both_languages_without_case_and_accents(service, language, q, found):
    assert ids(service.find(GAME, OASIS, language, q=q)) == found


def test_equal_names_come_before_names_that_begin_with_the_search_and_those_before_others(service):
    assert ids(service.find(GAME, OASIS, "en", q="or")) == ["gold"]
    assert ids(service.find(GAME, OASIS, "en", q="s"))[:4] == ["salt", "silk", "spice", "scribe"]
    assert set(ids(service.find(GAME, OASIS, "en", q="s"))[4:]) <= {"gold", "inn", "bazaar", "fountain", "herald"}


def test_kind_and_search_together_select_components_of_both(service):
    assert ids(service.find(GAME, OASIS, "en", kind="stall", q="s")) == ["scribe"]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Écrivain", "ecrivain"),
        ("Œuvre", "oeuvre"),
        ("L’Auberge", "l auberge"),
        ("pont-levis", "pont levis"),
        ("ẞ", "ss"),
    ],
)
def test_folded_texts_have_no_accents_ligatures_or_hyphens(text, plain):
    assert folded(text) == plain


# --- one component --------------------------------------------------------------------------------------------------


def test_one_component_also_has_facts_rules_provenance_and_pack(service):
    inn = service.get(GAME, OASIS, "inn", "fr")
    assert (inn.provenance, inn.pack) == ("house", OASIS)
    assert inn.facts["price"] == {"silk": 1, "any": 1}
    titles = GAME.catalogue().rules
    assert [(each.rule, each.title) for each in inn.rules] == [
        (rule, titles[rule].title.fr) for rule in ("build.price", "build.value")
    ]


@pytest.mark.parametrize(("component", "near"), [("in", "inn"), ("auberje", "inn"), ("Fontaine", "fountain")])
def test_an_unknown_component_gets_the_nearest_id(service, component, near):
    with pytest.raises(ServiceError) as failed:
        service.get(GAME, OASIS, component, "en")
    assert (failed.value.code, failed.value.facts["near"]) == ("unknown-component", near)
    assert f"« {near} »" in failed.value.detail("fr")


def test_a_component_that_resembles_none_gets_the_address_of_the_list(service):
    with pytest.raises(ServiceError) as failed:
        service.get(GAME, OASIS, "x" * 5000, "en")
    assert "/v1/games/caravan/components lists all components" in failed.value.detail("en")


def test_an_unknown_kind_gets_all_kinds(service):
    with pytest.raises(ServiceError) as failed:
        service.find(GAME, OASIS, "en", kind="castle")
    assert failed.value.detail("en") == ("caravan has no components of the kind “castle”; send one of: good, stall.")


def test_an_unknown_pack_gets_all_packs(service):
    with pytest.raises(ServiceError) as failed:
        service.pack_id(GAME, "dunes")
    assert (failed.value.code, failed.value.facts["packs"]) == ("unknown-pack", (OASIS,))


# --- packs ----------------------------------------------------------------------------------------------------------


def test_a_pack_is_named_with_or_without_its_digest(service):
    assert service.pack_id(GAME, None) == service.pack_id(GAME, "oasis") == service.pack_id(GAME, OASIS) == OASIS


def test_a_pack_names_its_components_and_overrides_their_texts(service, fair_game):
    game, pack = fair_game
    tent, inn = (service.get(game, pack, name, "fr") for name in ("tent", "inn"))
    assert (tent.name, tent.text, tent.provenance) == ("Tente rayée", "Elle est rayée.", "derived")
    assert (inn.name, inn.text) == ("Vieille auberge", "Coûte 1 soie. 1 point.")
    assert ids(service.find(game, pack, "en", q="rayee")) == ["tent"]


def test_another_pack_keeps_its_own_names(service, fair_game):
    game, pack = fair_game
    assert service.get(game, pack, "inn", "en").name == "Old inn"
    assert service.get(game, OASIS, "inn", "en").name == "Inn"


def test_texts_for_unknown_components_are_ignored(service, fair_game):
    game, pack = fair_game
    plain = Component(id="inn", kind="stall", name="Inn", text="A.", provenance="house")
    game = dataclasses.replace(game, components=lambda tables, catalogue, language: [plain])
    assert ids(service.find(game, pack, "en")) == ["inn"]
    assert service.get(game, pack, "inn", "en").name == "Old inn"


def test_the_table_of_a_pack_is_written_once_per_language(service):
    calls = []

    def components(tables, catalogue, language):
        calls.append(language)
        return GAME.components(tables, catalogue, language)

    game = dataclasses.replace(GAME, components=components)
    for _ in range(3):
        service.find(game, OASIS, "en")
        service.get(game, OASIS, "inn", "fr")
    assert calls == ["en", "fr"]


# --- every game -----------------------------------------------------------------------------------------------------


@each_game
def test_every_component_of_every_game_is_found_by_its_id_and_its_name(game, service):
    for pack in game.packs.load_builtin():
        for language in ("en", "fr"):
            for each in service.find(game, pack, language).components:
                found = service.get(game, pack, each.id, language)
                assert (found.kind, found.name, found.text) == (each.kind, each.name, each.text)
                assert each.id in ids(service.find(game, pack, "en", q=each.name))
