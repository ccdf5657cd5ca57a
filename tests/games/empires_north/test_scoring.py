"""End of the game: the last round, final points and ties.

Sources: L = line of the rulebook, R = ruling of the game's page, C = rule of the card set.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.empires_north import GAME
from referee_service.games.empires_north.empire.cards import update_site
from referee_service.games.empires_north.state import Pawn, workers_of
from referee_service.kernel import engine
from referee_service.kernel.bags import bag_of
from referee_service.kernel.score import award
from referee_service.kernel.tuples import with_player
from tests.games.empires_north.positions import (
    after_chance,
    given,
    legal,
    play,
    points,
    points_by_rule,
    position,
    possible,
    question,
    slot_of,
    take,
    with_points,
    with_site,
    without,
)
from tests.games.rules import rule


@rule("ruling.end")
@pytest.mark.parametrize(("made", "over"), [(24, False), (25, True)])
def test_ruling_1_twenty_five_points_in_an_action_phase_end_the_game(made, over):
    state = play(with_points(given(), made), "pass_round", "pass_round")
    assert (state.stage == "over") is over
    assert (GAME.result(state) is not None) is over


def test_ruling_1_points_of_the_expedition_count_only_after_the_next_action_phase():
    state = with_points(given(queue=((0, ""),), near=("stone_circle",)), 24)
    state = play(state, "pass_round", "pass_round", "land pile=near island=stone_circle")
    assert (points(state), state.stage) == (25, "lookout")


def test_the_last_round_has_its_expedition_but_no_clean_up():
    state = with_points(given(queue=((0, ""),), spent_workers=1), 25)
    state = play(state, "pass_round", "pass_round")
    assert question(state) == "voyage"
    state = play(state, "land pile=near island=driftwood_isle")
    assert (state.stage, state.players[0].spent_workers) == ("over", 1)


@rule("ruling.rounds")
@pytest.mark.parametrize(("number", "over"), [(19, False), (20, True)])
def test_a_game_without_an_end_stops_after_twenty_rounds(number, over):
    state = play(replace(given(), round=number), "pass_round", "pass_round")
    assert (state.stage == "over") is over


@rule("score.cards", "score.islands", "score.resources", "score.gold")
def test_ruling_18_and_20_the_end_counts_cards_islands_pairs_and_gold():
    """Base fields count; any two resources are a pair; assigned goods do not count."""
    state = given("mackinnon", empire=("granary", "driftwood_isle"), goods={"food": 2, "wood": 1, "gold": 2}, near=())
    state = update_site(state, 0, 3, goods=(("food", 2),))
    state = play(with_points(state, 25, seat=1), "pass_round", "pass_round")
    assert points_by_rule(state) == {"score.cards": 4, "score.islands": 1, "score.resources": 1, "score.gold": 2}
    assert points_by_rule(state, 1) == {"score.action": 25, "score.cards": 3}


@rule("score.raze")
@pytest.mark.parametrize("wanted", [True, False])
def test_raze_tokens_count_by_option_only(wanted):
    state = given(goods={"raze": 2})
    state = with_points(replace(state, options=replace(state.options, raze_points=wanted)), 25)
    state = play(state, "pass_round", "pass_round")
    assert points_by_rule(state).get("score.raze", 0) == (2 if wanted else 0)


@rule("ruling.tie")
def test_ruling_19_ties_go_by_cards_then_all_workers_then_cards_in_hand():
    even = with_points(with_points(given(other="glenn"), 25), 25, seat=1)

    def winners(state):
        return GAME.result(play(state, "pass_round", "pass_round")).winners

    assert winners(even) == (0, 1)
    assert winners(with_player(even, 1, spent_workers=1)) == (1,)
    more_cards = given(empire=("axe_yard",))
    assert winners(with_points(with_points(more_cards, 24), 25, seat=1)) == (0,)
    assert winners(with_points(with_points(given(hand=("axe_yard",)), 25), 25, seat=1)) == (0,)


def test_points_are_awarded_by_rule():
    state = award(given(), 0, 2, "score.action")
    assert points_by_rule(state) == {"score.action": 2}
    assert Pawn("sail", exhausted=False) < Pawn("sail", exhausted=True)


def test_the_action_phase_continues_when_a_player_has_enough_points():
    """Others still act, then ships land; there is no clean-up."""
    state = with_points(position(queue=((0, ""),), ships=1, spent_workers=2, workers=3), 25)
    state = play(state, "pass_round", "place_pawn tile=populate")
    assert (state.stage, state.active_seat) == ("actions", 1)
    state = play(state, "pass_round")
    assert (state.stage, state.is_last_round) == ("expedition", True)
    state = play(state, "land pile=near island=herring_bank")
    assert (state.stage, state.players[0].spent_workers) == ("over", 2)


def test_points_of_the_expedition_end_the_next_round_only():
    """Ruling 1."""
    state = with_points(position(queue=((0, "fish"),), ships=1, passed=True), 24)
    state = after_chance(play(state, "pass_round", "land pile=distant island=ruined_city"))
    assert (points(state), state.stage, state.round) == (27, "lookout", 2)
    while question(state) == "keep":
        state = after_chance(engine.apply(GAME, state, legal(state)[0])[0])
    state = play(state, "pass_round", "pass_round")
    assert state.stage == "over"


def test_points_of_banks_end_the_round_that_they_open():
    """Ruling 1: 25 points after the lookout do not end the game at once."""
    state = with_site(
        with_points(position("mackinnon", empire=("granary",), passed=True), 23), "granary", goods=(("food", 2),)
    )
    state = after_chance(play(state, "pass_round"))
    while question(state) == "keep":
        state = after_chance(engine.apply(GAME, state, legal(state)[0])[0])
    assert (points(state), state.stage) == (25, "actions")
    assert play(state, "pass_round", "pass_round").stage == "over"


def final_position(**options):
    """Return MacKinnon with 27 points, 17 cards in the empire, goods of all kinds, and full banks."""
    cards = ("leased_pasture", "fish_weir", "granary", "granary", "gold_vault", "savings_bank", "branch_office")
    cards += ("toll_gate", "toll_gate", "auditor", "cashier", "herring_bank", "golden_reef")
    near, distant = ("old_market", "driftwood_isle"), ("ruined_city", "abbey_isle")
    state = given("mackinnon", empire=cards, near=near, distant=distant, hand=("hiring_fair",))
    state, _ = take(state, 0, "tenant_plot", host=slot_of(state, "mackinnon_estate_wood"))
    state = with_site(with_site(state, "gold_vault", goods=(("gold", 2),)), "savings_bank", goods=(("wood", 4),))
    goods = bag_of(["wood"] * 3 + ["fish"] * 2 + ["food"] * 2 + ["gold"] * 2 + ["raze"] * 3)
    state = with_player(with_player(state, 0, goods=goods), 1, passed=True)
    return with_points(replace(state, options=replace(state.options, **options)), 27)


@pytest.mark.parametrize(("options", "sum_"), [({}, 49), ({"raze_points": True}, 52)])
def test_the_points_of_an_empire(options, sum_):
    """Rulings 18 and 20: every card, pairs of any resources, gold; deposits, hand and ships nothing."""
    assert points(play(final_position(**options), "pass_round")) == sum_


def tied_result(**changes):
    """Return the result for two players at 25 points, each with three fields and five workers, seat 0 changed."""
    state = with_points(with_points(given(), 25), 25, seat=1)
    return GAME.result(play(with_player(state, 0, **changes), "pass_round", "pass_round"))


def test_ties_are_broken_by_all_cards_then_all_workers_then_the_hand():
    """Ruling 19: spent workers count too."""
    assert tied_result().winners == (0, 1)
    assert tied_result(workers=4).winners == (1,)
    assert tied_result(workers=4, spent_workers=1).winners == (0, 1)
    assert tied_result(workers=0, spent_workers=6).winners == (0,)
    assert tied_result(hand=(("axe_yard", 1),)).winners == (0,)
    bare = with_points(with_points(given(empire=("axe_yard",), workers=1), 24), 25, seat=1)
    assert GAME.result(play(bare, "pass_round", "pass_round")).winners == (0,)


def test_assigned_workers_belong_to_all_workers():
    """Ruling 19."""
    state = given(seats=1, scenario="outpost", workers=3)
    assert workers_of(with_site(state, "outpost_location", goods=(("worker", 2),)).active_player) == 5


def test_of_three_tied_only_those_equal_in_all_share():
    state = given(seats=3)
    for seat in range(3):
        state = with_points(state, 25, seat=seat)
    for seat in (0, 2):
        card = state.players[seat].deck[0][0]
        state = with_player(state, seat, hand=((card, 1),), deck=without(state.players[seat].deck, (card,)))
    result = GAME.result(play(possible(state), "pass_round", "pass_round", "pass_round"))
    assert (result.winners, result.ranking) == ((0, 2), ((0, 2), (1,)))


def test_the_player_who_ends_the_game_may_lose_it():
    state = with_points(with_points(position(), 25), 24, seat=1)
    state = with_player(state, 1, goods=(("gold", 9),))
    assert GAME.result(play(state, "pass_round", "pass_round")).winners == (1,)
