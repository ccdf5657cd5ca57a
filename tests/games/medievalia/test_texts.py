"""Texts in English and French: names, labels, events, refusals and the rendered view."""

from __future__ import annotations

import pytest

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.actions.march import March
from referee_service.games.medievalia.actions.play_territory import PlayTerritory
from referee_service.games.medievalia.actions.station import Station
from referee_service.games.medievalia.decisions.battle import Strike
from referee_service.games.medievalia.decisions.cards import Starve
from referee_service.games.medievalia.decisions.support import Shoot
from referee_service.games.medievalia.flow import FLOW
from referee_service.kernel import engine
from referee_service.kernel.actions.pay import Pay
from referee_service.kernel.match import play_chance
from referee_service.kernel.narration import action_label, narrate, question_prompt
from referee_service.kernel.state import Turn
from referee_service.kernel.text_table import view_text
from referee_service.kernel.tuples import with_player
from tests.games.medievalia.positions import TABLES, attack, events_of, fresh_match, given, holdings, legal

CATALOGUE = GAME.catalogue()
NAMED_DOMAINS = ("deck", "card", "building", "fief", "resource", "source", "target", "place")

each_language = pytest.mark.parametrize("language", ["en", "fr"])


@each_language
def test_every_piece_in_an_action_field_has_a_name(language):
    for domain in NAMED_DOMAINS:
        for piece in TABLES.domains[domain]:
            assert CATALOGUE.names[str(piece)][language]
            assert "_" not in CATALOGUE.piece_name(str(piece), language)
    assert CATALOGUE.names[TABLES.city.id]


@each_language
def test_no_two_sources_of_a_payment_share_a_name(language):
    sources = TABLES.domains["source"]
    assert len({CATALOGUE.piece_name(source, language) for source in sources}) == len(sources)


@each_language
def test_every_question_has_a_prompt(language):
    for question, verbs in FLOW.verbs.items():
        assert question_prompt(CATALOGUE, Turn(0, question, verbs), language)


@pytest.mark.parametrize(
    ("action", "en", "fr"),
    [
        (PlayTerritory("mine"), "Play the territory: mine", "Jouer le territoire : mine"),
        (Station("peasant", None, 0), "Move: peasant to the city", "Déplacer : paysan vers la ville"),
        (
            March("knight", "home_0", "neutral_0"),
            "March: knight, from fief of seat 0 to neutral fief after seat 0",
            "Envoyer : chevalier, de fief de la place 0 à fief neutre après la place 0",
        ),
        (Strike("turned_peasant"), "Strike a turned peasant", "Frapper : paysan (carte utilisée)"),
        (Pay("host_0_muse_2"), "Pay with the city, ×4 by artists", "Payer avec la ville, ×4 grâce aux artistes"),
        (
            Shoot("archer", "home_1", None, "knight", "army_1"),
            "Shoot with archer (fief of seat 1) at knight (army 1)",
            "Tirer avec archer (fief de la place 1) sur chevalier (l'armée 1)",
        ),
        (
            Starve("soldier", "home_0", 1, turned=True),
            "Remove: soldier (fief of seat 0, the territory at place 1; turned: yes)",
            None,
        ),
    ],
)
def test_an_action_has_a_label(action, en, fr):
    assert action_label(CATALOGUE, action, "en") == en
    assert fr is None or action_label(CATALOGUE, action, "fr") == fr


def test_only_the_owner_reads_the_name_of_a_drawn_card():
    state = play_chance(GAME, fresh_match()).match.state
    state, _ = engine.apply(GAME, state, legal(state)[0])
    (event,) = (event for event in events_of(state, legal(state)[0]) if event.kind == "drawn")
    texts = [narrate(CATALOGUE, event, "en", seat) for seat in (0, 1, None)]
    assert texts[0].startswith("Seat 0 draws from the deck “territories”: ")
    assert texts[1] == texts[2] == "Seat 0 draws from the deck “territories”."


def test_a_refusal_names_the_facts_of_the_case():
    state = given(holdings(lands="field field mine forest", hand="field"))
    (refusal,) = engine.judge(GAME, state, 0, PlayTerritory("field"))
    ruling = CATALOGUE.ruling(refusal, "fr")
    assert ruling.message == "Votre fief compte déjà 4 territoires ; défaussez-en un d'abord."
    assert ruling.source == "§ Territoires, Limites"


@pytest.mark.parametrize(
    ("language", "targets"),
    [
        ("en", "a turned peasant, the city, the territory at place 1"),
        ("fr", "paysan (carte utilisée), la ville, le territoire de l'emplacement 1"),
    ],
)
def test_a_refused_target_names_the_possible_ones(language, targets):
    state = attack(holdings(lands="farm", units="peasant!"), "soldier")
    (refusal,) = engine.judge(GAME, state, 0, Strike("host_3"))
    assert CATALOGUE.ruling(refusal, language).message.endswith(f": {targets}.")


def test_the_rendered_view_shows_lands_turned_units_and_the_own_hand():
    state = given(
        holdings(lands="farm+bank", units="peasant#1 soldier@neutral_0! soldier@neutral_0!", hand="mine"),
        holdings(siege=2),
    )
    text = view_text(GAME, GAME.view(state, 0), CATALOGUE, "en")
    for line in (
        "Turn of seat 0: actions",
        "Deck “military”: 18 left, at the bottom: soldier",
        "Seat 0: 1 point(s), 1 card(s) in hand, 3 of 8 fed",
        "  Hand: mine",
        "  1: farm [bank, peasant]",
        "  neutral fief after seat 0: soldier↷ ×2",
        "Seat 1: 0 point(s), 0 card(s) in hand, 0 of 0 fed, siege: 2",
    ):
        assert line in text.splitlines()
    assert "Main : mine" not in view_text(GAME, GAME.view(state, 1), CATALOGUE, "fr")


@each_language
def test_the_rendered_view_names_eliminated_players(language):
    state = with_player(given(seats=3), 1, alive=False)
    assert {"en": "out of the game", "fr": "éliminée"}[language] in view_text(
        GAME, GAME.view(state, 0), CATALOGUE, language
    )
