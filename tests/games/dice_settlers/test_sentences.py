"""Sentences that name exactly what is missing, possible or declined, in both languages."""

from __future__ import annotations

import pytest

from referee_service.games.dice_settlers.actions.choose_colour import ChooseColour
from referee_service.games.dice_settlers.actions.place_tile import PlaceTile
from referee_service.games.dice_settlers.actions.recruit import Recruit
from referee_service.games.dice_settlers.actions.spend_symbol import SpendSymbol
from referee_service.games.dice_settlers.decisions.cleanup import KeepDice
from referee_service.games.dice_settlers.decisions.dice import SetDie
from referee_service.games.dice_settlers.decisions.main_action import SellDie
from referee_service.games.dice_settlers.questions import (
    ActingFrame,
    AdjustFrame,
    ChooseTileFrame,
    DefendFrame,
    FollowFrame,
    GainDieFrame,
    KeepDiceFrame,
    PlaceTileFrame,
    RemoveTentFrame,
    SellDieFrame,
)
from referee_service.kernel import engine
from referee_service.kernel.actions.decline import Decline
from referee_service.kernel.narration import action_label, narrate, question_prompt, turn_facts
from referee_service.kernel.places import action_facts
from tests.games.dice_settlers.positions import FOREST, GAME, HILL, PLAIN, given, solo

CATALOGUE = GAME.catalogue()
DICE = {"active": ["green_explore", "white_pioneer"], "spent": ["brown", "yellow", "yellow"], "bag": ["white"]}
ADJUSTING = given(stage="roll", pending=(AdjustFrame(0, "pioneer"),), seat_0=DICE)
KEEPING = given(stage="cleanup", pending=(KeepDiceFrame(0),), seat_0=DICE)
SELLING = given(pending=(ActingFrame(0, "trade", 1, 0), SellDieFrame(0)), seat_0=DICE)
EXPLORED = {FOREST: {0: 1}, PLAIN: {1: 1, 2: 1}, HILL: {0: 1, 1: 1, 2: 1}}


@pytest.mark.parametrize(
    ("state", "action", "en", "fr"),
    [
        (
            ADJUSTING,
            SetDie("orange_gold", "research"),
            "You have no orange die (gold) among your active dice.",
            "Vous n'avez pas de dé orange (Or) parmi vos dés actifs.",
        ),
        (
            KEEPING,
            KeepDice(("white_pioneer", "yellow_food")),
            "You have no yellow die (food) among your active dice.",
            "Vous n'avez pas de dé jaune (Nourriture) parmi vos dés actifs.",
        ),
        (
            KEEPING,
            KeepDice(("white_pioneer", "white_pioneer")),
            "You have only 1 white die (pioneer) among your active dice.",
            "Vous n'avez que 1 dé blanc (Pionnier) parmi vos dés actifs.",
        ),
        (
            SELLING,
            SellDie("brown_gold"),
            "You have no brown die (gold) among your active dice. Active dice: 1 green die (explore) and "
            "1 white die (pioneer). Spent dice: 1 brown die and 2 yellow dice.",
            "Vous n'avez pas de dé marron (Or) parmi vos dés actifs. Dés actifs : 1 dé vert (Exploration) et "
            "1 dé blanc (Pionnier). Dés dépensés : 1 dé marron et 2 dés jaunes.",
        ),
        (
            SELLING,
            SellDie("white"),
            "You have no white die among your spent dice. Active dice: 1 green die (explore) and "
            "1 white die (pioneer). Spent dice: 1 brown die and 2 yellow dice.",
            None,
        ),
        (
            given({FOREST: {0: 1}, PLAIN: {1: 1}}, pending=(PlaceTileFrame(0, HILL, 0),)),
            PlaceTile(9, 9),
            "The tile may not lie at (9, 9): it must touch a tile where you are present, and two tiles if possible.",
            "La tuile ne peut pas être posée en (9, 9) : elle doit toucher une tuile où vous êtes présent, "
            "et deux tuiles si possible.",
        ),
        (
            given({FOREST: {0: 1}}, pending=(GainDieFrame(0),)),
            ChooseColour("yellow"),
            "You cannot take a yellow die: you are not present on any plain tile.",
            None,
        ),
    ],
)
def test_a_refusal_names_what_is_missing(state, action, en, fr):
    message = engine.judge(GAME, state, 0, action)[-1]
    assert CATALOGUE.ruling(message, "en").message == en
    assert fr is None or CATALOGUE.ruling(message, "fr").message == fr


