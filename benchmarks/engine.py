"""Speed of the engine: random playouts, full steps beside peers, and the parts of a step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

from benchmarks import steps
from benchmarks.games import game_positions
from benchmarks.playout import race
from benchmarks.report import Figure, row
from benchmarks.steps import best_of
from referee_service.kernel import engine
from referee_service.kernel.codec import decode, encode
from referee_service.kernel.game import AnyGame


def race_all(games: Sequence[AnyGame], *, rounds: int, count: int) -> Iterator[Figure]:
    """Print the speed of the engine, and yield its ratios to peers. `count` is the playouts of each table and round."""
    for game in games:
        yield from playouts(game, rounds=rounds, count=count)
        yield Figure(f"full step / python-chess: {game.name}", steps.race(game, rounds=rounds))
        parts(game)


def playouts(game: AnyGame, *, rounds: int, count: int) -> Iterator[Figure]:
    """Print the speed of random playouts of a game and of catanatron. Yield the ratio at the worst table."""
    print(f"\nRandom playouts of {game.name} and catanatron, actions of seats per CPU second, alternating games")
    ratios = dict[int, list[float]]()
    for number in range(rounds):
        for seats in game.seats:
            own, peer, peer_with_rolls = race(game, seats=seats, first=1 + number * count, games=count)
            row(f"{seats} seats: Referee", f"{own.rate:,.0f}/s")
            row(f"{seats} seats: catanatron, without chance", f"{peer.rate:,.0f}/s")
            row(f"{seats} seats: catanatron, with its ROLL actions", f"{peer_with_rolls.rate:,.0f}/s")
            ratios.setdefault(seats, []).append(own.rate / peer.rate)
    worst = min(ratios, key=lambda seats: median(ratios[seats]))
    yield Figure(f"playouts / catanatron, worst table: {game.name}, {worst} seats", ratios[worst])


def parts(game: AnyGame) -> None:
    """Print the time of each part of a step, the size of states, and a full step beside python-chess."""
    print(f"\nParts of a step in {game.name}, µs each, over every decision of one random game")
    positions = game_positions(game, seats=max(game.seats))
    decisions, states = positions[:-1], [match.state for match, _ in positions[:-1]]
    raws = [encode(match) for match, _ in decisions]
    seats = [turn.seat for state in states if (turn := game.turn(state)) is not None]
    action_count = sum(len(engine.legal_actions(game, state)) for state in states)
    moves = list(zip(states, seats, (action for _, action in decisions), strict=True))
    count = len(states)
    list_time = best_of(lambda: [engine.legal_actions(game, state) for state in states])
    row("legal list", f"{list_time / count * 1e6:.1f} µs", f"{action_count / count:.1f} actions on average")
    row("per listed action", f"{list_time / action_count * 1e6:.2f} µs", "at most 3 µs")
    row("judge", f"{best_of(lambda: [engine.judge(game, *move) for move in moves]) / count * 1e6:.1f} µs")
    row("apply", f"{best_of(lambda: [engine.apply(game, s, a) for s, _, a in moves]) / count * 1e6:.1f} µs")
    row("audit", f"{best_of(lambda: [list(game.audit(state)) for state in states]) / count * 1e6:.1f} µs")
    row("encode", f"{best_of(lambda: [encode(match) for match, _ in decisions]) / count * 1e6:.1f} µs")
    row("decode", f"{best_of(lambda: [decode(game, raw) for raw in raws]) / count * 1e6:.1f} µs")

    print(f"\nSize of a state of {game.name} in bytes (at most 16,384)")
    for name, index in (("start", 0), ("middle", count // 2), ("end", -1)):
        row(name, f"{len(encode(positions[index][0])):,}")
