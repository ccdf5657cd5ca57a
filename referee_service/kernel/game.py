"""The record of one game: the functions and tables that `games/<game>/__init__.py` fills in. There is no base class."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, cast, get_args, get_type_hints

from msgspec import Struct

from referee_service.kernel.audit import Check, quiescence_check, staged_audit
from referee_service.kernel.catalogue import Catalogue
from referee_service.kernel.components import Component
from referee_service.kernel.events import emit, emit_secret
from referee_service.kernel.notation import notation
from referee_service.kernel.packs import PackRegistry, pack_texts
from referee_service.kernel.pending import FORCED, close_question
from referee_service.kernel.places import Group, held_components
from referee_service.kernel.question import Flow
from referee_service.kernel.rules import Fact, Fault, Language, Refusal, refuse
from referee_service.kernel.score import Result, Rival, total_points
from referee_service.kernel.shape import Domain, HoldsFunction, PlaceFunction
from referee_service.kernel.state import Action, Options, ScoreLines, Seat, State, Turn, verb_of
from referee_service.kernel.struct_types import prepare_type
from referee_service.kernel.text_table import Section, TextContext
from referee_service.kernel.triggers import TriggerSystem

S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)
O = TypeVar("O", bound=Options)
V = TypeVar("V", bound=Struct)

WeightedOutcomes = Sequence[tuple[Action, int]]
"""Every outcome that chance may bring, as an action with its integer weight."""


@dataclass(frozen=True, slots=True)
class Verb(Generic[S]):
    """One verb: which actions it offers, why an action is refused, and what an action does."""

    name: str
    action: type[Action]
    candidates: Callable[[S], Iterable[Action]]
    objections: Callable[[S, Action], Iterable[Refusal]]
    apply: Callable[[S, Action], S]
    exact: bool = False
    """True if `candidates` returns exactly the legal actions. The engine then skips the filter; the contract suite
    checks it.
    """
    outcomes: Callable[[S], WeightedOutcomes] | None = None
    """Outcomes with their weights, for a verb of chance."""
    visible_to: Callable[[S, Action], tuple[int, ...] | None] | None = None
    """Seats that see the fields of an action. None, or a result of None, means all seats."""
    kinds: Mapping[str, str] = field(default_factory=dict)
    """The rule that a component of another kind breaks, by field: {"card": "station.kind"}. Its facts are the field and
    `kind`, the domain of the component.
    """
    any_name: bool = False
    """True if `objections` may be called with any component of the game, not only with values of the domain."""
    facts: Callable[[S, Action], Mapping[str, Fact]] | None = None
    """Return what a label says beside the fields of the action: its price, what it brings. Only public facts, and facts
    that the acting seat may know.
    """
    chip: str = ""
    """The place of the verb itself, if the table has one: `action.settle`. A player points at it first."""
    spot: Callable[[S, Seat, Action], Group] | None = None
    """Return the places of what the action takes, pays or changes although no field names it: the workers of a seat,
    the bag that it draws from. A player points at one of them last. The empty tuple is none.
    """
    is_minor: bool = False
    """Whether the action is nearly always legal and seldom meant. Pictures show it less."""
    marks: Mapping[str, Domain] = field(init=False)
    """The mark of each action field."""
    domains: Mapping[str, str] = field(init=False)
    """The domain name of each action field."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "marks", field_marks(self.action))
        object.__setattr__(self, "domains", {name: mark.name for name, mark in self.marks.items()})


def verb(
    action: type[A],
    candidates: Callable[[S], Iterable[A]],
    objections: Callable[[S, A], Iterable[Refusal]],
    apply: Callable[[S, A], S],
    *,
    exact: bool = False,
    visible_to: Callable[[S, A], tuple[int, ...] | None] | None = None,
    kinds: Mapping[str, str] | None = None,
    any_name: bool = False,
    facts: Callable[[S, A], Mapping[str, Fact]] | None = None,
    chip: str = "",
    spot: Callable[[S, Seat, A], Group] | None = None,
    is_minor: bool = False,
) -> Verb[S]:
    """Build a verb that a seat chooses from its three functions."""
    return Verb(
        verb_of(action),
        action,
        candidates,
        cast("Callable[[S, Action], Iterable[Refusal]]", objections),
        cast("Callable[[S, Action], S]", apply),
        exact=exact,
        visible_to=cast("Callable[[S, Action], tuple[int, ...] | None] | None", visible_to),
        kinds=kinds or {},
        any_name=any_name,
        facts=cast("Callable[[S, Action], Mapping[str, Fact]] | None", facts),
        chip=chip,
        spot=cast("Callable[[S, Seat, Action], Group] | None", spot),
        is_minor=is_minor,
    )


