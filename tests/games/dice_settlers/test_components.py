"""Component texts, labels and prompts: derived from the pack and the position, in both languages."""

from __future__ import annotations

import json

import msgspec
import pytest

from referee_service.games.dice_settlers.actions.explore import Explore
from referee_service.games.dice_settlers.actions.place_tile import PlaceTile
from referee_service.games.dice_settlers.actions.raid import Raid
from referee_service.games.dice_settlers.actions.recruit import Recruit
from referee_service.games.dice_settlers.actions.research import Research
from referee_service.games.dice_settlers.actions.use_factory import UseFactory
from referee_service.games.dice_settlers.decisions.cleanup import KeepDice
from referee_service.games.dice_settlers.decisions.printed_bot import ChooseForBot
from referee_service.games.dice_settlers.questions import (
    ActingFrame,
    AdjustFrame,
    BotRaidFrame,
    FollowFrame,
    PlaceTileFrame,
    ResearchingFrame,
)
from referee_service.kernel.narration import action_label, question_prompt, turn_facts
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.places import action_facts
from referee_service.kernel.text_table import TextContext, write_text
from tests.games.dice_settlers.positions import FOREST, GAME, HILL, PLAIN, TABLES, given, random_game, solo

CATALOGUE = GAME.catalogue()
MAX_LIST_BYTES = 60_000
MAX_COMPONENT_BYTES = 2_000


def components(language):
    """Return the components of the pack by id."""
    return {each.id: each for each in GAME.components(TABLES, CATALOGUE, language)}


@pytest.mark.parametrize(
    ("name", "language", "text"),
    [
        (
            "tile_13",
            "en",
            "4 points for control, 1 point for second place. Factory (free action, once per round): you may return one "
            "of your tents from it to your supply; if you do, gain 1 gold token. "
            "Presence lets you recruit a brown die.",
        ),
        (
            "tile_01",
            "fr",
            "Tuile de départ. Aucun point. Quand vous posez cette tuile : gagnez 1 jeton Nourriture et gagnez un dé "
            "jaune. Y être présent permet de recruter un dé jaune.",
        ),
        (
            "tile_27",
            "fr",
            "Seulement à partir de 3 joueurs. 1 point pour le contrôle, 0 point pour la seconde place. "
            "Tant que vous contrôlez cette tuile : votre action Recrutement reçoit un symbole Recrutement "
            "supplémentaire. Y être présent permet de recruter un dé orange.",
        ),
        (
            "gold_rush",
            "en",
            "Type III. Costs 3 research symbols, 1 iron token and 1 wood token. "
            "Needs presence on a mountain and a hill. Your gold symbols may be used as any other symbol. "
            "Worth 2 points at the end of the game.",
        ),
        (
            "engineering",
            "fr",
            "Type IV. Coûte 3 symboles Recherche, 1 jeton Fer et 1 jeton Bois. "
            "Demande d'être présent sur une forêt et une montagne. "
            "Pour gouverner, 2 tentes d'avance suffisent (3 tentes sont toujours remplacées). "
            "Vaut 3 points en fin de partie.",
        ),
        (
            "dynamite",
            "en",
            "Explosive type. Costs 2 research symbols and 1 iron token. Needs presence on a mountain. "
            "Free action: this technology explodes and you lose it; gain 3 raid symbols for this turn. "
            "Worth 2 points at the end of the game if you still have it; once it has exploded, you may research it "
            "again.",
        ),
        (
            "resourceful",
            "fr",
            "Type III. Coûte 2 symboles Recherche et 1 jeton Bois. Demande d'être présent sur une forêt et une "
            "colline. Vos symboles Ressource peuvent servir de symboles Pionnier. Vaut 1 point en fin de partie.",
        ),
        (
            "chronicle",
            "en",
            "Type V. Costs 4 research symbols, 2 wood tokens and 1 food token. Needs presence on a plain and a forest. "
            "Only with 4 players. At the end of the game: 3 points, plus 1 point for each of your technologies that "
            "at least two other players also have.",
        ),
        (
            "orange",
            "fr",
            "7 dés dans la boîte. Faces : 2 symboles Recrutement, 1 symbole Pillage, 1 symbole Recherche, "
            "1 symbole Pionnier et 1 symbole Or. Recrutez-le si vous êtes présent sur un désert. "
            "En fin de partie, chaque paire de vos dés, toutes couleurs confondues, rapporte 3 points.",
        ),
    ],
)
def test_a_text_is_derived_from_the_row(name, language, text):
    assert components(language)[name].text == text


