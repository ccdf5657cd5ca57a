"""Contract of shapes: for every mark on a field, a broken value is refused at its exact path."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Iterator
from types import ModuleType, UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from referee_service.kernel.game import AnyGame
from referee_service.kernel.shape import Domain, Index, Known, Length, Mark, Pieces, Range, Sorted, Unique
from tests.contract.playthroughs import each_game, sampled_plies

Step = str | int
ELEMENT_MARKS = (Domain, Range, Index)
TRIES_PER_MARK = 3


class Marked(NamedTuple):
    """A marked value of a state: the steps to it, its mark, the value, its type, and the place in the types."""

    steps: tuple[Step, ...]
    mark: Mark
    value: Any
    hint: Any
    place: tuple[str, Mark]


class Broken(NamedTuple):
    """A value that violates a mark: the path of the fault below the value, and the rule that it cites."""

    value: Any
    rule: str
    path: str = ""


def shape_module(game: AnyGame) -> ModuleType:
    """Return the module with the marks and known names of a game."""
    return importlib.import_module(f"{game.state_type.__module__.removesuffix('.state')}.audit.shape")


def marked_values(value: Any, hint: Any, extra: Any, steps: tuple[Step, ...], place: str) -> Iterator[Marked]:
    """Yield every marked value of a value with this type, itself included. Empty rows and None count as values."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        is_row = get_origin(arguments[0]) is tuple
        for mark in (mark for mark in arguments[1:] if isinstance(mark, Mark)):
            if is_row and isinstance(mark, ELEMENT_MARKS):
                element = Annotated[get_args(arguments[0])[0], mark]
                yield from marked_values(value, tuple[element, ...], extra, steps, place)
            else:
                yield Marked(steps, mark, value, arguments[0], (place, mark))
        yield from marked_values(value, arguments[0], extra, steps, place)
    elif origin in (Union, UnionType):
        for each in arguments:
            if each is type(value) or get_origin(each) is Annotated:
                yield from marked_values(value, each, extra, steps, place)
    elif origin is tuple and value is not None:
        is_long = arguments[1:] == (Ellipsis,)
        hints = [arguments[0]] * max(1, len(value)) if is_long else arguments
        values = value if value or not is_long else (None,)
        for at, (each, element) in enumerate(zip(values, hints, strict=True)):
            yield from marked_values(each, element, extra, (*steps, at), place)
    elif isinstance(value, Struct):
        for name, each in fields_of(type(value), extra):
            yield from marked_values(
                getattr(value, name), each, extra, (*steps, name), f"{type(value).__name__}.{name}"
            )


def fields_of(struct: type[Struct], extra: Any) -> Iterator[tuple[str, Any]]:
    """Yield the name and the type of each field of a struct, with its extra marks."""
    hints = get_type_hints(struct, include_extras=True)
    for name in struct.__struct_fields__:
        marks = next((extra[base, name] for base in struct.__mro__ if (base, name) in extra), ())
        yield name, Annotated[hints[name], *marks] if marks else hints[name]


def broken_values(found: Marked, known: Known) -> Iterator[Broken]:
    """Yield values that violate a mark."""
    row = found.value or sample_row(found.hint, known)
    match found.mark:
        case Domain():
            yield Broken("no_such_name" if found.hint is str else 10**6, "audit.known")
        case Range(low=low, high=high):
            yield Broken(known.number(low) - 1, "audit.range")
            yield Broken(known.number(high) + 1, "audit.range")
        case Index(length=length):
            yield Broken(-1, "audit.range")
            yield Broken(known.number(length), "audit.range")
        case Length(low=low, high=None):
            changed = (found.value[:-1], (*found.value, *found.value[:1]))
            yield from (Broken(each, "audit.shape") for each in changed if each != found.value)
        case Length(low=low, high=high):
            if known.number(low):
                yield Broken(found.value[: known.number(low) - 1], "audit.range")
            if row:
                yield Broken(row[:1] * (known.number(high) + 1), "audit.range")
        case Sorted(repeats=repeats):
            if row and not repeats:
                yield Broken((*row, row[-1]), "audit.sorted")
            if row[::-1] != row:
                yield Broken(row[::-1], "audit.sorted")
        case Unique():
            yield from (Broken((*row, each), "audit.sorted") for each in row if each != "")
        case Pieces(name=name, most=most):
            yield from _broken_bags(found.value or ((min(known.names[name]), 1),), known.number(most))


