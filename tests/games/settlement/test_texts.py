"""Texts in English and French: names, refusals, events, and all sentences of busy games."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec.structs import replace

from referee_service.games.settlement import GAME
from referee_service.games.settlement.actions.activate_street import ActivateStreet
from referee_service.games.settlement.actions.build import Build
from referee_service.games.settlement.actions.exchange import Exchange
from referee_service.games.settlement.actions.explore import Explore
from referee_service.games.settlement.actions.fortify import Fortify
from referee_service.games.settlement.actions.invite_hero import InviteHero
from referee_service.games.settlement.actions.pass_round import PassRound
from referee_service.games.settlement.decisions.basics import KeepBasics
from referee_service.games.settlement.decisions.buildings import PlaceBuilding, UseBuilding
from referee_service.games.settlement.state import State
from referee_service.kernel import engine
from referee_service.kernel.actions.pay import Pay
from referee_service.kernel.narration import action_label, narrate, question_prompt, turn_facts
from referee_service.kernel.places import action_facts
from tests.contract.sentence_checks import english_words, findings, ids_shown
from tests.games.settlement.positions import (
    TABLES,
    WOOD,
    after,
    events_of,
    given,
    legal,
    random_game,
)

WORDS = GAME.catalogue()
PIECES = (*TABLES.terrains, *TABLES.buildings, *TABLES.artefacts, *TABLES.heroes, *TABLES.monsters)
LANGUAGES = ("en", "fr")

each_language = pytest.mark.parametrize("language", LANGUAGES)


@each_language
def test_every_piece_resource_source_and_rank_has_a_name(language):
    for piece in (*PIECES, *TABLES.domains["resource"], *TABLES.domains["source"], *TABLES.domains["street"]):
        assert WORDS.names[piece][language]
        assert "_" not in WORDS.piece_name(piece, language)
    assert all(row.id in WORDS.names for row in TABLES.pack.ranks)


@each_language
def test_no_two_pieces_of_a_sort_share_a_name(language):
    for pieces in (TABLES.terrains, TABLES.buildings, TABLES.artefacts, TABLES.heroes, TABLES.domains["source"]):
        assert len({WORDS.piece_name(piece, language) for piece in pieces}) == len(pieces)


# --- refusals and events ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "action", "en", "fr"),
    [
        (
            given(),
            Build(0, 0),
            "You cannot pay 1 stone for the sawmill, even with exchanges.",
            "Vous ne pouvez pas payer 1 pierre pour la scierie, même en échangeant.",
        ),
        (
            given(hero_row=("artisan_07", "artisan_01", "artisan_08", "builder_12")),
            InviteHero("artisan_07"),
            "You cannot pay 1 wood, 2 diamonds and 2 gold for Artisan 7, even with exchanges; "
            "this price includes a surcharge of 2 diamonds.",
            "Vous ne pouvez pas payer 1 bois, 2 diamants et 2 or pour l'Artisan 7, même en échangeant ; "
            "ce prix comprend un surcoût de 2 diamants.",
        ),
        (
            given(land={0: "clay_1_yellow"}, monsters=(0,)),
            Fortify(0, 0),
            "There is a steppe manticore on space 0; hunt it first.",
            "Il y a une manticore des steppes sur la case 0 ; chassez-la d'abord.",
        ),
        (
            after(given(reserve={"stone": 1}, colony={4: "bank"}), Build(0, 0)),
            PlaceBuilding(4),
            "Space 4 of the colony already has a building, the bank; choose space 0, 1, 2, 3, 5, 6, 7 or 8.",
            "La case 4 de la colonie a déjà un bâtiment, la banque ; choisissez la case 0, 1, 2, 3, 5, 6, 7 ou 8.",
        ),
        (
            replace(given(reserve={"clay": 1}, artefact="enchanted_mirror"), evenly_exchanged=("clay",)),
            Exchange(("clay",), "wood"),
            "Clay was just received one for one; you cannot give it one for one before you do something else.",
            "L'argile vient d'être obtenue à un contre un ; vous ne pouvez pas la redonner à un contre un "
            "avant une autre action.",
        ),
        (
            after(given(reserve={"wood": 1}, colony={0: "bazaar"}), ActivateStreet("upper", 0)),
            UseBuilding(4),
            "Space 4 has no building; choose space 0.",
            "La case 4 n'a pas de bâtiment ; choisissez la case 0.",
        ),
        (
            after(given(reserve={"wood": 1}, colony={0: "bazaar", 4: "quarry"}), ActivateStreet("upper", 0)),
            UseBuilding(4),
            "The quarry on space 4 cannot be used now; choose space 0.",
            "La carrière de la case 4 ne peut pas servir maintenant ; choisissez la case 0.",
        ),
        (
            given(reserve={"clay": 1}),
            Exchange(("gold",), "wood"),
            "You have no gold.",
            "Vous n'avez pas d'or.",
        ),
        (
            given(reserve={"clay": 1}),
            Exchange(("clay", "clay"), "wood"),
            "You do not have 2 clay.",
            "Vous n'avez pas 2 argiles.",
        ),
        (
            after(given(land={0: WOOD}, fortifications=(0,), reserve={"wood": 2, "clay": 1}), PassRound()),
            KeepBasics(("stone",)),
            "You have no stone.",
            "Vous n'avez pas de pierre.",
        ),
        (
            given(reserve={"gold": 2}),
            Exchange(("gold", "gold"), "wood"),
            "No exchange gives 1 wood for exactly 2 gold; give 2 other basic resources, 2 diamonds or 1 gold.",
            "Aucun échange ne donne 1 bois contre exactement 2 or ; "
            "donnez 2 autres ressources de base, 2 diamants ou 1 or.",
        ),
        (
            given(reserve={"clay": 2}),
            Exchange(("clay", "clay"), "diamond"),
            "No exchange gives 1 diamond for exactly 2 clay; give 1 clay, 1 stone and 1 wood.",
            "Aucun échange ne donne 1 diamant contre exactement 2 argiles ; donnez 1 argile, 1 pierre et 1 bois.",
        ),
        (
            given(reserve={"clay": 2}),
            Exchange(("clay", "clay"), "gold"),
            "No exchange gives 1 gold for exactly 2 clay; give 2 diamonds.",
            "Aucun échange ne donne 1 or contre exactement 2 argiles ; donnez 2 diamants.",
        ),
        (
            given(land={0: WOOD}),
            Explore(3, 1),
            "You have no bonus villager.",
            "Vous n'avez pas de villageois bonus.",
        ),
        (
            given(land={0: WOOD}, bonus_villagers=1),
            Explore(3, 2),
            "The action would use 2 bonus villagers; you have 1.",
            "L'action utiliserait 2 villageois bonus ; vous en avez 1.",
        ),
        (
            given(land={0: WOOD}, villagers=0),
            Explore(1, 0),
            "You have no basic villager left.",
            "Il ne vous reste aucun villageois de base.",
        ),
        (
            given(land={0: WOOD}, villagers=1),
            Explore(3, 0),
            "The action needs 2 basic villagers; you have 1 left.",
            "L'action demande 2 villageois de base ; il vous en reste 1.",
        ),
        (
            after(given(reserve={"gold": 1}), Build(0, 0)),
            Pay("wood_wood_for_stone"),
            "Only resources that are laid down can be exchanged; 2 wood are missing.",
            "On n'échange que des ressources posées ; il manque 2 bois.",
        ),
        (
            after(given(land={0: WOOD}, fortifications=(0,), reserve={"wood": 2, "clay": 1}), PassRound()),
            KeepBasics(("clay", "wood")),
            "With your fortification you keep 1 basic resource, not 2.",
            "Avec votre fortification, vous conservez 1 ressource de base, pas 2.",
        ),
        (
            after(given(reserve={"wood": 2, "clay": 1}), PassRound()),
            KeepBasics(("clay", "wood")),
            "Without a fortification you keep no basic resource; you named 2.",
            "Sans fortification, vous ne conservez aucune ressource de base ; vous en avez nommé 2.",
        ),
    ],
)
def test_a_refusal_names_things_and_prices(state, action, en, fr):
    (refusal,) = engine.judge(GAME, state, 0, action)
    assert WORDS.ruling(refusal, "en").message == en
    assert WORDS.ruling(refusal, "fr").message == fr


def test_passing_is_narrated():
    state = given(land={0: WOOD}, fortifications=(0,), reserve={"wood": 3})
    passed, discarded = events_of(state, PassRound()), events_of(after(state, PassRound()), KeepBasics(("wood",)))
    events = [narrate(WORDS, event, "en") for event in (*passed, *discarded)]
    assert events == ["Seat 0 passes.", "Seat 0 discards 2 basic resources and keeps 1 wood."]


@pytest.mark.parametrize(
    ("reserve", "en", "fr"),
    [
        ({}, "Seat 0 has no basic resource to discard.", "La place 0 n'a pas de ressource de base à défausser."),
        (
            {"clay": 1},
            "Seat 0 keeps all basic resources: 1 clay.",
            "La place 0 garde toutes ses ressources de base : 1 argile.",
        ),
    ],
)
def test_a_discard_of_nothing_says_why(reserve, en, fr):
    _, event = events_of(given(land={0: WOOD}, fortifications=(0,), reserve=reserve), PassRound())
    assert (narrate(WORDS, event, "en"), narrate(WORDS, event, "fr")) == (en, fr)


def test_the_events_of_a_purchase_name_price_and_villagers():
    events = [
        narrate(WORDS, event, "fr")
        for event in events_of(given(reserve={"clay": 1}, market=("sawmill", "bank"), bonus_villagers=1), Build(1, 1))
    ]
    assert events == [
        "La place 0 utilise 1 villageois bonus.",
        "La place 0 achète une banque.",
        "La place 0 paie 1 argile pour la banque.",
    ]


# --- all sentences of busy games --------------------------------------------------------------------------------------


def sentences(state: State, language: str):
    """Yield every prompt, label and event of a position, with its facts and whether it is a whole sentence."""
    turn = GAME.turn(state)
    facts = turn_facts(GAME, state, turn)
    yield question_prompt(WORDS, turn, language, facts), facts, True
    for action in legal(state):
        known = action_facts(GAME, state, turn.seat, action)
        yield action_label(WORDS, action, language, known), known, False
    for event in events_of(state, legal(state)[-1]):
        yield narrate(WORDS, event, language), event.facts, True


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_all_sentences_of_busy_games_are_correct_text(seats):
    """Random seats of the contract suite rarely reach the Mask, the Scroll, bazaars and trading posts."""
    found = set()
    for seed, language in product(range(4), LANGUAGES):
        for state in random_game(seats, seed)[:-1:2]:
            for text, facts, is_sentence in sentences(state, language):
                wrong = [*findings(text, language, is_sentence=is_sentence), *ids_shown(text, facts, WORDS, language)]
                if language == "fr":
                    wrong += english_words(text, WORDS)
                found.update((text, each) for each in wrong)
    assert not found
