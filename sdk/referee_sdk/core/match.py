"""Match that keeps its current state between moves: moves, undo, records and saving, without a connection."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from threading import Lock
from typing import Any, Self, TypeVar

from referee_sdk import savefile
from referee_sdk.batch import JudgedMove
from referee_sdk.bots import BotRequest
from referee_sdk.core.bots import OnProgress
from referee_sdk.core.calls import ClientCore
from referee_sdk.core.exchange import Steps
from referee_sdk.core.history import (
    Snapshot,
    Step,
    UndoneSteps,
    fetch_snapshot,
    replay_snapshot,
    revealed_by,
    snapshot_of,
    undo_objections,
)
from referee_sdk.core.match_state import MatchState
from referee_sdk.decoder import DecodeError, decode
from referee_sdk.errors import AlreadyPlayed, BadRequest, MatchOver, NoSuchMove, RulesError, UndoRefused
from referee_sdk.models import (
    Action,
    Credentials,
    Event,
    Move,
    PlaceVerdict,
    Position,
    SealedState,
    State,
    Verdict,
)
from referee_sdk.records import Chance, Record, RecordedMove, claimed_result

T = TypeVar("T")


class MatchCore(MatchState):
    """Base class of `Match` and `AsyncMatch`. A match changes only after the response to its request has arrived."""

    def __init__(
        self,
        client: ClientCore,
        game: str,
        snapshot: Snapshot,
        *,
        credentials: Credentials | None = None,
        own_credential: str | None = None,
    ) -> None:
        super().__init__(client, game, snapshot, credentials=credentials, own_credential=own_credential)
        self.events: list[Event] = []
        self._undone: UndoneSteps | None = None
        self._steps: list[Step] = []
        self._header: Record | None = None
        self._moves: list[RecordedMove] = []
        self._has_all_moves = True
        self._change = Lock()

    # --- history ------------------------------------------------------------------------------------------------------

    @property
    def content(self) -> str | None:
        """The content pack of the match; None in a guarded match that this object did not set up."""
        source = self._snapshot.source
        if isinstance(source, str):
            return None if self._header is None else self._header.content
        return source.content if isinstance(source, Position) else source.get("content")

    @property
    def decision_count(self) -> int:
        """Number of decisions that this match played, without those undone."""
        return len(self._steps)

    @property
    def decision_seats(self) -> list[int | str]:
        """Seat of every decision that this match played, in order."""
        return [step.seat for step in self._steps]

    def __iter__(self) -> Iterator[Event]:
        """Iterate over all events so far."""
        return iter(self.events)

    # --- moves --------------------------------------------------------------------------------------------------------

    def _alone(self, steps: Steps[T]) -> Steps[T]:
        """Run steps that change the match. Raises `BadRequest` while other such steps are in progress.

        Two calls that start from the same position would both enter the record.
        """
        if not self._change.acquire(blocking=False):
            raise BadRequest(
                "Another call that changes this match is in progress. Wait for it: one task or thread at a time may"
                " play, undo or sync."
            )
        try:
            return (yield from steps)
        finally:
            self._change.release()

    def _play(self, move: Move | int) -> Steps[tuple[Event, ...]]:
        """Play a move and return its events."""
        if isinstance(move, bool):
            raise BadRequest(f"{move} is not a move. Play an action, its notation, or its number in the legal list.")
        action = (yield from self._numbered_action(move)) if isinstance(move, int) else move
        try:
            position = yield from self._calls.move(self._source(), action, self.seat, None)
        except AlreadyPlayed:
            self._redo()
            raise
        return self._advance(position)

    def _numbered_action(self, index: int) -> Steps[Action]:
        """Return an action of the legal list. Raises `NoSuchMove` if it is not so long, `MatchOver` if it is over."""
        if self.is_over:
            raise MatchOver(self.result)
        legal = yield from self._legal_actions(None, {})
        if not -len(legal) <= index < len(legal):
            raise NoSuchMove(index, len(legal))
        return legal[index]

    def _play_bot(self, bot: str, budget: BotRequest, on_progress: OnProgress) -> Steps[tuple[Event, ...]]:
        """Let a bot decide, play its action, and return the events."""
        move = yield from self._calls.bot_move(self._source(), bot, budget, on_progress)
        return (yield from self._play(move.action))

    def _judge(self, move: Move) -> Steps[Verdict]:
        return self._calls.judge(self._source(), move, None)

    def _judge_many(self, moves: Sequence[Move]) -> Steps[tuple[JudgedMove, ...]]:
        return self._calls.judge_many(self._source(), moves, None, None)

    def _judge_places(self, places: Sequence[str]) -> Steps[PlaceVerdict]:
        return self._calls.judge_places(self._source(), places, None)

    def _undo(self, seat: int | None, *, force: bool) -> Steps[None]:
        """Undo the last decision, or the last one of `seat` with all after it."""
        steps = self._steps_to_undo(seat)
        reasons = undo_objections(steps)
        if reasons and (self.sealed_state is not None or not force):
            raise UndoRefused.because(reasons)
        first = steps[0]
        before = first.before or (yield from self._replay_to(first.move_count))
        self._undone = UndoneSteps(self._snapshot, self._steps[:], self._moves[:], self.events[:])
        self._snapshot = before
        del self._steps[-len(steps) :], self._moves[first.move_count :], self.events[first.event_count :]

    def _steps_to_undo(self, seat: int | None) -> list[Step]:
        """Return the last decision of a seat (None: of any seat) and all after it."""
        for index in range(len(self._steps) - 1, -1, -1):
            if seat in (None, self._steps[index].seat):
                return self._steps[index:]
        raise RulesError("There is no decision to undo.")

    def _sync(self, sealed_state: str) -> Steps[None]:
        """Continue from the sealed state that another player of a guarded match sent."""
        sealed = SealedState(self.game, sealed_state, self._credential())
        self._snapshot = yield from fetch_snapshot(self._calls, sealed)

    # --- records and saving -------------------------------------------------------------------------------------------

    def record(self) -> Record:
        """Return the record: set-up, every move, and the result if the match is over.

        Raises `BadRequest` if this object did not see the whole match.
        """
        if self._header is None or not self._has_all_moves:
            raise BadRequest("This match has no record: its beginning or some of its moves are unknown here.")
        claimed = claimed_result(self.result) if self.result is not None else None
        return replace(self._header, moves=tuple(self._moves), result=claimed)

    def save(self) -> str:
        """Return the match as one string for `client.resume`. It contains all hidden information: do not show it."""
        steps = [(step.seat, step.move_count, list(step.reveals)) for step in self._steps]
        if self.sealed_state is not None:
            secret: dict[str, Any] = {"credential": self._own_credential}
            if self.credentials is not None:
                secret = {"credentials": {"seats": list(self.credentials.seats), "keeper": self.credentials.keeper}}
            return savefile.dumps({"game": self.game, "sealed_state": self.sealed_state, **secret})
        if self._header is None:
            return savefile.dumps({"game": self.game, "state": dict(self.state)})
        return savefile.dumps({"game": self.game, "record": self.record().to_json(), "steps": steps})

    @classmethod
    def from_saved(cls, client: ClientCore, saved: str) -> Steps[Self]:
        """Return the match that `save` saved. Raises `BadRequest` if the string is damaged or not a saved match."""
        data = savefile.loads(saved)
        try:
            credentials = decode(Credentials, data["credentials"]) if "credentials" in data else None
            steps = [Step(None, seat, count, 0, tuple(reveals)) for seat, count, reveals in data.get("steps", ())]
        except (DecodeError, TypeError, ValueError) as error:
            raise BadRequest("This is not a saved match.") from error
        if credentials is not None and not credentials.seats:
            raise BadRequest("This is not a saved match: `credentials` has no seats.")
        if isinstance(data.get("sealed_state"), str) and (credentials is not None or "credential" in data):
            credential = data["credential"] if credentials is None else credentials.keeper
            sealed = SealedState(str(data.get("game", "")), data["sealed_state"], str(credential))
            return (yield from cls._from_sealed(client, sealed, credentials))
        if isinstance(data.get("state"), dict):
            return (yield from cls.from_source(client, data["state"]))
        if not isinstance(data.get("record"), dict):
            raise BadRequest("This is not a saved match.")
        record = Record.from_json(data["record"])
        match = cls(client, record.game, (yield from replay_snapshot(client._calls, record)))
        match._header, match._moves, match._steps = replace(record, moves=(), result=None), list(record.moves), steps
        return match

    # --- constructors -------------------------------------------------------------------------------------------------

    @classmethod
    def from_setup(cls, client: ClientCore, position: Position, *, seats: int, options: Mapping[str, Any]) -> Self:
        """Return a match that starts at its first position."""
        match = cls(client, position.game, snapshot_of(position), credentials=position.credentials)
        chance = Chance("secret", position.commitment or "")
        if position.state is not None:
            chance = Chance(position.state["chance"]["mode"], position.state["chance"]["seed"])
        match._header = Record(
            game=position.game,
            ruleset=position.ruleset,
            content=position.content,
            seats=seats,
            options=options,
            chance=chance,
        )
        match._record_moves(position)
        return match

    @classmethod
    def from_source(cls, client: ClientCore, source: Position | State | SealedState) -> Steps[Self]:
        """Return a match that continues from a state. It has no record, because its beginning is unknown.

        Raises `BadRequest` for a sealed position without credentials.
        """
        if isinstance(source, SealedState):
            return (yield from cls._from_sealed(client, source, None))
        if not isinstance(source, Position):
            return cls(client, str(source.get("game", "")), (yield from fetch_snapshot(client._calls, source)))
        if source.sealed_state is not None and source.credentials is None:
            raise BadRequest("This position is sealed. Send it as SealedState(game, sealed_state, credential).")
        return cls(client, source.game, snapshot_of(source), credentials=source.credentials)

    @classmethod
    def _from_sealed(cls, client: ClientCore, source: SealedState, credentials: Credentials | None) -> Steps[Self]:
        """Return a guarded match, with all credentials or only with that of the sealed state."""
        own = source.credential if credentials is None else None
        snapshot = yield from fetch_snapshot(client._calls, source)
        return cls(client, source.game, snapshot, credentials=credentials, own_credential=own)

    # --- internal -----------------------------------------------------------------------------------------------------

    def _advance(self, position: Position) -> tuple[Event, ...]:
        """Set the position after a decision as the current one, and return its events."""
        seat = self.seat
        assert seat is not None
        self._steps.append(Step(self._snapshot, seat, len(self._moves), len(self.events), revealed_by(seat, position)))
        self._snapshot, self._undone = snapshot_of(position, mover=seat), None
        self._record_moves(position)
        return position.events

    def _record_moves(self, position: Position) -> None:
        self.events += position.events
        self._has_all_moves = self._has_all_moves and all(move.notation is not None for move in position.played)
        self._moves += [RecordedMove(move.seat, move.notation or "") for move in position.played]

    def _redo(self) -> None:
        """Revert the last undo, because the guard still has the undone moves."""
        if self._undone is not None:
            undone, self._undone = self._undone, None
            self._snapshot, self._steps = undone.snapshot, undone.steps
            self._moves, self.events = undone.moves, undone.events

    def _replay_to(self, move_count: int) -> Steps[Snapshot]:
        """Return the snapshot after the first `move_count` moves of the record."""
        beginning = replace(self.record(), moves=tuple(self._moves[:move_count]), result=None)
        return replay_snapshot(self._calls, beginning)