def sample_row(hint: Any, known: Known) -> tuple[Any, ...]:
    """Return a right row of two entries for a row of marked values, or an empty row for other types."""
    element = next(iter(get_args(hint)), None) if get_origin(hint) is tuple else None
    match next((mark for mark in get_args(element)[1:] if isinstance(mark, Mark)), None):
        case Domain(name=name):
            return tuple(sorted(known.names[name])[:2])
        case Range(low=low):
            return (known.number(low), known.number(low) + 1)
        case Index():
            return (0, 1)
    return ()


def _broken_bags(bag: Any, most: int) -> Iterator[Broken]:
    """Yield bags with an unknown piece, a wrong count or a repeated piece."""
    (piece, count), rest = bag[0], bag[1:]
    yield Broken((("no_such_name", count), *rest), "audit.known", "[0]")
    yield Broken(((piece, 0), *rest), "audit.range", "[0]")
    yield Broken(((piece, most + 1), *rest), "audit.range", "[0]")
    yield Broken((*bag, bag[-1]), "audit.sorted")


def with_value(whole: Any, steps: tuple[Step, ...], value: Any) -> Any:
    """Return a state, or a part of it, with the value at these steps replaced."""
    if not steps:
        return value
    step, rest = steps[0], steps[1:]
    if isinstance(step, int):
        return (*whole[:step], with_value(whole[step] if whole else None, rest, value), *whole[step + 1 :])
    return replace(whole, **{step: with_value(getattr(whole, step), rest, value)})


def path_of(steps: tuple[Step, ...]) -> str:
    """Return steps as the path of a fault: `players[0].heroes`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).removeprefix(".")


def declared_marks(struct: type[Struct], extra: Any) -> set[tuple[str, Mark]]:
    """Return the place of every mark in a struct type and in all types that it contains."""
    found: set[tuple[str, Mark]] = set()
    seen: set[type[Struct]] = set()

    def walk(hint: Any, place: str) -> None:
        found.update((place, mark) for mark in get_args(hint)[1:] if isinstance(mark, Mark))
        for part in get_args(hint):
            walk(part, place)
        if isinstance(hint, type) and issubclass(hint, Struct) and hint not in seen:
            seen.add(hint)
            for name, each in fields_of(hint, extra):
                walk(each, f"{hint.__name__}.{name}")

    walk(struct, "")
    return found


@each_game
def test_a_broken_value_is_refused_at_its_path(game, record_property):
    module = shape_module(game)
    tried: Counter[tuple[str, Mark]] = Counter()
    for seats in game.seats:
        for ply in sampled_plies(game, seats, each=4):
            state = ply.before.state
            for found in marked_values(state, game.state_type, module.EXTRA_MARKS, (), ""):
                if tried[found.place] >= TRIES_PER_MARK * len(game.seats):
                    continue
                for broken in broken_values(found, module.known(state)):
                    tried[found.place] += 1
                    faults = list(game.audit(with_value(state, found.steps, broken.value)))
                    wanted = (path_of(found.steps) + broken.path, broken.rule)
                    assert wanted in [(fault.path, fault.rule) for fault in faults], (found, broken, faults[:3])
    missed = sorted(place for place, _ in declared_marks(game.state_type, module.EXTRA_MARKS) - set(tried))
    record_property("figures", f"{game.name}: {len(tried)} marks broken; without a value in play: {missed or 'none'}")
    assert len(missed) < len(tried)