def chance_verb(
    action: type[A],
    outcomes: Callable[[S], Sequence[tuple[A, int]]],
    apply: Callable[[S, A], S],
    *,
    visible_to: Callable[[S, A], tuple[int, ...] | None] | None = None,
    kinds: Mapping[str, str] | None = None,
) -> Verb[S]:
    """Build a verb of chance. Exactly its outcomes are legal."""

    def candidates(state: S) -> list[Action]:
        return [outcome for outcome, _ in outcomes(state)]

    def objections(state: S, outcome: Action) -> Iterable[Refusal]:
        if outcome not in candidates(state):
            yield refuse("referee.chance", outcome=notation(outcome))

    return Verb(
        verb_of(action),
        action,
        candidates,
        objections,
        cast("Callable[[S, Action], S]", apply),
        exact=True,
        outcomes=outcomes,
        visible_to=cast("Callable[[S, Action], tuple[int, ...] | None] | None", visible_to),
        any_name=True,
        kinds=kinds or {},
    )


def field_marks(action: type[Action]) -> dict[str, Domain]:
    """Return the domain of each field of an action type. Raises TypeError if a field declares none."""
    hints = get_type_hints(action, include_extras=True)
    marks = {name: _declared_domain(hints[name]) for name in action.__struct_fields__}
    undeclared = [name for name, mark in marks.items() if mark is None]
    if undeclared:
        raise TypeError(f"{action.__name__}: no domain is declared for {', '.join(undeclared)}")
    return {name: mark for name, mark in marks.items() if mark is not None}


def _declared_domain(hint: object) -> Domain | None:
    """Return the domain that a type declares, also inside an optional type: `Annotated[int, Domain("die")] | None`."""
    parts = get_args(hint)
    return next((part for part in parts if isinstance(part, Domain)), None) or next(
        (mark for mark in map(_declared_domain, parts) if mark is not None), None
    )


def recorded_points(state: State) -> ScoreLines:
    """Return the score lines that a state records: the points so far of a game that scores as it goes."""
    return state.score_lines


def no_places(state: State, seat: int | None) -> Sequence[str]:
    """Return no place: the table of a game without pictures."""
    return ()


def no_components(tables: object, catalogue: Catalogue, language: Language) -> Iterable[Component]:
    """Return no component: a pack without named pieces."""
    return ()


def no_rivals(state: State) -> tuple[Rival, ...]:
    """Return no rival: every side of most games has a seat."""
    return ()


def current_scores(state: State) -> Sequence[float]:
    """Return the current points of every seat: the expected scores of a game that has no evaluation."""
    return [total_points(state, seat) for seat in range(len(state.score_lines))]


