"""Final scoring: cards, resources and gold, what a scenario counts, and the result."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.bags import add_to, size_of
from referee_service.kernel.events import emit
from referee_service.kernel.score import Result, award, rank_sides, total_points
from referee_service.kernel.state import ScoreLine

from .content.cards import GOLD, RAZE, RESOURCES
from .content.scenarios import ScenarioScoring
from .content.tables import card_of, content, scenario
from .state import Player, State, amount_of, hand_size, workers_of

FINAL_RULES = frozenset(
    {
        "score.cards",
        "score.islands",
        "score.resources",
        "score.gold",
        "score.raze",
        "score.covered",
        "score.assigned",
        "score.pairs",
        "score.unfed",
    }
)
"""Rules that give points at the end of the game only."""


def score(state: State) -> State:
    """Award the final points of every player. In a solo game feed the workers first, then check the threshold."""
    if state.solo is not None:
        state = feed_workers(state)
    for seat, player in enumerate(state.players):
        for line in final_score_lines(state, player):
            state = award(state, seat, line.points, line.rule, count=line.count)
        state = emit(state, "scored", seat, points=total_points(state, seat))
    if state.solo is None:
        return state
    kind = "threshold_reached" if has_won_solo(state) else "threshold_missed"
    return emit(state, kind, 0, points=total_points(state, 0), threshold=scenario(state).threshold)


def feed_workers(state: State) -> State:
    """Feed the workers if the scenario says so, with the named goods first and then gold. Record the unfed ones."""
    foods, player = scenario(state).rules.points.feed, state.players[0]
    if not foods or state.solo is None:
        return state
    hungry, goods = workers_of(player), player.goods
    for good in (*foods, GOLD):
        eaten = min(hungry, amount_of(player, good))
        if eaten:
            goods, hungry = add_to(goods, good, -eaten), hungry - eaten
    players = (replace(player, goods=goods),)
    return emit(replace(state, players=players, solo=replace(state.solo, unfed=hungry)), "fed", 0, hungry=hungry)


def final_score_lines(state: State, player: Player) -> list[ScoreLine]:
    """Return the score lines of a player for the end of the game."""
    numbers = content(state).numbers
    kinds = [card_of(state, site.card).kinds for site in player.empire]
    islands = sum(kind[0] in ("island_near", "island_distant") for kind in kinds)
    cards = sum(kind != ("scenario",) for kind in kinds) - islands
    counts = ScenarioScoring() if state.solo is None else scenario(state).rules.points
    resources = sum(amount_of(player, resource) for resource in RESOURCES)
    gold, raze = amount_of(player, GOLD), amount_of(player, RAZE)
    lines = [
        ScoreLine("score.cards", cards, cards * numbers["card_points"]),
        ScoreLine("score.islands", islands, islands * numbers["card_points"] * counts.island),
        ScoreLine("score.resources", resources, resources // numbers["resources_per_point"]),
        ScoreLine("score.gold", gold, gold * numbers["gold_points"]),
    ]
    if state.options.raze_points:
        lines.append(ScoreLine("score.raze", raze, raze * numbers["raze_points"]))
    if state.solo is not None:
        lines += scenario_score_lines(state, player, counts)
    return [line for line in lines if line.count]


def scenario_score_lines(state: State, player: Player, counts: ScenarioScoring) -> list[ScoreLine]:
    """Return the score lines that only a scenario gives."""
    assert state.solo is not None
    covered = len(state.solo.covered)
    places = [site for site in player.empire if card_of(state, site.card).kinds == ("scenario",)]
    assigned = sum(size_of(site.goods) for site in places) if counts.assigned else 0
    pairs = min(workers_of(player), amount_of(player, RAZE)) if counts.pair else 0
    return [
        ScoreLine("score.covered", covered, covered * counts.covered),
        ScoreLine("score.assigned", assigned, assigned * counts.assigned),
        ScoreLine("score.pairs", pairs, pairs * counts.pair),
        ScoreLine("score.unfed", state.solo.unfed, -state.solo.unfed * counts.unfed),
    ]


def has_won_solo(state: State) -> bool:
    """Return whether a solo player has reached the threshold."""
    return total_points(state, 0) >= scenario(state).threshold


def result(state: State) -> Result | None:
    """Return the result, or None if the game is not over.

    Ties are broken by cards in the empire, then workers, then cards in hand. A solo player below the
    threshold does not win: the first place stays empty.
    """
    if state.stage != "over":
        return None

    def tie_break(seat: int) -> tuple[int, ...]:
        player = state.players[seat]
        return (len(player.empire), workers_of(player), hand_size(player))

    ranking = rank_sides(state, tie_break=tie_break)
    if state.solo is None or has_won_solo(state):
        return ranking
    return replace(ranking, winners=(), ranking=((), *ranking.ranking))
