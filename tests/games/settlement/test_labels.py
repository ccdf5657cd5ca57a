"""Labels of actions and prompts of questions, in English and French."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.settlement import GAME
from referee_service.games.settlement.actions.activate_fortification import ActivateFortification
from referee_service.games.settlement.actions.activate_region import ActivateRegion
from referee_service.games.settlement.actions.activate_street import ActivateStreet
from referee_service.games.settlement.actions.build import Build
from referee_service.games.settlement.actions.exchange import Exchange
from referee_service.games.settlement.actions.explore import Explore
from referee_service.games.settlement.actions.fortify import Fortify
from referee_service.games.settlement.actions.hunt import Hunt
from referee_service.games.settlement.actions.invite_hero import InviteHero
from referee_service.games.settlement.actions.pass_round import PassRound
from referee_service.games.settlement.decisions.basics import ChooseBasic, KeepBasics
from referee_service.games.settlement.decisions.buildings import PlaceBuilding, UseBuilding
from referee_service.games.settlement.decisions.exploration import CollectTerrain, DecideEncounter, DrawTerrain
from referee_service.games.settlement.decisions.setup import TakeArtefact
from referee_service.games.settlement.state import State
from referee_service.kernel.actions.pay import Pay
from referee_service.kernel.narration import action_label, question_prompt, turn_facts
from referee_service.kernel.places import action_facts
from referee_service.kernel.state import Action
from tests.games.settlement.positions import (
    CLAY,
    DIAMONDS,
    WOOD,
    after,
    draft,
    given,
)

WORDS = GAME.catalogue()


def label(state: State, action: Action, language: str) -> str:
    """Return the label of an action of the seat to move."""
    return action_label(WORDS, action, language, action_facts(GAME, state, GAME.turn(state).seat, action))


def prompt(state: State, language: str) -> str:
    """Return the prompt of the open question."""
    turn = GAME.turn(state)
    return question_prompt(WORDS, turn, language, turn_facts(GAME, state, turn))


# --- labels -----------------------------------------------------------------------------------------------------------

RICH = given(
    land={0: WOOD, 1: CLAY, 3: DIAMONDS},
    monsters=(3,),
    fortifications=(1,),
    colony={0: "bank", 1: "quarry", 2: "bank"},
    reserve={"clay": 2, "stone": 1, "wood": 3, "diamond": 3, "gold": 3},
    hero_row=("adventurer_08", "adventurer_07", "defender_01", "artisan_07"),
    market=("sawmill", "bank", "sawmill", "tavern"),
    bonus_villagers=2,
)
"""Seat 0 may take every action."""
BOUGHT = after(given(reserve={"stone": 1}), Build(0, 0))
PAYING = after(given(reserve={"gold": 1}), Build(0, 0))
MASK = after(given(artefact="sorcerer_mask"), Explore(1, 0), DrawTerrain("clay_1_red"))
STREET = after(RICH, ActivateStreet("upper", 0))
CHOOSING = after(given(colony={0: "warehouse"}), ActivateStreet("upper", 0), UseBuilding(0))
SCROLL = after(given(land={0: WOOD, 1: CLAY}, artefact="scroll_of_might"), ActivateRegion(1, 0))


@pytest.mark.parametrize(
    ("state", "action", "en", "fr"),
    [
        (
            RICH,
            Build(1, 0),
            "Build the bank (1 clay and 1 villager)",
            "Construire la banque (1 argile et 1 villageois)",
        ),
        (
            RICH,
            Build(2, 1),
            "Build the sawmill of slot 2 (1 stone and 1 bonus villager)",
            "Construire la scierie de l'emplacement 2 (1 pierre et 1 villageois bonus)",
        ),
        (
            RICH,
            Explore(4, 1),
            "Explore space 4 in region II (1 villager and 1 bonus villager)",
            "Explorer la case 4 dans la région II (1 villageois et 1 villageois bonus)",
        ),
        (
            RICH,
            Hunt(3, 0),
            "Hunt the forest gnoll on space 3 (1 villager → 1 diamond)",
            "Chasser le gnoll des forêts sur la case 3 (1 villageois → 1 diamant)",
        ),
        (
            RICH,
            Fortify(0, 0),
            "Build a fortification on space 0, a wood terrain (1 villager)",
            "Construire une fortification sur la case 0, terrain de bois (1 villageois)",
        ),
        (
            RICH,
            ActivateRegion(1, 0),
            "Activate region I (1 villager → 1 clay and 1 wood)",
            "Activer la région I (1 villageois → 1 argile et 1 bois)",
        ),
        (
            RICH,
            ActivateStreet("upper", 0),
            "Activate the upper street (2 banks and 1 quarry) with 1 villager",
            "Activer la rue supérieure (2 banques et 1 carrière) avec 1 villageois",
        ),
        (
            given(colony={3: "quarry", 4: "bank"}),
            ActivateStreet("middle", 0),
            "Activate the middle street (quarry and bank) with 1 villager",
            "Activer la rue médiane (carrière et banque) avec 1 villageois",
        ),
        (
            BOUGHT,
            PlaceBuilding(0),
            "Place the sawmill on space 0 of the colony",
            "Poser la scierie sur la case 0 de la colonie",
        ),
        (
            RICH,
            ActivateFortification(1, 0),
            "Activate the fortification on space 1 (1 villager → 1 clay)",
            "Activer la fortification de la case 1 (1 villageois → 1 argile)",
        ),
        (
            RICH,
            InviteHero("adventurer_08"),
            "Invite Adventurer 8 (3 wood, 2 diamonds and 1 gold)",
            "Inviter l'Aventurier 8 (3 bois, 2 diamants et 1 or)",
        ),
        (
            RICH,
            InviteHero("defender_01"),
            "Invite Defender 1 (1 stone and 1 gold)",
            "Inviter le Défenseur 1 (1 pierre et 1 or)",
        ),
        (
            RICH,
            Exchange(("clay", "wood"), "stone"),
            "Exchange 1 clay and 1 wood for 1 stone",
            "Échanger 1 argile et 1 bois contre 1 pierre",
        ),
        (PAYING, Pay("gold"), "Pay with 1 gold", "Payer avec 1 or"),
        (
            PAYING,
            Pay("gold_for_stone"),
            "Pay with 1 gold exchanged for 1 stone",
            "Payer avec 1 or échangé contre 1 pierre",
        ),
        (
            MASK,
            DecideEncounter(appears=True),
            "Yes: the cave dragon appears on space 1",
            "Oui : le dragon des cavernes surgit sur la case 1",
        ),
        (
            MASK,
            DecideEncounter(appears=False),
            "No: the cave dragon stays away from space 1",
            "Non : le dragon des cavernes ne vient pas sur la case 1",
        ),
        (
            STREET,
            UseBuilding(2),
            "Use the bank on space 2 (1 gold → 5 points)",
            "Utiliser la banque de la case 2 (1 or → 5 points)",
        ),
        (
            STREET,
            UseBuilding(1),
            "Use the quarry on space 1 (→ 1 stone)",
            "Utiliser la carrière de la case 1 (→ 1 pierre)",
        ),
        (CHOOSING, ChooseBasic("clay"), "Choose clay", "Choisir l'argile"),
        (SCROLL, CollectTerrain(1), "Collect 1 clay from space 1", "Collecter 1 argile sur la case 1"),
        (draft(), TakeArtefact("sacred_clock"), "Take the Sacred Clock", "Prendre l'Horloge Sacrée"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_labels_name_the_thing_its_price_and_what_it_brings(state, action, en, fr):
    assert label(state, action, "en") == en
    assert label(state, action, "fr") == fr


@pytest.mark.parametrize(
    ("basics", "en", "fr"),
    [
        (
            ("clay", "wood"),
            "Discard the basic resources except 1 clay and 1 wood",
            "Défausser les ressources de base sauf 1 argile et 1 bois",
        ),
        ((), "Discard the basic resources", "Défausser les ressources de base"),
    ],
)
def test_a_discard_names_what_stays(basics, en, fr):
    assert (action_label(WORDS, KeepBasics(basics), "en"), action_label(WORDS, KeepBasics(basics), "fr")) == (en, fr)


def test_a_label_of_an_action_that_is_impossible_names_what_it_can():
    state = given(market=("sawmill",))
    labels = [
        label(state, action, "en") for action in (Build(3, 0), Hunt(0, 0), Fortify(0, 0), InviteHero("builder_01"))
    ]
    assert labels == ["Build", "Hunt on space 0", "Build a fortification on space 0 (1 villager)", "Invite Builder 1"]
    assert label(STREET, UseBuilding(8), "en") == "Use space 8"


# --- prompts ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "en", "fr"),
    [
        (
            RICH,
            "Your turn: take an action, invite a hero or pass. You have 6 villagers and 2 bonus villagers left.",
            "À vous : faites une action, invitez un héros ou passez. Il vous reste 6 villageois et 2 villageois bonus.",
        ),
        (
            replace(given(), has_acted=True),
            "Your turn: end the turn or pass. You have 6 villagers left.",
            "À vous : finissez le tour ou passez. Il vous reste 6 villageois.",
        ),
        (
            replace(RICH, has_acted=True),
            "Your turn: invite a hero, end the turn or pass. You have 6 villagers and 2 bonus villagers left.",
            "À vous : invitez un héros, finissez le tour ou passez. Il vous reste 6 villageois et 2 villageois bonus.",
        ),
        (
            given(villagers=0, reserve={"wood": 3, "diamond": 3, "gold": 3}),
            "Your turn: invite a hero or pass. You have no villager left.",
            "À vous : invitez un héros ou passez. Il ne vous reste aucun villageois.",
        ),
        (
            PAYING,
            "Pay 1 stone for the sawmill. You may lay down resources or pay the cheapest way.",
            "Payez 1 pierre pour la scierie. Vous pouvez poser des ressources ou payer le moins cher possible.",
        ),
        (
            after(PAYING, Pay("gold")),
            "Pay 1 stone for the sawmill; laid down so far: 1 gold. "
            "You may exchange what is laid down or pay the cheapest way.",
            "Payez 1 pierre pour la scierie ; déjà posé : 1 or. "
            "Vous pouvez échanger ce qui est posé ou payer le moins cher possible.",
        ),
        (
            after(given(reserve={"wood": 3}, artefact="enchanted_mirror"), Build(0, 0), Pay("wood")),
            "Pay 1 stone for the sawmill; laid down so far: 1 wood. "
            "You may lay down resources, exchange a basic resource one for one or pay the cheapest way.",
            "Payez 1 pierre pour la scierie ; déjà posé : 1 bois. Vous pouvez poser des ressources, "
            "échanger une ressource de base à un contre un ou payer le moins cher possible.",
        ),
        (
            MASK,
            "The Sorcerer's Mask lets you decide: does a cave dragon appear on space 1, a clay terrain?",
            "Le Masque du Sorcier vous laisse décider : un dragon des cavernes surgit-il sur la case 1, "
            "terrain d'argile ?",
        ),
        (
            STREET,
            "Use 2 banks and 1 quarry in any order, or decline.",
            "Utilisez 2 banques et 1 carrière dans l'ordre voulu, ou renoncez.",
        ),
        (
            after(STREET, UseBuilding(0)),
            "Use the quarry and the bank in any order, or decline.",
            "Utilisez la carrière et la banque dans l'ordre voulu, ou renoncez.",
        ),
        (
            after(STREET, UseBuilding(0), UseBuilding(1)),
            "Use the bank, or decline.",
            "Utilisez la banque, ou renoncez.",
        ),
        (
            CHOOSING,
            "Which basic resource do you gain from the warehouse?",
            "Quelle ressource de base gagnez-vous avec l'entrepôt ?",
        ),
        (
            SCROLL,
            "With the Scroll of Might, collect the resource of one terrain: space 0 or 1.",
            "Avec le Parchemin de Pouvoir, collectez la ressource d'un terrain : case 0 ou 1.",
        ),
        (
            after(given(reserve={"stone": 1}), Build(0, 0)),
            "On which space of your colony do you place the sawmill?",
            "Sur quelle case de votre colonie posez-vous la scierie ?",
        ),
        (
            after(given(land={0: WOOD}, fortifications=(0,), reserve={"wood": 2, "clay": 1}), PassRound()),
            "You pass with 3 basic resources; your fortification lets you keep 1 of them. "
            "Exchange if you like, then discard the rest.",
            "Vous passez avec 3 ressources de base ; votre fortification vous permet d'en conserver 1. "
            "Échangez si vous voulez, puis défaussez le reste.",
        ),
        (
            after(given(land={0: WOOD, 1: CLAY}, fortifications=(0, 1), reserve={"wood": 2, "clay": 1}), PassRound()),
            "You pass with 3 basic resources; your fortifications let you keep 2 of them. "
            "Exchange if you like, then discard the rest.",
            "Vous passez avec 3 ressources de base ; vos fortifications vous permettent d'en conserver 2. "
            "Échangez si vous voulez, puis défaussez le reste.",
        ),
        (
            after(given(), PassRound()),
            "Take an artefact and return the Diamond Ring.",
            "Prenez un artefact et rendez l'Anneau de diamant.",
        ),
        (
            after(given(seats=1), PassRound()),
            "Take an artefact; the Diamond Ring leaves the game.",
            "Prenez un artefact ; l'Anneau de diamant quitte le jeu.",
        ),
        (draft(), "Take an artefact.", "Prenez un artefact."),
    ],
)
def test_prompts_state_the_facts_of_the_question(state, en, fr):
    assert prompt(state, "en") == en
    assert prompt(state, "fr") == fr


def test_a_question_that_two_components_may_ask_names_neither():
    fortified = {"land": {0: WOOD, 1: CLAY}, "fortifications": (0, 1), "colony": {0: "trading_post"}}
    state = after(given(**fortified, artefact="scroll_of_might"), ActivateRegion(1, 0))
    assert prompt(state, "en") == "Collect the resource of one terrain: space 0 or 1."
    post = after(given(**fortified), ActivateStreet("upper", 0), UseBuilding(0))
    assert prompt(post, "en") == "With the trading post, collect the resource of one terrain: space 0 or 1."
