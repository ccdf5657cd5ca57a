"""Sentences of the turn and of battles: possible steps in prompts, and what exactly is wrong in refusals."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.decisions.battle import Strike
from referee_service.kernel import engine
from referee_service.kernel.narration import question_prompt, turn_facts
from referee_service.kernel.notation import parse_notation
from tests.games.medievalia.positions import attack, attack_and_strike, given, holdings

CATALOGUE = GAME.catalogue()
PLAYED = given(holdings(lands="farm", units="peasant soldier"))
STRIKING = attack(holdings(lands="farm+tower", units="peasant! peasant#1"), "soldier", "knight")
HURT = attack(holdings(lands="farm", units="peasant knight"), "soldier soldier", against={1: "peasant knight"})


@pytest.mark.parametrize(
    ("target", "en", "fr"),
    [
        ("army_37", "There is no army 37 in this battle", "Il n'y a pas d'armée 37 dans ce combat"),
        ("army_2", "No card fights against army 2", "Aucune carte ne combat l'armée 2"),
        ("host_3", "There is no territory at place 3", "Il n'y a pas de territoire à l'emplacement 3"),
        ("guard_3_tower", "There is no territory at place 3", "Il n'y a pas de territoire à l'emplacement 3"),
        ("guard_0_knight", "There is no knight on the city", "Il n'y a pas de chevalier sur la ville"),
        (
            "guard_1_knight",
            "There is no knight on the farm (place 1)",
            "Il n'y a pas de chevalier sur la ferme (emplacement 1)",
        ),
        (
            "peasant",
            "There is no free peasant in the fief of seat 1",
            "Il n'y a pas de paysan libre dans le fief de la place 1",
        ),
        ("farm", "Name the farm with its place", "Nommez la ferme avec son emplacement"),
    ],
)
def test_a_refused_target_is_named_with_its_fault(target, en, fr):
    (refusal,) = engine.judge(GAME, STRIKING, 0, Strike(target))
    assert CATALOGUE.ruling(refusal, "en").message.startswith(f"{en}; possible targets: ")
    assert CATALOGUE.ruling(refusal, "fr").message.startswith(f"{fr} ; cibles possibles : ")


@pytest.mark.parametrize(
    ("state", "line", "en", "fr"),
    [
        (PLAYED, "declare_war fief=home_0 seat=3", "There is no seat 3 in this game.", None),
        (PLAYED, "declare_war fief=home_0 seat=0", "Seat 0 is your own seat; attack an enemy.", None),
        (
            HURT,
            "take_damage card=peasant bonus=35",
            "The peasant can get no extra points of defence.",
            "Le paysan ne peut recevoir aucun point de défense supplémentaire.",
        ),
        (
            attack_and_strike(holdings(lands="farm+church", units="peasant#1 knight#1"), "soldier", at="host_1"),
            "take_damage card=peasant bonus=35",
            "The peasant can get at most 1 extra point of defence, not 35.",
            "Le paysan peut recevoir au plus 1 point de défense supplémentaire, pas 35.",
        ),
    ],
)
def test_a_refusal_says_what_is_possible(state, line, en, fr):
    refusal = engine.judge(GAME, state, GAME.turn(state).seat, parse_notation(GAME, line))[0]
    assert CATALOGUE.ruling(refusal, "en").message == en
    assert fr is None or CATALOGUE.ruling(refusal, "fr").message == fr


@pytest.mark.parametrize(
    ("units", "foes", "en", "fr"),
    [
        (
            "soldier@neutral_0 soldier",
            "peasant@neutral_0",
            "March on, declare war or remove cards from the game, or end the turn.",
            "Déplacez encore des cartes vers un autre fief, déclarez la guerre ou retirez des cartes du jeu, "
            "ou finissez le tour.",
        ),
        ("peasant#0 soldier", "", "March on or remove cards from the game, or end the turn.", None),
    ],
)
def test_the_prompt_of_the_marches_names_the_possible_steps(units, foes, en, fr):
    state = replace(given(holdings(lands="farm farm", units=units), holdings(lands="farm", units=foes)), phase="march")
    turn = GAME.turn(state)
    facts = turn_facts(GAME, state, turn)
    assert question_prompt(CATALOGUE, turn, "en", facts) == en
    assert fr is None or question_prompt(CATALOGUE, turn, "fr", facts) == fr


def test_the_prompt_of_the_war_leaves_out_a_war_that_is_not_possible():
    state = replace(given(holdings(lands="farm", units="peasant")), phase="war")
    turn = GAME.turn(state)
    facts = turn_facts(GAME, state, turn)
    assert question_prompt(CATALOGUE, turn, "en", facts) == "Remove cards from the game, or end the turn."
    assert question_prompt(CATALOGUE, turn, "fr", facts) == "Retirez des cartes du jeu, ou finissez le tour."
