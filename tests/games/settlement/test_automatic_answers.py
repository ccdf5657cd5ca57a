"""Questions that are answered or closed automatically, and the rules that then refuse a late answer."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.settlement import GAME
from referee_service.games.settlement.actions.activate_region import ActivateRegion
from referee_service.games.settlement.actions.activate_street import ActivateStreet
from referee_service.games.settlement.actions.build import Build
from referee_service.games.settlement.actions.end_turn import EndTurn
from referee_service.games.settlement.actions.exchange import Exchange
from referee_service.games.settlement.actions.explore import Explore
from referee_service.games.settlement.actions.fortify import Fortify
from referee_service.games.settlement.actions.invite_hero import InviteHero
from referee_service.games.settlement.actions.pass_round import PassRound
from referee_service.games.settlement.decisions.basics import ChooseBasic, KeepBasics
from referee_service.games.settlement.decisions.buildings import PlaceBuilding, UseBuilding
from referee_service.games.settlement.decisions.exploration import CollectTerrain, DecideEncounter
from referee_service.games.settlement.decisions.setup import TakeArtefact
from referee_service.games.settlement.state import State
from referee_service.kernel import engine
from referee_service.kernel.actions.decline import Decline
from referee_service.kernel.actions.pay import Pay
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player
from tests.games.rules import rule
from tests.games.settlement.positions import (
    CLAY,
    RED_ROW,
    WOOD,
    after,
    after_chance,
    draft,
    events_of,
    given,
    has,
    legal,
    possible,
    question,
    refusals,
    reserve,
)

ALMOST_FULL = dict.fromkeys(range(8), "quarry")
LAND = {0: WOOD, 1: CLAY}


def forced_answers(state: State, action: Action) -> list[str]:
    """Return the answers that follow an action automatically."""
    return [event.facts["answer"] for event in events_of(state, action) if event.kind == "forced"]


def rules_in_order(state: State, action: Action, seat: int) -> list[str]:
    """Return the rules that refuse an action, in the order of the response."""
    return [refusal.rule for refusal in engine.judge(GAME, state, seat, action)]


def last_turn_of_others(**wanted) -> State:
    """Return a position in which seat 0 has acted, and seat 1 has these pieces."""
    state = given(land=LAND, has_acted=True, villagers=5)
    return with_player(state, 1, **{"villagers": 0, "reserve": ()} | wanted)


# --- forced answers -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "is_asked"),
    [
        ({}, False),
        ({"villagers": 1}, True),
        ({"bonus_villagers": 1}, True),
        ({"reserve": (("wood", 2),)}, True),
        ({"reserve": (("wood", 1),)}, False),
    ],
    ids=["nothing", "a villager", "a bonus villager", "an exchange", "a single resource"],
)
def test_a_player_who_can_do_nothing_passes_automatically(wanted, is_asked):
    """The book: a player who can neither act nor invite a hero must pass. Exchanges are still a choice."""
    state = last_turn_of_others(**wanted)
    assert forced_answers(state, EndTurn()) == ([] if is_asked else ["pass_round"])
    state = after(state, EndTurn())
    assert state.players[1].passed is not is_asked
    assert question(state) == ("main" if is_asked else "take_artefact")


def test_a_player_who_has_acted_is_asked_whether_to_pass_too():
    state = given(land={0: WOOD}, villagers=1)
    assert forced_answers(state, Fortify(0, 0)) == []
    assert legal(after(state, Fortify(0, 0))) == [EndTurn(), PassRound()]


def test_a_forced_pass_is_no_position_that_waits_for_an_answer():
    waiting = after(last_turn_of_others(villagers=1), EndTurn())
    assert question(waiting) == "main"
    stuck = with_player(waiting, 1, villagers=0)
    assert GAME.automatic_step(stuck) is not stuck
    assert GAME.automatic_step(waiting) is waiting


def test_in_the_last_round_players_who_can_do_nothing_end_the_game():
    state = replace(last_turn_of_others(), round=6)
    assert forced_answers(state, PassRound()) == ["decline", "pass_round", "decline"]
    assert GAME.turn(after(state, PassRound())) is None


@pytest.mark.parametrize(("held", "is_asked"), [({"wood": 1}, False), ({"wood": 2}, True), ({"gold": 1}, True)])
def test_after_the_last_pass_a_player_is_asked_only_if_an_exchange_is_possible(held, is_asked):
    state = given(round=6, reserve=held)
    assert forced_answers(state, PassRound()) == ([] if is_asked else ["decline"])
    assert question(after(state, PassRound())) == ("last_exchanges" if is_asked else "main")


@pytest.mark.parametrize(
    ("buildings", "held", "is_asked"),
    [
        ({0: "bank"}, {}, False),
        ({0: "bank", 1: "trading_post"}, {"diamond": 1}, False),
        ({0: "bank"}, {"gold": 1}, True),
        ({0: "bank"}, {"diamond": 2}, True),
        ({0: "bank", 1: "quarry"}, {}, True),
    ],
    ids=["no gold", "no fortification", "gold", "diamonds for gold", "another building"],
)
def test_buildings_are_declined_automatically_if_none_can_be_used_even_with_exchanges(buildings, held, is_asked):
    state = given(colony=buildings, reserve=held)
    assert forced_answers(state, ActivateStreet("upper", 0)) == ([] if is_asked else ["decline"])
    state = possible_question(after(state, ActivateStreet("upper", 0)))
    assert question(state) == ("use_buildings" if is_asked else "main")


def possible_question(state: State) -> State:
    """Return the same position. Fails if an automatic step is pending."""
    assert GAME.automatic_step(state) is state
    return state


def test_a_building_that_cannot_be_used_is_declined_after_the_last_useful_one():
    state = after(given(colony={0: "quarry", 1: "bank"}), ActivateStreet("upper", 0))
    assert forced_answers(state, UseBuilding(0)) == ["decline"]
    assert rules_in_order(after(state, UseBuilding(0)), UseBuilding(1), 0) == ["referee.forced", "referee.verb"]


@pytest.mark.parametrize(("colony", "is_asked"), [(ALMOST_FULL, False), ({0: "quarry"}, True)])
def test_a_building_goes_automatically_to_the_last_empty_space(colony, is_asked):
    state = given(reserve={"stone": 1}, colony=colony)
    assert forced_answers(state, Build(0, 0)) == ([] if is_asked else ["place_building space=8"])
    state = after(state, Build(0, 0))
    assert question(state) == ("place_building" if is_asked else "fill_market")
    assert is_asked or rules_in_order(after_chance(state), PlaceBuilding(8), 0) == ["referee.forced", "referee.verb"]


@pytest.mark.parametrize(("held", "is_asked"), [({"clay": 2}, False), ({"clay": 1, "wood": 1}, True)])
def test_a_bazaar_takes_the_only_kind_of_basic_resource_automatically(held, is_asked):
    state = after(given(colony={0: "bazaar"}, reserve=held), ActivateStreet("upper", 0))
    assert forced_answers(state, UseBuilding(0)) == ([] if is_asked else ["choose_basic resource=clay"])
    state = after(state, UseBuilding(0))
    assert (question(state), has(state, "gold")) == ("give_basic" if is_asked else "main", 1)
    assert is_asked or reserve(state) == {"clay": 1, "gold": 1}


@pytest.mark.parametrize(("fortifications", "is_asked"), [((1,), False), ((0, 1), True)])
def test_a_trading_post_collects_from_the_only_fortified_terrain_automatically(fortifications, is_asked):
    state = given(colony={0: "trading_post"}, land=LAND, fortifications=fortifications)
    state = after(state, ActivateStreet("upper", 0))
    assert forced_answers(state, UseBuilding(0)) == ([] if is_asked else ["collect_terrain space=1"])
    assert reserve(after(state, UseBuilding(0))) == ({} if is_asked else {"clay": 1})


@pytest.mark.parametrize(("count", "is_asked"), [(1, False), (2, True)])
def test_the_only_artefact_on_offer_is_taken_automatically(count, is_asked):
    state = replace(given(land=LAND), artefacts=("cup_of_cheer", "magic_purse")[:count])
    assert forced_answers(state, PassRound()) == ([] if is_asked else ["take_artefact artefact=cup_of_cheer"])


def test_basic_resources_without_a_choice_are_discarded_by_the_pass_and_not_as_an_answer():
    """The event of the discard tells it already, and exchanges of rare resources would be legal answers too."""
    for held in ({"wood": 1}, {"wood": 1, "gold": 1}, {}):
        state = given(reserve=held)
        assert forced_answers(state, PassRound()) == []
        assert [event.kind for event in events_of(state, PassRound())] == ["passed", "basics_discarded"]


# --- what closed a question -----------------------------------------------------------------------------------------


@rule("pass_round.out")
def test_after_a_pass_a_late_action_is_refused_because_the_round_is_over_for_its_player():
    state = after(given(land=LAND), PassRound())
    state = possible_question(after(state, legal(state)[0]))
    assert state.active_seat == 1
    assert rules_in_order(state, Fortify(0, 0), 0) == ["pass_round.out", "referee.seat"]
    assert refusals(state, Decline(), 0) == {"pass_round.out", "referee.seat"}, "whatever it tries"
    other = after(given(land=LAND), Fortify(0, 0), EndTurn())
    assert refusals(other, Fortify(1, 0), 0) == {"referee.seat"}, "seat 0 has not passed"


def test_after_the_round_has_ended_its_last_player_is_told_why():
    state = replace(with_player(given(land=LAND), 1, passed=True), next_first_seat=1)
    state = after(state, PassRound())
    state = after_chance(after(state, legal(state)[0]))
    assert (state.round, state.active_seat) == (2, 1)
    assert rules_in_order(state, Fortify(0, 0), 0) == ["pass_round.out", "referee.seat"]


@rule("keep_basics.no_choice")
def test_after_an_automatic_discard_a_late_exchange_is_refused_by_its_rule():
    state = after(given(reserve={"wood": 1, "diamond": 2}), PassRound())
    for late in (Exchange(("diamond", "diamond"), "gold"), KeepBasics(("wood",))):
        assert rules_in_order(state, late, 0) == ["keep_basics.no_choice", "referee.verb"]
    assert refusals(state, Exchange(("diamond", "diamond"), "gold")) == {"keep_basics.no_choice", "referee.verb"}
    state = after(given(reserve={"wood": 2, "diamond": 2}), PassRound())
    assert not refusals(state, Exchange(("diamond", "diamond"), "gold"))


@rule("use_building.used")
def test_after_the_last_building_another_use_is_refused_because_each_is_used_once():
    state = after(given(colony={0: "quarry", 1: "sawmill"}), ActivateStreet("upper", 0), UseBuilding(0))
    assert refusals(state, UseBuilding(0)) == {"use_building.active"}
    assert not refusals(state, UseBuilding(1))
    state = after(state, UseBuilding(1))
    assert refusals(state, UseBuilding(0)) == {"use_building.used", "referee.verb"}
    assert rules_in_order(state, UseBuilding(0), 0) == ["use_building.used", "referee.verb"]


@rule("collect_terrain.one_kind")
def test_terrains_of_one_resource_leave_no_choice_and_a_late_one_is_refused_by_that_rule():
    state = after(given(land={0: WOOD, 1: WOOD}, artefact="scroll_of_might"), ActivateRegion(1, 0))
    assert reserve(state) == {"wood": 3}
    assert refusals(state, CollectTerrain(1)) == {"collect_terrain.one_kind", "referee.verb"}
    assert not refusals(after(given(land=LAND, artefact="scroll_of_might"), ActivateRegion(1, 0)), CollectTerrain(1))


def test_a_single_terrain_yields_its_extra_resource_as_a_forced_answer():
    state = given(land={1: WOOD}, artefact="scroll_of_might")
    assert forced_answers(state, ActivateRegion(1, 0)) == ["collect_terrain space=1"]
    state = after(state, ActivateRegion(1, 0))
    assert (reserve(state), refusals(state, CollectTerrain(1))) == ({"wood": 2}, {"referee.forced", "referee.verb"})


@rule("decide_encounter.heroes")
def test_without_the_mask_the_heroes_of_the_row_decide_an_encounter():
    state = after(given(land=LAND), ActivateRegion(1, 0))
    assert refusals(state, DecideEncounter(appears=False)) == {"decide_encounter.heroes", "referee.verb"}
    masked = after(given(land=LAND, artefact="sorcerer_mask"), ActivateRegion(1, 0))
    assert not refusals(masked, DecideEncounter(appears=False))


@rule("ruling.payment")
def test_a_price_that_the_reserve_covers_takes_no_step_of_payment():
    covered = after(given(reserve={"stone": 1, "gold": 1}), Build(0, 0))
    assert rules_in_order(covered, Pay("gold"), 0) == ["ruling.payment", "referee.verb"]
    assert not refusals(after(given(reserve={"gold": 1}), Build(0, 0)), Pay("gold"))


@rule("pay.paid")
def test_a_price_that_is_paid_takes_no_further_step():
    state = after(given(reserve={"gold": 2}), Build(0, 0), Pay("gold"))
    assert not refusals(state, Pay("gold_for_stone"))
    assert refusals(after(state, Pay("gold_for_stone")), Pay("gold")) == {"pay.paid", "referee.verb"}


def test_a_paid_hero_takes_no_further_step_either():
    state = given(hero_row=(*RED_ROW[:3], "artisan_07"), reserve={"wood": 5, "gold": 5, "clay": 5, "stone": 5})
    state = after_chance(after(state, InviteHero("artisan_07")))
    assert rules_in_order(state, Pay("gold"), 0) == ["ruling.payment", "referee.verb"]


def test_what_closed_is_a_possible_position_and_the_next_action_clears_it():
    state = possible(after(real_turn(), ActivateRegion(1, 0)))
    assert [closed.rule for closed in state.closed] == ["decide_encounter.heroes"]
    assert after(state, EndTurn()).closed == ()


def real_turn() -> State:
    """Return a turn of a real game whose seat has a terrain without a monster."""
    state = draft()
    while not (question(state) == "main" and legal(state, "activate_region")):
        actions = legal(state, "explore") or legal(state, "end_turn") or legal(state)
        state = after_chance(after(state, actions[0]))
    return state


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_closed_a_question_reads_as_a_sentence(language):
    for record in (*GAME.flow.questions, *GAME.flow.stages):
        for closing in record.closed_by:
            ruling = GAME.catalogue().rules[closing].message
            text = GAME.catalogue().format(ruling, {"seat": 0, "verb": "build"}, language)
            assert text.endswith(".")
            assert "{" not in text


def test_a_bazaar_is_asked_for_no_resource_after_it_took_the_only_one():
    state = after(given(colony={0: "bazaar"}, reserve={"clay": 1}), ActivateStreet("upper", 0), UseBuilding(0))
    assert refusals(state, ChooseBasic("clay")) == {"referee.forced", "referee.verb"}


def test_taking_an_artefact_twice_is_refused_because_the_player_has_passed():
    state = after(given(land=LAND), PassRound())
    taken = after(state, TakeArtefact(state.artefacts[0]))
    assert refusals(taken, TakeArtefact(state.artefacts[0]), 0) == {"pass_round.out", "referee.seat"}


def test_a_player_who_has_passed_is_told_so_after_every_turn_of_the_round():
    state = after(given(land=LAND), PassRound())
    state = after_chance(after(state, TakeArtefact(state.artefacts[0]), Explore(0, 0)))
    state = after(state, EndTurn())
    assert (state.active_seat, state.players[0].passed) == (1, True)
    assert rules_in_order(state, Fortify(0, 0), 0) == ["pass_round.out", "referee.seat"]


def test_a_player_who_keeps_basic_resources_on_passing_has_no_more_turns():
    state = after(given(land=LAND, reserve={"clay": 1, "stone": 1, "wood": 1}), PassRound())
    assert question(state) == "keep_basics"
    assert refusals(state, Fortify(0, 0), 0) == {"pass_round.out"}


def test_an_exchange_while_a_price_is_due_is_refused_by_the_ruling_on_payments():
    state = after(given(reserve={"wood": 2, "gold": 3}), InviteHero("artisan_11"))
    assert question(state) == "payment"
    assert refusals(state, Exchange(("wood", "wood"), ("stone",)), 0) == {"ruling.payment"}
