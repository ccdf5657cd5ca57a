"""Search for the actions that a player may mean by pointing at places: "why not?" for a click.

Legal actions come from the legal list: every place picked needs a group of its own among their `touches`. Other actions
are built from the verbs of the turn: the places picked fill fields with the values that lie there, and the remaining
fields range over their domains. Fields that show the same place are filled together. Only actions that touch the most
of these places are judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, combinations, islice, product
from typing import Final, NamedTuple, TypeVar

from referee_service.kernel.engine import judge, legal_actions
from referee_service.kernel.game import AnyGame, Verb
from referee_service.kernel.notation import list_fields, optional_fields
from referee_service.kernel.picks import Picks, touched
from referee_service.kernel.places import Touches, is_button, touches
from referee_service.kernel.rules import Fact, Refusal
from referee_service.kernel.shape import Domain
from referee_service.kernel.state import CHANCE, Action, Seat, State, Turn, verb_of

MAX_JUDGED: Final = 50
"""How many actions are judged for one list of places."""
MAX_BUILT: Final = 200
"""How many actions are built, of which those are judged that use the most places."""
MAX_CANDIDATES: Final = 3
MAX_SUGGESTIONS: Final = 5
CHOICE: Final = "choice."
_CHOICE_NAME: Final = re.compile(r"choice(?:\.[a-z0-9_-]+)+")

T = TypeVar("T")
Assignment = Mapping[str, Picks]
"""The picks that fill each field of a verb. Only a field with several values has several picks."""


class Candidate(NamedTuple):
    """An action that the picks may mean, with every reason against it. A legal action has none."""

    action: Action
    refusals: tuple[Refusal, ...]


class PointedField(NamedTuple):
    """A field that can be pointed at: its values with a visible place now, and those that lie at each pick."""

    name: str
    domain: str
    has_many: bool
    values: tuple[Fact, ...]
    at: Mapping[str, tuple[Fact, ...]]


class PlaceSearch:
    """The search for one seat that is to move in a state, and for one list of picks."""

    def __init__(self, game: AnyGame, state: State, turn: Turn, picks: Picks) -> None:
        self.game, self.state, self.turn, self.picks = game, state, turn, picks
        self.visible = frozenset(game.places(state, viewer_of(turn.seat)))
        self.domains = game.domains(state)

    def unknown_place(self) -> str | None:
        """Return the first pick that is no place, button or choice that the seat sees now, or None."""
        shown = {place for fields in self.fields.values() for field in fields for place in field.at}
        for _, groups in self.legal:
            shown.update(chain.from_iterable(groups))
        unknown = (pick for pick in self.picks if pick not in self.visible and pick not in shown)
        return next((pick for pick in unknown if not is_button(self.game, pick)), None)

    @cached_property
    def legal(self) -> list[tuple[Action, Touches]]:
        """All legal actions with what they touch."""
        game, state, seat = self.game, self.state, self.turn.seat
        return [(each, touches(game, state, seat, each)) for each in legal_actions(game, state)]

    @cached_property
    def legal_candidates(self) -> list[Candidate]:
        """The legal actions that touch all picks."""
        count = len(self.picks)
        return [Candidate(action, ()) for action, groups in self.legal if touched(groups, self.picks) == count]

    def candidates(self) -> list[Candidate]:
        """Return the actions that the picks may mean: legal ones, then those with the fewest refusals."""
        found = self.legal_candidates
        if len(found) < MAX_CANDIDATES:
            known = {candidate.action for candidate in found}
            judged = [Candidate(each, self._judge(each)) for each in self._built_actions() if each not in known]
            found = [*found, *judged]
        order = {name: at for at, name in enumerate(self.game.verbs)} | {
            name: at - len(self.game.verbs) for at, name in enumerate(self.turn.verbs)
        }
        found = sorted(found, key=lambda each: (len(each.refusals), order[verb_of(each.action)]))
        return list(islice(self._without_variants(found), MAX_CANDIDATES))

    def _without_variants(self, found: Iterable[Candidate]) -> Iterator[Candidate]:
        """Yield candidates, without refused ones that differ from an earlier one only in fields of a menu."""
        seen: set[tuple[type[Action], Touches]] = set()
        for candidate in found:
            action, refusals = candidate
            key = type(action), touches(self.game, self.state, self.turn.seat, action)
            if not refusals or key not in seen:
                yield candidate
            seen.add(key)

    def suggestions(self) -> list[Action]:
        """Return legal actions that touch the most picks, for picks that no legal action touches together."""
        if self.legal_candidates:
            return []
        nearest = sorted(self.legal, key=lambda each: -touched(each[1], self.picks))
        return [action for action, _ in nearest[:MAX_SUGGESTIONS]]

    # --- actions built from the picks ---------------------------------------------------------------------------------

    def _judge(self, action: Action) -> tuple[Refusal, ...]:
        return judge(self.game, self.state, self.turn.seat, action)

    def _touched(self, action: Action) -> int:
        """Return how many picks an action uses. The button of its verb may take one."""
        button = (f"button.{verb_of(action)}",)
        return touched((*touches(self.game, self.state, self.turn.seat, action), button), self.picks)

    def _built_actions(self) -> list[Action]:
        """Return at most MAX_JUDGED actions that use the most picks, of all verbs in turn.

        Open fields first have values that lie on the table. If no action then uses all picks, a field without any such
        value has all values of its domain: an empty storage explains why no tile can be placed.
        """
        if self.turn.seat == CHANCE:
            return []  # the legal list has every outcome
        most, found = self._best_actions(has_unseen=False)
        if most < len(self.picks) and not self.legal_candidates:
            more, wider = self._best_actions(has_unseen=True)
            most, found = (more, wider) if more > most else (most, found)
        is_needed = most > 0 and (most == len(self.picks) or not self.legal_candidates)
        return found[:MAX_JUDGED] if is_needed else []

    def _best_actions(self, *, has_unseen: bool) -> tuple[int, list[Action]]:
        """Return the highest number of picks that a built action uses, and the actions that use that number.

        Of one verb, only those actions count whose fields have the most picks.
        """
        streams = [self._actions_of(self.game.verbs[name], has_unseen=has_unseen) for name in self._verbs]
        built: dict[Action, int] = {}
        for unused, action in islice(_in_turn(streams), MAX_BUILT):
            built.setdefault(action, unused)
        counts = {action: self._touched(action) for action in built}
        most = max(counts.values(), default=0)
        found = [action for action, count in counts.items() if count == most]
        fewest = {type(action): built[action] for action in sorted(found, key=built.__getitem__, reverse=True)}
        return most, [action for action in found if built[action] == fewest[type(action)]]

    @cached_property
    def _verbs(self) -> tuple[str, ...]:
        """The verbs of the turn, and verbs without fields whose button or chip is picked: they get their refusal."""
        others = [
            name
            for name, verb in self.game.verbs.items()
            if name not in self.turn.verbs and not verb.marks and {f"button.{name}", verb.chip} & {*self.picks}
        ]
        return (*self.turn.verbs, *others)

    @cached_property
    def fields(self) -> dict[str, tuple[PointedField, ...]]:
        """The fields that can be pointed at, by verb of the turn."""
        if self.turn.seat == CHANCE:
            return {}
        types = {name: self.game.verbs[name].action for name in self.turn.verbs}
        return {
            name: tuple(
                self._pointed_field(field, mark, has_many=field in list_fields(action))
                for field, mark in self.game.marks[action].items()
                if mark.place is not None
            )
            for name, action in types.items()
        }

    def _pointed_field(self, name: str, mark: Domain, *, has_many: bool) -> PointedField:
        assert mark.place is not None
        values: list[Fact] = []
        at: dict[str, tuple[Fact, ...]] = {}
        for value in self.domains[mark.name]:
            places = mark.place(self.state, self.turn.seat, value)
            shown = [place for place in places if place in self.visible or place.startswith(CHOICE)]
            values += [value] if shown else []
            for place in set(shown).intersection(self.picks):
                at[place] = (*at.get(place, ()), value)
        return PointedField(name, mark.name, has_many, tuple(values), at)

    def _actions_of(self, verb: Verb[State], *, has_unseen: bool) -> Iterator[tuple[int, Action]]:
        """Yield actions of a verb, each with the number of picks that no field takes, the lowest number first.

        Picks that no field takes may still be the chip of the verb, or another place that its actions touch. Fields
        have values without a place only if `has_unseen` is true and no value has one.
        """
        pointed = {field.name: field for field in self.fields.get(verb.name, ())}
        free: dict[str, list[object]] = {}
        for name, mark in self.game.marks[verb.action].items():
            seen = pointed[name].values if name in pointed else self.domains[mark.name]
            free[name] = self._free_values(verb, name, seen or (self.domains[mark.name] if has_unseen else ()))
        for unused in range(len(self.picks) + 1):
            found = largest(islice(assignments(self.picks, tuple(pointed.values()), unused), MAX_JUDGED))
            for action in _in_turn([_filled(verb, pointed, each, free) for each in found]):
                yield unused, action

    def _free_values(self, verb: Verb[State], name: str, values: Iterable[Fact]) -> list[object]:
        """Return the values of a field without a pick. Those of the actions that its verb offers come first.

        A field of several values has only these, and an optional field is left out only if an offer leaves it out. If
        the verb offers nothing, an optional field is first left out, and a field of several values has one or none.
        """
        offered: list[object] = list(dict.fromkeys(getattr(each, name) for each in verb.candidates(self.state)))
        if name in list_fields(verb.action):
            return offered or [*((value,) for value in values), ()]
        if not offered and name in optional_fields(verb.action):
            offered = [None]
        return list(dict.fromkeys([*offered, *values]))


def _filled(
    verb: Verb[State],
    pointed: Mapping[str, PointedField],
    assignment: Assignment,
    free: Mapping[str, Sequence[object]],
) -> Iterator[Action]:
    """Yield every action of a verb whose assigned fields have the values at their picks, and the others free ones."""
    columns = [
        _values_at(pointed[name], assignment[name]) if name in assignment else values for name, values in free.items()
    ]
    return (verb.action(*values) for values in product(*columns))


def viewer_of(seat: Seat) -> int | None:
    """Return the seat whose view shows the table to a seat. Chance sees what a spectator sees."""
    return None if seat == CHANCE else seat


def unknown_place_of_others(game: AnyGame, state: State, seat: Seat, picks: Picks) -> str | None:
    """Return the first pick that a seat which is not to move cannot see, or None.

    The choices of the seat to move may depend on its secrets, so every name of a choice counts as known.
    """
    visible = frozenset(game.places(state, viewer_of(seat)))
    unknown = (pick for pick in picks if pick not in visible and not is_button(game, pick))
    return next((pick for pick in unknown if not _CHOICE_NAME.fullmatch(pick)), None)


def assignments(
    picks: Picks, fields: Sequence[PointedField], unused: int, taken: Assignment | None = None
) -> Iterator[Assignment]:
    """Yield every way to give each pick fields of its own, except for a number of `unused` picks."""
    taken = taken or {}
    if not picks:
        if not unused:
            yield taken
        return
    pick, rest = picks[0], picks[1:]
    open_fields = [field for field in fields if pick in field.at and (field.has_many or field.name not in taken)]
    for filled in _subsets(open_fields):
        added = {field.name: (*taken.get(field.name, ()), pick) for field in filled}
        yield from assignments(rest, fields, unused, {**taken, **added})
    if unused:
        yield from assignments(rest, fields, unused - 1, taken)


def _subsets(fields: Sequence[PointedField]) -> Iterator[tuple[PointedField, ...]]:
    """Yield every choice of fields with different domains, the largest first.

    A place shows one value of a domain: it is the start or the end of a way, not both.
    """
    found = chain.from_iterable(combinations(fields, size) for size in range(len(fields), 0, -1))
    return (chosen for chosen in found if len({field.domain for field in chosen}) == len(chosen))


def largest(found: Iterable[Assignment]) -> list[Assignment]:
    """Return the assignments that no other one contains: fields that show the same place are filled together."""
    pairs = [(each, {(name, pick) for name, picks in each.items() for pick in picks}) for each in found]
    return [each for each, own in pairs if not any(own < other for _, other in pairs)]


def _values_at(field: PointedField, picks: Picks) -> Iterable[object]:
    """Return the values that the picks of a field give it. Several values are sorted, as in every action."""
    if not field.has_many:
        return field.at[picks[0]]
    return dict.fromkeys(tuple(sorted(row)) for row in product(*(field.at[pick] for pick in picks)))  # type: ignore[type-var]


def _in_turn(streams: Iterable[Iterator[T]]) -> Iterator[T]:
    """Yield one item of each stream in turn, until all are empty."""
    waiting = list(streams)
    while waiting:
        still_open = []
        for stream in waiting:
            for item in islice(stream, 1):
                yield item
                still_open.append(stream)
        waiting = still_open