def test_a_number_of_the_pack_appears_in_the_texts_that_use_it():
    text = components("en")["trade"].text
    assert "(6, 5 or 2 points) or remove a die from the game (3 points)" in text


def test_components_without_a_row_name_their_rules():
    found = components("en")
    assert (found["gold"].kind, found["raid"].kind, found["hill"].kind) == ("token", "symbol", "terrain")
    assert all(each.rules for each in found.values() if each.kind in ("token", "symbol", "terrain", "tile"))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_list_and_each_component_stay_small(language):
    found = components(language).values()
    listed = [{"id": each.id, "kind": each.kind, "name": each.name, "text": each.text} for each in found]
    assert len(json.dumps(listed, ensure_ascii=False).encode()) <= MAX_LIST_BYTES
    assert max(len(msgspec.json.encode(each)) for each in found) <= MAX_COMPONENT_BYTES


# --- labels -----------------------------------------------------------------------------------------------------------

FACTORY = "tile_13"
STATE = given({FOREST: {0: 2, 1: 1}, FACTORY: {0: 1}}, seat_0={"active": ["white_explore"]})
SHIELDED = given({FOREST: {0: 2, 1: 1}}, seat_1={"technologies": ["walls"]})


@pytest.mark.parametrize(
    ("state", "action", "en", "fr"),
    [
        (
            STATE,
            Recruit(("green", "green", "grey")),
            "Recruit 2 green dice and 1 grey die for 6 recruit symbols",
            "Recruter 2 dés verts et 1 dé gris pour 6 symboles Recrutement",
        ),
        (
            STATE,
            Explore(1),
            "Explore with 1 explore symbol: draw 1 tile",
            "Explorer avec 1 symbole Exploration : tirer 1 tuile",
        ),
        (
            STATE,
            Raid(FOREST, 1),
            "Raid a tent of seat 1 on tile 18 (forest)",
            "Piller une tente de la place 1 sur la tuile 18 (forêt)",
        ),
        (
            SHIELDED,
            Raid(FOREST, 1),
            "Raid a tent of seat 1 on tile 18 (forest): seat 1 still ignores 2 raid symbols",
            "Piller une tente de la place 1 sur la tuile 18 (forêt) : la place 1 ignore encore 2 symboles Pillage",
        ),
        (
            STATE,
            Research("gold_rush"),
            "Research “Gold Rush” for 3 research symbols, 1 iron token and 1 wood token",
            "Rechercher « Ruée vers l'Or » pour 3 symboles Recherche, 1 jeton Fer et 1 jeton Bois",
        ),
        (
            STATE,
            UseFactory(FACTORY, FOREST),
            "Use the factory of tile 13 (hill) with a tent of tile 18 (forest): gain 1 gold token",
            "Utiliser la fabrique de la tuile 13 (colline) avec une tente de la tuile 18 (forêt) : gagner 1 jeton Or",
        ),
        (STATE, KeepDice(()), "Clean up and keep no die", "Nettoyer sans garder de dé"),
        (
            given({FOREST: {0: 1}, PLAIN: {1: 1}}, pending=(PlaceTileFrame(0, HILL, 0),)),
            PlaceTile(1, -1),
            "Lay tile 14 (hill) at (1, -1), beside tile 18 (forest) and tile 24 (plain)",
            "Poser la tuile 14 (colline) en (1, -1), contre la tuile 18 (forêt) et la tuile 24 (plaine)",
        ),
        (
            solo({FOREST: {0: 1, 1: 1}}, pending=(BotRaidFrame(0, 2),)),
            ChooseForBot(FOREST),
            "The Bot chooses tile 18 (forest) for its raid",
            "Le Bot choisit la tuile 18 (forêt) pour son pillage",
        ),
    ],
)
def test_a_label_names_the_thing_and_its_price_or_gain(state, action, en, fr):
    facts = action_facts(GAME, state, 0, action)
    assert action_label(CATALOGUE, action, "en", facts) == en
    assert action_label(CATALOGUE, action, "fr", facts) == fr


# --- prompts ----------------------------------------------------------------------------------------------------------

