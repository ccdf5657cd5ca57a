"""Tests of hex geometry."""

from referee_service.kernel.hexes import adjacency, connected_regions, hexagon_cells, neighbours

SMALL_HEXAGON = hexagon_cells([2, 3, 2])


def test_a_cell_has_six_neighbours_and_is_a_neighbour_of_each_of_them():
    around = neighbours((3, -1))
    assert len(set(around)) == 6
    assert all((3, -1) in neighbours(cell) for cell in around)


def test_cells_of_a_hexagon_are_in_reading_order():
    assert SMALL_HEXAGON == ((0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1))


def test_the_middle_of_a_small_hexagon_is_adjacent_to_all_other_cells():
    touching = adjacency(SMALL_HEXAGON)
    assert touching[3] == (0, 1, 2, 4, 5, 6)
    assert [len(row) for row in touching] == [3, 3, 3, 6, 3, 3, 3]


def test_corners_and_edges_of_a_large_hexagon_have_fewer_neighbours():
    touching = adjacency(hexagon_cells([4, 5, 6, 7, 6, 5, 4]))
    assert len(touching) == 37
    assert sorted(len(row) for row in touching) == [3] * 6 + [4] * 12 + [6] * 19


def test_adjacency_is_mutual():
    touching = adjacency(hexagon_cells([4, 5, 6, 7, 6, 5, 4]))
    assert all(here in touching[there] for here, row in enumerate(touching) for there in row)


def test_regions_are_connected_cells_of_equal_colour():
    colours = "aabbaab"
    regions = connected_regions(adjacency(SMALL_HEXAGON), lambda here, there: colours[here] == colours[there])
    assert regions == ((0, 1, 4), (2, 3, 6), (5,))
