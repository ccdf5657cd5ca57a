"""Names of the wrong kind: a known thing in a wrong place is refused by a rule of the game."""

from __future__ import annotations

import pytest

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.actions.ask_ally import AskAlly
from referee_service.games.medievalia.actions.buy_building import BuyBuilding
from referee_service.games.medievalia.actions.declare_war import DeclareWar
from referee_service.games.medievalia.actions.recruit import Recruit
from referee_service.games.medievalia.actions.station import Station
from referee_service.games.medievalia.decisions.alliance import Contribute
from referee_service.games.medievalia.decisions.battle import Enlist, Ready
from referee_service.games.medievalia.decisions.cards import ChooseDeck
from referee_service.games.medievalia.decisions.support import Shoot
from referee_service.kernel import engine
from referee_service.kernel.actions.pay_cheapest import PayCheapest
from referee_service.kernel.notation import parse_notation
from tests.games.medievalia.positions import (
    AWAY,
    TABLES,
    after,
    attack,
    attack_and_strike,
    begin_battle,
    fresh_match,
    given,
    holdings,
    invasion,
    refusals,
    until_turn_of,
    with_top,
)
from tests.games.rules import rule

ACTIONS = given(
    holdings(lands="farm+tower forest mine", units="peasant soldier@neutral_0", hand="field peasant mine mine mine"),
    holdings(lands="farm", units="knight@neutral_0"),
)
"""Actions of seat 0, with an enemy beside its soldier in the neutral fief."""
DRAW = until_turn_of(ACTIONS, 1)
HUNGER = after(given(holdings(lands="field", units="peasant#1 peasant peasant")), Station("peasant", 1, 0))
BUILDING = after(
    with_top(given(holdings(lands="city+church forest field", units="peasant")), "tower"),
    BuyBuilding(0, 2),
    PayCheapest(),
)
HELP = after(given(holdings(), holdings(), holdings(lands="farm"), holdings()), AskAlly(), Contribute("host_1"))
MUSTER = after(invasion("soldier knight", "peasant"), DeclareWar(AWAY, 1))
ENGAGE = after(MUSTER, Enlist("soldier", 1), Enlist("knight", 1), Ready())
STRIKE = attack(holdings(lands="farm+tower+church"), "soldier")
DAMAGE = attack_and_strike(holdings(lands="farm+tower", units="peasant#1"), "soldier", at="host_1")
SHOT = begin_battle(invasion("soldier archer", "priest priest peasant"), AWAY, "soldier", against={1: "peasant"})
HEAL = after(SHOT, Shoot("archer", AWAY, None, "priest", "free"))


def test_a_name_that_exists_nowhere_in_the_game_is_unknown():
    assert refusals(ACTIONS, Station("zoo", None, 1)) == {"referee.field"}
    assert refusals(ACTIONS, Station("guard_7_peasant", None, 1)) == {"referee.field"}


@pytest.mark.parametrize("field", [field for verb in GAME.verbs.values() for field in verb.domains.values()])
def test_every_name_of_an_action_field_has_a_kind(field):
    """So a value is unknown to the referee only if it exists nowhere in the game."""
    for name in TABLES.domains[field]:
        if isinstance(name, str):
            assert engine.component_kind(GAME, ACTIONS, name), name


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("city", "city"),
        ("farm", "land"),
        ("soldier", "military"),
        ("peasant", "character"),
        ("church", "civil"),
        ("guard_1_church", "civil"),
        ("tower", "fort"),
        ("guard_1_tower", "target"),
        ("gold", "resource"),
        ("military", "deck"),
        ("home_0", "fief"),
        ("army_1", "army_name"),
        ("host_1", "place"),
        ("discard_mine_gold", "source"),
    ],
)
def test_a_component_has_its_most_natural_kind(name, kind):
    assert engine.component_kind(GAME, ACTIONS, name) == kind


