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
    """A marked value of a state: the steps to it, its mark, the value, and the place in the types."""

    steps: tuple[Step, ...]
    mark: Mark
    value: Any
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
    """Yield every marked value of a value with this type, itself included."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        marks = [mark for mark in arguments[1:] if isinstance(mark, Mark)]
        for mark in marks:
            if isinstance(value, tuple) and isinstance(mark, ELEMENT_MARKS):
                yield from (Marked((*steps, at), mark, each, (place, mark)) for at, each in enumerate(value))
            elif value is not None:
                yield Marked(steps, mark, value, (place, mark))
        yield from marked_values(value, arguments[0], extra, steps, place)
    elif origin in (Union, UnionType):
        alternatives = [each for each in arguments if each is type(value) or get_origin(each) is not None]
        for each in alternatives if value is not None else ():
            yield from marked_values(value, each, extra, steps, place)
    elif origin is tuple:
        hints = [arguments[0]] * len(value) if arguments[1:] == (Ellipsis,) else arguments
        for at, (each, element) in enumerate(zip(value, hints, strict=True)):
            yield from marked_values(each, element, extra, (*steps, at), place)
    elif isinstance(value, Struct):
        hints = get_type_hints(type(value), include_extras=True)
        for name in value.__struct_fields__:
            marks = next((extra[base, name] for base in type(value).__mro__ if (base, name) in extra), ())
            each = Annotated[hints[name], *marks] if marks else hints[name]
            yield from marked_values(
                getattr(value, name), each, extra, (*steps, name), f"{type(value).__name__}.{name}"
            )


def broken_values(mark: Mark, value: Any, known: Known) -> Iterator[Broken]:
    """Yield values that violate a mark, each made from a right value."""
    match mark:
        case Domain():
            yield Broken("no_such_name" if isinstance(value, str) else 10**6, "audit.known")
        case Range(low=low, high=high):
            yield Broken(known.number(low) - 1, "audit.range")
            yield Broken(known.number(high) + 1, "audit.range")
        case Index(length=length):
            if isinstance(value, int):
                yield Broken(-1, "audit.range")
                yield Broken(known.number(length), "audit.range")
        case Length(low=low, high=None):
            yield from (Broken(row, "audit.shape") for row in (value[:-1], (*value, *value[:1])) if row != value)
        case Length(low=low, high=high):
            if known.number(low):
                yield Broken(value[: known.number(low) - 1], "audit.range")
            if value:
                yield Broken(value[:1] * (known.number(high) + 1), "audit.range")
        case Sorted(repeats=repeats):
            if value and not repeats:
                yield Broken((*value, value[-1]), "audit.sorted")
            if value[::-1] != value:
                yield Broken(value[::-1], "audit.sorted")
        case Unique():
            yield from (Broken((*value, each), "audit.sorted") for each in value[:1] if each != "")
        case Pieces(most=most):
            yield from _broken_bags(value, known.number(most))


def _broken_bags(bag: Any, most: int) -> Iterator[Broken]:
    """Yield bags with an unknown piece, a wrong count or a repeated piece."""
    if bag:
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
        return (*whole[:step], with_value(whole[step], rest, value), *whole[step + 1 :])
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
            for name, each in get_type_hints(hint, include_extras=True).items():
                marks = next((extra[base, name] for base in hint.__mro__ if (base, name) in extra), ())
                found.update((f"{hint.__name__}.{name}", mark) for mark in marks)
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
                for broken in broken_values(found.mark, found.value, module.known(state)):
                    tried[found.place] += 1
                    faults = list(game.audit(with_value(state, found.steps, broken.value)))
                    wanted = (path_of(found.steps) + broken.path, broken.rule)
                    assert wanted in [(fault.path, fault.rule) for fault in faults], (found, broken, faults[:3])
    missed = sorted(place for place, _ in declared_marks(game.state_type, module.EXTRA_MARKS) - set(tried))
    record_property("figures", f"{game.name}: {len(tried)} marks broken; without a value in play: {missed or 'none'}")
    assert len(missed) < len(tried)
