"""Marks on fields of a state, and the audit that they give: known names, numbers in range, lengths, order.

A mark stands in the type of a field: `space: Annotated[int, Index("spaces")]`. A game collects its marked types in
`fields.py`. `shape_audit` reads the marks of a state type once, and checks every state against them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Final, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

from referee_service.kernel.rules import Fact, Fault

S = TypeVar("S", bound=Struct)

MAX_COUNT: Final = 500
"""Upper bound of a number without its own bound. No game has that number of pieces of one kind."""

Bound = int | str
"""A number, or the name of a number in `Known.numbers`."""


@dataclass(frozen=True, slots=True)
class Known:
    """What a state may name: the values of each domain, and the numbers that bounds refer to."""

    names: Mapping[str, frozenset[int | str]]
    numbers: Mapping[str, int]

    def number(self, bound: Bound) -> int:
        """Return a bound as a number."""
        return self.numbers[bound] if isinstance(bound, str) else bound


class Flaw(NamedTuple):
    """A fault whose path begins at the value checked: "" is the value itself."""

    path: str
    rule: str
    facts: dict[str, Fact]


Flaws = tuple[Flaw, ...]
Check = Callable[[Any, Known], Flaws]
"""A check of one value. It returns the empty tuple if nothing is wrong."""


# --- marks of one value, or of each element of a row ------------------------------------------------------------------


PlaceFunction = Callable[[Any, Any, Any], tuple[str, ...]]
"""Return the places that show a value to a seat, given the state, the seat and the value."""
HoldsFunction = Callable[[Any, Any, Any], str]
"""Return the id of the component that a value stands for, given the state, the seat and the value. "" for none."""


@dataclass(frozen=True, slots=True)
class Domain:
    """A value of a named set: `Annotated[str, Domain("tile")]`. Action fields have this mark too.

    With `optional`, the empty string is allowed as well. In an action, `place` says where the value lies on the table,
    and `holds` which component lies there: labels, refusals and `touches` use them (`kernel/places.py`).
    """

    name: str
    optional: bool = False
    place: PlaceFunction | None = None
    holds: HoldsFunction | None = None
    absent: PlaceFunction | None = None
    """Where an optional field points if it is left out: the face-down pile instead of an open card."""
    group: str = ""
    """Fields with the same group share one if they lie at common places. Others have groups of their own."""
    menu: bool = False
    """Whether several values lie at the same places, and a menu tells them apart: the resource that a card gives."""

    def flaws(self, value: Any, known: Known) -> Flaws:
        """Return a flaw if the value is unknown."""
        if value in known.names[self.name] or (self.optional and value == ""):
            return ()
        return (Flaw("", "audit.known", {"name": value}),)


@dataclass(frozen=True, slots=True)
class Range:
    """A number from `low` to `high`, both included."""

    low: Bound = 0
    high: Bound = MAX_COUNT

    def flaws(self, value: Any, known: Known) -> Flaws:
        """Return a flaw if the number is out of range."""
        return _range_flaws("", value, known.number(self.low), known.number(self.high))


@dataclass(frozen=True, slots=True)
class Index:
    """A number from 0 to one less than `length`. A value that is no number is not checked: the seat of chance."""

    length: Bound

    def flaws(self, value: Any, known: Known) -> Flaws:
        """Return a flaw if the number is no index."""
        return _range_flaws("", value, 0, known.number(self.length) - 1) if isinstance(value, int) else ()


# --- marks of a row -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Length:
    """The number of entries of a row: exactly `low`, or from `low` to `high`."""

    low: Bound
    high: Bound | None = None

    def flaws(self, value: Any, known: Known) -> Flaws:
        """Return a flaw if the row has another length."""
        low, found = known.number(self.low), len(value)
        if self.high is not None:
            return _range_flaws("", found, low, known.number(self.high))
        return () if found == low else (Flaw("", "audit.shape", {"found": found, "wanted": low}),)


@dataclass(frozen=True, slots=True)
class Sorted:
    """A row in ascending order, without repeats unless they are allowed."""

    repeats: bool = False

    def flaws(self, value: Any, known: Known) -> Flaws:
        """Return a flaw if the row is not in order."""
        is_in_order = list(value) == sorted(value) and (self.repeats or len(set(value)) == len(value))
        return () if is_in_order else (Flaw("", "audit.sorted", {}),)


@dataclass(frozen=True, slots=True)
class Unique:
    """A row without repeats, in any order. Empty strings may repeat: they are empty places."""

    def flaws(self, value: Any, known: Known) -> Flaws:
        """Return a flaw if an entry is repeated."""
        entries = [entry for entry in value if entry != ""]
        return () if len(set(entries)) == len(entries) else (Flaw("", "audit.sorted", {}),)


@dataclass(frozen=True, slots=True)
class Pieces:
    """A bag of pieces of a named set: in order, each piece once, counts from 1 to `most`."""

    name: str
    most: Bound = MAX_COUNT

    def flaws(self, value: Any, known: Known) -> Flaws:
        """Return a flaw for each entry with an unknown piece or a wrong count, and one if the order is wrong."""
        names, most, before = known.names[self.name], known.number(self.most), None
        found: Flaws = ()
        for at, (piece, count) in enumerate(value):
            if piece not in names:
                found += (Flaw(f"[{at}]", "audit.known", {"name": piece}),)
            if not 1 <= count <= most:
                found += _range_flaws(f"[{at}]", count, 1, most)
            if before is not None and piece <= before:
                found += (Flaw("", "audit.sorted", {}),)
            before = piece
        return found


ElementMark = Domain | Range | Index
RowMark = Length | Sorted | Unique | Pieces
Mark = ElementMark | RowMark
ExtraMarks = Mapping[tuple[type[Struct], str], tuple[Mark, ...]]
"""Marks for fields of kernel structs, by struct and field name. The kernel cannot know the names of a game."""


def _range_flaws(path: str, found: int, low: int, high: int) -> Flaws:
    if low <= found <= high:
        return ()
    return (Flaw(path, "audit.range", {"found": found, "low": low, "high": high}),)


# --- the audit ------------------------------------------------------------------------------------------------------


def shape_audit(
    state_type: type[S], known: Callable[[S], Known], extra_marks: ExtraMarks | None = None
) -> Callable[[S], Iterator[Fault]]:
    """Build the audit of all marks of a state type. Its faults have exact paths: `market[2].building`.

    `known` returns what the names and bounds of the marks refer to. It is called once per state, so it should be
    cached by pack and number of seats.
    """
    check = _Compiler(extra_marks or {}).struct_check(state_type) or _accept

    def audit(state: S) -> Iterator[Fault]:
        for path, rule, facts in check(state, known(state)):
            yield Fault(path.removeprefix("."), rule, facts)

    return audit


def _accept(value: Any, known: Known) -> Flaws:
    return ()


class _Compiler:
    """Translation of types with marks into checks. Each struct type is read once."""

    def __init__(self, extra_marks: ExtraMarks) -> None:
        self.extra_marks = extra_marks
        self.structs: dict[type[Struct], Check | None] = {}

    def struct_check(self, struct: type[Struct]) -> Check | None:
        """Return the check of a struct, or None if no field of it has marks."""
        if struct not in self.structs:
            self.structs[struct] = None  # a struct that contains itself is checked once
            hints = get_type_hints(struct, include_extras=True)
            checks = [(name, self.field_check(struct, name, hints[name])) for name in struct.__struct_fields__]
            self.structs[struct] = _struct_check([(name, check) for name, check in checks if check is not None])
        return self.structs[struct]

    def field_check(self, struct: type[Struct], name: str, hint: Any) -> Check | None:
        """Return the check of a field: the marks of its type, and the extra marks of the nearest base class."""
        extra = next((self.extra_marks[base, name] for base in struct.__mro__ if (base, name) in self.extra_marks), ())
        return self.check(Annotated[hint, *extra]) if extra else self.check(hint)

    def check(self, hint: Any) -> Check | None:
        """Return the check of a type, or None if it has no marks."""
        origin, arguments = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self.marked_check(arguments[0], [mark for mark in arguments[1:] if isinstance(mark, Mark)])
        if origin in (Union, UnionType):
            return self.union_check(arguments)
        if origin is tuple:
            return self.row_check(arguments)
        return self.struct_check(hint) if isinstance(hint, type) and issubclass(hint, Struct) else None

    def marked_check(self, hint: Any, marks: list[Mark]) -> Check | None:
        """Return the checks of a type and of its marks. A mark of single values on a row holds for each element."""
        checks = []
        for mark in marks:
            is_row = get_origin(hint) is tuple and isinstance(mark, ElementMark)
            checks.append(_elements_check(mark.flaws) if is_row else mark.flaws)
        base = self.check(hint)
        return _all_checks([*checks, base] if base is not None else checks)

    def union_check(self, arguments: tuple[Any, ...]) -> Check | None:
        """Return the check of a union: of the one alternative beside None, or of the struct that the value is."""
        others = [argument for argument in arguments if argument is not NoneType]
        if len(others) == 1:
            return _optional_check(self.check(others[0]))
        by_type = {each: self.check(each) for each in others if isinstance(each, type) and issubclass(each, Struct)}
        return _union_check({each: check for each, check in by_type.items() if check is not None})

    def row_check(self, arguments: tuple[Any, ...]) -> Check | None:
        """Return the check of a tuple: of each element, or of each place."""
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            element = arguments[0]
            marks = get_args(element)[1:] if get_origin(element) is Annotated else ()
            if len(marks) == 1 and isinstance(marks[0], Domain):
                return _domain_row_check(marks[0])
            check = self.check(element)
            return _elements_check(check) if check is not None else None
        places = [(at, self.check(argument)) for at, argument in enumerate(arguments)]
        return _places_check([(at, check) for at, check in places if check is not None])


def _below(path: str, flaws: Flaws) -> Flaws:
    """Return flaws of a part as flaws of the whole."""
    return tuple(Flaw(path + flaw.path, flaw.rule, flaw.facts) for flaw in flaws)


def _struct_check(fields: list[tuple[str, Check]]) -> Check | None:
    def check(value: Any, known: Known) -> Flaws:
        found: Flaws = ()
        for name, check_field in fields:
            if flaws := check_field(getattr(value, name), known):
                found += _below(f".{name}", flaws)
        return found

    return check if fields else None


def _places_check(places: list[tuple[int, Check]]) -> Check | None:
    def check(value: Any, known: Known) -> Flaws:
        found: Flaws = ()
        for at, check_place in places:
            if flaws := check_place(value[at], known):
                found += _below(f"[{at}]", flaws)
        return found

    return check if places else None


def _elements_check(check_element: Check) -> Check:
    def check(value: Any, known: Known) -> Flaws:
        found: Flaws = ()
        for at, element in enumerate(value):
            if flaws := check_element(element, known):
                found += _below(f"[{at}]", flaws)
        return found

    return check


def _domain_row_check(domain: Domain) -> Check:
    """Return the check of a row of names. One set operation is enough for a row without flaws."""
    check_each = _elements_check(domain.flaws)

    def check(value: Any, known: Known) -> Flaws:
        return () if known.names[domain.name].issuperset(value) else check_each(value, known)

    return check


def _union_check(by_type: Mapping[type[Struct], Check]) -> Check | None:
    def check(value: Any, known: Known) -> Flaws:
        check_struct = by_type.get(type(value))
        return check_struct(value, known) if check_struct is not None else ()

    return check if by_type else None


def _optional_check(check_value: Check | None) -> Check | None:
    def check(value: Any, known: Known) -> Flaws:
        assert check_value is not None
        return () if value is None else check_value(value, known)

    return check if check_value is not None else None


def _all_checks(checks: list[Check]) -> Check | None:
    def check(value: Any, known: Known) -> Flaws:
        found: Flaws = ()
        for each in checks:
            found += each(value, known)
        return found

    return checks[0] if len(checks) == 1 else check if checks else None
