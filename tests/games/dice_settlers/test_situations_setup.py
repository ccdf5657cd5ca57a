"""Situations before the first round (1-13): supplies, draft, start tiles, technologies. L is a line of the rulebook."""

from __future__ import annotations

import pytest

from referee_service.games.dice_settlers.actions.draw_technology import outcomes
from referee_service.games.dice_settlers.content.tables import content
from referee_service.games.dice_settlers.map_tiles import quota_of
from referee_service.games.dice_settlers.state import points_remaining
from referee_service.kernel.bags import size_of
from referee_service.kernel.state import CHANCE
from tests.games.dice_settlers.positions import after_chance, begun, legal, question
from tests.games.dice_settlers.scenes import audited, may, named, next_seat, played, stands, why_not


def drafted(seats: int, takes: list[int], **options):
    """The position after everybody took these start tiles, chance having turned up what is needed, and laid them."""
    state = begun(seats, **options).state
    wanted = [*takes, *(tile for tile in range(1, 8) if tile not in takes)]
    while state.stage == "draft":
        if question(state) == "deal_start":
            tile = next(tile for tile in wanted if named(tile) in dict(state.start_deck))
            state = played(state, f"draw_start tile={named(tile)}")
        elif question(state) == "take_start":
            state = played(state, f"take_start tile={named(takes[next_seat(state)])}")
        elif question(state) == "bot_start":
            state = played(state, f"bot_start tile={named(takes[1])}")
        elif next_seat(state) == CHANCE:
            state = played(state, may(state, "queue_die")[0])
        else:
            state = played(state, may(state, "place_tile")[0])
    return state


@pytest.mark.parametrize(
    ("seats", "points", "each", "tiles"),
    [
        (1, 30, (5, 5, 5, 5, 5), range(8, 27)),
        (2, 30, (5, 5, 5, 5, 5), range(8, 27)),
        (3, 39, (5, 5, 6, 6, 6), range(8, 35)),
        (4, 48, (5, 5, 7, 7, 7), range(8, 41)),
    ],
)
def test_the_supplies_by_number_of_players(seats, points, each, tiles):
    """1-3, L141-167: white dice that nobody has leave the game; green and yellow come to five at every table."""
    state = audited(begun(seats).state)
    assert points_remaining(state) == points
    assert dict(state.supply) == dict(zip(("green", "yellow", "orange", "brown", "grey"), each, strict=True))
    assert [tile for tile, _ in state.deck] == [named(tile) for tile in tiles]


