"""Situations of copies, Specials, ships and the expedition, as a reader of the rulebook answers them.

Sources: L = line of the rulebook, R = ruling of the game's page, C = rule of the card set.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.empires_north.state import IslandPiles, Ship
from referee_service.kernel.tuples import with_player
from tests.games.empires_north.positions import (
    after,
    after_chance,
    has,
    legal,
    played,
    points,
    question,
    refusals,
    site,
    slot_of,
)
from tests.games.empires_north.situations import altered, at, picks, resolved, slots_of, sound, use

# --- copies ---------------------------------------------------------------------------------------------------------


def test_a_sister_ship_takes_after_a_ship_for_good():
    """L649, C: a bonus is not repeated; no copy is copied."""
    empire = ("twin_ships", "floki_workshop", "axe_yard")
    state = at(
        empire=empire, hand=("sister_ship",), goods={"wood": 2, "stone": 1}, queue=((0, ""),), ships=1, passed=True
    )
    state = played(state, "build card=sister_ship")
    assert picks(state) == {"twin_ships", "floki_workshop"}
    floki = played(state, f"pick_card slot={slot_of(state, 'floki_workshop')}")
    assert (floki.active_player.ships, points(floki)) == (1, 0)
    twins = played(state, f"pick_card slot={slot_of(state, 'twin_ships')}", "pass_round")
    assert points(resolved(played(twins, "land pile=near island=herring_bank"))) == 2


def test_a_copy_without_anything_to_copy_is_placed_blank():
    """C copy_rule: the card is chosen on placing only."""
    state = at(empire=("axe_yard",), hand=("sister_ship",), goods={"wood": 2, "stone": 1}, passed=True)
    state = played(state, "build card=sister_ship")
    assert question(state) == "main"
    assert refusals(state, use(state, "sister_ship")) == {"use_location.action"}


def test_a_copied_special_does_not_hear_its_own_arrival_but_the_next_one():
    """C own_arrival, limit: each copy counts for itself."""
    goods = {"wood": 3}
    hand = ("second_camp", "summer_camp")
    state = at("nanurjuk", empire=("winter_quarters",), hand=hand, goods=goods, passed=True)
    state = played(state, "build card=second_camp")
    assert (site(state, "second_camp").copied_slot, points(state)) == (slot_of(state, "winter_quarters"), 1)
    state = played(state, "build card=summer_camp")
    assert points(state) == 1 + 1 + 1


def test_a_copy_stays_blank_when_its_card_comes_back():
    """C copy_rule, R15; placed anew it chooses anew."""
    state = at("nanurjuk", empire=("ice_hunters", "second_camp", "sled_trail"), goods={"wood": 3}, passed=True)
    state = altered(state, "second_camp", copied_slot=slot_of(state, "ice_hunters"))
    assert refusals(state, use(state, "second_camp")) == set()
    state = played(state, use(state, "sled_trail"), f"pick_card slot={slot_of(state, 'ice_hunters')}")
    assert refusals(state, use(state, "second_camp")) == {"use_location.action"}
    state = sound(played(state, "build card=ice_hunters"))
    assert refusals(state, use(state, "second_camp")) == {"use_location.action"}
    state = altered(state, "sled_trail", exhausted=False)
    state = played(state, use(state, "sled_trail"), f"pick_card slot={slot_of(state, 'second_camp')}")
    state = played(state, "build card=second_camp")
    assert site(state, "second_camp").copied_slot == slot_of(state, "ice_hunters")


def test_a_special_placed_again_reacts_again_in_the_same_round():
    """C ability.limit, own_arrival."""
    state = at(
        "nanurjuk",
        empire=("winter_quarters", "sled_trail"),
        hand=("summer_camp", "summer_camp"),
        goods={"wood": 4, "stone": 2},
        passed=True,
    )
    state = played(state, "build card=summer_camp")
    assert points(state) == 2
    state = played(state, use(state, "sled_trail"), f"pick_card slot={slot_of(state, 'winter_quarters')}")
    state = played(state, "build card=winter_quarters")
    assert points(state) == 2
    assert points(played(state, "build card=summer_camp")) == 4


# --- specials -------------------------------------------------------------------------------------------------------


def test_specials_hear_only_what_happens_to_their_owner():
    """C when.special: the ship of another pillages."""
    state = at("glenn", other="ulaf", theirs=("twin_ships",), queue=((0, ""), (1, "")), passed=True)
    state = with_player(with_player(state, 0, ships=1), 1, ships=1)
    state = played(sound(state), "pass_round", "land pile=near island=herring_bank")
    assert (points(state, 0), points(state, 1)) == (0, 0)
    state = played(state, "land pile=near island=driftwood_isle")
    assert points(state, 1) == 1


def test_keeps_pay_for_one_conquest_of_a_round_and_the_signal_for_every_one():
    """C limits: the action phase and the expedition are one round; a bonus does not hear itself."""
    empire = ("watchtower", "watchtower", "treasury", "white_keep", "signal_isle")
    state = at(
        empire=empire, hand=("following_wind", "axe_yard"), queue=((0, "raze"), (0, "raze")), ships=0, passed=True
    )
    state = played(state, "place_pawn tile=explore", "play_boost card=following_wind")
    state = played(state, "choose option=conquer_now_food", "choose_ship place=0", "land pile=near island=herring_bank")
    state = after_chance(resolved(state))
    assert (points(state), has(state, "food")) == (6, 1 + 1)
    state = played(state, "pass_round", "land pile=near island=driftwood_isle", "take_island conquer=true")
    assert points(resolved(state)) == 7


def test_an_island_does_not_hear_its_own_conquest():
    """C own_arrival: Signal Isle gives its bonus only."""
    state = at(queue=((0, "raze"),), ships=1, near=("signal_isle", "herring_bank"), passed=True)
    state = played(state, "pass_round", "land pile=near island=signal_isle", "take_island conquer=true")
    assert (points(state), has(state, "food")) == (0, 1)


def test_specials_at_once_are_ordered_by_their_owner_before_the_next_ship():
    """R3: and none of them may be saved for later."""
    empire = ("valkyrie", "twin_ships", "twin_ships", "raider_cove")
    state = at(empire=empire, queue=((0, ""), (0, "")), ships=0, near=("stone_circle", "herring_bank"), passed=True)
    state = played(state, "pass_round", "land pile=near island=stone_circle")
    assert question(state) == "simultaneous"
    seen = 0
    while question(state) in ("simultaneous", "choose"):
        assert "decline" not in {type(action).__name__.lower() for action in legal(state)}
        state, seen = after(state, legal(state)[0]), seen + 1
    assert question(state) == "voyage"
    assert (points(state), has(state, "stone")) == (3, 1)
    assert has(state, "food") + has(state, "raze") == 2
    state = resolved(played(state, "land pile=near island=herring_bank"))
    assert points(state) == 5


def test_an_upgrade_is_built_but_an_island_is_not():
    """C on_build: Marble Coast hears a card of the hand, whatever its kind, and no conquest."""
    state = at(empire=("marble_coast",), hand=("rock_ledge",), queue=((0, "raze"),), ships=1, passed=True)
    built = played(state, "place_pawn tile=explore", "build_field card=rock_ledge host=2")
    assert points(built) == 1
    state = played(state, "pass_round", "land pile=near island=herring_bank", "take_island conquer=true")
    assert points(state) == 0


# --- ships before the expedition ------------------------------------------------------------------------------------


def test_a_ship_moves_up_with_what_is_on_board():
    """L643."""
    state = at(
        queue=((1, ""), (0, "fish"), (0, "raze")), ships=0, hand=("following_wind", "following_wind"), passed=True
    )
    state = played(sound(with_player(state, 1, ships=1)), "place_pawn tile=explore", "play_boost card=following_wind")
    state = played(state, "choose option=advance_ship_fish", "choose_ship place=2")
    assert state.queue == (Ship(1, False, False), Ship(0, False, True), Ship(0, True, False))
    assert has(state, "fish") == 1


@pytest.mark.parametrize("queue", [(), ((0, ""), (1, ""))])
def test_the_first_ship_stays_where_it_is_and_the_fish_is_gained(queue):
    """R22."""
    state = at(queue=queue, ships=2 - bool(queue), hand=("following_wind",))
    state = sound(with_player(state, 1, ships=2 - bool(queue)))
    before = state.queue
    state = played(state, "place_pawn tile=explore", "play_boost card=following_wind")
    assert (has(state, "fish"), state.queue) == (1, before)


def test_conquering_at_once_takes_a_raze_token_aboard_and_a_fish_for_distant_islands():
    """L521."""
    fishing = at(queue=((0, "fish"),), ships=1, hand=("following_wind",))
    fishing = played(fishing, "place_pawn tile=explore", "play_boost card=following_wind")
    assert (has(fishing, "fish"), question(fishing)) == (1, "draw")
    for load, piles in (("raze", {"near"}), ("fish raze", {"near", "distant"})):
        state = at(queue=((0, load),), ships=1, hand=("following_wind",))
        state = played(
            state, "place_pawn tile=explore", "play_boost card=following_wind", "choose option=conquer_now_food"
        )
        assert {action.pile for action in legal(state)} == piles
    state = played(state, "land pile=distant island=golden_reef")
    player = state.players[0]
    assert (player.ships, state.queue, has(state, "gold"), has(state, "food")) == (2, (), 1, 1)
    assert (question(state), state.distant.face_up) == ("draw", ("ruined_city",))
    assert not site(state, "golden_reef").exhausted


def test_only_a_ship_with_a_raze_token_conquers_at_once():
    """L521: the other one stays in the queue."""
    state = at(queue=((0, "fish"), (0, "raze")), ships=0, hand=("following_wind",), passed=True)
    state = played(state, "place_pawn tile=explore", "play_boost card=following_wind")
    state = played(state, "choose option=conquer_now_food", "land pile=near island=herring_bank")
    assert state.queue == (Ship(0, fish=True, raze=False),)


def test_pillaging_at_once_brings_the_ship_home_without_its_tokens():
    """L521, L555: it may sail again, at the end of the queue. Rows are not refilled (R11)."""
    state = at(empire=("priest_of_thor", "twin_ships"), queue=((0, "fish raze"), (1, "")), ships=1, passed=True)
    state = sound(with_player(state, 1, ships=1))
    state = played(state, use(state, "priest_of_thor"), "land pile=distant island=golden_reef")
    assert (has(state, "gold"), has(state, "raze"), has(state, "fish"), points(state)) == (3, 0, 0, 2)
    assert (state.active_player.ships, state.distant.face_up) == (2, ("ruined_city",))
    state = played(state, "place_pawn tile=sail", "sail fish=false raze=false")
    assert [ship.seat for ship in state.queue] == [1, 0]


def test_no_ship_no_priest():
    """C impossible: nothing is paid."""
    state = at(empire=("priest_of_thor",), queue=((1, ""),))
    state = sound(with_player(state, 1, ships=1))
    assert refusals(state, use(state, "priest_of_thor")) == {"use_location.possible"}


# --- the expedition -------------------------------------------------------------------------------------------------


def voyage(queue, *, clan: str = "ulaf", **wanted):
    """The first ship of this queue is asked where it lands."""
    state = at(clan, queue=queue, passed=True, **wanted)
    for seat in (0, 1):
        ships = 2 - sum(ship.seat == seat for ship in state.queue)
        state = with_player(state, seat, ships=ships)
    return played(sound(state), "pass_round")


def test_ships_land_in_the_order_of_the_queue_with_what_is_on_board():
    """L378-388."""
    state = voyage(((0, "fish"), (1, "raze"), (0, "")))
    assert {action.pile for action in legal(state)} == {"near", "distant"}
    state = played(state, "land pile=distant island=golden_reef")
    assert (state.pending[-1].seat, {action.pile for action in legal(state)}) == (1, {"near"})
    assert refusals(state, "land pile=distant") == {"land.fish"}
    state = played(state, "land pile=near island=herring_bank")
    assert {action.conquer for action in legal(state)} == {True, False}
    state = played(state, "take_island conquer=false")
    assert (state.pending[-1].seat, {action.pile for action in legal(state)}) == (0, {"near"})


def test_every_ship_must_land():
    """R11."""
    state = voyage(((0, "raze"),))
    assert {type(action).__name__ for action in legal(state)} == {"Land"}
    assert refusals(state, "decline") == {"referee.verb"}


def test_who_lands_blindly_takes_the_island_that_comes():
    """R11: it is turned up first; an open one cannot be taken instead."""
    state = played(voyage(((0, "raze"),)), "land pile=near", "draw_island island=old_market")
    assert {type(action).__name__ for action in legal(state)} == {"TakeIsland"}
    assert has(played(state, "take_island conquer=false"), "gold") == 1
    conquered = played(state, "take_island conquer=true")
    assert site(conquered, "old_market").card == "old_market"


def test_both_tokens_are_lost_on_a_near_pillage():
    """L388."""
    state = played(voyage(((0, "fish raze"),)), "land pile=near island=herring_bank", "take_island conquer=false")
    assert (has(state, "raze"), has(state, "fish"), state.players[0].ships) == (0, 1, 2)


def test_a_pillaged_island_goes_to_its_own_discard_pile():
    """L384, L394."""
    state = voyage(((0, "fish"), (0, "")))
    state = played(state, "land pile=distant island=golden_reef")
    assert (state.distant.discard, state.near.discard) == ((("golden_reef", 1),), ())


def test_an_empty_pile_is_shuffled_from_its_discard_pile():
    """L394."""
    state = voyage(((0, ""),))
    piles = IslandPiles((), state.near.pile, state.near.face_up)
    state = played(sound(replace(state, near=piles)), "land pile=near")
    assert question(state) == "blind_landing"
    assert state.near.discard == ()


@pytest.mark.parametrize(("conquers", "workers"), [("false", 6), ("true", 6)])
def test_a_visit_brings_the_goods_or_the_bonus_never_both(conquers, workers):
    """L384-386: Fisher Hamlet gives a worker either way."""
    state = voyage(((0, "raze"),), near=("fisher_hamlet", "herring_bank"))
    state = played(state, "land pile=near island=fisher_hamlet", f"take_island conquer={conquers}")
    assert state.players[0].workers == workers
    assert bool(slots_of(state, "fisher_hamlet")) is (conquers == "true")


def test_a_ship_gained_is_kept_and_its_first_trip_is_the_next():
    """R21."""
    state = voyage(((0, "fish raze"),), distant=("far_harbour", "golden_reef"))
    state = played(state, "land pile=distant island=far_harbour", "take_island conquer=true")
    assert (state.players[0].ships, has(state, "food"), points(state)) == (3, 1, 0)
