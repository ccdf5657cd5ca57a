"""A match being played: it holds the state, so that playing reads well. `client.new("burgundy")` makes one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from referee_sdk import savefile
from referee_sdk.bots import BotRequest, Job
from referee_sdk.errors import AlreadyPlayed, BadRequest, RulesError, UndoRefused
from referee_sdk.history import (
    Snapshot,
    Step,
    UndoneSteps,
    fetch_snapshot,
    replay_snapshot,
    revealed_by,
    snapshot_of,
    undo_objections,
)
from referee_sdk.models import (
    Action,
    Audit,
    Credentials,
    Event,
    LegalActions,
    Position,
    Result,
    Score,
    SealedState,
    SeatView,
    State,
    StateSource,
    Turn,
    Verdict,
)
from referee_sdk.records import Chance, Record, RecordedMove

if TYPE_CHECKING:
    from referee_sdk.client import Client, Move


class Match:
    """One play of a game. It knows its state, what may be done, what happened, and how to step back."""

    def __init__(self, client: Client, game: str, moment: Snapshot, *, credentials: Credentials | None = None) -> None:
        self.client, self.game, self.credentials = client, game, credentials
        self.events: list[Event] = []
        self._moment = moment
        self._undone: UndoneSteps | None = None
        self._steps: list[Step] = []
        self._header: Record | None = None
        self._moves: list[RecordedMove] = []
        self._is_seen_whole = True

    def __repr__(self) -> str:
        now = "over" if self.turn is None else f"seat {self.turn.seat} decides: {self.turn.prompt}"
        return f"<Match of {self.game}, {now}>"

    # --- where it stands ----------------------------------------------------------------------------------------------

    @property
    def turn(self) -> Turn | None:
        """Who decides now and what is asked; None when the match is over."""
        return self._moment.turn

    @property
    def seat(self) -> int | str | None:
        """The seat that decides now."""
        return self.turn.seat if self.turn else None

    @property
    def is_over(self) -> bool:
        """Whether nobody decides any more."""
        return self.turn is None

    @property
    def result(self) -> Result | None:
        """Winners, scores and ranking once the match is over."""
        return self._moment.result

    @property
    def state(self) -> State:
        """The open state, to be kept anywhere; a guarded match has a `token` instead."""
        source = self._moment.source
        state = source.state if isinstance(source, Position) else source
        if state is None or isinstance(state, str):
            raise BadRequest("The state of a guarded match is sealed; keep its token.")
        return state

    @property
    def sealed_state(self) -> str | None:
        """The sealed state of a guarded match."""
        return self._moment.source if isinstance(self._moment.source, str) else None

    @property
    def decision_count(self) -> int:
        """How many decisions were played here."""
        return len(self._steps)

    @property
    def decision_seats(self) -> list[int | str]:
        """The seat of every decision that was played here."""
        return [step.seat for step in self._steps]

    def legal_actions(self, kind: str | None = None, **fields: Any) -> tuple[Action, ...]:
        """Everything the seat to move may do; `legal("take_tile", depot=3)` names a verb and some of its fields."""
        if self._moment.legal is None:
            listed: LegalActions = self.client.legal_actions(self._source())
            self._moment = replace(self._moment, legal=listed.legal_actions)
        return tuple(
            action
            for action in self._moment.legal or ()
            if kind in (None, action.kind) and all(action.fields.get(name) == value for name, value in fields.items())
        )

    def view(self, seat: int | None = None) -> SeatView:
        """What a seat sees, or a spectator."""
        return self.client.view(self._source("keeper" if seat is None else seat), seat=seat)

    def score(self) -> Score:
        """The score so far, line by line."""
        return self.client.score(self._source())

    def audit(self) -> Audit:
        """Whether the state is possible."""
        return self.client.audit(self.state)

    def __iter__(self) -> Iterator[Event]:
        """All that happened so far."""
        return iter(self.events)

    # --- playing ------------------------------------------------------------------------------------------------------

    def play(self, move: Move | int) -> tuple[Event, ...]:
        """Play an action, a line of notation, or the action at that index of `legal()`; what happened then."""
        wanted = self.legal_actions()[move] if isinstance(move, int) else move
        try:
            position = self.client.move(self._source(), wanted, seat=self.seat)
        except AlreadyPlayed:
            self._redo()
            raise
        return self._advance(position)

    def play_bot(
        self,
        bot: str = "greedy",
        *,
        iterations: int | None = None,
        milliseconds: int | None = None,
        seed: str | None = None,
        on_progress: Callable[[Job], None] | None = None,
    ) -> tuple[Event, ...]:
        """Let a bot decide for the seat to move; what happened then."""
        budget: BotRequest = {"iterations": iterations, "milliseconds": milliseconds, "seed": seed}
        move = self.client.bot_move(self._source(), bot, on_progress=on_progress, **budget)
        return self.play(move.action)

    def judge(self, move: Move) -> Verdict:
        """Whether a move would be legal; if not, its `refusals` say why."""
        return self.client.judge(self._source(), move)

    def undo(self, *, seat: int | None = None, force: bool = False) -> None:
        """Take the last decision back, or all since the last one of a seat.

        WouldReveal when somebody has learnt something since, unless you want it `anyway`. A guarded match cannot be
        taken back then: its guard keeps what was played, and another move from before is answered by AlreadyPlayed.
        """
        back = self._steps_to_undo(seat)
        reasons = undo_objections(back)
        if reasons and (self.sealed_state is not None or not force):
            raise UndoRefused(reasons)
        first = back[0]
        before = first.before or self._replay_to(first.moves)
        self._undone = UndoneSteps(self._moment, self._steps[:], self._moves[:], self.events[:])
        self._moment = before
        del self._steps[-len(back) :], self._moves[first.moves :], self.events[first.events :]

    def _steps_to_undo(self, seat: int | None) -> list[Step]:
        """The last decision of a seat (None: of anybody) and all after it."""
        for at in range(len(self._steps) - 1, -1, -1):
            if seat in (None, self._steps[at].seat):
                return self._steps[at:]
        raise RulesError("Nothing was played yet that could be taken back.")

    def sync(self, sealed_state: str) -> None:
        """Go on from the token that another player of a guarded match handed over."""
        self._moment = fetch_snapshot(self.client, SealedState(self.game, sealed_state, self._credential()))

    # --- records and saving -------------------------------------------------------------------------------------------

    def record(self) -> Record:
        """The match as a record: set-up, every move, and the result when it is over."""
        if self._header is None or not self._is_seen_whole:
            raise BadRequest("Not all of this match was seen here, so there is no record of it.")
        result = self.result
        told = {"winners": list(result.winners), "scores": list(result.scores)} if result else None
        return replace(self._header, moves=tuple(self._moves), result=told)

    def save(self) -> str:
        """The match as one string, for `client.resume`. It holds all that is hidden: keep it from the players."""
        steps = [(step.seat, step.moves, list(step.reveals)) for step in self._steps]
        if self.credentials is not None and self.sealed_state is not None:
            credentials = {"seats": list(self.credentials.seats), "keeper": self.credentials.keeper}
            return savefile.dumps({"game": self.game, "sealed_state": self.sealed_state, "credentials": credentials})
        if self._header is None:
            return savefile.dumps({"game": self.game, "state": dict(self.state)})
        return savefile.dumps({"game": self.game, "record": self.record().to_json(), "steps": steps})

    @classmethod
    def from_saved(cls, client: Client, saved: str) -> Match:
        """The match that `save` wrote down."""
        kept = savefile.loads(saved)
        if "sealed_state" in kept:
            credentials = Credentials(tuple(kept["credentials"]["seats"]), kept["credentials"]["keeper"])
            sealed = SealedState(kept["game"], kept["sealed_state"], credentials.keeper)
            return cls(client, kept["game"], fetch_snapshot(client, sealed), credentials=credentials)
        if "state" in kept:
            return cls.from_source(client, kept["state"])
        record = Record.from_json(kept["record"])
        match = cls(client, record.game, replay_snapshot(client, record))
        match._header, match._moves = replace(record, moves=(), result=None), list(record.moves)
        match._steps = [Step(None, seat, moves, 0, tuple(reveals)) for seat, moves, reveals in kept["steps"]]
        return match

    # --- how matches begin --------------------------------------------------------------------------------------------

    @classmethod
    def from_setup(cls, client: Client, position: Position, *, seats: int, options: Mapping[str, Any]) -> Match:
        """A match from its first position."""
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
    def from_source(cls, client: Client, source: Position | State | SealedState) -> Match:
        """A match that goes on from somewhere; it has no record, for its beginning was not seen."""
        if isinstance(source, Position):
            return cls(client, source.game, snapshot_of(source))
        if isinstance(source, SealedState):
            only = Credentials((), source.credential)
            return cls(client, source.game, fetch_snapshot(client, source), credentials=only)
        return cls(client, str(source.get("game", "")), fetch_snapshot(client, source))

    # --- inside -------------------------------------------------------------------------------------------------------

    def _source(self, speaker: int | str | None = None) -> StateSource:
        """What calls are about: the state, or the token with the pass of a speaker (None: the seat to move)."""
        source = self._moment.source
        return SealedState(self.game, source, self._credential(speaker)) if isinstance(source, str) else source

    def _credential(self, speaker: int | str | None = None) -> str:
        """The pass of a seat; the keeper's for everybody else. Who joined with one pass has only that."""
        assert self.credentials is not None
        seat = self.seat if speaker is None else speaker
        return (
            self.credentials.seats[seat]
            if isinstance(seat, int) and self.credentials.seats
            else self.credentials.keeper
        )

    def _advance(self, position: Position) -> tuple[Event, ...]:
        """Go on to the position after a decision."""
        seat = self.seat
        assert seat is not None
        self._steps.append(Step(self._moment, seat, len(self._moves), len(self.events), revealed_by(seat, position)))
        self._moment, self._undone = snapshot_of(position, mover=seat), None
        self._record_moves(position)
        return position.events

    def _record_moves(self, position: Position) -> None:
        self.events += position.events
        self._is_seen_whole = self._is_seen_whole and all(move.notation is not None for move in position.played)
        self._moves += [RecordedMove(move.seat, move.notation or "") for move in position.played]

    def _redo(self) -> None:
        """The guard holds on to what was taken back here: go back to it."""
        if self._undone is not None:
            undone, self._undone = self._undone, None
            self._moment, self._steps, self._moves, self.events = (
                undone.moment,
                undone.steps,
                undone.moves,
                undone.events,
            )

    def _replay_to(self, moves: int) -> Snapshot:
        """The moment after that many moves of the record."""
        return replay_snapshot(self.client, replace(self.record(), moves=tuple(self._moves[:moves]), result=None))