PRICE = PaymentFrame(0, (("settle", 2),), (("half", 1), ("settle", 1)), "settle")
TOKENS = PaymentFrame(0, (("token_iron", 1), ("token_wood", 1)), (("token_wood", 1),), "gold_rush")


@pytest.mark.parametrize(
    ("frames", "en", "fr"),
    [
        (
            (PRICE,),
            "Pay 2 settle symbols for the settle action: what do you pay with? "
            "Paid so far: 1 half symbol and 1 settle symbol.",
            "Payez 2 symboles Colonisation pour l'action Colonisation : avec quoi payez-vous ? "
            "Déjà payé : 1 demi-symbole et 1 symbole Colonisation.",
        ),
        (
            (ResearchingFrame(0, "gold_rush"), TOKENS),
            "Pay 1 iron token and 1 wood token for “Gold Rush”: what do you pay with? Paid so far: 1 wood token.",
            "Payez 1 jeton Fer et 1 jeton Bois pour « Ruée vers l'Or » : avec quoi payez-vous ? "
            "Déjà payé : 1 jeton Bois.",
        ),
        (
            (AdjustFrame(0, "pioneer"),),
            "Change your dice with the pioneer symbol that you spent: turn a die to another face, "
            "or roll up to 3 dice again.",
            "Changez vos dés avec le symbole Pionnier dépensé : tournez un dé sur une autre face, "
            "ou relancez jusqu'à 3 dés.",
        ),
        (
            (ActingFrame(0, "raid", 1, 0, FOREST, (0, 0)),),
            "Spend one more symbol on the raid action, or end the action. Spent so far: 1 symbol. "
            "The raid is on tile 18 (forest).",
            "Dépensez encore un symbole pour l'action Pillage, ou finissez l'action. Déjà dépensé : 1 symbole. "
            "Le pillage a lieu sur la tuile 18 (forêt).",
        ),
        (
            (FollowFrame(1, FOREST, 1),),
            "Do you follow seat 0 to tile 18 (forest) with a tent?",
            "Suivez-vous la place 0 sur la tuile 18 (forêt) avec une tente ?",
        ),
        (
            (),
            "Your turn (1 of 2): do a main action, with free actions before or after it.",
            "Votre tour (1 sur 2) : faites une action principale, avec des actions gratuites avant ou après.",
        ),
    ],
)
def test_a_prompt_states_the_facts_of_the_question(frames, en, fr):
    state = given(pending=frames)
    turn = GAME.turn(state)
    facts = turn_facts(GAME, state, turn)
    assert question_prompt(CATALOGUE, turn, "en", facts) == en
    assert question_prompt(CATALOGUE, turn, "fr", facts) == fr


# --- the view as text -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("seats", [1, 2])
def test_every_part_of_a_small_table_fits_a_terminal(seats, language):
    context = TextContext(CATALOGUE, language, ("Alexandra", "Benjamin"))
    for state in random_game(seats, 1)[::25]:
        for section in GAME.sections(GAME.view(state, 0), context):
            lines = write_text([section]).split("\n")
            assert len(lines) <= 24, section.name
            assert max(map(len, lines)) <= 80, section.name


def test_the_map_is_drawn_with_a_legend_and_written_in_sentences():
    state = given({FOREST: {0: 2, "house": 1}, PLAIN: {1: 1}})
    sections = list(GAME.sections(state, TextContext(CATALOGUE, "en", ("Ann", "Bob"))))
    drawn = write_text(sections, part="map")
    assert "|  18 F 7/3 |  24 P 6/3 |" in drawn
    assert "#b a2" in drawn
    assert "a2 tents of Ann" in drawn
    assert "#b house of Bob" in drawn
    written = write_text(sections, part="map", plain=True, width=120)
    assert "Tile 18 (forest) at (0, 0), worth 7 points and 3 points: the house of Bob, 2 tents of Ann." in written


def test_free_cells_are_drawn_while_a_tile_is_laid():
    state = given({FOREST: {0: 1}, PLAIN: {1: 1}}, pending=(PlaceTileFrame(0, HILL, 0),))
    sections = list(GAME.sections(state, TextContext(CATALOGUE, "fr")))
    assert "(1,-1)" in write_text(sections, part="map")
    assert "Emplacement libre en (1, -1)." in write_text(sections, part="map", plain=True)
    assert "Tuile à poser : tuile 14 (colline)." in write_text(sections, part="table")
