"""Audit: impossible positions, and the path and rule of each fault."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.actions.ask_ally import AskAlly
from referee_service.games.medievalia.actions.buy_building import BuyBuilding
from referee_service.games.medievalia.actions.play_territory import PlayTerritory
from referee_service.games.medievalia.questions import (
    AllyHelpFrame,
    ChooseDeckFrame,
    DrawCardFrame,
    MusterFrame,
    PurchaseFrame,
    RevealBuildingFrame,
    ShootFrame,
    StarveFrame,
    StrikeFrame,
    TakeDamageFrame,
)
from referee_service.games.medievalia.state import Battle, DrawDeck, GameEnd, Pile, Unit
from referee_service.kernel.actions.pay_cheapest import PayCheapest
from referee_service.kernel.bags import add_to
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.state import CHANCE, ScoreLine
from referee_service.kernel.tuples import with_item, with_player
from tests.games.forgeries import forge
from tests.games.medievalia.positions import (
    after,
    after_chance,
    begin_battle,
    faults,
    fresh_match,
    given,
    holdings,
    question,
    with_top,
)
from tests.games.medievalia.random_games import random_game, random_war
from tests.games.rules import allows, refuses

FIRST = given(holdings(lands="farm mine", units="peasant soldier knight#1", hand="field mine"), holdings(lands="farm"))
"""A position in the actions of seat 0."""
FOUR = given(holdings(lands="farm"), holdings(), holdings(lands="farm"), holdings())
FIGHT = begin_battle(
    given(
        holdings(lands="farm farm", units="knight@home_1 soldier@home_1"),
        holdings(lands="farm", units="infantry peasant"),
    ),
    "home_1",
    "knight soldier",
    against={1: "infantry peasant"},
)
"""A battle in which the attacker takes damage."""


def with_unit(unit, state=FIRST):
    """Replace the soldier of seat 0 by this unit."""
    units = tuple(sorted(unit if each.card == "soldier" else each for each in state.active_player.units))
    return with_player(state, 0, units=units)


def with_land(state=FIRST, at=1, **fields):
    """Change fields of a land of seat 0."""
    return with_player(
        state, 0, lands=with_item(state.active_player.lands, at, replace(state.active_player.lands[at], **fields))
    )


# --- real positions -------------------------------------------------------------------------------------------------


@allows("audit.shape", "audit.known", "audit.range", "audit.sorted", "audit.pieces", "audit.piles", "audit.deck")
@allows("audit.land", "audit.unit", "audit.eliminated", "audit.moment", "audit.army", "audit.battle")
@allows("audit.question", "audit.points", "referee.rest")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", [0, 1])
def test_every_position_of_a_real_game_is_possible(seats, seed):
    for state in random_game(seats, seed):
        assert not faults(state)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_every_position_of_a_war_is_possible(seats, seed):
    for state in random_war(seats, seed)[1:]:
        assert not faults(state), question(state)


def test_the_positions_of_these_tests_are_possible():
    assert not faults(FIRST)
    assert not faults(FOUR)
    assert not faults(FIGHT)


# --- names, lengths, ranges -----------------------------------------------------------------------------------------


@refuses("audit.known")
@pytest.mark.parametrize(
    ("forged", "path"),
    [
        (replace(FIRST, decks=with_item(FIRST.decks, 0, DrawDeck((("sea", 1),), "mine"))), "decks[0].cards[0]"),
        (replace(FIRST, decks=with_item(FIRST.decks, 0, replace(FIRST.decks[0], last="sea"))), "decks[0].last"),
        (replace(FIRST, piles=with_item(FIRST.piles, 0, Pile("zoo", 4))), "piles[0].top"),
        (replace(FIRST, hidden_buildings=(("zoo", 1),)), "hidden_buildings[0]"),
        (replace(FIRST, removed=(("zoo", 1),)), "removed[0]"),
        (replace(FIRST, ally_pool=(("iron", 1),)), "ally_pool[0]"),
        (replace(FIRST, moved_units=(("field", 1),)), "moved_units[0][0]"),
        (replace(FIRST, fought_fronts=(("home_7", 1),)), "fought_fronts[0][0]"),
        (replace(FIRST, battle=Battle("home_7", 0, 1)), "battle.fief"),
        (with_player(FIRST, 1, hand=(("bank", 1),)), "players[1].hand[0]"),
        (with_land(card="sea"), "players[0].lands[1].card"),
        (with_land(buildings=("zoo",)), "players[0].lands[1].buildings[0]"),
        (with_unit(Unit("dragon", "home_0")), "players[0].units[0].card"),
        (with_unit(Unit("soldier", "home_9")), "players[0].units[2].fief"),
        (replace(FIRST, pending=(PurchaseFrame(0, "play_territory", "sea", 3),)), "pending[0].card"),
        (replace(FIRST, pending=(PaymentFrame(0, (("iron", 1),), (), "play_territory"),)), "pending[0].owed[0]"),
        (
            replace(FIRST, pending=(PaymentFrame(0, (("food", 1),), (("iron", 1),), "play_territory"),)),
            "pending[0].pool[0]",
        ),
        (replace(FOUR, pending=(AllyHelpFrame(2, (("muse", 1),)),)), "pending[0].pool[0]"),
    ],
)
def test_only_names_of_the_game_are_possible(forged, path):
    assert faults(forged) == {(path, "audit.known")}


@refuses("audit.shape")
@pytest.mark.parametrize(
    ("forged", "path"),
    [
        (replace(FIRST, players=FIRST.players[:1]), "players"),
        (replace(FIRST, players=FIRST.players * 3), "players"),
        (replace(FIRST, score_lines=((),)), "score_lines"),
        (replace(FIRST, decks=FIRST.decks[:2]), "decks"),
        (replace(FIRST, piles=FIRST.piles[:2]), "piles"),
        (with_player(FIRST, 1, lands=FIRST.active_player.lands[:3]), "players[1].lands"),
    ],
)
def test_lists_have_their_length(forged, path):
    assert faults(forged) == {(path, "audit.shape")}


@refuses("audit.range")
@pytest.mark.parametrize(
    ("forged", "path"),
    [
        (replace(FIRST, active_seat=2), "active_seat"),
        (replace(FIRST, options=replace(FIRST.options, first_player=5)), "options.first_player"),
        (replace(FIRST, piles=with_item(FIRST.piles, 0, Pile("bank", -1))), "piles[0].hidden_count"),
        (replace(FIRST, hidden_buildings=with_item(FIRST.hidden_buildings, 0, ("bank", 0))), "hidden_buildings[0]"),
        (replace(FIRST, moved_units=(("peasant", 9),)), "moved_units[0][1]"),
        (replace(FIRST, fought_fronts=(("home_1", 9),)), "fought_fronts[0][1]"),
        (with_player(FIRST, 1, siege=3), "players[1].siege"),
        (with_land(buildings=("bank", "church", "stable")), "players[0].lands[1].buildings"),
        (with_unit(Unit("soldier", "home_0", 7)), "players[0].units[2].host"),
        (with_unit(Unit("soldier", "home_0", fiefs_marched=5)), "players[0].units[2].fiefs_marched"),
        (with_unit(Unit("soldier", "home_0", army=-2)), "players[0].units[2].army"),
        (with_unit(Unit("soldier", "home_0", wounds=-1)), "players[0].units[2].wounds"),
        (replace(FIRST, battle=Battle("home_1", 0, 5)), "battle.defender"),
        (replace(FIRST, battle=Battle("home_1", 0, 1, targets=((1, 9),))), "battle.targets[0][1]"),
        (replace(FIRST, pending=(StarveFrame(7),)), "pending[0].seat"),
        (replace(FIRST, pending=(ChooseDeckFrame(0, -1),)), "pending[0].remaining"),
        (replace(FIRST, pending=(DrawCardFrame(CHANCE, 0, 5),)), "pending[0].deck"),
        (replace(FIRST, pending=(RevealBuildingFrame(CHANCE, 5),)), "pending[0].pile"),
        (replace(FIRST, pending=(TakeDamageFrame(0, 0, 1, 0),)), "pending[0].army"),
    ],
)
def test_numbers_stay_in_their_range(forged, path):
    assert faults(forged) == {(path, "audit.range")}


@refuses("audit.sorted")
@pytest.mark.parametrize(
    ("forged", "path"),
    [
        (with_player(FIRST, 0, hand=FIRST.active_player.hand[::-1]), "players[0].hand"),
        (with_player(FIRST, 0, units=FIRST.active_player.units[::-1]), "players[0].units"),
        (with_land(buildings=("church", "bank")), "players[0].lands[1].buildings"),
        (replace(FIRST, moved_units=(("soldier", -1), ("peasant", -1))), "moved_units"),
        (replace(FIRST, fought_fronts=(("neutral_0", 1), ("home_1", 1))), "fought_fronts"),
        (replace(FIGHT, battle=replace(FIGHT.battle, falling_hosts=(2, 1))), "battle.falling_hosts"),
    ],
)
def test_sets_are_sorted(forged, path):
    assert (path, "audit.sorted") in faults(forged)


# --- cards ----------------------------------------------------------------------------------------------------------


@refuses("audit.pieces")
@pytest.mark.parametrize(
    "forged",
    [
        with_player(FIRST, 0, hand=()),
        with_player(FIRST, 1, hand=(("peasant", 1),)),
        replace(FIRST, removed=(("castle", 1),)),
        with_land(buildings=("bank",)),
        replace(FIRST, decks=with_item(FIRST.decks, 1, replace(FIRST.decks[1], last=""))),
    ],
)
def test_no_card_is_lost_or_made(forged):
    assert {rule for _, rule in faults(forged)} >= {"audit.pieces"}


@refuses("audit.piles")
def test_the_piles_count_the_face_down_buildings():
    forged = replace(FIRST, piles=with_item(FIRST.piles, 0, Pile(FIRST.piles[0].top, 9)))
    assert faults(forged) == {("hidden_buildings", "audit.piles")}


@refuses("audit.deck")
def test_every_card_lies_in_its_deck():
    first, second, third = FIRST.decks
    swapped = (replace(first, cards=add_to(first.cards, "peasant")), second, third)
    less = tuple((name, count - (name == "peasant")) for name, count in third.cards)
    forged = replace(FIRST, decks=(*swapped[:2], replace(third, cards=less)))
    assert faults(forged) == {("decks[0]", "audit.deck")}


# --- fiefs ----------------------------------------------------------------------------------------------------------


@refuses("audit.land")
@pytest.mark.parametrize(
    "forged",
    [
        with_land(at=3, turned=True),
        with_land(at=0, card=""),
    ],
)
def test_a_fief_has_a_city_and_then_territories(forged):
    assert {rule for _, rule in faults(forged)} == {"audit.land"}


@refuses("audit.unit")
@pytest.mark.parametrize(
    "unit",
    [
        Unit("soldier", "neutral_0", 1),
        Unit("soldier", "home_0", 4),
        Unit("soldier", "home_0", 1, turned=True),
        Unit("soldier", "neutral_0", fiefs_marched=1),
        Unit("soldier", "home_0", wounds=1),
        Unit("soldier", "home_0", army=1),
    ],
)
def test_units_are_only_in_possible_places(unit):
    assert faults(with_unit(unit)) == {("players[0].units", "audit.unit")}


@refuses("audit.eliminated")
def test_an_eliminated_player_has_nothing():
    assert faults(with_player(FIRST, 1, alive=False)) == {("players[1]", "audit.eliminated")}


# --- timing ---------------------------------------------------------------------------------------------------------


@refuses("audit.moment")
@pytest.mark.parametrize(
    ("forged", "path"),
    [
        (replace(FIRST, moved_units=(("peasant", 1),)), "moved_units"),
        (replace(FIRST, phase="war", moved_units=(("peasant", -1),)), "moved_units"),
        (replace(FOUR, ally_pool=(("food", 1),)), "ally_pool"),
        (replace(FIRST, ally_asked=True), "ally_asked"),
        (replace(FIRST, ally_fee_paid=True), "ally_fee_paid"),
        (replace(FIRST, fought_fronts=(("home_1", 1),)), "fought_fronts"),
        (replace(FIRST, phase="war", fought_fronts=(("home_1", 0),)), "fought_fronts"),
        (replace(FIRST, battle=Battle("home_1", 0, 1)), "battle"),
        (replace(FIRST, game_end=GameEnd("cards")), "game_end"),
        (replace(FIRST, phase="over"), "game_end"),
        (replace(FIRST, phase="draft"), "players"),
    ],
)
def test_marks_belong_to_their_phase(forged, path):
    assert (path, "audit.moment") in faults(forged)


def test_a_decided_game_is_over():
    lands = "city+church+stable forest+blacksmith+carpenter farm+school mine+workshop+bank"
    assert ("game_end", "audit.moment") in faults(given(holdings(lands=lands)))


@refuses("audit.points")
def test_points_come_at_the_end_and_can_be_recounted():
    assert faults(replace(FIRST, score_lines=((ScoreLine("score.building", 1, 1),), ()))) == {
        ("score_lines[0]", "audit.points")
    }
    lands = "city+church+stable forest+blacksmith+carpenter farm+school mine+workshop"
    end = after(with_top(given(holdings(lands=lands, units="peasant")), "tower"), BuyBuilding(0, 3), PayCheapest())
    assert not faults(end)
    assert faults(replace(end, score_lines=((), ()))) == {("score_lines[0]", "audit.points")}


# --- battles --------------------------------------------------------------------------------------------------------


@refuses("audit.army")
@pytest.mark.parametrize(
    "unit",
    [
        Unit("soldier", "home_0", army=1),
        Unit("soldier", "home_0", army=-1),
        Unit("soldier", "home_0", wounds=2),
    ],
)
def test_armies_exist_only_in_battles(unit):
    assert faults(replace(with_unit(unit), phase="war")) == {("players[0].units", "audit.army")}


@refuses("audit.battle")
@pytest.mark.parametrize(
    "forged",
    [
        replace(FIGHT, battle=replace(FIGHT.battle, attacker=1, defender=0)),
        replace(FIGHT, battle=replace(FIGHT.battle, targets=((1, 1),))),
        replace(FIGHT, battle=replace(FIGHT.battle, targets=((2, 1),))),
        replace(FIGHT, battle=replace(FIGHT.battle, falling_hosts=(1,))),
        replace(FIGHT, battle=replace(FIGHT.battle, falling_buildings=((1, "tower"),))),
        replace(FIGHT, fought_fronts=(("home_1", 1),)),
    ],
)
def test_a_battle_is_between_enemies_who_are_there(forged):
    assert ("battle", "audit.battle") in faults(forged)


# --- questions ------------------------------------------------------------------------------------------------------


@refuses("audit.question")
@pytest.mark.parametrize(
    "forged",
    [
        pytest.param(replace(FIRST, pending=(StrikeFrame(0),)), id="a strike without a battle"),
        pytest.param(replace(FIRST, pending=(StarveFrame(1),)), id="another player starves"),
        pytest.param(replace(FIRST, pending=(DrawCardFrame(CHANCE, 1, 0),)), id="another player draws"),
        pytest.param(replace(FIRST, pending=(RevealBuildingFrame(CHANCE, 0),)), id="a pile with an open building"),
        pytest.param(replace(FIRST, pending=(ChooseDeckFrame(0, 1),)), id="a draw in the actions"),
        pytest.param(replace(FOUR, pending=(AllyHelpFrame(2),)), id="an ally who was not asked"),
        pytest.param(replace(FIGHT, pending=(MusterFrame(1),)), id="the defender forms armies"),
        pytest.param(replace(FIGHT, pending=FIGHT.pending[1:]), id="a healer is skipped"),
        pytest.param(replace(FIGHT, pending=(*FIGHT.pending, ShootFrame(0))), id="archers before damage"),
        pytest.param(
            replace(fresh_match().state, pending=(ChooseDeckFrame(0, 8), ChooseDeckFrame(1, 8))), id="the wrong order"
        ),
        pytest.param(
            replace(after_chance(fresh_match().state), pending=(ChooseDeckFrame(1, 8), ChooseDeckFrame(0, 5))),
            id="a short hand",
        ),
    ],
)
def test_only_possible_questions_are_open(forged):
    assert {rule for _, rule in faults(forged)} == {"audit.question"}


@refuses("audit.question")
@allows("audit.question")
def test_a_payment_fits_the_purchase_below_and_is_payable():
    state = after(FIRST, PlayTerritory("field"))
    beneath, frame = state.pending
    assert not faults(state)
    for forged in (
        replace(frame, purpose="clear"),
        replace(frame, owed=(("gold", 5),)),
        replace(frame, pool=(("workforce", 1),)),
        replace(frame, seat=1),
    ):
        assert faults(replace(state, pending=(beneath, forged))) == {("pending[1]", "audit.question")}
    for other in (replace(beneath, at=0), replace(beneath, at=4), replace(beneath, pile=1)):
        assert ("pending[0]", "audit.question") in faults(replace(state, pending=(other, frame)))


@allows("audit.question")
def test_an_ally_who_was_asked_may_help():
    assert not faults(after(FOUR, AskAlly()))


@refuses("referee.rest")
def test_no_automatic_step_is_pending():
    hungry = given(holdings(lands="field", units="peasant peasant soldier"))
    assert faults(hungry) == {("pending", "referee.rest")}
    for forged in (
        replace(FIRST, pending=(StarveFrame(0),)),
        replace(FIGHT, pending=()),
        replace(fresh_match().state, pending=()),
    ):
        assert faults(forged) == {("pending", "referee.rest")}


# --- random edits ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_forged_position_is_impossible_or_playable(seats):
    games = [(*random_game(seats, seed), *random_war(seats, seed)[1:]) for seed in range(2)]
    forge(GAME, [state for game in games for state in game], edits=1500, rng=random.Random(seats))
