"""Points: what a placed tile scores at once, what is left at the end, and who has won."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.burgundy.content.tables import content
from referee_service.games.burgundy.state import (
    State,
    colour_is_covered,
    district_is_covered,
    empty_spaces,
    rule_number,
    turn_order,
)
from referee_service.kernel.events import emit
from referee_service.kernel.score import Result, award, rank_seats

FINAL_AWARDS = frozenset({"score.unsold_goods", "score.silver", "score.workers"})
"""Rules that give points only when the game is over; content names more."""


def score_each(state: State, seat: int, count: int, points: int, rule: str) -> State:
    """Score so many points for each of several things, under one rule; nothing for none."""
    if not count:
        return state
    state = award(state, seat, count * points, rule, count=count)
    return emit(state, "scored", seat, points=count * points, rule=rule)


def score_placement(state: State, seat: int, space: int) -> State:
    """What the tile just placed on this space scores: animals, its district, and then perhaps its whole colour."""
    state = _score_animals(state, seat, space)
    if not district_is_covered(content(state), state.players[seat], space):
        return state
    return _score_colour(_score_district(state, seat, space), seat, space)


def _score_animals(state: State, seat: int, space: int) -> State:
    """An animal tile scores its animals, and every tile of its species in the same pasture scores again."""
    tables, player = content(state), state.players[seat]
    placed = tables.tiles[player.estate[space]]
    if not placed.animals:
        return state
    pasture = tables.boards[player.board].spaces[space].district
    herd = [tables.tiles[tile] for at in pasture if (tile := player.estate[at])]
    alike = [tile.animals for tile in herd if tile.species == placed.species]
    points = sum(alike) + len(alike) * rule_number(state, player, "animal_tile_bonus")
    state = award(state, seat, points, "score.animals", count=len(alike))
    return emit(state, "scored", seat, points=points, rule="score.animals")


def _score_district(state: State, seat: int, space: int) -> State:
    """A district that is covered completely scores by its size and by the phase."""
    tables, player = content(state), state.players[seat]
    size = len(tables.boards[player.board].spaces[space].district)
    state = score_each(state, seat, 1, tables.district_points[size], "score.district_size")
    return score_each(state, seat, 1, tables.phase_points[state.phase], "score.district_phase")


def _score_colour(state: State, seat: int, space: int) -> State:
    """The first to cover all spaces of a colour takes its large bonus tile, the second the small one."""
    tables, player = content(state), state.players[seat]
    kind = tables.boards[player.board].spaces[space].kind
    claimed = state.bonuses.of(kind)
    if not colour_is_covered(tables, player, kind):
        return state
    for place, bonus in enumerate(("large_bonus", "small_bonus")):
        if len(claimed) == place:
            state = replace(state, bonuses=replace(state.bonuses, **{kind: (*claimed, seat)}))
            points = tables.by_players[bonus][len(state.players)]
            return score_each(state, seat, 1, points, f"score.{bonus}")
    return state


def score_leftovers(state: State) -> State:
    """At the end everybody scores unsold goods, silver, and workers by the pair."""
    for seat, player in enumerate(state.players):
        unsold, silver = rule_number(state, player, "points_unsold_goods"), rule_number(state, player, "points_silver")
        pairs = player.workers // rule_number(state, player, "workers_per_point")
        state = score_each(state, seat, len(player.goods), unsold, "score.unsold_goods")
        state = score_each(state, seat, player.silver, silver, "score.silver")
        state = score_each(state, seat, pairs, 1, "score.workers")
    return state


def result(state: State) -> Result | None:
    """How the game ended: most points; among equals by empty spaces, then whoever is last in turn order."""
    if state.stage != "over":
        return None
    order = turn_order(state)
    sign = -1 if state.options.tie_break == "fewest_empty" else 1

    def tie_break(seat: int) -> tuple[int, ...]:
        return (sign * empty_spaces(state.players[seat]), order.index(seat))

    return rank_seats(state, tie_break=tie_break)
