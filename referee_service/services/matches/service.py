"""The use cases: set up, move, judge, list, view, audit, score, replay. Pure but for the store that remembers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType
from msgspec.structs import replace

from referee_service import __version__
from referee_service.kernel import engine
from referee_service.kernel.catalogue import reason_text
from referee_service.kernel.chance import Chance, commitment
from referee_service.kernel.codec import digest, encode
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import Match, MoveRefused, MoveResult, new_match, play_chance, play_move
from referee_service.kernel.notation import CodecError, notation, parse_action_json, parse_notation
from referee_service.kernel.records import Record
from referee_service.kernel.replay import ReplayError, replay
from referee_service.kernel.score import total_points
from referee_service.kernel.state import CHANCE, Action, Event, Options, Seat, Turn
from referee_service.services.context import ClientContext
from referee_service.services.errors import IllegalMoveError, ServiceError
from referee_service.services.matches.crypto import MatchCrypto, SealedPayload
from referee_service.services.matches.loader import LoadedMatch, MatchLoader, OpenState, StateSource, decode_match
from referee_service.services.matches.presenter import Presenter
from referee_service.services.matches.responses import (
    EMPTY_LIST,
    ActionJson,
    Audit,
    Credentials,
    LegalActions,
    PlayedAction,
    Position,
    Replay,
    Score,
    SeatView,
    Verdict,
)
from referee_service.store import Store, StoreUnavailable

MoveRequest = tuple[Seat | None, dict[str, object] | str]
"""A move as a client sends it: the seat (None: whoever is to move) and the action as JSON or notation."""


@dataclass(slots=True)
class Playthrough:
    """A match being played on within one request, and what was done."""

    match: Match
    moves: list[PlayedAction] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def append(self, step: MoveResult) -> None:
        """Go on with what a step brought."""
        self.moves += zip(step.states_before, step.moves, step.actions, strict=True)
        self.events += step.events
        self.match = step.match


class CachedVerdict(Struct, frozen=True, array_like=True):
    """A verdict as it is written, and the rules that refused the move."""

    rules: tuple[str, ...]
    verdict: Raw


_verdict_decoder = msgspec.json.Decoder(CachedVerdict)


class MatchService:
    """Where requests are served, for all games alike."""

    def __init__(self, store: Store, vault: MatchCrypto | None = None, *, cache_seconds: int = 3600) -> None:
        self.store, self.vault, self.cache_seconds = store, vault, cache_seconds
        self.reader = MatchLoader(store, vault, cache_seconds=cache_seconds)

    # --- set up and move ----------------------------------------------------------------------------------------------

    def set_up(
        self,
        game: AnyGame,
        *,
        seats: int,
        options: Options,
        chance: Chance,
        content: str | None,
        guarded: bool,
        reading: ClientContext,
    ) -> Position:
        """A new match, played on until somebody must decide."""
        match_id = self._new_match_id() if guarded else None
        if match_id is not None and self.vault is not None:
            chance = Chance("secret", commitment(self.vault.chance_key(match_id)))
        elif chance.mode == "secret":
            raise ServiceError("impossible-setup.secret")
        try:
            match = new_match(game, seats=seats, options=options, chance=chance, content=content)
        except (ValueError, LookupError) as error:
            raise ServiceError("impossible-setup.refused", why=str(error)) from error
        if match_id is not None:
            self._start_guard(match_id)
        sealed = SealedPayload(match_id, "", seats, b"") if match_id is not None else None
        played = Playthrough(match)
        played.append(self._play_chance(game, match, sealed))
        if sealed is None:
            return self._open_position(game, played, reading)
        raw = encode(played.match)
        sealed = SealedPayload(sealed.match_id, digest(raw), seats, raw)
        position = self._sealed_position(
            game, LoadedMatch(played.match, sealed.base, "keeper", sealed), played, reading
        )
        return replace(position, credentials=self._credentials(sealed))

    def move(
        self, game: AnyGame, source: StateSource, wishes: Sequence[MoveRequest], reading: ClientContext
    ) -> Position:
        """Play one or several actions, all or none, and then chance until somebody must decide."""
        given = self.reader.load(game, source, owner=reading.client_id)
        played = Playthrough(given.match)
        for index, wish in enumerate(wishes):
            if index and given.payload is not None and _is_irreversible(game, given, played):
                # What chance brought must not be told before it is committed, not even by a refusal.
                raise ServiceError("irreversible-move.index", index=index - 1)
            seat, action = self._parse_move(game, given, played.match, wish)
            try:
                played.append(play_move(game, played.match, seat, action))
            except MoveRefused as error:
                near = self._suggestions(game, given, played.match, (seat, action), reading)
                raise IllegalMoveError(error.refusals, near, index) from error
            played.append(self._play_chance(game, played.match, given.payload))
        if given.payload is None:
            return self._open_position(game, played, reading)
        return self._sealed_position(game, self._commit_played(game, given, given.payload, played), played, reading)

    def _parse_move(self, game: AnyGame, given: LoadedMatch, match: Match, wish: MoveRequest) -> tuple[Seat, Action]:
        """The seat and the action that a client means; a pass speaks for its own seat only."""
        seat, said = wish
        turn = game.turn(match.state)
        if seat is None:
            seat = given.principal if isinstance(given.principal, int) else turn.seat if turn else 0
        if given.payload is not None and seat != given.principal:
            raise ServiceError("bad-credential.speaks", seat=seat)
        try:
            return seat, parse_notation(game, said) if isinstance(said, str) else parse_action_json(
                game, _strip_display_fields(said)
            )
        except CodecError as error:
            name = "unreadable-notation.line" if isinstance(said, str) else "schema-mismatch.action"
            raise ServiceError(name, why=error.reason) from error

    def _play_chance(self, game: AnyGame, match: Match, sealed: SealedPayload | None) -> MoveResult:
        key = self.vault.chance_key(sealed.match_id) if sealed is not None and self.vault is not None else None
        return play_chance(game, match, key)

    # --- guarded matches ----------------------------------------------------------------------------------------------

    def _new_match_id(self) -> str:
        if self.vault is None:
            raise ServiceError("impossible-setup.no-secret")
        return self.vault.new_match_id()

    def _start_guard(self, match_id: str) -> None:
        try:
            self.store.begin_guard(match_id)
        except StoreUnavailable as error:
            raise ServiceError("guard-unavailable.silent") from error

    def _credentials(self, sealed: SealedPayload) -> Credentials:
        assert self.vault is not None
        seats = tuple(self.vault.credential_for(sealed.match_id, seat) for seat in range(sealed.seats))
        return Credentials(seats, self.vault.credential_for(sealed.match_id, "keeper"))

    def _commit_played(
        self, game: AnyGame, given: LoadedMatch, sealed: SealedPayload, played: Playthrough
    ) -> LoadedMatch:
        """What was played, sealed again; once it is final, the guard lets nobody play otherwise from before."""
        raw = encode(played.match)
        base, name = sealed.base, digest(raw)
        if _is_irreversible(game, given, played):
            self._commit_to_guard(sealed.match_id, base, name)
            base = name
        return LoadedMatch(played.match, name, given.principal, SealedPayload(sealed.match_id, base, sealed.seats, raw))

    def _commit_to_guard(self, match_id: str, base: str, after: str) -> None:
        try:
            made = self.store.commit(match_id, base, after)
        except StoreUnavailable as error:
            raise ServiceError("guard-unavailable.silent") from error
        if made == "lost":
            raise ServiceError("guard-unavailable.lost")
        if made == "other":
            raise ServiceError("already-played.other")

    # --- judge, list, view --------------------------------------------------------------------------------------------

    def judge(self, game: AnyGame, source: StateSource, wish: MoveRequest, reading: ClientContext) -> CachedVerdict:
        """Whether a move is legal; nothing is played, and chance does not act."""
        given = self.reader.load(game, source, owner=reading.client_id)
        seat, action = self._parse_move(game, given, given.match, wish)
        if given.payload is not None:
            return self._judge_uncached(game, given, seat, action, reading)
        parts = ",".join(sorted(reading.include))
        about = f"{seat}:{notation(action)}:{reading.language}:{parts}:{reading.client_id}"
        written = self._cached(
            f"verdict:{game.name}:{given.digest}:{about}",
            given,
            lambda: self._judge_uncached(game, given, seat, action, reading),
        )
        return _verdict_decoder.decode(written)

    def _judge_uncached(
        self, game: AnyGame, given: LoadedMatch, seat: Seat, action: Action, reading: ClientContext
    ) -> CachedVerdict:
        teller = Presenter(game, reading.language, given.seat)
        try:
            step = play_move(game, given.match, seat, action)
        except MoveRefused as error:
            near = self._suggestions(game, given, given.match, (seat, action), reading)
            verdict = Verdict(legal=False, refusals=teller.refusals(error.refusals), suggestions=near)
            return CachedVerdict(tuple(refusal.rule for refusal in error.refusals), Raw(msgspec.json.encode(verdict)))
        played = Playthrough(given.match)
        played.append(step)
        preview = self._open_position(game, played, reading) if given.payload is None else None
        verdict = Verdict(legal=True, refusals=[], suggestions=[], preview=preview)
        return CachedVerdict((), Raw(msgspec.json.encode(verdict)))

    def legal_actions(
        self, game: AnyGame, source: StateSource, kind: str | None, reading: ClientContext
    ) -> LegalActions:
        """Everything the seat to move may do; in a guarded match only for its own pass."""
        given = self.reader.load(game, source, owner=reading.client_id)
        teller = Presenter(game, reading.language, given.seat)
        turn = game.turn(given.match.state)
        return LegalActions(teller.turn(turn), self._legal_actions_json(teller, given, turn, kind=kind))

    def _legal_actions_json(
        self, teller: Presenter, given: LoadedMatch, turn: Turn | None, *, kind: str | None = None
    ) -> Raw:
        """The legal list as it is written, for those who may see it: in the open all, else its seat and the keeper."""
        if turn is None or not (given.sees_all or given.principal == turn.seat):
            return EMPTY_LIST
        name = f"legal:{teller.game.name}:{given.digest}:{teller.language}:{kind or ''}"
        return Raw(self._cached(name, given, lambda: teller.legal_actions(given.match.state, kind=kind)))

    def _cached(self, name: str, given: LoadedMatch, make: Callable[[], object]) -> bytes:
        """What was written before about this state, or is written now.

        What is about a state of our own stays with us: the store would take longer to ask than it takes to write. What
        is about a state that another process made is shared as that state is, with services of the same version.
        """
        name = f"{__version__}:{name}"
        found = self.store.get(name, local_only=given.is_local)
        if found is None:
            found = msgspec.json.encode(make())
            self.store.put(name, found, seconds=self.cache_seconds, local_only=given.is_local)
        return found

    def view(self, game: AnyGame, source: StateSource, seat: int | None, reading: ClientContext) -> SeatView:
        """What a seat sees; a pass shows its own seat's view, the keeper's pass everybody's."""
        given = self.reader.load(game, source, owner=reading.client_id)
        board = given.match.state
        if given.seat is not None and seat not in (None, given.seat):
            raise ServiceError("bad-credential.shows", seat=seat)
        reader = given.seat if given.seat is not None else seat
        if reader is not None and reader >= len(board.score_lines):
            raise ServiceError("impossible-setup.seat", seat=reader)
        teller, turn = Presenter(game, reading.language, reader), game.turn(board)
        seen = game.view(board, reader)
        listed = (
            self._legal_actions_json(teller, given, turn) if turn is not None and reader == turn.seat else EMPTY_LIST
        )
        text = game.render_text(seen, game.catalogue(), reading.language)
        return SeatView(reader, seen, text, teller.turn(turn), listed, *self._chance_disclosure(game, given))

    def _suggestions(
        self, game: AnyGame, given: LoadedMatch, match: Match, refused: tuple[Seat, Action], reading: ClientContext
    ) -> list[ActionJson]:
        """Near legal moves, for the seat to move alone."""
        teller = Presenter(game, reading.language, given.seat)
        return [teller.action(near) for near in engine.nearest_legal_actions(game, match.state, *refused)]

    # --- audit, score, replay -----------------------------------------------------------------------------------------

    def audit(self, game: AnyGame, given: OpenState, reading: ClientContext) -> Audit:
        """Why a state is impossible, if it is."""
        match = decode_match(game, given.json)
        faults = list(game.audit(match.state))
        return Audit(not faults, Presenter(game, reading.language).faults(faults))

    def score(self, game: AnyGame, source: StateSource, reading: ClientContext) -> Score:
        """The score so far, line by line."""
        board = self.reader.load(game, source, owner=reading.client_id).match.state
        teller = Presenter(game, reading.language)
        scores = tuple(total_points(board, seat) for seat in range(len(board.score_lines)))
        return Score(scores, teller.lines(board.score_lines), teller.result(game.result(board)))

    def replay(self, game: AnyGame, record: Record, reading: ClientContext) -> Replay:
        """A record played through to its last position, or to its first move that cannot have been played."""
        teller = Presenter(game, reading.language)
        try:
            match = replay(game, record)
        except ReplayError as error:
            refusals = teller.refusals(error.refusals)
            return Replay(
                valid=False, index=error.index, reason=reason_text(error.reason, reading.language), refusals=refusals
            )
        return Replay(valid=True, position=self._open_position(game, Playthrough(match), reading))

    # --- positions ----------------------------------------------------------------------------------------------------

    def _open_position(self, game: AnyGame, played: Playthrough, reading: ClientContext) -> Position:
        """The position of an open match, which is remembered from now on."""
        raw = encode(played.match)
        name = self.reader.remember(game, played.match, raw, owner=reading.client_id)
        position = self._position(game, LoadedMatch(played.match, name), played, reading)
        return replace(position, state=Raw(raw)) if "state" in reading.include else position

    def _sealed_position(
        self, game: AnyGame, given: LoadedMatch, played: Playthrough, reading: ClientContext
    ) -> Position:
        """The position of a guarded match: a token for the state, and at the end the key that chance used."""
        assert self.vault is not None
        assert given.payload is not None
        promised, key = self._chance_disclosure(game, given)
        return replace(
            self._position(game, given, played, reading),
            sealed_state=self.vault.seal(given.payload, game=game.name),
            digest=_view_digest(game, given),
            commitment=promised,
            chance_key=key,
        )

    def _position(self, game: AnyGame, given: LoadedMatch, played: Playthrough, reading: ClientContext) -> Position:
        """A match as its reader may see it."""
        match, teller, parts = played.match, Presenter(game, reading.language, given.seat), reading.include
        board, turn = match.state, game.turn(match.state)
        return Position(
            game=game.name,
            ruleset=game.ruleset,
            content=board.pack,
            ply=match.ply,
            digest=given.digest,
            turn=teller.turn(turn),
            legal_actions=self._legal_actions_json(teller, given, turn) if "legal_actions" in parts else UNSET,
            played=teller.moves(played.moves, sees_all=given.sees_all) if "played" in parts else UNSET,
            events=teller.events(played.events) if "events" in parts else UNSET,
            result=teller.result(game.result(board)),
        )

    def _chance_disclosure(self, game: AnyGame, given: LoadedMatch) -> tuple[str | UnsetType, str | UnsetType]:
        """What a guarded match has promised of its chance, and the key once it is over.

        A token of a match that is over is made only after the guard has recorded the last ply.
        """
        if given.payload is None or self.vault is None:
            return UNSET, UNSET
        is_over = game.turn(given.match.state) is None
        return given.match.chance.seed, self.vault.chance_key(given.payload.match_id).hex() if is_over else UNSET


def _strip_display_fields(listed: dict[str, object]) -> dict[str, object]:
    """An action as it may come back out of a legal list: notation and label are only for reading."""
    return {name: value for name, value in listed.items() if name not in ("notation", "label")}


def _is_irreversible(game: AnyGame, given: LoadedMatch, played: Playthrough) -> bool:
    """Once chance acted, something hidden was shown, or another seat decides, there is no way back."""
    turn = game.turn(played.match.state)
    chance_acted = any(move.seat == CHANCE for _, move, _ in played.moves)
    told = any(event.secrets for event in played.events)
    return chance_acted or told or turn is None or turn.seat != given.principal


def _view_digest(game: AnyGame, given: LoadedMatch) -> str:
    """A digest of what the reader sees, so that it tells nothing more."""
    board = given.match.state
    return digest(msgspec.json.encode(board if given.seat is None else game.view(board, given.seat)))
