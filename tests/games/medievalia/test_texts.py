"""Texts in English and French: names, labels, events, refusals and the rendered view."""

from __future__ import annotations

import pytest

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.actions.buy_building import BuyBuilding
from referee_service.games.medievalia.actions.play_territory import PlayTerritory
from referee_service.games.medievalia.decisions.battle import Strike
from referee_service.games.medievalia.flow import FLOW
from referee_service.kernel import engine
from referee_service.kernel.actions.pay import Pay
from referee_service.kernel.match import play_chance
from referee_service.kernel.narration import action_label, narrate, question_prompt, turn_facts
from referee_service.kernel.notation import parse_notation
from referee_service.kernel.places import action_facts
from referee_service.kernel.state import Turn
from referee_service.kernel.text_table import view_text
from referee_service.kernel.tuples import with_player
from tests.games.medievalia.positions import (
    AWAY,
    TABLES,
    after,
    attack,
    begin_battle,
    events_of,
    fresh_match,
    given,
    holdings,
    invasion,
    legal,
    refusals,
    with_top,
)

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


@each_language
def test_every_field_of_an_action_has_a_name(language):
    for each in GAME.verbs.values():
        for name in each.marks:
            assert CATALOGUE.names[f"field_{name}"][language]


PLAYED = given(
    holdings(
        lands="city+bank farm+church farm forest",
        units="peasant#1 peasant merchant#2 artist soldier@neutral_0",
        hand="mine priest archer",
    ),
    holdings(lands="field", units="peasant@neutral_0"),
)
"""Actions of seat 0, with units on lands, at home and in the neutral fief."""
PAYING = after(PLAYED, PlayTerritory("mine"))
BUILDING = after(with_top(PLAYED, "tower"), BuyBuilding(0, 1))
HUNGRY = GAME.automatic_step(given(holdings(lands="field", units="peasant! soldier soldier")))
STRIKING = attack(holdings(lands="farm+tower", units="peasant! peasant#1"), "soldier", "knight")
HURT = attack(holdings(lands="farm", units="peasant knight"), "soldier soldier", against={1: "peasant knight"})
SHOT = begin_battle(invasion("soldier archer", "priest#1 priest peasant"), AWAY, "soldier", against={1: "peasant"})


