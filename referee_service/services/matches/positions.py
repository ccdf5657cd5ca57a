"""Positions: matches as one client may see them, with the parts that it requests."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec import UNSET, Raw
from msgspec.structs import replace

from referee_service.kernel.codec import encode
from referee_service.kernel.game import AnyGame
from referee_service.kernel.state import Turn
from referee_service.services.context import ClientContext
from referee_service.services.matches.cache_keys import legal_actions_key
from referee_service.services.matches.guard import MatchGuard, visible_digest
from referee_service.services.matches.last_moves import note_of
from referee_service.services.matches.loader import LoadedMatch, MatchLoader
from referee_service.services.matches.playthrough import Playthrough
from referee_service.services.matches.presenter import Presenter
from referee_service.services.matches.responses import EMPTY_LIST, Position
from referee_service.services.matches.views import DEFAULT_TEXT, text_of_view


class PositionBuilder:
    """Builds positions and legal lists. Legal lists are cached as JSON."""

    def __init__(self, loader: MatchLoader, guard: MatchGuard) -> None:
        self.loader, self.guard = loader, guard

    def open_position(self, game: AnyGame, playthrough: Playthrough, context: ClientContext) -> Position:
        """Return the position of an open match, and cache its state."""
        raw = encode(playthrough.match)
        note = note_of(playthrough)
        state_digest = self.loader.cache_match(game, playthrough.match, raw, client_id=context.client_id, note=note)
        position = self._position(game, LoadedMatch(playthrough.match, state_digest), playthrough, context)
        if "state" not in context.include:
            return position
        return replace(position, state=Raw(raw), signature=self.loader.signature(raw))

    def sealed_position(
        self, game: AnyGame, loaded_match: LoadedMatch, playthrough: Playthrough, context: ClientContext
    ) -> Position:
        """Return the position of a guarded match, with its sealed state and what is public of its chance."""
        assert loaded_match.payload is not None
        position = self.guarded_position(game, loaded_match, playthrough, context)
        return replace(position, sealed_state=self.guard.seal(game, loaded_match.payload))

    def guarded_position(
        self, game: AnyGame, loaded_match: LoadedMatch, playthrough: Playthrough, context: ClientContext
    ) -> Position:
        """Return the position of a guarded match without its sealed state, as a room shows it."""
        commitment, chance_key = self.guard.chance_disclosure(game, loaded_match)
        return replace(
            self._position(game, loaded_match, playthrough, context),
            digest=visible_digest(game, loaded_match),
            commitment=commitment,
            chance_key=chance_key,
        )

    def _position(
        self, game: AnyGame, loaded_match: LoadedMatch, playthrough: Playthrough, context: ClientContext
    ) -> Position:
        """Return the parts of a position that open and guarded matches share, as the principal may see them."""
        presenter, parts = presenter_for(game, loaded_match, context), context.include
        match, sees_all = playthrough.match, loaded_match.sees_all
        turn = game.turn(match.state)
        return Position(
            game=game.name,
            ruleset=game.ruleset,
            content=match.state.pack,
            ply=match.ply,
            digest=loaded_match.digest,
            turn=presenter.turn(match.state),
            legal_actions=self.legal_actions(presenter, loaded_match, turn, context)
            if "legal_actions" in parts
            else UNSET,
            played=presenter.moves(playthrough.moves, sees_all=sees_all) if "played" in parts else UNSET,
            events=presenter.events(playthrough.events, context.actions) if "events" in parts else UNSET,
            text=_text(game, loaded_match, turn, context) if "text" in parts else UNSET,
            result=presenter.result(game.result(match.state), context.actions),
        )

    def legal_actions(
        self,
        presenter: Presenter,
        loaded_match: LoadedMatch,
        turn: Turn | None,
        context: ClientContext,
        *,
        kind: str | None = None,
    ) -> Raw:
        """Return the legal actions as JSON, or an empty list if the principal may not see them."""
        if turn is None or not (loaded_match.sees_all or loaded_match.principal == turn.seat):
            return EMPTY_LIST
        state, form = loaded_match.match.state, context.actions
        key = legal_actions_key(presenter.game.name, loaded_match.digest, presenter.language, kind, form)
        write = presenter.legal_actions if form == "full" else presenter.legal_lines
        return Raw(self.cached(key, loaded_match, lambda: msgspec.json.encode(write(state, kind=kind))))

    def cached(self, key: str, loaded_match: LoadedMatch, compute: Callable[[], bytes]) -> bytes:
        """Return the cached bytes for this state, or compute and cache them.

        Responses about a state of this process stay in this process, because computing them is faster than fetching
        them. Responses about a state of another process are shared with services of the same build.
        """
        store, is_local = self.loader.store, loaded_match.is_local
        value = store.get(key, local_only=is_local)
        if value is None:
            value = compute()
            store.put(key, value, seconds=self.loader.cache_seconds, local_only=is_local)
        return value


def presenter_for(game: AnyGame, loaded_match: LoadedMatch, context: ClientContext) -> Presenter:
    """Return the presenter for the seat of a request."""
    return Presenter(game, context.language, loaded_match.match.state.pack, loaded_match.seat)


def _text(game: AnyGame, loaded_match: LoadedMatch, turn: Turn | None, context: ClientContext) -> str:
    """Return the view of a position as text.

    It is the view of the credential's seat; for the keeper, who may show it to all seats, that of a spectator. In an
    open match it is the view of the seat to move, or that of a spectator if chance acts or the game is over.
    """
    viewer, state = loaded_match.seat, loaded_match.match.state
    if not loaded_match.is_guarded and turn is not None and isinstance(turn.seat, int):
        viewer = turn.seat
    return text_of_view(game, state, game.view(state, viewer), context.language, DEFAULT_TEXT)
