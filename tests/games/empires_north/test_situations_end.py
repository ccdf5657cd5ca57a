"""Situations of clean-up, end, points and secrecy as a reader of the rulebook answers them. L = line, R = ruling."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.empires_north import GAME
from referee_service.games.empires_north.actions.draw_card import DrawCard
from referee_service.games.empires_north.actions.keep_cards import KeepCards
from referee_service.games.empires_north.state import workers_of
from referee_service.kernel import engine
from referee_service.kernel.bags import bag_of, size_of
from referee_service.kernel.notation import parse_notation
from referee_service.kernel.tuples import with_player
from tests.games.empires_north.positions import (
    after_chance,
    events_of,
    given,
    has,
    having,
    legal,
    played,
    points,
    question,
    refusals,
    slot_of,
    take,
    without,
)
from tests.games.empires_north.situations import altered, at, holding, sound

# --- clean-up -------------------------------------------------------------------------------------------------------


def test_the_clean_up():
    """L400-408: workers, cards and pawns come back, islands are discarded and new ones shown, the marker moves."""
    state = at(
        empire=("axe_yard", "watchtower"),
        workers=2,
        spent_workers=3,
        goods={"wood": 4},
        pawns=("-sail", "explore"),
        passed=True,
    )
    state = altered(altered(state, "axe_yard", exhausted=True), "watchtower", triggered=(0,))
    state = after_chance(played(state, "pass_round"))
    player = state.players[0]
    assert (player.workers, player.spent_workers, player.pawns, player.passed, has(state, "wood")) == (
        5,
        0,
        (),
        False,
        4,
    )
    assert not any(each.exhausted or each.triggered for each in player.empire)
    assert (state.first_seat, state.active_seat, state.round) == (1, 1, 2)
    assert (len(state.near.face_up), size_of(state.near.discard)) == (2, 2)
    assert set(state.near.face_up).isdisjoint({"herring_bank", "driftwood_isle"})


# --- the end --------------------------------------------------------------------------------------------------------


def test_the_phase_goes_on_when_somebody_has_enough_points():
    """L372, L398: others still act; then ships land; nothing is cleaned up."""
    state = having(at(queue=((0, ""),), ships=1, spent_workers=2, workers=3), 25)
    state = played(state, "pass_round", "place_pawn tile=populate")
    assert (state.stage, state.active_seat) == ("actions", 1)
    state = played(state, "pass_round")
    assert (state.stage, state.is_last_round) == ("expedition", True)
    state = played(state, "land pile=near island=herring_bank")
    assert (state.stage, state.players[0].spent_workers) == ("over", 2)


def test_points_of_the_expedition_end_the_next_round_only():
    """R1."""
    state = having(at(queue=((0, "fish"),), ships=1, passed=True), 24)
    state = after_chance(played(state, "pass_round", "land pile=distant island=ruined_city"))
    assert (points(state), state.stage, state.round) == (27, "lookout", 2)
    while question(state) == "keep":
        state = after_chance(engine.apply(GAME, state, legal(state)[0])[0])
    state = played(state, "pass_round", "pass_round")
    assert state.stage == "over"


def test_points_of_banks_end_the_round_that_they_open():
    """R1: 25 points after the lookout do not end the game at once."""
    state = altered(having(at("mackinnon", empire=("granary",), passed=True), 23), "granary", goods=(("food", 2),))
    state = after_chance(played(state, "pass_round"))
    while question(state) == "keep":
        state = after_chance(engine.apply(GAME, state, legal(state)[0])[0])
    assert (points(state), state.stage) == (25, "actions")
    assert played(state, "pass_round", "pass_round").stage == "over"


def final(**options):
    """MacKinnon with 27 points, 17 cards in the empire, goods of all kinds, and full banks."""
    cards = ("leased_pasture", "fish_weir", "granary", "granary", "gold_vault", "savings_bank", "branch_office")
    cards += ("toll_gate", "toll_gate", "auditor", "cashier", "herring_bank", "golden_reef")
    near, distant = ("old_market", "driftwood_isle"), ("ruined_city", "abbey_isle")
    state = given("mackinnon", empire=cards, near=near, distant=distant, hand=("hiring_fair",))
    state, _ = take(state, 0, "tenant_plot", host=slot_of(state, "mackinnon_estate_wood"))
    state = altered(altered(state, "gold_vault", goods=(("gold", 2),)), "savings_bank", goods=(("wood", 4),))
    goods = bag_of(["wood"] * 3 + ["fish"] * 2 + ["food"] * 2 + ["gold"] * 2 + ["raze"] * 3)
    state = with_player(with_player(state, 0, goods=goods), 1, passed=True)
    return having(replace(state, options=replace(state.options, **options)), 27)


@pytest.mark.parametrize(("options", "sum_"), [({}, 49), ({"raze_points": True}, 52)])
def test_the_points_of_an_empire(options, sum_):
    """L414-421, R18, R20: every card, pairs of any resources, gold; deposits, hand and ships nothing."""
    assert points(played(final(**options), "pass_round")) == sum_


def tied(**changes):
    """Two players at 25 points, each with three fields and five workers, seat 0 changed."""
    state = having(having(given(), 25), 25, seat=1)
    return GAME.result(played(with_player(state, 0, **changes), "pass_round", "pass_round"))


def test_ties_are_broken_by_all_cards_then_all_workers_then_the_hand():
    """L425, R19: spent workers count too."""
    assert tied().winners == (0, 1)
    assert tied(workers=4).winners == (1,)
    assert tied(workers=4, spent_workers=1).winners == (0, 1)
    assert tied(workers=0, spent_workers=6).winners == (0,)
    assert tied(hand=(("axe_yard", 1),)).winners == (0,)
    bare = having(having(given(empire=("axe_yard",), workers=1), 24), 25, seat=1)
    assert GAME.result(played(bare, "pass_round", "pass_round")).winners == (0,)


def test_assigned_workers_belong_to_all_workers():
    """R19."""
    state = given(seats=1, scenario="outpost", workers=3)
    assert workers_of(altered(state, "outpost_location", goods=(("worker", 2),)).active_player) == 5


def test_of_three_tied_only_those_equal_in_all_share():
    """L425."""
    state = given(seats=3)
    for seat in range(3):
        state = having(state, 25, seat=seat)
    for seat in (0, 2):
        card = state.players[seat].deck[0][0]
        state = with_player(state, seat, hand=((card, 1),), deck=without(state.players[seat].deck, (card,)))
    result = GAME.result(played(sound(state), "pass_round", "pass_round", "pass_round"))
    assert (result.winners, result.ranking) == ((0, 2), ((0, 2), (1,)))


def test_who_ended_the_game_need_not_win_it():
    """L421."""
    state = having(having(at(), 25), 24, seat=1)
    state = with_player(state, 1, goods=(("gold", 9),))
    assert GAME.result(played(state, "pass_round", "pass_round")).winners == (1,)


# --- secrecy --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hand", [("drinking_competition",), ("cooper",), ("barley_row",)])
def test_others_cannot_tell_who_could_play_a_boost(hand):
    """L349, L567: the window is open whatever the hand holds, and looks alike."""
    state = played(at("heidel", hand=hand), "place_pawn tile=harvest")
    seen = GAME.view(state, 1)
    plain = GAME.view(played(at("heidel", hand=("mead_cellar",)), "place_pawn tile=harvest"), 1)
    assert question(state) == "boost_window"
    assert seen == plain


def test_a_search_shows_others_nothing():
    """L647: the same view whichever card is taken, or none."""
    state = at("panuk", hand=("gathering", "ice_hole"))
    state = played(state, "place_pawn tile=explore", "play_boost card=gathering")
    views = {GAME.view(played(state, f"take_card card={card}"), 1) for card in ("seal_hunters", "kayak_shed")}
    assert len(views) == 1
    for event in events_of(state, parse_notation(GAME, "take_card card=seal_hunters")):
        assert "seal_hunters" not in str(event.facts)
    assert engine.visible_action(GAME, state, parse_notation(GAME, "take_card card=seal_hunters"), 1) is None


def test_cards_drawn_are_told_to_their_owner_only():
    """L349."""
    state = played(at(), "place_pawn tile=explore")
    assert question(state) == "draw"
    drawn = DrawCard(state.players[0].deck[0][0])
    assert (engine.visible_action(GAME, state, drawn, 0), engine.visible_action(GAME, state, drawn, 1)) == (drawn, None)
    assert engine.visible_action(GAME, state, drawn, None) is None
    after = [GAME.view(engine.apply(GAME, state, DrawCard(card))[0], 1) for card, _ in state.players[0].deck[:2]]
    assert after[0] == after[1]


def test_nobody_sees_another_hand_and_everybody_what_lies_open():
    """L291, L349, L672."""
    state = at(hand=("axe_yard",), discard=("valkyrie",), goods={"wood": 2}, queue=((0, "fish"),), ships=1)
    for seat in (1, None):
        seen = GAME.view(state, seat)
        player = seen.board.players[0]
        assert (player.hand, player.deck, seen.hands[0]) == ((), (), 1)
        assert (player.goods, player.discard, seen.board.queue) == (
            state.active_player.goods,
            state.active_player.discard,
            state.queue,
        )
        assert ("axe_yard", 3) in seen.unseen[0]


def test_asking_for_a_card_that_another_holds_tells_nothing():
    """L349: the refusal is the same whether or not the other holds it."""
    held, free = at(hand_of_1=("piper",)), at()
    for line in ("build card=piper", "build card=axe_yard"):
        assert refusals(held, line) == refusals(free, line)
    assert engine.nearest_legal_actions(
        GAME, held, 0, parse_notation(GAME, "build card=piper")
    ) == engine.nearest_legal_actions(GAME, free, 0, parse_notation(GAME, "build card=piper"))
    assert engine.nearest_legal_actions(GAME, held, 1, parse_notation(GAME, "build card=piper")) == []


def test_a_blind_landing_names_no_island():
    """L382: an island of the pile cannot be asked for by name."""
    state = played(at(queue=((0, ""),), ships=1, passed=True), "pass_round")
    assert refusals(state, "land pile=near island=old_market") == {"land.open"}
    assert {action.island for action in legal(state)} == {None, "herring_bank", "driftwood_isle"}


def test_what_is_kept_is_seen_by_who_keeps_it():
    """R4."""
    state = after_chance(played(at(passed=True), "pass_round"))
    kept = max((action for action in legal(state)), key=lambda action: len(action.cards))
    assert isinstance(kept, KeepCards)
    assert engine.visible_action(GAME, state, kept, 1) is None


def test_who_has_no_worker_keeps_nothing_and_is_not_asked():
    """R4: workers are public, so this tells nothing; the cards lie open with the others."""
    state = holding(at(workers=0, passed=True), deck=("axe_yard", "valkyrie", "watchtower", "treasury"))
    state = after_chance(played(with_player(state, 0, spent_workers=0), "pass_round"))
    assert (question(state), GAME.turn(state).seat) == ("keep", 1)
    assert state.players[0].discard == ()
