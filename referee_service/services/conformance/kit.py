"""The kit of one game: its rows by subject, and its coverage."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

import msgspec
from msgspec import Raw, Struct

from referee_service.kernel import engine
from referee_service.kernel.codec import digest, encode
from referee_service.kernel.events import redact_event
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import Match, play_chance, play_move
from referee_service.kernel.notation import notation
from referee_service.kernel.records import record_json, record_text
from referee_service.kernel.score import Result
from referee_service.kernel.state import CHANCE, ScoreLine, verb_of
from referee_service.services.conformance import rows
from referee_service.services.conformance.perft import counts
from referee_service.services.conformance.refusals import Refused, find_refusals, rules_without_refusal
from referee_service.services.conformance.sample_games import SampleGame, due_question, play_sample_games
from referee_service.services.conformance.samples import Sample, choose_samples
from referee_service.services.conformance.size import KitSize

Subject = Literal["states", "positions", "refusals", "transitions", "scores", "perft", "records"]
Progress = Callable[[str], None]
"""Receives what is being done."""


@dataclass(frozen=True, slots=True)
class GameKit:
    """The rows of one game by subject, sorted, and which names of the game they cover."""

    game: AnyGame
    subjects: dict[Subject, Sequence[Struct]]
    coverage: rows.Coverage


def build_kit(game: AnyGame, size: KitSize, seed: str, progress: Progress = lambda step: None) -> GameKit:
    """Build the kit of one game. Equal arguments give equal rows."""
    games = play_sample_games(game, size, seed, lambda count: progress(f"game {count}"))
    progress("choice of positions")
    samples = choose_samples(game, games, seed, size.samples)
    progress("refusals")
    refusals = find_refusals(game, games, samples, size, seed)
    progress("rows")
    recorded = games[: size.records * len(game.seats)]
    builder = _RowBuilder(game)
    by_subject: dict[Subject, Sequence[Struct]] = {
        "positions": _unique(map(builder.position, samples)),
        "refusals": _unique(map(builder.refusal, refusals)),
        "transitions": _unique(map(builder.transition, samples)),
        "scores": _unique(map(builder.score, _scored_matches(samples, recorded, size))),
        "perft": builder.perft(samples, size),
        "records": [builder.record(played) for played in recorded],
    }
    by_subject["states"] = [rows.StateRow(name, Raw(raw)) for name, raw in sorted(builder.states.items())]
    return GameKit(game, by_subject, _coverage(game, samples, refusals))


def _unique(built: Iterable[Struct]) -> list[Struct]:
    """Return the rows in the order of their JSON, each of them once."""
    return [row for _, row in sorted({msgspec.json.encode(row): row for row in built}.items())]


def _scored_matches(samples: list[Sample], recorded: list[SampleGame], size: KitSize) -> list[Match]:
    """Return open matches, spread over the samples, and the ends of the recorded games."""
    step = max(1, len(samples) // size.scores)
    return [*(sample.match for sample in samples[::step]), *(played.seeded(played.end) for played in recorded)]


def _coverage(game: AnyGame, samples: list[Sample], refusals: list[Refused]) -> rows.Coverage:
    questions = {due_question(game, sample.match) for sample in samples}
    verbs = {verb_of(sample.action) for sample in samples}
    automatic = {name for name, answers in game.flow.verbs.items() if not answers}
    return rows.Coverage(
        len(questions),
        len(verbs),
        len({rule for refused in refusals for rule in refused.rules}),
        tuple(sorted(set(game.flow.verbs) - questions - automatic)),
        tuple(sorted(set(game.verbs) - verbs)),
        tuple(sorted(automatic)),
        rules_without_refusal(game, refusals),
    )


@dataclass(slots=True)
class _RowBuilder:
    """Builds rows of one game, and collects the states that they name, by digest."""

    game: AnyGame
    states: dict[str, bytes] = field(default_factory=dict)

    def state(self, match: Match) -> str:
        """Add the state of a match and return its digest."""
        raw = encode(match)
        name = digest(raw)
        self.states[name] = raw
        return name

    def position(self, sample: Sample) -> rows.PositionRow:
        """Return what is due, and all legal actions."""
        state = sample.match.state
        turn = self.game.turn(state)
        assert turn is not None, "a sample has a move"
        legal = tuple(sorted(map(notation, engine.legal_actions(self.game, state))))
        outcomes = tuple(rows.OutcomeRow(notation(each), weight) for each, weight in engine.outcomes(self.game, state))
        return rows.PositionRow(self.state(sample.match), turn, legal, outcomes)

    def refusal(self, refused: Refused) -> rows.RefusalRow:
        """Return an illegal move with its rules."""
        seat, action = refused.attempt
        return rows.RefusalRow(self.state(refused.match), seat, notation(action), refused.rules)

    def transition(self, sample: Sample) -> rows.TransitionRow:
        """Play the move of a sample, then chance as far as the referee plays it, and return both."""
        match, seat, action = sample
        acted = play_move(self.game, match, seat, action)
        chance = play_chance(self.game, acted.match)
        moves, events = (*acted.recorded_moves, *chance.recorded_moves), (*acted.events, *chance.events)
        public = (redact_event(event, None) for event in events)
        return rows.TransitionRow(
            self.state(match),
            seat,
            notation(action),
            Raw(msgspec.json.encode(action)),
            tuple(rows.MoveRow(move.seat, move.notation) for move in moves),
            self.state(chance.match),
            tuple(rows.EventRow(event.kind, event.seat, event.facts) for event in public),
        )

    def score(self, match: Match) -> rows.ScoreRow:
        """Return the points of a match."""
        points, result = self.game.points_so_far(match.state), self.game.result(match.state)
        return rows.ScoreRow(
            self.state(match),
            tuple(sum(line.points for line in lines) for lines in points),
            tuple(map(_line_rows, points)),
            tuple(
                rows.RivalRow(rival.name, rival.score, _line_rows(rival.lines))
                for rival in self.game.rivals(match.state)
            ),
            _result_row(result) if result is not None else None,
        )

    def perft(self, samples: list[Sample], size: KitSize) -> list[rows.PerftRow]:
        """Return the counts of the first positions with at least two depths within the limits."""
        found: list[list[rows.PerftRow]] = []
        for match in (sample.match for sample in samples if sample.seat != CHANCE):
            counted = [counts(self.game, match.state, 1, max_lines=size.max_perft_lines)]
            while counted[-1] is not None and len(counted) < size.max_perft_depth:
                counted.append(counts(self.game, match.state, len(counted) + 1, max_lines=size.max_perft_lines))
            depths = [pair for pair in counted if pair is not None]
            if len(depths) > 1 and depths[-1][0] > 2 * depths[0][0]:
                name = self.state(match)
                found.append([rows.PerftRow(name, depth, *pair) for depth, pair in enumerate(depths, start=1)])
            if len(found) == size.perft_positions:
                break
        return [row for counted_rows in sorted(found, key=lambda each: each[0].state) for row in counted_rows]

    def record(self, played: SampleGame) -> rows.RecordRow:
        """Return a whole game."""
        record = played.record
        name = f"{self.game.name}-{played.seats}-{played.seed.rpartition(' ')[2]}"
        end = self.state(played.seeded(played.end))
        text, json = record_text(record), Raw(record_json(record))
        return rows.RecordRow(name, played.policy, text, json, end, _result_row(played.result))


def _line_rows(lines: Iterable[ScoreLine]) -> tuple[rows.ScoreLineRow, ...]:
    return tuple(rows.ScoreLineRow(line.rule, line.count, line.points) for line in lines)


def _result_row(result: Result) -> rows.ResultRow:
    return rows.ResultRow(result.winners, result.scores, result.ranking)
