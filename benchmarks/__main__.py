"""Benchmark report as a table: `make bench`. Ratios are comparable; absolute times depend on the machine."""

from __future__ import annotations

import argparse
import platform

from benchmarks import http, judge, pictures, search
from benchmarks.load import CONNECTIONS
from benchmarks.playout import race
from benchmarks.steps import best_of, chess_positions, chess_step, game_positions, referee_step
from referee_service.games import GAMES
from referee_service.kernel import engine
from referee_service.kernel.codec import decode, encode
from referee_service.kernel.game import AnyGame
from referee_service.kernel.notation import notation

APP_LABELS = {
    "two": "2 processes",
    "memory": "in-process cache",
    "cold": "no cache: every state is audited",
}


def row(name: str, value: str, note: str = "") -> None:
    """Print one line of the table."""
    print(f"  {name:<52} {value:>14}   {note}")


def playouts(game: AnyGame, games: int) -> None:
    """Print the speed of random playouts of a game and of catanatron."""
    print(f"\nRandom playouts of {game.name} and catanatron, actions of seats per second, alternating games")
    for seats in game.seats:
        own, peer, peer_with_rolls = race(game, seats=seats, games=games)
        row(f"{seats} seats: Referee", f"{own.rate:,.0f}/s")
        row(f"{seats} seats: catanatron, without chance", f"{peer.rate:,.0f}/s")
        row(f"{seats} seats: catanatron, with its ROLL actions", f"{peer_with_rolls.rate:,.0f}/s")
        row(
            f"{seats} seats: ratio",
            f"{own.rate / peer.rate:.2f}x",
            "at least 1x, goal 2x (both without chance)",
        )


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

    print("\nA full step: Referee (decode, judge, apply, list, encode) and python-chess (parse, check, push, …)")
    lines = [notation(action) for _, action in decisions]
    own = best_of(lambda: [referee_step(game, raw, line) for raw, line in zip(raws, lines, strict=True)]) / count
    chess_moves = chess_positions()
    peer = best_of(lambda: [chess_step(*move) for move in chess_moves]) / len(chess_moves)
    row("Referee", f"{own * 1e6:.0f} µs")
    row("python-chess", f"{peer * 1e6:.0f} µs")
    row("ratio", f"{own / peer:.2f}x", "at most 1x")


def requests(game: AnyGame) -> None:
    """Print the request rates of the service and their ratio to a Flask echo."""
    print(f"\nRequests to {game.name}: {CONNECTIONS} connections, 1 process if not noted; x: ratio to an echo's rate")
    loads, memory = http.race(game)
    for (server, app, call), load in loads.items():
        echo = loads[server, "echo", "echo, digest" if call.endswith("digest") else "echo"]
        goal = "at least 0.5x" if app == "redis" else ""
        times = f"p50 {load.quantile(0.5):5.2f} ms  p99 {load.quantile(0.99):5.2f} ms"
        name = f"{server}: {call}" + ("" if app in ("echo", "redis") else f" ({APP_LABELS[app]})")
        row(
            name,
            f"{load.rate:,.0f}/s",
            f"{times}  {load.rate / echo.rate:4.2f}x  {'' if app == 'echo' else goal}".rstrip(),
        )
    for server, size in memory.items():
        row(f"{server}: memory", f"{size:.0f} MB", "at most 150 MB for 1 process")


def lines(game: AnyGame) -> None:
    """Print how many verdicts `referee judge` returns."""
    print(f"\nVerdicts of `referee judge` in {game.name}, per second on one core")
    rates = judge.judge_rates(game)
    row("states that it has seen", f"{rates.seen:,.0f}/s", f"at least {judge.SEEN_RATE:,}/s")
    row("new states: decoded, audited, judged", f"{rates.new:,.0f}/s", f"at least {judge.NEW_RATE:,}/s")


def drawings(game: AnyGame) -> None:
    """Print the cost of pictures, of cached pictures beside verdicts, and of pictures to moves."""
    print(f"\nPictures of {game.name}: CPU time of SVG and of PNG at {pictures.WIDTH} px, sizes of SVG")
    for seats in sorted({2, max(game.seats)}):
        for name, figures in zip(("median", "largest"), pictures.cost(game, seats), strict=True):
            limit = "PNG at most 250 ms" if (seats, name) == (2, "median") else "PNG at most 400 ms"
            sizes = f"SVG {figures.svg_kb:.0f} kB, gzip {figures.gzip_kb:.0f} kB (at most 25 ms, 260 kB, 60 kB)"
            times = f"{figures.svg_ms:.1f} · {figures.png_ms:.0f} ms"
            row(f"{seats} seats, {name} position", times, f"{sizes}; {limit}")
    served = pictures.race(game)
    row("verdicts", f"{served.verdicts.rate:,.0f}/s", f"p50 {served.verdicts.quantile(0.5):.2f} ms")
    for form, load in served.cached.items():
        ratio = load.rate / served.verdicts.rate
        row(f"cached {form}", f"{load.rate:,.0f}/s", f"p50 {load.quantile(0.5):.2f} ms  {ratio:.2f}x, at least 1x")
    share = served.moves_beside.rate / served.moves.rate
    row("moves", f"{served.moves.rate:,.0f}/s")
    row(f"moves beside {served.drawn} new PNG", f"{served.moves_beside.rate:,.0f}/s", f"{share:.2f}x, at least 0.85x")


def searches(game: AnyGame) -> None:
    """Print the speed of searches: without the service, with one worker and with two."""
    print(f"\nSearch in {game.name}, iterations per second, with real workers and a real Redis")
    figures = search.race(game)
    row("one process, no service", f"{figures.bare:,.0f}/s", f"{1000 / figures.bare:.2f} ms each, at most 1 ms")
    ceiling = figures.bare_twice / figures.bare
    row("two processes, no service", f"{figures.bare_twice:,.0f}/s", f"{ceiling:.2f}x: the limit of this machine")
    row("one worker", f"{figures.one:,.0f}/s")
    row("two workers", f"{figures.two:,.0f}/s", f"{figures.two / figures.one:.2f}x of one, at least 1.8x")
    row("overhead of a job", f"{figures.overhead * 1000:.1f} ms")


def main() -> None:
    """Run the selected benchmarks for every game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="playouts per program and number of seats")
    parser.add_argument("--only", choices=("engine", "judge", "http", "pictures", "search"), help="run only this part")
    options = parser.parse_args()
    print(f"Python {platform.python_version()}, {platform.machine()}")
    for game in GAMES.values():
        if options.only in (None, "engine"):
            playouts(game, options.games)
            parts(game)
        if options.only in (None, "judge"):
            lines(game)
        if options.only in (None, "http"):
            requests(game)
        if options.only in (None, "pictures"):
            drawings(game)
        if options.only in (None, "search"):
            searches(game)


main()
