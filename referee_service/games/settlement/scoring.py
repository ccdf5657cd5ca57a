"""Points at the end: heroes by their guilds, tokens stored on buildings; who has won, and the rank of a solo game."""

from __future__ import annotations

from collections.abc import Callable

from referee_service.games.settlement.content import DIAMOND, GOLD, content
from referee_service.games.settlement.pack import Counted
from referee_service.games.settlement.state import Player, State, amount_of, is_solo
from referee_service.kernel.events import note
from referee_service.kernel.score import Result, award, result_by, total
from referee_service.kernel.state import Line

COUNTS: dict[Counted, Callable[[Player], int]] = {
    "terrain": lambda player: sum(map(bool, player.wilderness)),
    "fortification": lambda player: len(player.forts),
    "building": lambda player: sum(map(bool, player.colony)),
}
"""What a hero of a guild may score a point for each of."""


def lines_of(state: State, player: Player) -> list[Line]:
    """Every line of a player's score: how many heroes or stored tokens, and what they are worth."""
    tables, lines = content(state), list[Line]()
    for hero in player.heroes:
        card = tables.heroes[hero]
        guild = tables.guilds[card.guild]
        each = card.points if guild.per == "card" else COUNTS[guild.per](player)
        lines.append(Line(guild.rule, 1, each))
    for building, tokens in zip(player.colony, player.stored, strict=True):
        if tokens:
            row = tables.buildings[building].row
            lines.append(Line(row.rule, tokens, tokens * row.points))
    return lines


def score(state: State) -> State:
    """Everybody scores; alone, the points are worth a rank."""
    for seat, player in enumerate(state.players):
        for line in lines_of(state, player):
            state = award(state, seat, line.points, line.rule, count=line.count)
        state = note(state, "scored", seat, points=total(state, seat))
    return note(state, "rank_reached", 0, rank=rank_of(state)) if is_solo(state) else state


def rank_of(state: State) -> str:
    """The rank that a solo player has reached."""
    points = total(state, 0)
    return [row.id for row in content(state).pack.ranks if row.least <= points][-1]


def result(state: State) -> Result | None:
    """How the game ended: most points; among equals most gold, then most diamonds in the reserve; else shared."""
    if state.stage != "over":
        return None

    def tie_break(seat: int) -> tuple[int, ...]:
        player = state.players[seat]
        return (amount_of(player, GOLD), amount_of(player, DIAMOND))

    return result_by(state, tie_break=tie_break)