def test_a_small_table_has_six_factories_and_one_tile_with_a_symbol():
    """3, L153."""
    tiles = [content(begun(2).state).tiles[tile] for tile, _ in begun(2).state.deck]
    assert [tile.id for tile in tiles if tile.row.ability == "factory"] == [named(n) for n in (9, 11, 13, 16, 22, 25)]
    assert [tile.id for tile in tiles if tile.row.bonus] == [named(10)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_chooses_one_of_three_start_tiles(seats):
    """4, L155: two are passed on, one is turned up; those left go to the box and never to the deck."""
    state, seen = after_chance(begun(seats).state), set()
    for seat in range(seats):
        assert (question(state), next_seat(state), len(state.start_offer)) == ("take_start", seat, 3)
        seen.update(state.start_offer)
        passed = set(state.start_offer[1:])
        state = audited(after_chance(played(state, f"take_start tile={state.start_offer[0]}")))
        assert seat == seats - 1 or passed < set(state.start_offer)
    assert len(seen) == seats + 2
    assert (state.start_offer, state.start_deck) == ((), ())
    assert not set(state.start_tiles) & set(dict(state.deck))


def test_nobody_takes_a_tile_out_of_reach_or_before_his_turn():
    """5, L155."""
    state = after_chance(begun(3).state)
    hidden = next(tile for tile, _ in state.start_deck)
    assert why_not(state, f"take_start tile={hidden}") == {"take_start.offer"}
    assert why_not(state, f"take_start tile={state.start_offer[0]}", seat=1) == {"referee.seat"}


def test_start_tiles_share_as_many_edges_as_possible():
    """6 and 7, L156: the third lies at two tiles, the fourth at two of three; no cell touches all three."""
    state = after_chance(begun(4).state)
    while question(state) != "lay_start":
        state = after_chance(played(state, may(state, "take_start")[0]))
    assert [(place.q, place.r) for place in state.map] == [(0, 0)]
    assert len(legal(state)) == 6
    state = played(state, "place_tile q=1 r=0")
    assert why_not(state, "place_tile q=2 r=0") == {"place_tile.start"}
    assert set(may(state, "place_tile")) == {"place_tile q=1 r=-1", "place_tile q=0 r=1"}
    state = played(state, "place_tile q=0 r=1")
    assert set(may(state, "place_tile")) == {"place_tile q=1 r=-1", "place_tile q=1 r=1", "place_tile q=-1 r=1"}


def test_a_start_tile_that_gives_a_token_and_a_die():
    """8, L160: the die is spent, not in the bag, so the first round draws from five."""
    state = drafted(2, [1, 2])
    me = state.players[0]
    assert (me.tents, stands(state, 1)) == (5, ((1, 0), -1))
    assert dict(me.tokens) == {"food": 1}
    assert dict(me.spent) == {"yellow": 1}
    assert (size_of(me.bag), dict(state.supply)["yellow"]) == (5, 4)
    assert question(state) == "draw_dice"


def test_the_desert_start_tile_gives_a_house_in_place_of_the_tent():
    """9, L928; ruling tile_7."""
    state = drafted(2, [7, 2])
    assert (state.players[0].tents, stands(state, 7)) == (6, ((0, 0), 0))


def test_a_start_tile_with_control_gives_nothing_at_once_but_a_die_more_in_each_round():
    """10, L923; ruling placement_only."""
    state = drafted(2, [1, 2])
    other = state.players[1]
    assert (other.tokens, other.spent, size_of(other.bag)) == ((), (), 5)
    assert (quota_of(state, 1), quota_of(state, 0)) == (4, 3)


def test_start_bonuses_come_after_all_start_tiles_lie():
    """11, L160: while others still choose and lay, nobody has a tent on the map or a bonus."""
    state = after_chance(begun(3).state)
    while state.stage == "draft":
        assert all(player.tents == 6 and not player.tokens and not player.spent for player in state.players)
        assert not any(any(place.tents) for place in state.map)
        state = played(state, *may(state, "take_start")[:1], *may(state, "place_tile")[:1])
        state = after_chance(state) if question(state) == "deal_start" else state


@pytest.mark.parametrize(("seats", "there"), [(1, False), (2, False), (3, False), (4, True)])
def test_the_chronicle_is_drawn_at_a_table_of_four_only(seats, there):
    """12, L182."""
    state = begun(seats, technologies="random").state
    while question(state) == "draw_technologies":
        drawn = [action.technology for action, _ in outcomes(state)]
        assert ("chronicle" in drawn) is (there and state.pending[-1].seal == "V")
        state = played(state, f"draw_technology technology={next(name for name in drawn if name != 'chronicle')}")
    assert len(state.technologies) == 9


def test_an_explosive_technology_is_the_tenth():
    """12, L897."""
    assert len(after_chance(begun(2, technologies="random", explosive=True).state).technologies) == 10


def test_the_peaceful_set_alone():
    """13, L915."""
    state = after_chance(begun(1, technologies="peace").state)
    wanted = {"wanderlust", "walls", "cartography", "versatile_explorers", "commitment", "missionaries", "double_shift"}
    assert set(state.technologies) == wanted | {"foreign_trade", "constitution"}


def test_the_bot_starts_without_a_bonus_and_with_twenty_tents():
    """120, L654; ruling solo_tents."""
    for tile in (1, 7):
        state = drafted(1, [2, tile])
        assert stands(state, tile) == ((0, 1), -1)
        assert (state.bot.tents, state.bot.centre, dict(state.supply)["yellow"]) == (5, (), 5)


def test_the_bot_starts_with_five_dice_in_a_queue_and_gold_at_explore():
    """121, L656: the centre is empty, the marker lies at recruit, the player begins."""
    state = drafted(1, [2, 1])
    hexagon = content(state).hexagon
    assert sorted(state.bot.dice_queue) == ["green", "white", "white", "white", "yellow"]
    assert {action: side.token for action, side in zip(hexagon, state.bot.edges, strict=True) if side.token} == {
        "explore": "gold"
    }
    assert (hexagon[state.bot.marker], state.first_side, question(state)) == ("recruit", 0, "draw_dice")


def test_the_bot_with_eight_tents():
    """164, L834."""
    state = drafted(1, [2, 1], bot_tents=8)
    assert (state.bot.tents, stands(state, 1)) == (7, ((0, 1), -1))
