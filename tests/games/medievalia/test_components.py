"""Texts of components, derived from the rows and numbers of a pack."""

from __future__ import annotations

import json
from typing import get_args

import msgspec
import pytest

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.components import POWER_NUMBERS, POWER_RULES, components
from referee_service.games.medievalia.content.schema import Power
from referee_service.games.medievalia.content.tables import build_content
from referee_service.kernel.components import Component
from tests.games.medievalia.positions import TABLES
from tests.games.medievalia.test_content import PACK

each_language = pytest.mark.parametrize("language", ["en", "fr"])


def listed(language: str) -> dict[str, Component]:
    """Return the components of the pack by id."""
    return {each.id: each for each in components(TABLES, GAME.catalogue(), language)}


@pytest.mark.parametrize(
    ("name", "en", "fr"),
    [
        (
            "farm",
            "Costs 2 workforce. Turn it when you pay: it yields 2 food. "
            "Up to 2 workers on it add 1 each, and each civil building on it adds 1.",
            "Coûte 2 mains-d'œuvre. Utilisez-la pour payer : elle produit 2 nourritures. "
            "Jusqu'à 2 travailleurs y ajoutent 1 chacun, et chaque bâtiment civil y ajoute 1.",
        ),
        (
            "knight",
            "Costs 2 energy, 1 food and 1 gold, and 2 gold more if your fief has no stable. Attack 4, defence 2. "
            "Power: it marches up to 2 fiefs in a turn.",
            "Coûte 2 énergies, 1 nourriture et 1 or, et 2 or de plus si votre fief n'a pas d'écurie. "
            "Attaque 4, défense 2. Pouvoir : il peut avancer de 2 fiefs par tour.",
        ),
        (
            "church",
            "Costs 1 energy, 1 food, 1 gold and 2 workforce. Adds 1 to the output of its land, and gives 1 point of "
            "defence to a card, a military building or the city there. Saves 2 gold for each priest that you play. "
            "Worth 1 point; a second one in your fief is worth nothing.",
            "Coûte 1 énergie, 1 nourriture, 1 or et 2 mains-d'œuvre. Ajoute 1 à la production de son territoire et y "
            "donne 1 point de défense à une carte, à un bâtiment militaire ou à la ville. Économise 2 or pour chaque "
            "prêtre que vous jouez. Vaut 1 point ; un second exemplaire dans votre fief ne vaut rien.",
        ),
        (
            "castle",
            "Costs 2 energy, 1 gold and 4 workforce. Attack 2, defence 6. "
            "It guards its land and shelters the cards there from arrows. Worth 2 points.",
            "Coûte 2 énergies, 1 or et 4 mains-d'œuvre. Attaque 2, défense 6. "
            "Il garde son territoire et y protège les cartes des flèches. Vaut 2 points.",
        ),
        (
            "gold",
            "Yielded by the mine. When you pay, 3 of it may be changed into 1 other resource. "
            "A card discarded from your hand gives 1 resource of your choice.",
            "Produit par la mine. En payant, on peut en changer 3 contre 1 autre ressource. "
            "Une carte défaussée de votre main donne 1 ressource au choix.",
        ),
        (
            "territory",
            "Contains 12 farms, 12 fields, 7 forests and 7 mines. Its last card is visible. "
            "Another card costs 4 resources of any kind.",
            "Contient 12 fermes, 12 champs, 7 forêts et 7 mines. Sa dernière carte est visible. "
            "Une carte de plus coûte 4 ressources au choix.",
        ),
    ],
)
def test_a_text_says_cost_effect_and_worth(name, en, fr):
    assert listed("en")[name].text == en
    assert listed("fr")[name].text == fr


def test_numbers_of_a_pack_change_the_texts():
    changed = PACK.replace("{id: shot, value: 1,", "{id: shot, value: 2,")
    _, tables = build_content(changed.encode(), "test")
    archer = next(each for each in components(tables, GAME.catalogue(), "en") if each.id == "archer")
    assert "turn it to deal 2 points of damage" in archer.text


@each_language
def test_every_power_has_a_phrase_a_number_and_rules(language):
    powers = {power for power in get_args(Power) if power}
    assert powers == set(POWER_NUMBERS) == set(POWER_RULES)
    assert all(GAME.catalogue().phrases[f"power_{power}"][language] for power in powers)


def test_a_power_links_its_rules():
    assert listed("en")["archer"].rules == ("ruling.eaters", "ruling.powers", "shoot.sheltered")
    assert listed("en")["castle"].rules == ("score.castle", "ruling.building_alone")


@each_language
def test_the_whole_list_is_small(language):
    rows = [
        {"id": each.id, "kind": each.kind, "name": each.name, "text": each.text} for each in listed(language).values()
    ]
    assert len(json.dumps(rows, ensure_ascii=False).encode()) < 60_000
    assert max(len(msgspec.json.encode(each)) for each in listed(language).values()) < 2_000


def test_kinds_are_those_that_refusals_name():
    kinds = {each.kind for each in listed("en").values()}
    assert kinds == {"city", "land", "military", "character", "civil", "fort", "resource", "deck"}