def test_the_supply_is_named_with_the_dice_it_lacks():
    state = given({FOREST: {0: 1}}, seat_0={"active": ["white_recruit"] * 3}, supply={"green": 1})
    few, none = (engine.judge(GAME, state, 0, Recruit(dice))[-1] for dice in (("green", "green"), ("brown",)))
    assert CATALOGUE.ruling(few, "en").message == "The general supply has only 1 green die."
    assert CATALOGUE.ruling(none, "fr").message == "La réserve générale n'a pas de dé marron."


@pytest.mark.parametrize(
    ("state", "action", "en", "fr"),
    [
        (
            SELLING,
            SellDie("yellow"),
            "Remove the yellow die (spent) for 3 points",
            "Retirer le dé jaune (dépensé) pour 3 points",
        ),
        (SELLING, SellDie("green_explore"), "Remove the green die (explore) for 3 points", None),
        (ADJUSTING, SpendSymbol("pioneer"), "Spend a pioneer symbol to change dice", None),
        (
            ADJUSTING,
            SpendSymbol("resource"),
            "Spend a resource symbol to change dice or draw some",
            "Dépenser un symbole Ressource pour changer des dés ou en tirer",
        ),
    ],
)
def test_a_label_says_what_happens_to_dice(state, action, en, fr):
    facts = action_facts(GAME, state, 0, action)
    assert action_label(CATALOGUE, action, "en", facts) == en
    assert fr is None or action_label(CATALOGUE, action, "fr", facts) == fr


@pytest.mark.parametrize(
    ("state", "en", "fr"),
    [
        (
            given({FOREST: {0: 1}, PLAIN: {1: 1}, HILL: {0: 1, 1: 1}}, pending=(DefendFrame(0, HILL, 0),)),
            "Seat 1 followed you to tile 14 (hill). Do you add a tent?",
            "La place 1 vous a suivi sur la tuile 14 (colline). Ajoutez-vous une tente ?",
        ),
        (
            given(EXPLORED, seats=3, pending=(DefendFrame(0, HILL, 0),)),
            "Seat 1 and seat 2 followed you to tile 14 (hill). Do you add a tent?",
            "La place 1 et la place 2 vous ont suivi sur la tuile 14 (colline). Ajoutez-vous une tente ?",
        ),
        (
            given(pending=(ChooseTileFrame(0, ("tile_19", "tile_25")),)),
            "Which tile do you lay: tile 19 (mountain) or tile 25 (plain)?",
            "Vous avez tiré la tuile 19 (montagne) et la tuile 25 (plaine). Quelle tuile posez-vous ?",
        ),
        (
            given(stage="roll", seat_0={"active": ["green_wood"], "bag": ["white"]}),
            "Spend symbols to change dice or draw some, or end your roll phase. Resource symbols: 1.",
            "Dépensez des symboles pour changer des dés ou en tirer, ou finissez votre phase de lancer. "
            "Symboles Ressource : 1.",
        ),
    ],
)
def test_a_prompt_names_the_sides_the_tiles_and_the_uses(state, en, fr):
    turn = GAME.turn(state)
    facts = turn_facts(GAME, state, turn)
    assert question_prompt(CATALOGUE, turn, "en", facts) == en
    assert question_prompt(CATALOGUE, turn, "fr", facts) == fr


@pytest.mark.parametrize(
    ("frame", "en", "fr"),
    [
        (FollowFrame(1, HILL, 1), "Seat 1 does not follow.", "La place 1 ne suit pas."),
        (DefendFrame(0, HILL, 0), "Seat 0 adds no tent.", "La place 0 n'ajoute pas de tente."),
        (RemoveTentFrame(0), "Seat 0 removes no tent of the Bot.", "La place 0 ne retire aucune tente du Bot."),
    ],
)
def test_the_event_says_what_was_declined(frame, en, fr):
    state = (solo if isinstance(frame, RemoveTentFrame) else given)(pending=(frame,))
    event = GAME.verbs["decline"].apply(state, Decline()).events[-1]
    assert narrate(CATALOGUE, event, "en") == en
    assert narrate(CATALOGUE, event, "fr") == fr
