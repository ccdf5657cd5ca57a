"""Tests of the table writer: wrapping, columns, hex grids, legends, parts and the plain form."""

import pytest

from referee_service.kernel.text_table import (
    HexCell,
    HexGrid,
    Legend,
    Section,
    Table,
    TextContext,
    UnknownPart,
    view_text,
    write_text,
)
from tests.kernel.positions import given
from tests.kernel.toy import GAME

LONG = "Every card of the caravan lies open on the table, and each player may look at all of them."


def written(*blocks, **options):
    """Return the lines of one section without its title."""
    return write_text([Section("part", "Title", blocks)], **options).split("\n")[1:]


def test_a_line_is_wrapped_at_the_width_and_nothing_is_cut():
    lines = written(LONG, width=40)
    assert max(map(len, lines)) <= 40
    assert lines[1].startswith("  ")
    assert " ".join(line.strip() for line in lines) == LONG


def test_columns_have_the_width_of_their_widest_cell():
    table = Table(("Name", "Price"), (("inn", "1 silk"), ("fountain", "3 salt")))
    assert written(table) == ["Name      Price", "inn       1 silk", "fountain  3 salt"]


@pytest.mark.parametrize(("name", "gap"), [("greedy 🤖", 2), ("Zoë", 8), ("Zoe\u0308", 8), ("王小明", 5)])
def test_letters_that_take_two_columns_or_none_keep_the_columns_straight(name, gap):
    table = Table(("Player", "Points"), ((name, "3"), ("A long name", "12")))
    assert written(table)[1] == f"{name}{' ' * (gap + 2)}3"


def test_a_letter_that_takes_two_columns_counts_as_two_where_lines_are_wrapped():
    words = "greedy 🤖 has the turn"
    assert written(words, width=22) == [words]
    assert written(words, width=21) == ["greedy 🤖 has the", "  turn"]
    table = Table(("Player", "Text"), ((words, LONG),))
    assert max(len(line) + line.count("🤖") for line in written(table, width=60)) <= 60


def test_the_widest_column_wraps_until_the_table_fits():
    lines = written(Table(("Name", "Text"), (("inn", LONG),)), width=40)
    assert max(map(len, lines)) <= 40
    assert "".join(lines).replace(" ", "").endswith(LONG.replace(" ", ""))


def test_a_table_that_cannot_fit_is_written_as_sentences():
    words = ("x" * 30, "y" * 30)
    assert written(Table(("A", "B"), (words,)), width=40) == [f"A: {words[0]}; B:", f"  {words[1]}."]


def test_hexes_are_drawn_with_shared_edges():
    cells = (HexCell(0, 0, ("a",), "A."), HexCell(2, 0, ("b",), "B."), HexCell(1, 1, ("c",), "C."))
    assert written(HexGrid(cells)) == [
        " / \\ / \\",
        "| a | b |",
        " \\ / \\ /",
        "  | c |",
        "   \\ /",
    ]


def test_a_grid_that_is_too_wide_is_written_as_sentences():
    cells = tuple(HexCell(2 * at, 0, ("twelve chars",), f"Space {at}.") for at in range(8))
    assert written(HexGrid(cells), width=60) == [f"Space {at}." for at in range(8)]


def test_the_plain_form_has_sentences_instead_of_drawings():
    blocks = (
        Table(("Name", "Price"), (("inn", "1 silk"), ("tent", ""))),
        HexGrid((HexCell(0, 0, ("a",), "Space 0: an inn."),)),
        Legend((("a", "an inn"),)),
    )
    assert written(*blocks, plain=True) == ["Name: inn; Price: 1 silk.", "Name: tent.", "Space 0: an inn."]
    assert written(blocks[2]) == ["a an inn"]


def test_one_part_can_be_written_alone():
    sections = [Section("market", "Market", ("salt",)), Section("seat.0", "Seat 0", ("silk",))]
    assert write_text(sections, part="seat.0") == "Seat 0\nsilk"
    assert write_text(sections) == "Market\nsalt\n\nSeat 0\nsilk"
    with pytest.raises(UnknownPart, match=r"'hand'; there are market, seat\.0") as raised:
        write_text(sections, part="hand")
    assert raised.value.parts == ("market", "seat.0")


def test_players_have_their_names_or_their_seats():
    context = TextContext(GAME.catalogue(), "fr", ("Ada", ""))
    assert [context.player(seat) for seat in range(3)] == ["Ada", "Place 1", "Place 2"]
    text = view_text(GAME, GAME.view(given(), 0), GAME.catalogue(), "en", names=("Ada", "Bob"))
    assert "Ada" in text
    assert "Seat 0" not in text