@dataclass(frozen=True, slots=True)
class BotHints(Generic[S]):
    """Evaluation hooks of a game for bots. Bots call them on determinized states, never on the real state."""

    expected_scores: Callable[[S], Sequence[float]] = current_scores
    """Return the points that each seat may expect at the end of the game."""
    verb_priors: Mapping[str, float] = field(default_factory=dict)
    """Probability, 0 to 1, that a verb is the right one when it is legal. A verb that is missing here counts as 0.5.

    Bots examine likely actions first, and the unlikely ones of a long list only if the budget allows it.
    """
    teams: Callable[[S], Sequence[Sequence[int]]] | None = None
    """Return the seats of each team. None: every seat plays alone."""
    rival_scores: Callable[[S], Sequence[float]] | None = None
    """Return the expected points of opponents without a seat, such as the printed Bot of a solo game."""
    win_bonus: float = 0.0
    """Points that a win adds to the final score, for games that are not won by points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[S, O, V]):
    """Everything that the kernel, the services and the bots know about one game."""

    name: str
    ruleset: str
    seats: tuple[int, ...]
    state_type: type[S]
    options_type: type[O]
    verbs: Mapping[str, Verb[S]]
    packs: PackRegistry[Any]
    catalogue: Callable[[], Catalogue]
    """Return the rules and texts. They are read on the first call."""
    setup: Callable[[int, O, str], S]
    """Build the first state from the number of seats, the options and the pack id. No automatic step has run yet."""
    flow: Flow[S]
    """The questions and stages of the game: whose turn it is, automatic steps, and the audit of the stack."""
    result: Callable[[S], Result | None]
    """Return the result, or None while the game runs."""
    checks: Sequence[Check[S]]
    """The groups of checks that the audit runs in order. A group may rely on all earlier ones."""
    view: Callable[[S, int | None], V]
    """Return what one seat may see of a state. Seat None is a spectator."""
    view_type: type[V]
    determinize: Callable[[V, bytes], S]
    """Return a full state that matches a view. The key selects which one."""
    sections: Callable[[V, TextContext], Iterable[Section]]
    """Return a view as sections of text, for terminals and chat."""
    domains: Callable[[S], Mapping[str, tuple[Fact, ...]]]
    """Return the values of each domain that action fields declare."""
    max_actions: int
    """Upper bound for the number of actions in one match, chance included."""
    solo_options: frozenset[str] = frozenset()
    """Names of the options that have an effect only in a match of one seat."""
    triggers: TriggerSystem[S] | None = None
    bot_hints: BotHints[S] = BotHints()
    points_so_far: Callable[[S], ScoreLines] = recorded_points
    """Return the score lines of every seat now. A game that scores only at its end counts them here."""
    rivals: Callable[[S], tuple[Rival, ...]] = no_rivals
    """Return the opponents without a seat, with their score lines now."""
    places: Callable[[S, int | None], Sequence[str]] = no_places
    """Return the names of all places of the table that a seat sees, buttons and choices aside. None is a spectator."""
    extra_marks: Mapping[tuple[type[Action], str], Domain] = field(default_factory=dict)
    """Marks for fields of kernel actions, by action type and field: where the sources of payments lie."""
    components: Callable[[Any, Catalogue, Language], Iterable[Component]] = no_components
    """Return the components of a pack, given its tables, with names and texts in one language."""
    _catalogues: dict[str, Catalogue] = field(init=False, default_factory=dict)
    marks: Mapping[type[Action], Mapping[str, Domain]] = field(init=False)
    """The mark of each field, by action type."""
    place_fields: Mapping[type[Action], tuple[tuple[str, PlaceFunction, Domain], ...]] = field(init=False)
    """The fields of each action type whose values lie on the table, with their place functions and their marks."""
    held_fields: Mapping[type[Action], tuple[tuple[str, HoldsFunction], ...]] = field(init=False)
    """The fields of each action type whose values stand for components, with the functions that return those."""
    verb_by_type: Mapping[type[Action], Verb[S]] = field(init=False)
    """The verbs by their action type."""
    turn: Callable[[S], Turn | None] = field(init=False)
    """Return the seat, the question and the verbs that are due, or None if the game is over."""
    audit: Callable[[S], Iterable[Fault]] = field(init=False)
    """Yield the faults of the first group of checks that finds any. A state without faults is possible."""

    def __post_init__(self) -> None:
        """Check that frames, questions and verbs match. Raises TypeError if they do not."""
        self.flow.check(self.state_type, self.verbs)
        self._prepare_types()
        object.__setattr__(self, "verb_by_type", {each.action: each for each in self.verbs.values()})
        marks = {each.action: self._marks_of(each) for each in self.verbs.values()}
        places = {key: tuple((name, m.place, m) for name, m in row.items() if m.place) for key, row in marks.items()}
        held = {key: tuple((name, m.holds) for name, m in row.items() if m.holds) for key, row in marks.items()}
        for name, table in (("marks", marks), ("place_fields", places), ("held_fields", held)):
            object.__setattr__(self, name, table)
        object.__setattr__(self, "turn", self.flow.turn)
        groups = (*self.checks, self.flow.closed_audit, quiescence_check(self.automatic_step))
        object.__setattr__(self, "audit", staged_audit(*groups))

    def texts(self, pack: str) -> Catalogue:
        """Return the rules and texts with the names that a pack gives its components."""
        if pack not in self._catalogues:
            names = {name: each.name for name, each in pack_texts(self.packs.get(pack)).items() if each.name}
            self._catalogues[pack] = self.catalogue().with_names(names)
        return self._catalogues[pack]

    def _prepare_types(self) -> None:
        actions = [verb.action for verb in self.verbs.values()]
        types: list[type[Struct]] = [self.state_type, self.options_type, self.view_type, *actions]
        for struct in types:
            prepare_type(struct)

    def _marks_of(self, verb: Verb[S]) -> dict[str, Domain]:
        return {name: self.extra_marks.get((verb.action, name), mark) for name, mark in verb.marks.items()}

    def automatic_step(self, state: S) -> S:
        """Perform one automatic step, or return the same state object if none is pending.

        The flow has its steps. If it has none, a forced question with one legal answer is answered.
        """
        after = self.flow.automatic_step(state)
        return self.forced_answer(state) if after is state and self.flow.is_forced(state) else after

    def forced_answer(self, state: S) -> S:
        """Apply the answer of a forced question if exactly one is legal, and emit the event `forced`.

        Returns the same state object if the seat has a choice. The question counts as closed automatically.
        """
        turn = self.flow.turn(state)
        action = None if turn is None else only_legal_action(self.verbs, turn, state)
        if turn is None or action is None:
            return state
        verb = self.verb_by_type[type(action)]
        seats = verb.visible_to(state, action) if verb.visible_to else None
        state = close_question(state, turn.seat, turn.question, FORCED, verb.name)
        facts = {"answer": notation(action), **held_components(self, state, turn.seat, action)}
        if seats is None:
            state = emit(state, "forced", turn.seat, **facts)
        else:
            state = emit_secret(state, "forced", turn.seat, to=seats, secrets=facts)
        return verb.apply(state, action)


def only_legal_action(verbs: Mapping[str, Verb[S]], turn: Turn, state: S) -> Action | None:
    """Return the legal action of a turn if there is exactly one, else None. The search stops at the second one."""
    found: Action | None = None
    for name in turn.verbs:
        verb = verbs[name]
        for offer in verb.candidates(state):
            if verb.exact or not any(True for _ in verb.objections(state, offer)):
                if found is not None:
                    return None
                found = offer
    return found


AnyGame = Game[Any, Any, Any]
"""A game with its types erased, for tables that hold several games. Python has no existential types."""


def verb_table(*verbs: Verb[S]) -> dict[str, Verb[S]]:
    """Return the verbs of a game by name, in the order in which legal lists show them."""
    return {each.name: each for each in verbs}
