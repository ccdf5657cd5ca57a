"""Components and their texts, derived from the rows of the pack."""

from __future__ import annotations

import msgspec
import pytest

from referee_service.games.settlement import GAME
from referee_service.games.settlement.components import components
from referee_service.games.settlement.content.tables import effect
from referee_service.kernel.components import Component
from tests.games.settlement.positions import TABLES

WORDS = GAME.catalogue()
MAX_LIST_BYTES, MAX_COMPONENT_BYTES = 60_000, 2_000


def listed(language: str) -> dict[str, Component]:
    """Return the components of the pack by id."""
    return {each.id: each for each in components(TABLES, WORDS, language)}


@pytest.mark.parametrize(
    ("component", "en", "fr"),
    [
        (
            "sawmill",
            "Costs 1 stone and 1 villager. When you activate its street: you may gain 1 wood. 3 copies.",
            "Coûte 1 pierre et 1 villageois. Quand vous activez sa rue : vous pouvez gagner 1 bois. 3 exemplaires.",
        ),
        (
            "goldsmith",
            "Costs 1 gold and 1 villager. When you activate its street: you may pay 1 diamond to gain 1 clay, 1 stone"
            " and 1 wood. 3 copies.",
            "Coûte 1 or et 1 villageois. Quand vous activez sa rue : vous pouvez payer 1 diamant pour gagner 1"
            " argile, 1 pierre et 1 bois. 3 exemplaires.",
        ),
        (
            "bank",
            "Costs 1 clay and 1 villager. When you activate its street: you may store 1 gold here (no longer usable)."
            " At the end of the game: 5 points for each gold stored here. 3 copies.",
            "Coûte 1 argile et 1 villageois. Quand vous activez sa rue : vous pouvez stocker ici 1 or (inutilisable"
            " ensuite). En fin de partie : 5 points par or stocké ici. 3 exemplaires.",
        ),
        (
            "sovereign_crown",
            "Whenever you activate a fortification: gain the resource of the terrain once more. This artefact works"
            " until you pass.",
            "Chaque fois que vous activez une fortification : gagnez la ressource du terrain une fois de plus."
            " L'effet dure jusqu'à ce que vous passiez.",
        ),
        (
            "magic_purse",
            "When you take it: gain 1 gold.",
            "Quand vous prenez cet artefact : gagnez 1 or.",
        ),
        (
            "sorcerer_mask",
            "In each encounter, you decide whether the monster appears, whatever the heroes show. This artefact works"
            " until you pass.",
            "À chaque rencontre, vous décidez si le monstre surgit, quoi que montrent les héros. L'effet dure jusqu'à"
            " ce que vous passiez.",
        ),
        (
            "yellow",
            "Hunt it with 2 villagers: gain 1 gold. When you explore a terrain that shows it, or collect the"
            " terrain's resource by activating its region, it appears there if a hero of the row shows it too, but"
            " never on a fortification. Until you hunt it, its terrain yields nothing and cannot be fortified.",
            "Chassez-la avec 2 villageois : gagnez 1 or. Quand vous explorez un terrain qui la montre, ou collectez"
            " la ressource de ce terrain en activant sa région, elle y surgit si un héros de la rangée la montre"
            " aussi, mais jamais sur une fortification. Tant que vous ne l'avez pas chassée, son terrain ne donne rien"
            " et ne peut pas être fortifié.",
        ),
        (
            "diamond_2_red",
            "Explore it in region II with 2 villagers. Yields 1 diamond when its region or its fortification is"
            " activated. Risk of encounter: the cave dragon. 3 copies.",
            "Explorez-le dans la région II avec 2 villageois. Donne 1 diamant quand on active sa région ou sa"
            " fortification. Risque de rencontre : le dragon des cavernes. 3 exemplaires.",
        ),
        (
            "adventurer_07",
            "Costs 2 wood and 2 gold, plus the surcharge of its place in the row (diamonds, from the left: 2, 1, 0"
            " and 0). When you invite this hero: gain 1 bonus villager. At the end of the game: 1 point for each"
            " terrain that you have explored. In the row, this hero makes the cave dragon appear in encounters.",
            "Coûte 2 bois et 2 or, plus le surcoût de sa place dans la rangée (en diamants, de gauche à droite : 2,"
            " 1, 0 et 0). Quand vous invitez ce héros : gagnez 1 villageois bonus. En fin de partie : 1 point par"
            " terrain que vous avez exploré. Dans la rangée, ce héros fait surgir le dragon des cavernes lors des"
            " rencontres.",
        ),
        (
            "diamond",
            "Rare resource: you keep it when you pass. At any time in your turn, you may exchange 2 diamonds for 1"
            " gold or 1 basic resource.",
            "Ressource rare : vous la gardez quand vous passez. À tout moment de votre tour, vous pouvez échanger 2"
            " diamants contre 1 or ou 1 ressource de base.",
        ),
        (
            "fortification",
            "Build it with 1 villager on a terrain that has no monster. No monster appears there. Once per round,"
            " with 1 villager: gain the resource of the terrain. When you pass, it lets you keep 1 basic resource.",
            "Construisez-la avec 1 villageois sur un terrain sans monstre. Aucun monstre n'y surgit. Une fois par"
            " manche, avec 1 villageois : gagnez la ressource du terrain. Quand vous passez, elle vous permet de"
            " garder 1 ressource de base.",
        ),
        (
            "trading_post",
            "Costs 1 diamond and 1 villager. When you activate its street: you may gain the resource of one of your"
            " terrains with a fortification. You need a fortification to use it. 3 copies.",
            "Coûte 1 diamant et 1 villageois. Quand vous activez sa rue : vous pouvez gagner la ressource d'un de vos"
            " terrains avec une fortification. Il vous faut une fortification pour l'utiliser. 3 exemplaires.",
        ),
        (
            "clay",
            "Basic resource: when you pass, you keep only 1 basic resource for each fortification. At any time in"
            " your turn, you may exchange 2 basic resources for 1 basic resource of your choice, or 1 clay, 1 stone"
            " and 1 wood for 1 diamond. You begin with 1 clay.",
            "Ressource de base : quand vous passez, vous gardez seulement 1 ressource de base par fortification. À"
            " tout moment de votre tour, vous pouvez échanger 2 ressources de base contre 1 ressource de base au"
            " choix, ou 1 argile, 1 pierre et 1 bois contre 1 diamant. Vous commencez avec 1 argile.",
        ),
        (
            "enchanted_mirror",
            "At any time in your turn, you may exchange 1 basic resource for 1 basic resource of your choice. This"
            " artefact works until you pass.",
            "À tout moment de votre tour, vous pouvez échanger 1 ressource de base contre 1 ressource de base au"
            " choix. L'effet dure jusqu'à ce que vous passiez.",
        ),
    ],
)
def test_texts_are_derived_from_the_data(component, en, fr):
    assert listed("en")[component].text == en
    assert listed("fr")[component].text == fr


