"""Replays of records for clients: how far a record is valid, the position there, and each step as text and numbers."""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec import Struct

from referee_service.kernel.chance import commitment, outcome_bound, random_below, seed_key
from referee_service.kernel.engine import outcomes
from referee_service.kernel.events import disclosed_event
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import Match
from referee_service.kernel.narration import narrate
from referee_service.kernel.records import Record
from referee_service.kernel.replay import ReplayError, ReplayStep, check_claim, replay_steps, start_match
from referee_service.kernel.rules import Language
from referee_service.kernel.state import CHANCE
from referee_service.services.errors import ServiceError
from referee_service.services.matches.presenter import Presenter
from referee_service.services.matches.responses import ChanceProof, ReplayStepResponse


class ReplayRequest(Struct, frozen=True):
    """A record, the number of moves after which its replay stops, and the chance key of a secret match."""

    record: Record
    until: int | None = None
    chance_key: bytes | None = None


@dataclass(slots=True)
class ReplayOutcome:
    """How far a record was replayed: the match there, its last move, its steps, and why it went no further."""

    match: Match | None = None
    last: ReplayStep | None = None
    steps: list[ReplayStepResponse] = field(default_factory=list)
    error: ReplayError | None = None


def replay_record(game: AnyGame, request: ReplayRequest, language: Language | None = None) -> ReplayOutcome:
    """Replay a record until its end, `until`, or its first bad move. With a language, write each step.

    Moves after `until` are not judged, and neither is the claimed result. Raises ServiceError for a wrong key.
    """
    record, found, key = request.record, ReplayOutcome(), chance_key(request)
    try:
        found.match = start_match(game, record)
        writer = None if language is None else StepWriter(game, language, found.match.state.pack, key)
        for step in replay_steps(game, record, found.match, key) if request.until != 0 else ():
            found.match, found.last = step.after, step
            if writer is not None:
                found.steps.append(writer.write(step))
            if found.match.ply == request.until:
                break
        if found.match.ply != request.until:
            check_claim(game, record, found.match)
    except ReplayError as error:
        found.error = error
    return found


def chance_key(request: ReplayRequest) -> bytes | None:
    """Return the key of a seeded record, or the key of the request for a secret one, or None.

    Raises ServiceError if the key of the request does not fit the commitment of the record.
    """
    chance = request.record.chance
    if chance.mode == "seeded":
        return seed_key(chance.seed)
    if chance.mode == "table" or request.chance_key is None:
        return None
    if commitment(request.chance_key) != chance.seed:
        raise ServiceError("bad-chance-key.commitment")
    return request.chance_key


class StepWriter:
    """Writes the steps of a replay in one language, with everything that a record discloses."""

    def __init__(self, game: AnyGame, language: Language, pack: str, key: bytes | None) -> None:
        self.game, self.language, self.key = game, language, key
        self.presenter = Presenter(game, language, pack)

    def write(self, step: ReplayStep) -> ReplayStepResponse:
        """Return one step."""
        game, state = self.game, step.after.state
        seat, notation = step.move.recorded.seat, step.move.recorded.notation
        texts = [narrate(self.presenter.catalogue, disclosed_event(each), self.language) for each in step.result.events]
        return ReplayStepResponse(
            step.after.ply,
            seat,
            notation,
            self.presenter.label(step.before.state, seat, step.move.action),
            " ".join(texts),
            tuple(sum(line.points for line in lines) for lines in game.points_so_far(state)),
            {rival.name: rival.score for rival in game.rivals(state)},
            self._proof(step) if seat == CHANCE else None,
        )

    def _proof(self, step: ReplayStep) -> ChanceProof:
        """Return how a move of chance was selected."""
        act, key = step.before.chance.count, self.key
        if key is None or step.expected is None:
            return ChanceProof(act, outcome_bound(outcomes(self.game, step.before.state)), None, None)
        bound = outcome_bound(step.outcomes)
        number = random_below(key, act, bound) if bound > 1 else None
        return ChanceProof(act, bound, number, step.expected == step.move.action)
