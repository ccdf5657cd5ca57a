"""The match service: set up, move, judge, legal_actions, view, audit, score, replay. The store is its only state."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from referee_service.kernel import engine
from referee_service.kernel.catalogue import reason_text
from referee_service.kernel.chance import Chance
from referee_service.kernel.codec import digest, encode
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import Match, MoveRefused, MoveResult, new_match, play_chance, play_move
from referee_service.kernel.picks import Picks
from referee_service.kernel.records import Record
from referee_service.kernel.replay import ReplayError, ReplayStep
from referee_service.kernel.setup import SetupError
from referee_service.kernel.state import Action, Options, Seat
from referee_service.services.context import ClientContext
from referee_service.services.errors import IllegalMoveError, ServiceError
from referee_service.services.matches.cache_keys import place_verdict_key, verdict_key
from referee_service.services.matches.crypto import MatchCrypto, SealedPayload
from referee_service.services.matches.guard import MatchGuard, is_irreversible
from referee_service.services.matches.idempotency import SetupKey, SetupRegistry
from referee_service.services.matches.last_moves import LastMoves, note_of_step
from referee_service.services.matches.loader import LoadedMatch, MatchLoader, OpenState, StateSource, decode_match
from referee_service.services.matches.move_requests import MoveRequest, acting_seat, parse_move
from referee_service.services.matches.playthrough import Playthrough
from referee_service.services.matches.positions import PositionBuilder, presenter_for
from referee_service.services.matches.presenter import Presenter
from referee_service.services.matches.replays import ReplayRequest, replay_record
from referee_service.services.matches.responses import (
    EMPTY_LIST,
    VIEW_PARTS,
    ActionJson,
    Audit,
    LegalActions,
    Position,
    RefusalResponse,
    Replay,
    Score,
    SeatView,
    Verdict,
)
from referee_service.services.matches.verdicts import (
    CachedVerdict,
    cached_verdict,
    decode_verdict,
    encode_verdict,
    judge_places,
)
from referee_service.services.matches.views import DEFAULT_TEXT, TextOptions, text_of_view
from referee_service.store import Store


class Played(NamedTuple):
    """A match after the moves of a request, and what the request played. An open match has no digest yet."""

    after: LoadedMatch
    playthrough: Playthrough


class MatchService:
    """Use cases of matches for all games. Open states are cached for `cache_seconds`."""

    def __init__(self, store: Store, crypto: MatchCrypto | None = None, *, cache_seconds: int = 3600) -> None:
        self.store, self.crypto, self.cache_seconds = store, crypto, cache_seconds
        self.loader = MatchLoader(store, crypto, cache_seconds=cache_seconds)
        self.last_moves = LastMoves(self.loader)
        self.guard = MatchGuard(store, crypto)
        self.setups = SetupRegistry(store, crypto, cache_seconds=cache_seconds)
        self.positions = PositionBuilder(self.loader, self.guard)

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
        context: ClientContext,
        key: SetupKey | None = None,
    ) -> Position:
        """Return the first position of a new match, as `begin` creates it. A guarded one has its credentials."""
        begun = self.begin(game, seats=seats, options=options, chance=chance, content=content, guarded=guarded, key=key)
        payload = begun.after.payload
        if payload is None:
            return self.positions.open_position(game, begun.playthrough, context)
        position = self.positions.sealed_position(game, begun.after, begun.playthrough, context)
        if key is not None:
            position = replace(position, sealed_state=self.setups.seal(game.name, payload))
        return replace(position, credentials=self.guard.credentials(payload))

    def begin(
        self,
        game: AnyGame,
        *,
        seats: int,
        options: Options,
        chance: Chance,
        content: str | None,
        guarded: bool,
        key: SetupKey | None = None,
    ) -> Played:
        """Create a match and play chance until a seat must decide. A guarded match ignores `chance`.

        Raises ServiceError `impossible-setup`, `guard-unavailable` or `idempotency-key-reused`.
        """
        new_match_id = self.guard.new_match_id if key is None else partial(self.setups.match_id, key)
        match_id = new_match_id() if guarded else None
        if match_id is not None:
            chance = self.guard.secret_chance(match_id)
        elif chance.mode == "secret":
            raise ServiceError("impossible-setup.secret")
        try:
            match = new_match(game, seats=seats, options=options, chance=chance, content=content)
        except SetupError as error:
            raise ServiceError("impossible-setup.refused", why=error.reason) from error
        if match_id is not None:
            self.guard.begin(match_id, key.request if key is not None else "")
        if key is not None:
            self.setups.claim(key)
        playthrough = Playthrough(match)
        playthrough.append(self._play_chance(game, match, match_id))
        if match_id is None:
            return Played(LoadedMatch(playthrough.match, ""), playthrough)
        raw = encode(playthrough.match)
        payload = SealedPayload(match_id, digest(raw), seats, raw, playthrough.match.ply)
        return Played(LoadedMatch(playthrough.match, payload.base, "keeper", payload), playthrough)

    def move(
        self,
        game: AnyGame,
        source: StateSource | LoadedMatch,
        requests: Sequence[MoveRequest],
        context: ClientContext,
    ) -> Position:
        """Play all moves of a request or none, as `play` does, and return the position after them."""
        played = self.play(game, source, requests, context)
        if not played.after.is_guarded:
            return self.positions.open_position(game, played.playthrough, context)
        return self.positions.sealed_position(game, played.after, played.playthrough, context)

    def play(
        self,
        game: AnyGame,
        source: StateSource | LoadedMatch,
        requests: Sequence[MoveRequest],
        context: ClientContext,
    ) -> Played:
        """Play all moves of a request or none, and play chance after each until a seat must decide.

        Irreversible moves of a guarded match are committed. Raises IllegalMoveError for the first illegal move. In a
        guarded match raises ServiceError `irreversible-move` if a move follows an irreversible one.
        """
        loaded_match = self.loader.load(game, source, context)
        payload = loaded_match.payload
        match_id = payload.match_id if payload is not None else None
        playthrough = Playthrough(loaded_match.match, loaded_match.digest)
        for index, request in enumerate(requests):
            if index and payload is not None and is_irreversible(game, loaded_match, playthrough):
                # Chance outcomes must be committed before the client can see them, even through a refusal.
                raise ServiceError("irreversible-move.index", index=index - 1)
            seat, action = parse_move(game, loaded_match, playthrough.match, request)
            try:
                playthrough.append(play_move(game, playthrough.match, seat, action))
            except MoveRefused as error:
                refusals = Presenter(game, context.language, playthrough.match.state.pack).refusals(error.refusals)
                suggestions = self._suggestions(game, loaded_match, playthrough.match, (seat, action), context)
                raise IllegalMoveError(refusals, suggestions, index) from error
            playthrough.append(self._play_chance(game, playthrough.match, match_id))
        if payload is None:
            return Played(LoadedMatch(playthrough.match, ""), playthrough)
        return Played(self.guard.advance(game, loaded_match, payload, playthrough), playthrough)

    def _play_chance(self, game: AnyGame, match: Match, match_id: str | None) -> MoveResult:
        return play_chance(game, match, self.guard.chance_key(match_id) if match_id is not None else None)

    # --- judge, legal actions, view -----------------------------------------------------------------------------------

    def judge(
        self, game: AnyGame, source: StateSource | LoadedMatch, request: MoveRequest, context: ClientContext
    ) -> CachedVerdict:
        """Return the verdict on a move. Nothing is played, and chance does not act."""
        loaded_match = self.loader.load(game, source, context)
        seat, action = parse_move(game, loaded_match, loaded_match.match, request)
        if loaded_match.is_guarded:
            return self._judge_uncached(game, loaded_match, seat, action, context)
        verdict = self.positions.cached(
            verdict_key(game.name, loaded_match.digest, seat, action, context),
            loaded_match,
            lambda: encode_verdict(self._judge_uncached(game, loaded_match, seat, action, context)),
        )
        return decode_verdict(verdict)

    def _judge_uncached(
        self, game: AnyGame, loaded_match: LoadedMatch, seat: Seat, action: Action, context: ClientContext
    ) -> CachedVerdict:
        try:
            step = play_move(game, loaded_match.match, seat, action)
        except MoveRefused as error:
            suggestions = self._suggestions(game, loaded_match, loaded_match.match, (seat, action), context)
            refusals = presenter_for(game, loaded_match, context).refusals(error.refusals)
            verdict = Verdict(legal=False, refusals=refusals, suggestions=suggestions)
            return cached_verdict(verdict, tuple(refusal.rule for refusal in error.refusals))
        playthrough = Playthrough(loaded_match.match, loaded_match.digest)
        playthrough.append(step)
        preview = self.positions.open_position(game, playthrough, context) if not loaded_match.is_guarded else None
        return cached_verdict(Verdict(legal=True, refusals=[], suggestions=[], preview=preview), ())

    def judge_places(
        self,
        game: AnyGame,
        source: StateSource | LoadedMatch,
        seat: Seat | None,
        places: Picks,
        context: ClientContext,
    ) -> CachedVerdict:
        """Return the verdict on places that a seat points at. Raises ServiceError `unknown-place`."""
        loaded_match = self.loader.load(game, source, context)
        match, presenter = loaded_match.match, presenter_for(game, loaded_match, context)
        acting = acting_seat(game, loaded_match, match, seat)
        if loaded_match.is_guarded:
            return judge_places(presenter, match, acting, places)
        key = place_verdict_key(game.name, loaded_match.digest, acting, places, context.language)
        verdict = self.positions.cached(
            key, loaded_match, lambda: encode_verdict(judge_places(presenter, match, acting, places))
        )
        return decode_verdict(verdict)

    def legal_actions(
        self, game: AnyGame, source: StateSource | LoadedMatch, kind: str | None, context: ClientContext
    ) -> LegalActions:
        """Return the legal actions of the seat to move, or those of one verb.

        In a guarded match the list is empty unless the credential is that of the seat to move or of the keeper.
        """
        loaded_match = self.loader.load(game, source, context)
        presenter = presenter_for(game, loaded_match, context)
        turn = game.turn(loaded_match.match.state)
        legal_actions = self.positions.legal_actions(presenter, loaded_match, turn, context, kind=kind)
        return LegalActions(presenter.turn(loaded_match.match.state), legal_actions)

    def view(
        self,
        game: AnyGame,
        source: StateSource,
        seat: int | None,
        context: ClientContext,
        text_options: TextOptions = DEFAULT_TEXT,
        parts: Collection[str] = VIEW_PARTS,
    ) -> SeatView:
        """Return the view of a seat, or of a spectator if `seat` is None. `LoadedMatch.viewer` says who may see it.

        `parts` are those of VIEW_PARTS to return. The options of the text count only if it is one of them.
        """
        loaded_match = self.loader.load(game, source, context)
        state, viewer = loaded_match.match.state, loaded_match.viewer(seat)
        presenter, turn = Presenter(game, context.language, state.pack, viewer), game.turn(state)
        view, legal_actions = game.view(state, viewer), EMPTY_LIST
        if "legal_actions" in parts and turn is not None and viewer == turn.seat:
            legal_actions = self.positions.legal_actions(presenter, loaded_match, turn, context)
        commitment, chance_key = self.guard.chance_disclosure(game, loaded_match)
        return SeatView(
            seat=viewer,
            view=view if "view" in parts else UNSET,
            text=text_of_view(game, state, view, context.language, text_options) if "text" in parts else UNSET,
            turn=presenter.turn(state),
            legal_actions=legal_actions if "legal_actions" in parts else UNSET,
            commitment=commitment,
            chance_key=chance_key,
        )

    def _suggestions(
        self,
        game: AnyGame,
        loaded_match: LoadedMatch,
        match: Match,
        refused_move: tuple[Seat, Action],
        context: ClientContext,
    ) -> list[ActionJson]:
        """Return legal actions similar to a refused move. Only the seat to move gets any."""
        presenter, (seat, _) = presenter_for(game, loaded_match, context), refused_move
        nearest = engine.nearest_legal_actions(game, match.state, *refused_move)
        return [presenter.choice(match.state, seat, action) for action in nearest]

    # --- audit, score, replay -----------------------------------------------------------------------------------------

    def audit(self, game: AnyGame, source: OpenState, context: ClientContext) -> Audit:
        """Return whether a state is possible, with the faults of the first audit stage that finds any."""
        match = decode_match(game, source.json)
        faults = list(game.audit(match.state))
        return Audit(not faults, Presenter(game, context.language, match.state.pack).faults(faults))

    def score(self, game: AnyGame, source: StateSource, context: ClientContext) -> Score:
        """Return the current score of each seat and rival, line by line."""
        state = self.loader.load(game, source, context).match.state
        presenter = Presenter(game, context.language, state.pack)
        points = game.points_so_far(state)
        scores = tuple(sum(line.points for line in seat) for seat in points)
        lines, rivals = tuple(map(presenter.score_lines, points)), presenter.rivals(game.rivals(state))
        return Score(scores, lines, rivals, presenter.result(game.result(state)))

    def replay(self, game: AnyGame, request: ReplayRequest, context: ClientContext) -> Replay:
        """Replay a record and return its last position, or its first invalid move with the reason."""
        has_steps = "steps" in context.include
        found = replay_record(game, request, context.language if has_steps else None)
        steps = found.steps if has_steps else UNSET
        if found.error is None:
            assert found.match is not None
            if request.until is not None and found.last is not None:
                self._note_last_move(game, found.last, context)
            position = self.positions.open_position(game, Playthrough(found.match), context)
            return Replay(valid=True, position=position, steps=steps)
        return Replay(
            valid=False,
            index=found.error.index,
            reason=reason_text(found.error.reason, context.language),
            refusals=self._record_refusals(game, request.record, found.error, context),
            steps=steps,
        )

    def _note_last_move(self, game: AnyGame, step: ReplayStep, context: ClientContext) -> None:
        """Cache both states of a step with the move between them, so that a picture can mark what it changed."""
        client_id, recorded = context.client_id, step.move.recorded
        before = self.loader.cache_match(game, step.before, encode(step.before), client_id=client_id)
        note = note_of_step(before, recorded.seat, recorded.notation)
        self.loader.cache_match(game, step.after, encode(step.after), client_id=client_id, note=note)

    def _record_refusals(
        self, game: AnyGame, record: Record, error: ReplayError, context: ClientContext
    ) -> list[RefusalResponse]:
        """Return the refusals of the first invalid move. A match that cannot be set up has none."""
        if not error.refusals:
            return []
        presenter = Presenter(game, context.language, game.packs.resolve_id(record.content))
        return presenter.refusals(error.refusals)
