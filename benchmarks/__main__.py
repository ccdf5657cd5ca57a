"""Benchmark report: `make bench`. Ratios are comparable; absolute times depend on the machine."""

from __future__ import annotations

import argparse
import platform
import shlex
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from benchmarks import http, judge, pictures, search, start
from benchmarks.report import PAGE, Figure, page, row, this_machine
from referee_service.games import GAMES
from referee_service.kernel.game import AnyGame

METHOD = """\
`service` is `referee serve` with logs, two Redis and a secret, as in production. The Flask echo is a minimal Flask app
that returns the body; it runs on the server of Referee unless the figure names another. All figures of requests come
from new games: each connection plays its own part of a game in order, and each state is sent once. Figures of one
connection count are measured by turns, once for each round and game: {rounds} rounds of {seconds} seconds, {games}."""


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


def measure(part: str, games: Sequence[AnyGame], options: argparse.Namespace) -> Iterator[Figure]:
    """Run one part of the benchmarks. Yield its figures; other results are only printed."""
    if part == "start":
        yield Figure("start of the app, CPU", [start.start_seconds() for _ in range(options.rounds)], "s")
    elif part == "engine":
        from benchmarks.engine import race_all  # needs the peers, which only the environment of `make bench` has

        yield from race_all(games, rounds=options.rounds, count=options.playouts)
    elif part == "http":
        yield from http.race(games, rounds=options.rounds, seconds=options.seconds)
    else:
        for game in games:
            {"judge": lines, "pictures": drawings, "search": searches}[part](game)


PARTS = ("start", "http", "engine", "judge", "pictures", "search")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--only", choices=PARTS, action="append", help="run only this part, repeatable")
    parser.add_argument("--games", choices=list(GAMES), nargs="+", default=list(GAMES), help="(default: all)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds by turns (default: 3)")
    parser.add_argument("--seconds", type=float, default=0.5, help="seconds of a measurement over HTTP (default: 0.5)")
    parser.add_argument("--playouts", type=int, default=15, help="playouts of each table and round (default: 15)")
    parser.add_argument("--write", action="store_true", help="write docs/performance.md from the figures")
    return parser


def main() -> None:
    """Run the selected parts, print their figures, and write the page if that was requested."""
    options = _parser().parse_args()
    games, figures = [GAMES[name] for name in options.games], list[Figure]()
    print(f"Python {platform.python_version()}, {platform.machine()}")
    for part in options.only or PARTS:
        found = list(measure(part, games, options))
        if found:
            print(f"\nFigures: {part}, median (least–most)")
        for figure in found:
            row(figure.name, figure.text, figure.limit)
        figures += found
    if options.write:
        method = METHOD.format(rounds=options.rounds, seconds=options.seconds, games=", ".join(options.games))
        command = shlex.join(["make", "bench", f"BENCH_FLAGS={shlex.join(sys.argv[1:])}"])
        date = datetime.now(UTC).date().isoformat()
        PAGE.write_text(page(figures, this_machine(), date=date, command=command, method=method))
        print(f"\nwrote {PAGE}")


if __name__ == "__main__":
    main()
