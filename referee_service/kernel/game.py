"""Game: the record of functions and tables that every games/<x>/__init__.py fills in. Nothing to inherit from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, cast, get_args, get_type_hints

from msgspec import Struct

from referee_service.kernel.catalogue import Catalogue
from referee_service.kernel.notation import notation
from referee_service.kernel.packs import PackRegistry
from referee_service.kernel.rules import Fact, Fault, Language, Refusal, refuse
from referee_service.kernel.score import Result, total_points
from referee_service.kernel.state import Action, Domain, Options, State, Turn, verb_of
from referee_service.kernel.triggers import TriggerSystem

S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)
O = TypeVar("O", bound=Options)
V = TypeVar("V", bound=Struct)

WeightedOutcomes = Sequence[tuple[Action, int]]
"""What chance may bring: each possible action with its weight."""


@dataclass(frozen=True, slots=True)
class Verb(Generic[S]):
    """One verb: what may be offered, why an offer is refused, and what it does."""

    name: str
    action: type[Action]
    candidates: Callable[[S], Iterable[Action]]
    objections: Callable[[S, Action], Iterable[Refusal]]
    apply: Callable[[S, Action], S]
    exact: bool = False
    """The candidates are exactly the legal actions, so the kernel skips the filter. The contract suite proves it."""
    outcomes: Callable[[S], WeightedOutcomes] | None = None
    """For a verb of chance: its outcomes with their weights."""
    visible_to: Callable[[S, Action], tuple[int, ...] | None] | None = None
    """Who sees the fields of this action, when not everybody does (None: everybody)."""
    domains: Mapping[str, str] = field(init=False)
    """The domain that each field of the action declares."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "domains", field_domains(self.action))


def verb(
    action: type[A],
    candidates: Callable[[S], Iterable[A]],
    objections: Callable[[S, A], Iterable[Refusal]],
    apply: Callable[[S, A], S],
    *,
    exact: bool = False,
    seen_by: Callable[[S, A], tuple[int, ...] | None] | None = None,
) -> Verb[S]:
    """A verb that a seat chooses, from its three functions."""
    return Verb(
        verb_of(action),
        action,
        candidates,
        cast("Callable[[S, Action], Iterable[Refusal]]", objections),
        cast("Callable[[S, Action], S]", apply),
        exact=exact,
        visible_to=cast("Callable[[S, Action], tuple[int, ...] | None] | None", seen_by),
    )


def chance_verb(
    action: type[A],
    outcomes: Callable[[S], Sequence[tuple[A, int]]],
    apply: Callable[[S, A], S],
    *,
    seen_by: Callable[[S, A], tuple[int, ...] | None] | None = None,
) -> Verb[S]:
    """A verb of chance: legal is exactly what its outcomes list."""

    def candidates(state: S) -> list[Action]:
        return [outcome for outcome, _ in outcomes(state)]

    def objections(state: S, brought: Action) -> Iterable[Refusal]:
        if brought not in candidates(state):
            yield refuse("referee.chance", outcome=notation(brought))

    return Verb(
        verb_of(action),
        action,
        candidates,
        objections,
        cast("Callable[[S, Action], S]", apply),
        exact=True,
        outcomes=outcomes,
        visible_to=cast("Callable[[S, Action], tuple[int, ...] | None] | None", seen_by),
    )


def field_domains(action: type[Action]) -> dict[str, str]:
    """For every field of a verb the name of the domain it declares."""
    hints = get_type_hints(action, include_extras=True)
    marks = {name: _declared_domain(hints[name]) for name in action.__struct_fields__}
    undeclared = [name for name, mark in marks.items() if mark is None]
    if undeclared:
        raise TypeError(f"{action.__name__}: no domain is declared for {', '.join(undeclared)}")
    return {name: mark.name for name, mark in marks.items() if mark is not None}


def _declared_domain(hint: object) -> Domain | None:
    """The domain a type declares, also inside an optional one: `Annotated[int, Domain("die")] | None`."""
    parts = get_args(hint)
    return next((part for part in parts if isinstance(part, Domain)), None) or next(
        (mark for mark in map(_declared_domain, parts) if mark is not None), None
    )


def current_scores(state: State) -> Sequence[float]:
    """What a game without an evaluation of its own tells its bots: the score as it stands."""
    return [total_points(state, seat) for seat in range(len(state.score_lines))]


@dataclass(frozen=True, slots=True)
class BotHints(Generic[S]):
    """What a game tells the bots that play it. They ask about states that they imagined, never about the real one."""

    expected_scores: Callable[[S], Sequence[float]] = current_scores
    """The points that each seat may expect at the end of the game."""
    verb_priors: Mapping[str, float] = field(default_factory=dict)
    """About how often a verb is the right one where it is open, from 0 to 1; half of the time where nothing is said.

    Bots look at likely actions first, and at the unlikely ones of a long list only when they have time.
    """
    teams: Callable[[S], Sequence[Sequence[int]]] | None = None
    """Who plays with whom; everybody alone where a game says nothing."""
    rival_scores: Callable[[S], Sequence[float]] | None = None
    """The points to expect of those who play without a seat, as the printed Bot of a solo game."""
    win_bonus: float = 0.0
    """What winning is worth beside the points of the end, where it is not the points that win."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[S, O, V]):
    """Everything the kernel, the services and the bots know about a game."""

    name: str
    ruleset: str
    seats: tuple[int, ...]
    state_type: type[S]
    options_type: type[O]
    verbs: Mapping[str, Verb[S]]
    packs: PackRegistry[Any]
    catalogue: Callable[[], Catalogue]
    """The texts, read on first use."""
    setup: Callable[[int, O, str], S]
    """Number of seats, options, content pack -> the first state, before anything that happens by itself."""
    turn: Callable[[S], Turn | None]
    automatic_step: Callable[[S], S]
    """One thing that happens by itself, or the very same state when nothing does."""
    result: Callable[[S], Result | None]
    audit: Callable[[S], Iterable[Fault]]
    view: Callable[[S, int | None], V]
    """What one seat (or a spectator, None) may see."""
    view_type: type[V]
    determinize: Callable[[V, bytes], S]
    """A full state that looks just like this view; the key chooses which."""
    render_text: Callable[[V, Catalogue, Language], str]
    """The table as text, for terminals and chat."""
    domains: Callable[[S], Mapping[str, tuple[Fact, ...]]]
    """The values of each domain that fields of actions declare."""
    max_actions: int
    """No game takes more actions than this, chance included."""
    triggers: TriggerSystem[S] | None = None
    bot_hints: BotHints[S] = BotHints()
    verb_by_type: Mapping[type[Action], Verb[S]] = field(init=False)

    def __post_init__(self) -> None:
        by_type = {each.action: each for each in self.verbs.values()}
        object.__setattr__(self, "verb_by_type", by_type)


AnyGame = Game[Any, Any, Any]
"""Python has no existential types: a table of different games must forget theirs. Only tables use this."""


def verb_table(*verbs: Verb[S]) -> dict[str, Verb[S]]:
    """The verbs of a game by name, in the order in which legal lists show them."""
    return {each.name: each for each in verbs}
