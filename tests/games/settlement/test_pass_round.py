"""Ending turns, passing, and the steps that follow a pass."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from referee_service.games.settlement import GAME
from referee_service.games.settlement.actions.end_turn import EndTurn
from referee_service.games.settlement.actions.exchange import Exchange
from referee_service.games.settlement.actions.explore import Explore
from referee_service.games.settlement.actions.fortify import Fortify
from referee_service.games.settlement.actions.invite_hero import InviteHero
from referee_service.games.settlement.actions.pass_round import PassRound
from referee_service.games.settlement.content.tables import RESOURCES
from referee_service.games.settlement.decisions.basics import KeepBasics
from referee_service.games.settlement.decisions.setup import TakeArtefact
from referee_service.games.settlement.evaluation import expected_scores
from referee_service.kernel.actions.decline import Decline
from referee_service.kernel.tuples import with_player
from tests.games.rules import allows, refuses, rule
from tests.games.settlement.positions import (
    CLAY,
    WOOD,
    after,
    after_chance,
    after_pass,
    faults,
    given,
    has,
    legal,
    opening,
    possible,
    question,
    refusals,
    reserve,
)

LAND = {0: WOOD, 1: CLAY}


@rule("end_turn.done")
def test_a_player_who_does_nothing_passes():
    state = given(land=LAND)
    assert refusals(state, EndTurn()) == {"end_turn.done"}
    assert not refusals(after(state, Fortify(0, 0)), EndTurn())


def test_a_hero_alone_is_a_turn_too():
    state = given(reserve={"wood": 1, "gold": 2}, hero_row=("artisan_01", "artisan_08", "artisan_11", "artisan_07"))
    assert not refusals(after_chance(after(state, InviteHero("artisan_07"))), EndTurn())


def test_turns_go_round_until_every_player_has_passed():
    state = after(given(seats=3, land=LAND), Fortify(0, 0), EndTurn())
    assert state.active_seat == 1
    state = after_pass(state)
    assert state.active_seat == 2
    state = after_chance(after(state, Explore(0, 0)))
    state = after(state, EndTurn(), Fortify(1, 0), EndTurn())
    assert state.active_seat == 2, "seat 1 has passed and is skipped"


def test_a_player_passes_instead_of_a_turn_or_at_its_end():
    state = given(land=LAND)
    assert not refusals(state, PassRound())
    assert not refusals(after(state, Fortify(0, 0)), PassRound())


def test_jenny_keeps_one_clay_one_bonus_villager_and_takes_another_artefact():
    """Worked example: of two wood and a clay her fortification keeps the clay; used bonus villagers leave."""
    state = given(
        land=LAND,
        fortifications=(0,),
        reserve={"wood": 2, "clay": 1},
        villagers=0,
        bonus_villagers=1,
        bonus_used=2,
        regions=(1, 0, 0),
    )
    state = after(state, PassRound(), KeepBasics(("clay",)))
    assert reserve(state) == {"clay": 1}
    assert (
        state.active_player.villagers,
        state.active_player.bonus_villagers,
        state.active_player.bonus_used,
        state.active_player.regions,
    ) == (6, 1, 0, (0, 0, 0))
    old, new = state.active_player.artefact, state.artefacts[0]
    state = after(state, TakeArtefact(new))
    assert state.players[0].artefact == new
    assert old in state.artefacts


@rule("keep_basics.held")
@rule("keep_basics.count")
@rule("keep_basics.sorted")
def test_fortifications_keep_one_each_of_what_is_held():
    state = after(given(land=LAND, fortifications=(0, 1), reserve={"wood": 2, "clay": 1, "gold": 1}), PassRound())
    assert refusals(state, KeepBasics(("stone", "wood"))) == {"keep_basics.held"}
    assert refusals(state, KeepBasics(("gold", "wood"))) == {"keep_basics.basic"}
    assert refusals(state, KeepBasics(("wood",))) == {"keep_basics.count"}
    assert refusals(state, KeepBasics(("wood", "clay"))) == {"keep_basics.sorted"}
    assert legal(state, "keep_basics") == [KeepBasics(("wood", "wood")), KeepBasics(("clay", "wood"))]
    assert reserve(after(state, KeepBasics(("clay", "wood")))) == {"clay": 1, "wood": 1, "gold": 1}


@rule("ruling.keep_all")
@pytest.mark.parametrize(
    ("fortifications", "held", "remaining"),
    [
        ((), {"wood": 1, "gold": 1}, {"gold": 1}),
        ((), {"diamond": 2}, {"diamond": 2}),
        ((0,), {"wood": 1}, {"wood": 1}),
        ((0, 1), {"wood": 1, "clay": 1}, {"wood": 1, "clay": 1}),
    ],
)
def test_resources_are_kept_automatically_if_there_is_no_choice(fortifications, held, remaining):
    state = after(given(land=LAND, fortifications=fortifications, reserve=held), PassRound())
    assert (question(state), reserve(state)) == ("take_artefact", remaining)


@rule("ruling.pass_exchange")
def test_a_player_who_passes_may_exchange_before_basic_resources_are_discarded():
    """Reminder of the book on passing, step 1: three basic resources may still become a diamond."""
    state = after(given(reserve={"clay": 1, "stone": 1, "wood": 1}, artefact="enchanted_mirror"), PassRound())
    assert (question(state), GAME.turn(state).verbs) == ("keep_basics", ("exchange", "keep_basics"))
    assert refusals(state, Exchange(("wood",), "clay")) == {"ruling.pass_exchange"}, "without the artefact"
    exchanged = after(state, Exchange(("clay", "stone", "wood"), "diamond"))
    assert (question(exchanged), reserve(exchanged)) == ("take_artefact", {"diamond": 1})
    assert reserve(after(state, KeepBasics(()))) == {}


def test_a_fortification_keeps_what_an_exchange_on_passing_brought():
    state = after(given(land=LAND, fortifications=(0,), reserve={"wood": 3, "gold": 1}), PassRound())
    state = after(state, Exchange(("wood", "wood"), "clay"))
    assert (question(state), reserve(after(state, KeepBasics(("clay",))))) == ("keep_basics", {"clay": 1, "gold": 1})
    assert reserve(after(state, Exchange(("gold",), "stone"), KeepBasics(("stone",)))) == {"stone": 1}


def test_no_exchange_is_open_on_passing_once_the_basic_resources_are_discarded():
    state = after(given(reserve={"wood": 2, "diamond": 2}), PassRound(), KeepBasics(()))
    assert question(state) == "take_artefact"
    assert refusals(state, Exchange(("diamond", "diamond"), "gold")) == {"referee.verb"}


@pytest.mark.parametrize("fortifications", [(), (0,), (0, 1)])
def test_exchanges_on_passing_end_and_every_position_on_the_way_has_an_answer(fortifications):
    rng = random.Random(len(fortifications))
    for _ in range(60):
        held = Counter(rng.choices(RESOURCES, k=rng.randrange(2, 15)))
        start = given(land=LAND, fortifications=fortifications, reserve=held, artefact="enchanted_mirror")
        state, count = after(start, PassRound()), 0
        while question(state) == "keep_basics":
            assert legal(state, "keep_basics")
            exchanges = legal(state, "exchange")
            state, count = after(state, rng.choice(exchanges or legal(state))), count + 1
        assert count <= 2 * held.total()


def test_a_pass_with_open_exchanges_is_a_possible_position():
    state = possible(after(opening(), PassRound()))
    assert question(state) == "keep_basics"
    possible(after(state, Exchange(("clay", "wood"), "stone")))
    early = with_player(state, 0, reserve=(("wood", 1),))
    assert faults(early) == {("pending", "referee.rest")}, "a single basic resource is discarded at once"


def test_a_bot_values_a_diamond_more_than_basic_resources_that_are_discarded():
    state = after(given(reserve={"clay": 1, "stone": 1, "wood": 1}), PassRound())
    exchanged, discarded = (
        after(state, action) for action in (Exchange(("clay", "stone", "wood"), "diamond"), KeepBasics(()))
    )
    assert expected_scores(exchanged)[0] > expected_scores(discarded)[0] + 1


@refuses("take_artefact.offered", "take_artefact.new")
@allows("take_artefact.offered", "take_artefact.new")
def test_a_new_artefact_among_those_on_offer():
    state = after(opening(), PassRound(), KeepBasics(()))
    unseen = state.supply.artefacts[0][0]
    assert refusals(state, TakeArtefact(unseen)) == {"take_artefact.offered"}
    assert refusals(state, TakeArtefact(state.active_player.artefact)) == {"take_artefact.new"}
    assert not refusals(state, TakeArtefact(state.artefacts[0]))


@rule("ruling.swap")
def test_the_old_artefact_comes_back_after_the_new_one_is_taken():
    state = after(opening(), PassRound(), KeepBasics(()))
    old = state.active_player.artefact
    assert TakeArtefact(old) not in legal(state)
    state = after(state, TakeArtefact(state.artefacts[0]), PassRound(), KeepBasics(()))
    assert TakeArtefact(old) in legal(state), "who passes later may take it"


@rule("ruling.gift")
@pytest.mark.parametrize(
    ("artefact", "gift"), [("helpful_chest", "bonus"), ("diamond_ring", "diamond"), ("magic_purse", "gold")]
)
def test_gifts_come_when_the_artefact_is_taken(artefact, gift):
    state = replace(given(artefact="sacred_clock", artefacts=(artefact, "cup_of_cheer")), supply=opening().supply)
    state = after(state, PassRound())
    before, state = state, after(state, TakeArtefact(artefact))
    gained = state.players[0].bonus_villagers if gift == "bonus" else has(state, gift)
    assert gained == 1
    assert not has(after(before, TakeArtefact("cup_of_cheer")), "diamond")


def test_an_artefact_serves_from_being_taken_until_the_next_pass():
    state = given(seats=1, reserve={"wood": 1}, artefacts=("cup_of_cheer", "enchanted_mirror", "magic_purse"))
    assert "exchange.even" in refusals(state, Exchange(("wood",), "clay"))
    state = after_chance(after(state, PassRound(), TakeArtefact("enchanted_mirror")))
    state = with_player(state, 0, reserve=(("wood", 1),))
    assert not refusals(state, Exchange(("wood",), "clay"))


def test_used_bonus_villagers_leave_and_unused_ones_stay_without_limit():
    state = after_pass(given(bonus_villagers=9, bonus_used=3))
    assert (state.players[0].bonus_villagers, state.players[0].bonus_used) in {(9, 0), (10, 0)}


@rule("ruling.last_pass")
def test_the_last_pass_discards_nothing_and_takes_no_artefact():
    state = given(round=6, reserve={"wood": 2}, artefact="enchanted_mirror")
    state = after(state, PassRound())
    assert (question(state), reserve(state)) == ("last_exchanges", {"wood": 2})
    assert refusals(state, Exchange(("wood",), "clay")) == {"ruling.last_pass"}
    assert reserve(after(state, Exchange(("wood", "wood"), "clay"))) == {"clay": 1}
    assert after(state, Decline()).active_seat == 1
    assert question(after(given(round=5, reserve={"wood": 2}), PassRound())) == "keep_basics"


def test_without_possible_exchanges_no_question_follows_the_last_pass():
    assert after(given(round=6), PassRound()).active_seat == 1
