"""Points: those of play are what can be gained, and those of the end just what can be recounted."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.dice_settlers.bot_actions import SHIELDED
from referee_service.games.dice_settlers.content import content
from referee_service.games.dice_settlers.hexagon import with_bot
from referee_service.games.dice_settlers.scoring import score
from referee_service.games.dice_settlers.state import State
from referee_service.kernel.ruling import Fault, fault
from referee_service.kernel.state import Line
from referee_service.kernel.values import size_of

TRADES = {
    "score.trade_identical": "trade_identical",
    "score.trade_different": "trade_different",
    "score.trade_any": "trade_any",
    "score.trade_die": "trade_die",
}
IN_PLAY = {*TRADES, "score.factory", "score.bot_force", "score.bot_shielded", "score.bot_trade"}
"""What is scored before the end."""
MOST = 5000
"""More points than a game can bring."""


def cited_points(state: State) -> Iterator[Fault]:
    """Every side's lines: those of play, and at the end those that the table gives."""
    for seat, lines in enumerate(state.points):
        if not all(_player_gains(state, line) for line in _of_play(lines)) or not _are_sorted(lines):
            yield fault(f"points[{seat}]", "audit.points", found=_sum(lines))
            return
    sold = sum(line.count for lines in state.points for line in lines if line.rule == "score.trade_die")
    if sold != size_of(state.sold):
        yield fault("sold", "audit.points", found=sold)
    if state.bot is not None and not (
        all(_bot_gains(state, line) for line in _of_play(state.bot.points)) and _are_sorted(state.bot.points)
    ):
        yield fault("bot.points", "audit.points", found=_sum(state.bot.points))
        return
    yield from _recounted(state)


def _of_play(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    return tuple(line for line in lines if line.rule in IN_PLAY)


def _are_sorted(lines: tuple[Line, ...]) -> bool:
    rules = [line.rule for line in lines]
    return rules == sorted(set(rules))


def _sum(lines: tuple[Line, ...]) -> int:
    return sum(line.points for line in lines)


def _player_gains(state: State, line: Line) -> bool:
    """A trade is worth its points, and perhaps what technologies of the table add; factories give theirs."""
    tables = content(state)
    if not 0 < line.count <= MOST:
        return False
    if line.rule == "score.factory":
        given = [each["gain_points"] for row in tables.pack.tiles for each in row.effects if "gain_points" in each]
        amounts = [points for points in given if isinstance(points, int)]
        return bool(amounts) and line.count * min(amounts) <= line.points <= line.count * max(amounts)
    if line.rule not in TRADES:
        return False
    more = sum(tables.technologies[name].row.numbers.get("trade_points", 0) for name in state.table)
    each = tables.numbers[TRADES[line.rule]]
    return line.count * each <= line.points <= line.count * (each + more)


def _bot_gains(state: State, line: Line) -> bool:
    each = {
        "score.bot_force": state.options.bot_leftover,
        "score.bot_shielded": SHIELDED,
        "score.bot_trade": state.options.bot_trade,
    }.get(line.rule)
    return each is not None and 0 < line.count <= MOST and 0 < line.points == line.count * each


def _recounted(state: State) -> Iterator[Fault]:
    """The lines of play alone, and with those of the end once the game is over."""
    played = replace(state, points=tuple(map(_of_play, state.points)))
    if state.bot is not None:
        played = with_bot(played, points=_of_play(state.bot.points))
    wanted = score(played) if state.stage == "over" else played
    for seat, lines in enumerate(state.points):
        if lines != wanted.points[seat]:
            yield fault(f"points[{seat}]", "audit.points", found=_sum(lines))
    if state.bot is not None and wanted.bot is not None and state.bot.points != wanted.bot.points:
        yield fault("bot.points", "audit.points", found=_sum(state.bot.points))
