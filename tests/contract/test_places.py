"""Contract of places: every legal action touches places of the table, and its touches tell it from all others."""

import re
from collections.abc import Iterator

from referee_service.kernel.engine import legal_actions
from referee_service.kernel.game import AnyGame
from referee_service.kernel.places import held_components, is_button, touches
from referee_service.kernel.state import CHANCE, Action, State
from tests.contract.playthroughs import each_table, sampled_plies

PLACE = re.compile(r"[a-z]+(?:\.[a-z0-9_-]+)*")


def decisions(game: AnyGame, seats: int, each: int) -> Iterator[tuple[State, int, list[Action]]]:
    """Yield sampled states in which a seat decides, with the seat and its legal actions."""
    for ply in sampled_plies(game, seats, each=each):
        if ply.seat != CHANCE:
            yield ply.before.state, ply.seat, legal_actions(game, ply.before.state)


@each_table
def test_every_legal_action_touches_places_of_the_table(game, seats):
    for state, seat, legal in decisions(game, seats, each=60):
        known = set(game.places(state, seat))
        for action in legal:
            groups = touches(game, state, seat, action)
            assert groups, action
            for group in groups:
                assert group, action
                assert len(set(group)) == len(group), action
                for place in group:
                    is_known = place in known or place.startswith("choice.") or is_button(game, place)
                    assert is_known, f"{place} of {action} is no place of the table"


@each_table
def test_equal_touches_have_the_same_verb_and_differ_in_menu_fields_only(game, seats):
    for state, seat, legal in decisions(game, seats, each=60):
        by_touches: dict[object, Action] = {}
        for action in legal:
            key = tuple(sorted(touches(game, state, seat, action)))
            other = by_touches.setdefault(key, action)
            assert type(other) is type(action), f"{other} and {action} have the touches {key}"
            differing = [
                name
                for name, mark in game.marks[type(action)].items()
                if getattr(action, name) != getattr(other, name) and mark.place is not None and not mark.menu
            ]
            assert not differing, f"{other} and {action} differ in {differing}, and both touch {key}"


@each_table
def test_places_have_unique_names_in_one_form(game, seats):
    for state, seat, _ in decisions(game, seats, each=3):
        for viewer in (seat, None):
            names = list(game.places(state, viewer))
            assert names, "the table has places"
            assert len(set(names)) == len(names), sorted(name for name in names if names.count(name) > 1)
            assert all(PLACE.fullmatch(name) for name in names), [n for n in names if not PLACE.fullmatch(n)]


@each_table
def test_places_tell_a_seat_nothing_that_its_view_hides(game, seats):
    for ply in sampled_plies(game, seats, each=5):
        state = ply.before.state
        for viewer in (*range(seats), None):
            other = game.determinize(game.view(state, viewer), b"places")
            assert game.places(state, viewer) == game.places(other, viewer)


@each_table
def test_every_place_that_holds_a_component_names_one_of_the_pack(game, seats):
    for state, seat, legal in decisions(game, seats, each=20):
        tables = game.packs.for_state(state)
        known = {component.id for component in game.components(tables, game.catalogue(), "en")}
        for action in legal:
            for held in held_components(game, state, seat, action).values():
                assert {held} <= known if isinstance(held, str) else set(held) <= known, (action, held)
