"""Print the figures as a table: `make bench`. Ratios are taken within one run; absolute times depend on the machine."""

from __future__ import annotations

import argparse
import platform

from benchmarks import http, search
from benchmarks.load import CONNECTIONS
from benchmarks.playout import race
from benchmarks.steps import best_of, our_positions, our_step, peer_positions, peer_step
from referee_service.games import GAMES
from referee_service.kernel import engine
from referee_service.kernel.codec import decode, encode
from referee_service.kernel.game import AnyGame
from referee_service.kernel.notation import notation

NAMES = {"memory": "cache in the process", "cold": "no cache: every state is audited"}


def row(name: str, value: str, mark: str = "") -> None:
    print(f"  {name:<52} {value:>14}   {mark}")


def playouts(game: AnyGame, games: int) -> None:
    print(f"\nRandom playout of {game.name}, seats' actions per second, against catanatron (games by turns)")
    for seats in game.seats:
        ours, peers, with_rolls = race(game, seats=seats, games=games)
        row(f"{seats} seats: ours", f"{ours.rate:,.0f}/s")
        row(f"{seats} seats: catanatron, chance not counted", f"{peers.rate:,.0f}/s")
        row(f"{seats} seats: catanatron, its ROLL actions counted", f"{with_rolls.rate:,.0f}/s")
        row(
            f"{seats} seats: ratio",
            f"{ours.rate / peers.rate:.2f}x",
            "at least 1x, goal 2x (chance counted on neither side)",
        )


def parts(game: AnyGame) -> None:
    print(f"\nParts of a step in {game.name}, µs each, over every decision of one random game")
    found = our_positions(game, seats=max(game.seats))
    live, states = found[:-1], [match.state for match, _ in found[:-1]]
    raws = [encode(match) for match, _ in live]
    seats = [turn.seat for state in states if (turn := game.turn(state)) is not None]
    listed = sum(len(engine.legal_actions(game, state)) for state in states)
    whole = list(zip(states, seats, (action for _, action in live), strict=True))
    count = len(states)
    listing = best_of(lambda: [engine.legal_actions(game, state) for state in states])
    row("legal list", f"{listing / count * 1e6:.1f} µs", f"{listed / count:.1f} actions on average")
    row("per listed action", f"{listing / listed * 1e6:.2f} µs", "at most 3 µs")
    row("judge", f"{best_of(lambda: [engine.judge(game, *one) for one in whole]) / count * 1e6:.1f} µs")
    row("apply", f"{best_of(lambda: [engine.apply(game, s, a) for s, _, a in whole]) / count * 1e6:.1f} µs")
    row("audit", f"{best_of(lambda: [list(game.audit(state)) for state in states]) / count * 1e6:.1f} µs")
    row("encode", f"{best_of(lambda: [encode(match) for match, _ in live]) / count * 1e6:.1f} µs")
    row("decode", f"{best_of(lambda: [decode(game, raw) for raw in raws]) / count * 1e6:.1f} µs")

    print(f"\nSize of a state of {game.name} in bytes (at most 16,384)")
    for name, at in (("start", 0), ("middle", count // 2), ("end", -1)):
        row(name, f"{len(encode(found[at][0])):,}")

    print("\nA full referee step (decode, judge, apply, list, encode) against python-chess's (parse, check, push, …)")
    lines = [notation(action) for _, action in live]
    ours = best_of(lambda: [our_step(game, raw, line) for raw, line in zip(raws, lines, strict=True)]) / count
    games = peer_positions()
    peers = best_of(lambda: [peer_step(*one) for one in games]) / len(games)
    row("ours", f"{ours * 1e6:.0f} µs")
    row("python-chess", f"{peers * 1e6:.0f} µs")
    row("ratio", f"{ours / peers:.2f}x", "at most 1x")


def requests(game: AnyGame) -> None:
    print(f"\nRequests to {game.name}: one process, {CONNECTIONS} connections; x is the share of an echo's rate")
    loads, memory = http.race(game)
    for (server, app, call), load in loads.items():
        echo = loads[server, "echo", "echo, ref" if call.endswith("ref") else "echo"]
        goal = "at least 0.5x" if app == "redis" else ""
        times = f"p50 {load.quantile(0.5):5.2f} ms  p99 {load.quantile(0.99):5.2f} ms"
        name = f"{server}: {call}" + ("" if app in ("echo", "redis") else f" ({NAMES[app]})")
        row(
            name,
            f"{load.rate:,.0f}/s",
            f"{times}  {load.rate / echo.rate:4.2f}x  {'' if app == 'echo' else goal}".rstrip(),
        )
    for server, size in memory.items():
        row(f"{server}: memory of the web process", f"{size:.0f} MB", "at most 150 MB")


def searches(game: AnyGame) -> None:
    print(f"\nSearch in {game.name}, iterations per second, through real workers and a real Redis")
    found = search.race(game)
    row("bare, in one process", f"{found.bare:,.0f}/s", f"{1000 / found.bare:.2f} ms each, at most 1 ms")
    ceiling = found.bare_twice / found.bare
    row("bare, two processes side by side", f"{found.bare_twice:,.0f}/s", f"{ceiling:.2f}x: what this machine gives")
    row("one worker", f"{found.one:,.0f}/s")
    row("two workers", f"{found.two:,.0f}/s", f"{found.two / found.one:.2f}x of one, at least 1.8x")
    row("what a job adds to its search", f"{found.overhead * 1000:.1f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="games of each kind in a race")
    parser.add_argument("--only", choices=("engine", "http", "search"), help="a part of the figures")
    options = parser.parse_args()
    print(f"Python {platform.python_version()}, {platform.machine()}")
    for game in GAMES.values():
        if options.only in (None, "engine"):
            playouts(game, options.games)
            parts(game)
        if options.only in (None, "http"):
            requests(game)
        if options.only in (None, "search"):
            searches(game)


main()
