"""The audit: impossible positions and the paths of their faults."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from referee_service.games.settlement import GAME
from referee_service.games.settlement.actions.activate_region import ActivateRegion
from referee_service.games.settlement.actions.activate_street import ActivateStreet
from referee_service.games.settlement.actions.build import Build
from referee_service.games.settlement.actions.exchange import Exchange
from referee_service.games.settlement.actions.explore import Explore
from referee_service.games.settlement.actions.invite_hero import InviteHero
from referee_service.games.settlement.actions.pass_round import PassRound
from referee_service.games.settlement.content.tables import RESOURCES
from referee_service.games.settlement.decisions.basics import KeepBasics
from referee_service.games.settlement.decisions.buildings import UseBuilding
from referee_service.games.settlement.fields import MAX_HELD
from referee_service.games.settlement.questions import (
    CollectTerrainFrame,
    EncounterFrame,
    FillMarketFrame,
    FillRowFrame,
    GainBasicFrame,
    GiveBasicFrame,
    KeepBasicsFrame,
    PlaceBuildingFrame,
    RevealArtefactsFrame,
    TakeArtefactFrame,
    UseBuildingsFrame,
)
from referee_service.games.settlement.state import Slot, resource_of
from referee_service.kernel.actions.pay import Pay
from referee_service.kernel.actions.pay_cheapest import PayCheapest
from referee_service.kernel.bags import add_to, remove_from
from referee_service.kernel.state import CHANCE, ScoreLine
from referee_service.kernel.tuples import with_item, with_player
from tests.games.forgeries import forge
from tests.games.rules import allows, refuses, rule
from tests.games.settlement.positions import (
    TABLES,
    after,
    after_chance,
    after_pass,
    draft,
    faults,
    has,
    legal,
    new_game,
    opening,
    possible,
    question,
    random_game,
)

FIRST = opening()
"""The first turn of a game of two, seat 0 to play."""


def with_supply(state, **piles):
    """Return the position with these piles in place of its own."""
    return replace(state, supply=replace(state.supply, **piles))


def with_terrains(*spaces, state=FIRST):
    """Return the position with terrains from the piles on these spaces of seat 0."""
    for space in spaces:
        pile = f"terrain_{space // 3 + 1}"
        bag = getattr(state.supply, pile)
        terrain = bag[0][0]
        state = with_supply(state, **{pile: remove_from(bag, terrain)})
        state = with_player(state, 0, wilderness=with_item(state.active_player.wilderness, space, terrain))
    return state


def with_building(building, space, state=FIRST):
    """Return the position with a building from the piles in the colony of seat 0."""
    state = with_supply(state, buildings=remove_from(state.supply.buildings, building))
    return with_player(state, 0, colony=with_item(state.active_player.colony, space, building))


def with_artefact(artefact, state=FIRST):
    """Return the position with this artefact for seat 0, taken from its location."""
    old = state.active_player.artefact
    if artefact in state.artefacts:
        offered = tuple(sorted({*state.artefacts, old} - {artefact}))
        return replace(with_player(state, 0, artefact=artefact), artefacts=offered)
    if (artefact, 1) in state.supply.artefacts:
        left = add_to(remove_from(state.supply.artefacts, artefact), old)
        return with_supply(with_player(state, 0, artefact=artefact), artefacts=left)
    if artefact == old:
        return state
    return with_player(with_player(state, 1, artefact=old), 0, artefact=artefact)


def with_discarded(state, count):
    """Return the position with more heroes of the pile discarded."""
    heroes, removed = state.supply.heroes, state.supply.removed
    for hero, _ in heroes[:count]:
        heroes, removed = remove_from(heroes, hero), add_to(removed, hero)
    return with_supply(state, heroes=heroes, removed=removed)


def during_action(state, **fields):
    """Return the position in the middle of an action: a villager is used."""
    return replace(with_player(state, 0, villagers=5, **fields), has_acted=True)


def until(wanted, state):
    """Return the position when this question is open. Seats pass, and every question gets its first legal answer."""
    while question(state) != wanted:
        state = after(state, PassRound() if question(state) == "main" else legal(state)[0])
    return state


def with_early_artefact(state):
    """Return the position with the first artefact on offer taken by seat 1."""
    return replace(with_player(state, 1, artefact=state.artefacts[0]), artefacts=state.artefacts[1:])


def revealing(first_player):
    """Return the set-up of a game of two when some artefacts are on offer."""
    state = until("reveal_artefacts", new_game(2, first_player).state)
    return after(state, legal(state)[0])


MAX_PRICE = 20
"""More resources than any price of a hero or building takes, exchanges included."""

NEW_ROUND = until("main", until("fill_row", FIRST))
"""The first turn of the second round, seat 0 to play."""


# --- real positions -------------------------------------------------------------------------------------------------


@allows("audit.shape", "audit.known", "audit.range", "audit.sorted", "audit.pieces", "audit.level", "audit.connected")
@allows("audit.nothing_there", "audit.safe", "audit.stored", "audit.villagers", "audit.zone", "audit.stage")
@allows("audit.full", "audit.offer", "audit.question", "audit.points", "referee.rest")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_every_position_of_a_real_game_is_possible(seats, seed):
    for state in random_game(seats, seed):
        assert not faults(state)


# --- names, lengths, ranges -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("forged", "path", "cited"),
    [
        (replace(FIRST, evenly_exchanged=("gold",)), "evenly_exchanged[0]", "audit.known"),
        (replace(FIRST, evenly_exchanged=("wood", "clay")), "evenly_exchanged", "audit.sorted"),
        (replace(FIRST, options=replace(FIRST.options, first_player=2)), "options.first_player", "audit.range"),
        (replace(FIRST, pending=(GiveBasicFrame(0, 9),)), "pending[0].space", "audit.range"),
        (replace(FIRST, pending=(CollectTerrainFrame(2, (0,)),)), "pending[0].seat", "audit.range"),
        (replace(FIRST, pending=(CollectTerrainFrame(0, ()),)), "pending[0].spaces", "audit.range"),
        (replace(FIRST, pending=(CollectTerrainFrame(0, (9,)),)), "pending[0].spaces[0]", "audit.range"),
        (replace(FIRST, pending=(CollectTerrainFrame(0, (1, 0)),)), "pending[0].spaces", "audit.sorted"),
    ],
)
def test_marks_hold_for_fields_that_are_rarely_set_in_play(forged, path, cited):
    assert faults(forged) == {(path, cited)}


@refuses("audit.shape")
@pytest.mark.parametrize("players", [(), FIRST.players * 3], ids=["none", "six"])
def test_a_game_has_one_to_four_players(players):
    assert faults(replace(FIRST, players=players)) == {("players", "audit.shape")}


@refuses("audit.range")
@pytest.mark.parametrize("slot", [Slot(FIRST.market[0].building, 0), Slot("", 1)], ids=["no copies", "no building"])
def test_a_market_slot_has_copies_of_its_building_or_is_empty(slot):
    forged = replace(FIRST, market=with_item(FIRST.market, 0, slot))
    assert faults(forged) == {("market[0].count", "audit.range")}


# --- pieces and boards ----------------------------------------------------------------------------------------------


@refuses("audit.pieces")
@pytest.mark.parametrize(
    ("forged", "path"),
    [
        (with_player(FIRST, 0, wilderness=with_item(FIRST.active_player.wilderness, 0, "wood_1_green")), "terrains"),
        (with_player(FIRST, 0, colony=with_item(FIRST.active_player.colony, 0, "bank")), "buildings"),
        (with_player(FIRST, 0, heroes=FIRST.hero_row[:1]), "heroes"),
        (with_player(FIRST, 0, artefact=""), "artefacts"),
        (with_supply(FIRST, removed=((FIRST.hero_row[0], 1),)), "heroes"),
        (during_action(replace(FIRST, pending=(PlaceBuildingFrame(0, "bank"),))), "buildings"),
    ],
)
def test_no_piece_is_lost_or_doubled(forged, path):
    assert faults(forged) == {(path, "audit.pieces")}


@rule("audit.level")
def test_terrains_lie_in_regions_and_piles_of_their_level():
    assert not faults(with_terrains(0, 3))
    near, far = with_terrains(0).active_player.wilderness[0], with_terrains(0, 3).active_player.wilderness[3]
    swapped = with_player(
        with_terrains(0, 3), 0, wilderness=with_item(with_item(FIRST.active_player.wilderness, 0, far), 3, near)
    )
    assert {rule for _, rule in faults(swapped)} == {"audit.level"}
    one, two = FIRST.supply.terrain_1, FIRST.supply.terrain_2
    assert {rule for _, rule in faults(with_supply(FIRST, terrain_1=two, terrain_2=one))} == {"audit.level"}


@rule("audit.connected")
def test_the_wilderness_is_connected_to_region_one():
    assert not faults(with_terrains(0, 1, 4))
    assert faults(with_terrains(0, 2)) == {("players[0].wilderness[2]", "audit.connected")}
    assert faults(with_terrains(3)) == {("players[0].wilderness[3]", "audit.connected")}


@rule("audit.nothing_there")
def test_monsters_and_fortifications_stand_on_terrains():
    assert not faults(with_player(with_terrains(0, 1), 0, monsters=(0,), fortifications=(1,)))
    assert faults(with_player(FIRST, 0, monsters=(0,))) == {("players[0].monsters", "audit.nothing_there")}
    assert faults(with_player(FIRST, 0, fortifications=(0,))) == {("players[0].fortifications", "audit.nothing_there")}
    used = with_player(with_terrains(0), 0, activated_fortifications=(0,), villagers=5)
    assert faults(used) == {("players[0].activated_fortifications", "audit.nothing_there")}


@refuses("audit.safe")
def test_no_monster_in_a_fortification():
    assert faults(with_player(with_terrains(0), 0, monsters=(0,), fortifications=(0,))) == {
        ("players[0].monsters", "audit.safe")
    }


@rule("audit.stored")
@pytest.mark.parametrize(("building", "refused"), [("bank", False), ("cathedral", False), ("quarry", True)])
def test_tokens_lie_only_on_buildings_that_store(building, refused):
    state = with_player(with_building(building, 0), 0, stored=with_item(FIRST.active_player.stored, 0, 1))
    assert faults(state) == ({("players[0].stored[0]", "audit.stored")} if refused else set())


@rule("audit.villagers")
def test_activations_took_villagers():
    state = with_player(with_terrains(0), 0, regions=(1, 0, 0))
    assert faults(state) == {("players[0].villagers", "audit.villagers")}
    assert not faults(with_player(state, 0, villagers=5))
    assert not faults(with_player(state, 0, bonus_used=1))


@rule("audit.zone")
def test_only_what_exists_was_activated_and_twice_by_permit():
    assert faults(with_player(FIRST, 0, regions=(1, 0, 0), villagers=5)) == {("players[0].regions[0]", "audit.zone")}
    assert faults(with_player(FIRST, 0, streets=(0, 0, 1), villagers=5)) == {("players[0].streets[2]", "audit.zone")}
    twice = {"regions": (2, 0, 0), "villagers": 4}
    assert faults(with_player(with_artefact("cup_of_cheer", with_terrains(0)), 0, **twice)) == {
        ("players[0].regions", "audit.zone")
    }
    assert not faults(with_player(with_artefact("shooting_star", with_terrains(0)), 0, **twice))


# --- timing and questions -------------------------------------------------------------------------------------------


@refuses("audit.stage")
@pytest.mark.parametrize(
    "forged",
    [
        pytest.param(replace(FIRST, round=0), id="no round"),
        pytest.param(replace(FIRST, stage="over"), id="over in the first round"),
        pytest.param(replace(FIRST, stage="draft"), id="a draft without questions"),
        pytest.param(replace(FIRST, has_acted=True), id="acted without villagers"),
        pytest.param(replace(FIRST, has_invited=True), id="invited without a hero"),
        pytest.param(replace(FIRST, next_first_seat=0), id="no player has passed"),
        pytest.param(
            replace(with_player(FIRST, 1, passed=True), next_first_seat=0), id="another was the first to pass"
        ),
        pytest.param(
            replace(with_artefact("cup_of_cheer"), evenly_exchanged=("clay",)), id="an even exchange without permit"
        ),
        pytest.param(replace(draft(), round=1), id="a draft in a round"),
        pytest.param(replace(draft(), first_seat=1, active_seat=1), id="a draft of another order"),
        pytest.param(with_player(draft(), 0, villagers=5), id="villagers used in the draft"),
        pytest.param(with_player(draft(), 0, bonus_villagers=1), id="a gift without an artefact"),
    ],
)
def test_round_turn_and_players_fit_the_stage(forged):
    assert faults(forged) == {("stage", "audit.stage")}


@refuses("audit.question")
@pytest.mark.parametrize(
    ("forged", "path"),
    [
        pytest.param(replace(FIRST, pending=(KeepBasicsFrame(0),)), "pending[0]", id="keeping without passing"),
        pytest.param(
            replace(draft(), pending=(*draft().pending, KeepBasicsFrame(0))), "pending[2]", id="keeping in the draft"
        ),
        pytest.param(replace(FIRST, pending=(GainBasicFrame(0),)), "pending[0]", id="gaining without acting"),
        pytest.param(
            during_action(replace(FIRST, pending=(GainBasicFrame(1),))), "pending[0]", id="a question to another seat"
        ),
        pytest.param(
            during_action(replace(FIRST, pending=(FillMarketFrame(0),))),
            "pending[0]",
            id="a question of chance put to a seat",
        ),
        pytest.param(
            during_action(
                replace(
                    with_building("bazaar", 1, with_building("warehouse", 0)),
                    pending=(GiveBasicFrame(0, 1), GainBasicFrame(0)),
                )
            ),
            "pending[1]",
            id="questions out of order",
        ),
        pytest.param(
            replace(FIRST, pending=(RevealArtefactsFrame(CHANCE, 3),)),
            "pending[0]",
            id="artefacts are turned up without a reason",
        ),
        pytest.param(replace(draft(), pending=draft().pending[::-1]), "pending[0]", id="the first player drafts first"),
        pytest.param(replace(draft(), pending=draft().pending[:1]), "pending[0]", id="a seat is left out of the draft"),
        pytest.param(
            replace(new_game(2, None).state, first_seat=1, active_seat=1), "pending[0]", id="a starter before the draw"
        ),
        pytest.param(
            with_early_artefact(revealing(None)), "pending[0]", id="an artefact taken before the starter is known"
        ),
        pytest.param(with_early_artefact(revealing(0)), "pending[2]", id="an artefact taken before all are turned up"),
        pytest.param(
            replace(revealing(0), options=replace(revealing(0).options, first_player=None)),
            "pending[2]",
            id="artefacts turned up after the starter was picked",
        ),
        pytest.param(
            with_supply(
                replace(NEW_ROUND, hero_row=with_item(NEW_ROUND.hero_row, 0, ""), pending=(FillRowFrame(CHANCE),)),
                heroes=add_to(NEW_ROUND.supply.heroes, NEW_ROUND.hero_row[0]),
            ),
            "pending[0]",
            id="a new round fills the row after the market",
        ),
        pytest.param(
            replace(
                with_supply(NEW_ROUND, buildings=remove_from(NEW_ROUND.supply.buildings, "bank")),
                pending=(FillMarketFrame(CHANCE), PlaceBuildingFrame(0, "bank")),
            ),
            "pending[1]",
            id="a building bought while a new round begins",
        ),
    ],
)
def test_questions_lie_where_play_puts_them(forged, path):
    assert faults(forged) == {(path, "audit.question")}


@rule("audit.full")
def test_gaps_are_filled():
    building = FIRST.market[0].building
    gap = with_supply(
        replace(FIRST, market=with_item(FIRST.market, 0, Slot("", 0))),
        buildings=add_to(FIRST.supply.buildings, building),
    )
    assert faults(gap) == {("market", "audit.full")}
    hero = FIRST.hero_row[0]
    short = with_supply(
        replace(FIRST, hero_row=with_item(FIRST.hero_row, 0, "")), heroes=add_to(FIRST.supply.heroes, hero)
    )
    assert faults(short) == {("hero_row", "audit.full")}
    assert not faults(during_action(replace(gap, pending=(FillMarketFrame(CHANCE),))))


@rule("audit.offer")
def test_the_number_of_artefacts_on_offer_is_right():
    artefact = FIRST.artefacts[0]
    fewer = replace(FIRST, artefacts=FIRST.artefacts[1:])
    boxed = with_supply(fewer, artefacts=add_to(FIRST.supply.artefacts, artefact))
    assert faults(boxed) == {("artefacts", "audit.offer")}
    gone = with_supply(fewer, removed=((artefact, 1),))
    assert faults(gone) == {("artefacts", "audit.offer"), ("supply.removed", "audit.offer")}
    solo = after_pass(opening(1))
    assert not faults(solo)
    state = after(opening(1), PassRound(), KeepBasics(()))
    state = after(state, legal(state)[0])
    assert faults(replace(state, pending=(RevealArtefactsFrame(CHANCE, 4),))) == {("pending[0]", "audit.question")}


@allows("audit.stage")
def test_a_player_who_has_invited_has_a_hero_or_pays_for_one():
    hero = FIRST.hero_row[-1]
    state = with_player(FIRST, 0, reserve=(("gold", 9),))
    paying = after(state, InviteHero(hero))
    assert question(paying) == "payment"
    assert not possible(paying).active_player.heroes
    joined = after_chance(after(paying, PayCheapest()))
    assert possible(joined).has_invited
    left = with_supply(with_player(joined, 0, heroes=()), heroes=add_to(joined.supply.heroes, hero))
    assert faults(left) == {("stage", "audit.stage")}


@rule("audit.discarded")
def test_a_hero_leaves_at_the_end_of_every_round():
    assert not faults(FIRST)
    assert not faults(NEW_ROUND)
    for forged in (
        replace(FIRST, round=5),
        replace(NEW_ROUND, round=5),
        with_discarded(FIRST, 1),
        with_discarded(NEW_ROUND, 1),
    ):
        assert faults(forged) == {("supply.removed", "audit.discarded")}
    assert not faults(replace(with_discarded(FIRST, 4), round=5))
    assert faults(with_discarded(random_game(2)[-1], 1)) == {("supply.removed", "audit.discarded")}


@allows("audit.discarded")
def test_an_empty_hero_row_has_no_hero_to_discard():
    pile = FIRST.supply.heroes
    empty = with_player(FIRST, 1, heroes=tuple(sorted((*FIRST.hero_row, *(hero for hero, _ in pile)))))
    empty = with_supply(replace(empty, hero_row=("",) * len(FIRST.hero_row), round=5), heroes=())
    assert not faults(empty)
    assert faults(replace(with_discarded(FIRST, 2), round=5)) == {("supply.removed", "audit.discarded")}


@refuses("audit.question")
@pytest.mark.parametrize(
    "forged",
    [
        pytest.param(during_action(replace(with_terrains(0), pending=(GainBasicFrame(0),))), id="no warehouse"),
        pytest.param(
            during_action(replace(with_building("quarry", 0), pending=(GiveBasicFrame(0, 0),))), id="no bazaar"
        ),
        pytest.param(
            during_action(replace(with_building("quarry", 0), pending=(UseBuildingsFrame(0, (0,)),))),
            id="no street activated",
        ),
        pytest.param(during_action(replace(with_terrains(0), pending=(CollectTerrainFrame(0, (0,)),))), id="no scroll"),
        pytest.param(
            during_action(replace(with_artefact("sorcerer_mask"), pending=(EncounterFrame(0, 0),))),
            id="an encounter in the unknown",
        ),
        pytest.param(
            during_action(
                replace(
                    with_artefact("sorcerer_mask", with_player(with_terrains(0), 0, fortifications=(0,))),
                    pending=(EncounterFrame(0, 0),),
                )
            ),
            id="an encounter in a fortification",
        ),
    ],
)
def test_an_open_question_fits_the_table(forged):
    assert faults(forged) == {("pending[0]", "audit.question")}


@allows("audit.question")
@pytest.mark.parametrize(
    ("building", "frame"), [("bazaar", GiveBasicFrame(0, 0)), ("warehouse", GainBasicFrame(0))], ids=["give", "gain"]
)
def test_a_building_used_when_it_is_placed_asks_before_the_market_is_filled(building, frame):
    state = during_action(with_artefact("sacred_clock", with_building(building, 0)))
    assert not faults(replace(state, pending=(FillMarketFrame(CHANCE), frame)))


@refuses("audit.question")
@allows("audit.question")
def test_a_payment_is_for_the_frame_beneath_and_can_be_completed():
    state = with_player(FIRST, 0, reserve=(("diamond", 2),))
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
        assert faults(replace(state, pending=with_item(state.pending, at, forged))) == {
            (f"pending[{at}]", "audit.question")
        }
    assert faults(with_player(state, 0, reserve=())) == {(f"pending[{at}]", "audit.question")}
    laid = replace(frame, pool=(("clay", MAX_HELD + 1),))
    assert faults(replace(state, pending=with_item(state.pending, at, laid))) == {
        (f"pending[{at}].pool[0]", "audit.range")
    }


@refuses("audit.question")
def test_a_space_being_explored_is_free():
    state = after(with_terrains(0), Explore(1, 0))
    assert not faults(state)
    frame = replace(state.pending[-1], space=0)
    assert faults(replace(state, pending=(frame,))) == {("pending[0]", "audit.question")}


# --- large stocks ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("held", [60, 500, 1000])
@pytest.mark.parametrize("resource", RESOURCES)
def test_any_number_of_resources_may_be_laid_down_for_one_price(resource, held):
    state = with_player(FIRST, 0, reserve=((resource, held),))
    dear = [action for action in legal(state) if question(after(state, action)) == "payment"]
    state = after(state, dear[0])
    for _ in range(45):
        state = possible(after(state, Pay(resource)))
    assert question(state) == "payment"
    state = possible(after(state, PayCheapest()))
    assert held - MAX_PRICE <= sum(count for _, count in state.active_player.reserve) < held


@rule("ruling.supply")
@pytest.mark.parametrize("held", [500, 1000, 100_000])
def test_no_stock_is_too_large_to_grow(held):
    """The supply never runs out, so what it gives has no bound that play from a possible position meets."""
    rich = with_player(with_terrains(0), 0, reserve=tuple((resource, held) for resource in sorted(RESOURCES)))
    collected = possible(after(possible(rich), ActivateRegion(1, 0)))
    assert has(collected, resource_of(rich, rich.active_player, 0)) > held
    assert has(possible(after(rich, Exchange(("gold",), "wood"))), "wood") == held + 1
    served = with_player(
        with_building("tavern", 0), 0, bonus_villagers=held, bonus_used=held, reserve=(("diamond", 1),)
    )
    served = after(possible(served), ActivateStreet("upper", 1), UseBuilding(0))
    assert possible(served).active_player.bonus_villagers >= held
    assert served.active_player.bonus_used == held + 1
    bank = with_player(with_building("bank", 0), 0, reserve=(("gold", held),), stored=(held, *(0,) * 8))
    assert possible(after(possible(bank), ActivateStreet("upper", 0), UseBuilding(0))).active_player.stored[0] > held


def test_passing_with_a_large_stock_keeps_a_few_and_discards_the_rest():
    state = with_player(with_terrains(0), 0, fortifications=(0,), reserve=(("clay", 100_000), ("wood", 100_000)))
    state = possible(after(possible(state), PassRound()))
    assert len(legal(state, "keep_basics")) == 2
    assert possible(after(state, KeepBasics(("wood",)))).players[0].reserve == (("wood", 1),)


# --- points and automatic steps -------------------------------------------------------------------------------------


@refuses("audit.points")
def test_points_come_at_the_end_and_can_be_recounted():
    early = replace(FIRST, score_lines=((ScoreLine("score.bank", 1, 5),), ()))
    assert faults(early) == {("score_lines[0]", "audit.points")}
    end = random_game(2)[-1]
    assert not faults(end)
    for lines in ((), (*end.score_lines[0], ScoreLine("score.zoo", 1, 1))):
        if lines != end.score_lines[0]:
            assert faults(replace(end, score_lines=with_item(end.score_lines, 0, lines))) == {
                ("score_lines[0]", "audit.points")
            }


@refuses("referee.rest")
@pytest.mark.parametrize(
    "forged",
    [
        pytest.param(during_action(replace(FIRST, pending=(FillMarketFrame(CHANCE),))), id="a full market"),
        pytest.param(
            during_action(replace(with_artefact("cup_of_cheer", with_terrains(0)), pending=(EncounterFrame(0, 0),))),
            id="an encounter",
        ),
        pytest.param(
            replace(
                with_player(FIRST, 0, passed=True, reserve=(("clay", 1), ("gold", 1))),
                next_first_seat=0,
                pending=(TakeArtefactFrame(0), KeepBasicsFrame(0)),
            ),
            id="nothing to keep",
        ),
    ],
)
def test_no_automatic_step_is_pending(forged):
    assert faults(forged) == {("pending", "referee.rest")}


# --- edited positions -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_an_edited_position_is_impossible_or_can_be_played_on_to_possible_ones(seats):
    positions = [state for seed in range(4) for state in random_game(seats, seed)]
    forge(GAME, positions, edits=1500, rng=random.Random(seats))


def test_a_solo_game_is_possible_from_the_first_draw_on():
    state = new_game(1).state
    assert not faults(state)
    assert not faults(after_chance(state))
    assert len(TABLES.artefacts) == 14
