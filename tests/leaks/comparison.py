"""Comparison of everything that a seat receives about two positions that look equal to it."""

import random
from collections import Counter

import msgspec
from flask import Flask

from referee_service.kernel.match import Match
from referee_service.kernel.state import Action
from tests.contract.playthroughs import GAMES
from tests.leaks.hidden_places import pairs
from tests.leaks.searches import Worker, search_transcript
from tests.leaks.transcript import (
    Table,
    answers,
    bytes_of,
    lines_of_both,
    lines_to_try,
    looks_equal_after,
    places_to_try,
    read_transcript,
    tables_of,
)


def json_of(response: bytes) -> dict:
    """Return the body of a response in a transcript."""
    return msgspec.json.decode(response.partition(b"\n\n")[2])


class Leak(AssertionError):
    """A response that differs between two positions that look equal to its seat."""


class Comparison:
    """Compares transcripts, and counts what was compared: pairs, responses, bytes, moves, and positions shown."""

    def __init__(self, app: Flask, lines: int) -> None:
        self.app, self.lines, self.counts = app, lines, Counter()

    def compare(self, first: bytes, second: bytes, *where: object) -> None:
        """Count two responses. Raises Leak if a byte differs."""
        self.counts.update(responses=1, bytes=len(first))
        if first != second:
            raise Leak(f"{where}\n{first.decode()}\n{second.decode()}")

    def compare_positions(self, match: Match, played: Action | None, seat: int, wanted: int) -> None:
        """Compare a position with up to this number of others that look equal to a seat."""
        game, rng = GAMES[match.game], random.Random(f"{match.ply} {seat}")
        turn = game.turn(match.state)
        for pair in pairs(game, match.state, seat, rng, wanted):
            one, other = tables_of(self.app, match, (pair.first, pair.second))
            lines = lines_to_try(game, match.state, played, pair.pieces, self.lines)
            self.counts.update(pairs=1, closed=bool(match.state.closed))
            self.compare_reads(one, other, seat, lines)
            self.compare_moves(one, other, seat, lines)
            if turn is not None and turn.seat == seat:
                self.compare_bots(one, other, seat)
            elif turn is not None:
                self.compare_moves_of_others(one, other, turn.seat, seat, played)

    def compare_reads(self, one: Table, other: Table, seat: int, lines: list[str]) -> None:
        """Compare all responses to calls that play nothing."""
        both = (*places_to_try(one, seat), *places_to_try(other, seat))
        picks = [list(places) for places in dict.fromkeys(map(tuple, both))]
        first, second = (read_transcript(table, seat, lines, picks) for table in (one, other))
        assert first.keys() == second.keys()
        for call, response in first.items():
            self.compare(response, second[call], seat, call)

    def compare_moves(self, one: Table, other: Table, seat: int, lines: list[str]) -> None:
        """Compare the responses to moves of the seat, legal or not."""
        for line in lines:
            self._compare_played(one, other, seat, "moves", [line], notation=line)
        for line in lines[:1]:
            parts = ["text", "legal_actions", "events", "played"]
            self._compare_played(one, other, seat, "moves", [line], notation=line, include=parts, actions="notation")

    def compare_bots(self, one: Table, other: Table, seat: int) -> None:
        """Compare moves that bots choose and play in the request: one move, and a whole turn."""
        for bot in ("random", "greedy"):
            for until in ("move", "turn_end"):
                body = {"bot": bot, "seed": "1", "play": True, "until": until}
                one, other = tables_of(self.app, one.match, (one.match.state, other.match.state), bot + until)
                chosen = msgspec.json.decode(one.post("bot-moves", seat, **body).data)["moves"]
                lines = [each["action"]["notation"] for each in chosen]
                self._compare_played(one, other, seat, "bot-moves", lines, **body)

    def _compare_played(self, one: Table, other: Table, seat: int, call: str, lines: list[str], **body: object) -> None:
        found = answers(one, other, seat, call, lines, **body)
        if found is None:
            self.counts.update(shown=1)
        else:
            self.counts.update(moves=found[0].startswith(b"200"))
            self.compare(*found, seat, call, body)

    def compare_moves_of_others(self, one: Table, other: Table, mover: int, seat: int, played: Action | None) -> None:
        """Compare what a seat sees after moves of another seat that are legal in both positions."""
        for line in lines_of_both(one, other, played, self.lines):
            if looks_equal_after(one, other, mover, seat, [line]):
                later = [table.after(mover, line)[0] for table in (one, other)]
                for call in ("views", "legal-actions", "scores", "pictures"):
                    self.compare(*(bytes_of(table.post(call, seat)) for table in later), seat, call, line)
                shown = (bytes_of(table.post("pictures", seat, highlight="last")) for table in later)
                self.compare(*shown, seat, "pictures last", line)
            else:
                self.counts.update(shown=1)

    def compare_searches(self, worker: Worker, one: Table, other: Table, seat: int) -> None:
        """Compare all responses about searches of the seat, with and without playing the move.

        A job that showed the outcome of chance is compared until it plays the move.
        """
        self.counts.update(pairs=1, closed=bool(one.match.state.closed))
        for play in (False, True):
            first, second = (search_transcript(worker, table, seat, play=play) for table in (one, other))
            assert first.keys() == second.keys()
            result = json_of(first["GET stopped=False", "over"])["result"]
            is_equal = looks_equal_after(one, other, seat, seat, [result["action"]["notation"]])
            self.counts.update(moves=play, shown=play and not is_equal)
            for (call, stage), response in first.items():
                if is_equal or not play or stage not in ("over", "again"):
                    self.compare(response, second[call, stage], seat, call, stage)

    def figures(self, name: str) -> str:
        """Return the counts as one line."""
        counts = self.counts
        return (
            f"{name}: {counts['pairs']:,} pairs ({counts['closed']:,} after closed questions), "
            f"{counts['responses']:,} responses and {counts['bytes']:,} bytes equal, {counts['moves']:,} moves played; "
            f"{counts['shown']:,} times chance showed a hidden piece"
        )