@pytest.mark.parametrize(
    ("state", "line", "en", "fr"),
    [
        (PLAYED, "play_territory card=mine", "Play a mine (3 workforce)", "Jouer une mine (3 mains-d'œuvre)"),
        (
            PLAYED,
            "recruit card=priest",
            "Play a priest (1 food and 1 gold)",
            "Jouer un prêtre (1 nourriture et 1 or)",
        ),
        (
            PLAYED,
            "recruit card=archer",
            "Play an archer (1 energy, 1 food and 2 gold, including 2 gold because you have no carpenter)",
            "Jouer un archer (1 énergie, 1 nourriture et 2 or, dont 2 or car vous n'avez pas de menuisier)",
        ),
        (
            PLAYED,
            "buy_building pile=0 host=2",
            "Buy the bank from pile 0 (1 energy, 2 gold and 2 workforce) for the farm (place 2)",
            "Acheter la banque de la pile 0 (1 énergie, 2 or et 2 mains-d'œuvre) pour la ferme (emplacement 2)",
        ),
        (
            PLAYED,
            "buy_card deck=military",
            "Buy a card from the military deck (4 resources of any kind)",
            "Acheter une carte de la pioche Militaire (4 ressources au choix)",
        ),
        (
            PLAYED,
            "clear_land host=1",
            "Give up the farm at place 1 with the church (1 workforce)",
            "Défausser la ferme de l'emplacement 1 avec l'église (1 main-d'œuvre)",
        ),
        (PLAYED, "station card=peasant host=0", "Move a peasant to the city", "Déplacer un paysan vers la ville"),
        (
            PLAYED,
            "station card=peasant origin=1",
            "Move a peasant from the farm (place 1), to stand free",
            "Déplacer un paysan depuis la ferme (emplacement 1), désormais libre",
        ),
        (
            PLAYED,
            "dismiss card=soldier fief=neutral_0",
            "Remove from the game your soldier in the neutral fief",
            "Retirer du jeu votre soldat présent dans le fief neutre",
        ),
        (
            PLAYED,
            "march card=artist origin=home_0 to=neutral_0",
            "Send an artist from your fief to the neutral fief",
            "Envoyer un artiste de votre fief au fief neutre",
        ),
        (PAYING, "pay source=host_1", "Pay with the farm (place 1): 4 food", None),
        (PAYING, "pay source=peasant", "Pay with the peasant: 1 workforce", "Payer avec le paysan : 1 main-d'œuvre"),
        (PAYING, "pay source=discard_priest_gold", "Pay with the priest from your hand: 1 gold", None),
        (
            after(PAYING, Pay("artist_power")),
            "pay source=host_2_muse_1",
            "Pay with the farm (place 2) and 1 artist: 6 food",
            "Payer avec la ferme (emplacement 2) et 1 artiste : 6 nourritures",
        ),
        (
            PAYING,
            "pay source=host_2_merchant",
            "Pay with the power of the merchant on the farm (place 2): 1 trade",
            "Payer avec le pouvoir du marchand sur la ferme (emplacement 2) : 1 troc",
        ),
        (STRIKING, "strike target=turned_peasant", "Attack the peasant (turned)", "Attaquer le paysan (utilisé)"),
        (
            STRIKING,
            "strike target=guard_1_tower",
            "Attack the tower on the farm (place 1)",
            "Attaquer la tour de la ferme (emplacement 1)",
        ),
        (STRIKING, "strike target=host_0", "Attack the city", "Attaquer la ville"),
        (
            SHOT,
            "shoot card=archer fief=home_1 target=peasant place=army_1",
            "Shoot at the peasant of army 1 with the archer in the fief of seat 1",
            "Tirer sur le paysan de l'armée 1 avec l'archer du fief de la place 1",
        ),
        (
            SHOT,
            "shoot card=archer fief=home_1 target=priest place=host_1",
            "Shoot at the priest on the farm (place 1) with the archer in the fief of seat 1",
            "Tirer sur le prêtre de la ferme (emplacement 1) avec l'archer du fief de la place 1",
        ),
        (
            HUNGRY,
            "starve card=peasant fief=home_0 turned=true",
            "Leave a peasant (turned) in your fief unfed",
            "Ne pas nourrir un paysan (utilisé) de votre fief",
        ),
    ],
)
def test_a_label_names_the_thing_its_price_and_its_place(state, line, en, fr):
    action = parse_notation(GAME, line)
    assert not refusals(state, action)
    facts = action_facts(GAME, state, GAME.turn(state).seat, action)
    assert action_label(CATALOGUE, action, "en", facts) == en
    assert fr is None or action_label(CATALOGUE, action, "fr", facts) == fr


@pytest.mark.parametrize(
    ("state", "en", "fr"),
    [
        (
            BUILDING,
            "Pay 1 energy and 3 workforce for a tower on the farm (place 1).",
            "Payez 1 énergie et 3 mains-d'œuvre pour une tour sur la ferme (emplacement 1).",
        ),
        (
            after(BUILDING, Pay("host_0")),
            "Pay 1 energy and 3 workforce for a tower on the farm (place 1); paid so far: 2 workforce.",
            "Payez 1 énergie et 3 mains-d'œuvre pour une tour sur la ferme (emplacement 1) ; "
            "déjà payé : 2 mains-d'œuvre.",
        ),
        (
            HUNGRY,
            "You have 3 cards on the table, and your food feeds 2 of them. Choose a card that leaves the game.",
            "Vous avez 3 cartes en jeu, et votre nourriture en nourrit 2. Choisissez une carte qui quitte le jeu.",
        ),
        (STRIKING, "Your army 1 (1 soldier) has no opponent: choose what it attacks.", None),
        (
            HURT,
            "Choose the card that takes damage: army 1 deals 4 points of damage to your cards.",
            "Choisissez la carte qui subit des dommages : l'armée 1 inflige 4 points de dommage à vos cartes.",
        ),
        (
            SHOT,
            "Shoot with your archer at cards of seat 1 in the fief of seat 1, or use no further power.",
            "Tirez avec votre archer sur des cartes de la place 1 dans le fief de la place 1, "
            "ou n'utilisez aucun autre pouvoir.",
        ),
    ],
)
def test_a_prompt_states_the_facts_of_its_question(state, en, fr):
    turn = GAME.turn(state)
    facts = turn_facts(GAME, state, turn)
    assert question_prompt(CATALOGUE, turn, "en", facts) == en
    assert fr is None or question_prompt(CATALOGUE, turn, "fr", facts) == fr


