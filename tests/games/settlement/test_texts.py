"""Texts in English and French."""

from __future__ import annotations

import pytest

from referee_service.games.settlement import GAME
from referee_service.games.settlement.actions.activate_street import ActivateStreet
from referee_service.games.settlement.actions.build import Build
from referee_service.games.settlement.actions.exchange import Exchange
from referee_service.games.settlement.actions.invite_hero import InviteHero
from referee_service.games.settlement.actions.pass_round import PassRound
from referee_service.games.settlement.decisions.basics import KeepBasics
from referee_service.games.settlement.decisions.exploration import DecideEncounter
from referee_service.games.settlement.flow import FLOW
from referee_service.kernel import engine
from referee_service.kernel.actions.pay import Pay
from referee_service.kernel.narration import action_label, narrate, question_prompt
from referee_service.kernel.state import Turn
from referee_service.kernel.text_table import view_text
from tests.games.settlement.positions import TABLES, WOOD, after, draft, events_of, given, opening

WORDS = GAME.catalogue()
PIECES = (*TABLES.terrains, *TABLES.buildings, *TABLES.artefacts, *TABLES.heroes, *TABLES.monsters)

each_language = pytest.mark.parametrize("language", ["en", "fr"])


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


@each_language
def test_every_question_has_a_prompt(language):
    for question, verbs in FLOW.verbs.items():
        assert question_prompt(WORDS, Turn(0, question, verbs), language)


@pytest.mark.parametrize(
    ("action", "en", "fr"),
    [
        (Build(3, 1), "Buy the building of market slot 3 (bonus villagers: 1)", None),
        (ActivateStreet("upper", 0), None, "Activer la rue supérieure (villageois bonus : 0)"),
        (Exchange(("clay", "wood"), "stone"), "Exchange clay, wood for stone", "Échanger argile, bois contre pierre"),
        (InviteHero("adventurer_07"), "Invite “adventurer 7”", "Inviter « aventurier 7 »"),
        (DecideEncounter(appears=True), "A monster appears: yes", "Un monstre apparaît : oui"),
        (KeepBasics(("clay", "wood")), "Discard the basic resources but keep clay, wood", None),
        (KeepBasics(()), "Discard the basic resources", "Défausser les ressources de base"),
        (Pay("gold_for_wood"), "Pay with gold for wood", "Payer avec or contre bois"),
    ],
)
def test_labels(action, en, fr):
    assert en is None or action_label(WORDS, action, "en") == en
    assert fr is None or action_label(WORDS, action, "fr") == fr


def test_a_refusal_is_a_sentence():
    (refusal,) = engine.judge(GAME, given(), 0, Build(0, 0))
    assert WORDS.ruling(refusal, "en").message == "You cannot pay for “sawmill”, even with exchanges."
    assert WORDS.ruling(refusal, "fr").message == "Vous ne pouvez pas payer « scierie », même en échangeant."


def test_passing_is_narrated():
    state = given(land={0: WOOD}, fortifications=(0,), reserve={"wood": 3})
    passed, discarded = events_of(state, PassRound()), events_of(after(state, PassRound()), KeepBasics(("wood",)))
    events = [narrate(WORDS, event, "en") for event in (*passed, *discarded)]
    assert events == ["Seat 0 passes.", "Seat 0 discards 2 basic resource(s) and keeps wood."]


@each_language
def test_the_table_reads_as_text(language):
    state = given(seats=1, land={0: WOOD}, monsters=(0,), colony={4: "bank"}, stored={4: 2})
    text = view_text(GAME, state, WORDS, language)
    assert WORDS.piece_name(WOOD, language)[:8] in text
    assert f"{WORDS.piece_name('bank', language)} (2)" in text
    for other in (draft(4), opening(3)):
        assert "{" not in view_text(GAME, other, WORDS, language)
