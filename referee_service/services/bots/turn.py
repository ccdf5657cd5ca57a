"""The turn that a bot plays: choices on a match, from the first view to the response."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET, Struct
from msgspec.structs import replace

from referee_service.bots.choice import Choice
from referee_service.kernel.game import AnyGame
from referee_service.kernel.state import State
from referee_service.services.bots.jobs import BotRequest
from referee_service.services.bots.responses import BotMove, choice_response
from referee_service.services.context import ClientContext
from referee_service.services.matches.loader import OpenState, SealedState, StateSource
from referee_service.services.matches.presenter import Presenter
from referee_service.services.matches.responses import EventResponse, MoveResponse, Position
from referee_service.services.matches.service import MatchService

MAX_DECISIONS: Final = 40
"""Maximum number of decisions in one bot move. In a solo game no other seat ends the turn."""


class BotTurn:
    """A bot's turn: the current state source, the choices so far, and what the played ones caused.

    Choices are played like the moves of a client, by the match service that the caller passes.
    """

    def __init__(
        self, game: AnyGame, source: StateSource, seat: int, request: BotRequest, context: ClientContext
    ) -> None:
        self.game, self.source, self.seat, self.request, self.context = game, source, seat, request, context
        self.choices: list[Choice] = []
        self._states: list[State] = []
        """The state of each choice. Labels name what lies there."""
        self.position: Position | None = None
        self.played: list[MoveResponse] = []
        self.events: list[EventResponse] = []

    def view(self, matches: MatchService) -> Struct:
        """Return what the seat sees now."""
        view: Struct = self.game.view(self.state(matches), self.seat)
        return view

    def state(self, matches: MatchService) -> State:
        """Return the state that the next choice is about."""
        return matches.loader.load(self.game, self.source, self.context).match.state

    def add(self, matches: MatchService, choice: Choice) -> None:
        """Add a choice, and play it followed by chance if the request plays choices."""
        self._states.append(self.state(matches))
        if self.request.plays_choices:
            self._play(matches, choice)
        self.choices.append(choice)

    def _play(self, matches: MatchService, choice: Choice) -> None:
        parts = (self.context.include | {"state"}) - {"legal_actions"}
        context = self.context
        bot_context = ClientContext(context.language, parts, context.client_id, actions=context.actions)
        position = matches.move(self.game, self.source, [(self.seat, choice.notation)], bot_context)
        self.played += position.played if position.played is not UNSET else ()
        self.events += position.events if position.events is not UNSET else ()
        self.position = position
        if isinstance(self.source, SealedState):
            assert position.sealed_state is not UNSET, "a guarded match returns a sealed state"
            self.source = SealedState(position.sealed_state, self.source.credential)
        else:
            assert position.state is not UNSET, "the bot's context includes the state"
            self.source = OpenState(bytes(position.state))

    @property
    def is_over(self) -> bool:
        """Whether the request is fulfilled: after one move, or once another seat decides."""
        if self.request.until == "move" or self.position is None:
            return bool(self.choices)
        next_turn = self.position.turn
        return next_turn is None or next_turn.seat != self.seat or len(self.choices) >= MAX_DECISIONS

    def response(self, matches: MatchService) -> BotMove:
        """Return the choices as a response. It has a position only if the request has `play`."""
        presenter = Presenter(self.game, self.context.language, self._states[0].pack, self.seat)
        decided = zip(self._states, self.choices, strict=True)
        moves = [choice_response(presenter, state, self.seat, choice) for state, choice in decided]
        position = self.position if self.request.play else None
        return BotMove(
            game=self.game.name,
            seat=self.seat,
            bot=self.request.bot,
            seed=self.request.seed,
            action=moves[0].action,
            moves=moves,
            iterations=sum(choice.iterations for choice in self.choices),
            position=self._final_position(matches, position) if position is not None else UNSET,
        )

    def _final_position(self, matches: MatchService, position: Position) -> Position:
        """Return the last position with the moves and events of the whole turn, limited to the requested parts."""
        parts = self.context.include
        legal_actions = (
            matches.legal_actions(self.game, self.source, None, self.context).legal_actions
            if "legal_actions" in parts
            else UNSET
        )
        return replace(
            position,
            state=position.state if "state" in parts else UNSET,
            legal_actions=legal_actions,
            played=self.played if "played" in parts else UNSET,
            events=self.events if "events" in parts else UNSET,
        )