@rule("deck.kind", "deck.card", "pile.building", "payment.kind", "play_territory.kind", "recruit.kind", "dismiss.kind")
@rule("starve.kind", "hand_over.kind", "station.kind", "march.kind", "enlist.kind", "engage.kind", "strike.kind")
@rule("take_damage.kind", "shoot.kind", "shoot.character", "heal.kind", "heal.character", "fief.kind", "place.kind")
@pytest.mark.parametrize(
    ("state", "wrong", "rule_id", "right"),
    [
        (DRAW, "choose_deck deck=bank", "deck.kind", "choose_deck deck=military"),
        (ACTIONS, "buy_card deck=peasant", "deck.kind", "buy_card deck=character"),
        (after(DRAW, ChooseDeck("military")), "draw_card card=bank", "deck.card", "draw_card card=knight"),
        (fresh_match().state, "turn_up_last card=gold", "deck.card", "turn_up_last card=mine"),
        (BUILDING, "reveal_building building=peasant", "pile.building", "reveal_building building=castle"),
        (after(ACTIONS, Recruit("peasant")), "pay source=tower", "payment.kind", "pay source=host_1"),
        (HELP, "contribute source=food", "payment.kind", "contribute source=host_0"),
        (ACTIONS, "play_territory card=peasant", "play_territory.kind", "play_territory card=field"),
        (ACTIONS, "play_territory card=city", "play_territory.kind", "play_territory card=field"),
        (ACTIONS, "recruit card=field", "recruit.kind", "recruit card=peasant"),
        (ACTIONS, "recruit card=bank", "recruit.kind", "recruit card=peasant"),
        (ACTIONS, "dismiss card=tower fief=home_0", "dismiss.kind", "dismiss card=peasant fief=home_0"),
        (ACTIONS, "dismiss card=peasant fief=city", "fief.kind", "dismiss card=peasant fief=home_0"),
        (
            HUNGER,
            "starve card=field fief=home_0 turned=false",
            "starve.kind",
            "starve card=peasant fief=home_0 turned=false",
        ),
        (HELP, "hand_over lost=bank", "hand_over.kind", "hand_over lost=food"),
        (ACTIONS, "station card=bank host=2", "station.kind", "station card=peasant host=2"),
        (ACTIONS, "station card=army_1 host=2", "station.kind", "station card=peasant host=2"),
        (
            ACTIONS,
            "march card=tower origin=home_0 to=neutral_0",
            "march.kind",
            "march card=peasant origin=home_0 to=neutral_0",
        ),
        (
            ACTIONS,
            "march card=peasant origin=home_0 to=farm",
            "fief.kind",
            "march card=peasant origin=home_0 to=neutral_0",
        ),
        (ACTIONS, "declare_war fief=city seat=1", "fief.kind", "declare_war fief=neutral_0 seat=1"),
        (MUSTER, "enlist card=tower army=1", "enlist.kind", "enlist card=soldier army=1"),
        (ENGAGE, "engage card=city army=1", "engage.kind", "engage card=peasant army=1"),
        (STRIKE, "strike target=church", "strike.kind", "strike target=guard_1_tower"),
        (STRIKE, "strike target=home_1", "strike.kind", "strike target=host_0"),
        (DAMAGE, "take_damage card=farm bonus=0", "take_damage.kind", "take_damage card=tower bonus=0"),
        (
            SHOT,
            "shoot card=soldier fief=home_1 target=peasant place=army_1",
            "shoot.kind",
            "shoot card=archer fief=home_1 target=peasant place=army_1",
        ),
        (
            SHOT,
            "shoot card=archer fief=home_1 target=farm place=host_1",
            "shoot.character",
            "shoot card=archer fief=home_1 target=peasant place=army_1",
        ),
        (
            SHOT,
            "shoot card=archer fief=home_1 target=peasant place=home_1",
            "place.kind",
            "shoot card=archer fief=home_1 target=peasant place=army_1",
        ),
        (
            HEAL,
            "heal card=peasant fief=home_1 target=priest place=free",
            "heal.kind",
            "heal card=priest fief=home_1 target=priest place=free",
        ),
        (
            HEAL,
            "heal card=priest fief=home_1 target=tower place=host_1",
            "heal.character",
            "heal card=priest fief=home_1 target=priest place=free",
        ),
    ],
)
def test_a_known_name_of_the_wrong_kind_is_refused_by_the_rule_of_the_verb(state, wrong, rule_id, right):
    assert refusals(state, wrong) == {rule_id}
    assert not refusals(state, right)


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "The bank is a civil building; only military and character cards move inside the fief."),
        (
            "fr",
            "La banque est un bâtiment civil ; seules les cartes Militaire et Personnage se déplacent dans le fief.",
        ),
    ],
)
def test_the_refusal_says_what_was_named_and_what_is_needed(language, message):
    (refusal,) = engine.judge(GAME, ACTIONS, 0, Station("bank", None, 1))
    assert refusal.facts == {"card": "bank", "kind": "civil"}
    assert GAME.catalogue().ruling(refusal, language).message == message


