"""Situations of set-up, lookout, turn order, placing and paying, as a reader of the rulebook answers them.

Sources: L = line of the rulebook, R = ruling of the game's page, C = rule of the card set.
"""

from __future__ import annotations

import pytest

from referee_service.games.empires_north import GAME
from referee_service.games.empires_north.state import workers_of
from referee_service.kernel.bags import size_of
from referee_service.kernel.tuples import with_player
from tests.games.empires_north.positions import (
    after,
    after_chance,
    begun,
    has,
    legal,
    opening,
    played,
    points,
    question,
    refusals,
    site,
)
from tests.games.empires_north.situations import altered, at, slots_of, sound, use

# --- set-up ---------------------------------------------------------------------------------------------------------

STOCK = {
    "ulaf": {"wood": 2, "food": 1, "stone": 1},
    "heidel": {"food": 2, "wood": 1, "sheep": 1, "stone": 1},
    "panuk": {"fish": 1, "wood": 1, "food": 1, "stone": 1},
    "nanurjuk": {"sheep": 1, "food": 1, "stone": 1, "wood": 1},
    "glenn": {"sheep": 1, "wood": 2, "stone": 1, "food": 1},
    "mackinnon": {"food": 1, "wood": 1, "stone": 1, "gold": 1},
}


@pytest.mark.parametrize("clan", STOCK)
def test_what_a_clan_owns_before_the_first_lookout(clan):
    """L281-291, L561: goods of the base fields, five workers, two ships (Ulaf too), thirty cards, three kept."""
    state = sound(opening(clan, next(other for other in STOCK if other != clan)))
    player = state.players[0]
    assert dict(player.goods) == STOCK[clan]
    assert (player.workers, player.spent_workers, player.ships, player.pawns, points(state)) == (5, 0, 2, (), 0)
    assert len(player.empire) == 3
    assert size_of(player.hand) == 3
    assert size_of(player.hand) + size_of(player.deck) + size_of(player.discard) == 30


def test_the_table_at_the_start():
    """L274-277: five different tiles in a ring, two and two islands open, ten and eight face down."""
    state = opening(seats=4)
    assert sorted(state.ring) == sorted({"explore", "populate", "construct", "harvest", "sail"})
    assert (len(state.near.face_up), size_of(state.near.pile), state.near.discard) == (2, 10, ())
    assert (len(state.distant.face_up), size_of(state.distant.pile), state.distant.discard) == (2, 8, ())


def test_base_fields_are_in_no_deck():
    """L278-286."""
    for player in opening(seats=4).players:
        base = {site.card for site in player.empire}
        assert not base & {card for bag in (player.deck, player.hand, player.discard) for card, _ in bag}


def looking(workers: int = 5, **wanted):
    """Seat 0 chooses in a lookout."""
    state = at(workers=workers, spent_workers=5 - workers, **wanted)
    state = played(with_player(state, 1, passed=True), "pass_round")
    return after_chance(state)


# --- lookout and storage --------------------------------------------------------------------------------------------


def test_every_number_of_cards_up_to_the_workers_may_be_kept():
    """L327-345, R4: none, or as many as there are workers; gold is none."""
    state = sound(with_player(looking(goods={"gold": 5}), 0, workers=2, spent_workers=3))
    assert {len(action.cards) for action in legal(state)} == {0, 1, 2}


def test_cards_kept_in_a_lookout_send_workers_to_the_clan_tile_only_when_all_have_chosen():
    """R4: the number kept is nobody's business while others choose."""
    state = looking()
    hidden = after(state, max(legal(state), key=lambda action: len(action.cards)))
    assert question(hidden) == "keep"
    assert GAME.turn(hidden).seat == 1
    seen = GAME.view(hidden, 1).board.players[0]
    assert (seen.workers, seen.spent_workers, seen.kept, seen.looked_at, seen.hand) == (5, 0, (), (), ())
    shown = after_chance(after(hidden, legal(hidden)[0]))
    assert (shown.players[0].workers, shown.players[0].spent_workers) == (1, 4)


