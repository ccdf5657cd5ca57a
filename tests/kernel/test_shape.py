"""Tests of marks on fields and of the audit that they give."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from msgspec import Struct

from referee_service.kernel.bags import Bag
from referee_service.kernel.shape import Domain, Index, Known, Length, Pieces, Range, Sorted, Unique, shape_audit

KNOWN = Known({"good": frozenset({"salt", "silk"}), "die": frozenset({1, 2})}, {"seats": 3, "most": 5})


def check(hint, value, extra=None):
    """Return the faults of one field of this type with this value, as path and rule."""
    holder = type("Holder", (Struct,), {"__annotations__": {"field": hint}})
    audit = shape_audit(holder, lambda state: KNOWN, extra)
    return [(found.path, found.rule, found.facts) for found in audit(holder(value))]


RULES = {"known": "audit.known", "range": "audit.range", "shape": "audit.shape", "sorted": "audit.sorted"}


@pytest.mark.parametrize(
    ("mark", "kind", "right", "wrong", "rule"),
    [
        (Domain("good"), str, "silk", "", "known"),
        (Domain("good"), str, "salt", "tea", "known"),
        (Domain("good", optional=True), str, "", "tea", "known"),
        (Domain("die"), int, 2, 3, "known"),
        (Range(), int, 0, -1, "range"),
        (Range(), int, 500, 501, "range"),
        (Range(1, "most"), int, 5, 6, "range"),
        (Range(1, "most"), int, 1, 0, "range"),
        (Index("seats"), int, 2, 3, "range"),
        (Index("seats"), int, 0, -1, "range"),
        (Length(2), tuple[int, ...], (1, 1), (1,), "shape"),
        (Length("seats"), tuple[int, ...], (1, 1, 1), (1, 1, 1, 1), "shape"),
        (Length(1, "seats"), tuple[int, ...], (1,), (), "range"),
        (Length(1, "seats"), tuple[int, ...], (1, 1, 1), (1,) * 4, "range"),
        (Sorted(), tuple[int, ...], (1, 2), (2, 1), "sorted"),
        (Sorted(), tuple[str, ...], ("a", "b"), ("a", "a"), "sorted"),
        (Sorted(repeats=True), tuple[int, ...], (1, 1, 2), (1, 2, 1), "sorted"),
        (Unique(), tuple[str, ...], ("b", "a", "", ""), ("a", "", "a"), "sorted"),
        (Pieces("good"), Bag, (("salt", 2), ("silk", 1)), (("silk", 1), ("salt", 2)), "sorted"),
        (Pieces("good"), Bag, (("salt", 2),), (("salt", 2), ("salt", 2)), "sorted"),
    ],
)
def test_a_mark_accepts_right_values_and_refuses_wrong_ones(mark, kind, right, wrong, rule):
    assert not check(Annotated[kind, mark], right)
    ((path, found, _),) = check(Annotated[kind, mark], wrong)
    assert (path, found) == ("field", f"audit.{rule}")


@pytest.mark.parametrize(
    ("bag", "rule"),
    [((("tea", 1),), "audit.known"), ((("silk", 0),), "audit.range"), ((("silk", 6),), "audit.range")],
)
def test_a_fault_of_a_bag_names_the_entry(bag, rule):
    ((path, found, _),) = check(Annotated[Bag, Pieces("good", most="most")], bag)
    assert (path, found) == ("field[0]", rule)


def test_faults_have_the_facts_of_their_rules():
    assert check(Annotated[int, Range(1, 6)], 7)[0][2] == {"found": 7, "low": 1, "high": 6}
    assert check(Annotated[int, Index("seats")], 7)[0][2] == {"found": 7, "low": 0, "high": 2}
    assert check(Annotated[str, Domain("good")], "tea")[0][2] == {"name": "tea"}
    assert check(Annotated[tuple[int, ...], Length(2)], ())[0][2] == {"found": 0, "wanted": 2}
    assert check(Annotated[tuple[int, ...], Sorted()], (2, 1))[0][2] == {}


GoodField = Annotated[str, Domain("good")]


class Slot(Struct, frozen=True):
    """A struct inside others."""

    good: GoodField
    count: Annotated[int, Range(0, 9)]


class Gate(Struct, frozen=True, tag=True):
    """An alternative of a union."""

    seat: Annotated[int | Literal["chance"], Index("seats")]


class Wall(Struct, frozen=True, tag=True):
    """An alternative without marks."""

    height: int


@pytest.mark.parametrize(
    ("hint", "right", "wrong", "path"),
    [
        (tuple[GoodField, ...], ("silk", "salt"), ("silk", "tea"), "field[1]"),
        (Annotated[tuple[int, ...], Domain("die")], (1, 2, 1), (1, 3), "field[1]"),
        (Annotated[tuple[int, ...], Range(0, 2)], (1, 2), (0, 3), "field[1]"),
        (tuple[tuple[GoodField, int], ...], (("silk", 1),), (("silk", 1), ("tea", 1)), "field[1][0]"),
        (tuple[GoodField, GoodField], ("silk", "salt"), ("silk", "tea"), "field[1]"),
        (tuple[tuple[GoodField, ...], ...], ((), ("silk",)), ((), ("silk", "tea")), "field[1][1]"),
        (Slot, Slot("silk", 1), Slot("tea", 1), "field.good"),
        (tuple[Slot, ...], (Slot("silk", 9),), (Slot("silk", 9), Slot("silk", 10)), "field[1].count"),
        (Slot | None, None, Slot("tea", 1), "field.good"),
        (Annotated[int, Range(0, 3)] | None, None, 4, "field"),
        (tuple[Gate | Wall, ...], (Gate("chance"), Wall(-1), Gate(2)), (Wall(9), Gate(3)), "field[1].seat"),
    ],
)
def test_paths_are_exact_in_rows_structs_unions_and_optional_fields(hint, right, wrong, path):
    assert not check(hint, right)
    assert [found for found, _, _ in check(hint, wrong)] == [path]


def test_all_faults_are_found():
    hint = Annotated[tuple[Slot, ...], Length(3)]
    found = check(hint, (Slot("tea", 10), Slot("silk", 11)))
    assert [path for path, _, _ in found] == ["field", "field[0].good", "field[0].count", "field[1].count"]


def test_extra_marks_reach_fields_of_other_structs_and_their_subclasses():
    class HighWall(Wall, frozen=True):
        """A subclass of a struct with an extra mark."""

    extra = {(Wall, "height"): (Range(0, 9),)}
    assert [path for path, _, _ in check(Wall, Wall(10), extra)] == ["field.height"]
    assert [path for path, _, _ in check(HighWall, HighWall(10), extra)] == ["field.height"]
    assert not check(Wall, Wall(10))


def test_a_state_without_marks_has_no_faults():
    assert not check(int, 7)
