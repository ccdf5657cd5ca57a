"""Set-up, lookout, expedition, clean-up, the end of the game and its points."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.empires_north.empire.cards import update_site
from referee_service.games.empires_north.questions import KeepFrame
from referee_service.games.empires_north.state import Pawn
from referee_service.kernel.bags import bag_of, size_of
from referee_service.kernel.engine import visible_action
from referee_service.kernel.score import award
from referee_service.kernel.tuples import with_player
from tests.games.empires_north.positions import (
    GAME,
    after,
    after_chance,
    begun,
    cited,
    faults,
    given,
    has,
    having,
    legal,
    opening,
    played,
    points,
    question,
    refusals,
    site,
    without,
)
from tests.games.rules import rule

# --- set-up ---------------------------------------------------------------------------------------------------------


def test_a_clan_begins_with_five_workers_two_ships_and_the_goods_of_its_fields():
    state = after_chance(begun().state)
    state = played(state, "choose_clan clan=ulaf", "choose_clan clan=heidel")
    player = state.players[0]
    assert (player.workers, player.ships, dict(player.goods)) == (5, 2, {"food": 1, "stone": 1, "wood": 2})
    assert len(player.empire) == 3
    assert sorted(state.ring) == ["construct", "explore", "harvest", "populate", "sail"]
    assert (len(state.near.face_up), len(state.distant.face_up)) == (2, 2)


@rule("choose_clan.free")
@pytest.mark.parametrize(("clan", "refused"), [("ulaf", True), ("glenn", False)])
def test_nobody_takes_the_clan_of_another(clan, refused):
    state = played(after_chance(begun().state), "choose_clan clan=ulaf")
    assert ("choose_clan.free" in refusals(state, f"choose_clan clan={clan}")) is refused


@rule("keep_cards.count")
@pytest.mark.parametrize(("kept", "refused"), [(2, True), (3, False), (4, True)])
def test_three_of_the_first_five_cards_are_kept(kept, refused):
    state = after_chance(played(after_chance(begun().state), "choose_clan clan=ulaf", "choose_clan clan=heidel"))
    cards = [card for card, count in state.players[0].looked_at for _ in range(count)]
    assert len(cards) == 5
    assert ("keep_cards.count" in refusals(state, f"keep_cards cards={','.join(sorted(cards)[:kept])}")) is refused


def test_the_first_cards_cost_no_worker():
    state = opening()
    assert all(player.workers == 5 for player in state.players)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_clans_may_be_dealt_and_the_starter_drawn(seats):
    state = after_chance(begun(seats, clans="random", first_player=None).state)
    assert len({player.clan for player in state.players}) == seats


# --- lookout --------------------------------------------------------------------------------------------------------


def looking(**wanted):
    """A lookout when seat 0 chooses among these cards."""
    cards = wanted.pop("cards", ("axe_yard", "axe_yard", "valkyrie", "watchtower"))
    state = given(**wanted)
    state = after_chance(played(state, "pass_round", "pass_round"))
    assert question(state) == "keep"
    player = state.players[0]
    deck = without(tuple(sorted({**dict(player.deck)}.items())), ())
    whole = dict(deck)
    for card, count in player.looked_at:
        whole[card] = whole.get(card, 0) + count
    return with_player(state, 0, looked_at=bag_of(cards), deck=without(tuple(sorted(whole.items())), cards))


@rule("keep_cards.workers")
@pytest.mark.parametrize(("workers", "refused"), [(1, True), (2, False)])
def test_ruling_4_every_card_kept_takes_a_worker_of_the_supply(workers, refused):
    state = looking(workers=workers)
    assert ("keep_cards.workers" in refusals(state, "keep_cards cards=axe_yard,valkyrie")) is refused


@rule("keep_cards.looked")
@pytest.mark.parametrize(
    ("cards", "refused"), [("axe_yard,axe_yard", False), ("valkyrie,valkyrie", True), ("jarl_seat", True)]
)
def test_only_cards_looked_at_are_kept(cards, refused):
    assert ("keep_cards.looked" in refusals(looking(), f"keep_cards cards={cards}")) is refused


@rule("keep_cards.sorted")
@pytest.mark.parametrize(("cards", "refused"), [("axe_yard,valkyrie", False), ("valkyrie,axe_yard", True)])
def test_cards_are_named_in_order(cards, refused):
    assert ("keep_cards.sorted" in refusals(looking(), f"keep_cards cards={cards}")) is refused


@rule("ruling.lookout")
def test_ruling_4_choices_lie_face_down_until_all_have_chosen():
    state = played(looking(), "keep_cards cards=axe_yard,valkyrie")
    assert (state.players[0].workers, size_of(state.players[0].hand), question(state)) == (5, 0, "keep")
    assert GAME.view(state, 1) == GAME.view(played(looking(), "keep_cards cards=valkyrie"), 1)
    done = after_chance(after(state, legal(state)[0]))
    assert (done.players[0].workers, dict(done.players[0].hand)) == (3, {"axe_yard": 1, "valkyrie": 1})
    assert dict(done.players[0].discard) == {"axe_yard": 1, "watchtower": 1}


def test_the_choice_of_a_lookout_is_seen_by_nobody_else():
    state = looking()
    action = legal(state)[0]
    assert visible_action(GAME, state, action, 0) == action
    assert visible_action(GAME, state, action, 1) is None


def test_ruling_4_with_fewer_cards_the_discard_pile_is_shuffled_then_what_there_is_is_drawn():
    state = given(discard=("axe_yard",))
    state = with_player(state, 0, deck=(("valkyrie", 1),))
    state = after_chance(played(state, "pass_round", "pass_round"))
    assert size_of(state.players[0].looked_at) == 2


def test_who_has_no_worker_is_not_asked_in_a_lookout():
    state = played(given(workers=0), "pass_round", "pass_round")
    assert [frame.seat for frame in after_chance(state).pending if isinstance(frame, KeepFrame)] == [1]


@rule("score.storage")
def test_ruling_17_banks_pay_after_every_lookout_and_keep_their_deposits():
    state = given("mackinnon", empire=("granary", "savings_bank"))
    state = update_site(state, 0, 3, goods=(("food", 2),))
    state = update_site(state, 0, 4, goods=(("fish", 1), ("wood", 2)))
    assert "score.storage" not in cited(state)
    state = after_chance(played(state, "pass_round", "pass_round"))
    while question(state) == "keep":
        state = after_chance(after(state, legal(state)[0]))
    assert cited(state) == {"score.storage": 2}
    assert has(state, "gold") == 1
    assert dict(site(state, "granary").goods) == {"food": 2}


# --- the expedition -------------------------------------------------------------------------------------------------


def at_sea(*queue, **wanted):
    return played(given(queue=queue, **wanted), "pass_round", "pass_round")


@rule("land.fish")
@pytest.mark.parametrize(("load", "refused"), [("", True), ("raze", True), ("fish", False)])
def test_distant_islands_take_a_fish_also_blindly(load, refused):
    state = at_sea((0, load))
    assert ("land.fish" in refusals(state, "land pile=distant island=golden_reef")) is refused
    assert ("land.fish" in refusals(state, "land pile=distant")) is refused


@rule("land.open")
@pytest.mark.parametrize(
    ("island", "refused"), [("herring_bank", False), ("stone_circle", True), ("golden_reef", True)]
)
def test_only_an_island_that_lies_open_can_be_named(island, refused):
    assert ("land.open" in refusals(at_sea((0, "fish")), f"land pile=near island={island}")) is refused


@rule("land.pile")
@pytest.mark.parametrize("empty", [True, False])
def test_a_blind_ship_needs_a_pile(empty):
    state = at_sea((0, ""))
    if empty:
        state = replace(state, near=replace(state.near, pile=(), discard=()))
    assert ("land.pile" in refusals(state, "land pile=near")) is empty


@rule("take_island.raze")
def test_conquering_takes_a_raze_token_on_board():
    state = played(at_sea((0, "raze")), "land pile=near island=driftwood_isle")
    assert refusals(state, "take_island conquer=true") == set()
    unarmed = replace(state, queue=(replace(state.queue[0], raze=False),))
    assert refusals(unarmed, "take_island conquer=true") == {"take_island.raze"}
    assert refusals(unarmed, "take_island conquer=false") == set()


def test_ruling_11_who_has_no_raze_token_pillages_without_being_asked():
    state = played(at_sea((0, "")), "land pile=near island=driftwood_isle")
    assert has(state, "wood") == 2
    assert "driftwood_isle" in dict(state.near.discard) or "driftwood_isle" not in state.near.face_up


def test_ruling_11_a_blind_island_is_turned_up_before_the_choice():
    state = after_chance(played(at_sea((0, "raze")), "land pile=near"))
    assert question(state) == "landing"


def test_tokens_on_board_are_lost_and_the_ship_comes_home():
    state = given(queue=((0, "fish raze"),), ships=1)
    state = played(
        state, "pass_round", "pass_round", "land pile=near island=driftwood_isle", "take_island conquer=false"
    )
    assert (state.players[0].ships, has(state, "fish"), has(state, "raze")) == (2, 0, 0)


def test_ruling_13_a_conquered_island_gives_its_bonus_and_comes_refreshed():
    state = played(at_sea((0, "raze")), "land pile=near island=driftwood_isle", "take_island conquer=true")
    assert has(state, "wood") == 1
    assert not site(state, "driftwood_isle").exhausted


def test_ships_land_in_the_order_of_the_queue():
    state = at_sea((1, ""), (0, ""))
    assert GAME.turn(state).seat == 1
    assert GAME.turn(played(state, "land pile=near island=driftwood_isle")).seat == 0


def test_open_islands_are_refilled_only_in_the_clean_up():
    state = played(at_sea((0, ""), (0, "")), "land pile=near island=driftwood_isle")
    assert state.near.face_up == ("herring_bank",)
    state = after_chance(played(state, "land pile=near island=herring_bank"))
    assert len(state.near.face_up) == 2


@rule("ruling.voyage")
def test_ruling_11_a_ship_that_reaches_no_island_comes_home_with_nothing():
    state = given(queue=((0, ""),), near=(), ships=1)
    empty = replace(state, near=replace(state.near, pile=(), discard=(), face_up=()))
    assert played(empty, "pass_round", "pass_round").players[0].ships == 2
    assert question(played(state, "pass_round", "pass_round")) == "voyage"


def test_early_pillage_sends_the_ship_home_to_sail_again():
    state = given(empire=("priest_of_thor",), queue=((0, ""),), ships=1)
    state = played(state, "use_location slot=3", "land pile=near island=driftwood_isle")
    assert (state.players[0].ships, has(state, "wood"), points(state), state.stage) == (2, 2, 1, "actions")


def test_ruling_21_common_ships_are_kept():
    state = given(queue=((0, "fish raze"),), distant=("far_harbour",), ships=1)
    state = played(
        state, "pass_round", "pass_round", "land pile=distant island=far_harbour", "take_island conquer=true"
    )
    assert state.players[0].ships == 3


# --- clean-up -------------------------------------------------------------------------------------------------------


def test_the_clean_up_brings_back_workers_cards_and_pawns_but_no_goods_are_lost():
    state = given(empire=("axe_yard",), pawns=("sail",), workers=3, spent_workers=2, goods={"wood": 2})
    state = update_site(state, 0, 3, exhausted=True)
    state = played(state, "pass_round", "pass_round")
    player = state.players[0]
    assert (player.workers, player.spent_workers, player.pawns, has(state, "wood")) == (5, 0, (), 2)
    assert not site(state, "axe_yard").exhausted
    assert state.first_seat == 1


def test_ruling_16_assigned_goods_and_workers_stay_through_the_clean_up():
    state = update_site(given(seats=1, scenario="outpost"), 0, 3, goods=(("worker", 2),))
    state = played(state, "pass_round")
    assert dict(site(state, "outpost_location").goods) == {"worker": 2}


# --- the end --------------------------------------------------------------------------------------------------------


@rule("ruling.end")
@pytest.mark.parametrize(("made", "over"), [(24, False), (25, True)])
def test_ruling_1_twenty_five_points_in_an_action_phase_end_the_game(made, over):
    state = played(having(given(), made), "pass_round", "pass_round")
    assert (state.stage == "over") is over
    assert (GAME.result(state) is not None) is over


def test_ruling_1_points_of_the_expedition_count_only_after_the_next_action_phase():
    state = having(given(queue=((0, ""),), near=("stone_circle",)), 24)
    state = played(state, "pass_round", "pass_round", "land pile=near island=stone_circle")
    assert (points(state), state.stage) == (25, "lookout")


def test_the_last_round_has_its_expedition_but_no_clean_up():
    state = having(given(queue=((0, ""),), spent_workers=1), 25)
    state = played(state, "pass_round", "pass_round")
    assert question(state) == "voyage"
    state = played(state, "land pile=near island=driftwood_isle")
    assert (state.stage, state.players[0].spent_workers) == ("over", 1)


@rule("ruling.rounds")
@pytest.mark.parametrize(("number", "over"), [(19, False), (20, True)])
def test_a_table_that_never_gets_there_stops_after_twenty_rounds(number, over):
    state = played(replace(given(), round=number), "pass_round", "pass_round")
    assert (state.stage == "over") is over


@rule("score.cards", "score.islands", "score.resources", "score.gold")
def test_ruling_18_and_20_the_end_counts_cards_islands_pairs_and_gold():
    """Base fields count; any two resources are a pair; what is assigned does not count."""
    state = given("mackinnon", empire=("granary", "driftwood_isle"), goods={"food": 2, "wood": 1, "gold": 2}, near=())
    state = update_site(state, 0, 3, goods=(("food", 2),))
    state = played(having(state, 25, seat=1), "pass_round", "pass_round")
    assert cited(state) == {"score.cards": 4, "score.islands": 1, "score.resources": 1, "score.gold": 2}
    assert cited(state, 1) == {"score.action": 25, "score.cards": 3}


@rule("score.raze")
@pytest.mark.parametrize("wanted", [True, False])
def test_raze_tokens_count_by_option_only(wanted):
    state = given(goods={"raze": 2})
    state = having(replace(state, options=replace(state.options, raze_points=wanted)), 25)
    state = played(state, "pass_round", "pass_round")
    assert cited(state).get("score.raze", 0) == (2 if wanted else 0)


@rule("ruling.tie")
def test_ruling_19_ties_go_by_cards_then_all_workers_then_cards_in_hand():
    even = having(having(given(other="glenn"), 25), 25, seat=1)

    def winners(state):
        return GAME.result(played(state, "pass_round", "pass_round")).winners

    assert winners(even) == (0, 1)
    assert winners(with_player(even, 1, spent_workers=1)) == (1,)
    more_cards = given(empire=("axe_yard",))
    assert winners(having(having(more_cards, 24), 25, seat=1)) == (0,)
    assert winners(having(having(given(hand=("axe_yard",)), 25), 25, seat=1)) == (0,)


def test_everybody_may_hold_any_number_of_cards():
    state = given(hand=("axe_yard",) * 3 + ("valkyrie", "valkyrie", "watchtower", "watchtower", "war_hall", "war_hall"))
    assert not faults(state)
    assert refusals(state, "place_pawn tile=explore") == set()


def test_points_are_awarded_by_rule():
    state = award(given(), 0, 2, "score.action")
    assert cited(state) == {"score.action": 2}
    assert Pawn("sail", exhausted=False) < Pawn("sail", exhausted=True)
