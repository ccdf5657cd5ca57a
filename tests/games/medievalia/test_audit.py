"""Audit: impossible positions, and the path and rule of each fault."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.actions.ask_ally import AskAlly
from referee_service.games.medievalia.actions.buy_building import BuyBuilding
from referee_service.games.medievalia.actions.play_territory import PlayTerritory
from referee_service.games.medievalia.decisions.battle import Strike
from referee_service.games.medievalia.questions import (
    AllyHelpFrame,
    ChooseDeckFrame,
    DrawCardFrame,
    MusterFrame,
    RevealBuildingFrame,
    ShootFrame,
    StarveFrame,
    StrikeFrame,
)
from referee_service.games.medievalia.state import Battle, GameEnd, Pile, Unit
from referee_service.kernel.actions.pay_cheapest import PayCheapest
from referee_service.kernel.bags import add_to
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
TOWER_STRUCK = after(
    begin_battle(
        given(
            holdings(lands="farm farm", units="knight@home_1 soldier@home_1"),
            holdings(lands="city+castle farm+tower+church"),
        ),
        "home_1",
        "knight",
        "soldier",
    ),
    Strike("guard_1_tower"),
)
"""A battle in which one army strikes a tower alone, and the other chooses its target."""


def with_unit(unit, state=FIRST):
    """Replace the soldier of seat 0 by this unit."""
    units = tuple(sorted(unit if each.card == "soldier" else each for each in state.active_player.units))
    return with_player(state, 0, units=units)


def with_land(state=FIRST, at=1, **fields):
    """Change fields of a land of seat 0."""
    return with_player(
        state, 0, lands=with_item(state.active_player.lands, at, replace(state.active_player.lands[at], **fields))
    )


def with_battle(state=FIGHT, **fields):
    """Change fields of the battle."""
    return replace(state, battle=replace(state.battle, **fields))


def with_payment(**fields):
    """Change fields of the open payment for a territory of seat 0."""
    state = after(FIRST, PlayTerritory("field"))
    return replace(state, pending=(state.pending[0], replace(state.pending[1], **fields)))


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
    assert not faults(TOWER_STRUCK)


# --- marks of fields ------------------------------------------------------------------------------------------------
# The contract suite breaks every mark that has a value in its random games. These are the others.


@pytest.mark.parametrize(
    ("forged", "path", "rule"),
    [
        (replace(FIRST, players=FIRST.players[:1]), "players", "audit.shape"),
        (replace(FIRST, players=FIRST.players * 3), "players", "audit.shape"),
        (replace(FIRST, options=replace(FIRST.options, first_player=5)), "options.first_player", "audit.range"),
        (replace(FIRST, ally_pool=(("iron", 1),)), "ally_pool[0]", "audit.known"),
        (replace(FIRST, ally_pool=(("food", 201),)), "ally_pool[0]", "audit.range"),
        (replace(FIRST, moved_units=(("field", 1),)), "moved_units[0][0]", "audit.known"),
        (replace(FIRST, moved_units=(("peasant", 9),)), "moved_units[0][1]", "audit.range"),
        (replace(FIRST, moved_units=(("soldier", -1), ("peasant", -1))), "moved_units", "audit.sorted"),
        (with_payment(pool=(("iron", 1),)), "pending[1].pool[0]", "audit.known"),
        (with_payment(pool=(("food", 201),)), "pending[1].pool[0]", "audit.range"),
        (with_battle(struck_buildings=((0, 1, "tower"),)), "battle.struck_buildings[0][0]", "audit.range"),
        (with_battle(struck_buildings=((1, 9, "tower"),)), "battle.struck_buildings[0][1]", "audit.range"),
        (with_battle(struck_buildings=((1, 1, "zoo"),)), "battle.struck_buildings[0][2]", "audit.known"),
        (with_battle(falling_buildings=((9, "tower"),)), "battle.falling_buildings[0][0]", "audit.range"),
        (with_battle(falling_buildings=((1, "zoo"),)), "battle.falling_buildings[0][1]", "audit.known"),
        (with_battle(falling_buildings=((2, "tower"), (1, "tower"))), "battle.falling_buildings", "audit.sorted"),
        (with_battle(bonus_given=((5, "host_1"),)), "battle.bonus_given[0][0]", "audit.range"),
        (with_battle(bonus_given=((1, "moon"),)), "battle.bonus_given[0][1]", "audit.known"),
        (with_battle(bonus_given=((1, "host_2"), (1, "host_1"))), "battle.bonus_given", "audit.sorted"),
        (with_battle(falling_hosts=(2, 1)), "battle.falling_hosts", "audit.sorted"),
        (replace(FIRST, game_end=GameEnd("military", (7,))), "game_end.winners[0]", "audit.range"),
    ],
)
def test_values_fit_the_marks_of_their_fields(forged, path, rule):
    assert faults(forged) == {(path, rule)}


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
        with_battle(TOWER_STRUCK, struck_buildings=((1, 1, "church"),)),
        with_battle(TOWER_STRUCK, struck_buildings=((1, 1, "castle"),)),
        with_battle(TOWER_STRUCK, struck_buildings=((3, 1, "tower"),)),
        with_battle(TOWER_STRUCK, struck_buildings=((1, 1, "tower"), (2, 1, "tower"))),
        with_battle(TOWER_STRUCK, targets=((1, 1),)),
        with_battle(TOWER_STRUCK, falling_buildings=((0, "castle"),)),
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
        assert faults(replace(state, pending=(other, frame))) == {("pending[0]", "audit.question")}


@refuses("audit.question")
def test_a_purchase_is_of_a_card_of_the_right_kind():
    state = after(FIRST, PlayTerritory("field"))
    purchase, payment = state.pending
    for what, at in (("recruit", -1), ("building", 1), ("card", -1), ("clear", 1)):
        wrong = (replace(purchase, what=what, at=at), replace(payment, purpose=what))
        assert faults(replace(state, pending=wrong)) == {("pending[0]", "audit.question")}


@refuses("audit.question")
@allows("audit.question")
def test_damage_is_what_the_armies_deal():
    *beneath, frame = FIGHT.pending
    for forged in (
        replace(frame, remaining=frame.remaining + 1),
        replace(frame, remaining=frame.remaining - 1, bonus=frame.bonus + 1),
        replace(frame, army=2),
        replace(frame, seat=1),
        replace(frame, host=1),
    ):
        wrong = replace(FIGHT, pending=(*beneath, forged))
        assert faults(wrong) == {(f"pending[{len(beneath)}]", "audit.question")}
    assert not faults(replace(FIGHT, pending=(*beneath, replace(frame, remaining=frame.remaining - 1))))


@refuses("audit.moment")
@allows("audit.moment")
def test_the_player_of_the_option_begins():
    state = fresh_match(first_player=1).state
    assert not faults(state)
    assert faults(replace(state, active_seat=0)) == {("active_seat", "audit.moment")}


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
