"""Points at the end: heroes by their guilds, tokens stored on buildings, the winner, and the rank of a solo game."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.score import Result, award, rank_sides, total_points
from referee_service.kernel.state import ScoreLine, ScoreLines

from .content.schema import Counted
from .content.tables import DIAMOND, GOLD, content
from .state import Player, State, amount_of, is_solo

COUNTERS: dict[Counted, Callable[[Player], int]] = {
    "terrain": lambda player: sum(map(bool, player.wilderness)),
    "fortification": lambda player: len(player.fortifications),
    "building": lambda player: sum(map(bool, player.colony)),
}
"""For each type of piece that a guild counts, the number that a player has."""


def score_lines(state: State, player: Player) -> list[ScoreLine]:
    """Return the lines of a player's score: heroes by guild, and stored tokens by building."""
    tables, lines = content(state), list[ScoreLine]()
    for hero in player.heroes:
        rule = tables.guilds[tables.heroes[hero].guild].rule
        lines.append(ScoreLine(rule, 1, hero_points(state, player, hero)))
    for building, tokens in zip(player.colony, player.stored, strict=True):
        if tokens:
            row = tables.buildings[building].row
            lines.append(ScoreLine(row.rule, tokens, tokens * row.points))
    return lines


def hero_points(state: State, player: Player, hero: str) -> int:
    """Return the points that a hero of a player is worth: those of its card, or one for each piece it counts."""
    tables = content(state)
    card = tables.heroes[hero]
    per = tables.guilds[card.guild].per
    return card.points if per == "card" else COUNTERS[per](player)


def score(state: State) -> State:
    """Award all final points. A solo player also reaches a rank."""
    for seat, player in enumerate(state.players):
        for line in score_lines(state, player):
            state = award(state, seat, line.points, line.rule, count=line.count)
        state = emit(state, "scored", seat, points=total_points(state, seat))
    return emit(state, "rank_reached", 0, rank=rank_of(state)) if is_solo(state) else state


def points_so_far(state: State) -> ScoreLines:
    """Return the score lines of every seat if the game ended now. They are awarded only at its end."""
    return score(replace(state, score_lines=((),) * len(state.players))).score_lines


def rank_of(state: State) -> str:
    """Return the rank that a solo player has reached."""
    points = total_points(state, 0)
    return [row.id for row in content(state).pack.ranks if row.least <= points][-1]


def result(state: State) -> Result | None:
    """Return the result, or None before the end.

    The most points win. A tie is broken by gold, then by diamonds in the reserve. Players who are still tied share the
    place.
    """
    if state.stage != "over":
        return None

    def tie_break(seat: int) -> tuple[int, ...]:
        player = state.players[seat]
        return (amount_of(player, GOLD), amount_of(player, DIAMOND))

    return rank_sides(state, tie_break=tie_break)
