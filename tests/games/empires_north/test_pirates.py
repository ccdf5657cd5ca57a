"""Scenario Pirates' Cove.

Sources: L = line of the rulebook, R = ruling of the game's page, C = rule of the card set.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.empires_north import GAME
from referee_service.games.empires_north.actions.draw_island import DrawIsland
from referee_service.games.empires_north.content.tables import PACKS, content
from referee_service.kernel import engine
from referee_service.kernel.bags import bag_of, size_of
from referee_service.kernel.tuples import with_player
from tests.games.empires_north.positions import (
    after,
    after_chance,
    after_event,
    after_last_round,
    before_event,
    event_position,
    faults,
    given,
    legal,
    new_game,
    next_lookout,
    opening,
    picks,
    play,
    points,
    points_by_rule,
    possible,
    question,
    refusals,
    slot_of,
    solo_position,
    supply_of,
    use,
    with_points,
    with_site,
)
from tests.games.rules import rule


def test_the_cove_begins_with_two_near_islands_and_six_workers():
    state = play(after_chance(new_game(1, scenario="pirates").state), "choose_clan clan=ulaf")
    state = after_chance(state)
    while state.stage == "setup":
        state = after_chance(after(state, legal(state)[0]))
    near = dict(PACKS.for_state(state).islands["near"])
    islands = [each.card for each in state.players[0].empire if each.card in near]
    assert len(islands) == 2
    assert state.players[0].workers >= 6


def test_ruling_26_an_unguarded_location_is_discarded_without_a_penalty():
    state = with_points(solo_position("pirates", empire=("axe_yard", "fishing_boats", "driftwood_isle")), 5)
    state = after_event(state, 3)
    state = play(state, "pick_card slot=4", "accept", "choose option=ship")
    assert [each.card for each in state.players[0].empire][4:] == ["fishing_boats", "driftwood_isle"]
    assert (points(state), state.players[0].spent_workers, state.players[0].ships) == (5, 1, 3)


def test_ruling_30_pillaged_islands_go_to_the_deck_and_come_from_the_hand_for_a_raze_token():
    state = solo_position("pirates", queue=((0, ""),))
    state = play(state, "pass_round", "land pile=near island=driftwood_isle")
    assert "driftwood_isle" in {**dict(state.players[0].deck), **dict(state.players[0].looked_at)}
    island = solo_position("pirates", goods={"raze": 1})
    island = with_player(island, 0, hand=bag_of(["stone_circle"]))
    island = replace(
        island, near=replace(island.near, pile=tuple(p for p in island.near.pile if p[0] != "stone_circle"))
    )
    island = play(island, "build card=stone_circle")
    assert (points(island), supply_of(island, "raze")) == (1, 0)


def test_ruling_30_construct_places_an_island_of_the_hand():
    state = with_player(solo_position("pirates"), 0, hand=bag_of(["stone_circle"]))
    state = play(state, "place_pawn tile=construct")
    assert points(state) == 1


@pytest.mark.parametrize(("number", "kind"), [(1, "hand"), (5, "hand"), (2, "open"), (4, "back")])
def test_events_of_the_cove(number, kind):
    state = after_chance(event_position("pirates", number, discard=("axe_yard",)))
    while question(state) in ("take_back", "give_up"):
        state = after_chance(after(state, legal(state)[0]))
    if kind == "open":
        assert (len(state.near.face_up), len(state.distant.face_up)) == (3, 3)
    else:
        assert sum(count for _, count in state.players[0].hand) == 1


def test_the_academy_populates():
    state = play(solo_position("pirates", goods={"food": 1, "raze": 1}), "use_location slot=3")
    assert state.players[0].workers == 6


def test_the_cove_at_the_start():
    """Two near islands of the pile with their bonus, six workers."""
    state = possible(opening("ulaf", seats=1, scenario="pirates"))
    near = dict(content(state).islands["near"])
    islands = [each.card for each in state.players[0].empire if each.card in near]
    drawn = sum(count for card, count in state.players[0].hand if card in near)
    assert (len(islands), size_of(state.near.pile) + drawn, len(state.near.face_up)) == (2, 8, 2)
    assert state.players[0].workers == 6 + islands.count("fisher_hamlet")


@pytest.mark.parametrize(("islands", "made"), [(("signal_isle", "old_market"), 1), (("old_market", "signal_isle"), 0)])
def test_the_islands_of_the_start_are_conquered_one_after_the_other(islands, made):
    """As if conquered, so Signal Isle reacts to the next island but not to itself."""
    state, waiting = new_game(1, scenario="pirates").state, list(islands)
    while state.stage == "setup":
        offers = legal(state) or [action for action, _ in engine.outcomes(GAME, state)]
        others = (each for each in offers if getattr(each, "island", None) not in islands)
        state = after(state, DrawIsland(waiting.pop(0)) if question(state) == "draw_isle" else next(others))
    assert (waiting, points(state)) == ([], made)


def in_hand(state, *islands: str):
    """Return the position with these near islands of the pile in the hand."""
    pile = tuple(pair for pair in state.near.pile if pair[0] not in islands)
    hand = tuple(sorted((*state.players[0].hand, *bag_of(islands))))
    return possible(with_player(replace(state, near=replace(state.near, pile=pile)), 0, hand=hand))


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_fields_and_islands_need_no_guard(number):
    state = given(
        seats=1, scenario="pirates", empire=("herring_bank", "iron_hill"), near=("old_market", "driftwood_isle")
    )
    state = after_chance(after_event(with_points(state, 5), number))
    assert question(state) in ("main", "choose", "take_back")
    assert (state.players[0].workers, len(state.players[0].empire), points(state)) == (5, 6, 5)


def test_locations_are_guarded_as_the_player_likes():
    """Ruling 26: a worker each; the others are discarded without losing points. A ship gained is kept."""
    cards = ("floki_workshop", "axe_yard", "watchtower")
    state = after_event(with_points(solo_position("pirates", empire=cards, workers=2, ships=3), 5), 2)
    assert (picks(state), refusals(state, "accept")) == (set(cards), {"accept.price"})
    state = after_chance(play(state, f"pick_card slot={slot_of(state, 'floki_workshop')}", "accept"))
    player = state.players[0]
    assert (player.workers, player.spent_workers, player.ships, points(state)) == (0, 2, 3, 5)
    assert dict(player.discard)["floki_workshop"] == 1


def test_all_locations_may_be_left_unguarded():
    state = after_event(solo_position("pirates", empire=("axe_yard", "watchtower")), 2)
    state = after_chance(
        play(state, f"pick_card slot={slot_of(state, 'axe_yard')}", f"pick_card slot={slot_of(state, 'watchtower')}")
    )
    assert (state.players[0].workers, question(state)) == (5, "main")


@pytest.mark.parametrize(
    ("reading", "goods", "refused"),
    [
        ("food", {"gold": 2}, False),
        ("food", {"food": 1, "gold": 1}, False),
        ("food", {"food": 1}, True),
        ("raze", {"gold": 9}, True),
        ("raze", {"raze": 2}, False),
    ],
)
def test_the_cost_of_guards_has_other_readings(reading, goods, refused):
    """Gold can replace food, but not a raze token."""
    slots = (("pirates_guard", reading),)
    state = after_event(solo_position("pirates", empire=("axe_yard", "watchtower"), goods=goods, slots=slots), 2)
    assert refusals(state, "accept") == ({"accept.price"} if refused else set())


def test_a_bank_pays_before_it_is_lost_with_its_deposit():
    """Ruling 25."""
    state = with_site(solo_position("pirates", "mackinnon", empire=("granary",)), "granary", goods=(("food", 2),))
    state = after_event(state, 2)
    assert points(state) == 2
    state = after_chance(play(state, f"pick_card slot={slot_of(state, 'granary')}"))
    assert (supply_of(state, "food"), dict(state.players[0].discard)["granary"]) == (0, 1)


def test_a_card_just_given_up_may_be_taken_back():
    state = after_event(solo_position("pirates", empire=("axe_yard",)), 4)
    state = play(state, f"pick_card slot={slot_of(state, 'axe_yard')}", "take_card card=axe_yard")
    assert dict(state.players[0].hand) == {"axe_yard": 1}


def test_a_guarded_location_may_still_be_given_up():
    """Guards first, then one is discarded, its worker gone; then an island comes."""
    state = play(after_event(solo_position("pirates", empire=("axe_yard", "watchtower")), 5), "accept")
    assert picks(state) == {"axe_yard", "watchtower"}
    state = play(state, f"pick_card slot={slot_of(state, 'watchtower')}", "draw_island island=old_market")
    assert (state.players[0].spent_workers, dict(state.players[0].hand)) == (2, {"old_market": 1})


def test_three_and_three_islands_lie_open_for_one_round():
    state = after_chance(after_event(solo_position("pirates"), 2))
    assert (len(state.near.face_up), len(state.distant.face_up)) == (3, 3)
    state = next_lookout(state)
    assert (len(state.near.face_up), len(state.distant.face_up)) == (2, 2)


@rule("ruling.islands")
@pytest.mark.parametrize(("listener", "made"), [("marble_coast", 1), ("watchtower", 0)])
def test_an_island_of_the_hand_triggers_a_special_on_placing_but_none_on_conquering(listener, made):
    """L849: it is placed from the hand, as if it had a cost."""
    state = in_hand(solo_position("pirates", empire=(listener,), goods={"raze": 1}), "old_market")
    assert points(play(state, "build card=old_market")) == made
    state = play(state, "place_pawn tile=construct")
    assert (points(state), faults(state)) == (made, set())


def test_an_island_of_the_hand_costs_a_raze_token():
    """Ruling 30: gold does not pay; the island gives its bonus. It is a placement (Marble Coast), not a conquest."""
    empire = ("watchtower", "marble_coast")
    state = in_hand(solo_position("pirates", empire=empire, goods={"gold": 3}), "old_market", "signal_isle")
    assert refusals(state, "build card=old_market") == {"build.price"}
    state = with_player(state, 0, goods=(("raze", 2),))
    state = play(state, "build card=signal_isle", "build card=old_market")
    assert (supply_of(state, "raze"), supply_of(state, "gold"), supply_of(state, "food"), points(state)) == (0, 1, 1, 1)
    assert refusals(state, use(state, "old_market")) == set()


def test_construct_places_an_island_free():
    """Ruling 30."""
    state = in_hand(solo_position("pirates"), "old_market")
    state = play(state, "place_pawn tile=construct")
    assert supply_of(state, "gold") == 1


def test_a_pillaged_island_belongs_to_the_deck_at_once():
    """Ruling 30."""
    state = solo_position("pirates", empire=("priest_of_thor", "twin_ships"), queue=((0, "fish"),), ships=1)
    state = play(state, use(state, "priest_of_thor"), "land pile=distant island=golden_reef")
    assert (dict(state.active_player.deck)["golden_reef"], state.distant.discard, points(state)) == (1, (), 2)
    assert possible(state)


def test_an_island_in_a_lookout_costs_a_worker_and_goes_to_the_own_discard_pile():
    """Ruling 30."""
    state = in_hand(solo_position("pirates"), "old_market", "signal_isle")
    hand = state.active_player.hand
    state = possible(with_player(state, 0, hand=(), deck=hand, discard=state.active_player.deck))
    state = after_chance(play(state, "pass_round"))
    assert {"old_market", "signal_isle"} <= {card for card, _ in state.active_player.looked_at}
    state = before_event(play(state, "keep_cards cards=old_market"))
    assert (
        state.players[0].spent_workers,
        dict(state.players[0].hand),
        dict(state.players[0].discard)["signal_isle"],
    ) == (
        1,
        {"old_market": 1},
        1,
    )


def test_islands_of_the_empire_count_double_and_others_nothing():
    state = solo_position("pirates", empire=("herring_bank",), near=("driftwood_isle",))
    state = after_last_round(in_hand(state, "old_market"))
    assert (points_by_rule(state)["score.islands"], points_by_rule(state)["score.cards"]) == (2, 3)


def test_the_academy_populates_with_a_window_once_a_round():
    state = solo_position("pirates", "glenn", hand=("helping_hands",), goods={"food": 1, "raze": 1})
    academy = use(state, "pirates_location")
    state = play(state, academy, "play_boost card=helping_hands")
    assert (state.active_player.workers, state.active_player.goods) == (6, (("food", 1),))
    assert "use_location.ready" in refusals(state, academy)
