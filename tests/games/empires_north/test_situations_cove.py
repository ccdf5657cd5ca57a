"""Situations of the Pirates as a reader of the rulebook answers them. L = line, R = ruling."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.empires_north import GAME
from referee_service.games.empires_north.actions.draw_island import DrawIsland
from referee_service.games.empires_north.content.tables import content
from referee_service.kernel import engine
from referee_service.kernel.bags import bag_of, size_of
from referee_service.kernel.tuples import with_player
from tests.games.empires_north.positions import (
    after,
    after_chance,
    begun,
    cited,
    given,
    has,
    having,
    legal,
    opening,
    played,
    points,
    question,
    refusals,
    slot_of,
)
from tests.games.empires_north.situations import (
    alone,
    altered,
    before_event,
    ended,
    looked_out,
    picks,
    sound,
    struck,
    use,
)

# --- the pirates' cove ----------------------------------------------------------------------------------------------


def test_the_cove_at_the_start():
    """L843-844: two near islands of the pile with their bonus, six workers."""
    state = sound(opening("ulaf", seats=1, scenario="pirates"))
    near = dict(content(state).islands["near"])
    islands = [each.card for each in state.players[0].empire if each.card in near]
    drawn = sum(count for card, count in state.players[0].hand if card in near)
    assert (len(islands), size_of(state.near.pile) + drawn, len(state.near.face_up)) == (2, 8, 2)
    assert state.players[0].workers == 6 + islands.count("fisher_hamlet")


@pytest.mark.parametrize(("islands", "made"), [(("signal_isle", "old_market"), 1), (("old_market", "signal_isle"), 0)])
def test_the_islands_of_the_start_are_conquered_one_after_the_other(islands, made):
    """L843: as if conquered, so that a signal hears of the next island but not of itself."""
    state, waiting = begun(1, scenario="pirates").state, list(islands)
    while state.stage == "setup":
        offers = legal(state) or [action for action, _ in engine.outcomes(GAME, state)]
        others = (each for each in offers if getattr(each, "island", None) not in islands)
        state = after(state, DrawIsland(waiting.pop(0)) if question(state) == "draw_isle" else next(others))
    assert (waiting, points(state)) == ([], made)


def in_hand(state, *islands: str):
    """The position with these near islands of the pile in the hand."""
    pile = tuple(pair for pair in state.near.pile if pair[0] not in islands)
    hand = tuple(sorted((*state.players[0].hand, *bag_of(islands))))
    return sound(with_player(replace(state, near=replace(state.near, pile=pile)), 0, hand=hand))


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_fields_and_islands_need_no_guard(number):
    """L848."""
    state = given(
        seats=1, scenario="pirates", empire=("herring_bank", "iron_hill"), near=("old_market", "driftwood_isle")
    )
    state = after_chance(struck(having(state, 5), number))
    assert question(state) in ("main", "choose", "take_back")
    assert (state.players[0].workers, len(state.players[0].empire), points(state)) == (5, 6, 5)


def test_locations_are_guarded_as_the_player_likes():
    """L848, R26: a worker each; the others are discarded without losing points. A ship gained is kept (L655)."""
    cards = ("floki_workshop", "axe_yard", "watchtower")
    state = struck(having(alone("pirates", empire=cards, workers=2, ships=3), 5), 2)
    assert (picks(state), refusals(state, "accept")) == (set(cards), {"accept.price"})
    state = after_chance(played(state, f"pick_card slot={slot_of(state, 'floki_workshop')}", "accept"))
    player = state.players[0]
    assert (player.workers, player.spent_workers, player.ships, points(state)) == (0, 2, 3, 5)
    assert dict(player.discard)["floki_workshop"] == 1


def test_all_may_be_left_unguarded():
    state = struck(alone("pirates", empire=("axe_yard", "watchtower")), 2)
    state = after_chance(
        played(state, f"pick_card slot={slot_of(state, 'axe_yard')}", f"pick_card slot={slot_of(state, 'watchtower')}")
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
def test_the_price_of_guards_may_be_read_otherwise(reading, goods, refused):
    """Gold stands for food, but for no raze token."""
    slots = (("pirates_guard", reading),)
    state = struck(alone("pirates", empire=("axe_yard", "watchtower"), goods=goods, slots=slots), 2)
    assert refusals(state, "accept") == ({"accept.price"} if refused else set())


def test_a_bank_pays_before_it_is_lost_with_its_deposit():
    """R25, C leaving."""
    state = altered(alone("pirates", "mackinnon", empire=("granary",)), "granary", goods=(("food", 2),))
    state = struck(state, 2)
    assert points(state) == 2
    state = after_chance(played(state, f"pick_card slot={slot_of(state, 'granary')}"))
    assert (has(state, "food"), dict(state.players[0].discard)["granary"]) == (0, 1)


def test_what_was_just_given_up_may_be_taken_back():
    """L880-882."""
    state = struck(alone("pirates", empire=("axe_yard",)), 4)
    state = played(state, f"pick_card slot={slot_of(state, 'axe_yard')}", "take_card card=axe_yard")
    assert dict(state.players[0].hand) == {"axe_yard": 1}


def test_a_guarded_location_may_still_be_given_up():
    """L886-888: guards first, then one is discarded, its worker gone; then an island comes."""
    state = played(struck(alone("pirates", empire=("axe_yard", "watchtower")), 5), "accept")
    assert picks(state) == {"axe_yard", "watchtower"}
    state = played(state, f"pick_card slot={slot_of(state, 'watchtower')}", "draw_island island=old_market")
    assert (state.players[0].spent_workers, dict(state.players[0].hand)) == (2, {"old_market": 1})


def test_three_and_three_islands_lie_open_for_one_round():
    """L872."""
    state = after_chance(struck(alone("pirates"), 2))
    assert (len(state.near.face_up), len(state.distant.face_up)) == (3, 3)
    state = looked_out(state)
    assert (len(state.near.face_up), len(state.distant.face_up)) == (2, 2)


def test_an_island_of_the_hand_costs_a_raze_token():
    """L849, R30: gold is none; it gives its bonus, but nobody conquered or built it."""
    empire = ("watchtower", "marble_coast")
    state = in_hand(alone("pirates", empire=empire, goods={"gold": 3}), "old_market", "signal_isle")
    assert refusals(state, "build card=old_market") == {"build.price"}
    state = with_player(state, 0, goods=(("raze", 2),))
    state = played(state, "build card=signal_isle", "build card=old_market")
    assert (has(state, "raze"), has(state, "gold"), has(state, "food"), points(state)) == (0, 1, 1, 0)
    assert refusals(state, use(state, "old_market")) == set()


def test_construct_places_an_island_for_nothing():
    """R30."""
    state = in_hand(alone("pirates"), "old_market")
    state = played(state, "place_pawn tile=construct", "go_on", "construct card=old_market")
    assert has(state, "gold") == 1


def test_a_pillaged_island_belongs_to_the_deck_at_once():
    """L850, R30."""
    state = alone("pirates", empire=("priest_of_thor", "twin_ships"), queue=((0, "fish"),), ships=1)
    state = played(state, use(state, "priest_of_thor"), "land pile=distant island=golden_reef")
    assert (dict(state.active_player.deck)["golden_reef"], state.distant.discard, points(state)) == (1, (), 2)
    assert sound(state)


def test_an_island_in_a_lookout_costs_a_worker_and_goes_to_the_own_discard_pile():
    """R30."""
    state = in_hand(alone("pirates"), "old_market", "signal_isle")
    hand = state.active_player.hand
    state = sound(with_player(state, 0, hand=(), deck=hand, discard=state.active_player.deck))
    state = after_chance(played(state, "pass_round"))
    assert {"old_market", "signal_isle"} <= {card for card, _ in state.active_player.looked_at}
    state = before_event(played(state, "keep_cards cards=old_market"))
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
    """L854."""
    state = alone("pirates", empire=("herring_bank",), near=("driftwood_isle",))
    state = ended(in_hand(state, "old_market"))
    assert (cited(state)["score.islands"], cited(state)["score.cards"]) == (2, 3)


def test_the_academy_populates_with_a_window_once_a_round():
    """L858."""
    state = alone("pirates", "glenn", hand=("helping_hands",), goods={"food": 1, "raze": 1})
    academy = use(state, "pirates_location")
    state = played(state, academy, "play_boost card=helping_hands")
    assert (state.active_player.workers, state.active_player.goods) == (6, (("food", 1),))
    assert "use_location.ready" in refusals(state, academy)
