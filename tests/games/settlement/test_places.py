"""Places of the table, and what actions touch."""

from __future__ import annotations

import pytest

from referee_service.games.settlement import GAME
from referee_service.games.settlement.actions.activate_fortification import ActivateFortification
from referee_service.games.settlement.actions.activate_region import ActivateRegion
from referee_service.games.settlement.actions.activate_street import ActivateStreet
from referee_service.games.settlement.actions.build import Build
from referee_service.games.settlement.actions.end_turn import EndTurn
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
from referee_service.kernel.actions.decline import Decline
from referee_service.kernel.actions.pay import Pay
from referee_service.kernel.actions.pay_cheapest import PayCheapest
from referee_service.kernel.places import held_components, touches
from referee_service.kernel.state import CHANCE
from tests.games.settlement.positions import CLAY, RED_ROW, WOOD, after, draft, given, legal, random_game

PAYING = after(given(reserve={"gold": 1}), Build(0, 0))
PASSING = after(given(land={0: WOOD, 1: CLAY}, fortifications=(0, 1), reserve={"clay": 2, "wood": 2}), PassRound())
GIVING = after(given(colony={0: "bazaar"}, reserve={"clay": 1, "wood": 1}), ActivateStreet("upper", 0), UseBuilding(0))
GAINING = after(given(colony={0: "warehouse"}), ActivateStreet("upper", 0), UseBuilding(0))


@pytest.mark.parametrize(
    ("state", "action", "wanted"),
    [
        (given(), Build(3, 0), [["market.3"]]),
        (given(), Explore(2, 0), [["wild.0.2"]]),
        (given(), Hunt(2, 1), [["wild.0.2"]]),
        (given(), Fortify(2, 0), [["wild.0.2"]]),
        (given(), ActivateFortification(2, 0), [["wild.0.2"]]),
        (given(), ActivateRegion(2, 0), [["region.0.2"]]),
        (given(), ActivateStreet("upper", 0), [["street.0.upper"]]),
        (given(), InviteHero(RED_ROW[2]), [["row.2"]]),
        (given(), Exchange(("gold",), "wood"), [["seat.0.reserve"]]),
        (given(), EndTurn(), [["button.end_turn"]]),
        (given(), PassRound(), [["button.pass_round"]]),
        (given(), PlaceBuilding(4), [["colony.0.4"]]),
        (given(), UseBuilding(4), [["colony.0.4"]]),
        (given(), CollectTerrain(4), [["wild.0.4"]]),
        (given(), DecideEncounter(appears=True), [["button.decide_encounter"]]),
        (given(), Decline(), [["button.decline"]]),
        (PAYING, Pay("gold"), [["seat.0.reserve.gold"]]),
        (PAYING, Pay("gold_for_stone"), [["choice.gold_for_stone"]]),
        (PAYING, PayCheapest(), [["button.pay_cheapest"]]),
        (PASSING, KeepBasics(("clay", "clay")), [["seat.0.reserve.clay"], ["seat.0.reserve.clay"]]),
        (PASSING, KeepBasics(()), [["button.keep_basics"]]),
        (GIVING, ChooseBasic("clay"), [["seat.0.reserve.clay"]]),
        (GAINING, ChooseBasic("clay"), [["choice.clay"]]),
        (draft(), TakeArtefact(draft().artefacts[0]), [[f"artefact.{draft().artefacts[0]}"]]),
    ],
    ids=lambda value: str(value) if isinstance(value, list) else "",
)
def test_what_actions_touch(state, action, wanted):
    assert [list(group) for group in touches(GAME, state, 0, action)] == wanted


def test_chance_has_buttons_only():
    assert touches(GAME, given(), CHANCE, DrawTerrain(WOOD)) == (("button.draw_terrain",),)


def test_on_one_space_only_one_verb_is_legal():
    for state in random_game(2, 0)[:-1:3]:
        turn, verb_of_space = GAME.turn(state), {}
        for action in legal(state) if turn.seat != CHANCE else ():
            if getattr(action, "space", None) is not None:
                assert verb_of_space.setdefault(action.space, type(action)) is type(action)


def test_a_place_holds_what_lies_there():
    state = given(land={0: WOOD, 1: CLAY}, monsters=(1,), colony={2: "bank"})
    assert held_components(GAME, state, 0, Build(3, 0)) == {"slot_holds": "clay_pit"}
    assert held_components(GAME, state, 0, Hunt(1, 0)) == {"space_holds": "green"}
    assert held_components(GAME, state, 0, Hunt(0, 0)) == {}
    assert held_components(GAME, state, 0, Fortify(0, 0)) == {"space_holds": WOOD}
    assert held_components(GAME, state, 0, Explore(2, 0)) == {}
    assert held_components(GAME, state, 0, UseBuilding(2)) == {"space_holds": "bank"}


def test_the_table_has_the_places_of_every_seat():
    state = given(heroes=("artisan_07",))
    names = set(GAME.places(state, None))
    assert {"market.8", "row.0", "wild.1.8", "region.0.3", "colony.0.4", "street.1.lower"} <= names
    assert {
        f"seat.0.{part}" for part in ("reserve", "reserve.wood", "villagers", "bonus", "artefact", "score")
    } <= names
    assert "seat.0.hero.artisan_07" in names
    assert {f"artefact.{artefact}" for artefact in state.artefacts} <= names
    assert names == set(GAME.places(state, 1))


def test_a_piece_that_is_not_on_offer_lies_nowhere():
    assert touches(GAME, given(), 0, InviteHero("builder_01")) == (("button.invite_hero",),)
    assert touches(GAME, given(), 0, TakeArtefact("diamond_ring")) == (("button.take_artefact",),)
