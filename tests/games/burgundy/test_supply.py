"""The supply: what the depots use over five phases, and what remains in the piles."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from referee_service.games.burgundy import GAME
from referee_service.games.burgundy.content.tables import KINDS, PHASES, content
from referee_service.games.burgundy.state import State
from referee_service.kernel.bags import Bag, size_of
from tests.games.burgundy.positions import BUILDINGS, idle, opening, question

SEATS = (2, 3, 4)
DEPOTS = {
    1: {2: "building ship", 3: "knowledge", 4: "animal"},
    2: {2: "knowledge castle", 3: "building", 4: "building"},
    3: {2: "animal building", 3: "ship", 4: "knowledge"},
    4: {2: "ship building", 3: "animal", 4: "mine"},
    5: {2: "mine knowledge", 3: "building", 4: "building"},
    6: {2: "building animal", 3: "castle", 4: "ship"},
}
"""The colours of each depot, by the number of players from which on they are used."""
LEFT = {
    2: {"building": 20, "animal": 10, "ship": 10, "knowledge": 10, "castle": 7, "mine": 5, "black": 20},
    3: {"building": 10, "animal": 5, "ship": 5, "knowledge": 5, "castle": 3, "mine": 3, "black": 10},
    4: {"building": 0, "animal": 0, "ship": 0, "knowledge": 0, "castle": 0, "mine": 0, "black": 0},
}
"""What lies in the piles once all five phases are laid out."""
BLACK_KNOWLEDGE = {7, 12, 14, 15, 24, 25}


@cache
def beginning_of(phase: str, seats: int) -> State:
    """Return the first turn of a phase in a game without any taken tile."""
    return idle(opening(seats), lambda state: state.phase == phase and question(state) == "main")


@cache
def idle_game(seats: int) -> State:
    """Return the end of a game without any taken tile."""
    return idle(opening(seats), lambda state: GAME.turn(state) is None)


def by_kind(tiles: Bag) -> dict[str, int]:
    """Return the number of tiles of each colour in a bag."""
    counted = Counter()
    for tile, count in tiles:
        counted[content(opening()).tiles[tile].kind] += count
    return dict(counted)


# --- what is there --------------------------------------------------------------------------------------------------


def test_there_are_164_tiles_40_of_them_with_black_backs():
    piles = content(opening()).piles
    assert {pile: size_of(held) for pile, held in piles.items()} == {
        "building": 40,
        "animal": 20,
        "ship": 20,
        "knowledge": 20,
        "castle": 14,
        "mine": 10,
        "black": 40,
    }


def test_the_black_backs_are_16_buildings_8_animals_6_knowledge_2_castles_2_mines_and_6_ships():
    black = content(opening()).piles["black"]
    assert by_kind(black) == {"building": 16, "animal": 8, "knowledge": 6, "castle": 2, "mine": 2, "ship": 6}
    assert {name for name, _ in black if "knowledge" in name} == {f"knowledge_{number}" for number in BLACK_KNOWLEDGE}


@pytest.mark.parametrize("building", BUILDINGS)
def test_each_building_has_five_normal_backs_and_two_black_ones(building):
    piles = content(opening()).piles
    assert (dict(piles["building"])[building], dict(piles["black"])[building]) == (5, 2)


@pytest.mark.parametrize("species", ["cattle", "chicken", "pig", "sheep"])
def test_each_species_has_seven_tiles_of_two_to_four_animals(species):
    normal, black = dict(content(opening()).piles["animal"]), dict(content(opening()).piles["black"])
    assert [normal[f"{species}_{animals}"] for animals in (2, 3, 4)] == [2, 2, 1]
    assert [black.get(f"{species}_{animals}", 0) for animals in (2, 3, 4)] == [0, 1, 1]


def test_each_knowledge_tile_exists_once():
    totals = content(opening()).totals
    assert [totals[f"knowledge_{number}"] for number in range(1, 27)] == [1] * 26


def test_each_kind_of_goods_has_seven_tiles_and_a_die_of_its_own():
    tables = content(opening())
    assert tables.goods_bag == tuple(sorted((goods, 7) for goods in tables.goods))
    assert [tables.goods_die[goods] for goods in tables.goods] == [1, 2, 3, 4, 5, 6]


# --- what is laid out -----------------------------------------------------------------------------------------------


def colours(depot: int, seats: int, phase: str) -> Counter[str]:
    """Return the colours of the slots of a depot. With three players, the castle of depot 6 is a mine in B and D."""
    wanted = Counter(" ".join(DEPOTS[depot][players] for players in SEATS if players <= seats).split())
    if (depot, seats) == (6, 3) and phase in "BD":
        wanted = wanted - Counter(["castle"]) + Counter(["mine"])
    return wanted


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("seats", SEATS)
def test_every_phase_lays_out_the_printed_colours(seats, phase):
    state = beginning_of(phase, seats)
    kind_of = content(state).tiles
    for depot in DEPOTS:
        laid = Counter(kind_of[tile].kind for tile in state.depots[depot])
        assert laid == colours(depot, seats, phase), depot
        assert sum(laid.values()) == seats


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize(("seats", "tiles"), [(2, 4), (3, 6), (4, 8)])
def test_every_phase_lays_4_6_or_8_tiles_on_the_black_depot(seats, tiles, phase):
    state = beginning_of(phase, seats)
    black = dict(content(state).piles["black"])
    assert len(state.depots[0]) == tiles
    assert all(tile in black for tile in state.depots[0])


@pytest.mark.parametrize("phase", PHASES[1:])
@pytest.mark.parametrize("seats", SEATS)
def test_every_phase_takes_away_untaken_tiles_and_keeps_the_goods(seats, phase):
    state = beginning_of(phase, seats)
    phases = PHASES.index(phase)
    laid_each_phase = {2: 12 + 4, 3: 18 + 6, 4: 24 + 8}[seats]
    assert size_of(state.supply.removed) == phases * laid_each_phase
    assert sum(map(len, state.depot_goods)) == phases * 5 + 1


# --- remaining pieces -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", SEATS)
def test_five_phases_leave_the_right_rest_and_with_four_players_nothing(seats):
    supply = idle_game(seats).supply
    assert {pile: size_of(supply.pile(pile)) for pile in (*KINDS, "black")} == LEFT[seats]


@pytest.mark.parametrize("seats", SEATS)
def test_starting_castles_come_out_of_the_normal_supply(seats):
    laid = len([tile for depot in opening(seats).depots[1:] for tile in depot if tile == "castle"])
    assert size_of(opening(seats).supply.castle) == 14 - seats - laid


@pytest.mark.parametrize("seats", SEATS)
def test_no_tile_is_lost_in_a_whole_game(seats):
    over = idle_game(seats)
    on_the_board = sum(map(len, over.depots))
    in_piles = sum(size_of(over.supply.pile(pile)) for pile in (*KINDS, "black"))
    assert size_of(over.supply.removed) + on_the_board + in_piles + seats == 164
