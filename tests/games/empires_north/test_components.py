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
MAX_TEXT_LENGTH = 800


@cache
def listed(language="en", pack=PACK):
    """Return the components of a pack by id."""
    return {each.id: each for each in GAME.components(GAME.packs.get(pack), GAME.texts(pack), language)}


TEXTS = {
    "axe_yard": (
        "Ulaf clan, type Warrior, 3 copies. Cost: 1 wood. Action: pay 1 worker, gain 1 raze token. Worth 1 point at "
        "the end.",
        "Clan Ulaf, type Guerrier, 3 exemplaires. Coût : 1 bois. Action : payez 1 ouvrier, gagnez 1 jeton Raid. Vaut "
        "1 point à la fin.",
    ),
    "valkyrie": (
        "Ulaf clan, type Warrior, 2 copies. Cost: 1 wood and 1 stone. Special: whenever you pillage an island, gain 1 "
        "raze token or 1 food (once per round). Worth 1 point at the end.",
        "Clan Ulaf, type Guerrier, 2 exemplaires. Coût : 1 bois et 1 pierre. Spécial : à chaque fois que vous pillez "
        "une île, gagnez 1 jeton Raid ou 1 nourriture (une fois par manche). Vaut 1 point à la fin.",
    ),
    "dormitory": (
        "Heidel clan, type Feast, 1 copy. Cost: 2 wood and 1 stone. Action: gain 1 point for every 2 exhausted cards "
        "in your empire (at most 4 points). Worth 1 point at the end.",
        "Clan Heidel, type Festin, 1 exemplaire. Coût : 2 bois et 1 pierre. Action : gagnez 1 point par groupe de 2 "
        "cartes épuisées de votre empire (au plus 4 points). Vaut 1 point à la fin.",
    ),
    "tired_guards": (
        "Heidel clan, type Crew, 3 copies. Cost: 1 wood and 1 stone. Action: exhaust a Brewery or a Crew of your "
        "empire (ready and with an Action, not this card), gain 1 raze token or 1 point. Worth 1 point at the end.",
        "Clan Heidel, type Compagnon, 3 exemplaires. Coût : 1 bois et 1 pierre. Action : épuisez une Brasserie ou un "
        "Compagnon de votre empire (à l'état redressé, avec une Action, sauf cette carte), gagnez 1 jeton Raid ou 1 "
        "point. Vaut 1 point à la fin.",
    ),
    "gathering": (
        "Panuk clan, type Igloo, 2 copies. Boost: when you take the Explore action, before resolving it: search your "
        "deck for a location of type Penguin, Igloo or Hunter and take it into your hand. Then discard this boost.",
        "Clan Panuk, type Igloo, 2 exemplaires. Boost : quand vous faites l'action Explorer, avant de la résoudre : "
        "cherchez dans votre pioche un Lieu de type Pingouin, Igloo ou Chasseur et prenez cette carte en main. Puis "
        "défaussez ce Boost.",
    ),
    "granary": (
        "MacKinnon clan, type Bank, 3 copies. Cost: 2 wood. Action: assign up to 2 food to this card. Storage: up to "
        "2 food; goods stay on this card. After each lookout, gain 1 point for each food on it. Worth 1 point at the "
        "end.",
        "Clan MacKinnon, type Banque, 3 exemplaires. Coût : 2 bois. Action : assignez jusqu'à 2 nourritures à cette "
        "carte. Stockage : au plus 2 nourritures ; les marchandises restent sur cette carte. Après chaque "
        "observation, gagnez 1 point par nourriture sur cette carte. Vaut 1 point à la fin.",
    ),
    "iron_hill": (
        "Ulaf clan, type Farmstead, 1 copy. Field: place it before the Sail action; it yields 1 raze token at once "
        "and whenever it is harvested. Worth 1 point at the end.",
        "Clan Ulaf, type Ferme, 1 exemplaire. Champ à placer avant l'action Naviguer ; il rapporte 1 jeton Raid "
        "aussitôt, puis chaque fois qu'on récolte ce champ. Vaut 1 point à la fin.",
    ),
    "golden_reef": (
        "Distant island: the ship needs a fish on board. Pillage: 3 gold. Conquest: with a raze token on board. "
        "Placement bonus: gain 1 gold. Action: gain 1 gold. Worth 1 point at the end.",
        "Île lointaine : le navire doit avoir un poisson à bord. Pillage : 3 pièces d'or. Conquête : avec un jeton "
        "Raid à bord. Bonus de placement : gagnez 1 pièce d'or. Action : gagnez 1 pièce d'or. Vaut 1 point à la fin.",
    ),
    "winter_event_5": (
        "Event of the scenario “Winter is Coming”: either pay 1 wood; or exhaust a field, which yields nothing until "
        "the clean-up; if neither is possible, lose 2 points.",
        "Événement du scénario « L'hiver vient » : au choix, payez 1 bois ; ou bien épuisez un champ, qui ne donne "
        "rien jusqu'à l'entretien ; si rien n'est possible, perdez 2 points.",
    ),
    "outpost_location": (
        "Location of the scenario “The Outpost”; it scores nothing at the end. Action: assign 1 worker to this card, "
        "then carry out the Explore action.",
        "Lieu du scénario « Avant-poste » ; il ne vaut aucun point à la fin. Action : assignez 1 ouvrier à cette "
        "carte, puis effectuez l'action Explorer.",
    ),
    "ulaf": (
        "Clan of the Vikings, 2 ships, 5 workers. Types of cards: Longship, Warrior, Keep and Farmstead. Base fields: "
        "Pine Forest, Oat Field and Stone Pit. Good for a first game.",
        "Clan des Vikings, 2 navires, 5 ouvriers. Types de cartes : Drakkar, Guerrier, Forteresse et Ferme. Champs de "
        "base : Forêt de pins, Champ d'avoine et Carrière. Idéal pour une première partie.",
    ),
    "gold": (
        "It replaces any resource, but not when you assign goods, and scores 1 point at the end.",
        "Elle remplace toute ressource, sauf quand vous assignez des marchandises, et vaut 1 point à la fin.",
    ),
    "sister_ship": (
        "Ulaf clan, type Longship, 1 copy. Cost: 2 wood and 1 stone. Placement bonus: choose a Longship or a Keep of "
        "your empire (not a copy); this card has its Action, Special and Storage while that card stays in your "
        "empire. Worth 1 point at the end.",
        "Clan Ulaf, type Drakkar, 1 exemplaire. Coût : 2 bois et 1 pierre. Bonus de placement : choisissez un Drakkar "
        "ou une Forteresse de votre empire (pas une copie) ; cette carte a son Action, son effet Spécial et son "
        "Stockage tant que la carte choisie reste dans votre empire. Vaut 1 point à la fin.",
    ),
    "outpost_096": (
        "Glenn clan, type Shepherd, 1 copy. Cost: 1 wood and 2 stones. Action: pay 1 worker, gain 1 raze token, and "
        "also 1 point for every 2 Shepherds in your empire (at most 2 points). Worth 1 point at the end.",
        "Clan Glenn, type Berger, 1 exemplaire. Coût : 1 bois et 2 pierres. Action : payez 1 ouvrier, gagnez 1 jeton "
        "Raid, et aussi 1 point par groupe de 2 Bergers de votre empire (au plus 2 points). Vaut 1 point à la fin.",
    ),
    "brawlers": (
        "Heidel clan, type Crew, 2 copies. Cost: 1 wood and 1 stone. Action: pay 1 food, then either gain 1 raze "
        "token; or raid, for free, a ready Action card of another player who has not passed, then gain 1 point. Worth "
        "1 point at the end.",
        "Clan Heidel, type Compagnon, 2 exemplaires. Coût : 1 bois et 1 pierre. Action : payez 1 nourriture, puis, au "
        "choix, gagnez 1 jeton Raid ; ou bien lancez un raid gratuit contre une carte Action redressée d'un autre "
        "joueur qui n'a pas passé, puis gagnez 1 point. Vaut 1 point à la fin.",
    ),
    "rock_ledge": (
        "Ulaf clan, type Farmstead, 2 copies. Field upgrade: place it before the Explore action, under a field that "
        "yields stone; it yields 1 stone at once and whenever that field is harvested. Worth 1 point at the end.",
        "Clan Ulaf, type Ferme, 2 exemplaires. Amélioration de champ à placer avant l'action Explorer, sous un champ "
        "qui donne de la pierre ; elle rapporte 1 pierre aussitôt, puis chaque fois qu'on récolte ce champ. Vaut 1 "
        "point à la fin.",
    ),
    "barbarians": (
        "Solo scenario: reach 35 points in 4 rounds. After each lookout one of its 5 events happens at random. At the "
        "start search your deck for a field or Action card that gains raze tokens and one that gains workers; put "
        "them into your empire. Using an invaded location (with a raze token on it) costs 1 food or 1 sheep more. "
        "Instead you may attack: pay 1 raze token, gain 2 points. Each pair of a worker and a raze token scores 2 "
        "points. In the clean-up, tiles with your pawns turn to their solo side, empty tiles turn back; the solo side "
        "costs 1 food for a new pawn and 2 food for a pawn that moves there.",
        "Scénario solo : atteignez 35 points en 4 manches. Après chaque observation, un de ses 5 événements a lieu au "
        "hasard. Au début, cherchez dans votre pioche un champ ou une carte Action qui rapporte des jetons Raid et "
        "une carte de même sorte qui rapporte des ouvriers ; placez ces cartes dans votre empire. Utiliser un Lieu "
        "envahi (qui porte un jeton Raid) coûte 1 nourriture ou 1 mouton de plus. Ou bien attaquez : payez 1 jeton "
        "Raid, gagnez 2 points. Chaque paire d'un ouvrier et d'un jeton Raid vaut 2 points. À l'entretien, les tuiles "
        "qui portent vos pions passent côté solo, les tuiles vides reviennent côté normal ; le côté solo coûte 1 "
        "nourriture pour un nouveau pion et 2 nourritures pour un pion qui s'y déplace.",
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
    expected = "Special: whenever a card leaves the empire of another player, gain 1 point (2 times per round)."
    assert expected in found["cairn"].text
    assert "Spécial : à chaque fois qu'une carte quitte l'empire d'un autre joueur" in listed("fr", pack)["cairn"].text


def test_a_pack_may_name_a_component_and_replace_its_text():
    pack = changed_pack(
        ("name: house-2019", "name: own-words"),
        texts="texts:\n  axe_yard:\n    name: {en: Forge, fr: Forge}\n    text: {en: Own words., fr: Texte propre.}\n",
    )
    found = listed("fr", pack)["axe_yard"]
    assert (found.name, found.text) == ("Forge", "Texte propre.")


def test_the_default_pack_keeps_its_id():
    assert PACK == "house-2019@35df3ba3e4267312"
