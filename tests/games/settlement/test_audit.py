"""Which positions are impossible, and where they show it."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from referee_service.games.settlement import GAME
from referee_service.games.settlement.actions.build import Build
from referee_service.games.settlement.actions.explore import Explore
from referee_service.games.settlement.actions.pass_round import PassRound
from referee_service.games.settlement.state import (
    CollectTerrain,
    Encounter,
    FillMarket,
    GainBasic,
    GiveBasic,
    KeepBasics,
    PlaceBuilding,
    RevealArtefacts,
    Slot,
    TakeArtefact,
    UseBuildings,
    WelcomeHero,
)
from referee_service.kernel.payment import Payment
from referee_service.kernel.state import CHANCE, Line
from referee_service.kernel.values import add_to, change, put, take_from
from tests.games.forging import forge
from tests.games.rules import allows, refuses, rule
from tests.games.settlement.positions import (
    TABLES,
    after,
    begun,
    drafting,
    faults,
    game_by_lot,
    legal,
    opening,
    passed,
    question,
    settled,
)

FIRST = opening()
"""The first turn of a game of two, seat 0 to play."""


def with_supply(state, **piles):
    return replace(state, supply=replace(state.supply, **piles))


def explored(*spaces, state=FIRST):
    """The position with terrains from the piles on these spaces of seat 0."""
    for space in spaces:
        pile = f"terrain_{space // 3 + 1}"
        bag = getattr(state.supply, pile)
        terrain = bag[0][0]
        state = with_supply(state, **{pile: take_from(bag, terrain)})
        state = change(state, 0, wilderness=put(state.me.wilderness, space, terrain))
    return state


def built(building, space, state=FIRST):
    """The position with a building from the piles in the colony of seat 0."""
    state = with_supply(state, buildings=take_from(state.supply.buildings, building))
    return change(state, 0, colony=put(state.me.colony, space, building))


def owning(artefact, state=FIRST):
    """The position with seat 0 owning this artefact, which lay elsewhere."""
    old = state.me.artefact
    if artefact in state.artefacts:
        offered = tuple(sorted({*state.artefacts, old} - {artefact}))
        return replace(change(state, 0, artefact=artefact), artefacts=offered)
    if (artefact, 1) in state.supply.artefacts:
        left = add_to(take_from(state.supply.artefacts, artefact), old)
        return with_supply(change(state, 0, artefact=artefact), artefacts=left)
    if artefact == old:
        return state
    return change(change(state, 1, artefact=old), 0, artefact=artefact)


def working(state, **fields):
    """The position in the middle of an action: a villager is used."""
    return replace(change(state, 0, villagers=5, **fields), acted=True)


# --- real positions -------------------------------------------------------------------------------------------------


@allows("audit.shape", "audit.known", "audit.range", "audit.sorted", "audit.pieces", "audit.level", "audit.connected")
@allows("audit.nothing_there", "audit.safe", "audit.stored", "audit.villagers", "audit.zone", "audit.stage")
@allows("audit.full", "audit.offer", "audit.question", "audit.points", "referee.rest")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_every_position_of_a_real_game_is_possible(seats, seed):
    for state in game_by_lot(seats, seed):
        assert not faults(state)


# --- names, lengths, ranges -----------------------------------------------------------------------------------------


@refuses("audit.known")
@pytest.mark.parametrize(
    ("forged", "path"),
    [
        (replace(FIRST, market=put(FIRST.market, 2, Slot("castle", 1))), "market"),
        (replace(FIRST, row=put(FIRST.row, 2, "nobody")), "row"),
        (replace(FIRST, artefacts=("lamp",)), "artefacts"),
        (replace(FIRST, swapped=("gold",)), "swapped"),
        (change(FIRST, 1, wilderness=put(FIRST.me.wilderness, 0, "sea")), "players[1].wilderness"),
        (change(FIRST, 1, colony=put(FIRST.me.colony, 0, "castle")), "players[1].colony"),
        (change(FIRST, 1, artefact="lamp"), "players[1].artefact"),
        (change(FIRST, 1, heroes=("nobody",)), "players[1].heroes"),
        (change(FIRST, 1, reserve=(("iron", 1),)), "players[1].reserve"),
        (with_supply(FIRST, box=(("castle", 1),)), "supply.box"),
        (with_supply(FIRST, terrain_1=(("sea", 1),)), "supply.terrain_1"),
        (replace(FIRST, pending=(PlaceBuilding(0, "castle"),)), "pending[0].building"),
        (replace(FIRST, pending=(WelcomeHero(0, "nobody"),)), "pending[0].hero"),
        (replace(FIRST, pending=(Payment(0, (("iron", 1),), (), "bank"),)), "pending[0].owed"),
        (replace(FIRST, pending=(Payment(0, (("clay", 1),), (("iron", 1),), "bank"),)), "pending[0].pool"),
    ],
)
def test_only_things_that_the_game_has(forged, path):
    assert faults(forged) == {(path, "audit.known")}


@refuses("audit.shape")
@pytest.mark.parametrize(
    ("forged", "path"),
    [
        (replace(FIRST, players=()), "players"),
        (replace(FIRST, players=FIRST.players * 3), "players"),
        (replace(FIRST, points=((),)), "points"),
        (replace(FIRST, market=FIRST.market[:8]), "market"),
        (replace(FIRST, row=FIRST.row[:3]), "row"),
        (change(FIRST, 1, wilderness=()), "players[1].wilderness"),
        (change(FIRST, 1, colony=("",) * 10), "players[1].colony"),
        (change(FIRST, 1, stored=(0,)), "players[1].stored"),
        (change(FIRST, 1, regions=(0,)), "players[1].regions"),
        (change(FIRST, 1, streets=()), "players[1].streets"),
    ],
)
def test_every_list_has_its_length(forged, path):
    assert faults(forged) == {(path, "audit.shape")}


@refuses("audit.range")
@pytest.mark.parametrize(
    ("forged", "path"),
    [
        (replace(FIRST, round=7), "round"),
        (replace(FIRST, first=2), "first"),
        (replace(FIRST, active=-1), "active"),
        (replace(FIRST, next_first=2), "next_first"),
        (replace(FIRST, options=replace(FIRST.options, first_player=2)), "options.first_player"),
        (replace(FIRST, market=put(FIRST.market, 0, replace(FIRST.market[0], count=0))), "market[0].count"),
        (replace(FIRST, market=put(FIRST.market, 0, Slot("", 1))), "market[0].count"),
        (change(FIRST, 0, villagers=7), "players[0].villagers"),
        (change(FIRST, 0, bonus=-1), "players[0].bonus"),
        (change(FIRST, 0, bonus_used=10**18), "players[0].bonus_used"),
        (change(FIRST, 0, stored=put(FIRST.me.stored, 0, -1)), "players[0].stored"),
        (change(FIRST, 0, regions=(3, 0, 0)), "players[0].regions"),
        (change(FIRST, 0, monsters=(9,)), "players[0].monsters"),
        (change(FIRST, 0, reserve=(("clay", 0),)), "players[0].reserve"),
        (replace(FIRST, pending=(KeepBasics(2),)), "pending[0].seat"),
        (replace(FIRST, pending=(Encounter(0, 9),)), "pending[0].space"),
        (replace(FIRST, pending=(UseBuildings(0, ()),)), "pending[0].spaces"),
        (replace(FIRST, pending=(RevealArtefacts(CHANCE, 0),)), "pending[0].wanted"),
    ],
)
def test_every_number_is_in_its_range(forged, path):
    assert faults(forged) == {(path, "audit.range")}


@refuses("audit.sorted")
@pytest.mark.parametrize(
    ("forged", "path"),
    [
        (replace(FIRST, artefacts=FIRST.artefacts[::-1]), "artefacts"),
        (replace(FIRST, swapped=("wood", "clay")), "swapped"),
        (change(FIRST, 0, forts=(1, 0)), "players[0].forts"),
        (change(FIRST, 0, monsters=(1, 1)), "players[0].monsters"),
        (change(FIRST, 0, heroes=("artisan_02", "artisan_01")), "players[0].heroes"),
        (change(FIRST, 0, reserve=FIRST.me.reserve[::-1]), "players[0].reserve"),
        (with_supply(FIRST, heroes=FIRST.supply.heroes[::-1]), "supply.heroes"),
        (replace(FIRST, pending=(CollectTerrain(0, (1, 0)),)), "pending[0].spaces"),
    ],
)
def test_sets_are_written_in_order(forged, path):
    assert faults(forged) == {(path, "audit.sorted")}


# --- pieces and boards ----------------------------------------------------------------------------------------------


@refuses("audit.pieces")
@pytest.mark.parametrize(
    ("forged", "path"),
    [
        (change(FIRST, 0, wilderness=put(FIRST.me.wilderness, 0, "wood_1_green")), "terrains"),
        (change(FIRST, 0, colony=put(FIRST.me.colony, 0, "bank")), "buildings"),
        (change(FIRST, 0, heroes=FIRST.row[:1]), "heroes"),
        (change(FIRST, 0, artefact=""), "artefacts"),
        (with_supply(FIRST, box=((FIRST.row[0], 1),)), "heroes"),
        (working(replace(FIRST, pending=(PlaceBuilding(0, "bank"),))), "buildings"),
    ],
)
def test_no_piece_is_lost_or_doubled(forged, path):
    assert faults(forged) == {(path, "audit.pieces")}


@rule("audit.level")
def test_terrains_lie_in_regions_and_piles_of_their_level():
    assert not faults(explored(0, 3))
    near, far = explored(0).me.wilderness[0], explored(0, 3).me.wilderness[3]
    swapped = change(explored(0, 3), 0, wilderness=put(put(FIRST.me.wilderness, 0, far), 3, near))
    assert {rule for _, rule in faults(swapped)} == {"audit.level"}
    one, two = FIRST.supply.terrain_1, FIRST.supply.terrain_2
    assert {rule for _, rule in faults(with_supply(FIRST, terrain_1=two, terrain_2=one))} == {"audit.level"}


@rule("audit.connected")
def test_the_wilderness_hangs_together_from_region_one():
    assert not faults(explored(0, 1, 4))
    assert faults(explored(0, 2)) == {("players[0].wilderness[2]", "audit.connected")}
    assert faults(explored(3)) == {("players[0].wilderness[3]", "audit.connected")}


@rule("audit.nothing_there")
def test_monsters_and_fortifications_stand_on_terrains():
    assert not faults(change(explored(0, 1), 0, monsters=(0,), forts=(1,)))
    assert faults(change(FIRST, 0, monsters=(0,))) == {("players[0].monsters", "audit.nothing_there")}
    assert faults(change(FIRST, 0, forts=(0,))) == {("players[0].forts", "audit.nothing_there")}
    used = change(explored(0), 0, used_forts=(0,), villagers=5)
    assert faults(used) == {("players[0].used_forts", "audit.nothing_there")}


@refuses("audit.safe")
def test_no_monster_in_a_fortification():
    assert faults(change(explored(0), 0, monsters=(0,), forts=(0,))) == {("players[0].monsters", "audit.safe")}


@rule("audit.stored")
@pytest.mark.parametrize(("building", "refused"), [("bank", False), ("cathedral", False), ("quarry", True)])
def test_tokens_lie_only_on_buildings_that_store(building, refused):
    state = change(built(building, 0), 0, stored=put(FIRST.me.stored, 0, 1))
    assert faults(state) == ({("players[0].stored[0]", "audit.stored")} if refused else set())


@rule("audit.villagers")
def test_what_was_activated_took_villagers():
    state = change(explored(0), 0, regions=(1, 0, 0))
    assert faults(state) == {("players[0].villagers", "audit.villagers")}
    assert not faults(change(state, 0, villagers=5))
    assert not faults(change(state, 0, bonus_used=1))


@rule("audit.zone")
def test_only_what_exists_was_activated_and_twice_by_permit():
    assert faults(change(FIRST, 0, regions=(1, 0, 0), villagers=5)) == {("players[0].regions[0]", "audit.zone")}
    assert faults(change(FIRST, 0, streets=(0, 0, 1), villagers=5)) == {("players[0].streets[2]", "audit.zone")}
    twice = {"regions": (2, 0, 0), "villagers": 4}
    assert faults(change(owning("cup_of_cheer", explored(0)), 0, **twice)) == {("players[0].regions", "audit.zone")}
    assert not faults(change(owning("shooting_star", explored(0)), 0, **twice))


# --- the moment -----------------------------------------------------------------------------------------------------


@refuses("audit.stage")
@pytest.mark.parametrize(
    "forged",
    [
        pytest.param(replace(FIRST, round=0), id="no round"),
        pytest.param(replace(FIRST, stage="over"), id="over in the first round"),
        pytest.param(replace(FIRST, stage="draft"), id="a draft without questions"),
        pytest.param(replace(FIRST, acted=True), id="acted without villagers"),
        pytest.param(replace(FIRST, next_first=0), id="nobody was the first to pass"),
        pytest.param(replace(change(FIRST, 1, passed=True), next_first=0), id="another was the first to pass"),
        pytest.param(replace(FIRST, pending=(KeepBasics(0),)), id="keeping without passing"),
        pytest.param(replace(FIRST, pending=(GainBasic(0),)), id="gaining without acting"),
        pytest.param(working(replace(FIRST, pending=(GainBasic(1),))), id="a question to another seat"),
        pytest.param(working(replace(FIRST, pending=(FillMarket(0),))), id="chance is nobody's question"),
        pytest.param(working(replace(FIRST, pending=(GiveBasic(0, 0), GainBasic(0)))), id="questions out of order"),
        pytest.param(replace(FIRST, pending=(RevealArtefacts(CHANCE, 3),)), id="artefacts are turned up for nobody"),
        pytest.param(replace(owning("cup_of_cheer"), swapped=("clay",)), id="an even exchange without permit"),
        pytest.param(replace(drafting(), round=1), id="a draft in a round"),
        pytest.param(replace(drafting(), first=1, active=1), id="a draft of another order"),
        pytest.param(change(drafting(), 0, villagers=5), id="villagers used in the draft"),
        pytest.param(change(drafting(), 0, bonus=1), id="a gift without an artefact"),
        pytest.param(replace(drafting(), pending=drafting().pending[::-1]), id="the first player drafts first"),
        pytest.param(replace(begun(2, None).board, first=1, active=1), id="a starter before the lot"),
    ],
)
def test_questions_fit_their_moment(forged):
    assert {rule for _, rule in faults(forged)} == {"audit.stage"}


@rule("audit.full")
def test_gaps_are_filled():
    building = FIRST.market[0].building
    gap = with_supply(
        replace(FIRST, market=put(FIRST.market, 0, Slot("", 0))), buildings=add_to(FIRST.supply.buildings, building)
    )
    assert faults(gap) == {("market", "audit.full")}
    hero = FIRST.row[0]
    short = with_supply(replace(FIRST, row=put(FIRST.row, 0, "")), heroes=add_to(FIRST.supply.heroes, hero))
    assert faults(short) == {("row", "audit.full")}
    assert not faults(working(replace(gap, pending=(FillMarket(CHANCE),))))


@rule("audit.offer")
def test_so_many_artefacts_are_on_offer():
    artefact = FIRST.artefacts[0]
    fewer = replace(FIRST, artefacts=FIRST.artefacts[1:])
    boxed = with_supply(fewer, artefacts=add_to(FIRST.supply.artefacts, artefact))
    assert faults(boxed) == {("artefacts", "audit.offer")}
    gone = with_supply(fewer, box=((artefact, 1),))
    assert faults(gone) == {("artefacts", "audit.offer"), ("supply.box", "audit.offer")}
    solo = passed(opening(1))
    assert not faults(solo)
    state = after(opening(1), PassRound())
    state = after(state, legal(state)[0])
    assert faults(replace(state, pending=(RevealArtefacts(CHANCE, 4),))) == {("pending[0]", "audit.offer")}


@refuses("audit.question")
@pytest.mark.parametrize(
    "forged",
    [
        pytest.param(working(replace(explored(0), pending=(GainBasic(0),))), id="no warehouse"),
        pytest.param(working(replace(built("quarry", 0), pending=(GiveBasic(0, 0),))), id="no bazaar"),
        pytest.param(working(replace(built("quarry", 0), pending=(UseBuildings(0, (0,)),))), id="no street activated"),
        pytest.param(working(replace(explored(0), pending=(CollectTerrain(0, (0,)),))), id="no scroll"),
        pytest.param(
            working(replace(owning("sorcerer_mask"), pending=(Encounter(0, 0),))), id="an encounter in the unknown"
        ),
        pytest.param(
            working(replace(owning("sorcerer_mask", change(explored(0), 0, forts=(0,))), pending=(Encounter(0, 0),))),
            id="an encounter in a fortification",
        ),
    ],
)
def test_a_question_has_its_reason(forged):
    assert faults(forged) == {("pending[0]", "audit.question")}


@refuses("audit.question")
@allows("audit.question")
def test_a_payment_is_for_what_waits_beneath_and_can_be_completed():
    state = change(FIRST, 0, reserve=(("diamond", 2),))
    slot = next(action.slot for action in legal(state, "build") if question(after(state, action)) == "payment")
    state = after(state, Build(slot, 0))
    at = len(state.pending) - 1
    frame = state.pending[at]
    assert not faults(state)
    for forged in (
        replace(frame, purpose="elsewhere"),
        replace(frame, owed=(("gold", 5),)),
        replace(frame, pool=frame.owed),
    ):
        assert faults(replace(state, pending=put(state.pending, at, forged))) == {(f"pending[{at}]", "audit.question")}
    assert faults(change(state, 0, reserve=())) == {(f"pending[{at}]", "audit.question")}


@refuses("audit.question")
def test_a_space_being_explored_is_free():
    state = after(explored(0), Explore(1, 0))
    assert not faults(state)
    frame = replace(state.pending[-1], space=0)
    assert faults(replace(state, pending=(frame,))) == {("pending[0]", "audit.question")}


# --- points and rest ------------------------------------------------------------------------------------------------


@refuses("audit.points")
def test_points_come_at_the_end_and_can_be_recounted():
    early = replace(FIRST, points=((Line("score.bank", 1, 5),), ()))
    assert faults(early) == {("points[0]", "audit.points")}
    end = game_by_lot(2)[-1]
    assert not faults(end)
    for lines in ((), (*end.points[0], Line("score.zoo", 1, 1))):
        if lines != end.points[0]:
            assert faults(replace(end, points=put(end.points, 0, lines))) == {("points[0]", "audit.points")}


@refuses("referee.rest")
@pytest.mark.parametrize(
    "forged",
    [
        pytest.param(working(replace(FIRST, pending=(FillMarket(CHANCE),))), id="a full market"),
        pytest.param(
            working(replace(owning("cup_of_cheer", explored(0)), pending=(Encounter(0, 0),))), id="an encounter"
        ),
        pytest.param(
            replace(change(FIRST, 0, passed=True), next_first=0, pending=(TakeArtefact(0), KeepBasics(0))),
            id="nothing to keep",
        ),
    ],
)
def test_nothing_is_left_to_happen_by_itself(forged):
    assert faults(forged) == {("pending", "referee.rest")}


# --- anything at all ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_an_edited_position_is_impossible_or_can_be_played_on_to_possible_ones(seats):
    positions = [state for seed in range(4) for state in game_by_lot(seats, seed)]
    forge(GAME, positions, edits=1500, lot=random.Random(seats))


def test_a_table_of_one_is_possible_from_the_first_lot_on():
    state = begun(1).board
    assert not faults(state)
    assert not faults(settled(state))
    assert len(TABLES.artefacts) == 14