def test_only_the_owner_reads_the_name_of_a_drawn_card():
    state = play_chance(GAME, fresh_match()).match.state
    state, _ = engine.apply(GAME, state, legal(state)[0])
    (event,) = (event for event in events_of(state, legal(state)[0]) if event.kind == "drawn")
    texts = [narrate(CATALOGUE, event, "en", seat) for seat in (0, 1, None)]
    assert texts[0].startswith("Seat 0 draws a card from the territory deck: ")
    assert texts[1] == texts[2] == "Seat 0 draws a card from the territory deck."


def test_a_refusal_names_the_facts_of_the_case():
    state = given(holdings(lands="field field mine forest", hand="field"))
    (refusal,) = engine.judge(GAME, state, 0, PlayTerritory("field"))
    ruling = CATALOGUE.ruling(refusal, "fr")
    assert ruling.message == "Votre fief compte déjà 4 territoires ; défaussez-en un d'abord."
    assert ruling.source == "§ Territoires, Limites"


@pytest.mark.parametrize(
    ("language", "targets"),
    [
        ("en", "the turned peasant, the city and the farm (place 1)"),
        ("fr", "le paysan utilisé, la ville et la ferme (emplacement 1)"),
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
    text = view_text(GAME, GAME.view(state, 0), CATALOGUE, "en", names=("Ann", ""))
    for line in (
        "Turn of Ann: actions",
        "military deck   18     soldier",
        "0     bank      1 energy, 2 gold, 2 workforce          1       4",
        "Points: 1 of 7.",
        "Food for 8 cards; 3 cards on the table.",
        "       city  1 workforce",
        "1      farm  4 food       bank       1 peasant",
        "In the neutral fief: 2 soldiers (turned).",
        "Hand: 1 mine.",
        "Under siege: turn 2 of 3.",
    ):
        assert line in text.splitlines()
    hidden = view_text(GAME, GAME.view(state, 1), CATALOGUE, "fr")
    assert "Main : 1 carte (1 carte Territoire)." in hidden.splitlines()
    assert "Main : 1 mine." not in hidden


@each_language
def test_the_parts_of_the_view_of_two_players_fit_a_terminal(language):
    lands = "city+bank+tower farm+church+workshop farm+stable+school forest+carpenter+castle mine+fortress!"
    units = "peasant#0 peasant#1 artist#1 priest#2 peasant! soldier@neutral_0 knight@home_1 infantry@home_1"
    view = GAME.view(given(holdings(lands=lands, units=units, hand="mine field soldier priest"), holdings()), 0)
    for part in ("table", "seat.0", "seat.1"):
        for plain in (False, True):
            lines = view_text(GAME, view, CATALOGUE, language, part=part, plain=plain).splitlines()
            assert len(lines) <= 24
            assert max(map(len, lines)) <= 80


def test_a_battle_is_shown_with_its_armies_and_their_targets():
    state = after(STRIKING, Strike("host_1"))
    text = view_text(GAME, GAME.view(state, None), CATALOGUE, "en", part="table")
    for line in (
        "Battle in the fief of seat 1: seat 0 attacks seat 1.",
        "Army 1: 1 soldier; it attacks the farm (place 1).",
        "Army 2: 1 knight.",
    ):
        assert line in text.splitlines()


@each_language
def test_the_rendered_view_names_eliminated_players(language):
    state = with_player(given(seats=3), 1, alive=False)
    assert {"en": "Out of the game.", "fr": "Hors jeu."}[language] in view_text(
        GAME, GAME.view(state, 0), CATALOGUE, language
    )
