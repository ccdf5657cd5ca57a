"""Set-up: clans, their goods, the first cards and the table at the start.

Sources: L = line of the rulebook, R = ruling of the game's page, C = rule of the card set.
"""

from __future__ import annotations

import pytest

from referee_service.kernel.bags import size_of
from tests.games.empires_north.positions import after_chance, new_game, opening, play, points, possible, refusals
from tests.games.rules import rule


def test_a_clan_begins_with_five_workers_two_ships_and_the_goods_of_its_fields():
    state = after_chance(new_game().state)
    state = play(state, "choose_clan clan=ulaf", "choose_clan clan=heidel")
    player = state.players[0]
    assert (player.workers, player.ships, dict(player.goods)) == (5, 2, {"food": 1, "stone": 1, "wood": 2})
    assert len(player.empire) == 3
    assert sorted(state.ring) == ["construct", "explore", "harvest", "populate", "sail"]
    assert (len(state.near.face_up), len(state.distant.face_up)) == (2, 2)


@rule("choose_clan.free")
@pytest.mark.parametrize(("clan", "refused"), [("ulaf", True), ("glenn", False)])
def test_two_players_cannot_have_the_same_clan(clan, refused):
    state = play(after_chance(new_game().state), "choose_clan clan=ulaf")
    assert ("choose_clan.free" in refusals(state, f"choose_clan clan={clan}")) is refused


@rule("keep_cards.count")
@pytest.mark.parametrize(("count", "refused"), [(2, True), (3, False), (4, True)])
def test_three_of_the_first_five_cards_are_kept(count, refused):
    state = after_chance(play(after_chance(new_game().state), "choose_clan clan=ulaf", "choose_clan clan=heidel"))
    cards = [card for card, count in state.players[0].looked_at for _ in range(count)]
    assert len(cards) == 5
    assert ("keep_cards.count" in refusals(state, f"keep_cards cards={','.join(sorted(cards)[:count])}")) is refused


def test_the_first_cards_cost_no_worker():
    state = opening()
    assert all(player.workers == 5 for player in state.players)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_clans_may_be_dealt_and_the_starter_drawn(seats):
    state = after_chance(new_game(seats, clans="random", first_player=None).state)
    assert len({player.clan for player in state.players}) == seats


STOCK = {
    "ulaf": {"wood": 2, "food": 1, "stone": 1},
    "heidel": {"food": 2, "wood": 1, "sheep": 1, "stone": 1},
    "panuk": {"fish": 1, "wood": 1, "food": 1, "stone": 1},
    "nanurjuk": {"sheep": 1, "food": 1, "stone": 1, "wood": 1},
    "glenn": {"sheep": 1, "wood": 2, "stone": 1, "food": 1},
    "mackinnon": {"food": 1, "wood": 1, "stone": 1, "gold": 1},
}


@pytest.mark.parametrize("clan", STOCK)
def test_a_clan_has_its_start_pieces_before_the_first_lookout(clan):
    """Goods of the base fields, five workers, two ships (Ulaf too), thirty cards, three kept."""
    state = possible(opening(clan, next(other for other in STOCK if other != clan)))
    player = state.players[0]
    assert dict(player.goods) == STOCK[clan]
    assert (player.workers, player.spent_workers, player.ships, player.pawns, points(state)) == (5, 0, 2, (), 0)
    assert len(player.empire) == 3
    assert size_of(player.hand) == 3
    assert size_of(player.hand) + size_of(player.deck) + size_of(player.discard) == 30


def test_the_table_at_the_start():
    """Five different tiles in a ring, two and two islands open, ten and eight face down."""
    state = opening(seats=4)
    assert sorted(state.ring) == sorted({"explore", "populate", "construct", "harvest", "sail"})
    assert (len(state.near.face_up), size_of(state.near.pile), state.near.discard) == (2, 10, ())
    assert (len(state.distant.face_up), size_of(state.distant.pile), state.distant.discard) == (2, 8, ())


def test_base_fields_are_in_no_deck():
    for player in opening(seats=4).players:
        base = {site.card for site in player.empire}
        assert not base & {card for bag in (player.deck, player.hand, player.discard) for card, _ in bag}


def test_a_match_cannot_begin_with_a_first_player_beyond_the_seats():
    with pytest.raises(ValueError, match="first_player"):
        new_game(seats=2, first_player=2)