@pytest.mark.parametrize(
    "line", ["march card=peasant origin=home_0 to=farm", "march card=peasant origin=farm to=home_0"]
)
def test_the_rule_of_fiefs_names_the_wrong_one_of_two(line):
    (refusal,) = engine.judge(GAME, ACTIONS, 0, parse_notation(GAME, line))
    message = "The farm is a territory; name the fief of a player or a neutral fief."
    assert GAME.catalogue().ruling(refusal, "en").message == message


@pytest.mark.parametrize(
    ("state", "line", "message"),
    [
        (ACTIONS, "station card=peasant origin=1 host=2", "You have no unturned peasant on the farm (place 1)."),
        (ACTIONS, "dismiss card=peasant fief=home_0 host=1", "You have no unturned peasant on the farm (place 1)."),
        (HUNGER, "starve card=peasant fief=home_0 turned=true", "You have no turned peasant in your fief."),
        (
            DAMAGE,
            "take_damage card=soldier bonus=0",
            "The soldier cannot take this damage; possible cards: the peasant and the tower.",
        ),
        (
            SHOT,
            "shoot card=archer fief=home_1 host=0 target=priest place=free",
            "The archer on the city cannot shoot now.",
        ),
        (SHOT, "shoot card=archer fief=home_1 target=priest place=army_1", "The enemy has no priest in army 1."),
        (SHOT, "shoot card=archer fief=home_1 target=priest place=army_20", "There is no army 20 in this battle."),
        (SHOT, "shoot card=archer fief=home_1 target=priest place=host_3", "The enemy has no priest at place 3."),
        (
            SHOT,
            "shoot card=archer fief=home_1 target=knight place=free",
            "The enemy has no knight standing free in the fief of seat 1.",
        ),
        (HEAL, "heal card=priest fief=home_1 target=priest place=army_1", "Your side has no wounded priest in army 1."),
        (HEAL, "heal card=priest fief=home_1 target=priest place=army_9", "There is no army 9 in this battle."),
        (ACTIONS, "station card=knight host=2", "You have no free, unturned knight in your fief."),
        (ACTIONS, "march card=knight origin=home_0 to=neutral_0", "You have no free, unturned knight in your fief."),
        (
            ACTIONS,
            "dismiss card=knight fief=neutral_0",
            "You have no unturned knight in the neutral fief.",
        ),
    ],
)
def test_the_refusal_names_the_place_of_a_card_that_is_not_there(state, line, message):
    (refusal,) = engine.judge(GAME, state, GAME.turn(state).seat, parse_notation(GAME, line))
    assert GAME.catalogue().ruling(refusal, "en").message == message


@rule("fief.map")
def test_only_fiefs_of_this_number_of_players_can_be_named():
    line = "march card=peasant origin=home_0 to=neutral_3"
    assert refusals(ACTIONS, line) == {"fief.map", "march.beside"}
    assert refusals(ACTIONS, "dismiss card=peasant fief=home_3") == {"fief.map", "dismiss.unturned"}
    assert "fief.map" in refusals(ACTIONS, "declare_war fief=home_2 seat=1")
    assert "fief.map" in refusals(HUNGER, "starve card=peasant fief=neutral_1 turned=false")
    assert "fief.map" in refusals(SHOT, "shoot card=archer fief=home_3 target=peasant place=army_1")
    assert "fief.map" in refusals(HEAL, "heal card=priest fief=home_3 target=priest place=free")
    assert not refusals(given(holdings(lands="farm", units="peasant"), seats=4), line)


@rule("clear_land.city")
def test_the_city_cannot_be_given_up():
    assert refusals(ACTIONS, "clear_land host=0") == {"clear_land.city"}
    assert not refusals(ACTIONS, "clear_land host=1")