@pytest.mark.parametrize(
    ("deck", "discard", "looked", "left"),
    [(2, 7, 4, 5), (2, 0, 2, 0), (0, 0, 0, 0), (4, 3, 4, 0)],
)
def test_a_short_deck_is_shuffled_from_the_discard_pile_and_what_there_is_is_drawn(deck, discard, looked, left):
    """L347, R4; the cards already drawn are not shuffled in again."""
    state = at(passed=True)
    cards = [card for card, count in state.active_player.deck for _ in range(count)]
    piles = {
        "deck": cards[:deck],
        "discard": cards[deck : deck + discard],
        "hand": cards[deck + discard :],
    }
    bags = {name: tuple(sorted((card, pile.count(card)) for card in set(pile))) for name, pile in piles.items()}
    state = after_chance(played(sound(with_player(state, 0, **bags)), "pass_round"))
    player = state.players[0]
    assert (size_of(player.looked_at), size_of(player.deck)) == (looked, left)
    assert size_of(player.discard) == (discard if deck >= 4 else 0)


def test_banks_pay_by_what_lies_in_them_after_the_lookout():
    """L343, R17: three resources, two food, three gold, five goods of any kind."""
    banks = ("savings_bank", "granary", "gold_vault", "merchant_bank")
    state = at("mackinnon", empire=banks, passed=True)
    state = altered(state, "savings_bank", goods=(("stone", 1), ("wood", 2)))
    state = altered(state, "granary", goods=(("food", 2),))
    state = altered(state, "gold_vault", goods=(("gold", 3),))
    state = altered(state, "merchant_bank", goods=(("fish", 1), ("gold", 2), ("raze", 2)))
    state = after_chance(played(state, "pass_round"))
    while question(state) == "keep":
        assert (has(state, "gold"), points(state)) == (0, 0)
        state = after_chance(after(state, legal(state)[0]))
    assert (has(state, "gold"), points(state)) == (1, 7)
    assert site(state, "merchant_bank").goods == (("fish", 1), ("gold", 2), ("raze", 2))


# --- turns ----------------------------------------------------------------------------------------------------------


def test_who_has_passed_is_skipped_and_the_last_one_goes_on_alone():
    """L358, L370, L371."""
    state = at(seats=3, goods={"food": 5})
    state = played(state, "place_pawn tile=populate", "pass_round", "place_pawn tile=populate", "pass_round")
    assert state.active_seat == 2
    state = played(state, "place_pawn tile=populate")
    assert state.active_seat == 2
    assert not state.has_acted


def test_there_is_one_action_in_a_turn_and_no_waiting():
    """L358, L370: after an action the next player is in turn; declining to act is passing."""
    state = played(at(hand=("axe_yard",), goods={"wood": 1}), "build card=axe_yard")
    assert state.active_seat == 1
    assert refusals(state, "place_pawn tile=populate", 0) == {"referee.seat"}
    assert refusals(at(), "go_on") == {"referee.verb"}


def test_passing_is_always_possible_and_never_done_for_a_player():
    """L358, L349: whether a move is left depends on a hand, so even a player without any is asked."""
    state = sound(with_player(at(pawns=("-sail", "-sail"), passed=True), 0, workers=0, spent_workers=5))
    assert [type(action).__name__ for action in legal(state)] == ["PassRound"]


# --- placing and paying ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clan", "card", "goods", "workers", "refused"),
    [
        ("ulaf", "watchtower", {"wood": 1, "stone": 1, "gold": 1}, 5, False),
        ("ulaf", "watchtower", {"wood": 1, "stone": 1, "raze": 1}, 5, True),
        ("ulaf", "watchtower", {"gold": 2, "wood": 1}, 5, False),
        ("ulaf", "watchtower", {"gold": 2}, 5, True),
        ("mackinnon", "hired_guards", {"wood": 1, "gold": 3}, 0, True),
        ("mackinnon", "hired_guards", {"wood": 1}, 1, False),
        ("ulaf", "hall_of_heroes", {"wood": 1, "stone": 1}, 1, False),
        ("ulaf", "hall_of_heroes", {"wood": 1, "stone": 1}, 0, True),
    ],
)
def test_what_pays_for_a_location(clan, card, goods, workers, refused):
    """L151, L485, L668: gold for a resource; never for a worker."""
    state = at(clan, hand=(card,), goods=goods, workers=workers, spent_workers=5 - workers)
    assert refusals(state, f"build card={card}") == ({"build.price"} if refused else set())


