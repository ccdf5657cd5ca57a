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
            "Costs 2 workforce. Turn it sideways when you pay: it yields 2 food. Up to 2 workers on it add 1 each,"
            " and each civil building on it adds 1.",
            "Coûte 2 mains-d'œuvre. Utilisez-la pour payer : elle produit 2 nourritures. Jusqu'à 2 travailleurs posés"
            " dessus ajoutent 1 chacun, et chaque bâtiment civil posé dessus ajoute 1.",
        ),
        (
            "knight",
            "Costs 2 energy, 1 food and 1 gold, and 2 gold more if your fief has no stable. Attack 4, defence 2."
            " Power: it marches up to 2 fiefs in a turn.",
            "Coûte 2 énergies, 1 nourriture et 1 or, et 2 or de plus si votre fief n'a pas d'écurie. Attaque 4,"
            " défense 2. Pouvoir : il peut parcourir jusqu'à 2 fiefs par tour.",
        ),
        (
            "church",
            "Costs 1 energy, 1 food, 1 gold and 2 workforce. Civil building: adds 1 to the output of its land, and"
            " gives 1 point of defence to a card, a military building or the city there. Place it on an unturned land"
            " or on the unturned city, at most 2 buildings on each. You play each priest without the 2 extra gold."
            " Worth 1 point; a second one in your fief is worth nothing. 2 copies.",
            "Coûte 1 énergie, 1 nourriture, 1 or et 2 mains-d'œuvre. Bâtiment civil : ajoute 1 à la production de son"
            " territoire et y donne 1 point de défense à une carte, à un bâtiment militaire ou à la ville. Placez-la"
            " sur un territoire non utilisé ou sur la ville non utilisée, 2 bâtiments au plus sur chacun. Vous jouez"
            " chaque prêtre sans les 2 or supplémentaires. Vaut 1 point ; un second exemplaire dans votre fief ne vaut"
            " rien. 2 exemplaires.",
        ),
        (
            "castle",
            "Costs 2 energy, 1 gold and 4 workforce. Military building: guards its land and shelters the cards there"
            " from archers. Attack 2, defence 6. Place it on an unturned land or on the unturned city, at most 2"
            " buildings on each. Worth 2 points. 1 copy.",
            "Coûte 2 énergies, 1 or et 4 mains-d'œuvre. Bâtiment militaire : garde son territoire et protège des"
            " archers les cartes qui s'y trouvent. Attaque 2, défense 6. Placez-le sur un territoire non utilisé ou"
            " sur la ville non utilisée, 2 bâtiments au plus sur chacun. Vaut 2 points. 1 exemplaire.",
        ),
        (
            "gold",
            "Yielded by the mine. When you pay, 3 gold may be changed into 1 resource of another kind. A card"
            " discarded from your hand gives 1 resource of your choice.",
            "Produit par la mine. En payant, on peut changer 3 or contre 1 ressource d'un autre type. Une carte"
            " défaussée de votre main donne 1 ressource au choix.",
        ),
        (
            "territory",
            "Contains 12 farms, 12 fields, 7 forests and 7 mines. Its last card is visible. You draw 1 card per turn"
            " from any deck; each further card costs 4 resources of any kind.",
            "Contient 12 fermes, 12 champs, 7 forêts et 7 mines. Sa dernière carte est visible. Vous piochez 1 carte"
            " par tour dans la pioche de votre choix ; chaque carte de plus coûte 4 ressources au choix.",
        ),
        (
            "archer",
            "Costs 1 energy and 1 food, and 2 gold more if your fief has no carpenter. Attack 1, defence 1. Power: at"
            " the end of a battle in which it does not fight, in the fief where it stands or a neighbouring one, turn"
            " it sideways to deal 1 point of damage to an enemy character or military card in the fief of the battle;"
            " the city and military buildings shelter the cards on their land. On a land or the city, this power also"
            " turns all cards there, which then yield nothing.",
            "Coûte 1 énergie et 1 nourriture, et 2 or de plus si votre fief n'a pas de menuisier. Attaque 1, défense"
            " 1. Pouvoir : à la fin d'un combat auquel il ne participe pas, dans le fief où il se trouve ou un fief"
            " voisin, utilisez-le pour infliger 1 point de dommage à une carte Personnage ou Militaire ennemie dans le"
            " fief du combat ; la ville et les bâtiments militaires protègent les cartes de leur territoire. Sur un"
            " territoire ou la ville, ce pouvoir utilise aussi toutes les cartes présentes, qui ne produisent alors"
            " rien.",
        ),
        (
            "artist",
            "Costs 1 energy and 1 food, and 2 gold more if your fief has no workshop. Attack 0, defence 1. Turn it"
            " sideways when you pay: it yields 1 workforce; on a land or the city it adds 1 to the output there"
            " instead. Power, only in your own fief: turn it sideways when you pay to multiply by 2 what a worker"
            " standing alone yields, or a land or the city with its cards (at most 3 cards, the best ones); each"
            " further artist multiplies by 2 again; never for feeding. On a land or the city, this power also turns"
            " all cards there, which then yield nothing.",
            "Coûte 1 énergie et 1 nourriture, et 2 or de plus si votre fief n'a pas d'atelier. Attaque 0, défense 1."
            " Utilisez-le pour payer : il produit 1 main-d'œuvre ; sur un territoire ou la ville, il ajoute à la place"
            " 1 à la production. Pouvoir, seulement dans votre fief : utilisez-le pour payer et multipliez par 2 la"
            " production d'un travailleur seul, ou d'un territoire ou de la ville avec ses cartes (au plus 3 cartes,"
            " les meilleures) ; chaque artiste de plus multiplie encore par 2 ; jamais pour nourrir. Sur un territoire"
            " ou la ville, ce pouvoir utilise aussi toutes les cartes présentes, qui ne produisent alors rien.",
        ),
        (
            "bank",
            "Costs 1 energy, 2 gold and 2 workforce. Civil building: adds 1 to the output of its land, and gives 1"
            " point of defence to a card, a military building or the city there. Place it on an unturned land or on"
            " the unturned city, at most 2 buildings on each. You play each merchant without the 2 extra gold. Worth 1"
            " point; a second one in your fief is worth nothing. 2 copies, one of which lies face up on a pile at the"
            " start.",
            "Coûte 1 énergie, 2 or et 2 mains-d'œuvre. Bâtiment civil : ajoute 1 à la production de son territoire et"
            " y donne 1 point de défense à une carte, à un bâtiment militaire ou à la ville. Placez-la sur un"
            " territoire non utilisé ou sur la ville non utilisée, 2 bâtiments au plus sur chacun. Vous jouez chaque"
            " marchand sans les 2 or supplémentaires. Vaut 1 point ; un second exemplaire dans votre fief ne vaut"
            " rien. 2 exemplaires, dont un face visible sur une pile au début.",
        ),
        (
            "food",
            "Yielded by the field and the farm. Each food that your lands can yield, turned or not, feeds 2 military"
            " or character cards. When you pay, 3 food may be changed into 1 resource of another kind. A card"
            " discarded from your hand gives 1 resource of your choice.",
            "Produite par le champ et la ferme. Chaque nourriture que vos territoires peuvent produire, utilisés ou"
            " non, nourrit 2 cartes Militaire ou Personnage. En payant, on peut changer 3 nourritures contre 1"
            " ressource d'un autre type. Une carte défaussée de votre main donne 1 ressource au choix.",
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
    assert "turn it sideways to deal 2 points of damage" in archer.text


@each_language
def test_every_power_has_a_phrase_a_number_and_rules(language):
    powers = {power for power in get_args(Power) if power}
    assert powers == set(POWER_NUMBERS) == set(POWER_RULES)
    assert all(GAME.catalogue().phrases[f"power_{power}"][language] for power in powers)


def test_a_power_links_its_rules():
    assert listed("en")["archer"].rules == ("ruling.eaters", "ruling.powers", "shoot.sheltered", "ruling.power_on_land")
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
