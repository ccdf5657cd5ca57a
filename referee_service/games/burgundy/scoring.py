"""Points: what a placed tile scores, what remaining pieces score at the end, and the result."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.score import Result, add_score_line, award, rank_sides
from referee_service.kernel.state import ScoreLine

from .boards import empty_space_count, is_colour_covered, is_district_covered
from .content.tables import content
from .state import State, rule_number, turn_order_on_track

FINAL_AWARDS = frozenset({"score.unsold_goods", "score.silver", "score.workers"})
"""Rules that give points only at the end of the game. A pack's tiles may add more."""


def award_per_piece(state: State, seat: int, count: int, points: int, rule: str) -> State:
    """Award `count` × `points` to a seat under one rule. A count of 0 changes nothing."""
    if not count:
        return state
    state = award(state, seat, count * points, rule, count=count)
    return emit(state, "scored", seat, points=count * points, rule=rule)


def score_placement(state: State, seat: int, space: int) -> State:
    """Score the tile just placed on this space: its animals, then its district, then its colour."""
    state = _score_animals(state, seat, space)
    if not is_district_covered(content(state), state.players[seat], space):
        return state
    return _score_colour(_score_district(state, seat, space), seat, space)


def _score_animals(state: State, seat: int, space: int) -> State:
    """Score the animals of a placed tile, and again those of each tile of its species in the same pasture."""
    tables, player = content(state), state.players[seat]
    placed = tables.tiles[player.estate[space]]
    if not placed.animals:
        return state
    pasture = tables.boards[player.board].spaces[space].district
    herd = [tables.tiles[tile] for at in pasture if (tile := player.estate[at])]
    scored = [tile.animals for tile in herd if tile.species == placed.species]
    points = sum(scored) + len(scored) * rule_number(state, player, "animal_tile_bonus")
    state = award(state, seat, points, "score.animals", count=len(scored))
    return emit(state, "scored", seat, points=points, rule="score.animals")


def _score_district(state: State, seat: int, space: int) -> State:
    """Score a covered district, by its size and by the phase."""
    tables, player = content(state), state.players[seat]
    size = len(tables.boards[player.board].spaces[space].district)
    state = award_per_piece(state, seat, 1, tables.district_points[size], "score.district_size")
    return award_per_piece(state, seat, 1, tables.phase_points[state.phase], "score.district_phase")


def _score_colour(state: State, seat: int, space: int) -> State:
    """Give a bonus tile if the colour is covered: the large one to the first seat, the small one to the second."""
    tables, player = content(state), state.players[seat]
    kind = tables.boards[player.board].spaces[space].kind
    claimed = state.bonuses.of(kind)
    if not is_colour_covered(tables, player, kind):
        return state
    for place, bonus in enumerate(("large_bonus", "small_bonus")):
        if len(claimed) == place:
            state = replace(state, bonuses=replace(state.bonuses, **{kind: (*claimed, seat)}))
            points = tables.by_players[bonus][len(state.players)]
            return award_per_piece(state, seat, 1, points, f"score.{bonus}")
    return state


def score_leftovers(state: State) -> State:
    """Score each seat's unsold goods, silver, and workers by the pair."""
    for seat, player in enumerate(state.players):
        unsold, silver = rule_number(state, player, "points_unsold_goods"), rule_number(state, player, "points_silver")
        pairs = player.workers // rule_number(state, player, "workers_per_point")
        state = award_per_piece(state, seat, len(player.goods), unsold, "score.unsold_goods")
        state = award_per_piece(state, seat, player.silver, silver, "score.silver")
        state = award_per_piece(state, seat, pairs, 1, "score.workers")
    return state


def result(state: State) -> Result | None:
    """Return the result, or None before the end.

    The most points win. A tie is broken by empty spaces, then for the seat that is last in turn order.
    """
    if state.stage != "over":
        return None
    order = turn_order_on_track(state)
    sign = -1 if state.options.tie_break == "fewest_empty" else 1

    def tie_break(seat: int) -> tuple[int, ...]:
        return (sign * empty_space_count(state.players[seat]), order.index(seat))

    ranked = rank_sides(state, tie_break=tie_break)
    cited = [_cite_tie_break(state, ranked.scores, order, seat) for seat in range(len(state.players))]
    return replace(ranked, lines=tuple(cited))


def _cite_tie_break(state: State, scores: tuple[int, ...], order: tuple[int, ...], seat: int) -> tuple[ScoreLine, ...]:
    """Return the score lines of a seat, with lines of no points for the rules that broke a tie of this seat.

    Their counts are what was compared: empty spaces, then the place in turn order.
    """
    lines, empty = state.score_lines[seat], [empty_space_count(player) for player in state.players]
    rivals = [other for other in order if other != seat and scores[other] == scores[seat]]
    if rivals:
        lines = add_score_line(lines, ScoreLine("ruling.tie_break", empty[seat], 0))
    if any(empty[rival] == empty[seat] for rival in rivals):
        lines = add_score_line(lines, ScoreLine("ruling.tie_order", order.index(seat) + 1, 0))
    return lines
