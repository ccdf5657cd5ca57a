"""Texts of components: derived from the data of their rows, in both languages."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

import msgspec
import pytest

from referee_service.games.empires_north import GAME
from referee_service.games.empires_north.components.abilities import EFFECTS
from referee_service.games.empires_north.content.cards import effect
from referee_service.games.empires_north.content.tables import PACKS

PACK = PACKS.resolve_id(None)
MAX_LIST_BYTES = 60_000
MAX_COMPONENT_BYTES = 2_000
MAX_TEXT_LENGTH = 600


@cache
def listed(language="en", pack=PACK):
    """Return the components of a pack by id."""
    return {each.id: each for each in GAME.components(GAME.packs.get(pack), GAME.texts(pack), language)}


TEXTS = {
    "axe_yard": (
        "Ulaf clan, type Warrior, 3 copies. Cost: 1 wood. Action: pay 1 worker, gain 1 raze token. 1 point at the end.",
        "Clan Ulaf, type Guerrier, 3 exemplaires. Coût : 1 bois. Action : payez 1 ouvrier, gagnez 1 jeton "
        "Raid. 1 point à la fin.",
    ),
    "valkyrie": (
        "Ulaf clan, type Warrior, 2 copies. Cost: 1 wood and 1 stone. Whenever you pillage an island, gain "
        "1 raze token or 1 food (once per round). 1 point at the end.",
        "Clan Ulaf, type Guerrier, 2 exemplaires. Coût : 1 bois et 1 pierre. À chaque fois que vous pillez "
        "une île, gagnez 1 jeton Raid ou 1 nourriture (une fois par manche). 1 point à la fin.",
    ),
    "dormitory": (
        "Heidel clan, type Feast, 1 copy. Cost: 2 wood and 1 stone. Action: gain 1 point for every 2 "
        "exhausted cards in your empire (at most 4). 1 point at the end.",
        "Clan Heidel, type Festin, 1 exemplaire. Coût : 2 bois et 1 pierre. Action : gagnez 1 point par "
        "groupe de 2 cartes épuisées de votre empire (au plus 4). 1 point à la fin.",
    ),
    "tired_guards": (
        "Heidel clan, type Crew, 3 copies. Cost: 1 wood and 1 stone. Action: exhaust a Brewery or a Crew of"
        " your empire (not this card), gain 1 raze token or 1 point. 1 point at the end.",
        "Clan Heidel, type Compagnon, 3 exemplaires. Coût : 1 bois et 1 pierre. Action : épuisez une "
        "Brasserie ou un Compagnon de votre empire (sauf cette carte), gagnez 1 jeton Raid ou 1 point. 1 "
        "point à la fin.",
    ),
    "gathering": (
        "Panuk clan, type Igloo, 2 copies. Play it before the Explore action: search your deck for a "
        "location of type Penguin, Igloo or Hunter and take it into your hand.",
        "Clan Panuk, type Igloo, 2 exemplaires. À jouer avant l'action Explorer : cherchez dans votre "
        "pioche un Lieu de type Pingouin, Igloo ou Chasseur et prenez cette carte en main.",
    ),
    "granary": (
        "MacKinnon clan, type Bank, 3 copies. Cost: 2 wood. Action: assign up to 2 food to this card. Bank:"
        " it holds up to 2 food. After each lookout, gain 1 point for each food on it. 1 point at the end.",
        "Clan MacKinnon, type Banque, 3 exemplaires. Coût : 2 bois. Action : assignez jusqu'à 2 nourritures"
        " à cette carte. Stockage : au plus 2 nourritures. Après chaque observation, gagnez 1 point par "
        "nourriture sur cette carte. 1 point à la fin.",
    ),
    "iron_hill": (
        "Ulaf clan, type Farmstead, 1 copy. Field: place it before the Sail action; it yields 1 raze token at once"
        " and at each harvest. 1 point at the end.",
        "Clan Ulaf, type Ferme, 1 exemplaire. Champ à placer avant l'action Naviguer ; il rapporte 1 jeton Raid "
        "aussitôt, puis à chaque récolte. 1 point à la fin.",
    ),
    "golden_reef": (
        "Distant island: the ship needs a fish on board. Pillage: 3 gold. Conquest: with a raze token on "
        "board. Placement bonus: gain 1 gold. Action: gain 1 gold. 1 point at the end.",
        "Île lointaine : le navire doit avoir un poisson à bord. Pillage : 3 pièces d'or. Conquête : avec "
        "un jeton Raid à bord. Bonus de placement : gagnez 1 pièce d'or. Action : gagnez 1 pièce d'or. 1 "
        "point à la fin.",
    ),
    "winter_event_5": (
        "Event of “Winter is Coming”: either pay 1 wood; or exhaust a field, which yields nothing until the"
        " clean-up; if neither is possible, lose 2 points.",
        "Événement de « L'hiver vient » : au choix, payez 1 bois ; ou bien épuisez un champ, qui ne donne "
        "rien jusqu'à l'entretien ; si rien n'est possible, perdez 2 points.",
    ),
    "outpost_location": (
        "Location of the scenario “The Outpost”, worth no points. Action: assign 1 worker to this card and "
        "carry out the Explore action.",
        "Lieu du scénario « Avant-poste », sans points à la fin. Action : assignez 1 ouvrier à cette carte "
        "et effectuez l'action Explorer.",
    ),
    "ulaf": (
        "Clan of the Vikings, 2 ships, 5 workers. Types of cards: Longship, Warrior, Keep and Farmstead. "
        "Base fields: Pine Forest, Oat Field and Stone Pit. Good for a first game.",
        "Clan des Vikings, 2 navires, 5 ouvriers. Types de cartes : Drakkar, Guerrier, Forteresse et Ferme."
        " Champs de base : Forêt de pins, Champ d'avoine et Carrière. Idéal pour une première partie.",
    ),
    "gold": (
        "It replaces any resource, and scores 1 point at the end.",
        "Elle remplace toute ressource et vaut 1 point à la fin.",
    ),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_says_cost_timing_effect_and_points(name):
    assert (listed("en")[name].text, listed("fr")[name].text) == TEXTS[name]


def test_every_effect_has_a_phrase():
    phrases = GAME.catalogue().phrases
    assert [name for name in effect.named if name not in EFFECTS and name not in phrases] == []


def test_the_list_and_each_component_are_small():
    for language in ("en", "fr"):
        found = listed(language).values()
        lines = [{"id": each.id, "kind": each.kind, "name": each.name, "text": each.text} for each in found]
        assert len(json.dumps(lines, ensure_ascii=False).encode()) <= MAX_LIST_BYTES
        assert max(len(msgspec.json.encode(each)) for each in found) <= MAX_COMPONENT_BYTES
        assert max(len(each.text) for each in found) <= MAX_TEXT_LENGTH


def test_kinds_follow_the_cards():
    kinds = {name: listed()[name].kind for name in ("axe_yard", "boarding_party", "rock_ledge", "ulaf_oat_field")}
    assert kinds == {
        "axe_yard": "location",
        "boarding_party": "boost",
        "rock_ledge": "upgrade",
        "ulaf_oat_field": "base_field",
    }
    assert {each.kind for each in listed().values()} == {
        *("base_field", "boost", "clan", "event", "field", "good", "island", "location", "scenario", "tile", "upgrade")
    }


def changed_pack(*changes, texts=""):
    """Return the id of a pack with each old text replaced by the new one, and with texts of its own."""
    text = (files("referee_service.games.empires_north") / "content" / "house-2019.yaml").read_text()
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return PACKS.add(f"{text}\n{texts}".encode(), where="changed")


def test_a_text_follows_the_data_of_its_row():
    before, after = ("wood: 1", "worker: 1"), ("sheep: 2", "worker: 3")
    row = "type: warrior, cost: {{{}}}, abilities: [{{when: action, cost: {{{}}}, effects: [{{gain: {{what: {{raze"
    pack = changed_pack(
        ("name: house-2019", "name: other-numbers"),
        (row.format(*before), row.format(*after)),
        ("hears: left, limit: 1", "hears: left, scope: other, limit: 2"),
    )
    found = listed("en", pack)
    assert "Cost: 2 sheep. Action: pay 3 workers, gain 1 raze token." in found["axe_yard"].text
    expected = "Whenever a card leaves the empire of another player, gain 1 point (2 times per round)."
    assert expected in found["cairn"].text
    assert "À chaque fois qu'une carte quitte l'empire d'un autre joueur" in listed("fr", pack)["cairn"].text


def test_a_pack_may_name_a_component_and_replace_its_text():
    pack = changed_pack(
        ("name: house-2019", "name: own-words"),
        texts="texts:\n  axe_yard:\n    name: {en: Forge, fr: Forge}\n    text: {en: Own words., fr: Texte propre.}\n",
    )
    found = listed("fr", pack)["axe_yard"]
    assert (found.name, found.text) == ("Forge", "Texte propre.")


def test_the_default_pack_keeps_its_id():
    assert PACK == "house-2019@35df3ba3e4267312"
