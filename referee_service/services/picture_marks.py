"""Marks of a picture: the places of legal actions with their numbers, and the places that the last move changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from referee_service.kernel.game import AnyGame
from referee_service.kernel.picks import Picks, matches_picks, open_places
from referee_service.kernel.places import Touches
from referee_service.kernel.state import Action
from referee_service.pictures.scene import Mark, PlaceBox

MAX_RINGS: Final = 20
"""With more places to touch, only the first step of each action has a ring."""
MAX_KEY_CHARS: Final = 8
"""Longest key. A place where more actions meet has none, because it would cover the piece and is hard to read."""


# --- legal actions ----------------------------------------------------------------------------------------------------


def legal_marks(
    game: AnyGame, listed: Sequence[tuple[Action, Touches]], chosen: Picks
) -> tuple[dict[str, Mark], dict[str, str]]:
    """Return the marks of all places that can be touched next or are chosen, and the numbers at them.

    An action has the number of its place in the legal list, from 1. Minor actions have thin rings and no number. An
    action that chooses several pieces has rings and no number, because no single place shows it.
    """
    is_minor = [game.verb_by_type[type(action)].is_minor for action, _ in listed]
    if all(is_minor):
        is_minor = [False] * len(listed)
    main = {at + 1: groups for at, (_, groups) in enumerate(listed) if not is_minor[at]}
    minor = [groups for at, (_, groups) in enumerate(listed) if is_minor[at]]
    places = open_places(main.values(), chosen)
    is_first_step = len(places) > MAX_RINGS and not chosen
    if is_first_step:
        places = dict.fromkeys(place for groups in main.values() for place in groups[0])
    marks: dict[str, Mark] = dict.fromkeys(open_places(minor, chosen), "minor")
    marks.update(dict.fromkeys(places, "can"))
    marks.update(dict.fromkeys(chosen, "chosen"))
    numbered = {at: groups[:1] if is_first_step else groups for at, groups in main.items()}
    numbers = _numbers({at: numbered[at] for at in main if not _is_set(listed[at - 1][0])}, places, chosen)
    keys = {place: number_ranges(found) for place, found in numbers.items()}
    return marks, {place: key for place, key in keys.items() if len(key) <= MAX_KEY_CHARS}


def _is_set(action: Action) -> bool:
    """Return whether an action chooses several pieces at once."""
    values = (getattr(action, name) for name in action.__struct_fields__)
    return any(isinstance(value, tuple) and len(value) > 1 for value in values)


def _numbers(listed: Mapping[int, Touches], places: Mapping[str, None], chosen: Picks) -> dict[str, list[int]]:
    """Return the numbers at each place. An action has its number where the fewest actions meet, late groups first."""
    remaining = {at: groups for at, groups in listed.items() if matches_picks(groups, chosen)}
    meeting = Counter(place for groups in remaining.values() for place in {p: None for group in groups for p in group})
    numbers: dict[str, list[int]] = {}
    for at, groups in remaining.items():
        open_groups = [shown for group in groups if (shown := [place for place in group if place in places])]
        if open_groups:
            group = min(reversed(open_groups), key=lambda shown: min(meeting[place] for place in shown))
            for place in dict.fromkeys(group):
                numbers.setdefault(place, []).append(at)
    return numbers


def number_ranges(numbers: Iterable[int]) -> str:
    """Return sorted numbers as a short text: `1–4 7`."""
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and number == ranges[-1][-1] + 1:
            ranges[-1].append(number)
        else:
            ranges.append([number])
    return " ".join(str(each[0]) if len(each) == 1 else f"{each[0]}–{each[-1]}" for each in ranges)


# --- the last move ----------------------------------------------------------------------------------------------------


def changed_places(
    before: Mapping[str, PlaceBox], after: Mapping[str, PlaceBox], touched: Collection[str]
) -> list[str]:
    """Return the drawn places that a move changed, given what the places held before and after it.

    These are new places, places of pieces that are new in their row, and touched places that hold the same as before or
    are empty now. A piece that only moved up in its row is not new.
    """
    fresh = _pieces(after)
    for row, pieces in _pieces(before).items():
        fresh[row] = fresh.get(row, Counter()) - pieces
    found = []
    for name, place in reversed(list(after.items())):
        pieces, held = fresh[_row(name)], before[name].holds if name in before else None
        if is_fresh := bool(place.holds) and pieces[place.holds] > 0:
            pieces[place.holds] -= 1
        is_changed = is_fresh or (not place.holds and _is_new(name, before))
        if is_changed or (name in touched and (not place.holds or place.holds == held)):
            found.append(name)
    return found[::-1]


def _is_new(name: str, before: Mapping[str, PlaceBox]) -> bool:
    """Return whether a place of the table was not there before. Buttons, choices and actions lie beside the table."""
    return name not in before and not name.startswith(("button.", "choice.", "action."))


def _pieces(places: Mapping[str, PlaceBox]) -> dict[str, Counter[str]]:
    """Return the components of each row of places."""
    rows: dict[str, Counter[str]] = {}
    for name, place in places.items():
        rows.setdefault(_row(name), Counter()).update([place.holds] if place.holds else [])
    return rows


def _row(place: str) -> str:
    """Return the name that the places of a row share: `storage.0` of `storage.0.2`."""
    return place.rpartition(".")[0]
