"""Audit: impossible positions, and the paths of their faults."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from referee_service.games.empires_north import GAME
from referee_service.games.empires_north.empire.cards import update_site
from referee_service.games.empires_north.questions import (
    AssignFrame,
    BoostWindowFrame,
    ChooseFrame,
    ChooseShipFrame,
    ConstructFrame,
    DiscardBoostFrame,
    DrawFrame,
    EffectsFrame,
    EmitEventFrame,
    GainResourceFrame,
    GuardFrame,
    KeepFrame,
    LandingFrame,
    OfferFrame,
    PawnArrivalFrame,
    PayFromHandFrame,
    PayWithCardFrame,
    PerformActionFrame,
    PlaceFrame,
    RecoverFrame,
    RefreshFrame,
    RevealFrame,
    SailFrame,
    SearchFrame,
    StartingCardFrame,
    TributeFrame,
    VoyageFrame,
)
from referee_service.games.empires_north.state import Pawn, Ship
from referee_service.kernel.bags import bag_of
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.state import CHANCE, ScoreLine
from referee_service.kernel.triggers import OrderTriggersFrame, PendingTrigger
from referee_service.kernel.tuples import with_player
from tests.games.empires_north.positions import bare, faults, given, opening, play, question, random_game, with_points
from tests.games.forgeries import forge
from tests.games.rules import allows, refuses

FIRST = given()
"""The first turn of a game of two, seat 0 to play."""
WINTER = given(seats=1)


def with_frames(*frames, state=FIRST):
    """Return the position in the middle of a turn with these questions open."""
    return replace(state, pending=frames, has_acted=True)


# --- real positions -------------------------------------------------------------------------------------------------


@allows("audit.shape", "audit.known", "audit.range", "audit.sorted", "audit.pieces", "audit.empire", "audit.stage")
@allows("audit.question", "audit.points", "referee.rest")
@pytest.mark.parametrize(
    ("seats", "scenario"),
    [(1, "winter"), (1, "outpost"), (1, "pirates"), (1, "barbarians"), (2, "winter"), (4, "winter")],
)
def test_every_position_of_a_real_game_is_possible(seats, scenario):
    for state in random_game(seats, 1, scenario):
        assert not faults(state)


def test_the_small_positions_of_these_tests_are_possible():
    assert not faults(FIRST)
    assert not faults(bare(opening()))
    assert not faults(WINTER)


# --- names, lengths, ranges -----------------------------------------------------------------------------------------


@refuses("audit.known")
@pytest.mark.parametrize(
    ("forged", "path"),
    [
        (replace(FIRST, ring=("sea", *FIRST.ring[1:])), "ring[0]"),
        (with_player(FIRST, 1, clan="picts"), "players[1].clan"),
        (with_player(FIRST, 1, goods=(("iron", 1),)), "players[1].goods[0]"),
        (with_player(FIRST, 1, hand=(("castle", 1),)), "players[1].hand[0]"),
        (with_player(FIRST, 1, pawns=(Pawn("sea", exhausted=False),)), "players[1].pawns[0].tile"),
        (update_site(FIRST, 0, 0, card="castle"), "players[0].empire[0].card"),
        (update_site(FIRST, 0, 0, card="winter_location"), "players[0].empire[0].card"),
        (replace(FIRST, near=replace(FIRST.near, face_up=("atlantis",))), "near.face_up[0]"),
        (with_frames(EffectsFrame(0, "castle", 0)), "pending[0]"),
        (with_frames(EffectsFrame(0, "axe_yard", 5)), "pending[0]"),
        (with_frames(EffectsFrame(0, "axe_yard", 0, step=9)), "pending[0]"),
        (with_frames(BoostWindowFrame(0, "dance")), "pending[0].action"),
        (with_frames(PaymentFrame(0, (("iron", 1),), (), "x")), "pending[0].owed[0]"),
        (with_frames(PaymentFrame(0, (("wood", 1),), (("iron", 1),), "x")), "pending[0].pool[0]"),
        (with_frames(PlaceFrame(0, "castle")), "pending[0].card"),
        (with_frames(EmitEventFrame(0, "sneezed")), "pending[0].event"),
        (with_frames(DiscardBoostFrame(0, ""), SailFrame(0)), "pending[0].card"),
        (replace(WINTER, solo=replace(WINTER.solo, event="flood")), "solo.event"),
        (replace(FIRST, options=replace(FIRST.options, slots=(("winter_stock", "wood"),))), "options.slots"),
        (replace(WINTER, options=replace(WINTER.options, slots=(("winter_stock", "gold"),))), "options.slots"),
    ],
)
def test_unknown_names_are_faults(forged, path):
    assert (path, "audit.known") in faults(forged)


@refuses("audit.shape")
@pytest.mark.parametrize(
    ("forged", "path"),
    [
        (replace(FIRST, players=()), "players"),
        (replace(FIRST, players=FIRST.players * 3), "players"),
        (replace(FIRST, score_lines=()), "score_lines"),
        (replace(FIRST, solo=WINTER.solo), "solo"),
        (replace(WINTER, solo=None), "solo"),
    ],
)
def test_rows_have_their_lengths(forged, path):
    assert faults(forged) == {(path, "audit.shape")}


@refuses("audit.range")
@pytest.mark.parametrize(
    ("forged", "path"),
    [
        (replace(FIRST, round=21), "round"),
        (replace(FIRST, active_seat=2), "active_seat"),
        (replace(FIRST, first_seat=-1), "first_seat"),
        (with_player(FIRST, 0, workers=-1), "players[0].workers"),
        (with_player(FIRST, 0, goods=(("wood", 0),)), "players[0].goods[0]"),
        (with_player(FIRST, 0, ships=5000), "players[0].ships"),
        (replace(FIRST, queue=(Ship(0, fish=False, raze=False),) * 41), "queue"),
        (replace(FIRST, queue=(Ship(3, fish=False, raze=False),)), "queue[0].seat"),
        (with_player(FIRST, 0, pawns=(Pawn("sail", exhausted=False),) * 3), "players[0].pawns"),
        (with_frames(ConstructFrame(7)), "pending[0].seat"),
        (with_frames(VoyageFrame(0, 0)), "pending[0].place"),
        (with_frames(DrawFrame(CHANCE, 5, 1, "hand")), "pending[0].recipient"),
        (replace(WINTER, solo=replace(WINTER.solo, foundations=3)), "solo.foundations"),
    ],
)
def test_numbers_are_in_range(forged, path):
    assert (path, "audit.range") in faults(forged)


@refuses("audit.sorted")
@pytest.mark.parametrize(
    ("forged", "path"),
    [
        (with_player(FIRST, 0, goods=(("wood", 1), ("food", 1))), "players[0].goods"),
        (with_player(FIRST, 0, empire=FIRST.active_player.empire[::-1]), "players[0].empire"),
        (with_player(FIRST, 0, deck=FIRST.active_player.deck[::-1]), "players[0].deck"),
        (
            with_player(FIRST, 0, pawns=(Pawn("sail", exhausted=False), Pawn("explore", exhausted=False))),
            "players[0].pawns",
        ),
        (replace(FIRST, ring=("sail",) * 5), "ring"),
        (replace(WINTER, solo=replace(WINTER.solo, solo_side_tiles=("sail", "explore"))), "solo.solo_side_tiles"),
    ],
)
def test_rows_are_sorted(forged, path):
    assert (path, "audit.sorted") in faults(forged)


# --- cards ----------------------------------------------------------------------------------------------------------


@refuses("audit.pieces")
@pytest.mark.parametrize(
    ("forged", "path"),
    [
        (with_player(FIRST, 0, deck=()), "players[0]"),
        (with_player(FIRST, 0, hand=(("axe_yard", 1),)), "players[0]"),
        (with_player(FIRST, 0, hand=(("wool_shed", 1),)), "players[0]"),
        (with_player(FIRST, 0, empire=FIRST.active_player.empire[:2]), "players[0]"),
        (replace(FIRST, near=replace(FIRST.near, pile=())), "near"),
        (replace(FIRST, near=replace(FIRST.near, face_up=("herring_bank", "herring_bank"))), "near"),
        (with_player(FIRST, 0, kept=(("axe_yard", 1),)), "players[0].kept"),
        (with_frames(DiscardBoostFrame(0, "boarding_party"), SailFrame(0)), "players[0]"),
    ],
)
def test_every_card_exists_exactly_once(forged, path):
    assert (path, "audit.pieces") in faults(forged)


@refuses("audit.empire")
@pytest.mark.parametrize(
    "forged",
    [
        update_site(FIRST, 0, 0, exhausted=True),
        update_site(FIRST, 0, 0, host=1),
        update_site(FIRST, 0, 0, copied_slot=1),
        update_site(FIRST, 0, 0, goods=(("wood", 1),)),
        update_site(FIRST, 0, 0, triggered=(0,)),
        update_site(FIRST, 0, 0, invaded=True),
        update_site(given(empire=("rock_ledge",)), 0, 3, host=0),
        given(empire=("rock_ledge",)),
        given(empire=("boarding_party",)),
        update_site(given("mackinnon", empire=("granary",)), 0, 3, goods=(("food", 3),)),
        update_site(given("mackinnon", empire=("granary",)), 0, 3, goods=(("wood", 1),)),
        update_site(given(empire=("watchtower",)), 0, 3, triggered=(0, 0)),
        update_site(given(empire=("sister_ship", "axe_yard")), 0, 3, copied_slot=4),
        update_site(given(empire=("sister_ship",)), 0, 3, copied_slot=3),
        update_site(given(empire=("sister_ship",)), 0, 3, copied_slot=9),
    ],
)
def test_an_impossible_card_in_an_empire_is_a_fault(forged):
    assert {rule for _, rule in faults(forged)} == {"audit.empire"}


def test_only_pirates_have_islands_in_hand():
    state = given(near=())
    pile = tuple(pair for pair in state.near.pile if pair[0] != "stone_circle")
    state = with_player(replace(state, near=replace(state.near, pile=pile)), 0, hand=(("stone_circle", 1),))
    assert faults(state) == {("players[0]", "audit.empire")}


# --- timing ----------------------------------------------------------------------------------------------------------


@refuses("audit.stage")
@pytest.mark.parametrize(
    "forged",
    [
        replace(FIRST, stage="over"),
        replace(FIRST, stage="expedition"),
        replace(FIRST, stage="setup"),
        replace(FIRST, round=0),
        replace(FIRST, is_last_round=True),
        replace(FIRST, has_acted=True),
        with_player(FIRST, 0, passed=True),
        replace(FIRST, ring=FIRST.ring[:4]),
        replace(FIRST, pending=(KeepFrame(0, None),)),
        with_player(FIRST, 0, looked_at=FIRST.active_player.deck, deck=()),
        replace(
            FIRST,
            near=replace(FIRST.near, face_up=tuple(dict(FIRST.near.pile)), pile=(), discard=bag_of(FIRST.near.face_up)),
        ),
    ],
)
def test_the_stage_fits_the_table(forged):
    assert {rule for _, rule in faults(forged)} == {"audit.stage"}


def test_a_lookout_without_questions_is_over():
    assert faults(replace(FIRST, stage="lookout")) == {("pending", "referee.rest")}


def first_with(wanted, seats=1, scenario="winter"):
    """Return the first position of a random game with this question, after the first round."""
    return next(state for state in random_game(seats, 3, scenario) if state.round > 1 and question(state) == wanted)


def test_a_solo_event_is_known_only_after_the_lookout():
    state = first_with("keep", scenario="outpost")
    assert not faults(state)
    event = next(each.solo.event for each in random_game(1, 3, "outpost") if each.solo.event)
    assert faults(replace(state, solo=replace(state.solo, event=event))) == {("pending[0]", "audit.question")}


def test_while_islands_are_turned_up_the_remaining_ones_are_missing():
    state = first_with("reveal", seats=2)
    assert not faults(state)
    (island, _), *rest = state.near.pile
    forged = replace(state, near=replace(state.near, pile=tuple(rest), face_up=(island,)))
    assert faults(forged) == {(f"pending[{len(state.pending) - 1}]", "audit.question")}


def test_islands_are_turned_up_once_per_pile():
    state = first_with("reveal", seats=2)
    assert [frame.pile for frame in state.pending[-2:]] == ["distant", "near"]
    forged = replace(state, pending=(*state.pending, state.pending[-2]))
    assert faults(forged) == {(f"pending[{len(state.pending)}]", "audit.question")}


def test_a_player_looks_at_no_more_cards_than_were_drawn():
    state = first_with("draw", seats=2)
    assert not faults(state)
    drawer = state.players[state.pending[-1].recipient]
    (card, count), *rest = drawer.deck
    assert not drawer.looked_at
    forged = with_player(state, state.pending[-1].recipient, deck=tuple(rest), looked_at=((card, count),))
    assert faults(forged) == {("players", "audit.stage")}


# --- questions ------------------------------------------------------------------------------------------------------

AXE = given(empire=("axe_yard",))
SHIP = given(queue=((0, "raze"),))
ONE_OPEN = replace(FIRST.near, face_up=FIRST.near.face_up[:1], discard=bag_of(FIRST.near.face_up[1:]))


@refuses("audit.question")
@pytest.mark.parametrize(
    "forged",
    [
        with_frames(BoostWindowFrame(0, "sail"), state=given(hand=("axe_yard",))),
        with_frames(
            PerformActionFrame(0, "construct"), BoostWindowFrame(0, "construct"), state=given(hand=("boarding_party",))
        ),
        with_frames(PerformActionFrame(0, "sail"), BoostWindowFrame(0, "explore"), state=given(hand=("axe_yard",))),
        with_frames(ConstructFrame(1), state=given(hand_of_1=("wool_shed",))),
        with_frames(SailFrame(0), state=given(ships=0)),
        with_frames(VoyageFrame(0, 0), state=SHIP),
        with_frames(ChooseFrame(0)),
        with_frames(SearchFrame(0)),
        with_frames(ChooseShipFrame(0), state=SHIP),
        with_frames(AssignFrame(0, 1)),
        with_frames(RecoverFrame(0, 1)),
        with_frames(RefreshFrame(0, 1)),
        with_frames(GainResourceFrame(0, 1)),
        with_frames(OfferFrame(0)),
        with_frames(GuardFrame(0), state=AXE),
        with_frames(StartingCardFrame(0, "raze")),
        with_frames(PayWithCardFrame(0)),
        with_frames(PayFromHandFrame(0, 1), state=given(hand=("axe_yard",))),
        with_frames(DrawFrame(CHANCE, 0, 1, "hand")),
        with_frames(RevealFrame(CHANCE, "near", 1), state=replace(FIRST, near=ONE_OPEN)),
        with_frames(
            PawnArrivalFrame(0, "sail", "explore"),
            PaymentFrame(0, (("food", 1),), (), "explore"),
            state=given(goods={"food": 1, "gold": 1}),
        ),
        with_frames(PaymentFrame(0, (("wood", 1),), (), "x"), state=given(goods={"wood": 1, "gold": 1})),
        with_frames(
            EmitEventFrame(0, "location_used", 3, "axe_yard"),
            EffectsFrame(0, "axe_yard", 0, slot=3),
            ChooseFrame(0),
            state=AXE,
        ),
        with_frames(
            OrderTriggersFrame(0, (PendingTrigger(0, "axe_yard", "built"), PendingTrigger(0, "watchtower", "built"))),
            state=AXE,
        ),
        with_frames(TributeFrame(0, 3), state=AXE),
        with_frames(
            EmitEventFrame(0, "location_used", 3, "axe_yard"),
            PerformActionFrame(0, "sail"),
            BoostWindowFrame(0, "sail"),
            state=given(empire=("axe_yard",), hand=("axe_yard",)),
        ),
        with_frames(
            EmitEventFrame(0, "location_used", 3, "axe_yard"),
            EffectsFrame(0, "axe_yard", 0, step=1, slot=3),
            SailFrame(0),
            state=update_site(AXE, 0, 3, exhausted=True),
        ),
        with_frames(EmitEventFrame(0, "conquered", 0, "ulaf_pine_forest"), GainResourceFrame(0, 1)),
        with_frames(
            LandingFrame(0, 0, "any", "distant", "herring_bank"),
            state=replace(SHIP, near=replace(SHIP.near, face_up=("driftwood_isle",))),
        ),
    ],
)
def test_a_question_belongs_to_the_frames_below_it(forged):
    assert {rule for _, rule in faults(forged)} == {"audit.question"}


@pytest.mark.parametrize(
    ("wanted", "frames"),
    [
        ("voyage", (SailFrame(0),)),
        ("voyage", (PerformActionFrame(0, "sail"), BoostWindowFrame(0, "sail"))),
        ("draw_event", (SailFrame(0),)),
        ("draw_event", (EmitEventFrame(0, "explored"), DrawFrame(CHANCE, 0, 1, "hand"))),
    ],
)
def test_an_action_of_the_ring_begins_only_in_a_turn(wanted, frames):
    state = with_player(first_with(wanted), 0, ships=2)
    assert not faults(state)
    assert faults(replace(state, pending=frames)) == {("pending[0]", "audit.question")}


def test_tribute_is_due_for_a_card_in_use():
    state = first_with("tribute", scenario="barbarians")
    assert not faults(state)
    forged = update_site(state, 0, state.pending[-1].slot, exhausted=False)
    assert faults(forged) == {(f"pending[{len(state.pending) - 1}]", "audit.question")}


def test_a_payment_has_the_price_of_the_purchase():
    state = play(given(hand=("axe_yard",), goods={"wood": 1, "gold": 1}), "build card=axe_yard")
    assert not faults(state)
    dear = replace(state, pending=(state.pending[0], replace(state.pending[1], owed=(("wood", 2),))))
    assert faults(dear) == {("pending[1]", "audit.question")}


def test_a_frame_with_a_pending_automatic_step_is_a_fault():
    state = with_frames(EmitEventFrame(0, "explored"), DrawFrame(CHANCE, 0, 1, "hand"))
    assert not faults(state)
    assert faults(with_player(state, 0, deck=(), discard=())) != set()


# --- points ---------------------------------------------------------------------------------------------------------


@refuses("audit.points")
@pytest.mark.parametrize(
    "lines",
    [
        (ScoreLine("score.cards", 3, 3),),
        (ScoreLine("build.hand", 1, 1),),
        (ScoreLine("score.special", 1, 1), ScoreLine("score.action", 1, 1)),
        (ScoreLine("score.penalty", 1, -2),),
        (ScoreLine("score.action", 0, 1),),
        (ScoreLine("score.action", 1, -1),),
    ],
)
def test_impossible_score_lines_are_faults(lines):
    assert faults(replace(FIRST, score_lines=(lines, ()))) == {("score_lines[0]", "audit.points")}


def test_points_of_the_end_can_be_recounted():
    state = play(with_points(given(), 25), "pass_round", "pass_round")
    assert not faults(state)
    more = replace(state, score_lines=(state.score_lines[1], state.score_lines[0]))
    assert not faults(more)
    wrong = replace(state, score_lines=((ScoreLine("score.action", 1, 25),), state.score_lines[1]))
    assert faults(wrong) == {("score_lines[0]", "audit.points")}


# --- random forgeries ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "scenario"), [(1, "outpost"), (1, "pirates"), (1, "barbarians"), (2, "winter"), (3, "winter")]
)
def test_an_edited_position_is_impossible_or_can_be_played_on_to_possible_ones(seats, scenario):
    forge(GAME, random_game(seats, 2, scenario), edits=400, rng=random.Random(seats))
