"""Texts: names of pieces, labels, rulings, events and the text view; and a test for every ruling."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee_service.games.dice_settlers.actions.recruit import Recruit
from referee_service.games.dice_settlers.actions.settle import Settle
from referee_service.games.dice_settlers.actions.trade_tokens import TradeTokens
from referee_service.games.dice_settlers.flow import FLOW
from referee_service.kernel import engine
from referee_service.kernel.actions.pay import Pay
from referee_service.kernel.narration import action_label, narrate, question_prompt
from referee_service.kernel.state import Turn
from referee_service.kernel.text_table import view_text
from tests.games.dice_settlers.positions import (
    FOREST,
    GAME,
    TABLES,
    after_chance,
    dice_match,
    events_of,
    given,
    random_game,
    solo,
)

CATALOGUE = GAME.catalogue()


DIRECTORY = Path(__file__).parent


each_language = pytest.mark.parametrize("language", ["en", "fr"])


RULINGS = [
    "round_vs_turn",
    "first_turn",
    "extra_action",
    "extra_action_factory",
    "pioneer_roll",
    "resource_is_symbol",
    "bag_refill",
    "quota",
    "simultaneous",
    "recruit_steps",
    "gained_dice",
    "explore_spot",
    "explore_short",
    "follow",
    "placement_only",
    "settle_recall",
    "settle_no_presence",
    "raid",
    "raid_shield",
    "harvest_pioneer",
    "trade_joker",
    "trade_die",
    "research_one",
    "conversion_chain",
    "bonus_symbol_alone",
    "once",
    "factory_once",
    "saisonniers",
    "tile_33",
    "govern",
    "shared_control",
    "second_place",
    "tile_7",
    "tile_8",
    "start_bonus_die",
    "cleanup_markers",
    "end_check",
    "vp_overflow",
    "dice_colours",
    "numbers_on_cards",
    "entrainement",
    "solo_first",
    "solo_follow",
    "solo_centre",
    "solo_next_side",
    "solo_explore_spot",
    "solo_settle_5",
    "solo_tents",
    "solo_raid_left",
    "solo_nothing",
    "solo_recruit_2",
    "solo_factory_removal",
    "solo_scoring",
]


def test_every_ruling_has_a_test_that_names_it():
    tests = "".join(path.read_text() for path in DIRECTORY.glob("test_*.py") if path.name != Path(__file__).name)
    named = set(re.findall(r"test_ruling_(\w+)", tests)) | set(re.findall(r"[Rr]ulings? (\w+)", tests))
    assert len(RULINGS) == 53
    assert not [ruling for ruling in RULINGS if not any(name.startswith(ruling) for name in named)]


def test_every_piece_has_a_name():
    for domain in ("source", "colour", "face", "any_die", "price", "token", "tile", "technology"):
        assert set(TABLES.domains[domain]) <= set(CATALOGUE.names)


@each_language
def test_no_two_pieces_of_a_sort_share_a_name(language):
    for domain in ("source", "any_die", "tile", "technology"):
        pieces = TABLES.domains[domain]
        assert len({CATALOGUE.piece_name(piece, language) for piece in pieces}) == len(pieces)


@each_language
def test_every_question_has_a_prompt(language):
    for question, verbs in FLOW.verbs.items():
        assert question_prompt(CATALOGUE, Turn(0, question, verbs), language)


@pytest.mark.parametrize(
    ("action", "en", "fr"),
    [
        (
            Settle("take"),
            "Settle: take a tent from the general supply",
            "Coloniser : prendre une tente de la réserve générale",
        ),
        (Settle("place", FOREST), "Settle: place a tent on tile 18 (forest)", None),
        (Settle("recall", FOREST), None, "Coloniser : rappeler une tente de la tuile 18 (forêt)"),
        (Recruit(("green", "grey")), "Recruit 1 green die and 1 grey die", "Recruter 1 dé vert et 1 dé gris"),
        (
            TradeTokens("any", ("food", "gold")),
            None,
            "Échanger 1 jeton Nourriture et 1 jeton Or comme deux jetons au choix",
        ),
        (Pay("pair_white_pioneer"), "Pay with the white die (pioneer) as half a symbol", None),
    ],
)
def test_labels(action, en, fr):
    assert en is None or action_label(CATALOGUE, action, "en") == en
    assert fr is None or action_label(CATALOGUE, action, "fr") == fr


def test_a_refusal_is_a_sentence():
    refused = engine.judge(GAME, given(seat_0={"active": ["white_settle"], "tents": 0}), 0, Settle("place", FOREST))
    assert CATALOGUE.ruling(refused[0], "en").message == "Your personal supply has no tent."
    assert CATALOGUE.ruling(refused[0], "fr").message == "Votre réserve personnelle n'a pas de tente."


def test_settling_is_narrated():
    events = events_of(given({FOREST: {0: 1}, "tile_09": {0: 1}}, seat_0={"active": ["white_settle"]}), Settle("take"))
    sentences = [narrate(CATALOGUE, event, "en") for event in events]
    assert sentences == [
        "Seat 0 begins the settle action.",
        "Seat 0 spends 1 white die (settle).",
        "Seat 0 takes 1 tent from the general supply.",
    ]


@each_language
def test_the_table_reads_as_text(language):
    state = solo(
        {FOREST: {0: 2, "house": 1}}, around={"raid": ["white", "iron"]}, centre={"gold": 2}, dice_queue=["grey"]
    )
    text = view_text(GAME, state, CATALOGUE, language)
    assert "18 F 7/3" in text
    for piece in ("raid", "iron", "grey", "stability"):
        assert CATALOGUE.piece_name(piece, language) in text
    plain = view_text(GAME, state, CATALOGUE, language, plain=True).lower()
    assert CATALOGUE.piece_name(FOREST, language) in plain
    for other in (after_chance(dice_match(4).state), random_game(3)[-1]):
        assert "{" not in view_text(GAME, other, CATALOGUE, language)