def test_gold_pays_a_missing_resource_and_is_gone():
    state = played(at(hand=("watchtower",), goods={"wood": 1, "stone": 1, "gold": 1}), "build card=watchtower")
    assert state.players[0].goods == ()


def test_resources_are_no_gold():
    """L151, L668."""
    state = at("mackinnon", empire=("moneylender",), goods={"wood": 3})
    assert refusals(state, use(state, "moneylender")) == {"use_location.price"}


@pytest.mark.parametrize("card", ["rock_ledge", "river_farm", "boarding_party"])
def test_fields_upgrades_and_boosts_are_not_placed_for_goods(card):
    """L476, L491."""
    state = at(hand=(card,), goods={"wood": 3, "stone": 3})
    assert refusals(state, f"build card={card}") == {"build.location"}


def test_a_new_location_is_ready_for_the_next_action():
    """L489."""
    state = played(at(hand=("axe_yard",), goods={"wood": 1}, passed=True), "build card=axe_yard")
    assert not site(state, "axe_yard").exhausted
    assert has(played(state, use(state, "axe_yard")), "raze") == 1


@pytest.mark.parametrize(
    ("clan", "card", "empire", "gained"),
    [
        ("panuk", "frozen_shipyard", ("penguin_colony",), 1),
        ("ulaf", "hall_of_heroes", ("axe_yard", "axe_yard"), 3),
        ("glenn", "craft_fair", ("weavers",), 2),
        ("mackinnon", "head_office", ("granary", "gold_vault"), 2),
        ("panuk", "great_igloo", ("penguin_colony",) * 2 + ("snow_igloo",) + ("seal_hunters",) * 2, 4),
        ("panuk", "great_igloo", ("penguin_colony",) * 2 + ("seal_hunters",) * 2, 2),
        ("panuk", "great_igloo", ("penguin_colony",), 0),
    ],
)
def test_a_bonus_counts_the_empire_with_the_new_card(clan, card, empire, gained):
    """L615, R23."""
    state = at(clan, hand=(card,), empire=empire, goods={"wood": 2, "stone": 2})
    assert points(played(state, f"build card={card}")) == gained


def test_an_igloo_brings_a_worker_at_once_and_for_good():
    """L543, L655."""
    state = played(at("panuk", hand=("snow_igloo",), goods={"stone": 1, "fish": 1}), "build card=snow_igloo")
    assert state.players[0].workers == 6
    assert workers_of(state.players[0]) == 6


def test_three_copies_of_a_card_lie_in_three_places():
    state = at(empire=("axe_yard",) * 3, passed=True)
    first, second, _ = slots_of(state, "axe_yard")
    state = played(state, f"use_location slot={first}")
    assert refusals(state, f"use_location slot={first}") == {"use_location.ready"}
    assert refusals(state, f"use_location slot={second}") == set()


def test_a_match_may_not_be_set_up_with_a_starter_who_is_not_there():
    with pytest.raises(ValueError, match="first_player"):
        begun(seats=2, first_player=2)


@pytest.mark.parametrize(
    ("goods", "asked"), [({"gold": 3}, "main"), ({"gold": 3, "stone": 1}, "main"), ({"gold": 3, "wood": 1}, "payment")]
)
def test_gold_is_asked_about_only_where_it_could_be_kept(goods, asked):
    """L151: who lacks the wood pays gold without a question; who has both chooses."""
    assert question(played(at(hand=("axe_yard",), goods=goods, passed=True), "build card=axe_yard")) == asked