def test_a_text_follows_its_row():
    bank = next(row for row in TABLES.pack.buildings if row.stores)
    dearer = msgspec.structs.replace(bank, points=7, cost={"gold": 3})
    pack = msgspec.structs.replace(TABLES.pack, buildings=(dearer,))
    changed = {each.id: each.text for each in components(_with_pack(pack), WORDS, "en")}
    assert changed[bank.id].startswith("Costs 3 gold and 1 villager.")
    assert "7 points for each gold stored here" in changed[bank.id]


def _with_pack(pack):
    """Return the tables with other rows."""
    names = TABLES.__dataclass_fields__
    return type(TABLES)(**{**{name: getattr(TABLES, name) for name in names}, "pack": pack})


@pytest.mark.parametrize(
    ("component", "rules"),
    [
        ("bank", {"score.bank"}),
        ("trading_post", {"use_building.fortification"}),
        ("sacred_clock", {"ruling.clock", "ruling.swap"}),
        ("shooting_star", {"activate_region.once"}),
        ("helpful_chest", {"ruling.gift"}),
        ("defenders", {"score.defenders"}),
        ("builder_01", {"score.builders", "ruling.surcharge"}),
    ],
)
def test_a_component_links_the_rules_of_its_power(component, rules):
    assert rules <= set(listed("en")[component].rules)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_effect_trigger_permit_and_count_has_a_phrase(language):
    for name in effect.named:
        assert name in WORDS.phrases or name == "gain_villagers", "villagers are counted among other gains"
    for building in TABLES.pack.buildings:
        for name in (name for row in building.on_use for name in row if name != "gain_villagers"):
            assert WORDS.phrases[f"may_{name}"][language]
    for artefact in TABLES.pack.artefacts:
        for phrase in (
            *(f"on_{event}" for event in artefact.triggers),
            *(f"permit_{name}" for name in artefact.permits),
        ):
            assert WORDS.phrases[phrase][language]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_list_and_each_component_are_small(language):
    found = listed(language).values()
    brief = [{"id": each.id, "kind": each.kind, "name": each.name, "text": each.text} for each in found]
    assert len(msgspec.json.encode(brief)) <= MAX_LIST_BYTES
    assert max(len(msgspec.json.encode(each)) for each in found) <= MAX_COMPONENT_BYTES
