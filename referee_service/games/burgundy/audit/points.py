"""Score checks: each score line cites a known rule, and is recounted where the table still shows its cause."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee_service.kernel.catalogue import load_rules
from referee_service.kernel.rules import Fact, Fault, fault

from ..content.tables import KINDS, PACKAGE, PHASES, Content, content
from ..scoring import FINAL_AWARDS
from ..state import State, rule_number

Recount = Callable[[State, Content, int, int, int], bool]
"""A check of one score line. Arguments: state, tables, seat, count, points. Returns whether the line is possible."""


def cited_points(state: State) -> Iterator[Fault]:
    """Yield faults for score lines that are unsorted, cite an unknown rule, or differ from a recount."""
    tables = content(state)
    final = FINAL_AWARDS | tables.final_awards
    for seat, lines in enumerate(state.score_lines):
        cited = {line.rule: (line.count, line.points) for line in lines}
        if [line.rule for line in lines] != sorted(cited):
            yield fault(f"score_lines[{seat}]", "audit.sorted")
        for rule in sorted(cited.keys() | RECOUNT_BY_RULE.keys() | tables.awards):
            count, points = cited.get(rule, (0, 0))
            known = rule in RECOUNT_BY_RULE or rule in tables.awards or (rule in final and state.stage == "over")
            recount = RECOUNT_BY_RULE.get(rule, _from_tiles(rule) if rule in tables.awards else _not_recounted)
            empty = rule in cited and (count < 1 or points < 0)
            if not known or empty or (state.players[seat].estate and not recount(state, tables, seat, count, points)):
                cited_rule = rule if rule in load_rules(PACKAGE) else None
                facts: dict[str, Fact] = {"rule": cited_rule, "points": points, "count": count}
                yield fault(f"score_lines[{seat}]", "audit.points", **facts)


def _not_recounted(state: State, tables: Content, seat: int, count: int, points: int) -> bool:
    """Return True: points of the final scoring are not recounted."""
    return True


def _from_tiles(rule: str) -> Recount:
    """Return a recount of the points that tiles give under this rule when they are placed."""

    def recount(state: State, tables: Content, seat: int, count: int, points: int) -> bool:
        given = [
            argument["points"]
            for tile in state.players[seat].estate
            if tile
            for row in tables.tiles[tile].row.on_place
            for argument in row.values()
            if isinstance(argument, dict) and argument.get("rule") == rule
        ]
        return (count, points) == (len(given), sum(given))

    return recount


def _sales(state: State, tables: Content, seat: int, count: int, points: int) -> bool:
    """Return whether the line matches the goods tiles sold."""
    each = tables.by_players["sale_points"][len(state.players)]
    return count == len(state.players[seat].sold) and points == count * each


def _claims(place: int, bonus: str) -> Recount:
    """Return a recount of the bonus tiles with this index: 0 is the large one, 1 the small one."""

    def recount(state: State, tables: Content, seat: int, count: int, points: int) -> bool:
        claims = sum(state.bonuses.of(kind)[place : place + 1] == (seat,) for kind in KINDS)
        return count == claims and points == count * tables.by_players[bonus][len(state.players)]

    return recount


def _districts(state: State, tables: Content, seat: int, count: int, points: int) -> bool:
    """Return whether the line matches the covered districts.

    The line may have one district of one space less: a starting castle that covers such a district scores no points.
    """
    player = state.players[seat]
    districts = {space.district for space in tables.boards[player.board].spaces}
    sizes = [len(district) for district in districts if all(player.estate[at] for at in district)]
    whole = sum(tables.district_points[size] for size in sizes)
    return (count, points) in ((len(sizes), whole), (len(sizes) - 1, whole - tables.district_points[1]))


def _phases(state: State, tables: Content, seat: int, count: int, points: int) -> bool:
    """Return whether the points lie between the lowest and the highest of the phases so far."""
    reached = [tables.phase_points[phase] for phase in PHASES[: PHASES.index(state.phase) + 1]]
    return count * min(reached) <= points <= count * max(reached)


def _animals(state: State, tables: Content, seat: int, count: int, points: int) -> bool:
    """Return whether the line matches the animal tiles of all pastures.

    Each tile scores when it comes and with every later one of its species. Their order is unknown, so points have a
    range.
    """
    player = state.players[seat]
    spaces = tables.boards[player.board].spaces
    herds: dict[tuple[tuple[int, ...], str], list[int]] = {}
    for at, name in enumerate(player.estate):
        if name and (tile := tables.tiles[name]).animals:
            herds.setdefault((spaces[at].district, tile.species), []).append(tile.animals)
    scored = sum(len(herd) * (len(herd) + 1) // 2 for herd in herds.values())
    least = sum(
        times * size for herd in herds.values() for times, size in enumerate(sorted(herd, reverse=True), start=1)
    )
    max_points = sum(times * size for herd in herds.values() for times, size in enumerate(sorted(herd), start=1))
    return count == scored and least <= points <= max_points + scored * rule_number(state, player, "animal_tile_bonus")


RECOUNT_BY_RULE: dict[str, Recount] = {
    "score.sale": _sales,
    "score.large_bonus": _claims(0, "large_bonus"),
    "score.small_bonus": _claims(1, "small_bonus"),
    "score.district_size": _districts,
    "score.district_phase": _phases,
    "score.animals": _animals,
}
"""Recounts of the rules that give points during the game, without the rules that tiles name."""
