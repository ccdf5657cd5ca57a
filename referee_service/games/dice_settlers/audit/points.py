"""Audit of points: lines of play must be possible, and final lines must equal a recount."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.bags import size_of
from referee_service.kernel.rules import Fault, fault
from referee_service.kernel.state import ScoreLine

from ..content.tables import content
from ..printed_bot.actions import SHIELDED_POINTS
from ..printed_bot.hexagon import with_bot
from ..scoring import score
from ..state import State

TRADES = {
    "score.trade_identical": "trade_identical",
    "score.trade_different": "trade_different",
    "score.trade_any": "trade_any",
    "score.trade_die": "trade_die",
}
"""Number that holds the points of a trade, by the rule of the score line."""
RULES_DURING_PLAY = {*TRADES, "score.factory", "score.bot_force", "score.bot_shielded", "score.bot_trade"}
"""Rules that give points before the end of the game."""
MAX_POINTS = 5000
"""Upper bound of points that no game reaches."""


def cited_points(state: State) -> Iterator[Fault]:
    """Yield a fault for each side whose score lines are impossible."""
    for seat, lines in enumerate(state.score_lines):
        if not all(_is_valid_player_line(state, line) for line in _lines_during_play(lines)) or not _are_sorted(lines):
            yield fault(f"score_lines[{seat}]", "audit.points", found=_sum(lines))
            return
    sold = sum(line.count for lines in state.score_lines for line in lines if line.rule == "score.trade_die")
    if sold != size_of(state.sold):
        yield fault("sold", "audit.points", found=sold)
    if state.bot is not None and not (
        all(_is_valid_bot_line(state, line) for line in _lines_during_play(state.bot.points))
        and _are_sorted(state.bot.points)
    ):
        yield fault("bot.points", "audit.points", found=_sum(state.bot.points))
        return
    yield from _recount_faults(state)


def _lines_during_play(lines: tuple[ScoreLine, ...]) -> tuple[ScoreLine, ...]:
    """Return the lines of rules that score during play."""
    return tuple(line for line in lines if line.rule in RULES_DURING_PLAY)


def _are_sorted(lines: tuple[ScoreLine, ...]) -> bool:
    """Return whether the lines are sorted by rule, without duplicates."""
    rules = [line.rule for line in lines]
    return rules == sorted(set(rules))


def _sum(lines: tuple[ScoreLine, ...]) -> int:
    """Return the points of all lines."""
    return sum(line.points for line in lines)


def _is_valid_player_line(state: State, line: ScoreLine) -> bool:
    """Return whether a player can have this line.

    A trade has its points, plus what technologies on the table may add. A factory has its own points.
    """
    tables = content(state)
    if not 0 < line.count <= MAX_POINTS:
        return False
    if line.rule == "score.factory":
        given = [each["gain_points"] for row in tables.pack.tiles for each in row.effects if "gain_points" in each]
        amounts = [points for points in given if isinstance(points, int)]
        return bool(amounts) and line.count * min(amounts) <= line.points <= line.count * max(amounts)
    if line.rule not in TRADES:
        return False
    more = sum(tables.technologies[name].row.numbers.get("trade_points", 0) for name in state.technologies)
    each = tables.numbers[TRADES[line.rule]]
    return line.count * each <= line.points <= line.count * (each + more)


def _is_valid_bot_line(state: State, line: ScoreLine) -> bool:
    """Return whether the printed Bot can have this line."""
    each = {
        "score.bot_force": state.options.bot_leftover,
        "score.bot_shielded": SHIELDED_POINTS,
        "score.bot_trade": state.options.bot_trade,
    }.get(line.rule)
    return each is not None and 0 < line.count <= MAX_POINTS and 0 < line.points == line.count * each


def _recount_faults(state: State) -> Iterator[Fault]:
    """Yield a fault for each side whose lines differ from a recount. Before the end no final line may exist."""
    played = replace(state, score_lines=tuple(map(_lines_during_play, state.score_lines)))
    if state.bot is not None:
        played = with_bot(played, points=_lines_during_play(state.bot.points))
    wanted = score(played) if state.stage == "over" else played
    for seat, lines in enumerate(state.score_lines):
        if lines != wanted.score_lines[seat]:
            yield fault(f"score_lines[{seat}]", "audit.points", found=_sum(lines))
    if state.bot is not None and wanted.bot is not None and state.bot.points != wanted.bot.points:
        yield fault("bot.points", "audit.points", found=_sum(state.bot.points))
