"""Refusals of a kit: illegal moves in its samples, and elsewhere for rules that forbid none of these."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import Match
from referee_service.services.conformance.attempts import Attempt, Attempts, forbidding_rules, is_readable
from referee_service.services.conformance.draws import Draws
from referee_service.services.conformance.sample_games import SampleGame
from referee_service.services.conformance.samples import Sample, all_samples
from referee_service.services.conformance.size import KitSize

SILENT_FAMILIES = frozenset({"audit", "score", "ruling"})
"""First parts of rule ids that forbid no move: they are about impossible states, points and rulings."""
SILENT_RULES = frozenset({"referee.place", "referee.rest"})
"""Rules of the kernel about places that a player points at, and about impossible states."""
SEARCH_ATTEMPTS = 4
"""Moves that are tried per verb of a ply that is searched for rules without a refusal."""


class Refused(NamedTuple):
    """An illegal move with the sorted ids of the rules that forbid it."""

    match: Match
    attempt: Attempt
    rules: tuple[str, ...]


def find_refusals(
    game: AnyGame, games: list[SampleGame], samples: list[Sample], size: KitSize, seed: str
) -> list[Refused]:
    """Return illegal moves: some for each set of rules in the samples, then one for each rule found elsewhere."""
    ends = [played.seeded(played.end) for played in games[: len(game.seats)]]
    times, found = Counter[tuple[str, ...]](), list[Refused]()
    for refused in _refused(game, [*(sample.match for sample in samples), *ends], seed, size.attempts):
        if times[refused.rules] < size.refusals_per_set and is_readable(game, refused.attempt.action):
            times[refused.rules] += 1
            found.append(refused)
    shown = {rule for refused in found for rule in refused.rules}
    others = _searched_matches(game, games, rules_without_refusal(game, found), size.searched_plies)
    for refused in _refused(game, others, f"{seed}/others", SEARCH_ATTEMPTS):
        if not shown.issuperset(refused.rules) and is_readable(game, refused.attempt.action):
            shown.update(refused.rules)
            found.append(refused)
    return found


def _searched_matches(game: AnyGame, games: list[SampleGame], missing: tuple[str, ...], limit: int) -> list[Match]:
    """Return matches in which a verb is due that a missing rule is named after, then as many others.

    Both are spread over all games with a whole step, so each part has `limit` matches or up to twice as many.
    """
    families = {rule.partition(".")[0] for rule in missing}
    likely, others = list[Match](), list[Match]()
    for _, sample in all_samples(games):
        turn = game.turn(sample.match.state)
        is_likely = turn is not None and not families.isdisjoint(turn.verbs)
        (likely if is_likely else others).append(sample.match)
    return [match for part in (likely, others) for match in part[:: max(1, len(part) // limit)]]


def _refused(game: AnyGame, matches: Iterable[Match], seed: str, each: int) -> Iterator[Refused]:
    for number, match in enumerate(matches):
        for attempt in Attempts(game, match, Draws(seed, game.name, number), each=each):
            if rules := forbidding_rules(game, match, attempt):
                yield Refused(match, attempt, rules)


def rules_without_refusal(game: AnyGame, refusals: Iterable[Refused]) -> tuple[str, ...]:
    """Return the rules that may forbid a move and forbid none here, sorted.

    These are the rules named after a verb, those that share the first part of their id with a rule that forbids a
    move, and those that close a question.
    """
    flow, shown = game.flow, {rule for refused in refusals for rule in refused.rules}
    families = {*game.verbs, *(rule.partition(".")[0] for rule in shown)} - SILENT_FAMILIES
    closing = {rule for rules in flow.closing_rules.values() for rule in rules}
    closing |= {rule for rules in flow.refused.values() for rule in rules.values()}
    possible = {rule for rule in game.catalogue().rules if rule.partition(".")[0] in families} | closing
    return tuple(sorted(possible - shown - SILENT_RULES))
