"""Agent by rules of thumb for any game: build before you collect, collect before you pass, and never waste a turn.

referee tournament burgundy --agents 'thumb=python examples/agent.py' random greedy --games 10
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterable
from typing import Any, TextIO

FIRST = {
    "burgundy": "place_tile load_ship sell_goods take_tile buy_tile take_workers",
    "settlement": "build place_building invite_hero activate_region activate_street explore hunt take_artefact",
    "medievalia": "buy_building play_territory recruit strike shoot buy_card",
    "dice_settlers": "settle raid research recruit explore harvest use_factory trade_tokens",
    "empires_north": "build construct place_pawn use_location raid take_island land move_pawn harvest",
}
"""Verbs that bring something, the best first. Payments come next, other verbs after them."""
PAYMENTS = "pay_cheapest pay"
LAST = ("decline", "end_action", "end_turn", "pass_round", "discard_tile", "dismiss", "clear_land", "exchange", "trade")
"""Verbs that give something up. They are played only if there is nothing else."""


def choose(moves: list[dict[str, Any]], order: list[str]) -> int:
    """Return the number of a move with the best verb, and any of them if several have it."""

    def rank(verb: str) -> int:
        if verb in LAST:
            return len(order) + 1 + LAST.index(verb)
        return order.index(verb) if verb in order else len(order)

    verbs = {move["number"]: move["notation"].split()[0] for move in moves}
    best = min(map(rank, verbs.values()))
    return random.choice([number for number, verb in verbs.items() if rank(verb) == best])


def play(messages: Iterable[str], answers: TextIO) -> None:
    """Answer every question with a move, until the input ends. This agent only takes moves from the list."""
    order = list[str]()
    for line in messages:
        message = json.loads(line)
        if message["type"] == "start":
            order = f"{FIRST.get(message['game'], '')} {PAYMENTS}".split()
            random.seed(message["seat"])
        elif message["type"] == "decide":
            print(json.dumps({"move": choose(message["moves"], order)}), file=answers, flush=True)
        elif message["type"] == "error":
            print(message["message"], file=sys.stderr)


if __name__ == "__main__":
    play(sys.stdin, sys.stdout)
